"""The strings of the language: they parse, print back, know their places, and no input takes long."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardrules.diagnostics import Report, render_all
from boardrules.lang import nodes, parse
from boardrules.lang.grammar import STARTS, build_parser
from boardrules.lang.unparse import unparse
from boardrules.source import Source, Span

DATA = Path(__file__).parent / "data/lang"


def read_samples() -> Iterator[tuple[str, str]]:
    section = ""
    for line in (DATA / "samples.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif line and not line.startswith("#"):
            yield section, line


def read_wrong() -> Iterator[tuple[str, str]]:
    for line in (DATA / "wrong.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            start, text = line.split(" | ", 1)
            yield start, text


SAMPLES = list(read_samples())
WRONG = list(read_wrong())


def attempt(start: str, text: str) -> tuple[Any, Report]:
    # Not at the beginning of its file, so that a wrong offset shows.
    source = Source("game.yaml", f"key: {text} # end")
    report = Report()
    return getattr(parse, f"parse_{start}")(Span(source, 5, 5 + len(text)), report), report


def read(start: str, text: str) -> Any:
    node, report = attempt(start, text)
    assert node is not None, render_all(report)
    assert len(report) == 0
    return node


def walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for one in node:
            yield from walk(one)
    elif dataclasses.is_dataclass(node) and not isinstance(node, Span):
        yield node
        for field in dataclasses.fields(node):
            yield from walk(getattr(node, field.name))


# ---- the grammar and the samples


def test_the_grammar_has_no_conflicts() -> None:
    build_parser(strict=True)


def test_every_start_rule_has_samples_and_a_function() -> None:
    assert {start for start, _ in SAMPLES} == set(STARTS)
    assert {f"parse_{start}" for start in STARTS} | {"parse_template"} == set(parse.__all__)


@pytest.mark.parametrize(("start", "text"), SAMPLES)
def test_samples_parse_and_print_back(start: str, text: str) -> None:
    node = read(start, text)
    printed = unparse(node)
    assert read(start, printed) == node
    assert printed.isascii()


@pytest.mark.parametrize(("start", "text"), WRONG)
def test_wrong_strings_give_one_diagnostic_inside(start: str, text: str) -> None:
    node, report = attempt(start, text)
    assert node is None
    (found,) = report
    assert found.code == "syntax"
    assert 5 <= found.span.start <= found.span.end <= 5 + len(text)


@pytest.mark.parametrize(("start", "text"), SAMPLES)
def test_spans_are_exact(start: str, text: str) -> None:
    """What an expression's span covers reads as that expression."""
    for node in walk(read(start, text)):
        assert 5 <= node.span.start < node.span.end <= 5 + len(text)
        # Lists and ranges are no expressions of their own, and `once` is a number only by meaning.
        if isinstance(node, get_args(nodes.Expr)) and not isinstance(node, nodes.Members | nodes.Range):
            if node.span.text not in ("once", "twice"):
                assert read("expr", node.span.text) == node
        if isinstance(node, nodes.Call | nodes.Member | nodes.MemberCall | nodes.Let):
            assert node.name_span.text == node.name
        if isinstance(node, nodes.Fold):
            assert node.kind_span.text == node.kind


# ---- what the trees look like

a, b, c, p, x = (nodes.Name(name) for name in "abcpx")


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        ("expr", "a and b and c", nodes.And((a, b, c))),
        ("expr", "a or (b or c)", nodes.Or((a, b, c))),
        ("expr", "a or b and c", nodes.Or((a, nodes.And((b, c))))),
        ("expr", "a − 2 × b", nodes.Arithmetic("-", a, nodes.Arithmetic("*", nodes.Number(2), b))),
        ("expr", "a ≠ b", nodes.Compare("!=", a, b)),
        ("expr", "a ≤ b or a ≥ c", nodes.Or((nodes.Compare("<=", a, b), nodes.Compare(">=", a, c)))),
        ("expr", "ceil(a / b)", nodes.Arithmetic("ceil", a, b)),
        ("expr", "f(a, n=b)", nodes.Call("f", (nodes.Arg(a), nodes.Arg(b, "n")))),
        ("expr", "f()", nodes.Call("f", ())),
        ("expr", "a.f(b)", nodes.MemberCall(a, "f", (nodes.Arg(b),))),
        ("expr", "a not in (b, c)", nodes.In(a, nodes.Members((b, c)), negated=True)),
        ("expr", "p can x", nodes.Can(p, x)),
        ("expr", "module(a-b)", nodes.ModuleTest("a-b")),
        ("expr", "if a then b else c", nodes.Choice(a, b, c)),
        ("statement", "leave", nodes.Leave()),
        ("statement", "a += 1", nodes.Assign(a, "+=", nodes.Number(1))),
        ("statement", "move x from a under b", nodes.Move(x, None, a, b, under=True)),
        ("statement", "move all x.c from a to b", nodes.Move(nodes.AllThere(), nodes.Member(x, "c"), a, b)),
        ("statement", "draw from a to b", nodes.Draw(None, a, b)),
        (
            "statement",
            "clear x for p in a where b",
            nodes.ForEach(nodes.Binders((nodes.Binder("p", a),), b), (nodes.Clear(x),)),
        ),
        ("statement", "say Hello {a}, bye", nodes.Say(nodes.Template(("Hello ", a, ", bye")))),
        (
            "item",
            "buy(x)",
            nodes.Item((nodes.Option((nodes.Act(nodes.Run(nodes.Call("buy", (nodes.Arg(x),)))),)),)),
        ),
        (
            "cell",
            "pay 2 a → 3 times x",
            (
                nodes.Item(
                    (
                        nodes.Option(
                            (nodes.Act(nodes.Run(x), nodes.Number(3)),), (nodes.Amount(nodes.Number(2), "a"),)
                        ),
                    )
                ),
            ),
        ),
        ("bonuses", "a −1", (nodes.Bonus(a, nodes.Negative(nodes.Number(1))),)),
        ("domain", "some of a", nodes.Domain(nodes.Handful(None, a))),
        ("limit", "twice per turn", nodes.Limit(nodes.Number(2), "turn")),
        ("typedef", "2", nodes.Range(nodes.Number(2), nodes.Number(2))),
        ("keys", "a, 3, 7.., else", (
            nodes.CaseKey("name", "a"), nodes.CaseKey("band", low=3, high=3), nodes.CaseKey("band", low=7),
            nodes.CaseKey("else"),
        )),
        ("links", "a -- b → c", nodes.Links(("a", "b", "c"), (True, False))),
        ("links", "sides", nodes.Links()),
        ("target", "a.*.0", nodes.Target(("a", "*", 0))),
        ("games", "a−b", nodes.Games("a-b")),
        ("step", "go()", nodes.Step("go")),
        (
            "step",
            "go(x=2 a + b or -3)",
            nodes.Step(
                "go",
                (
                    nodes.Answer(
                        (
                            nodes.Reply((nodes.ReplyPart("several", "a", 2), nodes.ReplyPart("name", "b"))),
                            nodes.Reply((nodes.ReplyPart("number", number=-3),)),
                        ),
                        "x",
                    ),
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_trees(start: str, text: str, expected: Any) -> None:
    assert read(start, text) == expected


def test_line_breaks_count_as_blanks() -> None:
    node = read("expr", "a and\r\n      b +\n\t1")
    assert node == read("expr", "a and b + 1")
    assert node.parts[1].span.text == "b +\n\t1"


def test_a_type_definition_must_be_a_range() -> None:
    node, report = attempt("typedef", "cards")
    assert node is None
    assert [found.message for found in report] == ["this is not a range"]


# ---- texts


def test_texts_are_cut_into_words_and_expressions() -> None:
    node = read("template", " Buy {item} for\n    {price( item )}!\n")
    assert unparse(node) == "Buy {item} for {price(item)}!"
    assert node.parts[0] == "Buy "
    assert node.parts[3].span.text == "price( item )"
    assert node.span.text == "Buy {item} for\n    {price( item )}!"


def test_a_text_without_braces_is_one_part() -> None:
    assert read("template", "You have no worker left.").parts == ("You have no worker left.",)
    assert read("template", "").parts == ()


def test_doubled_quotes_are_one_inside_quotes() -> None:
    source = Source("game.yaml", "title: 'Don''t {a}'")
    node = parse.parse_template(Span(source, 8, 18), Report())
    assert node is not None
    assert node.parts == ("Don't ", a)
    assert node.parts[1].span.text == "a"


@pytest.mark.parametrize("text", ["a {b", "a b}", "{a {b}}", "{}", "{a} {b +} {c", "}{"])
def test_unbalanced_braces_are_refused(text: str) -> None:
    node, report = attempt("template", text)
    assert node is None
    assert {found.code for found in report} == {"syntax"}


def test_every_mistake_of_a_text_is_found() -> None:
    _, report = attempt("template", "{a +} and {b ==}")
    assert len(report) == 2


def test_a_mistake_inside_say_is_found_at_its_place() -> None:
    node, report = attempt("statement", "say one {a + } two")
    assert node is None
    (found,) = report
    assert found.span.start == 5 + len("say one {a +")


# ---- limits

ATTACKS = {
    "not": "not " * 970 + "a",
    "brackets": "(" * 3_900,
    "closed brackets": "(" * 1_900 + "a" + ")" * 1_900,
    "indexes": "a[" * 1_300 + "a" + "]" * 1_300,
    "minus": "- " * 1_900 + "a",
    "sums": "a + " * 970 + "a",
    "members": "a" + ".a" * 1_900,
    "choices": "if a then b else " * 220 + "c",
    "calls": "f(" * 1_300 + "a" + ")" * 1_300,
    "braces": "{" * 3_900,
    "slashes": "floor(" + "/" * 3_900,
    "digits": "9" * 3_900,
    "blanks": "a" + " " * 3_900 + "?",
    "open ends": "if " * 1_300,
    "too long": "a" * 4_001,
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("start", STARTS)
def test_hostile_strings_are_refused_quickly(start: str, attack: str) -> None:
    read("expr", "a")
    began = time.perf_counter()
    node, report = attempt(start, ATTACKS[attack])
    assert time.perf_counter() - began < 1
    # A target is a flat list of words, however long.
    if (start, attack) != ("target", "members"):
        assert node is None
        assert len(report) == 1


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        ("not", "nesting-too-deep"),
        ("brackets", "nesting-too-deep"),
        ("sums", "nesting-too-deep"),
        ("members", "nesting-too-deep"),
        ("too long", "expression-too-long"),
        ("digits", "number-too-large"),
    ],
)
def test_limits_have_their_codes(attack: str, code: str) -> None:
    _, report = attempt("expr", ATTACKS[attack])
    assert [found.code for found in report] == [code]


def test_long_chains_of_and_are_one_level() -> None:
    assert len(read("expr", " and ".join(["a"] * 500)).parts) == 500


def test_numbers_have_32_bits() -> None:
    assert read("expr", "2147483647") == nodes.Number(2**31 - 1)
    _, report = attempt("expr", "a + 2147483648")
    (found,) = report
    assert (found.code, found.span.text) == ("number-too-large", "2147483648")


# ---- any tree prints and parses back

# Words that are keywords elsewhere are names where they are not expected.
NAMES = st.sampled_from(["a", "player", "to", "from", "all", "skip", "lowest", "times", "count", "andy", "default"])
NUMBERS = st.integers(0, 2**31 - 1)
LEAVES = st.one_of(
    st.builds(nodes.Number, NUMBERS),
    st.builds(nodes.Truth, st.booleans()),
    st.just(nodes.Nothing()),
    st.builds(nodes.Name, NAMES),
    st.builds(nodes.Piece, NAMES, NUMBERS),
    st.builds(nodes.ModuleTest, st.sampled_from(["rubies", "demand-management"])),
)
PATHS = (nodes.Name, nodes.Call, nodes.Fold, nodes.Member, nodes.MemberCall, nodes.Index)


def chain(kind: type[nodes.And] | type[nodes.Or], parts: list[nodes.Expr]) -> nodes.Expr:
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, kind) else (part,))]
    return kind(tuple(flat))


def larger(inner: st.SearchStrategy[nodes.Expr]) -> st.SearchStrategy[nodes.Expr]:
    paths = inner.map(lambda node: node if isinstance(node, PATHS) else a)
    args = st.lists(st.builds(nodes.Arg, inner, st.none() | NAMES), max_size=3).map(tuple)
    several = st.lists(inner, min_size=2, max_size=3)
    some = st.lists(inner, min_size=1, max_size=2).map(tuple)
    ranges = st.builds(nodes.Range, inner, inner)
    binder = st.builds(nodes.Binder, NAMES, inner | ranges, st.none() | inner)
    order = st.lists(st.builds(nodes.Criterion, st.sampled_from(["highest", "lowest"]), inner), max_size=2)
    binders = st.builds(
        nodes.Binders, st.lists(binder, min_size=1, max_size=2).map(tuple), st.none() | inner, order.map(tuple)
    )
    group = inner | ranges | several.map(lambda items: nodes.Members(tuple(items)))
    return st.one_of(
        st.builds(nodes.Call, NAMES, args),
        st.builds(nodes.Fold, NAMES, inner, binders),
        st.builds(nodes.Member, paths, NAMES),
        st.builds(nodes.MemberCall, paths, NAMES, args),
        st.builds(nodes.Index, paths, some),
        st.builds(nodes.Negative, inner),
        st.builds(nodes.Arithmetic, st.sampled_from(["+", "-", "*", "mod", "floor", "ceil"]), inner, inner),
        st.builds(nodes.Compare, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), inner, inner),
        st.builds(nodes.In, inner, group, st.booleans()),
        st.builds(nodes.Can, inner, paths),
        st.builds(nodes.Not, inner),
        st.builds(chain, st.sampled_from([nodes.And, nodes.Or]), several),
        st.builds(nodes.Choice, inner, inner, inner),
    )


EXPRESSIONS: st.SearchStrategy[nodes.Expr] = st.recursive(LEAVES, larger, max_leaves=12)


@settings(max_examples=300, deadline=None)
@given(EXPRESSIONS)
def test_any_expression_prints_and_parses_back(node: nodes.Expr) -> None:
    text = unparse(node)
    assert read("expr", text) == node
    for inner in walk(read("expr", text)):
        if isinstance(inner, get_args(nodes.Expr)) and not isinstance(inner, nodes.Members | nodes.Range):
            assert read("expr", inner.span.text) == inner


# At the beginning of a statement and of a quantity such words are taken, so here are plain ones.
TARGETS = st.builds(nodes.Index, st.sampled_from([a, x]), st.tuples(EXPRESSIONS))
QUANTITIES = TARGETS | st.builds(nodes.UpTo, EXPRESSIONS) | st.just(nodes.AllThere())
AMOUNTS = st.builds(nodes.Amount, EXPRESSIONS, st.sampled_from(["vp", "talers"]))
ASSIGNS = st.builds(nodes.Assign, TARGETS, st.sampled_from(["=", "+=", "-="]), EXPRESSIONS)
SIMPLE: st.SearchStrategy[nodes.Simple] = st.one_of(
    ASSIGNS,
    st.builds(nodes.Let, NAMES, EXPRESSIONS),
    st.builds(nodes.Run, TARGETS),
    st.builds(nodes.Move, QUANTITIES, st.none() | st.just(a), TARGETS, TARGETS, st.booleans()),
    st.builds(nodes.Draw, st.none() | QUANTITIES, TARGETS, TARGETS),
    st.builds(nodes.Put, EXPRESSIONS, TARGETS, st.booleans()),
    st.builds(nodes.Gain, AMOUNTS),
    st.builds(nodes.Pay, st.lists(AMOUNTS, min_size=1, max_size=3).map(tuple)),
    st.builds(nodes.EndGame, st.just("won"), EXPRESSIONS),
)


@settings(max_examples=200, deadline=None)
@given(SIMPLE, st.none() | EXPRESSIONS)
def test_any_statement_prints_and_parses_back(simple: nodes.Simple, domain: nodes.Expr | None) -> None:
    node: Any = simple
    if domain is not None:
        node = nodes.ForEach(nodes.Binders((nodes.Binder("p", domain),)), (simple,))
    assert read("statement", unparse(node)) == node


@settings(max_examples=100, deadline=None)
@given(st.lists(st.builds(nodes.Act, ASSIGNS, st.none() | TARGETS), min_size=1, max_size=2))
def test_any_option_prints_and_parses_back(acts: list[nodes.Act]) -> None:
    item = nodes.Item((nodes.Option(tuple(acts)),))
    assert read("item", unparse(item)) == item


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(STARTS), st.text(alphabet="ab1 ()[],.=<>+-*/{}?:;\n" + "éifnotr", max_size=40))
def test_any_text_parses_or_gives_one_diagnostic(start: str, text: str) -> None:
    node, report = attempt(start, text)
    assert (node is None) == (len(report) == 1)
    for found in report:
        assert found.span.start <= found.span.end <= 5 + len(text)
