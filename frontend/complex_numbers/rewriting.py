"""The pass over a graph of the device that replaces operators on complex tensors by those on their parts.

It runs when the graph is functional and before Inductor lowers it; other nodes stay as they are.
"""

import operator
from typing import Any

import torch
from npusim.frontend.complex_numbers.graph_tracing import GraphTracing
from npusim.frontend.complex_numbers.host_operands import HostOperands, is_on_host
from npusim.frontend.complex_numbers.pair import Pair
from npusim.frontend.complex_numbers.rules import SameCall, rule_for
from npusim.frontend.complex_numbers.shared_memory import (
    identity,
    of_original,
    shared_by_results,
    storage_of,
    strides_in,
)
from npusim.frontend.complex_numbers.views import complex_of, pairs_of, stored
from npusim.frontend.inductor.core_api import (
    OpOverload,
    disable_current_modes,
    is_contiguous_or_false,
    is_non_overlapping_and_dense_or_false,
    tree_leaves,
    tree_map,
)
from npusim.frontend.inductor.devices import is_on_npu
from npusim.frontend.inductor.tracing_api import detect_fake_mode, optimization_hint, statically_known_true
from npusim.simulator.errors import UnsupportedError
from torch.fx import GraphModule, Node
from torch.fx.node import map_arg

aten = torch.ops.aten
_BY_STRIDES = (aten.as_strided.default, aten.as_strided_scatter.default)
"""Operators whose result depends on where their operand's elements lie in memory."""
_FUNCTIONALIZED = (torch.ops.higher_order.auto_functionalized, torch.ops.higher_order.auto_functionalized_v2)


def rewrite_complex(module: GraphModule) -> None:
    """Rewrites the complex operators of a graph and of its subgraphs in place."""
    for part in module.children():
        if isinstance(part, GraphModule):
            rewrite_complex(part)
    if any(map(_is_about_complex, module.graph.nodes)):
        _Rewriting(module).run()


def _is_about_complex(node: Node) -> bool:
    """Whether a node is complex, on any device, or takes a complex number of the program; most graphs have none."""
    value = node.meta.get("val")
    values = (value,) if isinstance(value, torch.Tensor) else tree_leaves(value)
    numbers = (*node.args, *node.kwargs.values())
    return any(isinstance(each, torch.Tensor) and each.is_complex() for each in values) or any(
        isinstance(each, complex) for each in numbers
    )


def _has_complex(node: Node) -> bool:
    return any(map(_is_ours, tree_leaves(node.meta.get("val"))))


def _takes_complex(node: Node) -> bool:
    """Whether an operator on the device takes complex numbers: of the program, of the host or of the device."""
    if node.op != "call_function" or not _is_on_device(node):
        return False
    operands = [*tree_leaves((node.args, node.kwargs)), *(each.meta.get("val") for each in node.all_input_nodes)]
    return any(isinstance(each, complex) or (isinstance(each, torch.Tensor) and each.is_complex()) for each in operands)


def _is_on_device(node: Node) -> bool:
    return any(map(is_on_npu, tree_leaves(node.meta.get("val"))))


def _holds(condition: Any) -> bool:
    """Whether an assertion about a size always holds: the size of a result is never negative."""
    known = condition.meta.get("val") if isinstance(condition, Node) else condition
    return bool(statically_known_true(known))


def _is_ours(value: Any) -> bool:
    return is_on_npu(value) and bool(value.is_complex())


class _Rewriting:
    def __init__(self, module: GraphModule) -> None:
        values = [leaf for node in module.graph.nodes for leaf in tree_leaves(node.meta.get("val"))]
        self.tracing = GraphTracing(module, detect_fake_mode(values))
        self.graph = module.graph
        self.host = HostOperands(self.tracing)
        self.results: dict[Node, Any] = {}  # of nodes that are complex or were rewritten: with Pairs
        self.replaced: list[Node] = []
        self.shared = shared_by_results(self.graph)
        self.placed: set[int] = set()  # the storages of `shared` as the rewritten graph knows them
        self.keeps_strides = any(node.target in _BY_STRIDES for node in self.graph.nodes)

    def run(self) -> None:
        found = list(self.graph.nodes)
        for node in found:
            self._visit(node)
        for node in reversed(self.replaced):
            if not node.users:
                self.graph.erase_node(node)
        for node in list(self.graph.nodes):
            if node.target is aten._assert_scalar.default and _holds(node.args[0]):
                self.graph.erase_node(node)
        self.graph.eliminate_dead_code()
        self.graph.lint()
        self.tracing.fake_mode.epoch += 1  # sizes that masks remember are those of the new nodes: not for propagation

    def _visit(self, node: Node) -> None:
        if node.target is operator.getitem and node.args[0] in self.results:
            with self.tracing.before(node):
                part = self._in_place(node, self.results[node.args[0]][node.args[1]])  # type: ignore[index]
            self._finish(node, part)
            return
        if node.op == "call_function":
            touches_complex = self._touches_complex(node)
            if touches_complex:
                _check_is_functional(node)
            if (touches_complex or _takes_complex(node)) and self._rewrite(node):
                return
        self._keep(node)

    def _touches_complex(self, node: Node) -> bool:
        return _has_complex(node) or any(each in self.results for each in node.all_input_nodes)

    def _rewrite(self, node: Node) -> bool:
        rule = rule_for(node.target)
        if rule is None:
            return False
        with self.tracing.before(node):
            args, kwargs = map_arg((node.args, node.kwargs), self._operand if _is_computed(node) else self._value)
            result = of_original(rule, args, kwargs) if _is_complex_view(node) else rule(*args, **kwargs)
            if not _gives_views(node):
                result = _apart(result, (args, kwargs))
                result = _with_strides(result, node.meta["val"]) if self.keeps_strides else result
            result = self._in_place(node, result)
        if result is NotImplemented:
            return False
        if isinstance(result, SameCall):
            node.args = (self.tracing.node(result.argument), *node.args[1:])
            return True
        self._finish(node, result)
        return True

    def _in_place(self, node: Node, result: Any) -> Any:
        """What a node gives, in memory if it is the first to give what several results look at."""
        storage, like = storage_of(node), node.meta.get("val")
        if storage not in self.shared or not isinstance(result, (Pair, torch.Tensor)):
            return result
        self.shared.remove(storage)
        if isinstance(result, Pair):
            result = _pair_in_memory(_complex_tensor(result, like, self.placed))
        elif is_contiguous_or_false(like):
            result = stored(result)
        self.placed.update(_storages(result))
        return result

    def _value(self, node: Node) -> Any:
        if node not in self.results:
            return self.tracing.value(node)
        return self.results[node]

    def _operand(self, node: Node) -> Any:
        """The value of an operand of an operator that computes on the device, where the operand is by now."""
        return self.host.on_device(node) if is_on_host(node.meta.get("val")) else self._value(node)

    def _finish(self, node: Node, result: Any) -> None:
        """Replaces the node by `result`."""
        self.replaced.append(node)
        if isinstance(result, torch.Tensor):
            node.replace_all_uses_with(self.tracing.node(result))
        else:
            self.results[node] = result

    def _keep(self, node: Node) -> None:
        """Keeps a node without a rule, whose arguments and results stay complex tensors."""
        needed = [each for each in node.all_input_nodes if each in self.results]
        with self.tracing.before(node):
            packed = {each: self._complex(each) for each in needed}
        node.args = map_arg(node.args, lambda each: packed.get(each, each))
        node.kwargs = map_arg(node.kwargs, lambda each: packed.get(each, each))
        _remember_count(node)
        if node.op == "call_function" and storage_of(node) in self.shared:
            self._keep_in_place(node)
        if node.op != "output" and isinstance(node.meta.get("val"), torch.Tensor) and _has_complex(node):
            with self.tracing.before(node.next):
                self.results[node] = _pair_in_memory(self.tracing.value(node))

    def _keep_in_place(self, node: Node) -> None:
        if _has_complex(node):
            self.shared.remove(identity(node.meta["val"]))
            self.placed.add(identity(node.meta["val"]))
            return
        users = set(node.users)
        with self.tracing.before(node.next):
            kept = self.tracing.node(self._in_place(node, self.tracing.value(node)))
        if kept is not node:
            node.replace_all_uses_with(kept, delete_user_cb=users.__contains__)

    def _complex(self, node: Node) -> Node:
        """A node whose value is another node's result as a complex tensor."""
        if node not in self.replaced:
            return node
        result, like = self.results[node], node.meta["val"]
        assert isinstance(result, Pair), f"{node} gives {tree_map(type, result)}"
        return self.tracing.node(_complex_tensor(result, like, self.placed))


def _is_complex_view(node: Node) -> bool:
    """Whether a node gives complex views of its first argument, lazy conjugates if that is one."""
    is_view = isinstance(node.target, OpOverload) and node.target.is_view and bool(node.args)
    return is_view and node.target is not aten._conj.default and _has_complex(node)


def _gives_views(node: Node) -> bool:
    """Whether an operator's result shares memory with an operand that it views or changes."""
    return not isinstance(node.target, OpOverload) or node.target.is_view or node.target._schema.is_mutable


def _apart(result: Any, operands: Any) -> Any:
    """What a rule gives, in memory of its own: to some, `z.pow(1)` is z."""
    if not isinstance(result, (Pair, torch.Tensor)):
        return result
    found = _storages(result)
    if all(found.isdisjoint(_storages(operand)) for operand in tree_leaves(operands)):
        return result
    return result.clone() if isinstance(result, torch.Tensor) else result.both(torch.clone)


def _with_strides(result: Any, like: Any) -> Any:
    """What a rule gives, in memory as eager PyTorch lays it out: `like` is what was traced."""
    if isinstance(result, (tuple, list)):
        return type(result)(map(_with_strides, result, like))
    if isinstance(result, Pair) and not like.is_conj():
        strides = [*(2 * step for step in _strides(like, result.shape)), 1]
        return Pair(packed=_laid_out(result.packed, strides))
    if isinstance(result, torch.Tensor):
        return _laid_out(result, _strides(like, result.shape))
    return result


def _laid_out(tensor: torch.Tensor, strides: list[Any]) -> torch.Tensor:
    """A copy if the strides are others: Inductor's operator, which exists when a graph is compiled."""
    made: torch.Tensor = torch.ops.prims.inductor_force_stride_order(tensor, strides)
    return made


def _storages(value: Any) -> set[int]:
    parts = value.parts if isinstance(value, Pair) else [value]
    return {part.untyped_storage()._cdata for part in parts if isinstance(part, torch.Tensor)}


def _remember_count(node: Node) -> None:
    """Lets the mask whose true elements `node` counts remember their number: what is recorded for other users of the
    mask has that size too."""
    if node.target in (aten.nonzero.default, aten.index.Tensor) and "unbacked_bindings" in node.meta:
        indices: Any = (node.args[0],) if node.target == aten.nonzero.default else node.args[1]
        masks = [index for index in indices if index is not None]
        if len(masks) == 1:
            masks[0].meta["val"].nonzero_memo = node.meta["val"].shape[indices.index(masks[0])]


def _is_computed(node: Node) -> bool:
    """Whether the device computes a node, which is then no transfer from or to it."""
    return _is_on_device(node) and node.target is not torch.ops.prims.device_put.default


def _check_is_functional(node: Node) -> None:
    """Raises UnsupportedError for a user's operator that changes a complex tensor: kernels know none."""
    if node.target in _FUNCTIONALIZED:
        raise UnsupportedError(
            f"{node.args[0]} changes a complex tensor, or a view of one, in place; kernels work on real numbers. Let "
            "it return a new tensor: x.copy_(torch.view_as_complex(operator(torch.view_as_real(x)))), or register a "
            "rule for it (docs/complex.md)"
        )


def _pair_in_memory(tensor: torch.Tensor) -> Pair:
    """The pairs of a complex tensor; the memory of a lazy conjugate holds those of the original."""
    pair = Pair(packed=pairs_of(tensor))
    pair.memory = torch._conj(tensor) if tensor.is_conj() else tensor
    return pair.conjugate() if tensor.is_conj() else pair


def _complex_tensor(pair: Pair, like: torch.Tensor, placed: set[int]) -> torch.Tensor:
    """A complex tensor with the strides and conjugate bit of `like`: AOTAutograd relies on both.

    Args:
        placed: storages whose views stay views; others become tensors of their own.
    """
    if like.is_conj():
        return torch._conj(_complex_tensor(pair.conjugate(), torch._conj(like), placed))
    if pair.memory is not None:
        return pair.memory
    strides = strides_in(placed, pair) or _strides(like, pair.packed.shape)
    made: torch.Tensor = complex_of(pair.packed, strides)
    return made


def _strides(like: torch.Tensor, sizes: torch.Size) -> list[Any]:
    """Strides of a tensor, or dense ones in the same order where it has gaps or overlaps itself.

    Args:
        sizes: those of the tensor, in values that the graph computes: symbolic strides are their products.
    """
    with disable_current_modes():  # what is computed here is no part of the graph
        is_dense = is_non_overlapping_and_dense_or_false(like)
        inner_first = sorted(range(like.dim()), key=lambda dim: (optimization_hint(like.stride(dim), 1), -dim))
    strides: list[Any] = list(like.stride())
    step: Any = 1
    for dim in inner_first:
        if not is_dense or not isinstance(strides[dim], int):
            strides[dim] = step
        step = step * sizes[dim]
    return strides
