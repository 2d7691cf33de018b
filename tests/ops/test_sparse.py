"""Sparse compressed matrices times dense ones: CSR, CSC, BSR, BSC."""

import math

import pytest
import torch
from common import main, make
from torch.nn import functional

pytestmark = pytest.mark.usefixtures("no_host_operators")
SHAPES = [(96, 64, 40), (37, 53, 19)]
LAYOUTS = {
    "csr": torch.Tensor.to_sparse_csr,
    "csc": torch.Tensor.to_sparse_csc,
    "bsr": lambda x: x.to_sparse_bsr((4, 4)),
    "bsr of large blocks": lambda x: x.to_sparse_bsr((16, 16)),
    "bsc": lambda x: x.to_sparse_bsc((2, 4)),
}


def sparse(rows, columns, block=1, dtype=torch.float32):
    """A matrix of which a fifth of the blocks is not zero, and one block row is."""
    generator = torch.Generator().manual_seed(rows)
    kept = torch.rand((rows // block, columns // block), generator=generator) < 0.2
    kept[0] = False
    return make((rows, columns), dtype) * kept.repeat_interleave(block, 0).repeat_interleave(block, 1)


def close(result, expected, **tolerances):
    assert result.device.type == "npu"
    torch.testing.assert_close(result.cpu(), expected, **tolerances)


def run(device, shape, dtype=torch.float32):
    rows, columns, width = shape
    matrix, dense = sparse(rows, columns, dtype=dtype), make((columns, width), dtype, seed=1)
    for layout in ("csr", "csc"):
        close(torch.mm(LAYOUTS[layout](matrix).to(device), dense.to(device)), matrix @ dense)


@pytest.mark.covering("csr", "bsr", "bsr of large blocks")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_times_dense_gives_what_the_cpu_gives(device, layout):
    matrix, dense = sparse(96, 64, block=16), make((64, 40), seed=1)
    close(LAYOUTS[layout](matrix).to(device) @ dense.to(device), matrix @ dense)


@pytest.mark.parametrize("layout", ["csr", "csc", "bsr"])
def test_dense_times_sparse_gives_what_the_cpu_gives(device, layout):
    matrix, dense = sparse(24, 32, block=8), make((7, 24), seed=1)
    close(dense.to(device) @ LAYOUTS[layout](matrix).to(device), dense @ matrix)


def test_wide_elements_of_large_blocks_fit_the_scratchpad(device):
    """640 columns of 8 bytes, twice, and as much of the dense matrix and the result: tiles of 4 bytes would fit."""
    matrix, dense = make((640, 1280), torch.float64), make((1280, 512), torch.float64, seed=1)
    close(matrix.to_sparse_bsr((640, 640)).to(device) @ dense.to(device), matrix @ dense)


@pytest.mark.slow
def test_sizes_may_be_odd(device):
    run(device, SHAPES[1])


@pytest.mark.covering("torch.bfloat16", "torch.int64")
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.int64], ids=str)
def test_other_dtypes(device, dtype):
    matrix, dense = sparse(33, 20, dtype=dtype), make((20, 9), dtype, seed=1)
    close(torch.mm(matrix.to_sparse_csr().to(device), dense.to(device)), matrix @ dense)


@pytest.mark.covering("bsr-blocks1-torch.bfloat16", ci_strength=1)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int8], ids=str)
@pytest.mark.parametrize(
    ("layout", "blocks"), [("csc", 1), ("bsr", (1, 5)), ("bsr", (7, 2)), ("bsc", (2, 3)), ("bsc", (9, 8))]
)
def test_sums_over_blocks_are_rounded_once(device, layout, blocks, dtype):
    """Also where there are empty rows, columns, block rows and a width that no lane count divides."""
    height, width = (1, 1) if blocks == 1 else blocks
    generator = torch.Generator().manual_seed(5)
    kept = torch.rand((11, 23), generator=generator) < 0.3
    kept[0], kept[10], kept[:, 4] = False, False, False
    mask = kept.repeat_interleave(height, 0).repeat_interleave(width, 1)
    matrix, dense = make((11 * height, 23 * width), dtype) * mask, make((23 * width, 37), dtype, seed=1)
    there = matrix.to_sparse_csc() if blocks == 1 else getattr(matrix, f"to_sparse_{layout}")(blocks)
    wide = torch.int64 if dtype == torch.int8 else torch.float64
    close(there.to(device) @ dense.to(device), (matrix.to(wide) @ dense.to(wide)).to(dtype))


@pytest.mark.covering("1")
@pytest.mark.parametrize("width", [1, 3])
def test_narrow_products_of_columns_are_added_in_memory(device, width):
    matrix, dense = sparse(37, 53), make((53, width), seed=1)
    close(matrix.to_sparse_csc().to(device) @ dense.to(device), matrix @ dense)


@pytest.mark.slow
@pytest.mark.covering("csr-torch.complex64", "bsr of large blocks-torch.complex64", "csc-torch.complex128")
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128, torch.complex32], ids=str)
@pytest.mark.parametrize("layout", ["csr", "csc", "bsr", "bsr of large blocks"])
def test_complex_elements(device, layout, dtype):
    kept = sparse(96, 64, block=16) != 0
    matrix = torch.where(kept, make((96, 64), torch.complex64), 0).to(dtype)
    dense = make((64, 7), torch.complex64, seed=1).to(dtype)
    expected = (matrix.to(torch.complex128) @ dense.to(torch.complex128)).to(dtype)
    close(LAYOUTS[layout](matrix).to(device) @ dense.to(device), expected)


def test_a_linear_layer_may_have_sparse_weights(device):
    layer = torch.nn.Linear(32, 48)
    weight = sparse(48, 32, block=16)
    x = make((3, 5, 32), seed=2)
    expected = functional.linear(x, weight, layer.bias)
    moved = layer.to(device)
    moved.weight = torch.nn.Parameter(weight.to_sparse_bsr((16, 16)).to(device), requires_grad=False)
    with torch.npu.set_fallback_policy("allow"), torch.no_grad():  # the bias is added outside of a compiled program
        close(moved(x.to(device)), expected)


@pytest.mark.slow
def test_vectors_addends_and_dense_forms(device):
    matrix, dense = sparse(20, 30), make((30, 4), seed=1)
    there, addend = matrix.to_sparse_csr().to(device), make((20, 4), seed=3)
    close(there @ dense[:, 0].contiguous().to(device), matrix @ dense[:, 0])
    close(torch.sparse.mm(there, dense.to(device)), matrix @ dense)
    close(torch.addmm(addend.to(device), there, dense.to(device), beta=0.5, alpha=2), 0.5 * addend + 2 * matrix @ dense)
    close(there.to_dense(), matrix)
    close(sparse(16, 32, block=4).to_sparse_bsc((4, 4)).to(device).to_dense(), sparse(16, 32, block=4))


DENSE_FORMS = {
    "csr": ((2, 3, 8, 12), (), lambda x: x.to_sparse_csr()),
    "csc": ((3, 8, 12), (), lambda x: x.to_sparse_csc()),
    "bsr": ((2, 3, 8, 12), (), lambda x: x.to_sparse_bsr((2, 3))),
    "bsc": ((3, 8, 12), (), lambda x: x.to_sparse_bsc((2, 3))),
    "rows": ((8, 12), (2, 3), lambda x: x.to_sparse_csr(dense_dim=2)),
    "columns": ((8, 12), (3,), lambda x: x.to_sparse_csc(dense_dim=1)),
    "blocks": ((8, 12), (3,), lambda x: x.to_sparse_bsr((2, 3), dense_dim=1)),
    "both": ((3, 8, 12), (2,), lambda x: x.to_sparse_csr(dense_dim=1)),
    "nothing": ((2, 8, 12), (), lambda x: (0 * x).to_sparse_csr()),
}


@pytest.mark.covering("bsc", in_ci=["rows", "bsr", "both"])
@pytest.mark.parametrize("layout", DENSE_FORMS)
def test_batches_and_elements_with_dimensions_have_a_dense_form(device, layout):
    shape, elements, compress = DENSE_FORMS[layout]
    kept = sparse(8, 12, block=1).reshape(4, 2, 4, 3).abs().amax((1, 3)) > 0  # in each matrix as many, elsewhere
    batch = [kept.roll(i, 0).roll(i, 1) for i in range(math.prod(shape[:-2]))]
    mask = torch.stack(batch).repeat_interleave(2, 1).repeat_interleave(3, 2).reshape(*shape, *[1] * len(elements))
    matrix = compress(mask * make((*shape, *elements)))
    close(matrix.to(device).to_dense(), matrix.to_dense())


@pytest.mark.slow
@pytest.mark.covering("csr-True", "csc-False", "bsr-False", "bsc-True", "bsr-True")
@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize("layout", ["csr", "csc", "bsr", "bsc"])
def test_dense_forms_have_gradients_and_graphs_end_at_sparse_matrices(device, layout, is_compiled):
    block = ((2, 3),) if layout.startswith("b") else ()

    def function(x):
        return getattr(x * 3, f"to_sparse_{layout}")(*block).to_dense().exp()

    torch._dynamo.reset()
    x = sparse(8, 12, block=1).requires_grad_()
    there, weights = x.detach().to(device).requires_grad_(), make((8, 12), seed=1)
    expected = function(x)
    (expected * weights).sum().backward()
    with torch.npu.set_fallback_policy("allow"):  # what stands around sparse matrices outside of compiled programs
        result = (torch.compile(function) if is_compiled else function)(there)
        (result * weights.to(device)).sum().backward()
        assert getattr(there, f"to_sparse_{layout}")(*block).to_dense().stride() == expected.stride()
    close(result, expected)
    close(there.grad, x.grad)


def test_a_matrix_without_elements_gives_zeros(device):
    there = torch.zeros(6, 5).to_sparse_csr().to(device)
    close(torch.mm(there, make((5, 3)).to(device)), torch.zeros(6, 3))


def test_blocks_that_are_not_stored_take_no_time(device):
    cycles = []
    dense = make((512, 256)).to(device)
    for kept in (4, 2, 1):
        blocks = torch.zeros(4, 128, 4, 128)
        blocks[:, :, :kept] = 1.0
        matrix = blocks.reshape(512, 512).to_sparse_bsr((128, 128)).to(device)
        with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
            torch.mm(matrix, dense)
            cycles.append(simulation.report().cycles)
    assert cycles[0] > 1.3 * cycles[1] > 1.3 * cycles[2]


def test_what_has_no_kernel_is_refused_with_a_sentence(device):
    there = sparse(20, 30).to_sparse_csr().to(device)
    with pytest.raises(NotImplementedError, match="sparse"):
        torch.mm(there, there.t())
    with pytest.raises(NotImplementedError, match="no kernel for this operator on sparse tensors"):
        there.relu()
    with pytest.raises(RuntimeError, match="cannot be multiplied"):
        torch.mm(there, make((7, 3)).to(device))


@pytest.mark.parametrize("rows", [[0, 0, 1, 3, 3], []], ids=["some", "none"])
def test_rows_of_elements_become_offsets_of_rows(device, rows):
    def function(rows):
        offsets = torch._convert_indices_from_coo_to_csr(rows, 6, out_int32=True)
        return offsets, torch._convert_indices_from_csr_to_coo(offsets, rows.int())

    rows = torch.tensor(rows, dtype=torch.int64)
    results = torch.compile(function, fullgraph=True)(rows.to(device))
    for result, expected in zip(results, function(rows), strict=True):
        close(result, expected)


def test_offsets_of_rows_of_a_batch_become_indices(device):
    def function(offsets, columns):
        return torch._convert_indices_from_csr_to_coo(offsets, columns, transpose=True)

    offsets, columns = torch.tensor([[0, 2, 3, 5], [0, 1, 2, 5]]), torch.tensor([[0, 1, 1, 0, 1], [1, 1, 0, 1, 0]])
    close(torch.compile(function, fullgraph=True)(offsets.to(device), columns.to(device)), function(offsets, columns))


if __name__ == "__main__":
    main("sparse", run, SHAPES, "(64,64,16)", "ROWS,COLUMNS,WIDTH")


COMPRESSED = {
    "csr": ((5, 7), lambda x: x.to_sparse_csr()),
    "csc": ((5, 7), lambda x: x.to_sparse_csc()),
    "bsr": ((6, 8), lambda x: x.to_sparse_bsr((3, 2))),
    "bsc": ((6, 8), lambda x: x.to_sparse_bsc((3, 2))),
    "elements": ((6, 8, 2), lambda x: x.to_sparse_bsr((2, 2), dense_dim=1)),
    "batch": ((2, 4, 3), lambda x: (x * 0 + 1).to_sparse_csr()),
    "nothing": ((3, 4), lambda x: (x * 0).to_sparse_csr()),
    "no rows": ((0, 4), lambda x: x.to_sparse_csr()),
}


@pytest.mark.covering("batch", "no rows", in_ci=["csr", "bsr", "bsc"])
@pytest.mark.parametrize("name", COMPRESSED)
def test_dense_matrices_are_compressed_on_the_device(device, name):
    shape, compress = COMPRESSED[name]
    x = make(shape).relu()
    with torch.npu.set_eager_mode("compile"):
        found = compress(x.to(device))
    assert found.layout == compress(x).layout
    close(found, compress(x))


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.complex64, torch.int64, torch.bool], ids=str)
def test_matrices_of_other_dtypes_are_compressed(device, dtype):
    x = make((5, 7)).relu().round().to(dtype)
    close(x.to(device).to_sparse_csr(), x.to_sparse_csr())


@pytest.mark.slow
def test_matrices_that_do_not_fit_a_sparse_layout_are_refused_as_on_the_cpu(device):
    with pytest.raises(RuntimeError, match="must be divisible"):
        make((5, 4)).to(device).to_sparse_bsr((2, 2))
    with pytest.raises(RuntimeError, match="same number of specified elements"):
        torch.eye(3).expand(2, 3, 3).tril().add(torch.tensor([[[0.0]], [[1]]])).to(device).to_sparse_csr()
