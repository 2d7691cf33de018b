"""What opening rows costs short runs, by hand."""

import pytest
from npusim.mlir_templates.common.cost_model import apart_overhead, request_overhead
from npusim.simulator.dram.device import load_device
from npusim.simulator.dram.row_sets import row_set
from npusim.simulator.machine import load_machine

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


def test_estimates_count_openings_in_the_time_of_the_port():
    tpuv3 = load_machine("tpuv3")
    share = tpuv3.memory_bytes_per_cycle / tpuv3.dram_bytes_per_cycle
    assert tpuv3.dram_rows is not None and tpuv3.dram_rows.block_bytes == 128  # of one pseudo channel
    assert apart_overhead(64, 1 << 20, tpuv3) == pytest.approx(share * ROWS.overhead(128, 1 << 20))
    assert apart_overhead(128, 1 << 20, load_machine("tpuv6e")) == request_overhead(128, load_machine("tpuv6e"))
