"""A program in, readable Python source out.

Two modules are written for each game: the rules, which is all that stepping needs, and the words, which explain: why
something is not legal, what an action is called, how the score is made up.
"""

from __future__ import annotations

from boardrules.emit.card import card_of
from boardrules.emit.rules import rules_source
from boardrules.emit.words import words_source

__all__ = ["card_of", "rules_source", "words_source"]
