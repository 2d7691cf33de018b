"""A TPU v6e chip: times of bfloat16 matrix products, measured on silicon and published with PyTorchSim (MICRO'25).

The products are mapped as the compiler of the silicon seems to map them (strategy `resident`), not as npusim's default:
its times imply that a whole operand is in the scratchpad before the first product. That compiler keeps matrices in
tiles of 8 x 128 elements, in which a block of columns is made of long runs. Tensors of npusim are dense, so the weights
are N x K here, as those of `torch.nn.Linear` are: their blocks of columns are long runs as well. A row may ask for the
others (`weights`: K x N).
"""

from __future__ import annotations

from pathlib import Path

from npusim.frontend.cli.validation.compiled import limiters, timed
from npusim.frontend.cli.validation.target import Fields, Measurement, Point, Target
from npusim.simulator.machine import Machine, load_machine

_MACHINE = "tpuv6e"
_BYTES = 2
_LAYOUTS = ("N x K", "K x N")


def _read(fields: Fields) -> Point:
    m, k, n = (int(fields[axis]) for axis in "mkn")
    time_ns = float(fields["latency_ns"])
    return Point(
        name=f"{m}x{k}x{n}" + ("" if _layout(fields) == _LAYOUTS[0] else " (K x N)"),
        reference=time_ns,
        fields=fields,
        group="matrix products",
        used_for=fields.get("used_for") or "",
        others={"three constants": 100 * (_three_constants_ns(m, k, n) / time_ns - 1)},
    )


def _three_constants_ns(m: int, k: int, n: int) -> float:
    """A launch of 2.5 us, 82 % of 918 TFLOP/s, 87 % of 1638.4 GB/s: fitted to all of the published rows."""
    return 2500 + max(_flop(m, k, n) / (0.82 * 918e3), _moved_bytes(m, k, n) / (0.87 * 1638.4))


def _roofline_ns(m: int, k: int, n: int, machine: Machine) -> float:
    arrays = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    rate = machine.systolic_rows_per_cycle["bf16"]
    compute_ns = m * k * n / (arrays * rate) * machine.cycle_ps / 1000
    return max(compute_ns, _moved_bytes(m, k, n) / machine.dram_bandwidth_gbps)


def _flop(m: int, k: int, n: int) -> int:
    return 2 * m * k * n


def _moved_bytes(m: int, k: int, n: int) -> int:
    return _BYTES * (m * k + k * n + m * n)


def _layout(fields: Fields) -> str:
    """How the weights of a row lie in memory."""
    layout = fields.get("weights") or _LAYOUTS[0]
    if layout not in _LAYOUTS:
        raise ValueError(f"weights are {layout!r}; they can be {' or '.join(_LAYOUTS)}")
    return layout


def _measure(point: Point) -> Measurement:
    import torch

    m, k, n = (int(point.fields[axis]) for axis in "mkn")
    weights = torch.empty(n, k, dtype=torch.bfloat16).t()
    if _layout(point.fields) == "K x N":
        weights = weights.contiguous()
    inputs = [torch.empty(m, k, dtype=torch.bfloat16), weights]
    report = timed(lambda x, weights: x @ weights, inputs, _MACHINE, "resident")
    machine = load_machine(_MACHINE)
    return Measurement(report.statistics["time_ns"], _roofline_ns(m, k, n, machine), limiters(report))


TARGET = Target(
    title="TPU v6e: bfloat16 products m x k x n measured on silicon, published with PyTorchSim (MICRO'25)",
    machine=_MACHINE,
    unit="ns",
    reference="silicon",
    file=Path(__file__).with_suffix(".csv"),
    read=_read,
    measure=_measure,
    notes=(
        "Mapped as the silicon's compiler seems to: an operand of up to half of the scratchpad arrives whole first.",
        "Weights are N x K: their blocks of columns are long runs, as in the silicon's tiles of 8 x 128 elements.",
        "Roofline: each matrix moved once, at the peaks. Three constants: fitted to all published rows.",
    ),
)
