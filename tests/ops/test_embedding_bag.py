"""Segments of embeddings and their gradients: python tests/ops/test_embedding_bag.py --shape "(4096,32,128)" """

import pytest
import torch
from common import check, check_gradients, check_views, main, make, on_device, report_of
from torch.nn import functional

DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16, "f64": torch.float64}
INDEX_DTYPES = [torch.int32, torch.int64]


def ragged(lengths, rows, dtype=torch.int64):
    """Indices below `rows`, and where bags of these lengths begin."""
    lengths = torch.tensor(lengths)
    indices = torch.randint(0, rows, (int(lengths.sum()),), generator=torch.Generator().manual_seed(1))
    return indices.to(dtype), (lengths.cumsum(0) - lengths).to(dtype)


def bag(mode, **options):
    """The operator, as a function of the table, the indices and the offsets."""
    return lambda table, indices, offsets: functional.embedding_bag(indices, table, offsets, mode=mode, **options)


def weighted(**options):
    """Weighted sums: of the table, the indices, the offsets and the weights."""
    return lambda table, indices, offsets, weights: functional.embedding_bag(
        indices, table, offsets, mode="sum", per_sample_weights=weights, **options
    )


@pytest.mark.covering("f32-sum", "bf16-mean", "f16-max")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_bags_of_all_lengths(device, mode, dtype):
    indices, offsets = ragged([0, 3, 1, 0, 129, 17, 2, 0], 50)
    check(bag(mode), make((50, 33), dtype), indices, offsets, device=device)


@pytest.mark.covering("index_dtype0-max", "index_dtype1-mean")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("index_dtype", INDEX_DTYPES)
def test_padding_does_not_count_and_offsets_may_be_closed(device, mode, index_dtype):
    indices, offsets = ragged([5, 0, 40, 1, 7], 6, index_dtype)
    closed = torch.cat([offsets, torch.tensor([53], dtype=index_dtype)])
    function = bag(mode, padding_idx=2, include_last_offset=True)
    check(function, make((6, 130)), indices, closed, device=device)


@pytest.mark.covering("1", "5000")
@pytest.mark.parametrize("columns", [1, 5, 64, 128, 200, 5000])
def test_rows_of_all_lengths(device, columns):
    indices, offsets = ragged([2, 0, 9], 7)
    check(bag("sum"), make((7, columns)), indices, offsets, device=device)


@pytest.mark.covering("mean-128", "max-3")
@pytest.mark.parametrize("columns", [3, 128])
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_a_long_bag_among_short_ones(device, mode, columns):
    lengths = [1] * 200
    lengths[77], lengths[150] = 5003, 300
    indices, offsets = ragged(lengths, 100)
    check(bag(mode, padding_idx=5), make((100, columns)), indices, offsets, device=device)


@pytest.mark.covering("128")
@pytest.mark.parametrize("columns", [3, 128])
def test_many_bags_of_different_lengths(device, columns):
    lengths = [(7 * i) % 23 for i in range(1500)]
    indices, offsets = ragged(lengths, 300)
    check(bag("mean"), make((300, columns)), indices, offsets, device=device)


@pytest.mark.covering("mean")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bags_of_equal_length(device, mode):
    function = lambda table, indices: functional.embedding_bag(indices, table, mode=mode)  # noqa: E731
    check(function, make((65, 31)), torch.randint(0, 65, (37, 11)), device=device)


@pytest.mark.covering("5-f16", "129-bf16")
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("columns", [5, 129])
def test_weighted_sums(device, dtype, columns):
    indices, offsets = ragged([4, 0, 31, 100, 2], 60)
    table, weights = make((60, columns), dtype), make(137, dtype, seed=3)
    check(weighted(), table, indices, offsets, weights, device=device)


@pytest.mark.parametrize("columns", [5, 129])
def test_a_weight_of_padding_is_not_looked_at(device, columns):
    indices, offsets, weights = (
        torch.tensor([1, 2, 3, 2]),
        torch.tensor([0, 3]),
        torch.tensor([1.0, torch.inf, 2.0, torch.nan]),
    )
    check(weighted(padding_idx=2), make((5, columns)), indices, offsets, weights, device=device)


def test_the_larger_one_of_nan_and_infinities_is_what_eager_takes(device):
    inf, nan = torch.inf, torch.nan
    table = torch.tensor([[nan, 1.0, -inf], [2.0, nan, -inf], [-inf, 3.0, -inf], [nan, nan, nan]])
    indices, offsets = torch.tensor([0, 1, 1, 0, 2, 2, 3]), torch.tensor([0, 2, 4, 5, 7])
    check(bag("max"), table, indices, offsets, device=device)


@pytest.mark.covering("max")
@pytest.mark.parametrize("mode", [0, 1, 2], ids=["sum", "mean", "max"])
def test_all_results_of_the_operator(device, mode):
    indices, offsets = ragged([3, 0, 12, 1], 9)
    table = make((9, 6))
    operator = lambda t, i, o: torch.ops.aten._embedding_bag(t, i, o, False, mode, False, None, False, 4)  # noqa: E731
    results = torch.compile(operator)(*(x.to(device) for x in (table, indices, offsets)))
    output, bags, sizes, sources = (x.cpu() for x in results)
    expected = operator(table, indices, offsets)
    torch.testing.assert_close(output, expected[0])
    torch.testing.assert_close(bags, torch.repeat_interleave(torch.arange(4), torch.tensor([3, 0, 12, 1])))
    kept = [int((indices[start:end] != 4).sum()) for start, end in ((0, 3), (3, 3), (3, 15), (15, 16))]
    assert sizes.tolist() == kept
    if mode == 2:
        torch.testing.assert_close(sources, expected[3])


@pytest.mark.covering("max")
@pytest.mark.parametrize("mode", ["sum", "max"])
def test_tables_of_any_strides_and_indices_with_gaps(device, mode):
    table, indices = make((40, 90)).t()[3:, 1:], torch.randint(0, 80, (50, 2))[:, 1]
    offsets = torch.tensor([[0, 9], [10, 9], [10, 9], [45, 9]])[:, 0]
    check_views(bag(mode), table, indices, offsets, device=device)


@pytest.mark.parametrize(("lookups", "kernels"), [(8, 1), (9, 2)])
def test_a_table_of_columns_is_copied_to_rows_where_more_than_a_quarter_of_them_is_read(device, lookups, kernels):
    table = on_device(make((24, 32)), device).t()
    indices = torch.arange(lookups).to(device)
    assert report_of(bag("sum"), table, indices, torch.zeros(1, dtype=torch.int64).to(device)).launches == kernels


@pytest.mark.covering("max")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_no_bags_no_indices_no_columns(device, mode):
    empty = torch.zeros(0, dtype=torch.int64)
    check(bag(mode), make((4, 5)), empty, torch.tensor([0, 0, 0]), device=device)
    check(bag(mode), make((4, 5)), empty, empty, device=device)
    check(bag(mode), make((4, 0)), torch.tensor([1, 2]), torch.tensor([0]), device=device)


@pytest.mark.covering("mean")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_one_compilation_serves_all_sizes(device, mode):
    torch._dynamo.reset()
    compiled = torch.compile(bag(mode), dynamic=True, fullgraph=True)
    for rows, columns, lengths in ((20, 33, [3, 0, 7]), (90, 150, [200, 1, 0, 30, 5]), (5, 2, [1] * 300)):
        table, (indices, offsets) = make((rows, columns)), ragged(lengths, rows)
        result = compiled(table.to(device), indices.to(device), offsets.to(device))
        torch.testing.assert_close(result.cpu(), bag(mode)(table, indices, offsets))


def test_what_follows_is_part_of_the_kernel(device):
    indices, offsets = ragged([3, 0, 12, 1], 9)
    function = lambda t, i, o, bias: torch.relu(bag("mean")(t, i, o) + bias) * 2  # noqa: E731
    with torch.npu.simulator(mode="both") as simulation:
        check(function, make((9, 140)), indices, offsets, make(140, seed=2), device=device)
        assert len(simulation.report().kernels) == 1


def test_what_follows_may_give_the_result_another_shape(device):
    indices, offsets = ragged([3, 0, 12, 1], 9)
    function = lambda t, i, o, bias: bag("sum")(t, i, o).view(-1) + bias  # noqa: E731
    with torch.npu.simulator(mode="functional") as simulation:
        check(function, make((9, 33)), indices, offsets, make(4 * 33, seed=2), device=device)
        assert len(simulation.report().kernels) == 1


@pytest.mark.covering("mean", "max")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_gradients(device, mode):
    indices, offsets = ragged([3, 0, 12, 1], 9)
    check_gradients(bag(mode, padding_idx=1), make((9, 6)), indices, offsets, device=device)


def test_gradients_of_weights(device):
    indices, offsets = ragged([3, 0, 12, 1], 9)
    check_gradients(weighted(), make((9, 6)), indices, offsets, make(16, seed=2), device=device)


@pytest.mark.slow
def test_gradients_scaled_by_frequency_are_divided_by_how_often_a_row_is_used(device):
    """As the documentation has it; eager PyTorch 2.13 on the CPU divides by how often other rows are used."""
    indices, offsets = ragged([3, 0, 12, 1], 9)
    gradients = []
    for scaled in (False, True):
        table = make((9, 6)).to(device).requires_grad_()
        result = torch.compile(bag("sum", scale_grad_by_freq=scaled))(table, indices.to(device), offsets.to(device))
        gradients += torch.autograd.grad(result, table, make((4, 6), seed=4).to(device))
    frequency = torch.bincount(indices, minlength=9)[:, None].clamp(min=1)
    torch.testing.assert_close(gradients[1].cpu(), gradients[0].cpu() / frequency)


@pytest.mark.slow
def test_the_module_learns_as_on_the_cpu(device):
    modules = [torch.nn.EmbeddingBag(20, 8, mode="mean", padding_idx=3) for _ in range(2)]
    modules[1].load_state_dict(modules[0].state_dict())
    modules[1].to(device)
    indices, offsets = ragged([3, 0, 12, 1], 20)
    for module, place in zip(modules, ("cpu", device), strict=True):
        loss = torch.compile(lambda i, o, module=module: module(i, o).square().sum())
        optimizer = torch.optim.SGD(module.parameters(), lr=0.5)
        for _ in range(3):
            optimizer.zero_grad()
            loss(indices.to(place), offsets.to(place)).backward()
            torch.compile(optimizer.step)()
    torch.testing.assert_close(modules[1].weight.detach().cpu(), modules[0].weight.detach())


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("norm_type", [1.0, 2.0])
def test_rows_that_are_used_are_scaled_down_to_the_largest_norm_in_place(device, norm_type):
    indices = torch.tensor([[1, 2, 2], [5, 0, 1]])
    for operator in (functional.embedding, functional.embedding_bag):
        here = make((9, 5)) * 3
        there = here.to(device)
        function = lambda i, w, f=operator: f(i, w, max_norm=1.5, norm_type=norm_type)  # noqa: E731
        result = torch.compile(function, fullgraph=True)(indices.to(device), there)
        torch.testing.assert_close(result.cpu(), function(indices, here))
        torch.testing.assert_close(there.cpu(), here)


def run(device, shape, dtype=torch.float32):
    """Segments x indices of each x columns; a table of 65536 rows."""
    bags, length, columns = shape
    indices = torch.randint(0, 65536, (bags, length), generator=torch.Generator().manual_seed(2))
    function = lambda table, indices: functional.embedding_bag(indices, table, mode="sum")  # noqa: E731
    return check(function, make((65536, columns), dtype), indices, device=device)


if __name__ == "__main__":
    main("embedding_bag", run, [(64, 32, 128), (37, 5, 16)], "(4096,32,128)", "BAGS,LENGTH,COLUMNS")
