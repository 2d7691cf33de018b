"""Simulated cycles on disk, by the kernels, machine and sources that they belong to."""

import json
from collections.abc import Callable, Iterable

from npusim.frontend.digests import own_sources
from npusim.simulator import engine, native
from npusim.simulator.ir.kernel_text import canonical_text, function_name
from npusim.simulator.machine import Machine
from npusim.simulator.system import store

Cycles = list[int | None]
"""One number per candidate; None for candidates that do not fit the machine. The first one always fits."""


def cached_cycles(
    kind: str, text: str, parts: Iterable[object], machine: Machine, count: int, simulate: Callable[[], Cycles]
) -> Cycles:
    """The result of `simulate`, a list of `count` numbers; from the store if it was computed before.

    Args:
        kind: of the entry (`npusim.simulator.system.store.KINDS`).
        text: the kernel, whose names and comments do not matter.
        parts: what the result depends on beside the kernel, the machine and the sources of npusim.
    """
    return start_cached(kind, text, parts, machine, count, lambda: simulate)()


def start_cached(
    kind: str,
    text: str,
    parts: Iterable[object],
    machine: Machine,
    count: int,
    start: Callable[[], Callable[[], Cycles]],
) -> Callable[[], Cycles]:
    """As `cached_cycles`, for simulations that are begun first and waited for later: `start` begins, what it returns
    waits. So does what this returns, once.
    """
    sources = own_sources(), engine.digest()
    key = native.cache_key(kind, *sources, machine.digest, *map(str, parts), canonical_text(text))
    known = _decoded(store.read(key), count)
    if known is not None:
        return lambda: known
    finish = start()

    def finish_and_keep() -> Cycles:
        cycles = finish()
        store.write(key, json.dumps(cycles).encode(), name=function_name(text), machine=machine.name)
        return cycles

    return finish_and_keep


def _decoded(kept: bytes | None, count: int) -> Cycles | None:
    """The cycles in an entry; None without one."""
    try:
        cycles = None if kept is None else json.loads(kept)
    except ValueError:
        return None
    whole = isinstance(cycles, list) and len(cycles) == count and isinstance(cycles[0], int)
    return cycles if whole else None
