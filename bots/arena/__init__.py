"""Tournaments between bots and engines: `egypt-arena`. The manual is README.md in this folder."""
