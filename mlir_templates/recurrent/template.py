"""What the forward and the backward template of recurrent layers have in common."""

from collections.abc import Mapping
from typing import Any

from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.mlir_templates.recurrent.problem import Layer, LayerTiling, Tiles, allocate
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
    """

    any_strides = True
    kernel_name: str
    result: str
    program: str

    def __init__(self, layer: Layer, inputs: Mapping[str, Any], layout: Any, others: Mapping[str, Any]) -> None:
        super().__init__(self.kernel_name, [*inputs.values(), *others.values()], layout)
        self.layer = layer
        self.names = [*inputs, self.result, *others]
        self.mutated_inputs = self.input_nodes[len(inputs) :]

    def filled(self, kernel: MLIRTemplateKernel, tiles: Tiles, steps: LayerSteps, **options: Any) -> str:
        """The kernel's MLIR.

        Args:
            tiles: those of the mapping.
            steps: prints what happens at a step.
            options: what else the text is filled in with.
        """
        common = {
            "layer": self.layer,
            "kind": self.layer.kind,
            "t": steps.tiling,
            "INPUTS": self.input_nodes[: len(self.input_nodes) - len(self.mutated_inputs)],
            "OUTPUTS": [self.output_node, *self.mutated_inputs],
            "NAMES": ", ".join(self.names),
            "tiles": allocate(kernel, tiles),
            "text": steps,
        }
        return self.fill_in(kernel, self.program, common | options)
