"""Mapping strategies on whole programs: default, autotuning, files; values stay right, cycles never rise."""

import pytest
import torch
from common import check, compare, main, make
from mapping_support import mapped, written
from npusim.simulator.errors import MappingError
from torch.nn.functional import conv2d, relu, scaled_dot_product_attention

SHAPES = [(256, 256, 256), (129, 61, 56), (1, 300, 200), (100, 1, 333)]


def run(device, shape, dtype=torch.float32):
    """`shape` is (M, N, K): the product with every strategy."""
    m, n, k = shape
    inputs = make((m, k), dtype), make((k, n), dtype, 1) / k**0.5
    for strategy in ("default", "autotune:3"):
        with torch.npu.mapping(strategy):
            check(torch.matmul, *inputs, device=device)


pytestmark = pytest.mark.usefixtures("no_mapping_from_outside")


@pytest.mark.covering("(129, 61, 56)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_values_are_right_with_every_strategy(device, shape):
    run(device, shape)


def conv(x, w):
    return conv2d(x, w, None, 1, 1)


CASES = {
    "product": (torch.matmul, [(300, 200), (200, 256)]),
    "row by matrix": (torch.matmul, [(1, 2048), (2048, 1024)]),
    "batch": (torch.bmm, [(3, 100, 64), (3, 64, 120)]),
    "epilogue": (lambda a, b: relu(a @ b + 1), [(128, 256), (256, 320)]),
    "convolution": (conv, [(2, 32, 14, 14), (48, 32, 3, 3)]),
    "attention": (scaled_dot_product_attention, [(1, 2, 200, 64)] * 3),
}


@pytest.mark.covering("convolution")
@pytest.mark.parametrize("name", CASES)
def test_autotuning_never_loses_to_the_default(device, name):
    function, shapes = CASES[name]
    tensors = [make(shape).to(device) for shape in shapes]
    _, plain = mapped(function, *tensors, mapping="default")
    _, tuned = mapped(function, *tensors, mapping="autotune:4")
    assert [block["strategy"] for block, _ in plain] == ["default"]
    assert [block["strategy"] for block, _ in tuned] == ["autotune"]
    (default, default_cycles), (block, cycles) = plain[0], tuned[0]
    trials = block["candidates"]
    assert trials[0]["mapping"] == default["chosen"]
    assert trials[0]["simulated_cycles"] == default_cycles
    assert cycles == min(t["simulated_cycles"] for t in trials) or block["chosen"] == default["chosen"]
    assert cycles <= default_cycles
    assert len(trials) == 4


def test_a_file_in_pytorchsims_form_gives_its_tiles_and_right_values(device, tmp_path):
    file = written(tmp_path, {"100_70_90": {"TILE_M": 24, "TILE_N": 32, "TILE_K": 40}})
    a, b = make((100, 90)), make((90, 70), seed=1) / 9
    result, ((block, _),) = mapped(torch.matmul, a.to(device), b.to(device), mode="both", mapping=file)
    compare(result, a @ b)
    assert (block["strategy"], block["key"]) == ("external", "100_70_90")
    assert {k: v for k, v in block["chosen"].items() if k.startswith("TILE")} == {
        "TILE_M": 24, "TILE_N": 32, "TILE_K": 40,
    }  # fmt: skip


RESIDENT = {"LEFT": {"TILE_M": 999, "TILE_N": 32, "TILE_K": 999}, "RIGHT": {"TILE_M": 40, "TILE_N": 999, "TILE_K": 999}}


@pytest.mark.covering("(129, 61, 131)-LEFT", "(1, 300, 200)-RIGHT")
@pytest.mark.parametrize("side", RESIDENT)
@pytest.mark.parametrize("shape", [(129, 61, 131), (1, 300, 200), (100, 1, 33)], ids=str)
def test_a_resident_operand_gives_right_values_and_the_same_cycles_without_them(device, tmp_path, shape, side):
    m, n, k = shape
    file = written(tmp_path, {"gemm": {"*": RESIDENT[side] | {"RESIDENT": side}}})
    a, b = make((m, k), torch.bfloat16), make((k, n), torch.bfloat16, 1) / 8

    def function(a, b):
        return relu(a @ b + 1)

    inputs = a.to(device), b.to(device)
    result, ((block, cycles),) = mapped(function, *inputs, mode="both", mapping=file)
    compare(result, function(a, b))
    assert block["chosen"]["RESIDENT"] == side
    del result  # so that the next one has its address
    _, ((_, timed),) = mapped(function, *inputs, mapping=file)
    assert timed == cycles


def test_a_batch_may_have_a_resident_operand_of_its_own(device, tmp_path):
    file = written(tmp_path, {"gemm": {"*": RESIDENT["RIGHT"] | {"RESIDENT": "RIGHT"}}})
    a, b = make((3, 90, 50)), make((3, 50, 70), seed=1) / 7
    result, _ = mapped(torch.bmm, a.to(device), b.to(device), mode="both", mapping=file)
    compare(result, a @ b)


def test_the_first_product_waits_for_the_whole_resident_operand(device, tmp_path):
    """Where it is read once, the time is that of loading it, of the work, and of the store, one after the other."""
    m, n, k = 128, 1024, 1024
    whole = {"TILE_M": m, "TILE_N": n, "TILE_K": k, "RESIDENT": "RIGHT"}
    file = written(tmp_path, {"gemm": {"*": whole}})
    tensors = [torch.empty(shape, dtype=torch.bfloat16).to(device) for shape in ((m, k), (k, n))]
    torch._dynamo.reset()
    with torch.npu.simulator(machine="tpuv3", mode="timing", mapping=file) as simulation:
        torch.compile(torch.mm, dynamic=False)(*tensors)
        report, machine = simulation.report(), simulation.machine
    folds, load, store = (k // 128) * (n // 128), 2 * k * (m + n), 2 * m * n
    serial = (load + store) / machine.dram_bytes_per_cycle + folds / machine.systolic_arrays * 128
    assert report.cycles >= machine.kernel_launch_cycles + serial


TILES = [
    {"TILE_M": 8, "TILE_N": 16, "TILE_K": 16},
    {"TILE_M": 7, "TILE_N": 13, "TILE_K": 11},
    {"TILE_M": 1, "TILE_N": 1, "TILE_K": 1},
    {"TILE_M": 30, "TILE_N": 200, "TILE_K": 64, "OUTER_LOOP": "N", "SLOTS": 1},
    {"TILE_M": 64, "TILE_N": 64, "TILE_K": 33, "OUTER_LOOP": "N", "SLOTS": 4},
]


@pytest.mark.covering(
    "{'TILE_M': 7, 'TILE_N': 13, 'TILE_K': 11}",
    "{'TILE_M': 30, 'TILE_N': 200, 'TILE_K': 64, 'OUTER_LOOP': 'N', 'SLOTS': 1}",
)
@pytest.mark.parametrize("tiles", TILES, ids=str)
def test_any_tiles_that_fit_give_right_values(device, tmp_path, tiles):
    a, b, bias = make((37, 33)), make((33, 29), seed=1) / 6, make((29,), seed=2)
    file = written(tmp_path, {"gemm": {"*": tiles}})
    result, ((block, _),) = mapped(
        lambda a, b, c: relu(a @ b + c), *(t.to(device) for t in (a, b, bias)), mode="functional", mapping=file
    )
    compare(result, relu(a @ b + bias))
    assert block["strategy"] == "external"


def test_files_reach_convolutions_and_attention(device, tmp_path):
    content = {
        "conv": {"*": {"TILE_N": 1, "TILE_F": 16, "TILE_C": 8, "TILE_S": [3, 5]}},
        "flash_attention": {"2_50_50_16": {"TILE_Q": 24, "TILE_K": 32, "LANES": "Q"}},
    }
    file = written(tmp_path, content)
    x, w = make((2, 12, 9, 11)), make((20, 12, 3, 3), seed=1) / 10
    result, ((block, _),) = mapped(conv, x.to(device), w.to(device), mode="functional", mapping=file)
    compare(result, conv(x, w))
    assert block["chosen"]["TILE_S"] == [3, 5] and block["chosen"]["TILE_C"] == 8
    q, k, v = (make((1, 2, 50, 16), seed=seed) for seed in range(3))
    result, ((block, _),) = mapped(
        scaled_dot_product_attention, *(t.to(device) for t in (q, k, v)), mode="functional", mapping=file
    )
    compare(result, scaled_dot_product_attention(q, k, v))
    assert block["chosen"] == {"TILE_Q": 24, "TILE_K": 32, "LANES": "Q"}


def test_another_strategy_compiles_again_without_a_reset(device, tmp_path):
    torch._dynamo.reset()
    compiled = torch.compile(torch.matmul, dynamic=False, fullgraph=True)
    a, b = make((64, 64)).to(device), make((64, 64), seed=1).to(device)
    seen = []
    for strategy in ("default", written(tmp_path, {"64_64_64": {"TILE_M": 16, "TILE_N": 16, "TILE_K": 16}}), "default"):
        with torch.npu.simulator(mode="timing", mapping=strategy) as simulation:
            compiled(a, b)
            seen.append(simulation.report().kernels[0].meta["mapping"]["chosen"]["TILE_M"])
    assert seen[0] == seen[2] != seen[1] == 16


def test_symbolic_sizes_are_tuned_for_their_hints(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda a, b: a @ b, dynamic=True, fullgraph=True)
    with torch.npu.simulator(mode="both", mapping="autotune:3") as simulation:
        for m, n, k in [(40, 50, 60), (33, 20, 70)]:
            a, b = make((m, k)), make((k, n), seed=1) / k**0.5
            compare(compiled(a.to(device), b.to(device)), a @ b)
        (kernel,) = simulation.report().kernels
    assert kernel.meta["mapping"]["key"] == "40_50_60"
    assert len(kernel.meta["mapping"]["candidates"]) == 3


def test_a_wrong_entry_is_an_error_of_the_compilation(device, tmp_path):
    file = written(tmp_path, {"64_64_64": {"TILE_M": -8, "TILE_N": 16, "TILE_K": 16}})
    a = make((64, 64)).to(device)
    with pytest.raises(MappingError, match=r"gemm\['64_64_64'\]: key 'TILE_M' has the value -8"):
        mapped(torch.matmul, a, a, mapping=file)


if __name__ == "__main__":
    main("mapping", run, SHAPES, "(128,256,512)", "M,N,K")
