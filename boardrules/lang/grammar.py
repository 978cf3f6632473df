"""From a fragment of a file to a Lark tree that is safe to walk: short, shallow, with numbers that fit.

The limits come first because a game file may come from anybody: Lark's LALR parser keeps its own stack, so no input
can exhaust Python's, and what is measured here is all that the recursive stages after it have to bear.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang.syntax_hints import syntax_error
from boardrules.source import Source, Span

if TYPE_CHECKING:
    import lark

STARTS = (
    "expr", "statement", "domain", "loop", "item", "decline", "cell", "bonuses", "costs", "limit", "order", "type",
    "typedef", "head", "keys", "ladder", "band", "links", "grid", "target", "games", "step",
)  # fmt: skip
MOST_CHARACTERS = 4_000
MOST_LEVELS = 64
LARGEST_NUMBER = 2**31 - 1


@final
class _KeepNames:
    """Tells the contextual lexer that a name may stand anywhere, so it never cuts a word into a keyword and a rest."""

    always_accept = ("NAME",)

    def process(self, stream: Iterator[lark.Token]) -> Iterator[lark.Token]:
        return stream


def build_parser(*, strict: bool = False) -> lark.Lark:
    """A new parser for all start rules. `strict` proves the absence of conflicts and needs interegular."""
    import lark  # takes longer to load than all the rest, and a compiled game needs no parser

    text = (Path(__file__).parent / "rules.lark").read_text(encoding="utf-8")
    return lark.Lark(
        text, parser="lalr", strict=strict, start=list(STARTS), postlex=_KeepNames(), propagate_positions=True
    )


_parser = cache(build_parser)


@final
class Origin:
    """Turns positions inside a fragment into spans of its file."""

    __slots__ = ("_offset", "_source")

    def __init__(self, fragment: Span) -> None:
        self._source: Source = fragment.source
        self._offset: int = fragment.start

    def of(self, part: Any) -> Span:
        """Where a tree or a token stands."""
        place = getattr(part, "meta", part)
        return Span(self._source, self._offset + place.start_pos, self._offset + place.end_pos)

    def between(self, first: Any, last: Any) -> Span:
        return self.of(first).to(self.of(last))


def read_tree(start: str, fragment: Span, report: Report) -> lark.Tree[lark.Token] | None:
    """The tree of `fragment` by the rule `start`; after a mistake one diagnostic and None."""
    import lark

    text = fragment.text
    if (too_much := _too_long(fragment, text) or _too_many_brackets(fragment, text)) is not None:
        report.add(too_much)
        return None
    try:
        tree = _parser().parse(text, start=start)
    except lark.exceptions.UnexpectedInput as error:
        report.add(syntax_error(start, fragment, error, lambda before: _accepted_after(start, before)))
        return None
    if (too_much := _too_deep_or_large(fragment, tree)) is not None:
        report.add(too_much)
        return None
    return tree


def _accepted_after(start: str, before: str) -> frozenset[str]:
    """The terminals that may follow `before`; none where that is wrong already.

    Asked anew because the parser that failed has closed its open rules on seeing the wrong token.
    """
    import lark

    parser = _parser().parse_interactive(before, start=start)
    try:
        parser.exhaust_lexer()
    except lark.exceptions.UnexpectedInput:
        return frozenset()
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]


def _too_long(fragment: Span, text: str) -> Diagnostic | None:
    if len(text) <= MOST_CHARACTERS:
        return None
    message = f"this has {len(text):,} characters; at most {MOST_CHARACTERS:,} can be read"
    return Diagnostic("expression-too-long", fragment, message, help="name its parts as functions")


def _too_deep(span: Span) -> Diagnostic:
    message = f"this is nested deeper than {MOST_LEVELS} levels"
    return Diagnostic("nesting-too-deep", span, message, help="name its parts as functions")


def _too_many_brackets(fragment: Span, text: str) -> Diagnostic | None:
    depth = 0
    for position, sign in enumerate(text):
        if sign in "([":
            depth += 1
            if depth > MOST_LEVELS:
                at = fragment.start + position
                return _too_deep(Span(fragment.source, at, at + 1))
        elif sign in ")]":
            depth -= 1
    return None


def _too_deep_or_large(fragment: Span, tree: lark.Tree[lark.Token]) -> Diagnostic | None:
    origin = Origin(fragment)
    # With a stack of its own: the tree is not known to be shallow yet.
    waiting: list[tuple[Any, int]] = [(tree, 1)]
    while waiting:
        part, depth = waiting.pop()
        if part is None:
            continue
        children = getattr(part, "children", None)
        if children is None:
            if part.type == "INT" and int(part) > LARGEST_NUMBER:
                message = f"numbers go up to {LARGEST_NUMBER:,}"
                return Diagnostic("number-too-large", origin.of(part), message)
        elif depth > MOST_LEVELS:
            return _too_deep(origin.of(part))
        else:
            waiting.extend((child, depth + 1) for child in reversed(children))
    return None
