"""`torch.npu.verify()`: kernels against eager PyTorch as they run. A wrong one is found and named, right ones pass."""

import inspect
import itertools
import linecache
import math
import re

import pytest
import torch
from npusim.frontend import register_kernel, register_lowering
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.simulator.errors import OptionError, WrongKernelError
from torch._inductor.lowering import lowerings
from torch.nn import functional as F

aten = torch.ops.aten
numbers = itertools.count()
TEXT = """
  {{ kernel.def_tile("tile", {"m": 8, "n": 32}, of="x") }}
  {{ kernel.for_loop("m", x.get_size()[0], 8) }}
    {{ kernel.for_loop("n", x.get_size()[1], 32) }}
      {{ kernel.dma_load("x", "tile", ["m", "n"]) }}
      {% call(x) kernel.generic("tile", []) %}
        %new = arith.mulf {{ x }}, {{ kernel.scalar(2.5) }} : f32
        linalg.yield %new
      {% endcall %}
      {{ kernel.store_output("tile", ["m", "n"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""


def operator(compute):
    """An operator of a user's, new in every test."""
    function = torch.library.custom_op(f"verified::op{next(numbers)}", compute, mutates_args=())
    function.register_fake(lambda x: torch.empty_like(x))
    return function


def twice(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def compiled(function, *arguments, **options):
    torch._dynamo.reset()
    return torch.compile(function, fullgraph=True, **options)(*arguments)


def on_device(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0)).to("npu")


def test_a_wrong_lowering_is_named_with_its_line_and_the_models(device):
    made = operator(twice)

    @register_lowering(made._opoverload)
    def lower(x):
        return lowerings[aten.mul.Tensor](x, 2.01)

    def model(a, b):
        product = (a @ b).relu()
        return made(product).sum(1)

    a, b = on_device(33, 20), on_device(20, 50)
    compiled(model, a, b)  # without verification nobody notices
    with torch.npu.verify(), pytest.raises(WrongKernelError) as caught:
        compiled(model, a, b)
    error, message = caught.value, str(caught.value)
    assert made._opoverload._name in message.replace(".default", "").replace(".", "::")
    first = inspect.getsourcelines(model)[1]
    assert f"{__file__}:{first + 2}" in message and f"{__file__}, line {lower.__code__.co_firstlineno}" in message
    assert "33 of 33 elements, in [0:33]" in message and len(error.index) == 1 and error.kernel in message
    wanted = (a.cpu() @ b.cpu()).relu().mul(2).sum(1)[error.index].item()
    assert f"eager PyTorch {wanted!r}"[:18] in message


def test_a_wrong_template_is_named_with_its_place(device):
    made = operator(twice)

    @register_kernel(made, TEXT)
    def scale(kernel, x):
        return None

    with torch.npu.verify(), pytest.raises(WrongKernelError, match=f"line {scale.__code__.co_firstlineno}"):
        compiled(lambda x: made(x) + 1, on_device(17, 40))


def test_a_single_wrong_element_is_found_behind_right_kernels(device):
    made = operator(a_copy)

    @register_lowering(made._opoverload)
    def lower(x):
        where = lowerings[aten.index_put.default]
        index = [lowerings[aten.full.default]([1], i, dtype=torch.int64, device=x.get_device()) for i in (3, 7)]
        return where(x, index, lowerings[aten.full.default]([1], math.nan, dtype=x.get_dtype(), device=x.get_device()))

    with torch.npu.verify() as verified, pytest.raises(WrongKernelError, match=r"1 of 130 elements, in \[3:4, 7:8\]"):
        compiled(lambda a, b: made((a @ b).softmax(0)) - 1, on_device(10, 8), on_device(8, 13))
    assert verified.compared


def a_copy(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


@pytest.mark.slow
def test_gradients_of_attention_and_dropout_are_right(device):
    def loss(x, w):
        heads = (x @ w).view(3, 5, 2, 8).transpose(1, 2)
        return F.dropout(F.scaled_dot_product_attention(heads, heads, heads, is_causal=True), 0.3).square().sum()

    with torch.npu.verify() as verified:
        compiled(loss, on_device(3, 5, 16), on_device(16, 16).requires_grad_()).backward()
    assert verified.compared > 4 and not verified.not_compared


def in_place(x, y, i):
    x[1:].add_(1)
    x.index_put_((i,), y)
    return (x * 2).cumsum(0), x.sort(dim=0).values, y.bfloat16().softmax(1)


@pytest.mark.covering("False")
@pytest.mark.parametrize("dynamic", [False, True])
def test_memory_that_is_changed_in_place_is_followed(device, dynamic):
    x, y = on_device(9, 6), on_device(2, 6)
    with torch.npu.verify() as verified:
        compiled(in_place, x, y, torch.tensor([3, 0]).to(device), dynamic=dynamic)
    assert verified.compared >= 3 and not verified.not_compared


def test_programs_without_inputs_and_eight_bit_floats_are_verified(device):
    with torch.npu.verify() as verified:
        compiled(lambda: torch.randn(40, device=device) + torch.arange(40, device=device))
        compiled(lambda x: (x * 100).to(torch.float8_e4m3fn), on_device(9, 7))
    assert verified.compared == 2


def test_values_that_rounding_decides_are_no_errors(device):
    def model(x):
        y = x.exp().sum(1, keepdim=True) - x.exp().sum(1, keepdim=True).roll(1, 0)
        return y / y.abs().mean(), (x.softmax(1) > 1 / 257).sum(), F.layer_norm(x + 1e4, (257,))

    with torch.npu.verify() as verified:
        compiled(model, on_device(64, 257))
    assert verified.compared


def test_verification_ends_with_its_block_and_needs_values(device):
    x = on_device(5, 5)
    with torch.npu.verify() as verified:
        function = torch.compile(lambda x: x.tanh() + 3)
        function(x)
        assert (verified.compared, verified.parts) == (1, 0)
    function(x)
    assert verified.compared == 1
    with torch.npu.verify(), torch.npu.simulator(mode="timing"), pytest.raises(OptionError, match="computes no values"):
        function(x)


@pytest.fixture
def decomposed(device):
    """Registers decompositions until the test ends."""
    from torch._inductor import decomposition

    torch.compile(lambda x: x + 1)(torch.ones(3, device=device))  # those of npusim are there
    before = dict(decomposition.decompositions)
    yield register_decomposition
    decomposition.decompositions.clear()
    decomposition.decompositions.update(before)
    decomposition.fast_random_decomps.cache_clear()


def test_a_wrong_decomposition_is_named_though_its_kernels_are_right(device, decomposed):
    @decomposed(torch.ops.aten.glu.default)
    def glu(x, dim=-1):
        a, b = x.chunk(2, dim)
        return a * b.sigmoid() * 1.01

    def model(x):
        return F.glu(x.relu()).sum()

    x = torch.randn(5, 6, device=device)
    with torch.npu.verify():
        torch.compile(model)(x)
    with torch.npu.verify(operators=True) as v, pytest.raises(WrongKernelError) as found:
        torch.compile(model)(x)
    assert v.operators == 1 and found.value.operators == ("aten.glu.default",)
    message = str(found.value)
    assert message.startswith("operator glu gives a wrong result") and "return F.glu" in linecache.getline(
        __file__, int(re.search(r"test_verification.py\", line (\d+), in model", message)[1])
    )
    assert "by        decomposition of aten.glu.default" in message


def test_a_wrong_gradient_of_an_operator_is_named(device, decomposed):
    @decomposed(torch.ops.aten.silu_backward.default)
    def backward(grad, x):
        return grad * x.sigmoid()

    x = torch.randn(5, device=device, requires_grad=True)
    with torch.npu.verify(operators=True), pytest.raises(WrongKernelError, match="silu gives a wrong gradient of oper"):
        torch.compile(lambda x: F.silu(x).sum())(x)


@pytest.mark.slow
def test_right_operators_are_counted_changed_operands_and_several_results_included(device):
    def model(x, w):
        hidden = (x @ w).clone()
        hidden[0] = 1
        hidden.add_(2)
        return F.dropout(hidden).sum() + torch.topk(hidden, 3).values.std()

    x, w = torch.randn(5, 6, device=device), torch.randn(6, 7, device=device, requires_grad=True)
    with torch.npu.verify(operators=True) as v:
        compiled = torch.compile(model)
        compiled(x, w).backward()
        compiled(x, w)
    assert v.operators == 8 and v.not_compared == {"dropout gives random numbers": 1}
