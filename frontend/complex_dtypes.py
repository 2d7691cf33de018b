"""Complex dtypes and the dtypes of their parts."""

import torch

REAL_OF: dict[torch.dtype, torch.dtype] = {
    torch.complex32: torch.float16,
    torch.complex64: torch.float32,
    torch.complex128: torch.float64,
}
COMPLEX_OF: dict[torch.dtype, torch.dtype] = {real: kind for kind, real in REAL_OF.items()}
