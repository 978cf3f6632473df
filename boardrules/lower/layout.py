"""Where everything lies: state at fixed places of one vector, tables flat and filled up at the front."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

from boardrules.ir import exprs, statements
from boardrules.ir.evaluate import Evaluator
from boardrules.ir.program import Cell, FlatTable
from boardrules.ir.rules import Rules, Table
from boardrules.ir.simplify import binary
from boardrules.ir.types import Simple, domain_of, span_of
from boardrules.ir.walk import rebuild
from boardrules.vector import HEADER

Node = TypeVar("Node")


class Layout:
    """The places of the state of a game; `flat` turns rules by name into rules by place."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.cells: dict[str, Cell] = {}
        offset = HEADER
        for variable in rules.state:
            size = 1
            for key in variable.keys:
                size *= span_of(key)[1]
            self.cells[variable.name] = Cell(variable.name, offset, size, variable.keys, variable.type, variable.is_bag)
            offset += size
        streams = dict.fromkeys(decision.stream for decision in rules.decisions if decision.stream is not None)
        self.streams = {stream: offset + at for at, stream in enumerate(streams)}
        self.size = offset + len(streams)
        self._table_keys = {table.name: table.keys for table in rules.tables}

    def know_tables(self, tables: Iterable[Table]) -> None:
        """Tables that came after the rules, as an expression of a scenario can bring them."""
        for table in tables:
            self._table_keys[table.name] = table.keys

    def initial(self, evaluator: Evaluator) -> list[int]:
        """The vector before set-up."""
        vector = [0] * self.size
        for variable in self._rules.state:
            cell = self.cells[variable.name]
            for path in product(*(domain_of(key) for key in variable.keys)):
                env = dict(zip(variable.key_names, path, strict=True))
                vector[cell.offset + place(variable.keys, path)] = evaluator(variable.start, env)
        return vector

    def tables(self) -> tuple[FlatTable, ...]:
        return tuple(flat_table(table) for table in self._rules.tables)

    def flat(self, node: Node) -> Node:
        """The same rule with places instead of names."""
        return self._flat(node)  # type: ignore[no-any-return]

    def _flat(self, node: Any) -> Any:
        node = rebuild(node, self._flat)
        match node:
            case exprs.Read(state, keys):
                cell = self.cells[state]
                return exprs.Load(*_address(cell.offset, index_of(cell.keys, keys)))
            case statements.Store(state, keys, value):
                cell = self.cells[state]
                return statements.Save(*_address(cell.offset, index_of(cell.keys, keys)), value)
            case exprs.Lookup(table, keys):
                return exprs.Lookup(table, (index_of(self._table_keys[table], keys, padded=True),))
            case exprs.Row(table) if table not in self._table_keys:
                return node  # the constants that a loop with a decision goes through: one row, made later
            case exprs.Row(table, keys, number):
                return exprs.Row(table, (index_of(self._table_keys[table], keys, padded=True),), number)
        return node


def place(keys: tuple[Simple, ...], path: tuple[int, ...]) -> int:
    """The number of a cell within its table."""
    index = 0
    for key, code in zip(keys, path, strict=True):
        low, size = span_of(key)
        index = index * size + code - low
    return index


def index_of(keys: tuple[Simple, ...], values: tuple[exprs.Expr, ...], padded: bool = False) -> exprs.Expr:
    """The same as an expression; a padded table saves the subtraction of where the keys begin."""
    index: exprs.Expr = exprs.Const(0)
    before = 0
    for key, value in zip(keys, values, strict=True):
        low, size = span_of(key)
        index = binary("+", binary("*", index, exprs.Const(size)), value)
        before = before * size + low
    if padded and _can_pad(keys):
        return index
    return binary("-", index, exprs.Const(before)) if before >= 0 else binary("+", index, exprs.Const(-before))


def _can_pad(keys: tuple[Simple, ...]) -> bool:
    return 0 <= _padding(keys) <= 512


def _padding(keys: tuple[Simple, ...]) -> int:
    before = 0
    for key in keys:
        low, size = span_of(key)
        before = before * size + low
    return before


def flat_table(table: Table) -> FlatTable:
    if not table.keys or not _can_pad(table.keys):
        return FlatTable(table.name, table.entries)
    filler = () if table.entries and isinstance(table.entries[0], tuple) else 0
    return FlatTable(table.name, (*(filler for _ in range(_padding(table.keys))), *table.entries))


def _address(offset: int, index: exprs.Expr) -> tuple[int, exprs.Expr | None]:
    """`offset + index` with whatever is constant in the index moved into the offset."""
    match index:
        case exprs.Const(number):
            return offset + number, None
        case exprs.Binary("-", inner, exprs.Const(number)):
            return offset - number, inner
        case exprs.Binary("+", inner, exprs.Const(number)):
            return offset + number, inner
    return offset, index
