"""Checks of a kernel's text before MLIR parses it.

The parser is recursive without a limit: text that is nested thousands deep crashes the process. It silently turns
numbers that do not fit their type into infinity, and has no message for operations of npu without quotes.
"""

import re
from collections.abc import Iterator

import numpy as np

MOST_NESTED = 128
"""The deepest nesting of brackets in a kernel."""

MOST_OPERATORS = 512
"""The most operators of a line or an affine expression, as MLIR traverses expressions recursively."""

_SKIPPED = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"|->')
_BRACKETS = {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}
_BRACKET = re.compile(r"[][(){}<>]")
_OPERATORS = re.compile(r"floordiv|ceildiv|mod|[-+*]")
_ITERATOR_TYPES = re.compile(r"iterator_types\s*=\s*\[([^\]]*)\]")
_ITERATOR_TYPE = re.compile(r'"\w+"|#linalg\.iterator_type<\w+>')
_FLOAT = re.compile(r"([-+]?\d+\.\d*(?:[eE][-+]?\d+)?)\s*:\s*(f64|f32|f16|bf16|f8E4M3FN|f8E5M2)\b")
_LARGEST = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f8E4M3FN": 448.0, "f8E5M2": 57344.0}
_HALF_STEP = {"f16": 16.0, "bf16": 2.0**119, "f8E4M3FN": 16.0, "f8E5M2": 4096.0}

_UNQUOTED = re.compile(r"(?:^|[={}])[ \t]*(npu\.\w+)(?![\w.]*\s*[=,}])", re.MULTILINE)

_NAMES = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?<![ \t])[ \t]*//[^\n]*|%(?:\d+|[A-Za-z$._-][\w$.-]*)|@[\w$.-]+')
_FUNCTION = re.compile(r"\bfunc\.func\s+(?:\w+\s+)?@([\w$.-]+)")

Finding = tuple[int, str]
"""Position in the text, and a message."""


def canonical_text(text: str) -> str:
    """A kernel without what does not change its code: comments are left out, the names of the function and of values
    are numbers. Lines stay, as compiled code has their numbers for messages.
    """
    function = f"@{function_name(text)}"
    numbers = {function: "@0"}

    def replaced(match: re.Match[str]) -> str:
        token = match.group()
        if token[0] == "%":
            return numbers.setdefault(token, f"%{len(numbers)}")
        return numbers.get(token, token) if token[0] in '@"' else ""

    return _NAMES.sub(replaced, text)


def function_name(text: str) -> str:
    """The name of a kernel's function, empty if there is none."""
    match = _FUNCTION.search(text)
    return match.group(1) if match else ""


def find_fault(text: str) -> Finding | None:
    """The first fault that the parser must not meet, else None."""
    blanked = _SKIPPED.sub(lambda match: " " * len(match.group()), text)
    searches = _nesting, _long_expressions, _large_numbers, _unquoted
    for findings in (_iterator_types(text), *(search(blanked) for search in searches)):
        for finding in findings:
            return finding
    return None


def _nesting(text: str) -> Iterator[Finding]:
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = max(0, depth + _BRACKETS[match.group()])
        if depth > MOST_NESTED:
            yield match.start(), f"brackets are nested more than {MOST_NESTED} deep; a kernel is simpler than that"


def _long_expressions(text: str) -> Iterator[Finding]:
    """Finds affine expressions with too many operators; maps and sets extend to their closing bracket."""
    for match in re.finditer(r"affine_(?:map|set)\s*<|\baffine\.\w+", text):
        end = _end_of_expression(text, match.end(), match.group().endswith("<"))
        if sum(1 for _ in _OPERATORS.finditer(text, match.end(), end)) > MOST_OPERATORS:
            yield match.start(), f"an affine expression of more than {MOST_OPERATORS} operators; compute it in parts"


def _end_of_expression(text: str, start: int, is_map: bool) -> int:
    if not is_map:
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    depth = 1
    for match in _BRACKET.finditer(text, start):
        if match.group() in "<>" and not text.startswith(">=", match.start()):
            depth += _BRACKETS[match.group()]
            if depth == 0:
                return match.start()
    return len(text)


def _iterator_types(text: str) -> Iterator[Finding]:
    """Finds iterator types that are neither strings nor linalg attributes, on which MLIR's parser (LLVM 24) crashes."""
    for match in _ITERATOR_TYPES.finditer(text):
        entries = [entry.strip() for entry in match.group(1).split(",")] if match.group(1).strip() else []
        for entry in entries:
            if not _ITERATOR_TYPE.fullmatch(entry):
                yield (
                    match.start(),
                    f'iterator_types holds {entry or "nothing"} where it needs "parallel" or "reduction"',
                )


def _large_numbers(text: str) -> Iterator[Finding]:
    for match in _FLOAT.finditer(text):
        if not _fits(float(match.group(1)), match.group(2)):
            sentence = f"{match.group(1)} does not fit {match.group(2)}; write infinity as its bits, in hexadecimal"
            yield match.start(), sentence


def _unquoted(text: str) -> Iterator[Finding]:
    """Finds operations of npu in a syntax of their own: they have none, and MLIR gives up without saying so."""
    for match in _UNQUOTED.finditer(text):
        name = match.group(1)
        yield match.start(1), f'operations of npu stand in quotes, with their types: "{name}"(...) : (...) -> ...'


def _fits(value: float, type_: str) -> bool:
    """Whether a number rounds to a finite one of the type."""
    if type_ in _LARGEST:
        return abs(value) < _LARGEST[type_] + _HALF_STEP[type_]
    with np.errstate(over="ignore"):
        return bool(np.isfinite(np.float32(value) if type_ == "f32" else value))
