"""Derivatives of LSTM, GRU and RNN beside the backward: in forward mode, and those of `torch.func`."""

import copy
import functools

import pytest
import torch
from common import compare, make
from npusim.frontend.inductor.core_api import tree_leaves, tree_map
from recurrent_support import NETWORKS, network, states
from torch.autograd import forward_ad
from torch.func import functional_call, grad, jvp
from torch.nn.utils.rnn import PackedSequence

DERIVATIVES = {
    "jvp": lambda f, x, p: jvp(f, (x, p), (x.cos(), tree_map(torch.sin, p))),
    "grad": lambda f, x, p: grad(lambda x, p: square(f(x, p)), argnums=(0, 1))(x, p),
    "forward over reverse": lambda f, x, p: jvp(grad(lambda x: square(f(x, p))), (x,), (x.cos(),))[1],
    "reverse over reverse": lambda f, x, p: grad(lambda x: square(grad(lambda x: square(f(x, p)))(x)))(x),
}


def square(tensors):
    return sum((x * x).sum() for x in tensors)


def derivatives(net, names):
    """Of all results of a network with respect to its input and its parameters."""
    operator, both_directions = getattr(torch, net.mode.lower()), net.bidirectional
    first = tree_map(torch.zeros_like, states(net, 3))

    def call(x, parameters):  # not the module, whose parameters `functional_call` cannot replace in a traced program
        moved = tree_map(lambda state: state.to(x.device), first)
        return operator(x, moved, parameters, True, 1, 0.0, False, both_directions, False)[:2]

    return lambda x, parameters: [DERIVATIVES[name](call, x, parameters) for name in names]


def derivatives_agree(device, nets, x, names, run=lambda function: function):
    def found(place, run):
        cases = [(derivatives(net, names), [p.detach().to(place) for p in net.parameters()]) for net in nets]
        return tree_leaves(run(lambda x: [function(x, parameters) for function, parameters in cases])(x.to(place)))

    torch._dynamo.reset()
    with torch.backends.mkldnn.flags(enabled=False):  # whose LSTM has no derivative in forward mode
        expected = found("cpu", lambda function: function)
    compare(found(device, run), expected)


def test_derivatives_in_forward_mode_and_of_functions(device):
    nets = [network(kind, 4, 3) for kind in NETWORKS]
    derivatives_agree(device, nets, make((2, 3, 4), seed=1), DERIVATIVES)


@pytest.mark.slow
@pytest.mark.covering("grad-rnn_tanh", "jvp-gru", "grad-gru", "jvp-lstm", "forward over reverse-rnn_tanh")
@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn_tanh"])
@pytest.mark.parametrize("name", ["jvp", "grad", "forward over reverse"])
def test_compiled_derivatives_in_forward_mode_and_of_functions(device, kind, name):
    options = {"proj_size": 2, "bidirectional": True} if kind == "lstm" else {}
    compiled = functools.partial(torch.compile, fullgraph=True)
    derivatives_agree(device, [network(kind, 4, 3, **options)], make((2, 3, 4), seed=1), [name], compiled)


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
def test_derivatives_of_packed_batches(device, compiled):
    """Against whole batches whose rows are taken, since PyTorch's own derivatives of packed ones fail."""
    net, data, sizes = network("gru", 4, 3).requires_grad_(False), make((6, 4), seed=1), torch.tensor([3, 2, 1])
    places = (torch.arange(3) < sizes[:, None]).flatten().nonzero().flatten()

    def whole(data):
        return net(torch.zeros(9, 4).index_copy(0, places, data).view(3, 3, 4))[0].flatten(0, 1)[places]

    def both(call, data):
        return [jvp(call, (data,), (data.cos(),))[1], grad(lambda data: square([call(data)]))(data)]

    torch._dynamo.reset()
    expected, there = both(whole, data), copy.deepcopy(net).to(device)
    of_packed = functools.partial(both, lambda data: there(PackedSequence(data, sizes))[0].data)
    compare((torch.compile(of_packed) if compiled else of_packed)(data.to(device)), expected)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("wants_gradients", [False, True])
def test_tangents_of_dual_tensors(device, wants_gradients):
    net, x = network("lstm", 4, 3).requires_grad_(wants_gradients), make((2, 3, 4), seed=1)

    def tangent(net, x):
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(net(forward_ad.make_dual(x, x.cos()))[0]).tangent

    with torch.backends.mkldnn.flags(enabled=False):
        expected = tangent(net, x)
    torch._dynamo.reset()
    for run in (tangent, torch.compile(tangent, fullgraph=True)):
        compare([run(net.to(device), x.to(device)).detach()], [expected.detach()])


def test_gradients_of_each_sequence_of_a_batch(device):
    net, sequences = network("lstm", 4, 3).to(device), make((5, 2, 4), seed=1).to(device)
    parameters = {name: p.detach() for name, p in net.named_parameters()}
    gradients = grad(lambda p, x: square(functional_call(net, p, (x,))[:1]))
    found = torch.vmap(gradients, (None, 0))(parameters, sequences)
    one_by_one = [gradients(parameters, x) for x in sequences]
    compare([found[name] for name in parameters], [torch.stack([g[name] for g in one_by_one]).cpu() for name in found])


@pytest.mark.covering("gru")
@pytest.mark.parametrize("kind", ["lstm", "gru"])
def test_eager_gradients_have_gradients(device, kind):
    """Of a packed batch, whose first states depend on the parameters that they meet."""
    net, x, sizes = network(kind, 4, 3), make((6, 4), seed=1), torch.tensor([3, 2, 1])

    def penalty(net, x):
        x, weights = x.detach().requires_grad_(), [net.weight_hh_l0, net.weight_ih_l0]
        first = tree_map(lambda state: state.to(x.device) + weights[0].sum(), states(net, 3))
        results = tree_leaves(net(PackedSequence(x, sizes), first))
        floats = [y for y in results if isinstance(y, torch.Tensor) and y.is_floating_point()]
        slope = torch.autograd.grad(square(floats), [x, weights[1]], create_graph=True)
        return [y.detach() for y in (*slope, *torch.autograd.grad(square(slope), [x, *weights]))]

    expected = penalty(net, x)
    compare(penalty(copy.deepcopy(net).to(device), x.to(device)), expected)
