"""Typed rules in, a program out: names become places of a vector, rules that can stop become blocks.

program = lower(rules)
"""

from __future__ import annotations

from boardrules.lower.program import lower

__all__ = ["lower"]
