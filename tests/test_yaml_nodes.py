"""YAML becomes nodes with places, the same from both parsers, and no input does harm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardrules.diagnostics import Report, render_all
from boardrules.loader.yaml_nodes import (
    Backend,
    Mapping,
    Node,
    Scalar,
    Sequence,
    has_c_backend,
    plain_value,
    read_file,
    read_yaml,
)
from boardrules.source import Source

BACKENDS: list[Backend] = ["c", "pure"] if has_c_backend() else ["pure"]


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    chosen: Backend = request.param
    return chosen


def read(text: str, backend: Backend | None = None) -> tuple[Node | None, Report]:
    report = Report()
    return read_yaml(Source("x.yaml", text), report, backend), report


def codes(text: str, backend: Backend | None = None) -> list[str]:
    node, report = read(text, backend)
    # A file is read whole or not at all.
    assert (node is None) == report.has_errors
    return [found.code for found in report]


def outline(node: Node | None) -> Any:
    """A tree with its places, for comparing."""
    if node is None:
        return None
    place = (node.span.start, node.span.end)
    if isinstance(node, Scalar):
        return (node.value, node.style, node.in_flow, place, node.fragment.text)
    if isinstance(node, Sequence):
        return ("list", node.flow, place, [outline(item) for item in node.items])
    return ("mapping", node.flow, place, [(outline(one.key), outline(one.value)) for one in node.entries])


def scalars(node: Node | None) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [found for item in node.items for found in scalars(item)]
    assert isinstance(node, Mapping)
    return [found for one in node.entries for found in (one.key, *scalars(one.value))]


# ---- nodes and places


def test_lists_and_mappings_become_nodes(backend: Backend) -> None:
    node, _ = read("a: [1, b]\nc:\n  - d: e\n", backend)
    expected = [("a", ["1", "b"]), ("c", [[("d", "e")]])]

    def shape(one: Node) -> object:
        if isinstance(one, Scalar):
            return one.value
        if isinstance(one, Sequence):
            return [shape(item) for item in one.items]
        return [(entry.key.value, shape(entry.value)) for entry in one.entries]

    assert node is not None and shape(node) == expected


@pytest.mark.parametrize("text", [
    "a: one\nb: two\n",
    "ą: ółw\nż: źdźbło\n",
    "😀: 😀😀 x\nb: 𝔘y\n",
    "a: one\r\nb: two\r\n",
    "\ufeffa: one\nb: 😀\n",
    "a:\tone\t# note\nb: two\n",
])  # fmt: skip
def test_a_plain_scalar_stands_where_its_span_says(text: str, backend: Backend) -> None:
    node, _ = read(text, backend)
    assert [one.span.text for one in scalars(node)] == [one.value for one in scalars(node)]


@pytest.mark.parametrize(("text", "style", "raw", "value"), [
    ("k: a + b # note", "plain", "a + b", "a + b"),
    ("k: a\n  + b\n", "plain", "a\n  + b", "a + b"),
    ("k: 'it''s'", "single", "it''s", "it's"),
    ('k: "a\\tb"', "double", "a\\tb", "a\tb"),
    ("k: ''", "single", "", ""),
    ("k: | # note\n  a\n  b\n\n\nz: 1", "literal", "  a\n  b", "a\nb\n"),
    ("k: >-\n  a\n  b\n", "folded", "  a\n  b", "a b"),
    ("k: |", "literal", "", ""),
    ("k:", "plain", "", ""),
])  # fmt: skip
def test_a_fragment_is_the_raw_inner_text(text: str, style: str, raw: str, value: str, backend: Backend) -> None:
    node, _ = read(text, backend)
    assert isinstance(node, Mapping)
    scalar = node.get("k")
    assert isinstance(scalar, Scalar)
    assert (scalar.style, scalar.fragment.text, scalar.value) == (style, raw, value)


def test_a_block_ends_with_its_last_entry() -> None:
    node, _ = read("a:\n  b: c\n\n# note\nd: e\n")
    assert isinstance(node, Mapping)
    inner = node.get("a")
    assert inner is not None and inner.span.text == "b: c"


def test_an_empty_file_is_an_empty_scalar(backend: Backend) -> None:
    for text in ("", "\n\n", "# only a note\n", "---\n", "\ufeff"):
        node, report = read(text, backend)
        assert isinstance(node, Scalar) and node.is_empty and not report


# ---- what scalars mean


@pytest.mark.parametrize(("text", "value"), [
    ("true", True), ("false", False), ("null", None), ("~", None), ("", None),
    ("0", 0), ("-7", -7), ("2147483647", 2147483647), ("1.5", 1.5), ("-0.25", -0.25), ("1e3", 1000.0),
    ("no", "no"), ("yes", "yes"), ("on", "on"), ("off", "off"), ("True", "True"), ("012", "012"), ("1:30", "1:30"),
    ("1_000", "1_000"), ("0x1F", "0x1F"), ("+5", "+5"), ("2020-01-01", "2020-01-01"), ("1..9", "1..9"), (".5", ".5"),
    ("'12'", "12"), ('"true"', "true"), ("''", ""), ("٣", "٣"),
])  # fmt: skip
def test_scalars_mean_what_yaml_1_2_says(text: str, value: object, backend: Backend) -> None:
    node, _ = read(f"- {text}", backend)
    assert isinstance(node, Sequence) and isinstance(node.items[0], Scalar)
    found = plain_value(node.items[0])
    assert found == value and type(found) is type(value)


def test_words_of_yaml_1_1_are_different_keys(backend: Backend) -> None:
    node, report = read("no: 1\nfalse: 2\noff: 3\n", backend)
    assert isinstance(node, Mapping) and not report
    assert [one.key.value for one in node.entries] == ["no", "false", "off"]


# ---- what is refused


@pytest.mark.parametrize(("text", "code"), [
    ("a: &x 1", "yaml-anchor"),
    ("a: *x", "yaml-anchor"),
    ("&r [*r]", "yaml-anchor"),
    ("<<: {a: 1}", "yaml-merge-key"),
    ("a: !x 1", "yaml-tag"),
    ("a: !!int 1", "yaml-tag"),
    ("a: !!python/object/apply:os.system [x]", "yaml-tag"),
    ("a: ! 1", "yaml-tag"),
    ("!!map {a: 1}", "yaml-tag"),
    ("a: 1\nb: 2\na: 3", "duplicate-key"),
    ("{a: 1, 'a': 2}", "duplicate-key"),
    ("a: 2147483648", "number-too-large"),
    ("a: -2147483649", "number-too-large"),
    ("99999999999: a", "number-too-large"),
    ("a: " + "9" * 5_000, "number-too-large"),
    ("a: 1\n---\nb: 2", "yaml-syntax"),
    ("%YAML 1.1\n---\na: 1", "yaml-syntax"),
    ("a: b: c", "yaml-syntax"),
    ("a: 'open", "yaml-syntax"),
    ("a:\n\tb: 1", "yaml-syntax"),
    ("a: [b, c\nd: e", "yaml-syntax"),
    ("? [a]\n: b", "yaml-syntax"),
    ("a: b\u2028c", "yaml-syntax"),
    ("a: b\u0085c", "yaml-syntax"),
    ("a: 1\rb: 2", "yaml-syntax"),
    ("a: \x00", "yaml-syntax"),
    ("a: \x1b[31m", "yaml-syntax"),
    ("a: \ufeffb", "yaml-syntax"),
    ("a: \ud800", "yaml-syntax"),
    ('a: "\\x1b[31m"', "yaml-syntax"),
    ('a: "\\ud800"', "yaml-syntax"),
    ('a: "\\UFFFFFFFF"', "yaml-syntax"),
    ("a: [hold[p], b]", "flow-split"),
    ("a: {b: c ? d}", "flow-split"),
    ("a: [b ? c]", "flow-split"),
    ("a: {? b: c}", "flow-split"),
])  # fmt: skip
def test_a_file_is_refused_with_one_code(text: str, code: str, backend: Backend) -> None:
    assert set(codes(text, backend)) == {code}


def test_a_quoted_number_may_be_long(backend: Backend) -> None:
    assert codes(f"a: '{'9' * 5_000}'", backend) == []


def test_duplicate_keys_name_both_lines(backend: Backend) -> None:
    _, report = read("a: 1\nb: 2\na: 3\n", backend)
    (found,) = report
    assert (found.span.line, found.related[0][0].line) == (3, 1)


def test_a_bracket_inside_flow_style_is_explained(backend: Backend) -> None:
    _, report = read("a: [hold[p], b]\n", backend)
    (found,) = report
    assert found.span.column == 9
    assert found.help == "a comma or bracket inside [ ] or { } splits an expression: write one entry a line"


def test_an_alias_bomb_is_refused(backend: Backend) -> None:
    lines = ["a: &a [x, x]"] + [f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    assert set(codes("\n".join(lines), backend)) == {"yaml-anchor"}


def test_merge_keys_that_double_are_refused(backend: Backend) -> None:
    lines = ["a0: &a0 {k: v}"]
    lines += [f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}]}}" for i in range(1, 25)]
    assert set(codes("\n".join(lines), backend)) == {"yaml-anchor", "yaml-merge-key"}


def test_64_levels_are_read_and_65_are_not(backend: Backend) -> None:
    assert codes("[" * 64 + "]" * 64, backend) == []
    assert codes("[" * 65 + "]" * 65, backend) == ["nesting-too-deep"]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "[{a: "])
def test_100_000_levels_are_refused_and_nothing_crashes(opening: str, backend: Backend) -> None:
    # In a process and a thread of its own: too much recursion in C would end the interpreter, not the test.
    program = f"""
import threading
from boardrules.diagnostics import Report
from boardrules.loader.yaml_nodes import read_yaml
from boardrules.source import Source
def work():
    report = Report()
    assert read_yaml(Source("x", {opening!r} * 100_000), report, {backend!r}) is None
    print([found.code for found in report])
threading.stack_size(256 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""
    root = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=root, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "['nesting-too-deep']"), done.stderr


def test_a_hostile_file_gives_a_bounded_number_of_complaints(backend: Backend) -> None:
    assert len(codes("a: 1\n" * 5_000, backend)) <= 100


# ---- files


def test_a_file_with_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: \xc4\x85\r\n")
    source = read_file(file, "x.yaml", Report())
    assert source is not None and source.text == "a: 1\nb: ą\n"


@pytest.mark.parametrize(("content", "code"), [
    (b"a: \xff\n", "bad-encoding"),
    ("a: 1\n".encode("utf-16"), "bad-encoding"),
    (b"a: " + b"x" * 2 * 1024 * 1024, "file-too-large"),
    (None, "missing-file"),
])  # fmt: skip
def test_a_file_that_cannot_be_read(content: bytes | None, code: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    if content is not None:
        file.write_bytes(content)
    report = Report()
    assert read_file(file, "x.yaml", report) is None
    assert [found.code for found in report] == [code]


def test_a_text_over_2_mib_is_refused_before_it_is_parsed(backend: Backend) -> None:
    assert codes("ą" * (1024 * 1024 + 1), backend) == ["file-too-large"]


def test_names_that_are_no_files() -> None:
    for name in ("a\0b", ".", "/dev/null", "x" * 5_000):
        report = Report()
        assert read_file(Path(name), "shown", report) is None
        assert [found.code for found in report] == ["missing-file"]


# ---- any input at all

PIECES = st.sampled_from([
    "a", "b: ", "- ", "\n", "\n  ", "[", "]", "{", "}", ", ", ": ", ":", "? ", "?", "'", '"', "|\n", "> ", "#", " #c",
    "\t", "\r\n", "😀", "ż", "\ufeff", "~", "12", "012", "&x ", "*x", "!t ", "<<", "---\n", "...\n", "%", "\\", "\\n",
    "\u2028", "\\u12", "\\x41", "-", "''", " ", "@", "`", "|-\n  ", ">2\n   ",
])  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=16).map("".join)))
@settings(max_examples=600, deadline=None)
def test_both_parsers_give_equal_trees_for_any_text(text: str) -> None:
    trees = []
    for backend in BACKENDS:
        node, report = read(text, backend)
        assert (node is None) == report.has_errors
        render_all(report)
        trees.append(outline(node))
    assert all(tree == trees[0] for tree in trees)


@given(st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_random_bytes_never_raise(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "random.yaml"
    file.write_bytes(content)
    report = Report()
    source = read_file(file, "random.yaml", report)
    if source is not None:
        for backend in BACKENDS:
            read_yaml(source, report, backend)
    render_all(report)
