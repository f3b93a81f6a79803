"""What `help` says: the words of each command and what it does, for people at a terminal. SPEC.md has the details."""

from __future__ import annotations

GREETING = "egypt-engine speaks EGI/1. Try: newgame game <name>, position deal players 3, d, legal, go, help."

# command -> its words, what it does
HELP: dict[str, tuple[str, str]] = {
    "egi": ("egi", "the handshake: games, features, options"),
    "isready": ("isready", "answers readyok"),
    "setoption": ("setoption name <option> value <value>", "sets an option; 'egi' lists them"),
    "newgame": ("newgame [game <name>]", "forgets the position; chooses a game"),
    "position": (
        "position deal players <n> [seed <s>] [variant <v>] [moves <count> <move> …] | full <text> | view <text>"
        " | seat <seat> players <n> [variant <v>]",
        "deals a new game, or takes over a whole position, what one seat knows, or what it knows before the deal",
    ),
    "legal": ("legal [<seat>]", "the legal moves"),
    "play": ("play [<seat>] <move> | chance [<outcome>]", "makes a move; nature draws what it owes"),
    "undo": ("undo [<n>]", "takes the last plays back"),
    "redo": ("redo [<n>]", "plays again what was taken back"),
    "observe": ("observe <seat>|chance <move>", "moves an adviser's view forward by what its seat perceives"),
    "expect": ("expect [<seat>|chance <move>]", "what an adviser's seat may perceive next, or whether it may perceive this"),
    "turn": ("turn", "who is to act, or how the game ended"),
    "events": ("events <seat>|public|all [since <n>]", "what happened, as a seat or as everybody perceived it"),
    "view": ("view <seat>|all", "what a seat knows, as text for its adviser"),
    "json": ("json [<seat>|public|all]", "the position as JSON; public: as far as everybody knows it"),
    "d": ("d [<seat>|all]", "a board for human eyes"),
    "components": ("components", "everything in the box as JSON: names, descriptions, counts"),
    "go": (
        "go [id <n>] [movetime <ms>] [iterations <n>] [clock <ms>,… [inc <ms>,…]] [infinite] [ponder] [searchmoves <m>,…]",
        "thinks and answers with the best move",
    ),
    "stop": ("stop", "ends the thinking"),
    "eval": ("eval [explain]", "what the position promises to every seat, without thinking; and why"),
    "luck": ("luck [iterations <n>]", "what nature's draws since the last decision gave to every seat, and took"),
    "sample": ("sample <n>", "whole positions that the seat to act cannot tell from the true one"),
    "perft": ("perft <depth> [seed <s>]", "counts positions that many decisions away"),
    "bench": ("bench [<iterations>]", "a signature of the search and its speed"),
    "help": ("help [<command>]", "this list"),
    "quit": ("quit", "ends the program"),
}
