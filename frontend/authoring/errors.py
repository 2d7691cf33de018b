"""Errors in what authors of operators write: which operator, which template, which of their lines, what was expected.

A lowering, `render` and `mapping_space` are called deep inside of Inductor, whose messages know nothing of them.
"""

import inspect
import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import torch
from npusim.simulator.errors import NpuSimError, OperatorError

_LIBRARIES = ("torch.", "npusim.", "sympy.", "jinja2.", "contextlib")
_SYMBOLIC = ("Cannot convert symbols to int", "cannot determine truth value of Relational", "Cannot convert expression")
_SYMBOLIC_HINT = (
    "sizes that may be symbolic (dynamic=True): hand them to kernel.for_loop, kernel.size or kernel.scalar as they "
    "are, or compile a kernel for each size with npusim.frontend.template.inputs.static_sizes"
)


@dataclass(frozen=True)
class SourceLocation:
    """A line of source."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        source = linecache.getline(self.file, self.line).strip()
        return f"{self.file}, line {self.line}, in {self.function}{f': {source}' if source else ''}"


@contextmanager
def author_context(doing: str, code: Any, expected: str, operator: Any = None) -> Iterator[None]:
    """Says of an exception in what an author wrote where it is and what was expected there.

    An exception of ours keeps its class. Those of npusim's own templates, whose messages are for the user of a model,
    are left alone.

    Args:
        doing: what was called, such as `render of template Copy`.
        code: the function or class that the author wrote.
        expected: what it should have given.
        operator: what it is for, if that is known.
    """
    try:
        yield
    except NpuSimError as error:
        if not (is_of_npusim(code) or isinstance(error, OperatorError) or hasattr(error, "author_location")):
            location = _location(error.__traceback__, code)
            error.author_location = location  # type: ignore[attr-defined]
            lines = [str(error), f"  in {_named(doing, operator)}", *_template_location(error), f"  at {location}"]
            error.args = ("\n".join(lines), *error.args[1:])
        raise
    except Exception as error:
        if is_of_npusim(type(error)):  # says that operators cannot share a kernel, and is answered by another plan
            raise
        location = _location(error.__traceback__, code)
        lines = [
            f"{_named(doing, operator)} raised {type(error).__name__}: {error}",
            *_template_location(error),
            f"  at {location}",
            f"  expected: {_SYMBOLIC_HINT if _is_symbolic(error) else expected}",
        ]
        raise OperatorError(
            "\n".join(lines), operator=operator_name(operator), file=location.file, line=location.line
        ) from error


def refuse_result(doing: str, code: Any, given: str, expected: str, operator: Any = None) -> OperatorError:
    """The error for what an author's function returned."""
    location = _definition(code)
    text = f"{_named(doing, operator)} returned {given}\n  at {location}\n  expected: {expected}"
    return OperatorError(text, operator=operator_name(operator), file=location.file, line=location.line)


def is_of_npusim(code: Any) -> bool:
    """Whether a function or class is defined in npusim."""
    return str(getattr(code, "__module__", "")).startswith("npusim.")


def operator_name(operator: Any) -> str:
    """`mylib::mine` of an overload; of other things what they call themselves."""
    if operator is None:
        return ""
    return str(operator.name()) if isinstance(operator, torch._ops.OpOverload) else str(operator)


def defined_at(code: Any) -> str:
    """`file, line 3` of a function or class."""
    location = _definition(code)
    return f"{location.file}, line {location.line}"


def _named(doing: str, operator: Any) -> str:
    name = operator_name(operator)
    return f"operator {name}: {doing}" if name else doing


def _template_location(error: Exception) -> list[str]:
    """The line of a template's text that an exception comes from, if it comes from one."""
    location = getattr(error, "template_location", "")
    return [f"  at {location}"] if location else []


def _is_symbolic(error: Exception) -> bool:
    return isinstance(error, TypeError) and any(text in str(error) for text in _SYMBOLIC)


def _location(trace: TracebackType | None, code: Any) -> SourceLocation:
    """The innermost line in the file of the author's code, else in a file of no library, else where it is defined."""
    frames = [
        (SourceLocation(frame.f_code.co_filename, line, frame.f_code.co_name), str(frame.f_globals.get("__name__", "")))
        for frame, line in traceback.walk_tb(trace)
    ]
    file = _definition(code).file
    own = [location for location, _ in frames if location.file == file]
    others = [location for location, module in frames if not f"{module}.".startswith(_LIBRARIES)]
    foreign = [location for location in others if location.file != "<template>"]
    return (own or foreign or [_definition(code)])[-1]


def _definition(code: Any) -> SourceLocation:
    function = inspect.unwrap(code) if not isinstance(code, type) else code
    name = str(getattr(function, "__qualname__", type(function).__name__))
    inner = getattr(function, "__code__", None)
    if inner is not None:
        return SourceLocation(inner.co_filename, inner.co_firstlineno, name)
    try:
        return SourceLocation(str(inspect.getsourcefile(function)), inspect.getsourcelines(function)[1], name)
    except (OSError, TypeError):
        module = sys.modules.get(str(getattr(function, "__module__", "")))
        return SourceLocation(str(getattr(module, "__file__", "<unknown>")), 1, name)
