"""What a rule does: structured statements, as the checker makes them and as plain procedures keep them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

from boardrules.ir.exprs import Expr, Loop


@final
@dataclass(frozen=True, slots=True)
class Store:
    """Writes a cell of the state, by name; gone after lowering."""

    state: str
    keys: tuple[Expr, ...]
    value: Expr


@final
@dataclass(frozen=True, slots=True)
class Save:
    """Writes a place of the state vector: `vector[offset + index] = value`."""

    offset: int
    index: Expr | None
    value: Expr


@final
@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr


@final
@dataclass(frozen=True, slots=True)
class Do:
    """Runs a phase."""

    phase: str
    args: tuple[Expr, ...]
    rule: int


@final
@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Body
    otherwise: Body = ()


@final
@dataclass(frozen=True, slots=True)
class ForEach:
    loops: tuple[Loop, ...]
    body: Body


@final
@dataclass(frozen=True, slots=True)
class While:
    """`rule` is named when it never ends."""

    condition: Expr
    body: Body
    rule: int


@final
@dataclass(frozen=True, slots=True)
class Repeat:
    body: Body
    until: Expr
    rule: int


@final
@dataclass(frozen=True, slots=True)
class Times:
    number: Expr
    body: Body
    rule: int


@final
@dataclass(frozen=True, slots=True)
class Leave:
    pass


@final
@dataclass(frozen=True, slots=True)
class Finish:
    """Ends the game; `winner` is given for `won`."""

    how: Literal["scored", "drawn", "won"]
    winner: Expr | None
    rule: int


@final
@dataclass(frozen=True, slots=True)
class Decide:
    """Stops until somebody has chosen; `decision` is the number of the choose."""

    decision: int


Statement: TypeAlias = Store | Save | Let | Do | If | ForEach | While | Repeat | Times | Leave | Finish | Decide
Body: TypeAlias = tuple[Statement, ...]
