"""What templates may ask of their kernel, what they get, and what they are told when they ask wrongly."""

import pytest
import torch
from npusim.frontend import MLIRTemplate, mlir_common, register_lowering
from npusim.frontend.lowering import table
from npusim.frontend.template.inputs import row_major_layout
from npusim.scheduler import registered_kernels
from npusim.simulator.errors import KernelError, OptionError

HEAD = """
func.func @k {{ kernel.def_kernel(inputs=[X], outputs=[Y], names_str="X, Y", input_reorder=input_reorder) }} {
"""
END_LOOP = "{{ kernel.end_loop() }}"
SCALE = (
    HEAD
    + """
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("X", tile) }}
  {{ kernel.for_loop("i", N, 16) }}
    {{ kernel.dma_load("X", "X_buffer", ["i"]) }}
    {{ kernel.store_output("X_buffer", ["i"]) }}
  {{ kernel.end_loop() }}
  return
}
"""
)


class Copy(MLIRTemplate):
    """A copy through the scratchpad whose text a test may change."""

    source = SCALE
    any_strides = True
    fuses_epilogue = True

    def __init__(self, input_nodes, layout, input_reorder=None):
        super().__init__("copy", input_nodes, layout, input_reorder)

    def render(self, kernel, template_buffer_node=None, epilogue_nodes=None, **kwargs):
        tile = mlir_common.MLIRMultiDimTile([16], kernel.vector_lane, 0, 1)
        tile.set_axes(["i"])
        X, Y = self.input_nodes[0], (epilogue_nodes or [template_buffer_node])[-1]
        kernel.render_options = {
            "kernel": kernel, "X": X, "Y": Y, "tile": tile, "N": X.get_numel(), "input_reorder": self.input_reorder
        }  # fmt: skip
        return self._template_from_string(type(self).source).render(**kernel.render_options)


@pytest.fixture
def compiled(device, monkeypatch):
    """Compiles a function of one vector with `torch.asinh` lowered to a template."""
    from torch._inductor.lowering import lowerings

    operator = torch.ops.aten.asinh.default
    monkeypatch.setattr(table, "_device_lowerings", dict(table._device_lowerings))
    monkeypatch.setitem(lowerings, operator, lowerings[operator])

    def run(template, function=torch.asinh, size=37, **options):
        @register_lowering(operator)
        def lower(x):
            return template([x], row_major_layout(x.get_device(), x.get_dtype(), x.get_size())).generate().output_node()

        torch._dynamo.reset()
        x = torch.arange(float(size))
        return torch.compile(function, **options)(x.to(device)).cpu(), x

    return run


def changed(source):
    return type("Changed", (Copy,), {"source": source, "__module__": __name__})


def test_a_template_with_tiles_and_an_epilogue(compiled):
    result, x = compiled(Copy, lambda x: torch.asinh(x) * 2 + 1)
    torch.testing.assert_close(result, x * 2 + 1)
    assert registered_kernels()[-1].meta["template"] == "Copy"
    assert "aten.mul.Tensor" in registered_kernels()[-1].meta["ops"]


def test_symbolic_sizes_become_arguments(compiled):
    result, x = compiled(Copy, dynamic=True)
    torch.testing.assert_close(result, x)
    assert registered_kernels()[-1].module.sizes


def test_a_view_is_read_where_it_lies(compiled):
    result, x = compiled(Copy, lambda x: torch.asinh(x[3::2]))
    torch.testing.assert_close(result, x[3::2])


@pytest.mark.parametrize(
    "source, error, message",
    [
        ("func.func @k() {\n  return\n}", OptionError, "does not call kernel.def_kernel"),
        (SCALE.replace('names_str="X, Y"', 'names_str="X"'), OptionError, "1 inputs and 1 outputs, but the names 'X'"),
        (SCALE.replace("input_reorder=input_reorder", "input_reorder=[1]"), OptionError, "no permutation of 1 inputs"),
        (SCALE.replace('dma_load("X"', 'dma_load("Z"'), OptionError, "'Z' is no argument .* its arguments are: X, Y"),
        (SCALE.replace(END_LOOP, END_LOOP * 2), OptionError, "without an open for_loop"),
        (SCALE.replace('"X_buffer", ["i"]) }}', '"W", ["i"]) }}', 1), OptionError, "'W' is no tile"),
        (SCALE.replace('for_loop("i"', 'for_loop("j"'), OptionError, "'i' is no loop"),
        (SCALE.replace("  return\n", "  return %x\n"), KernelError, r"(?s)Changed .*line 10.*line 17: return %x"),
    ],
)  # fmt: skip
def test_mistakes_are_told_where_they_are_made(compiled, source, error, message):
    with pytest.raises(error, match=message):
        compiled(changed(source))


def test_a_template_that_never_stores_its_output_is_told_so(compiled):
    source = SCALE.replace('{{ kernel.store_output("X_buffer", ["i"]) }}', "")
    with pytest.raises(KernelError, match=r"does not call kernel.store_output"):
        compiled(changed(source), lambda x: torch.asinh(x) + 1)


def test_local_variables_need_their_place(compiled):
    with pytest.raises(OptionError, match="def_local_vars"):
        compiled(changed(SCALE.replace("{{ kernel.def_local_vars() }}", "")), dynamic=True)


def test_importing_the_front_end_is_light():
    import subprocess
    import sys

    heavy = ("torch._inductor", "torch._dynamo", "torch_mlir", "jinja2")
    code = f"import sys, npusim.frontend; print([m for m in sys.modules if m.startswith({heavy})])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
