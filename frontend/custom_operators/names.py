"""Which operator is meant."""

from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.inductor.core_api import OpOverload, OpOverloadPacket
from npusim.simulator.errors import OptionError


def overload_of(operator: Any) -> OpOverload:
    """The one overload of what `torch.library.custom_op` made, of a packet, or the overload itself."""
    found = getattr(operator, "_opoverload", operator)
    if isinstance(found, OpOverloadPacket) and found.overloads() == ["default"]:
        found = found.default
    if isinstance(found, OpOverloadPacket):
        raise OptionError(
            f"{found} has several overloads: give one of {', '.join(f'{found}.{o}' for o in found.overloads())}"
        )
    if not isinstance(found, OpOverload):
        raise OptionError(f"{operator!r} is no operator: give what @torch.library.custom_op made, or an overload")
    return found


def written_arguments(operator: OpOverload) -> list[int]:
    """Positions of the arguments that an operator writes."""
    return [i for i, a in enumerate(operator._schema.arguments) if a.alias_info is not None and a.alias_info.is_write]


def keywords_of(operator: OpOverload) -> list[str]:
    """Names of the arguments after `*`, which are the last ones of the schema."""
    return [argument.name for argument in operator._schema.arguments if argument.kwarg_only]


def positional_and_keywords(operator: OpOverload, arguments: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments in the schema's order as a call takes them: those after `*` by their names."""
    names = keywords_of(operator)
    count = len(operator._schema.arguments) - len(names)
    return list(arguments[:count]), dict(zip(names, arguments[count:], strict=False))


def in_order(operator: OpOverload) -> Callable[[Sequence[Any]], Any]:
    """The operator as a function of its arguments in the schema's order, those after `*` as well; it may be traced."""
    names = keywords_of(operator)
    count = len(operator._schema.arguments) - len(names)

    def call(arguments: Sequence[Any]) -> Any:
        return operator(*arguments[:count], **dict(zip(names, arguments[count:], strict=False)))

    return call
