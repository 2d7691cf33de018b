"""2:4 semi-structured weights."""

import pytest
import torch
from common import eager, main, make, report_of, require
from torch.nn import functional
from torch.sparse import to_sparse_semi_structured
from torch.sparse._semi_structured_conversions import sparse_semi_structured_from_dense_cutlass

pytestmark = pytest.mark.usefixtures("no_host_operators")
SHAPES = [(5, 64, 128), (1, 32, 64)]


def pruned(rows, columns, dtype):
    """A matrix that keeps two of every four values of a row (one of two in float32)."""
    group = 2 if dtype == torch.float32 else 4
    values = make((rows, columns), torch.float32).view(rows, -1, group)
    order = torch.rand(values.shape, generator=torch.Generator().manual_seed(1)).argsort(-1)
    values = values * (order < group // 2)
    return (
        (values * 3).round().to(dtype).view(rows, columns) if dtype == torch.int8 else values.to(dtype).view(rows, -1)
    )


def run(device, shape, dtype=torch.float32):
    batch, rows, columns = shape
    require(columns % 4 == 0, "the columns must be a multiple of 4")
    weight, x, bias = pruned(rows, columns, dtype), make((batch, columns), dtype, seed=2), make((rows,), dtype, seed=3)
    sparse = eager(to_sparse_semi_structured, weight.to(device))
    torch._dynamo.reset()
    layer = torch.compile(lambda x, w, b: torch.relu(functional.linear(x, w, b)), fullgraph=True)
    result = layer(x.to(device), sparse, bias.to(device))
    expected = torch.relu(functional.linear(x, weight, bias))
    torch.testing.assert_close(result.cpu(), expected)
    torch.testing.assert_close(sparse.to_dense().cpu(), weight)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16], ids=str)
def test_a_linear_layer_gives_what_its_dense_form_gives(device, dtype):
    run(device, SHAPES[0], dtype)


@pytest.mark.slow
def test_eager_products_are_computed_on_the_device(device):
    weight, dense = pruned(32, 64, torch.float32), make((64, 7), seed=2)
    sparse = to_sparse_semi_structured(weight.to(device))
    torch.testing.assert_close(torch.mm(sparse, dense.to(device)).cpu(), weight @ dense)
    torch.testing.assert_close((dense.t().contiguous().to(device) @ sparse.t()).cpu(), dense.t() @ weight.t())


@pytest.mark.slow
def test_whole_numbers_keep_their_order_of_bits(device):
    weight = pruned(32, 128, torch.int8)
    torch.testing.assert_close(to_sparse_semi_structured(weight.to(device)).to_dense().cpu(), weight)


@pytest.mark.slow
@pytest.mark.covering("torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=str)
def test_pytorchs_operators_take_its_cutlass_format(device, dtype):
    weight, dense, bias = pruned(64, 128, dtype), make((128, 8), dtype, seed=2), make((64,), dtype, seed=3)
    packed, meta = (part.to(device) for part in sparse_semi_structured_from_dense_cutlass(weight))
    result = torch._sparse_semi_structured_mm(packed, meta, dense.to(device))
    torch.testing.assert_close(result.cpu(), weight @ dense)
    result = torch._sparse_semi_structured_addmm(bias.to(device), packed, meta, dense.to(device))
    torch.testing.assert_close(result.cpu(), weight @ dense + bias[:, None])
    result = torch._sparse_semi_structured_linear(
        dense.t().contiguous().to(device), packed, meta, bias=bias.to(device), activation="relu"
    )
    assert result.stride() == (1, 8)  # as PyTorch's
    torch.testing.assert_close(result.cpu(), torch.relu(functional.linear(dense.t(), weight, bias)))


@pytest.mark.slow
def test_weights_move_in_their_compressed_form(device):
    x, weight = make((16, 512), torch.bfloat16), pruned(256, 512, torch.bfloat16).to(device)
    sparse, moved = to_sparse_semi_structured(weight), []
    for operand in (weight, sparse):
        moved.append(report_of(functional.linear, x.to(device), operand).statistics["dram_bytes"])
    assert moved[1] < 0.7 * moved[0]


@pytest.mark.slow
def test_what_the_format_does_not_have_is_refused(device):
    with pytest.raises(RuntimeError, match="multiples of 32 rows"):
        to_sparse_semi_structured(torch.zeros(31, 64, device=device))
    with pytest.raises(RuntimeError, match="float64"):
        to_sparse_semi_structured(torch.zeros(32, 64, dtype=torch.float64, device=device))
    sparse = to_sparse_semi_structured(pruned(32, 64, torch.float32).to(device))
    with pytest.raises((NotImplementedError, ValueError)):
        torch.mm(sparse, sparse.t())


@pytest.mark.parametrize(
    "base", [torch.sparse.SparseSemiStructuredTensorCUTLASS, torch.sparse.SparseSemiStructuredTensorCUSPARSELT]
)
def test_tensors_of_other_devices_reach_the_class_that_was_asked(device, base):
    class Checked(base):
        @classmethod
        def _validate_device_dim_dtype_shape(cls, original_tensor):
            raise LookupError(cls.__name__)

    to_sparse_semi_structured(pruned(32, 64, torch.float32).to(device))  # the device is connected
    with pytest.raises(LookupError, match="Checked"):
        Checked.from_dense(torch.zeros(32, 64, dtype=torch.float16))
    with pytest.raises(RuntimeError, match="CUDA"):
        base.from_dense(torch.zeros(32, 64, dtype=torch.float16))


if __name__ == "__main__":
    main("semi_structured", run, SHAPES, "(8,64,64)", "BATCH,ROWS,COLUMNS")
