"""Small independent products and heads share tiles: values stay right, and latency is not paid for each of them."""

import pytest
import torch
from common import check, compare, main, make
from mapping_support import mapped, texts, written
from npusim.simulator.errors import MappingError
from npusim.simulator.machine import load_machine
from torch.nn.functional import scaled_dot_product_attention as attention

SHAPES = [(1, 1), (13, 3), (50, 6)]


def heads(batch, count, queries, width, keys, key_heads=None):
    key_heads = key_heads or count
    return [
        make((batch, count, queries, width)),
        make((batch, key_heads, keys, width), seed=1),
        make((batch, key_heads, keys, width), seed=2),
    ]


def run(device, shape, dtype=torch.float32):
    """`shape` is (batch, heads) of small attentions."""
    check(attention, *heads(*shape, 17, 16, 21), device=device)


@pytest.mark.covering("(13, 3)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_small_heads_are_mixed_as_on_the_cpu(device, shape):
    run(device, shape)


CASES = {
    "ragged batch": lambda: (torch.bmm, [make((33, 17, 20)), make((33, 20, 12), seed=1)]),
    "transposed": lambda: (
        lambda a, b: a.transpose(1, 2) @ b.transpose(1, 2),
        [make((20, 9, 17)), make((20, 12, 9), seed=1)],
    ),
    "epilogue": lambda: (lambda a, b: torch.relu(a @ b) * 2 + 1, [make((33, 17, 20)), make((33, 20, 12), seed=1)]),
    "row sums": lambda: (lambda a, b: (a @ b).sum(-1), [make((33, 17, 20)), make((33, 20, 12), seed=1)]),
    "prologue": lambda: (lambda a, b: torch.relu(a) @ (b * 2), [make((33, 17, 20)), make((33, 20, 12), seed=1)]),
    "expanded": lambda: (lambda a, b: a.expand(20, 9, 8) @ b, [make((1, 9, 8)), make((20, 8, 7), seed=1)]),
    "heads inside the sequence": lambda: (
        lambda a, b: a.transpose(1, 2) @ b.permute(0, 2, 3, 1),
        [make((3, 10, 6, 16)), make((3, 12, 6, 16), seed=1)],
    ),
    "causal": lambda: (lambda q, k, v: attention(q, k, v, is_causal=True), heads(5, 7, 33, 16, 33)),
    "key head of several": lambda: (lambda q, k, v: attention(q, k, v, enable_gqa=True), heads(3, 8, 9, 16, 21, 2)),
    "one key head": lambda: (lambda q, k, v: attention(q, k, v, enable_gqa=True), heads(3, 6, 1, 16, 50, 1)),
    "several tiles of queries": lambda: (attention, heads(1, 3, 300, 16, 40)),
    "expanded keys": lambda: (
        lambda q, k, v: attention(q, k.expand(3, 4, 21, 16), v.expand(3, 4, 21, 16)),
        [make((3, 4, 9, 16)), make((1, 4, 21, 16), seed=1), make((3, 1, 21, 16), seed=2)],
    ),
    "computed keys": lambda: (lambda q, k, v: attention(q, k + 1, v * 0.5), heads(3, 4, 1, 16, 50)),
}


@pytest.mark.covering("tpuv3-ragged batch", "tpuv3-heads inside the sequence", "tpuv3-key head of several")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("machine", ["tpuv3", "tpuv3x2"])
def test_what_shares_a_tile_is_computed_as_on_the_cpu(device, name, machine):
    function, inputs = CASES[name]()
    with torch.npu.simulator(machine=machine):
        check(function, *inputs, device=device)


@pytest.mark.covering("(1, 4, 9, 1)")
@pytest.mark.parametrize("shape", [(3, 4, 9, 21), (3, 1, 1, 21), (1, 4, 9, 1)], ids=str)
def test_a_bias_has_the_axes_of_heads_that_it_is_not_broadcast_along(device, shape):
    function = lambda q, k, v, bias: attention(q, k, v, attn_mask=bias)  # noqa: E731
    check(function, *heads(3, 4, 9, 16, 21), make(shape, seed=3), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("key_heads", [4, 2, 1])
def test_gradients_of_heads_that_share_a_tile_are_those_of_the_cpu(device, key_heads):
    def gradients(tensors):
        moved = [tensor.clone().requires_grad_() for tensor in tensors]
        run_ = torch.compile(attention, dynamic=False) if moved[0].device.type == "npu" else attention
        out = run_(*moved, enable_gqa=True)
        out.backward(make(tuple(out.shape), seed=4).to(out.device))
        return [tensor.grad for tensor in moved]

    inputs = heads(5, 4, 17, 16, 21, key_heads)
    for found, expected in zip(gradients([t.to(device) for t in inputs]), gradients(inputs), strict=True):
        compare(found, expected)


def test_small_heads_wait_for_the_arrays_and_not_for_each_other(device):
    tensors = [tensor.to(device) for tensor in heads(16, 12, 32, 64, 32)]
    _, kernels = mapped(attention, *tensors, machine="tpuv3")
    machine = load_machine("tpuv3")
    folds = 2 * 16 * 12 / machine.systolic_arrays
    loading = machine.systolic_rows / machine.systolic_weight_rows_per_cycle
    assert sum(cycles for _, cycles in kernels) < 1.5 * folds * loading


def test_a_mapping_file_says_how_many_heads_share_a_tile(device, tmp_path):
    tensors = [tensor.to(device) for tensor in heads(2, 6, 32, 64, 32)]
    tiles = {"TILE_Q": 32, "TILE_K": 32}
    cycles = {}
    for name, more in {"one": {}, "three": {"TILE_H": 3}, "all": {"TILE_H": 6, "TILE_B": 2}}.items():
        file = written(tmp_path, {"flash_attention": {"12_32_32_64": {**tiles, **more}}})
        [(block, cycles[name])] = mapped(attention, *tensors, mapping=str(file))[1]
        assert block["chosen"] == {**tiles, "LANES": "Q", **more}
    assert cycles["one"] > cycles["three"]
    file = written(tmp_path, {"flash_attention": {"12_32_32_64": {**tiles, "FORM": "RUNNING"}}})
    [(block, running)] = mapped(attention, *tensors, mapping=str(file))[1]
    assert block["chosen"]["FORM"] == "RUNNING"
    assert running > cycles["one"]


def test_a_mapping_file_cannot_share_a_tile_by_parts_of_sequences(device, tmp_path):
    tensors = [tensor.to(device) for tensor in heads(2, 6, 32, 64, 32)]
    entry = {"TILE_Q": 32, "TILE_K": 32, "TILE_H": 3, "TILE_B": 2}
    file = written(tmp_path, {"flash_attention": {"12_32_32_64": entry}})
    with pytest.raises(MappingError, match="it holds all heads where it holds several"):
        mapped(attention, *tensors, mapping=str(file))


def test_a_mapping_file_says_how_many_products_share_a_tile(device, tmp_path):
    tensors = [make((64, 32, 48)).to(device), make((64, 48, 32), seed=1).to(device)]
    tiles, cycles = {"TILE_M": 32, "TILE_N": 32, "TILE_K": 48}, {}
    for count in (1, 16):
        file = written(tmp_path, {"gemm": {"32_32_48": {**tiles, "TILE_B": count}}})
        [(block, cycles[count])] = mapped(torch.bmm, *tensors, mapping=str(file))[1]
        assert block["chosen"].get("TILE_B", 1) == count
    assert cycles[16] < 0.6 * cycles[1]


def scores(q, k, mask):
    return (q @ k.transpose(-1, -2) * 0.5 + mask).softmax(-1)


def positive(q, k, mask):
    return torch.where(mask > 0, q @ k.transpose(-1, -2), -1.0)


MASKS = {  # of five samples of two groups of three heads
    "of samples": (5, 1, 1, 9, 21),
    "of samples and groups": (5, 2, 1, 9, 21),
    "of groups": (1, 2, 1, 9, 21),
    "of groups and heads": (1, 2, 3, 9, 21),
    "of heads and keys": (1, 1, 3, 1, 21),
    "of samples and heads": (5, 1, 3, 9, 1),
}


@pytest.mark.covering
@pytest.mark.parametrize("function", [scores, positive])
@pytest.mark.parametrize("products", [3, 6, 12, 30])
@pytest.mark.parametrize("name", MASKS)
def test_products_that_share_a_tile_load_what_they_share(device, name, products, function, tmp_path):
    inputs = [make((5, 2, 3, 9, 16)), make((5, 2, 3, 21, 16), seed=1), make(MASKS[name], seed=2)]
    tiles = {"TILE_M": 16, "TILE_N": 32, "TILE_K": 16, "TILE_B": products}
    file = written(tmp_path, {"gemm": {"9_21_16": tiles}})
    with torch.npu.simulator(machine="tpuv3", mapping=str(file), dump_dir=tmp_path):
        check(function, *inputs, device=device)
    text = texts(tmp_path)
    assert f"memref<{products}x16x16xf32, 1>" in text and "npu.gather" not in text


def test_products_of_any_number_of_samples_load_what_their_heads_share(device, tmp_path):
    compiled = torch.compile(scores, fullgraph=True)
    tiles = {"TILE_M": 16, "TILE_N": 32, "TILE_K": 16, "TILE_B": 12}
    file = written(tmp_path, {"gemm": {"9_21_16": tiles}})
    with torch.npu.simulator(machine="tpuv3", mapping=str(file), dump_dir=tmp_path):
        for samples in (5, 3, 4):
            inputs = make((samples, 6, 9, 16)), make((samples, 6, 21, 16), seed=1), make((samples, 1, 9, 21), seed=2)
            moved = [tensor.to(device) for tensor in inputs]
            for tensor in moved:
                torch._dynamo.mark_dynamic(tensor, 0)
            compare(compiled(*moved), scores(*inputs))
    text = texts(tmp_path)
    assert "memref<12x16x16xf32, 1>" in text and "npu.gather" not in text


def test_a_mapping_file_cannot_cut_what_products_share(device, tmp_path):
    inputs = [make((5, 6, 9, 16)), make((5, 6, 21, 16), seed=1), make((5, 1, 9, 21), seed=2)]
    tiles = {"TILE_M": 16, "TILE_N": 32, "TILE_K": 16, "TILE_B": 10}
    file = written(tmp_path, {"gemm": {"9_21_16": tiles}})
    with pytest.raises(MappingError, match="its tiles cut groups by which"):
        mapped(scores, *(tensor.to(device) for tensor in inputs), mapping=str(file))


if __name__ == "__main__":
    main("shared_tiles", run, SHAPES, "(64,12)", "BATCH,HEADS")
