"""What the host's vector unit looks like, as far as the emitted code depends on it."""

import functools
import platform
from pathlib import Path


@functools.cache
def _cpu_flags() -> frozenset[str]:
    cpuinfo = Path("/proc/cpuinfo")
    if platform.machine() != "x86_64" or not cpuinfo.exists():
        return frozenset()
    for line in cpuinfo.read_text().splitlines():
        if line.startswith("flags"):
            return frozenset(line.split(":", 1)[1].split())
    return frozenset()


@functools.cache
def vector_bytes() -> int:
    """Width of the host's vector registers in bytes: 64 with AVX-512, 32 with AVX2, else 16."""
    flags = _cpu_flags()
    if "avx512f" in flags:
        return 64
    return 32 if "avx2" in flags else 16
