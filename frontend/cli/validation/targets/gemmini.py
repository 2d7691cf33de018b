"""Gemmini's RTL: cycles of layers with given tilings on FireSim, published with DOSA (MICRO'23).

Every row was run twice on one program's data: with the tiling that Gemmini's library chooses, then with the mapping of
the row. So is it here, and the cache keeps what the first run leaves there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from npusim.frontend.cli.validation.gemmini.kernels import kernel_text
from npusim.frontend.cli.validation.gemmini.layers import Layer, Tiling, auto_tiling, mapped_tiling, read_layer
from npusim.frontend.cli.validation.target import Fields, Measurement, Point, Target
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.run.memory.address_space import separate
from npusim.simulator.run.simulation import Simulation

_MACHINE = "gemmini_rtl"
_MAPPED, _AUTO = "mapped", "library"
_DRAM_BYTES_PER_CYCLE = 8
_SUM_BYTES = 4
_ROUNDING_KIB_PER_LANE = 1
"""Tiles take whole multiples of 64 bytes of a lane here, and whole blocks of 64 columns in a product."""


def _read(fields: Fields) -> Sequence[Point]:
    layer = read_layer(fields)
    sizes = layer.sizes
    shape = f"{sizes['P']}x{sizes['Q']} {sizes['C']}->{sizes['K']} k{sizes['R']} s{layer.stride}"
    memory = f"{int(fields['accumulator_entries'])}/{int(fields['scratchpad_entries'])}"
    mapped_tiling(layer, fields["mapping"]), auto_tiling(layer, fields["auto_tiling"])
    return [
        Point(f"{shape} {memory} {kind}", int(fields[f"{column}_cycles"]), fields, group=f"{kind} tilings")
        for kind, column in ((_MAPPED, "mapped"), (_AUTO, "auto"))
    ]


def _measure(point: Point) -> Measurement:
    fields = point.fields
    mapped = point.name.endswith(_MAPPED)
    layer = read_layer(fields)
    words = (fields["mapping"], fields["auto_tiling"], fields["accumulator_entries"], fields["scratchpad_entries"])
    runs = _runs(tuple(layer.sizes.items()), layer.stride, *words)
    cycles, limiter = runs[1 if mapped else 0]
    return Measurement(cycles, _roofline(layer), f"limited by {limiter}")


def _roofline(layer: Layer) -> float:
    """Arithmetic with channels padded to 16, or every byte once at 8 bytes per cycle."""
    sizes = layer.sizes
    width = load_machine(_MACHINE).systolic_rows
    outputs = sizes["P"] * sizes["Q"]
    taps = sizes["R"] * sizes["S"]
    array = outputs * taps * ceil(sizes["C"] / width) * ceil(sizes["K"] / width)
    moved = outputs * layer.stride**2 * sizes["C"] + taps * sizes["C"] * sizes["K"] + outputs * sizes["K"]
    return max(array, moved / _DRAM_BYTES_PER_CYCLE)


@lru_cache(maxsize=2)
def _runs(
    sizes: tuple[tuple[str, int], ...], stride: int, mapping: str, library: str, accumulator: str, scratchpad: str
) -> list[tuple[int, str]]:
    """Cycles, and what limits them, with the library's tiling and then with the mapping."""
    layer = Layer(dict(sizes), stride)
    machine = row_machine(int(accumulator), int(scratchpad))
    kernels = [_kernel(layer, tiling) for tiling in (auto_tiling(layer, library), mapped_tiling(layer, mapping))]
    with TemporaryDirectory(prefix="npusim-validate-") as folder:
        simulation = Simulation(machine, "timing", Path(folder))
        try:
            for name, kernel in zip((_AUTO, _MAPPED), kernels, strict=True):
                _launch(simulation, kernel, name)
            report = simulation.report()
        finally:
            simulation.close()
    found = {kernel.name: kernel.statistics for kernel in report.kernels}
    return [(found[name]["cycles"], found[name]["limiter"]) for name in (_AUTO, _MAPPED)]


def _kernel(layer: Layer, tiling: Tiling) -> KernelModule:
    return parse_kernel(kernel_text(layer, tiling), source="<layer>")


def _launch(simulation: Simulation, kernel: KernelModule, name: str) -> None:
    """Starts a kernel; both kernels of a row have the same tensors."""
    simulation.launch(simulation.load(kernel, name=name), [0] * len(kernel.tensors), separate(kernel), [])


def row_machine(accumulator_entries: int, scratchpad_entries: int) -> Machine:
    """The machine with the memories of a row's configuration, or its own for the library's tiling, if they are larger.

    Args:
        accumulator_entries: sums that a tile has in each column of the array.
        scratchpad_entries: bytes of a tile's operands; it may occupy half of the scratchpad.
    """
    machine = load_machine(_MACHINE)
    lane_bytes = {
        "scratchpad_kib_per_lane": 2 * scratchpad_entries / machine.vector_lanes,
        "accumulator_kib_per_lane": 2 * accumulator_entries * (_SUM_BYTES + 1),
    }
    sizes = {key: max(getattr(machine, key), ceil(size / 1024)) for key, size in lane_bytes.items()}
    return machine.evolve(**{key: size + _ROUNDING_KIB_PER_LANE for key, size in sizes.items()})


TARGET = Target(
    title="Gemmini's RTL on FireSim: int8 layers with given tilings, published with DOSA (MICRO'23)",
    machine=_MACHINE,
    unit="cycles",
    reference="RTL",
    file=Path(__file__).with_suffix(".csv"),
    read=_read,
    measure=_measure,
    notes=(
        "Rows: outputs, channels, kernel, stride, accumulator and scratchpad entries of one tile, whose tiling.",
        "Two constants are fitted to the mapped rows as a whole: an instruction's latency, that of DRAM.",
        "The roofline has channels padded to 16 and every byte moved once at 8 bytes per cycle.",
    ),
)
