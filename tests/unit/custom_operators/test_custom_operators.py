"""What `register_kernel` makes of an operator that `torch.library` defines, and what its author is told."""

import itertools
import json

import pytest
import torch
from npusim.frontend import check_operator, opcheck, register_gradient, register_kernel, sample_inputs
from npusim.frontend.cli.app import app
from npusim.frontend.cli.custom_operators import custom_operator
from npusim.frontend.custom_operators.call import Call
from npusim.frontend.custom_operators.cut import register_table
from npusim.frontend.lowering import lowering_digest
from npusim.frontend.settings import lowering_changes
from npusim.scheduler import registered_kernels
from npusim.simulator.errors import KernelError, OptionError, UnsupportedError
from torch._inductor.ir import TensorBox
from torch._subclasses.fake_tensor import FakeTensorMode
from typer.testing import CliRunner

COPY = """
  {{ kernel.def_tile("tile", {"m": 64, "n": 32}, of="x") }}
  {{ kernel.for_loop("m", x.get_size()[0], 64) }}
    {{ kernel.for_loop("n", x.get_size()[1], 32) }}
      {{ kernel.dma_load("x", "tile", ["m", "n"]) }}
      {% call(x) kernel.generic("tile", []) %}
        %new = arith.mulf {{ x }}, {{ kernel.scalar(factor) }} : f32
        linalg.yield %new
      {% endcall %}
      {{ kernel.STORE }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""
SCALED = COPY.replace("kernel.STORE", 'kernel.store_output("tile", ["m", "n"])')
IN_PLACE = COPY.replace("kernel.STORE", 'kernel.dma_store("tile", "x", ["m", "n"])')
SUM = """
  {{ kernel.def_tile("sum", {"m": 64}) }}
  {{ kernel.def_tile("tile", {"m": 64}, of="out") }}
  {{ kernel.for_loop("m", xs[0].get_size()[0], 64) }}
    {{ kernel.fill("sum", 0) }}
    {% for i in range(xs | length) %}
    {{ kernel.dma_load("xs_%d" % i, "tile", ["m"]) }}
    {% call(x, sum) kernel.generic("sum", "tile") %}
      %more = arith.addf {{ sum }}, {{ x }} : f32
      linalg.yield %more
    {% endcall %}
    {% endfor %}
    {% if scale is not none %}
    {{ kernel.dma_load("scale", "tile", ["m"]) }}
    {% call(x, sum) kernel.generic("sum", "tile") %}
      %scaled = arith.mulf {{ sum }}, {{ x }} : f32
      linalg.yield %scaled
    {% endcall %}
    {% endif %}
    {{ kernel.store_output("sum", ["m"]) }}
  {{ kernel.end_loop() }}
"""
numbers = itertools.count()


def nothing(kernel, *arguments):
    return None


def name():
    return f"kit::operator_{next(numbers)}"


def scaled(text=SCALED, holes=nothing, **options):
    """x * factor, of a matrix."""

    def by_factor(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
        return x * factor

    operator = torch.library.custom_op(name(), by_factor, mutates_args=())
    operator.register_fake(lambda x, factor=2.0: torch.empty_like(x))
    register_kernel(operator, text, **options)(holes)
    return operator


def scaled_in_place():
    def by_factor_(x: torch.Tensor, factor: float = 2.0) -> None:
        x.mul_(factor)

    operator = torch.library.custom_op(name(), by_factor_, mutates_args={"x"})
    operator.register_fake(lambda x, factor=2.0: None)
    register_kernel(operator, IN_PLACE)(nothing)
    return operator


@pytest.fixture(scope="module")
def total():
    def sum_of(xs: list[torch.Tensor], scale: torch.Tensor | None = None) -> torch.Tensor:
        return sum(xs) * (1 if scale is None else scale)

    operator = torch.library.custom_op("kit::sum_of", sum_of, mutates_args=())
    operator.register_fake(lambda xs, scale=None: torch.empty_like(xs[0]))
    register_kernel(operator, SUM)(nothing)
    sample_inputs(operator, M=129)(lambda make, M: ([make(M), make(M), make(M)], make(M)))
    return operator


def compiled(function, *arguments, **options):
    torch._dynamo.reset()
    moved = [x.to("npu") if isinstance(x, torch.Tensor) else x for x in arguments]
    return torch.compile(function, fullgraph=True, **options)(*moved)


# -- arguments and results


def test_lists_of_tensors_and_optional_ones_are_arguments(device, total):
    check_operator(total)
    check_operator(total, (7,), torch.bfloat16, dynamic=True)
    xs = [torch.randn(5), torch.randn(5)]
    result = compiled(lambda x, y: total([x, y]), *xs)
    torch.testing.assert_close(result.cpu(), xs[0] + xs[1])


def test_opcheck_passes_for_lists_and_optional_arguments(device, total):
    opcheck(total)


def test_pointwise_operators_behind_it_are_part_of_its_kernel(device):
    operator = scaled()
    x = torch.randn(9, 40)
    result = compiled(lambda x: operator(x).relu() + 1, x)
    torch.testing.assert_close(result.cpu(), (x * 2).relu() + 1)
    assert "aten.relu.default" in registered_kernels()[-1].meta["ops"]


def test_strides_of_inputs_and_results_are_those_of_pytorch(device):
    operator = scaled()
    x = torch.randn(40, 9).t()[2:]
    result = compiled(lambda x: operator(x, 3.0), x.to("npu"))
    assert result.stride() == (x * 3).stride()
    torch.testing.assert_close(result.cpu(), x * 3)


def test_an_argument_is_written_through_views_and_intermediates(device):
    operator = scaled_in_place()

    def function(x):
        y = x + 1
        operator(y[1:, ::2])
        operator(x.t(), 3.0)
        return y * x

    x = torch.randn(6, 8)
    on_device = x.to("npu")
    torch.testing.assert_close(compiled(function, on_device).cpu(), function(x))
    torch.testing.assert_close(on_device.cpu(), x)


@pytest.mark.parametrize("way", ["eager", "compiled", "on the CPU"])
def test_an_operator_that_writes_has_a_gradient_through_views_and_chains(device, way):
    operator = scaled_in_place()

    seen = []

    def keep(ctx, inputs, output):
        x, ctx.factor = inputs
        seen.append((x.detach().clone(), output.detach().clone(), ctx.factor))
        ctx.save_for_backward(x)

    def backward(ctx, grad):
        return grad * ctx.factor * torch.ones_like(*ctx.saved_tensors), None

    register_gradient(operator, backward, setup_context=keep)

    def function(x, write):
        y = x * x
        write(y)
        write(y[1:], 3.0)
        return (y * x).sum()

    def plain(y, factor=2.0):
        y.mul_(factor)

    x, on_device = (torch.arange(6.0).view(3, 2).to(d).requires_grad_() for d in ("cpu", "npu"))
    function(x, plain).backward()
    given = on_device if way != "on the CPU" else x.detach().clone().requires_grad_()
    run = torch.compile(function, fullgraph=True) if way == "compiled" else function
    torch._dynamo.reset()
    run(given, operator).backward()
    torch.testing.assert_close(given.grad.cpu(), x.grad)
    if way != "compiled":
        assert [factor for *_, factor in seen] == [2.0, 3.0]
        assert all(torch.equal(before * factor, after) for before, after, factor in seen)


def test_a_gradient_of_what_writes_nothing_or_a_list_is_refused(total):
    def add_to_(xs: list[torch.Tensor]) -> None:
        xs[0].add_(1)

    lists = torch.library.custom_op(name(), add_to_, mutates_args={"xs"})
    for operator, sentence in ((total, "use its register_autograd"), (lists, "writes a list")):
        with pytest.raises(OptionError, match=sentence):
            register_gradient(operator, nothing)


def test_only_arguments_that_the_schema_says_are_written_are(device):
    def add_to_(x: list[torch.Tensor], x_0_: torch.Tensor) -> None:
        x[0].add_(x_0_)

    operator = torch.library.custom_op(name(), add_to_, mutates_args={"x"})
    calls = Call(operator._opoverload, {"x": [sentinel(), sentinel()], "x_0_": sentinel()})
    assert calls.mutated() == ["x_0", "x_1"] and [label for label, _ in calls.tensors()] == ["x_0", "x_1", "x_0_"]


def sentinel():
    """Any node of Inductor's."""
    return object.__new__(TensorBox)


def test_an_argument_may_be_given_twice(device, total):
    x = torch.randn(70)
    torch.testing.assert_close(compiled(lambda x: total([x, x], x), x).cpu(), (x + x) * x)


def test_dense_arguments_arrive_row_major(device):
    strides = []
    operator = scaled(holes=lambda kernel, x, factor: strides.append([int(s) for s in x.get_stride()]), dense=["x"])
    x = torch.randn(9, 4).t()
    torch.testing.assert_close(compiled(lambda x: operator(x, 0.5), x.to("npu")).cpu(), x * 0.5)
    assert strides == [[9, 1]]


# -- outside of compiled graphs


def test_a_call_outside_of_a_graph_runs_the_kernel_and_no_host_operator(device):
    operator, in_place = scaled(), scaled_in_place()
    x = torch.randn(5, 6)
    on_device = x.to("npu")
    torch.npu.reset_fallback_counts()
    before = len(registered_kernels())
    result = operator(on_device)
    in_place(on_device, 3.0)
    assert not torch.npu.fallback_counts() and len(registered_kernels()) == before + 2
    assert torch.equal(result.cpu(), x * 2) and torch.equal(on_device.cpu(), x * 3)


def test_a_call_that_wants_gradients_runs_the_kernel(device):
    operator = scaled()
    operator.register_autograd(lambda ctx, grad: (grad * 2, None))
    x = torch.randn(5, 6, device="npu", requires_grad=True)
    operator(x).sum().backward()
    assert torch.equal(x.grad.cpu(), torch.full((5, 6), 2.0))


# -- parts of a dimension

HALVES = """
  {{ kernel.def_tile("lower", {"m": 8, "d": 32}, of="x") }}
  {{ kernel.def_tile("upper", {"m": 8, "d": 32}, of="x") }}
  {{ kernel.for_loop("m", M, 8) }}
    {{ kernel.for_loop("d", HALF, 32) }}
      {{ kernel.dma_load("x", "lower", ["m", "d"]) }}
      {{ kernel.dma_load("x", "upper", ["m", "d"], offsets={"d": HALF}) }}
      {{ kernel.dma_store("lower", "x", ["m", "d"], offsets={"d": HALF}) }}
      {{ kernel.dma_store("upper", "x", ["m", "d"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""


def swapping(text=HALVES):
    """An operator that swaps the halves of rows in place."""
    name = f"kit::swap_{next(numbers)}"

    def swap(x: torch.Tensor) -> None:
        x.copy_(x.roll(x.shape[1] // 2, 1))

    made = torch.library.custom_op(name, swap, mutates_args={"x"})
    made.register_fake(lambda x: None)
    register_kernel(made, text)(lambda kernel, x: {"M": x.get_size()[0], "HALF": x.get_size()[1] // 2})
    sample_inputs(made, M=9, N=74)(lambda make, M, N: (make(M, N),))
    return made


def test_a_loop_over_half_of_a_dimension_walks_both_halves(device):
    check_operator(swapping())
    check_operator(swapping(), (3, 10), dynamic=True)


def test_offsets_of_a_loop_that_walks_nothing_are_refused(device):
    with pytest.raises(OptionError, match="offsets: 'k' is none of the dims, which are: m, d"):
        check_operator(swapping(HALVES.replace('offsets={"d"', 'offsets={"k"')))


def test_opcheck_does_not_warn_of_what_pytorch_compares_results_with(device, total, recwarn):
    opcheck(total)
    assert not [each for each in recwarn if "ran on the host" in str(each.message)]


# -- the command line


@pytest.mark.parametrize("dtype", ["f32", "f16"])
def test_the_command_line_runs_an_operator_with_sample_inputs(device, total, tmp_path, dtype):
    arguments = ["run", "kit::sum_of", "--shape", "33", "--dtype", dtype, "--mode", "both", "--json"]
    arguments += ["--dump-dir", str(tmp_path)]
    done = CliRunner().invoke(app, arguments)
    found = json.loads(done.stdout)
    assert done.exit_code == 0 and found["op"] == "kit::sum_of" and found["values_match"] and found["cycles"] > 0


def test_the_command_line_compares_arguments_that_are_written(device, tmp_path):
    in_place = scaled_in_place()
    sample_inputs(in_place, M=5, N=6)(lambda make, M, N: (make(M, N), 3.0))
    name = in_place._opoverload._schema.name
    done = CliRunner().invoke(app, ["run", name, "--json", "--dump-dir", str(tmp_path)])
    assert done.exit_code == 0, done.output
    torch._dynamo.reset()
    register_kernel(in_place, IN_PLACE.replace("mulf", "addf"))(nothing)
    done = CliRunner().invoke(app, ["run", name, "--json", "--dump-dir", str(tmp_path)])
    assert done.exit_code == 1 and not json.loads(done.stdout)["values_match"]


def test_an_operator_without_sample_inputs_is_refused_by_the_command_line():
    with pytest.raises(OptionError, match=r"'kit::unknown' has no @sample_inputs; operators that have: .*kit::sum_of"):
        custom_operator("kit::unknown")


# -- errors and caches


def test_the_text_is_part_of_the_key_of_cached_graphs():
    before = lowering_digest()
    scaled()
    with_text = lowering_digest()
    scaled(SCALED.replace("mulf", "addf"))
    assert len({before, with_text, lowering_digest()}) == 3


@pytest.mark.parametrize(
    "options, sentence",
    [
        ({"results": ("a", "b")}, "has 1 results, but the names a, b"),
        ({"dense": ("y",)}, "has no argument 'y', it has x, factor"),
        ({"control": ("y",)}, "has no argument 'y', it has x, factor"),
    ],
)
def test_names_that_the_operator_does_not_have_are_refused(options, sentence):
    with pytest.raises(OptionError, match=sentence):
        scaled(**options)


def test_what_is_no_operator_is_refused():
    with pytest.raises(OptionError, match="is no operator"):
        register_kernel(torch.relu, SCALED)


def test_a_block_without_a_result_is_named(device):
    operator = scaled(SCALED.replace("linalg.yield %new", ""))
    with pytest.raises(KernelError, match=r"kernel.generic\(\['tile'\], ...\) must end with linalg.yield"):
        compiled(operator, torch.randn(3, 4))


def test_a_line_that_does_not_verify_is_named_by_its_line_in_the_text(device):
    operator = scaled(SCALED.replace("arith.mulf", "arith.mulx"))
    with pytest.raises(KernelError, match="template line 7"):
        compiled(operator, torch.randn(3, 4))


def test_a_later_size_of_the_largest_result_takes_the_place_of_the_earlier_one(device):
    lowering_changes.begin()

    @torch.library.custom_op("kit::rows_that_count", mutates_args=())
    def rows(x: torch.Tensor) -> torch.Tensor:
        return x[x[:, 0] > 0]

    operator = torch.ops.kit.rows_that_count.default
    with FakeTensorMode():
        x = torch.empty(6, 2)
        assert register_table(operator, lambda x: (3, 2))(x)[0].shape == (3, 2)
        before = lowering_changes.count()
        table = register_table(operator, lambda x: tuple(x.shape))
        assert table(x)[0].shape == (6, 2)
    assert lowering_changes.count() > before  # what was compiled for the earlier one is compiled again


def test_an_operator_that_changes_complex_tensors_is_refused_with_a_way_out(device):
    @torch.library.custom_op("kit::turned_", mutates_args=("x",))
    def turned_(x: torch.Tensor) -> None:
        x.mul_(1j)

    turned_.register_fake(lambda x: None)
    for call in (turned_, lambda x: turned_(torch.view_as_real(x))):
        with pytest.raises(UnsupportedError, match=r"kit.turned_.default changes a complex tensor.*view_as_complex"):
            torch.compile(call)(torch.ones(3, 2, dtype=torch.complex64).to(device))
