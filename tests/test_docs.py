"""Every example in the documentation runs.

A block of code may have a comment before it that says how it is tested:

    <!-- base: pier -->                a whole game that later fragments complete
    <!-- fragment: pier -->            sections that are added to that game; an entry of the same name is replaced
    <!-- error: unknown-name -->       loading must report this code (`warning:` likewise)
    <!-- rule error: some words -->    playing must fail with these words
    <!-- file: data/cards.yaml -->     kept beside the next game, and in the folder where the page's Python runs
    <!-- texts: pl of pier -->         a language file of that game
    <!-- part of: games/x/game.yaml -->  these lines stand in that file
    <!-- scenarios: tic-tac-toe -->    scenarios that must pass (`failing:` ones that must not); `of` as in fragments
    <!-- expr: pier -->                a table of expressions and their values
    <!-- output -->                    what the block before prints
    <!-- table: codes -->              a table that is compared with the library

`UPDATE_DOCS=1 pytest tests/test_docs.py` writes what is printed now into the pages; read the difference.

Several stand in one comment with `;` between them. A block of YAML without a comment must be a whole game.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import boardrules as br
from boardrules.check import builtins
from boardrules.check.binders import FOLDS
from boardrules.codes import CODES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MOST_DECISIONS = 2000

_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->")
_FENCE = re.compile(r"( *)```(\w*)\s*")
_SECTION = re.compile(r"([A-Za-z_]+):(.*)")
_ENTRY = re.compile(r"  ([A-Za-z_]+)[^A-Za-z_ ].*|  ([A-Za-z_]+) .*")


@dataclass(frozen=True)
class Example:
    """A block of code, or a table, with the marks of the comment before it."""

    page: Path
    line: int
    kind: str
    text: str
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def examples_of(page: Path) -> list[Example]:
    found: list[Example] = []
    marks: dict[str, str] = {}
    lines = page.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines):
        comment, fence = _COMMENT.fullmatch(lines[at].strip()), _FENCE.fullmatch(lines[at])
        first = at
        if comment:
            marks = dict(_mark(part) for part in comment[1].split(";"))
        elif fence:
            at += 1
            while lines[at].strip() != "```":
                at += 1
            text = "".join(line[len(fence[1]) :] + "\n" for line in lines[first + 1 : at])
            found.append(Example(page, first + 1, fence[2], text, marks))
            marks = {}
        elif lines[at].startswith("|"):
            while at + 1 < len(lines) and lines[at + 1].startswith("|"):
                at += 1
            found.append(Example(page, first + 1, "table", "\n".join(lines[first : at + 1]), marks))
            marks = {}
        elif lines[at].strip():
            marks = {}
        at += 1
    return found


def _mark(part: str) -> tuple[str, str]:
    key, _, value = part.partition(":")
    return key.strip(), value.strip()


EXAMPLES = [example for page in PAGES for example in examples_of(page)]
BASES = {one.marks["base"]: one for one in EXAMPLES if "base" in one.marks}
YAML = [one for one in EXAMPLES if one.kind == "yaml"]


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples run in a folder of their own, so that messages name files as the pages do."""
    monkeypatch.setenv("BOARDRULES_CACHE", "off")
    monkeypatch.chdir(tmp_path)


# ---- joining a fragment with its game


def sections_of(text: str) -> dict[str, list[str]]:
    """The lines of each section, its own line first; what stands before the first section is left out."""
    done: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        found = _SECTION.match(line)
        if found:
            name = found[1]
            done[name] = []
        if name:
            done[name].append(line)
    return done


def entries_of(lines: list[str]) -> dict[str, list[str]]:
    done: dict[str, list[str]] = {}
    name = ""
    for line in lines[1:]:
        found = _ENTRY.match(line)
        if found:
            name = found[1] or found[2]
            done[name] = []
        done.setdefault(name, []).append(line)
    return done


def joined(base: str, fragment: str) -> str:
    done = sections_of(base)
    for name, lines in sections_of(fragment).items():
        whole = _SECTION.match(lines[0])
        assert whole is not None
        is_block = not whole[2].split("#")[0].strip()
        old = done.get(name)
        if old is None or not is_block or len(old) == 1:
            done[name] = lines
        else:
            entries = {**entries_of(old), **entries_of(lines)}
            done[name] = [lines[0], *(line for entry in entries.values() for line in entry)]
    return "\n".join(line for lines in done.values() for line in lines) + "\n"


def whole_text(example: Example) -> str:
    if "fragment" in example.marks:
        return joined(BASES[example.marks["fragment"]].text, example.text)
    return example.text


def test_a_fragment_adds_entries_and_replaces_those_of_the_same_name() -> None:
    base = "game: x\nstate:\n  a: 0..1\n  b: 0..2\nphases:\n  play: skip\n"
    text = joined(base, "state:\n  b: 0..9\n  c: bool\nlimits: {pending: 5}\n")
    assert text == ("game: x\nstate:\n  a: 0..1\n  b: 0..9\n  c: bool\nphases:\n  play: skip\nlimits: {pending: 5}\n")


# ---- games


def is_game(example: Example) -> bool:
    return "fragment" in example.marks or "phases" in sections_of(example.text)


def files_before(example: Example) -> list[Example]:
    """The files that belong to the game of this example: the ones between it and the game before."""
    found: list[Example] = []
    for one in examples_of(example.page):
        if one.line >= example.line:
            break
        if one.kind == "yaml":
            found = [*found, one] if "file" in one.marks else []
    return found


def write_game(example: Example, text: str) -> Path:
    for file in files_before(example):
        path = Path(file.marks["file"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    Path("game.yaml").write_text(text, encoding="utf-8")
    return Path("game.yaml")


def play(game: br.Game) -> None:
    for players in game.players:
        rng = random.Random(players)
        for seed in range(3):
            state = game.start(players, seed)
            decisions = 0
            while not state.is_over and decisions < MOST_DECISIONS:
                state.apply(rng.choice(state.legal_actions()))
                assert state.broken_invariants() == []
                decisions += 1
            assert state.is_over, "the game does not come to its end"
            assert state.outcome.reason


GAMES = [one for one in YAML if is_game(one) and not {"file", "part of"} & one.marks.keys()]


@pytest.mark.parametrize("example", GAMES, ids=lambda one: one.name)
def test_a_game_in_the_docs_is_played_to_its_end(example: Example) -> None:
    path = write_game(example, whole_text(example))
    if "error" in example.marks:
        with pytest.raises(br.LoadError) as caught:
            br.load(path)
        assert [one.code for one in caught.value.diagnostics] == example.marks["error"].split()
        check_output(example, str(caught.value))
        return
    game = br.load(path)
    assert [one.code for one in game.warnings] == example.marks.get("warning", "").split()
    if "warning" in example.marks:
        check_output(example, "\n".join(one.render() for one in game.warnings))
    if "rule error" in example.marks:
        with pytest.raises(br.RuleError) as failed:
            play(game)
        assert example.marks["rule error"] in str(failed.value)
        check_output(example, str(failed.value))
    else:
        play(game)


def check_output(example: Example, found: str) -> None:
    """What is said to be printed is what is printed; `output: part` needs some of the lines only."""
    every = examples_of(example.page)
    same = [at for at, one in enumerate(every) if (one.kind, one.text) == (example.kind, example.text)]
    nearest = min(same, key=lambda at: abs(every[at].line - example.line))
    after = every[nearest + 1] if nearest + 1 < len(every) else None
    if after is None or "output" not in after.marks:
        return
    lines = [line.rstrip() for line in found.rstrip().splitlines()]
    if after.marks["output"] == "part":
        wanted = after.text.rstrip().splitlines()
        assert any(lines[at : at + len(wanted)] == wanted for at in range(len(lines))), found
    elif os.environ.get("UPDATE_DOCS"):
        page = after.page.read_text(encoding="utf-8").splitlines()
        page[after.line : after.line + len(after.text.splitlines())] = lines
        after.page.write_text("\n".join(page) + "\n", encoding="utf-8")
    else:
        assert lines == after.text.rstrip().splitlines()


def test_every_yaml_block_is_tested() -> None:
    known = {"fragment", "file", "texts", "part of", "scenarios", "failing"}
    loose = [one.name for one in YAML if not is_game(one) and not known & one.marks.keys()]
    assert loose == []


@pytest.mark.parametrize("example", [one for one in YAML if "texts" in one.marks], ids=lambda one: one.name)
def test_a_language_file_in_the_docs_fits_its_game(example: Example) -> None:
    language, _, base = example.marks["texts"].partition(" of ")
    Path("texts").mkdir()
    Path("texts", f"{language}.yaml").write_text(example.text, encoding="utf-8")
    game = br.load(write_game(example, BASES[base].text))
    assert [one.code for one in game.warnings] == example.marks.get("warning", "").split()
    assert language in game.languages


def _without_comments(text: str) -> list[str]:
    lines = (re.sub(r"(^| +)# .*", "", line).rstrip() for line in text.splitlines())
    return [line for line in lines if line]


@pytest.mark.parametrize("example", [one for one in YAML if "part of" in one.marks], ids=lambda one: one.name)
def test_a_quoted_part_of_a_file_stands_in_it(example: Example) -> None:
    source = _without_comments((ROOT / example.marks["part of"]).read_text(encoding="utf-8"))
    wanted = _without_comments(example.text)
    assert any(source[at : at + len(wanted)] == wanted for at in range(len(source)))


# ---- expressions

_CELL = re.compile(r"\| `(.+?)` \| `(.+?)` \|")


@pytest.mark.parametrize("example", [one for one in EXAMPLES if "expr" in one.marks], ids=lambda one: one.name)
def test_expressions_have_the_values_in_the_table(example: Example) -> None:
    """All rows of a table become one phase, which collects the numbers of the rows that are wrong."""
    rows = [found.groups() for line in example.text.splitlines()[2:] if (found := _CELL.match(line))]
    assert len(rows) == len(example.text.splitlines()) - 2
    lines = ["types:", f"  RowOfTable: 1..{len(rows)}", "state:", "  wrong_rows: set of RowOfTable", "phases:"]
    lines += ["  rows_of_table(player):"]
    for number, (expression, value) in enumerate(rows, 1):
        lines += [f"    - if: not (({expression}) == ({value}))", f"      then: wrong_rows += {number}"]
    text = joined(BASES[example.marks["expr"]].text, "\n".join(lines) + "\n")
    game = br.load(write_game(example, text))
    compiled = game.compiled()
    vector = list(compiled.initial)
    compiled.begin(vector)
    compiled.phases["rows_of_table"](vector, 1)
    state = br.State(game, compiled, vector, [], explicit_chance=True)
    wrong = state.value("wrong_rows")
    assert isinstance(wrong, list)
    assert [rows[number - 1] for number in wrong] == []


# ---- Python, and commands


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if any(one.kind == kind for one in examples_of(page))]


@pytest.mark.parametrize("page", pages_with("python"), ids=lambda page: page.name)
def test_the_python_of_a_page_runs_from_top_to_bottom(page: Path) -> None:
    names: dict[str, object] = {}
    for example in examples_of(page):
        if "file" in example.marks:
            path = Path(example.marks["file"])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(example.text, encoding="utf-8")
        elif example.kind == "python" and "not run" not in example.marks:
            printed = io.StringIO()
            code = compile("\n" * example.line + example.text, str(page), "exec")
            with contextlib.redirect_stdout(printed):
                exec(code, names)
            check_output(example, printed.getvalue())


COMMANDS = [
    one for one in EXAMPLES if one.kind == "sh" and one.text.startswith("boardrules ") and "not run" not in one.marks
]


@pytest.mark.parametrize("example", COMMANDS, ids=lambda one: one.name)
def test_a_command_in_the_docs_works(example: Example) -> None:
    files = [one for one in examples_of(example.page) if "file" in one.marks]
    for file in files:
        path = Path(file.marks["file"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    printed = []
    for line in example.text.splitlines():
        words = shlex.split(line, comments=True)
        run = subprocess.run(
            [sys.executable, "-m", "boardrules", *words[1:]],
            capture_output=True,
            cwd=None if files else ROOT,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=300,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        )
        printed.append(run.stdout)
        assert run.returncode == int(example.marks.get("exit", "0")), run.stdout + run.stderr
    check_output(example, "".join(printed))


def test_the_first_command_of_the_readme_plays_a_whole_game_without_asking() -> None:
    first, second = [one.text.strip() for one in examples_of(ROOT / "README.md") if one.kind == "sh"][:2]
    parts = first.split(" && ")
    assert parts[-1].startswith(".venv/bin/boardrules ")
    command = [sys.executable, "-m", *shlex.split(parts[-1].removeprefix(".venv/bin/"))]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, timeout=60, env=env)
    assert run.returncode == 0, run.stderr
    assert "cross wins." in run.stdout
    assert second == ".venv/bin/python -m pytest"
    quoted = next(one for one in examples_of(ROOT / "README.md") if one.marks.get("output") == "of the first command")
    printed, said = [line.rstrip() for line in run.stdout.rstrip().splitlines()], quoted.text.rstrip().splitlines()
    assert printed[:-1] == said[:-1]
    # How the file is named depends on the folder that the command is run in.
    assert printed[-1].endswith(said[-1].removeprefix("Ended by: games/"))


def test_the_readme_has_every_command() -> None:
    from boardrules.cli import COMMANDS

    table = "\n".join(one.text for one in examples_of(ROOT / "README.md") if one.kind == "table")
    assert set(re.findall(r"`boardrules (\w+)", table)) == set(COMMANDS)


GAME_PAGES = sorted((ROOT / "docs" / "games").glob("*.md"))


def test_every_shipped_game_has_a_page_and_the_overviews_name_it() -> None:
    assert [page.stem for page in GAME_PAGES] == br.shipped_games()
    for name in ("README.md", "docs/index.md", "mkdocs.yml"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert [page.stem for page in GAME_PAGES if f"games/{page.name}" not in text] == []


@pytest.mark.parametrize(
    "page",
    [page for page in GAME_PAGES if not br.load(page.stem).compiled().card["streams"]],
    ids=lambda page: page.stem,
)
def test_the_counts_on_the_page_of_a_game_are_the_tested_ones(page: Path) -> None:
    table = next(one for one in examples_of(page) if one.kind == "table")
    found = [line.replace(",", "").strip("| ").split(" | ") for line in table.text.splitlines()[2:]]
    known = (ROOT / "tests" / "perft" / f"{page.stem}.perft").read_text().splitlines()
    assert found == [line.split() for line in known[: len(found)]]


# ---- scenarios


@pytest.mark.parametrize(
    "example", [one for one in YAML if {"scenarios", "failing"} & one.marks.keys()], ids=lambda one: one.name
)
def test_scenarios_in_the_docs_pass_or_fail_as_they_say(example: Example) -> None:
    from boardrules.scenarios import run_scenarios

    base = BASES.get(example.marks.get("scenarios") or example.marks["failing"])
    file = Path("scenarios", "rules.yaml")
    file.parent.mkdir()
    file.write_text(example.text, encoding="utf-8")
    if base is not None:
        write_game(example, base.text)
    results = run_scenarios(file)
    failures = [one.message for one in results if not one.passed]
    assert results
    assert bool(failures) == ("failing" in example.marks), failures
    check_output(example, "\n".join(failures))


# ---- tables that the library knows better


def _table(name: str) -> list[str]:
    found = next(one for one in EXAMPLES if one.marks.get("table") == name)
    return found.text.splitlines()[2:]


def test_the_table_of_codes_is_complete() -> None:
    assert _table("codes") == [f"| `{code}` | {meaning} |" for code, meaning in CODES.items()]


def _later_keys(schema: object) -> Iterator[str]:
    """Keys that a schema knows and this version does not run."""
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            if value == {"$ref": "#/definitions/later"}:
                yield key
        for value in schema.values():
            yield from _later_keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _later_keys(value)


LATER_STATEMENTS = [
    "move 1 cod from sea to sea", "draw 2 from sea to sea", "put 1 on sea", "shuffle sea", "fill sea with Fish",
    "create Fish as x", "clear sea", "gain 2 sea", "pay 2 sea", "say hello",
    "skip for f in Fish by worth[f]",
]  # fmt: skip
LATER_EXPRESSIONS = [
    "player can catch",
    "module(storm)",
    "herring 1",
    *(f"{name}(cod) == 1" for name in builtins.LATER),
]
LATER_TYPES = ["pile of Fish", "text", "point", "effect", "offers", "bonuses", "action"]


def test_the_table_of_what_does_not_run_yet_has_every_word() -> None:
    words = {word for line in _table("later") for word in re.findall(r"[a-z_]+", line)}
    schemas = [json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text()) for name in ("game", "scenario")]
    wanted = {key for schema in schemas for key in _later_keys(schema)} | set(builtins.LATER)
    wanted |= {text.split()[0] for text in (*LATER_STATEMENTS, *LATER_TYPES)} - {"skip"}
    assert wanted <= words


@pytest.mark.parametrize(
    "fragment",
    [
        *(f"phases:\n  turn(player):\n    - {text}\n    - catch\n" for text in LATER_STATEMENTS),
        *(f"functions:\n  later_one(player): {text}\n" for text in LATER_EXPRESSIONS),
        *(f"state:\n  later_one: {text}\n" for text in LATER_TYPES),
        "options:\n  stock: {default: 3, range: 1..9, per: Player}\n",
        "phases:\n  turn(player):\n    - choose: [catch]\n      by: everyone\n      if_none: skip\n",
        "phases:\n  turn(player):\n    - choose:\n        - catch or catch\n      if_none: skip\n",
        "phases:\n  turn(player):\n    - choose:\n        - 2 times catch\n      if_none: skip\n",
        "actions:\n  catch:\n    params:\n      fish: some of sea\n",
        "boards:\n  Square: {grid: 3 x 3}\n  Field: {grid: 3 x 3}\n",
    ],
)
def test_what_the_table_says_does_not_run_is_reported_as_such(fragment: str) -> None:
    Path("game.yaml").write_text(joined(BASES["pier"].text, fragment), encoding="utf-8")
    with pytest.raises(br.LoadError) as caught:
        br.load("game.yaml")
    assert "not-supported" in {one.code for one in caught.value.diagnostics}


def _keys(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        yield from properties
        for value in (*schema.values(), *properties.values()):
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


@pytest.mark.parametrize(("schema", "page"), [("game", "language"), ("scenario", "scenarios")])
def test_every_key_of_a_file_is_explained(schema: str, page: str) -> None:
    text = "".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in (page, "language"))
    wanted = set(_keys(json.loads((ROOT / "schemas" / f"{schema}.schema.json").read_text())))
    assert {key for key in wanted if not re.search(rf"\b{key}\b", text)} == set()


def test_every_function_of_the_language_has_a_tested_example() -> None:
    tables = "\n".join(one.text for one in EXAMPLES if "expr" in one.marks)
    wanted = {*builtins.FUNCTIONS, *FOLDS, "floor", "ceil"}
    assert {name for name in wanted if f"{name}(" not in tables} == set()
