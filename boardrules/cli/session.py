"""One game at the terminal: persons are asked, bots and forced options answer by themselves, every move is shown."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import final

from boardrules.action import Action
from boardrules.cli.answers import fitting, guessed
from boardrules.cli.bots import Bot
from boardrules.cli.failures import os_message
from boardrules.cli.output import in_columns
from boardrules.cli.play_words import words
from boardrules.cli.save_files import write_save
from boardrules.draw import draw, seat_name, signs
from boardrules.errors import BoardrulesError
from boardrules.reasons import Reason
from boardrules.state import State

MOST_LISTED = 60


@final
class Session:
    """Plays until the game is over or somebody leaves."""

    def __init__(
        self,
        state: State,
        bots: Mapping[str, Bot],
        chance: random.Random,
        lang: str = "en",
        ask_forced: bool = False,
        save_to: Path | None = None,
        say: Callable[[str], None] = print,
    ) -> None:
        self.state = state
        self.moves: list[tuple[str, Action]] = []
        self._bots = bots
        self._chance = chance
        self._lang = lang
        self._ask_forced = ask_forced
        self._save_to = save_to
        self._say = say
        self._words = words(lang)

    def run(self) -> None:
        self._say(self._title())
        for outcome in self.state.luck() if not self.moves else ():
            self._say(f"     {outcome.sentence(self._lang)}")
        self._say("")
        while not self.state.is_over:
            seat = self.state.player or ""
            actions = self.state.legal_actions()
            forced = len(actions) == 1 and not self._ask_forced
            if seat in self._bots:
                chosen: Action | None = self._bots[seat](self._chance, actions)
            else:
                chosen = actions[0] if forced else self._ask(actions)
            if chosen is None:
                return
            # Who decides may be another than before the question: a decision can have been taken back.
            self._take(self.state.player or "", chosen, len(self.state.legal_ids()) == 1)

    def _take(self, seat: str, action: Action, was_only: bool) -> None:
        # The step is made on a copy: an interrupt in the middle of it leaves the last position whole.
        after = self.state.clone()
        after.apply(action)
        self.moves.append((seat, action))
        self.state = after
        width = max(len(self._seat(one)) for one in self.state.seats)
        note = f"  ({self._words['only']})" if was_only else ""
        self._say(f"{len(self.moves):>3}. {self._seat(seat):<{width}}  {action.sentence(self._lang)}{note}")
        for outcome in self.state.luck():
            self._say(f"     {'':<{width}}  {outcome.sentence(self._lang)}")

    def _undo(self) -> bool:
        """Goes back to before the last decision of a person, over what bots have done since; False at the start."""
        earlier = self.state.clone()
        for taken, (seat, _) in enumerate(reversed(self.moves), 1):
            earlier.undo(force=True)
            if seat not in self._bots:
                del self.moves[-taken:]
                self.state = earlier
                return True
        return False

    # ---- asking

    def _ask(self, actions: list[Action]) -> Action | None:
        """The action that a person chooses; None when the person leaves."""
        sentences = _distinct([action.sentence(self._lang) for action in actions], actions)
        self._show_board()
        self._list(sentences, range(len(sentences)))
        while True:
            answer = self._read()
            if answer is None:
                return None
            command, _, rest = answer.partition(" ")
            match command:
                case "":
                    continue
                case "quit" | "exit" | "q":
                    return None
                case "help" | "?":
                    self._say(self._words["help"])
                case "board":
                    self._show_board()
                case "options":
                    self._list(sentences, range(len(sentences)))
                case "undo" if self._undo():
                    return self._ask(self.state.legal_actions())
                case "undo":
                    self._tell("no_undo")
                case "save":
                    self._save(rest.strip())
                case "why":
                    self._why(rest.strip())
                case _:
                    chosen = self._chosen(answer, actions, sentences)
                    if chosen is not None:
                        return chosen

    def _read(self) -> str | None:
        """A line without blanks around it; None at the end of input."""
        try:
            answer = input("> ").strip()
        except EOFError:
            self._say("")
            return None
        if not sys.stdin.isatty():
            self._say(answer)  # what a person would see after having typed it
        return answer

    def _chosen(self, answer: str, actions: list[Action], sentences: list[str]) -> Action | None:
        if answer.isascii() and answer.isdigit() and len(answer) < 10:
            if 1 <= int(answer) <= len(actions):
                return actions[int(answer) - 1]
            self._tell("number", count=len(actions))
            return None
        found, in_words = fitting(actions, sentences, answer)
        if len(found) == 1 and in_words:
            return actions[found[0]]
        if found:
            self._tell("several", count=len(found))
            self._list(sentences, found)
            return None
        if not self._explain(answer):
            self._tell("nothing", text=answer)
        return None

    def _list(self, sentences: list[str], places: range | list[int]) -> None:
        """The options at some places, under the numbers that they have among all."""
        width = len(str(len(sentences)))
        shown = [f"{at + 1:>{width}}  {sentences[at]}" for at in places[:MOST_LISTED]]
        columns = shutil.get_terminal_size((80, 24)).columns
        self._say("\n".join(in_columns(shown, columns)))
        if len(places) > MOST_LISTED:
            self._say("  " + self._words["more"].format(count=len(places) - MOST_LISTED))

    # ---- explaining

    def _why(self, text: str) -> None:
        if not text:
            self._tell("why_what")
        elif text.isdigit() and text in {str(at + 1) for at in range(len(self.state.legal_ids()))}:
            self._tell("may")  # a number means an option here as everywhere
        elif not self._explain(text):
            self._tell("nothing", text=text)

    def _explain(self, text: str) -> bool:
        """Says why an action is refused; False if the text names none."""
        meant = guessed(self.state, text)
        if meant is None:
            return False
        name, params = meant
        try:
            reasons = self.state.why_not(name, self._lang, **params)
        except BoardrulesError as error:
            self._say(f"  {error}")
            return True
        if not reasons:
            self._tell("may")
        for reason in reasons:
            self._show_reason(reason)
        return True

    def _show_reason(self, reason: Reason) -> None:
        said = self._words
        self._say(f"  {reason.sentence}")
        # A sentence that was made from the condition says all this itself.
        has_own_words = reason.condition is not None and reason.condition not in reason.sentence
        if has_own_words:
            self._say("    " + said["needs"].format(condition=reason.condition))
        if has_own_words and reason.values:
            values = ", ".join(said["is"].format(label=label, value=value) for label, value in reason.values)
            self._say("    " + said["sees"].format(values=values))
        if reason.place is not None:
            self._say("    " + said["rule"].format(place=reason.place))

    # ---- saving and showing

    def _save(self, name: str) -> None:
        path = Path(name) if name else self._save_to
        if path is None:
            self._tell("save_where")
            return
        try:
            write_save(path, self.state.save())
        except OSError as error:
            self._say(f"  {os_message(error)}")
        except (BoardrulesError, ValueError) as error:
            self._say(f"  {error}")
        else:
            self._tell("saved", file=path)

    def _title(self) -> str:
        sign = signs(self.state)
        seats = ", ".join(f"{self._seat(seat)} ({sign[seat]})" for seat in self.state.seats)
        return f"{self.state.game.title(self._lang)}: {seats}; {self._words['seed'].format(seed=self.state.seed)}"

    def _show_board(self) -> None:
        told = self._words["decides"].format(seat=self._seat(self.state.player or ""))
        question = f" ({self.state.question})" if self.state.question else ""
        if self.moves:
            self._say("")
        self._say(f"{draw(self.state, self._lang)}\n\n{told}{question}: {self._words['hint']}")

    def _seat(self, seat: str) -> str:
        return seat_name(self.state.game.compiled(len(self.state.seats)), seat, self._lang)

    def _tell(self, what: str, **values: object) -> None:
        self._say("  " + self._words[what].format(**values))


def _distinct(sentences: list[str], actions: list[Action]) -> list[str]:
    """Sentences that several actions share get the action itself beside them."""
    return [
        f"{sentence}  [{action}]" if sentences.count(sentence) > 1 else sentence
        for sentence, action in zip(sentences, actions, strict=True)
    ]
