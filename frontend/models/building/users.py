"""Models of users: ``package.module:factory`` or ``file.py:factory``."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from npusim.frontend.models.building.program import Call, Program, moved
from npusim.frontend.models.registry import architectures
from npusim.frontend.models.request import DECODE, GENERATE, TRAIN, ModelRequest
from npusim.simulator.errors import OptionError
from torch import nn
from torch.nn.parameter import is_lazy


def is_users(name: str) -> bool:
    """Whether a model's name means a user's factory: a file's, or an importable module's that is no architecture's."""
    module, _, factory = name.partition(":")
    if module.endswith(".py") or "." in module:
        return True
    if not factory or module in architectures():
        return False
    with _working_folder():
        return importlib.util.find_spec(module) is not None


def users_program(request: ModelRequest) -> Program:
    """What a user's factory returns: a model and its inputs, or a model with the attribute ``example_inputs``.

    Inputs are a tensor, a tuple of arguments, or a dict of keyword arguments; ``example_inputs`` may be a function.

    Raises:
        OptionError: the factory is not found, or returns something else; an option that a user's model cannot have.
    """
    for option, given in (("--batch", request.batch), ("--seq", request.seq)):
        if given is not None:
            raise OptionError(f"{option}: the sizes of a model of your own are those of its inputs")
    if request.task in (DECODE, GENERATE):
        raise OptionError(f"--{request.task}: what one step of a model of your own is, its factory decides")
    torch.manual_seed(request.seed)
    model, inputs = _model_and_inputs(request.model, _factory(request.model)())
    dtype = getattr(torch, request.dtype)
    args, kwargs = ((), inputs) if isinstance(inputs, dict) else (_as_tuple(inputs), {})
    _materialize(model, args, kwargs)
    model = model.to(dtype).train(request.task == TRAIN)
    args, kwargs = moved(args, "cpu", dtype), moved(kwargs, "cpu", dtype)
    return Program(request.model, Call(model), args, kwargs, is_one_graph=False)


def _factory(name: str) -> Any:
    module, _, attribute = name.partition(":")
    if not attribute:
        raise OptionError(f"--model {name}: write MODULE:FACTORY, such as package.module:factory or file.py:factory")
    loaded = _from_file(Path(module)) if module.endswith(".py") else _from_path(module)
    factory = getattr(loaded, attribute, None)
    if not callable(factory):
        raise OptionError(f"--model {name}: {module} has no function {attribute!r}")
    return factory


def _from_path(module: str) -> Any:
    try:
        with _working_folder():
            return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise OptionError(f"--model {module}: {error}; give an importable module, or a file's path") from error


@contextmanager
def _working_folder() -> Iterator[None]:
    """Modules are looked for in the working folder as well, as ``python -m`` does."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _from_file(file: Path) -> Any:
    if not file.is_file():
        raise OptionError(f"--model {file}: there is no such file")
    spec: Any = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def _model_and_inputs(name: str, made: Any) -> tuple[nn.Module, Any]:
    model, inputs = (
        made if isinstance(made, tuple) and len(made) == 2 else (made, getattr(made, "example_inputs", None))
    )
    if callable(inputs):
        inputs = inputs()
    if not isinstance(model, nn.Module) or inputs is None:
        raise OptionError(
            f"--model {name}: the factory returns {type(made).__name__}; it must return (model, inputs), or a model "
            f"with the attribute example_inputs; inputs are a tensor, a tuple or a dict of keyword arguments"
        )
    if isinstance(model, nn.DataParallel):
        raise OptionError(f"--model {name}: nn.DataParallel splits a batch over several devices; return its .module")
    return model, inputs


@torch.no_grad()
def _materialize(model: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Gives lazy parameters their sizes, and detaches what hooks compute before each call (the old `weight_norm`,
    `spectral_norm`, pruning), so that the model can be copied.
    """
    if any(is_lazy(each) for each in (*model.parameters(), *model.buffers())):
        model(*args, **kwargs)
    for module in model.modules():
        for name, value in vars(module).items():
            if isinstance(value, torch.Tensor) and not value.is_leaf:
                vars(module)[name] = value.detach()


def _as_tuple(inputs: Any) -> tuple[Any, ...]:
    return tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
