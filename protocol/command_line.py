"""What all programs answer alike: `--version`, and `--completion SHELL`, which prints a script that completes their options.

The script is read off the parsers, so it knows what they know when it is printed:

  egypt-engine --completion bash > ~/.local/share/bash-completion/completions/egypt-engine
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Parsers = Mapping[str, argparse.ArgumentParser]  # of a program by its commands; "" is the one without a command

SHELLS = ("bash", "zsh", "fish")
GAMES = ("game", "rules_template")  # options whose value is the name of a game

BASH = """\
_{name}() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=""
    case ${{COMP_WORDS[1]}} in
        {commands}) [ "$COMP_CWORD" -gt 1 ] && command=${{COMP_WORDS[1]}} ;;
    esac
    COMPREPLY=()
    case "$command:$previous" in
{values}
    esac
    case "$command" in
{options}
    esac
}}
complete -o default -F _{name} {program}
"""
ZSH = "#compdef {program}\nautoload -U +X bashcompinit && bashcompinit\n"


def add_common(parser: argparse.ArgumentParser, commands: Callable[[], Parsers] = dict) -> None:
    """Give a program `--version` and `--completion`; `commands` makes the parsers of its commands."""
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=SHELLS,
        const=commands,
        help="print a script that completes the options in this shell and leave",
    )


def print_out(program: str, text: str) -> int:
    """Print all that a program has to say; its exit code. A reader that has left is no fault."""
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as problem:
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left in its buffer goes nowhere
        if isinstance(problem, BrokenPipeError):
            return 0
        print(f"{program}: output: {problem.strerror or problem}", file=sys.stderr)
        return 2
    return 0


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from egypt import __version__  # not before it is asked for: programs start faster

        parser.exit(print_out(parser.prog, f"{parser.prog} {__version__}\n"))


class _Completion(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        parser.exit(print_out(parser.prog, completion(values, parser.prog, {"": parser, **self.const()})))


def completion(shell: str, program: str, parsers: Parsers) -> str:
    """The script for one shell."""
    return fish_script(program, parsers) if shell == "fish" else bash_script(shell, program, parsers)


def actions(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.Action, list[str]]]:
    """The options of a parser, each with the values that it takes if these can be listed."""
    from egypt import game_names

    for action in parser._actions:
        if action.option_strings:
            is_game = action.dest in GAMES and action.metavar in (None, "NAME")
            yield action, game_names() if is_game else [str(choice) for choice in action.choices or ()]


def takes_value(action: argparse.Action) -> bool:
    return action.nargs != 0


def bash_script(shell: str, program: str, parsers: Parsers) -> str:
    """zsh runs the same script. Where no case fits, the shell completes names of files."""
    commands = [command for command in parsers if command]
    values, options = [], []
    for command, parser in parsers.items():
        words, unlisted = [] if command else list(commands), []
        for action, choices in actions(parser):
            words += action.option_strings
            patterns = [f'"{command}:{option}"' for option in action.option_strings]
            if choices:
                values.append(f"        {'|'.join(patterns)}) {_reply(choices)} return ;;")
            elif takes_value(action):
                unlisted += patterns
        values += [f"        {'|'.join(unlisted)}) return ;;"] if unlisted else []
        options.append(f'        "{command}") {_reply(words)} ;;')
    filled = BASH.format(
        name=program.replace("-", "_"),
        program=program,
        commands="|".join(commands) or "''",
        values="\n".join(values),
        options="\n".join(options),
    )
    return (ZSH.format(program=program) if shell == "zsh" else "") + filled


def _reply(words: list[str]) -> str:
    return f'COMPREPLY=($(compgen -W {shlex.quote(" ".join(words))} -- "$cur"));'


def fish_script(program: str, parsers: Parsers) -> str:
    """One line per option, with what it means."""
    commands = " ".join(command for command in parsers if command)
    lines = [f"complete -c {program} -n __fish_use_subcommand -a {shlex.quote(commands)}"] if commands else []
    for command, parser in parsers.items():
        when = f" -n {shlex.quote(f'__fish_seen_subcommand_from {command}')}" if command else ""
        when = when or (f" -n {shlex.quote(f'not __fish_seen_subcommand_from {commands}')}" if commands else "")
        for action, choices in actions(parser):
            names = " ".join(
                f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}" for option in action.option_strings
            )
            value = f" -xa {shlex.quote(' '.join(choices))}" if choices else " -r" if takes_value(action) else ""
            lines.append(f"complete -c {program}{when} {names}{value} -d {shlex.quote(_meaning(parser, action))}")
    return "\n".join([*lines, ""])


def _meaning(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """The help of an option with its default filled in."""
    return parser._get_formatter()._expand_help(action) if action.help else ""
