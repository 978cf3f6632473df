"""Luck: dice, draws from bags, and cells that take any value of their type.

Chance is a decision that nobody makes: `roll` and `draw` stop like a choose does, with all outcomes as options and how
likely each is, and go on when one of them has been answered, be it by the game's own streams or from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from boardrules.check import expressions, messages
from boardrules.check.binders import domain
from boardrules.check.constant import constant
from boardrules.check.convert import common, convert
from boardrules.check.names import OUTCOME, Names, RowOf, Scope, Typed
from boardrules.diagnostics import Diagnostic
from boardrules.ir import exprs, statements
from boardrules.ir.rules import Action, Decision, Offer, Parameter, Shown, Variable
from boardrules.ir.simplify import binary, pick
from boardrules.ir.types import Bool, Enum, Error, Int, Simple, bounds, domain_of
from boardrules.lang import nodes
from boardrules.loader.declarations import DataList, DataMap, DieDecl, GameDecl
from boardrules.source import Span
from boardrules.vector import CHANCE

Store = Callable[[nodes.Expr, Typed, Span], statements.Body]
"""How the checker of statements writes a value to a target."""

MOST_FACES = 10_000
"""Outcomes of one roll: every one of them is listed."""


@final
@dataclass(frozen=True, slots=True)
class Die:
    """Faces with how often each is on the die."""

    type: Simple
    faces: tuple[tuple[int, int], ...]


# ---- dice


def declare_dice(names: Names, game: GameDecl) -> None:
    for decl in game.dice:
        if names.declare(decl.word.name, decl.word.span):
            die = _listed_die(names, decl) if isinstance(decl.faces, DataList) else _plain_die(names, decl)
            if die is not None:
                names.dice[decl.word.name] = die


def _plain_die(names: Names, decl: DieDecl) -> Die | None:
    """A range, or all members of a type."""
    assert not isinstance(decl.faces, DataList)
    before = len(names.report.errors)
    through = domain(names, decl.faces, Scope())
    if not isinstance(through.type, Int | Bool | Enum):
        return None
    codes: tuple[int, ...]
    match through.domain:
        case exprs.Span(low, high):
            first = constant(names, low, decl.faces.span, {})
            last = constant(names, high, decl.faces.span, {})
            if first is None or last is None or len(names.report.errors) > before:
                return None
            if last - first >= MOST_FACES:
                names.add(_too_many(decl.faces.span, last - first + 1))
                return None
            codes = tuple(range(first, last + 1))
        case _:
            codes = domain_of(through.type)
    if not codes:
        names.add(Diagnostic("bad-value", decl.faces.span, "a die must have a face"))
        return None
    of = Int(codes[0], codes[-1]) if isinstance(through.type, Int) else through.type
    return Die(of, tuple((code, 1) for code in codes))


def _listed_die(names: Names, decl: DieDecl) -> Die | None:
    """Faces one by one: numbers, members of one type, or words that are new and make a type of their own."""
    assert isinstance(decl.faces, DataList)
    faces = decl.faces.items
    words = [face.name for face in faces if isinstance(face, nodes.Name)]
    if len(words) == len(faces) and not any(word in names.members for word in words):
        return _new_faces(names, decl, words)
    found: list[Typed] = []
    for face in faces:
        if isinstance(face, DataList | DataMap | nodes.Ladder):
            names.add(Diagnostic("bad-value", face.span, "a face is a number or a word"))
            return None
        found.append(expressions.typed(names, face, Scope()))
    of = _type_of_faces(names, found)
    if of is None:
        return None
    codes = [convert(names, one, of) for one in found]
    numbers = [code.value for code in codes if isinstance(code, exprs.Const)]
    return Die(of, tuple((number, numbers.count(number)) for number in sorted(set(numbers))))


def _type_of_faces(names: Names, found: list[Typed]) -> Simple | None:

    of = found[0].type
    for one in found[1:]:
        wider = common(of, one.type)
        if wider is None:
            names.add(messages.type_mismatch(one.span, "a face of the same kind as the others", one.type))
            return None
        of = wider
    return of if isinstance(of, Int | Bool | Enum) else None


def _new_faces(names: Names, decl: DieDecl, words: list[str]) -> Die:
    members = tuple(dict.fromkeys(words))
    name = "".join(part.capitalize() for part in decl.word.name.split("_"))
    of = Enum(name, members)
    if name in names.types:
        message = f"the words of this die would make a type '{name}', and there is one already"
        names.add(Diagnostic("duplicate-name", decl.word.span, message, "give the die another name"))
    names.types.setdefault(name, of)
    for code, member in enumerate(members, 1):
        if names.declare(member, decl.faces.span):
            names.members[member] = (of, code)
    return Die(of, tuple((code, words.count(member)) for code, member in enumerate(members, 1)))


# ---- events


@final
class Chance:
    """Makes the decisions that luck answers; each source is one action, whatever place asks for it."""

    def __init__(self, names: Names, actions: dict[str, Action]) -> None:
        self._names = names
        self._actions = actions

    def roll(self, node: nodes.Roll, scope: Scope, inside: str, store: Store) -> statements.Body:
        """`roll die to cell`, or `roll cell`."""
        names = self._names
        if node.target is None:
            variable_of = _variable(names, node.die)
            if variable_of is None:
                names.add(_nothing_to_roll(names, node.die, scope))
                return ()
            if not isinstance(variable_of.type, Int | Bool | Enum):
                names.add(messages.type_mismatch(node.die.span, "a cell with one value", variable_of.type))
                return ()
            low, high = bounds(variable_of.type)
            if high - low >= MOST_FACES:
                names.add(_too_many(node.die.span, high - low + 1))
                return ()
            die = Die(variable_of.type, tuple((code, 1) for code in domain_of(variable_of.type)))
            source, target = variable_of.name, node.die
        else:
            if not isinstance(node.die, nodes.Name) or node.die.name not in names.dice:
                said = node.die.name if isinstance(node.die, nodes.Name) else node.die.span.text
                names.add(messages.unknown_name(node.die.span, "die", said, names.dice))
                return ()
            die, source, target = names.dice[node.die.name], node.die.name, node.target
        loop = exprs.Loop(OUTCOME, exprs.Values(tuple(code for code, _ in die.faces)))
        weights = {weight for _, weight in die.faces}
        weight = None if len(weights) == 1 else _weight_of(die)
        ask = self._event("roll", source, die.type, loop, weight, (), (), node.span, inside)
        return (*ask, *store(target, Typed(exprs.Local(OUTCOME), die.type, node.span), node.span))

    def draw(self, source: nodes.Expr, scope: Scope, at: Span, inside: str) -> tuple[statements.Body, Simple] | None:
        """Takes one member out of a bag; afterwards `OUTCOME` is what was drawn."""
        names = self._names
        row = expressions.value(names, source, scope)
        if not isinstance(row, RowOf) or not row.variable.is_bag or len(row.keys) != len(row.variable.keys) - 1:
            found = row.variable.type if isinstance(row, RowOf) else row.type
            if not isinstance(found, Error):
                names.add(messages.type_mismatch(source.span, "a bag to draw from", found))
            return None
        variable = row.variable
        of = variable.keys[-1]
        captured = tuple(Parameter(f"_key{at}", key) for at, key in enumerate(variable.keys[:-1], 1))
        keys = (*(exprs.Local(param.name) for param in captured), exprs.Local(OUTCOME))
        there = exprs.Read(variable.name, keys)
        loop = exprs.Loop(OUTCOME, exprs.Values(domain_of(of)), (binary(">", there, exprs.Const(0)),))
        ask = self._event("draw", variable.name, of, loop, there, captured, row.keys, at, inside)
        left = exprs.Read(variable.name, (*row.keys, exprs.Local(OUTCOME)))
        take = statements.Store(variable.name, (*row.keys, exprs.Local(OUTCOME)), binary("-", left, exprs.Const(1)))
        return (*ask, take), of

    def _event(
        self,
        verb: str,
        source: str,
        of: Simple,
        loop: exprs.Loop,
        weight: exprs.Expr | None,
        captured: tuple[Parameter, ...],
        given: tuple[exprs.Expr, ...],
        at: Span,
        inside: str,
    ) -> statements.Body:
        names = self._names
        name = f"{verb}_{source}"
        if name not in self._actions:
            title = (f"{verb.capitalize()} {source.replace('_', ' ')}: ", Shown(exprs.Local(OUTCOME), of))
            self._actions[name] = Action(
                name=name,
                given=(),
                chosen=(Parameter(OUTCOME, of),),
                domains=(loop,),
                conditions=(),
                titles=(("en", title),),
                body=(),
                captured=captured,
                is_value_choice=True,
                span=at,
                weight=weight,
            )
        offer = Offer(name, given)
        names.decisions.append(
            Decision(None, inside, exprs.Const(CHANCE), (offer,), None, False, None, (), names.rule(at), source)
        )
        return (statements.Decide(len(names.decisions) - 1),)


def _variable(names: Names, node: nodes.Expr) -> Variable | None:
    """The state that a path such as `dice[k]` or `start_player` names."""
    match node:
        case nodes.Name(name) | nodes.Member(_, name):
            return names.state.get(name)
        case nodes.Index(base, _):
            return _variable(names, base)
    return None


def _nothing_to_roll(names: Names, node: nodes.Expr, scope: Scope) -> Diagnostic:
    if isinstance(node, nodes.Name) and node.name in names.dice:
        message = f"'{node.name}' is a die: say where the result goes"
        return Diagnostic("type-mismatch", node.span, message, f"write: roll {node.name} to CELL")
    if isinstance(node, nodes.Name) and node.name not in scope.locals and names.declared_at(node.name) is None:
        return messages.unknown_name(node.span, "cell or die", node.name, (*names.state, *names.dice))
    return Diagnostic("type-mismatch", node.span, "only a piece of state can be rolled")


def _too_many(at: Span, number: int) -> Diagnostic:
    return Diagnostic("out-of-range", at, f"{number} outcomes are more than {MOST_FACES}")


def _weight_of(die: Die) -> exprs.Expr:
    result: exprs.Expr = exprs.Const(1)
    for code, weight in die.faces:
        if weight != 1:
            result = pick(binary("==", exprs.Local(OUTCOME), exprs.Const(code)), exprs.Const(weight), result)
    return result
