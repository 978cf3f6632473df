"""Constructors that work out what is already known: `2 + 3` becomes 5 and `x and true` becomes x.

Options and the number of players are constants by the time rules are checked, so much of a rule disappears here.
"""

from __future__ import annotations

from collections.abc import Callable

from boardrules.ir.exprs import FALSE, TRUE, And, Binary, BinaryOp, Const, Expr, Not, OneOf, Or, Pick

OPERATIONS: dict[BinaryOp, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "ceil": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "&~": lambda a, b: a & ~b,
    "min": min,
    "max": max,
}
"""What each binary operation means; the emitted code must agree with it."""

_OPPOSITE: dict[BinaryOp, BinaryOp] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def binary(op: BinaryOp, left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const) and not (op in ("//", "ceil", "mod") and not right.value):
        return Const(OPERATIONS[op](left.value, right.value))
    if op in ("+", "-") and right == Const(0):
        return left
    if op == "+" and left == Const(0):
        return right
    if op in ("+", "-") and isinstance(right, Const) and isinstance(left, Binary) and isinstance(left.right, Const):
        if left.op in ("+", "-"):
            total = (left.right.value if left.op == "+" else -left.right.value) + (
                right.value if op == "+" else -right.value
            )
            return binary("+", left.left, Const(total)) if total >= 0 else binary("-", left.left, Const(-total))
    if op == "*" and Const(1) in (left, right):
        return right if left == Const(1) else left
    if op == "*" and Const(0) in (left, right):
        return Const(0)
    return Binary(op, left, right)


def negation(value: Expr) -> Expr:
    match value:
        case Const(number):
            return FALSE if number else TRUE
        case Not(inner):
            return inner
        case Binary(op, left, right) if op in _OPPOSITE:
            return Binary(_OPPOSITE[op], left, right)
    return Not(value)


def conjunction(parts: tuple[Expr, ...]) -> Expr:
    flat: list[Expr] = []
    for part in parts:
        flat += part.parts if isinstance(part, And) else (part,)
    if FALSE in flat:
        return FALSE
    rest = tuple(part for part in flat if part != TRUE)
    if not rest:
        return TRUE
    return rest[0] if len(rest) == 1 else And(rest)


def disjunction(parts: tuple[Expr, ...]) -> Expr:
    flat: list[Expr] = []
    for part in parts:
        flat += part.parts if isinstance(part, Or) else (part,)
    if TRUE in flat:
        return TRUE
    rest = tuple(part for part in flat if part != FALSE)
    if not rest:
        return FALSE
    return rest[0] if len(rest) == 1 else Or(rest)


def pick(condition: Expr, yes: Expr, no: Expr) -> Expr:
    if isinstance(condition, Const):
        return yes if condition.value else no
    return yes if yes == no else Pick(condition, yes, no)


def one_of(value: Expr, values: tuple[int, ...]) -> Expr:
    if isinstance(value, Const):
        return TRUE if value.value in values else FALSE
    if not values:
        return FALSE
    return binary("==", value, Const(values[0])) if len(values) == 1 else OneOf(value, values)
