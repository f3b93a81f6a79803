"""Mutants: texts of real positions and views, changed field by field and token by token, fed to the readers of every game.

The rule they test: a state that `validate` calls OK can be played to its end by any legal moves, sampled from every seat,
viewed, searched and written back; whatever is refused is refused with an error that names a field or a token of the text.

corpus.py gathers texts, mutate.py changes them, check.py and kernel.pyx test one text, runner.py does so in child processes
that may crash or hang, and `python -m tests.mutants --help` is the long form.
"""
