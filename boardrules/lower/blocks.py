"""Cutting a rule that can stop into blocks.

What cannot stop stays as it is inside a block; ifs and loops around a decision become jumps. A name that is needed in
more than one block gets a place in the frame of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from boardrules.ir import exprs, statements
from boardrules.ir.program import Ask, Block, End, Enter, Entry, Fork, Jump, Over, Question, Return, action_rule
from boardrules.ir.rules import Action, Decision, Offer
from boardrules.ir.simplify import binary
from boardrules.ir.statements import Body
from boardrules.ir.walk import walk


@final
@dataclass(slots=True)
class Draft:
    """A block while it is being made."""

    number: int
    rule: str
    body: list[statements.Statement] = field(default_factory=list)
    end: End | None = None
    restores: str | None = None


@final
@dataclass(slots=True)
class Context:
    """What the cutting of all rules shares."""

    stopping: set[str]
    """Rules that can stop: phases by name, actions as `do NAME`."""
    cycles: Mapping[str, frozenset[str]]
    """For each rule that can stop: the rules it may come back to itself through."""
    decisions: tuple[Decision, ...]
    actions: Mapping[str, Action]
    drafts: list[Draft] = field(default_factory=list)
    questions: dict[int, Question] = field(default_factory=dict)
    owned: dict[str, list[str]] = field(default_factory=dict)
    """The names of each rule that may need a place."""
    fresh: int = 0

    def block(self, rule: str) -> Draft:
        draft = Draft(len(self.drafts), rule)
        self.drafts.append(draft)
        return draft


@final
class Cutter:
    """Cuts the body of one rule."""

    def __init__(self, context: Context, rule: str) -> None:
        self.context = context
        self.rule = rule
        self.now = context.block(rule)
        self._leave: list[int] = []
        context.owned.setdefault(rule, [])

    def cut(self, body: Body) -> int:
        """The number of the first block."""
        first = self.now.number
        self._body(body)
        self._finish(Return(self.rule))
        return first

    # ---- blocks

    def _new(self) -> Draft:
        return self.context.block(self.rule)

    def _finish(self, end: End) -> None:
        if self.now.end is None:
            self.now.end = end

    def _go_on(self, draft: Draft) -> None:
        self.now = draft

    def _own(self, name: str) -> str:
        owned = self.context.owned[self.rule]
        if name not in owned:
            owned.append(name)
        return name

    def _fresh(self) -> str:
        self.context.fresh += 1
        return self._own(f"_loop{self.context.fresh}")

    # ---- statements

    def _body(self, body: Body) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, node: statements.Statement) -> None:
        if self._is_plain(node):
            if isinstance(node, statements.Let):
                self._own(node.name)
            self.now.body.append(node)
            if isinstance(node, statements.Finish):
                self._finish(Over())
                self._go_on(self._new())
            return
        match node:
            case statements.If(test, then, otherwise):
                self._if(test, then, otherwise)
            case statements.ForEach(loops, body):
                self._for_each(loops, body)
            case statements.While(test, body):
                self._while(test, body)
            case statements.Repeat(body, until):
                self._repeat(body, until)
            case statements.Times(number, body):
                self._times(number, body)
            case statements.Leave():
                self._finish(Jump(self._leave[-1]))
                self._go_on(self._new())
            case statements.Do(phase, args, rule):
                self._enter(phase, args, rule)
            case statements.Decide(number):
                self._decide(number)

    def _is_plain(self, node: statements.Statement) -> bool:
        """Whether nothing in the statement stops, and nothing in it leaves a loop around it."""
        match node:
            case statements.Decide() | statements.Leave():
                return False
            case statements.Do(phase):
                return phase not in self.context.stopping
            case statements.If(_, then, otherwise):
                return all(self._is_plain(one) for one in (*then, *otherwise))
            case statements.ForEach(_, body):
                return all(self._is_plain(one) for one in body)
            case statements.While(_, body) | statements.Repeat(body) | statements.Times(_, body):
                return all(self._is_plain(one) or _only_leaves(one, self) for one in body)
        return True

    def _if(self, test: exprs.Expr, then: Body, otherwise: Body) -> None:
        yes, no, after = self._new(), self._new(), self._new()
        self._finish(Fork(test, yes.number, no.number))
        for draft, body in ((yes, then), (no, otherwise)):
            self._go_on(draft)
            self._body(body)
            self._finish(Jump(after.number))
        self._go_on(after)

    def _loop(self, test: exprs.Expr, body: Body, step: Body, leavable: bool) -> None:
        """`while test: body; step`; leaving it goes on after it."""
        head, inside, after = self._new(), self._new(), self._new()
        self._finish(Jump(head.number))
        self._go_on(head)
        self._finish(Fork(test, inside.number, after.number) if test != exprs.TRUE else Jump(inside.number))
        self._go_on(inside)
        if leavable:
            self._leave.append(after.number)
        self._body(body)
        if leavable:
            self._leave.pop()
        self._body(step)
        self._finish(Jump(head.number))
        self._go_on(after)

    def _while(self, test: exprs.Expr, body: Body) -> None:
        self._loop(test, body, (), leavable=True)

    def _repeat(self, body: Body, until: exprs.Expr) -> None:
        inside, after = self._new(), self._new()
        self._finish(Jump(inside.number))
        self._go_on(inside)
        self._leave.append(after.number)
        self._body(body)
        self._leave.pop()
        self._finish(Jump(inside.number) if until == exprs.FALSE else Fork(until, after.number, inside.number))
        self._go_on(after)

    def _times(self, number: exprs.Expr, body: Body) -> None:
        left = self._fresh()
        self.now.body.append(statements.Let(left, number))
        test = binary(">", exprs.Local(left), exprs.Const(0))
        step = (statements.Let(left, binary("-", exprs.Local(left), exprs.Const(1))),)
        self._loop(test, body, step, leavable=True)

    def _for_each(self, loops: tuple[exprs.Loop, ...], body: Body) -> None:
        if not loops:
            self._body(body)
            return
        loop, rest = loops[0], loops[1:]
        inner: Body = (statements.ForEach(rest, body),) if rest else body
        for test in reversed(loop.where):
            inner = (statements.If(test, inner),)
        name = self._own(loop.name)
        here = exprs.Local(name)
        match loop.domain:
            case exprs.Span(low, high):
                if not isinstance(high, exprs.Const):
                    last = self._fresh()  # the domain is fixed when the loop starts
                    self.now.body.append(statements.Let(last, high))
                    high = exprs.Local(last)
                self.now.body.append(statements.Let(name, low))
                step = (statements.Let(name, binary("+", here, exprs.Const(1))),)
                self._counted(binary("<=", here, high), inner, step)
            case exprs.Bits(bits, low_member):
                left = self._fresh()
                self.now.body.append(statements.Let(left, bits))
                rest_of = exprs.Local(left)
                element = self._fresh()
                lowest = exprs.Fold(
                    "first", (exprs.Loop(element, exprs.Bits(rest_of, low_member)),), exprs.Local(element)
                )
                taken = exprs.Binary("&~", rest_of, exprs.BitOf(here, low_member))
                take = (statements.Let(name, lowest), statements.Let(left, taken))
                self._counted(binary("!=", rest_of, exprs.Const(0)), (*take, *inner), ())
            case exprs.Round(low_code, high_code, start):
                size = high_code - low_code + 1
                done, first = self._fresh(), self._fresh()
                self.now.body += [statements.Let(first, start), statements.Let(done, exprs.Const(0))]
                steps = binary("-", binary("+", exprs.Local(first), exprs.Local(done)), exprs.Const(low_code))
                at = binary("+", binary("mod", steps, exprs.Const(size)), exprs.Const(low_code))
                step = (statements.Let(done, binary("+", exprs.Local(done), exprs.Const(1))),)
                test = binary("<", exprs.Local(done), exprs.Const(size))
                self._counted(test, (statements.Let(name, at), *inner), step)
            case exprs.Values(values):
                row = exprs.Row(values_table(values), (exprs.Const(0),))
                self._over_row(name, row, inner)
            case exprs.Row(table, keys, number):
                fixed = []
                for key in keys:
                    fixed.append(exprs.Local(self._fresh()))
                    self.now.body.append(statements.Let(fixed[-1].name, key))
                self._over_row(name, exprs.Row(table, tuple(fixed)), inner, number)

    def _over_row(self, name: str, row: exprs.Row, inner: Body, number: exprs.Expr | None = None) -> None:
        at, last = self._fresh(), self._fresh()
        length: exprs.Expr = exprs.LengthOf(row)
        if number is not None:
            length = binary("min", length, number)
        self.now.body += [statements.Let(at, exprs.Const(0)), statements.Let(last, length)]
        element = statements.Let(name, exprs.Nth(row, exprs.Local(at)))
        step = (statements.Let(at, binary("+", exprs.Local(at), exprs.Const(1))),)
        self._counted(binary("<", exprs.Local(at), exprs.Local(last)), (element, *inner), step)

    def _counted(self, test: exprs.Expr, body: Body, step: Body) -> None:
        # `or` and `leave` do not leave a for loop: an outer loop stays the one to leave.
        self._loop(test, body, step, leavable=False)

    # ---- calls and decisions

    def _keeps(self, callee: str) -> str | None:
        """The frame to put on the stack before a call: only where the callee can come back to this rule."""
        return self.rule if callee in self.context.cycles.get(self.rule, frozenset()) else None

    def _enter(self, rule: str, args: tuple[exprs.Expr, ...], at: int) -> None:
        keeps = self._keeps(rule)
        back = self._new()
        back.restores = keeps
        self._finish(Enter(rule, args, back.number, keeps, at))
        self._go_on(back)

    def _decide(self, number: int) -> None:
        decision = self.context.decisions[number]
        after = self._new()
        declined = self._leave[-1] if decision.leaves and self._leave else after.number
        asking = self.now
        if asking.body or asking.end is not None or asking.restores:
            # The question is a block of its own, so that a loop can come back to it directly.
            asking = self._new()
            self._finish(Jump(asking.number))
            self._go_on(asking)
        question = len(self.context.questions) + 1
        self.context.questions[question] = None  # type: ignore[assignment]
        asking.end = Ask(question)
        empty = None
        if decision.if_none is not None:
            self._go_on(self._new())
            empty = self.now.number
            self._body(decision.if_none)
            self._finish(Jump(after.number))
        entries = tuple(self._entry(offer, decision, after) for offer in decision.offers)
        decline = self._declining(decision.decline, declined)
        self.context.questions[question] = Question(
            question,
            decision.label,
            decision.inside,
            decision.by,
            entries,
            decline,
            empty,
            decision.rule,
            decision.stream,
        )
        self._go_on(after)

    def _entry(self, offer: Offer, decision: Decision, after: Draft) -> Entry:
        action = self.context.actions[offer.action]
        if action.is_value_choice:
            self._go_on(self._new())
            start = self.now.number
            names = tuple((self._own(param.name), None) for param in action.chosen)
            self._body(decision.then)
            self._finish(Jump(after.number))
            return Entry(offer.action, offer.given, offer.fixed, offer.where, start, None, names)
        return self._action_entry(offer, after.number)

    def _action_entry(self, offer: Offer, after: int) -> Entry:
        rule = action_rule(offer.action)
        keeps = self._keeps(rule) if rule in self.context.stopping else None
        if keeps is not None:
            back = self._new()
            back.restores = keeps
            back.end = Jump(after)
            after = back.number
        return Entry(offer.action, offer.given, offer.fixed, offer.where, after, keeps)

    def _declining(self, offer: Offer | None, declined: int) -> Entry | None:
        return None if offer is None else self._action_entry(offer, declined)


def _only_leaves(node: statements.Statement, cutter: Cutter) -> bool:
    """Inside a loop that does not stop, a `leave` leaves that loop."""
    match node:
        case statements.Leave():
            return True
        case statements.If(_, then, otherwise):
            return all(cutter._is_plain(one) or _only_leaves(one, cutter) for one in (*then, *otherwise))
    return False


def values_table(values: tuple[int, ...]) -> str:
    """The name of the table that holds these constants as its only row."""
    return "values " + " ".join(map(str, values))


def blocks_of(context: Context) -> tuple[Block, ...]:
    done = []
    for draft in context.drafts:
        end = draft.end if draft.end is not None else Over()
        done.append(Block(draft.number, draft.rule, tuple(draft.body), end, draft.restores))
    return tuple(done)


def calls_of(body: Body, decisions: tuple[Decision, ...]) -> set[str]:
    """The rules that a body can run: phases, and what its decisions offer."""
    found: set[str] = set()
    pending: list[Body] = [body]
    while pending:
        for node in walk(pending.pop()):
            if isinstance(node, statements.Do):
                found.add(node.phase)
            elif isinstance(node, statements.Decide):
                decision = decisions[node.decision]
                pending += [decision.if_none or (), decision.then]
                offers = (*decision.offers, *((decision.decline,) if decision.decline else ()))
                found |= {action_rule(offer.action) for offer in offers}
    return found
