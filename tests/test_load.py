"""Game and scenario files become declarations; mistakes are found where they stand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from boardrules.diagnostics import Diagnostic, Report, render_all
from boardrules.lang import nodes
from boardrules.loader import declarations as decl
from boardrules.loader import load_game, load_scenarios

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent for path in ROOT.glob("games/*/game.yaml"))
SCENARIOS = sorted(ROOT.glob("games/*/scenarios/*.yaml"))
HEAD = "game: pebbles\ntitle: Pebbles\nplayers: 2..4\n"
PLAY = "phases: {play: skip}\n"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def game(folder: Path, text: str, **others: str) -> decl.GameDecl:
    report = Report()
    files = {name.replace("__", "/") + ".yaml": content for name, content in others.items()}
    made = load_game(write(folder, {"game.yaml": text, **files}), report)
    assert made is not None, render_all(report)
    return made


def faults(folder: Path, text: str, **others: str) -> list[Diagnostic]:
    report = Report()
    files = {name.replace("__", "/") + ".yaml": content for name, content in others.items()}
    assert load_game(write(folder, {"game.yaml": text, **files}), report) is None
    return list(report)


def brief(found: list[Diagnostic]) -> list[tuple[str, str, str]]:
    """Code, the text blamed, and message."""
    return [(one.code, one.span.text.split("\n")[0], one.message) for one in found]


# ---- whole games


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_games_of_this_repository_load(folder: Path) -> None:
    report = Report()
    made = load_game(folder, report)
    assert made is not None, render_all(report)
    assert made.word.name == folder.name and made.files[0].name == "game.yaml"


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.parent.parent.name + "-" + file.stem)
def test_the_scenarios_of_this_repository_load(file: Path) -> None:
    report = Report()
    made = load_scenarios(file, report)
    assert made is not None and made.scenarios, render_all(report)


def test_every_section_is_read(tmp_path: Path) -> None:
    made = game(tmp_path, dedent("""\
        game: two-rows
        title: {en: Two rows, pl: Dwa rzędy}
        players: 2
        seats: {left: L, right: R}
        options:
          rounds: {default: {2: 4, 3: 5}, range: 1..9, title: Rounds}
          ties: {default: kept, values: [kept, lost]}
          open: {default: true}
          ahead: {default: 0, per: Player}
        types:
          Colour: [red, blue]
          Card: 1..rounds
          Low: c in Card where c <= 2
        names: {hue: Colour}
        boards:
          Square: {grid: 3 x 4, lines: 3}
        tables:
          worth: {red: 1, blue: 2}
          steps: 2/5/9+4
          bands: {0..2: 1, 3: 2, 4..: 3}
        state:
          pot: 0..9
          mark: {type: Player or none per Square, start: {a1: left}, title: Marks}
          left: {type: 0..16 per Player, start: 16, at_end: stay}
        functions:
          double(x): x * 2
        actions:
          place(hue):
            title: Place on {square}
            params:
              square: Square where mark[square] == none
            require:
              - pot > 0
              - pot < 9: "The pot\\tis full."
            do: pot += 1
          rest: {}
        phases:
          play: turn(left)
          turn(player):
            - repeat:
                - choose: [place(red), rest]
                  name: act
                  title: Act, {player}
                  by: player
                  or: rest
                  if_none: skip
              until: pot == 9
            - choose:
                hue: Colour
              name: hue
              do: []
            - times: 3
              do: pot = 0
            - while: pot > 0
              do: [skip]
            - for: p in Player
              do: leave
            - if: true
              then: skip
              else: end game
        scoring:
          marks: count(mark[s] == player for s in Square)
        winner:
          highest: score
          then:
            - pot
            - lowest left[player]
          else: shared
        checks:
          small: worth[red] < 3
        invariants: {never_below: pot >= 0}
        limits: {pending: 20}
        """))  # fmt: skip
    assert (made.fewest, made.most, made.limits.pending) == (2, 2, 20)
    assert made.title.by_language == (("en", "Two rows"), ("pl", "Dwa rzędy"))
    assert [(seat.word.name, seat.symbol) for seat in made.seats] == [("left", "L"), ("right", "R")]
    rounds, ties, opened, ahead = made.options
    assert isinstance(rounds.default, decl.DataMap) and rounds.range == nodes.Range(nodes.Number(1), nodes.Number(9))
    assert [word.name for word in ties.values] == ["kept", "lost"]
    assert opened.default == nodes.Truth(True) and ahead.per_player and not opened.per_player
    assert [type(one.definition) for one in made.types] == [decl.EnumDef, nodes.Range, nodes.Subset]
    assert made.names[0].type.held == nodes.NamedType("Colour")
    assert made.boards == (decl.BoardDecl(decl.Word("Square"), nodes.Grid(3, 4), nodes.Number(3)),)
    worth, steps, bands = made.tables
    assert worth.value == decl.DataMap((
        decl.DataEntry(decl.Word("red"), nodes.Number(1)), decl.DataEntry(decl.Word("blue"), nodes.Number(2))
    ))  # fmt: skip
    assert steps.value == nodes.Ladder((2, 5, 9), 4)
    assert isinstance(bands.value, decl.DataMap)
    assert [entry.key for entry in bands.value.entries] == [nodes.Band(0, 2), nodes.Band(3, 3), nodes.Band(4, None)]
    assert [one.at_end for one in made.state] == ["error", "error", "stay"]
    assert isinstance(made.state[1].start, decl.DataMap) and made.state[2].start == nodes.Number(16)
    assert made.functions[0].head == nodes.Head("double", (nodes.HeadParam("x"),))
    place, rest = made.actions
    assert place.title == nodes.Template(("Place on ", nodes.Name("square")))
    assert [param.name for param in place.params] == ["square"] and rest.body == ()
    # Text without braces is YAML's: escapes are fine there.
    assert [one.sentence for one in place.require] == [None, nodes.Template(("The pot\tis full.",))]
    repeat, values, times, loop, each, test = made.phases[1].body
    assert isinstance(repeat, nodes.Repeat) and isinstance(repeat.body[0], nodes.Choose)
    choose = repeat.body[0]
    assert (choose.label, len(choose.items), choose.body) == ("act", 2, None)
    assert choose.decline == nodes.Decline(nodes.Name("rest")) and choose.if_none == (nodes.Skip(),)
    assert isinstance(values, nodes.Choose) and values.body == () and values.params[0].name == "hue"
    assert [type(one) for one in (times, loop, each, test)] == [nodes.Times, nodes.While, nodes.ForEach, nodes.If]
    assert made.winner is not None
    assert [one.direction for one in made.winner.criteria] == ["highest", "highest", "lowest"]
    assert [one.word.name for one in (*made.scoring, *made.checks, *made.invariants)] == [
        "marks", "small", "never_below",
    ]  # fmt: skip


def test_a_game_may_be_one_file(tmp_path: Path) -> None:
    file = write(tmp_path, {"small.yaml": HEAD + PLAY}) / "small.yaml"
    made = load_game(file, Report())
    assert made is not None and made.files == (file,)


def test_places_in_expressions_are_places_in_the_file(tmp_path: Path) -> None:
    made = game(tmp_path, HEAD + "phases:\n  play:\n    - >\n      first(1)\n    - 'second(2)'\n")
    assert [one.span.text for one in made.phases[0].body] == ["first(1)", "second(2)"]
    assert [one.span.line for one in made.phases[0].body] == [7, 8]


def test_files_below_the_current_folder_are_shown_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"games/x/game.yaml": "gmae: x\n"})
    monkeypatch.chdir(tmp_path)
    report = Report()
    load_game(tmp_path / "games" / "x", report)
    assert {one.span.source.name for one in report} == {"games/x/game.yaml"}
    monkeypatch.chdir(tmp_path / "games" / "x")
    report = Report()
    load_game(Path("../x"), report)
    assert {one.span.source.name for one in report} == {"../x/game.yaml"}


def test_nothing_heavy_is_imported_before_a_file_is_read() -> None:
    program = "import sys, boardrules.loader; print(sorted({'yaml', 'jsonschema', 'lark'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr


# ---- shape


@pytest.mark.parametrize(("text", "code", "blamed", "message", "help"), [
    ("state: {mark: {typ: bool}}", "unknown-key", "typ", "unknown key 'typ'", "did you mean 'type'?"),
    ("stat: {}", "unknown-key", "stat", "unknown key 'stat'", "did you mean 'state'?"),
    ("limits: {zzz: 1}", "unknown-key", "zzz", "unknown key 'zzz'", "the keys here are: pending"),
    ("state: {mark: {start: 3}}", "missing-key", "mark", "the key 'type' is missing here", None),
    ("functions: 3", "wrong-shape", "3", "expected a mapping, found a number", None),
    ("seats: red", "wrong-shape", "red", "expected a list or a mapping, found text", None),
    ("seats: []", "wrong-shape", "seats", "this must not be empty", None),
    ("actions: {a: }", "flow-split", "a", "the key 'a' has no value", None),
    ("actions:\n  a:\n", "wrong-shape", "a", "expected a mapping, found nothing", None),
    ("actions:\n  a:\n    require: b", "wrong-shape", "b", "expected a list, found text", None),
    ("actions:\n  a:\n    require:\n      - b: C.\n        d: E.", "wrong-shape", "d",
     "expected one entry, found 2", None),
    ("state: {n: {type: 0..3, at_end: clamp}}", "bad-value", "clamp",
     "expected one of error, stay, found 'clamp'", None),
    ("options: {a: {default: 1, per: Seat}}", "bad-value", "Seat", "expected Player, found 'Seat'", None),
    ("options: {a: {default: 1, title: {english: A}}}", "bad-value", "english",
     "the key 'english' does not fit here", None),
    ("limits: {pending: 0}", "bad-value", "0", "expected a number of at least 1", None),
    ("limits: {pending: 2.0}", "wrong-shape", "2.0", "expected a whole number, found a number", None),
    ("scoring: {a: 2.5}", "wrong-shape", "2.5", "expected text, found a number", None),
    ("winner: {highst: score}", "unknown-key", "highst", "unknown key 'highst'", "did you mean 'highest'?"),
    ("winner: {lowest: score, highest: score}", "unknown-key", "highest", "unknown key 'highest'", None),
    ("options: {a: {default: 1, range: x in Y where z}}", "bad-value", "x in Y where z",
     "expected a range such as 1..9", None),
])  # fmt: skip
def test_a_wrong_shape_is_one_mistake_at_its_place(
    text: str, code: str, blamed: str, message: str, help: str | None, tmp_path: Path
) -> None:
    found = faults(tmp_path, HEAD + PLAY + text + "\n")
    assert brief(found) == [(code, blamed, message)]
    if help is not None:
        assert found[0].help == help


@pytest.mark.parametrize(("statement", "code", "blamed", "help"), [
    ("wihle: a\n      do: skip", "unknown-key", "wihle", "did you mean 'while'?"),
    ("do: skip", "unknown-key", "do", "the keys here are: if, for, while, repeat, times, choose"),
    ("while: a\n      doo: skip", "unknown-key", "doo", "did you mean 'do'?"),
    ("if: a\n      then: skip\n      for: p in Player", "unknown-key", "for", "begin a new one: - for: ..."),
    ("if: a", "missing-key", "if", None),
    ("times: 3\n      do: 7", "wrong-shape", "7", None),
    ("for: [a]\n      do: skip", "wrong-shape", "for", None),
    ("{}", "wrong-shape", "{}", None),
    ("[skip]", "wrong-shape", "[skip]", None),
    ("case: a\n      is: {b: skip}", "not-supported", "case", None),
    ("may: [a]\n      times: any", "not-supported", "may", None),
    ("first_possible: [a, b]", "not-supported", "first_possible", None),
    ("choose: [a(x, y), b]", "flow-split", "a(x", None),
    ("choose: {a: f(x, y, z)}", "flow-split", "f(x", None),
])  # fmt: skip
def test_a_wrong_statement_is_one_mistake_at_its_place(
    statement: str, code: str, blamed: str, help: str | None, tmp_path: Path
) -> None:
    found = faults(tmp_path, HEAD + f"phases:\n  play:\n    - {statement}\n")
    assert [(one.code, one.span.text) for one in found] == [(code, blamed)]
    if help is not None:
        assert found[0].help == help


@pytest.mark.parametrize(("text", "key"), [
    ("pieces: {}", "pieces"), ("components: {}", "components"), ("totals: 3", "totals"),
    ("during: {}", "during"), ("for_modules: {}", "for_modules"), ("variants: {}", "variants"), ("bots: [a]", "bots"),
    ("actions: {a: {pay: 3 talers}}", "pay"), ("actions: {a: {limit: once per turn}}", "limit"),
    ("actions: {a: {secret: [x]}}", "secret"), ("actions: {a: {ask: one by one}}", "ask"),
    ("actions: {a: {prefer: highest x}}", "prefer"), ("actions: {a: {default: x}}", "default"),
    ("state: {a: {type: bool, seen_by: nobody}}", "seen_by"),
    ("state: {a: {type: bool, others_see: number}}", "others_see"),
    ("boards: {Space: {links: [a -- b]}}", "links"), ("boards: {Space: {picture: x}}", "picture"),
    ("boards: {Space: {grid: 2 x 2, closed: x}}", "closed"),
    ("functions:\n  f(x):\n    case: x\n    is: {a: 1}", "case"),
])  # fmt: skip
def test_what_a_later_version_runs_is_named_once(text: str, key: str, tmp_path: Path) -> None:
    found = faults(tmp_path, HEAD + PLAY + text + "\n")
    assert brief(found) == [("not-supported", key, f"`{key}` is not supported by this version")]


def test_mistakes_of_shape_do_not_hide_mistakes_of_syntax(tmp_path: Path) -> None:
    found = faults(tmp_path, HEAD + PLAY + "stat: {}\nchecks: {a: 1 +}\n")
    assert [one.code for one in found] == ["unknown-key", "syntax"]


def test_bodies_as_deep_as_a_file_can_be_are_checked(tmp_path: Path) -> None:
    body = "[{if: a, then: " * 29 + "[{if: a, tehn: skip}]" + "}]" * 29
    found = faults(tmp_path, HEAD + f"phases: {{play: {body}}}\n")
    assert [(one.code, one.span.text) for one in found] == [("unknown-key", "tehn")]


@pytest.mark.parametrize("text", ["", "- a\n", "just text\n", "42\n", "~\n"])
def test_a_file_that_is_no_mapping(text: str, tmp_path: Path) -> None:
    assert [one.code for one in faults(tmp_path, text)] == ["wrong-shape"]


def test_what_every_game_has(tmp_path: Path) -> None:
    found = faults(tmp_path, "seats: [a, b]\n")
    assert [one.message for one in found] == [
        f"the key '{key}' is missing here" for key in ("game", "title", "players", "phases")
    ]


@pytest.mark.parametrize(("players", "blamed"), [
    ("0", "0"), ("4..2", "4..2"), ("2..", "2.."), ("many", "many"), ("1..65", "1..65"), ("1.." + "9" * 5000, "1..9"),
])  # fmt: skip
def test_numbers_of_players_that_cannot_be(players: str, blamed: str, tmp_path: Path) -> None:
    (found,) = faults(tmp_path, f"game: x\ntitle: X\nplayers: {players}\n" + PLAY)
    assert found.code == "bad-value" and found.span.text.startswith(blamed)


# ---- names and strings


@pytest.mark.parametrize(("text", "blamed"), [
    ("state: {let: bool}", "let"), ("state: {9a: bool}", "9a"), ("state: {a-b: bool}", "a-b"),
    ("types: {none: [a]}", "none"), ("types: {A: [b, true-ish]}", "true-ish"), ("options: {by: {default: 1}}", "by"),
    ("tables: {żaba: {a: 1}}", "żaba"), ("tables: {t: {a b: 1}}", "a b"), ("functions: {floor(x): 1}", "floor(x)"),
    ("actions: {move: {}}", "move"), ("seats: [or]", "or"), ("scoring: {in: 1}", "in"),
])  # fmt: skip
def test_names_that_the_language_cannot_use(text: str, blamed: str, tmp_path: Path) -> None:
    found = faults(tmp_path, HEAD + PLAY + text + "\n")
    assert [(one.code, one.span.text) for one in found] == [("bad-name", blamed)]


def test_an_escape_in_an_expression_is_refused_where_it_stands(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + PLAY + 'checks: {a: "1\\t< 2"}\n')
    assert (found.code, found.span.text) == ("yaml-escape", "\\t")


def test_an_escape_in_a_title_with_braces_is_refused(tmp_path: Path) -> None:
    found = faults(tmp_path, HEAD + PLAY + 'actions: {a: {title: "A\\n{b}"}}\n')
    assert [one.code for one in found] == ["yaml-escape"]


def test_two_heads_with_one_name(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + PLAY + "functions:\n  f(x): 1\n  f(x, y): 2\n")
    assert (found.code, found.span.line, found.related[0][0].line) == ("duplicate-name", 7, 6)


# ---- includes


def test_included_sections_join_in(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        HEAD + PLAY + "include: [a.yaml, data/b.yaml]\ntypes: {A: [x]}\n",
        a="types: {B: [y]}\ninclude: [c.yaml]\n",
        data__b="types: {C: [z]}\n",
        c="types: {D: [w]}\n",
    )
    assert [one.word.name for one in made.types] == ["A", "B", "D", "C"]
    assert [file.name for file in made.files] == ["game.yaml", "a.yaml", "c.yaml", "b.yaml"]


def test_two_files_may_include_one_third(tmp_path: Path) -> None:
    made = game(
        tmp_path, HEAD + PLAY + "include: [a.yaml, b.yaml]\n",
        a="include: [c.yaml]\n", b="include: [c.yaml]\n", c="types: {C: [z]}\n",
    )  # fmt: skip
    assert len(made.types) == 1


@pytest.mark.parametrize(("text", "blamed"), [
    ("types: {A: [y]}", "A"), ("phases:\n  play(x): skip", "play(x)"), ("winner: {lowest: score}", "winner"),
    ("seats: [c, d]", "seats"),
])  # fmt: skip
def test_an_entry_in_two_files_names_both_places(text: str, blamed: str, tmp_path: Path) -> None:
    whole = HEAD + PLAY + "include: [a.yaml]\ntypes: {A: [x]}\nwinner: {highest: score}\nseats: [a, b]\n"
    (found,) = faults(tmp_path, whole, a=text + "\n")
    assert (found.code, found.span.text) == ("duplicate-name", blamed)
    assert found.span.source.name.endswith("a.yaml")
    assert found.related[0][0].source.name.endswith("game.yaml")


@pytest.mark.parametrize("name", [
    "/etc/passwd", "/etc/x.yaml", "../other.yaml", "data/../../other.yaml", "data/../a.yaml", "..", ".", "a.txt", "a",
    "a.yml", "'~/a.yaml'", "'C:\\a.yaml'", "data\\a.yaml", "'http://x/a.yaml'", '"a\\tb.yaml"', "''", "//a.yaml",
])  # fmt: skip
def test_an_include_stays_in_the_folder_of_the_game(name: str, tmp_path: Path) -> None:
    write(tmp_path, {"other.yaml": "", "x/a.txt": "types: {A: [x]}\n", "x/a.yaml": "types: {A: [x]}\n"})
    found = faults(tmp_path / "x", HEAD + PLAY + f"include:\n  - {name}\n")
    assert [one.code for one in found] == ["include-outside"]


@pytest.mark.parametrize("kind", ["file", "folder", "circle"])
def test_a_link_does_not_lead_an_include_out(kind: str, tmp_path: Path) -> None:
    write(tmp_path, {"out/secret.yaml": "types: {A: [x]}\n", "x/game.yaml": ""})
    link = tmp_path / "x" / ("data" if kind == "folder" else "secret.yaml")
    link.symlink_to({"file": "../out/secret.yaml", "folder": "../out", "circle": "secret.yaml"}[kind])
    name = "data/secret.yaml" if kind == "folder" else "secret.yaml"
    found = faults(tmp_path / "x", HEAD + PLAY + f"include: [{name}]\n")
    assert [one.code for one in found] in (["include-outside"], ["missing-file"])
    assert kind == "circle" or found[0].code == "include-outside"


def test_a_link_inside_the_folder_is_fine_and_so_is_a_linked_game(tmp_path: Path) -> None:
    write(tmp_path, {"x/real.yaml": "types: {A: [x]}\n", "x/game.yaml": HEAD + PLAY + "include: [link.yaml]\n"})
    (tmp_path / "x" / "link.yaml").symlink_to("real.yaml")
    (tmp_path / "y").symlink_to("x")
    assert load_game(tmp_path / "y", Report()) is not None


def test_an_include_that_is_not_there(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + PLAY + "include: [gone.yaml]\n")
    assert (found.code, found.span.text) == ("missing-file", "gone.yaml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_an_include_of_a_pipe_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (found,) = faults(tmp_path, HEAD + PLAY + "include: [pipe.yaml]\n")
    assert found.code == "missing-file"


def test_a_circle_of_includes_is_named(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + PLAY + "include: [a.yaml]\n", a="include: [b.yaml]\n", b="include: [a.yaml]\n")
    assert found.message == "these files include one another: a.yaml -> b.yaml -> a.yaml"
    (found,) = faults(tmp_path, HEAD + PLAY + "include: [game.yaml]\n")
    assert found.code == "include-cycle"


def test_includes_nest_eight_deep(tmp_path: Path) -> None:
    files = {f"f{i}": f"include: [f{i + 1}.yaml]\n" for i in range(1, 8)}
    assert len(game(tmp_path, HEAD + PLAY + "include: [f1.yaml]\n", **files, f8="types: {A: [x]}\n").files) == 9
    deeper = faults(
        tmp_path, HEAD + PLAY + "include: [f1.yaml]\n", **files, f8="include: [f9.yaml]\n", f9="types: {A: [x]}\n"
    )
    assert [one.code for one in deeper] == ["include-cycle"]


def test_an_included_file_has_no_identity(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + PLAY + "include: [a.yaml]\n", a="game: other\n")
    assert (found.code, found.span.text) == ("unknown-key", "game")


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", tmp_path / "x.yaml", Path("a\0b")):
        report = Report()
        assert load_game(path, report) is None
        assert [one.code for one in report] == ["missing-file"]


# ---- texts


def test_texts_become_flat_paths(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        HEAD + PLAY,
        texts__pl="title: Kamyki\nactions:\n  place:\n    title: Na {square}\nreasons:\n  It is full.: Jest pełne.\n",
        texts__de="title: 'Steine'\n",
    )
    german, polish = made.texts
    assert (german.language, polish.language) == ("de", "pl")
    assert [(one.path, one.text) for one in polish.entries] == [
        (("title",), nodes.Template(("Kamyki",))),
        (("actions", "place", "title"), nodes.Template(("Na ", nodes.Name("square")))),
        (("reasons", "It is full."), nodes.Template(("Jest pełne.",))),
    ]
    assert [file.name for file in made.files] == ["game.yaml", "de.yaml", "pl.yaml"]


@pytest.mark.parametrize(("text", "code"), [
    ("title: [a]\n", "wrong-shape"), ("title:\n", "wrong-shape"), ("- a\n", "wrong-shape"), ("", "wrong-shape"),
    ("title: a {\n", "syntax"), ("a: 1\na: 2\n", "duplicate-key"),
])  # fmt: skip
def test_texts_with_a_mistake(text: str, code: str, tmp_path: Path) -> None:
    assert [one.code for one in faults(tmp_path, HEAD + PLAY, texts__pl=text)] == [code]


def test_a_text_file_does_not_lead_out_and_has_a_language(tmp_path: Path) -> None:
    write(tmp_path, {"secret.yaml": "title: x\n", "x/texts/polish.yaml": "title: x\n"})
    (tmp_path / "x" / "texts" / "pl.yaml").symlink_to("../../secret.yaml")
    found = faults(tmp_path / "x", HEAD + PLAY)
    assert sorted(one.code for one in found) == ["bad-value", "include-outside"]


# ---- scenarios


def scenarios(folder: Path, text: str) -> tuple[decl.ScenarioFile | None, Report]:
    report = Report()
    return load_scenarios(write(folder, {"s.yaml": text}) / "s.yaml", report), report


def test_a_scenario_is_read(tmp_path: Path) -> None:
    made, report = scenarios(tmp_path, dedent("""\
        game: two-rows
        scenarios:
          - scenario: the first
            players: 3
            options: {rounds: 4, ties: kept}
            given: {mark: {a1: left}, pot: 3}
            start: turn(left)
            when:
              - left: place(square=a1)
              - expect: pot == 4
              - right: place(square=a1)
                refused: That square is taken.
              - right: place(square=a2)
                refused: true
              - legal: [rest]
            then:
              - pot == 4
              - illegal: [place(square=a1)]
            only: [rest]
            ended: {won_by: [left, right]}
          - scenario: the second
            like: the first
            players: [left, right]
            ended: {drawn: true}
          - scenario: the third
            then: pot == 0
            ended: false
        """))  # fmt: skip
    assert made is not None, render_all(report)
    first, second, third = made.scenarios
    assert (made.game, first.players, first.start) == (
        decl.Word("two-rows"), 3, nodes.Call("turn", (nodes.Arg(nodes.Name("left")),)),
    )  # fmt: skip
    assert [word.name for word, _ in first.options] == ["rounds", "ties"]
    assert [word.name for word, _ in first.given] == ["mark", "pot"]
    assert [type(one) for one in first.when] == [decl.Move, decl.Expect, decl.Move, decl.Move, decl.Listing]
    refused = [one.refused for one in first.when if isinstance(one, decl.Move)]
    assert refused == [False, "That square is taken.", True]
    assert [type(one) for one in first.then] == [decl.Expect, decl.Listing, decl.Listing, decl.Ended]
    assert first.then[-1] == decl.Ended(True, (decl.Word("left"), decl.Word("right")))
    assert second.like == decl.Word("the first") and second.seats == (decl.Word("left"), decl.Word("right"))
    assert second.then == (decl.Ended(True, ()),)
    assert third.then[-1] == decl.Ended(False)


@pytest.mark.parametrize(("text", "code", "blamed"), [
    ("scenarois: []", "unknown-key", "scenarois"),
    ("scenarios: {}", "wrong-shape", "scenarios"),
    ("scenarios:\n  - then: []", "missing-key", "then"),
    ("scenarios:\n  - scenario: a\n    whne: []", "unknown-key", "whne"),
    ("scenarios:\n  - scenario: a\n    view: {}", "not-supported", "view"),
    ("scenarios:\n  - scenario: a\n  - scenario: a", "duplicate-name", "a"),
    ("scenarios:\n  - scenario: a\n    when:\n      - p1: go()\n        p2: go()", "wrong-shape", "p2"),
    ("scenarios:\n  - scenario: a\n    when:\n      - refused: true", "wrong-shape", "refused: true"),
    ("scenarios:\n  - scenario: a\n    when:\n      - expect: x\n        p1: go()", "unknown-key", "p1"),
    ("scenarios:\n  - scenario: a\n    only: [go(a=b, c=d)]", "flow-split", "go(a=b"),
    ("scenarios:\n  - scenario: a\n    ended: {wonby: p1}", "unknown-key", "wonby"),
    ("scenarios:\n  - scenario: a\n    ended: {drawn: false}", "bad-value", "false"),
    ("scenarios:\n  - scenario: a\n    then: [x ==]", "syntax", None),
])  # fmt: skip
def test_a_scenario_with_a_mistake(text: str, code: str, blamed: str | None, tmp_path: Path) -> None:
    made, report = scenarios(tmp_path, text + "\n")
    assert made is None
    assert [one.code for one in report] == [code], render_all(report)
    if blamed is not None:
        assert [one.span.text for one in report] == [blamed]
