"""What must hold for every game at every decision of random games."""

from __future__ import annotations

import random

import pytest

import boardrules as br
from boardrules.action import encode
from boardrules.state import State, combinations

GAMES = br.shipped_games()
SAMPLED = 50


def random_games(name: str, number: int) -> None:
    game = br.load(name)
    for seed in range(number):
        rng = random.Random(f"{name} {seed}")
        players = game.players[seed % len(game.players)]
        state = game.start(players=players, seed=seed)
        simulator = game.simulator(players)
        vector, options = simulator.start(seed)
        while not state.is_over:
            check_position(game, state, rng, every=name == "tic-tac-toe" and seed < 5)
            assert tuple(options) == state.legal_ids()
            action = rng.choice(state.legal_actions())
            options = simulator.step(vector, action.id)
            state.apply(action, state.player)
        check_end(game, state)
        assert simulator.is_over(vector) and not options


def check_position(game: br.Game, state: State, rng: random.Random, every: bool) -> None:
    text = state.save()
    resumed = game.resume(text)
    assert resumed == state and hash(resumed) == hash(state) and resumed.save() == text
    assert resumed.legal_ids() == state.legal_ids()
    actions = state.legal_actions()
    assert actions, "a position that is not over has a legal action"
    assert [action.id for action in actions] == list(state.legal_ids())
    assert len(set(state.legal_ids())) == len(actions)
    assert not state.broken_invariants()
    for action in actions:
        check_action(game, state, action)
    check_clone(state, rng.choice(actions))
    check_why_not(state, rng, every)


def check_action(game: br.Game, state: State, action: br.Action) -> None:
    players = len(state.seats)
    assert state.parse_action(str(action)) == action
    assert game.parse_action(str(action), players) == action
    assert game.action_from_json(action.to_json(), players) == action
    assert state.why_not(action) == []
    for lang in game.languages:
        assert "{" not in action.sentence(lang)


def check_clone(state: State, action: br.Action) -> None:
    clone = state.clone()
    assert clone == state and hash(clone) == hash(state)
    before = state.save()
    clone.apply(action)
    assert state.save() == before
    assert clone != state


def check_why_not(state: State, rng: random.Random, every: bool) -> None:
    """`why_not` gives a reason for exactly the actions that are not legal, and refusing them changes nothing."""
    legal = set(state.legal_ids())
    for card in state._compiled.actions.values():
        possible = combinations(state._compiled, card)
        tried = possible if every else rng.sample(possible, min(SAMPLED, len(possible)))
        for values in tried:
            number = encode(card, values)
            names = [param["name"] for param in (*card["given"], *card["chosen"])]
            types = [param["type"] for param in (*card["given"], *card["chosen"])]
            words = [state._compiled.vocabulary.word(of, value) for of, value in zip(types, values, strict=True)]
            reasons = state.why_not(card["name"], **dict(zip(names, words, strict=True)))
            assert (not reasons) == (number in legal)
            assert all(reason.sentence for reason in reasons)
    illegal = [one for one in combinations(state._compiled, card) if encode(card, one) not in legal]
    if illegal:
        before = state.save()
        chosen = state._compiled.vocabulary
        values = rng.choice(illegal)
        params = (*card["given"], *card["chosen"])
        inside = ", ".join(
            f"{one['name']}={chosen.word(one['type'], value)}" for one, value in zip(params, values, strict=True)
        )
        with pytest.raises(br.IllegalAction):
            state.apply(f"{card['name']}({inside})")
        assert state.save() == before


def check_end(game: br.Game, state: State) -> None:
    outcome = state.outcome
    assert state.player is None and not state.legal_actions()
    assert game.resume(state.save()) == state
    assert set(outcome.ranks) == set(state.seats) == set(outcome.scores)
    assert set(outcome.winners) <= {seat for seat, rank in outcome.ranks.items() if rank == 1}
    assert outcome.reason
    with pytest.raises(br.GameOver):
        state.apply(0)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_random_games(name: str) -> None:
    random_games(name, 50)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_many_random_games(name: str) -> None:
    random_games(name, 1000)


def test_every_shipped_game_has_what_a_game_needs() -> None:
    from boardrules.library import games_folder

    assert GAMES == ["breakthrough", "connect-four", "othello", "pig", "tic-tac-toe"]
    for name in GAMES:
        assert list((games_folder() / name / "scenarios").glob("*.yaml"))
        assert (games_folder() / name / "texts" / "pl.yaml").is_file()
        assert not br.load(name).warnings
