"""From rules to code: what the stages hand on, and what is kept on disk."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import boardrules as br
from boardrules import cache, pipeline
from boardrules.ir.evaluate import CannotEvaluate, Evaluator
from boardrules.ir.exprs import Binary, Const, Fold, Local, Loop, Span, Values
from boardrules.ir.pprint import print_program
from boardrules.ir.program import Jump
from boardrules.ir.verify import BrokenProgram, verify
from boardrules.library import games_folder
from boardrules.lower import lower

GOLDEN = Path(__file__).parent / "data" / "lower"


def program_of(name: str):  # type: ignore[no-untyped-def]
    return lower(pipeline.check_game_at(games_folder() / name, 2, {}).rules)


@pytest.mark.parametrize("name", br.shipped_games())
def test_lowering_gives_the_golden_program(name: str, request: pytest.FixtureRequest) -> None:
    text = print_program(program_of(name))
    golden = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-data", default=False):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_the_verifier_finds_a_jump_to_nowhere() -> None:
    program = program_of("tic-tac-toe")
    verify(program)
    broken = replace(program.blocks[-1], end=Jump(999))
    with pytest.raises(BrokenProgram, match="999"):
        verify(replace(program, blocks=(*program.blocks[:-1], broken)))


def test_the_verifier_finds_a_missing_table() -> None:
    with pytest.raises(BrokenProgram, match="table"):
        verify(replace(program_of("othello"), tables=()))


def test_the_emitted_code_names_the_places_of_its_rules() -> None:
    source = br.load("othello").compiled().rules_source
    assert "game.yaml:" in source
    assert "def do_place(v, player, square):" in source


def test_emitted_code_is_the_same_in_every_process() -> None:
    code = "import boardrules as br; print(br.load('breakthrough').compiled().rules_source)"
    texts = set()
    for seed in ("0", "1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "BOARDRULES_CACHE": "off"}
        texts.add(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout)
    assert len(texts) == 1


def test_importing_the_library_imports_nothing_heavy() -> None:
    code = (
        "import sys, boardrules; "
        "print([name for name in ('yaml', 'lark', 'jsonschema', 'boardrules.check', 'boardrules.ir.exprs')"
        " if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_cached_game_needs_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDRULES_CACHE", str(tmp_path))
    br.load("othello").start()
    code = (
        "import sys, boardrules; state = boardrules.load('othello').start(); state.apply(state.legal_actions()[0]); "
        "print([name for name in ('yaml', 'lark', 'jsonschema', 'boardrules.check', 'boardrules.lower')"
        " if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_the_cache_sees_a_changed_file(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    text = (games_folder() / "connect-four" / "game.yaml").read_text(encoding="utf-8")
    game.write_text(text, encoding="utf-8")
    assert len(br.load(tmp_path).start().legal_actions()) == 7
    game.write_text(text.replace("7 x 6", "6 x 6"), encoding="utf-8")
    assert len(br.load(tmp_path).start().legal_actions()) == 6


def test_a_damaged_cache_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDRULES_CACHE", str(tmp_path))
    br.load("tic-tac-toe").start()
    kept = list(tmp_path.iterdir())
    assert kept
    for path in kept:
        path.write_text(path.read_text(encoding="utf-8").replace("mark", "mork"), encoding="utf-8")
    assert br.load("tic-tac-toe").start().value("mark")
    for path in kept:
        path.write_bytes(b"\xff\x00")
    assert br.load("tic-tac-toe").start().value("mark")


def test_a_cache_that_cannot_be_written_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("BOARDRULES_CACHE", str(file / "below"))
    assert len(br.load("tic-tac-toe").start().legal_actions()) == 9
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(stat.S_IRUSR | stat.S_IXUSR)
    monkeypatch.setenv("BOARDRULES_CACHE", str(closed))
    assert len(br.load("tic-tac-toe").start().legal_actions()) == 9
    closed.chmod(stat.S_IRWXU)


def test_processes_that_race_for_the_cache_all_get_the_game(tmp_path: Path) -> None:
    code = "import boardrules; print(len(boardrules.load('othello').start().legal_actions()))"
    environment = {**os.environ, "BOARDRULES_CACHE": str(tmp_path / "new")}
    racing = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(6)
    ]
    for one in racing:
        out, problems = one.communicate(timeout=60)
        assert (out, problems) == (b"4\n", b"")
    assert not list((tmp_path / "new").glob("*.part"))


def test_the_cache_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDRULES_CACHE", "off")
    assert cache.folder() is None
    assert len(br.load("tic-tac-toe").start().legal_actions()) == 9


def test_the_rules_hash_does_not_depend_on_comments_and_texts(tmp_path: Path) -> None:
    text = (games_folder() / "tic-tac-toe" / "game.yaml").read_text(encoding="utf-8")
    path = tmp_path / "game.yaml"
    hashes = []
    for changed in (
        text,
        "# a remark\n" + text,
        text.replace("title: Mark {square}", "title: Take {square}"),
        text.replace("3 x 3", "4 x 4"),
    ):
        path.write_text(changed, encoding="utf-8")
        hashes.append(br.load(tmp_path).compiled().rules_hash)
    assert hashes[0] == hashes[1] == hashes[2] != hashes[3]


def test_the_evaluator_folds_over_nested_loops() -> None:
    evaluate = Evaluator({}, {})
    loops = (
        Loop("a", Span(Const(1), Const(4))),
        Loop("b", Values((1, 2, 3)), (Binary("<", Local("b"), Local("a")),)),
    )
    product = Binary("*", Local("a"), Local("b"))
    assert evaluate(Fold("sum", loops, product), {}) == 2 + 3 + 6 + 4 + 8 + 12
    assert evaluate(Fold("max", loops, product), {}) == 12
    assert evaluate(Fold("count", loops, Const(1)), {}) == 6
    with pytest.raises(CannotEvaluate):
        evaluate(Binary("//", Const(1), Const(0)), {})
