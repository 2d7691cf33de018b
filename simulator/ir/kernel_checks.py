"""Rules of kernels beyond the verifiers of single operations."""

import math
from collections.abc import Callable
from typing import Any

from npusim.simulator.ir.dialect import ELEMENT_TYPES, GATHER, SCATTER, SCRATCHPAD, memory_space
from npusim.simulator.ir.indexing_maps import check_guarded_map, check_maps
from npusim.simulator.ir.kernel_views import LOOPS, source_alloc, source_arguments, walk
from npusim.simulator.ir.mlir import ir, run_passes
from npusim.simulator.ir.values import constant_value
from npusim.simulator.ir.verify_error import Violation

__all__ = ["Violation", "check_guarded", "check_module"]

_DIALECTS = ("func", "affine", "scf", "arith", "math", "memref", "linalg", "npu")
_MEMREF_OPERATIONS = (
    "memref.load", "memref.store", "memref.reinterpret_cast", "memref.subview", "memref.cast",
    "memref.collapse_shape", "memref.expand_shape",
)  # fmt: skip
_DYNAMIC = ir.ShapedType.get_dynamic_size()
_MOST_ELEMENTS = 1 << 48
_VIEWS_WITH_NUMBERS = ("memref.reinterpret_cast", "memref.subview")
_VALUE_TYPES = ("index", "i1", "i8", "i16", "i32", "i64", "f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2")
_INSTEAD = {
    "memref.alloc": "make tiles with npu.alloc",
    "memref.alloca": "make tiles with npu.alloc",
    "memref.copy": "use npu.dma_load or npu.dma_store between DRAM and tiles, linalg.copy between tiles",
    "memref.dim": "sizes are index arguments of the kernel",
    "scf.parallel": "use scf.for with the attribute npu.parallel",
    "scf.forall": "use scf.for with the attribute npu.parallel",
    "affine.parallel": "use affine.for with the attribute npu.parallel",
    "affine.load": "use memref.load",
    "affine.store": "use memref.store",
    "affine.vector_load": "use linalg on tiles",
    "affine.vector_store": "use linalg on tiles",
    "affine.dma_start": "use npu.dma_load or npu.dma_store",
    "affine.dma_wait": "transfers need no wait",
    "func.call": "write the callee's body in place of the call",
}


def check_module(module: Any) -> Any:
    """Check a verified module against the rules of the kernel language and return its function.

    Raises:
        Violation: the module is not a kernel.
    """
    function = _single_function(module)
    _check_signature(function)
    _check_body(function)
    return function


def check_guarded(module: Any) -> None:
    """Checks further rules of kernels written by hand: a run must be able to check everything.

    Raises:
        Violation: an affine expression divides by a value, or a view's number folds to one beyond any memory.
    """
    folded = module.operation.clone()
    run_passes(folded.opview, "builtin.module(sccp)")
    for op in walk(folded):
        check_guarded_map(op)
        _check_view(op)


def _single_function(module: Any) -> Any:
    operations = [op.operation for op in module.body.operations]
    functions = [op for op in operations if op.name == "func.func"]
    if not functions:
        raise Violation("a kernel has one func.func, but there is none in this text", module.operation.location)
    for op in operations:
        if op != functions[0]:
            raise Violation(
                f"a kernel has one func.func and nothing else, but there is also a {op.name}; remove it", op.location
            )
    function = functions[0]
    if not len(function.regions[0].blocks):
        raise Violation("the kernel's function has no body", function.location)
    if "sym_visibility" in function.attributes:
        raise Violation("the kernel's function must be public; remove its visibility", function.location)
    return function


def _check_signature(function: Any) -> None:
    type_ = ir.TypeAttr(function.attributes["function_type"]).value
    if len(type_.results):
        raise Violation("a kernel returns nothing; write its results to tensor arguments", function.location)
    sizes_begun = False
    for argument in function.regions[0].blocks[0].arguments:
        if isinstance(argument.type, ir.IndexType):
            sizes_begun = True
        elif sizes_begun:
            raise Violation("tensor arguments come first, then the sizes of type index", argument.location)
        else:
            _check_tensor(argument)


def _check_tensor(argument: Any) -> None:
    type_ = argument.type
    if not isinstance(type_, ir.MemRefType):
        sentence = (
            f"an argument is a rank-1 memref such as memref<1024xf32>, or a size of type index, but its type is {type_}"
        )
        raise Violation(sentence, argument.location)
    if type_.rank != 1 or not _is_plain(type_):
        sentence = f"a tensor argument is a rank-1 memref in DRAM without a layout, but its type is {type_}"
        raise Violation(f"{sentence}; make views of it in the body", argument.location)
    if str(type_.element_type) not in ELEMENT_TYPES:
        hint = "; booleans are stored as i8 (0 or 1)" if str(type_.element_type) == "i1" else ""
        raise Violation(
            f"element type {type_.element_type} is not supported, allowed are {', '.join(ELEMENT_TYPES)}{hint}",
            argument.location,
        )


def _is_plain(type_: Any) -> bool:
    """True for a memref without layout and memory space."""
    location = ir.Location.unknown(type_.context)
    return bool(type_ == ir.MemRefType.get(type_.shape, type_.element_type, loc=location))


def _check_body(function: Any) -> None:
    failure: list[Violation] = []

    def guarded(op: Any) -> Any:
        try:
            _check_operation(op)
        except Violation as violation:
            failure.append(violation)
            return ir.WalkResult.INTERRUPT
        return ir.WalkResult.ADVANCE

    for op in function.regions[0].blocks[0].operations:
        op.operation.walk(guarded, ir.WalkOrder.PRE_ORDER)
        if failure:
            raise failure[0]


def _check_operation(op: Any) -> None:
    name = op.name
    dialect = name.partition(".")[0]
    if dialect not in _DIALECTS or name in _INSTEAD or (dialect == "memref" and name not in _MEMREF_OPERATIONS):
        hint = _INSTEAD.get(name, f"a kernel uses {', '.join(_DIALECTS)}")
        raise Violation(f"{name} is not part of the kernel language; {hint}", op.location)
    for value in op.results:
        _check_value(op, value.type)
    check = _BY_DIALECT.get(dialect)
    if check is not None:
        check(op)


def _check_value(op: Any, type_: Any) -> None:
    element = type_.element_type if isinstance(type_, ir.MemRefType) else type_
    if str(element) not in _VALUE_TYPES:
        raise Violation(
            f"{op.name} makes a value of type {type_}; kernels compute on tiles (memrefs in memory space 1) and on "
            f"scalars, of the types {', '.join(_VALUE_TYPES)}",
            op.location,
        )


def _check_step(op: Any) -> None:
    step = constant_value(op.operands[2]) if op.name == "scf.for" else _affine_step(op)
    if step is not None and step < 1:
        raise Violation(
            f"the step of a loop must be at least 1, not {step}; to count down, subtract the loop variable in the body",
            op.location,
        )


def _affine_step(op: Any) -> int | None:
    return int(op.attributes["step"].value) if op.name == "affine.for" and "step" in op.attributes else None


def _check_linalg(op: Any) -> None:
    if op.name in ("linalg.yield", "linalg.index"):
        return
    if op.name == "linalg.generic":
        check_maps(op)
    for value in op.operands:
        type_ = value.type
        if isinstance(type_, (ir.RankedTensorType, ir.UnrankedTensorType)):
            raise Violation(
                f"{op.name} has an operand of type {type_}, but kernels compute on tiles (memrefs in memory space 1)",
                op.location,
            )
        if isinstance(type_, ir.MemRefType):
            _check_tile_operand(op, value)


def _check_tile_operand(op: Any, value: Any) -> None:
    type_ = value.type
    if memory_space(type_) != SCRATCHPAD:
        raise Violation(
            f"{op.name} has an operand in DRAM ({type_}); load it into a tile with npu.dma_load first", op.location
        )
    if not type_.has_static_shape:
        raise Violation(
            f"{op.name} has a tile of dynamic shape ({type_}); compute on whole tiles and clip in the transfers",
            op.location,
        )
    _check_origin(op, value)


def _check_memory_access(op: Any) -> None:
    if op.name in ("memref.load", "memref.store"):
        _check_origin(op, op.operands[0 if op.name == "memref.load" else 1])
    elif op.name == "memref.reinterpret_cast" and memory_space(op.operands[0].type) == SCRATCHPAD:
        raise Violation("a tile cannot be viewed with memref.reinterpret_cast; use memref.subview", op.location)
    else:
        _check_view(op)


def _check_view(op: Any) -> None:
    """Checks the range of a view's numbers, which compilers fold into 64-bit addresses, with -2^63 for "dynamic"."""
    if op.name not in _VIEWS_WITH_NUMBERS:
        return
    for kind in ("offset", "size", "stride"):
        static = (n for n in ir.DenseI64ArrayAttr(op.attributes[f"static_{kind}s"]) if n != _DYNAMIC)
        folded = (constant_value(value) for value in getattr(op.opview, f"{kind}s"))
        numbers = [number for number in (*static, *folded) if number is not None]
        named = [(kind, number) for number in numbers]
        if kind == "size":
            named.append(("number of elements", math.prod(numbers)))
        for name, number in named:
            if abs(number) > _MOST_ELEMENTS:
                raise Violation(
                    f"the {name} {number} of a view is beyond any memory; it can be {_MOST_ELEMENTS} elements at most",
                    op.location,
                )


def _check_npu(op: Any) -> None:
    for value in op.operands:
        if isinstance(value.type, ir.MemRefType):
            _check_origin(op, value)
    if op.name == GATHER:
        _check_extent(op, op.opview.source)
    if op.name == SCATTER:
        _check_extent(op, op.opview.destination)


def _check_extent(op: Any, dram: Any) -> None:
    """Checks that the extent, with which indices are compared, is known: not for an argument `memref<?xT>`."""
    if isinstance(dram, ir.BlockArgument) and dram.type.is_dynamic_dim(0):
        sentence = f"{op.name} uses a tensor of unknown extent"
        raise Violation(f"{sentence}; give it one with memref.reinterpret_cast to sizes: [%size]", op.location)


def _check_origin(op: Any, value: Any) -> None:
    """Checks that an access comes from one tensor or tile, which both compilers need to know."""
    space = memory_space(value.type)
    if space == SCRATCHPAD and source_alloc(value) is None:
        raise Violation(
            f"{op.name} uses a tile that does not come straight from an npu.alloc (through memref.subview)", op.location
        )
    if space != SCRATCHPAD and not source_arguments(value):
        sentence = f"{op.name} uses a DRAM view that does not come straight from a tensor argument"
        raise Violation(f"{sentence} (through memref.reinterpret_cast)", op.location)


def _check_loop(op: Any) -> None:
    if op.name in LOOPS:
        _check_step(op)


_BY_DIALECT: dict[str, Callable[[Any], None]] = {
    "scf": _check_loop,
    "affine": _check_loop,
    "linalg": _check_linalg,
    "memref": _check_memory_access,
    "npu": _check_npu,
}
