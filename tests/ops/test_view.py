"""Views that become strided DMA: permute, slice, expand, as_strided, unfold, flip, pixel_shuffle; of up to ten axes."""

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, check_views, main, make, on_device
from torch.utils._pytree import tree_leaves

SHAPES = [(64, 128), (5, 8), (3, 2)]


def run(device, shape, dtype=torch.float32):
    check(lambda x: tuple(v.clone() for v in views(x)), make(shape, dtype), device=device)


def views(x):
    windows = x.unfold(0, min(2, len(x)), 1)
    repeated = x[:, None].expand(-1, 3, *x.shape[1:])
    return x.movedim(0, -1), x[1:, ..., ::2], x.flip(0), x.flip(-1), x.reshape(-1), repeated, windows


@pytest.mark.covering("(17, 33)")
@pytest.mark.parametrize("shape", [(17, 33), (2, 1)], ids=str)
def test_views_are_copied(device, shape):
    run(device, shape)


def test_ten_dimensions_are_permuted(device):
    shape = (2, 3, 1, 2, 3, 2, 1, 3, 2, 5)
    check(lambda x: x.permute(9, 0, 8, 1, 7, 2, 6, 3, 5, 4).contiguous() + 1, make(shape), device=device)


def test_as_strided_reads_overlapping_elements(device):
    check(lambda x: x.as_strided((5, 7), (3, 2), 4) * 2, make((60,)), device=device)


@pytest.mark.covering("windows")
@pytest.mark.parametrize(
    "program",
    [
        lambda x: (x * 2).as_strided((5, 2), (1, 1)),
        lambda x: x.sin().unfold(0, 3, 1),
        lambda x: x.sin().as_strided((2, 3, 2), (4, 1, 2)),
        lambda x: (x * 2)[:, None].expand(-1, 3),
        lambda x: x.sin().as_strided((3, 2), (4, 1)),
    ],
    ids=["rows", "windows", "interleaved", "expanded", "apart"],
)
def test_gradients_of_results_that_overlap_do_not_replace_each_other(device, program):
    given, compiled = make((12,)), torch.compile(program, fullgraph=True)
    wanted, x = given.clone().requires_grad_(), given.to(device).requires_grad_()
    expected, result = program(wanted), compiled(x)
    gradient = make(expected.shape, seed=1)
    expected.backward(gradient)
    result.backward(gradient.to(device))
    torch.testing.assert_close(x.grad.cpu(), wanted.grad)


@pytest.mark.covering("5", "16")
@pytest.mark.parametrize("first", [0, 5, 8, 16])
def test_as_strided_of_a_part_reaches_the_rest_of_its_memory(device, first):
    part = make((20,))[5:15]
    check_views(lambda x: x.as_strided((2, 2), (1, 2), first) + x[:2], part, device=device)


def test_offsets_of_views_of_such_views_count_from_the_same_beginning(device):
    part = make((20,))[5:15]
    check(lambda x: x.as_strided((4, 2), (1, 2), 2).as_strided((3,), (2,), 3) + 1, part, device=device)


def scaled_before(x):
    x.as_strided((2, 2), (1, 4), 0).mul_(3)
    return x * 2


def changed_twice(x):
    y, before = x.as_strided((3,), (2,), 2), x + 1
    y.add_(x[:3])
    between = x * 2
    y.copy_(between[1:4])
    return before, between, y, x.sum()


def filled(x):
    x.as_strided((3,), (2,), 2).fill_(7)


@pytest.mark.parametrize("function", [scaled_before, changed_twice, filled], ids=lambda f: f.__name__)
@pytest.mark.parametrize("dynamic", [False, True])
def test_as_strided_changes_memory_beyond_a_part(device, function, dynamic):
    torch._dynamo.reset()
    whole = make((32,))
    on_npu = whole.to(device)
    results = torch.compile(function, fullgraph=True, dynamic=dynamic)(on_npu[5:12])
    expected = function(whole[5:12])
    torch.testing.assert_close(on_npu.cpu(), whole)
    for result, value in zip(tree_leaves(results), tree_leaves(expected), strict=True):
        torch.testing.assert_close(result.cpu() if result is not None else None, value)


def test_as_strided_reaches_beyond_a_part_of_unknown_size(device):
    whole = make((20,))
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x.as_strided((x.shape[0], 2), (1, 2), 0) * 2, dynamic=True, fullgraph=True)
    for size in (10, 8):
        part = whole[5 : 5 + size]
        expected = part.as_strided((size, 2), (1, 2), 0) * 2
        torch.testing.assert_close(compiled(on_device(part, device)).cpu(), expected)


def test_pixels_are_shuffled_and_back(device):
    check(lambda x: (F.pixel_shuffle(x, 2), F.pixel_unshuffle(x[..., :6, :6], 3)), make((2, 8, 6, 7)), device=device)


def test_channels_are_shuffled_and_patches_unfolded(device):
    check(lambda x: (F.channel_shuffle(x, 2), F.unfold(x, 3, padding=1, stride=2)), make((2, 4, 9, 7)), device=device)


def test_negative_strides_of_a_flip_meet_a_view(device):
    check_views(lambda x: x.flip(1) + x, make((40, 30)).t()[::3], device=device)


def copies_of_views(x):
    pairs = torch.view_as_real_copy(torch.complex(x, x))
    parts = torch.split_copy(x, 3, dim=1)
    return torch.detach_copy(x), torch.select_copy(x, -1, 1), torch.slice_copy(x, 1, 1, None, 2), *parts, pairs


def test_views_are_copied_by_operators(device):
    check(copies_of_views, make((5, 8)).t(), device=device)
    check(torch.view_as_complex_copy, make((5, 2)), device=device)
    check_gradients(lambda x: sum(y.sin().sum() for y in copies_of_views(x)[1:]), make((5, 8)), device=device)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bool, torch.int8, torch.bfloat16, torch.int64], ids=str)
def test_every_dtype_is_viewed(device, dtype):
    run(device, (9, 11), dtype)


if __name__ == "__main__":
    main("view", run, SHAPES, "(512,768)")
