"""The backward kernels of FlexAttention: those of `flash.backward` over the blocks that a mask lists."""

from typing import Any

from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.mlir_templates.attention.flash.backward import (
    KEYS,
    OPERANDS,
    QUERIES,
    BackwardSteps,
    backward_options,
)
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.flex.forward import flex_problem, named_lists
from npusim.mlir_templates.attention.flex.problem import FlexAttention, FlexBackwardSpace
from npusim.mlir_templates.attention.flex.text import FlexText


class MLIRFlexBackwardTemplate(TiledTemplate[FlashTiling]):
    """The gradient of the queries, or those of keys and values.

    Args:
        input_nodes: query, key, value, gradient of the output, logsumexp, row sums of `gradient * output`.
        layout: of the gradient of the queries, or of the keys.
        value_gradient: buffer of the gradient of the values, or None: then the kernel is the one for queries.
    """

    any_strides = True

    def __init__(self, input_nodes: Any, layout: Any, flex: FlexAttention, value_gradient: Any = None) -> None:
        lists = flex.blocks.buffers if flex.blocks is not None else []
        extra = [] if value_gradient is None else [value_gradient]
        super().__init__("flex_attention_backward", [*input_nodes, *lists, *flex.captured, *extra], layout)
        self.mutated_inputs = self.input_nodes[len(self.input_nodes) - len(extra) :]
        self.control_inputs = range(6, 6 + len(lists))
        self.flex = flex

    def space(self, kernel: MLIRTemplateKernel) -> FlexBackwardSpace:
        """Tile sizes, and the axis of the scores across the lanes."""
        blocks, sizes = self.flex.blocks, None
        if blocks is not None:
            sizes = (blocks.columns, blocks.rows) if self.mutated_inputs else (blocks.rows, blocks.columns)
        return FlexBackwardSpace(flex_problem(self.flex, self.input_nodes[0]), kernel.machine, sizes)

    def text(self, kernel: MLIRTemplateKernel, mapping: FlashTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        along = "k" if self.mutated_inputs else "q"
        text = FlexText(kernel, self.flex, {"q": mapping.q, "k": mapping.k}, along)
        lists = named_lists(self.flex, self.input_nodes[6:])
        operands, results = [*self.input_nodes[:6], *lists.values()], [self.output_node, *self.mutated_inputs]
        options = {
            **backward_options(_Steps(text), mapping, operands, results),
            "BIAS": None,
            "NAMES": ", ".join([*OPERANDS, *lists, *"YZ"[: len(results)]]),
            "TILE_B": 1,
            "TILE_G": 1,
        }
        return self.fill_in(kernel, KEYS if self.mutated_inputs else QUERIES, options)


class _Steps(BackwardSteps):
    """Prints the steps in which the kernels differ from those of plain attention."""

    text: FlexText
    score_tiles = ("products", "scores", "grad_weights", "grad_changed")
    changed_gradient = "grad_changed"

    def __init__(self, text: FlexText) -> None:
        super().__init__(text)
        self.kinds = text.kinds

    def open_keys(self, kind: str) -> str:
        return self.text.open_blocks(kind)

    def close_keys(self) -> str:
        return self.text.close_blocks()

    def open_queries(self, kind: str) -> str:
        return self.text.open_blocks(kind)

    def close_queries(self) -> str:
        return self.text.close_blocks()

    def change(self, kind: str) -> str:
        return self.text.change(kind)

    def change_back(self) -> str:
        return self.text.change_back()
