"""Joining and padding: cat, stack, pad in every mode, roll, repeat, tile."""

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, check_views, main, make

SHAPES = [(64, 128), (5, 8), (3, 2)]


def run(device, shape, dtype=torch.float32):
    def joined(x):
        return (
            torch.cat([x, x[:1]], 0),
            torch.cat([x[..., 1:], x, x[..., :1]], -1),
            torch.stack([x, x], 1),
            F.pad(x, (1, 2, 3, 0)[: 2 * x.ndim]),
            torch.roll(x, (1, -2), (0, -1)),
            x.repeat(2, *[1] * (x.ndim - 2), 3),
            torch.tile(x, (2,)),
        )

    check(joined, make(shape, dtype), device=device)


@pytest.mark.covering("(33, 51)")
@pytest.mark.parametrize("shape", [(33, 51), (1, 3)], ids=str)
def test_tensors_are_joined(device, shape):
    run(device, shape)


def gathers(device, function, *inputs):
    """Checks a function, and gives how many gathers its kernels have."""
    from npusim.scheduler import registered_kernels

    before = set(registered_kernels())
    check(function, *inputs, device=device)
    return sum(k.module.text.count("npu.gather") for k in registered_kernels() if k not in before)


@pytest.mark.covering("<lambda>0", "<lambda>1", "<lambda>2", "<lambda>3", "<lambda>6")
@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: torch.cat([x, y], 1),
        lambda x, y: torch.cat([x, y, x * 2], 0),
        lambda x, y: F.pad(x, (3, 5, 2, 7), value=1.5) * 2,
        lambda x, y: F.pad(x, (-3, 5, 2, -1)),
        lambda x, y: F.pad(x[None], (1, 1, 1, 1)).sum(-1),
        lambda x, y: F.max_pool2d(x[None], 3, 2, 1),
        lambda x, y: torch.stack([x, y], -1),
    ],
)
def test_pieces_are_strided_transfers(device, function):
    assert gathers(device, function, make((131, 67)), make((131, 67), seed=1)) == 0


@pytest.mark.parametrize("dim", [0, 1])
def test_computed_and_empty_pieces_are_joined(device, dim):
    x, y = make((7, 33)), make((7, 33), seed=1)
    check(lambda x, y: torch.cat([x + 1, x[:0] if dim == 0 else x[:, :0], y * 2], dim), x, y, device=device)


@pytest.mark.covering("reflect", "circular")
@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
def test_every_mode_pads(device, mode):
    check(lambda x: F.pad(x, (3, 5, 2, 4), mode), make((2, 3, 11, 13)), device=device)
    check(lambda x: F.pad(x, (2, 1), mode), make((2, 3, 9)), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("part", [0, 1])
def test_gradients_of_a_part_that_some_reflections_do_not_reach(device, part):
    x = make((1, 1, 2, 2)).requires_grad_()
    check_gradients(lambda x: F.pad(x, (1, 0, 1, 1), "reflect").chunk(2, 2)[part].square(), x, device=device)


def test_pads_of_symbolic_sizes(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: torch.cat([F.pad(x, (2, 3)), x[:, :2]], 1), dynamic=True, fullgraph=True)
    for shape in [(3, 40), (200, 300), (5, 2)]:
        x = make(shape)
        torch.testing.assert_close(compiled(x.to(device)).cpu(), torch.cat([F.pad(x, (2, 3)), x[:, :2]], 1))


def test_views_are_joined(device):
    check_views(lambda x, y: torch.cat([x, y], 1), make((20, 30)).t(), make((30, 9))[:, ::2], device=device)


@pytest.mark.covering("row", "column")
@pytest.mark.parametrize(
    "function",
    [
        pytest.param(lambda v, x: (torch.cat([v, x], -1), v[1]), id="row"),
        pytest.param(lambda v, x: (torch.cat([x, v], 1), v[:, 1]), id="column"),
        pytest.param(lambda v, x: (torch.cat([v, x], -1), v.t()), id="transposed"),
        pytest.param(lambda v, x: (torch.cat([x, v]), v[1:]), id="rows"),
        pytest.param(lambda v, x: (torch.cat([torch.cat([v, x]), x]), v[1:]), id="nested"),
        pytest.param(lambda v, x: (torch.stack([x, v], 1), v[1:3]), id="stack"),
        pytest.param(lambda v, x: (torch.cat([v, v, x], -1), v[-1]), id="twice"),
    ],
)
def test_a_result_may_be_changed_beside_the_concatenation_of_what_it_is_a_view_of(device, function):
    def joined(x):
        return function(x.relu(), x)

    x = make((5, 4))
    expected = joined(x)
    for changed in (0, 1):
        torch._dynamo.reset()
        found = torch.compile(joined, fullgraph=True)(x.to(device))
        found[changed].fill_(7)
        torch.testing.assert_close(found[1 - changed].cpu(), expected[1 - changed])
        assert [f.stride() for f in found] == [e.stride() for e in expected]


@pytest.mark.covering("torch.int64")
@pytest.mark.parametrize("dtype", [torch.bool, torch.int8, torch.float16, torch.int64], ids=str)
def test_every_dtype_is_joined(device, dtype):
    run(device, (9, 11), dtype)


if __name__ == "__main__":
    main("cat", run, SHAPES, "(512,768)")
