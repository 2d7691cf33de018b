"""Connects compiled eager operators to the C++ half of the device."""

from typing import Any

import torch
from npusim.frontend.inductor.core_api import untraced


def connect(registrations: list[Any]) -> None:
    """Called when the device starts."""
    library = torch.library.Library("_", "IMPL")
    library.fallback(_run, "DeferredInit")  # where csrc/eager.cpp sends operators
    registrations.append(library)


@untraced  # Dynamo traces what a program calls between graphs
def _run(operator: Any, *args: Any, **kwargs: Any) -> Any:
    from npusim.frontend.eager.calls import run  # loads the compiler

    return run(operator, *args, **kwargs)
