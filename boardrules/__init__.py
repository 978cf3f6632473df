"""Tabletop games from data.

import boardrules as br

game = br.load("path/to/game")
state = game.start(players=2, seed=7)
while not state.is_over:
    state.apply(state.legal_actions()[0])
print(state.winners())
"""

from boardrules.action import Action
from boardrules.diagnostics import Diagnostic
from boardrules.errors import (
    BadOption,
    BoardrulesError,
    GameOver,
    IllegalAction,
    LoadError,
    RuleError,
    SaveError,
    UnknownAction,
    UnknownGame,
)
from boardrules.game import ActionInfo, Game, Option, load
from boardrules.library import shipped_games
from boardrules.reasons import Reason
from boardrules.simulator import Simulator
from boardrules.state import ChanceTurn, Outcome, Over, PlayerTurn, State

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionInfo",
    "BadOption",
    "BoardrulesError",
    "ChanceTurn",
    "Diagnostic",
    "Game",
    "GameOver",
    "IllegalAction",
    "LoadError",
    "Option",
    "Outcome",
    "Over",
    "PlayerTurn",
    "Reason",
    "RuleError",
    "SaveError",
    "Simulator",
    "State",
    "UnknownAction",
    "UnknownGame",
    "load",
    "shipped_games",
]
