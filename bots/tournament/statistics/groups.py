"""Which players can be compared: those that met, directly or through others."""

from collections.abc import Iterable


def connected_groups(count: int, met: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected sets of 0..count-1, largest first, then by their first member."""
    neighbours: dict[int, set[int]] = {player: set() for player in range(count)}
    for a, b in met:
        neighbours[a].add(b)
        neighbours[b].add(a)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for start in range(count):
        if start in seen:
            continue
        group, front = {start}, [start]
        while front:
            fresh = neighbours[front.pop()] - group
            group |= fresh
            front += fresh
        seen |= group
        groups.append(sorted(group))
    return sorted(groups, key=lambda group: (-len(group), group[0]))
