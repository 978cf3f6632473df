"""Declarations in, typed rules out; every mistake that can be found before play is reported on the way.

report = Report()
rules = check(game, players=2, options={}, report=report)
"""

from __future__ import annotations

from boardrules.check.rules import Checked, check

__all__ = ["Checked", "check"]
