"""Which operator is meant."""

from typing import Any

from npusim.frontend.inductor.core_api import OpOverload, OpOverloadPacket
from npusim.simulator.errors import OptionError


def overload_of(operator: Any) -> OpOverload:
    """The one overload of what `torch.library.custom_op` made, of a packet, or the overload itself."""
    found = getattr(operator, "_opoverload", operator)
    if isinstance(found, OpOverloadPacket) and found.overloads() == ["default"]:
        found = found.default
    if not isinstance(found, OpOverload):
        raise OptionError(f"{operator!r} is no operator: give what @torch.library.custom_op made, or an overload")
    return found


def written_arguments(operator: OpOverload) -> list[int]:
    """Positions of the arguments that an operator writes."""
    return [i for i, a in enumerate(operator._schema.arguments) if a.alias_info is not None and a.alias_info.is_write]
