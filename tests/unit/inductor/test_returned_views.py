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


@pytest.mark.covering(in_ci=["of_a_result-True", "diagonals-False"])
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


COMPLEX = {
    "chunks": lambda x: x.chunk(3, 1),
    "broadcast": lambda x: x[:, :, :1].expand(x.shape),
    "conjugates": lambda x: x.conj().chunk(2, 1),
    "real_parts": lambda x: [each.real for each in x.chunk(2, 1)],
    "updated": lambda x: (x.mul_(2), x.chunk(2, 1))[1],
}


@pytest.mark.covering("real_parts")
@pytest.mark.parametrize("name", COMPLEX)
def test_views_of_complex_inputs_are_those_of_eager_pytorch(device, name):
    compiled = torch.compile(COMPLEX[name], dynamic=True, fullgraph=True)
    for shape in ((4, 5, 6), (5, 7, 3)):
        storage = torch.randn(shape[0] + 1, *shape[1:], dtype=torch.complex64)
        expected, found = (COMPLEX[name](storage.clone()[1:]), compiled(storage.to(device)[1:]))
        expected, found = ((each,) if isinstance(each, torch.Tensor) else each for each in (expected, found))
        for one, other in zip(found, expected, strict=True):
            torch.testing.assert_close(one.cpu(), other)
            assert (one.stride(), one.storage_offset()) == (other.stride(), other.storage_offset())
            assert one.is_conj() == other.is_conj()


def second_half(x):
    x.mul_(2)
    return x.chunk(2, 1)[1]


def two_views(x):
    x.add_(1)
    return x.narrow(0, 1, x.shape[0] - 2), x.t()[1:]


def of_an_updated_view(x):
    half = x.chunk(2, 1)[1]
    half.mul_(2)
    return half


def written_by_index(x):
    first, second = x.chunk(2, 1)
    first[1:] = first[:-1].clone()
    return second


def copied_into(x):
    x.copy_(torch.full_like(x, 3))
    return x.chunk(2, 0)[1].diagonal()


def assert_same_views(found, expected, memory, expected_memory):
    pairs = zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
    for one, other in pairs:
        torch.testing.assert_close(one.cpu(), other)
        assert (one.stride(), one.storage_offset()) == (other.stride(), other.storage_offset())
        assert one.untyped_storage().data_ptr() == memory.untyped_storage().data_ptr()
    torch.testing.assert_close(memory.cpu(), expected_memory)


INPUTS = {
    "behind an offset": lambda memory: memory[5:].view(5, 11)[:4],
    "with gaps": lambda memory: memory.view(6, 10)[1:, ::2],
    "transposed": lambda memory: memory[6:].view(6, 9).t(),
}


UPDATES = [second_half, two_views, of_an_updated_view, written_by_index, copied_into]


@pytest.mark.parametrize("update", UPDATES)
@pytest.mark.parametrize("given", INPUTS)
def test_views_of_an_updated_input_lie_where_it_lies(device, update, given):
    """AOTAutograd took them of the update: its first element and its strides are others than the input's."""
    memory, moved = torch.arange(60.0), torch.arange(60.0).to(device)
    expected = update(INPUTS[given](memory))
    found = torch.compile(update, dynamic=True, fullgraph=True)(INPUTS[given](moved))
    assert_same_views(found, expected, moved, memory)


def halves(first, second):
    first.mul_(2)
    return second.chunk(2)[1], first.t()


def elements(first, second):
    first.add_(1)
    return second[1:3]


SHARING = {
    "overlapping rows": lambda memory: (memory[5:45].view(8, 5)[:4], memory[5:45].view(8, 5)[2:6]),
    "halves of rows": lambda memory: memory.view(8, 10)[1:7].chunk(2, 1),
    "part and whole": lambda memory: (memory[3:43].view(8, 5)[1:], memory[3:43].view(8, 5)),
    "vectors": lambda memory: (memory[2:9], memory[5:12]),
}


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("given", SHARING)
def test_views_of_inputs_that_share_memory(device, given, dynamic):
    """AOTAutograd took a view of one of them of all their memory: an error about shapes, or other elements."""
    update = elements if given == "vectors" else halves
    memory, moved = torch.arange(80.0), torch.arange(80.0).to(device)
    expected = update(*SHARING[given](memory))
    found = torch.compile(update, dynamic=dynamic, fullgraph=True)(*SHARING[given](moved))
    assert_same_views(found, expected, moved, memory)
