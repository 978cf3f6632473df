"""Records, undo, and saves or records that somebody has damaged."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import boardrules as br


def played(name: str, seed: int, decisions: int = 1000, explicit: bool = False) -> tuple[br.State, list[br.State]]:
    """A random game, and a copy of every position in it."""
    game = br.load(name)
    rng = random.Random(seed)
    state = game.start(players=game.players[-1], seed=seed, explicit_chance=explicit)
    seen = [state.clone()]
    while not state.is_over and len(seen) <= decisions:
        state.apply(rng.choice(state.legal_actions()))
        if state.player is not None or state.is_over:
            seen.append(state.clone())
    return state, seen


@pytest.mark.parametrize("name", br.shipped_games())
@pytest.mark.parametrize("explicit", [False, True])
def test_a_record_replays_exactly(name: str, explicit: bool) -> None:
    state, seen = played(name, 3, 60, explicit)
    record = json.loads(json.dumps(state.record()))
    positions = [position.clone() for position in state.game.replay(record)]
    assert positions[-1] == state
    if not explicit:
        assert positions == seen
    assert positions[-1].record() == record


@pytest.mark.parametrize("name", br.shipped_games())
def test_undo_goes_back_through_every_position(name: str) -> None:
    state, seen = played(name, 4, 30)
    for earlier in reversed(seen[:-1]):
        state.undo(force=True)
        assert state == earlier and state.legal_ids() == earlier.legal_ids()
    with pytest.raises(br.IllegalAction, match="no decision"):
        state.undo(force=True)


def test_undo_works_after_a_save() -> None:
    state, seen = played("pig", 5, 10)
    resumed = state.game.resume(state.save())
    resumed.undo(force=True)
    assert resumed == seen[-2]


def test_undo_is_refused_once_luck_has_followed() -> None:
    state = br.load("pig").start(seed=1)
    state.apply("throw")
    before = state.save()
    with pytest.raises(br.IllegalAction, match="luck"):
        state.undo()
    assert state.save() == before


def test_a_copy_with_other_luck_has_no_past() -> None:
    copy_of = br.load("pig").start(seed=1).clone(seed=2)
    with pytest.raises(br.BoardrulesError, match="no past"):
        copy_of.record()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda record: record.update(rules="0" * 32), "rules have changed"),
        (lambda record: record.update(game="chess"), "record of 'chess'"),
        (lambda record: record.update(seed=record["seed"] + 1), "luck"),
        (lambda record: record.update(players=9), "not for 9 players"),
        (lambda record: record.update(version=99), "version 99"),
        (lambda record: record.update(moves=[3]), "decision 1"),
        (lambda record: record["moves"][0].update(action="fly"), "decision 1: no action"),
        (lambda record: record["moves"][0].update(action="hold"), "decision 1"),
        (lambda record: record["moves"][0].update(luck=["roll_die(outcome=7)"]), "decision 1"),
        (lambda record: record["moves"][0].update(luck=None), "damaged"),
        (lambda record: record["moves"][0].update(player="p9"), "decision 1"),
        (lambda record: record["moves"].extend(record["moves"]), "decision"),
        (lambda record: record.pop("seed"), "'seed' is missing"),
        (lambda record: record.update(options={"goal": 7}), "options"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change: Any, problem: str) -> None:
    state, _ = played("pig", 6)
    record = copy.deepcopy(state.record())
    change(record)
    with pytest.raises(br.SaveError, match=problem):
        list(state.game.replay(record))


def mutants(text: str, number: int, seed: int) -> list[str]:
    """Texts with something flipped, cut, doubled or put in."""
    rng = random.Random(seed)
    done = []
    for _ in range(number):
        at, to = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
        done.append(
            rng.choice(
                [
                    text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :],
                    text[:at],
                    text[:at] + text[to:],
                    text[:to] + text[at:to] + text[to:],
                    text[:at] + str(rng.randrange(-5, 99)) + text[at:],
                ]
            )
        )
    return done


@pytest.mark.parametrize("name", br.shipped_games())
def test_damaged_saves_give_an_error_or_an_equal_state(name: str) -> None:
    state, _ = played(name, 7, 12)
    for text in mutants(state.save(), 400, 1):
        try:
            assert state.game.resume(text) == state
        except br.SaveError as problem:
            assert str(problem)


@pytest.mark.parametrize("name", br.shipped_games())
def test_a_damaged_record_is_refused_or_is_the_record_of_what_it_plays(name: str) -> None:
    state, _ = played(name, 8, 12)
    for text in mutants(json.dumps(state.record()), 400, 2):
        try:
            content = json.loads(text)
            *_, end = state.game.replay(content)
        except (br.SaveError, json.JSONDecodeError) as problem:
            assert str(problem)
            continue
        again = end.record()
        assert {key: content[key] for key in again} == again
