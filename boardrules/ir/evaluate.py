"""Working out expressions that read no state: sizes of types, subsets, start values, tables made in advance.

This is the meaning of every expression in a few lines; the emitted code must agree with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from boardrules.ir.exprs import (
    And,
    Binary,
    Bind,
    BitOf,
    Bits,
    Call,
    Checked,
    Const,
    Domain,
    Expr,
    Fold,
    HasBit,
    LengthOf,
    Load,
    Local,
    Lookup,
    Loop,
    Not,
    Nth,
    OneOf,
    Or,
    Pick,
    Read,
    Round,
    Row,
    SizeOf,
    Span,
    Values,
    Within,
)
from boardrules.ir.rules import Function, Table
from boardrules.ir.simplify import OPERATIONS
from boardrules.ir.types import span_of


class CannotEvaluate(Exception):
    """The expression reads state, divides by zero, or leaves a range."""


class Evaluator:
    """Evaluates with constant tables and functions; `vector` is there only when state may be read."""

    def __init__(self, tables: Mapping[str, Table], functions: Mapping[str, Function]) -> None:
        self._tables = tables
        self._functions = functions

    def __call__(self, node: Expr, env: Mapping[str, int]) -> int:
        match node:
            case Const(value):
                return value
            case Local(name):
                return env[name]
            case Lookup(table, keys):
                entry = self._entry(table, keys, env)
                assert isinstance(entry, int)
                return entry
            case Call(name, args):
                function = self._functions.get(name)
                if function is None:
                    raise CannotEvaluate(f"'{name}' is not known yet")
                given = {param.name: self(arg, env) for param, arg in zip(function.params, args, strict=True)}
                return self(function.body, given)
            case Binary(op, left, right):
                a, b = self(left, env), self(right, env)
                if op in ("//", "ceil", "mod") and b == 0:
                    raise CannotEvaluate("it divides by zero")
                return OPERATIONS[op](a, b)
            case Not(value):
                return int(not self(value, env))
            case And(parts):
                return int(all(self(part, env) for part in parts))
            case Or(parts):
                return int(any(self(part, env) for part in parts))
            case Pick(condition, yes, no):
                return self(yes if self(condition, env) else no, env)
            case Bind(name, value, body):
                return self(body, {**env, name: self(value, env)})
            case OneOf(value, values):
                return int(self(value, env) in values)
            case Within(value, domain):
                return int(self(value, env) in self.members(domain, env))
            case HasBit(bits, value, low):
                return self(bits, env) >> (self(value, env) - low) & 1
            case BitOf(value, low):
                return 1 << (self(value, env) - low)
            case SizeOf(bits):
                return self(bits, env).bit_count()
            case Nth(row, index):
                return self.members(row, env)[self(index, env)]
            case LengthOf(row):
                return len(self.members(row, env))
            case Checked(value, low, high, _):
                found = self(value, env)
                if not low <= found <= high:
                    raise CannotEvaluate(f"{found} does not fit into {low}..{high}")
                return found
            case Fold():
                return self._fold(node, env)
            case Read(state, _):
                raise CannotEvaluate(f"it reads '{state}'")
            case Load():
                raise CannotEvaluate("it reads the state")

    def members(self, domain: Domain, env: Mapping[str, int]) -> Sequence[int]:
        """What a domain consists of, in order."""
        match domain:
            case Span(low, high):
                return range(self(low, env), self(high, env) + 1)
            case Values(values):
                return values
            case Row(table, keys, number):
                row = self._entry(table, keys, env)
                assert isinstance(row, tuple)
                return row if number is None else row[: self(number, env)]
            case Bits(bits, low):
                found = self(bits, env)
                return [low + at for at in range(found.bit_length()) if found >> at & 1]
            case Round(low, high, start):
                first = self(start, env)
                return [*range(first, high + 1), *range(low, first)]

    def _entry(self, name: str, keys: tuple[Expr, ...], env: Mapping[str, int]) -> int | tuple[int, ...]:
        table = self._tables[name]
        index = 0
        for key, of in zip(keys, table.keys, strict=True):
            low, size = span_of(of)
            at = self(key, env) - low
            if not 0 <= at < size:
                raise CannotEvaluate(f"'{name}' has no such entry")
            index = index * size + at
        return table.entries[index]

    def bindings(self, loops: tuple[Loop, ...], env: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
        if not loops:
            yield env
            return
        loop = loops[0]
        for value in self.members(loop.domain, env):
            inside = {**env, loop.name: value}
            if all(self(test, inside) for test in loop.where):
                yield from self.bindings(loops[1:], inside)

    def _fold(self, node: Fold, env: Mapping[str, int]) -> int:
        found = (self(node.body, inside) for inside in self.bindings(node.loops, env))
        match node.kind:
            case "any":
                return int(any(found))
            case "all":
                return int(all(found))
            case "count":
                return sum(1 for _ in found)
            case "sum":
                return sum(found)
            case "first":
                return next(found, node.none)
            case "set":
                return _set_of(found, node)
            case "run":
                return _leading(found)
            case "best":
                return self._best(node, env)
        every = list(found)
        if not every:
            raise CannotEvaluate(f"there is nothing to take the {node.kind} of")
        return min(every) if node.kind == "min" else max(every)

    def _best(self, node: Fold, env: Mapping[str, int]) -> int:
        def rank(inside: Mapping[str, int]) -> tuple[int, ...]:
            return tuple(-self(key.value, inside) if key.highest else self(key.value, inside) for key in node.order)

        best = min(self.bindings(node.loops, env), key=rank, default=None)
        return node.none if best is None else self(node.body, best)


def _set_of(found: Iterator[int], node: Fold) -> int:
    bits = 0
    for value in found:
        if value != node.none:
            bits |= 1 << (value - node.low)
    return bits


def _leading(found: Iterator[int]) -> int:
    length = 0
    for value in found:
        if not value:
            break
        length += 1
    return length
