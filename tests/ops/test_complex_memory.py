"""Complex tensors in memory: inputs changed in place, lazy conjugates and negatives, strided views."""

import pytest
import torch
from common import check, make
from npusim.simulator.errors import UnsupportedError
from test_complex import numbers

pytestmark = pytest.mark.usefixtures("no_host_operators")


@pytest.mark.covering("rows-transposed", "rows-part", "rows-pairs", "columns-diagonal")
@pytest.mark.parametrize(
    "change",
    [
        lambda a, b: a.mul_(b),
        lambda a, b: a.t().add_(b.t()),
        lambda a, b: a[1:].zero_(),
        lambda a, b: a.copy_(b.real),
        lambda a, b: torch.view_as_real(a).mul_(2),
        lambda a, b: a.fill_diagonal_(1j),
    ],
    ids=["whole", "transposed", "part", "real", "pairs", "diagonal"],
)
@pytest.mark.parametrize("shape", [(5, 7), (7, 5)], ids=["rows", "columns"])
def test_inputs_are_changed_in_place(device, change, shape):
    def program(a, b):
        change(a, b)
        return a.sum()

    a, b = numbers((5, 7)), numbers((5, 7), seed=1)
    a = a if shape == a.shape else numbers(shape).t()
    on_device = a.to(device)
    torch._dynamo.reset()
    result = torch.compile(program, fullgraph=True)(on_device, b.to(device))
    torch.testing.assert_close(result.cpu(), program(a, b))
    torch.testing.assert_close(on_device.cpu(), a)


def test_a_lazy_conjugate_may_come_in_and_go_out(device):
    torch._dynamo.reset()
    z = numbers((5, 7))
    result = torch.compile(lambda z: (z * 2, z.conj()))(z.to(device).conj())
    torch.testing.assert_close([each.cpu() for each in result], [z.conj() * 2, z])


def test_a_lazy_conjugate_may_be_changed_in_place(device):
    def program(z):
        before = z * 2
        z.real.add_(1)
        return before, z.mul_(1j)

    torch._dynamo.reset()
    z = numbers((5, 7))
    on_device = z.to(device)
    results = torch.compile(program, fullgraph=True)(on_device.mH)
    torch.testing.assert_close([each.cpu() for each in results], list(program(z.mH)))
    torch.testing.assert_close(on_device.cpu(), z)


@pytest.mark.parametrize(
    "function",
    [
        lambda z: z.as_strided((2, 3), (1, 2), 1),
        lambda z: torch.view_as_real(z)[1:].as_strided((2, 3), (1, 2), 1),
        lambda z: z.abs().as_strided_scatter(z.real[:2, :3], (2, 3), (1, 2), 1),
        lambda z: z.fill_diagonal_(1j),
    ],
    ids=["numbers", "part of pairs", "real", "written"],
)
def test_strided_views_see_memory_as_eager_pytorch_lays_it_out(device, function):
    """The first operand decides about the order; the rule for products has the real one last."""
    check(lambda z, w: function(z.real * w.mT) * 2, numbers((5, 7)), numbers((7, 5), seed=1), device=device)


def test_a_part_of_strided_views_is_added_to_itself(device):
    """Views of views of the complex tensor share memory with its pairs, which are not changed before all have read."""

    def program(z):
        part = z.as_strided((2, 2), (2, 1)).imag
        part.cos_()
        order = torch.tensor([1, 0], device=z.device)
        for each in (part, torch.view_as_real(z)):
            each.index_add_(0, order, each[:2].clone())
        return torch.view_as_real(z).as_strided((2, 2), (2, 1))

    torch._dynamo.reset()
    z = numbers((4, 4))
    on_device = z.to(device)
    torch.testing.assert_close(torch.compile(program, fullgraph=True)(on_device).cpu(), program(z))
    torch.testing.assert_close(on_device.cpu(), z)


def test_a_lazy_negative_may_come_in(device):
    torch._dynamo.reset()
    given = torch._neg_view(make((5, 7)).to(device))
    result = torch.compile(lambda x: x * 2 + 1)(given)
    torch.testing.assert_close(result.cpu(), make((5, 7)) * -2 + 1)
    with pytest.raises(UnsupportedError, match="resolve_neg"):
        torch.compile(lambda x: x.mul_(2))(given)


@pytest.mark.covering
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize(
    "function",
    [
        lambda z: (z.mH, z, z.conj()[1:], z.real, torch.view_as_real(z)[0], z.unflatten(1, (2, 2)), z.expand(2, 4, 4)),
        lambda z: (z.conj().conj()[0], z[None].squeeze(), z.diagonal(1), z.unfold(0, 2, 1), z.split(2)[1], z.mT[1]),
        lambda z: (z.conj(), torch.view_as_complex(torch.view_as_real(z * 2).exp()), torch.cumsum(z, 0).mT),
        lambda z: (z.sum(), z.as_strided((2, 2), (1, 2), 1), z.as_strided((3,), (2,))),
        lambda z: (lambda w: (w[1:], w.conj(), w.real, w.imag))(torch.view_as_complex(z.abs().unflatten(1, (2, 2)))),
    ],
    ids=["views", "views that go by parts", "some", "strided", "of a real tensor"],
)
def test_results_share_memory_as_in_eager_pytorch(device, function, dynamic):
    """A later change of one is seen in the others."""

    def changed(place, run_it):
        results = run_it(numbers((4, 4)).to(place))
        for number, result in enumerate(results):
            result[:1].fill_(number) if result.dim() else result.fill_(number)
        return [each.cpu() for each in results]

    torch._dynamo.reset()
    program = lambda z: function(z.exp())  # noqa: E731
    compiled = torch.compile(program, fullgraph=True, dynamic=dynamic)
    torch.testing.assert_close(changed(device, compiled), changed("cpu", program))


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("is_lazy", [False, True], ids=["gradients in memory", "lazy gradients"])
def test_results_may_be_lazy_and_so_may_be_their_gradients(device, is_lazy):
    """Autograd hands a backward graph what it is given, lazy or not, whatever it was in the trace."""

    def function(z):
        w = torch.exp(z * 0.5)
        return w.conj(), (z * 2).mH, z.abs()

    def gradient_of(result, place):
        gradient = numbers(result.shape).to(result.dtype)
        if not is_lazy:
            return gradient.to(place)
        is_complex = gradient.is_complex()
        return gradient.conj_physical().to(place).conj() if is_complex else torch._neg_view((-gradient).to(place))

    torch._dynamo.reset()
    found = []
    for place, run_it in (("cpu", function), (device, torch.compile(function, fullgraph=True))):
        z = numbers((3, 4)).to(place).requires_grad_()
        results = run_it(z)
        found.append(torch.autograd.grad(results, z, [gradient_of(each, place) for each in results])[0].cpu())
    torch.testing.assert_close(*found)
