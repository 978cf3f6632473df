"""Running scenario files: every name in them is checked first, then each is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

from boardrules.action import Action, numbers_of
from boardrules.diagnostics import Diagnostic, Report, did_you_mean, excerpt
from boardrules.errors import BadOption, BoardrulesError, LoadError, UnknownAction
from boardrules.game import load
from boardrules.lang import nodes
from boardrules.library import find_game
from boardrules.loader import load_scenarios
from boardrules.loader.declarations import Ended, Expect, Listing, Move, ScenarioDecl, ScenarioFile, Word
from boardrules.pipeline import OptionValue
from boardrules.run.compiled import Options, RuleFailure
from boardrules.scenarios.luck import NoSuchResult, Results, check_used_up, let_luck_answer, named_results
from boardrules.scenarios.result import ScenarioResult
from boardrules.scenarios.table import Table
from boardrules.source import Span
from boardrules.state import State

Check = Callable[[State], None]


class Failed(Exception):
    """Something in a scenario is not as it says."""

    def __init__(self, at: Span, message: str) -> None:
        super().__init__("\n".join([f"{at}: {message}", *excerpt(at)]))


def run_file(path: Path) -> list[ScenarioResult]:
    report = Report()
    file = load_scenarios(path, report)
    if file is None:
        raise LoadError(report.errors)
    game = _game_of(path, file)
    tables: Tables = {}
    runs = [(scenario.name, _prepare(scenario, file, game, tables, report)) for scenario in file.scenarios]
    if report.has_errors:
        raise LoadError(report.errors)
    return [_run(str(path), name, run) for name, run in runs]


def _game_of(path: Path, file: ScenarioFile) -> Path:
    """The game beside the `scenarios/` folder, or the one that the file names."""
    beside = path.resolve().parent.parent
    if path.resolve().parent.name == "scenarios" and (beside / "game.yaml").is_file():
        return path.parent.parent
    if file.game is None:
        raise LoadError(
            [Diagnostic("missing-key", file.span, "nothing says which game this is for", "add 'game: NAME'")]
        )
    return find_game(file.game.name)


def _run(file: str, name: str, run: Callable[[], None]) -> ScenarioResult:
    try:
        run()
    except Failed as failure:
        return ScenarioResult(file, name, False, str(failure))
    except NoSuchResult as problem:
        return ScenarioResult(file, name, False, str(Failed(problem.at, str(problem))))
    except BoardrulesError as problem:
        return ScenarioResult(file, name, False, f"{file}: {problem}")
    return ScenarioResult(file, name, True)


# ---- preparing: nothing is played before every name is known


Tables = dict[tuple[object, ...], Table]
"""Scenarios of one file mostly want the same game; it is compiled once."""


def _prepare(
    scenario: ScenarioDecl, file: ScenarioFile, game: Path, tables: Tables, report: Report
) -> Callable[[], None]:
    scenario = _whole(scenario, file, report, ())
    table = _table(scenario, game, tables, report)
    if table is None:
        return lambda: None
    here = Report()  # one scenario's mistakes do not hide those of the next
    given = [place for word, data in scenario.given for place in table.given(word, data, here)]
    start = table.arguments(scenario.start, here) if scenario.start is not None else None
    checks = [_event(one, table, here) for one in (*scenario.when, *scenario.then)]
    luck = named_results(scenario, table.compiled, table.seat_of, here)
    for diagnostic in here:
        report.add(diagnostic)
    after_setup = bool(given) or scenario.start is not None

    def play() -> None:
        results = {stream: list(words) for stream, words in luck.items()}
        state = _begin(table, given, start, scenario.name_span, after_setup, results)
        _check_invariants(state, scenario.name_span)
        for check in checks:
            check(state)
            try:
                let_luck_answer(state, results)
            except RuleFailure as failure:
                raise Failed(scenario.name_span, str(table.compiled.rule_error(failure))) from None
            _check_invariants(state, scenario.name_span)
        check_used_up(results)

    return play


def _table(scenario: ScenarioDecl, game: Path, tables: Tables, report: Report) -> Table | None:
    options = _options(scenario)
    try:
        allowed = load(game, options).players
    except BadOption as problem:
        report.add(Diagnostic("bad-value", scenario.options[0][0].span, str(problem)))
        return None
    players = scenario.players or len(scenario.seats) or allowed[0]
    if players not in allowed:
        message = f"the game is for {allowed[0]} to {allowed[-1]} players, not for {players}"
        report.add(Diagnostic("bad-value", scenario.name_span, message))
        return None
    key = (players, *sorted(options.items()), *(seat.name for seat in scenario.seats))
    if key not in tables:
        tables[key] = Table(game, players, options, scenario.seats)
    return tables[key]


def _whole(scenario: ScenarioDecl, file: ScenarioFile, report: Report, seen: tuple[str, ...]) -> ScenarioDecl:
    """The scenario with what it takes over from the one it is `like`: everything but that one's checks at the end."""
    if scenario.like is None:
        return scenario
    others = {one.name: one for one in file.scenarios}
    name = scenario.like.name
    if name not in others or name in seen:
        message = f"no scenario is called '{name}'" if name not in others else f"'{name}' is like itself"
        report.add(Diagnostic("unknown-name", scenario.like.span, message, did_you_mean(name, others)))
        return scenario
    base = _whole(others[name], file, report, (*seen, scenario.name))
    return replace(
        scenario,
        players=scenario.players or base.players,
        seats=scenario.seats or base.seats,
        options=(*base.options, *scenario.options),
        luck=(*base.luck, *scenario.luck),
        given=(*base.given, *scenario.given),
        start=scenario.start if scenario.start is not None else base.start,
        when=(*base.when, *scenario.when),
    )


def _options(scenario: ScenarioDecl) -> dict[str, OptionValue]:
    done: dict[str, OptionValue] = {}
    for word, node in scenario.options:
        match node:
            case nodes.Number(number) | nodes.Truth(number):
                done[word.name] = number
            case nodes.Negative(nodes.Number(number)):
                done[word.name] = -number
            case nodes.Name(name):
                done[word.name] = name
    return done


def _event(event: Move | Expect | Listing | Ended, table: Table, report: Report) -> Check:
    match event:
        case Move():
            return _move(event, table, report)
        case Expect(condition):
            return _expect(condition, table, report)
        case Listing():
            return _listing(event, table, report)
        case Ended():
            return _ended(event, table, report)


def _expect(node: nodes.Expr, table: Table, report: Report) -> Check:
    condition = table.condition(node, report)

    def check(state: State) -> None:
        holds, seen = condition(state._vector)
        if not holds:
            found = ", ".join(f"{label} is {word}" for label, word in seen)
            words = " ".join(node.span.text.split())
            raise Failed(node.span, f"expected {words}" + (f"; found {found}" if found else "; it does not hold"))

    return check


def _seat(word: Word, table: Table, report: Report) -> str:
    if word.name not in table.seat_of:
        hint = did_you_mean(word.name, [*table.seat_of, "expect", "legal", "illegal", "only"])
        message = f"no seat is called '{word.name}'"
        report.add(Diagnostic("unknown-player", word.span, message, hint or f"seats: {', '.join(table.seat_of)}"))
        return table.compiled.seats[0]
    return table.seat_of[word.name]


Wanted = tuple[str, dict[str, str]]


def _wanted(step: nodes.Step, table: Table, report: Report) -> list[Wanted]:
    """The actions that a step stands for: `or` between values makes several."""
    card = table.compiled.actions.get(step.action)
    if card is None:
        hint = did_you_mean(step.action, table.compiled.actions)
        report.add(Diagnostic("unknown-action", step.span, f"no action is called '{step.action}'", hint))
        return []
    params = [param["name"] for param in (*card["given"], *card["chosen"])]
    choices: list[list[tuple[str, str]]] = []
    for at, answer in enumerate(step.answers):
        name = answer.name or (params[at] if at < len(params) else "")
        if name not in params:
            message = (
                f"'{step.action}' has no parameter '{name}'" if name else f"'{step.action}' takes {len(params)} values"
            )
            report.add(Diagnostic("unknown-action", answer.span, message, did_you_mean(name, params)))
            return []
        choices.append([(name, _word(reply, table, report)) for reply in answer.replies])
    wanted = [(step.action, dict(one)) for one in product(*choices)]
    for action, said in wanted:
        _check_values(action, said, step, table, report)
    return wanted


def _check_values(action: str, said: Mapping[str, str], step: nodes.Step, table: Table, report: Report) -> None:

    try:
        numbers_of(table.compiled, action, said)
    except UnknownAction as problem:
        report.add(Diagnostic("unknown-action", step.span, str(problem)))


def _word(reply: nodes.Reply, table: Table, report: Report) -> str:
    part = reply.parts[0]
    if len(reply.parts) > 1 or part.kind in ("several", "piece", "nothing"):
        report.add(Diagnostic("not-supported", reply.span, "a handful or a piece is not supported by this version"))
    match part.kind:
        case "number":
            return str(part.number)
        case "name":
            return table.seat_of.get(part.name, part.name)
    return part.kind


# ---- playing


def _begin(
    table: Table,
    given: list[tuple[int, int]],
    start: tuple[str, list[int]] | None,
    at: Span,
    after_setup: bool,
    results: Results,
) -> State:
    compiled = table.compiled
    vector = list(compiled.initial)

    def waiting(options: Options) -> State:
        state = State(table.game, compiled, vector, options, explicit_chance=True)
        let_luck_answer(state, results)
        return state

    try:
        if not after_setup:
            return waiting(compiled.begin(vector))
        if "setup" in compiled.phases:
            _answer_all(waiting(compiled.phases["setup"](vector)), results)
        for place, number in given:
            vector[place] = number
        return waiting(compiled.begin_play(vector) if start is None else compiled.phases[start[0]](vector, *start[1]))
    except RuleFailure as failure:
        raise Failed(at, str(compiled.rule_error(failure))) from None


def _answer_all(state: State, results: Results) -> None:
    """Decisions of set-up are answered with the first option: `given` says what matters."""
    while state.legal_actions():
        state.apply(state.legal_actions()[0])
        let_luck_answer(state, results)


def _matching(state: State, wanted: Wanted) -> list[Action]:
    name, said = wanted
    return [
        action
        for action in state.legal_actions()
        if action.name == name and all(dict(action.params)[param] == word for param, word in said.items())
    ]


def _move(move: Move, table: Table, report: Report) -> Check:
    seat = _seat(move.player, table, report)
    every = _wanted(move.step, table, report)
    if len(every) > 1:
        report.add(
            Diagnostic("unknown-action", move.step.span, "a move is one action; 'or' is for lists of legal ones")
        )
    wanted = every[0] if every else ("", {})
    at = move.step.span

    def check(state: State) -> None:
        found = _matching(state, wanted) if state.player == seat else []
        if move.refused is not False:
            _check_refused(state, move, seat, wanted, found)
        elif state.player != seat:
            raise Failed(at, f"expected {seat} to decide; found {state.player or 'nobody'}")
        elif not found:
            reasons = state.why_not(wanted[0], **wanted[1])
            raise Failed(at, f"expected a legal action; refused: {'; '.join(map(str, reasons))}")
        elif len(found) > 1:
            raise Failed(at, f"{len(found)} legal actions fit; say more: {', '.join(map(str, found[:5]))}")
        else:
            state.apply(found[0])

    return check


def _check_refused(state: State, move: Move, seat: str, wanted: Wanted, found: list[Action]) -> None:
    at = move.step.span
    if found:
        raise Failed(at, "expected this to be refused; found it legal")
    if state.player != seat or not isinstance(move.refused, str):
        if isinstance(move.refused, str):
            raise Failed(at, f"expected {seat} to decide; found {state.player or 'nobody'}")
        return
    reasons = [str(reason) for reason in state.why_not(wanted[0], **wanted[1])]
    if move.refused not in reasons:
        raise Failed(at, f"expected the reason '{move.refused}'; found: {'; '.join(reasons)}")


def _listing(listing: Listing, table: Table, report: Report) -> Check:
    wanted = [(one, step.span) for step in listing.steps for one in _wanted(step, table, report)]

    def check(state: State) -> None:
        matched = set()
        for one, at in wanted:
            found = _matching(state, one)
            matched |= {action.id for action in found}
            if listing.kind == "illegal" and found:
                raise Failed(at, f"expected to be illegal; found legal: {found[0]}")
            if listing.kind != "illegal" and not found:
                reasons = state.why_not(one[0], **one[1])
                raise Failed(at, f"expected to be legal; refused: {'; '.join(map(str, reasons))}")
        if listing.kind == "only":
            more = [str(action) for action in state.legal_actions() if action.id not in matched]
            if more:
                raise Failed(listing.span, f"expected no other action; found {', '.join(more[:10])}")

    return check


def _ended(ended: Ended, table: Table, report: Report) -> Check:
    winners = None if ended.winners is None else {_seat(word, table, report) for word in ended.winners}

    def check(state: State) -> None:
        if state.is_over != ended.over:
            found = f"ended: {state.outcome.reason}" if state.is_over else f"not ended, {state.player} to decide"
            raise Failed(
                ended.span, f"expected the game {'to have' if ended.over else 'not to have'} ended; found it {found}"
            )
        if winners is not None and set(state.winners()) != winners:
            said, found = ", ".join(sorted(winners)) or "nobody", ", ".join(state.winners()) or "nobody"
            raise Failed(ended.span, f"expected the winner to be {said}; found {found}")

    return check


def _check_invariants(state: State, at: Span) -> None:
    broken = state.broken_invariants()
    if broken:
        raise Failed(at, f"the invariant {', '.join(broken)} does not hold")
