"""What an operator's author is told: the operator, the template, the line that they wrote, and what was expected."""

import inspect
import itertools
from functools import partial
from pathlib import Path

import pytest
import torch
from npusim.frontend import MLIRTemplate, mlir_common, register_kernel, register_lowering
from npusim.frontend.authoring.errors import author_context
from npusim.frontend.codegen.graph.domain import NoCommonDomain
from npusim.frontend.lowering import table
from npusim.frontend.template.inputs import row_major_layout
from npusim.simulator.errors import KernelError, NpuSimError, OperatorError, OptionError, ScratchpadOverflowError
from torch._inductor.ir import Pointwise
from torch._inductor.lowering import lowerings

HERE = Path(__file__)
HEAD = 'func.func @k {{ kernel.def_kernel(inputs=[X], outputs=[Y], names_str="X, Y") }} {\n'
numbers = itertools.count()


@pytest.fixture
def operator(device):
    """An operator of its own for each test, which gives a vector like its argument."""
    made = torch.library.custom_op(f"kit::wrong_{next(numbers)}", double, mutates_args=())
    made.register_fake(torch.empty_like)
    yield made
    table._device_lowerings.pop(made._opoverload, None)


def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def run(operator, **options):
    torch._dynamo.reset()
    return torch.compile(lambda x: operator(x), fullgraph=True, **options)(torch.ones(5, device="npu"))


def refusal(operator, kind=OperatorError, **options):
    with pytest.raises(kind) as caught:
        run(operator, **options)
    return caught.value


def line_of(text):
    """Line of this file that a text stands in first."""
    return next(i for i, line in enumerate(HERE.read_text().splitlines(), start=1) if text in line)


def layout_of(x, sizes=None):
    return row_major_layout(x.get_device(), x.get_dtype(), x.get_size() if sizes is None else sizes)


class Faulty(MLIRTemplate):
    any_strides = True

    def __init__(self, x):
        super().__init__("faulty", [x], layout_of(x))

    def render(self, kernel, template_buffer_node=None, **kwargs):
        return 1 / 0  # in render


def lower_to(template, operator):
    register_lowering(operator._opoverload)(lambda x: template(x).generate().output_node())
    return operator


# -- templates


def test_an_exception_in_render_names_operator_template_and_line(operator):
    error = refusal(lower_to(Faulty, operator))
    name = operator._opoverload.name()
    assert f"operator {name}: render of template Faulty raised ZeroDivisionError: division by zero" in str(error)
    assert f"{HERE}, line {line_of('# in render')}, in render: return 1 / 0" in str(error)
    assert "expected: the kernel's MLIR as a string" in str(error)
    assert (error.operator, error.file, error.line) == (name, str(HERE), line_of("# in render"))


def test_what_render_returns_must_be_a_string(operator):
    class Nothing(Faulty):
        def render(self, kernel, template_buffer_node=None, **kwargs):
            kernel.render_options = {}

    message = str(refusal(lower_to(Nothing, operator)))
    assert "render of template Nothing returned NoneType None" in message and str(HERE) in message


def test_a_symbolic_size_taken_for_a_number_is_explained(operator):
    class Sized(Faulty):
        def render(self, kernel, template_buffer_node=None, **kwargs):
            size = self.input_nodes[0].get_size()
            return str(mlir_common.MLIRMultiDimTile(size, kernel.vector_lane))  # symbolic

    message = str(refusal(lower_to(Sized, operator), dynamic=True))
    assert f"line {line_of('# symbolic')}" in message
    assert "expected: sizes that may be symbolic (dynamic=True)" in message and "static_sizes" in message


def test_an_error_of_ours_keeps_its_class_and_gets_the_authors_line(operator):
    class Misspelt(Faulty):
        def render(self, kernel, template_buffer_node=None, **kwargs):
            return kernel.fill("tile", 0)  # misspelt

    message = str(refusal(lower_to(Misspelt, operator), OptionError))
    assert "'tile' is no tile of the kernel" in message and message.count("Misspelt") == 1
    assert f"at {HERE}, line {line_of('# misspelt')}" in message


def test_a_text_that_does_not_verify_names_operator_and_class(operator):
    class Unverified(Faulty):
        def render(self, kernel, template_buffer_node=None, **kwargs):
            options = {"kernel": kernel, "X": self.input_nodes[0], "Y": template_buffer_node}
            return self._template_from_string(HEAD + "  arith.nothing\n  return\n}\n").render(**options)

    message = str(refusal(lower_to(Unverified, operator), NpuSimError))
    assert "template line 2" in message and "rendered line 2: arith.nothing" in message
    assert (
        f"of operator {operator._opoverload.name()}, defined at {HERE}, line {line_of('class Unverified')}" in message
    )


WHOLE = """
{{ kernel.def_local_vars() }}
{{ kernel.def_tile("tile", {"m": 128}, of="X") }}
{{ kernel.for_loop("m", M, 128) }}
  {{ kernel.dma_load("X", "tile", ["m"]) }}
  {{ kernel.dma_store("tile", "Y", ["m"]) }}
{{ kernel.end_loop() }}
return
}
"""
TEXTS = [
    ("", OptionError, "does not call kernel.def_kernel(...)"),
    (HEAD + WHOLE.replace("{{ kernel.end_loop() }}", ""), OptionError, "the text ends inside of the loop over 'm'"),
    (HEAD + WHOLE.replace("end_loop", "endloop"), KernelError, "lists what a text may call"),
    (HEAD + WHOLE.replace('{"m": 128}', '{"m": 10**8}'), ScratchpadOverflowError, "more than the 131072 bytes"),
]


@pytest.mark.parametrize("text, kind, sentence", TEXTS, ids=["empty", "open_loop", "no_method", "large_tile"])
def test_what_is_wrong_with_a_text_is_said_with_operator_and_line(operator, text, kind, sentence):
    class Written(Faulty):
        def render(self, kernel, template_buffer_node=None, **kwargs):
            X = self.input_nodes[0]
            options = {"kernel": kernel, "X": X, "Y": template_buffer_node, "M": X.get_size()[0]}
            return self._template_from_string(text).render(**options)

    message = str(refusal(lower_to(Written, operator), kind))
    assert sentence in message and f"in operator {operator._opoverload.name()}: " in message
    assert f"at {HERE}, line " in message


@pytest.mark.parametrize(
    "result, sentence",
    [("1 / 0", "raised ZeroDivisionError: division by zero"), ("[128]", "returned list [128]")],
)
def test_what_is_wrong_with_a_mapping_space_is_named(operator, result, sentence):
    class Mapped(Faulty):
        def mapping_space(self, kernel, **kwargs):
            return eval(result)

    message = str(refusal(lower_to(Mapped, operator)))
    assert f"mapping_space of template Mapped {sentence}" in message and str(HERE) in message
    assert "expected: a MappingSpace, or None" in message


# -- lowerings


def raising(x):
    raise KeyError("mine")


@pytest.mark.parametrize("way", ["decorator", "table"])
def test_an_exception_in_a_lowering_names_operator_and_line(operator, way):
    overload = operator._opoverload
    if way == "decorator":
        register_lowering(overload)(raising)
    else:
        lowerings[overload] = raising
    message = str(refusal(operator))
    lowerings.pop(overload, None)
    assert f"operator {overload.name()}: lowering raising raised KeyError: 'mine'" in message
    assert f"line {inspect.getsourcelines(raising)[1] + 1}, in raising" in message


RESULTS = [
    (lambda x: 3, "returned int 3", "a TensorBox, such as template.generate().output_node()"),
    (lambda x: [x, x], "returned list of TensorBox, TensorBox", "a TensorBox"),
    (lambda x: Faulty(x), "returned Faulty", "output_node()"),
    (lambda x: Faulty(x).generate(), "returned TemplateCaller", "output_node()"),
    (lambda x: table_of_halves(x), "returned float16[5]", "float32[5], as the operator's fake implementation says"),
    (lambda x: longer(x), "returned float32[7]", "float32[5], as the operator's fake implementation says"),
]


def table_of_halves(x):
    return torch._inductor.lowering.to_dtype(x, torch.float16)


def longer(x):
    return torch._inductor.lowering.full([7], 0, dtype=torch.float32, device=x.get_device())


@pytest.mark.parametrize("lowering, given, expected", RESULTS, ids=[given for _, given, _ in RESULTS])
def test_what_a_lowering_returned_is_compared_with_the_operator(operator, lowering, given, expected):
    register_lowering(operator._opoverload)(lowering)
    message = str(refusal(operator))
    assert given in message and expected in message.partition("expected: ")[2]
    assert f"{HERE}, line " in message


def pointwise(element):
    def lower(x):
        ranges = x.get_size()
        return Pointwise.create(device=x.get_device(), dtype=x.get_dtype(), inner_fn=element, ranges=ranges)

    return lower


def test_an_exception_in_the_function_of_elements_names_operator_and_line(operator):
    def element(index):
        return index[0] + operator.nothing  # no element

    register_lowering(operator._opoverload)(pointwise(element))
    error = refusal(operator)
    assert "inner_fn of what lowering pointwise.<locals>.lower gave raised AttributeError" in str(error)
    assert (error.operator, error.line) == (operator._opoverload.name(), line_of("# no element"))
    register_lowering(operator._opoverload)(pointwise(lambda index: None))  # nothing
    error = refusal(operator)
    assert "lower gave returned NoneType None" in str(error) and error.line == line_of("# nothing")
    register_lowering(operator._opoverload)(pointwise(partial(element)))
    assert refusal(operator).line == line_of("# no element")


# -- kernels of one file


def test_an_exception_in_the_function_of_a_kernel_names_operator_and_line(operator):
    @register_kernel(operator, "")
    def my_kernel(kernel, x):
        return {"M": x.nothing}  # no attribute

    error = refusal(operator)
    assert "render of template my_kernel raised AttributeError" in str(error)
    assert "expected: what the names in the kernel's text stand for, as a dictionary" in str(error)
    assert error.line == line_of("# no attribute")


def test_an_error_outside_of_a_graph_is_the_same_error(operator):
    @register_kernel(operator, "{{ kernel.fill('tile', 0) }}")
    def my_kernel(kernel, x):
        return None

    with pytest.raises(OptionError, match=r"'tile' is no tile of the kernel.*\n.*template my_kernel"):
        operator(torch.ones(3, device="npu"))


def test_what_says_that_operators_cannot_share_a_kernel_stays_what_it_is():
    with pytest.raises(NoCommonDomain, match="no rows"), author_context("render", author_context, "text"):
        raise NoCommonDomain("no rows")
