"""Which games of a large tournament a page can hold."""

from collections.abc import Sequence

from bots.tournament.game import GameResult

MOST_GAMES = 2000
"""More would make a page that browsers are slow to open."""


def choose(results: Sequence[GameResult], most: int = MOST_GAMES) -> list[GameResult]:
    """Return all games if there are few; else the abnormal ones first, then some of every meeting.

    At most half the places go to abnormal games. The rest are filled a pair at a time, one from each
    meeting of two players in a contest in turn, in the order of the schedule; so every meeting is
    shown, and both games of each pair.
    """
    if len(results) <= most:
        return list(results)
    chosen = {each.spec.id: each for each in _spread([r for r in results if r.outcome.abnormal], most // 2)}
    queues: dict[tuple[str, str], list[list[GameResult]]] = {}
    pairs: dict[str, list[GameResult]] = {}
    for result in results:
        spec = result.spec
        if spec.pair not in pairs:
            pairs[spec.pair] = []
            queues.setdefault((spec.encounter, spec.contest), []).append(pairs[spec.pair])
        pairs[spec.pair].append(result)
    longest = max(len(queue) for queue in queues.values())
    for turn in range(longest):
        for queue in queues.values():
            games = [g for g in queue[turn] if not g.outcome.abnormal] if turn < len(queue) else []
            if len(chosen) + len(games) > most:
                return sorted(chosen.values(), key=lambda each: each.spec.number)
            chosen.update((each.spec.id, each) for each in games)
    return sorted(chosen.values(), key=lambda each: each.spec.number)


def _spread(results: Sequence[GameResult], most: int) -> Sequence[GameResult]:
    if len(results) <= most:
        return results
    return [results[index * len(results) // most] for index in range(most)]
