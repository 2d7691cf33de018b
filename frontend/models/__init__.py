"""Whole models on the device: a zoo of architectures with random weights, and models of users.

Importing this package imports neither torch nor the libraries of the models.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from npusim.frontend.models.architecture import SMALL, Architecture, Preset, Sizes
from npusim.frontend.models.registry import architectures, find_model, register_models
from npusim.frontend.models.request import DECODE, FORWARD, GENERATE, TRAIN, ModelRequest

if TYPE_CHECKING:
    from npusim.frontend.models.building import build as build
    from npusim.frontend.models.generation import Generated as Generated
    from npusim.frontend.models.generation import generate as generate
    from npusim.frontend.models.run import ModelRun as ModelRun
    from npusim.frontend.models.run import run_model as run_model

_EXPORTS = {
    "build": "building",
    "run_model": "run",
    "ModelRun": "run",
    "Generated": "generation",
    "generate": "generation",
}

__all__ = [
    "DECODE",
    "FORWARD",
    "GENERATE",
    "SMALL",
    "TRAIN",
    "Architecture",
    "Generated",
    "ModelRequest",
    "ModelRun",
    "Preset",
    "Sizes",
    "architectures",
    "build",
    "find_model",
    "generate",
    "register_models",
    "run_model",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'npusim.frontend.models' has no attribute '{name}'")
    return getattr(import_module(f"npusim.frontend.models.{_EXPORTS[name]}"), name)
