"""Statistics of random games."""

import pytest

import boardrules as br
from boardrules.sim import Record, play_random, simulate, spread, summarise, wilson
from boardrules.state import Outcome


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (50, 100, 0.4038, 0.5962),
        (10, 200, 0.0274, 0.0896),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_the_known_ones(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found == pytest.approx((low, high), abs=5e-5)


def test_without_trials_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_an_interval_holds_its_rate() -> None:
    for trials in (1, 2, 7, 1000):
        for successes in {0, 1, trials // 2, trials}:
            low, high = wilson(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1


def test_spread_of_odd_and_even_counts() -> None:
    assert spread([3, 1, 8]) == spread(iter([8, 3, 1]))
    assert (spread([3, 1, 8]).median, spread([4, 1, 2, 9]).median) == (3.0, 3.0)
    assert (spread([7]).mean, spread([7]).low, spread([7]).high) == (7.0, 7, 7)


def _outcome(winners: tuple[str, ...], scores: dict[str, int]) -> Outcome:
    return Outcome("scored", "the end", winners, {}, scores)


def test_wins_alone_shared_draws_and_unfinished_games_are_told_apart() -> None:
    records = [
        Record(4, 8, _outcome(("a",), {"a": 3, "b": 1})),
        Record(6, 12, _outcome(("a", "b"), {"a": 2, "b": 2})),
        Record(8, 8, _outcome((), {"a": 1, "b": 0})),
        Record(100, 100, None),
    ]
    found = summarise("x", ("a", "b"), 5, records)
    assert (found.games, found.unfinished, found.drawn, found.shared) == (4, 1, 1, 1)
    assert (found.seats["a"].wins, found.seats["a"].shared, found.seats["b"].wins) == (1, 1, 0)
    assert found.seats["a"].win_rate == pytest.approx(1 / 3)
    assert (found.seats["a"].mean_score, found.seats["b"].mean_score) == (2.0, 1.0)
    assert found.options == pytest.approx(128 / 118)
    assert found.endings == {"the end": 3}


@pytest.mark.parametrize("name", br.shipped_games())
def test_the_same_seed_gives_the_same_figures(name: str) -> None:
    game = br.load(name)
    first, again, other = simulate(game, 20, seed=3), simulate(game, 20, seed=3), simulate(game, 20, seed=4)
    assert first == again
    assert first != other
    assert sum(one.wins for one in first.seats.values()) + first.drawn + first.shared + first.unfinished == 20


def test_games_do_not_depend_on_the_order_they_are_played_in() -> None:
    game = br.load("tic-tac-toe")
    forwards = [play_random(game, None, 7, index) for index in range(10)]
    backwards = [play_random(game, None, 7, index) for index in reversed(range(10))]
    assert forwards == backwards[::-1]


def test_a_game_that_is_too_long_is_given_up() -> None:
    found = simulate(br.load("othello"), 3, most_decisions=5)
    assert (found.unfinished, found.decisions.high) == (3, 5)
    assert found.seats["black"].interval == (0.0, 1.0)


def test_the_caller_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(br.load("tic-tac-toe"), 4, on_game=heard.append)
    assert heard == [1, 2, 3, 4]
