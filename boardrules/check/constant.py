"""Values that must be known before the game starts."""

from __future__ import annotations

from collections.abc import Mapping

from boardrules.check import expressions, messages
from boardrules.check.names import Names, Scope
from boardrules.ir import exprs
from boardrules.ir.evaluate import CannotEvaluate, Evaluator
from boardrules.ir.types import Error, Int
from boardrules.lang import nodes
from boardrules.source import Span


def evaluator(names: Names) -> Evaluator:
    functions = {name: info.done for name, info in names.functions.items() if info.done is not None}
    return Evaluator({name: info.table for name, info in names.tables.items()}, functions)


def constant(names: Names, value: exprs.Expr, at: Span, env: Mapping[str, int]) -> int | None:
    """The number that an expression is, or None after saying why it cannot be known."""
    try:
        return evaluator(names)(value, env)
    except CannotEvaluate as problem:
        names.add(messages.not_constant(at, str(problem)))
        return None


def constant_int(names: Names, node: nodes.Expr) -> int | None:
    found = expressions.typed(names, node, Scope())
    if isinstance(found.type, Error):
        return None
    if not isinstance(found.type, Int):
        names.add(messages.type_mismatch(node.span, "a number", found.type))
        return None
    return constant(names, found.value, node.span, {})
