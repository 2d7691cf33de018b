"""FlexAttention asks tensors for their device, and knows a list of them."""

from collections.abc import Callable

from torch import Tensor


def accepting(validate: Callable[[Tensor, Tensor, Tensor], None]) -> Callable[[Tensor, Tensor, Tensor], None]:
    """Accepts tensors on the device."""

    def validate_device(query: Tensor, key: Tensor, value: Tensor) -> None:
        if query.device.type != "npu":
            validate(query, key, value)

    return validate_device
