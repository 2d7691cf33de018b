"""Which nodes share the kernels of templates, why others do not, and the switches."""

import itertools
from types import SimpleNamespace

import pytest
import torch
import torch._inductor.config
import torch.nn.functional as F
from common import report_of
from npusim.frontend.backend import scheduling
from npusim.frontend.backend.registration import NpuGraphPass
from npusim.frontend.cli.explore.inspection import inspect_run
from npusim.frontend.codegen.fused.prologue import NotAPrologue, Prologue
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.domain import NoCommonDomain
from npusim.frontend.codegen.graph.memory import IndexMismatch, MemoryConflict
from npusim.frontend.fusions import group, sharing, switches
from npusim.frontend.fusions import kernels as possible
from npusim.scheduler import simulator
from npusim.simulator.errors import CompileError, NpuSimError, OptionError
from npusim.simulator.machine import load_machine
from torch._inductor.utils import run_and_get_code


def kernels(function, device, *inputs, dynamic=False, machine="tpuv3"):
    """Compiles and runs `function`, compares with the CPU, and returns the report of every kernel it launched."""
    torch._dynamo.reset()
    with simulator(machine, "functional") as simulation:
        result = torch.compile(function, fullgraph=True, dynamic=dynamic)(*(x.to(device) for x in inputs))
        launched = [kernel for kernel in simulation.report().kernels for _ in range(kernel.launches)]
    expected = function(*inputs)
    pairs = [(result, expected)] if isinstance(expected, torch.Tensor) else zip(result, expected, strict=True)
    for got, want in pairs:
        torch.testing.assert_close(got.cpu(), want)
    return launched


def values(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape))) / 4


def reasons(kernel):
    return [entry["why"] for entry in kernel.meta["not_fused"]]


def names(kernel):
    return {entry["fusion"] for entry in kernel.meta["fusions"]}


X, W, V, O = values(36, 40), values(40, 52), values(41, 52)[:40], values(52, 44)  # noqa: E741


def with_readers(y):
    return y, torch.relu(y), torch.exp(y)


def with_reader(y, w):
    return y @ w, y


CHAINS = {
    "matmul, add, layer norm": (1, {"reduction_epilogue"}, lambda x, w: F.layer_norm(x @ w + w[0], (52,))),
    "matmul, softmax": (1, {"reduction_epilogue"}, lambda x, w: torch.softmax(x @ w, -1)),
    "matmul, row maximum": (1, {"reduction_epilogue"}, lambda x, w: (x @ w).amax(1)),
    "matmul, pointwise chain": (1, {"epilogue"}, lambda x, w: torch.tanh(torch.relu(x @ w + 1) * 2)),
    "pointwise, matmul": (1, {"prologue"}, lambda x, w: torch.relu(x * 2) @ torch.tanh(w)),
    "matmul read twice and returned": (1, {"epilogue"}, lambda x, w: with_readers(x @ w)),
}


@pytest.mark.covering("matmul, add, layer norm", "matmul, row maximum", "matmul, pointwise chain", "pointwise, matmul")
@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_around_a_product_is_one_kernel(device, name):
    count, fusions, function = CHAINS[name]
    found = kernels(function, device, X.clone(), W.clone())
    assert len(found) == count
    assert fusions <= names(found[0])


def test_a_gated_feed_forward_layer_is_two_kernels(device):
    found = kernels(lambda x, w, v, o: (F.silu(x @ w) * (x @ v)) @ o, device, X, W, V, O)
    assert len(found) == 2
    assert names(found[0]) == {"sibling", "epilogue"}
    assert reasons(found[0]) == ["a kernel of its own: what it reads must be complete and in memory"]


def test_products_of_other_operands_do_not_share_a_kernel(device):
    found = kernels(lambda x, w, v: x @ w + (x * 2 + 1) @ v, device, X, W, V)
    assert len(found) == 2
    assert any("different left operands" in why for kernel in found for why in reasons(kernel))


def test_a_reduction_of_columns_stays_apart_and_says_why(device):
    product, total = kernels(lambda x, w: (x @ w).sum(0), device, values(37, 40), W)
    assert reasons(product) == ["it does not reduce the rows of the result"]
    assert reasons(total) == []


def test_rows_that_do_not_fit_stay_apart_and_say_why(device):
    inputs = values(16, 64), values(64, 16000)
    product, _ = kernels(lambda x, w: torch.softmax(x @ w, -1), device, *inputs, machine="small8x8")
    assert reasons(product) == ["a row of 16000 does not fit the scratchpad beside the operands' tiles"]


def test_tiles_that_would_be_slower_are_refused_with_both_estimates(device):
    product, _ = kernels(lambda x, w: torch.softmax(x @ w, -1), device, values(256, 512), values(512, 8192))
    assert len(reasons(product)) == 1
    assert "tiles that cover whole rows would be slower" in reasons(product)[0]


SLOW_FUSED = {
    "attention": (lambda k, q, v: torch.softmax(k @ q.mT / 8, -1) @ v, [(12, 512, 64)] * 3),
    "attention, shorter": (lambda k, q, v: torch.softmax(k @ q.mT / 8, -1) @ v, [(12, 256, 64)] * 3),
    "attention, longer": (lambda k, q, v: torch.softmax(k @ q.mT / 8, -1) @ v, [(2, 1024, 64)] * 3),
    "one row, softmax": (lambda x, w: torch.softmax(x @ w, -1), [(1, 1024), (1024, 1024)]),
    "layer norm, linear": (lambda x, w: F.layer_norm(x, (768,)) @ w, [(512, 768), (768, 1024)]),
    "activation, narrow linear": (lambda x, w: torch.tanh(x) @ w, [(2048, 512), (512, 64)]),
    "gated": (lambda x, w, v: F.silu(x @ w) * (x @ v), [(256, 512), (512, 512), (512, 512)]),
}
COSTLY = ("attention", "reduction_epilogue", "prologue", "sibling")


def cycles(function, shapes):
    inputs = [torch.empty(shape, device="npu") for shape in shapes]
    return report_of(function, *inputs).cycles


@pytest.mark.covering("gated")
@pytest.mark.parametrize("name", SLOW_FUSED)
def test_no_fusion_slows_a_program_down(device, name):
    function, shapes = SLOW_FUSED[name]
    fused = cycles(function, shapes)
    for off in ({name: False} for name in COSTLY):
        with torch.npu.fusion(**off):
            assert fused <= 1.01 * cycles(function, shapes), off


def test_the_cycles_of_a_choice_are_told(device):
    function, _ = SLOW_FUSED["attention"]
    product, *_ = kernels(function, device, *(values(4, 128, 32) for _ in range(3)))
    assert any(
        "would be slower: " in why and "cycles simulated" in why and "estimated)" in why for why in reasons(product)
    )


def test_rows_of_symbolic_length_stay_apart_and_say_why(device):
    product, *_ = kernels(lambda x, w: torch.softmax(x @ w, -1), device, values(33, 34), values(34, 35), dynamic=True)
    assert reasons(product) == ["rows have a symbolic length, so no tile is known to cover them"]


def test_a_reader_of_other_elements_stays_apart_and_says_why(device):
    product, _ = kernels(lambda x, w: (x @ w).t().contiguous() + 1, device, values(38, 40), W)
    assert len(reasons(product)) == 1
    assert "other elements than the ones that are on the tile" in reasons(product)[0]


REFUSED = [NoCommonDomain, MemoryConflict, IndexMismatch, NotAPrologue]
PLACES = {
    "an epilogue": (group, "recorded_epilogue", lambda x, w: torch.relu(x @ w)),
    "a prologue": (Prologue, "record", lambda x, w: torch.relu(x) @ w),
    "loops": (sharing, "record", lambda x, w: ((e := torch.exp(x)), e.sum(1))),
}


def test_loops_that_touch_the_same_memory_nowhere_share_a_kernel_unrecorded(device, monkeypatch):
    monkeypatch.setattr(sharing, "record", lambda *_: pytest.fail("there is nothing to find out"))
    assert len(kernels(lambda x, w: (x.sum(1), torch.relu(x) * 2), device, values(33, 40), W)) == 1


ASKED = {
    "readers of one input": (lambda x, w: (x.sum(1), x.relu() * 2, x.amax(0), w.exp()), False),
    "a normalisation": (lambda x, w: F.layer_norm(x, x.shape[1:]) + x.softmax(1), False),
    "a reader of other elements": (lambda x, w: (y := x.exp(), y.t() + 1, y.flip(0) * x), True),
    "changes in place": (lambda x, w: [(y := x.exp()).add_(1), y[1:].mul_(2), y.sum(0), x.flip(1) * y], True),
    "a concatenation": (lambda x, w: (y := torch.cat([x.sin(), x.cumsum(1)], 1), y.sum(1), x.amax(1)), False),
    "a scatter": (lambda x, w: ((y := x * 2).scatter_add(0, y.argsort(0), y), y.cumsum(1), y.sum(1)), True),
}


@pytest.mark.covering
@pytest.mark.parametrize("name", ASKED)
def test_a_recording_refuses_what_is_refused_without_one_and_nothing_else(device, monkeypatch, name):
    answers, align = [], scheduling.align_loops

    def asking(nodes):
        for one, other in itertools.permutations(nodes, 2):
            recorded = sharing.why_not_one_kernel([*one.get_nodes(), *other.get_nodes()])
            answers.append((sharing.why_apart(one, other), recorded))
        align(nodes)

    monkeypatch.setattr(scheduling, "align_loops", asking)
    function, meets = ASKED[name]
    kernels(function, device, values(40, 40), W)
    assert answers and all(answer == recorded for answer, recorded in answers)
    assert any("an element is read" in why or "in place" in why for _, why in answers) == meets


@pytest.mark.covering
@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("place", PLACES)
def test_whatever_says_that_nodes_cannot_share_a_kernel_keeps_them_apart(device, monkeypatch, place, kind):
    def refuses(*_):
        raise kind("they cannot")

    owner, name, function = PLACES[place]
    monkeypatch.setattr(owner, name, refuses)
    assert len(kernels(function, device, values(33, 40), W)) == 2


def test_no_other_exception_says_that_nodes_cannot_share_a_kernel():
    assert {*CannotShareKernel.__subclasses__(), *MemoryConflict.__subclasses__()} == set(REFUSED)
    assert not issubclass(CannotShareKernel, NpuSimError)


def test_a_kernel_that_was_decided_wrongly_is_an_error_that_says_how_to_go_on(device, monkeypatch):
    monkeypatch.setattr(group, "recorded_epilogue", lambda *_: None)
    function = lambda x, w: (x @ w).flip(0) + 1  # noqa: E731
    with pytest.raises(CompileError, match=r"torch\.npu\.fusion\(all=False\)"):
        kernels(function, device, values(35, 40), W)
    with torch.npu.fusion(all=False):
        kernels(function, device, values(35, 40), W)


def test_an_operand_that_is_needed_in_memory_is_no_prologue(device):
    first, _ = kernels(lambda x, w: with_reader(torch.exp(x), w), device, values(39, 40), W)
    assert reasons(first) == ["its result is needed in memory: not only operands of templates read it"]


@pytest.mark.slow
def test_what_waits_for_another_kernel_says_so_where_rows_would_be_slower(device):
    def blocks(x, w, v):
        hidden = x + x @ w
        return F.layer_norm(hidden + F.layer_norm(hidden, (64,)) @ v, (64,))

    found = kernels(blocks, device, values(300, 64), values(64, 64), values(65, 64)[:64])
    assert any("which needs the result in memory" in why for why in reasons(found[0]))


def test_gathers_are_no_prologues(device):
    rows = torch.arange(36).flip(0)
    first, _ = kernels(lambda x, w, rows: (x[rows] * 2) @ w, device, values(36, 40), W, rows)
    assert "computed addresses" in reasons(first)[0]


def test_a_residual_in_place_is_one_kernel(device):
    torch._dynamo.reset()
    x, w, total = values(60, 40), W, values(60, 52)
    changed = total.clone().to(device)
    (kernel,) = report_of(lambda x, w, y: y.add_(x @ w), x.to(device), w.to(device), changed, mode="functional").kernels
    assert names(kernel) == {"epilogue"}
    torch.testing.assert_close(changed.cpu(), total + x @ w)


# -- switches

SWITCHED = {
    "epilogue": lambda x, w: torch.relu(x @ w),
    "reduction_epilogue": lambda x, w: (x @ w).sum(1),
    "prologue": lambda x, w: torch.relu(x) @ w,
    "sibling": lambda x, w: (x @ w) * (x @ (w + 0)),
    "pointwise": lambda x, w: x / x.sum(1, keepdim=True),
    "horizontal": lambda x, w: (x.sum(1), x.amax(1)),
}


@pytest.mark.parametrize("name", SWITCHED)
def test_each_fusion_can_be_switched_off_by_its_name(device, name):
    x, w = values(45, 46), values(46, 47)
    together = kernels(SWITCHED[name], device, x, w)
    with torch.npu.fusion(**{name: False}):
        assert torch.npu.fusions()[name] is False
        apart = kernels(SWITCHED[name], device, x, w)
    assert torch.npu.fusions()[name] is True
    assert len(apart) == len(together) + 1
    told = [why for kernel in apart for why in reasons(kernel)]
    assert name == "horizontal" or f"{name} fusion is switched off" in told


def test_compiled_code_follows_the_switches(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, w: torch.relu(x @ w) * 3, fullgraph=True)
    inputs = [t.to(device) for t in (values(47, 48), values(48, 49))]
    launched = []
    for off in ({}, {"epilogue": False}, {}):
        with torch.npu.fusion(**off), simulator("tpuv3", "functional") as simulation:
            compiled(*inputs)
            launched.append(sum(kernel.launches for kernel in simulation.report().kernels))
    assert launched == [1, 2, 1]


def test_keys_of_the_compile_caches_hold_the_switches():
    graph_pass = NpuGraphPass()
    before = graph_pass.uuid()
    with torch.npu.fusion(prologue=False):
        assert graph_pass.uuid() != before
    assert graph_pass.uuid() == before


def node(order, reads, writes):
    """What the expectation of kernels looks at in a SchedulerNode."""
    return SimpleNamespace(
        min_order=order,
        read_writes=SimpleNamespace(reads=[SimpleNamespace(name=name) for name in reads]),
        get_buffer_names=lambda: {writes},
    )


@pytest.mark.parametrize(
    ("reads", "off", "count"),
    [
        ("a", None, 1),
        ("a", "pointwise", 2),
        ("a", "horizontal", 1),
        ("x", None, 1),
        ("x", "horizontal", 2),
        ("x", "pointwise", 1),
        ("y", None, 2),
    ],
)
def test_nodes_are_expected_to_share_loops_that_read_a_result_or_the_same_input(monkeypatch, reads, off, count):
    monkeypatch.setattr(possible, "why_not_one_kernel", lambda nodes: None)
    with switches.without([off] if off else []):
        kernels = possible.loop_kernels([node(2, [reads], "b"), node(1, ["x"], "a")])
    assert len(kernels) == count and kernels[0].nodes[0].min_order == 1


def test_a_name_that_does_not_exist_is_an_error_with_the_names():
    with pytest.raises(
        OptionError, match=r"no fusion called 'epilog' \(did you mean epilogue\?\); there are: pointwise"
    ):
        torch.npu.set_fusion("epilog", False)


def test_the_environment_switches_fusions_off(monkeypatch):
    switches.setting.choose(None)
    monkeypatch.setenv("NPUSIM_NO_FUSE", "prologue, horizontal")
    assert switches.switched_off() == {"prologue", "horizontal"}
    monkeypatch.setenv("NPUSIM_NO_FUSE", "all")
    assert switches.switched_off() == set(switches.FUSIONS)
    monkeypatch.setenv("NPUSIM_NO_FUSE", "prolog")
    with pytest.raises(OptionError, match="NPUSIM_NO_FUSE: there is no fusion called 'prolog'"):
        switches.switched_off()


def test_inspect_says_what_was_fused_and_what_was_not(device, tmp_path, capsys):
    torch._dynamo.reset()
    with simulator("tpuv3", "functional", tmp_path) as simulation:
        torch.compile(lambda x, w, o: torch.relu(x @ w) @ o)(*(t.to(device) for t in (X, W, O)))
    inspect_run(simulation.run_dir, None, None, list_only=True)
    text = capsys.readouterr().out
    assert "fusions   epilogue: op0 (gemm) -> op1" in text
    assert "apart     " in text
    assert "[epilogue]" in text


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_fused_nodes_of_which_no_tiles_fit_are_several_kernels(device, dtype):
    machine = load_machine("small8x8").evolve(scratchpad_kib_per_lane=2)
    inputs = [values(37, 65 + number)[:, :65].contiguous().to(dtype) for number in range(24)]

    def pairs(*given):
        products = [torch.sin(one) * other for one, other in itertools.pairwise(given)]
        return *products, sum(each * each for each in products)

    launched = kernels(pairs, device, *inputs, machine=machine)
    assert len(launched) > len(kernels(pairs, device, *inputs))
    assert "no tiles of both fit the scratchpad" in reasons(launched[0])


def test_a_result_may_take_the_place_of_what_an_earlier_kernel_of_the_same_nodes_computed(device):
    """The losses lie where the rows' maxima were, which the first of two kernels computes for the second."""
    machine = load_machine("small8x8").evolve(scratchpad_kib_per_lane=8)

    def losses(x, targets):
        return torch.nn.functional.nll_loss(torch.erfinv(torch.tanh(x) * 0.9).log_softmax(1), targets, reduction="none")

    x, targets = values(15, 15), torch.arange(15)
    with simulator(machine, "functional"):
        found, (code,) = run_and_get_code(torch.compile(losses), x.to(device), targets.to(device))
    torch.testing.assert_close(found.cpu(), losses(x, targets))
    assert "# reuse" in code


def test_rows_that_a_mask_repeats_for_are_no_epilogue(device):
    """Tiles of the product's rows would gather the mask at remainders: 35,880 cycles, 24,914 in two kernels."""
    heads, size, width = 16, 256, 64

    def scores(q, k, mask):
        return torch.softmax((q @ k).view(heads, size, size) + mask, -1)

    inputs = values(heads * size, width), values(width, size), values(size, size)
    product, _ = kernels(scores, device, *inputs, machine="tpuv6e")
    assert "tiles that cover whole rows would be slower" in reasons(product)[0]
