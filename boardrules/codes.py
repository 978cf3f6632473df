"""Every diagnostic code, with one line that says what it means. Codes are never reused for something else.

A test fails for a code without a broken file in `tests/data/errors`.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    # reading YAML
    "yaml-syntax": "the file is not YAML",
    "duplicate-key": "a key stands twice in one mapping",
    "yaml-anchor": "anchors and aliases are not part of the language",
    "yaml-merge-key": "merge keys are not part of the language",
    "yaml-tag": "explicit tags are not part of the language",
    "yaml-escape": "escapes in double quotes are not allowed inside expressions",
    "file-too-large": "a file is larger than 2 MiB",
    "nesting-too-deep": "YAML or an expression is nested deeper than 64 levels",
    "number-too-large": "a whole number does not fit into 32 bits",
    "expression-too-long": "an expression has more than 4,000 characters",
    "bad-encoding": "the file is not UTF-8 text",
    "missing-file": "a file that is named is not there",
    "include-outside": "an include leads outside the game's folder",
    "flow-split": "YAML split an expression at a comma or bracket inside [ ] or { }",
    # shape of the file
    "unknown-key": "a key that this place does not have",
    "missing-key": "a key that this place must have",
    "wrong-shape": "a value of another kind than this place takes",
    "bad-value": "a value outside the ones this place takes",
    "bad-name": "a name that the language cannot use",
    # expressions
    "syntax": "an expression or statement that cannot be read",
    "not-supported": "a form of the language that this version does not run yet",
    # names and types
    "unknown-name": "a name that nothing is called",
    "unknown-type": "a type that is not declared",
    "unknown-member": "x.y where x has no y",
    "ambiguous-member": "x.y where y can mean two things",
    "duplicate-name": "two things in one name space have one name",
    "shadowed-name": "a local name that hides another",
    "type-mismatch": "a value of another type than needed here",
    "wrong-arity": "too many or too few arguments or keys",
    "out-of-range": "a number that can never fit into its range",
    "not-constant": "a value that must be known before the game starts",
    "assign-constant": "an assignment to something that cannot change",
    "missing-entry": "a table, start value or text that leaves something out",
    "bad-table": "a table whose keys overlap or leave a gap",
    "failed-check": "a fact about the data that does not hold",
    # flow
    "unreachable-phase": "a phase that no rule runs",
    "never-offered": "an action that no choose offers",
    "never-read": "an option or a piece of state that no rule reads",
    "never-none": "a comparison with none of something that is never none",
    "no-option": "a choose that may have no option and does not say what happens then",
    "recursion": "a rule that calls itself without a decision between",
    "leave-outside-loop": "`leave` where no while, repeat or times is around it",
    "missing-phase": "a game without the phase `play`",
    "too-many-options": "an action whose parameters have more than 1,000,000 combinations",
    # texts
    "missing-text": "a translation leaves something out",
    "unused-text": "a translation of something that is not there",
    # scenarios
    "unknown-player": "a seat that this game does not have",
    "unknown-action": "an action that this game does not have",
    # includes
    "include-cycle": "files include one another, or nest deeper than 8",
}
