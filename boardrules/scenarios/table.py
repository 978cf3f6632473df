"""The game that a scenario is played on: its rules, ready to run, and able to answer further questions about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from boardrules.check import Checked, messages
from boardrules.check.constant import evaluator
from boardrules.check.convert import convert
from boardrules.check.data import key_codes, start_leaf
from boardrules.check.expressions import test, typed
from boardrules.check.names import Names, Scope
from boardrules.check.texts import seen_values
from boardrules.diagnostics import Report
from boardrules.emit.card import type_card
from boardrules.emit.code import Code, table_name
from boardrules.emit.expressions import value
from boardrules.game import Game, load
from boardrules.ir import exprs
from boardrules.ir.evaluate import CannotEvaluate
from boardrules.ir.rules import Seen
from boardrules.ir.types import domain_of
from boardrules.ir.walk import walk
from boardrules.lang import nodes
from boardrules.loader.declarations import Data, DataMap, Word
from boardrules.lower.layout import Layout, flat_table, place
from boardrules.pipeline import OptionValue, check_game_at, compile_checked
from boardrules.run.compiled import Vector

Condition = Callable[[Vector], tuple[bool, list[tuple[str, str]]]]
"""Tells whether it holds, and the values that it looked at."""


class Table:
    """One game for one number of players and one set of options, with the names that a scenario gives its seats."""

    def __init__(self, path: Path, players: int, options: Mapping[str, OptionValue], seats: tuple[Word, ...]) -> None:
        self.game: Game = load(path, options)
        self.checked: Checked = check_game_at(path, players, options)
        self.compiled = compile_checked(self.checked)
        self._layout = Layout(self.checked.rules)
        self.seat_of = {seat: seat for seat in self.compiled.seats}
        for word, seat in zip(seats, self.compiled.seats, strict=bool(seats)):
            self.seat_of[word.name] = seat
            self.names.members.setdefault(word.name, self.names.members[seat])

    @property
    def names(self) -> Names:
        return self.checked.names

    def condition(self, node: nodes.Expr, report: Report) -> Condition:
        """An expression of the scenario, checked like one of the game and run among its rules."""
        self.names.report = report
        holds = test(self.names, node, Scope())
        seen = seen_values(self.names, node, Scope())
        if report.has_errors:
            return lambda vector: (False, [])
        run_holds = self._function(holds)
        run_seen = [(one, self._function(one.value)) for one in seen]
        return lambda vector: (bool(run_holds(vector)), [self._shown(one, run(vector)) for one, run in run_seen])

    def _shown(self, one: Seen, number: int) -> tuple[str, str]:

        return one.label, self.compiled.vocabulary.word(type_card(one.type), number)

    def _function(self, node: exprs.Expr) -> Callable[[Vector], int]:
        tables = {name: info.table for name, info in self.names.tables.items()}
        self._layout.know_tables(tables.values())
        flat = self._layout.flat(node)
        code = Code()
        code.add(f"return {value(flat, code)}")
        used = {one.table for one in walk(node) if isinstance(one, exprs.Lookup | exprs.Row)}
        lines = [f"{table_name(name)} = {flat_table(tables[name]).entries!r}" for name in sorted(used)]
        names: dict[str, Any] = self.compiled.names
        # Written by this library from a checked expression.
        exec(compile("\n".join([*lines, "def found(v):", *code.lines]), "<scenario>", "exec"), names)
        found: Callable[[Vector], int] = names["found"]
        return found

    def arguments(self, node: nodes.Expr, report: Report) -> tuple[str, list[int]] | None:
        """The phase and the values of `start: turn(p1)`."""

        self.names.report = report
        match node:
            case nodes.Name(name):
                args: tuple[nodes.Arg, ...] = ()
            case nodes.Call(name, args):
                pass
            case _:
                report.add(messages.not_supported(node.span, "a start that is not a phase"))
                return None
        phases = {phase.name: phase for phase in self.checked.rules.phases}
        if name not in phases:
            report.add(messages.unknown_name(node.span, "phase", name, phases))
            return None
        params = phases[name].params
        if len(args) != len(params):
            report.add(messages.wrong_arity(node.span, name, f"{len(params)} arguments", len(args)))
            return None
        values = []
        for arg, param in zip(args, params, strict=True):
            number = self._constant(convert(self.names, typed(self.names, arg.value, Scope()), param.type), arg, report)
            values.append(number)
        return None if report.has_errors else (name, values)

    def _constant(self, node: exprs.Expr, at: nodes.Arg | Data, report: Report) -> int:

        if report.has_errors:
            return 0
        try:
            return evaluator(self.names)(node, {})
        except CannotEvaluate as problem:
            report.add(messages.not_constant(at.span, str(problem)))
            return 0

    # ---- given

    def given(self, word: Word, data: Data, report: Report) -> list[tuple[int, int]]:
        """The places that `given` sets, with their numbers, in order."""

        self.names.report = report
        variable = self.names.state.get(word.name)
        if variable is None:
            report.add(messages.unknown_name(word.span, "piece of state", word.name, self.names.state))
            return []
        cell = self._layout.cells[word.name]
        found = []
        for path, leaf in self._leaves(data, variable.keys, report):
            number = self._constant(start_leaf(self.names, leaf, variable.type, Scope()), leaf, report)
            found.append((cell.offset + place(variable.keys, path), number))
        return found

    def _leaves(self, data: Data, keys: tuple[Any, ...], report: Report) -> list[tuple[tuple[int, ...], Data]]:
        """Every cell that data speaks of; `each` stands for all keys, and what is said of one key comes after it."""

        if not keys:
            return [((), data)]
        if not isinstance(data, DataMap):
            report.add(messages.missing_entry(data.span, "a table", ["its keys"]))
            return []
        found = []
        entries = sorted(data.entries, key=lambda entry: not _is_each(entry.key))
        for entry in entries:
            codes = domain_of(keys[0]) if _is_each(entry.key) else tuple(key_codes(self.names, entry, keys[0]))
            for code in codes:
                found += [((code, *path), leaf) for path, leaf in self._leaves(entry.value, keys[1:], report)]
        return found


def _is_each(key: Word | nodes.Band) -> bool:
    return isinstance(key, Word) and key.name == "each"
