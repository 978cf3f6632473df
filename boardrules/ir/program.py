"""The program of a game: what is left to do is to write it down in some language.

State is places in one vector; a rule in which nobody decides is a `Procedure`; a rule that can stop is cut into
`Block`s at its decisions, and the vector holds the number of the question it waits at. Where a block returns to, and
what its rule still needs to know, lies in the vector too: in a frame of fixed places for each rule, which is put on the
stack (also in the vector) only when the rule calls itself again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, final

from boardrules.ir.exprs import Expr, Loop
from boardrules.ir.rules import Action, Criterion, Fact, Function, Grid, Parameter, ScoringLine
from boardrules.ir.statements import Body
from boardrules.ir.types import Enum, Simple, Storable
from boardrules.source import Span


@final
@dataclass(frozen=True, slots=True)
class Cell:
    """Where a piece of state lies: `offset` is that of its first cell."""

    name: str
    offset: int
    size: int
    keys: tuple[Simple, ...]
    type: Storable
    is_bag: bool = False


@final
@dataclass(frozen=True, slots=True)
class FlatTable:
    """A constant table by one number; unused numbers at the front are filled up."""

    name: str
    entries: tuple[int, ...] | tuple[tuple[int, ...], ...]


@final
@dataclass(frozen=True, slots=True)
class Procedure:
    """A rule in which nobody decides; `may_end` if it can end the game."""

    name: str
    params: tuple[str, ...]
    body: Body
    may_end: bool
    rule: Span = field(compare=False, repr=False)


# ---- blocks


@final
@dataclass(frozen=True, slots=True)
class Jump:
    target: int


@final
@dataclass(frozen=True, slots=True)
class Fork:
    test: Expr
    yes: int
    no: int


@final
@dataclass(frozen=True, slots=True)
class Enter:
    """Runs a rule that can stop; it comes back to block `back`. A frame that `keeps` is put on the stack first."""

    rule: str
    args: tuple[Expr, ...]
    back: int
    keeps: str | None
    at: int


@final
@dataclass(frozen=True, slots=True)
class Ask:
    question: int


@final
@dataclass(frozen=True, slots=True)
class Return:
    """Goes back to where this rule was run from, and empties its frame."""

    rule: str


@final
@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left to do: the game has ended."""


@final
@dataclass(frozen=True, slots=True)
class Halt:
    """The end of a phase that was run alone."""


End: TypeAlias = Jump | Fork | Enter | Ask | Return | Over | Halt


@final
@dataclass(frozen=True, slots=True)
class Block:
    """`restores` names the frame that is taken from the stack first."""

    number: int
    rule: str
    body: Body
    end: End
    restores: str | None = None


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a question offers. `given` are the arguments that the rule gives."""

    action: str
    given: tuple[Expr, ...]
    fixed: tuple[tuple[str, Expr], ...]
    where: Expr | None
    after: int
    """The block that runs when it has been done."""
    keeps: str | None = None
    names: tuple[tuple[str, int | None], ...] = ()
    """For values: the names to bind, with their place in the frame."""


@final
@dataclass(frozen=True, slots=True)
class Question:
    """A decision. `empty` is the block that runs when there is no option; None is an error of the rules."""

    number: int
    label: str | None
    inside: str
    by: Expr
    entries: tuple[Entry, ...]
    decline: Entry | None
    empty: int | None
    rule: int
    stream: str | None = None


@final
@dataclass(frozen=True, slots=True)
class Frame:
    """The places of a rule that can stop: where it returns to, and its names."""

    rule: str
    back: int
    params: tuple[int, ...]
    start: int
    size: int
    names: tuple[tuple[str, int], ...]


@final
@dataclass(frozen=True, slots=True)
class Listing:
    """Everything of one action that is legal: tests before any choice, then a loop for each parameter."""

    action: Action
    first: tuple[Expr, ...]
    loops: tuple[Loop, ...]
    base: int
    """The first id; ids count up in mixed radix over the given and the chosen parameters."""
    radices: tuple[int, ...]
    lows: tuple[int, ...]
    """The number that digit 0 stands for, for each parameter."""
    nones: tuple[int | None, ...]
    """The number of `none`, where a parameter can be none; it is the last digit."""
    stops: bool
    """Whether doing it may need further decisions."""


@final
@dataclass(frozen=True, slots=True)
class Program:
    """Everything that a back end needs."""

    game: str
    players: int
    seats: tuple[str, ...]
    types: tuple[Enum, ...]
    cells: tuple[Cell, ...]
    initial: tuple[int, ...]
    tables: tuple[FlatTable, ...]
    functions: tuple[Function, ...]
    procedures: tuple[Procedure, ...]
    frames: tuple[Frame, ...]
    blocks: tuple[Block, ...]
    entries: tuple[tuple[str, int], ...]
    """The first block of each rule that can stop; `main` is the whole game."""
    questions: tuple[Question, ...]
    listings: tuple[Listing, ...]
    scoring: tuple[ScoringLine, ...]
    winner: tuple[Criterion, ...]
    invariants: tuple[Fact, ...]
    grids: tuple[Grid, ...]
    phases: tuple[tuple[str, tuple[Parameter, ...]], ...]
    stack: tuple[int, int, int]
    """Where the stack begins, how many places one frame takes there, and how many fit."""
    streams: tuple[tuple[str, int], ...]
    """Where the number of draws of each die, bag or cell is counted."""
    uses_steps: bool
    rules: tuple[Span, ...] = field(compare=False, repr=False)


def action_rule(action: str) -> str:
    """The name under which the `do` of an action is a rule of its own."""
    return f"do {action}"


def targets(end: End, questions: Mapping[int, Question]) -> list[int]:
    """Where a block can go on; a question goes on where its answers do."""
    match end:
        case Jump(target):
            return [target]
        case Fork(_, yes, no):
            return [yes, no]
        case Enter(back=back):
            return [back]
        case Ask(number):
            question = questions[number]
            every = [*question.entries, *((question.decline,) if question.decline else ())]
            return [entry.after for entry in every] + ([question.empty] if question.empty is not None else [])
    return []
