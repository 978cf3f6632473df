"""Arithmetic, comparisons, membership, and, or, and if: values made of values."""

from __future__ import annotations

from boardrules.check import builtins, expressions, messages
from boardrules.check.binders import unknown_domain
from boardrules.check.convert import common, convert, number
from boardrules.check.facts import facts
from boardrules.check.names import BROKEN, Names, Scope, Typed, elements
from boardrules.ir import exprs
from boardrules.ir.simplify import binary, conjunction, disjunction, negation, one_of, pick
from boardrules.ir.types import (
    BOOL,
    HIGHEST,
    LOWEST,
    Bool,
    Enum,
    Error,
    Int,
    ListOf,
    NoneType,
    Optional,
    SetOf,
    Simple,
    Type,
    describe,
    none_code,
    widening,
)
from boardrules.lang import nodes
from boardrules.source import Span


def arithmetic(names: Names, node: nodes.Arithmetic, scope: Scope) -> Typed:
    left, right = expressions.typed(names, node.left, scope), expressions.typed(names, node.right, scope)
    if isinstance(left.type, Error) or isinstance(right.type, Error):
        return BROKEN
    if isinstance(left.type, SetOf) and node.op in ("+", "-"):
        return _set_arithmetic(names, node.op, left, right)
    (a, a_range), (b, b_range) = number(names, left), number(names, right)
    if node.op in ("floor", "ceil", "mod") and b_range.low <= 0 <= b_range.high:
        b = exprs.Checked(b, 1, HIGHEST, names.rule(node.right.span))
        if b_range.high < 1:
            names.add(messages.bad_divisor(node.right.span))
            return BROKEN
        b_range = Int(1, b_range.high)
    op: exprs.BinaryOp = "//" if node.op == "floor" else node.op
    result = binary(op, a, b)
    if isinstance(result, exprs.Const):
        found = Int(result.value, result.value)
    else:
        found = _interval(op, a_range, b_range)
    if found.high < LOWEST or found.low > HIGHEST:
        names.add(messages.out_of_range(node.span, "the result", LOWEST, HIGHEST))
        return BROKEN
    return Typed(result, Int(max(found.low, LOWEST), min(found.high, HIGHEST)))


def _interval(op: exprs.BinaryOp, a: Int, b: Int) -> Int:
    """Where the result of an operation must lie."""
    match op:
        case "+":
            return Int(a.low + b.low, a.high + b.high)
        case "-":
            return Int(a.low - b.high, a.high - b.low)
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Int(min(corners), max(corners))
        case "//":
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Int(min(corners), max(corners))
        case "ceil":
            corners = [-(-x // y) for x in (a.low, a.high) for y in (b.low, b.high)]
            return Int(min(corners), max(corners))
    most = max(abs(b.low), abs(b.high)) - 1
    return Int(0 if b.low > 0 else -most, most)


def _set_arithmetic(names: Names, op: str, left: Typed, right: Typed) -> Typed:
    assert isinstance(left.type, SetOf)
    bits = as_set(names, right, left.type)
    return Typed(exprs.Binary("|" if op == "+" else "&~", left.value, bits), left.type)


def as_set(names: Names, found: Typed, wanted: SetOf) -> exprs.Expr:
    """A member, or a set, as a set of the wanted type."""
    if isinstance(found.type, SetOf):
        return convert(names, found, wanted)
    low = 1 if isinstance(wanted.of, Enum) else wanted.of.low
    return exprs.BitOf(convert(names, found, wanted.of), low)


def compare(names: Names, node: nodes.Compare, scope: Scope) -> Typed:
    left, right = _two_sides(names, node.left, node.right, scope)
    if isinstance(left.type, Error) or isinstance(right.type, Error):
        return BROKEN
    shared = common(left.type, right.type)
    ordered = node.op in ("<", "<=", ">", ">=")
    if shared is None or isinstance(shared, ListOf) or (ordered and not isinstance(shared, Int | Enum)):
        if ordered and isinstance(shared, Optional):
            which = left if isinstance(left.type, Optional | NoneType) else right
            names.add(messages.may_be_none(which.span, describe(shared.of), which.span.text))
        else:
            names.add(messages.not_comparable(node.span, left.type, right.type))
        return BROKEN
    for one, other in ((left, right), (right, left)):
        if (
            isinstance(one.type, NoneType)
            and isinstance(other.type, Int | Enum | Bool)
            and other.value not in scope.known
        ):
            names.add(messages.never_none(node.span, other.span.text, other.type))
    a, b = convert(names, left, shared), convert(names, right, shared)
    return Typed(binary(node.op, a, b), BOOL)


def _two_sides(names: Names, left: nodes.Expr, right: nodes.Expr, scope: Scope) -> tuple[Typed, Typed]:
    """Both sides of a comparison; each may tell the other which option its words belong to."""
    if isinstance(left, nodes.Name) and left.name in names.option_words:
        second = expressions.typed(names, right, scope)
        return expressions.typed(names, left, scope, second.type), second
    first = expressions.typed(names, left, scope)
    return first, expressions.typed(names, right, scope, first.type)


def is_in(names: Names, node: nodes.In, scope: Scope) -> Typed:
    found = expressions.typed(names, node.value, scope)
    if isinstance(found.type, Error):
        return BROKEN
    result = _membership(names, node, found, scope)
    if result is None:
        return BROKEN
    return Typed(negation(result) if node.negated else result, BOOL)


def _membership(names: Names, node: nodes.In, found: Typed, scope: Scope) -> exprs.Expr | None:
    group = node.group
    if isinstance(group, nodes.Name) and group.name in names.types and group.name not in scope.locals:
        return _in_type(names, found, names.types[group.name], node.span)
    if isinstance(group, nodes.Members):
        return _in_members(names, found, group, scope)
    if isinstance(group, nodes.Range):
        low, high = expressions.typed(names, group.low, scope), expressions.typed(names, group.high, scope)
        (x, _), (a, _), (b, _) = number(names, found), number(names, low), number(names, high)
        return conjunction((binary(">=", x, a), binary("<=", x, b)))
    if unknown_domain(names, group, scope):
        return None
    return within(names, found, expressions.typed(names, group, scope), node.span)


def within(names: Names, found: Typed, group: Typed, at: Span) -> exprs.Expr | None:
    """Whether a value is in a set, or in a row; `none` is in none."""
    match group.type:
        case Error():
            return None
        case SetOf(of):
            return _guarded(
                names, found, of, lambda x: exprs.HasBit(group.value, x, 1 if isinstance(of, Enum) else of.low)
            )
    inner = elements(group.type)
    rows = group.domain or builtins.contents(group)
    if inner is None or rows is None:
        names.add(messages.type_mismatch(at, "a type, a set or (a, b, ...) after 'in'", group.type))
        return None
    return _guarded(names, found, inner, lambda x: exprs.Within(x, rows))


def _guarded(names: Names, found: Typed, wanted: Simple, has: builtins.Test) -> exprs.Expr:
    if not isinstance(found.type, Optional):
        return has(convert(names, found, wanted))
    name = names.fresh()
    inside = Typed(exprs.Local(name), found.type.of, found.span)
    there = binary("!=", exprs.Local(name), exprs.Const(none_code(found.type.of)))
    return exprs.Bind(name, found.value, conjunction((there, has(convert(names, inside, wanted)))))


def _in_type(names: Names, found: Typed, of: Simple, at: Span) -> exprs.Expr | None:
    outer = found.type.of if isinstance(found.type, Optional) else found.type
    if isinstance(of, Int) and isinstance(outer, Int):
        return conjunction(
            (binary(">=", found.value, exprs.Const(of.low)), binary("<=", found.value, exprs.Const(of.high)))
        )
    if isinstance(of, Enum) and isinstance(outer, Enum):
        offset = widening(of, outer)
        if offset is None and (of.base or of) == (outer.base or outer):
            offset = 0
        if offset is not None:
            return one_of(found.value, tuple(code + offset for code in of.domain))
    names.add(messages.not_comparable(at, found.type, of))
    return None


def _in_members(names: Names, found: Typed, group: nodes.Members, scope: Scope) -> exprs.Expr | None:
    parts: list[exprs.Expr] = []
    for item in group.items:
        other = expressions.typed(names, item, scope, found.type)
        shared = common(found.type, other.type)
        if shared is None:
            names.add(messages.not_comparable(item.span, found.type, other.type))
            return None
        parts.append(binary("==", convert(names, found, shared), convert(names, other, shared)))
    return disjunction(tuple(parts))


def chain(names: Names, parts: tuple[nodes.Expr, ...], scope: Scope, holds: bool) -> tuple[exprs.Expr, ...]:
    """The parts of `and` (or of `or`); each may rely on what the ones before it found true (or false)."""
    done = []
    for part in parts:
        result = expressions.test(names, part, scope)
        done.append(result)
        scope = scope.knowing(facts(names, part, scope, holds))
    return tuple(done)


def choice(names: Names, node: nodes.Choice, scope: Scope, expected: Type | None) -> Typed:
    decides = expressions.test(names, node.condition, scope)
    yes = expressions.typed(names, node.yes, scope.knowing(facts(names, node.condition, scope, True)), expected)
    no = expressions.typed(names, node.no, scope.knowing(facts(names, node.condition, scope, False)), expected)
    shared = common(yes.type, no.type)
    if shared is None:
        names.add(messages.different_branches(node.span, yes.type, no.type))
        return BROKEN
    if isinstance(shared, Int) and isinstance(decides, exprs.Const):
        # The branch that the options rule out must not widen the range.
        return yes if decides.value else no
    return Typed(pick(decides, convert(names, yes, shared), convert(names, no, shared)), shared)
