"""Expressions as Python. A fold becomes a loop in front of the statement that needs it, with an early way out.

Parentheses are written only where Python needs them: each text comes with how tightly it binds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from boardrules.emit.code import Code, function_name, local_name, table_name
from boardrules.ir import exprs

COND, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)

_BINARY = {
    "+": ("+", SUM),
    "-": ("-", SUM),
    "*": ("*", PRODUCT),
    "//": ("//", PRODUCT),
    "mod": ("%", PRODUCT),
    "==": ("==", COMPARE),
    "!=": ("!=", COMPARE),
    "<": ("<", COMPARE),
    "<=": ("<=", COMPARE),
    ">": (">", COMPARE),
    ">=": (">=", COMPARE),
    "|": ("|", BIT_OR),
    "&": ("&", BIT_AND),
}

Text = tuple[str, int]


def value(node: exprs.Expr, code: Code, tight: int = COND) -> str:
    """The expression, in parentheses where the place binds tighter than the expression."""
    text, binds = _text(node, code)
    return text if binds >= tight else f"({text})"


def is_simple(node: exprs.Expr) -> bool:
    return isinstance(node, exprs.Const | exprs.Local)


def _text(node: exprs.Expr, code: Code) -> Text:
    match node:
        case exprs.Const(number):
            return (str(number), ATOM) if number >= 0 else (str(number), UNARY)
        case exprs.Local(name):
            return local_name(name), ATOM
        case exprs.Load(offset, index):
            return f"v[{place(offset, index, code)}]", ATOM
        case exprs.Lookup(table, keys):
            return f"{table_name(table)}[{value(keys[0], code)}]", ATOM
        case exprs.Call(name, args):
            given = "".join(f", {value(arg, code)}" for arg in args)
            return f"{function_name(name)}(v{given})", ATOM
        case exprs.Binary():
            return _binary(node, code)
        case exprs.Not(inner):
            return f"not {value(inner, code, NOT)}", NOT
        case exprs.And(parts):
            return _chain(parts, "and", AND, code)
        case exprs.Or(parts):
            return _chain(parts, "or", OR, code)
        case exprs.Pick():
            return _pick(node, code)
        case exprs.Bind(name, inner, body):
            code.add(f"{local_name(name)} = {value(inner, code)}")
            return _text(body, code)
        case exprs.OneOf(inner, values):
            return f"{value(inner, code, BIT_OR)} in {literal(values)}", COMPARE
        case exprs.Within(inner, domain):
            return _within(inner, domain, code)
        case exprs.HasBit(bits, inner, low):
            return f"{value(bits, code, SHIFT)} >> {_less(inner, low, code)} & 1", BIT_AND
        case exprs.BitOf(inner, low):
            return f"1 << {_less(inner, low, code)}", SHIFT
        case exprs.SizeOf(bits):
            return f"{value(bits, code, ATOM)}.bit_count()", ATOM
        case exprs.Nth(row, index):
            return f"{_row(row, code)}[{value(index, code)}]", ATOM
        case exprs.LengthOf(row):
            return f"len({_row(row, code)})", ATOM
        case exprs.Checked():
            return _checked(node, code)
        case exprs.Fold():
            return fold(node, code), ATOM
        case exprs.Read():
            raise AssertionError("state must have a place before code is written")
    assert_never(node)


def place(offset: int, index: exprs.Expr | None, code: Code) -> str:
    if index is None:
        return str(offset)
    if offset == 0:
        return value(index, code)
    if offset < 0:
        return f"{value(index, code, SUM)} - {-offset}"
    return (
        f"{offset} + {value(index, code, PRODUCT)}"
        if not isinstance(index, exprs.Binary) or index.op != "+"
        else (f"{offset} + {value(index, code, SUM)}")
    )


def literal(values: tuple[int, ...]) -> str:
    inside = ", ".join(map(str, values))
    return f"({inside},)" if len(values) == 1 else f"({inside})"


def _less(inner: exprs.Expr, low: int, code: Code) -> str:
    if low == 0:
        return value(inner, code, PRODUCT)
    return f"({value(inner, code, SUM)} {'-' if low > 0 else '+'} {abs(low)})"


def _binary(node: exprs.Binary, code: Code) -> Text:
    match node.op:
        case "min" | "max":
            return f"{node.op}({value(node.left, code)}, {value(node.right, code)})", ATOM
        case "ceil":
            return f"-(-{value(node.left, code, UNARY)} // {value(node.right, code, UNARY)})", UNARY
        case "&~":
            return f"{value(node.left, code, BIT_AND)} & ~{value(node.right, code, UNARY)}", BIT_AND
    op, binds = _BINARY[node.op]
    left = value(node.left, code, binds + 1 if binds == COMPARE else binds)
    return f"{left} {op} {value(node.right, code, binds + 1)}", binds


def _chain(parts: tuple[exprs.Expr, ...], word: str, binds: int, code: Code) -> Text:
    """`a and b and c`; where a later part needs lines of its own, they run only if that part is reached."""
    texts = [value(parts[0], code, binds + 1)]
    for at, part in enumerate(parts[1:], 1):
        lines = code.part()
        text = value(part, lines, binds + 1)
        if lines.lines:
            return _stepwise(f" {word} ".join(texts), parts[at:], word, code), ATOM
        texts.append(text)
    return f" {word} ".join(texts), binds


def _stepwise(first: str, rest: tuple[exprs.Expr, ...], word: str, code: Code) -> str:
    result = code.temp()
    code.add(f"{result} = {first}")
    with code.indented(f"if {result}:" if word == "and" else f"if not {result}:"):
        node = rest[0] if len(rest) == 1 else exprs.And(rest) if word == "and" else exprs.Or(rest)
        code.add(f"{result} = {value(node, code)}")
    return result


def _pick(node: exprs.Pick, code: Code) -> Text:
    test = value(node.condition, code, OR)
    yes_lines, no_lines = code.part(), code.part()
    yes, no = value(node.yes, yes_lines, OR), value(node.no, no_lines, COND)
    if not yes_lines.lines and not no_lines.lines:
        return f"{yes} if {test} else {no}", COND
    result = code.temp()
    with code.indented(f"if {test}:"):
        code.add(f"{result} = {value(node.yes, code)}")
    with code.indented("else:"):
        code.add(f"{result} = {value(node.no, code)}")
    return result, ATOM


def _checked(node: exprs.Checked, code: Code) -> Text:
    inner, low, high = node.value, node.low, node.high
    if isinstance(inner, exprs.Local):
        name = local_name(inner.name)
    else:
        name = code.temp()
        code.add(f"{name} = {value(inner, code)}")
    with code.indented(f"if not {low} <= {name} <= {high}:"):
        code.add(f"missing({node.rule})" if node.present else f"fail({node.rule}, {name}, {low}, {high})")
    return name, ATOM


def _within(inner: exprs.Expr, domain: exprs.Domain, code: Code) -> Text:
    match domain:
        case exprs.Span(low, high):
            text = f"{value(low, code, SUM)} <= {value(inner, code, SUM)} <= {value(high, code, SUM)}"
            return text, COMPARE
        case exprs.Values(values):
            return f"{value(inner, code, BIT_OR)} in {literal(values)}", COMPARE
        case exprs.Row():
            return f"{value(inner, code, BIT_OR)} in {_row(domain, code)}", COMPARE
        case exprs.Bits(bits, low_member):
            return _text(exprs.HasBit(bits, inner, low_member), code)
        case exprs.Round(low_code, high_code, _):
            return f"{low_code} <= {value(inner, code, SUM)} <= {high_code}", COMPARE
    assert_never(domain)


def _row(row: exprs.Row, code: Code) -> str:
    text = f"{table_name(row.table)}[{value(row.keys[0], code)}]"
    return text if row.number is None else f"{text}[:{value(row.number, code)}]"


# ---- loops


def in_loops(
    loops: tuple[exprs.Loop, ...], code: Code, inside: Callable[[Code], None], leave: str | None = None
) -> None:
    """Writes the loops around what `inside` writes. With `leave`, outer loops end too once that name is set."""
    if not loops:
        inside(code)
        return
    loop, rest = loops[0], loops[1:]

    def body(code: Code) -> None:
        _under_tests(loop.where, code, lambda code: in_loops(rest, code, inside, leave))
        if leave is not None and rest:
            with code.indented(f"if {leave}:"):
                code.add("break")

    _through(loop, code, body)


def _under_tests(tests: tuple[exprs.Expr, ...], code: Code, inside: Callable[[Code], None]) -> None:
    if not tests:
        inside(code)
        return
    with code.indented(f"if {value(exprs.both(tests), code)}:"):
        inside(code)


def _through(loop: exprs.Loop, code: Code, body: Callable[[Code], None]) -> None:
    name = local_name(loop.name)
    if isinstance(loop.domain, exprs.Bits):
        left, lowest = code.temp(), code.temp()
        code.add(f"{left} = {value(loop.domain.bits, code)}")
        with code.indented(f"while {left}:"):
            code.add(f"{lowest} = {left} & -{left}")
            code.add(f"{left} ^= {lowest}")
            shift = loop.domain.low - 1
            more = "" if shift == 0 else f" + {shift}" if shift > 0 else f" - {-shift}"
            code.add(f"{name} = {lowest}.bit_length(){more}")
            body(code)
        return
    with code.indented(f"for {name} in {iterable(loop.domain, code)}:"):
        body(code)


def iterable(domain: exprs.Domain, code: Code) -> str:
    match domain:
        case exprs.Span(exprs.Const(low), exprs.Const(high)):
            return f"range({low}, {high + 1})"
        case exprs.Span(low, high):
            return f"range({value(low, code)}, {value(high, code, SUM)} + 1)"
        case exprs.Values(values):
            return literal(values) if values else "()"
        case exprs.Row():
            return _row(domain, code)
        case exprs.Round(low_code, high_code, start):
            first = value(start, code, SUM) if is_simple(start) else code.temp()
            if not is_simple(start):
                code.add(f"{first} = {value(start, code)}")
            return f"(*range({first}, {high_code + 1}), *range({low_code}, {first}))"
        case exprs.Bits():
            raise AssertionError("bits are gone through by a while loop")
    assert_never(domain)


def fold(node: exprs.Fold, code: Code) -> str:
    """The loop in front, and the name that holds the result after it."""
    result = code.temp()
    match node.kind:
        case "any" | "all":
            _truth(node, result, code)
        case "count":
            code.add(f"{result} = 0")
            in_loops(node.loops, code, lambda code: code.add(f"{result} += 1"))
        case "sum":
            code.add(f"{result} = 0")
            in_loops(node.loops, code, lambda code: code.add(f"{result} += {value(node.body, code)}"))
        case "first":
            _first(node, result, code)
        case "set":
            _set(node, result, code)
        case "run":
            _run(node, result, code)
        case "best":
            _best(node, result, code)
        case "min" | "max":
            _extreme(node, result, code)
        case _:
            assert_never(node.kind)
    return result


def _truth(node: exprs.Fold, result: str, code: Code) -> None:
    found, other = ("1", "0") if node.kind == "any" else ("0", "1")
    flag = result if node.kind == "any" else f"not {result}"
    code.add(f"{result} = {other}")

    def inside(code: Code) -> None:
        test = value(node.body, code, COND if node.kind == "any" else NOT)
        with code.indented(f"if {test}:" if node.kind == "any" else f"if not {test}:"):
            code.add(f"{result} = {found}")
            code.add("break")

    in_loops(node.loops, code, inside, flag)


def _first(node: exprs.Fold, result: str, code: Code) -> None:
    code.add(f"{result} = {node.none}")
    flag = None
    if len(node.loops) > 1:
        flag = code.temp()
        code.add(f"{flag} = 0")

    def inside(code: Code) -> None:
        code.add(f"{result} = {value(node.body, code)}")
        if flag is not None:
            code.add(f"{flag} = 1")
        code.add("break")

    in_loops(node.loops, code, inside, flag)


def _set(node: exprs.Fold, result: str, code: Code) -> None:
    code.add(f"{result} = 0")
    member = code.temp()

    def inside(code: Code) -> None:
        code.add(f"{member} = {value(node.body, code)}")
        with code.indented(f"if {member} != {node.none}:"):
            code.add(f"{result} |= 1 << {_less(exprs.Local(member), node.low, code)}")

    in_loops(node.loops, code, inside)


def _run(node: exprs.Fold, result: str, code: Code) -> None:
    code.add(f"{result} = 0")

    def inside(code: Code) -> None:
        with code.indented(f"if not {value(node.body, code, NOT)}:"):
            code.add("break")
        code.add(f"{result} += 1")

    in_loops(node.loops, code, inside)


def _extreme(node: exprs.Fold, result: str, code: Code) -> None:
    code.add(f"{result} = None")
    one = code.temp()
    sign = "<" if node.kind == "min" else ">"

    def inside(code: Code) -> None:
        code.add(f"{one} = {value(node.body, code)}")
        with code.indented(f"if {result} is None or {one} {sign} {result}:"):
            code.add(f"{result} = {one}")

    in_loops(node.loops, code, inside)
    with code.indented(f"if {result} is None:"):
        code.add(f"fail({node.rule}, None, 0, 0)")


def _best(node: exprs.Fold, result: str, code: Code) -> None:
    code.add(f"{result} = {node.none}")
    best, rank = code.temp(), code.temp()
    code.add(f"{best} = None")

    def inside(code: Code) -> None:
        keys = [f"-{value(key.value, code, UNARY)}" if key.highest else value(key.value, code) for key in node.order]
        code.add(f"{rank} = ({', '.join(keys)},)")
        with code.indented(f"if {best} is None or {rank} < {best}:"):
            code.add(f"{best} = {rank}")
            code.add(f"{result} = {value(node.body, code)}")

    in_loops(node.loops, code, inside)
