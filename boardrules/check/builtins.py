"""The functions that come with the language: numbers, rows and sets, the order of members, and grids."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from boardrules.check import expressions, messages
from boardrules.check.convert import convert, number
from boardrules.check.names import BROKEN, Names, RowOf, Scope, TableInfo, Typed
from boardrules.ir import exprs
from boardrules.ir.rules import Grid, Table
from boardrules.ir.simplify import binary, pick
from boardrules.ir.types import (
    HIGHEST,
    LOWEST,
    Bool,
    Enum,
    Error,
    Int,
    ListOf,
    Optional,
    SetOf,
    Type,
    describe,
    domain_of,
    span_of,
)
from boardrules.lang import nodes

Entry: TypeAlias = Callable[[tuple[exprs.Expr, ...]], exprs.Expr]
Test: TypeAlias = Callable[[exprs.Expr], exprs.Expr]
Handler: TypeAlias = Callable[[Names, nodes.Call, Scope], Typed]


def call(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    if any(arg.name is not None for arg in node.args):
        names.add(messages.no_names(node.span, node.name))
        return BROKEN
    handler, fewest, most = FUNCTIONS[node.name]
    if not fewest <= len(node.args) <= most:
        wanted = f"{fewest} or more arguments" if most > 9 else f"{fewest} to {most} arguments"
        if fewest == most:
            wanted = messages.several(fewest, "argument")
        names.add(messages.wrong_arity(node.span, node.name, wanted, len(node.args)))
        return BROKEN
    return handler(names, node, scope)


def _extreme(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    """`min(a, b, ...)` and `max(a, b, ...)`."""
    op: exprs.BinaryOp = "min" if node.name == "min" else "max"
    take = min if op == "min" else max
    result: exprs.Expr | None = None
    low = high = 0
    for arg in node.args:
        value, found = number(names, expressions.typed(names, arg.value, scope))
        if result is None:
            result, low, high = value, found.low, found.high
        else:
            result, low, high = binary(op, result, value), take(low, found.low), take(high, found.high)
    assert result is not None
    return Typed(result, Int(low, high))


def _total(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    """`total(hold[player])`: the sum over all keys that are left open."""
    found = expressions.value(names, node.args[0].value, scope)
    if isinstance(found, Typed):
        if isinstance(found.type, Int | Error):
            return found
        names.add(messages.type_mismatch(node.args[0].span, "a table of numbers", found.type))
        return BROKEN
    cell = found.variable.type
    if not isinstance(cell, Int):
        names.add(messages.type_mismatch(node.args[0].span, "a table of numbers", cell))
        return BROKEN
    loops, keys, most = open_keys(names, found)
    low, high = max(min(0, cell.low * most), LOWEST), min(max(0, cell.high * most), HIGHEST)
    read = exprs.Read(found.variable.name, keys)
    return Typed(exprs.Fold("sum", loops, read), Int(low, high))


def open_keys(names: Names, row: RowOf) -> tuple[tuple[exprs.Loop, ...], tuple[exprs.Expr, ...], int]:
    """Loops over the keys that a row leaves open, all keys, and how many cells the row has."""
    loops: list[exprs.Loop] = []
    keys = list(row.keys)
    most = 1
    for key in row.variable.keys[len(row.keys) :]:
        name = names.fresh()
        codes = domain_of(key)
        loops.append(exprs.Loop(name, exprs.Values(codes)))
        keys.append(exprs.Local(name))
        most *= len(codes)
    return tuple(loops), tuple(keys), most


def _size(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    row = expressions.value(names, node.args[0].value, scope)
    if isinstance(row, RowOf) and row.variable.is_bag:
        return _total(names, node, scope)
    found = expressions.typed(names, node.args[0].value, scope)
    if isinstance(found.type, SetOf):
        return Typed(exprs.SizeOf(found.value), Int(0, span_of(found.type.of)[1]))
    if not isinstance(found.type, Error):
        names.add(messages.type_mismatch(node.args[0].span, "a set or a bag", found.type))
    return BROKEN


def _next(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    """The member after this one. Players go round; the last of another type is followed by none."""
    found = expressions.typed(names, node.args[0].value, scope)
    if isinstance(found.type, Error):
        return BROKEN
    of = found.type
    if isinstance(of, Optional) and isinstance(of.of, Enum):
        names.add(messages.may_be_none(node.args[0].span, describe(of.of), node.args[0].span.text))
        return BROKEN
    if not isinstance(of, Enum) or of.base is not None:
        names.add(messages.type_mismatch(node.args[0].span, "a member of an enumeration", of))
        return BROKEN
    table = f"next({of.name})"
    if table not in names.tables:
        after = (*range(2, of.size + 1), 1 if of.wraps else 0)
        declare_table(names, table, (of,), after, of if of.wraps else Optional(of))
    return Typed(exprs.Lookup(table, (found.value,)), names.tables[table].type)


def declare_table(
    names: Names,
    name: str,
    keys: tuple[Int | Bool | Enum, ...],
    entries: tuple[int, ...] | tuple[tuple[int, ...], ...],
    of: Type,
) -> None:

    names.tables[name] = TableInfo(Table(name, keys, entries), of)


# ---- grids


def square_type(names: Names, name: str) -> Grid | None:
    """The grid whose squares `name(column, row)` makes: the type's name in small letters."""
    return next((grid for grid in names.grids if snake(grid.square.name) == name), None)


def columns_of(names: Names, of: Type) -> dict[str, str]:
    """Words after a dot that a type has of itself, with their tables."""
    inner = of.of if isinstance(of, Optional) else of
    if any(grid.square == inner for grid in names.grids) and isinstance(inner, Enum):
        return {"column": f"{inner.name}.column", "row": f"{inner.name}.row"}
    return {}


def square(names: Names, node: nodes.Call, grid: Grid, scope: Scope) -> Typed:
    """`square(column, row)`."""
    if len(node.args) != 2:
        names.add(messages.wrong_arity(node.span, node.name, "2 (column, row)", len(node.args)))
        return BROKEN
    column = convert(names, expressions.typed(names, node.args[0].value, scope), names.types["Column"])
    row = convert(names, expressions.typed(names, node.args[1].value, scope), names.types["Row"])
    steps = binary("*", binary("-", row, exprs.Const(1)), exprs.Const(grid.columns))
    return Typed(binary("+", steps, column), grid.square)


def contents(found: Typed) -> exprs.Row | None:
    """The squares of a line."""
    if isinstance(found.type, Enum) and found.type.holds is not None:
        return exprs.Row(f"{found.type.name}.squares", (found.value,))
    return None


def _grid_arguments(
    names: Names, node: nodes.Call, scope: Scope
) -> tuple[Grid, tuple[exprs.Expr, exprs.Expr], Typed | None] | None:
    if not names.grids:
        names.add(messages.unknown_name(node.name_span, "grid for the function", node.name, ()))
        return None
    grid = names.grids[0]
    origin = expressions.typed(names, node.args[0].value, scope)
    direction = expressions.typed(names, node.args[1].value, scope)
    extra = expressions.typed(names, node.args[2].value, scope) if len(node.args) == 3 else None
    if isinstance(origin.type, Error) or isinstance(direction.type, Error):
        return None
    keys = (convert(names, origin, grid.square), convert(names, direction, names.types["Direction"]))
    return grid, keys, extra


def _ahead(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    """`ahead(square, direction, n)`: the nth square that way, or none beyond the edge."""
    found = _grid_arguments(names, node, scope)
    if found is None:
        return BROKEN
    grid, keys, extra = found
    steps: exprs.Expr = exprs.Const(1)
    most = max(grid.columns, grid.rows)
    beyond = False
    if extra is not None:
        steps, reach = number(names, extra)
        if reach.low < 0:
            steps = convert(names, extra, Int(0, HIGHEST))
        beyond = reach.high > most
    table = f"{grid.square.name}.ahead"
    if not beyond:
        return Typed(exprs.Lookup(table, (*keys, steps)), Optional(grid.square))
    name = names.fresh()
    inside = exprs.Lookup(table, (*keys, exprs.Local(name)))
    near = binary("<=", exprs.Local(name), exprs.Const(most))
    return Typed(exprs.Bind(name, steps, pick(near, inside, exprs.Const(0))), Optional(grid.square))


def _ray(names: Names, node: nodes.Call, scope: Scope) -> Typed:
    """`ray(square, direction)`: the squares that way, nearest first; the first n of them with a third argument."""
    found = _grid_arguments(names, node, scope)
    if found is None:
        return BROKEN
    grid, keys, extra = found
    number_of = None
    if extra is not None:
        number_of, reach = number(names, extra)
        if reach.low < 0:
            number_of = convert(names, extra, Int(0, HIGHEST))
    row = exprs.Row(f"{grid.square.name}.ray", keys, number_of)
    return Typed(exprs.Const(0), ListOf(grid.square), node.span, row)


def snake(name: str) -> str:
    """`DemandSpace` as it is written in rules: `demand_space`."""
    return "".join(
        f"_{letter.lower()}" if letter.isupper() and at else letter.lower() for at, letter in enumerate(name)
    )


FUNCTIONS: dict[str, tuple[Handler, int, int]] = {
    "min": (_extreme, 2, 99),
    "max": (_extreme, 2, 99),
    "total": (_total, 1, 1),
    "size": (_size, 1, 1),
    "next": (_next, 1, 1),
    "ahead": (_ahead, 2, 3),
    "ray": (_ray, 2, 3),
}
"""Name, handler, fewest and most arguments."""

LATER = ("neighbours", "distance", "reachable", "connected", "has", "printed")
"""Words of the language that this version does not run yet."""
