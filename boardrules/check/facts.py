"""What a condition tells about the values in it: `x != none` means that x is there, `x in Fish` that it is a Fish."""

from __future__ import annotations

from collections.abc import Mapping

from boardrules.check.names import Names, RowOf, Scope
from boardrules.diagnostics import Report
from boardrules.ir.exprs import Bind, Const, Expr
from boardrules.ir.types import Enum, NoneType, Optional, Type
from boardrules.lang import nodes

Facts = Mapping[Expr, Type]


def facts(names: Names, node: nodes.Expr, scope: Scope, holds: bool) -> Facts:
    """The types that are known once `node` was found true, or false where `holds` is False."""
    match node:
        case nodes.Not(inner):
            return facts(names, inner, scope, not holds)
        case nodes.And(parts) if holds:
            return _all_of(names, parts, scope, holds)
        case nodes.Or(parts) if not holds:
            return _all_of(names, parts, scope, holds)
        case nodes.Compare("!=" | "==" as op, left, right) if (op == "!=") == holds:
            return _not_none(names, left, right, scope)
        case nodes.Compare("==", left, right) if holds:
            return {**_equal(names, left, right, scope), **_equal(names, right, left, scope)}
        case nodes.In(inner, nodes.Name(name), negated) if name in names.types and negated != holds:
            found = _quietly(names, inner, scope)
            target = names.types[name]
            if found is not None and isinstance(target, Enum):
                return {found[0]: target}
    return {}


def _all_of(names: Names, parts: tuple[nodes.Expr, ...], scope: Scope, holds: bool) -> Facts:
    found: dict[Expr, Type] = {}
    for part in parts:
        found |= facts(names, part, scope.knowing(found), holds)
    return found


def _not_none(names: Names, left: nodes.Expr, right: nodes.Expr, scope: Scope) -> Facts:
    for one, other in ((left, right), (right, left)):
        if isinstance(other, nodes.Nothing):
            found = _quietly(names, one, scope)
            if found is not None and isinstance(found[1], Optional):
                return {found[0]: found[1].of}
    return {}


def _equal(names: Names, one: nodes.Expr, other: nodes.Expr, scope: Scope) -> Facts:
    """A value that equals one which is surely there is there too."""
    found, same = _quietly(names, one, scope), _quietly(names, other, scope)
    if found is None or same is None or not isinstance(found[1], Optional):
        return {}
    return {} if isinstance(same[1], Optional | NoneType) else {found[0]: found[1].of}


def _quietly(names: Names, node: nodes.Expr, scope: Scope) -> tuple[Expr, Type] | None:
    """The value of a part that was checked already; what is wrong with it has been said."""
    from boardrules.check.expressions import value

    report, names.report = names.report, Report()
    rules = len(names.rules)
    try:
        found = value(names, node, scope)
    finally:
        names.report = report
        del names.rules[rules:]
    if isinstance(found, RowOf) or isinstance(found.value, Const | Bind):
        return None
    return found.value, found.type
