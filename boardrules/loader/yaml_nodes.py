"""YAML text in, a tree of nodes with places out: the only module that imports the YAML library.

The tree is built from the stream of parser events with a stack of our own. Loaded values are never used: they follow
YAML 1.1 (`no` is false, `012` is ten), forget places and duplicate keys, and building them recurses, which a deeply
nested file turns into a crash of the interpreter. What a game file has no use for (anchors, tags, merge keys, several
documents) is refused here, so nothing behind this module has to think about it.

    read_yaml(Source("x.yaml", "a: [1, b]"), report)
    # Mapping([Entry(Scalar("a"), Sequence([Scalar("1"), Scalar("b")]))])
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, final

import yaml

from boardrules.diagnostics import MOST_SHOWN, Diagnostic, Report
from boardrules.loader.files import ODD, is_readable, odd_character, read_file
from boardrules.source import NOWHERE, Source, Span

__all__ = [
    "Backend", "Entry", "Mapping", "Node", "Scalar", "Sequence", "Style", "has_c_backend", "plain_value", "read_file",
    "read_yaml",
]  # fmt: skip

Style = Literal["plain", "single", "double", "literal", "folded"]
Backend = Literal["c", "pure"]

MOST_LEVELS = 64
LOWEST, HIGHEST = -(2**31), 2**31 - 1

SPLIT_HELP = "a comma or bracket inside [ ] or { } splits an expression: write one entry a line"

# The C parser says '' for a plain scalar, the other one None.
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
_FLOAT = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?", re.ASCII)
_COMMENT = re.compile(r"#[^\n]*")
_KEYED = re.compile(r"\w[\[{]")
_NOT = re.compile(r"!\(?[a-z_]")


@final
@dataclass(frozen=True, slots=True)
class Scalar:
    """Text, a number or a truth value; `value` is the text that YAML makes of it."""

    value: str
    style: Style = "plain"
    in_flow: bool = False
    """Stands inside [ ] or { }, where YAML splits at commas."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def fragment(self) -> Span:
        """What is written between the quotes, or under the `|` or `>`."""
        start, end = self.span.start, self.span.end
        if self.style in ("single", "double"):
            return Span(self.span.source, start + 1, max(start + 1, end - 1))
        if self.style in ("literal", "folded"):
            below = self.span.source.text.find("\n", start, end) + 1
            return Span(self.span.source, below or end, end)
        return self.span

    @property
    def is_empty(self) -> bool:
        """Nothing is written here at all, as after `key:`."""
        return self.style == "plain" and not self.value


@final
@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    flow: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Entry:
    key: Scalar
    value: Node


@final
@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[Entry, ...]
    flow: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def entry(self, key: str) -> Entry | None:
        return next((one for one in self.entries if one.key.value == key), None)

    def get(self, key: str) -> Node | None:
        found = self.entry(key)
        return found.value if found else None


Node: TypeAlias = Scalar | Sequence | Mapping


def plain_value(scalar: Scalar) -> bool | int | float | str | None:
    """What a scalar means in YAML 1.2, which is also what editors show."""
    text = scalar.value
    if scalar.style != "plain":
        return text
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    # A longer whole number has been refused before anyone asks for its value.
    if _INTEGER.fullmatch(text) and len(text) <= 11:
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) and not _INTEGER.fullmatch(text) else text


# ---- from events to nodes


def read_yaml(source: Source, report: Report, backend: Backend | None = None) -> Node | None:
    """The nodes of a text, or None after reporting why there are none. An empty text is an empty scalar."""
    if not is_readable(source, report):
        return None
    # The C parser does not count a byte order mark as a character, the other one does.
    shift = 1 if source.text.startswith("\ufeff") else 0
    builder = _Builder(source, shift)
    # The two parsers take tabs in different places. A blank is as wide, and means the same behind the indentation.
    loader = _loader(backend)(source.text[shift:].replace("\t", " "))
    try:
        while (event := loader.get_event()) is not None and builder.take(event):
            pass
    except (yaml.YAMLError, ValueError, OverflowError) as problem:
        # Escapes beyond Unicode leave the pure parser as ValueError or OverflowError.
        builder.refuse(problem)
    finally:
        loader.dispose()
    for found in builder.problems:
        report.add(found)
    if builder.problems:
        return None
    return builder.root or Scalar("", span=Span(source, shift, shift))


def has_c_backend() -> bool:
    return hasattr(yaml, "CSafeLoader")


def _loader(backend: Backend | None) -> type[yaml.CSafeLoader] | type[yaml.SafeLoader]:
    if backend == "c" or (backend is None and has_c_backend()):
        return yaml.CSafeLoader
    return yaml.SafeLoader


@final
class _Open:
    """A list or mapping whose end has not come yet."""

    __slots__ = ("children", "flow", "is_mapping", "keys", "start")

    def __init__(self, is_mapping: bool, flow: bool, start: int) -> None:
        self.is_mapping = is_mapping
        self.flow = flow
        self.start = start
        self.children: list[Node] = []
        self.keys: dict[str, Span] = {}

    @property
    def wants_key(self) -> bool:
        return self.is_mapping and len(self.children) % 2 == 0

    @property
    def wants_value(self) -> bool:
        return self.is_mapping and len(self.children) % 2 == 1


@final
class _Builder:
    """Takes the events one by one; recursion is nowhere, so depth costs nothing before it is refused."""

    def __init__(self, source: Source, shift: int) -> None:
        self.source = source
        self.shift = shift
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.problems: list[Diagnostic] = []
        self.documents = 0
        self.reached = 0

    def take(self, event: yaml.Event) -> bool:
        """False when nothing more is wanted."""
        at = self._span_of(event)
        self.reached = at.end
        match event:
            case yaml.StreamEndEvent():
                return False
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    self._complain("yaml-syntax", at, "a file holds one document: a second one begins here")
                    return False
            case yaml.AliasEvent():
                self._complain("yaml-anchor", at, "aliases (*name) are not part of the language")
                self._add(Scalar("", span=at))
            case yaml.ScalarEvent():
                self._check_properties(event, at)
                self._add(self._scalar(event, at))
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._check_properties(event, at)
                return self._open(event, at)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._close(at.end)
        # The first mistakes are what an author mends; a hostile file could hold a million.
        return len(self.problems) < MOST_SHOWN

    def _span_of(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None and end is not None
        return Span(self.source, start.index + self.shift, end.index + self.shift)

    def _complain(self, code: str, at: Span, message: str, help: str | None = None) -> None:
        self.problems.append(Diagnostic(code, at, message, help=help))

    def _check_properties(self, event: yaml.NodeEvent, at: Span) -> None:
        if event.anchor is not None:
            self._complain("yaml-anchor", _first_word(at), "anchors (&name) are not part of the language")
        if getattr(event, "tag", None) is not None:
            help = "for the opposite of a condition, write not" if _NOT.match(at.text) else None
            self._complain("yaml-tag", _first_word(at), "tags (!name) are not part of the language", help)

    def _scalar(self, event: yaml.ScalarEvent, at: Span) -> Scalar:
        style: Style = _STYLES.get(event.style, "plain")
        if style in ("literal", "folded"):
            at = Span(self.source, at.start, at.start + len(at.text.rstrip()))
        elif style == "plain" and not event.value and self.stack and self.stack[-1].wants_value:
            # Where nothing is written the parsers differ; behind the key is where it belongs.
            key_end = self.stack[-1].children[-1].span.end
            at = Span(self.source, key_end, key_end)
        scalar = Scalar(event.value, style, bool(self.stack) and self.stack[-1].flow, at)
        self._check_value(scalar)
        return scalar

    def _check_value(self, scalar: Scalar) -> None:
        value = scalar.value
        if scalar.style == "plain" and scalar.in_flow and "?" in value:
            # Only the C parser takes it for a part of the text.
            at = scalar.span.start + scalar.span.text.index("?")
            self.problems.append(_stopped_at(Span(self.source, at, at + 1)))
        elif scalar.style == "plain" and _INTEGER.fullmatch(value):
            if len(value) > 11 or not LOWEST <= int(value) <= HIGHEST:
                message = f"whole numbers go from {LOWEST} to {HIGHEST}"
                self._complain("number-too-large", scalar.span, message, help="put quotes around it if it is text")
        elif scalar.style == "double" and "\\" in scalar.span.text:
            # An escape can spell what the text itself may not hold, such as a code that a terminal obeys.
            odd = ODD.search(value)
            if odd:
                self.problems.append(odd_character(scalar.span, odd.group()))

    def _open(self, event: yaml.SequenceStartEvent | yaml.MappingStartEvent, at: Span) -> bool:
        if len(self.stack) >= MOST_LEVELS:
            self._complain("nesting-too-deep", at, f"lists and mappings nest deeper than {MOST_LEVELS} levels")
            return False
        flow = bool(event.flow_style) or (bool(self.stack) and self.stack[-1].flow)
        self.stack.append(_Open(isinstance(event, yaml.MappingStartEvent), flow, at.start))
        return len(self.problems) < MOST_SHOWN

    def _close(self, end: int) -> None:
        done = self.stack.pop()
        if not done.flow:
            # The parser ends a block where the next thing begins, lines below it.
            end = done.children[-1].span.end if done.children else done.start
        span = Span(self.source, done.start, end)
        if not done.is_mapping:
            self._add(Sequence(tuple(done.children), done.flow, span))
            return
        pairs = zip(done.children[::2], done.children[1::2], strict=True)
        entries = tuple(Entry(key, value) for key, value in pairs if isinstance(key, Scalar))
        self._add(Mapping(entries, done.flow, span))

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if parent.wants_key:
            self._check_key(node, parent)
        parent.children.append(node)

    def _check_key(self, key: Node, parent: _Open) -> None:
        if not isinstance(key, Scalar):
            if parent.flow:
                self._complain("flow-split", key.span, "a list or mapping stands where a key belongs", SPLIT_HELP)
            else:
                self._complain("yaml-syntax", key.span, "a key must be a word or a line of text")
        elif key.style == "plain" and key.value == "<<":
            self._complain("yaml-merge-key", key.span, "merge keys (<<) are not part of the language")
        elif key.value in parent.keys:
            first = ((parent.keys[key.value], "first written here"),)
            found = Diagnostic("duplicate-key", key.span, f"the key '{key.value}' stands here twice", related=first)
            self.problems.append(found)
        else:
            parent.keys[key.value] = key.span
            self._check_flow_key(key, parent)

    def _check_flow_key(self, key: Scalar, parent: _Open) -> None:
        """`{? a: b}` and `{a:[b]}` are read by one of the two parsers only."""
        if not parent.flow:
            return
        colon, after = key.span.end, self.source.text[key.span.end + 1 : key.span.end + 2]
        if key.style == "plain" and after and after in ",?[]{}" and self.source.text[colon] == ":":
            self._complain("yaml-syntax", Span(self.source, colon, colon + 1), "a blank belongs behind this ':'")
        before = parent.children[-1].span.end if parent.children else parent.start
        if "?" in _COMMENT.sub("", self.source.text[before : key.span.start]):
            self._complain("flow-split", key.span, "a '?' stands before this key", SPLIT_HELP)

    def refuse(self, problem: Exception) -> None:
        """The parser gave up."""
        mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
        start = min(mark.index + self.shift if mark else self.reached, len(self.source.text))
        at = Span(self.source, start, min(start + 1, len(self.source.text)))
        inside_flow = bool(self.stack) and self.stack[-1].flow
        if inside_flow and at.text and at.text in "[{?":
            self.problems.append(_stopped_at(at))
            return
        # `[pot[player] > 0]`: the parser has taken the inner brackets for a list, and stumbles only behind them.
        inner = _KEYED.search(self.source.text, self.stack[-1].start, start) if inside_flow else None
        if inner:
            self.problems.append(_stopped_at(Span(self.source, inner.end() - 1, inner.end())))
            return
        message, help = _in_plain_words(str(getattr(problem, "problem", None) or "this cannot be read"), at.text)
        if inside_flow and help is None:
            opening = self.stack[-1].start
            opened = ((Span(self.source, opening, opening + 1), "opened here"),)
            self.problems.append(Diagnostic("yaml-syntax", at, message, "close it with ] or }", opened))
            return
        self._complain("yaml-syntax", at, message, help)


def _first_word(at: Span) -> Span:
    """The anchor or tag, without what it stands before."""
    return Span(at.source, at.start, at.start + max(1, len(at.text.split(None, 1)[0] if at.text.strip() else "")))


def _stopped_at(at: Span) -> Diagnostic:
    return Diagnostic("flow-split", at, f"YAML stops at this '{at.text}' inside [ ] or {{ }}", SPLIT_HELP)


def _in_plain_words(problem: str, found: str) -> tuple[str, str | None]:
    """What the parser says, and what would mend the commonest mistakes."""
    if "mapping values are not allowed" in problem:
        return "a ': ' stands in the middle of a line", "put quotes around text that holds ': '"
    if found and found in "@`%!*&":
        return f"text cannot begin with '{found}'", "put quotes around it"
    if "expected key" in problem or "<block end>" in problem or "'-' indicator" in problem:
        return "this does not line up with the lines above", "check how far it is indented"
    return f"this is not YAML: {problem}", None
