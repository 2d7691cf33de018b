"""Operators of users in one file: PyTorch's `torch.library` defines them, this package adds what it does not have.

`register_kernel` writes their kernel on the device, `Arguments` checks what they are called with, `sample_inputs` makes
what `check_operator`, `opcheck` and `npusim run` try them with.
"""

from npusim.frontend.custom_operators.arguments import Arguments
from npusim.frontend.custom_operators.checking import check_operator, opcheck
from npusim.frontend.custom_operators.gradients import register_gradient
from npusim.frontend.custom_operators.kernels import register_kernel
from npusim.frontend.custom_operators.samples import sample_inputs, samples_of
from npusim.frontend.custom_operators.tensor_call import call_of_tensors

__all__ = [
    "Arguments",
    "call_of_tensors",
    "check_operator",
    "opcheck",
    "register_gradient",
    "register_kernel",
    "sample_inputs",
    "samples_of",
]
