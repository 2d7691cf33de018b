"""The template of bags."""

from math import ceil
from typing import Any

from npusim.frontend import MLIRTemplate, MLIRTemplateKernel
from npusim.frontend.inductor.api import V
from npusim.mlir_templates.gemm.operands import accumulation_dtype, epilogue_tile_bytes
from npusim.mlir_templates.segment_reduce.space import BagSpace
from npusim.mlir_templates.segment_reduce.text import BagText
from npusim.mlir_templates.segment_reduce.tiles import Bags
from npusim.mlir_templates.segment_reduce.tiling import BagSizes

FRAME = """
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=inputs, outputs=outputs, names_str=names) }} {
  {{ kernel.def_local_vars() }}
  {{ text.lines() | join("\n") }}
  return
}
"""


class MLIRBagTemplate(MLIRTemplate):
    """`Y[b, :]` from the rows `X[I[p], :]` of bag b.

    Args:
        inputs: X (rows, columns) of any strides; contiguous: I, O unless bags are of equal length, F if weighted.
        layout: of Y (bags, columns).
        bags: what becomes of the rows.
        sources: buffer for the indices of the maxima, or None.
    """

    any_strides = True
    may_steer = True
    fuses_epilogue = True

    def __init__(self, inputs: dict[str, Any], layout: Any, bags: Bags, sources: Any = None) -> None:
        self.bags, written = bags, [] if sources is None else [sources]
        super().__init__(f"bags_{bags.mode}", [*inputs.values(), *written], layout)
        self.inputs = dict(zip(inputs, self.input_nodes, strict=False))
        self.mutated_inputs = self.input_nodes[len(inputs) :]
        self.steering_inputs = [number for number, name in enumerate(inputs) if name in "IO"]

    def mapping_space(self, kernel: MLIRTemplateKernel, **_: Any) -> BagSpace:
        """Strips of bags, steps of positions, columns."""
        return BagSpace(self._sizes(kernel), kernel.machine, kernel.work.reserve)

    def render(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        tile_info: Any = None,
        **_: Any,
    ) -> str:
        """The kernel's MLIR."""
        output = self.name_output(template_buffer_node, epilogue_nodes)
        written = list(self.mutated_inputs)
        nodes = self.inputs | dict(zip("YZ", [output, *written], strict=False))
        kernel.named_nodes.update(nodes)
        accumulator = accumulation_dtype(self.inputs["X"].get_dtype())
        tiling = tile_info or self.mapping_space(kernel).default()
        text = BagText(kernel, self.bags, self.layout.size[0], tiling, accumulator)
        options = {
            "inputs": list(self.inputs.values()),
            "outputs": [output, *written],
            "names": ", ".join(nodes),
            "text": text,
        }
        return self.fill_in(kernel, FRAME, options, text.result)

    def _sizes(self, kernel: MLIRTemplateKernel) -> BagSizes:
        """What is known or expected."""
        accumulator = accumulation_dtype(self.inputs["X"].get_dtype())
        table, indices = self.inputs["X"], self.inputs["I"]
        offsets = self.inputs.get("O", indices)
        bags, columns = self.layout.size
        sources = indices.get_dtype().itemsize if self.bags.mode == "max" else 0
        return BagSizes(
            bags=_hint(bags),
            indices=_hint(indices.get_size()[0]),
            columns=_hint(columns),
            element_bytes=table.get_dtype().itemsize,
            companion_bytes=self._companion_bytes(),
            result_bytes=accumulator.itemsize + ceil(epilogue_tile_bytes(kernel)) + sources,
            index_bytes=max(indices.get_dtype().itemsize, offsets.get_dtype().itemsize),
            finds_sources=self.bags.mode == "max",
            is_equal=self.bags.length is not None,
        )

    def _companion_bytes(self) -> int:
        """Of what is read with every element of a row: a factor, or the index of a maximum."""
        name = "I" if self.bags.mode == "max" else "F"
        return int(self.inputs[name].get_dtype().itemsize) if name == "I" or self.bags.weighted else 0


def _hint(size: Any) -> int:
    return max(1, int(V.graph.sizevars.optimization_hint(size, fallback=1024)))
