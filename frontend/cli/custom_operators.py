"""``npusim run mylib::mine``: an operator of a user's package, tried with its sample inputs."""

from __future__ import annotations

from typing import Any

from npusim.frontend.autoload import autoload
from npusim.frontend.cli.operator_inputs import Inputs, Request
from npusim.frontend.cli.operators import Operator
from npusim.simulator.errors import OptionError


def custom_operator(name: str) -> Operator:
    """The operator of a name that has ``@sample_inputs``; ``OptionError`` when there is none."""
    autoload()
    from npusim.frontend.custom_operators import call_of_tensors, samples_of
    from npusim.frontend.lowering import load_templates, template_errors

    load_templates()
    try:
        samples = samples_of(name)
    except OptionError as error:
        raise OptionError("\n".join([str(error), *template_errors()])) from error

    def build(inputs: Inputs, request: Request) -> tuple[Any, list[Any]]:
        return call_of_tensors(samples.operator, samples.arguments(request.shape, inputs.dtype, request.seed))

    return Operator(name, str(samples.operator._schema), tuple(samples.sizes), tuple(samples.sizes.values()), build)
