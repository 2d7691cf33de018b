"""Wrong arguments of an operator are refused before anything is compiled, by name, with what was expected and given."""

import re

import pytest
import torch
from npusim.frontend import Arguments, check_operator, sample_inputs
from npusim.scheduler import registered_kernels
from npusim.simulator.errors import ArgumentError, NpuSimError, OptionError
from torch import Tensor

FLOATS = (torch.float32, torch.bfloat16)
check = Arguments(
    "kit::mix",
    x="T[..., M, 4]",
    weight="T[M]",
    numbers="int64[M]",
    parts="T[M]",
    mode=("sum", "mean"),
    T=FLOATS,
)


@check
def mix(
    x: Tensor,
    parts: list[Tensor],
    weight: Tensor | None = None,
    numbers: Tensor | None = None,
    mode: str = "sum",
    other: float = 1.0,
) -> Tensor:
    return x * other


operator = torch.library.custom_op("kit::mix", mix, mutates_args=())


@operator.register_fake
@check
def _(x, parts, weight=None, numbers=None, mode="sum", other=1.0):
    return torch.empty_like(x)


@sample_inputs(operator, M=3)
def _(make, M):
    return make(M, 4), []


def ones(*shape, dtype=torch.float32):
    return torch.ones(shape, dtype=dtype)


WRONG = [
    ((ones(3, 5), []), "argument 'x' must be T[..., M, 4] with T one of float32, bfloat16; it is float32[3, 5]"),
    ((ones(4), []), "argument 'x' must be T[..., M, 4] with T one of float32, bfloat16; it is float32[4]"),
    ((ones(3, 4).double(), []), "'x' must be T[..., M, 4] with T one of float32, bfloat16; it is float64[3, 4]"),
    ((ones(2, 3, 4), [], ones(2)), "'weight' must be T[M] with M = 3 (of 'x'), T = float32 (of 'x'); it is float32[2]"),
    ((ones(3, 4), [], ones(3).bfloat16()), "'weight' must be T[M] with M = 3 (of 'x'), T = float32 (of 'x'); it is bf"),
    ((ones(3, 4), [], None, ones(3)), "'numbers' must be int64[M] with M = 3 (of 'x'); it is float32[3]"),
    ((ones(3, 4), [ones(3), ones(5)]), "'parts[1]' must be T[M] with M = 3 (of 'x'), T = float32"),
    ((ones(3, 4), [], None, None, "max"), "argument 'mode' must be one of 'sum', 'mean'; it is 'max'"),
]


@pytest.mark.parametrize("arguments, sentence", WRONG, ids=[sentence for _, sentence in WRONG])
@pytest.mark.parametrize("call", [operator, torch.compile(operator, fullgraph=True)], ids=["eager", "compiled"])
def test_a_wrong_argument_is_named_with_what_was_expected_and_given(call, arguments, sentence):
    torch._dynamo.reset()
    with pytest.raises(ArgumentError, match=re.escape(sentence)):
        call(*arguments)


def test_what_is_refused_is_a_value_error_and_one_of_ours():
    assert issubclass(ArgumentError, ValueError) and issubclass(ArgumentError, NpuSimError)


def test_right_arguments_pass_with_any_leading_dimensions_and_without_optional_ones():
    operator(ones(3, 4), [])
    operator(ones(5, 2, 3, 4).bfloat16(), [], ones(3).bfloat16(), ones(3, dtype=torch.int64), "mean", 2.0)
    operator(ones(0, 4), [ones(0), ones(0)])


def model(x, weight):
    return operator(x + 1, [], weight)


def test_nothing_is_compiled_for_a_wrong_argument(device):
    torch._dynamo.reset()
    before = len(registered_kernels())
    place = rf"at {__file__}, line \d+, in model: return operator"
    with pytest.raises(ArgumentError, match=rf"'weight' must be.*\n  {place}"):
        torch.compile(model, fullgraph=True)(ones(3, 4).to(device), ones(2).to(device))
    assert len(registered_kernels()) == before


def test_lines_of_npusim_are_no_part_of_the_error(device):
    torch._dynamo.reset()
    with pytest.raises(ArgumentError) as refused:
        check_operator(operator, dtype=torch.float16)
    assert "\n  at " not in str(refused.value)


def test_symbolic_sizes_are_compared_when_they_are_known():
    torch._dynamo.reset()
    compiled = torch.compile(operator, fullgraph=True, dynamic=True)
    compiled(ones(3, 4), [], ones(3))
    compiled(ones(7, 4), [], ones(7))
    with pytest.raises(ArgumentError, match="'weight'"):
        compiled(ones(7, 4), [], ones(6))


@pytest.mark.parametrize("text", ["T", "T[M", "T[M, ...]", "T[M-1]", ""])
def test_a_text_that_describes_no_tensor_is_refused(text):
    with pytest.raises(OptionError, match="does not describe a tensor"):
        Arguments("kit::any", x=text)


def test_a_name_of_no_argument_and_no_dtype_is_refused():
    with pytest.raises(OptionError, match="kit::any has no argument 'y'; its arguments are x"):
        Arguments("kit::any", y="T[M]")(lambda x: x)
