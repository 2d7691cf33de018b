"""Grouped matrix products (mixtures of experts): many products in one kernel, with data-dependent sizes.

`_grouped_mm` of 2-D and 3-D operands and the ends of the groups, `offs`:

- A (M, K), B (G, K, N): rows offs[g-1] to offs[g] of A times B[g]; M is ragged;
- A (G, M, K), B (K, N): A[g] times columns offs[g-1] to offs[g] of B; N is ragged;
- A (M, K), B (K, N): these columns of A times these rows of B, one result per group; K is ragged;
- both 3-D, no `offs`: a batch.

The scalar unit reads the ends; a tile is clipped at the end of its group, so no row of another group is touched and
empty groups cost nothing. Results behind the last group's end are 0. The records are produced while computing.
"""

from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate, register_lowering
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.template.inputs import row_major_layout, static_sizes
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.gemm.gemm import product
from npusim.mlir_templates.gemm.operands import accumulation_dtype, operand_tile
from npusim.mlir_templates.gemm.problem import GemmTiling
from npusim.mlir_templates.grouped_gemm.text import GroupedText, Groups
from npusim.mlir_templates.grouped_gemm.tiling import GroupedSpace
from npusim.simulator.errors import UnsupportedError

aten = torch.ops.aten

_TOP = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=[A, B, OFFS], outputs=[Y], names_str="A, B, OFFS, Y") }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("A", A_tile, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("B", B_tile, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("Y", accumulator, dtype=ACCUMULATOR_TYPE) }}
  {{ kernel.def_sram_buffer("Y", Y_tile) }}
"""

# The outer loop is over the free dimension of the operand with one matrix per group: its tile stays during the rows.
ALONG_RESULT = (
    _TOP
    + r"""
  {{ text.loop(FREE, parallel=True) }}
    {{ text.open_groups() }}
      {% if resident %}
      {{ text.load(GROUPED_OPERAND, whole="k") }}
      {% endif %}
      {{ text.loop(RAGGED) }}
        {{ kernel.fill("accumulator", 0) }}
        {{ text.loop("k") }}
          {% if not resident %}
          {{ text.load(GROUPED_OPERAND) }}
          {% endif %}
          {{ text.load(SIBLING) }}
          {{ kernel.contract("accumulator", "A_tile", "B_tile") }}
        }
        {{ text.store() }}
      }
    {{ text.close_groups() }}
    {{ text.open_rest() }}
    {{ text.loop(RAGGED) }}
      {{ kernel.fill("accumulator", 0) }}
      {{ text.store() }}
    }
  } {npu.parallel}
  return
}
"""
)

# Every group has its own result; its part of the reduction is ragged.
ALONG_REDUCTION = (
    _TOP
    + r"""
  {{ text.loop("m", parallel=True) }}
    {{ text.open_groups() }}
      {{ text.loop("n") }}
        {{ kernel.fill("accumulator", 0) }}
        {{ text.loop("k") }}
          {{ text.load("A") }}
          {{ text.load("B") }}
          {{ kernel.contract("accumulator", "A_tile", "B_tile") }}
        }
        {{ text.store() }}
      }
    {{ text.close_groups() }}
  } {npu.parallel}
  return
}
"""
)


class MLIRGroupedGemmTemplate(TiledTemplate[GemmTiling]):
    """One product per group; `input_nodes` are A, B and the ends of the groups."""

    any_strides = True
    control_inputs = (2,)

    def __init__(self, input_nodes: Any, layout: Any, groups: Groups) -> None:
        super().__init__("grouped_gemm", input_nodes, layout)
        self.groups = groups

    def space(self, kernel: MLIRTemplateKernel) -> GroupedSpace:
        """The mapping space for groups of the mean size."""
        A, B, _ = self.input_nodes
        return GroupedSpace.of(self.groups, A, B, self.layout.dtype, kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: GemmTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        source = ALONG_REDUCTION if self.groups.ragged == "k" else ALONG_RESULT
        return self.fill_in(kernel, source, self._options(kernel, mapping))

    def _options(self, kernel: MLIRTemplateKernel, tiling: GemmTiling) -> dict[str, Any]:
        A, B, offs = self.input_nodes
        tiles = tiling.sizes
        along_m, space = self.groups.ragged == "m", self.space(kernel)
        return {
            "A": A,
            "B": B,
            "OFFS": offs,
            "A_tile": operand_tile(kernel, "A_tile", A, ("m", "k"), tiles, space.product.left),
            "B_tile": operand_tile(kernel, "B_tile", B, ("k", "n"), tiles, space.product.right),
            "accumulator": named_tile(kernel, "accumulator", ("m", "n"), tiles, lanes="n"),
            "Y_tile": named_tile(kernel, "Y_tile", ("m", "n"), tiles, lanes="n"),
            "ACCUMULATOR_TYPE": accumulation_dtype(A.get_dtype()),
            "SLOTS": tiling.slots,
            "text": GroupedText(kernel, self.groups, tiles),
            "FREE": "n" if along_m else "m",
            "RAGGED": self.groups.ragged,
            "GROUPED_OPERAND": "B" if along_m else "A",
            "SIBLING": "A" if along_m else "B",
            "resident": tiling.k_resident,
        }


@register_lowering(aten._grouped_mm.default)
def lower_grouped_mm(a: Any, b: Any, offs: Any = None, bias: Any = None, out_dtype: torch.dtype | None = None) -> Any:
    """`_grouped_mm`."""
    dtype = a.get_dtype() if out_dtype is None else out_dtype
    if bias is not None:
        raise UnsupportedError("_grouped_mm with a bias is not supported; add it to the result")
    if offs is None:
        return product(a, b, dtype)
    groups = _groups(a, b, offs)
    device, sizes = a.get_device(), groups.result_sizes
    known = V.graph.sizevars.statically_known_equals
    if any(known(size, 0) for size in [*sizes, groups.k, groups.count]):
        return inductor.full(sizes, 0, dtype=dtype, device=device)
    layout = row_major_layout(device, dtype, sizes)
    return MLIRGroupedGemmTemplate([a, b, offs], layout, groups).generate().output_node()


@register_lowering("transformers::grouped_mm_fallback")
def lower_transformers_grouped_mm(a: Any, b: Any, offs: Any) -> Any:
    """Rows of A (M, K) times their group's matrix of B (G, K, N), which compiled Hugging Face transformers call for
    experts in other dtypes than bfloat16.
    """
    return lower_grouped_mm(a, b, offs)


@register_lowering("transformers::grouped_mm_fallback_backward")
def lower_transformers_grouped_mm_backward(a: Any, b: Any, offs: Any, gradient: Any) -> tuple[Any, Any]:
    """The gradients of A and B."""
    of_a = lower_grouped_mm(gradient, inductor.permute(b, [0, 2, 1]), offs)
    return of_a, lower_grouped_mm(inductor.permute(a, [1, 0]), gradient, offs)


def _groups(a: Any, b: Any, offs: Any) -> Groups:
    """The sizes of the call, made static with guards; only the sizes of the groups depend on data."""
    left, right, (count,) = (static_sizes(node.get_size()) for node in (a, b, offs))
    ragged = {(2, 3): "m", (3, 2): "n", (2, 2): "k"}[len(left), len(right)]
    return Groups(ragged, count, left[-2], right[-1], left[-1])
