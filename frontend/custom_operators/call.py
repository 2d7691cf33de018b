"""One call of an operator in a graph: its arguments by the names of its schema, and what its results are like."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.inductor.api import IRNode, V, ir
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves, tree_map
from npusim.frontend.template.inputs import row_major_layout
from npusim.simulator.errors import KernelError
from torch.fx import Node


@dataclass(frozen=True)
class Call:
    """Arguments of one call.

    Attributes:
        operator: the overload that is called.
        values: its arguments by name, those that were not given with their defaults.
    """

    operator: OpOverload
    values: Mapping[str, Any]

    @classmethod
    def of(cls, operator: OpOverload, args: Sequence[Any], kwargs: Mapping[str, Any]) -> "Call":
        """The call that a lowering was asked for."""
        arguments = operator._schema.arguments
        given = {**{a.name: value for a, value in zip(arguments, args, strict=False)}, **kwargs}
        return cls(operator, {a.name: given.get(a.name, a.default_value) for a in arguments})

    def tensors(self) -> Iterator[tuple[str, Any]]:
        """Its tensors by the names that the kernel's text has for them: `x`, and `xs_0`, `xs_1` of a list `xs`."""
        for name, value in self.values.items():
            if isinstance(value, IRNode):
                yield name, value
            elif isinstance(value, (list, tuple)):
                yield from ((f"{name}_{i}", each) for i, each in enumerate(value) if isinstance(each, IRNode))

    def with_tensors(self, tensors: Mapping[str, Any]) -> "Call":
        """The same call with other tensors, by the names that `tensors` gives them."""
        return Call(self.operator, {name: _replaced(name, value, tensors) for name, value in self.values.items()})

    def mutated(self) -> list[str]:
        """Names of its tensors that the operator writes."""
        written = {a.name for a in self.operator._schema.arguments if a.alias_info and a.alias_info.is_write}
        part = Call(self.operator, {name: value for name, value in self.values.items() if name in written})
        return [name for name, _ in part.tensors()]

    def device(self) -> torch.device:
        """That of its tensors."""
        for _, node in self.tensors():
            return node.get_device()
        raise KernelError(f"{self.operator} has no tensor argument, so it cannot have a kernel")


def _replaced(name: str, value: Any, tensors: Mapping[str, Any]) -> Any:
    if isinstance(value, (list, tuple)):
        return [tensors.get(f"{name}_{i}", each) for i, each in enumerate(value)]
    return tensors.get(name, value)


def result_layouts(operator: OpOverload) -> list[ir.FixedLayout]:
    """Layouts of the results of the graph's node that is being lowered, as the operator's fake implementation says."""
    node = V.graph.current_node
    if node.target is not operator:
        raise KernelError(f"the lowering of {operator} was called for {node.target}: call the operator itself")
    fakes = [leaf for leaf in tree_leaves(_fake_results(node)) if isinstance(leaf, torch.Tensor)]
    if not gives_list(operator) and len(fakes) != len(operator._schema.returns):
        raise KernelError(
            f"{operator} returns {len(operator._schema.returns)} tensors, but its fake implementation {len(fakes)}"
        )
    return [_layout(fake) for fake in fakes]


def gives_list(operator: OpOverload) -> bool:
    """Whether the result of an operator is a list of tensors."""
    return [str(result.type) for result in operator._schema.returns] == ["List[Tensor]"]


def _fake_results(node: Any) -> Any:
    """Fake tensors of the results. At a node that writes its arguments, `val` has those too: it is called again."""
    if not node.target._schema.is_mutable:
        return node.meta["val"]
    if not node.target._schema.returns:
        return ()
    args, kwargs = tree_map(
        lambda value: value.meta["val"] if isinstance(value, Node) else value, (node.args, node.kwargs)
    )
    with V.fake_mode:
        return node.target(*args, **kwargs)


def nothing(device: torch.device) -> ir.FixedLayout:
    """The layout of an empty buffer: what stands for the result of an operator that only writes its arguments."""
    return row_major_layout(device, torch.uint8, [0])


def _layout(fake: torch.Tensor) -> ir.FixedLayout:
    size, stride = (ir.convert_shape_to_inductor(sizes) for sizes in (fake.shape, fake.stride()))
    return ir.FixedLayout(fake.device, fake.dtype, size, stride)
