"""Finding games: by the name of a shipped one, or by path."""

from __future__ import annotations

from pathlib import Path

from boardrules.diagnostics import did_you_mean
from boardrules.errors import UnknownGame


def games_folder() -> Path:
    """Where the shipped games are: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "games"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "games"


def shipped_games() -> list[str]:
    folder = games_folder()
    return sorted(path.parent.name for path in folder.glob("*/game.yaml")) if folder.is_dir() else []


def find_game(name_or_path: str | Path) -> Path:
    """The folder or file of a game."""
    if not str(name_or_path):
        raise UnknownGame(f"no game is named; shipped games: {', '.join(shipped_games())}")
    given = Path(name_or_path)
    if isinstance(name_or_path, str) and name_or_path in shipped_games():
        return games_folder() / name_or_path
    if given.is_file() or (given / "game.yaml").is_file():
        return given
    if given.is_dir():
        raise UnknownGame(f"{given} has no game.yaml in it")
    hint = did_you_mean(str(name_or_path), shipped_games())
    known = hint or f"shipped games: {', '.join(shipped_games())}"
    raise UnknownGame(f"no game is called '{name_or_path}', and no such file or folder is there; {known}")
