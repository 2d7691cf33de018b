"""Simulated cycles on disk, by the kernels, machine and sources that they belong to."""

import functools
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from npusim.frontend.digests import own_sources
from npusim.simulator import native
from npusim.simulator.engine import _engine
from npusim.simulator.machine import Machine
from npusim.simulator.system.cache_files import read_checked, write_checked

Cycles = list[int | None]
"""One number per candidate; None for candidates that do not fit the machine. The first one always fits."""


def cached_cycles(
    folder: str, parts: tuple[str, ...], machine: Machine, count: int, simulate: Callable[[], Cycles]
) -> Cycles:
    """The result of `simulate`, a list of `count` numbers; from the cache on disk if it was computed before.

    Args:
        folder: of `NPUSIM_CACHE_DIR`.
        parts: the key of the simulation, to which the machine and the sources of npusim are added.
    """
    key = native.cache_key(folder, own_sources(), _engine_digest(), machine.digest, *parts)
    file = native.cache_directory() / folder / f"{key}.json"
    cycles = _load(file, count)
    if cycles is None:
        cycles = simulate()
        write_checked(file, json.dumps(cycles).encode())
    return cycles


@functools.cache
def _engine_digest() -> str:
    return hashlib.sha256(Path(str(_engine.__file__)).read_bytes()).hexdigest()


def _load(file: Path, count: int) -> Cycles | None:
    """The cycles in a cache file; None when there is no such file or it is damaged."""
    kept = read_checked(file)
    try:
        cycles = None if kept is None else json.loads(kept)
    except ValueError:
        return None
    whole = isinstance(cycles, list) and len(cycles) == count and isinstance(cycles[0], int)
    return cycles if whole else None
