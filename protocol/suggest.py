"""Did you mean …? The nearest known word to a mistyped one."""

from collections.abc import Iterable

from protocol.errors import ErrorCode, RequestError

LONGEST = 32
"""Longer words get no suggestion: the comparison is quadratic, and nobody mistypes that much."""


def clip(text: str, longest: int = 40) -> str:
    """Return `text`, cut to `longest` characters, for a message that quotes what a peer sent."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` most likely stands for, or None."""
    if len(word) > LONGEST:
        return None
    from difflib import get_close_matches  # only a mistake pays for this import

    near = get_close_matches(word, list(known), n=1, cutoff=0.7)
    return near[0] if near else None


def unknown_argument(verb: str, name: str, known: Iterable[str], hint: str = "") -> RequestError:
    """Build the error for an argument or option that does not exist; `hint` follows if nothing is near."""
    near = did_you_mean(name, known)
    tail = f"; did you mean {near}?" if near else hint
    return RequestError(ErrorCode.UNKNOWN_ARGUMENT, f"{verb} takes no {clip(name)}{tail}", clip(name, 64))
