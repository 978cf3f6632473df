"""Every slip of the table gets its help, at the place of the slip, without a word from inside the parser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang import parse
from boardrules.source import Source, Span

HINTS = [
    line.split(" | ")
    for line in (Path(__file__).parent / "data/lang/hints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def only_error(start: str, text: str) -> Diagnostic:
    report = Report()
    source = Source("game.yaml", f"  - {text}\n")
    assert getattr(parse, f"parse_{start}")(Span(source, 4, 4 + len(text)), report) is None
    (found,) = report
    assert found.code == "syntax"
    return found


@pytest.mark.parametrize(("start", "text", "help_part"), HINTS)
def test_the_slip_gets_its_help(start: str, text: str, help_part: str) -> None:
    found = only_error(start, text)
    if help_part == "-":
        assert found.help is None
    else:
        assert found.help is not None
        assert help_part in found.help


@pytest.mark.parametrize(("start", "text", "help_part"), HINTS)
def test_messages_name_no_terminals(start: str, text: str, help_part: str) -> None:
    _, expected = only_error(start, text).message.rsplit(": expected ", 1)
    assert not re.search(r"[A-Z]{2,}|\$|_", expected)


@pytest.mark.parametrize(
    ("start", "text", "blamed"),
    [
        ("expr", "a < b < c", (6, "<")),
        ("expr", "a and b && c", (8, "&&")),
        ("statement", "points[p] == 3", (10, "==")),
        ("expr", "if a then b", (11, "")),
        ("expr", "f(a   ", (3, "")),
        ("expr", "x inside Place", (2, "inside")),
        ("statement", "create Ship asx", (12, "asx")),
        ("expr", "a +\n    ? b", (8, "?")),
    ],
)
def test_the_blamed_place_is_exact(start: str, text: str, blamed: tuple[int, str]) -> None:
    span = only_error(start, text).span
    assert (span.start - 4, span.text) == blamed


@pytest.mark.parametrize(
    ("start", "text", "message"),
    [
        ("expr", "if a then b", "something is missing at the end: expected 'else'"),
        ("expr", "a or or b", "'or' does not fit here: expected a value"),
        ("expr", "", "there is nothing here: expected an expression"),
        ("statement", "3", "'3' does not fit here: expected a statement"),
        ("statement", "create Ship", "something is missing at the end: expected 'as'"),
        ("expr", "a b", "'b' does not fit here: expected an operator such as + or the end"),
        ("expr", "1,000", "',' does not fit here: expected an operator such as + or the end"),
        ("expr", "f(a b)", "'b' does not fit here: expected 'for', ')', ',' or an operator such as +"),
        ("statement", "x;", "';' does not fit here: expected 'for', '+=', '-=', '=' or the end"),
        ("links", "a - b", "'-' does not fit here: expected '--' or '->'"),
    ],
)
def test_messages_say_what_was_expected(start: str, text: str, message: str) -> None:
    assert only_error(start, text).message == message


def test_an_error_is_shown_with_its_line() -> None:
    assert only_error("expr", "pot = 3").render() == (
        "game.yaml:1:9: error[syntax]: '=' does not fit here: expected an operator such as + or the end\n"
        "  1 |   - pot = 3\n"
        "    |         ^\n"
        "  help: to compare, write =="
    )
