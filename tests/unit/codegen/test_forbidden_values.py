"""Numbers that an operator is not defined for: errors where values are computed, as in eager PyTorch on the CPU."""

import math

import pytest
import torch
from npusim.simulator.errors import ForbiddenValueError
from torch.nn import functional as F


def numbers(*values, dtype=torch.float32):
    return torch.tensor(values, dtype=dtype)


def whole(*values, dtype=torch.int64):
    return torch.tensor(values, dtype=dtype)


def lengths_of_segments(x, lengths):
    return torch.segment_reduce(x, "sum", lengths=lengths)


def levels(x, scale, zero_point):
    return torch.fake_quantize_per_channel_affine(x, scale, zero_point, 0, 0, 255)


def bags(x, indices, offsets):
    return F.embedding_bag(indices, x, offsets)


def bags_with_an_end(x, indices, offsets):
    return F.embedding_bag(indices, x, offsets, mode="max", include_last_offset=True)


def put(x, mask, values):
    return x.index_put((mask,), values)


def put_columns(x, mask, values):
    x = x.clone()
    x[:, mask] = values
    return x


SAMPLES = {"samples": False, "samples with replacement": True}
BAD = {
    **{
        f"{name} {weights}": (lambda w, r=replacement: torch.multinomial(w, 2, r), (numbers(*weights),))
        for name, replacement in SAMPLES.items()
        for weights in ((0.5, -0.1, 0.6), (0.5, math.nan, 0.6), (0.5, math.inf, 0.6), (0.0, 0.0, 0.0))
    },
    "a row without weight": (lambda w: torch.multinomial(w, 1), (torch.tensor([[0.5, 0.5], [0.0, 0.0]]),)),
    "a probability above 1": (torch.bernoulli, (numbers(0.5, 1.5),)),
    "a probability below 0": (torch.bernoulli, (numbers(0.5, -0.5),)),
    "a probability in place": (lambda x, p: x.clone().bernoulli_(p), (numbers(0, 0), numbers(0.5, 2))),
    "a deviation": (torch.normal, (numbers(0, 0), numbers(1, -1))),
    "a deviation with one mean": (lambda std: torch.normal(0.0, std), (numbers(1, math.nan),)),
    "cross entropy of no probability": (F.binary_cross_entropy, (numbers(0.5, 1.5), numbers(1, 0))),
    "cross entropy of NaN": (F.binary_cross_entropy, (numbers(0.5, math.nan), numbers(1, 0))),
    "cross entropy with a target": (F.binary_cross_entropy, (numbers(0.5, 0.5), numbers(1, 2))),
    "fewer values than true elements": (put, (torch.zeros(3), whole(1, 1, 1).bool(), numbers(1, 2))),
    "more values than true elements": (put, (torch.zeros(3), whole(1, 0, 1).bool(), numbers(1, 2, 3))),
    "values without a true element": (put, (torch.zeros(3), whole(0, 0, 0).bool(), numbers(1, 2))),
    "more rows than true elements": (put, (torch.zeros(3, 2), whole(1, 0, 1).bool(), torch.ones(3, 2))),
    "more columns than true elements": (put_columns, (torch.zeros(2, 3), whole(1, 0, 1).bool(), torch.ones(3))),
    "quotients": (lambda a, b: a // b, (whole(1, 2, 3), whole(1, 0, 2))),
    "quotients of bytes": (torch.floor_divide, (whole(1, 2, dtype=torch.uint8), whole(1, 0, dtype=torch.uint8))),
    "truncated quotients": (lambda a, b: torch.div(a, b, rounding_mode="trunc"), (whole(1, 2), whole(1, 0))),
    "remainders": (lambda a, b: a % b, (whole(1, 2), whole(1, 0))),
    "remainders with the dividend's sign": (torch.fmod, (whole(1, 2), whole(1, 0))),
    "quotients whose ones are replaced": (lambda a, b: a // torch.where(b == 1, 2, b), (whole(1, 2), whole(1, 0))),
    "quotients of numbers above -1": (lambda a, b: a // b.clamp(min=0), (whole(1, 2), whole(1, -1))),
    "quotients whose other numbers are replaced": (
        lambda a, b: a // torch.where(b != 0, 2, b),
        (whole(1, 2), whole(1, 0)),
    ),
    "quotients whose zeros are replaced by another number's": (
        lambda a, b: a // torch.where(a == 0, 2, b),
        (whole(1, 2), whole(1, 0)),
    ),
    "quotients by a number": (lambda a: a // 0, (whole(1, 2),)),
    "quotients of odd lengths, summed": (lambda a, b: (a // b).sum(), (torch.arange(37), torch.arange(37) - 36)),
    "lengths below 0": (lengths_of_segments, (numbers(1, 2, 3), whole(4, -1))),
    "lengths that do not add up": (lengths_of_segments, (numbers(1, 2, 3), whole(1, 1))),
    "a range without end": (lambda x: torch.histc(x, 4), (numbers(1, math.inf),)),
    "a range without end over edges": (lambda x: torch.histogram(x, 4)[0], (numbers(1, math.nan),)),
    "rows that are added": (
        lambda x, i, v: x.index_add(0, i, v),
        (torch.ones(5, 3).bfloat16(), whole(1, 5), torch.ones(2, 3).bfloat16()),
    ),
    "rows that are added before the first": (
        lambda x, i, v: x.index_add(0, i, v),
        (torch.ones(5, 3).bfloat16(), whole(1, -1), torch.ones(2, 3).bfloat16()),
    ),
    "offsets that begin late": (bags, (torch.ones(5, 3), whole(1, 2, 3), whole(1, 2))),
    "offsets beyond the indices": (bags, (torch.ones(5, 3), whole(1, 2, 3), whole(0, 4))),
    "offsets that decrease": (bags, (torch.ones(5, 3), whole(1, 2, 3), whole(0, 3, 1))),
    "an end beyond the indices": (bags_with_an_end, (torch.ones(5, 3), whole(1, 2, 3), whole(0, 1, 4))),
    "a zero point": (levels, (torch.ones(2, 3), torch.ones(2), whole(0, 300, dtype=torch.int32))),
}
UNSEEN_BY_ONE_THREAD = {"offsets that decrease"}
"""What the CPU refuses only where several threads share the work."""
BAD_EAGERLY = {
    **{name: case for name, case in BAD.items() if "by a number" not in name},
    "counts of negative numbers": (lambda x: torch.bincount(x, minlength=4), (whole(1, -1),)),
}
LEGAL = {
    "quotients of odd lengths": (lambda a, b: (a // b, a % b, (a // b).sum()), (torch.arange(37), torch.arange(1, 38))),
    "quotients of rows": (lambda a, b: (a // b).amax(1) + 1, (torch.arange(77).view(7, 11), torch.arange(1, 12))),
    "quotients of numbers": (lambda a, b: a // b, (numbers(1, 2), numbers(1, 0))),
    "quotients behind a product": (
        lambda a, b: (a @ a).to(torch.int64) // b,
        (torch.ones(5, 5), torch.arange(1, 26).view(5, 5)),
    ),
    "probabilities of 0 and 1": (torch.bernoulli, (torch.eye(33),)),
    "empty bags": (bags, (torch.rand(5, 3), whole(1, 2, 3), whole(0, 0, 3, 3))),
    "bags with an end": (bags_with_an_end, (torch.rand(5, 3), whole(1, 2, 3), whole(0, 1, 1, 3))),
    "one weight": (lambda w: torch.multinomial(w, 3, replacement=True), (torch.eye(5),)),
    "no deviation": (lambda x: torch.normal(x, torch.zeros_like(x)), (numbers(1, -2),)),
    "cross entropy of certainties": (F.binary_cross_entropy, (torch.eye(9), torch.eye(9))),
}


def run(device, function, arguments):
    torch._dynamo.reset()
    return torch.compile(function)(*(a.to(device) for a in arguments))


@pytest.mark.covering(
    "a probability above 1",
    "a deviation",
    "cross entropy of NaN",
    "quotients",
    "remainders",
    "quotients of odd lengths, summed",
    "lengths below 0",
    "a range without end",
    "rows that are added",
    "offsets that decrease",
)
@pytest.mark.parametrize("name", BAD)
def test_a_forbidden_value_is_an_error(device, name):
    function, arguments = BAD[name]
    if name not in UNSEEN_BY_ONE_THREAD:
        with pytest.raises(RuntimeError):
            function(*arguments)
    with pytest.raises(ForbiddenValueError) as raised:
        run(device, function, arguments)
    assert isinstance(raised.value, RuntimeError)


@pytest.mark.covering("a probability in place", "samples (0.5, -0.1, 0.6)", "quotients")
@pytest.mark.parametrize("name", BAD_EAGERLY)
def test_a_forbidden_value_is_an_error_of_an_eager_call(device, name):
    function, arguments = BAD_EAGERLY[name]
    with torch.npu.set_eager_mode("compile"), pytest.raises(ForbiddenValueError):
        function(*(a.to(device) for a in arguments))


@pytest.mark.parametrize("name", LEGAL)
def test_values_that_are_allowed_are_no_errors(device, name):
    function, arguments = LEGAL[name]
    ours = run(device, function, arguments)
    torch.testing.assert_close(ours, function(*arguments), check_device=False)


def test_checks_of_values_take_no_simulated_time(device):
    a, b = torch.arange(300, device=device), torch.arange(1, 301, device=device)
    cycles = []
    for checked in (True, False):
        torch._dynamo.reset()
        with torch.npu.check_indices(checked), torch.npu.simulator(mode="both") as simulation:
            torch.compile(lambda a, b: (a // b) * 2)(a, b)
        cycles.append(simulation.report().statistics["cycles"])
    assert cycles[0] == cycles[1]


def test_without_checks_numbers_are_computed(device):
    with torch.npu.check_indices(False):
        assert run(device, torch.bernoulli, (numbers(2.0, -2.0),)).tolist() == [1, 0]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_a_product_with_zero_is_nan_for_infinities(device, dtype):
    x = torch.tensor([1.0, -math.inf, math.nan], dtype=dtype)
    ours = run(device, lambda x: (x * 0, x.clone().mul_(0), (x + 1) * False), (x,))
    torch.testing.assert_close(ours, (x * 0,) * 3, equal_nan=True, check_device=False)


@pytest.mark.slow
def test_nothing_is_divided_where_a_loop_walks_nothing(device):
    def quotients(x, divisor):
        chosen = torch.masked_select(x, x > 5)
        return chosen // divisor, chosen % chosen.shape[0]

    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        few = run(device, quotients, (torch.arange(3), whole(0)))
        assert [each.shape for each in few] == [(0,), (0,)]
        with pytest.raises(ForbiddenValueError):
            run(device, quotients, (torch.arange(9), whole(0)))


def test_sizes_are_divisors_like_others(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x // (x.shape[0] - 3), dynamic=True)
    assert compiled(torch.arange(5).to(device)).tolist() == [0, 0, 1, 1, 2]
    with pytest.raises(ForbiddenValueError):
        compiled(torch.arange(3).to(device))


@pytest.mark.covering("torch.int8")
@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.int64], ids=str)
def test_divisors_whose_zeros_are_replaced_need_no_check(device, dtype):
    def quotients(a, b):
        replaced = a // torch.where(b == 0, 3, b), a // torch.where(b != 0, b, 3), a // b.clamp(min=1)
        return *replaced, torch.gcd(a, b)

    arguments = torch.arange(-9, 9, dtype=dtype), torch.arange(-3, 15, dtype=dtype)
    with torch.npu.simulator(mode="both") as simulation:
        ours = run(device, quotients, arguments)
        texts = [path.read_text() for path in (simulation.run_dir / "kernels").glob("*[0-9a-f].mlir")]
    torch.testing.assert_close(ours, quotients(*arguments), check_device=False)
    assert texts and not any("npu.check_index" in text for text in texts)
