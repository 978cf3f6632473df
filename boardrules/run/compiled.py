"""A compiled game: the card and the two emitted modules, ready to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import CodeType
from typing import Any, NoReturn, final

from boardrules.errors import RuleError
from boardrules.run.values import Vocabulary
from boardrules.vector import ENDED, WAITING

Vector = list[int]
Options = list[int] | tuple[int, ...]


@final
class RuleFailure(Exception):
    """A rule did what it must not. Callers see a `RuleError` that says where."""

    def __init__(self, rule: int | str, problem: str) -> None:
        super().__init__(problem)
        self.rule = rule
        self.problem = problem


@final
class Compiled:
    """One game for one number of players and one set of options. Immutable, and shared by all its states."""

    def __init__(self, card: Mapping[str, Any], rules: str, words: str, rules_hash: str) -> None:
        self.card = card
        self.rules_source = rules
        self.words_source = words
        self.rules_hash = rules_hash
        self.players: int = card["players"]
        self.seats: tuple[str, ...] = tuple(card["seats"])
        self.vocabulary = Vocabulary(card["types"], card["subsets"])
        self.actions: dict[str, Mapping[str, Any]] = {one["name"]: one for one in card["actions"]}
        self.cells: dict[str, Mapping[str, Any]] = {one["name"]: one for one in card["cells"]}
        self.questions: dict[int, Mapping[str, Any]] = {one["number"]: one for one in card["questions"]}
        self._names = _run(rules, f"<rules of {card['game']}>", dict(CONTROLS))
        self.initial: tuple[int, ...] = self._names["INITIAL"]
        self.step: Callable[[Vector, int], Options] = self._names["step"]
        self.begin: Callable[[Vector], Options] = self._names["begin"]
        self.weights: Mapping[int, Callable[[Vector], list[int]]] = self._names["WEIGHTS"]
        self.begin_play: Callable[[Vector], Options] = self._names["begin_play"]
        self.phases: Mapping[str, Callable[..., Options]] = self._names["PHASES"]

    @property
    def names(self) -> dict[str, Any]:
        """The names of the rules module, for code that is made later to run among them."""
        return dict(self._names)

    @cached_property
    def words(self) -> Mapping[str, Any]:
        """The names of the words module; it is run on first need."""
        names = {**self._names, "RuleFailure": RuleFailure}
        return _run(self.words_source, f"<words of {self.card['game']}>", names)

    def options(self, vector: Vector) -> Options:
        """The legal ids of a position that waits for an answer, worked out anew."""
        if not vector[WAITING]:
            return ()
        options: Options = self.words["OPTIONS"][vector[WAITING]](vector)
        return options

    def ended(self, vector: Vector) -> str:
        """How the game has ended: scored, drawn or won; empty while it goes on."""
        how: str = self.card["how"][vector[ENDED]]
        return how

    def place(self, rule: int | str) -> str:
        """Where a rule stands in the YAML, with its words."""
        found = self.card["rules"][rule] if isinstance(rule, int) else None
        if found is None:
            return f"rule '{rule}'" if isinstance(rule, str) else "the end of play"
        file, line, column, words = found
        return f"{file}:{line}:{column}: {words}"

    def rule_error(self, failure: RuleFailure) -> RuleError:
        return RuleError(f"{self.place(failure.rule)}\n  {failure.problem}")


def _run(source: str, name: str, names: dict[str, Any]) -> dict[str, Any]:
    # The source was written by this library from checked rules; no text of an author is in it but names.
    code: CodeType = compile(source, name, "exec", dont_inherit=True)
    exec(code, names)
    return names


def _fail(rule: int, value: int | None, low: int, high: int) -> NoReturn:
    if value is None:
        raise RuleFailure(rule, "there is nothing to choose from here")
    raise RuleFailure(rule, f"{value} does not fit into {low}..{high}")


def _missing(rule: int) -> NoReturn:
    raise RuleFailure(rule, "a value is needed here, but there is none")


def _stuck(rule: int | str) -> NoReturn:
    raise RuleFailure(rule, "this rule goes round and round without a decision")


def _overflow(rule: int) -> NoReturn:
    raise RuleFailure(rule, "too many rules wait for one another (limits: pending)")


CONTROLS: Mapping[str, Any] = {"fail": _fail, "missing": _missing, "stuck": _stuck, "overflow": _overflow}
"""What the rules module calls when a rule cannot go on."""
