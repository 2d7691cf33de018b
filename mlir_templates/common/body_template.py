"""Templates of kernels with several inputs (`X0`, ...), several results (`Y0`, ...) and workspaces (`W0`, ...)."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

from npusim.frontend import MLIRTemplateKernel, TiledTemplate

MappingT = TypeVar("MappingT")

_TOP = """
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=inputs, outputs=outputs, names_str=names) }} {
  {{ kernel.def_local_vars() }}
"""
_END = """
  return
}
"""


class MLIRBodyTemplate(TiledTemplate[MappingT]):
    """A kernel from as many inputs `X0`, `X1`, ... to as many results `Y0`, `Y1`, ...

    Args:
        name: of the kernel's function.
        input_nodes: the inputs.
        layout: of the first result, row-major.
        others: buffers for the further results.
        workspace: one buffer per input, `W0`, `W1`, ..., or none.
    """

    any_strides = True
    may_control = True

    def __init__(
        self, name: str, input_nodes: Sequence[Any], layout: Any, others: Sequence[Any], workspace: Sequence[Any] = ()
    ) -> None:
        super().__init__(name, [*input_nodes, *others, *workspace], layout)
        self.count = len(input_nodes)
        self.has_workspace = bool(workspace)
        self.mutated_inputs = self.input_nodes[self.count :]

    @abstractmethod
    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: MappingT) -> tuple[str, Any]:
        """The template text of the function's body, and the printer of its steps, which the text calls `text`.

        Args:
            sizes: SSA names of the first input's sizes.
        """

    def text(self, kernel: MLIRTemplateKernel, mapping: MappingT) -> str:
        """The kernel's MLIR: a frame around the body."""
        inputs, written = self.input_nodes[: self.count], self.input_nodes[self.count :]
        letters = "XYW" if self.has_workspace else "XY"
        names = [f"{letter}{i}" for letter in letters for i in range(self.count)]
        for name, node in zip(names, [*inputs, self.output_node, *written], strict=True):
            kernel.named_nodes[name] = node
        source, text = self.body(kernel, [kernel.size(size) for size in inputs[0].get_size()], mapping)
        options = {
            "inputs": inputs,
            "outputs": [self.output_node, *written],
            "names": ", ".join(names),
            "text": text,
            "t": mapping,
        }
        return self.fill_in(kernel, _TOP + source + _END, options)
