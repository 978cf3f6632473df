"""Syntax errors in a designer's words, with help for the slips that people really make.

The parser says where it stopped and what would have fitted; `_CHECKS` look at that place for habits from other
languages. `tests/data/lang/hints.txt` lists a sample for each of them: the test, and the reference.

    game.yaml:4:11: error[syntax]: '=' does not fit here: expected an operator such as + or the end
      help: to compare, write ==
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

from boardrules.diagnostics import Diagnostic
from boardrules.lang.syntax_words import FORMS, KINDS, RESERVED, STATEMENT_FORMS, TYPE_FORMS, expected_words
from boardrules.source import Span

_WORD: Final = re.compile(r"\w+|&&|\|\||[=!<>]=|=>|=<|<>|[-+]=|->|--|\.\.|\S")
_CLOSING: Final = {"(": ")", "[": "]"}


@final
@dataclass(frozen=True, slots=True)
class _Slip:
    """Where the parser stopped: `text[position:]` begins with `word`, which is empty at the end."""

    start: str
    text: str
    position: int
    word: str
    accepted: frozenset[str]

    @property
    def before(self) -> str:
        return self.text[: self.position].rstrip()

    @property
    def after(self) -> str:
        return self.text[self.position + len(self.word) :].lstrip()

    @property
    def first_word(self) -> str:
        found = re.match(r"\s*(\w+)", self.text)
        return found[1] if found else ""

    def follows(self, pattern: str) -> bool:
        """Does the text before end so?"""
        return re.search(rf"(?:{pattern})$", self.before) is not None


def syntax_error(start: str, fragment: Span, error: Any, accepted_after: Callable[[str], frozenset[str]]) -> Diagnostic:
    """The diagnostic for a `lark.UnexpectedInput` that stopped the parser inside the fragment."""
    slip = _slip(start, fragment.text, error, accepted_after)
    if not slip.text.strip():
        return Diagnostic("syntax", fragment, f"there is nothing here: expected {KINDS[start]}", help=_form(slip))
    at = fragment.start + slip.position
    span = Span(fragment.source, at, at + len(slip.word))
    what = f"'{slip.word}' does not fit here" if slip.word else "something is missing at the end"
    expected = expected_words(slip.accepted, at_end=not slip.word)
    hints = (check(slip) for check in _CHECKS)
    return Diagnostic("syntax", span, f"{what}: expected {expected}", help=next(filter(None, hints), None))


def _slip(start: str, text: str, error: Any, accepted_after: Callable[[str], frozenset[str]]) -> _Slip:
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        return _Slip(start, text, len(text.rstrip()), "", accepted_after(text))
    position: int = error.pos_in_stream
    if text[position - 1 : position + 1] in ("==", "<>"):
        # The lexer took the first sign alone because that might go on well, so the mistake began there.
        position -= 1
    found = _WORD.match(text, position)
    word = found[0] if found else text[position : position + 1]
    return _Slip(start, text, position, word, accepted_after(text[:position]))


# ---- signs of other languages

_FOREIGN_SIGNS: Final = {
    "&&": "write and", "&": "write and", "||": "write or", "|": "write or", "!": "write not", "~": "write not",
    "%": "the rest of a division is a mod b", "^": "write x * x", "<>": "write !=", "=>": "write >=", "=<": "write <=",
    "{": "write a list of words as (a, b)", "}": "write a list of words as (a, b)", "@": "there is no @ here",
    "∧": "write and", "∨": "write or", "¬": "write not", "∈": "write in", "÷": "write floor(a / b) or ceil(a / b)",
}  # fmt: skip
_FOREIGN_WORDS: Final = {
    "is": "write x in T for one of a kind, x == y for the same thing", "inside": "write in", "within": "write in",
    "elif": "write else if", "elseif": "write else if", "xor": "write a != b", "div": "write floor(a / b)",
    "AND": "write and", "OR": "write or", "NOT": "write not", "IN": "write in", "unless": "write if not",
}  # fmt: skip


def _quotes(slip: _Slip) -> str | None:
    return "words need no quotes: x == gold" if slip.word and slip.word in "\"'`“”„‘’" else None


def _foreign(slip: _Slip) -> str | None:
    return _FOREIGN_SIGNS.get(slip.word) or _FOREIGN_WORDS.get(slip.word)


def _question(slip: _Slip) -> str | None:
    if slip.word == "?" and slip.start in ("type", "typedef"):
        return "a type with nothing in it is written T or none"
    return "write if c then a else b" if slip.word == "?" else None


def _called_statement(slip: _Slip) -> str | None:
    word = slip.first_word
    if slip.start in ("statement", "cell", "item") and word in STATEMENT_FORMS and f"{word}(" in slip.text:
        return f"{word} is a word of the language and cannot be called: {word} is written {STATEMENT_FORMS[word]}"
    return None


def _equals(slip: _Slip) -> str | None:
    if slip.word == "=":
        if slip.start == "statement":
            return "one statement sets one value"
        return "to compare, write =="
    if slip.word == "==" and slip.start in ("statement", "cell", "item"):
        return "to set a value, write x = 3; to ask for one, use if:"
    if slip.word == ":" and slip.after.startswith("="):
        return "write x = 3"
    return None


def _step_by_one(slip: _Slip) -> str | None:
    if slip.start != "statement" or slip.word not in ("+", "-", "--"):
        return None
    if slip.word == "--" or slip.after.startswith(slip.word) or slip.follows("="):
        return f"write x {slip.word[0]}= 1"
    return "a statement must change something: write x += 1 or x = x + 1"


def _comparison_chain(slip: _Slip) -> str | None:
    if slip.word in ("<", ">", "==", "!=", "<=", ">=", "≤", "≥", "≠") and _has_comparison(slip.before):
        return "compare two at a time: a < b and b < c"
    return None


def _has_comparison(text: str) -> bool:
    return re.search(r"[<>≤≥≠]|[=!]=", text) is not None


# ---- numbers


def _number(slip: _Slip) -> str | None:
    around = slip.text[: slip.position] + "\0" + slip.text[slip.position :]
    if re.search(r"\d\0,\d{3}\b", around) or re.search(r"\d\0_\d", around):
        return "write numbers without signs between: 1000"
    if (slip.word == "." and slip.follows(r"\.\.")) or (slip.word == "to" and slip.follows(r"\d")):
        return "a range is written 1..3"
    if slip.word == ".." and _in_expr(slip):
        return "a range stands only after in: x in 1..3"
    if slip.word == "." and slip.follows(r"\b\d+"):
        return "numbers are whole; say how a division rounds: floor(a / b) or ceil(a / b)"
    if slip.follows(r"\b\d+") and re.match(r"[A-Za-z_(]", slip.word) and slip.word not in RESERVED and _in_expr(slip):
        return "to multiply, write 2 * x"
    return None


def _in_expr(slip: _Slip) -> bool:
    return slip.start in ("expr", "order", "typedef", "domain")


def _division(slip: _Slip) -> str | None:
    if slip.start == "ladder":
        return None
    if slip.word == "/":
        outside, _, inside = slip.before.rpartition("(")
        if "/" in inside and re.search(r"\b(floor|ceil)\s?$", outside):
            return "one division at a time: floor(floor(a / b) / c)"
        return "say how it rounds: floor(a / b) or ceil(a / b)"
    if "SLASH" in slip.accepted or slip.follows(r"\b(floor|ceil)"):
        return "floor and ceil round a division: floor(a / b)"
    if slip.word == "*" and slip.follows(r"\*"):
        return "write x * x"
    return None


# ---- words in the wrong place


def _misplaced_if(slip: _Slip) -> str | None:
    if slip.word != "if":
        return None
    if re.match(r".*\bthen\b", slip.after, re.DOTALL):
        return "put brackets around it: (if c then a else b)"
    if re.match(r".*\belse\b", slip.after, re.DOTALL):
        return "write if c then a else b"
    if slip.start in ("domain", "loop", "decline") or re.search(r"\bfor\b", slip.before):
        return "a filter is written where"
    if slip.start == "statement":
        return "a condition stands in lines of its own: if: with then:"
    return "write if c then a else b"


def _unfinished_if(slip: _Slip) -> str | None:
    if not slip.word and slip.accepted & {"ELSE", "THEN"} and re.search(r"\bif\b", slip.text):
        return "every if has both: if c then a else b"
    return None


def _misplaced_where(slip: _Slip) -> str | None:
    if slip.word == "where" and slip.start == "statement":
        return "where filters a loop: x += 1 for p in Player where c; a condition stands in lines of its own, with if:"
    if slip.word == "where" and slip.start == "typedef":
        return "name the member: i in Item where i.price > 0"
    return None


def _for_each(slip: _Slip) -> str | None:
    if slip.follows(r"\bfor\s+each") and slip.start != "limit":
        return "write for p in Player"
    if slip.word == "for" and slip.follows(r"\(") and "NAME" in slip.accepted:
        return "say what is taken of each: count(x for x in D)"
    return None


def _reserved(slip: _Slip) -> str | None:
    # Where a number fits too, the word is not meant as a name.
    if slip.word in RESERVED and "NAME" in slip.accepted and "INT" not in slip.accepted:
        return f"{slip.word} is a word of the language and cannot be a name"
    return None


# ---- brackets, commas and points


def _brackets(slip: _Slip) -> str | None:
    opened: list[int] = []
    for position, sign in enumerate(slip.before):
        if sign in _CLOSING:
            opened.append(position)
        elif sign in _CLOSING.values() and opened:
            opened.pop()
    if slip.word == "]" and slip.follows(r"\["):
        return "say which one: store[player]; the whole table is just store"
    if slip.word in (")", "]"):
        if not opened:
            return f"this {slip.word} closes nothing"
        if _CLOSING[sign := slip.text[opened[-1]]] != slip.word:
            return f"the last open bracket is {sign}, so close it with {_CLOSING[sign]}"
    elif not slip.word and opened:
        shown = re.search(r"\w*$", slip.text[: opened[-1]])
        return f"the bracket of {shown[0] if shown else ''}{slip.text[opened[-1]]} is not closed"
    return None


def _separators(slip: _Slip) -> str | None:
    if slip.word == ";" and slip.start == "statement":
        return "one statement a line: make it a list"
    if slip.word == "," and slip.start == "cell":
        return "write a; b for any order, a and b for both, a or b for one of them"
    if slip.word == "," and slip.start in ("item", "statement", "decline"):
        return "one entry a line: make it a list"
    if slip.word == "," and "RPAR" in slip.accepted:
        return "a list of words stands only after in: x in (a, b)"
    if slip.word == "+" and not slip.before and slip.start in ("cell", "bonuses"):
        return "begin with the word: strength +2"
    if not slip.word and slip.follows(r"[;,]"):
        return f"nothing follows the {slip.before[-1]}"
    if not slip.word and slip.follows(r"[^.]\."):
        return "a name follows the point: player.score"
    return None


def _head(slip: _Slip) -> str | None:
    if slip.start != "head":
        return None
    if slip.word == ")":
        return "without parameters there are no brackets"
    return "only names stand in a header: price(ware); their types stand under names" if "(" in slip.before else None


# ---- what the whole should look like


def _form(slip: _Slip) -> str | None:
    form = FORMS.get(slip.start)
    if slip.start == "statement":
        form = STATEMENT_FORMS.get(slip.first_word)
    elif slip.start == "type":
        form = TYPE_FORMS.get(slip.first_word, form)
    return f"it is written {form}" if form else None


_CHECKS: Final[tuple[Callable[[_Slip], str | None], ...]] = (
    _quotes, _question, _number, _called_statement, _equals, _step_by_one, _foreign, _division, _comparison_chain,
    _misplaced_if, _unfinished_if, _misplaced_where, _for_each, _reserved, _brackets, _separators, _head, _form,
)  # fmt: skip
"""In this order: the first that knows something is shown, and the general form comes last."""
