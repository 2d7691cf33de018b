"""Lowering of modules without `npu` and `linalg` to the LLVM dialect."""

from collections.abc import Callable
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import ir, run_passes, text_of
from npusim.simulator.native.entry import add_entry
from npusim.simulator.native.narrow_values import keep_narrow_values_as_integers
from npusim.simulator.native.polls import insert_polls

Dump = Callable[[str, str], None]
"""Receives (stage name, the module's text) after each stage."""

LOOP_PIPELINE = "lower-affine,expand-strided-metadata,lower-affine"
"""Lowers all loops to `scf`."""

LLVM_PIPELINE = ",".join(
    (
        "convert-scf-to-cf",
        "convert-vector-to-llvm",
        "convert-ub-to-llvm",
        "convert-math-to-llvm",
        "convert-math-to-libm",
        "arith-expand{include-bf16=false}",
        "finalize-memref-to-llvm",
        "convert-arith-to-llvm",
        "convert-index-to-llvm",
        "convert-func-to-llvm",
        "convert-cf-to-llvm",
        "reconcile-unrealized-casts",
        "canonicalize",
        "cse",
    )
)
"""Lowers vectorised code to the LLVM dialect."""


def lower_to_llvm(module: Any, dump: Dump | None = None) -> None:
    """Add the entry, make long loops interruptible, and lower everything to the LLVM dialect, in place.

    Raises:
        CompileError: an operation has no lowering; the message names it.
    """
    add_entry(module)
    try:
        run_passes(module, f"builtin.module({LOOP_PIPELINE})")
        insert_polls(module)
        run_passes(module, f"builtin.module({LLVM_PIPELINE})")
    except ir.MLIRError as error:
        raise CompileError(f"the kernel could not be lowered to LLVM: {error}") from error
    _check_only_llvm(module)
    keep_narrow_values_as_integers(module)
    report(dump, "llvm", module)


def _check_only_llvm(module: Any) -> None:
    foreign = {op.name for op in walk(module.operation) if not op.name.startswith("llvm.")}
    if foreign:
        raise CompileError(f"the kernel could not be lowered to LLVM: {', '.join(sorted(foreign))} left over")


def report(dump: Dump | None, stage: str, module: Any) -> None:
    """Passes a stage's text to `dump`, if given."""
    if dump is not None:
        dump(stage, text_of(module))
