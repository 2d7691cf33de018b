"""Results of the engine that are used again: a launch that was simulated before, as a candidate or by another process,
takes the same time.

That holds for launches whose records depend on their arguments alone, on machines that keep no data between launches.
A result is found by all that it depends on: the engine's machine code, its configuration, the operation table, the
trace program and its arguments. Those of candidates stay in the process, as most of them are no part of the program;
those of launches are kept on disk if it took the engine a while to find them. `NPUSIM_REUSE_TIMES=0` simulates
everything anew.
"""

import hashlib
import json
import threading
import zlib
from collections import OrderedDict
from typing import Any

import numpy as np
from npusim.simulator import engine, native
from npusim.simulator.engine import LaunchResult
from npusim.simulator.errors import EngineError
from npusim.simulator.machine import Machine
from npusim.simulator.system import environment, store
from npusim.simulator.timing import TimingKernel
from npusim.simulator.timing.engine_config import engine_config

Arguments = np.ndarray[Any, np.dtype[np.int64]]

LEAST_CYCLES = 16_384
"""Shorter launches are simulated in the time in which a file is read."""
MOST_LAUNCHES = 1024
"""So many different launches of a simulation are looked for and kept."""
_MOST_IN_MEMORY = 64
_WORD_BYTES = 8

_recent: OrderedDict[store.Key, LaunchResult] = OrderedDict()
_lock = threading.Lock()


class KnownTimes:
    """Finds and keeps results of launches on an idle machine whose memories hold nothing.

    Args:
        machine: the simulated machine.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._configuration = json.dumps(engine_config(machine), sort_keys=True)
        self._are_reused = environment.read("REUSE_TIMES") != "0"
        self._launched: set[tuple[int, bytes]] = set()
        self._simulated: dict[int, store.Key] = {}

    def key(self, timing: TimingKernel, arguments: Arguments) -> store.Key:
        """The key of a launch.

        Args:
            timing: the kernel's timing program, not a combined one: its records may depend on what tensors hold.
            arguments: what the trace program is called with; the last word does not count.
        """
        what = timing.identity, hashlib.sha256(arguments[:-1].tobytes()).hexdigest()
        return native.cache_key("times", engine.digest(), self._configuration, *what)

    def find(self, key: store.Key) -> LaunchResult | None:
        """The result of an equal launch."""
        if not self._are_reused:
            return None
        with _lock:
            recent = _recent.get(key)
        return recent or _decoded(store.read(key))

    def note(self, key: store.Key, result: LaunchResult) -> None:
        """Keeps the result of a launch in memory, if it is complete."""
        if not result.complete:
            return
        with _lock:
            _recent[key] = result
            if len(_recent) > _MOST_IN_MEMORY:
                _recent.popitem(last=False)

    def keep(self, key: store.Key, result: LaunchResult) -> None:
        """Keeps the result of a launch on disk, if it is complete and took the engine a while."""
        if result.complete and result.cycles >= LEAST_CYCLES:
            store.write(key, _encoded(result), machine=self._machine.name)

    def before_launch(self, timing: TimingKernel, arguments: Arguments) -> tuple[store.Key | None, LaunchResult | None]:
        """The key of a launch that its simulation sees for the first time, and its result as far as it is known.

        Equal launches of one engine are its own matter: they have no key.
        """
        launch = id(timing), arguments.tobytes()
        if not self._are_reused or launch in self._launched or len(self._launched) == MOST_LAUNCHES:
            return None, None
        self._launched.add(launch)
        key = self.key(timing, arguments)
        known = self.find(key)
        if known is not None and not key.path.exists():
            self.keep(key, known)
        return key, known

    def submitted(self, launch_id: int, key: store.Key) -> None:
        """Notes that the engine simulates the launch with a key."""
        self._simulated[launch_id] = key

    def finished(self, result: LaunchResult) -> None:
        """Keeps the result of a launch that the engine has simulated."""
        key = self._simulated.pop(result.launch_id, None)
        if key is not None:
            self.keep(key, result)


def _encoded(result: LaunchResult) -> bytes:
    """The words of the result, compressed byte by byte: all lowest bytes first, as most words are small."""
    return zlib.compress(result.words().view(np.uint8).reshape(-1, _WORD_BYTES).T.tobytes(), level=1)


def _decoded(content: bytes | None) -> LaunchResult | None:
    if content is None:
        return None
    try:
        planes = np.frombuffer(zlib.decompress(content), np.uint8).reshape(_WORD_BYTES, -1)
        return LaunchResult.of_words(np.ascontiguousarray(planes.T).view(np.int64).reshape(-1))
    except (zlib.error, ValueError, EngineError):  # simulated again
        return None
