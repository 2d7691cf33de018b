"""LSTM, GRU and RNN: one kernel for all steps of a layer in one direction, forward and backward, against the CPU."""

import copy

import pytest
import torch
from common import compare, compare_or_nearer, main, make, require, require_floating
from mapping_support import mappings, written
from npusim.frontend.inductor.core_api import tree_leaves, tree_map
from npusim.mlir_templates.recurrent.operators import recurrent, recurrent_backward
from recurrent_support import NETWORKS, network, states
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence

HALF = {"rtol": 2e-2, "atol": 6e-2}
"""Gates and states are rounded to the dtype at every step, on the CPU in other places."""


def run(device, shape, dtype=torch.float32):
    """Steps, rows, features and hidden features of a network of each kind."""
    require_floating(dtype)
    require(len(shape) == 4 and min(shape) > 0, "--shape needs steps, rows, features and hidden features, at least one")
    tolerances = HALF if dtype.itemsize < 4 else {}
    agree(device, *(network(kind, *shape[2:], dtype=dtype) for kind in NETWORKS), shape=shape[:2], **tolerances)


def agree(device, *nets, shape, with_states=True, call=None, **tolerances):
    """Compiled on the device and eager on the CPU, in one graph: results, last states and gradients of everything."""
    torch._dynamo.reset()
    torch.npu.reset_fallback_counts()
    cases = [(net, inputs(net, shape), states(net, shape[1]) if with_states else None) for net in nets]
    call = call or (lambda net, x, state: net(x, state))

    def whole(given):
        return [call(*each) for each in given]

    expected = with_gradients(whole, cases, "cpu")
    found = with_gradients(torch.compile(whole, fullgraph=True), cases, device)
    assert "aten::lstm" not in str(torch.npu.fallback_counts()) and "_thnn" not in str(torch.npu.fallback_counts())
    compare(found, expected, **tolerances)


def inputs(net, shape):
    """Inputs of the network for so many steps and rows."""
    steps, rows = reversed(shape) if net.batch_first else shape
    return make((steps, rows, net.input_size), next(net.parameters()).dtype, seed=3)


def with_gradients(call, cases, place):
    """Results of networks, then the gradients of inputs, first states and parameters."""
    cases = [(copy.deepcopy(net).to(place), *tree_map(lambda x: wanted(x, place), rest)) for net, *rest in cases]
    found = tree_leaves(call(cases))
    wants = [x for net, *rest in cases for x in (*tree_leaves(rest), *net.parameters()) if x is not None]
    weights = [make(x.shape, x.dtype, seed=9).to(place) for x in found]
    return [*(x.detach() for x in found), *torch.autograd.grad(found, wants, weights)]


def wanted(x, place):
    return None if x is None else x.detach().to(place).requires_grad_()


def test_every_kind_and_its_gradients(device):
    agree(device, *(network(kind, 9, 20) for kind in NETWORKS), shape=(3, 5))


@pytest.mark.slow
def test_several_layers_in_both_directions_with_rows_first(device):
    options = {"bidirectional": True, "batch_first": True}
    agree(device, network("lstm", 7, 11, num_layers=2, **options), shape=(4, 3))


@pytest.mark.slow
def test_networks_without_biases_and_without_first_states(device):
    nets = [network(kind, 7, 5, bias=False) for kind in NETWORKS]
    agree(device, *nets, shape=(1, 1), with_states=False, call=lambda net, x, _: net(x))


@pytest.mark.slow
def test_states_that_are_zero_are_no_inputs_and_cost_no_launch(device):
    net = network("lstm", 7, 5, bidirectional=True).to(device)
    x = inputs(net, (3, 2)).to(device)
    with torch.npu.simulator(mode="functional") as simulation:
        outputs, _ = torch.compile(net, fullgraph=True)(x)
        outputs.backward(torch.ones_like(outputs))
        kernels = [kernel.name for kernel in simulation.report().kernels]
    steps = [name for name in kernels if "recurrent" in name]
    assert not [name for name in kernels if name.startswith("npu_fused_full") and name not in steps]


@pytest.mark.slow
def test_projections_of_hidden_states(device):
    agree(device, network("lstm", 7, 11, proj_size=5), shape=(4, 3))


@pytest.mark.slow
@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_dtypes(device, dtype):
    tolerances = HALF if dtype.itemsize < 4 else {}
    agree(device, network("gru", 9, 20, dtype), network("lstm", 9, 20, dtype), shape=(5, 3), **tolerances)


@pytest.mark.slow
@pytest.mark.covering("3-33-130-gru", "2-5-512-rnn_tanh", "129-1-1-lstm")
@pytest.mark.parametrize("kind", NETWORKS)
@pytest.mark.parametrize(("steps", "rows", "hidden"), [(129, 1, 1), (3, 33, 130), (2, 5, 512), (129, 33, 20)])
def test_odd_sizes(device, kind, steps, rows, hidden):
    torch._dynamo.reset()  # `first_results` is compiled for each case
    net, x = network(kind, 9, hidden), make((steps, rows, 9))

    def results(x):
        return tuple(tree_leaves(copy.deepcopy(net).to(x.dtype)(x)))

    with torch.no_grad():
        found = torch.compile(copy.deepcopy(net).to(device), fullgraph=True)(x.to(device))
        compare_or_nearer(results, [x], tuple(tree_leaves(found)), results(x))
    wide = copy.deepcopy(net).double()
    gradients = [with_gradients(make_call, [(n, inputs(n, (steps, rows)), None)], place) for make_call, n, place in (
        (torch.compile(first_results, fullgraph=True), net, device), (first_results, net, "cpu"),
        (first_results, wide, "cpu"))]  # fmt: skip
    rounding = max(1e-6, 2 * steps**0.5 * torch.finfo(torch.float32).eps)  # of sums over steps; hosts differ
    for ours, theirs, exact in zip(*gradients, strict=True):
        scale = exact.abs().max()
        assert (ours.cpu() - exact).abs().max() <= 2 * (theirs - exact).abs().max() + rounding * scale


def first_results(cases):
    return [net(x)[0] for net, x, _ in cases]


# -- sizes


@pytest.mark.slow
def test_one_compilation_serves_all_numbers_of_steps_and_rows(device):
    torch._dynamo.reset()
    nets = [network("lstm", 7, 6), network("gru", 7, 6, bidirectional=True)]
    moved = [copy.deepcopy(net).to(device) for net in nets]
    compiled = torch.compile(lambda x: [net(x) for net in moved], dynamic=True, fullgraph=True)
    launched = []
    with torch.no_grad(), torch._dynamo.config.patch(error_on_recompile=True):
        for steps, rows in ((3, 5), (17, 2), (2, 33)):
            x = make((steps, rows, 7), seed=steps)
            with torch.npu.simulator() as simulation:
                compare(tree_leaves(compiled(x.to(device))), tree_leaves([net(x) for net in nets]))
                launched.append([kernel.name for kernel in simulation.report().kernels])
    assert launched[0] == launched[1] == launched[2]


def test_batches_without_rows_and_inputs_without_a_batch(device):
    net = network("lstm", 5, 6)
    moved = copy.deepcopy(net).to(device)
    with torch.no_grad():
        for x in (make((3, 0, 5)), make((3, 5))):
            torch._dynamo.reset()
            compare(*(tree_leaves(each) for each in (torch.compile(moved, fullgraph=True)(x.to(device)), net(x))))


# -- packed batches


@pytest.mark.parametrize(
    "options",
    [
        {},
        pytest.param({"bidirectional": True, "num_layers": 2}, marks=pytest.mark.nightly),
        pytest.param({"proj_size": 3}, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_packed_batches_and_their_gradients(device, options):
    net = network("lstm", 5, 6, **options)
    packed = pack_padded_sequence(make((5, 3, 5)), torch.tensor([5, 3, 2]))

    def call(net, data, state):
        outputs, last = net(PackedSequence(data, packed.batch_sizes))
        return outputs.data, last

    agree_packed(device, net, packed.data, call, fullgraph=True)


@pytest.mark.slow
def test_packed_batches_of_one_state(device):
    packed = pack_padded_sequence(make((5, 3, 5)), torch.tensor([5, 3, 2]))

    def call(net, data, state):
        outputs, last = net(PackedSequence(data, packed.batch_sizes), state)
        return outputs.data, last

    for kind in ("gru", "rnn_tanh"):
        net = network(kind, 5, 6, bidirectional=True)
        agree_packed(device, net, packed.data, call, states(net, 3))


def agree_packed(device, net, data, call, state=None, **options):
    torch._dynamo.reset()
    cases = [(net, data, state)]

    def whole(given):
        return [call(*each) for each in given]

    compare(
        with_gradients(torch.compile(whole, **options), cases, device),
        with_gradients(whole, cases, "cpu"),
    )


# -- mappings


@pytest.mark.slow
@pytest.mark.covering("gru-lengths", "lstm-whole", "rnn_relu-lengths")
@pytest.mark.parametrize("lengths", [None, torch.tensor([4, 1, 0, 3, 4])], ids=["whole", "lengths"])
@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn_relu"])
def test_tiles_of_states_and_weights_that_do_not_stay(device, tmp_path, kind, lengths):
    streamed = {"TILE_B": 2, "TILE_J": 128, "WEIGHTS": "STREAMED"}
    for entry in (streamed, {**streamed, "WEIGHTS": "RESIDENT"}, {**streamed, "TILE_J": 1000}):
        file = written(tmp_path, {"recurrent": {"*": entry}, "recurrent_backward": {"*": entry}})
        agree_as_operators(device, kind, (4, 5, 150), lengths, file)


def agree_as_operators(device, kind, shape, lengths, file):
    """The operators of one layer, whose bodies are PyTorch's, on the device and in float64 on the CPU."""
    steps, rows, hidden = shape
    gates = {"lstm": 4, "gru": 3}.get(kind, 1)
    tensors = [make((steps, rows, gates * hidden)), make((gates * hidden, hidden)) / hidden**0.5]
    tensors += [make((hidden,)) if kind == "gru" else None, make((rows, hidden), seed=1)]
    tensors += [make((rows, hidden), seed=2) if kind == "lstm" else None, lengths]
    kept = recurrent(kind, *wide(tensors), True, True)
    grads = [make(x.shape, seed=7) for x in kept[:2]] + [make((rows, hidden), seed=8) if kind == "lstm" else None]
    saved = [tensors[1], kept[0].float(), kept[3].float(), kept[4].float(), *grads, lengths]
    exact = [*kept, *recurrent_backward(kind, *wide(saved), True)]

    def both(forward, backward):
        return [*recurrent(kind, *forward, True, True), *recurrent_backward(kind, *backward, True)]

    torch._dynamo.reset()
    moved = [[None if x is None else x.to(device) for x in each] for each in (tensors, saved)]
    with torch.npu.simulator(mapping=file) as simulation:
        found = torch.compile(both, fullgraph=True)(*moved)
        blocks = [block for block, _ in mappings(simulation)]
    assert [block["strategy"] for block in blocks] == ["external"] * 2
    for ours, right in zip(found, exact, strict=True):
        torch.testing.assert_close(ours.cpu(), right.float())


def wide(tensors):
    return [x.double() if x is not None and x.is_floating_point() else x for x in tensors]


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("wants_gradient", [False, True])
def test_a_last_state_that_a_sum_reads_in_a_program_with_symbolic_sizes(device, wants_gradient):
    torch._dynamo.reset()
    net, x = network("lstm", 5, 7, batch_first=True), make((4, 2, 5), seed=1)
    there, given = copy.deepcopy(net).to(device), x.to(device).requires_grad_(wants_gradient)

    def scaled(net, x):
        outputs, (_, cell) = net(x)
        return outputs * (1 + cell.sum() * 0.01)

    scaled(net, x).square().mean().backward()
    torch.compile(scaled, fullgraph=True, dynamic=True)(there, given).square().mean().backward()
    compare([p.grad for p in there.parameters()], [p.grad for p in net.parameters()])


# -- what is around


@pytest.mark.slow
def test_dropout_between_layers_changes_what_the_second_layer_sees(device):
    torch._dynamo.reset()
    net, x = network("lstm", 5, 64, num_layers=2, dropout=0.5).to(device), make((3, 2, 5)).to(device)
    compiled = torch.compile(lambda x: (net(x), net(x)), fullgraph=True)
    with torch.no_grad():
        (first, (hidden, _)), (second, (again, _)) = compiled(x)
    assert not torch.equal(first.cpu(), second.cpu()) and torch.equal(hidden[0].cpu(), again[0].cpu())


def test_autocast_computes_in_the_narrow_dtype(device):
    torch._dynamo.reset()
    net, x = network("gru", 5, 6), make((3, 2, 5))
    with torch.no_grad(), torch.autocast("npu", torch.bfloat16):
        outputs, _ = torch.compile(copy.deepcopy(net).to(device), fullgraph=True)(x.to(device))
    assert outputs.dtype == torch.bfloat16
    torch.testing.assert_close(outputs.cpu().float(), net(x)[0], **HALF)


def test_networks_on_the_cpu_are_left_to_pytorch():
    torch._dynamo.reset()
    with pytest.raises(torch._dynamo.exc.Unsupported, match="RNN, GRU, or LSTM"):
        torch.compile(network("lstm", 5, 6), fullgraph=True, backend="eager")(make((3, 2, 5)))


def test_eager_networks_run_their_kernel(device):
    net, x = network("gru", 5, 6), make((3, 2, 5))
    with torch.npu.set_eager_mode("compile"), torch.npu.simulator() as simulation:
        compare(*(tree_leaves(each) for each in (copy.deepcopy(net).to(device)(x.to(device)), net(x))))
        assert sum("recurrent" in kernel.name for kernel in simulation.report().kernels) == 1


@pytest.mark.slow
def test_pytorch_finds_the_operators_well_defined():
    for kind in ("lstm", "gru"):
        gates = {"lstm": 4, "gru": 3}[kind]
        tensors = [make((3, 2, gates * 4)), make((gates * 4, 4)), make((4,)) if kind == "gru" else None]
        tensors += [make((2, 4)), make((2, 4)) if kind == "lstm" else None]
        arguments = [x.requires_grad_() if x is not None else x for x in tensors]
        torch.library.opcheck(recurrent, (kind, *arguments, None, False, True))


if __name__ == "__main__":
    main("recurrent_networks", run, [(1, 1, 1, 1), (3, 5, 9, 11)], "(4,16,32,64)", "STEPS,ROWS,FEATURES,HIDDEN")
