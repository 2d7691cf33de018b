"""Compiles one call of an operator with Inductor: `torch.compile` of a graph of one node, without Dynamo."""

import contextlib
import logging
import operator as python_operators
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import torch
from npusim.frontend.device.operators.composed import composition_of
from npusim.frontend.device.policy import announcing_nothing
from npusim.frontend.eager.schema import Schema
from npusim.frontend.eager.signature import Role, Signature, is_open, roles_of
from npusim.frontend.inductor.core_api import OpOverload, disable_current_modes
from npusim.frontend.inductor.patching import around
from npusim.simulator.errors import NpuSimError, UnsupportedError
from torch import Tensor
from torch.fx import Graph, GraphModule, Node

_thread = threading.local()


@dataclass(frozen=True)
class Call:
    """A call that is compiled.

    Attributes:
        given: its arguments as it was called, with `outs`.
        outs: tensors that the results are copied to, in the order of the results.
        positions: for every tensor among arguments and `outs`, in their order, its position in `tensors`.
        tensors: the different ones.
    """

    schema: Schema
    given: tuple[Sequence[Any], dict[str, Any]]
    args: Sequence[Any]
    kwargs: dict[str, Any]
    outs: Sequence[Tensor]
    signature: Signature
    positions: Sequence[int]
    tensors: Sequence[Tensor]

    @property
    def operator(self) -> OpOverload:
        """The operator that is compiled."""
        return self.schema.operator


@dataclass(frozen=True)
class Program:
    """A compiled call.

    Attributes:
        run: takes the tensors, then the numbers that are open; gives the results in a sequence.
        numbers: leaves of the call's signature that are given to it.
        fits: whether the tensors and the open numbers it takes are what it was compiled for.
        specialized: leaves that were to be open, but that the operator is compiled for.
        fills_outs: whether it writes the results into the `outs`, else they have other shapes.
    """

    run: Callable[..., Sequence[Any]]
    numbers: tuple[int, ...]
    fits: Callable[..., bool]
    specialized: frozenset[int]
    fills_outs: bool


def compile_call(call: Call, varying: frozenset[int]) -> Program:
    """Compiles a call for all values of the `varying` leaves of its signature.

    Raises:
        UnsupportedError: the operator has no lowering.
    """
    with plain_dispatch(), _keeping_numbers(), announcing_nothing():
        tracer = _Tracer(call, varying)
        module, fills_outs = tracer.module()
        try:
            compiled = _backend()(module, tracer.examples)
        except Exception as error:  # the call itself is right: it has been run with fake tensors
            raise _unsupported(call.operator, error) from error
        return tracer.program(compiled, fills_outs)


def _unsupported(operator: OpOverload, error: Exception) -> Exception:
    """The error for an operator that cannot be compiled. Other errors of ours (disk full, ...) stay."""
    if isinstance(error, NpuSimError) and not isinstance(error, UnsupportedError):
        return error
    reason = (str(error).splitlines() or [""])[0]
    if not isinstance(error, NpuSimError):
        reason = f"{type(error).__name__}: {reason}"
    return UnsupportedError(
        f"{operator} cannot run on the device in the eager mode 'compile': {reason}\n"
        "Ways out: with torch.npu.set_eager_mode('host'): around it, which runs it on the host; calling it on x.cpu(); "
        "or a lowering (@npusim.frontend.register_lowering), see docs/adding_an_operator.md"
    )


@cache
def _backend() -> Callable[..., Any]:
    make: Any = torch._TorchCompileInductorWrapper  # type: ignore[attr-defined]
    return make("default", None, None)  # type: ignore[no-any-return]


@contextlib.contextmanager
def plain_dispatch() -> Iterator[None]:
    """Operators are compiled as if called from a fresh thread: not below autograd, autocast, a mode or a transform."""
    with disable_current_modes(), torch._C._ForceDispatchKeyGuard(*_fresh_keys()), torch.no_grad():
        yield


@cache
def _fresh_keys() -> tuple[Any, Any]:
    found: list[Any] = []

    def read() -> None:
        found.append(torch._C._dispatch_tls_local_include_set())
        found.append(torch._C._dispatch_tls_local_exclude_set())

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    return found[0], found[1]


@contextlib.contextmanager
def _keeping_numbers() -> Iterator[None]:
    before = getattr(_thread, "keeps_numbers", False)
    _thread.keeps_numbers = True
    try:
        yield
    finally:
        _thread.keeps_numbers = before


@around
def unless_eager(is_enabled: Callable[[], bool]) -> bool:
    """`_is_tensorify_enabled` of torch: numbers of eager operators stay numbers; what Dynamo traces is as before."""
    return not getattr(_thread, "keeps_numbers", False) and is_enabled()


def _target(operator: OpOverload) -> Callable[..., Any]:
    """What the graph calls: the operator, or what it is composed of if it has no lowering."""
    from npusim.frontend.inductor.api import decomposition_table, decompositions, lowerings
    from npusim.frontend.lowering import load_templates

    load_templates()  # the first call of a process is compiled before Inductor asks for the backend
    composition = composition_of(operator)
    if composition is not None:
        return _named(operator, composition)
    is_known = operator in lowerings or operator in decompositions or operator._schema.is_mutable
    return operator if is_known else decomposition_table.get(operator, operator)  # type: ignore[no-any-return]


def _named(operator: OpOverload, composition: Callable[..., Any]) -> Callable[..., Any]:
    """The composition, whose operators are known as parts of `operator`, in reports and for kernels of lists."""
    from npusim.frontend.inductor.tracing_api import set_original_aten_op

    def composed(*args: Any, **kwargs: Any) -> Any:
        with set_original_aten_op(operator):
            return composition(*args, **kwargs)

    return composed


@contextlib.contextmanager
def _without_logs() -> Iterator[None]:
    """Fake tensors log every error that they raise; a wrong call is the caller's, who gets the error."""
    log = logging.getLogger("torch._subclasses.fake_tensor")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


@dataclass
class _Tracer:
    call: Call
    varying: frozenset[int]
    examples: list[Any] = field(default_factory=list)
    numbers: dict[int, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from npusim.frontend.inductor.tracing_api import FakeTensorMode, ShapeEnv

        self.graph = Graph()
        self.env = ShapeEnv(allow_scalar_outputs=True, allow_dynamic_output_shape_ops=True)
        self.mode = FakeTensorMode(shape_env=self.env)
        self._next_leaf = 0
        self._next_tensor = 0
        self._nodes: dict[int, Node] = {}
        self._sizes: dict[Node, tuple[int, int]] = {}

    def module(self) -> tuple[GraphModule, bool]:
        """The graph of the call; and whether it writes the results into the `outs`."""
        nodes = [self._node(value, role) for value, role in self._arguments()]
        outs = [self._node(out, None) for out in self.call.outs]
        count = len(self.call.args)
        kwargs = dict(zip(self.call.kwargs, nodes[count:], strict=True))
        target = _target(self.call.operator)
        node = self.graph.call_function(target, tuple(nodes[:count]), kwargs)
        results = self._results(node)
        fills_outs = self._write(outs, results)
        self.graph.output(() if fills_outs or self._only_changes() else tuple(results))
        self._order_placeholders()
        return GraphModule({}, self.graph), fills_outs

    def program(self, compiled: Callable[..., Any], fills_outs: bool) -> Program:
        positions = sorted(self._nodes)
        sizes = [(positions.index(position), dim) for position, dim in self._sizes.values()]
        code = self.env.produce_guards_expression(self.examples, ignore_static=False)
        leaves = tuple(self.numbers)
        constant = frozenset(leaf for leaf, number in self.numbers.items() if number.node.expr.is_number)
        gone = frozenset(leaf for leaf, n in self.numbers.items() if self.env.replace(n.node.expr).is_number)
        run, fits = _with_sizes(compiled, sizes), _with_sizes(_guard(code), sizes)
        return Program(run, leaves, fits, constant | gone, fills_outs)

    def _arguments(self) -> list[tuple[Any, Role | None]]:
        return roles_of(self.call.operator, self.call.args, self.call.kwargs)

    def _node(self, value: Any, role: Role | None) -> Any:
        if isinstance(value, Tensor):
            self._next_leaf += 2 * value.dim()
            self._next_tensor += 1
            return self._tensor_node(self.call.positions[self._next_tensor - 1], self._next_leaf - 2 * value.dim())
        if isinstance(value, (list, tuple)):
            return [self._node(entry, role) for entry in value]
        if not is_open(value, role):
            return value
        self._next_leaf += 1
        return self._number(self._next_leaf - 1, value)

    def _tensor_node(self, position: int, leaf: int) -> Node:
        if position not in self._nodes:
            fake = self._fake(self.call.tensors[position], leaf)
            self._nodes[position] = self._placeholder(f"t{position}", fake)
            for dim, size in enumerate(fake.shape):
                if isinstance(size, torch.SymInt):
                    self._sizes[self._placeholder(f"size{position}_{dim}", size)] = position, dim
        return self._nodes[position]

    def _fake(self, tensor: Tensor, leaf: int) -> Any:
        from npusim.frontend.inductor.tracing_api import DimDynamic, LocalSource, StatelessSymbolicContext

        plain = torch.empty(0, dtype=tensor.dtype, device=tensor.device)
        with torch._C._AutoDispatchBelowADInplaceOrView():
            plain.set_(tensor.untyped_storage(), 0, tensor.shape, tensor.stride())
        is_open = [leaf + d in self.varying for d in range(tensor.dim())]
        context = StatelessSymbolicContext(
            dynamic_sizes=[DimDynamic.DYNAMIC if wanted else DimDynamic.STATIC for wanted in is_open]
        )
        source = LocalSource(f"tensor{len(self._nodes)}")
        return self.mode.from_tensor(plain, symbolic_context=context, source=source)

    def _number(self, leaf: int, value: Any) -> Any:
        if leaf not in self.varying:
            return value
        from npusim.frontend.inductor.tracing_api import DimDynamic, LocalSource

        source = LocalSource(f"number{leaf}")
        symbol = self.env.create_unspecified_symbol(value, source=source, dynamic_dim=DimDynamic.DYNAMIC)
        make = self.env.create_symfloatnode if isinstance(value, float) else self.env.create_symintnode
        self.numbers[leaf] = make(symbol, hint=value, source=source)
        return self._placeholder(f"n{leaf}", self.numbers[leaf])

    def _placeholder(self, name: str, example: Any) -> Node:
        node = self.graph.placeholder(name)
        node.meta["val"] = node.meta["example_value"] = example
        return node

    def _results(self, node: Node) -> list[Any]:
        """A node for each result, or for each tensor of a list."""
        values = torch.fx.node.map_arg((node.args, node.kwargs), lambda argument: argument.meta["val"])
        if not self.call.operator._schema.returns:
            return []
        found = self._fake_results(*values)
        node.meta["val"] = node.meta["example_value"] = found
        if not isinstance(found, (list, tuple)):
            return [node]
        parts = [self.graph.call_function(python_operators.getitem, (node, position)) for position in range(len(found))]
        for part, value in zip(parts, found, strict=True):
            part.meta["val"] = part.meta["example_value"] = value
        return parts

    def _fake_results(self, args: Any, kwargs: Any) -> Any:
        from npusim.frontend.inductor.tracing_api import UNTRACEABLE

        schema = self.call.schema
        try:
            with self.mode, self.env.ignore_fresh_unbacked_symbols(), _without_logs():
                if schema.functional is not None:
                    self._check_in_place(schema.functional_result(args, kwargs), args[0])
                return self.call.operator(*args, **kwargs)
        except UNTRACEABLE as error:
            raise _unsupported(self.call.operator, error) from error

    def _check_in_place(self, result: Any, written: Any) -> None:
        if not _have_one_shape(result, written):
            ours, theirs = list(written.shape), list(result.shape)
            raise RuntimeError(f"output with shape {ours} doesn't match the broadcast shape {theirs}")
        if self.call.schema.is_pointwise:
            _check_conversion(result.dtype, written.dtype)

    def _write(self, outs: Sequence[Node], results: Sequence[Node]) -> bool:
        pairs = list(zip(outs, results, strict=False))
        for out, result in pairs:
            _check_out(result.meta["val"].dtype, out.meta["val"].dtype, self.call.schema.converts_outs)
        if not pairs or not all(_have_one_shape(out.meta["val"], result.meta["val"]) for out, result in pairs):
            return False
        for out, result in pairs:
            self.graph.call_function(torch.ops.aten.copy_.default, (out, result))
        return True

    def _only_changes(self) -> bool:
        """Whether the operator returns nothing but the arguments that it changes."""
        return all(result.alias_info is not None for result in self.call.operator._schema.returns)

    def _order_placeholders(self) -> None:
        """Tensors first, in the order of the call's, then numbers, then the tensors' open sizes."""
        present = [node for node in self.graph.nodes if node.op == "placeholder"]
        tensors = [self._nodes[position] for position in sorted(self._nodes)]
        numbers = [node for node in present if node not in tensors and node not in self._sizes]
        ordered = [*tensors, *numbers, *self._sizes]
        for node in reversed(ordered):
            first = next(iter(self.graph.nodes))
            if node is not first:
                first.prepend(node)
        self.examples = [node.meta["val"] for node in ordered]


def _have_one_shape(one: Any, other: Any) -> bool:
    """False also where the data decide about a shape."""
    from npusim.frontend.inductor.tracing_api import guard_or_false

    return one.dim() == other.dim() and all(guard_or_false(m == n) for m, n in zip(one.shape, other.shape, strict=True))


def _check_out(result: torch.dtype, out: torch.dtype, converts: bool) -> None:
    if not converts and result != out:
        raise RuntimeError(f"Expected out tensor to have dtype {result}, but got {out} instead")
    _check_conversion(result, out)


def _check_conversion(result: torch.dtype, out: torch.dtype) -> None:
    """Refuses what loses a kind of numbers, as PyTorch does."""
    if not torch.can_cast(result, out):
        raise RuntimeError(f"result type {result} can't be cast to the desired output type {out}")


def _guard(code: str | None) -> Callable[..., bool]:
    from npusim.frontend.inductor.tracing_api import SYMPY_INTERP

    if not code:
        return lambda *values: True
    compiled = compile(code, "<guards of an eager operator>", "eval")
    return lambda *values: bool(eval(compiled, SYMPY_INTERP, {"L": {f"t{i}": v for i, v in enumerate(values)}}))


def _with_sizes(function: Callable[..., Any], sizes: Sequence[tuple[int, int]]) -> Callable[..., Any]:
    """Gives the function the open sizes of its tensors, too: (tensor, dimension).

    Programs have them as inputs, as those that Dynamo traces: of the conditions on sizes under which code was generated
    Inductor's caches keep those on inputs.
    """
    if not sizes:
        return function
    return lambda *values: function(*values, *(values[tensor].shape[dim] for tensor, dim in sizes))
