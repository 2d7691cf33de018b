"""One node of a graph as a program of its own, on the CPU and compiled for the device."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import torch
from npusim.frontend.device.memory import cpu_alias
from npusim.frontend.inductor.api import map_arg
from npusim.frontend.inductor.core_api import TorchDispatchMode, tree_leaves, tree_map
from npusim.frontend.verification.error_model import is_rounded, unit_roundoff, wide
from torch.fx import Graph, GraphModule, Node


@dataclass
class Outcome:
    """What a call gave: results, operands that it may have changed, gradients of operands.

    Attributes:
        names: of the tensors, for messages.
        operators: ATen operators that eager PyTorch called for it.
    """

    tensors: list[torch.Tensor]
    names: list[str]
    operators: list[Any] = field(default_factory=list)

    def equals(self, other: "Outcome") -> bool:
        pairs = zip(self.tensors, other.tensors, strict=True)
        return all(torch.allclose(a, b, rtol=0, atol=0, equal_nan=True) for a, b in pairs)


class Alone:
    """A node with the values of its operands on the CPU.

    Attributes:
        tensors: the different ones among them.
        key: what it is compiled for.
    """

    def __init__(self, node: Node, values: dict[Node, Any]) -> None:
        self._node = node
        self._given = {each: values[each] for each in node.all_input_nodes}
        tensors = [leaf for leaf in tree_leaves(list(self._given.values())) if isinstance(leaf, torch.Tensor)]
        self.tensors = list({id(tensor): tensor for tensor in tensors}.values())
        self._changed: list[int] = []
        self._count: int | None = None  # of results, where they are several
        self.is_selection = any(isinstance(value, (list, tuple)) for value in self._given.values())

    @cached_property
    def key(self) -> str:
        def text(value: Any) -> Any:
            if isinstance(value, torch.Tensor):
                return (value.dtype, tuple(value.shape), value.stride(), value.requires_grad)
            return value

        given = map_arg((self._node.args, self._node.kwargs), lambda each: str(tree_map(text, self._given[each])))
        return f"{self._node.target} {given}"

    def on_cpu(self, *, is_wide: bool = False, noise: int | None = None, seed: int = 0) -> Outcome:
        """Eager PyTorch; `is_wide`: in float64, `noise`: with operands that are off by their roundoff."""
        signs = None if noise is None else torch.Generator().manual_seed(noise)
        leaves = [_operand(tensor, is_wide, signs) for tensor in self.tensors]
        given = _changeable(leaves)
        torch.manual_seed(seed)
        with _Recording() as recorded:
            results = self._module(torch.device("cpu"), is_wide)(*given)
        self._changed = [n for n, tensor in enumerate(given) if tensor._version > 0]
        if results and isinstance(results[0], (tuple, list)):
            self._count = len(results[0])
        outcome = self._outcome(results, given, leaves)
        outcome.operators = list(dict.fromkeys(recorded.operators))
        return outcome

    def on_device(self) -> Outcome:
        """The compiled call."""
        leaves = [tensor.detach().to("npu").requires_grad_(tensor.requires_grad) for tensor in self.tensors]
        given = _changeable(leaves)
        make: Any = torch._TorchCompileInductorWrapper  # type: ignore[attr-defined]
        compiled = make("default", None, None)(self._module(torch.device("npu", 0), False), given)
        return self._outcome(compiled(*given), given, leaves)

    def _module(self, device: torch.device, is_wide: bool) -> GraphModule:
        graph = Graph()
        places = {id(tensor): graph.placeholder(f"t{n}") for n, tensor in enumerate(self.tensors)}

        def constant(value: Any) -> Any:
            if isinstance(value, torch.device):
                return device
            is_rounding = is_wide and isinstance(value, torch.dtype) and is_rounded(value)
            return wide(value) if is_rounding else value

        def operand(node: Node) -> Any:
            return tree_map(lambda value: places.get(id(value), value), self._given[node])

        args, kwargs = tree_map(constant, (self._node.args, dict(self._node.kwargs)))
        args, kwargs = map_arg((args, kwargs), operand)
        made = graph.create_node(self._node.op, self._node.target, args, kwargs)
        parts = [graph.call_function(operator.getitem, (made, n)) for n in range(self._count or 0)]
        graph.output(() if self._node.target is operator.setitem else tuple(parts) if self._count else (made,))
        return GraphModule({}, graph)

    def _outcome(self, results: Any, given: Sequence[torch.Tensor], leaves: Sequence[torch.Tensor]) -> Outcome:
        found = [leaf for leaf in tree_leaves(results) if isinstance(leaf, torch.Tensor)]
        changed = [given[n] for n in self._changed]
        gradients = _gradients([*found, *changed], leaves)
        names = [f"result {n}" if len(found) > 1 else "result" for n in range(len(found))]
        names += [f"value of the changed operand {n}" for n in self._changed]
        names += [f"gradient of operand {n}" for n in gradients]
        every = [*found, *changed, *gradients.values()]
        return Outcome([_rounded_to_host(tensor) for tensor in every], names)


def _changeable(leaves: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Operands that the call may change in place, which autograd forbids for leaves."""
    return [leaf.clone() if leaf.requires_grad else leaf for leaf in leaves]


def _gradients(results: Sequence[torch.Tensor], leaves: Sequence[torch.Tensor]) -> dict[int, torch.Tensor]:
    """The gradients of all results, weighed with fixed numbers, by the number of the operand."""
    roots = [tensor for tensor in results if tensor.requires_grad]
    wanted = {n: leaf for n, leaf in enumerate(leaves) if leaf.requires_grad}
    if not roots or not wanted:
        return {}
    found = torch.autograd.grad(roots, list(wanted.values()), [*map(_weights, roots)], allow_unused=True)
    return {n: torch.zeros_like(wanted[n]) if g is None else g for n, g in zip(wanted, found, strict=True)}


def _weights(like: torch.Tensor) -> torch.Tensor:
    numbers = torch.randint(-4, 5, like.shape, generator=torch.Generator().manual_seed(0)) / 4  # exact in every dtype
    return numbers.to(like.dtype).to(like.device)


def _operand(tensor: torch.Tensor, is_wide: bool, signs: torch.Generator | None) -> torch.Tensor:
    value = tensor.detach().clone()
    if is_wide and is_rounded(tensor.dtype):
        value = value.to(wide(tensor.dtype))
        if signs is not None:
            flips = torch.randint(2, value.shape, generator=signs) * 2 - 1
            value = value * (1 + unit_roundoff(tensor.dtype) * flips)
    return value.requires_grad_(tensor.requires_grad)


def _rounded_to_host(tensor: torch.Tensor) -> torch.Tensor:
    plain = tensor.detach().resolve_conj().resolve_neg()
    return (cpu_alias(plain) if plain.device.type == "npu" else plain).clone()


class _Recording(TorchDispatchMode):
    """Notes the operators that are called."""

    def __init__(self) -> None:
        super().__init__()
        self.operators: list[Any] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.operators.append(func)
        return func(*args, **(kwargs or {}))
