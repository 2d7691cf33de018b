"""Gradients of operators that write their arguments, which `torch.library.register_autograd` refuses.

PyTorch's formulas belong to operators without side effects; a call of another one with tensors that want gradients
leaves the write out of the backward silently. Here such an operator gets a kernel for the dispatch key `Autograd`: an
`autograd.Function` that marks the written arguments as dirty and calls the operator below. AOTAutograd traces it like
any other, in eager mode it runs as it stands.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from npusim.frontend.custom_operators.names import overload_of, positional_and_keywords, written_arguments
from npusim.frontend.device.operators.derivatives import refuse_tangents
from npusim.frontend.inductor.core_api import (
    OpOverload,
    after_autograd_keys,
    any_wants_gradient,
    below_autograd,
    untraced_alone,
)
from npusim.simulator.errors import OptionError

Backward = Callable[..., Any]
SetupContext = Callable[..., None]


def register_gradient(operator: Any, backward: Backward, *, setup_context: SetupContext | None = None) -> None:
    """Gives an operator that writes its arguments a gradient; the counterpart of `register_autograd`.

        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)  # as they were before the call


        def backward(ctx, grad):
            x, scale = ctx.saved_tensors
            return grad * scale[:, None], (grad * x).sum(1)


        register_gradient(scale_, backward, setup_context=setup_context)

    Args:
        operator: as of `register_kernel`.
        backward: gets the context and the gradients of the results, then those of the written arguments; returns one
            for each argument (for a written one that of the value it had), None where there is none.
        setup_context: gets the context, the arguments with the values that they had before the call (written ones are
            copies; compiled programs make only those that are saved), and the results with the written arguments.

    Raises:
        OptionError: the operator writes nothing (`register_autograd` is for it), or a list of tensors.
    """
    overload = overload_of(operator)
    _check(overload)
    function = _function(overload, backward, setup_context)

    @untraced_alone
    def with_gradient(keys: Any, *args: Any, **kwargs: Any) -> Any:
        refuse_tangents(overload, args, kwargs)
        given = _in_order(overload, args, kwargs)
        if torch.is_grad_enabled() and any_wants_gradient(*given):
            return _results(overload, function.apply(keys, *given))
        return _call(overload, keys, given)

    namespace, name = overload._schema.name.split("::")
    library = torch.library.Library(namespace, "IMPL")
    library.impl(name, with_gradient, "Autograd", with_keyset=True, allow_override=True)
    _libraries.append(library)


_libraries: list[torch.library.Library] = []
"""What a library registers goes when it goes."""


def _check(operator: OpOverload) -> None:
    written = [operator._schema.arguments[i] for i in written_arguments(operator)]
    if not written:
        raise OptionError(f"register_gradient: {operator} writes no argument; use its register_autograd")
    if any(str(argument.type) != "Tensor" for argument in written):
        raise OptionError(f"register_gradient: {operator} writes a list, or a tensor that may be None")


def _function(operator: OpOverload, backward: Backward, setup_context: SetupContext | None) -> Any:
    """The `autograd.Function` of an operator; its results are the operator's, then the written arguments."""
    written = written_arguments(operator)

    class Writing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, keys: Any, *given: Any) -> Any:  # type: ignore[override]
            before = [value.clone() if i in written else value for i, value in enumerate(given)]
            with torch.enable_grad():  # functionalization takes a write without it for one that has no gradient
                results = _call(operator, keys, given)
            changed = [given[i] for i in written]
            ctx.mark_dirty(*changed)
            output = (*_as_tuple(results), *changed)
            if setup_context is not None:
                setup_context(ctx, tuple(before), output[0] if len(output) == 1 else output)
            return output

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            return None, *_as_tuple(backward(ctx, *grads))

    Writing.__name__ = f"GradientOf_{operator._schema.name.replace('::', '_')}"
    return Writing


def _call(operator: OpOverload, keys: Any, given: Sequence[Any]) -> Any:
    args, kwargs = positional_and_keywords(operator, given)
    with below_autograd():
        return operator.redispatch(keys & after_autograd_keys, *args, **kwargs)


def _in_order(operator: OpOverload, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
    """All arguments in the schema's order, those that were not given with their defaults."""
    arguments = operator._schema.arguments
    rest = [kwargs.get(argument.name, argument.default_value) for argument in arguments[len(args) :]]
    return [*args, *rest]


def _results(operator: OpOverload, output: Sequence[Any]) -> Any:
    own = output[: len(operator._schema.returns)]
    return None if not own else own[0] if len(own) == 1 else tuple(own)


def _as_tuple(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)
