"""A game as it was written: one frozen record per entry of each section, each with its place in the file.

This is what the loader hands on. Strings have been parsed, nothing has been resolved: a name may still mean nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, final

from boardrules.lang import nodes
from boardrules.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Word:
    """A name in the file, with its place."""

    name: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Text:
    """Text for people, by language; plain text in the file is English (`en`)."""

    by_language: tuple[tuple[str, str], ...]
    span: Span = _span()


# ---- plain data: start values and tables


@final
@dataclass(frozen=True, slots=True)
class DataList:
    items: tuple[Data, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class DataEntry:
    """One entry of a mapping; the key is a word, or numbers such as `3`, `0..2` or `7..`."""

    key: Word | nodes.Band
    value: Data


@final
@dataclass(frozen=True, slots=True)
class DataMap:
    entries: tuple[DataEntry, ...]
    span: Span = _span()


Data: TypeAlias = nodes.Expr | nodes.Ladder | DataList | DataMap
"""An expression, a ladder (`2/5/9+4`), or lists and mappings of them."""


# ---- sections


@final
@dataclass(frozen=True, slots=True)
class OptionDecl:
    """`default` is a number, a word or a truth value, or a `DataMap` by number of players."""

    word: Word
    default: Data
    range: nodes.Range | None = None
    values: tuple[Word, ...] = ()
    title: Text | None = None
    per_player: bool = False


@final
@dataclass(frozen=True, slots=True)
class EnumDef:
    """`[Fish, amber]`: members and whole types, in order."""

    members: tuple[Word, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class TypeDecl:
    word: Word
    definition: EnumDef | nodes.Range | nodes.Subset


@final
@dataclass(frozen=True, slots=True)
class NameDecl:
    """`ware: Sold` in `names`: the type of a word in headers."""

    word: Word
    type: nodes.TypeExpr


@final
@dataclass(frozen=True, slots=True)
class BoardDecl:
    """`Square: {grid: 3 x 3, lines: 3}`."""

    word: Word
    grid: nodes.Grid
    lines: nodes.Expr | None = None


@final
@dataclass(frozen=True, slots=True)
class TableDecl:
    word: Word
    value: Data


@final
@dataclass(frozen=True, slots=True)
class DieDecl:
    """`die: 1..6`, `seat_die: Player`, or a list of faces."""

    word: Word
    faces: nodes.Expr | DataList


@final
@dataclass(frozen=True, slots=True)
class StateDecl:
    word: Word
    type: nodes.TypeExpr
    start: Data | None = None
    title: Text | None = None
    at_end: Literal["error", "stay"] = "error"


@final
@dataclass(frozen=True, slots=True)
class FunctionDecl:
    head: nodes.Head
    body: nodes.Expr


@final
@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition of an action and, where one is written, the sentence a refused player is told."""

    condition: nodes.Expr
    sentence: nodes.Template | None = None


@final
@dataclass(frozen=True, slots=True)
class ActionDecl:
    head: nodes.Head
    title: nodes.Template | None = None
    params: tuple[nodes.Param, ...] = ()
    require: tuple[Requirement, ...] = ()
    body: nodes.Body = ()


@final
@dataclass(frozen=True, slots=True)
class PhaseDecl:
    head: nodes.Head
    body: nodes.Body


@final
@dataclass(frozen=True, slots=True)
class NamedExpr:
    """A scoring line, a check or an invariant."""

    word: Word
    value: nodes.Expr


@final
@dataclass(frozen=True, slots=True)
class WinnerDecl:
    """`{highest: score, then: [...], else: shared}`; each criterion has its own direction."""

    criteria: tuple[nodes.Criterion, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class TextEntry:
    """One entry of `texts/<lang>.yaml`; the path is (`actions`, `place`, `title`) or (`reasons`, sentence)."""

    path: tuple[str, ...]
    text: nodes.Template
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class TextsDecl:
    """One language file."""

    language: str
    entries: tuple[TextEntry, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Limits:
    """`pending`: how many rules may wait for one another at a time."""

    pending: int = 100


@final
@dataclass(frozen=True, slots=True)
class Seat:
    """A named seat, and the sign it is drawn with."""

    word: Word
    symbol: str | None = None


@final
@dataclass(frozen=True, slots=True)
class GameDecl:
    """A whole game, includes joined in."""

    word: Word
    title: Text
    fewest: int
    most: int
    players_span: Span = field(compare=False, repr=False)
    seats: tuple[Seat, ...] = ()
    options: tuple[OptionDecl, ...] = ()
    types: tuple[TypeDecl, ...] = ()
    names: tuple[NameDecl, ...] = ()
    boards: tuple[BoardDecl, ...] = ()
    tables: tuple[TableDecl, ...] = ()
    dice: tuple[DieDecl, ...] = ()
    state: tuple[StateDecl, ...] = ()
    functions: tuple[FunctionDecl, ...] = ()
    actions: tuple[ActionDecl, ...] = ()
    phases: tuple[PhaseDecl, ...] = ()
    scoring: tuple[NamedExpr, ...] = ()
    winner: WinnerDecl | None = None
    checks: tuple[NamedExpr, ...] = ()
    invariants: tuple[NamedExpr, ...] = ()
    limits: Limits = Limits()
    texts: tuple[TextsDecl, ...] = ()
    files: tuple[Path, ...] = ()
    """Every file that was read, game file first."""


# ---- scenarios


@final
@dataclass(frozen=True, slots=True)
class Move:
    """`p1: place(square=a1)`; `refused` is True, or the sentence that must be among the reasons."""

    player: Word
    step: nodes.Step
    refused: bool | str = False
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Expect:
    """A condition in the middle of a scenario."""

    condition: nodes.Expr


@final
@dataclass(frozen=True, slots=True)
class Listing:
    """`legal`, `illegal` or `only` with actions; `only` must name every legal one."""

    kind: Literal["legal", "illegal", "only"]
    steps: tuple[nodes.Step, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Ended:
    """`ended: {won_by: black}`, `{drawn: true}`, or just `true`: how the game must have ended."""

    over: bool
    winners: tuple[Word, ...] | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class ScenarioDecl:
    """One scenario; `start` is a phase call that runs alone, `None` the game's own flow."""

    name: str
    name_span: Span = field(compare=False, repr=False)
    like: Word | None = None
    players: int | None = None
    seats: tuple[Word, ...] = ()
    options: tuple[tuple[Word, nodes.Expr], ...] = ()
    luck: tuple[tuple[Word, Data], ...] = ()
    given: tuple[tuple[Word, Data], ...] = ()
    start: nodes.Expr | None = None
    when: tuple[Move | Expect | Listing, ...] = ()
    then: tuple[Expect | Listing | Ended, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class ScenarioFile:
    game: Word | None
    scenarios: tuple[ScenarioDecl, ...]
    span: Span = _span()
