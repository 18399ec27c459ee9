"""What has been played at the tables, for people: ratings, results, and one game for programs."""

import typer
from msgspec import UNSET, json

from bots.tables.client import TableClient
from bots.tables.person import table_line
from protocol.tables import answers
from protocol.tables.documents import TableInfo


async def show_ratings(client: TableClient, game: str | None, of: str | None) -> None:
    """Write the ratings, the highest first; `of` is whose alone."""
    found = await client.request("ratings", answers.RatingsAnswer, game=game, user=of)
    if not found.ratings:
        typer.echo("Nobody has a rating here yet. Rated games make them: trilogue-bots sit loa --rated")
        return
    width = max(len(each.user) for each in found.ratings)
    for each in found.ratings:
        games = "game" if each.games == 1 else "games"
        typer.echo(
            f"{each.game:<4} {each.user:<{width}} {each.rating:5} ± {each.error}, {each.games} {games}"
        )


async def show_results(client: TableClient, of: str | None, limit: int) -> None:
    """Write finished games, the latest first; `of` is whose alone."""
    found = await client.request("results", answers.ResultsAnswer, user=of, limit=limit)
    if not found.tables:
        typer.echo("No game has ended here yet. What is played now: trilogue-bots lobby")
    for each in found.tables:
        typer.echo(f"{table_line(each)}: {outcome(each)}")


def outcome(table: TableInfo) -> str:
    """Return in words how a finished game ended."""
    why = table.ended if table.reason is UNSET else f"{table.ended}: {table.reason}"
    for seat, user in table.players.items():
        if seat == table.winner:
            return f"{user} won ({why})"
    return f"no result ({why})" if table.ended == "aborted" else f"a draw ({why})"


async def show_record(client: TableClient, table: str) -> None:
    """Write one game as a line of JSON, an answer of `record`."""
    typer.echo(json.encode(await client.request("record", answers.RecordAnswer, table=table)))
