"""Making a value fit a type: what is surely right costs nothing, what may be wrong is tested when the rule runs."""

from __future__ import annotations

from boardrules.check import messages
from boardrules.check.names import Names, Typed
from boardrules.ir import exprs
from boardrules.ir.simplify import binary, pick
from boardrules.ir.types import (
    ANY_INT,
    BOOL,
    ERROR,
    Bool,
    Enum,
    Error,
    Int,
    NoneType,
    Optional,
    SetOf,
    Type,
    cover,
    describe,
    none_code,
    widening,
)
from boardrules.lang.nodes import Expr as Node


def convert(names: Names, found: Typed, target: Type) -> exprs.Expr:
    """The value as one of type `target`; reports where it cannot be."""
    value, source = found.value, found.type
    match source, target:
        case (Error(), _) | (_, Error()):
            return value
        case Int(), Int():
            return _into_range(names, found, target)
        case Bool(), Bool():
            return value
        case Enum(), Enum():
            offset = widening(source, target)
            if offset is not None:
                return binary("+", value, exprs.Const(offset))
            if isinstance(value, exprs.Const) and value.value in target.domain and source == (target.base or target):
                return value
        case SetOf(of), SetOf(to) if of == to:
            return value
        case NoneType(), Optional(of):
            return exprs.Const(none_code(of))
        case Optional(of), Optional(to):
            if isinstance(of, Enum) and isinstance(to, Enum):
                offset = widening(of, to)
                if offset is not None:
                    return _shift_optional(names, value, offset)
            elif (isinstance(of, Int) and isinstance(to, Int) and to.low <= of.low and of.high <= to.high) or of == to:
                return value
        case _, Optional(to):
            return convert(names, found, to)
        case Optional(of), _ if fits(of, target):
            names.add(messages.may_be_none(found.span, describe(target), found.span.text))
            return value
    help = None
    if isinstance(target, Bool) and isinstance(source, Int | Optional):
        shown = " ".join(found.span.text.split())
        help = f"compare it: {shown} {'> 0' if isinstance(source, Int) else '!= none'}"
        if isinstance(found.value, exprs.Const):
            help = "write true or false"
    names.add(messages.type_mismatch(found.span, describe(target), source, help))
    return value


def fits(source: Type, target: Type) -> bool:
    """Whether a value of the one type can be one of the other, perhaps after a test of its range."""
    match source, target:
        case (Error(), _) | (_, Error()):
            return True
        case Int(), Int():
            return source.low <= target.high and source.high >= target.low
        case Enum(), Enum():
            return widening(source, target) is not None
        case NoneType(), Optional():
            return True
        case Optional(of), Optional(to):
            return fits(of, to)
        case _, Optional(to):
            return fits(source, to)
    return source == target


def common(left: Type, right: Type) -> Type | None:
    """The least type that holds the values of both."""
    match left, right:
        case (Error(), _) | (_, Error()):
            return ERROR
        case Int(), Int():
            return cover((left, right))
        case NoneType(), NoneType():
            return left
        case NoneType(), Optional():
            return right
        case Optional(), NoneType():
            return left
        case NoneType(), Int() | Bool() | Enum():
            return Optional(right)
        case Int() | Bool() | Enum(), NoneType():
            return Optional(left)
        case Optional(of), _:
            inner = common(of, right.of if isinstance(right, Optional) else right)
            return Optional(inner) if isinstance(inner, Int | Bool | Enum) else inner
        case _, Optional(of):
            inner = common(left, of)
            return Optional(inner) if isinstance(inner, Int | Bool | Enum) else inner
        case Enum(), Enum():
            return _common_enum(left, right)
    return left if left == right else None


def condition(names: Names, found: Typed) -> exprs.Expr:
    return convert(names, found, BOOL)


def number(names: Names, found: Typed) -> tuple[exprs.Expr, Int]:
    """The value as a number, with the range that it is known to lie in."""
    if isinstance(found.type, Int):
        return found.value, found.type
    return convert(names, found, ANY_INT), ANY_INT


def words(node: Node) -> str:
    """The source text of an expression on one line."""
    return " ".join(node.span.text.split())


def _into_range(names: Names, found: Typed, target: Int) -> exprs.Expr:
    source = found.type
    assert isinstance(source, Int)
    if target.low <= source.low and source.high <= target.high:
        return found.value
    if source.high < target.low or source.low > target.high:
        said = str(source.low) if source.low == source.high else describe(source)
        names.add(messages.out_of_range(found.span, said, target.low, target.high))
        return found.value
    return exprs.Checked(found.value, target.low, target.high, names.rule(found.span))


def _shift_optional(names: Names, value: exprs.Expr, offset: int) -> exprs.Expr:
    if offset == 0:
        return value
    name = names.fresh()
    here = exprs.Local(name)
    return exprs.Bind(name, value, pick(here, binary("+", here, exprs.Const(offset)), exprs.Const(0)))


def _common_enum(left: Enum, right: Enum) -> Enum | None:
    if widening(left, right) is not None:
        return right
    if widening(right, left) is not None:
        return left
    base_left, base_right = left.base or left, right.base or right
    return base_left if base_left == base_right else None
