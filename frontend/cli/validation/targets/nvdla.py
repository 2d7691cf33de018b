"""NVDLA's own table of configurations: frames per second of ResNet-50 in int8, its average power, and silicon area.

The table is an estimate of NVDLA's authors: a layer takes the longest of its input, its output and its multiplications.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from npusim.frontend.cli.validation.compiled import timed
from npusim.frontend.cli.validation.target import Fields, Measurement, Point, Target
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.machine.area import area

_MACHINE = "nvdla"
_MACS = 4.089e9
_AREA = "mm2"
_POWER = "mW"
_OPERATIONS_PER_RESULT = 2
"""Results per cycle of the single-point processor for one of the 16 lanes' ALUs (nv_large: 16 for 8)."""


def machine_of(fields: Fields) -> Machine:
    """The machine of a row: all but its sizes is the same."""
    rows, columns = int(fields["atomic_c"]), int(fields["atomic_k"])
    base = load_machine(_MACHINE)
    return base.evolve(
        name=f"{_MACHINE}_{fields['macs']}",
        systolic_rows=rows,
        systolic_columns=columns,
        systolic_weight_rows_per_cycle=rows / columns,
        scratchpad_kib_per_lane=int(fields["buffer_kib"]) // base.vector_lanes,
        vector_alus=max(1, int(fields["sdp_per_cycle"]) // _OPERATIONS_PER_RESULT),
        dram_bandwidth_gbps=float(fields["dram_gbps"]),
    )


def _read(fields: Fields) -> Sequence[Point]:
    name = f"{fields['macs']} MACs"
    return [
        Point(f"{name} frames/s", float(fields["frames_per_s"]), fields, group="frames per second"),
        Point(f"{name} {_POWER}", float(fields["average_mw"]), fields, group="average power"),
        Point(f"{name} {_AREA}", float(fields["area_16nm_mm2"]), fields, group="area"),
    ]


def _measure(point: Point) -> Measurement:
    machine = machine_of(point.fields)
    if point.group == "area":
        estimate = area(machine)
        return Measurement(estimate.total_mm2 - estimate.dram_interface, note="without the DRAM's interface")
    values = _statistics(tuple(point.fields.items()))
    return _power(values) if point.group == "average power" else _frames(values, machine)


@cache
def _statistics(fields: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    """Of an image; two points of a row come from it."""
    import torch
    from npusim.frontend.cli.validation.nvdla.resnet50 import ResNet50

    image = torch.zeros(1, 3, 224, 224, dtype=torch.int8).contiguous(memory_format=torch.channels_last)
    return timed(ResNet50().to("npu"), [image], machine_of(dict(fields))).statistics


def _frames(values: Mapping[str, Any], machine: Machine) -> Measurement:
    note = f"arrays {values['array_utilization']:.0%}, DRAM {values['bandwidth_fraction']:.0%} of peak"
    multiplies = machine.systolic_rows * machine.systolic_columns * machine.core_freq_mhz * 1e6
    return Measurement(1e9 / values["time_ns"], multiplies / _MACS, note)


def _power(values: Mapping[str, Any]) -> Measurement:
    on_chip = {name: part for name, part in values["energy_pj"].items() if part and not name.startswith("dram")}
    del on_chip["total"]
    milliwatts = {name: part / values["time_ns"] for name, part in on_chip.items()}
    largest = sorted(milliwatts, key=lambda name: -milliwatts[name])[:3]
    note = f"{', '.join(f'{name} {milliwatts[name]:.3g}' for name in largest)}; without DRAM"
    return Measurement(sum(milliwatts.values()), note=note)


TARGET = Target(
    title="NVDLA's table of configurations at 1 GHz and 16 nm: ResNet-50 in int8, one image (nvdla.org/primer.html)",
    machine=_MACHINE,
    unit="frames per second; mW; mm2",
    reference="NVDLA",
    file=Path(__file__).with_suffix(".csv"),
    read=_read,
    measure=_measure,
    notes=(
        "The table is NVDLA's own estimate, not silicon. Roofline: multiplications at the peak, memory not counted.",
        "Power is the table's average at 16 nm, without DRAM; its peaks are not compared.",
        "Area is that of synthesised cells and memories; what the machine file does not describe is missing in ours.",
    ),
)
