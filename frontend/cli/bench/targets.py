"""What ``npusim bench`` runs: npusim's operators, operators with sample inputs, and anything that can be imported."""

from __future__ import annotations

import ast
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from npusim.frontend.cli.bench.sweep import Shape, parse_shapes
from npusim.frontend.cli.custom_operators import custom_operator
from npusim.frontend.cli.operator_inputs import Inputs, Request
from npusim.frontend.cli.operators import Operator, find_operator
from npusim.simulator.errors import OptionError

Target = tuple[Operator, Shape]


def find_target(name: str, shape: str | None, swept: Sequence[str], arguments: Mapping[str, Any]) -> Target:
    """The operator of a name, and its shape with symbols.

    Args:
        name: an operator of `npusim run`, `library::operator`, `module:function` or `torch.nn.functional.gelu`.
        shape: the option ``--shape``.
        swept: the symbols that have values; a symbol that is the name of an axis stands for it.
        arguments: further arguments of a function, by name.

    Raises:
        OptionError: there is no such operator, or its shape is missing or has symbols without values.
    """
    given = None if shape is None else parse_shapes(shape)
    if "::" in name or not any(mark in name for mark in ":."):
        operator = custom_operator(name) if "::" in name else find_operator(name)
        if arguments:
            raise OptionError(f"{name} takes no --arg; functions that are imported (module:function) do")
    else:
        operator = _imported(name, given, arguments)
    if given is not None and len(given.tensors) > 1 and operator.axes:
        raise OptionError(f"{name} takes --shape {operator.shape_help}, one list of sizes")
    chosen = _with_axes(operator, swept, given)
    _check_symbols(name, chosen, swept)
    return operator, chosen


def parse_arguments(texts: Sequence[str]) -> dict[str, Any]:
    """``dim=-1`` as an argument by name; OptionError for what is no Python literal."""
    arguments = {}
    for text in texts:
        name, _, value = text.partition("=")
        try:
            arguments[name.strip()] = ast.literal_eval(value.strip())
        except (SyntaxError, ValueError):
            raise OptionError(f"--arg {text!r} is no name and Python literal, such as dim=-1") from None
    return arguments


def _with_axes(operator: Operator, swept: Sequence[str], given: Shape | None) -> Shape:
    """The shape, with the swept axes in place of numbers."""
    if given is None:
        given = Shape((operator.default_shape,))
    if len(given.tensors) != 1 or not operator.axes:
        return given
    (sizes,) = given.tensors
    return Shape((tuple(axis if axis in swept else size for axis, size in zip(operator.axes, sizes, strict=False)),))


def _check_symbols(name: str, shape: Shape, swept: Sequence[str]) -> None:
    missing, unused = sorted(shape.symbols - {*swept}), [each for each in swept if each not in shape.symbols]
    if missing:
        raise OptionError(f"--shape has {', '.join(missing)} without values; add --sweep {missing[0]}=128:1024:2x")
    if unused:
        known = ", ".join(str(size) for tensor in shape.tensors for size in tensor)
        raise OptionError(f"--sweep {unused[0]}: {name} has no such size; write it into --shape, which is {known}")


def _imported(name: str, shape: Shape | None, arguments: Mapping[str, Any]) -> Operator:
    function = _import(name)
    if arguments:
        function = partial(function, **arguments)
    samples = getattr(function, "sample_inputs", None)
    if samples is not None and shape is None:
        return _sampled(name, function, samples)
    if shape is None:
        raise OptionError(f"{name} needs --shape, the shapes of its tensors, such as --shape 'M,64;64,32'")
    ranks = [len(tensor) for tensor in shape.tensors]

    def build(inputs: Inputs, request: Request) -> tuple[Callable[..., Any], list[Any]]:
        sizes = iter(request.shape)
        return function, [inputs.make(*(next(sizes) for _ in range(rank))) for rank in ranks]

    return Operator(name, name, (), (), build)


def _sampled(name: str, function: Callable[..., Any], samples: Callable[..., Sequence[Any]]) -> Operator:
    """An operator from a function with an attribute ``sample_inputs(make, M=128, ...)``."""
    parameters = list(inspect.signature(samples).parameters.values())[1:]
    if any(parameter.default is parameter.empty for parameter in parameters):
        raise OptionError(f"{name}.sample_inputs needs a default for every size, such as (make, M=128)")

    def build(inputs: Inputs, request: Request) -> tuple[Callable[..., Any], list[Any]]:
        return function, list(samples(inputs.make, *request.shape))

    axes = tuple(parameter.name for parameter in parameters)
    return Operator(name, name, axes, tuple(parameter.default for parameter in parameters), build)


def _import(name: str) -> Callable[..., Any]:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # as `python -m` does
    module, _, path = name.partition(":") if ":" in name else name.rpartition(".")
    try:
        found: Any = import_module(module)
    except ImportError as error:
        raise OptionError(f"{name} cannot be imported: {error}") from error
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise OptionError(f"{module} has no function {path}")
    return found  # type: ignore[no-any-return]
