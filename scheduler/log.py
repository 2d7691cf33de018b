"""``TORCH_LOGS=npu_mlir,npu_fusions,npu_mapping,npu_cycles``: what becomes of a program, while it runs.

Kernels are logged when they are registered, also those of graphs that come from Inductor's cache.
``npusim.frontend.autoload`` registers the artifacts.
"""

import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any

from npusim.simulator.system.log_artifacts import CYCLES, FUSIONS, MAPPING, MLIR

_loggers: dict[str, logging.Logger] = {}


def log_kernel(name: str, text: str, meta: Mapping[str, Any]) -> None:
    """Logs a kernel to the artifacts that are on; nothing when torch is not loaded."""
    _log(MLIR, lambda: f"kernel {name}\n{text}")
    _log(FUSIONS, lambda: _fusions(name, meta))
    if meta.get("mapping"):
        _log(MAPPING, lambda: _mapping(name, meta["mapping"]))


def cycles_logger(cycle_ps: float) -> Callable[[int, str, int, int], None] | None:
    """What a simulation is to call for each launch whose time is known (`Simulation.on_finished`); None when the
    artifact is off.
    """
    if _logger(CYCLES) is None:
        return None

    def log(number: int, name: str, start_ps: int, end_ps: int) -> None:
        cycles = round((end_ps - start_ps) / cycle_ps)
        _log(CYCLES, lambda: f"launch {number} of {name}: {cycles:,} cycles, from {start_ps / 1000:,.3f} ns on")

    return log


def _fusions(name: str, meta: Mapping[str, Any]) -> str:
    lines = [f"kernel {name}: {', '.join(meta.get('ops', ()))}"]
    lines += [
        f"  {each['fusion']}: {each['first']} -> {each['second']}  {each['why']}" for each in meta.get("fusions", ())
    ]
    lines += [f"  apart: {each['reader']}: {each['why']} [{each['fusion']}]" for each in meta.get("not_fused", ())]
    return "\n".join(lines)


def _mapping(name: str, mapping: Mapping[str, Any]) -> str:
    lines = [f"kernel {name}: {mapping['template']} {mapping['key']}: {mapping['chosen']} (by {mapping['strategy']})"]
    lines += [
        f"  {each['simulated_cycles']:,} cycles simulated, {each['estimated_cycles']:,} estimated: {each['mapping']}"
        for each in mapping["candidates"]
    ]
    return "\n".join(lines)


def _log(artifact: str, text: Callable[[], str]) -> None:
    logger = _logger(artifact)
    if logger is not None:
        logger.debug("%s", text())


def _logger(artifact: str) -> logging.Logger | None:
    """The logger of an artifact that is on."""
    if artifact not in _loggers and "torch._logging" in sys.modules:
        from torch._logging import getArtifactLogger
        from torch._logging._internal import log_registry

        if artifact in log_registry.artifact_names:
            _loggers[artifact] = getArtifactLogger(__name__, artifact)
    logger = _loggers.get(artifact)
    return logger if logger is not None and logger.isEnabledFor(logging.DEBUG) else None
