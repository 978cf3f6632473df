"""Legal actions as Python: nested loops over parameters that end in ids."""

from __future__ import annotations

from dataclasses import replace

from boardrules.emit.code import Code, local_name
from boardrules.emit.expressions import in_loops, is_simple, iterable, value
from boardrules.ir import exprs
from boardrules.ir.program import Listing
from boardrules.ir.rules import Parameter
from boardrules.ir.simplify import binary, pick


def listing_name(action: str) -> str:
    return f"list_{action}"


def listing_lines(
    listing: Listing, fixed: tuple[tuple[str, exprs.Expr], ...], code: Code, number: exprs.Expr | None = None
) -> None:
    """The body of a function that returns the ids of all legal choices, or something else about each of them."""
    loops = tuple(_narrowed(loop, dict(fixed)) for loop in listing.loops)
    tests = listing.first
    if tests:
        with code.indented(f"if not ({value(exprs.both(tests), code)}):"):
            code.add("return []")
    number = id_expression(listing) if number is None else number
    short = _comprehension(loops, number, code)
    if short is not None:
        code.add(f"return {short}")
        return
    code.add("options = []")
    in_loops(loops, code, lambda code: code.add(f"options.append({value(number, code)})"))
    code.add("return options")


def _narrowed(loop: exprs.Loop, fixed: dict[str, exprs.Expr]) -> exprs.Loop:
    if loop.name not in fixed:
        return loop
    here = exprs.Local(loop.name)
    only = exprs.Span(fixed[loop.name], fixed[loop.name])
    return replace(loop, domain=only, where=(exprs.Within(here, loop.domain), *loop.where))


def _comprehension(loops: tuple[exprs.Loop, ...], number: exprs.Expr, code: Code) -> str | None:
    """One list comprehension, where nothing in the loops needs lines of its own."""
    parts = []
    lines = code.part()
    for loop in loops:
        if isinstance(loop.domain, exprs.Bits) or (
            isinstance(loop.domain, exprs.Round) and not is_simple(loop.domain.start)
        ):
            return None
        parts.append(f"for {local_name(loop.name)} in {iterable(loop.domain, lines)}")
        if loop.where:
            parts.append(f"if {value(exprs.both(loop.where), lines)}")
    text = value(number, lines)
    return None if lines.lines else f"[{' '.join((text, *parts))}]"


def id_expression(listing: Listing) -> exprs.Expr:
    """The id of the chosen and given parameters: mixed radix, the first parameter counts most."""
    total: exprs.Expr = exprs.Const(0)
    params: tuple[Parameter, ...] = (*listing.action.given, *listing.action.chosen)
    before = 0
    for param, radix, low, none in zip(params, listing.radices, listing.lows, listing.nones, strict=True):
        digit: exprs.Expr = exprs.Local(param.name)
        if none is not None:
            last = exprs.Const(radix - 1 + low)
            digit = pick(binary("==", digit, exprs.Const(none)), last, digit)
        total = binary("+", binary("*", total, exprs.Const(radix)), digit)
        before = before * radix + low
    shift = listing.base - before
    return binary("+", total, exprs.Const(shift)) if shift >= 0 else binary("-", total, exprs.Const(-shift))


def decode_lines(listing: Listing, code: Code) -> None:
    """Binds the parameters again, from the id in `option`."""
    params = (*listing.action.given, *listing.action.chosen)
    if not params:
        return
    rest = f"option - {listing.base}" if listing.base else "option"
    if len(params) > 1:
        code.add(f"rest = {rest}")
        rest = "rest"
    digits = list(zip(params, listing.radices, listing.lows, listing.nones, strict=True))
    for at, (param, radix, low, none) in reversed(list(enumerate(digits))):
        name = local_name(param.name)
        if at:
            code.add(f"rest, {name} = divmod(rest, {radix})")
            if none is not None:
                code.add(f"{name} = {name} + {low} if {name} != {radix - 1} else {none}")
            elif low:
                code.add(f"{name} += {low}" if low > 0 else f"{name} -= {-low}")
        elif none is not None:
            code.add(f"{name} = {rest}")
            code.add(f"{name} = {name} + {low} if {name} != {radix - 1} else {none}")
        else:
            shift = low - (listing.base if len(params) == 1 else 0)
            origin = "option" if len(params) == 1 else "rest"
            more = "" if shift == 0 else f" + {shift}" if shift > 0 else f" - {-shift}"
            code.add(f"{name} = {origin}{more}")
