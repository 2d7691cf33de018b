"""Connects compiled eager operators to the C++ half of the device."""

from typing import Any

import torch


def connect(registrations: list[Any]) -> None:
    """Called when the device starts."""
    library = torch.library.Library("_", "IMPL")
    library.fallback(_run, "DeferredInit")  # where csrc/eager.cpp sends operators
    registrations.append(library)


def _run(operator: Any, *args: Any, **kwargs: Any) -> Any:
    from npusim.frontend.eager.calls import run  # loads the compiler

    return run(operator, *args, **kwargs)
