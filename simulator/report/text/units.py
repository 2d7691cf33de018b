"""Formats names, times and sizes."""

from collections.abc import Sequence

GENERATED = "npu_fused_"
"""Begins the name of every generated kernel."""


def short_names(names: Sequence[str], width: int) -> list[str]:
    """Names of kernels in a column: where one is too long, all are without what generated ones begin with."""
    if all(len(name) <= width for name in names):
        return list(names)
    return [short_name(name.removeprefix(GENERATED), width) for name in names]


def short_name(name: str, width: int) -> str:
    """A kernel's name, shortened in the middle, as the hash at the end distinguishes kernels; before that, without what
    generated ones begin with.
    """
    if len(name) <= width:
        return name
    name = name.removeprefix(GENERATED)
    if len(name) <= width:
        return name
    tail = min(8, width - 2)
    return f"{name[: width - tail - 1]}\N{HORIZONTAL ELLIPSIS}{name[-tail:]}"


def short_path(path: str, width: int) -> str:
    """A path, shortened at its beginning, as its end says most."""
    return path if len(path) <= width else f"\N{HORIZONTAL ELLIPSIS}{path[1 - width :]}"


def duration(time_ns: float) -> str:
    """A time with a suitable unit."""
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if time_ns >= factor:
            return f"{time_ns / factor:.2f} {unit}"
    return f"{time_ns:.0f} ns"


def energy(picojoules: float) -> str:
    """An energy with a suitable unit."""
    for factor, unit in ((1e12, "J"), (1e9, "mJ"), (1e6, "uJ"), (1e3, "nJ")):
        if picojoules >= factor:
            return f"{picojoules / factor:.2f} {unit}"
    return f"{picojoules:.0f} pJ"


def size(bytes_: float) -> str:
    """A number of bytes with a suitable unit (powers of 1024)."""
    for factor, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if bytes_ >= factor:
            return f"{bytes_ / factor:.2f} {unit}"
    return f"{bytes_:.0f} B"
