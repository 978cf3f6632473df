"""Going through things: `x in D where c`, and the folds that are made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from boardrules.check import builtins, expressions, messages
from boardrules.check.convert import condition, convert, number
from boardrules.check.facts import facts
from boardrules.check.names import BROKEN, Names, Scope, Typed, bind_new, elements, word_in
from boardrules.ir import exprs
from boardrules.ir.types import (
    BOOL,
    ERROR,
    HIGHEST,
    LOWEST,
    Bool,
    Enum,
    Error,
    Int,
    Optional,
    SetOf,
    Simple,
    Type,
    bounds,
    domain_of,
    none_code,
    span_of,
)
from boardrules.ir.walk import walk
from boardrules.lang import nodes

FOLDS = ("any", "all", "count", "sum", "min", "max", "first", "set", "run", "best", "the")


@final
@dataclass(frozen=True, slots=True)
class Through:
    """What a loop goes through: the domain, the type of one element, and at most how many there are."""

    domain: exprs.Domain
    type: Type
    most: int


NOTHING = Through(exprs.Values(()), ERROR, 0)


def domain(names: Names, node: nodes.Expr, scope: Scope) -> Through:
    if isinstance(node, nodes.Name) and node.name in names.types and node.name not in scope.locals:
        return through_type(names.types[node.name])
    if isinstance(node, nodes.Range):
        return _through_range(names, node, scope)
    if unknown_domain(names, node, scope):
        return NOTHING
    found = expressions.typed(names, node, scope)
    match found.type:
        case Error():
            return NOTHING
        case SetOf(of):
            low, size = span_of(of)
            return Through(exprs.Bits(found.value, low), of, size)
    inner = elements(found.type)
    rows = found.domain or builtins.contents(found)
    if inner is None or not isinstance(rows, exprs.Row):
        help = "numbers are gone through as 1..n; to do something n times, write times:"
        help_here = help if isinstance(found.type, Int) else None
        names.add(messages.type_mismatch(node.span, "a type, a range or a set to go through", found.type, help_here))
        return NOTHING
    longest = max((len(row) for row in names.tables[rows.table].table.entries if isinstance(row, tuple)), default=0)
    return Through(rows, inner, longest)


def unknown_domain(names: Names, node: nodes.Expr, scope: Scope) -> bool:
    """Reports a word that is neither a type nor a value, where either could stand."""
    if not isinstance(node, nodes.Name) or node.name in scope.locals or node.name in names.later:
        return False
    known = [*names.types, *scope.locals, *names.value_names()]
    if node.name in known:
        return False
    names.add(messages.unknown_name(node.span, "type or set", node.name, known))
    return True


def through_type(of: Simple) -> Through:
    """All values of a type."""
    if isinstance(of, Int):  # perhaps a thousand million values: never laid out
        return Through(exprs.Span(exprs.Const(of.low), exprs.Const(of.high)), of, of.high - of.low + 1)
    codes = domain_of(of)
    if codes and codes == tuple(range(codes[0], codes[-1] + 1)):
        return Through(exprs.Span(exprs.Const(codes[0]), exprs.Const(codes[-1])), of, len(codes))
    return Through(exprs.Values(codes), of, len(codes))


def _through_range(names: Names, node: nodes.Range, scope: Scope) -> Through:
    low, low_range = number(names, expressions.typed(names, node.low, scope))
    high, high_range = number(names, expressions.typed(names, node.high, scope))
    of = Int(low_range.low, max(high_range.high, low_range.low))
    return Through(exprs.Span(low, high), of, max(0, of.high - of.low + 1))


def loops(names: Names, node: nodes.Binders, scope: Scope) -> tuple[tuple[exprs.Loop, ...], Scope, int]:
    """The loops of `a in A, b in B where c`, the scope inside them, and at most how often they run."""
    done: list[exprs.Loop] = []
    most = 1
    for binder in node.binders:
        through = domain(names, binder.domain, scope)
        going = _from_start(names, binder, through, scope) if binder.start is not None else through.domain
        scope = bind_new(names, scope, binder.name, through.type, word_in(binder.span, binder.name))
        done.append(exprs.Loop(binder.name, going))
        most *= max(through.most, 1)
    if node.where is not None:
        for part in conjuncts(node.where):
            attach(done, expressions.test(names, part, scope))
            scope = scope.knowing(facts(names, part, scope, True))
    return tuple(done), scope, most


def _from_start(names: Names, binder: nodes.Binder, through: Through, scope: Scope) -> exprs.Domain:
    assert binder.start is not None
    start = expressions.typed(names, binder.start, scope)
    match through.domain:
        case exprs.Span(exprs.Const(low), exprs.Const(high)):
            return exprs.Round(low, high, convert(names, start, through.type))
    if not isinstance(through.type, Error):
        names.add(messages.type_mismatch(binder.domain.span, "a whole type to go round in", through.type))
    return through.domain


def conjuncts(node: nodes.Expr) -> tuple[nodes.Expr, ...]:
    return node.parts if isinstance(node, nodes.And) else (node,)


def attach(done: list[exprs.Loop], test: exprs.Expr) -> None:
    """Puts a condition at the first loop after which all its names are bound."""
    mentioned = {one.name for one in walk(test) if isinstance(one, exprs.Local)}
    place = max((at for at, loop in enumerate(done) if loop.name in mentioned), default=0)
    done[place] = replace(done[place], where=(*done[place].where, test))


def fold(names: Names, node: nodes.Fold, scope: Scope) -> Typed:
    if node.kind not in FOLDS:
        names.add(messages.unknown_function(node.kind_span, node.kind, FOLDS))
        return BROKEN
    made, inside, most = loops(names, node.binders, scope)
    order = tuple(_key(names, step, inside) for step in node.binders.order)
    if order and node.kind not in ("first", "best", "the"):
        names.add(
            messages.type_mismatch(node.binders.order[0].span, "no order here; only best and first have one", BOOL)
        )
    expected = BOOL if node.kind in ("any", "all", "run") else None
    body = expressions.typed(names, node.body, inside, expected)
    if isinstance(body.type, Error):
        return BROKEN
    return _FOLDERS[node.kind](names, node, made, body, most, order)


def _key(names: Names, step: nodes.Criterion, scope: Scope) -> exprs.Key:
    found = expressions.typed(names, step.key, scope)
    if not isinstance(found.type, Int | Bool | Enum | Error):
        names.add(messages.type_mismatch(step.key.span, "something with an order", found.type))
    return exprs.Key(found.value, step.direction == "highest")


Loops = tuple[exprs.Loop, ...]
Keys = tuple[exprs.Key, ...]


def _truth(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    kind: exprs.FoldKind = "any" if node.kind == "any" else "all"
    return Typed(exprs.Fold(kind, made, condition(names, body)), BOOL)


def _count(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    """A truth value counts where it holds; anything else counts every binding."""
    if isinstance(body.type, Bool):
        narrowed = list(made)
        attach(narrowed, body.value)
        made = tuple(narrowed)
    return Typed(exprs.Fold("count", made, exprs.Const(1)), Int(0, most))


def _sum(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    value, found = number(names, body)
    low, high = max(min(0, found.low * most), LOWEST), min(max(0, found.high * most), HIGHEST)
    return Typed(exprs.Fold("sum", made, value), Int(low, high))


def _extreme(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    kind: exprs.FoldKind = "min" if node.kind == "min" else "max"
    if not isinstance(body.type, Int | Enum):
        names.add(messages.type_mismatch(node.body.span, "something with an order", body.type))
        return BROKEN
    return Typed(exprs.Fold(kind, made, body.value, rule=names.rule(node.span)), body.type)


def _first(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    inner = body.type.of if isinstance(body.type, Optional) else body.type
    if not isinstance(inner, Int | Bool | Enum):
        names.add(messages.type_mismatch(node.body.span, "one value", body.type))
        return BROKEN
    kind: exprs.FoldKind = "best" if order else "first"
    found = exprs.Fold(kind, made, body.value, none=none_code(inner), order=order)
    if node.kind != "the":
        return Typed(found, Optional(inner))
    low, high = bounds(inner)
    return Typed(exprs.Checked(found, low, high, names.rule(node.span), present=True), inner)


def _set(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    inner = body.type.of if isinstance(body.type, Optional) else body.type
    if not isinstance(inner, Int | Enum):
        names.add(messages.type_mismatch(node.body.span, "a member", body.type))
        return BROKEN
    low, _ = span_of(inner)
    none = none_code(inner)
    return Typed(exprs.Fold("set", made, body.value, none=none, low=low), SetOf(inner))


def _run(names: Names, node: nodes.Fold, made: Loops, body: Typed, most: int, order: Keys) -> Typed:
    if len(made) != 1 or made[0].where:
        names.add(messages.wrong_arity(node.binders.span, "run", "one name and no where", len(made)))
        return BROKEN
    return Typed(exprs.Fold("run", made, condition(names, body)), Int(0, most))


_FOLDERS = {
    "any": _truth,
    "all": _truth,
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "first": _first,
    "best": _first,
    "the": _first,
    "set": _set,
    "run": _run,
}

__all__ = ["FOLDS", "Through", "attach", "conjuncts", "domain", "fold", "loops", "through_type"]
