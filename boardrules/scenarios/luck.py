"""The luck of a scenario: results that it names, in order, for each die, bag or cell."""

from __future__ import annotations

from collections.abc import Mapping

from boardrules.diagnostics import Diagnostic, Report, did_you_mean
from boardrules.lang import nodes
from boardrules.loader.declarations import Data, DataList, ScenarioDecl
from boardrules.run.compiled import Compiled
from boardrules.run.luck import MOST_ANSWERS, fail_endless, sample
from boardrules.source import Span
from boardrules.state import State
from boardrules.vector import CHANCE, CHOOSER, WAITING

Results = dict[str, list[tuple[str, Span]]]


class NoSuchResult(Exception):
    """A result that cannot come up when it is needed, or never is."""

    def __init__(self, at: Span, message: str) -> None:
        super().__init__(message)
        self.at = at


def named_results(scenario: ScenarioDecl, compiled: Compiled, seats: Mapping[str, str], report: Report) -> Results:
    """The results by stream; `seats` are the game's names of seats that the scenario names otherwise."""
    streams = compiled.card["streams"]
    done: Results = {}
    for word, data in scenario.luck:
        if word.name not in streams:
            message = f"the game has no luck called '{word.name}'"
            hint = did_you_mean(word.name, streams) or f"it has: {', '.join(streams) or 'none'}"
            report.add(Diagnostic("unknown-name", word.span, message, hint))
            continue
        items = data.items if isinstance(data, DataList) else (data,)
        # A scenario that is like another goes on from there, with its luck too.
        done.setdefault(word.name, []).extend((_word(item, seats, report), item.span) for item in items)
    return done


def _word(data: Data, seats: Mapping[str, str], report: Report) -> str:
    match data:
        case nodes.Name(name):
            return seats.get(name, name)
        case nodes.Number(number):
            return str(number)
        case nodes.Negative(nodes.Number(number)):
            return str(-number)
        case nodes.Truth(truth):
            return "true" if truth else "false"
    report.add(Diagnostic("bad-value", data.span, "a result is a number or a word"))
    return ""


def let_luck_answer(state: State, results: Results) -> None:
    """Answers the questions of luck from the named results, and from the game's own streams where none is left."""
    compiled, vector = state._compiled, state._vector
    answers = 0
    while vector[CHOOSER] == CHANCE:
        if answers == MOST_ANSWERS:
            fail_endless(compiled, vector)
        answers += 1
        stream = compiled.questions[vector[WAITING]]["stream"]
        if not results.get(stream):
            number = sample(compiled, vector, state._options)
            state.apply(next(action for action in state.legal_actions() if action.id == number))
            continue
        word, at = results[stream].pop(0)
        found = [action for action in state.legal_actions() if action["outcome"] == word]
        if not found:
            possible = ", ".join(action["outcome"] for action in state.legal_actions())
            raise NoSuchResult(at, f"'{stream}' cannot give {word} here; it can give {possible}")
        state.apply(found[0])


def check_used_up(results: Results) -> None:
    for stream, left in results.items():
        if left:
            raise NoSuchResult(left[0][1], f"this result of '{stream}' was never needed")
