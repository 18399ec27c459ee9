"""The board as data: `describe`, `show`, the clicks of `moves detail`: enough to draw and to click."""

from bots.conform.kit import Kit, Variant
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from bots.conform.wire import Wire
from protocol.answers import Cell, DescribeAnswer, MoveDetail, MovesAnswer, ShowAnswer

CHAPTER = Chapter("board")

MOVES_TRIED = 12


async def _described(wire: Wire, variant: Variant) -> DescribeAnswer:
    return await wire.ok(DescribeAnswer, f"describe {variant}")


def _inside(cell: Cell) -> bool:
    """Say whether the centre of a cell lies within its polygon, by the crossings of a ray."""
    within = False
    corners = cell.polygon
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > cell.y) != (y2 > cell.y) and cell.x < (x2 - x1) * (cell.y - y1) / (y2 - y1) + x1:
            within = not within
    return within


@CHAPTER.point(
    "describe", "`describe` has each cell's unique name, centre and polygon, two colours, the pieces."
)
async def _describe(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        board = await _described(wire, variant)
        names = [cell.name for cell in board.cells]
        expect(names and len(set(names)) == len(names), f"{variant}: no cells, or two of one name")
        for cell in board.cells:
            corners = len(cell.polygon) >= 3 and all(len(corner) == 2 for corner in cell.polygon)
            expect(corners, f"{variant}: the polygon of {cell.name} is {cell.polygon}")
            expect(_inside(cell), f"{variant}: the centre of {cell.name} is outside its polygon")
        colours = {colour.name for colour in board.colours}
        expect(colours == {"black", "white"}, f"{variant}: its colours are {colours}")
        codes = [piece.code for piece in board.pieces]
        expect(codes and len(set(codes)) == len(codes), f"{variant}: no pieces, or two of one code")
        expect({piece.colour for piece in board.pieces} <= colours, f"{variant}: a piece of no colour")


@CHAPTER.point("show", "`show` names only cells and pieces that `describe` has.")
async def _show(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        board = await _described(wire, variant)
        name = kit.session()
        await play.begin(wire, name, str(variant))
        await play.some(wire, name, 10)
        shown = await wire.ok(ShowAnswer, f"show session={name}")
        strange = set(shown.cells) - {cell.name for cell in board.cells}
        expect(not strange, f"{variant}: `show` has the cells {sorted(strange)}")
        unknown = set(shown.cells.values()) - {piece.code for piece in board.pieces}
        expect(not unknown, f"{variant}: `show` has the pieces {sorted(unknown)}")
        expect(shown.text.strip(), f"{variant}: the text is empty")


async def _details(wire: Wire, name: str) -> list[MoveDetail]:
    moves = (await wire.ok(MovesAnswer, f"moves detail session={name}")).moves
    details = [move for move in moves if isinstance(move, MoveDetail)]
    expect(len(details) == len(moves), "`moves detail` lists moves without detail")
    return details


def _clicks(variant: Variant, details: list[MoveDetail], cells: set[str]) -> None:
    seen: dict[tuple[str, ...], str] = {}
    for detail in details:
        clicks = tuple(detail.clicks) if isinstance(detail.clicks, list) else ()
        labelled = isinstance(detail.label, str)
        expect(bool(clicks) != labelled, f"{variant}: {detail.move} needs either clicks or a label")
        expect(
            set(clicks) <= cells, f"{variant}: {detail.move} is clicked on {clicks}, no cells of the board"
        )
        if clicks:
            expect(
                clicks not in seen, f"{variant}: {detail.move} and {seen.get(clicks)} have the same clicks"
            )
            seen[clicks] = detail.move
    for clicks, move in seen.items():
        for length in range(1, len(clicks)):
            other = seen.get(clicks[:length])
            expect(other is None, f"{variant}: the clicks of {other} are the beginning of those of {move}")


@CHAPTER.point("clicks", "Each move has clicks, unique and never the beginning of another's, or a label.")
async def _unique(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        cells = {cell.name for cell in (await _described(wire, variant)).cells}
        name = kit.session()
        await play.begin(wire, name, str(variant))
        for _ in range(4):
            details = await _details(wire, name)
            plain = await play.names(wire, f"session={name}")
            expect(
                [detail.move for detail in details] == plain, f"{variant}: `moves` and `moves detail` differ"
            )
            _clicks(variant, details, cells)
            await play.some(wire, name, 5)


def _touched(detail: MoveDetail) -> set[str]:
    lists = (detail.captured, detail.placed, detail.removed, detail.stacked)
    named = {cell for cells in lists if isinstance(cells, list) for cell in cells}
    return named | {cell for cell in (detail.from_, detail.to) if isinstance(cell, str)}


@CHAPTER.point(
    "effects", "from, to, captured, placed, removed and stacked name every cell that a move changes."
)
async def _effects(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        name = kit.session()
        begun = await play.begin(wire, name, str(variant))
        played = await play.some(wire, name, 9)
        before = (await wire.ok(ShowAnswer, f"show session={name}")).cells
        details = [detail for detail in await _details(wire, name) if isinstance(detail.clicks, list)]
        for detail in details[:: max(1, len(details) // MOVES_TRIED)]:
            context = f"game={variant} position={begun.position} moves={','.join([*played, detail.move])}"
            after = (await wire.ok(ShowAnswer, f"show {context}")).cells
            changed = {cell for cell in before.keys() | after.keys() if before.get(cell) != after.get(cell)}
            strange = changed - _touched(detail)
            expect(not strange, f"{variant}: {detail.move} changes {sorted(strange)} unsaid")
