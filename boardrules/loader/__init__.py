"""YAML text in, declarations with source positions out.

report = Report()
game = load_game(Path("path/to/game"), report)     # None where `report` has errors
"""

from __future__ import annotations

from pathlib import Path

from boardrules.diagnostics import Report
from boardrules.loader.declarations import GameDecl, ScenarioFile

__all__ = ["load_game", "load_scenarios"]


# The readers bring the YAML library and the parser of the language with them: a compiled game needs neither.


def load_game(path: Path, report: Report) -> GameDecl | None:
    """Read a game folder that holds game.yaml, or a game file; None after reporting what is wrong."""
    from boardrules.loader import read_game

    return read_game.load_game(path, report)


def load_scenarios(path: Path, report: Report) -> ScenarioFile | None:
    """Read a scenario file; None after reporting what is wrong."""
    from boardrules.loader import read_scenarios

    return read_scenarios.load_scenarios(path, report)
