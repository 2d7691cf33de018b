"""Sums of rows by place, gradients of embeddings: python tests/ops/test_row_sums.py --shape "(4096,50257,768)" """

import pytest
import torch
from common import check, main, make
from npusim.mlir_templates.segment_reduce import is_worth_sorting, sums_by_index
from torch.nn import functional

aten = torch.ops.aten
DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16, "f64": torch.float64}


def places_below(count, length, seed=1):
    return torch.randint(0, count, (length,), generator=torch.Generator().manual_seed(seed))


@pytest.fixture(autouse=True)
def fresh():
    """Recompilations are counted per code object."""
    torch._dynamo.reset()


def templates(simulation):
    """Of the kernels that ran."""
    return {kernel["template"] for kernel in simulation.report().to_dict()["kernels"]} - {None}


def exact(table, places, count):
    """In float64, rounded once."""
    inside = (places >= 0) & (places < count)
    sums = torch.zeros(count, table.shape[1], dtype=torch.float64)
    return sums.index_add(0, places[inside].long(), table[inside].double()).to(table.dtype)


@pytest.mark.covering("bf16-7")
@pytest.mark.parametrize("columns", [1, 7, 129])
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_rows_are_added_where_their_places_say_and_rounded_once(device, dtype, columns):
    places = places_below(11, 37).to(torch.int32 if columns == 7 else torch.int64)
    places[5], places[8], places[30] = -1, 11, 2**31 - 1
    table = make((37, columns), dtype)
    compiled = torch.compile(lambda t, p: sums_by_index(t, p, 11), dynamic=False)
    torch.testing.assert_close(compiled(table.to(device), places.to(device)).cpu(), exact(table, places, 11))


@pytest.mark.covering("0-5", "300-1")
@pytest.mark.parametrize(("length", "count"), [(0, 5), (1, 1), (300, 1), (3, 400)])
def test_rows_without_sums_are_zeros(device, length, count):
    table, places = make((length, 40)), places_below(count, length)
    compiled = torch.compile(lambda t, p: sums_by_index(t, p, count), dynamic=False)
    torch.testing.assert_close(compiled(table.to(device), places.to(device)).cpu(), exact(table, places, count))


def test_rows_of_a_table_are_chosen_weighted_and_averaged(device):
    table, places, rows, factors = make((6, 50)), places_below(9, 31), places_below(6, 31, 2), make(31, seed=3)
    function = lambda t, p, r, f: sums_by_index(t, p, 9, rows=r, factors=f, mean=True)  # noqa: E731
    found = torch.compile(function)(*(x.to(device) for x in (table, places, rows, factors)))
    counts = torch.bincount(places, minlength=9).clamp(min=1)[:, None]
    torch.testing.assert_close(found.cpu(), exact(table[rows] * factors[:, None], places, 9) / counts)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_gradients_of_embeddings_are_sums_by_index(device, dtype, scaled):
    grad, indices = make((2, 2001, 768), dtype), places_below(300, 4002).view(2, 2001)
    function = lambda g, i: aten.embedding_dense_backward(g, i, 300, 7, scaled)  # noqa: E731
    with torch.npu.simulator(mode="both") as simulation:
        check(function, grad, indices, device=device)
        assert "MLIRSegmentReduceTemplate" in templates(simulation)


def test_gradients_of_small_embeddings_are_added_in_memory(device):
    with torch.npu.simulator(mode="both") as simulation:
        check(lambda g, i: aten.embedding_dense_backward(g, i, 31, -1, False), make((40, 9)), places_below(31, 40),
              device=device)  # fmt: skip
        assert not templates(simulation)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"weighted": True}, {"scale_grad_by_freq": True}, {"mode": "mean"}], ids=str)
def test_gradients_of_bags_are_sums_by_index(device, options):
    """The rows of the bags' gradient are fetched for each index; nothing is written for them in between."""
    bags, length, rows, columns = 64, 40, 100, 1024
    options = dict(options)
    weights = make((bags, length), seed=4) if options.pop("weighted", False) else None
    indices = places_below(rows, bags * length).view(bags, length)

    def function(table, indices, weights):
        return functional.embedding_bag(
            indices, table, per_sample_weights=weights, padding_idx=3, **({"mode": "sum"} | options)
        )

    torch._dynamo.reset()
    table = make((rows, columns)).to(device).requires_grad_()
    there = indices.to(device), None if weights is None else weights.to(device)
    with torch.npu.simulator(mode="both") as simulation:
        result = torch.compile(function)(table, *there)
        (found,) = torch.autograd.grad(result, table, torch.ones_like(result))
        assert "MLIRSortTemplate" in templates(simulation)
    factors = torch.ones(bags, length) if weights is None else weights
    if "scale_grad_by_freq" in options:  # eager PyTorch 2.13 on the CPU divides by counts of other rows
        factors = factors / torch.bincount(indices.flatten(), minlength=rows)[indices]
    if "mode" in options:
        factors = factors / (indices != 3).sum(1, keepdim=True).clamp(min=1)
    factors = torch.where(indices == 3, 0, factors)
    want = torch.zeros(rows).index_add(0, indices.flatten(), factors.flatten())[:, None].expand(rows, columns)
    torch.testing.assert_close(found.cpu(), want)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("shape", [(3, 40), (5, 2, 3)])
def test_many_narrow_floats_that_meet_are_rounded_once(device, shape):
    """One by one, they would stay at 512."""
    dtype = torch.bfloat16
    index = torch.zeros(1000, dtype=torch.int64)
    source = torch.full((1000, *shape[1:]), 1.5, dtype=dtype)
    check(lambda x, i, s: x.index_add(0, i, s, alpha=2), make(shape, dtype), index, source, device=device)
    result = torch.compile(lambda x, i, s: x.index_add(0, i, s))(
        *(x.to(device) for x in (make(shape, dtype) * 0, index, source))
    )
    assert result[0].flatten()[0].item() == 1504  # the bfloat16 nearest to 1500


@pytest.mark.slow
def test_mode_timing_computes_where_rows_go(device):
    """The same cycles as with values, and no warning that they are unknown."""
    grad, indices, cycles = make((2000, 768)).to(device), places_below(300, 2000).to(device), []
    for mode in ("both", "timing"):
        torch._dynamo.reset()
        with torch.npu.simulator(mode=mode) as simulation:
            compiled = torch.compile(lambda g, i: aten.embedding_dense_backward(g, i, 300, -1, False), dynamic=False)
            compiled(grad, indices)
            cycles.append(simulation.report().cycles)
    assert cycles[0] == cycles[1]


@pytest.mark.parametrize(
    ("count", "columns", "added", "dtype", "worth"),
    [
        (50257, 768, 4096, torch.bfloat16, True),
        (50257, 768, 4096, torch.float32, False),
        (1024, 768, 4096, torch.float32, True),
        (2, 768, 4096, torch.float32, True),
        (65536, 128, 131072, torch.bfloat16, False),
        (10, 8, 64, torch.bfloat16, False),
        (10, 64, 1 << 20, torch.float32, False),
    ],
)
def test_sorting_is_worth_its_time_where_additions_in_memory_take_longer(count, columns, added, dtype, worth):
    assert is_worth_sorting(count, columns, added, dtype) == worth


def run(device, shape, dtype=torch.float32):
    """Gradient of an embedding: indices, rows of the table, columns."""
    length, rows, columns = shape
    function = lambda g, i: aten.embedding_dense_backward(g, i, rows, -1, False)  # noqa: E731
    return check(function, make((length, columns), dtype), places_below(rows, length), device=device)


if __name__ == "__main__":
    main("row_sums", run, [(37, 11, 129), (4096, 512, 768)], "(4096,50257,768)", "INDICES,ROWS,COLUMNS")
