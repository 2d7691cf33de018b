"""What is recognised as an arithmetic progression while a graph is lowered."""

import pytest
import torch
from torch.nn.functional import embedding_bag


@pytest.fixture
def seen(device, monkeypatch):
    """Compiles bags whose offsets a function makes of their indices, and gives what they were recognised as."""
    from npusim.mlir_templates.segment_reduce import lowering

    found, recognise = [], lowering.progression
    monkeypatch.setattr(lowering, "progression", lambda box: found.append(recognise(box)) or found[-1])

    def run(make_offsets):
        torch._dynamo.reset()
        function = lambda table, indices: embedding_bag(indices, table, make_offsets(indices), mode="sum")  # noqa: E731
        table, indices = torch.ones(12, 3).to(device), torch.arange(12).to(device)
        result = torch.compile(function)(table, indices)
        expected = function(table.cpu(), indices.cpu())
        torch.testing.assert_close(result.cpu(), expected)
        return found[-1]

    return run


def test_a_range_is_one(seen):
    assert seen(lambda i: torch.arange(0, 12, 4, device=i.device)) == (0, 4)


def test_a_range_that_is_scaled_is_one(seen):
    assert seen(lambda i: torch.arange(3, device=i.device) * 4) == (0, 4)


def test_what_is_computed_from_data_is_none(seen):
    assert seen(lambda i: i[::4] * 1) is None


def test_what_is_computed_from_sums_is_none(seen):
    assert seen(lambda i: (i.view(3, 4).sum(1) - 6) // 16 * 4) is None


def test_squares_are_none(seen):
    assert seen(lambda i: torch.arange(3, device=i.device) * torch.arange(3, device=i.device)) is None


@pytest.mark.parametrize(
    "make_offsets",
    [
        lambda i: (torch.arange(3, device=i.device) * 0.5).to(torch.int64),
        lambda i: torch.arange(0, 12, 4, device=i.device).to(torch.int8).to(torch.int64),
    ],
    ids=["halves", "narrow integers"],
)
def test_what_passes_through_a_type_that_may_change_it_is_none(seen, make_offsets):
    assert seen(make_offsets) is None
