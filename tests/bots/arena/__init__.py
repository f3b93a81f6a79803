"""Tests of the arena: most of them with real child processes."""
