"""What a person types, matched with what can be done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boardrules.action import Action, parse_text
from boardrules.errors import UnknownAction
from boardrules.run.values import Plain
from boardrules.state import State

_WORD = re.compile(r"-?\w+")


def fitting(actions: Sequence[Action], sentences: Sequence[str], text: str) -> tuple[list[int], bool]:
    """The places of the actions that a text fits, and whether it fits in whole words.

    Words must come in the order of the sentence or of the action's text: `a1 b2` is not `b2 a1`.
    """
    words = _words(text)
    if not words:
        return [], False
    told = [(_words(sentence), _words(str(action))) for action, sentence in zip(actions, sentences, strict=True)]
    whole = [at for at, both in enumerate(told) if any(_in_order(words, one) for one in both)]
    if whole:
        return whole, True
    part = text.strip().lower()
    return [at for at, action in enumerate(actions) if part in sentences[at].lower() or part in str(action)], False


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _in_order(words: Sequence[str], told: Sequence[str]) -> bool:
    rest = iter(told)
    return all(word in rest for word in words)


def guessed(state: State, text: str) -> tuple[str, dict[str, Plain]] | None:
    """An action, legal or not, that a text may mean: in full, or by some values of its parameters."""
    compiled = state.game.compiled(len(state.seats))
    try:
        name, params = parse_text(text)
    except UnknownAction:
        pass
    else:
        if name in compiled.actions:
            return name, dict(params)
    words = _WORD.findall(text)
    offered = {action.name for action in state.legal_actions()}
    named = [name for name in compiled.actions if name in words]
    for name in named or sorted(compiled.actions, key=lambda name: name not in offered):
        found = _values(state, name, [word for word in words if word != name])
        if found or named:
            return name, found
    return None


def _values(state: State, name: str, words: Sequence[str]) -> dict[str, Plain]:
    """The parameters that the words give, in order; words that are no value of any are passed over."""
    compiled = state.game.compiled(len(state.seats))
    card = compiled.actions[name]
    found: dict[str, Plain] = {}
    rest = [*card["given"], *card["chosen"]]
    for word in words:
        for at, param in enumerate(rest):
            spelt = [one for one in (word, word.lower()) if compiled.vocabulary.number(param["type"], one) is not None]
            if spelt:
                found[param["name"]] = spelt[0]
                del rest[: at + 1]
                break
    return found
