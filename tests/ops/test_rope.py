"""Rotary position embeddings: halves rotated as in Llama, pairs rotated as in the paper and in GPT-J."""

import pytest
import torch
from common import check, check_sizes, check_views, compare, kernel_reports, main, make

SHAPES = [(1, 4, 33, 64), (2, 3, 17, 10)]


def halves(x, cos, sin):
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat((-second, first), -1) * sin


def pairs(x, cos, sin):
    even, odd = x[..., ::2], x[..., 1::2]
    cos, sin = cos[..., : even.shape[-1]], sin[..., : even.shape[-1]]
    return torch.stack((even * cos - odd * sin, odd * cos + even * sin), -1).flatten(-2)


def pairs_as_a_rotation(x, cos, sin):
    return x * cos + torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2) * sin


def angles(shape, dtype):
    return make(shape[-2:], dtype, seed=1), make(shape[-2:], dtype, seed=2)


def run(device, shape, dtype=torch.float32):
    def rotated(q, k, cos, sin):
        return [f(x, cos, sin) for f in (halves, pairs, pairs_as_a_rotation) for x in (q, k)]

    # Eager PyTorch rounds every product; in one kernel only results are rounded: 6.8e-3 apart where products cancel.
    tolerances = {torch.bfloat16: {"rtol": 1.6e-2, "atol": 8e-3}, torch.float16: {"rtol": 1e-3, "atol": 1e-3}}
    fewer_heads = (shape[0], max(1, shape[1] // 2), *shape[2:])
    check(
        rotated,
        make(shape, dtype),
        make(fewer_heads, dtype, seed=3),
        *angles(shape, dtype),
        device=device,
        **tolerances.get(dtype, {}),
    )


@pytest.mark.covering("(2, 5, 7, 6)-torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", [(1, 2, 129, 128), (2, 5, 7, 6), (1, 3, 1, 2), (2, 1, 131, 80)], ids=str)
def test_queries_and_keys_are_rotated(device, shape, dtype):
    run(device, shape, dtype)


@pytest.mark.covering("pairs")
@pytest.mark.parametrize("rotate", [halves, pairs, pairs_as_a_rotation])
def test_heads_may_lie_inside_of_tokens(device, rotate):
    x = make((2, 37, 3, 64)).transpose(1, 2)
    check_views(lambda x, c, s: rotate(x, c, s), x, *angles(x.shape, x.dtype), device=device)


def test_angles_may_be_gathered_by_position(device):
    positions = torch.tensor([[3, 1, 4, 1, 5, 9, 2]])
    cos, sin = make((16, 32), seed=1), make((16, 32), seed=2)
    check(
        lambda x, c, s, p: halves(x, c[p].unsqueeze(1), s[p].unsqueeze(1)),
        *(make((2, 3, 7, 32)), cos, sin, positions),
        device=device,
    )


def test_a_normalisation_in_front_is_rotated_as_well(device):
    def normed(x, weight, cos, sin):
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return halves(x * scale * weight, cos, sin)

    x = make((2, 3, 19, 48))
    check(normed, x, make((48,), seed=4), *angles(x.shape, x.dtype), device=device)


@pytest.mark.covering("halves")
@pytest.mark.parametrize("rotate", [halves, pairs, pairs_as_a_rotation])
def test_gradients_are_rotated_back(device, rotate):
    x, (cos, sin) = make((2, 3, 13, 16)), angles((13, 16), torch.float32)
    moved = x.to(device).requires_grad_()
    x.requires_grad_()
    torch._dynamo.reset()
    torch.compile(rotate, fullgraph=True)(moved, cos.to(device), sin.to(device)).square().sum().backward()
    rotate(x, cos, sin).square().sum().backward()
    compare(moved.grad, x.grad)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("rotate", [halves, pairs, pairs_as_a_rotation])
def test_the_number_of_tokens_may_be_symbolic(device, rotate):
    states = [make((1, 2, tokens, 32)) for tokens in (5, 40)]
    check_sizes(rotate, *((x, *angles(x.shape, x.dtype)) for x in states), device=device)


def halves_of_repeated_angles(x, angles, _):
    angles = torch.cat((angles, angles), -1)
    return halves(x, angles.cos(), angles.sin())


def first_quarter(x, cos, sin):
    rotated = x.shape[-1] // 4
    cos, sin = cos[..., :rotated], sin[..., :rotated]
    return torch.cat((halves(x[..., :rotated], cos, sin), x[..., rotated:]), -1)


def pairs_of_a_part(x, cos, sin):
    rotated = 3 * x.shape[-1] // 8 // 2 * 2
    cos, sin = (torch.repeat_interleave(table[..., : rotated // 2], 2, -1) for table in (cos, sin))
    return torch.cat((pairs_as_a_rotation(x[..., :rotated], cos, sin), x[..., rotated:]), -1)


@pytest.mark.covering("pairs_as_a_rotation-128", "halves_of_repeated_angles-64", "first_quarter-128")
@pytest.mark.parametrize(
    ("rotate", "width"),
    [
        (halves, 128),
        (pairs, 128),
        (pairs_as_a_rotation, 128),
        (halves_of_repeated_angles, 64),
        (first_quarter, 128),
    ],
)
def test_every_element_is_moved_once(device, rotate, width):
    x, table = torch.empty(1, 16, 256, 128, device=device), torch.empty(256, width, device=device)
    (kernel,) = kernel_reports(rotate, x, table, table)
    assert kernel["memory"]["write_bytes"] == 4 * x.numel()
    assert kernel["memory"]["read_bytes"] <= 4 * (x.numel() + 2 * table.numel())


@pytest.mark.slow
def test_repeated_angles_and_parts_of_heads_are_rotated(device):
    x = make((2, 3, 13, 48))
    check(halves_of_repeated_angles, x, make((13, 24)), make(()), device=device)
    check(first_quarter, x, *angles(x.shape, x.dtype), device=device)
    check(pairs_of_a_part, x, *angles(x.shape, x.dtype), device=device)


def test_angles_repeated_beside_a_part_that_is_kept_are_no_gathers(device):
    x, table = torch.empty(1, 4, 64, 128, device=device), torch.empty(64, 24, device=device)
    torch._dynamo.reset()
    with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation:
        torch.compile(pairs_of_a_part, dynamic=False)(x, table, table)
    texts = [path.read_text() for path in (simulation.run_dir / "kernels").glob("*.mlir")]
    assert texts and not any("npu.gather" in text for text in texts)


if __name__ == "__main__":
    main("rope", run, SHAPES, "(1,8,256,128)")
