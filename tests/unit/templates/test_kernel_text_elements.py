"""What authors write in the blocks of `kernel.generic`: element types and names of values."""

import pytest
import torch
from npusim.frontend import check_operator, opcheck, register_kernel, sample_inputs
from torch import Tensor

pytestmark = pytest.mark.usefixtures("device")

TEXT = r"""
  {% set L = kernel.vector_lane %}
  {{ kernel.def_tile("x_tile", {"m": L, "n": 64}, of="x") }}
  {{ kernel.def_tile("mask_tile", {"m": L, "n": 64}, of="mask") }}
  {{ kernel.def_tile("largest_tile", {"m": L}, of="largest") }}
  {{ kernel.def_tile("best", {"m": L}) }}
  {{ kernel.def_tile("number", {"m": L}) }}
  {{ kernel.def_tile("count_tile", {"m": L}, of="count") }}
  {{ kernel.for_loop("m", M, L, parallel=True) }}
    {{ kernel.fill("best", 0) }}
    {{ kernel.fill("number", 0) }}
    {{ kernel.for_loop("n", N, 64) }}
      {{ kernel.dma_load("x", "x_tile", ["m", "n"]) }}
      {{ kernel.dma_load("mask", "mask_tile", ["m", "n"]) }}
      {% call(x, mask, best, number) kernel.generic(["best", "number"], ["x_tile", "mask_tile"]) %}
        %t1 = arith.uitofp {{ mask }} : i8 to f32
        %x0 = arith.mulf {{ x }}, {{ kernel.scalar(scale) }} : f32
        %v0 = arith.mulf %x0, %t1 : f32
        %t2 = arith.maximumf {{ best }}, %v0 : f32
        %x1 = arith.addf {{ number }}, %t1 : f32
        linalg.yield %t2, %x1
      {% endcall %}
    {{ kernel.end_loop() }}
    {% call(best, number) kernel.generic(["largest_tile", "count_tile"], ["best", "number"]) %}
      %v1 = arith.fptosi {{ number }} : f32 to i64
      linalg.yield {{ best }}, %v1
    {% endcall %}
    {{ kernel.dma_store("largest_tile", "largest", ["m"]) }}
    {{ kernel.dma_store("count_tile", "count", ["m"]) }}
  {{ kernel.end_loop() }}
"""


@torch.library.custom_op("text_elements::masked_largest", mutates_args=())
def masked_largest(x: Tensor, mask: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    return (x.float() * mask * scale).amax(1).clamp(min=0).to(x.dtype), mask.sum(1)


@masked_largest.register_fake
def _(x, mask, scale):
    return x.new_empty(x.shape[0]), x.new_empty(x.shape[0], dtype=torch.int64)


@register_kernel(masked_largest, TEXT, results=("largest", "count"))
def _(kernel, x, mask, scale):
    return dict(zip("MN", x.get_size(), strict=True))


@sample_inputs(masked_largest, M=129, N=70)
def _(make, M, N):
    return make(M, N), make.integers(0, 2, M, N).bool(), 0.3


@pytest.mark.covering("dtype0")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_whole_numbers_and_names_of_the_authors_are_kept(dtype):
    check_operator(masked_largest, dtype=dtype)
    check_operator(masked_largest, (7, 1), dtype=dtype, dynamic=True)


def test_the_operator_is_well_defined():
    opcheck(masked_largest)
