"""What the estimates of all operator families share."""

import pytest
from npusim.frontend.codegen.schedule import transfer_time
from npusim.mlir_templates.common import cost_model
from npusim.simulator.machine import load_machine

MACHINE = load_machine("tpuv3")


@pytest.mark.parametrize(
    ("size", "multiple", "rounded"), [(0, 16, 0), (1, 16, 16), (16, 16, 16), (16.5, 8, 24), (129, 64, 192)]
)
def test_sizes_are_rounded_up_to_multiples(size, multiple, rounded):
    assert cost_model.round_up(size, multiple) == rounded


def test_halvings_end_at_the_multiple():
    assert list(cost_model.halvings(72, 16)) == [72, 48, 32, 16]


@pytest.mark.parametrize(("number", "above", "below"), [(0, 1, 0), (1, 1, 1), (2, 2, 2), (5, 8, 4), (64, 64, 64)])
def test_powers_of_two_around_a_number(number, above, below):
    assert (cost_model.ceil_power(number), cost_model.floor_power(number)) == (above, below)


def test_short_runs_pay_for_whole_requests():
    request = MACHINE.dram_request_bytes
    assert cost_model.request_overhead(request, MACHINE) == 1
    assert cost_model.request_overhead(request / 4, MACHINE) == 4
    assert cost_model.request_overhead(3 * request + 1, MACHINE) == 4 * request / (3 * request + 1)


def test_a_core_gets_what_its_requests_in_flight_cover():
    few = MACHINE.evolve(dma_outstanding_requests=1)
    covered = few.dram_request_bytes / (few.memory_latency_cycles + few.dram_row_read_cycles)
    assert 0 < few.dram_row_read_cycles < few.dram_command_latency_cycles
    assert transfer_time.bytes_per_cycle(few, 1) == covered
    assert transfer_time.bytes_per_cycle(few, 3) == 3 * covered
    assert transfer_time.bytes_per_cycle(MACHINE, 10**6) == MACHINE.memory_bytes_per_cycle


def test_the_latency_of_memory_has_the_network_twice():
    slow = MACHINE.evolve(noc_latency_cycles=MACHINE.noc_latency_cycles + 7)
    assert slow.memory_latency_cycles == MACHINE.memory_latency_cycles + 14
    assert slow.dram_latency_cycles == MACHINE.dram_latency_cycles


@pytest.mark.parametrize("element", [1, 2, 4])
@pytest.mark.parametrize(
    "sizes", [((3, 3), (14, 14)), ((4, 12), (12, 12)), ((5, 3), (20, 40)), ((2, 64), (8, 64)), ((1, 14), (1, 56))]
)
def test_a_tile_moves_the_requests_that_its_elements_lie_in(sizes, element):
    machine = load_machine("small8x8")
    (rows, columns), (height, width) = sizes
    moved = []
    for row in range(0, height - rows + 1, rows):
        for column in range(0, width - columns + 1, columns):
            begins = [((row + r) * width + column) * element for r in range(rows)]
            runs = [range(begin, begin + columns * element) for begin in begins]
            moved.append(len({at // machine.dram_request_bytes for run in runs for at in run}))
    axes = [transfer_time.TileAxis(rows, rows, height), transfer_time.TileAxis(columns, columns, width)]
    estimate = transfer_time.moved_bytes(axes, element, machine) / machine.dram_request_bytes
    assert estimate == pytest.approx(sum(moved) / len(moved), rel=0.15)


@pytest.mark.parametrize(
    ("axes", "share"),  # small8x8: two channels, which take turns every 64 bytes, and 64 requests of 32 bytes in flight
    [
        ([(2, 4, 8), (64, 256, 0)], 1 / 2),  # two columns of rows of 256 bytes
        ([(2, 4, 8), (64, 260, 0)], 1),  # of rows of 260 bytes
        ([(32, 4, 128), (64, 256, 0)], 1),  # runs of 128 bytes
        ([(16, 4, 64), (16, 2048, 0)], 1),  # the next tile, on the other channel, is under way as well
        ([(16, 4, 64), (64, 2048, 0)], 1 / 2),  # it is not, as this one takes all requests
        ([(16, 4, 0)], 1 / 2),  # all of a small tensor
    ],
    ids=str,
)
def test_runs_that_lie_on_some_channels_leave_the_others_idle(axes, share):
    machine, strided = load_machine("small8x8"), [transfer_time.StridedAxis(*axis) for axis in axes]
    runs = transfer_time.runs_of(strided, 4, machine)
    assert runs.channel_share == share
    assert runs.moved_bytes(machine) == runs._replace(channel_share=1).moved_bytes(machine) / share
    assert transfer_time.runs_of(strided, 4, machine.evolve(dram_channel_hash=True)).channel_share == 1


def test_loads_and_stores_share_the_memory_but_no_dma_engine():
    gemmini = load_machine("gemmini16")  # 16 bytes per cycle of an engine, 19.2 of the memory
    assert transfer_time.both_ways_cycles(100, 0, gemmini, 1, 1) == 100
    assert transfer_time.both_ways_cycles(100, 100, gemmini, 1, 1) == pytest.approx(200 * 16 / 19.2)
    assert transfer_time.both_ways_cycles(100, 100, MACHINE, 1, 2) == 200


def test_transfers_of_several_cores_open_rows_of_dram_anew():
    tpuv4 = load_machine("tpuv4")
    assert transfer_time.both_ways_cycles(100, 0, tpuv4, 1, 50) == 100
    one, few, many = (transfer_time.both_ways_cycles(1e5, 0, tpuv4, 2, count) for count in (1, 50, 500))
    assert 1e5 < one < few < many
    assert transfer_time.both_ways_cycles(1e5, 0, tpuv4.evolve(cores=8), 8, 50) > few
    plain = tpuv4.evolve(dram_model="simple")
    assert transfer_time.both_ways_cycles(1e5, 0, plain, 2, 50) == 1e5


def test_writes_cost_more_where_more_cores_read():
    machine = load_machine("tpuv4")
    shares = [machine.dram_turnaround_share(cores) for cores in (0, 1, 2, 8)]
    assert shares == sorted(shares) and shares[-1] > 2 * shares[0] > 0
    assert load_machine("small8x8").dram_turnaround_share(4) == 0


def test_refreshes_of_all_banks_leave_less_to_streams():
    machine = load_machine("tpuv6e")
    device = machine.load_dram_device()
    left = machine.dram_stream_bytes_per_cycle / machine.dram_bytes_per_cycle
    assert left == pytest.approx(1 - device.tRFC / device.tREFI)
    assert machine.evolve(dram_refresh="none").dram_stream_bytes_per_cycle == machine.dram_bytes_per_cycle


@pytest.mark.parametrize(
    ("load", "store", "hidden"), [(0, 5, 5), (0, 50, 20), (30, 5, 0), (30, 15, 5), (15, 15, 15), (1000, 1000, 20)]
)
def test_a_store_that_outlasts_the_last_load_is_hidden_behind_the_work_on_the_last_tile(load, store, hidden):
    assert cost_model.hidden_store_cycles(load, store, 20) == hidden
