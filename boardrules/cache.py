"""Compiled games on disk, found by what they were made of.

The cache is a convenience: whatever goes wrong with it (no folder, no rights, a full disk, another process, a damaged
file), the game is compiled again and nobody is told. A file is written beside its place and moved there in one step.

Standard modules that take long to import are imported where they are needed: `import boardrules` must stay quick.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

VARIABLE = "BOARDRULES_CACHE"
"""Names the folder to use; `off` switches the cache off."""


def folder() -> Path | None:
    chosen = os.environ.get(VARIABLE)
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "boardrules"
    except RuntimeError:  # no home
        return None


def key_of(parts: Iterable[str | bytes]) -> str:
    """One name for a list of contents; the library itself is one of them."""
    import hashlib

    digest = hashlib.sha256(_library().encode())
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return digest.hexdigest()[:32]


@lru_cache
def _library() -> str:
    """The state of the library's own code: a change of it makes everything new."""
    root = Path(__file__).parent
    seen = []
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".lark"):
            found = path.stat()
            seen.append(f"{path.relative_to(root)} {found.st_size} {found.st_mtime_ns}")
    return "\n".join(seen)


def read(key: str) -> dict[str, Any] | None:
    where = folder()
    if where is None:
        return None
    import hashlib
    import json

    try:
        text = (where / f"{key}.json").read_text(encoding="utf-8")
        digest, _, content = text.partition("\n")
        if hashlib.sha256(content.encode()).hexdigest() != digest:
            return None
        found = json.loads(content)
        return found if isinstance(found, dict) else None
    except (OSError, ValueError):
        return None


def write(key: str, value: dict[str, Any]) -> None:
    where = folder()
    if where is None:
        return
    import hashlib
    import json
    import tempfile

    content = json.dumps(value, separators=(",", ":"))
    text = f"{hashlib.sha256(content.encode()).hexdigest()}\n{content}"
    try:
        where.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=where, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(where / f"{key}.json")
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError:
        return
