"""Private names of torch that `import torch` loads itself: importing this module costs nothing.

See `npusim.frontend.inductor` for the division into this module, `tracing_api` and `api`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from torch._C import DispatchKey
from torch._C import _after_autograd_keyset as after_autograd_keys
from torch._C import _any_requires_grad as any_wants_gradient
from torch._C import _AutoDispatchBelowAutograd as below_autograd
from torch._C import _dispatch_tls_is_dispatch_key_excluded as is_key_excluded
from torch._C import _enter_dual_level as enter_dual_level
from torch._C import _exit_dual_level as exit_dual_level
from torch._C._dynamo.eval_frame import _FrameAction as FrameAction
from torch._C._dynamo.eval_frame import _FrameExecStrategy as FrameStrategy
from torch._C._dynamo.eval_frame import set_code_exec_strategy
from torch._C._functorch import is_functorch_wrapped_tensor
from torch._compile import _disable_dynamo as untraced
from torch._logging._internal import register_artifact, register_log
from torch._ops import HigherOrderOperator, OpOverload, OpOverloadPacket
from torch._prims_common import is_contiguous_or_false, is_non_overlapping_and_dense_or_false
from torch.sparse._semi_structured_conversions import sparse_semi_structured_from_dense_cutlass
from torch.utils._config_module import install_config_module
from torch.utils._ordered_set import OrderedSet
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._python_dispatch import _disable_current_modes as disable_current_modes
from torch.utils._pytree import tree_leaves, tree_map

Function = TypeVar("Function", bound=Callable[..., Any])


def untraced_alone(function: Function) -> Function:
    """Makes Dynamo leave a function alone, though it may trace those that are called there. Other than `untraced`, it
    adds no call, and does not import Dynamo.
    """
    set_code_exec_strategy(function.__code__, FrameStrategy(FrameAction.SKIP, FrameAction.DEFAULT))
    return function


def untraced_with_calls(function: Function) -> Function:
    """As `untraced_alone`, for all that is called there as well."""
    set_code_exec_strategy(function.__code__, FrameStrategy(FrameAction.SKIP, FrameAction.SKIP))
    return function
