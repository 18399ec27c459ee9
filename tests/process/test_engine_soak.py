"""A soak: minutes of mixed work by one client, and memory that stays flat. Run by hand."""

import random
import time

import pytest

from tests.process.engine import EngineProcess

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.timeout(400)]

SECONDS = 120
GAMES = ("lag size=4", "loa", "lot size=5")


def _round(engine: EngineProcess, dice: random.Random, number: int) -> int:
    """Play a few random moves of a game with searches between; return how many requests it took."""
    choice = dice.choice
    session = f"s{dice.randrange(40)}"
    requests = 1
    assert " ok " in engine.ask(f"new {choice(GAMES)} session={session}")
    for _ in range(dice.randrange(1, 12)):
        engine.send(
            "nonsense" * dice.randrange(20),
            f"#a{number} go nodes={choice((1, 50, 3000))} session={session} multipv={choice((1, 2, 3))}",
            f"#b{number} go infinite session={session}x",
            f"#c{number} moves detail session={session}",
            f"#d{number} status history session={session}",
            f"#e{number} cancel a{number}" if dice.randrange(4) == 0 else f"#e{number} ping",
        )
        answers = dict[str, str]()
        while len(answers) < 5:
            line = engine.final()
            name = line.split(" ", 1)[0]
            if name[1:2] in "abcde" and name[2:] == str(number):
                answers[name] = line
        requests += 6
        words = answers[f"#a{number}"].split()
        if words[1] == "ok":
            move = next(word for word in words if word.startswith("move="))[5:]
            assert " ok " in engine.ask(f"#p play {move} session={session}")
            requests += 1
        elif "code=cancelled" not in words:
            break
    return requests


def test_memory_stays_flat() -> None:
    dice = random.Random(7)
    with EngineProcess("--memory", "4") as engine:
        began, requests, early = time.monotonic(), 0, 0
        number = 0
        while (spent := time.monotonic() - began) < SECONDS:
            number += 1
            requests += _round(engine, dice, number)
            if not early and spent > SECONDS / 4:
                early = engine.rss
        late = engine.rss
        print(f"{requests} requests, {early} KiB after a quarter, {late} KiB at the end")
        assert late - early < 4096
        engine.end_input()
        engine.rest()
        assert engine.wait() == 0
        assert engine.stderr == ""
