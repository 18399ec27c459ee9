"""Meetings of two players, and the games that each meeting is made of."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from bots.tournament.game import GameSpec
from bots.tournament.schedule.plan import Plan, slug


class Encounter(NamedTuple):
    """Two players meet: `first` sits first in the first game of each pair. Indexes of players."""

    round: int
    first: int
    second: int

    @property
    def id(self) -> str:
        """`r2-0v3`: round, players by their place in the plan, lower first."""
        low, high = sorted((self.first, self.second))
        return f"r{self.round}-{low}v{high}"


def round_robin(count: int) -> list[list[tuple[int, int]]]:
    """Return rounds in which each of `count` players meets every other once (circle method).

    An odd count leaves one player out in each round. Who sits first alternates as evenly as the
    count allows.
    """
    size = count + count % 2
    rounds = []
    for step in range(size - 1):
        meetings = [(step % (size - 1), size - 1)]
        meetings += [((step + i) % (size - 1), (step - i) % (size - 1)) for i in range(1, size // 2)]
        turned = [(b, a) if index == 0 and step % 2 else (a, b) for index, (a, b) in enumerate(meetings)]
        rounds.append([(a, b) for a, b in turned if max(a, b) < count])
    return rounds


def gauntlet(count: int, heads: int) -> list[list[tuple[int, int]]]:
    """Return one round in which each of the first `heads` players meets all that are not heads."""
    return [[(head, other) for other in range(heads, count) for head in range(heads)]]


def fixed_rounds(plan: Plan) -> list[list[tuple[int, int]]]:
    """Return the rounds of one cycle of a format whose meetings do not depend on results."""
    if plan.format == "gauntlet":
        return gauntlet(len(plan.players), plan.heads)
    return round_robin(len(plan.players))


def fixed_games(plan: Plan) -> Iterator[GameSpec]:
    """Yield all games of a match, round robin or gauntlet: every cycle, a pair of each contest."""
    rounds = fixed_rounds(plan)
    number = 0
    for cycle in range(plan.pairs):
        for index, meetings in enumerate(rounds):
            opening = cycle * len(rounds) + index
            for a, b in meetings:
                first, second = (a, b) if cycle % 2 == 0 else (b, a)
                encounter = Encounter(index + 1, first, second)
                for spec in pairs_of(plan, encounter, [cycle], opening, number):
                    yield spec
                    number += 1


def fixed_total(plan: Plan) -> int:
    """Return how many games `fixed_games` yields."""
    meetings = sum(len(each) for each in fixed_rounds(plan))
    return 2 * meetings * plan.pairs * len(plan.contests)


def swiss_games(plan: Plan, meetings: Sequence[Encounter], number: int) -> Iterator[GameSpec]:
    """Yield the games of one Swiss round; the first of them has the given number."""
    for encounter in meetings:
        opening = (encounter.round - 1) * plan.pairs
        for spec in pairs_of(plan, encounter, range(plan.pairs), opening, number):
            yield spec
            number += 1


def pairs_of(
    plan: Plan, encounter: Encounter, pairs: Sequence[int], opening: int, number: int
) -> Iterator[GameSpec]:
    """Yield two games, seats changed between them, for each pair and contest.

    opening -- the first pair's place in the order of openings, which is gone round as often as
        needed; every encounter of a round gets the same, so that all face the same task
    """
    names = plan.players[encounter.first], plan.players[encounter.second]
    for step, pair in enumerate(pairs):
        for each in plan.contests:
            pair_id = f"{encounter.id}.{slug(each.name)}.p{pair + 1}"
            for letter, (first, second) in (("a", names), ("b", names[::-1])):
                yield GameSpec(
                    id=pair_id + letter,
                    number=number,
                    round=encounter.round,
                    encounter=encounter.id,
                    pair=pair_id,
                    contest=each.name,
                    opening=(opening + step) % plan.openings.get(each.name, 1),
                    first=first,
                    second=second,
                    seed=seed_of(plan.seed, pair_id + letter),
                )
                number += 1


def seed_of(seed: int, *words: str) -> int:
    """Return a seed for something named, 0 to 2**31 - 1: the same however often it is asked for."""
    digest = blake2b(repr((seed, *words)).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 1
