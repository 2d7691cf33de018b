"""The one import shim of the MLIR Python bindings, and the one shared MLIR context.

The bindings are those of the distribution `torch-mlir` (module `torch_mlir`) or, where that is missing, of the
`mlir-python-bindings` wheels (module `mlir`); both carry the same upstream modules. Checked with torch-mlir 20261001
(LLVM/MLIR 24). Nothing else in npusim imports them by name.

A context costs about 10 ms and is never given back, so the whole process uses one, made at first use, with the dialect
`npu` loaded. Passes run without the GIL and the context takes no locks, so only one thread at a time may use it:
whoever reads, builds or transforms IR holds `lock` (or is decorated with `exclusive`).
"""

import functools
import importlib
import importlib.metadata
import importlib.util
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from npusim.simulator.errors import DeviceError

_CANDIDATES = ("torch_mlir", "mlir")
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


_DISTRIBUTIONS = {"torch_mlir": "torch-mlir", "mlir": "mlir-python-bindings"}


def _find_root() -> str:
    for name in _CANDIDATES:
        if importlib.util.find_spec(name) is not None and importlib.util.find_spec(f"{name}.ir") is not None:
            return name
    raise DeviceError(
        "the MLIR Python bindings are not installed (neither module torch_mlir nor module mlir was found); "
        "install them with: pip install torch-mlir==20261001"
    )


ROOT: str = _find_root()
"""Name of the Python package that holds the bindings: `torch_mlir` or `mlir`."""


def submodule(name: str) -> Any:
    """Import a module of the bindings by its path below the root, for example `dialects.transform.structured`."""
    return importlib.import_module(f"{ROOT}.{name}")


ir: Any = submodule("ir")
passmanager: Any = submodule("passmanager")
rewrite: Any = submodule("rewrite")
ext: Any = submodule("dialects.ext")
affine: Any = submodule("dialects.affine")
arith: Any = submodule("dialects.arith")
func: Any = submodule("dialects.func")
linalg: Any = submodule("dialects.linalg")
llvm: Any = submodule("dialects.llvm")
math: Any = submodule("dialects.math")
memref: Any = submodule("dialects.memref")
scf: Any = submodule("dialects.scf")
vector: Any = submodule("dialects.vector")


@functools.cache
def version() -> str:
    """Distribution and version of the bindings, for cache keys and run folders."""
    name = _DISTRIBUTIONS[ROOT]
    try:
        return f"{name} {importlib.metadata.version(name)}"
    except importlib.metadata.PackageNotFoundError:
        return f"{name} of unknown version at {ir.__file__}"


@exclusive
@functools.cache
def context() -> Any:
    """The process's one MLIR context, with all upstream dialects available and the dialect `npu` loaded.

    Use it as a context manager (`with context(), location():`) around code that builds IR.
    """
    shared = ir.Context()
    from npusim.simulator import dialect

    with shared, ir.Location.unknown():
        dialect.load()
    return shared


@exclusive
def run_passes(module: Any, pipeline: str, *, verify: bool = False) -> None:
    """Run a textual pass pipeline, for example `builtin.module(cse)`, in place on a module.

    Verification after every pass is off unless asked for: the verifiers of `npu` are Python, the pipelines are tested.

    Raises:
        the bindings' MLIRError or ValueError when a pass fails or the pipeline does not parse.
    """
    with module.context:
        manager = passmanager.PassManager.parse(pipeline)
        manager.enable_verifier(verify)
        manager.run(module.operation)
