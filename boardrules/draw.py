"""A position as text, for people.

       a b c
    3  . . .  3
    2  . X .  2          X cross   O nought
    1  O . .  1
       a b c

Every table by the squares of a grid is drawn as a board; all other state follows as `name: value` lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from boardrules.run.compiled import Compiled
from boardrules.run.texts import text_at
from boardrules.run.values import Plain, TypeCard
from boardrules.state import State

WIDTH = 78
"""Boards stand side by side up to this many characters."""
FEW = 8
"""Tables with more entries than this show only those that are not empty."""

EMPTY = "."

Spell = Callable[[str], str]
"""Says a key for people."""


def draw(state: State, lang: str = "en") -> str:
    """The whole position: boards first, then a legend, then everything else."""
    compiled = state.game.compiled(len(state.seats))
    boards, drawn = _boards(state, compiled)
    parts = [*_side_by_side(boards), *_legend(state, compiled, drawn, lang)]
    rest = [
        line
        for name, cell in compiled.cells.items()
        if name not in drawn
        for line in _lines(name, state.value(name), cell, lambda seat: seat_name(compiled, seat, lang))
    ]
    if parts and rest:
        parts.append("")
    return "\n".join([*parts, *rest])


def seat_name(compiled: Compiled, seat: str, lang: str) -> str:
    """A seat in words of the language."""
    return text_at(compiled, ("types", "Player", seat), lang) or seat


def signs(state: State) -> dict[str, str]:
    """The sign that each seat is drawn with."""
    given = {seat: state.game.symbol(seat) for seat in state.seats}
    made = short_forms([seat for seat in state.seats if not given[seat]], {sign for sign in given.values() if sign})
    return {seat: given[seat] or made[seat] for seat in state.seats}


def short_forms(names: Sequence[str], taken: set[str] | frozenset[str] = frozenset()) -> dict[str, str]:
    """One sign for each name: first letters if they differ, else final digits, else a letter that is still free."""
    for letters in ([name[:1].upper() for name in names], [name[-1:] for name in names if name[-1:].isdigit()]):
        if len(set(letters)) == len(names) and not taken & set(letters):
            return dict(zip(names, letters, strict=True))
    done: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        used = taken | set(done.values())
        free = [letter.upper() for letter in name if letter.isalnum() and letter.upper() not in used]
        done[name] = free[0] if free else f"#{number}"
    return done


# ---- boards


def _boards(state: State, compiled: Compiled) -> tuple[list[list[str]], dict[str, str]]:
    """The boards as lines of text, and the type of what stands on each, by the name of the state."""
    boards: list[list[str]] = []
    drawn: dict[str, str] = {}
    squares = {grid["square"]: grid for grid in compiled.card["grids"]}
    found = [
        (name, cell, squares[cell["keys"][0]["name"]])
        for name, cell in compiled.cells.items()
        if len(cell["keys"]) == 1
        and cell["keys"][0]["kind"] == "enum"
        and cell["keys"][0]["name"] in squares
        and _inner(cell["type"])["kind"] != "set"
    ]
    for name, cell, grid in found:
        forms = _forms(state, compiled, _inner(cell["type"]))
        table = state.value(name)
        assert isinstance(table, dict)
        cells = [_on_board(value, forms) for value in table.values()]
        lines = _board(cells, list(table), grid["columns"])
        boards.append([name, *lines] if len(found) > 1 else lines)
        drawn[name] = _inner(cell["type"]).get("name", "")
    return boards, drawn


def _board(cells: Sequence[str], squares: Sequence[str], columns: int) -> list[str]:
    """Row by row from the top; squares are numbered from the bottom left."""
    width = max(map(len, cells))
    rows = len(cells) // columns
    margin = len(str(rows))
    letters = [square.rstrip("0123456789").rjust(width) for square in squares[:columns]]
    header = f"{' ' * margin}   {' '.join(letters)}"
    lines = [header]
    for row in range(rows, 0, -1):
        shown = " ".join(cell.rjust(width) for cell in cells[(row - 1) * columns : row * columns])
        lines.append(f" {row:>{margin}}  {shown}  {row}")
    return [*lines, header]


def _on_board(value: Plain, forms: Mapping[str, str]) -> str:
    if value is None or value is False:
        return EMPTY
    if value is True:
        return "x"
    return forms.get(str(value), str(value))


def _forms(state: State, compiled: Compiled, of: TypeCard) -> dict[str, str]:
    """How the members of a type are drawn; all other values stand for themselves."""
    if of["kind"] != "enum":
        return {}
    return signs(state) if of["name"] == "Player" else short_forms(compiled.vocabulary.members(of["name"]))


def _inner(of: TypeCard) -> TypeCard:
    inner: TypeCard = of["of"] if of["kind"] == "optional" else of
    return inner


def _legend(state: State, compiled: Compiled, drawn: Mapping[str, str], lang: str) -> list[str]:
    lines = []
    for of in dict.fromkeys(name for name in drawn.values() if name):
        forms = _forms(state, compiled, {"kind": "enum", "name": of})
        titles = {member: text_at(compiled, ("types", of, member), lang) or member for member in forms}
        lines.append("    " + "   ".join(f"{sign} {titles[member]}" for member, sign in forms.items()))
    return ["", *lines] if lines else []


def _side_by_side(boards: Sequence[Sequence[str]]) -> Iterator[str]:
    """Boards of the same height share lines while they fit."""
    waiting = list(boards)
    while waiting:
        row = [waiting.pop(0)]
        while waiting and len(waiting[0]) == len(row[0]) and _width([*row, waiting[0]]) <= WIDTH:
            row.append(waiting.pop(0))
        widths = [max(map(len, board)) for board in row]
        for parts in zip(*row, strict=True):
            padded = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
            yield "    ".join(padded).rstrip()
        if waiting:
            yield ""


def _width(boards: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, board)) + 4 for board in boards) - 4


# ---- everything else


def _lines(name: str, value: Plain, cell: Mapping[str, Any], seat: Spell) -> list[str]:
    """One piece of state: a line, or a small table where it has two or more keys."""
    is_seat = _inner(cell["type"]) == {"kind": "enum", "name": "Player"}

    def said(one: Plain) -> str:
        return seat(one) if is_seat and isinstance(one, str) else _said(one)

    if not isinstance(value, dict):
        return [f"{name}: {said(value)}"]
    spell: list[Spell] = [seat if key == {"kind": "enum", "name": "Player"} else str for key in cell["keys"]]
    if len(spell) == 1:
        entries = {spell[0](key): said(one) for key, one in value.items() if len(value) <= FEW or not _is_empty(one)}
        return _wrapped(f"{name}: ", [f"{key} {one}" for key, one in entries.items()])
    return [f"{name}:", *_table(value, spell, said)]


def _table(value: dict[str, Any], spell: Sequence[Spell], said: Callable[[Plain], str]) -> list[str]:
    """The last key runs to the right, all others downwards; rows in which everything is empty are left out."""
    right = list(_leaf(value, len(spell) - 1))
    rows = []
    for keys in _paths(value, len(spell) - 1):
        found = value
        for key in keys:
            found = found[key]
        if not all(_is_empty(one) for one in found.values()):
            rows.append([" ".join(say(key) for say, key in zip(spell, keys, strict=False)), *map(said, found.values())])
    if not rows:
        return ["  nothing"]
    table = [["", *(spell[-1](key) for key in right)], *rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))]
    if sum(widths) + 2 * len(widths) > WIDTH:
        return [
            line
            for row in rows
            for line in _wrapped(f"  {row[0]}: ", [f"{key} {one}" for key, one in zip(right, row[1:], strict=True)])
        ]
    return [
        f"  {row[0].ljust(widths[0])}  "
        + "  ".join(one.rjust(width) for one, width in zip(row[1:], widths[1:], strict=True))
        for row in table
    ]


def _paths(value: dict[str, Any], depth: int) -> Iterator[tuple[str, ...]]:
    return product(*(_leaf(value, level) for level in range(depth)))


def _leaf(value: dict[str, Any], depth: int) -> dict[str, Any]:
    for _ in range(depth):
        value = next(iter(value.values()))
    return value


def _wrapped(start: str, entries: Sequence[str]) -> list[str]:
    lines = [start]
    for number, entry in enumerate(entries or ["nothing"]):
        comma = "," if number < len(entries) - 1 else ""
        if len(lines[-1]) + len(entry) > WIDTH and lines[-1].strip() != start.strip():
            lines.append(" " * len(start))
        lines[-1] += ("" if lines[-1].endswith(" ") or not lines[-1].strip() else " ") + entry + comma
    return lines


def _is_empty(value: Plain) -> bool:
    return value is None or value is False or value == 0 or value == []


def _said(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return " + ".join(map(_said, value)) or "nothing" if isinstance(value, list) else str(value)
