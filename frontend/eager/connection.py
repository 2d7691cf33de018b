"""Connects compiled eager operators to the C++ half of the device."""

from typing import Any

from npusim.frontend.device import runtime
from npusim.frontend.inductor.core_api import untraced


def connect() -> None:
    """Called when the device starts."""
    runtime.registrations("_").fallback(_run, "DeferredInit")  # where csrc/eager.cpp sends operators


@untraced  # Dynamo traces what a program calls between graphs
def _run(operator: Any, *args: Any, **kwargs: Any) -> Any:
    from npusim.frontend.eager.calls import run  # loads the compiler

    return run(operator, *args, **kwargs)
