"""Operators on a tensor whose length depends on data: elements that a mask keeps, counts of numbers."""

import pytest
import torch
import torch.nn.functional as F
from common import check, compare, compare_gradients, main, make

OPERATORS = {
    "windows": lambda v: v.unfold(0, 2, 1),
    "windows with a step": lambda v: v.unfold(0, 1, 2),
    "windows beside constants": lambda v: torch.cat([v, torch.ones(3, device=v.device)]).unfold(0, 2, 1),
    "averages": lambda v: F.avg_pool1d(v.reshape(1, 1, -1), 2),
    "adaptive averages": lambda v: F.adaptive_avg_pool1d(v.reshape(1, 1, -1), 2),
    "a permuted view": lambda v: v.reshape(1, -1).t().unsqueeze(1),
    "sorted": lambda v: torch.sort(v, stable=True),
    "sorted downwards": lambda v: torch.sort(v, descending=True),
    "unique": lambda v: torch.unique(v, return_inverse=True, return_counts=True),
    "a histogram of its range": lambda v: torch.histc(v, 4),
    "how often numbers occur": lambda v: torch.bincount(v.abs().long()),
    "a sum by index": lambda v: v[:, None].bfloat16().index_add(0, v.long() * 0, v[:, None].bfloat16()),
    "coordinates": lambda v: torch.nonzero_static(v, size=2),
}
MAY_BE_EMPTY = ["sorted", "unique", "a histogram of its range", "how often numbers occur", "coordinates"]
LENGTHS = {
    "bounded": lambda x: x[x > 0.5],
    "unbounded": lambda x: torch.bincount((x * 4).long().flatten(), minlength=2).float(),
}
SHAPES = [(9, 5), (31,), (2, 3)]


pytestmark = pytest.mark.usefixtures("sizes_from_data")


def run(device, shape, dtype=torch.float32):
    x = make(shape, dtype).abs()
    check(lambda x: OPERATORS["sorted"](LENGTHS["bounded"](x)), x, device=device)


@pytest.mark.covering("(2, 3)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(device, shape):
    run(device, shape)


@pytest.mark.covering(
    "windows-bounded",
    "sorted-unbounded",
    in_ci=[
        "unique-bounded",
        "adaptive averages-unbounded",
        "a sum by index-bounded",
        "a histogram of its range-unbounded",
        "coordinates-bounded",
        "how often numbers occur-unbounded",
        "windows with a step-bounded",
        "averages-unbounded",
        "a permuted view-bounded",
        "windows beside constants-unbounded",
    ],
)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_on_a_length_from_data(device, operator, length):
    x = make((6, 5)).abs().clamp(max=2)
    check(lambda x: OPERATORS[operator](LENGTHS[length](x)), x, device=device)


@pytest.mark.covering("how often numbers occur")
@pytest.mark.parametrize("operator", MAY_BE_EMPTY)
def test_no_element_is_left(device, operator):
    check(lambda x: OPERATORS[operator](LENGTHS["bounded"](x)), torch.zeros(7), device=device)


@pytest.mark.parametrize("length", [1, 3, 5])
def test_rows_of_several_lengths_are_padded_or_cut(device, length):
    def padded(values, offsets):
        return torch.ops.aten._jagged_to_padded_dense_forward(values, [offsets], [length], 0.5)

    check(padded, make((7, 4)), torch.tensor([0, 1, 1, 5, 7]), device=device)


@pytest.mark.slow
def test_a_view_gives_a_product_of_a_length_from_data_a_name(device):
    """An assertion says what the product is: it orders no strides of loops whose factors are guesses."""

    def chunks(x, rows):
        count = torch.tensor(rows.size(0) // 8).item()
        numbers = torch.arange(count, device=x.device)[:, None] * x.new_ones(x.size(0), count, 8)
        return (numbers + x[:, None]).view(x.size(0), rows.size(0)) * 2

    torch._dynamo.reset()
    x, rows = make((3, 1)), torch.zeros(32)
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        compiled = torch.compile(chunks, dynamic=True, fullgraph=True)
        compare(compiled(x.to(device), rows.to(device)), chunks(x, rows))


@pytest.mark.slow
@pytest.mark.parametrize("columns", [2, 3])
def test_views_of_rows_assume_nothing_about_their_number(device, columns):
    def views(x, y):
        rows = (x[x > 0][:, None] + y).reshape(-1, columns)
        return rows, (rows * 2)[1:].reshape(-1)

    check(views, make((26,)), make((6,)), device=device)


@pytest.mark.slow
@pytest.mark.parametrize("dynamic", [False, True])
def test_masks_stand_beside_as_many_indices_as_they_have_true_elements(device, dynamic):
    def chosen(x, mask, places, factors):
        return x[mask, places] * factors * x[:, None].expand(-1, 2, -1)[mask, :, places].sum(1)

    torch._dynamo.reset()
    compiled = torch.compile(chosen, dynamic=dynamic, fullgraph=True)
    for rows in (6, 9):
        x, mask = make((rows, 5)), torch.arange(rows) % 3 != 1
        places = torch.arange(int(mask.sum())) % 4
        inputs = (x, mask, places, make(tuple(places.shape)))
        compare_gradients(chosen, compiled, *inputs, device=device)
    with pytest.raises((RuntimeError, AssertionError)):
        compiled(*(tensor.to(device) for tensor in (x, mask, places[:2], places[:2])))


@pytest.mark.parametrize("bounds", [(2, 9), (4, 4), (-5, -1), (20, 40)])
def test_slices_between_numbers_from_data_have_gradients(device, bounds):
    def part(x, bounds):
        start, end = bounds.tolist()
        return x[start:end].sin() @ x.t()

    torch._dynamo.reset()
    expected, found = make((26, 6)).requires_grad_(), make((26, 6)).to(device).requires_grad_()
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        result = torch.compile(part, fullgraph=True)(found, torch.tensor(bounds).to(device))
    result.sum().backward()
    part(expected, torch.tensor(bounds)).sum().backward()
    compare(found.grad, expected.grad)


if __name__ == "__main__":
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        main("data_dependent_lengths", run, SHAPES, "(64,32)")
