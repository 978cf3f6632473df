"""The syntax tree of the rules language, as it was written: no name is resolved and nothing has a type yet.

Strings in YAML become expressions, statements and declarations here; the structures that YAML itself carries
(`if`, `for`, `choose`, ...) are statements of the same tree, so later stages see one kind of body. The span is left
out of equality: two trees are equal when they mean the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, final

from boardrules.source import NOWHERE, Span


def _span() -> Span:
    # A field of every node; written as a function so that each line below stays short.
    return field(default=NOWHERE, compare=False, repr=False)


# ---- expressions


@final
@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    value: bool
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Nothing:
    """The word `none`."""

    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Name:
    name: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Piece:
    """`Ship 2`: the second one of a pool of pieces."""

    kind: str
    number: int
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Arg:
    """One argument; `name` is given in `explore(n=3)`."""

    value: Expr
    name: str | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Call:
    """`f(a, b)`; `name_span` covers only the word."""

    name: str
    args: tuple[Arg, ...]
    name_span: Span = _span()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Member:
    """`base.name`."""

    base: Expr
    name: str
    name_span: Span = _span()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class MemberCall:
    """`base.name(a, b)`."""

    base: Expr
    name: str
    args: tuple[Arg, ...]
    name_span: Span = _span()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Index:
    """`base[a, b]`."""

    base: Expr
    keys: tuple[Expr, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`, both ends included."""

    low: Expr
    high: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Binder:
    """`name in domain`, going round from `start` where that is said."""

    name: str
    domain: Expr
    start: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Criterion:
    """One step of an order: `highest key` or `lowest key`."""

    direction: Literal["highest", "lowest"]
    key: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Binders:
    """`a in A, b in B where condition by order`."""

    binders: tuple[Binder, ...]
    where: Expr | None = None
    order: tuple[Criterion, ...] = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Fold:
    """`count(body for binders)` and its relatives: any all count sum min max first set run best the."""

    kind: str
    body: Expr
    binders: Binders
    kind_span: Span = _span()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Negative:
    """`-x`."""

    value: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left op right`; `floor` and `ceil` are the two divisions."""

    op: Literal["+", "-", "*", "mod", "floor", "ceil"]
    left: Expr
    right: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Compare:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Members:
    """`(a, b, c)` after `in`."""

    items: tuple[Expr, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class In:
    """`value in group`, or `value not in group`."""

    value: Expr
    group: Expr
    negated: bool = False
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Can:
    """`player can action`: the player would have a legal choice of it now."""

    player: Expr
    action: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Not:
    value: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class And:
    """A whole chain of `and`."""

    parts: tuple[Expr, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Or:
    """A whole chain of `or`."""

    parts: tuple[Expr, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Choice:
    """`if condition then yes else no`."""

    condition: Expr
    yes: Expr
    no: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class ModuleTest:
    """`module(name)`: that module is in this game."""

    module: str
    span: Span = _span()


Expr: TypeAlias = (
    Number | Truth | Nothing | Name | Piece | Call | Member | MemberCall | Index | Range | Fold | Negative
    | Arithmetic | Compare | Members | In | Can | Not | And | Or | Choice | ModuleTest
)  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Template:
    """Text for people with expressions in it: `Buy {item} for {price(item)}`. Parts are texts and expressions."""

    parts: tuple[str | Expr, ...]
    span: Span = _span()


# ---- what a statement says about amounts and choices


@final
@dataclass(frozen=True, slots=True)
class UpTo:
    """`up to n`: as many as there are, at most n."""

    most: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class AllThere:
    """The quantity `all`."""

    span: Span = _span()


Quantity: TypeAlias = Expr | UpTo | AllThere


@final
@dataclass(frozen=True, slots=True)
class Amount:
    """`3 talers`."""

    number: Expr
    resource: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Act:
    """`n times statement` inside an option of a cell; `times` is None for a plain one."""

    statement: Simple
    times: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Option:
    """`pay costs -> act and act`: one of the things an item lets a player do."""

    acts: tuple[Act, ...]
    costs: tuple[Amount, ...] = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Item:
    """An entry of `choose` or `may`, or one part of a cell: `option or option`."""

    options: tuple[Option, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Decline:
    """The `or` of a choose: an action, and when it may be taken."""

    action: Expr
    where: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Handful:
    """`2 of store[player]`; `number` is None for `some of ...`."""

    number: Expr | None
    of: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class OptionalDomain:
    """`PassTile or none` as the domain of a parameter."""

    of: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Domain:
    """What a parameter may be: `source where condition default value`."""

    source: Expr | Handful | OptionalDomain
    where: Expr | None = None
    default: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Limit:
    """`once per turn for each item`."""

    times: Expr
    phase: str
    each: tuple[str, ...] = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Bonus:
    """`strength +2` in a column of bonuses; a malus has a negative amount."""

    total: Expr
    amount: Expr
    span: Span = _span()


# ---- statements written as one line


@final
@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value`, `target += value` or `target -= value`."""

    target: Expr
    op: Literal["=", "+=", "-="]
    value: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Run:
    """A phase, effect or action called by name."""

    path: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr
    name_span: Span = _span()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Move:
    """`move 2 fish from hold[player] to box`; `thing` is the dotted word of the kind, if one is said."""

    quantity: Quantity
    thing: Expr | None
    source: Expr
    target: Expr
    under: bool = False
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Draw:
    """`draw up to 2 from deck to hand[player]`; no quantity means one."""

    quantity: Quantity | None
    source: Expr
    target: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class DrawAs:
    """`draw from bag as token`."""

    source: Expr
    name: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Put:
    value: Expr
    target: Expr
    under: bool = False
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Shuffle:
    target: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Fill:
    """`fill price_deck with Space`."""

    target: Expr
    kind: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Roll:
    """`roll die to face`, or `roll cell` for any member of the cell's type."""

    die: Expr
    target: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Create:
    """`create Ship as ship`."""

    kind: str
    name: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Clear:
    target: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Gain:
    amount: Amount
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Pay:
    costs: tuple[Amount, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class EndGame:
    """`end game`, `end game drawn` or `end game won by winner`."""

    how: Literal["scored", "drawn", "won"]
    winner: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Say:
    text: Template
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Skip:
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Leave:
    """Leaves the innermost while, repeat or times."""

    span: Span = _span()


Simple: TypeAlias = (
    Assign | Run | Let | Move | Draw | DrawAs | Put | Shuffle | Fill | Roll | Create | Clear | Gain | Pay
    | EndGame | Say | Skip | Leave
)  # fmt: skip


# ---- statements whose structure is YAML


@final
@dataclass(frozen=True, slots=True)
class ForEach:
    """`for: binders` with `do`, and also the one-line `statement for binders`."""

    binders: Binders
    body: Body
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Body
    otherwise: Body = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class CaseKey:
    """One word before a branch of `case`: a member or subtype, a number or band, `none` or `else`."""

    kind: Literal["name", "band", "none", "else"]
    name: str = ""
    low: int = 0
    high: int | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Branch:
    keys: tuple[CaseKey, ...]
    body: Body
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Case:
    subject: Expr
    branches: tuple[Branch, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class While:
    condition: Expr
    body: Body
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Repeat:
    """Runs the body, then tests `until`; without one it goes on until something leaves."""

    body: Body
    until: Expr | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Times:
    number: Expr
    body: Body
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Param:
    """A parameter that is chosen, with what it may be."""

    name: str
    domain: Domain
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Choose:
    """A decision. Either `items` (actions) or `params` (values) is filled; `by` defaults to `player`."""

    items: tuple[Item, ...] = ()
    params: tuple[Param, ...] = ()
    label: str | None = None
    title: Template | None = None
    by: Expr | None = None
    first: Expr | None = None
    decline: Decline | None = None
    if_none: Body | None = None
    body: Body | None = None
    label_span: Span = _span()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class May:
    """Any of the items in any order, each once, or again and again with `times: any`."""

    items: tuple[Item, ...]
    label: str | None = None
    by: Expr | None = None
    again: bool = False
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class FirstPossible:
    items: tuple[Item, ...]
    span: Span = _span()


Statement: TypeAlias = Simple | ForEach | If | Case | While | Repeat | Times | Choose | May | FirstPossible
Body: TypeAlias = tuple[Statement, ...]


# ---- types and headers


@final
@dataclass(frozen=True, slots=True)
class NamedType:
    name: str
    optional: bool = False
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class RangeType:
    low: Expr
    high: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class WordType:
    """A type that is one fixed word."""

    word: Literal["bool", "text", "point", "effect", "offers", "bonuses", "action"]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class CountType:
    """`count up to 20`."""

    most: Expr | None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class CollectionType:
    """`set of T`, `bag of T up to n`, `pile of T up to n`."""

    kind: Literal["set", "bag", "pile"]
    of: str
    most: Expr | None = None
    span: Span = _span()


Held: TypeAlias = NamedType | RangeType | WordType | CountType | CollectionType


@final
@dataclass(frozen=True, slots=True)
class TypeKey:
    """One key of a table: a type, or a range written out (`per 2..4`); `name` where `per Player p` gives one."""

    type: str | None
    name: str | None = None
    low: int = 0
    high: int = 0
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class TypeExpr:
    """`held per A and B`."""

    held: Held
    keys: tuple[TypeKey, ...] = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Subset:
    """`i in Item where condition`."""

    name: str
    of: str
    where: Expr
    span: Span = _span()


TypeDef: TypeAlias = Range | Subset


@final
@dataclass(frozen=True, slots=True)
class HeadParam:
    name: str
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Head:
    """`turn(player)`: the name of a rule and of what it is given."""

    name: str
    params: tuple[HeadParam, ...] = ()
    span: Span = _span()


# ---- tables and boards


@final
@dataclass(frozen=True, slots=True)
class Ladder:
    """`2/5/9/14/20+5`: the values for 1, 2, 3 ...; `step` is added for each one more."""

    values: tuple[int, ...]
    step: int | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Band:
    """`3`, `0..2` or `7..` as the key of a table; `high` is None where it is open."""

    low: int
    high: int | None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Every:
    """`every s where condition` as an end of a link."""

    name: str
    where: Expr
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Links:
    """`a -- b`, `a -> b -> c`; `two_way[i]` belongs to the link from end i to end i + 1. No ends: `sides`."""

    ends: tuple[str | Every, ...] = ()
    two_way: tuple[bool, ...] = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Grid:
    columns: int
    rows: int
    span: Span = _span()


# ---- modules and scenarios


@final
@dataclass(frozen=True, slots=True)
class Target:
    """`state.*.seen_by`: steps are names, numbers and `*`."""

    steps: tuple[str | int, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Games:
    """Which games a module is for: a name, or any game that has all the targets."""

    name: str | None = None
    having: tuple[Target, ...] = ()
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class ReplyPart:
    """`2 herring`, `Ship 1`, `a1`, `-3`, `none`, `nothing`."""

    kind: Literal["name", "number", "several", "piece", "none", "true", "false", "nothing"]
    name: str = ""
    number: int = 0
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Reply:
    """`2 herring + 1 flounder`."""

    parts: tuple[ReplyPart, ...]
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """`name=reply or reply`; several replies stand for several actions."""

    replies: tuple[Reply, ...]
    name: str | None = None
    span: Span = _span()


@final
@dataclass(frozen=True, slots=True)
class Step:
    """A move in a scenario: `place(square=a1)`."""

    action: str
    answers: tuple[Answer, ...] = ()
    span: Span = _span()
