"""Kernels: MLIR text -> verified module with a known signature.

`parse_kernel` accepts what docs/kernel_language.md describes and refuses everything else with a `KernelError` that
shows the line. Parsed kernels are cached by digest, so that the functional and the timing compiler read the same
module. A kernel's module is never changed: both compilers work on clones (`KernelModule.clone`).
"""

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from npusim.simulator.errors import KernelError
from npusim.simulator.ir import kernel_checks
from npusim.simulator.ir.control_guards import checked_operations, guard_control
from npusim.simulator.ir.dialect import ALLOC
from npusim.simulator.ir.kernel_text import canonical_text, find_fault
from npusim.simulator.ir.kernel_views import (
    AllocInfo,
    alloc_info,
    line_and_column,
    source_alloc,
    source_arguments,
    walk,
)
from npusim.simulator.ir.mlir import context, exclusive, ir

__all__ = [
    "AllocInfo",
    "Argument",
    "KernelModule",
    "alloc_info",
    "find_function",
    "parse_kernel",
    "source_alloc",
    "source_arguments",
    "walk",
]

_CACHE_ENTRIES = 1024
_MOST_DIAGNOSTICS = 3
_MOST_COLUMNS, _MOST_CHARACTERS = 160, 1000
GUARDED_ATTRIBUTE = "npu.guarded"
"""Attribute of the function of a guarded kernel."""


@dataclass(frozen=True)
class Argument:
    """One argument of a kernel.

    Attributes:
        name: its name in the text, without `%`.
        kind: `tensor` (a rank-1 memref in DRAM) or `index` (a symbolic size).
        element_type: MLIR's spelling, for example `f32`; `index` for sizes.
        extent: number of elements of the tensor's storage; None if symbolic, and for sizes.
    """

    name: str
    kind: Literal["tensor", "index"]
    element_type: str
    extent: int | None


@dataclass(frozen=True, eq=False)
class KernelModule:
    """A verified kernel.

    Attributes:
        text: the MLIR text.
        name: name of the function.
        arguments: tensors first, then sizes.
        module: the verified `ir.Module`; read it, never change it.
        tiles: the tiles in text order.
        digest: hexadecimal SHA-256 of the text.
        source: origin of the text, for messages.
        binding: the extents of the tensors of a kernel written by hand (`bind`): it is guarded, which means that a run
            checks for all faults. None for generated kernels.
    """

    text: str = field(repr=False)
    name: str
    arguments: tuple[Argument, ...]
    module: Any = field(repr=False)
    tiles: tuple[AllocInfo, ...] = field(repr=False)
    digest: str
    source: str
    binding: tuple[int, ...] | None = None

    @cached_property
    def identity(self) -> str:
        """What tells this kernel from all others, names included."""
        return self._bound_to(self.digest)

    @cached_property
    def code_identity(self) -> str:
        """Key of compiled programs: the same for kernels that differ in names and comments only."""
        return self._bound_to(hashlib.sha256(canonical_text(self.text).encode()).hexdigest())

    def _bound_to(self, digest: str) -> str:
        return digest if self.binding is None else f"{digest} guarded {self.binding}"

    @property
    def may_check_control(self) -> bool:
        """Whether the kernel checks its control once it is bound."""
        return bool(checked_operations(self.function, divisions=True))

    @cached_property
    def checks_control(self) -> bool:
        """Whether runs check the kernel's control: then one combined program computes its values and its time."""
        return bool(checked_operations(self.function, divisions=self.binding is not None))

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
        """A copy of the module, with control checks, that the caller may change."""
        module = self.module.operation.clone()
        if self.checks_control:
            guard_control(find_function(module), divisions=self.binding is not None)
        return module

    def bind(self, extents: Mapping[str, int]) -> "KernelModule":
        """The same kernel for tensors of known extents, guarded.

        Args:
            extents: number of elements of every tensor, by name.

        Raises:
            KernelError: an extent does not fit the text.
        """
        binding = tuple(extents[argument.name] for argument in self.tensors)
        try:
            module = _bound(self.text, binding)
            kernel_checks.check_guarded(module)
        except kernel_checks.Violation as violation:
            raise located_error(violation.sentence, self.text, self.source, violation.location) from None
        except ir.MLIRError as error:
            raise _diagnosed(error, self.text, self.source) from None
        tensors = [replace(argument, extent=n) for argument, n in zip(self.tensors, binding, strict=True)]
        return replace(self, arguments=(*tensors, *self.sizes), module=module, binding=binding)


@exclusive
def _bound(text: str, binding: tuple[int, ...]) -> Any:
    """The module of a text, with the tensors' extents from a binding.

    Raises:
        the bindings' MLIRError when an extent contradicts the text.
    """
    module = ir.Module.parse(text, context())
    function = find_function(module)
    with module.context, ir.Location.unknown():
        arguments = list(function.regions[0].blocks[0].arguments)
        for argument, extent in zip(arguments, binding, strict=False):
            argument.set_type(ir.MemRefType.get([extent], argument.type.element_type))
        type_ = ir.FunctionType.get([argument.type for argument in arguments], [])
        function.attributes["function_type"] = ir.TypeAttr.get(type_)
        function.attributes[GUARDED_ATTRIBUTE] = ir.UnitAttr.get()
        module.operation.verify()
    return module


def find_function(module: Any) -> Any:
    """The function with a body of a kernel's module, as an operation; the module may have declarations too."""
    functions = [op.operation for op in module.body.operations if op.operation.name == "func.func"]
    return next(f for f in functions if len(f.regions[0].blocks))


def is_guarded(module: Any) -> bool:
    """Whether a module, lowered or not, is that of a guarded kernel."""
    return GUARDED_ATTRIBUTE in find_function(module).attributes


_cache: OrderedDict[str, KernelModule] = OrderedDict()
_cache_lock = threading.Lock()


def parse_kernel(text: str, *, source: str = "<kernel>") -> KernelModule:
    """Parse and verify a kernel.

    Args:
        text: MLIR assembly, one function, see docs/kernel_language.md.
        source: file name or template name, for messages.

    Raises:
        KernelError: the text does not parse, or is not a legal kernel. The message shows the line; `.line` and
            `.column` are its location.
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


def _check_text(text: str, source: str) -> None:
    finding = find_fault(text)
    if finding is not None:
        position, sentence = finding
        line = text.count("\n", 0, position) + 1
        column = position - text.rfind("\n", 0, position)
        raise KernelError(_at(sentence, text, source, line, column), line=line, column=column)


@exclusive
def _parse(text: str, digest: str, source: str) -> KernelModule:
    _check_text(text, source)
    try:
        module = ir.Module.parse(text, context())
    except ir.MLIRError as error:
        raise _diagnosed(error, text, source) from None
    except (MemoryError, RuntimeError, ValueError) as error:  # some malformed attributes raise these in the parser
        raise KernelError(f"{source}: the MLIR parser failed on this text ({error!r})") from error
    try:
        function = kernel_checks.check_module(module)
    except kernel_checks.Violation as violation:
        raise located_error(violation.sentence, text, source, violation.location) from None
    arguments = tuple(_arguments(function, text))
    name = ir.StringAttr(function.attributes["sym_name"]).value
    allocs = (op for op in walk(function) if op.name == ALLOC)
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
    """The argument's name in the text, read at its location, as MLIR does not keep names."""
    line, column = line_and_column(value.location)
    if line is not None and column is not None and line <= len(lines):
        match = re.match(r"%([\w$.-]+)", lines[line - 1][column - 1 :])
        if match:
            return match.group(1)
    return f"arg{value.arg_number}"


def located_error(sentence: str, text: str, source: str, location: Any) -> KernelError:
    """A `KernelError` whose message has the location and shows the line (a part of a long one) with a caret."""
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
    content = lines[line - 1].rstrip()
    first = max(0, column - 1 - _MOST_COLUMNS // 2) if len(content) > _MOST_COLUMNS else 0
    shown = ("..." if first else "") + content[first : first + _MOST_COLUMNS]
    indent = re.sub(r"[^\t]", " ", shown[: column - 1 - first + 3 * bool(first)])
    return f"\n{line:>5} | {shown}{'...' * (len(content) > first + _MOST_COLUMNS)}\n      | {indent}^"


def _diagnosed(error: Any, text: str, source: str) -> KernelError:
    diagnostics = error.error_diagnostics
    if not diagnostics:
        return KernelError(f"{source}: {error}")
    messages = [_diagnostic_text(diagnostic, text, source) for diagnostic in diagnostics[:_MOST_DIAGNOSTICS]]
    line, column = line_and_column(diagnostics[0].location)
    return KernelError("\n".join(messages), line=line, column=column)


def _cut(message: str) -> str:
    """A message of MLIR, which quotes names and types whole, however long they are."""
    return message if len(message) <= _MOST_CHARACTERS else f"{message[:_MOST_CHARACTERS]}..."


def _diagnostic_text(diagnostic: Any, text: str, source: str) -> str:
    line, column = line_and_column(diagnostic.location)
    parts = [_at(_cut(diagnostic.message), text, source, line, column)]
    for note in diagnostic.notes:
        if not note.message.startswith("see current operation"):
            note_line, note_column = line_and_column(note.location)
            parts.append(_at(f"note: {_cut(note.message)}", text, source, note_line, note_column))
    return "\n".join(parts)
