"""The rules module: tables, functions, plain rules, blocks, questions and answers.

What a caller uses of it: INITIAL, `begin(v)`, `step(v, option)` and `PHASES`; each returns the ids of the legal
options, and an empty tuple when the game has ended.
"""

from __future__ import annotations

from collections.abc import Mapping

from boardrules.emit.code import Code, function_name, local_name, procedure_name, table_name
from boardrules.emit.expressions import value
from boardrules.emit.graph import graph_of, question_entries
from boardrules.emit.listings import decode_lines, listing_lines, listing_name
from boardrules.emit.statements import Statements
from boardrules.ir.exprs import Local
from boardrules.ir.program import (
    Ask,
    Block,
    Enter,
    Entry,
    Fork,
    Frame,
    Halt,
    Jump,
    Listing,
    Over,
    Program,
    Question,
    Return,
    action_rule,
)
from boardrules.ir.rules import Action
from boardrules.source import Span
from boardrules.vector import CHOOSER, END_RULE, ENDED, MOST_STEPS, STACK_TOP, STEPS, WAITING, WINNER


def rules_source(program: Program) -> str:
    """The whole module as text."""
    return _Module(program).source()


class _Module:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._lines: list[str] = []
        self._procedures = {one.name: one for one in program.procedures}
        self._blocks = {block.number: block for block in program.blocks}
        self._questions = {question.number: question for question in program.questions}
        self._frames: Mapping[str, Frame] = {frame.rule: frame for frame in program.frames}
        self._entries = dict(program.entries)
        self._listings: Mapping[str, Listing] = {one.action.name: one for one in program.listings}
        self._asked_in = {block.end.question: block for block in program.blocks if isinstance(block.end, Ask)}
        self._in_block = Statements(self._procedures, "OVER")
        self._in_function = Statements(self._procedures, "True")
        self._graph = graph_of(program, self._blocks, self._questions, self._entries)

    def source(self) -> str:
        program = self._program
        self._add(f'"""The rules of {program.game} for {program.players} players, made from its YAML."""')
        self._add("")
        self._tables()
        for function in program.functions:
            params = "".join(f", {local_name(param.name)}" for param in function.params)
            code = Code()
            code.add(f"return {value(function.body, code)}")
            self._function(f"{function_name(function.name)}(v{params})", code, function.span)
        for procedure in program.procedures:
            params = "".join(f", {local_name(name)}" for name in procedure.params)
            code = Code()
            self._in_function.body(procedure.body, code)
            self._function(f"{procedure_name(procedure.name)}(v{params})", code, procedure.rule)
        for listing in program.listings:
            self._listing(listing)
        self._fixed_listings()
        for block in program.blocks:
            if block.number not in self._graph.inlined:
                self._block(block)
        for question in program.questions:
            self._answer(question)
        self._ends()
        return "\n".join(self._lines) + "\n"

    # ---- writing

    def _add(self, line: str = "") -> None:
        self._lines.append(line)

    def _function(self, head: str, code: Code, at: Span | None) -> None:
        self._add()
        self._add()
        if at is not None and at.source.text:
            self._add(f"# {at}")
        self._add(f"def {head}:")
        self._lines += code.lines or ["    pass"]

    def _tables(self) -> None:
        self._add(f"INITIAL = {self._program.initial!r}")
        self._add("OVER = ()")
        self._controls()
        for table in self._program.tables:
            self._add(f"{table_name(table.name)} = {table.entries!r}")

    def _controls(self) -> None:
        """Ending the game, and the stack for rules that run themselves again."""
        start, width, depth = self._program.stack
        frames = min((frame.start for frame in self._program.frames), default=start)
        size = len(self._program.initial)
        self._lines += [
            "",
            "",
            "def finish(v, how, rule, winner):",
            f"    v[{WAITING}] = v[{CHOOSER}] = v[{STEPS}] = 0",
            f"    v[{ENDED}] = how",
            f"    v[{END_RULE}] = rule",
            f"    v[{WINNER}] = winner",
            f"    v[{STACK_TOP}] = 0",
            f"    v[{frames}:] = ({size - frames} * (0,))",
        ]
        if not depth:
            return
        self._lines += [
            "",
            "",
            "def push(v, start, size, rule):",
            f"    top = v[{STACK_TOP}]",
            f"    if top == {depth}:",
            "        overflow(rule)",
            f"    at = {start} + top * {width}",
            "    v[at : at + size] = v[start : start + size]",
            f"    v[{STACK_TOP}] = top + 1",
            "",
            "",
            "def pop(v, start, size):",
            f"    top = v[{STACK_TOP}] = v[{STACK_TOP}] - 1",
            f"    at = {start} + top * {width}",
            "    v[start : start + size] = v[at : at + size]",
            f"    v[at : at + {width}] = ({width} * (0,))",
        ]

    def _at(self, rule: int) -> str:
        span = self._program.rules[rule]
        return str(span) if span.source.text else ""

    # ---- what may be chosen

    def _listing(self, listing: Listing) -> None:
        action = listing.action
        given = (*(() if action.is_value_choice else action.given), *action.captured)
        params = "".join(f", {local_name(param.name)}" for param in given if param.name != "player")
        code = Code()
        listing_lines(listing, (), code)
        self._function(f"{listing_name(action.name)}(v, player{params})", code, action.span)
        if action.weight is not None:
            code = Code()
            listing_lines(listing, (), code, action.weight)
            self._function(f"weigh_{action.name}(v, player{params})", code, action.span)

    def _weights(self) -> None:
        """How likely the options of each question of luck are, in their order."""
        names = []
        for question in self._program.questions:
            entry = question.entries[0]
            if question.stream is None or self._listings[entry.action].action.weight is None:
                continue
            code = Code()
            given = "".join(f", {value(arg, code)}" for arg in entry.given)
            code.add(f"return weigh_{entry.action}(v, {value(question.by, code)}{given})")
            self._function(f"weights_{question.number}(v)", code, None)
            names.append(f"{question.number}: weights_{question.number}")
        self._lines += ["", "", f"WEIGHTS = {{{', '.join(names)}}}"]

    def _fixed_listings(self) -> None:
        """An entry that fixes parameters by name has a listing of its own."""
        for question in self._program.questions:
            for entry in question_entries(question):
                if entry.fixed:
                    listing = self._listings[entry.action]
                    fixed = tuple((name, Local(f"fixed_{name}")) for name, _ in entry.fixed)
                    code = Code()
                    listing_lines(listing, fixed, code)
                    params = "".join(f", {local_name(param.name)}" for param in listing.action.given)
                    params += "".join(f", {local.name}" for _, local in fixed)
                    name = fixed_listing_name(question, entry)
                    self._function(f"{name}(v, player{params})", code, listing.action.span)

    # ---- blocks

    def _block(self, block: Block) -> None:
        code = Code()
        self._inside(block, code)
        at = self._place_of(block)
        self._add()
        self._add()
        self._add(f"# {block.rule}{': ' + at if at else ''}")
        self._add(f"def b{block.number}(v):")
        self._lines += code.lines

    def _place_of(self, block: Block) -> str:
        if isinstance(block.end, Ask):
            return self._at(self._questions[block.end.question].rule)
        return ""

    def _inside(self, block: Block, code: Code) -> None:
        if block.restores is not None:
            frame = self._frames[block.restores]
            code.add(f"pop(v, {frame.start}, {frame.size})")
        self._in_block.body(block.body, code)
        match block.end:
            case Jump(target):
                self._go(block, target, code)
            case Fork(test, yes, no):
                with code.indented(f"if {value(test, code)}:"):
                    self._go(block, yes, code)
                self._go(block, no, code)
            case Enter():
                self._enter(block, block.end, code)
            case Return(rule):
                self._return(self._frames[rule], code)
            case Ask(number):
                self._ask(block, self._questions[number], code)
            case Over():
                if not (block.body and code.lines and code.lines[-1].strip().startswith("return")):
                    code.add("return OVER")
            case Halt():
                code.add(f"v[{WAITING}] = v[{CHOOSER}] = 0")
                code.add("return OVER")

    def _go(self, block: Block | None, target: int, code: Code) -> None:
        """Goes on at another block: written here, called, or returned to the loop that runs blocks."""
        if target in self._graph.inlined:
            self._inside(self._blocks[target], code)
        elif block is not None and (block.number, target) in self._graph.looping:
            code.add(f"return {target}")
        else:
            code.add(f"return b{target}(v)")

    def _enter(self, block: Block, end: Enter, code: Code) -> None:
        frame = self._frames[end.rule]
        args = [value(arg, code) for arg in end.args]
        if end.keeps is not None:
            kept = self._frames[end.keeps]
            names = []
            for arg in args:  # computed before the frame that they may come from is put away
                names.append(code.temp())
                code.add(f"{names[-1]} = {arg}")
            args = names
            code.add(f"push(v, {kept.start}, {kept.size}, {end.at})")
        code.add(f"v[{frame.back}] = {end.back}")
        for at, arg in zip(frame.params, args, strict=True):
            code.add(f"v[{at}] = {arg}")
        self._go(block, self._entries[end.rule], code)

    def _return(self, frame: Frame, code: Code) -> None:
        code.add(f"back = v[{frame.back}]")
        for at in range(frame.start, frame.start + frame.size):
            code.add(f"v[{at}] = 0")
        code.add("return back")

    # ---- questions and answers

    def _ask(self, block: Block, question: Question, code: Code) -> None:
        question_lines(self._program, question, code)
        if question.decline is None:
            with code.indented("if not options:"):
                self._nothing(block, question, code)
        else:
            self._ask_declinable(block, question, code)
        code.add(f"v[{WAITING}] = {question.number}")
        code.add(f"v[{CHOOSER}] = player")
        code.add("return options")

    def _nothing(self, block: Block, question: Question, code: Code) -> None:
        if question.empty is not None:
            self._go(block, question.empty, code)
        else:
            code.add(f"fail({question.rule}, None, 0, 0)")

    def _ask_declinable(self, block: Block, question: Question, code: Code) -> None:
        """Without an option the answer that declines is taken at once, if it is the only one."""
        with code.indented("if not options:"):
            with code.indented("if not declining:"):
                self._nothing(block, question, code)
            with code.indented("if len(declining) == 1:"):
                code.add(f"v[{CHOOSER}] = player")
                code.add(f"return answer_{question.number}(v, declining[0])")
        code.add("options = options + declining")

    def _answer(self, question: Question) -> None:
        code = Code()
        code.add(f"player = v[{CHOOSER}]")
        entries = list({entry.action: entry for entry in question.entries}.values())
        if question.decline is not None and question.decline.action not in {one.action for one in entries}:
            entries.append(question.decline)
        entries.sort(key=lambda entry: self._listings[entry.action].base)
        for at, entry in enumerate(entries):
            if at + 1 < len(entries):
                following = self._listings[entries[at + 1].action].base
                with code.indented(f"if option < {following}:"):
                    self._answered(entry, question, code)
            else:
                self._answered(entry, question, code)
        self._function(f"answer_{question.number}(v, option)", code, self._program.rules[question.rule])

    def _answered(self, entry: Entry, question: Question, code: Code) -> None:
        listing = self._listings[entry.action]
        decode_lines(listing, code)
        action = listing.action
        if action.is_value_choice:
            for name, place in entry.names:
                if place is not None:
                    code.add(f"v[{place}] = {local_name(name)}")
        elif listing.stops:
            self._start_action(entry, listing, question.rule, code)
            return
        else:
            rule = action_rule(entry.action)
            names = "".join(f", {local_name(param.name)}" for param in (*action.given, *action.chosen))
            call = f"{procedure_name(rule)}(v, player{names})"
            if self._procedures[rule].may_end:
                with code.indented(f"if {call}:"):
                    code.add("return OVER")
            elif self._procedures[rule].body:
                code.add(call)
        self._go(self._asked_in.get(question.number), entry.after, code)

    def _start_action(self, entry: Entry, listing: Listing, at: int, code: Code) -> None:
        """An action whose `do` can stop is a rule of its own: it returns to what follows the question."""
        frame = self._frames[action_rule(entry.action)]
        if entry.keeps is not None:
            kept = self._frames[entry.keeps]
            code.add(f"push(v, {kept.start}, {kept.size}, {at})")
        code.add(f"v[{frame.back}] = {entry.after}")
        params = ("player", *(param.name for param in (*listing.action.given, *listing.action.chosen)))
        for place, name in zip(frame.params, params, strict=True):
            code.add(f"v[{place}] = {local_name(name)}")
        self._go(None, self._entries[action_rule(entry.action)], code)

    # ---- the ends of the module

    def _ends(self) -> None:
        blocks = [block.number for block in self._program.blocks if block.number not in self._graph.inlined]
        self._add("\n")
        self._add(f"BLOCKS = {{{', '.join(f'{number}: b{number}' for number in blocks)}}}")
        numbers = [question.number for question in self._program.questions]
        self._add(f"ANSWERS = {{{', '.join(f'{number}: answer_{number}' for number in numbers)}}}")
        self._add(f"RULE_OF_BLOCK = {{{', '.join(f'{n}: {self._blocks[n].rule!r}' for n in blocks)}}}")
        reset = [f"    v[{STEPS}] = 0"] if self._program.uses_steps else []
        self._lines += [
            "",
            "",
            "def go(v, block):",
            f"    for _ in range({MOST_STEPS}):",
            "        block = BLOCKS[block](v)",
            "        if block.__class__ is not int:",
            *(f"    {line}" for line in ["        " + one.strip() for one in reset]),
            "            return block",
            "    stuck(RULE_OF_BLOCK[block])",
            "",
            "",
            "def step(v, option):",
            "    result = ANSWERS[v[0]](v, option)",
            *reset,
            "    return go(v, result) if result.__class__ is int else result",
            "",
            "",
            "def begin(v):",
            f"    return go(v, {self._entries['main']})",
        ]
        self._begin_play()
        self._weights()
        self._phases()

    def _begin_play(self) -> None:
        """The game from after its set-up, for a position that was put together by hand."""
        code = Code()
        entering = [
            block.end for block in self._program.blocks if block.rule == "main" and isinstance(block.end, Enter)
        ]
        for end in entering:
            if end.rule == "play":
                code.add(f"v[{self._frames['play'].back}] = {end.back}")
                code.add(f"return go(v, {self._entries['play']})")
        if not code.lines:  # nobody decides anything in the whole game
            code.add("run_play(v)")
            code.add("return OVER")
        self._function("begin_play(v)", code, None)

    def _phases(self) -> None:
        """Each phase run alone, as a scenario may."""
        names = []
        for name, params in self._program.phases:
            given = "".join(f", {local_name(param.name)}" for param in params)
            code = Code()
            if name in self._entries:
                frame = self._frames[name]
                code.add(f"v[{frame.back}] = 0")
                for at, param in zip(frame.params, params, strict=True):
                    code.add(f"v[{at}] = {local_name(param.name)}")
                code.add(f"return go(v, {self._entries[name]})")
            else:
                code.add(f"{procedure_name(name)}(v{given})")
                code.add("return OVER")
            self._function(f"alone_{name}(v{given})", code, None)
            names.append(f"{name!r}: alone_{name}")
        self._add()
        self._add()
        self._add(f"PHASES = {{{', '.join(names)}}}")


def question_lines(program: Program, question: Question, code: Code) -> None:
    """Computes `player`, `options` and, where one can decline, `declining`."""
    actions = {listing.action.name: listing.action for listing in program.listings}
    code.add(f"player = {value(question.by, code)}")
    parts = [_listed(question, entry, actions, code) for entry in question.entries]
    code.add(f"options = {' + '.join(parts)}")
    if question.decline is not None:
        code.add(f"declining = {_listed(question, question.decline, actions, code)}")


def _listed(question: Question, entry: Entry, actions: Mapping[str, Action], code: Code) -> str:
    """The call that lists the legal choices of one entry."""
    action = actions[entry.action]
    args = entry.given
    if action.is_value_choice:
        pairs = zip(entry.given, action.captured, strict=True)
        args = tuple(arg for arg, param in pairs if param.name != "player")
    args = (*args, *(arg for _, arg in entry.fixed))
    function = fixed_listing_name(question, entry) if entry.fixed else listing_name(entry.action)
    given = "".join(f", {value(arg, code)}" for arg in args)
    call = f"{function}(v, player{given})"
    return call if entry.where is None else f"({call} if {value(entry.where, code)} else [])"


def fixed_listing_name(question: Question, entry: Entry) -> str:
    return f"{listing_name(entry.action)}_{question.number}_{question_entries(question).index(entry)}"
