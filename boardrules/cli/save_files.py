"""Saves on disk: written in one step, and never over something else."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from boardrules.cli.failures import WrongUse
from boardrules.errors import SaveError
from boardrules.game import OptionValue
from boardrules.records import FORMAT

LARGEST = 16 * 2**20


def read_save(path: Path) -> str:
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise SaveError(f"{path}: this is too large for a save")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise SaveError(f"{path}: this is not a save: it is not text") from None


def write_save(path: Path, text: str) -> None:
    """Writes beside the file and moves it there, so that a save is whole or the old one."""
    can_be_saved(path)
    _write(path, text)


def write_record(path: Path, record: dict[str, Any]) -> None:
    _write(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def can_be_recorded(path: Path) -> None:
    """A record is written over an older record, and over nothing else."""
    if not path.resolve().parent.is_dir():
        raise WrongUse(f"{path}: there is no folder {path.parent}")
    if path.exists() and (not path.is_file() or FORMAT not in path.read_text(encoding="utf-8", errors="replace")[:100]):
        raise WrongUse(f"{path} is there already and is no record; choose another name")


def _write(path: Path, text: str) -> None:
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def can_be_saved(path: Path) -> None:
    """Says at once what would go wrong later."""
    if not path.resolve().parent.is_dir():
        raise WrongUse(f"{path}: there is no folder {path.parent}")
    if not path.exists():
        return
    if not path.is_file():
        raise WrongUse(f"{path} is not a file")
    try:
        _, options = game_and_options(read_save(path))
    except SaveError:
        options = None
    if options is None:
        raise WrongUse(f"{path} is there already and is no save; choose another name")


def game_and_options(text: str) -> tuple[str | None, dict[str, OptionValue] | None]:
    """Which game a save belongs to, as far as can be told; nothing is checked here that `Game.resume` checks."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None, None
    if not isinstance(content, dict):
        return None, None
    game, options = content.get("game"), content.get("options")
    if not isinstance(game, str) or not isinstance(options, dict):
        return None, None
    return game, {name: value for name, value in options.items() if isinstance(value, int | str)}
