"""The board in the browser: a server of tables, and the page that shows them. Holds no rules: it only speaks EGI."""
