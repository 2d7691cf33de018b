"""Random operators: reproducible by seed, with the distribution they are named after."""

import math

import numpy as np
import pytest
import torch
from common import main

SHAPES = [(40,), (5, 8)]


@pytest.mark.covering("bf16-0.001")
@pytest.mark.parametrize("p", [0.001, 0.999])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=["bf16", "f16"])
def test_narrow_dropout_drops_with_its_probability_and_its_gradient_likewise(device, dtype, p):
    x = torch.ones(1000, 1024, dtype=dtype, device=device, requires_grad=True)
    kept = torch.compile(lambda x: torch.nn.functional.dropout(x, p))(x)
    kept.backward(torch.ones_like(kept))
    assert torch.equal(kept.cpu(), x.grad.cpu())
    assert kept.count_nonzero().item() / kept.numel() == pytest.approx(1 - p, abs=3e-4)
    assert kept.max().item() == pytest.approx(1 / (1 - p), rel=0.01)


def shape(size):
    return "x".join(map(str, size)) or "one"


def run(device, shape, dtype=torch.float32):
    first, again = (drawn(device, lambda x: torch.normal(x, 0.5), torch.ones(shape, dtype=dtype)) for _ in range(2))
    torch.testing.assert_close(first, again)


def drawn(device, function, *inputs):
    torch._dynamo.reset()
    with torch.npu.set_fallback_policy("error"):
        torch.manual_seed(7)
        return torch.compile(function, fullgraph=True)(*(x.to(device) for x in inputs)).cpu()


@pytest.mark.covering("bf16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=["bf16", "f16"])
def test_narrow_uniform_numbers_stay_below_their_end_though_they_are_rounded(device, dtype):
    def draw(x):
        return torch.rand_like(x), torch.empty_like(x).uniform_(1, 2), torch.empty_like(x).uniform_(-0.3, -0.1)

    for drawn, (low, high) in zip(
        torch.compile(draw)(torch.empty(100_000, dtype=dtype, device=device)),
        [(0, 1), (1, 2), (-0.3, -0.1)],
        strict=True,
    ):
        values = drawn.cpu()
        ends = torch.tensor([low, high], dtype=dtype)
        assert bool((values >= ends[0]).all()) and bool((values < ends[1]).all())
        assert values.float().mean().item() == pytest.approx((low + high) / 2, abs=0.02)


def philox(seed, count):
    """The four words of Philox4x32-10 for the counters 0, 1, ..., after its paper."""
    mask = 0xFFFFFFFF
    words = [np.arange(count, dtype=np.uint64), *(np.zeros(count, np.uint64) for _ in range(3))]
    keys = [seed & mask, seed >> 32 & mask]
    for _ in range(10):
        products = [words[0] * np.uint64(0xD2511F53), words[2] * np.uint64(0xCD9E8D57)]
        (low0, low1), (high0, high1) = ([f(p) for p in products] for f in (lambda p: p & mask, lambda p: p >> 32))
        words = [high1 ^ words[1] ^ np.uint64(keys[0]), low1, high0 ^ words[3] ^ np.uint64(keys[1]), low0]
        keys = [(k + step) & mask for k, step in zip(keys, (0x9E3779B9, 0xBB67AE85), strict=True)]
    return words


def drawn_words(seed, count):
    """The words that elements take: a group of 64 takes those of 16 counters, word by word."""
    words = np.stack(philox(seed, -(-count // 64) * 16)).reshape(4, -1, 16)
    return words.transpose(1, 0, 2).reshape(-1)[:count]


def uniform(words):
    return (words >> np.uint64(8)).astype(np.float32) * np.float32(2**-24)


@pytest.mark.parametrize("seed", [0, 1, 0x7FFFFFFF, 0x80000000, 0x123456789ABCDEF, 2**63 - 1, -1, -(2**40) - 5])
def test_uniform_numbers_are_the_upper_bits_of_philox(device, seed):
    if seed == 0:
        known = [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]  # the authors' known answer
        assert [int(word[0]) for word in philox(0, 1)] == known
    count = 1003
    found = torch.compile(lambda s: torch.ops.prims.inductor_random([count], s, "rand"))(
        torch.tensor(seed, device=device)
    )
    assert torch.equal(found.cpu(), torch.from_numpy(uniform(drawn_words(seed, count))))


@pytest.mark.covering("3x64-True", "5x7-False")
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("size", [(), (1,), (64,), (3, 64), (2, 3, 128), (4, 197), (5, 7), (64, 3), (2, 0)], ids=shape)
def test_numbers_depend_on_the_place_of_an_element_alone(device, size, dynamic):
    """However kernels are tiled and whatever is known of sizes, and behind other operations or before a row's sum."""
    count = math.prod(size)
    expected = uniform(drawn_words(123, count)).reshape(size)

    def draw(x):
        numbers = torch.ops.prims.inductor_random(x.shape, torch.tensor(123, device=x.device), "rand")
        return numbers, (numbers * x).movedim(0, -1) if x.dim() else numbers, numbers.sum(-1)

    torch._dynamo.reset()
    plain, moved, total = torch.compile(draw, dynamic=dynamic)(torch.ones(size, device=device))
    assert torch.equal(plain.cpu(), torch.from_numpy(expected))
    torch.testing.assert_close(moved.cpu(), torch.from_numpy(np.moveaxis(expected, 0, -1) if size else expected))
    torch.testing.assert_close(total.cpu(), torch.from_numpy(expected).sum(-1))


@pytest.mark.parametrize("size", [(192,), (5, 7)], ids=shape)
def test_normal_numbers_are_pairs_of_words_on_circles(device, size):
    words = np.stack(philox(5, 64 * 16)).reshape(2, 2, -1, 16)
    radius = np.sqrt(-2 * np.log1p(-uniform(words[:, 0]).astype(np.float64)))
    angle = 2 * np.pi * uniform(words[:, 1]).astype(np.float64)
    points = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(4, -1, 16)
    expected = points.transpose(1, 0, 2).reshape(-1)[: math.prod(size)].reshape(size)
    found = torch.compile(lambda s: torch.ops.prims.inductor_random(size, s, "randn"))(torch.tensor(5, device=device))
    torch.testing.assert_close(found.cpu().double(), torch.from_numpy(expected), rtol=1e-5, atol=2e-6)


def test_a_seed_gives_the_same_numbers(device):
    run(device, (5, 8))


def test_normal_numbers_have_their_mean_and_deviation(device):
    x = drawn(device, lambda x: torch.normal(x, 0.5), torch.full((4000,), 3.0))
    assert abs(x.mean() - 3) < 0.05 and abs(x.std() - 0.5) < 0.05


def test_a_permutation_has_every_number_once(device):
    order = drawn(device, lambda x: x + torch.randperm(50, device=x.device), torch.zeros(50, dtype=torch.int64))
    assert order.tolist() != list(range(50)) and sorted(order.tolist()) == list(range(50))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int64], ids=str)
def test_draws_with_one_probability_have_the_dtype_of_their_tensor(device, dtype):
    for p, least, most in ((0, 0, 0), (0.3, 0.2, 0.4), (1, 1, 1)):
        found = drawn(device, lambda x, p=p: torch.bernoulli(x, p), torch.zeros(2000, dtype=dtype))
        assert found.dtype == dtype and set(found.tolist()) <= {0, 1} and least <= found.float().mean() <= most
    for p in (1.5, math.nan):
        with pytest.raises(RuntimeError, match=r"expects p to be in \[0, 1\], but got p="):
            drawn(device, lambda x, p=p: torch.bernoulli(x, p), torch.zeros(5))


def test_eager_draws_with_the_probability_that_is_the_default_in_place(device):
    with torch.npu.set_eager_mode("compile"):
        kept = torch.nn.functional.dropout2d(torch.ones(500, 3, 2, 2, device=device), 0.5)
        assert torch.bernoulli(kept, 0.5).dtype == torch.float32
        assert bool((kept == kept[:, :, :1, :1]).all()) and 0.4 < (kept == 0).float().mean() < 0.6


def test_parts_of_complex_numbers_are_drawn_apart(device):
    z = torch.zeros(20_000, dtype=torch.complex64)
    normal = drawn(device, lambda z: z.clone().normal_(1, 3), z)
    uniform = drawn(device, lambda z: z.clone().uniform_(2, 5), z)
    for real, imaginary in (torch.view_as_real(normal).unbind(1), torch.view_as_real(uniform).unbind(1)):
        assert not torch.equal(real, imaginary)
    for part in torch.view_as_real(normal).unbind(1):
        assert part.mean().item() == pytest.approx(1, abs=0.1) and part.var().item() == pytest.approx(4.5, rel=0.1)
    for part in torch.view_as_real(uniform).unbind(1):
        assert bool(((part >= 2) & (part < 5)).all()) and part.mean().item() == pytest.approx(3.5, abs=0.05)


@pytest.mark.covering("False")
@pytest.mark.parametrize("replacement", [True, False])
def test_what_has_no_weight_is_never_drawn(device, replacement):
    weights = torch.tensor([[0.0, 1, 3, 0, 4, 2], [1, 1, 0, 1, 1, 0]])
    places = drawn(device, lambda w: torch.multinomial(w, 4, replacement=replacement), weights)
    assert places.shape == (2, 4) and (torch.gather(weights, 1, places) > 0).all()
    if not replacement:
        assert all(len(set(row)) == 4 for row in places.tolist())


def test_draws_follow_the_weights(device):
    weights = torch.tensor([1.0, 0, 3])
    places = drawn(device, lambda w: torch.multinomial(w, 4000, replacement=True), weights)
    assert abs((places == 2).float().mean() - 0.75) < 0.05


if __name__ == "__main__":
    main("random", run, SHAPES, "(512,)")
