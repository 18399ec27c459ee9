"""Two bots to look at: what `trilogue-bots host --demo` hosts."""

from bots.host.config import BotConfig, HostConfig, Matchmaking, Policy

PACE = "movetime=1500"


def demo(broker: str, service: str) -> HostConfig:
    """Return a host of two bots of which one challenges the other, again and again."""
    casual = Policy(rated="casual")
    asks = Matchmaking(every=3_000, time=300_000, inc=2_000, rated=False, opponents=("blanche",))
    return HostConfig(
        broker=broker,
        service=service,
        bot=(
            BotConfig(user="noir", player=f"engine?{PACE}", accept=casual, slots=2, matchmaking=asks),
            BotConfig(user="blanche", player=f"engine?{PACE}&seed=7", accept=casual, slots=2),
        ),
    )
