"""Tile sizes of matrix products."""

import itertools
from dataclasses import replace

import pytest
from memories import SIMPLE_481
from npusim.frontend.template import EpilogueWork
from npusim.mlir_templates.gemm import cost as gemm_cost
from npusim.mlir_templates.gemm import split_k
from npusim.mlir_templates.gemm.cost import estimate_cycles, scratchpad_bytes
from npusim.mlir_templates.gemm.problem import GemmTiling, Matrix, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace, choose_tiling
from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import load_machine

SHAPES = [
    (1, 1, 1),
    (32, 32, 32),
    (129, 56, 61),
    (516, 224, 244),
    (1, 3072, 768),
    (512, 512, 512),
    (2048, 2048, 2048),
    (100000, 8, 3),
]


def product(m, n, k, **changes):
    return Product(m, n, k, left=Matrix(4, 4 * k), right=Matrix(4, 4 * n), result=Matrix(4, 4 * n), **changes)


@pytest.fixture(params=["tpuv3", "small8x8"])
def machine(request):
    return load_machine(request.param)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_tiles_fit_and_are_multiples_that_vectorise(machine, shape):
    whole = product(*shape, epilogue=EpilogueWork(tile_bytes=12))
    tiling = choose_tiling(whole, machine)
    assert scratchpad_bytes(whole, tiling, machine) <= machine.scratchpad_bytes_per_lane
    for size, tile, multiple in zip(shape, (tiling.m, tiling.n, tiling.k), (8, 16, 16), strict=True):
        assert tile == 1 if size == 1 else tile % multiple == 0
        assert tile < size + multiple


def test_512_cubed_reads_each_operand_once_on_tpuv3():
    whole = product(512, 512, 512)
    tiling = choose_tiling(whole, load_machine("tpuv3"))
    assert gemm_cost._reads(whole, tiling, cores=1) == (1, 1)


def test_the_choice_is_the_cheapest_of_some_hand_made_ones():
    machine, whole = load_machine("tpuv3"), product(1024, 1024, 1024)
    chosen = choose_tiling(whole, machine)
    for m, n, k in itertools.product((128, 256), repeat=3):
        other = type(chosen)(m, n, k, True, False)
        assert estimate_cycles(whole, chosen, machine) <= estimate_cycles(whole, other, machine)


def test_estimates_never_beat_the_bounds():
    machine = load_machine("tpuv3")
    for m, n, k in SHAPES:
        whole = product(m, n, k)
        estimate = estimate_cycles(whole, choose_tiling(whole, machine), machine)
        assert estimate >= 4 * (m * k + k * n + m * n) / machine.memory_bytes_per_cycle
        assert estimate >= m * n * k / (machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns)


def test_what_memory_limits_ends_with_a_contraction_and_its_store():
    """Cycles of the engine without stalls between folds: 7,129 for 256 x 256 x 256, which reads every operand twice,
    6,624 for the other; with the stalls 7,565 and 7,641.
    """
    stalling, whole = load_machine("tpuv3"), Product(512, 512, 512, *(Matrix(2, 1024) for _ in range(3)))
    square, long = GemmTiling(256, 256, 256, True, False, 3), GemmTiling(128, 256, 512, False, True, 3)
    for machine, engine in ((stalling.evolve(systolic_fold_stall_cycles=0), [7129, 6624]), (stalling, [7565, 7641])):
        cycles = [machine.kernel_launch_cycles + estimate_cycles(whole, tiling, machine) for tiling in (square, long)]
        assert cycles == pytest.approx(engine, rel=0.04)
        assert (cycles[0] > cycles[1]) == (engine[0] > engine[1])


def test_the_vector_unit_computes_the_last_epilogue_alone():
    """GELU behind 512 x 3072 x 768: the engine's cycles with tiles of all rows by 128 and by 1024 columns."""
    machine = load_machine("tpuv3")
    gelu = EpilogueWork(bytes_written=2, tile_bytes=2, vector_cycles=0.0161)
    whole = Product(512, 3072, 768, Matrix(2, 1536), Matrix(2, 1536, transposed=True), Matrix(2, 6144), epilogue=gelu)
    tilings = [GemmTiling(512, n, 768, True, True, 3) for n in (128, 1024)]
    cycles = [machine.kernel_launch_cycles + estimate_cycles(whole, tiling, machine) for tiling in tilings]
    assert cycles == pytest.approx([46412, 55969], rel=0.02)


def test_accumulators_that_are_stored_are_not_free_before():
    """Scores of twelve heads in float32: the engine's cycles with tiles of 512 x 64, 512 x 128 and 512 x 512."""
    machine, scores = load_machine("tpuv3"), product(512, 512, 64, batch=12)
    tilings = [GemmTiling(512, n, 64, True, True, 3) for n in (64, 128, 512)]
    cycles = [machine.kernel_launch_cycles + estimate_cycles(scores, tiling, machine) for tiling in tilings]
    assert cycles == pytest.approx([43495, 33197, 32209], rel=0.04)
    assert choose_tiling(scores, machine).n > 64
    converted = replace(scores, result=Matrix(2, 1024))
    assert estimate_cycles(converted, tilings[0], machine) < 0.8 * estimate_cycles(scores, tilings[0], machine)


@pytest.mark.parametrize("size", [256, 512])
def test_results_leave_one_by_one_while_the_next_is_computed(size):
    """The engine takes 3,152 and 9,268 cycles with tiles of 128 columns, 3,624 and 9,462 with one of the result."""
    machine, whole = load_machine("tpuv3"), product(size, size, size)
    chosen = choose_tiling(whole, machine)
    assert chosen.k_resident
    assert (chosen.m, chosen.n) == (size, 128)


def test_epilogues_work_on_whole_tiles():
    """33 columns take the vector unit as long as all the lanes that their tile has."""
    machine = load_machine("small8x8")
    relu = EpilogueWork(bytes_written=4, tile_bytes=4, vector_cycles=1.0)
    tiling = GemmTiling(64, 48, 64, True, True, 2)
    narrow, wide = (estimate_cycles(product(64, n, 64, epilogue=relu), tiling, machine) for n in (33, 48))
    assert narrow == pytest.approx(wide, rel=0.06)


@pytest.mark.parametrize("name", ["tpuv3", "small8x8", "gemmini16"])
@pytest.mark.parametrize("size", [256, 512, 1024])
def test_the_machine_alone_decides_how_long_reduction_tiles_are(name, size):
    machine, whole = load_machine(name), product(size, size, size)
    cheapest = min(estimate_cycles(whole, tiling, machine) for tiling in GemmSpace(whole, machine).fitting())
    assert estimate_cycles(whole, choose_tiling(whole, machine), machine) <= 1.07 * cheapest


def test_symbolic_reductions_are_never_taken_for_covered():
    assert not choose_tiling(product(64, 64, 64, k_is_static=False), load_machine("tpuv3")).k_resident


def test_a_scratchpad_too_small_for_any_tile_is_an_error():
    tiny = load_machine("small8x8").evolve(scratchpad_kib_per_lane=1)
    with pytest.raises(ScratchpadOverflowError, match="raise scratchpad_kib_per_lane"):
        choose_tiling(product(512, 512, 512, epilogue=EpilogueWork(tile_bytes=160)), tiny)


def test_rows_that_start_on_the_same_channels_get_only_their_bandwidth():
    machine = load_machine("tpuv3").evolve(**SIMPLE_481 | {"dram_interleave_bytes": 256, "dram_channel_hash": False})
    narrow = Matrix(4, 4096).transfer_cycles(64, 1024, (64, 64), machine)
    wide = Matrix(4, 4096).transfer_cycles(64, 1024, (64, 1024), machine)
    assert narrow == pytest.approx(16 * wide)
    assert Matrix(4, 4096 + 256).transfer_cycles(64, 1024, (64, 64), machine) == wide


def test_what_prologues_read_lies_in_buffers_of_their_own():
    """Two buffers of 4 bytes per element have rows of the same channels each; 8 bytes per element have longer rows."""
    machine = load_machine("tpuv3").evolve(**SIMPLE_481 | {"dram_interleave_bytes": 256, "dram_channel_hash": False})
    tile = 64, 64
    one = Matrix(4, 4096).transfer_cycles(64, 1024, tile, machine)
    two = Matrix(8, 4096, memory_element_bytes=4)
    assert two.transfer_cycles(64, 1024, tile, machine) == pytest.approx(2 * one)
    assert Matrix(8, 4096).transfer_cycles(64, 1024, tile, machine) < 1.5 * one
    assert two.runs(64, 1024, tile) == Matrix(4, 4096).runs(64, 1024, tile)


@pytest.mark.parametrize("m", [1, 128])
def test_tiles_are_whole_rows_of_wide_weights_with_dram_by_command(m):
    machine, n, k = load_machine("tpuv6e"), 28672, 4096
    weights, transposed = Matrix(2, 2 * n), Matrix(2, 2 * k, transposed=True)
    dense = Product(m, n, k, left=Matrix(2, 2 * k), right=weights, result=Matrix(2, 2 * n))
    assert choose_tiling(dense, machine).n == n
    assert choose_tiling(replace(dense, right=transposed), machine).k == k


def test_wide_tiles_are_chosen_where_narrow_ones_would_share_a_channel():
    machine = load_machine("tpuv3").evolve(**SIMPLE_481 | {"dram_interleave_bytes": 256, "dram_channel_hash": False})
    assert choose_tiling(product(1, 4096, 1024), machine).n >= 1024


def test_a_hash_of_addresses_spreads_narrow_tiles_over_all_channels():
    plain = load_machine("tpuv3").evolve(**SIMPLE_481 | {"dram_interleave_bytes": 256, "dram_channel_hash": False})
    hashed = plain.evolve(dram_channel_hash=True)
    narrow = Matrix(4, 4096)
    assert narrow.transfer_cycles(64, 1024, (64, 64), plain) > narrow.transfer_cycles(64, 1024, (64, 64), hashed)


@pytest.mark.parametrize("sizes", [(1, 4096, 4096), (512, 512, 512), (128, 1024, 4096)])
def test_all_cores_have_tiles_of_a_product(sizes):
    two = load_machine("tpuv3").evolve(cores=2)
    whole = product(*sizes)
    assert gemm_cost.shares(whole, choose_tiling(whole, two), two.cores)[1] == 2


def test_tiles_of_a_product_are_shared_in_the_order_of_the_loops():
    """3 x 8 tiles on four cores: six each, of two rows of tiles for each core but the first and the last."""
    whole, tiling = product(1024, 3072, 768), GemmTiling(128, 1024, 768, m_outer=False, k_resident=True)
    assert gemm_cost.shares(whole, tiling, cores=4) == (6, 4)
    assert gemm_cost._outer_loads(whole, tiling, cores=4) == 1 + 2 + 2 + 1
    assert gemm_cost._outer_loads(whole, tiling, cores=3) == gemm_cost._outer_loads(whole, tiling, cores=1) == 3


def test_products_of_a_batch_are_shared():
    two = load_machine("tpuv3x2")
    assert choose_tiling(product(64, 64, 64, batch=16), two).share_batch


def test_parts_of_a_reduction_are_copied_into_their_sum(monkeypatch):
    machine, whole = load_machine("tpuv3"), product(1, 1, 4096)
    batch = GemmSpace(replace(whole, k=1024, batch=4, result=Matrix(4, 4)), machine)
    products = batch.estimate_cycles(batch.default())
    moved = []
    monkeypatch.setattr(split_k, "copies_cycles", lambda *arguments: moved.append(arguments[0]) or 1000)
    assert split_k._split_cycles(whole, 4, machine) == products + 1000
    assert moved == [4 * 4 + 4]  # four sums are read, one is written


def test_prologues_of_the_first_product_wait_for_no_other():
    """Weights that are decompressed on the way: the engine's cycles with tiles of 128, 256 and 512 along K."""
    machine = load_machine("tpuv3")
    packed = Matrix(1.125, 512, transposed=True, computed_bytes=2, vector_cycles=0.00293, multiples=(16, 1))
    whole = Product(16, 256, 512, Matrix(2, 1024), packed, Matrix(2, 512), epilogue=EpilogueWork(tile_bytes=4))
    tilings = [GemmTiling(16, 256, k, True, k == 512, 3) for k in (128, 256, 512)]
    cycles = [machine.kernel_launch_cycles + estimate_cycles(whole, tiling, machine) for tiling in tilings]
    assert cycles == pytest.approx([2494, 2453, 2855], rel=0.07)


def test_of_close_estimates_one_whose_cores_keep_memory_busy_is_taken():
    """What one core keeps in flight limits it: at 1.5 times the clock it took 7.5 % longer than two, which read the
    left operand twice.
    """
    tpuv4 = load_machine("tpuv4")
    machine = tpuv4.evolve(core_freq_mhz=1.5 * tpuv4.core_freq_mhz)
    tiling = choose_tiling(product(64, 256, 4096), machine)
    assert gemm_cost.shares(product(64, 256, 4096), tiling, machine.cores)[1] == 2


@pytest.mark.parametrize(
    ("name", "sizes", "tiles"),
    [
        ("tpuv4", (512, 2304, 768), (512, 1152, 128)),  # 15,690 cycles; 17,047 with tiles of 256 columns, fewer bytes
        ("tpuv6e", (2048, 2048, 2048), (256, 2048, 2048)),  # 65,451; 67,974 with 16,393 runs in place of 17
    ],
    ids=str,
)
def test_of_close_estimates_neither_bytes_nor_cycles_decide_alone(name, sizes, tiles):
    chosen = choose_tiling(product(*sizes), load_machine(name))
    assert (chosen.m, chosen.n, chosen.k) == tiles


def test_a_few_bytes_less_are_not_worth_a_dearer_estimate():
    """In bfloat16, with tiles of 112 along K, 7,684 cycles; 8,122 with tiles of 128, which move 0.3 % fewer bytes."""
    matrices = {"left": Matrix(2, 2 * 777), "right": Matrix(2, 2000), "result": Matrix(2, 2000)}
    whole = Product(129, 1000, 777, **matrices, epilogue=EpilogueWork(tile_bytes=4))
    assert choose_tiling(whole, load_machine("tpuv3")).k == 112


def test_estimates_of_simple_memory_are_close_within_two_percent():
    """100x300x500 with a residual took 3 % longer in twice the scratchpad: tiles that cover K moved fewer bytes."""
    machine = load_machine("small8x8")
    larger = machine.evolve(scratchpad_kib_per_lane=2 * machine.scratchpad_kib_per_lane)
    whole = product(100, 500, 300, epilogue=EpilogueWork(vector_cycles=1 / 8, tile_bytes=4, bytes_read=4))
    for each in (machine, larger):
        chosen = estimate_cycles(whole, choose_tiling(whole, each), each)
        cheapest = min(estimate_cycles(whole, tiling, each) for tiling in GemmSpace(whole, each).fitting())
        assert chosen <= 1.02 * cheapest


def test_an_operand_stays_where_the_scratchpad_holds_it_once_but_not_twice():
    """100x300x500 takes 95,333 cycles with tiles that stream, 75,073 with the left operand resident."""
    whole = product(100, 500, 300)
    assert choose_tiling(whole, load_machine("gemmini16")).resident
    assert not choose_tiling(whole, load_machine("tpuv3")).resident


def test_estimates_that_are_close_to_a_streamed_one_keep_no_operand_resident():
    """512x768x3072 of GPT-2 took 28,561 cycles with the weights resident, 27,213 with tiles that stream."""
    residual = EpilogueWork(vector_cycles=1 / 614.4, tile_bytes=12, bytes_read=4, bytes_written=4)
    whole = product(512, 768, 3072, epilogue=residual)
    assert not choose_tiling(whole, load_machine("tpuv6e")).resident
