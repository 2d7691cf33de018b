"""The gradients of a recurrent layer in one direction as one kernel, which loops over the steps from the last one.

It gives the gradients of the gates, and those of the first states. Those of weights and biases are products and sums of
the gates' gradients of all steps, which the program computes afterwards.
"""

from npusim.mlir_templates.recurrent.space import BackwardSpace
from npusim.mlir_templates.recurrent.steps import BackwardSteps
from npusim.mlir_templates.recurrent.template import LayerTemplate

BACKWARD = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=INPUTS, outputs=OUTPUTS, names_str=NAMES) }} {
  {{ kernel.def_local_vars() }}
  {{ tiles }}
  {{ kernel.for_loop("b", layer.batch, t.b, parallel=True) }}
    {% if t.resident %}
    {{ kernel.dma_load("W", "weights", ["g", "jw", "k"]) }}
    {% endif %}
    {% if layer.has_lengths %}
    {{ kernel.dma_load("LENGTHS", "lengths", ["b"]) }}
    {% endif %}
    {{ text.open_parts() }}
      {{ text.load_first("GH", "edge", ["b", "j"]) }}
      {{ text.begin("state_grads") }}
      {% if kind.has_cell %}
      {{ text.load_first("GC", "edge", ["b", "j"]) }}
      {{ text.begin("carried_grads") }}
      {% endif %}
    {{ text.close_parts() }}
    {{ kernel.for_loop("q", layer.steps, 1) }}
      {{ text.position("s", "q", True) }}
      {{ text.position("t", "q", not layer.reverse) }}
      {{ kernel.fill("sums", 0) }}
      {{ text.open_parts() }}
        {% if not t.resident %}
        {{ kernel.dma_load("W", "weights", ["g", "j", "k"]) }}
        {% endif %}
        {{ kernel.dma_load("GY", "output_grads", ["t", "b", "j"]) }}
        {% if kind.kept %}
        {{ kernel.dma_load("A", "kept", ["s", "b", "a", "j"]) }}
        {% endif %}
        {% if kind.has_cell %}
        {{ kernel.dma_load("C", "before", ["s", "b", "j"]) }}
        {{ kernel.dma_load("C", "after", ["s", "b", "j"], offsets={"s": 1}) }}
        {% else %}
        {{ kernel.dma_load("Y", "output", ["t", "b", "j"]) }}
        {% endif %}
        {{ text.differentiate() }}
        {{ kernel.dma_store("input_grads", "GX", ["t", "b", "g", "j"]) }}
        {% if kind.has_own_gate %}
        {{ kernel.dma_store("own_grads", "GN", ["t", "b", "j"]) }}
        {% endif %}
        {{ text.multiply() }}
      {{ text.close_parts() }}
      {{ text.advance() }}
    {{ kernel.end_loop() }}
    {{ text.open_parts() }}
      {{ text.end("state_grads") }}
      {{ kernel.dma_store("edge", "GH0", ["b", "j"]) }}
      {% if kind.has_cell %}
      {{ text.end("carried_grads") }}
      {{ kernel.dma_store("edge", "GC0", ["b", "j"]) }}
      {% endif %}
    {{ text.close_parts() }}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRRecurrentBackwardTemplate(LayerTemplate):
    """The gradients of the gates at all steps and of the first states.

    Args:
        inputs: by their names in the text: `W` (G, H, H), `GY` (T, B, H), `GH` (B, H); with a cell state `GC` (B, H)
            and `C` (T + 1, B, H), else `Y` (T, B, H); where there is such `A` (T, B, kept, H) and `LENGTHS` (B).
        layout: of `GX` (T, B, G, H).
        others: buffers of the further results: `GH0` (B, H), `GC0` (B, H), and `GN` (T, B, H), the gradient of the last
            gate's part from the hidden state.
    """

    kernel_name, result, program = "recurrent_backward", "GX", BACKWARD
    layer_space, layer_steps = BackwardSpace, BackwardSteps
