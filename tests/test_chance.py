"""Luck: exact probabilities, streams that do not disturb each other, and results from outside."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import boardrules as br
from boardrules.scenarios import run_scenarios

GOAL = 5


def win_probability(state: br.State) -> dict[br.State, float]:
    """How likely the first player is to win from every position, with all decisions made by lot."""
    start, found, pending = state, {}, [state]
    while pending:
        one = pending.pop()
        if one in found or one.is_over:
            continue
        chances = one.outcomes() or [(action, Fraction(1, len(one.legal_actions()))) for action in one.legal_actions()]
        found[one] = []
        for action, probability in chances:
            after = one.clone()
            after.apply(action)
            found[one].append((after, float(probability)))
            pending.append(after)
    value = dict.fromkeys(found, 0.0)

    def worth(one: br.State) -> float:
        return float(one.winners() == (start.seats[0],)) if one.is_over else value[one]

    for _ in range(400):  # the game goes back to earlier positions: repeat until nothing moves
        for one, afters in found.items():
            value[one] = sum(probability * worth(after) for after, probability in afters)
    return value


def brute_force() -> float:
    """The same for two players, written down without the library."""
    chances: dict[tuple[int, int, int], float] = {}

    @cache
    def positions() -> list[tuple[int, int, int]]:
        return [(own, other, pot) for own in range(GOAL) for other in range(GOAL) for pot in range(GOAL)]

    def rolled(own: int, other: int, pot: int) -> float:
        total = 1 - chances.get((other, own, 0), 0.0)  # a one
        for face in range(2, 7):
            total += 1.0 if own + pot + face >= GOAL else chances.get((own, other, pot + face), 0.0)
        return total / 6

    for _ in range(400):
        for own, other, pot in positions():
            value = rolled(own, other, pot)
            if pot:  # a player with something in the pot rolls or holds, each half of the time
                value = (value + 1 - chances.get((other, own + pot, 0), 0.0)) / 2 if own + pot < GOAL else 1.0
            chances[own, other, pot] = value
    return chances[0, 0, 0]


def test_the_exact_chance_to_win_a_tiny_game_of_pig() -> None:
    state = br.load("pig", options={"goal": GOAL}).start(players=2, explicit_chance=True)
    assert win_probability(state)[state] == pytest.approx(brute_force(), abs=1e-9)


RULES = """
game: lots
title: Lots
players: 2
types:
  Colour: [red, green, blue]
dice:
  weighted: [red, red, red, blue]
  words: [sun, sun, rain]
  number: 2..4
state:
  bag: {type: bag of Colour up to 5, start: {red: 2, blue: 3}}
  drawn: Colour or none per Player
  shown: Colour
  weather: Words
  count: 2..4
  first: Player
actions:
  go: {title: Go}
phases:
  setup:
    - roll first
  play:
    - repeat:
        - choose: [go]
          by: first
        - roll weighted to shown
        - roll words to weather
        - roll number to count
        - draw from bag to drawn[p] for p in Player where size(bag) > 0
        - if: size(bag) > 0
          then:
            - draw from bag as last
            - shown = last
      until: size(bag) == 0
    - end game drawn
invariants:
  bag: total(bag) <= 5
  never_green: bag[green] == 0 and not any(drawn[p] == green for p in Player)
"""


@pytest.fixture
def lots(tmp_path: Path) -> br.Game:
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    return br.load(tmp_path)


def until(state: br.State, name: str) -> None:
    """Goes on with the first outcome or action until luck is asked for `name`."""
    while not (state.outcomes() and state.outcomes()[0][0].name == name):
        state.apply(state.legal_actions()[0])


def test_outcomes_have_exact_probabilities(lots: br.Game) -> None:
    state = lots.start(explicit_chance=True)
    assert isinstance(state.turn, br.ChanceTurn) and state.player is None
    expected = {
        "roll_first": {"p1": Fraction(1, 2), "p2": Fraction(1, 2)},
        "roll_weighted": {"red": Fraction(3, 4), "blue": Fraction(1, 4)},
        "roll_words": {"sun": Fraction(2, 3), "rain": Fraction(1, 3)},
        "roll_number": {"2": Fraction(1, 3), "3": Fraction(1, 3), "4": Fraction(1, 3)},
        "draw_bag": {"red": Fraction(2, 5), "blue": Fraction(3, 5)},
    }
    for name, probabilities in expected.items():
        until(state, name)
        assert {action["outcome"]: likely for action, likely in state.outcomes()} == probabilities
    state.apply("draw_bag(outcome=red)")
    assert {action["outcome"]: likely for action, likely in state.outcomes()} == {
        "red": Fraction(1, 4),
        "blue": Fraction(3, 4),
    }
    with pytest.raises(br.IllegalAction):
        state.apply("draw_bag(outcome=green)")
    assert lots.resume(state.save()) == state


def play(game: br.Game, seed: int) -> br.State:
    state = game.start(seed=seed)
    while not state.is_over:
        assert not state.broken_invariants() and not state.outcomes()
        state.apply(state.legal_actions()[0])
    return state


def test_the_same_seed_gives_the_same_luck(lots: br.Game) -> None:
    assert [play(lots, seed).values() for seed in range(20)] == [play(lots, seed).values() for seed in range(20)]
    assert len({str(play(lots, seed).values()) for seed in range(20)}) > 10


def test_luck_is_as_likely_as_it_says(lots: br.Game) -> None:
    number = 3000
    rain = blue = 0
    for seed in range(number):
        state = lots.start(seed=seed)
        state.apply("go")
        rain += state.value("weather") == "rain"
        blue += state.value("drawn")["p1"] == "blue"
    # Four standard deviations; the seeds are fixed, so this cannot fail by bad luck.
    for found, likely in ((rain, 1 / 3), (blue, 3 / 5)):
        assert abs(found - number * likely) < 4 * (number * likely * (1 - likely)) ** 0.5


def test_a_copy_with_another_seed_has_other_luck() -> None:
    game = br.load("pig")
    faces = set()
    for seed in range(40):
        copy = game.start(seed=1).clone(seed=seed)
        copy.apply("throw")
        faces.add(copy.value("face"))
    assert faces == {1, 2, 3, 4, 5, 6}
    first, second = game.start(seed=1), game.start(seed=1).clone()
    first.apply("throw")
    second.apply("throw")
    assert first == second


def test_streams_do_not_disturb_each_other(lots: br.Game) -> None:
    """What the bag gives does not depend on what other luck was asked for, or answered from outside."""
    plain = play(lots, 9)
    state = lots.start(seed=9, explicit_chance=True)
    from boardrules.run.luck import sample

    while not state.is_over:
        outcomes = state.outcomes()
        if outcomes and outcomes[0][0].name == "draw_bag":
            number = sample(state._compiled, state._vector, state._options)
            state.apply(next(action for action in state.legal_actions() if action.id == number))
        else:
            state.apply(state.legal_actions()[-1])
    assert state.value("drawn") == plain.value("drawn")


def test_the_fast_path_and_the_state_draw_alike() -> None:
    game = br.load("pig")
    simulator = game.simulator(3)
    for seed in range(5):
        state = game.start(players=3, seed=seed)
        vector, options = simulator.start(seed)
        while not state.is_over:
            assert tuple(options) == state.legal_ids()
            options = simulator.step(vector, options[0])
            state.apply(state.legal_actions()[0])
        assert vector == state._vector


def test_a_seed_must_be_a_number_that_fits() -> None:
    game = br.load("pig")
    for seed in (-1, 1 << 63):
        with pytest.raises(br.BadOption):
            game.start(seed=seed)
        with pytest.raises(br.BadOption):
            game.start().clone(seed=seed)


def test_a_save_knows_whether_chance_is_explicit() -> None:
    game = br.load("pig")
    again = game.resume(game.start(explicit_chance=True).save())
    again.apply("throw")
    assert again.outcomes() and not game.resume(game.start().save()).explicit_chance
    assert game.resume(again.save()).outcomes() == again.outcomes()


SMALL = """
game: small
title: Small
players: 2
types: {Colour: [red, blue]}
dice: {die: 1..6}
state:
  bag: {type: bag of Colour up to 2, start: {red: 1}}
  drawn: Colour
  face: 1..6
  leader: Player
actions:
  take: {title: Take, do: draw from bag to drawn}
  spin:
    title: Spin
    do:
      - repeat:
          - roll die to face
        until: drawn == blue
phases:
  setup:
    - roll leader
  play:
    - repeat:
        - choose: [take, spin]
          by: leader
      until: face == 7 and drawn == blue
"""


@pytest.fixture
def small(tmp_path: Path) -> br.Game:
    (tmp_path / "game.yaml").write_text(SMALL, encoding="utf-8")
    return br.load(tmp_path)


def test_an_empty_bag_is_an_error_of_the_rule(small: br.Game) -> None:
    for explicit in (False, True):
        state = small.start(explicit_chance=explicit)
        if explicit:
            state.apply("roll_leader(outcome=p1)")
        state.apply("take")
        if explicit:
            state.apply("draw_bag(outcome=red)")
        before = state.clone()
        with pytest.raises(br.RuleError, match="nothing to choose from"):
            state.apply("take")
        assert state == before


def test_luck_that_never_ends_is_an_error_of_the_rule(small: br.Game) -> None:
    state = small.start()
    before = state.clone()
    with pytest.raises(br.RuleError, match="nobody had to decide"):
        state.apply("spin")
    assert state == before


def test_luck_of_a_scenario_knows_its_seats_and_goes_on_from_another(small: br.Game) -> None:
    file = small.path / "scenarios" / "luck.yaml"
    file.parent.mkdir()
    file.write_text(
        """
game: small
scenarios:
  - scenario: bert leads
    players: [anna, bert]
    luck: {leader: bert}
    then: leader == bert
  - scenario: and takes the red one
    like: bert leads
    luck: {bag: [red]}
    when:
      - bert: take
    then: drawn == red and size(bag) == 0
""",
        encoding="utf-8",
    )
    assert [one.message for one in run_scenarios(file) if not one.passed] == []


def test_luck_of_the_same_die_goes_on_in_a_scenario_like_another(tmp_path: Path) -> None:
    path = tmp_path / "luck.yaml"
    path.write_text(
        """
game: pig
scenarios:
  - scenario: a three
    luck: {die: 3}
    when:
      - p1: throw
  - scenario: and a four
    like: a three
    luck: {die: 4}
    when:
      - p1: throw
    then: pot == 7
"""
    )
    assert [one.message for one in run_scenarios(path) if not one.passed] == []


@pytest.mark.parametrize(
    ("luck", "problem"),
    [
        ("{die: [7]}", "cannot give 7 here; it can give 1, 2, 3"),
        ("{die: [3, 4]}", "this result of 'die' was never needed"),
    ],
)
def test_luck_that_cannot_be_fails_the_scenario(tmp_path: Path, luck: str, problem: str) -> None:
    path = tmp_path / "luck.yaml"
    path.write_text(f"game: pig\nscenarios:\n  - scenario: a\n    luck: {luck}\n    when:\n      - p1: throw\n")
    (result,) = run_scenarios(path)
    assert problem in result.message


def test_luck_of_something_else_is_found_before_play(tmp_path: Path) -> None:
    path = tmp_path / "luck.yaml"
    path.write_text("game: pig\nscenarios:\n  - scenario: a\n    luck: {dye: [3]}\n")
    with pytest.raises(br.LoadError, match="did you mean 'die'"):
        run_scenarios(path)
