"""How figures and outcomes are written for a person."""

from bots.tournament.game import GameResult
from bots.tournament.outcome import Ending, Outcome
from bots.tournament.statistics import Estimate, SprtState

MINUS = "\N{MINUS SIGN}"
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
HALF = "\N{VULGAR FRACTION ONE HALF}"

ENDINGS = {
    Ending.WIN: "won by rule",
    Ending.DRAW: "drawn by rule",
    Ending.TIME: "time forfeit",
    Ending.ILLEGAL: "illegal move",
    Ending.CRASH: "crash",
    Ending.DISCONNECT: "disconnect",
    Ending.STALL: "stall",
    Ending.ADJUDICATION: "adjudicated",
    Ending.VOID: "void",
}


def number(value: float, digits: int = 0) -> str:
    """Write a number with a proper minus sign; never `-0`."""
    text = f"{abs(value):.{digits}f}"
    return MINUS + text if value < 0 and float(text) != 0 else text


def signed(value: float, digits: int = 0) -> str:
    """Write a difference with its sign."""
    text = number(value, digits)
    return text if text.startswith(MINUS) or float(text) == 0 else f"+{text}"


def lead(estimate: Estimate) -> str:
    """Write an estimate as a lead with its error, or as a bound where the data are one-sided."""
    if not estimate.one_sided:
        return f"{signed(estimate.elo, 1)} {PLUS_MINUS} {number(estimate.error, 1)}"
    if estimate.score == 1:
        return f"at least {signed(estimate.low)}"
    if estimate.score == 0 and estimate.games:
        return f"at most {signed(estimate.high)}"
    return f"{signed(estimate.elo)} ({signed(estimate.low)} to {signed(estimate.high)})"


def sprt_text(state: SprtState, finished: int, total: int) -> str:
    """Say how a sequential test stands; while it is undecided, also how many games are the most."""
    return str(state) if state.verdict else f"{state} after {finished} of at most {total} games"


def points(value: float) -> str:
    """Write points with halves: 3, 12½, ½."""
    whole, half = divmod(round(2 * value), 2)
    return f"{whole or ('' if half else 0)}{HALF if half else ''}"


def percent(part: float, digits: int = 1) -> str:
    """Write a part of one as a percentage."""
    return f"{100 * part:.{digits}f} %"


def duration(seconds: float) -> str:
    """Write how long something took: 45 s, 12 min, 3 h 05 min."""
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def outcome_text(outcome: Outcome) -> str:
    """Say how a game ended, with the rule and what it counted."""
    said = ENDINGS[outcome.ending]
    told = outcome.reason in {"", outcome.ending}  # the ending says it all
    more = [] if told else [outcome.reason.replace("-", " ")]
    more += [f"{name} {value}" for name, value in outcome.counters.items()]
    return f"{said} ({', '.join(more)})" if more else said


def score_text(result: GameResult) -> str:
    """Write the result of a game as the seats' points."""
    score = result.outcome.score("first")
    return "void" if score is None else f"{points(score)}\N{EN DASH}{points(1 - score)}"
