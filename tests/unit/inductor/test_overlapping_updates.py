"""Updates of tensors whose elements share memory, where every row of an expanded tensor becomes its own, and of tensors
by parts of themselves.
"""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from npusim.frontend.backend.memory.overlaps import comparing_bytes, may_overlap
from torch._C._dynamo.guards import compute_overlapping_tensors
from torch.testing import assert_close

ROWS, COLUMNS = 3, 7


def doubled(x: torch.Tensor, rows: int) -> torch.Tensor:
    return (x * 2).expand(rows, x.shape[1])


UPDATES: dict[str, Callable[..., torch.Tensor]] = {
    "index_put": lambda x, rows, i, v: doubled(x, rows).index_put((i,), v),
    "index_put, accumulated": lambda x, rows, i, v: doubled(x, rows).index_put((i,), v, accumulate=True),
    "index_put of a mask": lambda x, rows, i, v: doubled(x, rows).index_put(
        (torch.arange(rows, device=x.device) == 1,), torch.zeros((), device=x.device)
    ),
    "index_add": lambda x, rows, i, v: doubled(x, rows).index_add(0, i, v),
    "index_copy": lambda x, rows, i, v: doubled(x, rows).index_copy(0, i, v),
    "index_fill": lambda x, rows, i, v: doubled(x, rows).index_fill(0, i, 3),
    "a number that is expanded": lambda x, rows, i, v: x.new_ones(()).expand(rows, x.shape[1]).index_put((i,), v),
    "windows": lambda x, rows, i, v: (x * 2)[0].unfold(0, 3, 2).index_put((i,), v[0, :3]),
    "a part": lambda x, rows, i, v: doubled(x, rows)[:, 1:].index_add(0, i, v[:, 1:]),
}


@pytest.mark.covering(
    "index_put-False",
    "index_put, accumulated-True",
    "index_put of a mask-False",
    "index_add-False",
    "index_copy-False",
    "a number that is expanded-False",
    "windows-False",
)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("update", UPDATES)
def test_what_shares_memory_is_copied_before_it_is_updated(device: Any, update: str, dynamic: bool) -> None:
    torch._dynamo.reset()
    compiled = torch.compile(UPDATES[update], fullgraph=True, dynamic=dynamic)
    for more in (0, 2) if dynamic else (0,):
        x, v = torch.randn(1, COLUMNS + more), torch.randn(1, COLUMNS + more)
        expected = UPDATES[update](x, ROWS + more, torch.tensor([1]), v)
        found = compiled(x.to(device), ROWS + more, torch.tensor([1], device=device), v.to(device))
        assert_close(found.cpu(), expected)


ROW = torch.arange(300).flip(0)
BY_PARTS: dict[str, Callable[..., torch.Tensor]] = {
    "shifted": lambda x, i: x[1:].copy_(x[:-1].clone()),
    "shifted back": lambda x, i: x[:-1].copy_(x[1:].clone()),
    "shifted twice": lambda x, i: torch._foreach_copy_([x[2:, 1:]], [x[:-2, :-1].clone()])[0],
    "by strides": lambda x, i: x.as_strided((299, 300), (300, 1), 300).copy_(x[:-1].clone()),
    "diagonal": lambda x, i: x.diagonal().copy_(x[7].clone()),
    "transposed": lambda x, i: x.sub_(x.t().clone()),
    "a view turned around": lambda x, i: x.t().copy_(x.t().flip(1)),
    "a view of a column": lambda x, i: x.copy_((x.flip(1) * 2)[:, :1]),
    "index_put": lambda x, i: x.index_put_((i,), x.clone()),
    "index_put of a part": lambda x, i: x.index_put_((i[1:],), x[1:].clone()),
    "index_add": lambda x, i: x.index_add_(0, i, x.clone()),
    "index_copy": lambda x, i: x.index_copy_(0, i, x.clone()),
    "scatter": lambda x, i: x.scatter_(0, i[:, None].expand(300, 300), x.clone()),
    "of an intermediate value": lambda x, i: (y := x @ x).index_put_((i,), y.clone()),
}


@pytest.mark.covering(
    "shifted back-True",
    "shifted twice-False",
    "by strides-False",
    "diagonal-False",
    "transposed-False",
    "a view turned around-False",
    "index_put-False",
    "index_put of a part-False",
    "of an intermediate value-False",
    in_ci=[
        "shifted twice-True",
        "of an intermediate value-True",
        "a view of a column-False",
        "index_add-True",
        "transposed-True",
        "diagonal-True",
        "by strides-True",
        "scatter-False",
    ],
)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("update", BY_PARTS)
def test_what_an_update_reads_of_its_target_is_read_before(device: Any, update: str, dynamic: bool) -> None:
    torch._dynamo.reset()
    inputs = torch.randn(300, 300), ROW.clone()  # more than one tile
    found_in = [value.to(device, copy=True) for value in inputs]
    expected = BY_PARTS[update](*inputs)
    found = torch.compile(BY_PARTS[update], fullgraph=True, dynamic=dynamic)(*found_in)
    assert_close(found.cpu(), expected, rtol=1e-4, atol=1e-4)
    assert_close([value.cpu() for value in found_in], list(inputs))


@pytest.mark.covering("True-0")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("dynamic", [False, True])
def test_an_argument_is_computed_from_another_view_of_its_memory(device: Any, dynamic: bool, first: int) -> None:
    def update(target: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
        target.copy_(source * 2)
        return target + 1

    def run(function: Callable[..., torch.Tensor], base: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return function(base[first : first + 299], base[1 - first : 300 - first]).cpu(), base.cpu()

    torch._dynamo.reset()
    base = torch.randn(300, 40)
    found = run(torch.compile(update, fullgraph=True, dynamic=dynamic), base.to(device, copy=True))
    assert_close(found, run(update, base))


def test_what_reads_a_view_of_complex_numbers_is_computed_before_they_change(device: Any) -> None:
    def update(total: torch.Tensor, row: torch.Tensor, rest: torch.Tensor) -> torch.Tensor:
        rest[:1].mul_(2)
        total.add_(row)
        row.div_(3)
        return rest

    def run(function: Callable[..., torch.Tensor], place: Any) -> list[torch.Tensor]:
        torch.manual_seed(0)
        total, base = (torch.randn(2, 6, dtype=torch.complex64).to(place) for _ in range(2))
        return [function(total, base[0], base.view(-1)[2:]).cpu(), total.cpu(), base.cpu()]

    torch._dynamo.reset()
    assert_close(run(torch.compile(update, fullgraph=True), device), run(update, "cpu"))


VIEWED: dict[str, tuple[torch.dtype, Callable[[torch.Tensor], torch.Tensor]]] = {
    "narrower": (torch.float32, lambda x: x.view(torch.int16)[12:]),
    "halves": (torch.float64, lambda x: x.view(torch.int32)[13:]),
    "imaginary parts": (torch.complex64, lambda x: x[7:].imag),
    "imaginary part": (torch.complex64, lambda x: torch.view_as_real(x[:1])[:, 1]),
}


@pytest.mark.covering("narrower-False", "halves-True", "imaginary part-False")
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("view", VIEWED)
def test_a_view_as_another_dtype_is_known_to_be_part_of_what_it_views(device: Any, view: str, dynamic: bool) -> None:
    """Counted in elements of their own the views begin behind the tensor's last element."""

    def update(x: torch.Tensor, places: torch.Tensor) -> tuple[torch.Tensor, ...]:
        doubled = x * 2
        values = torch.full_like(places, 5).to(part(x).dtype)
        return part(x).index_put((places,), values), x + 1, part(doubled).index_put((places,), values), doubled - 1

    torch._dynamo.reset()
    dtype, part = VIEWED[view]
    x, places = torch.randn(1 if view.endswith("part") else 12, dtype=dtype), torch.tensor([0])
    given = x.to(device)
    found = torch.compile(update, fullgraph=True, dynamic=dynamic)(given, places.to(device))
    assert_close(tuple(each.cpu() for each in found), update(x, places))
    assert_close(given.cpu(), x)


def test_parts_of_other_element_sizes_that_lie_apart_are_told() -> None:
    memory = torch.empty(16, dtype=torch.uint8)
    parts = [memory[:4].view(torch.float32), memory[4:8].view(torch.int16), memory[6:], memory[:0].view(torch.int64)]
    overlapping = comparing_bytes(compute_overlapping_tensors)
    assert overlapping(parts[:2]) == overlapping([parts[0], parts[2]]) == overlapping([parts[1], parts[3]]) == set()
    assert overlapping(parts[1:3]) == {0, 1}
    assert overlapping([parts[0], parts[1], memory]) == {0, 1, 2}
    assert overlapping([memory[4:], memory[:6]]) == {0, 1}


PLACES: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "its own": lambda x: x.index_put_((x.clone(),), x + 5),
    "computed from it": lambda x: x.index_put_(((x * 7) % len(x),), x - 5),
}


@pytest.mark.parametrize("places", PLACES)
def test_places_and_values_are_computed_before_the_update(device: Any, places: str) -> None:
    torch._dynamo.reset()
    x = torch.arange(70_001).flip(0)  # more than one tile
    found = torch.compile(PLACES[places], fullgraph=True)(x.to(device, copy=True))
    assert_close(found.cpu(), PLACES[places](x))


@pytest.mark.parametrize(
    ("shape", "strides", "overlaps"),
    [
        ((2, 3), (3, 1), False),
        ((2, 3), (1, 2), False),
        ((2, 3), (8, 2), False),
        ((2, 3), (0, 1), True),
        ((1, 3), (0, 1), False),
        ((5, 3), (2, 1), True),
        ((5, 2), (2, 1), False),
        ((0, 3), (0, 1), False),
        ((), (), False),
    ],
)
def test_overlaps_are_known_by_their_strides(shape: tuple[int, ...], strides: tuple[int, ...], overlaps: bool) -> None:
    assert may_overlap(shape, strides) == overlaps
