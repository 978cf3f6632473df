"""What happened: the decisions of a game with the luck that followed each, and playing it again.

A record is readable JSON: the game, the hash of its rules, options, players, seed, and one entry for each decision.
Playing it again must give the same luck; a record that does not fit the rules is refused where it stops fitting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from boardrules.action import action_of
from boardrules.errors import BoardrulesError, IllegalAction, SaveError
from boardrules.run.compiled import Compiled

if TYPE_CHECKING:
    from boardrules.game import Game
    from boardrules.state import State

FORMAT = "boardrules record"
VERSION = 1


@final
@dataclass(frozen=True, slots=True)
class Past:
    """One decision and what luck brought after it, with all that was before; set-up is a decision of nobody."""

    before: Past | None
    chooser: int
    option: int | None
    luck: tuple[int, ...]

    def steps(self) -> list[Past]:
        """From set-up to now."""
        found = []
        one: Past | None = self
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


def record(state: State) -> dict[str, Any]:
    past = past_of(state)
    compiled = state._compiled
    first, *moves = past.steps()
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": state.game.name,
        "rules": compiled.rules_hash,
        "options": dict(state.game.chosen_options),
        "players": compiled.players,
        "seed": state.seed,
        "explicit_chance": state.explicit_chance,
        "setup": _words(compiled, first.luck),
        "moves": [
            {
                "player": compiled.seats[move.chooser - 1],
                "action": _words(compiled, (move.option,))[0],
                "luck": _words(compiled, move.luck),
            }
            for move in moves
            if move.option is not None
        ],
    }


def past_of(state: State) -> Past:
    if state._past is None:
        raise BoardrulesError("this state was put together by hand; it has no past")
    return state._past


def _words(compiled: Compiled, options: tuple[int | None, ...]) -> list[str]:
    return [str(action_of(compiled, option, compiled.initial, 1)) for option in options if option is not None]


def replay(game: Game, content: Any) -> Iterator[State]:
    """The positions of a recorded game, the first before any decision; the same state is changed and yielded again."""
    _check_head(game, content)
    state = game.start(content["players"], content["seed"], content["explicit_chance"])
    _follow(state, content["setup"], "set-up")
    yield state
    for number, move in enumerate(content["moves"], 1):
        _decide(state, move, f"decision {number}")
        yield state


def _decide(state: State, move: Any, where: str) -> None:
    """One decision of the record; it must be written as `record` writes it."""
    if not isinstance(move, dict) or set(move) != {"player", "action", "luck"} or not isinstance(move["action"], str):
        raise SaveError(f"{where}: it is not a decision with player, action and luck")
    if state.is_over:
        raise SaveError(f"{where}: the game is over before the record is")
    try:
        action = state.parse_action(move["action"])
        state.apply(action, str(move["player"]))
    except BoardrulesError as problem:
        raise SaveError(f"{where}: {problem}") from None
    if str(action) != move["action"]:
        raise SaveError(f"{where}: {move['action']!r} is not how an action is written")
    _follow(state, move["luck"], where)


def _follow(state: State, luck: Any, where: str) -> None:
    """Luck must be what the record says: it is compared where the seed brings it, and applied where a caller did."""
    if not isinstance(luck, list) or not all(isinstance(word, str) for word in luck):
        raise SaveError(f"{where}: the luck of the record is damaged")
    if state.explicit_chance:
        for word in luck:
            try:
                state.apply(word)
            except BoardrulesError as problem:
                raise SaveError(f"{where}: {problem}") from None
        return
    found = _words(state._compiled, past_of(state).luck)
    if found != luck:
        said, now = ", ".join(luck) or "nothing", ", ".join(found) or "nothing"
        raise SaveError(f"{where}: the record says that luck brought {said}, but it brings {now}")


def _check_head(game: Game, content: Any) -> None:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise SaveError("this is not a record of a game")
    if content.get("version") != VERSION:
        raise SaveError(f"this record has version {content.get('version')}, and only {VERSION} can be read")
    wanted = {"game": str, "rules": str, "options": dict, "players": int, "seed": int, "setup": list, "moves": list}
    for key, kind in {**wanted, "explicit_chance": bool}.items():
        if not isinstance(content.get(key), kind) or (kind is int and isinstance(content[key], bool)):
            raise SaveError(f"the record is damaged: '{key}' is missing or wrong")
    if content["game"] != game.name:
        raise SaveError(f"this is a record of {content['game']!r}, not of {game.name!r}")
    if content["options"] != dict(game.chosen_options):
        raise SaveError(f"the record was made with the options {content['options']}")
    if content["players"] not in game.players:
        raise SaveError(f"{game.name} is not for {content['players']} players")
    if content["rules"] != game.compiled(content["players"]).rules_hash:
        raise SaveError("the rules have changed since this was recorded")


# ---- going back


def undone(state: State, force: bool) -> State:
    """The state before the last decision, played again from the start.

    Only the last decision can be taken back, so nobody else has decided since; and only while luck has shown nothing,
    unless it is forced.
    """
    past = past_of(state)
    if past.option is None or past.before is None:
        raise IllegalAction("there is no decision to take back")
    if not force and past.luck:
        raise IllegalAction("luck has followed this decision; it cannot be taken back")
    return rebuilt(state, past.before)


def rebuilt(state: State, past: Past) -> State:
    """The state that this past leads to."""
    compiled = state._compiled
    again = state.game.start(compiled.players, state.seed, state.explicit_chance)
    first, *moves = past.steps()
    for step in (first, *moves):
        if step.option is not None:
            again._answer(step.option)
        if state.explicit_chance:
            for outcome in step.luck:
                again._answer(outcome)
    return again
