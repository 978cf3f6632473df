"""The order in which a game is checked, and what the checked game consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import final

from boardrules.check import expressions, messages, paths
from boardrules.check.actions import Actions
from boardrules.check.builtins import snake
from boardrules.check.chance import declare_dice
from boardrules.check.constant import constant
from boardrules.check.declare import (
    OptionValue,
    declare_options,
    declare_players,
    declare_state,
    declare_tables,
    declare_types,
    declare_words,
)
from boardrules.check.flow import check_flow
from boardrules.check.names import OUTCOME, FunctionInfo, Names, ProcedureInfo, Scope
from boardrules.check.statements import Bodies, Place
from boardrules.check.texts import Translations
from boardrules.diagnostics import Report
from boardrules.ir import exprs
from boardrules.ir.rules import Criterion, Fact, Function, Parameter, Phase, Rules, ScoringLine
from boardrules.ir.types import BOOL, ERROR, Bool, Enum, Error, Int, Type
from boardrules.lang import nodes
from boardrules.loader.declarations import GameDecl

PlainTexts = tuple[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], ...]


@final
@dataclass(frozen=True, slots=True)
class Checked:
    """A game without mistakes, for one number of players. `names` can check further expressions, as scenarios do."""

    rules: Rules
    names: Names
    texts: PlainTexts
    """Titles without values in them, by path and language."""


def check(game: GameDecl, players: int, options: Mapping[str, OptionValue], report: Report) -> Checked | None:
    """The typed rules; None where the report has errors afterwards."""
    names = Names(report, players)
    names.later.update({decl.word.name: "a piece of state" for decl in game.state})
    names.later.update({decl.head.name: "a function of the rules" for decl in game.functions})
    declare_players(names, game)
    declare_options(names, game, options)
    declare_types(names, game)
    declare_words(names, game)
    declare_tables(names, game)
    declare_dice(names, game)
    if report.has_errors:
        return None  # state and rules would only repeat what is wrong with the types
    names.later.clear()
    declare_state(names, game)
    _declare_functions(names, game)
    _declare_scoring(names, game)
    scoring = _scoring(names, game)
    translations = Translations(names, game)
    actions, phases = _check_procedures(names, game, translations)
    for name, asked in actions.luck.items():
        if name in names.procedures:
            names.add(messages.named_by_luck(names.procedures[name].span, name, asked.span))
    for name, info in names.functions.items():
        paths.finish_function(names, name, info)
    winner = _winner(names, game)
    _run_checks(names, game)
    invariants = _invariants(names, game)
    texts = _plain_texts(game, translations)
    if not report.has_errors:
        check_flow(names, game, phases, actions.done, actions.offered)
        translations.report()
    if report.errors:
        return None
    rules = Rules(
        game=game.word.name,
        players=players,
        seats=names.player.members,
        types=tuple(of for of in names.types.values() if isinstance(of, Enum)),
        tables=tuple(info.table for info in names.tables.values()),
        state=tuple(names.state.values()),
        functions=tuple(_finished(names)),
        phases=tuple(phases.values()),
        actions=(*actions.done.values(), *actions.luck.values()),
        decisions=tuple(names.decisions),
        scoring=scoring,
        winner=winner,
        invariants=invariants,
        grids=tuple(names.grids),
        pending=game.limits.pending,
        rules=tuple(names.rules),
    )
    return Checked(rules, names, texts)


def _finished(names: Names) -> list[Function]:
    return [info.done for info in names.functions.values() if info.done is not None]


# ---- headers


def _params(names: Names, head: nodes.Head) -> tuple[Parameter, ...]:
    """The parameters of a header; each has the type that its name says."""
    done: dict[str, Parameter] = {}
    for param in head.params:
        of = _type_of_word(names, param.name)
        if of is None:
            names.add(messages.untyped_parameter(param.span, param.name))
            of = ERROR
        if param.name == OUTCOME:
            names.add(messages.taken_word(param.span, param.name))
        elif param.name in done:
            names.add(messages.shadowed_name(param.span, param.name, "a parameter"))
        elif names.declared_at(param.name) is not None:
            what = "the name of something else in the game"
            names.add(messages.shadowed_name(param.span, param.name, what, names.declared_at(param.name)))
        done[param.name] = Parameter(param.name, of)
    return tuple(done.values())


def _type_of_word(names: Names, word: str) -> Type | None:
    if word in names.words:
        return names.words[word]
    return next((of for name, of in names.types.items() if snake(name) == word), None)


def _declare_functions(names: Names, game: GameDecl) -> None:
    for decl in game.functions:
        if names.declare(decl.head.name, decl.head.span):
            names.functions[decl.head.name] = FunctionInfo(decl.head, decl.body, ())
    for info in names.functions.values():
        info.params = _params(names, info.head)


def _declare_scoring(names: Names, game: GameDecl) -> None:
    """Scoring lines can be called like functions, and `score` is their sum."""
    player = nodes.HeadParam("player")
    for line in game.scoring:
        if names.declare(line.word.name, line.word.span):
            head = nodes.Head(line.word.name, (player,), line.word.span)
            names.functions[line.word.name] = FunctionInfo(head, line.value, (Parameter("player", names.player),))
    if game.scoring and names.declared_at("score") is None:
        total: nodes.Expr | None = None
        for line in game.scoring:
            arg = nodes.Arg(nodes.Name("player", line.word.span), None, line.word.span)
            part = nodes.Call(line.word.name, (arg,), line.word.span, line.word.span)
            total = part if total is None else nodes.Arithmetic("+", total, part, line.word.span)
        assert total is not None
        head = nodes.Head("score", (player,), game.scoring[0].word.span)
        names.declare("score", head.span)
        names.functions["score"] = FunctionInfo(head, total, (Parameter("player", names.player),))


# ---- procedures


def _check_procedures(names: Names, game: GameDecl, translations: Translations) -> tuple[Actions, dict[str, Phase]]:
    for decl in game.actions:
        _declare_procedure(names, decl.head, "action")
    for phase in game.phases:
        _declare_procedure(names, phase.head, "phase")
    if "play" not in names.procedures or names.procedures["play"].kind != "phase":
        near = get_close_matches("play", [phase.head.name for phase in game.phases], n=1)
        at = next((phase.head.span for phase in game.phases if phase.head.name in near), game.word.span)
        names.add(messages.missing_phase(at, near[0] if near else None))
    actions = Actions(names, translations)
    stay = frozenset(decl.word.name for decl in game.state if decl.at_end == "stay")
    bodies = Bodies(names, stay, actions.choose, actions.luck)
    _declare_chosen(names, game, actions)
    for decl in game.actions:
        actions.check_action(decl, names.procedures[decl.head.name].params, bodies)
    phases: dict[str, Phase] = {}
    for phase in game.phases:
        name = phase.head.name
        params = names.procedures[name].params if name not in names.clashing else _params(names, phase.head)
        scope = Scope({param.name: param.type for param in params})
        if name in ("play", "setup") and params:
            names.add(messages.wrong_arity(phase.head.span, name, "no parameters", len(params)))
        body = bodies.body(phase.body, scope, Place(f"phase {name}"))
        phases.setdefault(name, Phase(name, params, body, phase.head.span))
    return actions, phases


def _declare_procedure(names: Names, head: nodes.Head, kind: str) -> None:
    if head.name in names.procedures:
        names.clashing.add(head.name)
        names.add(messages.duplicate_name(head.span, head.name, names.procedures[head.name].span))
        return
    names.procedures[head.name] = ProcedureInfo(kind, _params(names, head), head.span)


def _declare_chosen(names: Names, game: GameDecl, actions: Actions) -> None:
    """The chosen parameters of every action, so that bodies checked earlier can fix them by name."""
    report, names.report = names.report, Report()
    rules = len(names.rules)
    try:
        for decl in game.actions:
            info = names.procedures[decl.head.name]
            scope = Scope({"player": names.player, **{param.name: param.type for param in info.params}})
            _, chosen, _, _ = actions.check_params(decl.params, scope)
            names.procedures[decl.head.name] = ProcedureInfo("action", info.params, info.span, chosen)
    finally:
        names.report = report
        del names.rules[rules:]


# ---- the end, and facts


def _scoring(names: Names, game: GameDecl) -> tuple[ScoringLine, ...]:
    done = []
    for line in game.scoring:
        info = names.functions.get(line.word.name)
        found = paths.finish_function(names, line.word.name, info) if info else None
        if found is None:
            continue
        if not isinstance(found.type, Int | Error):
            help = "write if c then 1 else 0" if isinstance(found.type, Bool) else None
            names.add(messages.type_mismatch(line.value.span, "a number", found.type, help))
            assert info is not None
            info.done = replace(found, type=ERROR)  # `score` must not say it again
        names.called.add(line.word.name)
        done.append(ScoringLine(line.word.name, exprs.Call(line.word.name, (exprs.Local("player"),))))
    return tuple(done)


def _winner(names: Names, game: GameDecl) -> tuple[Criterion, ...]:
    if game.winner is None:
        return ()
    scope = Scope({"player": names.player})
    done = []
    for criterion in game.winner.criteria:
        node = criterion.key
        if node == nodes.Name("score") and "score" in names.functions:
            node = nodes.Call("score", (), node.span, node.span)
        found = expressions.typed(names, node, scope)
        if not isinstance(found.type, Int | Bool | Error):
            names.add(messages.type_mismatch(node.span, "a number", found.type))
        done.append(Criterion(found.value, criterion.direction == "highest"))
    return tuple(done)


def _run_checks(names: Names, game: GameDecl) -> None:
    for decl in game.checks:
        test = expressions.test(names, decl.value, Scope())
        if names.report.has_errors:
            return
        holds = constant(names, test, decl.value.span, {})
        if holds == 0:
            names.add(messages.failed_check(decl.value.span, decl.word.name))


def _invariants(names: Names, game: GameDecl) -> tuple[Fact, ...]:
    done = []
    for decl in game.invariants:
        found = expressions.typed(names, decl.value, Scope(), BOOL)
        if not isinstance(found.type, Bool | Error):
            names.add(messages.type_mismatch(decl.value.span, "true or false", found.type))
        done.append(Fact(decl.word.name, found.value, names.rule(decl.value.span)))
    return tuple(done)


def _plain_texts(game: GameDecl, translations: Translations) -> PlainTexts:
    """Titles of the game, its seats and members, its scoring lines and options."""
    done: list[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = []
    path: tuple[str, ...] = ("title",)
    done.append((path, translations.plain(path, game.title)))
    for seat in game.seats:
        path = ("types", "Player", seat.word.name)
        done.append((path, translations.plain(path, None)))
    for decl in game.types:
        members = getattr(decl.definition, "members", ())
        own = [word for word in members if word.name not in {one.word.name for one in game.types}]
        for word in own:
            path = ("types", decl.word.name, word.name)
            done.append((path, translations.plain(path, None)))
    for line in game.scoring:
        path = ("scoring", line.word.name)
        done.append((path, translations.plain(path, None)))
    for option in game.options:
        path = ("options", option.word.name, "title")
        if option.title is not None:
            done.append((path, translations.plain(path, option.title)))
    return tuple(done)
