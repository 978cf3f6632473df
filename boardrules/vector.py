"""The head of every state vector, and the limits of what runs on it.

The compiler and the runtime agree on these numbers; neither needs the other to know them.
"""

from __future__ import annotations

from typing import Literal

WAITING = 0
"""Number of the question that is open; 0 when none is."""
CHOOSER = 1
"""Who has to answer it: the number of a player, or `CHANCE`."""
STEPS = 2
"""Steps of loops since the last decision; 0 at every decision."""
ENDED = 3
"""How the game ended: an index into `HOW`."""
END_RULE = 4
"""The rule that ended it."""
WINNER = 5
"""Who won, where the rule says so."""
STACK_TOP = 6
"""Where the next frame goes on the stack."""
SEED = 7
"""What all luck is made from."""
HEADER = 8

CHANCE = -1

HOW: tuple[Literal["", "scored", "drawn", "won"], ...] = ("", "scored", "drawn", "won")

MOST_STEPS = 1_000_000
"""A rule that goes round more often than this without a decision is taken to be stuck."""

NO_NUMBER = -(2**31)
"""`none` among numbers; among members of an enumeration it is 0."""
