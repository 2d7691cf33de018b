"""`register_kernel`: a kernel of the device for an operator of the user's."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.custom_operators.call import Call, gives_list
from npusim.frontend.custom_operators.cut import Largest, register_table
from npusim.frontend.custom_operators.names import overload_of
from npusim.frontend.custom_operators.template import Definition, Holes, OperatorTemplate, default_results, template_of
from npusim.frontend.eager.own_operators import register_eager_kernel
from npusim.frontend.implementations.registry import Condition
from npusim.frontend.inductor.core_api import OpOverload
from npusim.frontend.lowering import register_lowering
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import Machine


def register_kernel(
    operator: Any,
    text: str,
    *,
    results: Sequence[str] = (),
    dense: Sequence[str] = (),
    control: Sequence[str] = (),
    largest: Largest | None = None,
    implementation: str = "",
    priority: int = 0,
    when: Condition | None = None,
    pays: Condition | None = None,
) -> Callable[[Holes], Holes]:
    """Makes a text with holes, which the decorated function fills, the kernel of an operator on the device.

    Compiled graphs lower the operator to it, and calls outside of them run it as well. What its results are like is
    what the operator's fake implementation says; what it writes is what its schema says.

    Args:
        operator: what `torch.library.custom_op` made, or an overload such as `torch.ops.mylib.mine.default`.
        text: the kernel's body (Jinja2, docs/kernel_language.md). Its tensors have the names of the operator's
            arguments (`xs_0`, `xs_1`, ... for a list `xs`) and of its results.
        results: names of the results, default `out`, or `out_0`, `out_1`, ... where there are several. Those of an
            operator that returns a list have the latter, unless there is one.
        dense: names of the arguments that the text needs row-major, for addresses of its own: others are copied first.
        control: names of the arguments whose values addresses or bounds of loops are computed from.
        largest: for results whose number of rows depends on data: from the operator's arguments, the sizes of the
            largest one, or the largest ones as (empty) tensors, where there are several or the dtype is not that of
            the first tensor. The text writes the rows to the front of such tensors, and their number, which is one
            for all of them, to `count`, an int64.
        implementation: the kernel's name, for an operator with several (docs/implementations.md).
        priority: of those that can compute a call, the kernel with the highest is its default.
        when: gets the machine and the operator's arguments (tensors as below) and returns why this kernel cannot
            compute them, a sentence, or None.
        pays: the same, for what it could compute but should not without being asked.

    The function gets the template kernel and the operator's arguments in their order: a tensor as a node that has
    `get_size()`, `get_stride()` and `get_dtype()`, None for an optional one that is not there. It returns the names
    that the text uses beside `kernel` and the arguments, or None. With `kernel.store_output` in the text, pointwise
    operators behind the operator are computed by the same kernel.

    Raises:
        OptionError: the operator is none, has another number of results, or results that are no tensors.
    """
    overload = overload_of(operator)
    _check_results(overload, results)
    _check_names(overload, dense, control)

    def decorate(function: Holes) -> Holes:
        kernel, written = overload, tuple(results)
        if largest is not None:
            kernel = register_table(overload, largest)
            written = (*(results or default_results(len(overload._schema.returns))), "count")
        name = _name(function, overload)
        definition = Definition(name, text, function, written, frozenset(dense), frozenset(control))
        lowering = _lowering(kernel, template_of(definition))
        conditions = {"when": _condition(kernel, when), "pays": _condition(kernel, pays)}
        register_lowering(kernel, implementation=implementation, priority=priority, **conditions)(lowering)
        register_eager_kernel(kernel)
        return function

    return decorate


def _check_results(operator: OpOverload, names: Sequence[str]) -> None:
    returns = operator._schema.returns
    if not gives_list(operator):
        for result in returns:
            if str(result.type) != "Tensor":
                raise OptionError(
                    f"register_kernel: {operator} returns {result.type}; a kernel gives tensors, or a list"
                )
        if names and len(names) != len(returns):
            raise OptionError(
                f"register_kernel: {operator} has {len(returns)} results, but the names {', '.join(names)}"
            )


def _check_names(operator: OpOverload, *given: Sequence[str]) -> None:
    arguments = [argument.name for argument in operator._schema.arguments]
    for name in (name for names in given for name in names):
        if name not in arguments:
            raise OptionError(f"register_kernel: {operator} has no argument '{name}', it has {', '.join(arguments)}")


def _lowering(operator: OpOverload, template: type[OperatorTemplate]) -> Callable[..., Any]:
    """The lowering of an operator to a template; it belongs to the author of the template's function."""

    @functools.wraps(template.definition.holes)
    def lower(*args: Any, **kwargs: Any) -> Any:
        made = template(Call.of(operator, args, kwargs))
        results = made.results(made.generate().output_node())
        if gives_list(operator):
            return results
        return results[0] if len(results) == 1 else tuple(results)

    return lower


def _condition(operator: OpOverload, condition: Condition | None) -> Condition | None:
    """A condition on the operator's arguments as one on those of the lowering."""
    if condition is None:
        return None

    @functools.wraps(condition)
    def asked(machine: Machine, *args: Any, **kwargs: Any) -> str | None:
        return condition(machine, *Call.of(operator, args, kwargs).values.values())

    return asked


def _name(function: Holes, operator: OpOverload) -> str:
    """Of the function, or of the operator if the function has none to speak of."""
    name = str(getattr(function, "__name__", "_"))
    return name if name.isidentifier() and name.strip("_") else str(operator._schema.name.split("::")[1])
