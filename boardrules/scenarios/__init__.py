"""Rules tested in the language of rules: given a position, when these moves are made, then this holds.

for result in run_scenarios(Path("path/to/game")):
    print(result.name, result.passed)
"""

from __future__ import annotations

from pathlib import Path

from boardrules.library import find_game
from boardrules.scenarios.result import ScenarioResult

__all__ = ["ScenarioResult", "run_scenarios", "scenario_files"]


def scenario_files(path: str | Path) -> list[Path]:
    """A file is itself; a game, by name or folder, has those of its `scenarios/` folder; another folder all below."""
    given = Path(path)
    if given.is_file():
        return [given]
    if given.is_dir() and not (given / "game.yaml").is_file():
        return sorted(one for one in given.rglob("*.yaml") if one.parent.name == "scenarios")
    return sorted((find_game(path) / "scenarios").glob("*.yaml"))


def run_scenarios(path: str | Path) -> list[ScenarioResult]:
    """Runs all scenarios of a file, game or folder; raises `LoadError` for files with mistakes in them."""
    from boardrules.scenarios.run import run_file

    return [result for file in scenario_files(path) for result in run_file(file)]
