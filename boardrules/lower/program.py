"""The order of lowering: decide what can stop, cut it into blocks, give names places, number the actions."""

from __future__ import annotations

from dataclasses import replace

from boardrules.ir import exprs, statements
from boardrules.ir.evaluate import Evaluator
from boardrules.ir.exprs import Expr
from boardrules.ir.program import Block, FlatTable, Halt, Listing, Procedure, Program, action_rule
from boardrules.ir.rules import Action, Parameter, Rules
from boardrules.ir.statements import Body
from boardrules.ir.types import Optional, Simple, none_code, span_of
from boardrules.ir.walk import walk
from boardrules.lower.blocks import Context, Cutter, blocks_of, calls_of, values_table
from boardrules.lower.layout import Layout
from boardrules.lower.locals import place_names
from boardrules.lower.prune import prune, reachable_blocks

MAIN = "main"
"""The rule that runs set-up, then play."""


def lower(rules: Rules) -> Program:
    layout = Layout(rules)
    functions = {function.name: function for function in rules.functions}
    evaluator = Evaluator({table.name: table for table in rules.tables}, functions)
    bodies = _bodies(rules)
    stopping = _stopping(bodies, rules)
    context = Context(
        stopping, _cycles(bodies, stopping, rules), rules.decisions, {action.name: action for action in rules.actions}
    )
    halt = context.block(MAIN)
    halt.end = Halt()
    entries = {rule: Cutter(context, rule).cut(bodies[rule]) for rule in bodies if rule in stopping}
    params = _parameters(rules)
    drafts = reachable_blocks(blocks_of(context), context.questions, set(entries.values()))
    frames, blocks, questions, size = place_names(
        drafts, context.questions, context.owned, {rule: params.get(rule, ()) for rule in entries}, layout.size
    )
    widest = max((frame.size for rule, frame in frames.items() if context.cycles.get(rule)), default=0)
    stack = (size, widest, rules.pending if widest else 0)
    vector = layout.initial(evaluator) + [0] * (size - layout.size + widest * stack[2])
    procedures = _procedures(rules, bodies, stopping)
    program = Program(
        game=rules.game,
        players=rules.players,
        seats=rules.seats,
        types=rules.types,
        cells=tuple(layout.cells.values()),
        initial=tuple(vector),
        tables=(),
        functions=tuple(layout.flat(function) for function in rules.functions),
        procedures=tuple(layout.flat(procedure) for procedure in procedures),
        frames=tuple(frames.values()),
        blocks=tuple(layout.flat(block) for block in blocks),
        entries=tuple(entries.items()),
        questions=tuple(layout.flat(question) for question in questions),
        listings=_listings(rules, layout, stopping),
        scoring=rules.scoring,
        winner=tuple(layout.flat(criterion) for criterion in rules.winner),
        invariants=tuple(layout.flat(fact) for fact in rules.invariants),
        grids=rules.grids,
        phases=tuple((phase.name, phase.params) for phase in rules.phases),
        stack=stack,
        streams=tuple(layout.streams.items()),
        uses_steps=_uses_steps(procedures, blocks),
        rules=rules.rules,
    )
    return replace(program, tables=_used_tables(program, layout.tables() + _value_tables(program.blocks)))


def _used_tables(program: Program, tables: tuple[FlatTable, ...]) -> tuple[FlatTable, ...]:
    """The tables that something looks into."""
    used = {node.table for node in walk(program) if isinstance(node, exprs.Lookup | exprs.Row)}
    return tuple(table for table in tables if table.name in used)


# ---- what can stop


def _bodies(rules: Rules) -> dict[str, Body]:
    """Every rule with its body; branches that options rule out are gone."""
    bodies: dict[str, Body] = {phase.name: prune(phase.body) for phase in rules.phases}
    for action in rules.actions:
        if not action.is_value_choice:
            bodies[action_rule(action.name)] = prune(action.body)
    start = [statements.Do(name, (), 0) for name in ("setup", "play") if name in bodies]
    bodies[MAIN] = (*start, statements.Finish("scored", None, 0))
    return bodies


def _stopping(bodies: dict[str, Body], rules: Rules) -> set[str]:
    found = {MAIN}
    for rule, body in bodies.items():
        if any(isinstance(node, statements.Decide) for node in walk(body)):
            found.add(rule)
    while True:
        more = {
            rule
            for rule, body in bodies.items()
            if rule not in found and any(isinstance(node, statements.Do) and node.phase in found for node in walk(body))
        }
        if not more:
            return found
        found |= more


def _cycles(bodies: dict[str, Body], stopping: set[str], rules: Rules) -> dict[str, frozenset[str]]:
    """For each rule that can stop: the rules it runs that may run it again."""
    calls = {rule: calls_of(body, rules.decisions) & stopping for rule, body in bodies.items() if rule in stopping}
    reach = {rule: _closure(rule, calls) for rule in calls}
    return {rule: frozenset(one for one in called if rule in reach[one]) for rule, called in calls.items()}


def _closure(rule: str, calls: dict[str, set[str]]) -> set[str]:
    """The rule, and everything that it can run."""
    found: set[str] = set()
    pending = [rule]
    while pending:
        one = pending.pop()
        if one not in found:
            found.add(one)
            pending += calls[one]
    return found


def _parameters(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The names of the parameters of each rule, in the order in which they are given."""
    named = {phase.name: tuple(param.name for param in phase.params) for phase in rules.phases}
    for action in rules.actions:
        own = (param.name for param in (*action.given, *action.chosen))
        named[action_rule(action.name)] = ("player", *own)
    return named


# ---- plain procedures


def _procedures(rules: Rules, bodies: dict[str, Body], stopping: set[str]) -> tuple[Procedure, ...]:
    spans = {phase.name: phase.span for phase in rules.phases}
    spans |= {action_rule(action.name): action.span for action in rules.actions}
    params = _parameters(rules)
    plain = {rule: body for rule, body in bodies.items() if rule not in stopping}
    ending = _ending(plain)
    return tuple(Procedure(rule, params[rule], body, rule in ending, spans[rule]) for rule, body in plain.items())


def _ending(plain: dict[str, Body]) -> set[str]:
    """The plain rules that may end the game, themselves or through what they run."""
    found: set[str] = set()
    while True:
        more = {
            rule
            for rule, body in plain.items()
            if rule not in found
            and any(
                isinstance(node, statements.Finish) or (isinstance(node, statements.Do) and node.phase in found)
                for node in walk(body)
            )
        }
        if not more:
            return found
        found |= more


def _uses_steps(procedures: tuple[Procedure, ...], blocks: tuple[Block, ...]) -> bool:
    loops = (statements.While, statements.Repeat, statements.Times)
    return any(isinstance(node, loops) for node in walk((procedures, blocks)))


def _value_tables(blocks: tuple[Block, ...]) -> tuple[FlatTable, ...]:
    """Constants that a loop with a decision in it goes through."""
    rows = {node.row.table for node in walk(blocks) if isinstance(node, exprs.Nth)}
    found = []
    for name in sorted(rows):
        if name.startswith(values_table(())):
            numbers = tuple(int(word) for word in name.split()[1:])
            found.append(FlatTable(name, (numbers,)))
    return tuple(found)


# ---- actions


def _listings(rules: Rules, layout: Layout, stopping: set[str]) -> tuple[Listing, ...]:
    done = []
    base = 0
    for action in rules.actions:
        listing = _listing(layout.flat(action), base, action_rule(action.name) in stopping)
        done.append(listing)
        count = 1
        for radix in listing.radices:
            count *= radix
        base += count
    return tuple(done)


def _listing(action: Action, base: int, stops: bool) -> Listing:
    tests: list[list[Expr]] = [[] for _ in range(len(action.chosen) + 1)]
    for condition in action.conditions:
        if not condition.implied and condition.test != exprs.TRUE:
            tests[condition.depth].append(condition.test)
    loops = tuple(replace(loop, where=(*loop.where, *tests[depth])) for depth, loop in enumerate(action.domains, 1))
    params = (*action.given, *action.chosen)
    digits = [_digit(param) for param in params]
    return Listing(
        action,
        tuple(tests[0]),
        loops,
        base,
        tuple(radix for radix, _, _ in digits),
        tuple(low for _, low, _ in digits),
        tuple(none for _, _, none in digits),
        stops,
    )


def _digit(param: Parameter) -> tuple[int, int, int | None]:
    """How many digits a parameter has, the number of digit 0, and that of `none` if it can be none."""
    of = param.type
    if isinstance(of, Optional):
        low, size = span_of(of.of)
        return size + 1, low, none_code(of.of)
    assert isinstance(of, Simple)
    low, size = span_of(of)
    return size, low, None


__all__ = ["MAIN", "lower"]
