"""The function `entry(const int64_t *args)` around a kernel's function.

The kernel's function keeps its memref and index arguments; the entry reads the slots (docs/architecture.md, "Native
functions"), builds a memref descriptor around every address and calls it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.kernel import find_function
from npusim.simulator.ir.mlir import ir

ENTRY = "npusim_entry"
ROOM = "npusim_record"
"""The function of the runtime that gives the room of a trace record."""
_KERNEL = "npusim_kernel"
_DESCRIPTOR = "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"
_UNKNOWN_EXTENT = 2**62


@dataclass(frozen=True)
class Signature:
    """Number of arguments of each kind of a program's function, in this order."""

    tensors: int
    sizes: int
    scratchpad: bool
    trace: bool

    def slots(self) -> Iterator[int]:
        """The slot of each argument in `args`."""
        plain = self.tensors + self.sizes
        yield from range(plain)
        if self.trace:
            yield from range(plain + 1, plain + 1 + self.tensors + 1)
        if self.scratchpad:
            yield plain


SCRATCHPAD_ATTRIBUTE = "npu.scratchpad"
"""Attribute of functions to which `functional.lower_values` added the scratchpad argument."""


def read_signature(module: Any) -> Signature:
    """The signature of a program's function, from the types of its arguments.

    Raises:
        CompileError: the arguments are not in the order of docs/architecture.md.
    """
    function = find_function(module)
    types = [str(argument.type) for argument in function_arguments(function)]
    scratchpad = SCRATCHPAD_ATTRIBUTE in function.attributes
    rest = list(types)
    well_formed = not scratchpad or bool(rest and rest.pop().startswith("memref"))
    trace = _pop_while(rest, lambda type_: type_ == "i64")
    sizes = _pop_while(rest, lambda type_: type_ == "index")
    tensors = _pop_while(rest, lambda type_: type_.startswith("memref"))
    if rest or not well_formed or trace not in (0, tensors + 1):
        listed = ", ".join(types)
        order = "tensors, sizes, trace and scratchpad, in this order"
        raise CompileError(f"a program's arguments are {order}, not ({listed})")
    return Signature(tensors, sizes, scratchpad, bool(trace))


def _pop_while(types: list[str], matches: Callable[[str], bool]) -> int:
    """Removes matching types from the end and returns their number."""
    count = 0
    while types and matches(types[-1]):
        types.pop()
        count += 1
    return count


def function_arguments(function: Any) -> Any:
    """The arguments of a `func.func` with a body."""
    return function.regions[0].blocks[0].arguments


def append_argument(function: Any, type_: Any) -> Any:
    """Appends an argument to a `func.func` and returns its value."""
    with function.context:
        value = function.regions[0].blocks[0].add_argument(type_, ir.Location.unknown())
        old = ir.TypeAttr(function.attributes["function_type"]).value
        new = ir.FunctionType.get([*old.inputs, type_], old.results)
        function.attributes["function_type"] = ir.TypeAttr.get(new)
    return value


def add_entry(module: Any) -> None:
    """Rename the module's function and add the entry that calls it."""
    signature = read_signature(module)
    function = find_function(module)
    function.attributes["sym_name"] = ir.StringAttr.get(_KERNEL, function.context)
    function.attributes["sym_visibility"] = ir.StringAttr.get("private", function.context)
    types = [str(argument.type) for argument in function_arguments(function)]
    text = _entry_text(types, list(signature.slots()))
    wrapper = ir.Module.parse(text, module.context)
    for op in wrapper.body.operations:
        if "sym_visibility" not in op.operation.attributes:
            op.operation.clone(ir.InsertionPoint(module.body))


def _entry_text(types: list[str], slots: list[int]) -> str:
    lines = [line for position, type_ in enumerate(types) for line in _unpack(position, type_, slots[position])]
    operands = ", ".join(f"%{'s' if type_ == 'i64' else 'v'}{position}" for position, type_ in enumerate(types))
    body = "\n  ".join(lines)
    return f"""
func.func private @{_KERNEL}({", ".join(types)})
func.func @{ENTRY}(%args: !llvm.ptr) {{
  {body}
  func.call @{_KERNEL}({operands}) : ({", ".join(types)}) -> ()
  func.return
}}
"""


def _unpack(position: int, type_: str, slot: int) -> Iterator[str]:
    p = position
    yield f"%a{p} = llvm.getelementptr %args[{slot}] : (!llvm.ptr) -> !llvm.ptr, i64"
    if not type_.startswith("memref"):
        yield f"%s{p} = llvm.load %a{p} : !llvm.ptr -> i64"
        if type_ == "index":
            yield f"%v{p} = arith.index_cast %s{p} : i64 to index"
        return
    extent = type_.removeprefix("memref<").split("x", 1)[0]
    yield f"%s{p} = llvm.load %a{p} : !llvm.ptr -> !llvm.ptr"
    yield f"%size{p} = llvm.mlir.constant({_UNKNOWN_EXTENT if extent == '?' else extent} : i64) : i64"
    yield f"%zero{p} = llvm.mlir.constant(0 : i64) : i64"
    yield f"%one{p} = llvm.mlir.constant(1 : i64) : i64"
    yield f"%d{p}_0 = llvm.mlir.poison : {_DESCRIPTOR}"
    for step, (value, place) in enumerate((("s", "0"), ("s", "1"), ("zero", "2"), ("size", "3, 0"), ("one", "4, 0"))):
        yield f"%d{p}_{step + 1} = llvm.insertvalue %{value}{p}, %d{p}_{step}[{place}] : {_DESCRIPTOR}"
    yield f"%v{p} = builtin.unrealized_conversion_cast %d{p}_5 : {_DESCRIPTOR} to {type_}"
