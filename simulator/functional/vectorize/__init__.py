"""Tile compute -> vector code: every `linalg` op of a kernel becomes loops over vectors that fill a few of the host's
registers.

Each op is read as a loop nest over linear addresses (`nest`), a loop is chosen as vector lanes (`planner`), and the
vectors are emitted directly (`lanes`, `contraction`). Ops whose addresses are not linear in the loop variables become
scalar loops.
"""

from typing import Any

from npusim.simulator.functional.vectorize.body import Body, read_body
from npusim.simulator.functional.vectorize.builder import Builder, Offset
from npusim.simulator.functional.vectorize.contraction import recognise
from npusim.simulator.functional.vectorize.copies import emit_copy, is_copy, repack_transposed
from npusim.simulator.functional.vectorize.init_folding import FirstWrite, first_writes
from npusim.simulator.functional.vectorize.interleave import PairEmitter, find_pairs
from npusim.simulator.functional.vectorize.lanes import LaneEmitter
from npusim.simulator.functional.vectorize.nest import Nest, analyse, simplify
from npusim.simulator.functional.vectorize.planner import plan
from npusim.simulator.functional.vectorize.register_tile import RegisterTileEmitter
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import ir, run_passes

__all__ = ["vectorize_compute"]


def vectorize_compute(module: Any) -> None:
    """Replaces every `linalg` op of the module's functions by vector code, in place.

    The ops work on memrefs of static shape (rank 0 or more, static non-negative strides, dynamic offsets allowed) in
    memory space 0 or 1. The result uses only the dialects `vector scf affine arith math memref`, on vectors of rank 1.

    Raises:
        the bindings' MLIRError when an op is not valid.
    """
    run_passes(module, "builtin.module(func.func(linalg-generalize-named-ops))")
    with module.context, ir.Location.unknown():
        left = sum(_vectorize_function(function) for function in _functions(module))
    if left:
        run_passes(module, "builtin.module(func.func(convert-linalg-to-loops))")
    run_passes(module, "builtin.module(func.func(loop-invariant-code-motion,cse))")


def _functions(module: Any) -> list[Any]:
    return [
        op.operation
        for op in module.body.operations
        if op.operation.name == "func.func" and len(op.operation.regions[0].blocks)
    ]


def _vectorize_function(function: Any) -> int:
    """Vectorises the ops of one function; returns the number of ops left for scalar loops."""
    builder = Builder(function)
    generics = [op.opview for op in walk(function) if op.name == "linalg.generic"]
    first = first_writes(generics)
    replaced = [write.fill for write in first.values()]
    kept = [op for op in generics if op.operation not in replaced]
    left = sum(not _vectorize_op(builder, op, first.get(op.operation)) for op in kept)
    for fill in replaced:
        fill.erase()
    return left


def _vectorize_op(builder: Builder, op: Any, first: FirstWrite | None) -> bool:
    nest = analyse(op)
    if nest is None:
        return False
    body = read_body(op.operation.regions[0].blocks[0], len(nest.inputs))
    if not body.is_straight:
        return False
    if 0 not in nest.sizes:
        nest = simplify(nest, body.asked_dims)
        with ir.InsertionPoint(op):
            _emit(builder, nest, body, first)
    op.operation.erase()
    return True


def _emit(builder: Builder, nest: Nest, body: Body, first: FirstWrite | None) -> None:
    contraction = recognise(nest, body)
    if contraction is not None:
        RegisterTileEmitter(builder, contraction, first).emit()
    elif is_copy(nest, body) and not nest.reduction_dims():
        emit_copy(builder, nest, [Offset(None, a.constant) for a in nest.accesses])
    elif (pairs := find_pairs(nest, body)) is not None:
        PairEmitter(builder, nest, body, pairs).emit()
    else:
        chosen = plan(nest, body)
        LaneEmitter(builder, repack_transposed(builder, nest, chosen), body, chosen).emit()
