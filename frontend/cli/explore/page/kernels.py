"""The kernels in the page: their figures, their text with hot lines, their tiles and their timeline."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore.run_files import KERNEL_STAGE, InspectedKernel, read_text
from npusim.simulator.errors import NpuSimError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.scratchpad import allocate
from npusim.simulator.machine import Machine
from npusim.simulator.report.hot_lines import sentence
from npusim.simulator.report.text.summary import summarize
from npusim.simulator.run.times.retiming import TimedLaunch, time_again

MOST_TIMED = 24
"""Kernels that are timed again, those of most cycles: a page of a large model is made in seconds."""
MOST_TIMED_CYCLES = 3_000_000
_MOST_EVENTS = 2000
_MOST_TEXT = 200_000


def describe(
    folder: Path, kernels: Sequence[InspectedKernel], report: Mapping[str, Any], machine: Machine
) -> list[dict[str, Any]]:
    """The launched kernels by falling cycles."""
    rows = {row.name: vars(row) for row in summarize(report, "kernel").rows}
    operators = {site["kernel"]: site["operator"] for site in report["call_sites"]}
    launched = [kernel for kernel in kernels if kernel.entry]
    return [
        {
            **rows[kernel.name],
            "operator": operators[kernel.name],
            "kind": kernel.entry["template"] or kernel.entry["kind"],
            "ops": kernel.entry["ops"],
            "path": kernel.entry["critical_path"],
            "text": (text := read_text(kernel.stages[KERNEL_STAGE]))[:_MOST_TEXT],
            "tiles": _tiles(text, kernel.name, machine),
            **_timed(text, kernel, machine, number),
        }
        for number, kernel in enumerate(launched)
    ]


def _timed(text: str, kernel: InspectedKernel, machine: Machine, number: int) -> dict[str, Any]:
    """The slowest launch operation by operation, or why there is none."""
    launch = kernel.entry["slowest_launch"]
    if launch is None:
        return {"hot": None, "hot_note": "time was not simulated"}
    if number >= MOST_TIMED or launch["cycles"] > MOST_TIMED_CYCLES:
        return {"hot": None, "hot_note": f"npusim inspect --hot --kernel {kernel.name} shows its hot lines"}
    try:
        return {"hot": _hot(time_again(text, kernel.name, machine, launch), machine), "hot_note": ""}
    except NpuSimError as error:
        return {"hot": None, "hot_note": str(error).splitlines()[0]}


def _hot(timed: TimedLaunch, machine: Machine) -> dict[str, Any]:
    step = -(-len(timed.timeline) // _MOST_EVENTS) or 1
    return {
        "cycles": timed.cycles,
        "assumed": timed.is_assumed,
        "sentence": sentence(timed.statistics, timed.operations),
        "operations": [asdict(operation) for operation in timed.operations],
        "time_ps": round(timed.statistics["time_ns"] * 1000),
        "stride": step * timed.timeline_stride,
        "events": timed.timeline[::step].tolist(),
        "bank_activates": _by_bank(timed.statistics["components"], machine.dram_channels),
    }


def _by_bank(components: Mapping[str, Mapping[str, list[int]]], channels: int) -> list[list[int]] | None:
    """Activates per channel and bank; None with a model of DRAM that has no banks."""
    if "dram_bank" not in components:
        return None
    activates = components["dram_bank"]["activates"]
    banks = len(activates) // channels
    return [activates[first : first + banks] for first in range(0, len(activates), banks)]


def _tiles(text: str, name: str, machine: Machine) -> dict[str, Any]:
    """The tiles in a lane's scratchpad: bytes and copies."""
    try:
        placement = allocate(parse_kernel(text, source=name), machine)
    except NpuSimError as error:
        return {"note": str(error).splitlines()[0], "tiles": [], "capacity": machine.scratchpad_bytes_per_lane}
    tiles = [
        {
            "line": placed.tile.line,
            "shape": "x".join(map(str, placed.tile.shape)) + " " + placed.tile.element_type,
            "offset": placed.offset_bytes,
            "bytes": placed.bytes_per_slot,
            "slots": placed.tile.slots,
        }
        for placed in placement.tiles
    ]
    return {"note": "", "tiles": tiles, "capacity": placement.capacity_bytes_per_lane}
