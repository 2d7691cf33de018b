"""Kinds of operators that an author may bring: lists, keywords, complex numbers, no dimensions; and wrong texts."""

import itertools

import pytest
import torch
from npusim.frontend import check_operator, opcheck, register_gradient, register_kernel, sample_inputs
from npusim.simulator.errors import KernelError, OptionError
from torch import Tensor
from torch.fx.experimental.proxy_tensor import make_fx

DOUBLED = """
  {{ kernel.def_tile("t1", {"n": 1024}, of="x") }}
  {{ kernel.for_loop("n", x.get_size()[0], 1024) }}
    {{ kernel.dma_load("x", "t1", ["n"]) }}
    {% call(x) kernel.generic("t1", []) %}
      %new = arith.mulf {{ x }}, {{ kernel.scalar(2) }} : f32
      linalg.yield %new
    {% endcall %}
    {{ kernel.STORE }}
  {{ kernel.end_loop() }}
"""
TO_RESULT = DOUBLED.replace("kernel.STORE", 'kernel.store_output("t1", ["n"])')
numbers = itertools.count()


def rows(kernel, *arguments):
    return None


def operator_of(function, fake, text, mutates=(), **options):
    operator = torch.library.custom_op(f"kinds::operator_{next(numbers)}", function, mutates_args=mutates)
    operator.register_fake(fake)
    register_kernel(operator, text, **options)(rows)
    return operator


def doubled(text=TO_RESULT):
    def twice(x: Tensor) -> Tensor:
        return x * 2

    return operator_of(twice, torch.empty_like, text)


def doubled_list():
    def doubles_(xs: list[Tensor]) -> None:
        for x in xs:
            x.mul_(2)

    text = """
      {% for i in range(xs | length) %}
      {{ kernel.def_tile("x%d" % i, {"n%d" % i: 1024}, of="xs_%d" % i) }}
      {{ kernel.for_loop("n%d" % i, xs[i].get_size()[0], 1024) }}
        {{ kernel.dma_load("xs_%d" % i, "x%d" % i, ["n%d" % i]) }}
        {% call(x) kernel.generic("x%d" % i, []) %}
          %new{{ i }} = arith.addf {{ x }}, {{ x }} : f32
          linalg.yield %new{{ i }}
        {% endcall %}
        {{ kernel.dma_store("x%d" % i, "xs_%d" % i, ["n%d" % i]) }}
      {{ kernel.end_loop() }}
      {% endfor %}
    """
    operator = operator_of(doubles_, lambda xs: None, text, mutates={"xs"})
    sample_inputs(operator, N=70)(lambda make, N: ([make(N), make(N + 1)],))
    return operator


def test_a_tile_may_have_any_name_that_the_text_does_not_give_to_a_value(device):
    x = torch.randn(70)
    torch.testing.assert_close(doubled()(x.to("npu")).cpu(), x * 2)  # t1 was npusim's first name of a value


def test_a_list_of_tensors_may_be_written_and_is_well_defined(device):
    operator = doubled_list()
    check_operator(operator)
    opcheck(operator)


def test_a_list_of_tensors_may_be_the_result(device):
    def two(x: Tensor) -> list[Tensor]:
        return [x * 2, x * 2]

    text = DOUBLED.replace(
        "{{ kernel.STORE }}",
        '{{ kernel.dma_store("t1", "out_0", ["n"]) }}\n    {{ kernel.dma_store("t1", "out_1", ["n"]) }}',
    )
    operator = operator_of(two, lambda x: [torch.empty_like(x), torch.empty_like(x)], text)
    sample_inputs(operator, N=70)(lambda make, N: (make(N),))
    check_operator(operator)
    assert [x.tolist() for x in operator(torch.ones(2, device="npu"))] == [[2, 2], [2, 2]]


def test_results_that_are_no_tensors_are_refused():
    def count(x: Tensor) -> int:
        return x.numel()

    with pytest.raises(OptionError, match="returns int; a kernel gives tensors"):
        operator_of(count, lambda x: x.numel(), TO_RESULT)


def test_an_operator_with_several_overloads_asks_for_one():
    library = torch.library.Library("kinds_overloads", "DEF")
    library.define("f(Tensor x) -> Tensor")
    library.define("f.n(Tensor x, int n) -> Tensor")
    with pytest.raises(OptionError, match=r"give one of kinds_overloads.f.default, kinds_overloads.f.n"):
        register_kernel(torch.ops.kinds_overloads.f, TO_RESULT)


def test_arguments_after_the_star_are_samples_like_the_others(device):
    def times_(x: Tensor, *, factor: float = 2.0) -> None:
        x.mul_(factor)

    text = DOUBLED.replace("scalar(2)", "scalar(factor)").replace("STORE", 'dma_store("t1", "x", ["n"])')
    operator = operator_of(times_, lambda x, *, factor=2.0: None, text, mutates={"x"})
    setup = lambda ctx, inputs, output: setattr(ctx, "factor", inputs[1])  # noqa: E731
    register_gradient(operator, lambda ctx, grad: (grad * ctx.factor, None), setup_context=setup)
    sample_inputs(operator, N=70)(lambda make, N: (make(N), 3.0))
    check_operator(operator, gradients=True)
    opcheck(operator, gradients=True)


def test_a_result_may_have_no_dimensions(device):
    def energy(x: Tensor) -> Tensor:
        return x.square().sum()

    text = """
      {{ kernel.def_tile("tile", {"n": 1024}, of="x") }}
      {{ kernel.def_tile("sum", {}) }}
      {{ kernel.fill("sum", 0) }}
      {{ kernel.for_loop("n", x.get_size()[0], 1024) }}
        {{ kernel.dma_load("x", "tile", ["n"]) }}
        {% call(x, sum) kernel.generic("sum", "tile") %}
          %square = arith.mulf {{ x }}, {{ x }} : f32
          %more = arith.addf {{ sum }}, %square : f32
          linalg.yield %more
        {% endcall %}
      {{ kernel.end_loop() }}
      {{ kernel.store_output("sum", []) }}
    """
    operator = operator_of(energy, lambda x: x.new_empty(()), text)
    sample_inputs(operator, N=3000)(lambda make, N: (make(N),))
    check_operator(operator, dynamic=True)


def test_complex_numbers_are_pairs_in_the_text(device):
    def twice(x: Tensor) -> Tensor:
        return x * 2

    text = TO_RESULT.replace('{"n": 1024}', '{"n": 1024, "part": 2}').replace('["n"]', '["n", "part"]')
    text = text.replace("{{ kernel.dma_load", '{{ kernel.for_loop("part", 2, 2) }}\n{{ kernel.dma_load')
    operator = operator_of(twice, torch.empty_like, text + "{{ kernel.end_loop() }}")
    sample_inputs(operator, N=70)(lambda make, N: (torch.complex(make(N), make(N)),))
    check_operator(operator)
    opcheck(operator)
    z = torch.randn(6, 4, dtype=torch.complex64)
    got = torch.compile(lambda z: operator(z[:, 1]).abs(), fullgraph=True)(z.to("npu"))
    torch.testing.assert_close(got.cpu(), (2 * z[:, 1]).abs())


def test_a_kernel_that_is_registered_again_is_compiled_again(device):
    operator, x = doubled(), torch.ones(3).to("npu")
    compiled = torch.compile(lambda x: operator(x) + 0)
    assert (operator(x).tolist(), compiled(x).tolist()) == ([2, 2, 2], [2, 2, 2])
    register_kernel(operator, TO_RESULT.replace("scalar(2)", "scalar(5)"))(rows)  # as a cell of a notebook does
    assert (operator(x).tolist(), compiled(x).tolist()) == ([5, 5, 5], [5, 5, 5])
    register_kernel(operator, TO_RESULT.replace("scalar(2)", "scalar(7)"), implementation="new", priority=1)(rows)
    assert (operator(x).tolist(), compiled(x).tolist()) == ([7, 7, 7], [7, 7, 7])


def test_autocast_casts_arguments_of_floating_point_numbers_only(device):
    def twice(x: Tensor, places: Tensor) -> Tensor:
        return x * 2

    seen = set()
    operator = torch.library.custom_op(f"kinds::operator_{next(numbers)}", twice, mutates_args=())
    operator.register_fake(lambda x, places: torch.empty_like(x))
    register_kernel(operator, TO_RESULT)(lambda kernel, x, places: seen.add((x.get_dtype(), places.get_dtype())))
    operator.register_autocast("npu", torch.bfloat16)
    with torch.autocast("npu", torch.bfloat16):
        result = operator(torch.ones(3, device="npu"), torch.ones(3, dtype=torch.int64, device="npu"))
    assert result.dtype == torch.bfloat16 and seen == {(torch.bfloat16, torch.int64)}


def test_make_fx_traces_a_call_with_tensors_of_the_device(device):
    operator, x = doubled(), torch.randn(70)
    traced = make_fx(lambda x: operator(x) + 1)(x.to("npu"))
    assert operator._opoverload in [node.target for node in traced.graph.nodes]
    torch.testing.assert_close(traced(x.to("npu")).cpu(), x * 2 + 1)


@pytest.mark.slow
def test_a_number_that_text_prints_may_change_from_call_to_call(device):
    def plus(x: Tensor, by: int) -> Tensor:
        return x + by

    text = """
      {{ kernel.def_tile("tile", {"n": 1024}, of="x") }}
      {{ kernel.for_loop("n", x.get_size()[0], 1024) }}
        {{ kernel.dma_load("x", "tile", ["n"]) }}
        {% call(x) kernel.generic("tile", []) %}
          %by = arith.constant {{ by }} : i64
          %new = arith.addi {{ x }}, %by : i64
          linalg.yield %new
        {% endcall %}
        {{ kernel.store_output("tile", ["n"]) }}
      {{ kernel.end_loop() }}
    """
    operator, x = operator_of(plus, lambda x, by: torch.empty_like(x), text), torch.arange(9)
    for by in (2, 3, 4):
        assert torch.equal(operator(x.to("npu"), by).cpu(), x + by)
    with pytest.raises(OptionError, match=r"symbolic number s\d+: kernel.size[^%]*template line 6: %by = arith.const"):
        torch.compile(lambda x: operator(x, x.shape[0]), dynamic=True, fullgraph=True)(x.to("npu"))


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('dma_load("x", "t1", ["n"])', 'dma_load("x", "t1", ["m"])', r"axis 'n', which is none of the loops \['m'\]"),
        ('dma_load("x", "t1", ["n"])', 'dma_load("x", "t1", [])', r"'x' has 1 dimensions, but the loops \[\] were"),
        ('store_output("t1", ["n"])', 'store_output("t1", ["m"])', r"axis 'n', which is none .* walk the result"),
        ("yield %new", "yield %new, %new", "yields 2 values for 1 outputs"),
    ],
    ids=["unknown loop", "too few", "store", "yield"],
)
def test_a_mistake_in_a_call_of_the_kernel_is_named_with_its_line(device, right, wrong, sentence):
    operator = doubled(TO_RESULT.replace(right, wrong))
    with pytest.raises((OptionError, KernelError), match=rf"{sentence}[^~]*at template line \d: {{[{{%]"):
        operator(torch.ones(3, device="npu"))


FOUND = """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %floor = arith.constant 0.0 : f32
  %found = scf.for %n = %zero to {{ kernel.size(x.get_size()[0]) }} step %one iter_args(%row = %zero) -> (index) {
    %value = memref.load %x[%n] : {{ kernel.dram_type("x") }}
    %place = arith.index_cast %n : index to i32
    memref.store %value, %values[%row] : {{ kernel.dram_type("values") }}
    memref.store %place, %places[%row] : {{ kernel.dram_type("places") }}
    %is_positive = arith.cmpf ogt, %value, %floor : f32
    %step = arith.index_castui %is_positive : i1 to index
    %next = arith.addi %row, %step : index
    scf.yield %next : index
  }
  %number = arith.index_cast %found : index to i64
  memref.store %number, %count[%zero] : {{ kernel.dram_type("count") }}
"""


def positive(x: Tensor) -> tuple[Tensor, Tensor]:
    return x[x > 0], (x > 0).nonzero()[:, 0].to(torch.int32)


def empty_pair(x, number):
    return x.new_empty(number), x.new_empty(number, dtype=torch.int32)


def found(largest):
    return operator_of(
        positive,
        lambda x: empty_pair(x, torch.library.get_ctx().new_dynamic_size()),
        FOUND,
        results=("values", "places"),
        dense=("x",),
        control=("x",),
        largest=largest,
    )


@pytest.mark.slow
def test_several_results_of_several_dtypes_may_have_a_number_of_rows_that_depends_on_data(device):
    operator = found(lambda x: empty_pair(x, x.shape[0]))
    sample_inputs(operator, N=70)(lambda make, N: (make(N).float(),))
    check_operator(operator)
    check_operator(operator, (9,), dynamic=True)
    opcheck(operator)
    x = torch.randn(8)
    together = torch.compile(lambda x: (lambda values, places: values + places)(*operator(x)), fullgraph=True)
    torch.testing.assert_close(together(x.to("npu")).cpu(), sum(positive(x)))
    assert [each.dtype for each in operator(x.to("npu"))] == [torch.float32, torch.int32]


def test_a_largest_result_for_each_result_is_asked_for(device):
    operator = found(lambda x: (x.shape[0],))
    with pytest.raises(OptionError, match=r"kinds::operator_\d+: largest= gives 1 of its 2 results"):
        torch.compile(operator)(torch.ones(3, device="npu"))


def test_an_argument_that_has_no_gradient_is_compared_as_such(device):
    def scaled(x: Tensor, table: Tensor) -> Tensor:
        return x * 2

    operator = operator_of(scaled, lambda x, table: torch.empty_like(x), TO_RESULT)
    operator.register_autograd(lambda ctx, grad: (grad * 2, None))
    sample_inputs(operator, N=70)(lambda make, N: (make(N), make(N)))
    check_operator(operator, gradients=True)
