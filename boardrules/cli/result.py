"""How a game came out, as text and as data."""

from __future__ import annotations

from typing import Any

from boardrules.cli.output import aligned
from boardrules.cli.play_words import words
from boardrules.cli.session import Session
from boardrules.draw import draw, seat_name
from boardrules.run.texts import text_at
from boardrules.state import State


def result_text(state: State, lang: str) -> str:
    """The last position, who has won and by which rule, and the score sheet."""
    if not state.is_over:
        return words(lang)["left"]
    parts = ["", draw(state, lang), "", _verdict(state, lang)]
    parts.append(words(lang)["ended"].format(rule=state.outcome.reason))
    sheet = _score_sheet(state, lang)
    return "\n".join([*parts, "", *sheet] if sheet else parts)


def result_data(session: Session) -> dict[str, Any]:
    state = session.state
    outcome = state.outcome if state.is_over else None
    return {
        "game": state.game.name,
        "seats": list(state.seats),
        "seed": state.seed,
        "moves": [{"seat": seat, **action.to_json()} for seat, action in session.moves],
        "over": state.is_over,
        "how": outcome.how if outcome else None,
        "reason": outcome.reason if outcome else None,
        "winners": list(state.winners()),
        "ranks": dict(outcome.ranks) if outcome else None,
        "scores": state.scores(),
        "score_sheet": state.score_sheet(),
    }


def _verdict(state: State, lang: str) -> str:
    said = words(lang)
    compiled = state.game.compiled(len(state.seats))
    winners = [seat_name(compiled, seat, lang) for seat in state.winners()]
    if not winners:
        return said["drawn"]
    return said["won" if len(winners) == 1 else "shared"].format(seats=said["and"].join(winners))


def _score_sheet(state: State, lang: str) -> list[str]:
    """A line for every scoring rule; nothing for games that are not won by points."""
    compiled = state.game.compiled(len(state.seats))
    lines = compiled.card["scoring"]
    if not lines:
        return []
    sheet, totals = state.score_sheet(), state.scores()
    rows = [["", *(seat_name(compiled, seat, lang) for seat in state.seats)]]
    for line in lines:
        title = text_at(compiled, ("scoring", line), lang) or line
        rows.append([title, *(str(sheet[seat][line]) for seat in state.seats)])
    if len(lines) > 1:
        rows.append([words(lang)["total"], *(str(totals[seat]) for seat in state.seats)])
    return aligned(rows, frozenset(range(1, len(state.seats) + 1)))
