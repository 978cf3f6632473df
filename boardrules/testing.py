"""The laws that every game obeys, for authors to test their own with.

    from boardrules.testing import check_game

    check_game(boardrules.load("my-game"), games=50)        # raises LawBroken at the first position that breaks one

Random games are played, and at every decision: saving and resuming, copying, taking back and playing again give the
same position; every legal action can be written and read back; exactly the actions that are not legal have a reason; a
refused action changes nothing; the invariants hold; and the fast path goes the same way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, final

from boardrules.action import Action, encode
from boardrules.errors import BoardrulesError, GameOver, IllegalAction
from boardrules.game import Game

SAMPLED = 50
"""How many combinations of parameters are tried at each decision."""
MOST_DECISIONS = 2000
"""A game that is longer is left here: random play of some games goes on for ever."""


@final
class LawBroken(BoardrulesError):
    """A law does not hold; the message says which, in which game and position."""


def check_game(
    game: Game, games: int = 50, seed: int = 0, on_game: Callable[[int], None] | None = None, every: bool = False
) -> int:
    """Plays random games under all laws and gives the number of decisions; `every` tries all parameters, no sample."""
    decisions = 0
    for index in range(games):
        decisions += _Trial(game, seed, index, every).play()
        if on_game is not None:
            on_game(index + 1)
    return decisions


@final
class _Trial:
    """One random game."""

    def __init__(self, game: Game, seed: int, index: int, every: bool) -> None:
        self._game = game
        self._name = f"game {index} of seed {seed}"
        self._rng = random.Random(f"{game.name} {seed} {index}")
        self._every = every
        players = game.players[index % len(game.players)]
        luck = self._rng.getrandbits(62)
        self._state = game.start(players, luck)
        self._simulator = game.simulator(players)
        self._vector, self._options = self._simulator.start(luck)
        self._decisions = 0

    def _need(self, holds: object, law: str) -> None:
        if not holds:
            raise LawBroken(f"{self._game.name}, {self._name}, decision {self._decisions}: {law}")

    def play(self) -> int:
        state = self._state
        while not state.is_over and self._decisions < MOST_DECISIONS:
            self._check_position()
            action = self._rng.choice(state.legal_actions())
            before = state.clone()
            self._options = self._simulator.step(self._vector, action.id)
            state.apply(action, state.player)
            self._decisions += 1
            if self._rng.random() < 0.1:
                back = state.clone()
                back.undo(force=True)
                self._need(back == before, "taking the decision back does not lead to the position before it")
        if state.is_over:
            self._check_end()
        return self._decisions

    # ---- a position

    def _check_position(self) -> None:
        state = self._state
        text = state.save()
        resumed = self._game.resume(text)
        self._need(resumed == state and hash(resumed) == hash(state), "a resumed save is another position")
        self._need(resumed.save() == text, "a resumed save is saved differently")
        self._need(resumed.legal_ids() == state.legal_ids(), "a resumed save has other legal actions")
        self._need(tuple(self._options) == state.legal_ids(), "the fast path has other legal actions")
        actions = state.legal_actions()
        self._need(actions, "the game is not over, and nothing is legal")
        self._need([one.id for one in actions] == list(state.legal_ids()), "ids and actions do not correspond")
        self._need(len(set(state.legal_ids())) == len(actions), "an action is listed twice")
        broken = state.broken_invariants()
        self._need(not broken, f"the invariant {', '.join(broken)} does not hold")
        for action in actions:
            self._check_action(action)
        self._check_clone(self._rng.choice(actions))
        for card in state._compiled.actions.values():
            self._check_reasons(card)
        self._need(state.save() == text, "looking at the position has changed it")

    def _check_action(self, action: Action) -> None:
        state, players = self._state, len(self._state.seats)
        self._need(state.parse_action(str(action)) == action, f"{action} is read as another action")
        self._need(self._game.parse_action(str(action), players) == action, f"{action} is read as another action")
        self._need(self._game.action_from_json(action.to_json(), players) == action, f"{action} changes as JSON")
        self._need(not state.why_not(action), f"{action} is legal and has a reason against it")
        for lang in self._game.languages:
            self._need(action.sentence(lang).strip(), f"{action} has no sentence in {lang}")

    def _check_clone(self, action: Action) -> None:
        clone, before = self._state.clone(), self._state.save()
        self._need(clone == self._state and hash(clone) == hash(self._state), "a copy is another position")
        clone.apply(action)
        self._need(self._state.save() == before, "playing on with a copy changes the original")

    def _check_reasons(self, card: Mapping[str, Any]) -> None:
        state = self._state
        legal = set(state.legal_ids())
        params = (*card["given"], *card["chosen"])
        for values in self._sampled(card):
            words = {
                one["name"]: state._compiled.vocabulary.word(one["type"], value)
                for one, value in zip(params, values, strict=True)
            }
            reasons = state.why_not(card["name"], **words)
            is_legal = encode(card, values) in legal
            self._need((not reasons) == is_legal, f"{card['name']} {words}: legality and reasons disagree")
            if not is_legal:
                self._check_refused(card["name"], words)

    def _check_refused(self, name: str, words: Mapping[str, str]) -> None:
        before = list(self._state._vector)
        try:
            self._state.apply({"action": name, **words})
        except IllegalAction:
            self._need(self._state._vector == before, f"{name} {words} was refused and changed the state")
        else:
            self._need(False, f"{name} {words} is not legal and was taken")

    def _sampled(self, card: Mapping[str, Any]) -> list[list[int]]:
        """Some combinations of parameters that the types allow; all of them where they are few."""
        ranges = []
        for radix, low, none in zip(card["radices"], card["lows"], card["nones"], strict=True):
            numbers = [low + digit for digit in range(radix if none is None else radix - 1)]
            ranges.append(numbers if none is None else [*numbers, none])
        count = 1
        for numbers in ranges:
            count *= len(numbers)
        if self._every or count <= SAMPLED:
            return [list(one) for one in product(*ranges)]
        return [[self._rng.choice(numbers) for numbers in ranges] for _ in range(SAMPLED)]

    # ---- the end

    def _check_end(self) -> None:
        state = self._state
        outcome = state.outcome
        self._need(state.player is None and not state.legal_actions(), "the game is over, and somebody must decide")
        self._need(self._simulator.is_over(self._vector) and not self._options, "the fast path has not ended")
        self._need(self._game.resume(state.save()) == state, "the end is another position after a save")
        self._need(set(outcome.ranks) == set(state.seats) == set(outcome.scores), "the outcome leaves a player out")
        first = {seat for seat, rank in outcome.ranks.items() if rank == 1}
        self._need(set(outcome.winners) <= first, "a winner is not first")
        try:
            state.apply("anything")
        except GameOver:
            pass
        else:
            self._need(False, "something could be done after the end")
        *_, end = self._game.replay(state.record())
        self._need(end == state, "the record leads to another end")
