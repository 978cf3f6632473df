"""Expressions: names are resolved, types worked out, and numbers put in the place of words.

Every function takes the syntax and the scope and gives a typed value; a mistake is reported once and gives `BROKEN`,
which agrees with everything.
"""

from __future__ import annotations

from typing import assert_never

from boardrules.check import messages, operators, paths
from boardrules.check.binders import fold
from boardrules.check.convert import condition
from boardrules.check.names import BROKEN, Names, RowOf, Scope, Typed, Value
from boardrules.ir import exprs
from boardrules.ir.simplify import binary, conjunction, disjunction, negation
from boardrules.ir.types import (
    BOOL,
    Enum,
    Error,
    Int,
    ListOf,
    NoneType,
    Optional,
    Type,
    widening,
)
from boardrules.lang import nodes


def typed(names: Names, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Typed:
    """The value of an expression; a row of a table is none."""
    found = value(names, node, scope, expected)
    if isinstance(found, RowOf):
        missing = len(found.variable.keys) - len(found.keys)
        names.add(messages.whole_table(node.span, found.variable.name, found.variable.key_names[-missing:]))
        return BROKEN
    return found


def test(names: Names, node: nodes.Expr, scope: Scope) -> exprs.Expr:
    """The expression as a condition."""
    return condition(names, typed(names, node, scope, BOOL))


def value(names: Names, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Value:
    found = _value(names, node, scope, expected)
    if isinstance(found, RowOf):
        return RowOf(found.variable, found.keys, node.span)
    known = scope.known.get(found.value)
    if known is None or isinstance(found.type, Error):
        return Typed(found.value, found.type, node.span, found.domain)
    shift = _narrowing(found.type, known)
    return Typed(binary("-", found.value, exprs.Const(shift)), known, node.span, found.domain)


def _narrowing(wide: Type, narrow: Type) -> int:
    """What the number of a value in the narrower type is less by."""
    outer = wide.of if isinstance(wide, Optional) else wide
    return (widening(narrow, outer) or 0) if isinstance(narrow, Enum) and isinstance(outer, Enum) else 0


def _value(names: Names, node: nodes.Expr, scope: Scope, expected: Type | None) -> Value:
    match node:
        case nodes.Number(number_value):
            return Typed(exprs.Const(number_value), Int(number_value, number_value))
        case nodes.Truth(truth):
            return Typed(exprs.Const(int(truth)), BOOL)
        case nodes.Nothing():
            return Typed(exprs.Const(0), NoneType())
        case nodes.Name():
            return paths.name(names, node, scope, expected)
        case nodes.Call():
            return paths.call(names, node, scope)
        case nodes.Member() | nodes.MemberCall():
            return paths.member(names, node, scope)
        case nodes.Index():
            return paths.index(names, node, scope)
        case nodes.Fold():
            return fold(names, node, scope)
        case nodes.Negative(inner):
            return operators.arithmetic(names, nodes.Arithmetic("-", nodes.Number(0), inner, node.span), scope)
        case nodes.Arithmetic():
            return operators.arithmetic(names, node, scope)
        case nodes.Compare():
            return operators.compare(names, node, scope)
        case nodes.In():
            return operators.is_in(names, node, scope)
        case nodes.Not(inner):
            return Typed(negation(test(names, inner, scope)), BOOL)
        case nodes.And(parts):
            return Typed(conjunction(operators.chain(names, parts, scope, holds=True)), BOOL)
        case nodes.Or(parts):
            return Typed(disjunction(operators.chain(names, parts, scope, holds=False)), BOOL)
        case nodes.Choice():
            return operators.choice(names, node, scope, expected)
        case nodes.Range() | nodes.Members():
            names.add(messages.type_mismatch(node.span, "one value", ListOf(Int(0, 0))))
            return BROKEN
        case nodes.Can():
            names.add(messages.not_supported(node.span, "`can`"))
            return BROKEN
        case nodes.Piece():
            names.add(messages.not_supported(node.span, "a numbered piece"))
            return BROKEN
        case nodes.ModuleTest():
            names.add(messages.not_supported(node.span, "`module(...)`"))
            return BROKEN
    assert_never(node)
