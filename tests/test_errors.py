"""Broken games: each file says itself which mistakes are to be found in it, and no others may be.

    - while: pto < 9    # E: 14 unknown-name              column and code, on the blamed line; several with `;`
    # W: 7:3 never-read                                    with the line before it, where a comment cannot stand there

`E` is an error, `W` a warning. A folder with a game.yaml is one case, with its includes and texts; so is every other
file, and those in `scenario/` are scenario files.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import boardrules
from boardrules.codes import CODES
from boardrules.diagnostics import MOST_SHOWN, WIDEST, Diagnostic, render_all
from boardrules.errors import LoadError
from boardrules.scenarios import run_scenarios

DATA = Path(__file__).parent / "data" / "errors"
FOLDERS = sorted(path.parent for path in DATA.rglob("game.yaml"))
FILES = sorted(path for path in DATA.rglob("*.yaml") if not any(path.is_relative_to(folder) for folder in FOLDERS))
CASES = [*FOLDERS, *FILES]

_EXPECTED = re.compile(r"# ([EW]): (.*?)\s*(?=# [EW]: |$)")
_ENTRY = re.compile(r"(?:(\d+):)?(\d+) ([a-z-]+)")

Found = tuple[str, int, int, str, str]
"""File, line, column, severity and code."""


def diagnostics_of(case: Path) -> list[Diagnostic]:
    """All that loading and checking, for every number of players, has to say."""
    try:
        if case.is_relative_to(DATA / "scenario"):
            run_scenarios(case)
            return []
        return list(boardrules.load(case).warnings)
    except LoadError as error:
        return list(error.diagnostics)


def found_in(case: Path) -> list[Found]:
    return sorted(
        (Path(one.span.source.name).name, one.span.line, one.span.column, one.severity, one.code)
        for one in diagnostics_of(case)
    )


def expected_in(case: Path) -> list[Found]:
    files = sorted(case.rglob("*.yaml")) if case.is_dir() else [case]
    return sorted(found for file in files for found in _expected(file))


def _expected(file: Path) -> list[Found]:
    found: list[Found] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        for kind, entries in _EXPECTED.findall(line):
            severity = "error" if kind == "E" else "warning"
            for entry in entries.split(";"):
                place = _ENTRY.fullmatch(entry.strip())
                assert place is not None, f"{file}:{number}: cannot read '{entry}'"
                found.append((file.name, int(place[1] or number), int(place[2]), severity, place[3]))
    return found


def name_of(case: Path) -> str:
    return case.relative_to(DATA).as_posix()


# ---- every file


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_exactly_the_mistakes_that_the_file_names_are_found(case: Path) -> None:
    assert found_in(case) == expected_in(case), render_all(diagnostics_of(case))


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_every_mistake_is_shown_with_its_place(case: Path) -> None:
    found = diagnostics_of(case)
    assert 0 < len(found) <= MOST_SHOWN
    for one in found:
        check_rendering(one)


def check_rendering(one: Diagnostic) -> None:
    head, *rest = one.render().split("\n")
    span = one.span
    place = f"{span.source.name}:{span.line}:{span.column}: {one.severity}[{one.code}]: {one.message}"
    assert head == place
    assert one.message[:1] != " " and not one.message.endswith(".")
    if not span.source.text:
        return  # the file could not be read at all
    line, caret = rest[0], rest[1]
    shown, marks = line.split(" | ", 1)[1], caret.split(" | ", 1)[1]
    assert line.split(" | ")[0].strip() == str(span.line)
    assert len(shown) <= WIDEST + 6
    # What stands over the caret is what the span begins with.
    start = len(marks) - len(marks.lstrip())
    assert set(marks.strip()) == {"^"}
    first = span.text.split("\n")[0].replace("\t", " ")
    assert shown[start : start + min(len(first), 20)] == first[:20]


def test_there_are_many_broken_files() -> None:
    assert len(CASES) >= 70


# ---- mistakes that need a file made for them

Maker = Callable[[Path], Path]
HEAD = "game: pebbles\ntitle: Pebbles\nplayers: 2\n"


def _write(folder: Path, text: str | bytes, name: str = "game.yaml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def _too_large(folder: Path) -> Path:
    return _write(folder, HEAD + "phases: {play: end game}\n" + "# padding\n" * 220_000)


def _latin_1(folder: Path) -> Path:
    return _write(folder, HEAD.encode() + "# caf\u00e9\n".encode("latin-1") + b"phases: {play: end game}\n")


def _deep_yaml(folder: Path) -> Path:
    return _write(folder, HEAD + "tables:\n  deep: " + "[" * 100_000 + "\n")


def _deep_block(folder: Path) -> Path:
    lines = "".join(f"{' ' * depth}a:\n" for depth in range(2_000))
    return _write(folder, HEAD + "tables:\n" + lines)


def _deep_brackets(folder: Path) -> Path:
    return _write(folder, HEAD + f"functions:\n  deep: {'(' * 65}1{')' * 65}\nphases: {{play: end game}}\n")


def _deep_nots(folder: Path) -> Path:
    return _write(folder, HEAD + f"functions:\n  deep: {'not ' * 900}true\nphases: {{play: end game}}\n")


def _long_expression(folder: Path) -> Path:
    return _write(folder, HEAD + f"functions:\n  long: {'1 + ' * 1_200}1\nphases: {{play: end game}}\n")


def _control_character(folder: Path) -> Path:
    return _write(folder, HEAD.replace("Pebbles", "Peb\x1b[31mbles") + "phases: {play: end game}\n")


def _link_outside(folder: Path) -> Path:
    _write(folder, "types: {Metal: [gold]}\n", "outside.yaml")
    game = _write(folder, HEAD + "include: [cards.yaml]\nphases: {play: end game}\n", "game/game.yaml")
    (folder / "game" / "cards.yaml").symlink_to(folder / "outside.yaml")
    return game


def _linked_texts(folder: Path) -> Path:
    _write(folder, "title: Kamyki\n", "outside.yaml")
    game = _write(folder, HEAD + "phases: {play: end game}\n", "game/game.yaml")
    (folder / "game" / "texts").mkdir()
    (folder / "game" / "texts" / "pl.yaml").symlink_to(folder / "outside.yaml")
    return game


def _link_circle(folder: Path) -> Path:
    game = _write(folder, HEAD + "include: [cards.yaml]\nphases: {play: end game}\n")
    (folder / "cards.yaml").symlink_to(folder / "cards.yaml")
    return game


def _nested_includes(folder: Path) -> Path:
    for number in range(1, 12):
        _write(folder, f"include: [part{number + 1}.yaml]\n", f"part{number}.yaml")
    _write(folder, "types: {Metal: [gold]}\n", "part12.yaml")
    return _write(folder, HEAD + "include: [part1.yaml]\nphases: {play: end game}\n")


def _alias_bomb(folder: Path) -> Path:
    rows = "".join(f"  t{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9))
    return _write(folder, HEAD + "tables:\n  t0: &a0 [1]\n" + rows + "phases: {play: end game}\n")


def _huge_number(folder: Path) -> Path:
    return _write(folder, HEAD.replace("players: 2", "players: " + "9" * 5_000) + "phases: {play: end game}\n")


MADE: dict[str, tuple[Maker, set[str]]] = {
    "larger than 2 MiB": (_too_large, {"file-too-large"}),
    "not UTF-8": (_latin_1, {"bad-encoding"}),
    "100,000 open brackets": (_deep_yaml, {"nesting-too-deep"}),
    "2,000 mappings in one another": (_deep_block, {"nesting-too-deep"}),
    "65 round brackets": (_deep_brackets, {"nesting-too-deep"}),
    "900 nots": (_deep_nots, {"nesting-too-deep"}),
    "more than 4,000 characters": (_long_expression, {"expression-too-long"}),
    "a code for terminals": (_control_character, {"yaml-syntax"}),
    "a link that leads outside": (_link_outside, {"include-outside"}),
    "texts that lie outside": (_linked_texts, {"include-outside"}),
    "a link to itself": (_link_circle, {"include-outside"}),
    "twelve includes deep": (_nested_includes, {"include-cycle"}),
    "an alias bomb": (_alias_bomb, {"yaml-anchor"}),
    "5,000 digits": (_huge_number, {"number-too-large"}),
}


@pytest.mark.parametrize("name", MADE)
def test_hostile_files_are_refused_with_a_place(name: str, tmp_path: Path) -> None:
    make, codes = MADE[name]
    found = diagnostics_of(make(tmp_path))
    assert {one.code for one in found} == codes, render_all(found)
    for one in found:
        check_rendering(one)


_CHILD = """
import sys, threading
import boardrules
from boardrules.errors import LoadError
def load():
    try:
        boardrules.load(sys.argv[1])
    except LoadError as error:
        print(" ".join(sorted({one.code for one in error.diagnostics})))
threading.stack_size(256 * 1024)
thread = threading.Thread(target=load)
thread.start()
thread.join()
"""


@pytest.mark.parametrize(
    "name", ["100,000 open brackets", "2,000 mappings in one another", "65 round brackets", "900 nots"]
)
def test_deep_files_do_not_kill_an_interpreter_with_a_small_stack(name: str, tmp_path: Path) -> None:
    make, codes = MADE[name]
    command = [sys.executable, "-c", _CHILD, str(make(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, sorted(codes), "")


def test_more_than_a_hundred_mistakes_are_counted(tmp_path: Path) -> None:
    lines = "".join(f"    - x{number} = 1\n" for number in range(250))
    case = _write(tmp_path, HEAD + "phases:\n  play:\n" + lines)
    with pytest.raises(LoadError) as caught:
        boardrules.load(case)
    assert len(caught.value.diagnostics) == 250
    shown = str(caught.value)
    assert shown.count("error[unknown-name]") == MOST_SHOWN
    assert shown.endswith("... and 150 more")


def test_a_very_long_line_is_cut_around_the_mistake(tmp_path: Path) -> None:
    left, right = "pot + " * 20 + " " * 200, " " * 200 + " + pot" * 20
    text = f"state:\n  pot: 0..9\nfunctions:\n  long: {left}pto{right}\nphases: {{play: end game}}\n"
    (one,) = diagnostics_of(_write(tmp_path, HEAD + text))
    assert one.code == "unknown-name"
    check_rendering(one)
    assert all(len(line) <= WIDEST + 20 for line in one.render().split("\n"))


# ---- all codes, and the words of some


def test_every_code_has_a_broken_file() -> None:
    covered = {code for case in CASES for *_, code in expected_in(case)}
    covered |= {code for _, codes in MADE.values() for code in codes}
    assert sorted(set(CODES) - covered) == []
    assert sorted(covered - set(CODES)) == []


GOLDEN = DATA / "golden.txt"
SHOWN = [
    "arity/table-keys.yaml", "constant/table-gap.yaml", "constant/type-from-state.yaml", "flow/leave-outside-loop.yaml",
    "flow/many-mistakes.yaml", "flow/no-option.yaml", "flow/recursion-of-phases.yaml", "folders/include-clash",
    "folders/texts-typos", "names/shadowed-let.yaml", "range/assignment.yaml", "scenario/names.yaml",
    "shape/unknown-key-of-action.yaml",
    "shape/two-structures.yaml", "syntax/foreign-operators.yaml", "types/compare-kinds.yaml", "types/may-be-none.yaml",
    "unknown/type-of-state.yaml", "unknown/value.yaml", "yaml/duplicate-key.yaml", "yaml/flow-comma.yaml",
]  # fmt: skip


def test_messages_read_as_agreed(update_data: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)
    parts = []
    for name in SHOWN:
        text = render_all(diagnostics_of(DATA / name))
        # The comments that say what is expected are noise here.
        parts.append(f"=== {name}\n{re.sub(r' *# [EW]: .*', '', text)}\n")
    text = "\n".join(parts)
    if update_data:
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")
