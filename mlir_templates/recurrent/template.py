"""What the forward and the backward template of recurrent layers have in common."""

from collections.abc import Mapping
from typing import Any

from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.mlir_templates.recurrent.problem import Layer, LayerTiling, allocate
from npusim.mlir_templates.recurrent.space import LayerSpace
from npusim.mlir_templates.recurrent.steps import LayerSteps


class LayerTemplate(TiledTemplate[LayerTiling]):
    """A kernel that loops over the steps of a layer.

    Args:
        layer: it.
        inputs: by their names in the text.
        layout: of the first result.
        others: buffers of the further results, by their names in the text.

    Attributes:
        kernel_name: of the template.
        result: the first result's name in the text.
        program: the text.
        layer_space: the space of its mappings.
        layer_steps: prints what happens at a step.
    """

    any_strides = True
    kernel_name: str
    result: str
    program: str
    layer_space: type[LayerSpace]
    layer_steps: type[LayerSteps]

    def __init__(self, layer: Layer, inputs: Mapping[str, Any], layout: Any, others: Mapping[str, Any]) -> None:
        super().__init__(self.kernel_name, [*inputs.values(), *others.values()], layout)
        self.layer = layer
        self.names = [*inputs, self.result, *others]
        self.mutated_inputs = self.input_nodes[len(inputs) :]

    def space(self, kernel: MLIRTemplateKernel) -> LayerSpace:
        """Sequences and hidden elements per tile, and whether the weights stay."""
        return self.layer_space(self.layer, kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: LayerTiling) -> str:
        """The kernel's MLIR for a mapping."""
        steps = self.layer_steps(kernel, self.layer, mapping)
        options = {
            "layer": self.layer,
            "kind": self.layer.kind,
            "t": mapping,
            "INPUTS": self.input_nodes[: len(self.input_nodes) - len(self.mutated_inputs)],
            "OUTPUTS": [self.output_node, *self.mutated_inputs],
            "NAMES": ", ".join(self.names),
            "tiles": allocate(kernel, self.space(kernel).tiles(mapping)),
            "text": steps,
        }
        return self.fill_in(kernel, self.program, options)
