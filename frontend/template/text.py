"""Jinja2 templates that know, for every line they render, the line of the template it came from."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jinja2
import sympy
from npusim.simulator.errors import KernelError, OptionError

_MARK = re.compile(r"[ \t]*// @template-line (\d+)$")
_NAME = re.compile(r"%[\w.$-]+")
_QUOTED = re.compile(r"""(?P<quote>["'])(?P<name>[A-Za-z_]\w*)(?P=quote)""")
"""What a text calls tiles and loops, which are values as well."""
_TRIM_BEFORE, _TRIM_AFTER = ("{{-", "{%-", "{#-"), ("-}}", "-%}", "-#}")
_OPENERS, _CLOSERS = ("{{", "{%", "{#"), ("}}", "%}", "#}")


@dataclass(frozen=True)
class RenderedText:
    """Text without blank lines, indented by its braces; `template_lines[i]` is the 1-based template line of line i +
    1, or None.
    """

    text: str
    template_lines: tuple[int | None, ...]

    def template_line(self, line: int | None) -> int | None:
        """The template's line that rendered the 1-based `line`."""
        if line is None or not 1 <= line <= len(self.template_lines):
            return None
        return self.template_lines[line - 1]


class TemplateText:
    """A Jinja2 template whose undefined names are errors."""

    def __init__(self, source: str, owner: str) -> None:
        self.owner = owner
        self._source_lines = source.splitlines()
        self._names = {*_NAME.findall(source), *(f"%{found['name']}" for found in _QUOTED.finditer(source))}
        try:
            self._template = _compiled(source)
        except jinja2.TemplateSyntaxError as error:
            raise self._error(error.lineno, str(error.message)) from error

    def render(self, **options: Any) -> str:
        """The text, each line marked with a comment that names its template line; `unmarked` takes the marks off.

        Raises:
            KernelError: a name that the options do not define.
        """
        if (kernel := options.get("kernel")) is not None:
            kernel.reserve_names(self._names)
        try:
            return str(self._template.render(**options))
        except jinja2.UndefinedError as error:
            raise self._error(_error_line(error), f"{error.message}; {_advice(error)}") from error
        except Exception as error:
            error.template_location = self._place(_error_line(error))  # type: ignore[attr-defined]
            raise

    def _error(self, line: int | None, what: str) -> KernelError:
        place = f", {self._place(line)}" if line else ""
        return KernelError(f"template {self.owner}{place}: {what}", line=line)

    def _place(self, line: int | None) -> str:
        """`template line 3: {{ kernel.fill("sums", 0) }}`; empty without a line."""
        shown = self._source_lines[line - 1].strip() if line and line <= len(self._source_lines) else ""
        return f"template line {line}: {shown}" if line else ""


@functools.lru_cache(maxsize=256)
def _compiled(source: str) -> jinja2.Template:
    """The compiled template of a text; all kernels of an operator fill in the same one."""
    return _ENVIRONMENT.from_string("\n".join(_marked_lines(source)))


def _number(value: Any) -> Any:
    """A value that a text prints; sizes and numbers that only the run knows have to be SSA values."""
    if isinstance(value, sympy.Expr) and value.free_symbols:
        raise OptionError(
            f"the text prints the symbolic number {value}: kernel.size(...) makes it an index, kernel.scalar(...) a "
            "floating-point value"
        )
    return value


_ENVIRONMENT = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False, finalize=_number)


def _advice(error: jinja2.UndefinedError) -> str:
    if "MLIRTemplateKernel object" in str(error.message):
        return "docs/adding_an_operator.md, 'The template kernel', lists what a text may call"
    return "the function that fills in the text gives such names (its result, or kernel.render_options of a class)"


def _error_line(error: Exception) -> int | None:
    trace, line = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _marked_lines(source: str) -> Iterator[str]:
    """Marks every line that ends outside of a Jinja tag and whose line break is kept."""
    lines = source.splitlines()
    open_tags = 0
    for number, line in enumerate(lines, start=1):
        following = lines[number] if number < len(lines) else ""
        open_tags += sum(line.count(tag) for tag in _OPENERS) - sum(line.count(tag) for tag in _CLOSERS)
        trimmed = line.rstrip().endswith(_TRIM_AFTER) or following.lstrip().startswith(_TRIM_BEFORE)
        yield line if open_tags or trimmed or not line.strip() else f"{line} // @template-line {number}"


def unmarked(code: str) -> RenderedText:
    """Takes marks and blank lines off and indents by braces.

    A template line that printed several lines carries its mark on the last of them, so a mark counts for the unmarked
    lines above it.
    """
    kept: list[tuple[str, int | None]] = []
    for raw in code.splitlines():
        mark = _MARK.search(raw)
        line = _MARK.sub("", raw).strip()
        if line:
            kept.append((line, int(mark.group(1)) if mark else None))
    return RenderedText(
        "\n".join(_indented([line for line, _ in kept])) + "\n", _filled([number for _, number in kept])
    )


def _filled(numbers: list[int | None]) -> tuple[int | None, ...]:
    filled: list[int | None] = []
    following: int | None = None
    for number in reversed(numbers):
        following = number if number is not None else following
        filled.append(following)
    return tuple(reversed(filled))


def _indented(lines: list[str]) -> Iterator[str]:
    depth = 0
    for line in lines:
        code = line.split("//", 1)[0]
        closing = len(code) - len(code.lstrip("})"))
        shown = max(depth - min(closing, 1), 0)
        yield "  " * shown + line
        depth = max(depth + code.count("{") - code.count("}"), 0)
