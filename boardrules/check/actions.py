"""Actions and the decisions that offer them."""

from __future__ import annotations

from dataclasses import replace

from boardrules.check import expressions, messages, paths
from boardrules.check.binders import Through, conjuncts, domain, through_type
from boardrules.check.convert import convert
from boardrules.check.facts import facts
from boardrules.check.names import Names, ProcedureInfo, Scope, bind_new
from boardrules.check.statements import Bodies, Place
from boardrules.check.texts import Texts, Translations, seen_values, template_text, text_parts
from boardrules.diagnostics import Diagnostic
from boardrules.ir import exprs, statements
from boardrules.ir.rules import Action, Condition, Decision, Offer, Parameter
from boardrules.ir.simplify import binary, conjunction, one_of
from boardrules.ir.types import (
    Bool,
    Enum,
    Error,
    Int,
    Optional,
    SetOf,
    Simple,
    domain_of,
    none_code,
    span_of,
)
from boardrules.ir.walk import walk
from boardrules.lang import nodes
from boardrules.loader.declarations import ActionDecl, Requirement
from boardrules.source import Span

MOST_VALUES = 100_000
"""So many values beside `none` can be laid out for a parameter."""


MOST_COMBINATIONS = 1_000_000
"""All combinations of parameters are tried to list what is legal; more than this nobody would wait for."""


class Actions:
    """Checks actions, and every `choose`; a choose of values becomes an action of its own."""

    def __init__(self, names: Names, translations: Translations) -> None:
        self.names = names
        self._translations = translations
        self.done: dict[str, Action] = {}
        self.luck: dict[str, Action] = {}
        self.offered: set[str] = set()

    def check_params(
        self, params: tuple[nodes.Param, ...], scope: Scope
    ) -> tuple[Scope, tuple[Parameter, ...], tuple[exprs.Loop, ...], tuple[Condition, ...]]:
        """The chosen parameters in order: their types, what to go through, and the conditions of their `where`."""
        names = self.names
        chosen: list[Parameter] = []
        loops: list[exprs.Loop] = []
        conditions: list[Condition] = []
        for depth, param in enumerate(params, 1):
            through = self._domain(param.domain, scope)
            scope = bind_new(names, scope, param.name, through.type, param.span)
            chosen.append(Parameter(param.name, through.type))
            implied = self._inside(param, through, depth)
            if implied is not None:
                conditions.append(implied)
            loops.append(exprs.Loop(param.name, through.domain))
            if param.domain.default is not None:
                names.add(messages.not_supported(param.domain.default.span, "`default`"))
            for part in conjuncts(param.domain.where) if param.domain.where is not None else ():
                conditions.append(self._condition(Requirement(part), scope, depth))
                scope = scope.knowing(facts(names, part, scope, True))
        return scope, tuple(chosen), tuple(loops), tuple(conditions)

    def _domain(self, node: nodes.Domain, scope: Scope) -> Through:
        match node.source:
            case nodes.Handful(span=span):
                self.names.add(messages.not_supported(span, "a handful"))
                return Through(exprs.Values(()), Error(), 0)
            case nodes.OptionalDomain(of):
                inner = domain(self.names, of, scope)
                if not isinstance(inner.type, Int | Bool | Enum) or not isinstance(
                    inner.domain, exprs.Span | exprs.Values
                ):
                    return inner
                if inner.most > MOST_VALUES:
                    self.names.add(messages.too_many_values(of.span, inner.most, MOST_VALUES))
                    return Through(exprs.Values(()), Error(), 0)
                codes = (none_code(inner.type), *domain_of(inner.type))
                return Through(exprs.Values(codes), Optional(inner.type), inner.most + 1)
        return domain(self.names, node.source, scope)

    def _inside(self, param: nodes.Param, through: Through, depth: int) -> Condition | None:
        """That the choice lies in the domain; nothing to say where the domain is the whole type."""
        of = through.type.of if isinstance(through.type, Optional) else through.type
        if isinstance(of, Int | Bool | Enum) and through.domain == through_type(of).domain:
            return None
        if isinstance(through.type, Optional | Error):
            return None
        here = exprs.Local(param.name)
        match through.domain:
            case exprs.Span(low, high):
                test = conjunction((binary(">=", here, low), binary("<=", here, high)))
            case exprs.Values(values):
                test = one_of(here, values)
            case exprs.Bits(bits, low_member):
                test = exprs.HasBit(bits, here, low_member)
            case _:
                test = exprs.Within(here, through.domain)
        source = param.domain.source
        text = f"{param.name} in {' '.join(source.span.text.split())}"
        return Condition(test, depth, text, (), (), True, source.span)

    def _condition(self, requirement: Requirement, scope: Scope, depth: int) -> Condition:
        names, node = self.names, requirement.condition
        test = expressions.test(names, node, scope)
        sentences: Texts = ()
        if requirement.sentence is not None:
            path = ("reasons", template_text(requirement.sentence))
            sentences = self._translations.of(path, requirement.sentence, scope)
        text = " ".join(node.span.text.split())
        return Condition(test, depth, text, seen_values(names, node, scope), sentences, False, node.span)

    def check_action(self, decl: ActionDecl, given: tuple[Parameter, ...], bodies: Bodies) -> None:
        names, name = self.names, decl.head.name
        scope = Scope({"player": names.player})
        for param in given:
            scope = bind_new(names, scope, param.name, param.type, decl.head.span)
        scope, chosen, loops, conditions = self.check_params(decl.params, scope)
        for requirement in decl.require:
            parts = (
                (requirement,)
                if requirement.sentence
                else tuple(Requirement(part) for part in conjuncts(requirement.condition))
            )
            for part in parts:
                made = self._condition(part, scope, 0)
                conditions = (*conditions, _placed(made, chosen))
                scope = scope.knowing(facts(names, part.condition, scope, True))
        title = decl.title or _plain_title(name, (*given, *chosen), decl.head.span)
        titles = self._titles(name, title, decl.title is not None, scope)
        names.procedures[name] = ProcedureInfo("action", given, decl.head.span, chosen)
        body = bodies.body(decl.body, scope, Place(f"action {name}"))
        action = Action(name, given, chosen, loops, conditions, titles, body, (), False, decl.head.span)
        self._keep(action)

    def _titles(self, name: str, title: nodes.Template, written: bool, scope: Scope) -> Texts:
        if written:
            return self._translations.of(("actions", name, "title"), title, scope)
        return (("en", text_parts(self.names, title, scope)),)

    def _keep(self, action: Action) -> None:
        combinations = 1
        for param in (*action.given, *action.chosen):
            combinations *= max(1, radix(param))
        if combinations > MOST_COMBINATIONS:
            self.names.add(messages.too_many_options(action.span, action.name))
        self.done[action.name] = action

    # ---- choose

    def choose(self, bodies: Bodies, node: nodes.Choose, scope: Scope, place: Place) -> statements.Body:
        names = self.names
        by = self._by(node, scope)
        if node.params:
            offers, then = self._value_choice(bodies, node, scope, place)
        else:
            offers, then = self._offers(node, scope), ()
        decline = self._decline(node, scope)
        if_none = bodies.body(node.if_none, scope, place) if node.if_none is not None else None
        if by is None or offers is None:
            return ()
        if node.decline is not None and decline is not None and decline.action in {offer.action for offer in offers}:
            message = f"'{decline.action}' is among the choices already"
            names.add(Diagnostic("duplicate-name", node.decline.span, message, "'or' is for another answer"))
        rule = names.rule(node.span)
        decision = Decision(node.label, place.rule, by, offers, decline, place.in_loop, if_none, then, rule)
        names.decisions.append(decision)
        if if_none is None and decline is None and not any(self._always_possible(offer) for offer in offers):
            names.add(messages.no_option(node.span))
        return (statements.Decide(len(names.decisions) - 1),)

    def _by(self, node: nodes.Choose, scope: Scope) -> exprs.Expr | None:
        names = self.names
        if node.first is not None:
            names.add(messages.not_supported(node.first.span, "`from`"))
        if node.by is None:
            if "player" not in scope.locals:
                names.add(
                    Diagnostic("missing-key", node.span, "nothing says who chooses here", "add 'by: ...' to the choose")
                )
                return None
            return exprs.Local("player")
        if node.by == nodes.Name("everyone"):
            names.add(messages.not_supported(node.by.span, "a choice of several players at the same time"))
            return None
        found = expressions.typed(names, node.by, scope)
        if isinstance(found.type, SetOf):
            names.add(messages.not_supported(node.by.span, "a choice of several players at the same time"))
            return None
        return convert(names, found, names.player)

    def _offers(self, node: nodes.Choose, scope: Scope) -> tuple[Offer, ...] | None:
        offers = []
        for item in node.items:
            offer = self._offer(item, scope)
            if offer is None:
                return None
            offers.append(offer)
        return tuple(offers)

    def _offer(self, item: nodes.Item, scope: Scope) -> Offer | None:
        names = self.names
        if len(item.options) != 1 or len(item.options[0].acts) != 1 or item.options[0].costs:
            names.add(messages.not_supported(item.span, "an entry with `or`, `and` or a cost"))
            return None
        act = item.options[0].acts[0]
        if act.times is not None or not isinstance(act.statement, nodes.Run):
            names.add(messages.not_supported(item.span, "an entry that is not the name of an action"))
            return None
        return self._offered_action(act.statement.path, scope)

    def _offered_action(self, path: nodes.Expr, scope: Scope) -> Offer | None:
        names = self.names
        match path:
            case nodes.Name(name):
                args: tuple[nodes.Arg, ...] = ()
            case nodes.Call(name, args):
                pass
            case _:
                names.add(messages.not_supported(path.span, "an action from a column"))
                return None
        info = names.procedures.get(name)
        if name in names.clashing:
            return None
        if info is None or info.kind != "action":
            known = [word for word, one in names.procedures.items() if one.kind == "action"]
            names.add(messages.unknown_name(path.span, "action", name, known))
            return None
        self.offered.add(name)
        for arg in args:
            if arg.name is not None and any(param.name == arg.name for param in info.params):
                value = " ".join(arg.value.span.text.split())
                help = f"write {name}({value})" if len(args) == 1 else None
                message = f"'{arg.name}' is given without its name: it stands in the header of '{name}'"
                names.add(Diagnostic("wrong-arity", arg.span, message, help))
                return None
        positional = [(None, expressions.typed(names, arg.value, scope)) for arg in args if arg.name is None]
        arranged = paths.arrange(names, name, info.params, list(positional), scope, path.span)
        if arranged is None:
            return None
        given = tuple(convert(names, arg, param.type) for arg, param in zip(arranged, info.params, strict=True))
        return Offer(name, given, self._fixed(name, args, info, scope))

    def _fixed(
        self, name: str, args: tuple[nodes.Arg, ...], info: ProcedureInfo, scope: Scope
    ) -> tuple[tuple[str, exprs.Expr], ...]:
        fixed = []
        for arg in args:
            if arg.name is None:
                continue
            of = next((param.type for param in info.chosen if param.name == arg.name), None)
            if of is None:
                known = [param.name for param in info.chosen]
                self.names.add(messages.unknown_name(arg.span, f"parameter of '{name}'", arg.name, known))
                continue
            fixed.append((arg.name, convert(self.names, expressions.typed(self.names, arg.value, scope), of)))
        return tuple(fixed)

    def _decline(self, node: nodes.Choose, scope: Scope) -> Offer | None:
        if node.decline is None:
            return None
        offer = self._offered_action(node.decline.action, scope)
        if offer is None or node.decline.where is None:
            return offer
        where = expressions.test(self.names, node.decline.where, scope)
        return Offer(offer.action, offer.given, offer.fixed, where)

    def _value_choice(
        self, bodies: Bodies, node: nodes.Choose, scope: Scope, place: Place
    ) -> tuple[tuple[Offer, ...] | None, statements.Body]:
        """A choose of values: an action named by its label, whose parameters the rule goes on with."""
        names = self.names
        if node.label is None:
            names.add(messages.missing_choose_name(node.span))
            return None, ()
        if node.label in names.procedures:
            names.add(messages.duplicate_name(node.label_span, node.label, names.procedures[node.label].span))
            return None, ()
        if node.body is None and (node.decline is not None or node.if_none):
            names.add(
                Diagnostic(
                    "missing-key",
                    node.span,
                    "a choose of values that can be declined needs a 'do'",
                    "put what happens with the chosen value under 'do'",
                )
            )
        inside, chosen, loops, conditions = self.check_params(node.params, scope)
        mentioned = {one.name for part in (loops, tuple(c.test for c in conditions)) for one in walk(part)
                     if isinstance(one, exprs.Local)}  # fmt: skip
        captured = tuple(Parameter(name, of) for name, of in scope.locals.items() if name in mentioned)
        title = node.title or _plain_title(node.label, chosen, node.span)
        titles = self._titles(node.label, title, node.title is not None, inside)
        names.procedures[node.label] = ProcedureInfo("value choice", (), node.label_span, chosen)
        then = bodies.body(node.body, inside, place) if node.body is not None else ()
        self._keep(Action(node.label, (), chosen, loops, conditions, titles, (), captured, True, node.label_span))
        self.offered.add(node.label)
        return (Offer(node.label, tuple(exprs.Local(param.name) for param in captured)),), then

    def _always_possible(self, offer: Offer) -> bool:
        action = self.done.get(offer.action)
        if action is None:
            return True  # its own mistakes have been reported, or it is still to come
        whole = all(isinstance(loop.domain, exprs.Values) or _is_constant_span(loop.domain) for loop in action.domains)
        return whole and not action.conditions and offer.where is None


def _is_constant_span(domain: exprs.Domain) -> bool:
    match domain:
        case exprs.Span(exprs.Const(low), exprs.Const(high)):
            return low <= high
    return False


def _placed(condition: Condition, chosen: tuple[Parameter, ...]) -> Condition:
    """The condition at the depth where all the parameters in it are known."""
    mentioned = {one.name for one in walk(condition.test) if isinstance(one, exprs.Local)}
    depth = max((at for at, param in enumerate(chosen, 1) if param.name in mentioned), default=0)
    return replace(condition, depth=depth)


def radix(param: Parameter) -> int:
    """How many values a parameter can take in an id; `none` is one of them."""
    of = param.type
    if isinstance(of, Optional):
        return span_of(of.of)[1] + 1
    return span_of(of)[1] if isinstance(of, Simple) else 1


def _plain_title(name: str, params: tuple[Parameter, ...], span: Span) -> nodes.Template:
    words = name.replace("_", " ")
    parts: list[str | nodes.Expr] = [words[:1].upper() + words[1:]]
    for param in params:
        parts += [" ", nodes.Name(param.name, span)]
    return nodes.Template(tuple(parts), span)
