"""Keys of what is made from kernels, in the store.

A key hashes the caller's parts (such as a kernel), the host CPU and the target CPU, the compiler's version and the
simulator's own sources.
"""

import functools
import hashlib
from pathlib import Path

import llvmlite.binding as llvm
from npusim.simulator.ir import mlir
from npusim.simulator.native import _runtime
from npusim.simulator.native.host_cpu import Processor, chosen_processor
from npusim.simulator.system import store

_SIMULATOR = Path(__file__).resolve().parent.parent
_HASHED_FOLDERS = ("native", "functional", "timing")


@functools.cache
def source_hash() -> str:
    """Hash of the Python sources and the runtime, which determine the result of a compilation."""
    digest = hashlib.sha256(Path(_runtime.__file__).read_bytes())
    for path in _hashed_sources():
        digest.update(str(path.relative_to(_SIMULATOR)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _hashed_sources() -> list[Path]:
    files = list(_SIMULATOR.glob("*.py"))
    for folder in _HASHED_FOLDERS:
        files += (_SIMULATOR / folder).rglob("*.py")
    return sorted(files)


@functools.cache
def _environment(processor: Processor) -> str:
    features = ",".join(sorted(name for name, present in llvm.get_host_cpu_features().items() if present))
    return "\n".join((str(processor), llvm.get_host_cpu_name(), features, mlir.version(), source_hash()))


def cache_key(kind: str, *parts: str) -> store.Key:
    """Key of what is made from `parts` for this processor with this compiler and these sources.

    Args:
        kind: one of `npusim.simulator.system.store.KINDS`.
    """
    digest = hashlib.sha256(_environment(chosen_processor()).encode())
    for part in (kind, *parts):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part.encode())
    return store.Key(kind, digest.hexdigest())


def processor_name() -> str:
    """Name of the processor that code is compiled for, as LLVM spells it."""
    return chosen_processor().name or str(llvm.get_host_cpu_name())
