"""FlexAttention asks tensors for their device, and knows a list of them."""

from collections.abc import Callable

from npusim.frontend.inductor.patching import around
from torch import Tensor


@around
def accepting(validate: Callable[[Tensor, Tensor, Tensor], None], query: Tensor, key: Tensor, value: Tensor) -> None:
    """Accepts tensors on the device."""
    if query.device.type != "npu":
        validate(query, key, value)
