"""The libraries that have the models: imported when a model is made, with an error that says how to get them."""

from __future__ import annotations

import importlib
import logging
import os
from typing import Any

from npusim.simulator.errors import NpuSimError


class MissingLibraryError(NpuSimError):
    """A library of the extra ``npusim[models]`` is not installed, or is too old."""


def library_class(library: str, name: str) -> Any:
    """A class of transformers or diffusers.

    Raises:
        MissingLibraryError: the library or the class is not there.
    """
    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # nothing is fetched: models are made from their configurations
    try:
        module = importlib.import_module(library)
    except ImportError as error:
        raise MissingLibraryError(
            f"models of the zoo need {library}, which is not installed ({error}); "
            f'install the extra: pip install "npusim[models]"'
        ) from error
    logging.getLogger(library).setLevel(logging.ERROR)
    try:
        return getattr(module, name)
    except (AttributeError, ImportError, RuntimeError) as error:
        raise MissingLibraryError(
            f"{library} {module.__version__} has no {name}; install a newer one: pip install -U {library}"
        ) from error
