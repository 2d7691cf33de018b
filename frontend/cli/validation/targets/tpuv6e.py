"""A TPU v6e chip: times of bfloat16 matrix products, measured on silicon and published with PyTorchSim (MICRO'25).

The products are mapped as the compiler of the silicon seems to map them, not as npusim's default: its times imply that
a whole operand is in the scratchpad before the first product (`silicon_mapping`). It keeps matrices in tiles of 8 x 128
elements, in which a block of columns is made of long runs. Tensors of npusim are dense, so the weights are N x K here,
as those of `torch.nn.Linear` are: their blocks of columns are long runs as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from npusim.frontend.cli.validation.compiled import limiters, timed
from npusim.frontend.cli.validation.target import Fields, Measurement, Point, Target
from npusim.simulator.machine import Machine, load_machine

_MACHINE = "tpuv6e"
_BYTES = 2
_SUM_BYTES = 4
_MIB = 2**20
_ROW_BLOCK = 4 * _MIB
_COLUMN_BLOCK = 16 * _MIB
_SUMS = 8 * _MIB
_STREAMED_TILE = 1024


def silicon_mapping(m: int, k: int, n: int, machine: Machine) -> dict[str, Any]:
    """The entry of a mapping file for M x K by K x N.

    - The weights, or else the left operand, stay in the scratchpad when they fill at most half of it. Blocks of the
      other operand stream past: rows of up to 4 MiB, columns of up to 16 MiB, with sums of up to 8 MiB.
    - Otherwise both stream, and a tile of the result has 1024 x 1024 elements.
    """
    rows, columns = (_block(size, k, most, machine) for size, most in ((n, _ROW_BLOCK), (m, _COLUMN_BLOCK)))
    if _fits(n, k, rows, machine):
        return {"TILE_M": rows, "TILE_N": n, "TILE_K": k, "RESIDENT": "RIGHT"}
    if _fits(m, k, columns, machine):
        return {"TILE_M": m, "TILE_N": columns, "TILE_K": k, "RESIDENT": "LEFT"}
    return dict.fromkeys(("TILE_M", "TILE_N", "TILE_K"), _STREAMED_TILE)


def _fits(held: int, k: int, block: int, machine: Machine) -> bool:
    """Whether an operand fills at most half of the scratchpad, and two blocks with their sums most of the rest."""
    blocks = 2 * block * (k * _BYTES + held * _SUM_BYTES)
    return held * k * _BYTES <= machine.scratchpad_bytes // 2 and blocks <= machine.scratchpad_bytes * 3 // 8


def _block(held: int, k: int, most_bytes: int, machine: Machine) -> int:
    """Rows (or columns) of a block: as many as fit, in whole widths of an array; one at least."""
    width = machine.systolic_columns
    most = min(most_bytes // (k * _BYTES), _SUMS // (held * _SUM_BYTES))
    return max(1, most // width) * width


def _read(fields: Fields) -> Point:
    m, k, n = (int(fields[axis]) for axis in "mkn")
    time_ns = float(fields["latency_ns"])
    return Point(
        name=f"{m}x{k}x{n}",
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


def _measure(point: Point) -> Measurement:
    import torch

    m, k, n = (int(point.fields[axis]) for axis in "mkn")
    machine = load_machine(_MACHINE)
    mapping = {"gemm": {f"{m}_{n}_{k}": silicon_mapping(m, k, n, machine)}}
    inputs = [torch.empty(m, k, dtype=torch.bfloat16), torch.empty(n, k, dtype=torch.bfloat16)]
    report = timed(lambda x, weights: x @ weights.t(), inputs, _MACHINE, mapping)
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
