"""Indices of dimensions without elements: none is right, and every one is an error."""

import pytest
import torch
from npusim.simulator.errors import IndexOutOfRangeError
from torch.nn import functional as F

X = torch.randn(10, 6, generator=torch.Generator().manual_seed(0))


def run(device, function, arguments, **options):
    torch._dynamo.reset()
    return torch.compile(function, **options)(*(a.to(device) for a in arguments)).cpu()


OF_NOTHING = {
    "rows": lambda x, m: x[m.nonzero()[:, 0]],
    "rows computed before": lambda x, m: (x.sin() + 1)[m.nonzero()[:, 0]],
    "whole numbers": lambda x, m: x.long().reshape(-1)[m.nonzero()[:, 0]],
    "complex numbers": lambda x, m: (x + 1j)[m.nonzero()[:, 0]],
    "columns": lambda x, m: x.t()[:, m.nonzero()[:, 0] - 7],
    "two dimensions": lambda x, m: x[m.nonzero()[:, 0], m.nonzero()[:, 0] % 4],
    "index_select": lambda x, m: x.index_select(0, m.nonzero()[:, 0]),
    "gather": lambda x, m: x[:, 0].gather(0, m.nonzero()[:, 0]),
    "gather from a slice": lambda x, m: x.new_ones((3, 4))[3:, 1].gather(0, m.nonzero()[:, 0]),
    "embedding": lambda x, m: F.embedding(m.nonzero()[:, 0], x),
}


@pytest.mark.covering("rows", "whole numbers", "embedding")
@pytest.mark.parametrize("name", OF_NOTHING)
def test_a_dimension_without_elements_has_no_index(device, name):
    function, x = OF_NOTHING[name], torch.ones(0, 4)
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        none = torch.zeros(7, dtype=torch.bool)
        result = run(device, function, (x, none), fullgraph=True)
        torch.testing.assert_close(result, function(x, none))
        for given in (none.index_fill(0, torch.tensor(0), True), ~none):
            with pytest.raises(IndexOutOfRangeError, match="with size 0"):
                run(device, function, (x, given), fullgraph=True)


@pytest.mark.slow
def test_a_dimension_that_data_leave_without_elements_has_no_index(device):
    function = lambda x, kept, m: x[kept.nonzero()[:, 0]][m.nonzero()[:, 0]]  # noqa: E731
    none = torch.zeros(10, dtype=torch.bool)
    one = none.index_fill(0, torch.tensor(0), True)
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        for kept, m in ((none, none), (one, none), (one, one)):
            torch.testing.assert_close(run(device, function, (X, kept, m)), function(X, kept, m))
        with pytest.raises(IndexOutOfRangeError, match="index 0 is out of bounds for dimension 0 with size 0"):
            run(device, function, (X, none, one))
