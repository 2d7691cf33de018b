"""A recurrent layer in one direction as one kernel.

The gates' parts from the input come as a tensor, which one product of all steps gives. Tiles of sequences are
independent. The hidden state stays in the scratchpad from step to step, and so do the weights where they fit.
"""

from npusim.mlir_templates.recurrent.space import ForwardSpace
from npusim.mlir_templates.recurrent.steps import ForwardSteps
from npusim.mlir_templates.recurrent.template import LayerTemplate

FORWARD = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=INPUTS, outputs=OUTPUTS, names_str=NAMES) }} {
  {{ kernel.def_local_vars() }}
  {{ tiles }}
  {{ kernel.for_loop("b", layer.batch, t.b, parallel=True) }}
    {% if t.resident %}
    {{ kernel.dma_load("W", "weights", ["g", "jw", "k"]) }}
    {% endif %}
    {{ text.load_first("H0", text.state, ["b", "k" if text.has_state_apart else "j"]) }}
    {% if text.has_one_part and layer.has_bias %}
    {{ kernel.dma_load("BIAS", "bias", ["j"]) }}
    {% endif %}
    {% if layer.has_lengths %}
    {{ kernel.dma_load("LENGTHS", "lengths", ["b"]) }}
    {{ text.open_parts() }}
      {{ text.load_first("H0", "output", ["b", "j"]) }}
      {{ text.begin_hidden() }}
    {{ text.close_parts() }}
    {% endif %}
    {% if kind.carries %}
    {{ text.open_parts() }}
      {{ text.load_first("C0" if kind.has_cell else "H0", "carried_part", ["b", "j"]) }}
      {{ text.begin_carrying() }}
      {% if kind.has_cell and layer.keeps %}
      {{ kernel.dma_store("carried_part", "C", ["first", "b", "j"]) }}
      {% endif %}
    {{ text.close_parts() }}
    {% endif %}
    {{ kernel.for_loop("s", layer.steps, 1) }}
      {{ text.position("t", "s", layer.reverse) }}
      {{ text.open_parts() }}
        {{ kernel.dma_load("X", "inputs", ["t", "b", "g", "j"]) }}
        {% if not t.resident %}
        {{ kernel.dma_load("W", "weights", ["g", "j", "k"]) }}
        {% endif %}
        {% if layer.has_bias and not text.has_one_part %}
        {{ kernel.dma_load("BIAS", "bias", ["j"]) }}
        {% endif %}
        {{ kernel.fill("sums", 0) }}
        {{ text.multiply() }}
        {{ text.step() }}
        {{ kernel.dma_store("output", "Y", ["t", "b", "j"]) }}
        {% if layer.keeps and kind.has_cell %}
        {{ kernel.dma_store("carried_part", "C", ["s", "b", "j"], offsets={"s": 1}) }}
        {% endif %}
        {% if layer.keeps and kind.kept %}
        {{ kernel.dma_store("kept", "A", ["s", "b", "a", "j"]) }}
        {% endif %}
      {{ text.close_parts() }}
      {% if text.has_state_apart %}
      {{ text.advance() }}
      {% endif %}
    {{ kernel.end_loop() }}
    {{ kernel.dma_store(text.state, "HN", ["b", "k" if text.has_state_apart else "j"]) }}
    {% if kind.has_cell %}
    {{ text.open_parts() }}
      {{ text.end_carrying() }}
      {{ kernel.dma_store("carried_part", "CN", ["b", "j"]) }}
    {{ text.close_parts() }}
    {% endif %}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRRecurrentTemplate(LayerTemplate):
    """All steps of a layer.

    Args:
        inputs: by their names in the text: `X` (T, B, G, H), `W` (G, H, H), `H0` (B, H), and where the layer has them
            `C0` (B, H), `BIAS` (H) and `LENGTHS` (B).
        layout: of `Y` (T, B, H).
        others: buffers of the further results: `HN` (B, H), `CN` (B, H), `C` (T + 1, B, H), `A` (T, B, kept, H).
    """

    kernel_name, result, program = "recurrent", "Y", FORWARD
    layer_space, layer_steps = ForwardSpace, ForwardSteps
