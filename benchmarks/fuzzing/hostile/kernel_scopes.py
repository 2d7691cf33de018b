"""Which values a kernel's text defines, of which types, and which lines see them: read from lines and indentation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PARAMETER = re.compile(r"(%\w+): ((?:memref<[^>]*>)|\w+)")
_RESULT = re.compile(r"^\s*(%\w+) = \"?([\w.]+)")
_LOOP = re.compile(r"^\s*(?:%\w+ = )?(?:affine|scf)\.for (%\w+) =")
_LAST_TYPE = re.compile(r"(?: : | to | into |-> )((?:memref<.*>)|\w+)$")


@dataclass(frozen=True)
class Value:
    """A value: its name, its type, the number of the line that defines it, the indentation of the lines that see it."""

    name: str
    type: str
    line: int
    indent: int


def values(lines: list[str]) -> list[Value]:
    """The values of a kernel whose types stand in the line that defines them."""
    return [value for number in range(len(lines)) for value in _of_line(lines, number)]


def visible(lines: list[str], found: list[Value], line: int) -> Iterator[Value]:
    """Those of the values that a line may use."""
    for value in found:
        between = lines[value.line + 1 : line + 1]
        if value.line < line and all(indent(text) >= value.indent for text in between if not _is_label(text)):
            yield value


def indent(line: str) -> int:
    """Blanks at the start of a line."""
    return len(line) - len(line.lstrip())


def _is_label(line: str) -> bool:
    return line.lstrip().startswith("^") or not line.strip()


def _of_line(lines: list[str], number: int) -> Iterator[Value]:
    line = lines[number]
    if line.lstrip().startswith(("func.func", "^bb", "(%")):
        inner = indent(lines[number + 1]) if number + 1 < len(lines) else 0
        for name, type_ in _PARAMETER.findall(line):
            yield Value(name, type_, number, inner)
        return
    if loop := _LOOP.match(line):
        yield Value(loop[1], "index", number, indent(line) + 2)
        return
    result, type_ = _RESULT.match(line), _LAST_TYPE.search(line)
    if result and (type_ or result[2].startswith("affine.")):
        yield Value(result[1], _result_type(result[2], type_[1] if type_ else ""), number, indent(line))


def _result_type(operation: str, last: str) -> str:
    if operation.startswith("affine."):
        return "index"
    if operation.startswith("arith.cmp"):
        return "i1"
    return element_type(last) if operation == "memref.load" else last


def element_type(memref: str) -> str:
    """Of the elements of a memref type; empty for other types."""
    found = re.match(r"memref<(?:(?:\?|\d+)x)*(\w+)", memref)
    return found[1] if found else ""


def shape(memref: str) -> list[str]:
    """The extents of a memref type as they are written."""
    found = re.match(r"memref<((?:(?:\?|\d+)x)*)", memref)
    return found[1].split("x")[:-1] if found else []
