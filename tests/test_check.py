"""What the language allows, and that it means what it says: small games, checked, compiled and stepped."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import boardrules
from boardrules import Game, State
from boardrules.errors import BadOption, RuleError

HEAD = "game: pebbles\ntitle: Pebbles\n"


def load(folder: Path, text: str, players: str = "2", **options: int | bool | str) -> Game:
    file = folder / "game.yaml"
    file.write_text(HEAD + f"players: {players}\n" + dedent(text), "utf-8")
    return boardrules.load(file, options)


def start(folder: Path, text: str, players: int = 2, **options: int | bool | str) -> State:
    return obeys_laws(load(folder, text, str(players), **options).start(players))


def obeys_laws(state: State) -> State:
    """What holds in every position: saving loses nothing, copies are equal, every legal action has its text."""
    resumed = state.game.resume(state.save())
    assert resumed == state and resumed.legal_ids() == state.legal_ids()
    assert state.clone() == state
    assert len(set(state.legal_ids())) == len(state.legal_ids())
    for action in state.legal_actions():
        assert state.parse_action(str(action)) == action
        assert state.why_not(action) == []
    assert state.is_over or state.legal_ids()
    return state


def play(state: State, *actions: str) -> State:
    for action in actions:
        state.apply(action)
        obeys_laws(state)
    return state


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def fails(state: State, action: str) -> str:
    """The message of the rule error that the action causes; it must leave everything as it was."""
    before, ids = state.save(), state.legal_ids()
    with pytest.raises(RuleError) as caught:
        state.apply(action)
    assert state.save() == before and state.legal_ids() == ids
    obeys_laws(state)
    return str(caught.value)


def value_of(folder: Path, expression: str, more: str = "") -> object:
    """What an expression is worth when the game starts."""
    text = f"""
    state: {{result: -1000..1000}}
    actions: {{stop: {{title: Stop}}}}
    phases:
      setup: result = {expression}
      play:
        - choose: [stop]
          by: p1
        - if: result == 0
          then: end game
    """
    return start(folder, dedent(text) + dedent(more)).value("result")


# ---- expressions

METALS = "types: {Metal: [gold, silver, iron]}\n"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("7 - 2 * 3", 1),
        ("-7 mod 3", 2),
        ("floor(-7 / 2)", -4),
        ("ceil(-7 / 2)", -3),
        ("ceil(7 / 2)", 4),
        ("if 3 > 2 and not 1 > 2 then 5 else 6", 5),
        ("if gold < iron then 1 else 0", 1),
        ("if gold in (silver, iron) then 1 else 0", 0),
        ("if 3 in 1..3 and 0 not in 1..3 then 1 else 0", 1),
        ("min(4, 2, 9) * 10 + max(4, 2, 9)", 29),
        ("count(m for m in Metal)", 3),
        ("count(m != gold for m in Metal)", 2),
        ("count(m for m in Metal where m != gold)", 2),
        ("sum(i * i for i in 1..4)", 30),
        ("sum(i * j for i in 1..3, j in 1..3 where i < j)", 11),
        ("min(i * i - 4 * i for i in 1..5)", -4),
        ("max(price[m] for m in Metal)", 9),
        ("if all(price[m] > 1 for m in Metal) then 1 else 0", 1),
        ("if any(price[m] > 9 for m in Metal) then 1 else 0", 0),
        ("price[the(m for m in Metal where price[m] > 6)]", 9),
        ("if first(m for m in Metal where price[m] > 99) == none then 1 else 0", 1),
        ("if best(m for m in Metal by highest price[m]) == gold then 1 else 0", 1),
        ("if best(m for m in Metal by lowest price[m]) == silver then 1 else 0", 1),
        ("if best(m for m in Metal where m != silver by lowest price[m] then highest m) == iron then 1 else 0", 1),
        ("if best(m for m in Metal by lowest 1 then highest m) == iron then 1 else 0", 1),
        ("if next(gold) == silver and next(iron) == none then 1 else 0", 1),
        ("if next(p2) == p1 then players else 0", 2),
        ("size(set(m for m in Metal where price[m] < 9))", 2),
        ("gold.price", 9),
        ("p2.share[silver] + share[p1, iron]", 8),
        ("run(i < 3 for i in 1..9)", 2),
    ],
)  # fmt: skip
def test_an_expression_has_its_value(expression: str, expected: int, tmp_path: Path) -> None:
    more = METALS + dedent(
        """
        tables:
          price: {gold: 9, silver: 3, iron: 6}
          share: {p1: {gold: 1, silver: 2, iron: 3}, p2: {gold: 4, silver: 5, iron: 6}}
        """
    )
    assert value_of(tmp_path, expression, more) == expected


def test_tables_have_bands_ladders_rows_and_several_keys(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver]}
        tables:
          island: {0..2: 2, 3..4: 3, 5: 9, 6..: 5}
          ladder: 2/5/9
          endless: 2/5/9+4
          owner: {gold: p2, silver: p1}
          worth: {p1: {gold: 1, silver: 2}, p2: {gold: 3, silver: 4}}
          steps: {gold: [1, 2, 3], silver: [5]}
        names: {n: 0..99}
        state: {a: 0..99 per 0..12}
        actions: {stop: {title: Stop}}
        phases:
          setup:
            - a[0] = island[0]
            - a[1] = island[4]
            - a[2] = island[5]
            - a[3] = island[60]
            - a[4] = ladder[0] + ladder[3]
            - a[5] = endless[3]
            - a[6] = endless[5]
            - a[7] = worth[p2, gold] * 10 + worth[p1, silver]
            - a[8] = if owner[gold] == p2 then 1 else 0
            - a[9] = sum(s for s in steps[gold])
            - a[10] = count(s for s in steps[silver])
            - a[11] = if 5 in steps[silver] then 1 else 0
            - a[12] = gold.island_of
          play:
            - choose: [stop]
              by: p1
            - if: a[0] > 0
              then: end game
        functions:
          island_of(metal): island[3]
        """,
    )
    found = state.value("a")
    assert isinstance(found, dict)
    assert list(found.values()) == [2, 3, 9, 5, 9, 9, 17, 32, 1, 6, 1, 1, 3]


# ---- types


def test_wider_types_and_narrowing(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types:
          Wood: [oak, fir]
          Metal: [gold, silver]
          Ware: [Wood, amber, Metal]
          Dear: w in Ware where w == amber or w in Metal
          Noble: m in Metal where m == gold
        tables: {melts_at: {gold: 10, silver: 9}}
        state:
          stock: 0..9 per Ware
          heat: 0..99
          last: Ware or none
          shiny: 0..9 per Metal
          wood: Wood or none
        actions:
          take:
            params:
              ware: Ware
            do:
              - last = ware
              - stock[ware] += 1
              - if: ware in Metal
                then:
                  - heat += melts_at[ware]
                  - shiny[ware] += 1
              - if: ware in Wood
                then: wood = ware
          polish:
            params:
              metal: Metal where stock[metal] > 0
              times: 1..2
            do: shiny[metal] += times
          praise:
            params:
              dear: Dear where stock[dear] > 0
              noble: Noble
            do:
              - stock[dear] -= 1
              - stock[noble] += 1
        phases:
          play:
            - repeat:
                - choose: [take, polish, praise]
                  by: p1
              until: heat > 50 or last == none or wood == fir and shiny[gold] > 8
        """,
    )
    assert legal(state) == [f"take(ware={ware})" for ware in ("oak", "fir", "amber", "gold", "silver")]
    play(state, "take(ware=gold)", "take(ware=oak)", "take(ware=silver)")
    assert state.value("stock") == {"oak": 1, "fir": 0, "amber": 0, "gold": 1, "silver": 1}
    assert state.value("heat") == 19
    assert state.value("shiny") == {"gold": 1, "silver": 1}
    assert state.value("wood") == "oak"
    assert state.value("last") == "silver"
    assert "polish(metal=silver, times=2)" in legal(state)
    assert [one for one in legal(state) if "praise" in one] == [
        "praise(dear=gold, noble=gold)",
        "praise(dear=silver, noble=gold)",
    ]
    play(state, "polish(metal=silver, times=2)", "praise(dear=silver, noble=gold)")
    assert state.value("shiny") == {"gold": 1, "silver": 3}
    assert state.value("stock") == {"oak": 1, "fir": 0, "amber": 0, "gold": 2, "silver": 0}


OPTIONS = """
options:
  cards: {default: {2: 4, 3: 6}, range: 2..9, title: Cards}
  ties: {default: shared, values: [shared, broken], title: Ties}
  long: {default: false, title: Long game}
types: {Card: 1..cards, Hand: 0..cards * 2}
state:
  taken: Player or none per Card
  turns: Hand
actions:
  take:
    params:
      card: Card where taken[card] == none
    do: taken[card] = player
phases:
  play:
    - repeat:
        - for: p in Player
          do:
            - choose: [take]
              by: p
              if_none: end game
            - if: ties == broken and long
              then: end game won by p
            - turns += 1
            - if: turns == cards
              then: end game drawn
"""


def test_options_size_types_and_may_depend_on_the_number_of_players(tmp_path: Path) -> None:
    game = load(tmp_path, OPTIONS, "2..3")
    assert len(game.start(2).legal_ids()) == 4
    three = obeys_laws(game.start(3))
    assert len(three.legal_ids()) == 6 and three.seats == ("p1", "p2", "p3")
    assert len(load(tmp_path, OPTIONS, "2..3", cards=9).start(2).legal_ids()) == 9
    play(three, "take(card=6)", "take(card=1)", "take(card=2)", "take(card=3)", "take(card=4)", "take(card=5)")
    assert three.is_over and three.winners() == ()


def test_word_options_and_switches_rule_branches_out(tmp_path: Path) -> None:
    state = load(tmp_path, OPTIONS, "2..3", ties="broken", long=True).start(2)
    play(state, "take(card=1)")
    assert state.winners() == ("p1",)
    state = load(tmp_path, OPTIONS, "2..3", ties="broken").start(2)
    assert not play(state, "take(card=1)").is_over


@pytest.mark.parametrize("options", [{"cards": 1}, {"cards": True}, {"ties": "draw"}, {"long": 1}, {"crads": 3}])
def test_options_outside_what_the_game_allows_are_refused(options: dict[str, int | str], tmp_path: Path) -> None:
    with pytest.raises(BadOption):
        load(tmp_path, OPTIONS, "2..3", **options)


def test_sets_grow_shrink_and_are_gone_through(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver, iron], Die: 3..8}
        state:
          taken: set of Metal
          dice: {type: set of Die, start: [4, 6]}
          all_metals: {type: set of Metal, start: Metal}
          hands: {type: set of Metal per Player}
          pot: 0..99
        actions:
          take:
            params:
              metal: Metal where metal not in taken
            do:
              - taken += metal
              - hands[player] += metal
              - pot += d for d in dice
          give:
            params:
              metal: taken
            do:
              - taken -= metal
              - hands[player] = hands[player] - metal
              - dice = dice + 8 - 4
          drop:
            params: {die: dice}
            do: dice -= die
        phases:
          play:
            - repeat:
                - choose: [take, give, drop]
                  by: p1
              until: size(taken) == 3 or taken == all_metals
        """,
    )
    assert state.value("all_metals") == ["gold", "silver", "iron"]
    assert legal(state) == ["take(metal=gold)", "take(metal=silver)", "take(metal=iron)", "drop(die=4)", "drop(die=6)"]
    play(state, "take(metal=iron)")
    assert state.value("pot") == 10 and state.value("taken") == ["iron"]
    assert state.value("hands") == {"p1": ["iron"], "p2": []}
    assert "give(metal=iron)" in legal(state) and "take(metal=iron)" not in legal(state)
    play(state, "give(metal=iron)")
    assert state.value("dice") == [6, 8] and state.value("taken") == []
    play(state, "drop(die=8)", "take(metal=gold)", "take(metal=silver)", "take(metal=iron)")
    assert state.is_over


def test_start_values_by_expression_mapping_and_each(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver]}
        options: {coins: {default: 4, range: 1..9}}
        tables: {wealth: {p1: 1, p2: 2}}
        state:
          a:
            type: 0..99 per Player
            start: wealth[player] * coins
          b: {type: 0..9 per Player and Metal, start: {p2: {gold: 3}, each: {silver: 2}}}
          c: {type: 5..9 per 2..4, start: {3: 7}}
          d: {type: Metal, start: silver}
          e: {type: bool, start: true}
          f: 3..9
          g: -3..9
        actions: {stop: {title: Stop}}
        phases:
          play:
            - choose: [stop]
              by: p1
            - if: total(a) + total(b) + total(c) + f + g > 0 and e and d == gold
              then: end game
        """,
    )
    assert state.value("a") == {"p1": 4, "p2": 8}
    assert state.value("b") == {"p1": {"gold": 0, "silver": 2}, "p2": {"gold": 3, "silver": 0}}
    assert state.value("c") == {2: 5, 3: 7, 4: 5} or state.value("c") == {"2": 5, "3": 7, "4": 5}
    assert (state.value("d"), state.value("e"), state.value("f"), state.value("g")) == ("silver", True, 3, 0)


# ---- x.y, total, and a player that is left off


def test_words_after_a_dot_and_a_player_left_off(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver]}
        names: {n: 0..99}
        state:
          coins: 0..99 per Player
          store: 0..9 per Player and Metal
        functions:
          wealth(player): player.coins + total(store[player])
          plus(player, n): wealth(player) + n
          all_of_it: total(store)
        actions:
          earn:
            params:
              metal: Metal
            do:
              - player.coins += 2
              - player.store[metal] += 1
              - gain_more(metal)
              - if: plus(10) > 15 and player.wealth > wealth(next(player)) and player.plus(1) > 0
                then: end game won by player
        phases:
          play:
            - repeat: turn(p) for p in Player
          turn(player):
            - choose: [earn]
            - bonus()
          bonus(player): coins[player] += all_of_it
          gain_more(player, metal): store[player, metal] += 1
        """,
    )
    play(state, "earn(metal=gold)")
    assert state.value("coins") == {"p1": 4, "p2": 0}
    assert state.value("store") == {"p1": {"gold": 2, "silver": 0}, "p2": {"gold": 0, "silver": 0}}
    assert state.player == "p2"
    play(state, "earn(metal=silver)", "earn(metal=silver)")
    assert state.winners() == ("p1",)


# ---- loops


def test_loops_without_a_decision(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {a: 0..999 per 0..8}
        actions: {stop: {title: Stop}}
        phases:
          setup:
            - times: 3
              do:
                - times: 2
                  do: a[0] += 1
            - while: a[1] < 5
              do: a[1] += 2
            - repeat: a[2] += 3
              until: a[2] > 7
            - while: true
              do:
                - a[3] += 1
                - if: a[3] == 4
                  then: leave
            - repeat:
                - a[4] += 1
                - while: true
                  do: leave
                - if: a[4] == 3
                  then: leave
            - times: 5
              do:
                - a[5] += 1
                - if: a[5] == 2
                  then: leave
            - a[6] = a[6] * 10 + n for n in 1..3
            - times: a[6] - 200
              do: a[7] = 1
            - for: i in 1..3, j in 1..3 where i != j and j > 1
              do: a[8] += i * 10 + j
          play:
            - choose: [stop]
              by: p1
            - if: total(a) > 0
              then: end game
        """,
    )
    found = state.value("a")
    assert isinstance(found, dict)
    assert list(found.values()) == [6, 6, 9, 4, 3, 2, 123, 0, 12 + 13 + 23 + 32]


def test_for_from_goes_round_with_and_without_decisions(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state:
          first: {type: Player, start: p2}
          order: 0..99999
          again: 0..9999
        actions:
          go:
            params: {n: 1..2}
            do:
              - order = order * 10 + (if player == p1 then 1 else if player == p2 then 2 else 3)
              - if: n == 2
                then: first = p1
        phases:
          setup: again = again * 10 + (if p == p1 then 1 else if p == p2 then 2 else 3) for p in Player from first
          play:
            - for: p in Player from first
              do:
                - choose: [go]
                  by: p
            - for: p in Player from first where p != p2
              do:
                - choose: [go]
                  by: p
            - if: order > 0 and again > 0
              then: end game
        """,
        players=3,
    )
    assert state.value("again") == 231
    assert state.player == "p2"
    play(state, "go(n=1)", "go(n=2)", "go(n=1)")  # the round was fixed when it began
    assert state.value("order") == 231
    assert state.player == "p1"
    play(state, "go(n=1)", "go(n=1)")
    assert state.value("order") == 23113 and state.is_over


def test_loops_with_decisions_inside(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver, iron]}
        tables: {steps: {p1: [2, 4], p2: [5]}}
        state: {log: 0..99999999, kept: {type: set of Metal, start: [gold, iron]}, pot: 0..9}
        actions:
          note(n): {title: Note, do: log = log * 10 + n}
        names: {n: 0..9}
        phases:
          play:
            - for: i in 1..2
              do:
                - times: i
                  do:
                    - choose: [note(i)]
                      by: p1
            - for: s in steps[p1] where s > pot
              do: note(s)
            - for: m in kept
              do:
                - kept -= iron
                - choose:
                    - note(if m == iron then 8 else 7)
                  by: p2
            - log = 0
            - while: log < 9
              do:
                - pot += 1
                - ask(pot)
            - repeat: ask(9)
              until: log > 3000
            - if: size(kept) == 1
              then: end game
          ask(n):
            - choose: [note(n)]
              by: p1
        """.replace("do: note(s)", "do:\n                - choose: [note(s)]\n                  by: p1"),
    )
    seen = []
    while not state.is_over:
        seen.append(legal(state))
        play(state, legal(state)[0])
    said = [one for (one,) in seen]
    assert said[:7] == [f"note(n={n})" for n in (1, 2, 2, 2, 4, 7, 8)]
    assert said[7:] == [f"note(n={n})" for n in (1, 2, 9, 9, 9)]


def test_a_choice_that_is_declined_leaves_the_innermost_loop(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {coins: {type: 0..9 per Player, start: 3}, rounds: 0..9, ended_turns: 0..9}
        actions:
          spend:
            title: Spend
            require:
              - coins[player] > 0
            do: coins[player] -= 1
          end_turn: {title: End turn, do: ended_turns += 1}
        phases:
          play:
            - times: 2
              do:
                - turn(p) for p in Player
                - rounds += 1
            - if: total(coins) + rounds + ended_turns > 0
              then: end game
          turn(player):
            - while: true
              do:
                - choose: [spend]
                  or: end_turn
        """,
    )
    assert legal(state) == ["spend", "end_turn"]
    play(state, "spend", "end_turn")
    assert state.player == "p2" and state.value("coins") == {"p1": 2, "p2": 3}
    play(state, "spend", "spend", "spend")  # nothing left: the turn ends without a question
    assert (state.player, state.value("rounds"), state.value("ended_turns")) == ("p1", 1, 2)
    play(state, "spend", "spend")
    assert state.is_over and state.value("rounds") == 2 and state.value("ended_turns") == 4


def test_or_goes_on_at_the_next_statement_where_the_nearest_loop_is_a_for(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {log: 0..999999}
        actions:
          yes: {title: Yes, do: log = log * 10 + 1}
          no: {title: 'No', do: log = log * 10 + 2}
        phases:
          play:
            - while: log < 1000
              do:
                - for: p in Player
                  do:
                    - choose: [yes]
                      by: p
                      or: no
                    - log = log * 10 + 9
            - end game
        """,
    )
    play(state, "no", "yes")
    assert state.value("log") == 2919 and state.is_over


def test_an_or_with_a_condition_and_if_none(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {coins: 0..3, asked: 0..9, empty: 0..9}
        actions:
          earn: {title: Earn, require: [coins < 2], do: coins += 1}
          rest: {title: Rest}
        phases:
          play:
            - times: 4
              do:
                - choose: [earn]
                  by: p1
                  or: rest where coins == 1
                  if_none: empty += 1
                - asked += 1
            - if: empty + asked > 0
              then: end game
        """,
    )
    assert legal(state) == ["earn"]
    play(state, "earn")
    assert legal(state) == ["earn", "rest"]
    play(state, "earn")
    assert state.is_over and state.value("empty") == 2 and state.value("asked") == 4


# ---- phases, and questions inside answers


def test_nested_phases_keep_their_parameters_over_decisions(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        names: {n: 0..99, m: 0..99}
        state: {log: 0..999999999}
        actions:
          ok: {title: OK}
        phases:
          play:
            - outer(p, 3) for p in Player
            - if: log > 0
              then: end game
          outer(player, n):
            - let twice = n * 2
            - inner(n + 1)
            - log = log * 10 + n
            - inner(twice)
            - log = log * 10 + twice
          inner(player, m):
            - let before = log
            - choose: [ok]
            - log = before * 10 + m
            - choose: [ok]
              by: next(player)
        """,
    )
    asked = []
    while not state.is_over:
        asked.append(state.player)
        play(state, "ok")
    assert asked == ["p1", "p2", "p1", "p2", "p2", "p1", "p2", "p1"]
    assert state.value("log") == 43664366


def test_choosing_values_with_and_without_do(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver, iron]}
        state: {stock: {type: 0..9 per Metal, start: 2}, bids: 0..9 per Player, skipped: 0..9}
        actions:
          pass: {title: Pass, do: skipped += 1}
        phases:
          play:
            - bidding(p) for p in Player
            - if: total(stock) + total(bids) + skipped > 0
              then: end game
          bidding(player):
            - let most = bids[p1] + 1
            - choose:
                bid: most..most + 2
              name: bid
              title: Bid {bid}
            - bids[player] = bid
            - choose:
                metal: Metal where stock[metal] > 1
                number: 1..stock[metal]
              name: pick
              or: pass
              do:
                - stock[metal] -= number
                - choose: [pass]
                - stock[gold] += 1
            - bids[player] += 1
        """,
    )
    assert state.question == "bid"
    assert legal(state) == ["bid(bid=1)", "bid(bid=2)", "bid(bid=3)"]
    assert state.legal_actions()[1].sentence() == "Bid 2"
    play(state, "bid(bid=2)")
    assert len(legal(state)) == 7
    play(state, "pick(metal=iron, number=2)", "pass")
    assert state.value("stock") == {"gold": 3, "silver": 2, "iron": 0}
    assert state.value("bids") == {"p1": 3, "p2": 0}
    assert legal(state) == ["bid(bid=4)", "bid(bid=5)", "bid(bid=6)"]
    play(state, "bid(bid=4)")
    assert "pick(metal=gold, number=3)" in legal(state)
    play(state, "pass")
    assert state.is_over and state.value("skipped") == 2 and state.value("bids") == {"p1": 3, "p2": 5}


def test_a_caller_fixes_parameters_by_name(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver]}
        state: {stock: 0..9 per Metal, favourite: {type: Metal, start: silver}}
        names: {n: 1..9}
        actions:
          buy(n):
            title: Buy {n} {metal}
            params:
              metal: Metal
              extra: 0..1 where stock[metal] + extra < 4
            do: stock[metal] += n + extra
        phases:
          play:
            - repeat:
                - choose:
                    - buy(2, metal=gold)
                    - buy(1, metal=favourite, extra=1)
                  by: p1
                  if_none: end game
                - favourite = gold
              until: total(stock) > 20
        """,
    )
    assert legal(state) == [
        "buy(n=2, metal=gold, extra=0)",
        "buy(n=2, metal=gold, extra=1)",
        "buy(n=1, metal=silver, extra=1)",
    ]
    assert "buy(n=2, metal=silver, extra=0)" not in legal(state)
    play(state, "buy(n=1, metal=silver, extra=1)")
    assert state.value("stock") == {"gold": 0, "silver": 2}
    assert legal(state)[-1] == "buy(n=1, metal=gold, extra=1)"
    play(state, "buy(n=2, metal=gold, extra=1)")
    assert legal(state) == ["buy(n=2, metal=gold, extra=0)"]
    play(state, "buy(n=2, metal=gold, extra=0)")
    assert state.is_over


def test_actions_that_ask_further_questions(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver]}
        state: {stock: {type: 0..9 per Metal, start: 3}, log: 0..99999}
        actions:
          trade:
            params:
              metal: Metal
              n: 1..2
            do:
              - stock[metal] -= n
              - choose: [agree, refuse]
                by: next(player)
              - log = log * 10 + n
              - choose:
                  other: Metal where other != metal
                name: other
              - stock[other] += n
          agree: {title: Agree, do: log = log * 10 + 7}
          refuse:
            title: Refuse
            do:
              - choose: [agree]
              - log = log * 10 + 8
        phases:
          play:
            - for: p in Player
              do:
                - choose: [trade]
                  by: p
            - if: log + total(stock) > 0
              then: end game
        """,
    )
    play(state, "trade(metal=gold, n=2)")
    assert state.player == "p2" and legal(state) == ["agree", "refuse"]
    play(state, "refuse")
    assert state.player == "p2" and legal(state) == ["agree"]
    play(state, "agree")
    assert state.player == "p1" and state.value("log") == 782
    assert legal(state) == ["other(other=silver)"]
    play(state, "other(other=silver)")
    assert state.player == "p2" and state.value("stock") == {"gold": 1, "silver": 5}
    play(state, "trade(metal=silver, n=1)", "agree", "other(other=gold)")
    assert state.is_over and state.value("stock") == {"gold": 2, "silver": 4} and state.value("log") == 78271


def test_an_action_run_as_a_statement_is_a_choice_of_one(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {log: 0..999}
        names: {n: 1..9}
        actions:
          note(n): {title: Note, do: log = log * 10 + n}
        phases:
          play:
            - turn(p1)
            - if: log > 0
              then: end game
          turn(player):
            - note(3)
            - note(4)
        """,
    )
    play(state, "note(n=3)")
    assert legal(state) == ["note(n=4)"]
    assert play(state, "note(n=4)").value("log") == 34


RECURSION = """
limits: {pending: 5}
state: {depth: 0..99, log: 0..99}
names: {n: 0..99}
actions:
  again: {title: Again, do: depth += 1}
  back: {title: Back}
phases:
  play:
    - dig(1)
    - if: depth + log > 0
      then: end game
  dig(n):
    - let before = depth
    - choose: [deeper(n), back]
      by: p1
    - log += n - n + 1
    - if: before < 0
      then: end game
"""


@pytest.mark.parametrize("pending", [4, 5])
def test_recursion_through_decisions_is_bounded_by_the_declared_stack(pending: int, tmp_path: Path) -> None:
    text = RECURSION.replace(
        "  again: {title: Again, do: depth += 1}\n",
        "  deeper(n): {title: Deeper}\n",
    ).replace("{title: Deeper}", "\n    title: Deeper\n    do:\n      - depth += 1\n      - dig(n + 1)")
    state = start(tmp_path, text.replace("pending: 5", f"pending: {pending}"))
    message = ""
    for depth in range(1, 20):
        (deeper, _) = legal(state)
        assert deeper == f"deeper(n={depth})"
        try:
            state.apply(deeper)
        except RuleError:
            message = fails(state, deeper)
            break
        obeys_laws(state)
    reached = state.value("depth")
    assert isinstance(reached, int) and 2 <= reached <= 5
    assert "pending" in message and "game.yaml:" in message
    while not state.is_over:
        play(state, "back") if state.value("log") == 0 else pytest.fail("only one question is open")
    assert state.value("log") == reached + 1


def test_a_phase_may_call_itself_around_a_decision(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        names: {n: 0..9}
        state: {log: 0..999999999}
        actions:
          deeper: {title: Deeper}
          back: {title: Back}
        phases:
          play:
            - dig(1)
            - if: log > 0
              then: end game
          dig(n):
            - while: true
              do:
                - log = log * 10 + n
                - choose: [deeper]
                  by: p1
                  or: back
                - dig(n + 1)
        """,
    )
    play(state, "deeper", "deeper", "back")
    assert state.value("log") == 1232  # back in the second one, which goes round
    play(state, "back", "deeper")
    assert state.value("log") == 123212
    play(state, "back", "back")
    assert state.is_over


# ---- rules that fail


def test_a_loop_that_never_ends_is_a_rule_error(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {pot: 0..9}
        actions:
          spin:
            title: Spin
            do:
              - pot += 1
              - while: pot > 0
                do: skip
          turn: {title: Turn}
        phases:
          play:
            - choose: [spin, turn]
              by: p1
            - repeat:
                - if: pot > 5
                  then:
                    - choose: [turn]
                      by: p1
        """,
    )
    assert "game.yaml:" in fails(state, "spin")
    message = fails(state, "turn")
    assert "without a decision" in message and "play" in message


RANGES = """
types: {Metal: [gold, silver]}
names: {n: 1..3}
state:
  pot: {type: 0..9, start: 8}
  meter: {type: 0..9, start: 8, at_end: stay}
  leader: Player or none
  stock: 0..2 per Metal
  wins: 0..9 per Player
  metal: Metal or none
actions:
  earn:
    title: Earn
    do: pot += 2
  climb:
    title: Climb
    do: meter += 5
  fall:
    title: Fall
    do: meter -= 20
  give:
    title: Give
    do: hand_over(pot)
  crown:
    title: Crown
    do: wins[leader] += 1
  find:
    title: Find
    do: stock[the(m for m in Metal where stock[m] == 1)] = 2
  divide:
    title: Divide
    do: pot = floor(pot / wins[p1])
  lowest:
    title: Lowest
    do: pot = min(stock[m] for m in Metal where stock[m] > 1)
  forward:
    title: Forward
    do: stock[if metal == none then gold else metal] += 1
phases:
  play:
    - repeat:
        - choose: [earn, climb, fall, give, crown, find, divide, lowest, forward]
          by: p1
      until: pot == 0 and meter == 0
  hand_over(n): pot -= n
"""


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("earn", "10 does not fit into 0..9"),
        ("give", "8 does not fit into 1..3"),
        ("crown", "none"),
        ("find", "none"),
        ("divide", "0"),
        ("lowest", ""),
    ],
)
def test_a_rule_that_does_the_impossible_changes_nothing_and_is_named(action: str, said: str, tmp_path: Path) -> None:
    state = start(tmp_path, RANGES)
    message = fails(state, action)
    assert "game.yaml:" in message and said in message


def test_a_number_stays_at_the_end_of_its_range_where_that_is_said(tmp_path: Path) -> None:
    state = start(tmp_path, RANGES)
    assert play(state, "climb").value("meter") == 9
    assert play(state, "fall").value("meter") == 0


def test_a_rule_error_in_the_set_up_is_raised_by_start(tmp_path: Path) -> None:
    game = load(
        tmp_path,
        """
        state: {pot: {type: 0..9, start: 5}}
        phases:
          setup: pot += pot
          play: end game
        """,
    )
    with pytest.raises(RuleError, match="10 does not fit"):
        game.start()


def test_a_choose_without_an_option_is_a_rule_error(tmp_path: Path) -> None:
    game = load(
        tmp_path,
        """
        state: {pot: 0..9}
        actions:
          take: {title: Take, require: [pot < 1], do: pot += 1}
        phases:
          play:
            - repeat:
                - choose: [take]
                  by: p1
        """,
    )
    assert [one.code for one in game.warnings] == ["no-option"]
    assert "nothing to choose" in fails(game.start(), "take")


# ---- the end


def test_scoring_lines_and_tie_breaks(tmp_path: Path) -> None:
    text = """
    state: {coins: 0..9 per Player, last: Player}
    actions:
      take:
        params: {n: 1..3}
        do:
          - coins[player] += n
          - last = player
    phases:
      play:
        - for: p in Player
          do:
            - choose: [take]
              by: p
    scoring:
      coins_left: coins[player] * 2
      bonus: if last == player then 1 else 0
    winner:
      highest: coins_left
      then: [lowest bonus]
      else: shared
    """
    state = start(tmp_path, text, 3)
    play(state, "take(n=2)", "take(n=2)", "take(n=2)")
    assert state.is_over
    assert state.score_sheet()["p3"] == {"coins_left": 4, "bonus": 1}
    assert state.scores() == {"p1": 4, "p2": 4, "p3": 5}
    assert state.winners() == ("p1", "p2")
    assert state.outcome.ranks == {"p1": 1, "p2": 1, "p3": 3}


def test_the_end_of_the_game_unwinds_everything(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {pot: 0..9}
        actions:
          stop: {title: Stop, do: finish_now()}
        phases:
          play:
            - repeat:
                - for: p in Player
                  do: turn(p)
          turn(player):
            - times: 3
              do:
                - choose: [stop]
                - pot += 1
            - pot = 9
          finish_now(player):
            - if: pot < 9
              then:
                - pot += 1
                - end game won by next(player)
            - pot = 7
        """,
    )
    play(state, "stop")
    assert state.is_over and state.winners() == ("p2",) and state.value("pot") == 1


SILENT = """
state: {pot: 0..9, passes: 0..9999}
actions:
  never: {title: Never, require: [pot > 0]}
  pass: {title: Pass, do: passes += 1}
  go: {title: Go}
phases:
  play:
    - choose: [go]
      by: p1
    - BODY
    - choose: [go]
      by: p1
    - if: passes > 0
      then: end game
"""


def test_thousands_of_silent_passes_are_no_problem(tmp_path: Path) -> None:
    body = "for: i in 1..3000\n      do:\n        - choose: [never]\n          by: p1\n          or: pass"
    state = start(tmp_path, SILENT.replace("BODY", body))
    assert play(state, "go").value("passes") == 3000


def test_passing_silently_for_ever_is_a_rule_error(tmp_path: Path) -> None:
    body = (
        "while: true\n      do:\n        - for: p in Player\n          do:\n"
        "            - choose: [never]\n              by: p1\n              or: rest"
    )
    text = SILENT.replace("BODY", body).replace("  go:", "  rest: {title: Rest}\n  go:")
    state = start(tmp_path, text.replace("pass: {title: Pass, do: passes += 1}", "pass: {title: Pass}"))
    assert "without a decision" in fails(state, "go")


def test_an_answer_that_declines_may_ask_further(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        state: {log: 0..999999}
        actions:
          never: {title: Never, require: [log > 999]}
          ok: {title: OK, do: log = log * 10 + 1}
          rest:
            title: Rest
            do:
              - choose: [ok]
                by: next(player)
              - log = log * 10 + 2
        phases:
          play:
            - for: p in Player
              do:
                - times: 2
                  do:
                    - choose: [never]
                      by: p
                      or: rest
                - log = log * 10 + 3
            - end game
        """,
    )
    assert state.player == "p2" and legal(state) == ["ok"]
    play(state, "ok")
    assert state.value("log") == 123 and state.player == "p1"
    assert play(state, "ok").is_over


def test_parameters_may_be_none_or_below_zero(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        types: {Metal: [gold, silver], Shift: -2..2}
        state: {metal: Metal or none, y: {type: -9..9, start: -1}, by_shift: -9..9 per Shift}
        actions:
          push:
            params:
              shift: Shift where y + shift <= 0
              metal_or_none: Metal or none
              n: -1..y + 2
            do:
              - y += shift
              - metal = metal_or_none
              - by_shift[shift] = n
        phases:
          play:
            - repeat:
                - choose: [push]
                  by: p1
                  if_none: end game
              until: metal == gold or by_shift[-2] > 3
        """,
    )
    assert "push(shift=-2, metal_or_none=none, n=-1)" in legal(state)
    assert "push(shift=2, metal_or_none=none, n=0)" not in legal(state)
    assert len(legal(state)) == 4 * 3 * 3
    play(state, "push(shift=-2, metal_or_none=silver, n=1)")
    assert (state.value("y"), state.value("metal")) == (-3, "silver")
    assert legal(state)[0] == "push(shift=-2, metal_or_none=none, n=-1)"
    play(state, "push(shift=1, metal_or_none=none, n=-1)")
    assert (state.value("y"), state.value("metal")) == (-2, None)
    play(state, "push(shift=2, metal_or_none=gold, n=0)")
    assert state.is_over


def test_a_game_of_three_where_a_set_of_squares_may_be_chosen(tmp_path: Path) -> None:
    state = start(
        tmp_path,
        """
        boards: {Square: {grid: 3 x 3}}
        state:
          stone: Player or none per Square
          left: {type: 0..3 per Player, start: 2}
        functions:
          free_beside(square): set(ahead(square, d) for d in Direction where stone[ahead(square, d)] == none)
          own(player): set(s for s in Square where stone[s] == player)
        actions:
          begin:
            params:
              square: Square where stone[square] == none
            do: stone[square] = player
          grow:
            params:
              square: own(player)
              target: free_beside(square)
            do:
              - stone[target] = player
              - left[player] -= 1
        phases:
          play:
            - for: p in Player
              do:
                - choose: [begin]
                  by: p
                  if_none: skip
            - while: any(p.left > 0 for p in Player)
              do:
                - for: p in Player from p3 where p.left > 0
                  do:
                    - choose: [grow]
                      by: p
                      if_none: p.left = 0
        scoring:
          stones: size(own(player))
        """,
        players=3,
    )
    play(state, "begin(square=a1)", "begin(square=c3)", "begin(square=b2)")
    assert state.player == "p3"
    assert legal(state) == [f"grow(square=b2, target={s})" for s in ("b1", "c1", "a2", "c2", "a3", "b3")]
    play(state, "grow(square=b2, target=b1)")
    assert state.player == "p1" and legal(state) == ["grow(square=a1, target=a2)"]
    while not state.is_over:
        play(state, legal(state)[0])
    assert state.scores() == {"p1": 3, "p2": 3, "p3": 3} and state.winners() == ("p1", "p2", "p3")


# ---- a rule means the same whether it is interrupted or not

PAUSE_GAME = """
names: {n: 0..99, m: 0..99, t: -9..99}
boards: {Square: {grid: 5 x 5}}
types:
  Metal: [gold, silver, iron, tin]
  Even: m in Metal where m == silver or m == tin
  Shift: -2..2
tables:
  rows: {gold: [3, 1], silver: [], iron: [2], tin: [4, 4]}
state:
  log: 0..999999999
  x: 0..99
  y: -99..99
  taken: {type: set of Metal, start: [gold, tin]}
  numbers: {type: set of Shift, start: [-2, 0, 1]}
  first: {type: Player, start: p2}
  by_shift: -99..99 per Shift
  here: {type: Square, start: c3}
actions:
  ok: {title: OK}
phases:
  play:
    - rule()
    - if: log + x + y + by_shift[0] > 0 or size(taken) + size(numbers) > 0 and first == p1 and here == a1
      then: end game
  note(n):
    - PAUSE
    - log = log * 10 + n
  deep(t):
    - PAUSE
    - if: t > 0
      then:
        - let twice = t * 2
        - deep(t - 1)
        - y += twice
"""

BODIES = {
    "loops one after another with one name": """
      - for: i in 1..3
        do: note(i)
      - for: i in 2..x + 3
        do:
          - PAUSE
          - note(i)
          - x += 1
    """,
    "two names and a condition": """
      - for: i in 1..3, j in 1..i where i != 2 and j < 3
        do:
          - note(i)
          - PAUSE
          - note(j)
    """,
    "a part of a type": """
      - for: m in Even
        do:
          - PAUSE
          - x += 1
          - if: m == tin
            then: note(7)
    """,
    "a set that changes": """
      - for: m in taken
        do:
          - taken += iron
          - PAUSE
          - taken -= m
          - note(if m == gold then 1 else 2)
    """,
    "a set of numbers below zero": """
      - for: s in numbers where s != 0
        do:
          - PAUSE
          - by_shift[s] += s * 3
          - numbers -= s
      - for: s in Shift
        do:
          - y += s * s
          - PAUSE
    """,
    "round from somebody": """
      - for: p in Player from first
        do:
          - first = p1
          - PAUSE
          - note(if p == p1 then 1 else 2)
    """,
    "rows of a table": """
      - for: m in Metal
        do:
          - for: r in rows[m] where r != 1
            do:
              - PAUSE
              - note(r)
    """,
    "a ray that is cut short": """
      - for: s in ray(here, north, 1 + x)
        do:
          - here = a1
          - x = 1
          - PAUSE
          - note(s.row)
      - for: s in ray(c3, east)
        do:
          - PAUSE
          - note(s.row)
    """,
    "times and leaving": """
      - times: 4
        do:
          - x += 1
          - PAUSE
          - if: x == 3
            then:
              - note(x)
              - leave
          - note(9)
      - times: x - 3
        do: note(5)
      - times: x
        do:
          - PAUSE
          - x = 0
          - note(2)
    """,
    "while, repeat and leaving the inner one": """
      - repeat:
          - x += 1
          - while: y < 5
            do:
              - y += 2
              - PAUSE
              - if: y == 4
                then: leave
              - note(1)
          - if: x == 4
            then:
              - PAUSE
              - leave
          - note(2)
        until: x > 8
    """,
    "names in branches": """
      - if: x == 0
        then:
          - let found = x + 4
          - PAUSE
          - note(found)
        else:
          - let found = x + 5
          - PAUSE
          - note(found)
      - let last = log
      - PAUSE
      - log = 0
      - note(last)
    """,
    "folds around what was kept": """
      - let most = 3
      - PAUSE
      - x = sum(i * most for i in 1..most)
      - let best_metal = best(m for m in Metal where m not in taken by highest m)
      - PAUSE
      - if: best_metal == iron and best_metal != none
        then: note(8)
      - for: k in 1..2
        do:
          - PAUSE
          - x += count(j for j in 1..9 where j > k)
    """,
    "a phase that calls itself": """
      - deep(4)
      - note(3)
      - deep(1)
    """,
    "the end of the game": """
      - for: p in Player
        do:
          - times: 2
            do:
              - note(1)
              - if: log == 111
                then: end game won by p
    """,
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_a_pause_inside_a_rule_changes_nothing_else(name: str, tmp_path: Path) -> None:
    whole = PAUSE_GAME + "  rule:\n" + dedent(BODIES[name]).strip("\n").replace("\n", "\n    ").join(["    ", "\n"])
    if "deep" not in BODIES[name]:
        # Without a pause it would call itself without a decision between.
        whole = whole.replace("deep(t - 1)", "skip").replace("  note(n):", "  unused: deep(1)\n  note(n):")
    ends = []
    for pauses in ("all", "rule", "note", "none"):
        if "deep" in BODIES[name] and pauses in ("rule", "none"):
            continue
        lines, inside = [], ""
        for line in whole.split("\n"):
            if line.startswith("  ") and line[2:3].strip():
                inside = line.strip().split("(")[0].rstrip(":")
            if line.strip() == "- PAUSE":
                blank = line[: len(line) - len(line.lstrip())]
                asked = pauses == "all" or pauses == inside or (pauses == "note" and inside == "deep")
                line = f"{blank}- choose: [ok]\n{blank}  by: p1" if asked else f"{blank}- skip"
            lines.append(line)
        folder = tmp_path / pauses
        folder.mkdir()
        state = start(folder, "\n".join(lines))
        while not state.is_over:
            play(state, "ok")
        ends.append((state.values(), state.winners()))
    assert all(end == ends[0] for end in ends[1:])
    assert ends[0][0] != {}
