"""The types of values. Every value is one whole number.

| type | numbers |
|---|---|
| Int | the number itself |
| Bool | 0 and 1 |
| Enum | members are 1, 2, 3 ...; a subset keeps the numbers of its base |
| Optional | as the type inside, and one number more for `none` |
| SetOf | one bit per member, the first member is bit 0 |
| ListOf | not a value: a fixed sequence that can only be gone through |
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias, final

from boardrules.vector import NO_NUMBER

LOWEST = -(2**31) + 1
HIGHEST = 2**31 - 1


@final
@dataclass(frozen=True, slots=True)
class Int:
    """A whole number from `low` to `high`; `name` is kept for types that have one, such as Row."""

    low: int
    high: int
    name: str | None = field(default=None, compare=False)


@final
@dataclass(frozen=True, slots=True)
class Bool:
    pass


@final
@dataclass(frozen=True, slots=True)
class Part:
    """`type` inside a wider type: its member number k is k + offset there."""

    type: Enum
    offset: int


@final
@dataclass(frozen=True, slots=True)
class Enum:
    """An enumeration. Two are the same type when they have the same name."""

    name: str
    members: tuple[str, ...] = field(compare=False, repr=False)
    parts: tuple[Part, ...] = field(default=(), compare=False, repr=False)
    base: Enum | None = field(default=None, compare=False, repr=False)
    codes: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """For a subset: which members of the base it has."""
    holds: Enum | None = field(default=None, compare=False, repr=False)
    """For a line of a grid: what it consists of."""
    wraps: bool = field(default=False, compare=False, repr=False)
    """`next` of the last member is the first one."""

    @property
    def size(self) -> int:
        """How many numbers the type spans; a subset spans as many as its base."""
        return len(self.members)

    @property
    def domain(self) -> tuple[int, ...]:
        """The numbers of its members, in order."""
        return self.codes if self.base is not None else tuple(range(1, len(self.members) + 1))


@final
@dataclass(frozen=True, slots=True)
class Optional:
    of: Int | Bool | Enum


@final
@dataclass(frozen=True, slots=True)
class SetOf:
    of: Int | Enum


@final
@dataclass(frozen=True, slots=True)
class ListOf:
    of: Int | Enum


@final
@dataclass(frozen=True, slots=True)
class NoneType:
    """The type of the word `none` alone."""


@final
@dataclass(frozen=True, slots=True)
class Error:
    """The type of what has been reported already; it agrees with everything, so that one mistake is said once."""


ERROR = Error()
BOOL = Bool()
ANY_INT = Int(LOWEST, HIGHEST)

Type: TypeAlias = Int | Bool | Enum | Optional | SetOf | ListOf | NoneType | Error
Simple: TypeAlias = Int | Bool | Enum
"""Types that can be a member, a key, or be made optional."""
Storable: TypeAlias = Int | Bool | Enum | Optional | SetOf


def none_code(of: Simple) -> int:
    """The number that stands for `none` beside the values of `of`."""
    return 0 if isinstance(of, Enum) else NO_NUMBER


def bounds(of: Type) -> tuple[int, int]:
    """The least and the greatest number that a value of this type can be."""
    match of:
        case Int(low, high):
            return low, high
        case Bool():
            return 0, 1
        case Enum():
            domain = of.domain
            return (domain[0], domain[-1]) if domain else (1, 0)
        case Optional(inner):
            low, high = bounds(inner)
            none = none_code(inner)
            return min(low, none), max(high, none)
        case SetOf(inner):
            return 0, (1 << span_of(inner)[1]) - 1
    return LOWEST, HIGHEST


def span_of(key: Simple) -> tuple[int, int]:
    """How a table keyed by this type is laid out: the first key and the number of keys."""
    match key:
        case Int(low, high):
            return low, high - low + 1
        case Bool():
            return 0, 2
        case Enum():
            return 1, key.size


def domain_of(of: Simple) -> tuple[int, ...]:
    """All values of the type, in order."""
    match of:
        case Int(low, high):
            return tuple(range(low, high + 1))
        case Bool():
            return (0, 1)
        case Enum():
            return of.domain


def widening(narrow: Enum, wide: Enum) -> int | None:
    """What to add to a number of `narrow` to get its number in `wide`; None where it is no part of it."""
    root = narrow.base or narrow
    if root == (wide.base or wide):
        # A subset fits into its base, and into another subset that has all its members.
        return 0 if wide.base is None or set(narrow.domain) <= set(wide.domain) else None
    for part in wide.parts:
        inner = widening(narrow, part.type)
        if inner is not None:
            return inner + part.offset
    return None


def describe(of: Type) -> str:
    """The type as a designer would say it."""
    match of:
        case Int(low, high, name):
            if low == high:
                return name or f"the number {low}"
            return name or ("a number" if (low, high) == (LOWEST, HIGHEST) else f"a number from {low} to {high}")
        case Bool():
            return "true or false"
        case Enum():
            return f"a {of.name}"
        case Optional(inner):
            return f"{describe(inner)} or none"
        case SetOf(inner):
            return f"a set of {_plural(inner)}"
        case ListOf(inner):
            return f"a row of {_plural(inner)}"
        case NoneType():
            return "none"
    return "something unknown"


def cover(types: Iterable[Int]) -> Int:
    """The least range that holds all of them."""
    every = list(types)
    return Int(min(one.low for one in every), max(one.high for one in every))


def _plural(of: Simple) -> str:
    return of.name if isinstance(of, Enum | Int) and of.name else "numbers"
