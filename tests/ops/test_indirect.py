"""Computed addresses: scatter with every reduction, index_put, nonzero, masks, assertions."""

import pytest
import torch
from common import check, check_gradients, main, make

SHAPES = [(64, 40), (5, 8), (3, 1)]
REDUCTIONS = ["sum", "prod", "mean", "amax", "amin"]


def run(device, shape, dtype=torch.float32):
    index = torch.randint(0, max(1, shape[0]), shape, generator=torch.Generator().manual_seed(1))
    for reduce in REDUCTIONS:
        reduced(device, reduce, make(shape, dtype), index, make(shape, dtype, seed=2))


def reduced(device, reduce, x, index, source, include_self=True):
    check(
        lambda x, i, s: torch.scatter_reduce(x, 0, i, s, reduce, include_self=include_self),
        x,
        index,
        source,
        device=device,
    )


@pytest.mark.covering(
    "torch.float32-sum-True", "torch.float32-amax-True", "torch.float32-amin-True", "torch.int64-mean-True"
)
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("reduce", REDUCTIONS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.int32, torch.int64], ids=str)
def test_duplicates_are_reduced_as_on_the_cpu(device, reduce, include_self, dtype):
    index = torch.randint(0, 6, (20, 7), generator=torch.Generator().manual_seed(1))
    reduced(device, reduce, make((6, 9), dtype), index, make((21, 8), dtype, seed=2), include_self)


@pytest.mark.covering("torch.bfloat16", "torch.int64")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64, torch.int32], ids=str)
def test_index_put_adds_duplicates(device, dtype):
    rows = torch.tensor([3, 0, 3, -1, 3])
    check(
        lambda x, i, v: torch.index_put(x, (i,), v, accumulate=True), make((5, 6), dtype), rows, make((5, 6), dtype),
        device=device,
    )  # fmt: skip


@pytest.mark.covering("0-torch.int64", "-1-torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16, torch.int64], ids=str)
@pytest.mark.parametrize("dim", [0, -1])
def test_index_add_adds_duplicates(device, dim, dtype):
    index = torch.tensor([0, 3, 3, 1])
    source = make((4, 5) if dim == 0 else (5, 4), dtype, seed=1)
    check(lambda x, s: x.index_add(dim, index.to(x.device), s, alpha=2), make((5, 5), dtype), source, device=device)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64, torch.bool, torch.uint8], ids=str)
def test_rows_are_written_whole(device, dtype):
    places = torch.tensor([7, -1, 0, 2])
    check(lambda x, i, s: x.index_put((i,), s), make((11, 129), dtype), places, make((4, 129), dtype, 1), device=device)
    source = make((4, 129), dtype, 1)[:, 1:].t().contiguous().t()
    check(lambda x, i, s: x[:, 1:].index_copy(0, i % 11, s), make((11, 129), dtype), places, source, device=device)


@pytest.mark.covering("5-300")
@pytest.mark.parametrize(("rows", "columns"), [(9, 40), (5, 300), (31, 129)])
def test_rows_of_symbolic_sizes_are_added(device, rows, columns):
    index = torch.randint(0, rows, (2 * rows,), generator=torch.Generator().manual_seed(3))
    source = make((2 * rows, columns), seed=1)
    check(lambda x, i, s: x.index_add(0, i, s), make((rows, columns)), index, source, device=device, dynamic=True)


@pytest.mark.covering("True")
@pytest.mark.parametrize("accumulate", [False, True])
def test_index_put_with_a_mask_takes_the_values_in_order(device, accumulate):
    x = make((4, 9, 3))
    mask = make((4, 9), seed=4) > 0
    values = make((int(mask.sum()), 3), seed=5)
    check(lambda x, m, v: torch.index_put(x, (m,), v, accumulate=accumulate), x, mask, values, device=device)
    check(lambda x, m, v: torch.index_put(x, (m,), v, accumulate=accumulate), x, mask, values[0], device=device)


def with_sizes_from_data(device, function, *inputs):
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check(function, *inputs, device=device)


@pytest.mark.covering("(7, 9)", "()")
@pytest.mark.parametrize("shape", [(100,), (7, 9), (3, 4, 5), ()], ids=str)
def test_nonzero_gives_the_places_in_order(device, shape):
    with_sizes_from_data(device, torch.nonzero, (make(shape) > 0.3).float())


@pytest.mark.covering("-100.0")
@pytest.mark.parametrize("threshold", [0.5, 100.0, -100.0])
def test_masked_select_takes_some_none_and_all(device, threshold):
    with_sizes_from_data(device, lambda x: torch.masked_select(x, x > threshold) * 2, make((9, 11)))


@pytest.mark.covering("shape2-mask2")
@pytest.mark.parametrize(("shape", "mask"), [((10,), (9, 10)), ((9, 1), (1, 10)), ((3, 1, 4), (2, 1))])
def test_masked_select_may_take_an_element_more_than_once(device, shape, mask):
    with_sizes_from_data(device, torch.masked_select, make(shape), make(mask, torch.bool, seed=1))


def test_a_mask_selects_rows(device):
    with_sizes_from_data(device, lambda x, m: x[m] + 1, make((9, 11)), make((9,), seed=3) > 0)


def test_counting_the_values_of_a_mask_takes_no_time(device):
    mask = make((300,), seed=4) > 0
    given = [x.to(device) for x in (make((300,)), mask, make((int(mask.sum()),), seed=5))]
    cycles = []
    for is_checked in (True, False):
        torch._dynamo.reset()
        with torch.npu.check_indices(is_checked), torch.npu.simulator("small8x8", mode="both") as simulation:
            torch.compile(lambda x, m, v: x.index_put((m,), v), fullgraph=True)(*given)
        cycles.append(simulation.report().cycles)
        assert len(simulation.report().kernels) == 3  # the true elements' number at each, their ranks, their values
    assert cycles[0] == cycles[1] is not None


@pytest.mark.parametrize("chosen", [(1, 0, 0), (1, 1, 0)])
def test_a_mask_takes_as_many_values_as_another_chooses_or_one(device, chosen):
    mask, choice = torch.tensor([True, False, True]), torch.tensor(chosen, dtype=torch.bool)
    with_sizes_from_data(device, lambda x, m, c: x.index_put((m,), x[c] * 2), make((3,)), mask, choice)


@pytest.mark.parametrize("shape", [(2, 5), (1, 2, 2), (4, 2, 2)], ids=str)
def test_values_that_cannot_be_broadcast_to_what_a_mask_takes_are_refused(device, shape):
    torch._dynamo.reset()
    x, mask, values = make((3, 2)).to(device), torch.tensor([True, False, True]).to(device), make(shape).to(device)
    with pytest.raises(Exception, match="shape mismatch"):
        torch.compile(torch.index_put)(x, (mask,), values)


@pytest.mark.parametrize("length", [2, 4])
def test_a_mask_of_another_size_than_its_dimension_is_refused(device, length):
    torch._dynamo.reset()
    x, mask, value = make((2, 3)).to(device), torch.ones(length, dtype=torch.bool, device=device), make(()).to(device)
    with pytest.raises(Exception, match="The shape of the mask"):
        torch.compile(lambda x, m, v: torch.ops.aten.index_put(x, [None, m], v))(x, mask, value)


def test_a_false_assertion_stops_the_program(device):
    def classes(x):
        torch._assert_async((x < 4).all(), "a class is out of range")
        return x + 1

    compiled = torch.compile(classes, fullgraph=True)
    torch.testing.assert_close(compiled(torch.tensor([1, 3]).to(device)).cpu(), torch.tensor([2, 4]))
    with pytest.raises(RuntimeError, match="a class is out of range"):
        compiled(torch.tensor([1, 9]).to(device))


def test_one_hot_is_what_the_cpu_gives(device):
    check(lambda x: torch.nn.functional.one_hot(x, 5), torch.tensor([0, 4, 2, 2]), device=device)


@pytest.mark.parametrize(
    "index", [-3, [[1, -1], [14, -15]], [], [[0] * 3] * 40], ids=["scalar", "table", "none", "many"]
)
def test_elements_are_taken_as_of_a_row(device, index):
    check(torch.take, make((3, 5)).t(), torch.tensor(index, dtype=torch.int64), device=device)


@pytest.mark.parametrize("reduce", ["amax", "amin"])
def test_bytes_above_127_are_the_larger_ones(device, reduce):
    x = torch.tensor([[200, 3], [100, 250]], dtype=torch.uint8)
    source = torch.tensor([[90, 130], [220, 1], [255, 0]], dtype=torch.uint8)
    reduced(device, reduce, x, torch.tensor([[1, 0], [1, 1], [0, 1]]), source)


@pytest.mark.covering("sum", "amax")
@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax"])
def test_an_index_without_elements_may_have_another_rank(device, reduce):
    nothing = torch.zeros(2, 0, dtype=torch.int64)
    check(lambda x, i, s: x.scatter_reduce(0, i, s, reduce), make((5,)), nothing, make((2, 0)), device=device)
    check_gradients(lambda x, i: x.gather(0, i), make((5,)), nothing, device=device)


if __name__ == "__main__":
    main("indirect", run, SHAPES, "(128,96)")
