"""The target processor of functional programs: the host, or an older processor (`NPUSIM_HOST_CPU`).

A host can run code for a processor if /proc/cpuinfo has the flags of all instructions that LLVM may emit for it.
"""

import functools
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from npusim.simulator.errors import OptionError
from npusim.simulator.ir.mlir import ir
from npusim.simulator.system.environment import read

VARIABLE = "NPUSIM_HOST_CPU"
_HOST = "native"

_V2 = frozenset({"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"})
_V3 = _V2 | {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"}
_V4 = _V3 | {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"}
_ICELAKE = _V4 | {
    "avx512_bitalg", "avx512_vbmi2", "avx512_vnni", "avx512_vpopcntdq", "avx512ifma", "avx512vbmi", "gfni", "vaes",
    "vpclmulqdq",
}  # fmt: skip
_ALDER_LAKE = _V3 | {"avx_vnni", "gfni", "vaes", "vpclmulqdq"}
_AMD = {"sse4a"}

PROCESSORS: dict[str, frozenset[str]] = {
    "x86-64": frozenset(),
    "x86-64-v2": _V2,
    "x86-64-v3": _V3,
    "x86-64-v4": _V4,
    "nehalem": _V2,
    "haswell": _V3,
    "skylake": _V3,
    "alderlake": _ALDER_LAKE,
    "skylake-avx512": _V4,
    "cascadelake": _V4 | {"avx512_vnni"},
    "cooperlake": _V4 | {"avx512_bf16", "avx512_vnni"},
    "icelake-server": _ICELAKE,
    "sapphirerapids": _ICELAKE | {"avx512_bf16", "avx512_fp16", "avx_vnni"},
    "znver1": _V3 | _AMD,
    "znver2": _V3 | _AMD,
    "znver3": _V3 | _AMD | {"vaes", "vpclmulqdq"},
    "znver4": _ICELAKE | _AMD | {"avx512_bf16"},
    "znver5": _ICELAKE | _AMD | {"avx512_bf16", "avx512_vp2intersect", "avx_vnni"},
}
"""LLVM's names, and the flags in /proc/cpuinfo of hosts that can run code for them."""


@dataclass(frozen=True)
class Processor:
    """A target processor.

    Attributes:
        name: LLVM's name; None for the host with all its features.
        vector_bytes: width of its vector registers in bytes: 64 with AVX-512, 32 with AVX2, else 16.
        converts_f16: whether it has instructions for f16 <-> f32.
        fuses: whether it has fused multiply-add.
    """

    name: str | None
    vector_bytes: int
    converts_f16: bool
    fuses: bool

    def __str__(self) -> str:
        return f"the processor {self.name}" if self.name else "this host's processor"


@functools.cache
def host_flags() -> frozenset[str]:
    """The host's flags in /proc/cpuinfo; empty on hosts other than x86-64."""
    cpuinfo = Path("/proc/cpuinfo")
    if platform.machine() != "x86_64" or not cpuinfo.exists():
        return frozenset()
    for line in cpuinfo.read_text().splitlines():
        if line.startswith("flags"):
            return frozenset(line.split(":", 1)[1].split())
    return frozenset()


def runnable_processors() -> list[str]:
    """Names of processors whose code this host can run."""
    if platform.machine() != "x86_64":
        return []
    return [name for name, needs in PROCESSORS.items() if needs <= host_flags()]


def chosen_processor() -> Processor:
    """The processor of `NPUSIM_HOST_CPU`, by default the host.

    Raises:
        OptionError: the processor is unknown, or the host cannot run its code.
    """
    return _processor(read("HOST_CPU") or _HOST)


@functools.cache
def _processor(name: str) -> Processor:
    if name == _HOST:
        return _described(None, host_flags())
    if name not in PROCESSORS:
        raise OptionError(f"{VARIABLE}={name} is no processor that can be chosen; {_possible()}")
    missing = sorted(PROCESSORS[name] - host_flags())
    if name not in runnable_processors():
        raise OptionError(f"{VARIABLE}={name}: this host has no {', '.join(missing) or 'x86-64'}; {_possible()}")
    return _described(name, PROCESSORS[name])


def _possible() -> str:
    return f"this host can run code for: {', '.join([_HOST, *runnable_processors()])}"


def _described(name: str | None, flags: frozenset[str]) -> Processor:
    is_arm = platform.machine() == "aarch64"
    return Processor(name, _vector_bytes(flags), is_arm or "f16c" in flags, is_arm or "fma" in flags)


def _vector_bytes(flags: frozenset[str]) -> int:
    if "avx512f" in flags:
        return 64
    return 32 if "avx2" in flags else 16


def assign_processor(module: Any, processor: Processor) -> None:
    """Sets the target processor of functions in the LLVM dialect, in place; the host needs no attribute."""
    if processor.name is None:
        return
    with module.context:
        name = ir.StringAttr.get(processor.name)
        # any list of features, even one that all processors have, keeps the engine from adding the host's
        features = ir.Attribute.parse('#llvm.target_features<["+sse2"]>')
    for op in module.body.operations:
        if op.operation.name == "llvm.func" and len(op.operation.regions[0].blocks):
            op.operation.attributes["target_cpu"] = name
            op.operation.attributes["target_features"] = features
