"""What a bot accepts, as a pure function: the reason to refuse a challenge, or none."""

from msgspec import UNSET

from bots.host.config import BotConfig, HostConfig, Policy
from engine import games
from protocol.tables.documents import BotOffer, ChallengeInfo


def refusal(
    bot: BotConfig, challenge: ChallengeInfo, *, is_bot: bool, with_user: int = 0, free: int = 1
) -> str | None:
    """Return why `bot` declines a challenge, in words for the challenger; None: it accepts.

    - `is_bot`: whether the challenger is a bot; `with_user`: games under way with the same user.
    - `free`: slots that are free.
    """
    policy = bot.accept
    reasons = (
        _whom(policy, challenge.user, is_bot),
        _what(policy, challenge),
        f"{with_user} games with you are enough" if with_user >= policy.per_user else None,
        "all my tables are taken; try again later" if free < 1 else None,
    )
    return next((reason for reason in reasons if reason is not None), None)


def _whom(policy: Policy, user: str, is_bot: bool) -> str | None:
    if policy.only and user not in policy.only:
        return "I play with certain users only"
    if user in policy.block:
        return "I do not play with you"
    wanted = {"all": is_bot, "people": False, "bots": True}[policy.opponents]
    return None if is_bot == wanted else f"I play with {policy.opponents} only"


def _what(policy: Policy, challenge: ChallengeInfo) -> str | None:
    if policy.games and challenge.game not in policy.games:
        return f"I do not play {challenge.game}, but {', '.join(policy.games)}"
    for name, value, (low, high) in (
        ("time", challenge.time, policy.time),
        ("inc", challenge.inc, policy.inc),
        ("your rating", challenge.rating, policy.rating),
    ):
        if not low <= value <= high:
            return f"{name} is {value}; I play with {low} to {high}"
    if policy.rated != "both" and challenge.rated != (policy.rated == "rated"):
        return f"I play {policy.rated} games only"
    return None


def offer(bot: BotConfig, free: int) -> BotOffer:
    """Return what a bot's presence says."""
    policy = bot.accept
    return BotOffer(
        games=list(policy.games or games.names()),
        about=bot.about or bot.spec.title[:200],
        time=list(policy.time),
        inc=list(policy.inc),
        rated={"rated": [True], "casual": [False], "both": [True, False]}[policy.rated],
        opponents="listed" if policy.only else policy.opponents,
        rating=list(policy.rating),
        slots=bot.slots,
        free=free,
    )


def suits(
    theirs: BotOffer, *, game: str, time: int, inc: int, rated: bool, rating: int, is_bot: bool = True
) -> bool:
    """Return whether a challenge may hope to be accepted by whoever published `theirs`."""
    return (
        theirs.free > 0
        and game in theirs.games
        and _within(time, theirs.time)
        and _within(inc, theirs.inc)
        and (not theirs.rated or rated in theirs.rated)
        and _within(rating, theirs.rating)
        and theirs.opponents in {"all", "bots" if is_bot else "people"}
    )


def _within(value: int, pair: list[int]) -> bool:
    return len(pair) != 2 or pair[0] <= value <= pair[1]


def asked(**fields: object) -> ChallengeInfo:
    """Return a challenge made up for `--check`."""
    known: dict[str, object] = {
        "challenge": "made-up",
        "user": "somebody",
        "to": UNSET,
        "game": "loa",
        "options": {},
        "time": 300_000,
        "inc": 3_000,
        "seat": "random",
        "rated": False,
        "rating": 1500,
        "expires": 0,
    }
    return ChallengeInfo(**{**known, **fields})  # type: ignore[arg-type]


def explain(config: HostConfig, challenge: ChallengeInfo, *, is_bot: bool) -> list[str]:
    """Return for each bot what it would answer to a challenge, and why."""
    lines = []
    for bot in config.bot:
        why = refusal(bot, challenge, is_bot=is_bot)
        lines.append(f"{bot.user}: would accept" if why is None else f"{bot.user}: would decline: {why}")
    return lines
