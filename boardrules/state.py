"""A position of a game between two decisions, and what can be asked of it.

    state = game.start(players=2, seed=7)
    while not state.is_over:
        state.apply(state.legal_actions()[0])

Laws: `apply` either takes the action or raises and changes nothing; equal states have equal futures; a clone and a
resumed save are equal to what they were made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, final

from boardrules import records, saves
from boardrules.action import Action, action_of, count_of, decode, encode, numbers_of, parse_text, whole_action
from boardrules.errors import BoardrulesError, GameOver, IllegalAction, UnknownAction
from boardrules.reasons import Reason, not_offered, reasons_for
from boardrules.records import Past
from boardrules.run.compiled import Compiled, Options, RuleFailure, Vector
from boardrules.run.luck import checked_seed, settle, weights
from boardrules.run.values import Plain, low_number
from boardrules.vector import CHANCE, CHOOSER, END_RULE, SEED, WAITING, WINNER

if TYPE_CHECKING:
    from fractions import Fraction

    from boardrules.game import Game


@final
@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """Somebody must decide."""

    players: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    outcome: Outcome


@final
@dataclass(frozen=True, slots=True)
class ChanceTurn:
    """Luck must decide: every outcome with its exact probability. Only states with explicit chance stop here."""

    outcomes: tuple[tuple[Action, Fraction], ...]


Turn: TypeAlias = PlayerTurn | ChanceTurn | Over


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Players who are equal share the better rank: 1, 2, 2, 4."""

    how: Literal["scored", "drawn", "won"]
    reason: str
    """The rule that ended the game, with its place."""
    winners: tuple[str, ...]
    ranks: Mapping[str, int]
    scores: Mapping[str, int]


@final
class State:
    """One position. `apply` changes it in place; `clone` is one copy of a vector."""

    __slots__ = ("_compiled", "_options", "_past", "_vector", "explicit_chance", "game")

    def __init__(
        self,
        game: Game,
        compiled: Compiled,
        vector: Vector,
        options: Options,
        explicit_chance: bool = False,
        past: Past | None = None,
    ) -> None:
        self.game = game
        self.explicit_chance = explicit_chance
        """Whether luck is asked for like a decision instead of being drawn from the seed."""
        self._compiled = compiled
        self._vector = vector
        self._options = list(options)
        self._past = past

    # ---- whose turn it is

    @property
    def is_over(self) -> bool:
        return bool(self._compiled.ended(self._vector))

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all players, in order."""
        return self._compiled.seats

    @property
    def seed(self) -> int:
        """What the luck of this state is drawn from. It is the host's: whoever knows it foresees the game."""
        return self._vector[SEED]

    @property
    def player(self) -> str | None:
        """Who must decide; None when luck must, and when the game is over."""
        number = self._vector[CHOOSER]
        return self.seats[number - 1] if number > 0 else None

    @property
    def turn(self) -> Turn:
        if self.is_over:
            return Over(self.outcome)
        if self._vector[CHOOSER] == CHANCE:
            return ChanceTurn(tuple(self.outcomes()))
        return PlayerTurn((self.player,) if self.player is not None else ())

    @property
    def question(self) -> str | None:
        """The name of the choose that waits for an answer, where it has one."""
        waiting = self._vector[WAITING]
        label: str | None = self._compiled.questions[waiting]["label"] if waiting else None
        return label

    @property
    def forced(self) -> Action | None:
        """The only legal action, where there is just one."""
        return self.legal_actions()[0] if len(self._options) == 1 else None

    def outcomes(self) -> list[tuple[Action, Fraction]]:
        """What luck may bring now, with exact probabilities; empty unless luck must decide."""
        from fractions import Fraction

        if self._vector[CHOOSER] != CHANCE:
            return []
        likely = weights(self._compiled, self._vector, self._options)
        total = sum(likely)
        return [(action, Fraction(weight, total)) for action, weight in zip(self.legal_actions(), likely, strict=True)]

    def luck(self) -> list[Action]:
        """What luck has brought since the last decision, in order."""
        brought = self._past.luck if self._past is not None else ()
        return [action_of(self._compiled, number, self._vector, CHANCE) for number in brought]

    # ---- actions

    def legal_actions(self, player: str | None = None) -> list[Action]:
        """Everything that may be done now; for a player who is not asked, nothing."""
        if player is not None:
            self._seat_number(player)
            if player != self.player:
                return []
        snapshot = tuple(self._vector)
        chooser = self._vector[CHOOSER]
        return [action_of(self._compiled, number, snapshot, chooser) for number in self._options]

    def legal_ids(self) -> tuple[int, ...]:
        """The ids of the legal actions, without making the actions."""
        return tuple(self._options)

    def parse_action(self, text: str) -> Action:
        """The action that `text` names, legal or not."""
        name, params = parse_text(text)
        return whole_action(self._compiled, name, params, self._vector, self._vector[CHOOSER])

    def apply(self, action: Action | str | Mapping[str, Plain], player: str | None = None) -> None:
        """Takes an action for the player who must decide, or raises and leaves the state as it was."""
        if self.is_over:
            raise GameOver("the game is over")
        if player is not None:
            self._seat_number(player)
            if player != self.player:
                raise IllegalAction(f"it is not {player} who must decide, but {self.player}")
        chosen = self._action(action)
        if chosen.id not in self._options:
            reasons = self.why_not(chosen)
            said = "; ".join(str(reason) for reason in reasons)
            raise IllegalAction(f"{chosen} is not legal: {said}", reasons)
        before = self._vector[:]
        try:
            self._answer(chosen.id)
        except BaseException as problem:  # also an interrupt must not leave a half-made move
            self._vector[:] = before
            if isinstance(problem, RuleFailure):
                raise self._compiled.rule_error(problem) from None
            raise

    def _answer(self, option: int) -> None:
        """Takes an option, and lets luck answer what follows unless it is explicit."""
        chooser = self._vector[CHOOSER]
        options = self._compiled.step(self._vector, option)
        luck: list[int] = []
        if not self.explicit_chance:
            options = settle(self._compiled, self._vector, options, luck)
        self._options = list(options)
        if self._past is not None and chooser == CHANCE:
            self._past = replace(self._past, luck=(*self._past.luck, option))
        elif self._past is not None:
            self._past = Past(self._past, chooser, option, tuple(luck))

    def _action(self, action: Action | str | Mapping[str, Plain]) -> Action:
        if isinstance(action, str):
            return self.parse_action(action)
        if isinstance(action, Action):
            if action._compiled.rules_hash != self._compiled.rules_hash:
                raise UnknownAction(f"{action} is an action of other rules")
            return action
        return self.game.action_from_json(action, self._compiled.players)

    def why_not(self, action: Action | str, lang: str = "en", **params: Plain) -> list[Reason]:
        """Why an action may not be taken now; empty where it may.

        `action` is an action, its text, or its name with parameters beside it. Parameters that are left out stand for
        any value: `why_not("move", origin="a1")` says why nothing on a1 can move.
        """
        if isinstance(action, Action):
            name, said = action.name, dict(action.to_json())
            said.pop("action")
        else:
            name, text_params = parse_text(action)
            said = {**text_params, **params}
        card, numbers = numbers_of(self._compiled, name, said)
        if self.is_over:
            return [Reason("The game is over.", None, (), None)]
        offered = self._compiled.questions[self._vector[WAITING]]["actions"] if self._vector[WAITING] else []
        if name not in offered:
            return not_offered(self._compiled, self._vector, card, numbers, offered, lang)
        if self._any_legal(card, numbers):
            return []
        return reasons_for(self._compiled, self._vector, card, numbers, lang)

    def _any_legal(self, card: Mapping[str, Any], numbers: Mapping[str, int]) -> bool:
        """Whether some legal action has these parameters."""

        names = [param["name"] for param in (*card["given"], *card["chosen"])]
        if len(numbers) == len(names):
            return encode(card, [numbers[name] for name in names]) in self._options
        low, high = card["base"], card["base"] + count_of(card)
        for number in self._options:
            if low <= number < high:
                values = dict(zip(names, decode(card, number), strict=True))
                if all(values[name] == wanted for name, wanted in numbers.items()):
                    return True
        return False

    # ---- the end

    def scores(self) -> dict[str, int]:
        """Points of every player, now. Without scoring lines a winner has 1 and everybody else 0."""
        if not self._compiled.card["scoring"]:
            winners = self.winners() if self.is_over else ()
            return {seat: int(seat in winners) for seat in self.seats}
        return {seat: sum(lines.values()) for seat, lines in self.score_sheet().items()}

    def score_sheet(self) -> dict[str, dict[str, int]]:
        """Points of every player, by scoring line."""
        names = self._compiled.card["scoring"]
        scores = self._compiled.words["scores"]
        return {
            seat: dict(zip(names, map(int, scores(self._vector, number)), strict=True))
            for number, seat in enumerate(self.seats, 1)
        }

    def winners(self) -> tuple[str, ...]:
        """Who has won: several where the victory is shared, nobody in a draw or while the game goes on."""
        how = self._compiled.ended(self._vector)
        if how == "won":
            return (self.seats[self._vector[WINNER] - 1],)
        if how != "scored":
            return ()
        ranks = self._ranks()
        return tuple(seat for seat in self.seats if ranks and ranks[seat] == 1)

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        how = self._compiled.ended(self._vector)
        if not how:
            raise BoardrulesError("the game is not over yet")
        winners = self.winners()
        ranks = self._ranks() if how == "scored" else {}
        if not ranks:
            lost = 2 if winners else 1
            ranks = {seat: 1 if seat in winners else lost for seat in self.seats}
        reason = self._compiled.place(self._vector[END_RULE])
        return Outcome(how, reason, winners, ranks, self.scores())  # type: ignore[arg-type]

    def _ranks(self) -> dict[str, int]:
        """The places by the winner's criteria, or by score where none are given; equal players share the better one."""
        keys = self._rank_keys()
        if keys is None:
            return {}
        return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}

    def _rank_keys(self) -> dict[str, tuple[int, ...]] | None:
        highest = self._compiled.card["winner"]
        if highest:
            criteria = self._compiled.words["criteria"]
            return {
                seat: tuple(
                    value if up else -value for value, up in zip(criteria(self._vector, number), highest, strict=True)
                )
                for number, seat in enumerate(self.seats, 1)
            }
        if self._compiled.card["scoring"]:
            return {seat: (score,) for seat, score in self.scores().items()}
        return None

    # ---- copies

    def clone(self, seed: int | None = None) -> State:
        """An equal state that lives on its own. With a seed, its luck from now on is another: nobody foresees the
        game's by trying moves out on a copy."""
        vector = self._vector[:]
        if seed is not None:
            vector[SEED] = checked_seed(seed)
        past = self._past if seed is None else None
        return State(self.game, self._compiled, vector, self._options, self.explicit_chance, past)

    def record(self) -> dict[str, Any]:
        """The whole game so far as plain data: every decision and what luck brought; `Game.replay` plays it again."""

        return records.record(self)

    def undo(self, force: bool = False) -> None:
        """Takes the last decision back. Refused once luck has followed it, unless forced, as a lone player may."""

        earlier = records.undone(self, force)
        self._vector, self._options, self._past = earlier._vector, earlier._options, earlier._past

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._vector == other._vector and self._compiled.rules_hash == other._compiled.rules_hash

    def __hash__(self) -> int:
        return hash((self._compiled.rules_hash, tuple(self._vector)))

    def save(self) -> str:
        """The whole position as text, for `Game.resume`. It is the host's: it holds what players may not see."""

        return saves.save(self.game, self._compiled, self._vector, self._past, self.explicit_chance)

    # ---- looking

    def values(self) -> dict[str, Plain]:
        """The whole state as plain data, by name; tables are mappings from key to value."""
        return {name: self.value(name) for name in self._compiled.cells}

    def value(self, name: str) -> Plain:
        """One piece of state as plain data."""
        cell = self._compiled.cells.get(name)
        if cell is None:
            raise BoardrulesError(f"the game has no state called '{name}'")
        found: Plain = self._table(cell, cell["keys"], cell["offset"], cell["size"])
        return found

    def _table(self, cell: Mapping[str, Any], keys: list[Any], offset: int, size: int) -> Plain:
        if not keys:
            return self._compiled.vocabulary.plain(cell["type"], self._vector[offset])
        words = self._compiled.vocabulary
        low, count = low_number(keys[0]), _key_count(self._compiled, keys[0])
        step = size // count
        return {
            words.word(keys[0], low + at): self._table(cell, keys[1:], offset + at * step, step) for at in range(count)
        }

    def broken_invariants(self) -> list[str]:
        """The names of the invariants that do not hold here; a game is wrong if there are any."""
        found = self._compiled.words["broken_invariants"](self._vector)
        return [self._compiled.card["invariants"][number]["name"] for number in found]

    def _seat_number(self, player: str) -> int:
        if player not in self.seats:
            raise BoardrulesError(f"no seat is called '{player}'; the seats are {', '.join(self.seats)}")
        return self.seats.index(player) + 1

    def __repr__(self) -> str:
        return f"<State of {self.game.name}: {'over' if self.is_over else f'{self.player} to decide'}>"


def _key_count(compiled: Compiled, key: Mapping[str, Any]) -> int:
    match key["kind"]:
        case "int":
            return int(key["high"] - key["low"] + 1)
        case "bool":
            return 2
    return len(compiled.card["types"][key["name"]])
