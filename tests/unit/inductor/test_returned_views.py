"""Results that are views with symbolic sizes have the strides and the place of eager PyTorch's, and its memory.

AOTAutograd makes them anew by the strides of what Inductor returns, which for these programs were those of a copy.
"""

import pytest
import torch


def chunks(x):
    return x.chunk(2, 0)[0].unfold(0, 3, 2).unfold(2, 2, 1)


def diagonals(x):
    places = x.diagonal(0, 0, 1).diagonal()
    return places.narrow(0, 1, places.shape[0] - 1)


def behind_an_update(x):
    x.add_(1)
    return diagonals(x)


def expanded(x):
    x.mul_(2)
    return x.unfold(1, 2, 1).select(2, 0).unsqueeze(0).expand(2, -1, -1, -1, -1).chunk(2, 3)[0]


def of_a_result(x):
    y = x * 2
    return y.diagonal(0, 0, 1).narrow(0, 1, 2), y.unfold(0, 3, 2).unfold(2, 2, 1), y


PROGRAMS = {each.__name__: each for each in (chunks, diagonals, behind_an_update, expanded, of_a_result)}


@pytest.mark.covering
@pytest.mark.parametrize("has_gradient", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_views_are_those_of_eager_pytorch(device, name, has_gradient):
    program = PROGRAMS[name]
    compiled = torch.compile(program, dynamic=True, fullgraph=True)
    for shape in ((5, 4, 3, 2), (7, 5, 6, 3)):
        storage = torch.arange(2.0 + torch.Size(shape).numel())
        given, moved = (storage.to(each)[2:].view(shape).requires_grad_(has_gradient) for each in ("cpu", device))
        if name in ("behind_an_update", "expanded"):
            given, moved = given.clone(), moved.clone()
        expected, found = program(given), compiled(moved)
        expected, found = ((each,) if isinstance(each, torch.Tensor) else each for each in (expected, found))
        for one, other in zip(found, expected, strict=True):
            torch.testing.assert_close(one.detach().cpu(), other.detach())
            assert (one.stride(), one.storage_offset()) == (other.stride(), other.storage_offset())
        if has_gradient and name in ("chunks", "expanded"):
            continue  # PyTorch gives compiled parts of a chunk memory of their own where there are gradients
        bases = (found[-1], expected[-1]) if name == "of_a_result" else (moved, given)
        with torch.no_grad():
            for view in (found[0], expected[0]):
                view.select(0, 0).add_(1)
        torch.testing.assert_close(bases[0].detach().cpu(), bases[1].detach())
