"""What can happen at all: phases that nothing runs, rules that call themselves, things nobody reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boardrules.check import messages
from boardrules.check.names import Names
from boardrules.ir.rules import Action, Decision, Phase
from boardrules.ir.statements import Body, Decide, Do
from boardrules.ir.walk import walk
from boardrules.loader.declarations import GameDecl

ENTRIES = ("setup", "play")
"""The phases that the engine runs by itself."""


def check_flow(
    names: Names, game: GameDecl, phases: Mapping[str, Phase], actions: Mapping[str, Action], offered: set[str]
) -> None:
    calls = {name: set(called_phases(phase.body, names.decisions, actions)) for name, phase in phases.items()}
    _check_reached(names, phases, calls)
    _check_recursion(names, phases, actions, calls)
    for name, action in actions.items():
        if name not in offered:
            names.add(messages.never_offered(action.span, name))
    _check_read(names, game)


def called_phases(body: Body, decisions: list[Decision], actions: Mapping[str, Action]) -> Iterable[str]:
    """Every phase that a body may run, also through the actions that it offers."""
    done: set[str] = set()
    pending = [body]
    while pending:
        for node in walk(pending.pop()):
            if isinstance(node, Do):
                yield node.phase
            elif isinstance(node, Decide):
                decision = decisions[node.decision]
                pending += [decision.if_none or (), decision.then]
                for offer in (*decision.offers, *((decision.decline,) if decision.decline else ())):
                    if offer.action in actions and offer.action not in done:
                        done.add(offer.action)
                        pending.append(actions[offer.action].body)


def _check_reached(names: Names, phases: Mapping[str, Phase], calls: Mapping[str, set[str]]) -> None:
    reached: set[str] = set()
    pending = [name for name in ENTRIES if name in phases]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += [called for called in sorted(calls[name]) if called in phases]
    for name, phase in phases.items():
        if name not in reached:
            names.add(messages.unreachable_phase(phase.span, name))


def _check_recursion(
    names: Names, phases: Mapping[str, Phase], actions: Mapping[str, Action], calls: Mapping[str, set[str]]
) -> None:
    """A phase that can come back to itself must be able to stop at a decision."""
    stops = suspending(phases, names.decisions, actions)
    told: set[str] = set()
    for name, phase in phases.items():
        path = None if name in stops or name in told else _way_back(name, calls)
        if path is not None:
            names.add(messages.recursive_phase(phase.span, path))
            told |= set(path)


def _way_back(name: str, calls: Mapping[str, set[str]]) -> list[str] | None:
    """The shortest way from a phase back to itself."""
    pending = [[name]]
    seen: set[str] = set()
    for path in pending:
        for called in sorted(calls.get(path[-1], ())):
            if called == name:
                return [*path, name]
            if called not in seen:
                seen.add(called)
                pending.append([*path, called])
    return None


def suspending(phases: Mapping[str, Phase], decisions: list[Decision], actions: Mapping[str, Action]) -> set[str]:
    """The phases in which somebody may have to decide."""
    found = {name for name, phase in phases.items() if any(isinstance(node, Decide) for node in walk(phase.body))}
    calls = {name: {node.phase for node in walk(phase.body) if isinstance(node, Do)} for name, phase in phases.items()}
    while True:
        more = {name for name, called in calls.items() if name not in found and called & found}
        if not more:
            return found
        found |= more


def _check_read(names: Names, game: GameDecl) -> None:
    for option in game.options:
        if option.word.name not in names.used:
            names.add(messages.never_read(option.word.span, "option", option.word.name))
    for state in game.state:
        if state.word.name not in names.used:
            names.add(messages.never_read(state.word.span, "state", state.word.name))
