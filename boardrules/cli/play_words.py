"""What `boardrules play` itself says; the words of a game are the game's."""

from __future__ import annotations

HELP_EN = """\
  3            take option 3
  a1 b2        words of an option: takes it if they fit only one, else lists those
  go(to=a1)    an action in full
  why ACTION   why something may not be done, in full or by some of its words
  options      list all options again
  board        draw the board again
  undo         take your last decision back
  save FILE    save the game; to go on: boardrules play GAME --resume FILE
  quit         leave"""

HELP_PL = """\
  3            wybierz możliwość 3
  a1 b2        słowa z opisu: wybór, jeśli pasuje tylko jeden, inaczej lista
  go(to=a1)    pełna nazwa akcji
  why AKCJA    dlaczego czegoś nie można zrobić (pełna nazwa albo kilka słów)
  options      pokaż znów wszystkie możliwości
  board        narysuj znów planszę
  undo         cofnij swoją ostatnią decyzję
  save PLIK    zapisz grę; dalej: boardrules play GRA --resume PLIK
  quit         wyjdź"""

ENGLISH = {
    "seed": "seed {seed}",
    "decides": "{seat} to decide",
    "only": "the only option",
    "hint": "number, words of an option, or help",
    "help": HELP_EN,
    "more": "... and {count} more; type a part of one to see fewer",
    "several": "{count} options fit:",
    "nothing": "Nothing fits '{text}'; type help for what can be typed.",
    "number": "There are options 1 to {count}.",
    "why_what": "Say what: why ACTION",
    "may": "That may be done now.",
    "needs": "needed: {condition}",
    "sees": "found:  {values}",
    "is": "{label} is {value}",
    "rule": "rule:   {place}",
    "no_undo": "There is no decision of yours to take back.",
    "save_where": "Say where: save FILE",
    "saved": "Saved to {file}.",
    "left": "Stopped before the end.",
    "won": "{seats} wins.",
    "shared": "{seats} share the victory.",
    "and": " and ",
    "drawn": "The game is drawn.",
    "ended": "Ended by: {rule}",
    "total": "total",
}

POLISH = {
    "seed": "ziarno {seed}",
    "decides": "Decyzja: {seat}",
    "only": "jedyna możliwość",
    "hint": "numer, słowa z opisu albo help",
    "help": HELP_PL,
    "more": "... i jeszcze {count}; wpisz fragment, żeby zobaczyć mniej",
    "several": "Pasujące możliwości: {count}",
    "nothing": "Nic nie pasuje do „{text}”; help wyjaśnia, co można wpisać.",
    "number": "Możliwości mają numery od 1 do {count}.",
    "why_what": "Podaj akcję: why AKCJA",
    "may": "To można teraz zrobić.",
    "needs": "warunek: {condition}",
    "sees": "jest:    {values}",
    "is": "{label} = {value}",
    "rule": "zasada:  {place}",
    "no_undo": "Nie ma twojej decyzji, którą można cofnąć.",
    "save_where": "Podaj plik: save PLIK",
    "saved": "Zapisano: {file}",
    "left": "Przerwano przed końcem.",
    "won": "Wygrywa: {seats}.",
    "shared": "Wspólne zwycięstwo: {seats}.",
    "and": " i ",
    "drawn": "Remis.",
    "ended": "Koniec przez: {rule}",
    "total": "razem",
}

LANGUAGES = {"en": ENGLISH, "pl": POLISH}


def words(lang: str) -> dict[str, str]:
    return LANGUAGES.get(lang, ENGLISH)
