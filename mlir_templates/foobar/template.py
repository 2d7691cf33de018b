"""`aten._foobar`: a copy of its input, the smallest template there is. See docs/adding_an_operator.md.

It moves one element at a time between DRAM addresses, on the scalar unit: no tile, no DMA. `gemm` shows those.
"""

from typing import Any

import torch
from npusim.frontend import MLIRTemplate, MLIRTemplateKernel, register_lowering
from npusim.frontend.template.inputs import row_major_layout

aten = torch.ops.aten

COPY = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[X], outputs=[Y], names_str="X, Y", input_reorder=input_reorder) }} {
  affine.for %i = 0 to {{ N }} {
    %value = memref.load %X[%i] : {{ kernel.dram_type("X") }}
    memref.store %value, %Y[%i] : {{ kernel.dram_type("Y") }}
  }
  return
}
"""


class MLIRFoobarTemplate(MLIRTemplate):
    """Copies X to Y, element by element."""

    def __init__(self, input_nodes: Any, layout: Any, input_reorder: Any = None) -> None:
        super().__init__("foobar", input_nodes, layout, input_reorder)

    def render(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        prologue_nodes: list[Any] | None = None,
        tile_info: Any = None,
        **kwargs: Any,
    ) -> str:
        """The kernel's MLIR."""
        X = self.input_nodes[0]
        self.output_node = template_buffer_node
        kernel.render_options = {
            "KERNEL_NAME": self.name,
            "kernel": kernel,
            "X": X,
            "Y": self.output_node,
            "N": X.get_numel(),
            "input_reorder": self.input_reorder,
        }
        return self._template_from_string(COPY).render(**kernel.render_options)


@register_lowering(aten._foobar)
def lower_foobar(x: Any, *flags: Any, **named_flags: Any) -> Any:
    """Lowering of `_foobar`; its flags change nothing."""
    layout = row_major_layout(x.get_device(), x.get_dtype(), x.get_size())
    return MLIRFoobarTemplate([x], layout).generate().output_node()
