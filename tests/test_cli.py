"""The command `boardrules`: what it says, and its exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import boardrules as br
from boardrules.cli import COMMANDS, main
from boardrules.cli.answers import fitting, guessed
from boardrules.cli.arguments import option_value
from boardrules.cli.output import aligned, in_columns

GAMES = br.shipped_games()

OWN_GAME = """\
game: own
title: Own
players: 2..3
options:
  size: {title: Size, range: 1..5, default: 2}
  mood: {title: Mood, values: [calm, wild], default: calm}
  fast: {title: Fast, default: false}
state:
  taken: 0..9
actions:
  take:
    title: Take {amount}
    params: {amount: 1..3}
    require:
      - amount <= size: Not so much.
      - fast or mood == calm: Only when calm.
    do:
      - taken = amount
      - end game won by player
phases:
  play:
    - choose: [take]
      by: p1
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "game.yaml").write_text(OWN_GAME, "utf-8")
    return str(folder)


class Ran:
    """What a command gave back."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def ran(*argv: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(argv))
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return ran


# ---- help


def test_help_names_every_command(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("--help")
    assert ran.code == 0
    assert all(re.search(rf"^    {name}\b", ran.out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run, command: str) -> None:  # type: ignore[no-untyped-def]
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"\n  boardrules {command}" in ran.out


def test_version(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--version").out == f"boardrules {br.__version__}\n"


def test_no_command_is_wrong_use(run) -> None:  # type: ignore[no-untyped-def]
    assert run().code == 2


def test_the_library_names_no_game_in_its_commands() -> None:
    for file in Path(COMMANDS["list"].__file__).parent.glob("*.py"):
        assert not [game for game in GAMES if game in file.read_text("utf-8")], file


# ---- wrong use: one message, exit code 2

WRONG = [
    (["ply"], "did you mean 'play'?"),
    (["check", "othelo"], "did you mean 'othello'?"),
    (["check", "no/such/game"], "no such file or folder"),
    (["check"], "required: GAME"),
    (["play"], "say which game"),
    (["play", "tic-tac-toe", "--players", "3"], "is for 2 players"),
    (["play", "tic-tac-toe", "--players", "x"], "invalid int value"),
    (["play", "tic-tac-toe", "--set", "size=3"], "no option 'size'"),
    (["play", "tic-tac-toe", "--set", "size"], "NAME=VALUE"),
    (["play", "tic-tac-toe", "--set", "a=1", "--set", "a=2"], "set twice"),
    (["play", "tic-tac-toe", "--bots", "crss=random"], "did you mean 'cross'?"),
    (["play", "tic-tac-toe", "--bots", "p7=random"], "there is cross, nought"),
    (["play", "tic-tac-toe", "--bots", "randm"], "did you mean 'random'?"),
    (["play", "tic-tac-toe", "--lang", "de"], "it has en, pl"),
    (["play", "tic-tac-toe", "--json", "--bots", "cross=random"], "all seats"),
    (["play", "tic-tac-toe", "--resume", "no-such.save"], "no-such.save: No such file"),
    (["play", "tic-tac-toe", "--resume", "."], "Is a directory"),
    (["play", "tic-tac-toe", "--resume", "x", "--seed", "1"], "--seed is for new games"),
    (["play", "tic-tac-toe", "--save", "no-folder/x.save"], "there is no folder no-folder"),
    (["play", "tic-tac-toe", "--save", "."], "is not a file"),
    (["perft", "tic-tac-toe"], "required: --depth"),
    (["perft", "tic-tac-toe", "--depth", "0"], "0 is not from 1"),
    (["simulate", "tic-tac-toe", "-n", "0"], "0 is not from 1"),
    (["simulate", "tic-tac-toe", "--lang", "xx"], "no words in 'xx'"),
    (["show", "tic-tac-toe", "--ir", "--python"], "not allowed with"),
    (["show", "nothing"], "no game is called 'nothing'"),
    (["schema", "save"], "invalid choice"),
    (["test", "no/such"], "no such file or folder"),
]


@pytest.mark.parametrize(("argv", "message"), WRONG, ids=lambda one: " ".join(one) if isinstance(one, list) else "")
def test_wrong_use_says_what_is_wrong(run, argv: Sequence[str], message: str) -> None:  # type: ignore[no-untyped-def]
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_folder_without_a_game(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", str(tmp_path))
    assert ran.code == 2
    assert "has no game.yaml" in ran.err


# ---- list, check, show, schema


def test_list_shows_the_games(run) -> None:  # type: ignore[no-untyped-def]
    out = run("list", "--lang", "pl").out
    assert [line.split()[0] for line in out.splitlines()] == GAMES
    assert "Kółko i krzyżyk" in out
    found = json.loads(run("list", "--json").out)
    assert [one["name"] for one in found] == GAMES
    assert found[-1]["title"]["pl"] == "Kółko i krzyżyk"
    assert found[-1]["players"] == [2]


def test_check_finds_nothing_wrong_with_the_shipped_games(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("check", "--strict", *GAMES)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [f"{name}: no problems" for name in GAMES]
    assert json.loads(run("check", "--json", *GAMES).out) == []


def test_check_shows_every_error_and_goes_on(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    broken = tmp_path / "broken.yaml"
    broken.write_text(OWN_GAME.replace("taken = amount", "takn = amount"), "utf-8")
    ran = run("check", str(broken), "othello")
    assert ran.code == 1
    assert "error[unknown-name]" in ran.out
    assert "did you mean 'taken'?" in ran.out
    assert ran.out.splitlines()[-1] == "othello: no problems"
    (found,) = [one for one in json.loads(run("check", "--json", str(broken)).out) if one["severity"] == "error"]
    assert (found["code"], found["line"], found["column"]) == ("unknown-name", 18, 9)


def test_warnings_are_problems_only_when_strict(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.yaml"
    file.write_text(OWN_GAME.replace("  taken: 0..9", "  taken: 0..9\n  unused: 0..9"), "utf-8")
    for _ in range(2):  # a game with warnings is not cached: they always come back
        ran = run("check", str(file))
        assert ran.code == 0
        assert "warning[" in ran.out
    assert run("check", "--strict", str(file)).code == 1


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe\x80 not text", b"game: [", b"- 1\n", b"game: x\n"])
@pytest.mark.parametrize("command", ["check", "play", "simulate", "show", "test"])
def test_broken_files_are_problems(run, tmp_path: Path, command: str, content: bytes) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "broken.yaml"
    file.write_bytes(content)
    ran = run(command, str(file))
    assert ran.code == 1
    assert "error[" in ran.out + ran.err


def test_show_prints_python_words_and_the_intermediate_code(run) -> None:  # type: ignore[no-untyped-def]
    python = run("show", "tic-tac-toe").out
    compile(python, "rules", "exec")
    assert python == run("show", "tic-tac-toe", "--python", "--players", "2").out
    words = run("show", "tic-tac-toe", "--words").out
    compile(words, "words", "exec")
    intermediate = run("show", "tic-tac-toe", "--ir")
    assert intermediate.code == 0
    assert len({python, words, intermediate.out}) == 3


def test_schema_prints_the_schema_or_its_place(run) -> None:  # type: ignore[no-untyped-def]
    for name in ("game", "scenario"):
        assert json.loads(run("schema", name).out)["$schema"].startswith("http://json-schema.org/draft-07")
        assert Path(run("schema", "--path", name).out.strip()).is_file()
    assert run("schema").out == run("schema", "game").out
    assert Path(run("schema", "--path").out.strip()).is_dir()


# ---- test


def test_all_scenarios_of_the_shipped_games_pass(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("test")
    assert ran.code == 0
    assert re.fullmatch(r"\d+ passed, 0 failed\n", ran.out)
    verbose = run("test", "tic-tac-toe", "-v").out
    assert verbose.count("pass  ") == int(verbose.splitlines()[-1].split()[0]) > 0
    found = json.loads(run("test", "tic-tac-toe", "--json").out)
    assert all(one["passed"] and one["name"] and one["file"] for one in found)


def test_a_failing_scenario_is_shown_and_is_a_problem(run, own: str) -> None:  # type: ignore[no-untyped-def]
    folder = Path(own) / "scenarios"
    folder.mkdir()
    lines = (
        "game: own\nscenarios:\n  - scenario: takes {n}\n    when:\n"
        "      - p1: take(amount=1)\n      - expect: taken == {n}\n"
    )
    (folder / "right.yaml").write_text(lines.replace("{n}", "1"), "utf-8")
    (folder / "wrong.yaml").write_text(lines.replace("{n}", "2"), "utf-8")
    ran = run("test", own)
    assert ran.code == 1
    assert ran.out.splitlines()[-1] == "1 passed, 1 failed"
    assert re.search(r"^FAIL  .*wrong\.yaml: takes 2$", ran.out, re.MULTILINE)
    assert "pass  " not in ran.out


def test_a_game_without_scenarios(run, own: str) -> None:  # type: ignore[no-untyped-def]
    ran = run("test", own)
    assert ran.code == 2
    assert "no scenarios" in ran.err


# ---- simulate, perft


def test_simulate_sums_random_games_up(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("simulate", "tic-tac-toe", "-n", "50", "--seed", "2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run("simulate", "tic-tac-toe", "-n", "50", "--seed", "2").out
    assert "95 % interval" in ran.out
    found = json.loads(run("simulate", "tic-tac-toe", "-n", "50", "--seed", "2", "--json").out)
    assert found["games"] == 50
    assert sum(seat["wins"] for seat in found["seats"].values()) + found["drawn"] == 50
    assert sum(found["endings"].values()) == 50


def test_perft_counts(run) -> None:  # type: ignore[no-untyped-def]
    assert run("perft", "tic-tac-toe", "--depth", "3").out.split() == ["1", "9", "2", "72", "3", "504"]
    assert json.loads(run("perft", "tic-tac-toe", "--depth", "2", "--json").out)["counts"] == {"1": 9, "2": 72}
    divided = run("perft", "tic-tac-toe", "--depth", "2", "--divide").out.splitlines()
    assert divided[0].split() == ["place(square=a1)", "8"]
    assert divided[-1].split() == ["total", "72"]
    assert json.loads(run("perft", "tic-tac-toe", "--depth", "2", "--divide", "--json").out)["total"] == 72


# ---- play


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_bots_play_a_whole_game_without_asking(run, game: str, lang: str) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", game, "--bots", "random", "--seed", "1", "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run("play", game, "--bots", "random", "--seed", "1", "--lang", lang).out
    assert "  1. " in ran.out
    assert f"{game}/game.yaml:" in ran.out
    data = json.loads(run("play", game, "--bots", "random", "--seed", "1", "--json").out)
    assert data["over"]
    assert f"{len(data['moves']):>3}. " in ran.out


def test_a_transcript_can_be_played_again(run) -> None:  # type: ignore[no-untyped-def]
    data = json.loads(run("play", "othello", "--bots", "random", "--seed", "5", "--json").out)
    game = br.load("othello")
    state = game.start(2)
    for move in data["moves"]:
        assert move.pop("seat") == state.player
        state.apply(move)
    assert (list(state.winners()), state.scores()) == (data["winners"], data["scores"])


def test_the_score_sheet_is_in_the_language(run) -> None:  # type: ignore[no-untyped-def]
    assert re.search(r"Krążki +\d+ +\d+", run("play", "othello", "--bots", "random", "--lang", "pl").out)


def test_a_game_by_numbers_words_and_actions(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", "tic-tac-toe", typed="1\nb2\nplace(square=b1)\nMark a2\nC1\n")
    assert ran.code == 0
    assert "  5. cross   Mark c1" in ran.out
    assert "cross wins." in ran.out


def test_the_last_square_is_filled_by_itself_unless_asked(run) -> None:  # type: ignore[no-untyped-def]
    moves = "a1 b1 c1 a2 c2 b2 a3 c3".replace(" ", "\n") + "\n"
    ran = run("play", "tic-tac-toe", typed=moves)
    assert "  9. cross   Mark b3  (the only option)" in ran.out
    assert "The game is drawn." in ran.out
    asked = run("play", "tic-tac-toe", "--ask-forced", typed=moves)
    assert "  9. " not in asked.out
    assert "Stopped before the end." in asked.out


def test_bots_can_have_some_seats(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", "tic-tac-toe", "--bots", "cross=random", "--seed", "1", typed="1\nquit\n")
    assert [line.split()[1] for line in ran.out.splitlines() if re.match(r" +\d+\. ", line)] == [
        "cross",
        "nought",
        "cross",
    ]
    assert "nought to decide" in ran.out
    assert "cross to decide" not in ran.out


def test_what_is_refused_is_explained(run) -> None:  # type: ignore[no-untyped-def]
    typed = "b2\nwhy place(square=b2)\nwhy b2\nb2\nwhy\nwhy a1\nwhy place(square=z9)\n"
    typed += "nonsense\n99\n0\nhelp\n\nboard\noptions\n"
    ran = run("play", "tic-tac-toe", typed=typed)
    assert ran.code == 0
    assert ran.out.count("That square is taken.") == 3
    assert "needed: mark[square] == none" in ran.out
    assert "found:  mark[square] is cross" in ran.out
    assert re.search(r"rule: +\S+game\.yaml:\d+:\d+", ran.out)
    assert "That may be done now." in ran.out
    assert "'z9' is no value of 'square'" in ran.out
    assert "Nothing fits 'nonsense'" in ran.out
    assert ran.out.count("There are options 1 to 8.") == 2


def test_words_that_fit_several_options_list_those(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", "breakthrough", typed="a2\nb2 a\n")
    assert "2 options fit:\n   1  Move a2 to a3\n   2  Move a2 to b3\n" in ran.out
    assert "  1. " not in ran.out


@pytest.mark.parametrize("typed", ["", "quit\n", "\n\n", "q"])
def test_leaving_is_fine(run, typed: str) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", "tic-tac-toe", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("Stopped before the end.\n")


def test_options_of_the_game_can_be_set(run, own: str) -> None:  # type: ignore[no-untyped-def]
    assert "2  Take 2" in run("play", own, "--seed", "1").out
    assert "3  Take 3" in run("play", own, "--set", "size=3", "--players", "3").out
    assert "Take" in run("play", own, "--set", "mood=wild", "--set", "fast=true").out
    for wrong in ("size=9", "size=big", "mood=sad", "fast=3", "sise=3"):
        ran = run("play", own, "--set", wrong)
        assert (ran.code, ran.out) == (2, ""), wrong
        assert "Traceback" not in ran.err


def test_values_of_options() -> None:
    assert [option_value(text) for text in ("true", "false", "3", "-2", "calm")] == [True, False, 3, -2, "calm"]


# ---- saves


def test_save_and_resume(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = str(tmp_path / "x.save")
    ran = run("play", "tic-tac-toe", "--seed", "4", typed=f"b2\nsave\nsave {file}\nquit\n")
    assert "Say where: save FILE" in ran.out
    assert f"Saved to {file}." in ran.out
    for game in (["tic-tac-toe"], []):
        resumed = run("play", *game, "--resume", file)
        assert resumed.code == 0
        assert " 2  . X .  2" in resumed.out
        assert "seed 4" in resumed.out
    again = [run("play", "--resume", file, "--bots", "random").out for _ in range(2)]
    assert again[0] == again[1]


def test_a_saved_game_brings_its_options_along(run, own: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = str(tmp_path / "x.save")
    assert run("play", own, "--set", "size=3", "--players", "3", "--save", file).code == 0
    assert "Take 3" in run("play", own, "--resume", file).out
    other = run("play", own, "--resume", file, "--set", "size=4")
    assert other.code == 1
    assert "other options: size" in other.err


def test_leaving_saves_where_that_was_asked_for(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "x.save"
    assert f"Saved to {file}." in run("play", "tic-tac-toe", "--save", str(file), typed="b2\n").out
    assert br.load("tic-tac-toe").resume(file.read_text("utf-8")).player == "nought"
    assert list(tmp_path.iterdir()) == [file]
    assert run("play", "--resume", str(file), "--save", str(file), "--bots", "random").code == 0
    finished = run("play", "--resume", str(file))
    assert finished.code == 0
    assert "Ended by" in finished.out


def test_saving_does_not_overwrite_other_files(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    other = tmp_path / "notes.txt"
    other.write_text("important", "utf-8")
    ran = run("play", "tic-tac-toe", typed=f"save {other}\nsave {tmp_path}\nsave {tmp_path}/no/x\nsave \0\n")
    assert ran.code == 0
    assert "is no save; choose another name" in ran.out
    assert "is not a file" in ran.out
    assert "there is no folder" in ran.out
    assert run("play", "tic-tac-toe", "--save", str(other)).code == 2
    assert other.read_text("utf-8") == "important"


def _damaged() -> dict[str, bytes]:
    good = br.load("tic-tac-toe").start().save()
    content = json.loads(good)
    return {
        "empty": b"",
        "binary": b"\x00\xff\xfe\x80",
        "text": b"hello",
        "other JSON": b"[1, 2]",
        "deep": b"[" * 100_000,
        "cut": good[:-20].encode(),
        "changed": good.replace('"vector":[', '"vector":[7,').encode(),
        "other game": br.load("othello").start().save().encode(),
        "version": json.dumps({**content, "version": 99}).encode(),
    }


@pytest.mark.parametrize("damage", _damaged())
def test_broken_saves_are_problems(run, tmp_path: Path, damage: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "x.save"
    file.write_bytes(_damaged()[damage])
    ran = run("play", "tic-tac-toe", "--resume", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"boardrules: {file}: ")
    assert ran.err.count("\n") == 1


# ---- pieces


def test_words_must_come_in_order() -> None:
    actions = br.load("breakthrough").start().legal_actions()
    sentences = [action.sentence() for action in actions]
    assert fitting(actions, sentences, "a2 b3") == ([1], True)
    assert fitting(actions, sentences, "b3 a2") == ([], False)
    assert fitting(actions, sentences, "step(origin=a2, target=a3)") == ([0], True)
    assert fitting(actions, sentences, "move a") == ([0, 1], False)
    assert fitting(actions, sentences, "()") == ([], False)


def test_actions_are_guessed_from_values() -> None:
    state = br.load("breakthrough").start()
    assert guessed(state, "a1 to B2") == ("step", {"origin": "a1", "target": "b2"})
    assert guessed(state, "step(origin=a1)") == ("step", {"origin": "a1"})
    assert guessed(state, "step h8") == ("step", {"origin": "h8"})
    assert guessed(state, "nonsense") is None


def test_columns() -> None:
    assert in_columns(["a", "b", "c"], 80) == ["  a", "  b", "  c"]
    assert in_columns([str(number) for number in range(8)], 80) == ["  0   4", "  1   5", "  2   6", "  3   7"]
    assert in_columns(["long" * 30] * 8, 80) == ["  " + "long" * 30] * 8
    assert in_columns([], 80) == []
    assert aligned([("a", "1"), ("bb", "22")], frozenset({1})) == ["a    1", "bb  22"]


# ---- in a process of its own


def _command(*argv: str) -> list[str]:
    return [sys.executable, "-m", "boardrules", *argv]


def test_exit_codes_reach_the_shell() -> None:
    for argv, code in ((["list"], 0), (["check", "nothing"], 2), (["--help"], 0)):
        done = subprocess.run(_command(*argv), capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == code
        assert "Traceback" not in done.stderr


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from boardrules.cli import main; main(['--help']); "
        "print([name for name in ('yaml', 'lark', 'jsonschema', 'boardrules.check') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
@pytest.mark.parametrize("argv", [["show", "othello"], ["play", "othello", "--bots", "random"], ["list"]])
def test_a_closed_pipe_is_no_error(argv: list[str]) -> None:
    process = subprocess.Popen(_command(*argv), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), told) == (141, b"")


def test_input_that_is_no_text_and_a_terminal_that_cannot_show_it() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        _command("play", "tic-tac-toe", "--lang", "pl"),
        input=b"\xff\xfe\nb2\n",
        capture_output=True,
        timeout=60,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" 2  . X .  2" in done.stdout


def _wait_for(process: subprocess.Popen[bytes], wanted: bytes) -> bytes:
    """Reads until the wanted text has come."""
    assert process.stdout is not None
    found = b""
    end = time.monotonic() + 60
    while wanted not in found:
        assert select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))[0], found
        piece = os.read(process.stdout.fileno(), 65536)
        assert piece, found
        found += piece
    return found


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for children")
@pytest.mark.parametrize("saves", [True, False])
def test_ctrl_c_in_a_game(tmp_path: Path, saves: bool) -> None:
    file = tmp_path / "x.save"
    argv = _command("play", "tic-tac-toe", *(["--save", str(file)] if saves else []))
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"b2\n")
        process.stdin.flush()
        _wait_for(process, b"nought to decide")
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in told
    assert told.decode().strip().endswith(f"saved to {file}" if saves else "the game is not saved")
    if saves:
        assert br.load("tic-tac-toe").resume(file.read_text("utf-8")).player == "nought"
    assert len(list(tmp_path.iterdir())) == int(saves)


def test_ctrl_c_in_a_simulation(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("boardrules.cli.simulate.play_many", interrupted)
    ran = run("simulate", "othello")
    assert (ran.code, ran.out, ran.err) == (130, "", "boardrules: interrupted\n")


# ---- records and undo


def test_a_recorded_game_is_shown_again(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.json"
    played = run("play", "pig", "--bots", "random", "--seed", "3", "--set", "goal=12", "--record", str(file))
    assert played.code == 0 and "Roll die: 5" in played.out
    shown = run("replay", str(file))
    assert shown.code == 0 and "throw  (roll_die(outcome=5))" in shown.out and "p1 wins." in shown.out
    record = json.loads(file.read_text("utf-8"))
    record["moves"][0]["luck"] = ["roll_die(outcome=2)"]
    file.write_text(json.dumps(record), "utf-8")
    broken = run("replay", str(file))
    assert broken.code == 1 and "decision 1" in broken.err and "Traceback" not in broken.err


def test_a_record_is_not_written_over_something_else(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "letter.txt"
    file.write_text("dear", "utf-8")
    assert run("play", "pig", "--bots", "random", "--record", str(file)).code == 2
    assert file.read_text("utf-8") == "dear"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"game": 3}', '{"game": "pig"}', '{"game": "pig", "options": {}}'])
def test_a_file_that_is_no_record(run, tmp_path: Path, text: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "record.json"
    file.write_text(text, "utf-8")
    ran = run("replay", str(file))
    assert ran.code == 1 and "record" in ran.err and "Traceback" not in ran.err


def test_a_person_takes_decisions_back(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("play", "tic-tac-toe", "--bots", "nought=random", "--seed", "1", typed="undo\n1\nundo\n2\nquit\n")
    assert ran.code == 0
    assert "no decision of yours" in ran.out
    assert ran.out.count("  1. cross ") == 2


def test_a_game_is_not_a_file_of_scenarios(run, own: str) -> None:  # type: ignore[no-untyped-def]
    ran = run("test", f"{own}/game.yaml")
    assert ran.code == 1
    assert "this is a game, not a file of scenarios" in ran.out + ran.err


def test_a_save_of_an_own_game_asks_where_it_is(run, own: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "own.save"
    file.write_text(br.load(own).start().save(), "utf-8")
    ran = run("play", "--resume", str(file))
    assert ran.code == 2 and "boardrules play PATH --resume" in ran.err


def test_the_laws_can_be_tested_from_the_command_line(run, own: str) -> None:  # type: ignore[no-untyped-def]
    ran = run("test", "--laws", "tic-tac-toe", "--games", "2")
    assert ran.code == 0 and ran.out.startswith("tic-tac-toe: the laws hold in 2 games, ")
    path = Path(own) / "game.yaml"
    path.write_text(path.read_text("utf-8") + "invariants: {none_taken: taken > 0}\n", "utf-8")
    broken = run("test", "--laws", own, "--json")
    assert broken.code == 1 and "none_taken" in json.loads(broken.out)[0]["broken"]
