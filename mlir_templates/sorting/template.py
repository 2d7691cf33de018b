"""What the templates that sort keys share: arguments, tilings, the frame of the kernel. Checked with torch 2.13.0."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplate, MLIRTemplateKernel
from npusim.mlir_templates.sorting.tiling import SortTiling

FRAME = """
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=inputs, outputs=outputs, names_str=names) }} {
  {{ kernel.def_local_vars() }}
  {{ body }}
  return
}
"""


class MLIRKeyTemplate(MLIRTemplate):
    """A kernel on rows of i64 keys.

    Args:
        input_nodes: row-major tensors (rows, n), one per element of a key, the most significant first: `X0`, `X1`.
        layout: of the output `Y0`, also row-major keys.
        others: buffers for the further elements of the resulting keys: `Y1`.
        workspace: one buffer per element of a key, `W0`, `W1`, or none.
        tiling: what the kernel holds in the scratchpad.
    """

    any_strides = True

    def __init__(
        self,
        input_nodes: Sequence[Any],
        layout: Any,
        others: Sequence[Any],
        workspace: Sequence[Any],
        tiling: SortTiling,
    ) -> None:
        super().__init__("sort", [*input_nodes, *others, *workspace], layout)
        self.count = len(input_nodes)
        self.has_workspace = bool(workspace)
        self.tiling = tiling
        self.mutated_inputs = self.input_nodes[self.count :]

    def body(self, kernel: MLIRTemplateKernel, rows: str, length: str) -> list[str]:
        """Lines of the function's body; `rows` and `length` are SSA names of the inputs' sizes."""
        raise NotImplementedError

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
        self.output_node = template_buffer_node
        keys, written = self.input_nodes[: self.count], self.input_nodes[self.count :]
        letters = "XYW" if self.has_workspace else "XY"
        names = [f"{letter}{i}" for letter in letters for i in range(self.count)]
        for name, node in zip(names, [*keys, template_buffer_node, *written], strict=True):
            kernel.named_nodes[name] = node
        rows, length = (kernel.size(size) for size in keys[0].get_size())
        kernel.render_options = {
            "KERNEL_NAME": self.name,
            "kernel": kernel,
            "inputs": keys,
            "outputs": [template_buffer_node, *written],
            "names": ", ".join(names),
            "body": "\n".join(self.body(kernel, rows, length)),
        }
        return self._template_from_string(FRAME).render(**kernel.render_options)
