"""Bodies: each statement with its names resolved, its values typed, and its ranges tested where they may be left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import final

from boardrules.check import expressions, messages, operators, paths
from boardrules.check.binders import loops
from boardrules.check.chance import Chance
from boardrules.check.convert import convert
from boardrules.check.facts import facts
from boardrules.check.names import OUTCOME, Names, RowOf, Scope, Typed, bind_new, word_in
from boardrules.check.names import Value as Found
from boardrules.ir import exprs, statements
from boardrules.ir.rules import Action, Variable
from boardrules.ir.simplify import binary
from boardrules.ir.types import (
    HIGHEST,
    LOWEST,
    Error,
    Int,
    ListOf,
    NoneType,
    Optional,
    SetOf,
    bounds,
    none_code,
)
from boardrules.ir.walk import walk
from boardrules.lang import nodes
from boardrules.source import Span

Body = statements.Body


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Where a body stands: the rule it belongs to, and whether `leave` has a loop to leave."""

    rule: str
    in_loop: bool = False


@final
class Bodies:
    """Checks bodies; `choose` is how decisions are checked, which needs bodies in turn."""

    def __init__(
        self, names: Names, stay: frozenset[str], choose: Callable[..., Body], actions: dict[str, Action]
    ) -> None:
        self.names = names
        self._chance = Chance(names, actions)
        self._stay = stay  # state that stops at the end of its range instead of failing
        self._choose = choose

    def body(self, nodes_: nodes.Body, scope: Scope, place: Place) -> Body:
        done: list[statements.Statement] = []
        for node in nodes_:
            made, scope = self._statement(node, scope, place)
            done += made
            scope = _forget_written(made, scope)
        return tuple(done)

    def _statement(self, node: nodes.Statement, scope: Scope, place: Place) -> tuple[Body, Scope]:
        match node:
            case nodes.Let():
                return self._let(node, scope)
            case nodes.DrawAs():
                return self._draw_as(node, scope, place)
            case nodes.If():
                return self._if(node, scope, place)
            case nodes.Choose(params=params, body=None) if params:
                # Without a `do` of its own, what was chosen is known to the end of this list.
                made = self._choose(self, node, scope, place)
                for param in params:
                    found = self.names.procedures.get(node.label or "")
                    of = next((one.type for one in found.chosen if one.name == param.name), None) if found else None
                    scope = scope.bind(param.name, of if of is not None else Error())
                return made, scope
        return self._other(node, scope, place), scope

    def _other(self, node: nodes.Statement, scope: Scope, place: Place) -> Body:
        names = self.names
        match node:
            case nodes.Assign():
                return self._assign(node, scope)
            case nodes.Run():
                return self._run(node, scope, place)
            case nodes.EndGame(how, winner, span):
                who = None
                if winner is not None:
                    who = convert(names, expressions.typed(names, winner, scope), names.player)
                return (statements.Finish(how, who, names.rule(span)),)
            case nodes.Skip():
                return ()
            case nodes.Leave(span):
                if not place.in_loop:
                    names.add(messages.leave_outside_loop(span))
                return (statements.Leave(),)
            case nodes.ForEach():
                return self._for_each(node, scope, place)
            case nodes.While(condition, body, span):
                test = expressions.test(names, condition, scope.forgetting(None))
                inside = self.body(body, scope.forgetting(None), replace(place, in_loop=True))
                return (statements.While(test, inside, names.rule(span)),)
            case nodes.Repeat(body, until, span):
                inside = self.body(body, scope.forgetting(None), replace(place, in_loop=True))
                test = exprs.FALSE if until is None else expressions.test(names, until, scope.forgetting(None))
                return (statements.Repeat(inside, test, names.rule(span)),)
            case nodes.Times(number, body, span):
                times = convert(names, expressions.typed(names, number, scope), Int(LOWEST, HIGHEST))
                inside = self.body(body, scope.forgetting(None), replace(place, in_loop=True))
                return (statements.Times(times, inside, names.rule(span)),)
            case nodes.Choose():
                return self._choose(self, node, scope, place)
            case nodes.Roll():
                return self._chance.roll(
                    node, scope, place.rule, lambda target, found, at: self._store(target, found, scope)
                )
            case nodes.Draw(quantity=None):
                return self._draw(node, scope, place)
        names.add(messages.not_supported(node.span, f"`{_word_of(node)}`"))
        return ()

    def _draw(self, node: nodes.Draw, scope: Scope, place: Place) -> Body:
        """`draw from bag to cell`."""
        drawn = self._chance.draw(node.source, scope, node.span, place.rule)
        if drawn is None:
            return ()
        ask, of = drawn
        return (*ask, *self._store(node.target, Typed(exprs.Local(OUTCOME), of, node.span), scope))

    def _draw_as(self, node: nodes.DrawAs, scope: Scope, place: Place) -> tuple[Body, Scope]:
        """`draw from bag as name`."""
        drawn = self._chance.draw(node.source, scope, node.span, place.rule)
        of = drawn[1] if drawn is not None else Error()
        at = Span(node.span.source, node.span.end - len(node.name), node.span.end)  # the name stands last
        inside = bind_new(self.names, scope, node.name, of, at)
        if drawn is None:
            return (), inside
        return (*drawn[0], statements.Let(node.name, exprs.Local(OUTCOME))), inside

    def _let(self, node: nodes.Let, scope: Scope) -> tuple[Body, Scope]:
        found = expressions.typed(self.names, node.value, scope)
        if isinstance(found.type, ListOf | NoneType):
            self.names.add(messages.type_mismatch(node.value.span, "one value", found.type))
            found = Typed(exprs.Const(0), Error())
        scope = bind_new(self.names, scope, node.name, found.type, node.name_span)
        return (statements.Let(node.name, found.value),), scope

    def _if(self, node: nodes.If, scope: Scope, place: Place) -> tuple[Body, Scope]:
        test = expressions.test(self.names, node.condition, scope)
        yes = scope.knowing(facts(self.names, node.condition, scope, True))
        no = scope.knowing(facts(self.names, node.condition, scope, False))
        then, otherwise = self.body(node.then, yes, place), self.body(node.otherwise, no, place)
        # After `if x == none then <ends or leaves>` the rest may rely on the opposite.
        after = no if _never_goes_on(then) else scope
        return (statements.If(test, then, otherwise),), after

    def _for_each(self, node: nodes.ForEach, scope: Scope, place: Place) -> Body:
        if node.binders.order:
            self.names.add(messages.not_supported(node.binders.order[0].span, "`by` in a loop"))
        made, inside, _ = loops(self.names, node.binders, scope.forgetting(None))
        body = self.body(node.body, inside, replace(place, in_loop=False))
        return (statements.ForEach(made, body),)

    # ---- assignments

    def _assign(self, node: nodes.Assign, scope: Scope) -> Body:
        target = self._target(node.target, scope)
        if target is None:
            expressions.value(self.names, node.value, scope)
            return ()
        variable, keys = target
        value = self._assigned(node, variable, keys, scope)
        return (statements.Store(variable.name, keys, value),)

    def _store(self, target: nodes.Expr, found: Typed, scope: Scope) -> Body:
        """Writes a value that luck has brought."""
        place = self._target(target, scope)
        if place is None:
            return ()
        variable, keys = place
        return (statements.Store(variable.name, keys, convert(self.names, found, variable.type)),)

    def _assigned(
        self, node: nodes.Assign, variable: Variable, keys: tuple[exprs.Expr, ...], scope: Scope
    ) -> exprs.Expr:
        names, of = self.names, variable.type
        if isinstance(of, SetOf) and node.op != "=":
            bits = operators.as_set(names, expressions.typed(names, node.value, scope), of)
            old = exprs.Read(variable.name, keys)
            return exprs.Binary("|" if node.op == "+=" else "&~", old, bits)
        expected = of.of if isinstance(of, Optional) else of
        found = expressions.typed(names, node.value, scope, expected)
        if node.op != "=":
            found = self._changed(node, variable, keys, found)
        if variable.name in self._stay and isinstance(of, Int) and isinstance(found.type, Int):
            low = binary("max", found.value, exprs.Const(of.low))
            return binary("min", low, exprs.Const(of.high))
        return convert(names, found, of)

    def _changed(self, node: nodes.Assign, variable: Variable, keys: tuple[exprs.Expr, ...], found: Typed) -> Typed:
        """The old value with something added or taken off."""
        of = variable.type
        if not isinstance(of, Int) or not isinstance(found.type, Int):
            if not isinstance(found.type, Error):
                wrong = found.type if isinstance(of, Int) else of
                at = node.value.span if isinstance(of, Int) else node.target.span
                self.names.add(messages.type_mismatch(at, f"a number beside {node.op}", wrong))
            return Typed(exprs.Const(0), Error())
        old = exprs.Read(variable.name, keys)
        if node.op == "+=":
            low, high = of.low + found.type.low, of.high + found.type.high
            value = binary("+", old, found.value)
        else:
            low, high = of.low - found.type.high, of.high - found.type.low
            value = binary("-", old, found.value)
        return Typed(value, Int(max(low, LOWEST), min(high, HIGHEST)), node.span)

    def _target(self, node: nodes.Expr, scope: Scope) -> tuple[Variable, tuple[exprs.Expr, ...]] | None:
        """The piece of state that is written, with its keys. A key must be there when the rule runs."""
        names = self.names
        name, keys, root = _path(node)
        if name is None or name in scope.locals or name not in names.state:
            self._bad_target(node, name, scope)
            return None
        names_used = set(names.used)
        variable = names.state[name]
        found: list[Found] = [expressions.value(names, key, scope) for key in keys]
        if root is not None:
            found.insert(0, expressions.value(names, root, scope))
        if name not in names_used:
            names.used.discard(name)  # writing is not reading
        if len(found) != len(variable.keys):
            wanted = f"{messages.several(len(variable.keys), 'key')} ({', '.join(variable.key_names)})"
            wanted = wanted if variable.keys else "no key"
            names.add(messages.wrong_arity(node.span, name, wanted, len(found)))
            return None
        done = []
        for key, want in zip(found, variable.keys, strict=True):
            if isinstance(key, RowOf):
                names.add(messages.type_mismatch(key.span, "one value", key.variable.type))
                return None
            if isinstance(key.type, Optional):
                key = Typed(self._surely(key), key.type.of, key.span)
            done.append(convert(names, key, want))
        return variable, tuple(done)

    def _surely(self, key: Typed) -> exprs.Expr:
        """A key that may be none: writing there is an error of the rule."""
        assert isinstance(key.type, Optional)
        low, high = bounds(key.type.of)
        assert not low <= none_code(key.type.of) <= high
        return exprs.Checked(key.value, low, high, self.names.rule(key.span), present=True)

    def _bad_target(self, node: nodes.Expr, name: str | None, scope: Scope) -> None:
        names = self.names
        if name is not None and name not in scope.locals and names.is_spoilt(name):
            return
        if name is None:
            names.add(messages.assign_constant(node.span, " ".join(node.span.text.split()), "no piece of state"))
            return
        kinds = (
            (scope.locals, "a name for a value"),
            (names.members, "a member of a type"),
            (names.constants, "an option"),
            (names.tables, "a table of the game"),
            (names.dice, "a die"),
            (names.functions, "a function"),
            (names.types, "a type"),
        )
        if name == "players":
            names.add(messages.assign_constant(node.span, name, "the number of players"))
            return
        for known, what in kinds:
            if name in known:
                names.add(messages.assign_constant(node.span, name, what))
                return
        names.add(messages.unknown_name(word_in(node.span, name), "piece of state", name, names.state))

    # ---- calls

    def _run(self, node: nodes.Run, scope: Scope, place: Place) -> Body:
        names = self.names
        name, args, path = _called(node.path)
        if name is None:
            shown = " ".join(path.span.text.split())
            names.add(messages.not_a_rule(node.span, shown, "a value", f"to change it, write {shown} = ..."))
            return ()
        info = names.procedures.get(name)
        if name in names.clashing:
            return ()
        if info is None:
            self._no_rule(name, path)
            return ()
        if info.kind == "action":
            item = nodes.Item((nodes.Option((nodes.Act(node, None, node.span),), (), node.span),), node.span)
            return self._choose(self, nodes.Choose(items=(item,), span=node.span), scope, place)
        names.called.add(f"phase {name}")
        given = [(arg.name, expressions.typed(names, arg.value, scope)) for arg in args]
        arranged = paths.arrange(names, name, info.params, given, scope, node.span)
        if arranged is None:
            return ()
        values = tuple(convert(names, arg, param.type) for arg, param in zip(arranged, info.params, strict=True))
        return (statements.Do(name, values, names.rule(node.span)),)

    def _no_rule(self, name: str, path: nodes.Expr) -> None:
        names = self.names
        if name in names.functions:
            names.add(messages.not_a_rule(path.span, name, "a function"))
        elif name in names.state:
            shown = " ".join(path.span.text.split())
            names.add(messages.not_a_rule(path.span, name, "a piece of state", f"to change it, write {shown} = ..."))
        else:
            names.add(messages.unknown_name(path.span, "phase or action", name, names.procedures))


def _called(path: nodes.Expr) -> tuple[str | None, tuple[nodes.Arg, ...], nodes.Expr]:
    match path:
        case nodes.Name(name):
            return name, (), path
        case nodes.Call(name, args):
            return name, args, path
        case nodes.MemberCall(base, name, args):
            return name, (nodes.Arg(base, None, base.span), *args), path
        case nodes.Member(base, name):
            return name, (nodes.Arg(base, None, base.span),), path
    return None, (), path


def _path(node: nodes.Expr) -> tuple[str | None, tuple[nodes.Expr, ...], nodes.Expr | None]:
    """The state that a target names, the keys in brackets, and what stands before a dot."""
    match node:
        case nodes.Name(name):
            return name, (), None
        case nodes.Member(base, name):
            return name, (), base
        case nodes.Index(base, keys):
            inner, before, root = _path(base)
            return inner, (*before, *keys), root
    return None, (), None


def _never_goes_on(body: Body) -> bool:
    return bool(body) and isinstance(body[-1], statements.Finish | statements.Leave)


def _forget_written(made: Body, scope: Scope) -> Scope:
    """What was known of state that has just been written is not known any more."""
    if not scope.known:
        return scope
    every = [node for one in made for node in walk(one)]
    if any(isinstance(node, statements.Do | statements.Decide) for node in every):
        return scope.forgetting(None)
    return scope.forgetting({node.state for node in every if isinstance(node, statements.Store)})


def _word_of(node: nodes.Statement) -> str:
    words = {"ForEach": "for", "FirstPossible": "first_possible", "DrawAs": "draw", "EndGame": "end game"}
    kind = type(node).__name__
    return words.get(kind, kind.lower())
