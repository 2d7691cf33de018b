// Sparse compressed tensors (CSR, CSC, BSR, BSC): their parts are tensors of the device, and what only takes them apart
// or moves them is torch's own code. What computes is looked up in Python (frontend/device/operators/sparse.py).
#include <ATen/NativeFunctions.h>

#include "../device.h"

namespace npusim {

void register_sparse_compressed() {
    static auto* aten =
        new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::SparseCsrPrivateUse1, __FILE__, __LINE__);
    aten->impl("crow_indices", TORCH_FN(at::native::crow_indices_sparse_csr));
    aten->impl("col_indices", TORCH_FN(at::native::col_indices_sparse_csr));
    aten->impl("ccol_indices", TORCH_FN(at::native::ccol_indices_sparse_csr));
    aten->impl("row_indices", TORCH_FN(at::native::row_indices_sparse_csr));
    aten->impl("values", TORCH_FN(at::native::values_sparse_csr));
    aten->impl("_nnz", TORCH_FN(at::native::_nnz_sparse_csr));
    aten->impl("sparse_dim", TORCH_FN(at::native::sparse_dim_sparse_csr));
    aten->impl("dense_dim", TORCH_FN(at::native::dense_dim_sparse_csr));
    aten->impl("is_pinned", TORCH_FN(at::native::is_pinned_sparse_compressed));
    aten->impl("clone", TORCH_FN(at::native::clone_sparse_compressed));
    aten->impl("copy_", TORCH_FN(at::native::copy_sparse_compressed_));
    aten->impl("empty_like", TORCH_FN(at::native::empty_like_sparse_csr));
    aten->impl("empty.memory_format", TORCH_FN(at::native::empty_sparse_compressed));
    aten->impl("resize_as_sparse_", TORCH_FN(at::native::resize_as_sparse_compressed_));
    aten->impl("select.int", TORCH_FN(at::native::select_sparse_csr));
}

}  // namespace npusim
