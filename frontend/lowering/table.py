"""The lowerings of the device inside Inductor's table.

Who wins, for a call with a tensor on the device:

1. what a user registered with `register_lowering` (a function defined outside npusim);
2. what a user put into `torch._inductor.lowering.lowerings`, before or after ours;
3. our lowering;
4. Inductor's own entry, which also serves every call without a tensor on the device.
"""

import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch
from npusim.frontend.authoring.errors import is_of_npusim, operator_name
from npusim.frontend.authoring.results import call_of_author
from npusim.frontend.digests import of_objects
from npusim.frontend.implementations.registry import Condition, register_implementation, user_implementations
from npusim.frontend.inductor.core_api import HigherOrderOperator, tree_leaves, tree_map
from npusim.frontend.inductor.patches import check_patch
from npusim.frontend.lowering.operators import overloads_of
from npusim.frontend.settings import lowering_changes
from npusim.simulator.errors import OptionError

Lowering = Callable[..., Any]
Operator = Any  # OpOverload, OpOverloadPacket, HigherOrderOperator or a name; torch is not type-checked

_device_lowerings: dict[Any, Lowering] = {}
_awaited: dict[str, Lowering] = {}
"""Lowerings of operators given by name that are not defined yet."""


def register_lowering(
    *operators: Operator,
    implementation: str = "",
    priority: int = 0,
    when: Condition | None = None,
    pays: Condition | None = None,
) -> Callable[[Lowering], Lowering]:
    """Makes the decorated function the device's lowering of operators.

    Args:
        operators: overloads (`aten.mm.default`), packets (`aten.mm`: all their overloads), higher-order operators, or
            qualified names (`"mylib::mine"`: all their overloads) of operators that a library defines when it is
            imported, which need not have happened yet.
        implementation: its name, for an operator with several implementations (docs/implementations.md); a lowering
            without a name that was there before, or npusim's, becomes the one called `default`, of priority 0.
        priority: as of `register_implementation`.
        when: as of `register_implementation`; it gets the machine and the lowering's arguments.
        pays: the same.

    The function gets the operator's arguments with tensors as `torch._inductor.ir.TensorBox`, and returns a TensorBox
    (or a tuple of them, as the operator's schema says). Returning None hands the call on to the entry that was there
    before. A function defined outside npusim wins over ours; registered twice, the later function wins.
    """
    if not operators:
        raise OptionError("register_lowering needs at least one operator, for example @register_lowering(aten.mm)")
    names = [_checked_name(operator) for operator in operators if isinstance(operator, str)]
    keys = [key for operator in operators if not isinstance(operator, str) for key in _overloads(operator)]
    conditions: dict[str, Any] = {"priority": priority, "when": when, "pays": pays}

    def decorate(function: Lowering) -> Lowering:
        if implementation:
            if names:
                raise OptionError("register_lowering: implementation= is for operators that are defined, not for names")
            for key in keys:
                _add_implementation(
                    key, register_implementation(operator_name(key), implementation, **conditions), function
                )
            return function
        for key in keys:
            _register(key, function)
        for name in names:
            _register_name(name, function)
        return function

    return decorate


def lowering_digest() -> str:
    """Digest of every lowering and template that users added: part of the key of Inductor's caches."""
    from npusim.frontend.template import user_templates

    return of_objects([*_user_lowerings(), *user_templates()])


def _overloads(operator: Any) -> list[Any]:
    return [operator] if isinstance(operator, HigherOrderOperator) else overloads_of(operator, "register_lowering")


def _checked_name(name: str) -> str:
    namespace, _, operator = name.partition("::")
    if not (namespace.isidentifier() and operator.isidentifier()):
        raise OptionError(f'register_lowering takes names such as "mylib::mine", not {name!r}')
    return name


def _register_name(name: str, function: Lowering) -> None:
    packet = _defined(name)
    if packet is not None:
        for key in _overloads(packet):
            _register(key, function)
    elif name not in _awaited or not is_of_npusim(function) or is_of_npusim(_awaited[name]):
        _awaited[name] = function


def _defined(name: str) -> Any:
    """The operator of that name, None when no library has defined it."""
    namespace, operator = name.split("::")
    return getattr(getattr(torch.ops, namespace), operator, None)


def register_awaited() -> None:
    """Registers the lowerings of operators that have been defined meanwhile; called before a graph is lowered."""
    for name, function in list(_awaited.items()):
        if _defined(name) is not None:
            del _awaited[name]
            _register_name(name, function)


def _register(key: Any, function: Lowering) -> None:
    current = _device_lowerings.get(key)
    if current is not None and is_of_npusim(function) and not is_of_npusim(current):
        if isinstance(current, Chooser):
            current.add_default(function)
        return  # ours was loaded after the user's
    if not is_of_npusim(function) and (current is not None or _is_lowered(key)):
        lowering_changes.add()
    _device_lowerings[key] = function
    _install(key)


def _is_lowered(key: Any) -> bool:
    """Whether Inductor, if it is there, lowers an operator itself."""
    inductor = sys.modules.get("torch._inductor.lowering")
    return inductor is not None and key in inductor.lowerings


class Chooser:
    """The lowering of an operator with several implementations; it belongs to the author of the first one."""

    def __init__(self, operator: str, function: Lowering) -> None:
        self.operator = operator
        functools.update_wrapper(self, function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from npusim.frontend.implementations.choice import lower

        return lower(self.operator, *args, **kwargs)

    def add_default(self, function: Lowering) -> None:
        """Makes a lowering without a name the implementation `default`."""
        register_implementation(self.operator, "default")(function)


def _add_implementation(key: Any, add: Callable[[Lowering], Lowering], function: Lowering) -> None:
    add(function)
    current = _device_lowerings.get(key)
    if isinstance(current, Chooser):
        if not is_of_npusim(function):
            lowering_changes.add()
        return
    chooser = Chooser(operator_name(key), function)
    if current is not None:
        chooser.add_default(current)
    _register(key, chooser)


def _install(key: Any) -> None:
    from npusim.frontend.inductor.api import lowerings

    check_patch("lowerings")
    previous = lowerings.get(key)
    if isinstance(previous, DeviceDispatch):
        return
    if previous is not None and not _is_torch(previous) and is_of_npusim(_device_lowerings[key]):
        return  # a user's entry in Inductor's table wins over ours
    lowerings[key] = DeviceDispatch(key, previous)


class DeviceDispatch:
    """Entry of Inductor's table: the device's lowering for tensors on the device, else the previous entry."""

    def __init__(self, key: Any, previous: Lowering | None) -> None:
        self.key = key
        self.previous = previous
        self.__name__ = f"npu_{str(key).replace('.', '_')}"
        self._inductor_lowering_function = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if _any_on_device(args, kwargs):
            result = self._on_device(_device_lowerings[self.key], args, kwargs)
            if result is not None:
                return result
        if self.previous is None:
            return _fallback(self.key, args, kwargs)
        return self.previous(*args, **kwargs)

    def _on_device(self, function: Lowering, args: Any, kwargs: Any) -> Any:
        if is_of_npusim(function):
            return function(*args, **kwargs)
        args, kwargs = with_layouts(args, kwargs)
        if isinstance(function, Chooser):
            return function(*args, **kwargs)
        return call_of_author(function, self.key, args, kwargs)


class UserLowering:
    """A user's entry of Inductor's table, called with operands that have a layout."""

    def __init__(self, key: Any, function: Lowering) -> None:
        self.key = key
        self.__wrapped__ = function
        self.__module__ = function.__module__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if _any_on_device(args, kwargs):
            return call_of_author(self.__wrapped__, self.key, *with_layouts(args, kwargs))
        return self.__wrapped__(*args, **kwargs)


def prepare_user_lowerings(operators: Iterable[Any]) -> None:
    """Wraps the entries that users put into Inductor's table for these operators; called before a graph is lowered."""
    from npusim.frontend.inductor.api import lowerings

    for key in operators:
        function = lowerings.get(key)
        if (
            function is not None
            and not isinstance(function, (DeviceDispatch, UserLowering))
            and not _is_torch(function)
        ):
            lowerings[key] = UserLowering(key, function)


def with_layouts(args: Any, kwargs: Any) -> tuple[Any, dict[str, Any]]:
    """Arguments in which every view of a computation on the device is realized as a strided view of a buffer.

    Without this, the usual `a.realize(); layout = a.layout` of a lowering gives the layout below the view.
    """
    from npusim.frontend.inductor.api import IRNode

    return tree_map(_with_layout, (args, kwargs), is_leaf=lambda value: isinstance(value, IRNode))  # type: ignore[no-any-return]


def _with_layout(value: Any) -> Any:
    from npusim.frontend.inductor.api import ir

    inner = value.data if isinstance(value, ir.TensorBox) else value
    if not isinstance(inner, ir.BaseView) or isinstance(inner, ir.ReinterpretView) or _device_type(inner) != "npu":
        return value
    return ir.TensorBox(ir.ExternKernel.realize_input(inner))


def _fallback(key: Any, args: Any, kwargs: Any) -> Any:
    """Inductor's treatment of an operator without an entry: it makes one that calls the operator at run time, with the
    strides that the operator asks for. The host-op gate judges such a call if it touches the device.
    """
    from npusim.frontend.inductor.api import V, lowerings

    del lowerings[key]
    try:
        return V.graph.call_function(key, args, kwargs)
    finally:
        lowerings[key] = DeviceDispatch(key, lowerings.get(key))


def _any_on_device(args: Any, kwargs: Any) -> bool:
    from npusim.frontend.inductor.api import IRNode

    leaves = tree_leaves((args, kwargs), is_leaf=lambda value: isinstance(value, IRNode))
    return any(_device_type(value) == "npu" for value in leaves)


def _device_type(value: Any) -> str | None:
    from npusim.frontend.inductor.api import IRNode

    if not isinstance(value, IRNode):
        return getattr(value, "type", None) if type(value).__name__ == "device" else None
    device = value.get_device()
    return device.type if device is not None else None


def _is_torch(function: Any) -> bool:
    origin = inspect.unwrap(function)
    origin = getattr(origin, "func", origin)  # functools.partial
    return str(getattr(origin, "__module__", "")).startswith("torch.")


def lowering_of(operator: Operator) -> Lowering | None:
    """The lowering that a user wrote for an operator, None if there is none."""
    from npusim.frontend.inductor.api import lowerings

    own = _device_lowerings.get(operator)
    if own is not None and not is_of_npusim(own):
        return own
    return users_entry(lowerings.get(operator))


def users_entry(entry: Any) -> Lowering | None:
    """The function that a user put into Inductor's table, None for an entry of Inductor or npusim."""
    if entry is None or isinstance(entry, DeviceDispatch) or _is_torch(entry):
        return None
    return inspect.unwrap(entry)  # type: ignore[no-any-return]


def _user_lowerings() -> Iterator[tuple[str, Any]]:
    from npusim.frontend.inductor.api import lowerings

    for key, entry in lowerings.items():
        function = users_entry(entry)
        if function is not None:
            yield f"lowerings[{key}]", function
    for key, function in _device_lowerings.items():
        if not is_of_npusim(function):
            yield f"register_lowering[{key}]", inspect.unwrap(function)
    yield from user_implementations()
