"""The one import shim of the MLIR Python bindings (`mlir_bindings`), and the one shared MLIR context.

A context costs about 10 ms and is never freed, so the whole process uses one, created at first use, with the dialect
`npu` loaded. Passes run without the GIL and the context takes no locks, so only one thread at a time may use it: code
that reads, builds or transforms IR holds `lock` (or is decorated with `exclusive`).
"""

import functools
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from npusim.simulator.ir import dialect
from npusim.simulator.ir.mlir_bindings import (
    ROOT,
    affine,
    arith,
    ext,
    func,
    ir,
    linalg,
    llvm,
    math,
    memref,
    passmanager,
    rewrite,
    scf,
    submodule,
    vector,
    version,
)

__all__ = [
    "ROOT",
    "affine",
    "arith",
    "context",
    "exclusive",
    "ext",
    "func",
    "ir",
    "linalg",
    "llvm",
    "lock",
    "math",
    "memref",
    "passmanager",
    "rewrite",
    "run_passes",
    "scf",
    "submodule",
    "text_of",
    "vector",
    "version",
]

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

lock = threading.RLock()
"""Held by the thread that uses the shared context."""


def exclusive(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Make a function hold `lock` while it runs."""

    @functools.wraps(function)
    def locked(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        with lock:
            return function(*args, **kwargs)

    return locked


@exclusive
@functools.cache
def context() -> Any:
    """The process's one MLIR context, with all upstream dialects available and the dialect `npu` loaded.

    Use it as a context manager (`with context(), location():`) around code that builds IR.
    """
    shared = ir.Context()
    with shared, ir.Location.unknown():
        dialect.load()
    return shared


@exclusive
def run_passes(module: Any, pipeline: str) -> None:
    """Run a textual pass pipeline, for example `builtin.module(cse)`, in place on a module.

    Nothing is verified after a pass: the verifiers of `npu` are Python, the pipelines are tested.

    Raises:
        the bindings' MLIRError or ValueError when a pass fails or the pipeline does not parse.
    """
    with module.context:
        _pass_manager(module.context, pipeline).run(module.operation)


@functools.cache
def _pass_manager(context: Any, pipeline: str) -> Any:
    """The pass manager of a pipeline, kept: to parse it, and for `canonicalize` to collect the patterns of all dialects
    once more, takes longer than most runs.
    """
    manager = passmanager.PassManager.parse(pipeline, context)
    manager.enable_verifier(False)
    return manager


def text_of(module: Any) -> str:
    """The text of a module that was verified when it was made: `str` verifies once more, which takes as long."""
    return str(module.operation.get_asm(assume_verified=True))
