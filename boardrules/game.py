"""A game that has been loaded and checked: what starts states, and what can be asked before one is started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from boardrules import cache, pipeline, records, saves
from boardrules.action import Action, count_of, parse_text, whole_action
from boardrules.diagnostics import Diagnostic, Report, did_you_mean
from boardrules.errors import BadOption, LoadError, SaveError, UnknownAction
from boardrules.library import find_game
from boardrules.records import Past
from boardrules.run.compiled import Compiled, RuleFailure
from boardrules.run.luck import checked_seed, settle
from boardrules.run.values import Plain
from boardrules.simulator import Simulator
from boardrules.state import State
from boardrules.vector import CHOOSER, SEED

OptionValue = int | bool | str


@final
@dataclass(frozen=True, slots=True)
class Option:
    """Something a caller may set before the game starts."""

    name: str
    title: Mapping[str, str]
    default: OptionValue | Mapping[str, OptionValue]
    """A value, or values by number of players."""
    low: int | None
    high: int | None
    values: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class ActionInfo:
    """An action of the game, with the parameters a player chooses and the words each may be."""

    name: str
    params: Mapping[str, tuple[str, ...]]
    """The values of each parameter; empty for numbers."""
    first_id: int
    ids: int


def load(name_or_path: str | Path, options: Mapping[str, OptionValue] | None = None) -> Game:
    """Loads and checks a shipped game by name, or any game by path.

    Raises `LoadError` with every mistake found, `UnknownGame`, or `BadOption`.
    """
    path = find_game(name_or_path)
    chosen = dict(options or {})
    options_key = repr(sorted(chosen.items()))
    key = cache.key_of(["game", *pipeline.contents(path), options_key])
    summary = cache.read(key)
    warnings: tuple[Diagnostic, ...] = ()
    if summary is None:
        summary, warnings = _read(path, chosen)
        if not warnings:
            cache.write(key, summary)
    return Game(path, chosen, summary, warnings)


def _read(path: Path, chosen: Mapping[str, OptionValue]) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """Reads and checks the game for every number of players."""
    from boardrules.check import check
    from boardrules.loader import load_game

    report = Report()
    decl = load_game(path, report)
    if decl is None:
        raise LoadError(report.errors)
    known = [option.word.name for option in decl.options]
    for name in chosen:
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadOption(f"{decl.word.name} has no option '{name}'" + (f"; {hint}" if hint else ""))
    for players in range(decl.fewest, decl.most + 1):
        check(decl, players, chosen, report)
    if report.has_errors:
        raise LoadError(report.errors)
    from boardrules.summary import summary_of

    return summary_of(decl), report.warnings


@final
class Game:
    """Immutable; may be shared. Options are fixed here, the number of players at `start`."""

    def __init__(
        self,
        path: Path,
        chosen: Mapping[str, OptionValue],
        summary: Mapping[str, Any],
        warnings: tuple[Diagnostic, ...],
    ) -> None:
        self.path = path
        self.chosen_options = dict(chosen)
        self.warnings = warnings
        self._summary = summary
        self._compiled: dict[int, Compiled] = {}

    # ---- what the game is

    @property
    def name(self) -> str:
        name: str = self._summary["name"]
        return name

    def title(self, lang: str = "en") -> str:
        titles: dict[str, str] = self._summary["titles"]
        return titles.get(lang) or titles.get("en") or self.name

    @property
    def players(self) -> range:
        """The numbers of players that the game is for."""
        return range(self._summary["fewest"], self._summary["most"] + 1)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._summary["languages"])

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(
            Option(one["name"], one["title"], one["default"], one["low"], one["high"], tuple(one["values"]))
            for one in self._summary["options"]
        )

    def symbol(self, seat: str) -> str | None:
        """The sign that a seat is drawn with, where the game gives one."""
        sign: str | None = self._summary["symbols"].get(seat)
        return sign

    def actions(self, players: int | None = None) -> tuple[ActionInfo, ...]:
        """All actions; parameters may depend on the number of players."""

        compiled = self.compiled(players)
        return tuple(
            ActionInfo(
                card["name"],
                {
                    param["name"]: tuple(compiled.vocabulary.choices(param["type"]))
                    for param in (*card["given"], *card["chosen"])
                },
                card["base"],
                count_of(card),
            )
            for card in compiled.actions.values()
        )

    def types(self, players: int | None = None) -> dict[str, tuple[str, ...]]:
        """The members of every enumeration."""
        compiled = self.compiled(players)
        return {name: compiled.vocabulary.members(name) for name in compiled.card["types"]}

    def phases(self, players: int | None = None) -> dict[str, tuple[str, ...]]:
        """The phases with the names of their parameters."""
        found = self.compiled(players).card["phases"]
        return {name: tuple(param["name"] for param in params) for name, params in found.items()}

    # ---- playing

    def start(self, players: int | None = None, seed: int = 0, explicit_chance: bool = False) -> State:
        """A new game, set up and waiting for its first decision.

        All luck comes from the seed. With explicit chance it comes from the caller instead: the state stops where luck
        must decide (`state.turn` is a `ChanceTurn`), and outcomes are applied like actions.
        """
        compiled = self.compiled(players)
        vector = list(compiled.initial)
        vector[SEED] = checked_seed(seed)
        try:
            options = compiled.begin(vector)
            luck: list[int] = []
            if not explicit_chance:
                options = settle(compiled, vector, options, luck)
        except RuleFailure as failure:
            raise compiled.rule_error(failure) from None
        return State(self, compiled, vector, options, explicit_chance, Past(None, 0, None, tuple(luck)))

    def replay(self, record: object) -> Iterator[State]:
        """The positions of a recorded game in order; raises `SaveError` where the record does not fit the rules.

        The first is before any decision. The same state is changed and yielded again: clone what is to be kept.
        """

        return records.replay(self, record)

    def resume(self, text: str) -> State:
        """The state that `State.save` wrote; raises `SaveError` for damage and for other rules."""
        players, vector, past, explicit_chance = saves.read(self, text)
        compiled = self.compiled(players)
        saves.check_vector(compiled, saves.saved_hash(text), vector)
        try:
            options = list(compiled.options(vector))
        except (RuleFailure, IndexError, KeyError):
            raise SaveError("the save is damaged: its position cannot be") from None
        return State(self, compiled, vector, options, explicit_chance, past)

    def simulator(self, players: int | None = None) -> Simulator:
        """The fast path for search and simulation: integers in, integers out, nothing checked."""
        return Simulator(self.compiled(players))

    def parse_action(self, text: str, players: int | None = None) -> Action:
        """The action that `str(action)` wrote."""
        name, params = parse_text(text)
        compiled = self.compiled(players)
        return whole_action(compiled, name, params, list(compiled.initial), 1)

    def action_from_json(self, data: Mapping[str, Plain], players: int | None = None) -> Action:
        """The action that `Action.to_json` wrote."""
        if not isinstance(data.get("action"), str):
            raise UnknownAction('an action is written as {"action": NAME, PARAMETER: VALUE}')
        params = {str(name): value for name, value in data.items() if name != "action"}
        compiled = self.compiled(players)
        vector = list(compiled.initial)
        return whole_action(compiled, str(data["action"]), params, vector, vector[CHOOSER] or 1)

    def compiled(self, players: int | None = None) -> Compiled:
        """The compiled program; the fewest players where no number is given."""
        number = self.players[0] if players is None else players
        if number not in self.players:
            few, most = self.players[0], self.players[-1]
            wanted = f"{few} players" if few == most else f"{few} to {most} players"
            raise BadOption(f"{self.name} is for {wanted}, not for {number}")
        if number not in self._compiled:
            self._compiled[number] = pipeline.compile_game(self.path, number, self.chosen_options)
        return self._compiled[number]

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
