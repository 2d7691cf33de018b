"""The layers that repeat in a model, by its modules."""

import enum
from collections import OrderedDict, defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any

import torch
from npusim.frontend.backend.regions.outlining import MIN_COPIES
from npusim.frontend.inductor.devices import DEVICE_TYPE
from torch import nn

MIN_SHARE = 0.4
"""Of a model's parts that tracing one of each kind must save: less does not pay for the fusions across their ends."""


def repeated_layers(model: nn.Module) -> dict[nn.Module, int]:
    """The modules that occur MIN_COPIES times or more among the children of one module, the outermost ones, with the
    number of their kind; beside those, pairs (in the stages of a ResNet blocks occur two to five times). There are none
    if a kind for each would save less than MIN_SHARE of the model's parts.

    Modules of a kind have the same classes and names of attributes inside and parameters of the same sizes on the
    device, of which the same have gradients; whether they compute the same is for the tracing to tell.
    """
    kinds = list(_kinds(model, _Descriptions()))
    saved = sum((len(kind) - 1) * _parts(kind[0]) for kind in kinds)
    if saved < _parts(model) * MIN_SHARE or not _repeat(kinds):
        return {}
    return {module: number for number, kind in enumerate(kinds) for module in kind}


MAX_OBJECTS = 20_000
"""That two layers are compared by."""


def corresponding(first: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of objects that can be reached from two layers in the same way: by attributes, in containers, and in what
    functions close over. Constants, classes and what libraries are made of are left out.

    Raises:
        ValueError: there are too many; or two differ in what Dynamo has no guard for: attributes and keys that one
            lacks, and numbers that compare as equal but are not.
    """
    pending, seen = [(first, other)], set[tuple[int, int]]()
    while pending:
        pair = pending.pop()
        if tuple(map(id, pair)) in seen or any(isinstance(each, _CONSTANTS) for each in pair):
            if only_compare_equal(*pair):
                raise ValueError(f"two layers have {pair[0]!r} and {pair[1]!r}")
            continue
        seen.add((id(pair[0]), id(pair[1])))
        if len(seen) > MAX_OBJECTS:
            raise ValueError(f"a layer is made of more than {MAX_OBJECTS} objects")
        yield pair
        parts, others = map(_parts_of, pair)
        if parts.keys() != others.keys():
            raise ValueError(f"two objects {type(pair[0]).__name__} have attributes or keys of other names")
        pending.extend((part, others[key]) for key, part in parts.items())


def only_compare_equal(first: Any, other: Any) -> bool:
    """Whether two numbers compare as equal, as guards compare them, but are not: 0.0 and -0.0, 1 and True."""
    are_numbers = isinstance(first, (int, float, complex)) and isinstance(other, (int, float, complex))
    return are_numbers and first == other and (type(first), repr(first)) != (type(other), repr(other))


_CONSTANTS = (type, ModuleType, str, bytes, int, float, complex, type(None), enum.Enum, torch.dtype, torch.device)


def _parts_of(value: Any) -> dict[Any, Any]:
    """What an object consists of, by how one gets at it."""
    if isinstance(value, torch.Tensor):
        return {}
    if isinstance(value, FunctionType):
        cells = [_contents(cell) for cell in value.__closure__ or ()]
        return dict(enumerate([*cells, value.__defaults__, value.__kwdefaults__]))
    if isinstance(value, MethodType):
        return {"self": value.__self__, "function": value.__func__}
    if isinstance(value, partial):
        return {"function": value.func, "args": value.args, "keywords": value.keywords}
    parts: dict[Any, Any] = {("attribute", name): each for name, each in _attributes(value)}
    if isinstance(value, (list, tuple, deque)) or _are_hooks(value):
        parts.update(enumerate(value.values() if isinstance(value, dict) else value))
    elif isinstance(value, dict):
        parts.update(value)
    return parts


def _are_hooks(value: Any) -> bool:
    """Whether a value holds a module's hooks, whose keys are numbers that no other hook has."""
    return isinstance(value, OrderedDict) and all(type(key) is int for key in value)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(value, "__dict__", {}).items()
    for each in type(value).__mro__:
        slots = vars(each).get("__slots__", ())
        names = [slots] if isinstance(slots, str) else slots
        yield from ((name, getattr(value, name)) for name in names if hasattr(value, name))


def _contents(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # an empty one
        return None


class _Descriptions(dict[nn.Module, Hashable]):
    """What modules consist of, by module."""

    def __missing__(self, module: nn.Module) -> Hashable:
        tensors = [*module._parameters.items(), *module._buffers.items()]
        children = tuple((name, None if child is None else self[child]) for name, child in module._modules.items())
        own = tuple((name, tensor if tensor is None else _description(tensor)) for name, tensor in tensors)
        state = module.training, _is_function(module)
        self[module] = described = hash((type(module), *state, frozenset(vars(module)), own, children))
        return described


def _description(tensor: torch.Tensor) -> Hashable:
    return type(tensor), tensor.dtype, tensor.device, tuple(tensor.shape), tensor.layout, tensor.requires_grad


def _kinds(module: nn.Module, descriptions: _Descriptions) -> Iterator[list[nn.Module]]:
    by_kind = defaultdict(list)
    for child in dict.fromkeys(module.children()):
        by_kind[descriptions[child]].append(child)
    for kind in by_kind.values():
        can_be_regions = len(kind) > 1 and _can_be_region(kind[0])
        if can_be_regions and _repeat([kind]):
            yield kind
            continue
        inside = [each for child in kind for each in _kinds(child, descriptions)]
        yield from [kind] if can_be_regions and not _repeat(inside) else inside


def _repeat(kinds: Sequence[list[nn.Module]]) -> bool:
    """Whether a kind has more than pairs."""
    return any(len(kind) >= MIN_COPIES for kind in kinds)


def _can_be_region(module: nn.Module) -> bool:
    """Whether a module is one of ordinary parameters on the device, with parts that are functions of their inputs."""
    tensors = [*module.parameters(), *module.buffers()]
    are_ordinary = all(
        type(tensor) in (torch.Tensor, nn.Parameter) and tensor.device.type == DEVICE_TYPE for tensor in tensors
    )
    return bool(tensors) and are_ordinary and _parts(module) > 1 and all(map(_is_function, module.modules()))


def _is_function(module: nn.Module) -> bool:
    """Whether a module has no hooks that see gradients, which PyTorch calls between operators, and is no normalisation
    that keeps statistics of its input: a region has no place for the ones and changes no tensor.
    """
    has_hooks = bool(module._backward_hooks or module._backward_pre_hooks)
    return not has_hooks and not (module.training and getattr(module, "track_running_stats", False))


def _parts(module: nn.Module) -> int:
    return sum(1 for each in module.modules() if not each._modules)
