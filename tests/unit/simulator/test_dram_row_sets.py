"""What opening rows costs short runs, by hand."""

import random
from statistics import pvariance

import numpy as np
import pytest
from npusim.mlir_templates.common.cost_model import apart_overhead, channel_overhead, request_overhead
from npusim.simulator.dram.device import load_device
from npusim.simulator.dram.row_sets import row_set
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.run.times.timing_only import start_alone

DEVICE = load_device("HBM2_1760")
ROWS = row_set(DEVICE, "RoBaCoBgRaChXOR", 32, 256)


def test_a_block_lies_in_every_bank_group_of_both_pseudo_channels():
    assert ROWS.set_bytes == 8 * 1024 * 32
    assert ROWS.opening_ps == 4 * max(DEVICE.tRRD_S, DEVICE.tFAW / 4) * DEVICE.clock_ps


def test_blocks_that_lie_far_apart_take_what_opening_their_rows_takes():
    transfer_ps = 256 / ROWS.bytes_per_ps
    assert ROWS.overhead(256, 1 << 20) == pytest.approx(ROWS.opening_ps / transfer_ps)
    assert ROWS.overhead(128, 1 << 20) == pytest.approx(2 * ROWS.opening_ps / transfer_ps)


def test_runs_that_find_the_rows_open_cost_their_bytes():
    assert ROWS.overhead(256, 2048) == 1  # 128 runs in a set of rows: four blocks on each channel
    assert ROWS.overhead(1 << 20, 1 << 21) == 1


def test_a_mapping_that_stays_in_a_bank_opens_one_row_a_block():
    assert row_set(DEVICE, "RoBaRaCoCh", 32, 256).set_bytes == 1024 * 32


def test_streams_meet_in_the_banks_of_a_set_as_often_as_they_do_by_chance():
    assert ROWS.sets == DEVICE.banks_per_group  # a block lies in every bank group
    assert [ROWS.met(streams) for streams in (0, 1, 2)] == pytest.approx([0, 1 / 4, 1 - 9 / 16])
    draws = np.random.default_rng(0).integers(0, ROWS.sets, (50_000, 8))
    assert (draws[:, 1:] == draws[:, :1]).any(1).mean() == pytest.approx(ROWS.met(7), rel=0.02)


def test_transfers_lose_more_the_more_cores_come_between_them():
    lost = [ROWS.switched_bytes(cores) for cores in (1, 2, 4, 8)]
    assert lost == sorted(lost) and lost[0] == 0
    opened_ps = (DEVICE.tRP + DEVICE.tRCDRD) * DEVICE.clock_ps
    assert lost[-1] < opened_ps / ROWS.sets * ROWS.bytes_per_ps * 32


def test_estimates_count_openings_in_the_time_of_the_port():
    tpuv3 = load_machine("tpuv3")
    share = tpuv3.memory_bytes_per_cycle / tpuv3.dram_bytes_per_cycle
    assert tpuv3.dram_rows is not None and tpuv3.dram_rows.block_bytes == 128  # of one pseudo channel
    assert apart_overhead(64, 1 << 20, tpuv3) == pytest.approx(share * ROWS.overhead(128, 1 << 20))
    assert apart_overhead(128, 1 << 20, load_machine("tpuv6e")) == request_overhead(128, load_machine("tpuv6e"))


@pytest.mark.parametrize("blocks", [8, 32, 64, 200])
def test_idle_channels_cost_what_random_runs_leave_idle(blocks: int) -> None:
    machine = load_machine("tpuv6e")
    channels, block = machine.dram_channels, machine.dram_interleave_bytes
    draw = random.Random(0)
    variance = pvariance([_blocks_on_a_channel(blocks, channels, draw) for _ in range(20_000)])
    runs = machine.dma_outstanding_requests * machine.dram_request_bytes / (blocks * block)
    expected = 1 + (variance / runs) ** 0.5 / (blocks / channels)
    assert channel_overhead(blocks * block, 57344, machine) == pytest.approx(expected, rel=0.01)
    assert channel_overhead(blocks * block, 65536, machine) == 1


def _blocks_on_a_channel(blocks: int, channels: int, draw: random.Random) -> int:
    """Of a run that begins anywhere in a round of the channels, where every round has an order of its own."""
    first = draw.randrange(channels)
    ends = [min(blocks, channels - first), (first + blocks) % channels if first + blocks > channels else 0]
    whole = (blocks - sum(ends)) // channels
    return whole + sum(draw.random() < end / channels for end in ends)


def test_the_engine_takes_what_the_estimate_says_for_tiles_of_2048_columns() -> None:
    machine = load_machine("tpuv6e")
    short, long = (_loading_cycles(columns, 14336, machine) for columns in (2048, 14336))
    estimate = apart_overhead(4096, 28672, machine)
    assert short / long > 1.05 and short / long == pytest.approx(estimate, rel=0.08)


def _loading_cycles(columns: int, width: int, machine: Machine) -> int:
    """Of 512 rows of a bfloat16 matrix, in tiles of 256 rows and `columns` columns."""
    view, tile = f"memref<256x{columns}xbf16, strided<[{width}, 1], offset: ?>>", f"memref<256x{columns}xbf16, 1>"
    matrix = f"memref<{512 * width}xbf16>"
    text = f"""func.func @load(%X: {matrix}) {{
      %tile = "npu.alloc"() : () -> {tile}
      affine.for %row = 0 to 512 step 256 {{
        affine.for %column = 0 to {width} step {columns} {{
          %at = affine.apply affine_map<(i, j) -> (i * {width} + j)>(%row, %column)
          %view = memref.reinterpret_cast %X to offset: [%at], sizes: [256, {columns}], strides: [{width}, 1]
              : {matrix} to {view}
          "npu.dma_load"(%view, %tile) : ({view}, {tile}) -> ()
        }}
      }}
      return
    }}"""
    cycles = start_alone(parse_kernel(text, source="test"), machine, [512 * width], [])()
    return cycles - machine.kernel_launch_cycles
