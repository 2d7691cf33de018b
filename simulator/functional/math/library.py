"""Calls of the host's math library: glibc's vector functions (libmvec) where they exist, else one scalar call per lane.

libmvec's functions follow the x86_64 vector function ABI: `_ZGV` + instruction set (`e` AVX-512, `d` AVX2, `b` SSE) +
`N` + lanes + one `v` per vector argument + `_` + the scalar function's name. Their documented error is below 4 ulp.
`load()` must have run in the process that executes the code, also when the code came
from the disk cache: it makes the symbols visible to the JIT's process-wide symbol search.
"""

import ctypes
import functools
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.functional.host import vector_bytes
from npusim.simulator.functional.math.lane import element_type, emit
from npusim.simulator.ir.mlir import ir

Value = Any

_ISA_LETTERS = {64: "e", 32: "d", 16: "b"}


@functools.cache
def load() -> ctypes.CDLL | None:
    """Load libmvec so that its symbols are found by name in this process; None on hosts without it."""
    try:
        return ctypes.CDLL("libmvec.so.1", mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return None


@functools.cache
def _vector_symbol(function: str, arguments: int, register_bytes: int, element_bytes: int) -> str | None:
    """Name of the vector function for one register of the host, or None."""
    library = load()
    lanes = register_bytes // element_bytes
    name = f"_ZGV{_ISA_LETTERS[register_bytes]}N{lanes}{'v' * arguments}_{function}"
    return name if library is not None and hasattr(library, name) else None


def call_library(module: Any, function: str, operands: list[Value]) -> Value:
    """Call a libm function (its f64 name, such as `exp`) on scalars or rank-1 vectors of f32 or f64."""
    element = element_type(operands[0])
    width = int(element.width)
    if width not in (32, 64):
        raise CompileError(f"math function {function} is needed for {element}; the host library has f32 and f64 only")
    symbol = function + ("f" if width == 32 else "")
    if not isinstance(operands[0].type, ir.VectorType):
        return _call(module, symbol, operands)
    vector_symbol = _vector_symbol(symbol, len(operands), vector_bytes(), width // 8)
    if vector_symbol is None:
        return _per_piece(module, symbol, operands, None)
    return _per_piece(module, vector_symbol, operands, vector_bytes() * 8 // width)


def _call(module: Any, symbol: str, operands: list[Value]) -> Value:
    result = operands[0].type
    _declare(module, symbol, ir.FunctionType.get([v.type for v in operands], [result]))
    return emit("func.call", result, operands, {"callee": ir.FlatSymbolRefAttr.get(symbol)})


def _declare(module: Any, symbol: str, function_type: Any) -> None:
    if symbol in ir.SymbolTable(module.operation):
        return
    attributes = {
        "sym_name": ir.StringAttr.get(symbol),
        "function_type": ir.TypeAttr.get(function_type),
        "sym_visibility": ir.StringAttr.get("private"),
    }
    with ir.InsertionPoint.at_block_begin(module.body):
        ir.Operation.create("func.func", results=[], operands=[], attributes=attributes, regions=1)


def _per_piece(module: Any, symbol: str, operands: list[Value], lanes: int | None) -> Value:
    """Calls a function on parts of `lanes` lanes (None: scalars); the last part is padded with its first lane."""
    total = operands[0].type.shape[0]
    whole = operands[0]
    for start in range(0, total, lanes or 1):
        used = min(lanes or 1, total - start)
        parts = [_piece(v, start, used, lanes) for v in operands]
        whole = _put(whole, _call(module, symbol, parts), start, used)
    return whole


def _piece(vector: Value, start: int, used: int, lanes: int | None) -> Value:
    element = vector.type.element_type
    if lanes is None:
        return emit("vector.extract", element, [vector], {"static_position": ir.DenseI64ArrayAttr.get([start])})
    mask = [start + (i if i < used else 0) for i in range(lanes)]
    return emit(
        "vector.shuffle",
        ir.VectorType.get([lanes], element),
        [vector, vector],
        {"mask": ir.DenseI64ArrayAttr.get(mask)},
    )


def _put(whole: Value, part: Value, start: int, used: int) -> Value:
    if not isinstance(part.type, ir.VectorType):
        return emit("vector.insert", whole.type, [part, whole], {"static_position": ir.DenseI64ArrayAttr.get([start])})
    if part.type.shape[0] != used:
        kept = ir.VectorType.get([used], part.type.element_type)
        part = emit("vector.shuffle", kept, [part, part], {"mask": ir.DenseI64ArrayAttr.get(list(range(used)))})
    if used == whole.type.shape[0]:
        return part
    attributes = {"offsets": ir.ArrayAttr.get([_i64(start)]), "strides": ir.ArrayAttr.get([_i64(1)])}
    return emit("vector.insert_strided_slice", whole.type, [part, whole], attributes)


def _i64(value: int) -> Any:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
