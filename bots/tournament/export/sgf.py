"""Lines of Action as SGF: FF[4], GM[9], as red-bean.com/sgf describes both."""

import time
from collections.abc import Iterable, Iterator

from bots.tournament.game import GameRecord, Ply
from bots.tournament.openings import play_opening
from bots.tournament.outcome import Ending
from engine import games
from engine.games import State

GAME = "loa"
LETTERS = {"black": "B", "white": "W"}
SETUPS = {"standard": "Standard", "scrambled": "Scrambled-eggs"}
RULE_OPTIONS = ("simultaneous", "nomove", "repetition")


class SgfError(ValueError):
    """The game has no SGF: only Lines of Action does."""


def sgf_games(records: Iterable[GameRecord], event: str) -> Iterator[str]:
    """Yield each Lines of Action game as SGF; other games are passed over."""
    for record in records:
        if record.contest.game == GAME:
            yield sgf(record, event) + "\n"


def sgf(record: GameRecord, event: str = "") -> str:
    """Return one game as an SGF game tree.

    event -- the tournament's name

    Scores, depths and times stand in the comment of each move, clocks as BL and WL.

    Raises SgfError if it is not Lines of Action.
    """
    if record.contest.game != GAME:
        raise SgfError(f"{record.contest.game} has no SGF, only {GAME} has")
    start = games.begin(GAME, record.contest.options, record.opening.position)
    nodes = [_root(record, start, event)]
    state = start.copy()
    plies = [*(Ply(move) for move in record.opening.moves), *record.plies]
    for number, ply in enumerate(plies):
        colour = state.turn
        move = state.play([ply.move])[0]
        nodes.append(_node(LETTERS[colour], move, ply, played=number >= len(record.opening.moves)))
    return f"({''.join(nodes)})"


def text(value: str) -> str:
    r"""Escape for SGF's SimpleText: `\` and `]`, and every kind of white space becomes a space."""
    words = "".join(" " if letter.isspace() else letter for letter in value)
    return words.replace("\\", "\\\\").replace("]", "\\]")


def _root(record: GameRecord, start: State, event: str) -> str:
    result = record.result
    spec = result.spec
    at = play_opening(record.contest, record.opening).seats
    players = {at["first"]: spec.first, at["second"]: spec.second}
    properties: list[tuple[str, str]] = [
        ("FF", "4"),
        ("GM", "9"),
        ("CA", "UTF-8"),
        ("AP", "trilogue"),
        ("SZ", str(start.options["size"])),
        ("PB", players["black"]),
        ("PW", players["white"]),
        ("EV", event),
        ("RO", str(spec.round)),
        ("GN", spec.id),
        ("DT", time.strftime("%Y-%m-%d", time.gmtime(result.started)) if result.started else ""),
        ("RU", " ".join(f"{name}={start.options[name]}" for name in RULE_OPTIONS)),
        ("RE", _result(record)),
        ("GC", _comment(record)),
    ]
    head = "".join(f"{name}[{text(value)}]" for name, value in properties if value)
    return f";{head}{_setup(record, start)}\n"


def _setup(record: GameRecord, start: State) -> str:
    if record.opening.position is None:
        return f"SU[{SETUPS[str(start.options['setup'])]}]"
    stones = {"b": "AB", "w": "AW"}
    listed = ["SU[Custom]"]
    for code, name in stones.items():
        cells = sorted(cell for cell, piece in start.cells().items() if piece == code)
        listed.append(name + "".join(f"[{cell}]" for cell in cells) if cells else "")
    return "".join(listed) + f"PL[{LETTERS[start.turn]}]"


def _node(letter: str, move: str, ply: Ply, *, played: bool) -> str:
    node = f";{letter}[{move.replace('x', ':')}]"
    if not played:
        return f"{node}C[opening]\n"
    if ply.clock is not None:
        node += f"{letter}L[{ply.clock / 1000:.3f}]"
    said = [
        ply.score or "",
        f"depth {ply.depth}" if ply.depth is not None else "",
        f"{ply.nodes} nodes" if ply.nodes is not None else "",
        f"{ply.time} ms",
    ]
    return f"{node}C[{text(', '.join(word for word in said if word))}]\n"


def _result(record: GameRecord) -> str:
    outcome = record.result.outcome
    if outcome.void:
        return "Void"
    if outcome.winner is None:
        return "0"
    seats = play_opening(record.contest, record.opening).seats
    letter = LETTERS[seats[outcome.winner]]
    if outcome.ending == Ending.TIME:
        return f"{letter}+T"
    return f"{letter}+F" if outcome.abnormal else f"{letter}+"


def _comment(record: GameRecord) -> str:
    outcome = record.result.outcome
    counted = [f"{name} {value}" for name, value in outcome.counters.items()]
    said = [str(outcome.ending), outcome.reason, *counted, outcome.detail]
    return ", ".join(word for word in said if word)
