"""Finds the installed MLIR Python bindings; other modules import `npusim.simulator.ir.mlir`.

The bindings are those of the distribution `torch-mlir` (module `torch_mlir`) or, where that is missing, of the
`mlir-python-bindings` wheels (module `mlir`); both carry the same upstream modules. Checked with torch-mlir 20261001
(LLVM/MLIR 24). Nothing else in npusim imports them by name.
"""

import functools
import importlib
import importlib.metadata
import importlib.util
from typing import Any

from npusim.simulator.errors import DeviceError

_CANDIDATES = ("torch_mlir", "mlir")
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
