"""Layers that Dynamo traces once: the calls of a model's equal layers become calls of one subgraph, behind PyTorch's
`invoke_subgraph`, as if the program had marked them with `torch.compiler.nested_compile_region`.

A program says by its mark that its layers are equal; here this has to be found out, for what Dynamo compares is not
all: it takes a layer for a copy of an earlier one if its arguments look alike and the guards of the first trace hold
for it, of which it misses some and installs none. Here all are compared and installed; a copy must be called in the
same state (autocast), and share objects as the first layer does. A layer is a region only if it is a function of real
numbers: with integers (indices), symbolic sizes, other higher-order operators, changes of its inputs or of objects, or
a graph break in a layer, the function is traced anew without regions; with autograd it is traced without at once.
"""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from types import FunctionType
from typing import Any

import torch
from npusim.frontend.backend.regions.copies import invoke_subgraph
from npusim.frontend.backend.regions.layers import corresponding, only_compare_equal, repeated_layers
from npusim.frontend.backend.regions.nodes import is_open, is_real
from npusim.frontend.backend.regions.results import Region, Results
from npusim.frontend.backend.regions.schemas import mark
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import (
    GUARD_VALUE_DISPATCH,
    SKIP_GUARD,
    ConstantVariable,
    GuardBuilder,
    GuardCheckSpec,
    LocalSource,
    RestartAnalysis,
    TensorVariable,
    TupleVariable,
    UnspecializedNNModuleVariable,
    UnspecializeRestartAnalysis,
    UserFunctionVariable,
    VariableBuilder,
    build_input_fingerprint,
    build_source_replacement,
    find_reuse_match,
    install_guard,
    is_from_source,
    record_nn_module_stack,
    stamp_out_subgraph,
)
from npusim.frontend.settings.switches import regions
from npusim.frontend.settings.verification import verification
from torch import nn

_STATE = "npusim_layers"


MAX_DIFFERENT = 3
"""Layers of a kind without a copy among them, behind which none is looked for: they may all differ in a constant."""


class _NotEqual(Exception):
    """Why a layer cannot be a region, or is no copy of the first one."""


@around
def marking_layers(call: Callable[..., Any], module: Any, tx: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """Around the method by which Dynamo calls a module."""
    layers = _layers_of(tx)
    number = None if layers is None else layers.number(module, tx)
    if layers is None or number is None:
        return call(module, tx, args, kwargs)
    with layers.inside_one(), _module_stack(module, tx):
        return layers.call(number, tx, [module, *args], kwargs)


def _layers_of(tx: Any) -> "_Layers | None":
    """What is known of the layers of the function that is being traced; None if nothing in it can be a region."""
    if not regions.value() or verification.value().kernels or verification.value().operators:
        return None
    if not _is_compiled_by_inductor(tx) or tx.output.export or tx.output.current_tracer.parent is not None:
        return None
    layers: _Layers = vars(tx.speculation_log).setdefault(_STATE, _Layers())  # outlives restarts
    return layers if layers.may_be_regions else None


def _is_compiled_by_inductor(tx: Any) -> bool:
    compiler = tx.output.compiler_fn
    while hasattr(compiler, "_torchdynamo_orig_backend"):
        compiler = compiler._torchdynamo_orig_backend
    return isinstance(compiler, torch._TorchCompileInductorWrapper)


def _module_stack(module: Any, tx: Any) -> Any:
    if not module.source:
        return nullcontext()
    source = module.get_nn_module_stack_source()
    return record_nn_module_stack(str(id(module.value)), source, tx, module.value)


@dataclasses.dataclass
class _First:
    """The first call of an entry of Dynamo's: what its copies must have in common with it.

    Attributes:
        state: of torch, and the attributes of objects that the function has set.
        same: for every leaf of the arguments, the first leaf with its tensor.
        constants: among the leaves; None for others.
        results: what the layer returns.
        values: the modules and tensors among the arguments.
        names: of these, by how the function gets at them.
        duplicates: pairs of sources of one object.
        in_order: the layer's dictionaries whose keys the guards count.
    """

    state: Any
    same: list[int]
    constants: list[Any]
    results: Results
    values: list[Any]
    names: list[str]
    duplicates: list[tuple[Any, Any]]
    in_order: list[Any]


@dataclasses.dataclass
class _Layers:
    """The layers of one function, from one attempt to trace it to the next.

    Attributes:
        may_be_regions: whether no attempt has failed.
    """

    may_be_regions: bool = True
    _is_inside: bool = False
    _numbers: dict[nn.Module, dict[nn.Module, int]] = dataclasses.field(default_factory=dict)
    _functions: dict[str, FunctionType] = dataclasses.field(default_factory=dict)
    _firsts: dict[int, _First] = dataclasses.field(default_factory=dict)
    _copied: set[Any] = dataclasses.field(default_factory=set)

    def number(self, module: Any, tx: Any) -> int | None:
        """The number of a layer's kind; None for modules that are no layers, or parts of one."""
        if self._is_inside or module.source is None:
            return None
        model = _model(module.source, tx)
        if model is None:
            return None
        if model not in self._numbers:
            self._numbers[model] = repeated_layers(model)
        return self._numbers[model].get(module.value)

    @contextmanager
    def inside_one(self) -> Iterator[None]:
        """While the parts of a layer are traced."""
        self._is_inside = True
        try:
            yield
        finally:
            self._is_inside = False

    def call(self, number: int, tx: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """The results of a layer's call."""
        name = f"layer_{number}" if torch.is_grad_enabled() else f"layer_{number}_without_gradients"
        function = UserFunctionVariable(self._functions.setdefault(name, _caller(name)))
        try:
            return self._traced_or_copied(function, tx, args, kwargs)
        except RestartAnalysis:
            raise
        except Exception as error:  # whatever it is: the function is traced as if there were no regions
            self.may_be_regions = False
            raise UnspecializeRestartAnalysis(restart_reason=f"no region: {error}") from error

    def _traced_or_copied(self, function: Any, tx: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        arguments = build_input_fingerprint(tx, args, kwargs)
        state, same = (_state(), _changes(tx)), _same(arguments)
        entry = find_reuse_match(tx, function, arguments)
        if entry is None:
            before = len(_entries(tx, function))
            if before >= MAX_DIFFERENT and function.get_function() not in self._copied:
                raise _NotEqual("all layers of its kind differ")
            region = Region(invoke_subgraph, source=None)
            result = region.call_function(tx, [function, *args], kwargs)
            if len(entries := _entries(tx, function)) == before:
                raise _NotEqual("Dynamo does not reuse it")
            condition, entry = entries[-1]
            _refuse_unsuitable(entry.body_gmod.graph, result)
            mark(entry.body_gmod)
            condition.guards.extend(_further_guards(tx, condition, entry))
            sources = [source for source in arguments.arg_sources if source is not None]
            names, in_order = [source.name for source in sources], _ordered_in(tx, sources)
            values, constants = _values(tx, arguments), _constants(arguments)
            first = _First(state, same, constants, region.results, values, names, _duplicates(tx), in_order)
            self._firsts[id(entry)] = first
            return first.results.completed(result)
        first = self._firsts[id(entry)]
        differ = any(map(only_compare_equal, first.constants, _constants(arguments)))
        if differ or (state, same) != (first.state, first.same):
            raise _NotEqual("it is called otherwise")
        self._copied.add(function.get_function())
        result = _computed(tx, stamp_out_subgraph(tx, arguments, entry))
        condition = next(condition for condition, each in _entries(tx, function) if each is entry)
        _require_same_objects(tx, first, _values(tx, arguments))
        moved = _moved(entry, arguments)
        _install_guards(tx, [guard for *_, guard in condition.guards], moved)
        _install_duplicates(first.duplicates, moved)
        tx.output.guard_on_key_order.update(map(moved, first.in_order))
        return first.results.completed(result)


def _caller(name: str) -> FunctionType:
    """A function of its own for a kind of layers: Dynamo looks for copies by a function's code."""

    def call(layer: Any, *args: Any, **kwargs: Any) -> Any:
        return layer(*args, **kwargs)

    return FunctionType(call.__code__.replace(co_name=name), call.__globals__, name)


def _model(source: Any, tx: Any) -> nn.Module | None:
    """The outermost module that a module is part of, by how the function gets at it."""
    model = None
    while (source := getattr(source, "base", None)) is not None:
        value = tx.output.resolve_source_value(source)
        model = value if isinstance(value, nn.Module) else model
    return model


def _state() -> Any:
    """What an operator's results depend on beside its operands.

    Raises:
        _NotEqual: a transformation of functions or a mode is active.
    """
    if torch._C._functorch.peek_interpreter_stack() is not None or torch._C._len_torch_function_stack():
        raise _NotEqual("a transformation or a mode is active")
    autocast = [(torch.is_autocast_enabled(d), torch.get_autocast_dtype(d)) for d in (DEVICE_TYPE, "cpu")]
    return autocast, torch.is_inference_mode_enabled(), torch.get_default_dtype()


def _same(arguments: Any) -> list[int]:
    nodes = [vt.as_proxy().node if vt.is_tensor() else position for position, (_, vt) in enumerate(arguments.flat_vts)]
    return [nodes.index(node) for node in nodes]


def _constants(arguments: Any) -> list[Any]:
    return [vt.value if isinstance(vt, ConstantVariable) else None for _, vt in arguments.flat_vts]


def _entries(tx: Any, function: Any) -> list[tuple[Any, Any]]:
    cache = tx.output.tracing_context.hop_dispatch_set_cache.get_cache(invoke_subgraph)
    return list(cache.subgraph_reuse_cache.get(function.get_function().__code__, []))


def _refuse_unsuitable(graph: torch.fx.Graph, result: Any) -> None:
    results = result.items if type(result) is TupleVariable else [result]
    tensors = {each.as_proxy().node for each in results if type(each) is TensorVariable}
    if len(tensors) < len(results):
        raise _NotEqual("its result is no tensor or tuple of different tensors")
    for node in graph.nodes:
        target, value = node.target, node.meta.get("example_value")
        is_mutable = isinstance(target, torch._ops.OpOverload) and target._schema.is_mutable
        if is_mutable or isinstance(target, torch._ops.HigherOrderOperator):
            raise _NotEqual(f"it calls {target}")
        for each in tree_leaves(value):
            if is_open(each) or (isinstance(each, torch.Tensor) and not is_real(each)):
                raise _NotEqual(f"{node} is no tensor of real numbers on the device with fixed sizes")


def _computed(tx: Any, result: Any) -> Any:
    """The results of a copy, which Dynamo makes leaves of autograd's graph: a program may change what it computed."""
    for each in result.items if isinstance(result, TupleVariable) else [result]:
        if each.requires_grad:
            node = each.as_proxy().node
            with tx.fake_mode:
                node.meta["example_value"] = node.meta["example_value"].clone()
            each.has_grad_fn = True
    return result


def _moved(entry: Any, arguments: Any) -> Callable[[Any], Any]:
    """The source of a copy's that stands where one of the first call's does."""
    moved = build_source_replacement(entry.arg_sources, arguments.arg_sources)
    return lambda source: source.clone(lambda each: moved.get(each, each))


def _values(tx: Any, arguments: Any) -> list[Any]:
    """The objects behind the arguments; a new one for what the function has computed."""
    return [object() if each is None else tx.output.resolve_source_value(each) for each in arguments.arg_sources]


def _changes(tx: Any) -> Any:
    """The attributes that the function has set of objects that it did not make.

    Raises:
        _NotEqual: it has changed a module or a container other than the dictionary of its own keyword arguments, which
            a layer reads as arguments only.
    """
    effects = tx.output.side_effects
    changed = [each for each in effects._get_modified_vars() if not _is_own(each.source)]
    for each in changed:
        if each not in effects.store_attr_mutations or isinstance(each, UnspecializedNNModuleVariable):
            raise _NotEqual(f"the function has changed {each.source.name}")
    set_to = {each: effects.store_attr_mutations[each].items() for each in changed}
    return [(id(each), [(name, id(value)) for name, value in items]) for each, items in set_to.items()]


def _is_own(source: Any) -> bool:
    """Whether the function made an object: it has no source, or is the dictionary `**kwargs` of the call."""
    return source is None or (isinstance(source, LocalSource) and source.is_varkw)


def _require_same_objects(tx: Any, first: _First, values: list[Any]) -> None:
    """Raises _NotEqual if the copy would read another object than it gets.

    Dynamo reads an object by the source at which it met it first. One that it met outside of the first layer must be
    the same in the copy; one that is the layer's own must have the same counterpart wherever it is read, which is no
    other's: a layer may ask which of its objects are the same.
    """
    effects = tx.output.side_effects
    counterparts: dict[int, Any] = {}
    originals: dict[int, Any] = {}
    for own, other in corresponding(first.values, values):
        name = effects[own].source.name if own in effects and effects[own].source else ""
        is_outside = bool(name) and not any(
            name == each or name.startswith((f"{each}.", f"{each}[")) for each in first.names
        )
        counterpart = own if is_outside else counterparts.setdefault(id(own), other)
        if other is not counterpart or own is not originals.setdefault(id(other), own):
            raise _NotEqual("an object is shared otherwise")
        if own is not other and any(each in effects and effects.is_modified(effects[each]) for each in (own, other)):
            raise _NotEqual("the function has changed an object")


def _further_guards(tx: Any, condition: Any, entry: Any) -> Iterator[tuple[Any, ...]]:
    """The guards of the first call's arguments and of what is in them that Dynamo does not look at: those of the
    classes, hooks and methods of the layer's modules.
    """
    known = {id(guard) for *_, guard in condition.guards}
    arguments = [source for source in entry.arg_sources if source is not None]
    for guard in list(tx.output.guards):
        source = guard.originating_source
        kind = GUARD_VALUE_DISPATCH.get(guard.create_fn_name())
        is_other = id(guard) in known or not _is_in(source, arguments)
        if is_other or kind is SKIP_GUARD:
            continue
        if not isinstance(kind, GuardCheckSpec):
            raise _NotEqual(f"the guard {guard.create_fn_name()} cannot be compared")
        yield source, kind, kind.get_metadata_fn(guard, tx.output.resolve_source_value(source)), guard


def _is_in(source: Any, arguments: list[Any]) -> bool:
    return any(is_from_source(source, argument) for argument in arguments)


def _ordered_in(tx: Any, arguments: list[Any]) -> list[Any]:
    """The dictionaries in the first call's arguments whose keys are guarded by their numbers: of hooks."""
    return [source for source in tx.output.guard_on_key_order if _is_in(source, arguments)]


def _duplicates(tx: Any) -> list[tuple[Any, Any]]:
    guards = [guard for guard in tx.output.guards if guard.create_fn_name() == "DUPLICATE_INPUT"]
    return [(guard.originating_source, guard.create_fn.keywords["source_b"]) for guard in guards]


def _install_guards(tx: Any, guards: list[Any], moved: Callable[[Any], Any]) -> None:
    """The guards of the first call, for the copy; a tensor gets its own as an input of the graph."""
    for guard in guards:
        own = moved(guard.originating_source)
        if own == guard.originating_source:
            continue
        if guard.create_fn_name() == "TENSOR_MATCH":
            VariableBuilder(tx, own)(tx.output.resolve_source_value(own))
        else:
            install_guard(own.make_guard(guard.create_fn))


def _install_duplicates(duplicates: list[tuple[Any, Any]], moved: Callable[[Any], Any]) -> None:
    for pair in duplicates:
        own, other = map(moved, pair)
        if (own, other) != pair:
            install_guard(own.make_guard(partial(GuardBuilder.DUPLICATE_INPUT, source_b=other)))
