"""What the text of an author stores is compared with what the operator is to compute."""

import itertools
from pathlib import Path

import pytest
import torch
from npusim.frontend import MLIRTemplate, register_kernel, register_lowering
from npusim.frontend.custom_operators.template import _uninitialised
from npusim.frontend.template.inputs import row_major_layout
from npusim.simulator.errors import OperatorError

HERE = Path(__file__)
numbers = itertools.count()

FRAME = """
  {{{{ kernel.def_tile("tile", {{"m": 128}}, of="x") }}}}
  {{{{ kernel.for_loop("m", M, 128) }}}}
    {{{{ kernel.dma_load("x", "tile", ["m"]) }}}}
    {}
  {{{{ kernel.end_loop() }}}}
"""


def text_of(*stored):
    """Of a kernel that copies `x` to these tensors."""
    return FRAME.format("\n".join(f'{{{{ kernel.dma_store("tile", "{name}", ["m"]) }}}}' for name in stored))


def extent(kernel, x, *_):
    return {"M": x.get_size()[0]}


def line_of(text):
    """Line of this file that a text stands in first."""
    return next(i for i, line in enumerate(HERE.read_text().splitlines(), start=1) if text in line)


def operator_of(schema, fake, text, function=extent, results=()):
    name = f"kit::stores_{next(numbers)}"
    torch.library.define(name, schema)
    torch.library.register_fake(name, fake)
    overload = getattr(torch.ops.kit, name.partition("::")[2]).default
    register_kernel(overload, text, results=results)(function)
    return overload


def refusal(call, *arguments, **options):
    torch._dynamo.reset()
    with pytest.raises(OperatorError) as caught:
        torch.compile(call, fullgraph=True, **options)(*arguments)
    return str(caught.value)


def compiled(call, *arguments):
    torch._dynamo.reset()
    return torch.compile(call, fullgraph=True)(*arguments)


@pytest.fixture
def x(device):
    return torch.arange(200.0).to(device)


ONE, TWO, CHANGES = "(Tensor x) -> Tensor", "(Tensor x) -> (Tensor, Tensor)", "(Tensor x, Tensor(a!) y) -> ()"


@pytest.mark.parametrize("mode, dynamic", [("both", False), ("functional", True), ("timing", False)])
def test_a_result_that_no_text_stores_to_is_refused(x, mode, dynamic):
    operator = operator_of(ONE, torch.empty_like, text_of())
    with torch.npu.simulator(mode=mode):
        message = refusal(lambda x: operator(x) + 1, x, dynamic=dynamic)
    assert f"operator {operator.name()}: render of template extent returned a text that" in message
    assert "never stores to 'out'" in message
    assert f"at {HERE}, line {line_of('def extent')}, in extent" in message
    assert 'expected: a store: kernel.dma_store("tile", "out", [...])' in message


def test_a_call_outside_of_graphs_is_refused_too(x):
    operator = operator_of(ONE, torch.empty_like, text_of())
    with pytest.raises(OperatorError, match="never stores to 'out'"):
        operator(x)


@pytest.mark.parametrize("stored, missing", [(["out_0"], "out_1"), (["out_1"], "out_0"), ([], "out_0")])
def test_each_of_several_results_is_stored(x, stored, missing):
    operator = operator_of(TWO, lambda x: (torch.empty_like(x), torch.empty_like(x)), text_of(*stored))
    assert f"never stores to '{missing}'" in refusal(lambda x: operator(x), x)


def test_of_results_that_are_stored_nothing_is_said(x):
    operator = operator_of(TWO, lambda x: (torch.empty_like(x), torch.empty_like(x)), text_of("out_0", "out_1"))
    for result in compiled(lambda x: operator(x), x):
        torch.testing.assert_close(result.cpu(), x.cpu())


def test_an_operator_that_only_changes_arguments_changes_one(x):
    operator = operator_of(CHANGES, lambda x, y: None, text_of())
    y = torch.zeros(200, device="npu")
    assert "never stores to 'y'" in refusal(lambda x, y: operator(x, y), x, y)
    both = operator_of("(Tensor(a!) x, Tensor(b!) y) -> ()", lambda x, y: None, text_of())
    assert "never stores to 'x' or 'y'" in refusal(lambda x, y: both(x, y), x, y)


def test_an_argument_that_an_operator_may_change_can_stay_as_it_is(x):
    """As running statistics do while a model is not trained."""
    operator = operator_of("(Tensor x, Tensor(a!) y) -> Tensor", lambda x, y: torch.empty_like(x), text_of("out"))
    y = torch.zeros(200, device="npu")
    torch.testing.assert_close(compiled(lambda x, y: operator(x, y), x, y).cpu(), x.cpu())
    assert not y.cpu().any()


def test_an_argument_that_an_operator_does_not_change_is_not_stored_to(x):
    operator = operator_of(ONE, torch.empty_like, text_of("x", "out"))
    message = refusal(lambda x: operator(x), x)
    assert "stores to 'x', which is no result" in message and "says so in mutates_args" in message
    changes = operator_of(CHANGES, lambda x, y: None, text_of("x", "y"))
    assert "stores to 'x', which" in refusal(lambda x, y: changes(x, y), x, torch.zeros(200, device="npu"))


def test_a_result_without_elements_needs_no_store(device):
    operator = operator_of(TWO, lambda x: (torch.empty_like(x), x.new_empty(0)), text_of("out_0"))
    results = compiled(lambda x: operator(x), torch.ones(3, device="npu"))
    assert [len(each) for each in results] == [3, 0]


@pytest.mark.parametrize("stored", [(), ("Y",), ("Z",)])
def test_classes_of_templates_are_held_to_the_same(x, stored):
    class Written(MLIRTemplate):
        any_strides = True

        def __init__(self, x):
            layout = row_major_layout(x.get_device(), x.get_dtype(), x.get_size())
            self.other = _uninitialised(layout)
            super().__init__("written", [x, self.other], layout)
            self.mutated_inputs = self.input_nodes[1:]

        def render(self, kernel, template_buffer_node=None, **kwargs):
            names = {"inputs": [self.input_nodes[0]], "outputs": [template_buffer_node, self.input_nodes[1]]}
            head = 'func.func @k {{ kernel.def_kernel(inputs, outputs, "x, Y, Z") }} {\n{{ kernel.def_local_vars() }}\n'
            options = {"kernel": kernel, "M": self.input_nodes[0].get_size()[0], **names}
            return self._template_from_string(f"{head}{text_of(*stored)}\nreturn\n}}\n").render(**options)

    def lower(x):
        template = Written(x)
        return template.generate().output_node(), template.other

    operator = operator_of(TWO, lambda x: (torch.empty_like(x), torch.empty_like(x)), text_of("out_0", "out_1"))
    register_lowering(operator)(lower)
    message = refusal(lambda x: operator(x), x)
    missing = "Z" if stored == ("Y",) else "Y"
    assert f"render of template Written returned a text that never stores to '{missing}'" in message
    assert f"at {HERE}, line {line_of('class Written')}, in " in message
