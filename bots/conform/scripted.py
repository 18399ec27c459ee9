"""Scripted engines for anybody's client: one that behaves, and many that do not.

python -m bots.conform.scripted crash --ply 6
"""

import argparse
from collections.abc import Sequence

from bots.conform.behaviours import BEHAVIOURS


def main(argv: Sequence[str] | None = None) -> None:
    """Run a scripted engine on stdin and stdout."""
    about = "\n".join(f"  {name:13} {kind.about()}" for name, kind in BEHAVIOURS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bots.conform.scripted",
        description="A scripted UGP engine, to try a client on.",
        epilog=f"behaviours:\n{about}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("behaviour", choices=BEHAVIOURS, metavar="BEHAVIOUR")
    parser.add_argument("--ply", type=int, default=0, help="misbehave in searches from this ply on (0)")
    parser.add_argument("--delay", type=float, default=1.0, help="seconds, where a behaviour waits (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the moves it plays (0)")
    chosen = parser.parse_args(argv)
    BEHAVIOURS[chosen.behaviour](chosen.ply, chosen.delay, chosen.seed).run()


if __name__ == "__main__":
    main()
