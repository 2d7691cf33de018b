"""The template of segment reductions."""

from math import ceil
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.mlir_templates.common.cost_model import positive_hint
from npusim.mlir_templates.gemm.operands import accumulation_dtype, epilogue_tile_bytes
from npusim.mlir_templates.segment_reduce.space import SegmentSpace
from npusim.mlir_templates.segment_reduce.text import SegmentReduceText
from npusim.mlir_templates.segment_reduce.tiles import Segments
from npusim.mlir_templates.segment_reduce.tiling import SegmentSizes, SegmentTiling

FRAME = """
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=inputs, outputs=outputs, names_str=names) }} {
  {{ kernel.def_local_vars() }}
  {{ text.allocate() }}
  {{ kernel.for_loop("block", SEGMENTS, BLOCK, parallel=True) }}
    {{ text.find_segments() }}
    {{ text.find_indices() }}
    {{ text.open_strips() }}
      {{ kernel.for_loop("d", text.columns, COLUMNS) }}
        {{ text.clear() }}
        {{ text.open_windows() }}
          {{ text.open_steps() }}
            {{ text.gather_rows() }}
            {{ text.take_in() }}
          {{ text.end() }}
        {{ text.end() }}
        {{ text.finish() }}
        {{ kernel.store_output("accumulator", ["b", "d"]) }}
        {% if "Z" in kernel.named_nodes %}
        {{ kernel.dma_store("sources", "Z", ["b", "d"]) }}
        {% endif %}
      {{ kernel.end_loop() }}
    {{ text.end() }}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRSegmentReduceTemplate(TiledTemplate[SegmentTiling]):
    """`Y[b, :]` reduced from the rows `X[I[p], :]` of segment b.

    Args:
        inputs: X (rows, columns) of any strides; contiguous: I, O unless segments have equal length, F if weighted.
        layout: of Y (segments, columns).
        segments: the reduction.
        sources: buffer for the indices of the maxima, or None.
    """

    any_strides = True
    may_control = True
    fuses_epilogue = True

    def __init__(self, inputs: dict[str, Any], layout: Any, segments: Segments, sources: Any = None) -> None:
        self.segments, written = segments, [] if sources is None else [sources]
        super().__init__(f"segment_{segments.mode}", [*inputs.values(), *written], layout)
        self.inputs = dict(zip(inputs, self.input_nodes, strict=False))
        self.mutated_inputs = self.input_nodes[len(inputs) :]
        self.control_inputs = [number for number, name in enumerate(inputs) if name in "IO"]

    @property
    def tile_dtype(self) -> torch.dtype:
        """The dtype of the sums."""
        return accumulation_dtype(self.inputs["X"].get_dtype())

    def space(self, kernel: MLIRTemplateKernel) -> SegmentSpace:
        """The mapping space: strips of segments, steps of positions, columns."""
        return SegmentSpace(self._sizes(kernel), kernel.machine, kernel.work.reserve)

    def text(self, kernel: MLIRTemplateKernel, mapping: SegmentTiling) -> str:
        """The kernel's MLIR."""
        output, written = self.output_node, list(self.mutated_inputs)
        nodes = self.inputs | dict(zip("YZ", [output, *written], strict=False))
        kernel.named_nodes.update(nodes)
        text = SegmentReduceText(kernel, self.segments, self.layout.size[0], mapping, self.tile_dtype)
        options = {
            "inputs": list(self.inputs.values()),
            "outputs": [output, *written],
            "names": ", ".join(nodes),
            "text": text,
            "SEGMENTS": text.count,
            "BLOCK": mapping.strips * mapping.segments,
            "COLUMNS": mapping.columns,
        }
        return self.fill_in(kernel, FRAME, options, text.result)

    def _sizes(self, kernel: MLIRTemplateKernel) -> SegmentSizes:
        """Sizes, with hints for symbolic ones."""
        table, indices = self.inputs["X"], self.inputs["I"]
        offsets = self.inputs.get("O", indices)
        segments, columns = self.layout.size
        sources = indices.get_dtype().itemsize if self.segments.mode == "max" else 0
        return SegmentSizes(
            segments=positive_hint(segments),
            indices=positive_hint(indices.get_size()[0]),
            columns=positive_hint(columns),
            element_bytes=table.get_dtype().itemsize,
            companion_bytes=self._companion_bytes(),
            result_bytes=self.tile_dtype.itemsize + ceil(epilogue_tile_bytes(kernel)) + sources,
            index_bytes=max(indices.get_dtype().itemsize, offsets.get_dtype().itemsize),
            finds_sources=self.segments.mode == "max",
            is_equal=self.segments.length is not None,
        )

    def _companion_bytes(self) -> int:
        """Bytes read per row besides its elements: a factor, or the index of a maximum."""
        name = "I" if self.segments.mode == "max" else "F"
        return int(self.inputs[name].get_dtype().itemsize) if name == "I" or self.segments.weighted else 0
