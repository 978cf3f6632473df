"""What the parser expects, in the words of somebody who writes a game and has never seen the grammar."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

_SIGNS: Final = {
    "COMMA": "','", "LPAR": "'('", "RPAR": "')'", "LSQB": "'['", "RSQB": "']'", "DOTS": "'..'", "DOT": "'.'",
    "SLASH": "'/'", "EQUAL": "'='", "PLUS_IS": "'+='", "MINUS_IS": "'-='", "SEMICOLON": "';'", "ARROW": "'->'",
    "TWO_WAY": "'--'", "PLUS": "'+'", "_MINUS": "'-'", "_STAR": "'*'", "COMPARE": "'=='", "$END": "the end",
    "NAME": "a name", "INT": "a whole number", "SAY": "'say'",
}  # fmt: skip

_OPERATORS: Final = frozenset({"COMPARE", "PLUS", "_MINUS", "_STAR", "MOD", "AND", "OR", "IN", "NOT", "CAN"})
# What may follow nearly every name; worth a word only where nothing else fits.
_TAILS: Final = frozenset({"DOT", "LSQB", "LPAR", "INT"})
_VALUES: Final = frozenset(
    {"NAME", "INT", "LPAR", "_MINUS", "TRUE", "FALSE", "NONE", "FLOOR", "CEIL", "MODULE", "IF", "NOT"}
)

# A terminal that stands only at the beginning of such a thing, what it is called, and how else it may begin.
_BEGINNINGS: Final = (
    ("LET", "a statement", frozenset({
        "NAME", "LET", "MOVE", "DRAW", "PUT", "SHUFFLE", "FILL", "ROLL", "CREATE", "CLEAR", "GAIN", "PAY", "END",
        "SKIP", "LEAVE", "SAY",
    })),
    ("GAIN", "an action or effect", _VALUES | {"GAIN", "PAY", "SKIP"}),
    ("BOOL", "a type", _VALUES | {
        "BOOL", "TEXT", "POINT", "EFFECT", "OFFERS", "BONUSES", "ACTION", "COUNT", "SET", "BAG", "PILE",
    }),
    ("TRUE", "a value", _VALUES | {"NOTHING"}),
)  # fmt: skip

MOST_NAMED: Final = 4


def expected_words(accepted: Set[str], *, at_end: bool) -> str:
    """`'then' or an operator such as +`: what would have fitted, the most telling first."""
    if not accepted:
        return "something else"
    left = set(accepted)
    words: list[str] = []
    for mark, name, first in _BEGINNINGS:
        if mark in left:
            words.append(name)
            left -= first
    operators = "PLUS" in left and len(left & _OPERATORS) > 1
    if operators:
        left -= _OPERATORS | _TAILS
    elif left - _TAILS:
        left -= _TAILS - {"INT"}
    if "RPAR" in left:
        # After any word in brackets, which might be the name of an argument.
        left -= {"EQUAL"}
    end = left & {"$END"}
    # Words say more than signs, so they come first.
    words += sorted((_word(terminal) for terminal in left - end), key=lambda word: (not word[1].isalpha(), word))
    # At the end of the text, what must still come is the point, not what else could.
    if operators and not (at_end and words):
        words.append("an operator such as +")
    words = words[:MOST_NAMED] + [_word(terminal) for terminal in end]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _word(terminal: str) -> str:
    # A keyword's terminal is the keyword itself in capitals.
    return _SIGNS.get(terminal) or f"'{terminal.lower()}'"


KINDS: Final = {
    "expr": "an expression", "statement": "a statement", "domain": "what may be chosen", "loop": "a loop",
    "item": "an action", "decline": "an action", "cell": "an effect", "bonuses": "a bonus", "costs": "a cost",
    "limit": "a limit", "order": "an order", "type": "a type", "typedef": "a range or a subset", "head": "a name",
    "keys": "a key", "ladder": "a ladder", "band": "a number or a band", "links": "links", "grid": "a grid",
    "target": "a place in the game", "games": "the name of a game", "step": "an action",
}  # fmt: skip

FORMS: Final = {
    "loop": "p in Player, or p in Player where p.ready by highest p.score",
    "decline": "stop, or stop where acted",
    "cell": "gain 2 vp; plunder(1) or pay 2 coins -> gain 3 vp and cube",
    "bonuses": "strength +2; rerolls +1",
    "costs": "3 talers, or price(item) talers and 1 rubies",
    "limit": "once per turn, twice per round, or 3 times per turn for each item",
    "order": "highest p.score then lowest p.seat",
    "type": "1..6, Player or none, count up to 20 per Player, or set of Card",
    "typedef": "1..6, or i in Item where i.price > 0",
    "head": "turn, or turn(player)",
    "keys": "one word, several like a, b, a number, a band like 0..2, none or else",
    "ladder": "2/5/9/14, or 2/5/9/14+5",
    "band": "3, 0..2 or 7..",
    "links": "a -- b, a -> b -> c, or a -- every s where s.row == 1",
    "grid": "8 x 8",
    "target": "phases.turn, or state.*.seen_by",
    "games": "hop-and-jump, or any game with phases.setup",
    "step": "buy(item=hull, place=Ship 1)",
}
"""How a string of this kind is written."""

STATEMENT_FORMS: Final = {
    "let": "let x = 3",
    "move": "move 2 fish from A to B, move up to 2 fish from A to B, or move all from A to B",
    "draw": "draw 2 from A to B, or draw from A as x",
    "put": "put x on P, or put x under P",
    "shuffle": "shuffle P",
    "fill": "fill P with T",
    "roll": "roll die to x, or roll x",
    "create": "create Ship as ship",
    "clear": "clear x",
    "gain": "gain 2 vp",
    "pay": "pay 3 talers, or pay 3 talers and 1 rubies",
    "end": "end game, end game drawn, or end game won by player",
    "say": "say {player} passes",
}

TYPE_FORMS: Final = {
    "count": "count up to 20, or count up to 20 per Player",
    "set": "set of Card",
    "bag": "bag of Token up to 74",
    "pile": "pile of Card, or pile of Card up to 27",
}

RESERVED: Final = frozenset({
    "and", "or", "not", "if", "then", "else", "in", "for", "by", "where", "mod", "none", "true", "false", "let", "can",
})  # fmt: skip
"""Words that are never names."""
