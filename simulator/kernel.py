"""Kernels: MLIR text -> verified module with a known signature.

`parse_kernel` is the only way in. It accepts what docs/kernel_language.md describes and refuses everything else with a
`KernelError` that shows the line. Parsed kernels are kept by digest, so that the functional and the timing compiler
read the same module. Nobody changes a kernel's module: both compilers work on clones (`KernelModule.clone`).
"""

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from npusim.simulator import kernel_checks
from npusim.simulator.errors import KernelError
from npusim.simulator.kernel_views import AllocInfo, alloc_info, line_and_column, source_alloc, source_argument
from npusim.simulator.mlir import context, exclusive, ir

__all__ = [
    "AllocInfo",
    "Argument",
    "KernelModule",
    "alloc_info",
    "find_function",
    "parse_kernel",
    "source_alloc",
    "source_argument",
    "walk",
]

_CACHE_ENTRIES = 1024
_MOST_DIAGNOSTICS = 3
_ITERATOR_TYPES = re.compile(r"iterator_types\s*=\s*\[([^\]]*)\]")
_ITERATOR_TYPE = re.compile(r'"\w+"|#linalg\.iterator_type<\w+>')


@dataclass(frozen=True)
class Argument:
    """One argument of a kernel.

    Attributes:
        name: as the text spells it, without `%`.
        kind: `tensor` (a rank-1 memref in DRAM) or `index` (a symbolic size).
        element_type: MLIR's spelling, for example `f32`; `index` for sizes.
        extent: number of elements that the tensor's storage spans; None when it is symbolic, and for sizes.
    """

    name: str
    kind: Literal["tensor", "index"]
    element_type: str
    extent: int | None


@dataclass(frozen=True, eq=False)
class KernelModule:
    """A verified kernel.

    Attributes:
        text: the MLIR text it was parsed from.
        name: name of the function.
        arguments: tensors first, then sizes.
        module: the verified `ir.Module`; read it, never change it.
        tiles: the tiles in text order.
        digest: hexadecimal SHA-256 of the text.
        source: where the text came from, for messages.
    """

    text: str = field(repr=False)
    name: str
    arguments: tuple[Argument, ...]
    module: Any = field(repr=False)
    tiles: tuple[AllocInfo, ...] = field(repr=False)
    digest: str
    source: str

    @cached_property
    def tensors(self) -> tuple[Argument, ...]:
        """The arguments that are tensors."""
        return tuple(argument for argument in self.arguments if argument.kind == "tensor")

    @cached_property
    def sizes(self) -> tuple[Argument, ...]:
        """The arguments that are symbolic sizes."""
        return tuple(argument for argument in self.arguments if argument.kind == "index")

    @property
    def function(self) -> Any:
        """The kernel's function in `module`."""
        return find_function(self.module)

    @exclusive
    def clone(self) -> Any:
        """A copy of the module that the caller may change."""
        return ir.Module.parse(self.text, context())

    def npu_operations(self) -> Iterator[Any]:
        """The operations of the dialect `npu`, in text order."""
        return (op for op in walk(self.function) if op.name.startswith("npu."))


def walk(root: Any) -> Iterator[Any]:
    """All operations below `root` (an operation) in text order; the tree must not change meanwhile."""
    for region in root.regions:
        for block in region:
            for op in block.operations:
                yield op.operation
                yield from walk(op.operation)


def find_function(module: Any) -> Any:
    """The function of a kernel's module that has a body, as an operation; declarations may stand beside it."""
    functions = [op.operation for op in module.body.operations if op.operation.name == "func.func"]
    return next(f for f in functions if len(f.regions[0].blocks))


_cache: OrderedDict[str, KernelModule] = OrderedDict()
_cache_lock = threading.Lock()


def parse_kernel(text: str, *, source: str = "<kernel>") -> KernelModule:
    """Parse and verify a kernel.

    Args:
        text: MLIR assembly, one function, see docs/kernel_language.md.
        source: file name or template name, for messages.

    Raises:
        KernelError: the text does not parse, or is not a legal kernel. The message shows the line; `.line` and
            `.column` hold its place.
    """
    digest = hashlib.sha256(text.encode()).hexdigest()
    with _cache_lock:
        kernel = _cache.get(digest)
        if kernel is not None:
            _cache.move_to_end(digest)
            return kernel
    kernel = _parse(text, digest, source)
    with _cache_lock:
        kernel = _cache.setdefault(digest, kernel)
        while len(_cache) > _CACHE_ENTRIES:
            _cache.popitem(last=False)
    return kernel


def _check_iterator_types(text: str, source: str) -> None:
    """MLIR's parser (LLVM 24) crashes on iterator types that are neither strings nor attributes of linalg."""
    for match in _ITERATOR_TYPES.finditer(text):
        entries = [entry.strip() for entry in match.group(1).split(",")] if match.group(1).strip() else []
        wrong = [entry for entry in entries if not _ITERATOR_TYPE.fullmatch(entry)]
        if wrong:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            sentence = f'iterator_types holds {wrong[0] or "nothing"} where it needs "parallel" or "reduction"'
            raise KernelError(_at(sentence, text, source, line, column), line=line, column=column)


@exclusive
def _parse(text: str, digest: str, source: str) -> KernelModule:
    _check_iterator_types(text, source)
    try:
        module = ir.Module.parse(text, context())
    except ir.MLIRError as error:
        raise _diagnosed(error, text, source) from None
    except (MemoryError, RuntimeError, ValueError) as error:  # the parser trips over some malformed attributes
        raise KernelError(f"{source}: the MLIR parser failed on this text ({error!r})") from error
    try:
        function = kernel_checks.check_module(module)
    except kernel_checks.Violation as violation:
        raise located_error(violation.sentence, text, source, violation.location) from None
    arguments = tuple(_arguments(function, text))
    name = ir.StringAttr(function.attributes["sym_name"]).value
    allocs = (op for op in walk(function) if op.name == "npu.alloc")
    tiles = tuple(alloc_info(op, index) for index, op in enumerate(allocs))
    return KernelModule(text, name, arguments, module, tiles, digest, source)


def _arguments(function: Any, text: str) -> Iterator[Argument]:
    lines = text.splitlines()
    for value in function.regions[0].blocks[0].arguments:
        name = _argument_name(value, lines)
        if isinstance(value.type, ir.IndexType):
            yield Argument(name, "index", "index", None)
        else:
            extent = None if value.type.is_dynamic_dim(0) else int(value.type.shape[0])
            yield Argument(name, "tensor", str(value.type.element_type), extent)


def _argument_name(value: Any, lines: list[str]) -> str:
    """The argument's name in the text; MLIR forgets it, but keeps the place."""
    line, column = line_and_column(value.location)
    if line is not None and column is not None and line <= len(lines):
        match = re.match(r"%([\w$.-]+)", lines[line - 1][column - 1 :])
        if match:
            return match.group(1)
    return f"arg{value.arg_number}"


def located_error(sentence: str, text: str, source: str, location: Any) -> KernelError:
    """A `KernelError` whose message names the place and shows the line with a caret."""
    line, column = line_and_column(location)
    return KernelError(_at(sentence, text, source, line, column), line=line, column=column)


def _at(sentence: str, text: str, source: str, line: int | None, column: int | None) -> str:
    if line is None or column is None:
        return f"{source}: {sentence}"
    return f"{source}:{line}:{column}: {sentence}{_excerpt(text, line, column)}"


def _excerpt(text: str, line: int, column: int) -> str:
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ""
    content = lines[line - 1]
    indent = re.sub(r"[^\t]", " ", content[: column - 1])
    return f"\n{line:>5} | {content.rstrip()}\n      | {indent}^"


def _diagnosed(error: Any, text: str, source: str) -> KernelError:
    diagnostics = error.error_diagnostics
    if not diagnostics:
        return KernelError(f"{source}: {error}")
    messages = [_diagnostic_text(diagnostic, text, source) for diagnostic in diagnostics[:_MOST_DIAGNOSTICS]]
    line, column = line_and_column(diagnostics[0].location)
    return KernelError("\n".join(messages), line=line, column=column)


def _diagnostic_text(diagnostic: Any, text: str, source: str) -> str:
    line, column = line_and_column(diagnostic.location)
    parts = [_at(diagnostic.message, text, source, line, column)]
    for note in diagnostic.notes:
        if not note.message.startswith("see current operation"):
            note_line, note_column = line_and_column(note.location)
            parts.append(_at(f"note: {note.message}", text, source, note_line, note_column))
    return "\n".join(parts)
