"""A grid makes types and tables: squares, columns, rows, directions, rays and lines."""

from __future__ import annotations

from collections.abc import Iterator

from boardrules.check import messages
from boardrules.check.builtins import declare_table
from boardrules.check.names import Names
from boardrules.diagnostics import Diagnostic
from boardrules.ir.rules import Grid
from boardrules.ir.types import Enum, Int, ListOf, Optional, Simple
from boardrules.loader.declarations import BoardDecl

STEPS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
"""Columns and rows that one step in each direction goes; north is towards higher rows."""

LARGEST = 26


def declare_grid(names: Names, board: BoardDecl, lines: int | None) -> None:
    columns, rows = board.grid.columns, board.grid.rows
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        message = f"a grid has 1 to {LARGEST} columns and rows"
        names.add(Diagnostic("out-of-range", board.grid.span, message))
        return
    letters = tuple(chr(ord("a") + at) for at in range(columns))
    squares = tuple(f"{letter}{row}" for row in range(1, rows + 1) for letter in letters)
    square = Enum(board.word.name, squares)
    column, direction = Enum("Column", letters), Enum("Direction", tuple(STEPS))
    row = Int(1, rows, "Row")
    made: dict[str, Simple] = {board.word.name: square, "Column": column, "Row": row, "Direction": direction}
    for name, kind in made.items():
        names.types[name] = kind
        names.type_spans.setdefault(name, board.word.span)
    for of in (square, column, direction):
        _declare_members(names, of, board)
    grid = Grid(square, columns, rows)
    names.grids.append(grid)
    _declare_tables(names, grid, column, row, direction)
    if lines is not None:
        _declare_lines(names, grid, lines, board)


def _declare_members(names: Names, of: Enum, board: BoardDecl) -> None:
    for code, member in enumerate(of.members, 1):
        if member in names.members or names.declared_at(member) is not None:
            names.add(messages.duplicate_name(names.declared_at(member) or board.word.span, member, board.word.span))
        names.members[member] = (of, code)
        names.hideable.add(member)


def _declare_tables(names: Names, grid: Grid, column: Enum, row: Int, direction: Enum) -> None:
    square, name = grid.square, grid.square.name
    places = [(x, y) for y in range(grid.rows) for x in range(grid.columns)]
    declare_table(names, f"{name}.column", (square,), tuple(x + 1 for x, _ in places), column)
    declare_table(names, f"{name}.row", (square,), tuple(y + 1 for _, y in places), row)
    rays = tuple(tuple(_ray(grid, x, y, *step)) for x, y in places for step in STEPS.values())
    declare_table(names, f"{name}.ray", (square, direction), rays, ListOf(square))
    most = max(grid.columns, grid.rows)
    origins = [y * grid.columns + x + 1 for x, y in places for _ in STEPS]
    ahead = tuple(
        reached
        for origin, ray in zip(origins, rays, strict=True)
        for reached in (origin, *ray, *(0 for _ in range(most - len(ray))))
    )
    declare_table(names, f"{name}.ahead", (square, direction, Int(0, most)), ahead, Optional(square))


def _ray(grid: Grid, x: int, y: int, dx: int, dy: int) -> Iterator[int]:
    """The squares from (x, y) in one direction, nearest first."""
    x, y = x + dx, y + dy
    while 0 <= x < grid.columns and 0 <= y < grid.rows:
        yield y * grid.columns + x + 1
        x, y = x + dx, y + dy


def _declare_lines(names: Names, grid: Grid, length: int, board: BoardDecl) -> None:
    """All straight rows of `length` squares, each once."""
    if not 2 <= length <= max(grid.columns, grid.rows):
        span = board.lines.span if board.lines is not None else board.word.span
        names.add(Diagnostic("out-of-range", span, f"no straight line has {length} squares on this grid"))
        return
    found = []
    for y in range(grid.rows):
        for x in range(grid.columns):
            for step in ("north", "northeast", "east", "southeast"):
                line = (y * grid.columns + x + 1, *_ray(grid, x, y, *STEPS[step]))[:length]
                if len(line) == length:
                    found.append(line)
    members = tuple(f"{grid.square.members[line[0] - 1]}_{grid.square.members[line[-1] - 1]}" for line in found)
    of = Enum("Line", members, holds=grid.square)
    names.types["Line"] = of
    names.type_spans.setdefault("Line", board.word.span)
    declare_table(names, "Line.squares", (of,), tuple(found), ListOf(grid.square))
