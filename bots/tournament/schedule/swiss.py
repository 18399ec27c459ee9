"""Swiss pairing as one exact matching of least cost.

What matters more outweighs all that matters less together: nobody meets twice (nor has two byes)
while it can be avoided; nobody sits in one seat three times more than in the other; then players of
equal points meet; then each gets the seat that is due; then, within a group of equal points, the
upper half meets the lower. That order of aims is FIDE's
(Handbook C.04); the matching itself is Edmonds' blossom algorithm, exact on integers.
"""

from collections.abc import Sequence
from itertools import combinations

from bots.tournament.schedule.encounters import Encounter, seed_of
from bots.tournament.schedule.standings import Standing

BYE = -1
TIE_BITS = 24
STRAIN = 4  # both have sat in the same seat twice more than in the other


def pair_round(
    table: Sequence[Standing], number: int, seed: int, order: Sequence[str]
) -> tuple[list[Encounter], str | None]:
    """Return the encounters of a round, top of the table first, and who has the bye.

    table -- the standing, best first
    number -- the round, from 1
    seed -- decides what all the aims leave open
    order -- the players of the plan, whose indexes the encounters use
    """
    import networkx

    costs = _costs(table, number, seed)
    most = max(costs.values()) + 1
    graph = networkx.Graph()
    for (a, b), cost in costs.items():
        graph.add_edge(a, b, weight=most - cost)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    places = sorted(tuple(sorted(edge, key=lambda place: (place == BYE, place))) for edge in matched)
    bye = next((table[a].player for a, b in places if b == BYE), None)
    meetings = [
        _seated(table[a], table[b], index, number, order)
        for index, (a, b) in enumerate(place for place in places if place[1] != BYE)
    ]
    return meetings, bye


def _costs(table: Sequence[Standing], number: int, seed: int) -> dict[tuple[int, int], int]:
    """Return what it costs to pair the places a < b of the table; (a, BYE) for a bye."""
    count = len(table)
    # No sum of all the lesser aims over a whole round may reach one unit of the aim above.
    fold_unit = (count + 1) << TIE_BITS
    seat_unit = fold_unit * 2 * (count + 1) ** 2
    points_unit = seat_unit * (count + 1) * (number + 1) ** 2
    strain_unit = points_unit * (count + 1) * (2 * number + 1) ** 2
    again_unit = strain_unit * (count + 1)
    half = _half_groups(table)
    costs = {}
    for a, b in combinations(range(count), 2):
        one, two = table[a], table[b]
        seats = max(0, one.lead * two.lead)
        costs[a, b] = (
            sum(name == two.player for name, _ in one.met) * again_unit
            + (seats >= STRAIN) * strain_unit
            + _apart(one.points, two.points) * points_unit
            + seats * seat_unit
            + (_fold(half[a], half[b], count) if one.points == two.points else 0) * fold_unit
            + (seed_of(seed, "swiss", str(number), one.player, two.player) >> (31 - TIE_BITS))
        )
    if count % 2:
        lowest = min(line.points for line in table)
        for a, line in enumerate(table):
            apart = _apart(line.points, lowest)
            costs[a, BYE] = line.byes * again_unit + apart * points_unit + (count - a) * fold_unit
    return costs


def _apart(one: float, two: float) -> int:
    """Return the square of the difference of points, in half points."""
    return round(2 * (one - two)) ** 2


def _half_groups(table: Sequence[Standing]) -> list[tuple[int, int]]:
    """Return for each place where it stands in its group of equal points, and half the group."""
    points = [line.points for line in table]
    return [(place - points.index(each), points.count(each) // 2) for place, each in enumerate(points)]


def _fold(a: tuple[int, int], b: tuple[int, int], count: int) -> int:
    """Return how far two of a group are from being each other's counterparts in its halves."""
    (upper, half), (lower, _) = a, b
    return abs(lower - upper - half) + (0 if upper < half <= lower else count)


def _seated(a: Standing, b: Standing, index: int, number: int, order: Sequence[str]) -> Encounter:
    """Seat first who has sat first less often; then who did not last time; then by turns."""
    if a.lead != b.lead:
        first, second = (a, b) if a.lead < b.lead else (b, a)
    elif a.last_first != b.last_first:
        first, second = (b, a) if a.last_first else (a, b)
    else:
        first, second = (a, b) if index % 2 == 0 else (b, a)
    return Encounter(number, order.index(first.player), order.index(second.player))
