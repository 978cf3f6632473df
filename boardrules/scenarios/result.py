"""What running a scenario gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """`message` says for a failure what was expected and found, and where."""

    file: str
    name: str
    passed: bool
    message: str = ""
