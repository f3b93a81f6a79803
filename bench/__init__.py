"""Speed, signature and strength: reports, not tests. `python -m bench --help` lists them."""
