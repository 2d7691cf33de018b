"""How long torch.compile worked: Dynamo tells when a compilation begins and ends, of backward graphs as well."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from torch._dynamo.callback import callback_handler


@dataclass
class CompileTime:
    """Seconds of compilations so far, and how many frames or backward graphs they were."""

    seconds: float = 0.0
    graphs: int = 0
    _began: float = 0.0

    def _begin(self, _: Any) -> None:
        self._began = time.perf_counter()

    def _end(self, _: Any) -> None:
        self.seconds += time.perf_counter() - self._began
        self.graphs += 1


@contextmanager
def compile_time() -> Iterator[CompileTime]:
    """Measures compilations in this block."""
    measured = CompileTime()
    begin = callback_handler.register_start_callback(measured._begin)
    end = callback_handler.register_end_callback(measured._end)
    try:
        yield measured
    finally:
        callback_handler.remove_start_callback(begin)
        callback_handler.remove_end_callback(end)
