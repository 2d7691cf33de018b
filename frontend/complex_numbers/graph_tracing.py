"""Records PyTorch operators as nodes of a graph that exists already, before one of its nodes.

Like `make_fx`, but in place: nodes that are not rewritten stay as they are, with their symbols and metadata.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from npusim.frontend.inductor.api import select_decomp_table
from npusim.frontend.inductor.core_api import disable_current_modes
from npusim.frontend.inductor.patches import check_patch
from npusim.frontend.inductor.tracing_api import (
    FakeTensorMode,
    GraphAppendingTracer,
    ProxyTorchDispatchMode,
    get_proxy_slot,
    track_tensor_tree,
)
from torch.fx import Graph, GraphModule, Node, Proxy
from torch.fx import traceback as fx_traceback

CONSTANT_PREFIX = "_npusim_"
"""What the names begin with under which graphs hold constants."""


class GraphTracing:
    """Operators called inside `before(node)` become nodes before `node`, decomposed as Inductor does."""

    def __init__(self, module: GraphModule, fake_mode: FakeTensorMode) -> None:
        self.module = module
        self.fake_mode = fake_mode
        self._tracer = GraphAppendingTracer(module.graph)
        self._decompositions = select_decomp_table()

    @property
    def graph(self) -> Graph:
        return self.module.graph

    @contextmanager
    def before(self, node: Node) -> Iterator[None]:
        """New nodes stand before `node` and carry its place in the model's source."""
        mode = ProxyTorchDispatchMode(self._tracer, "symbolic", decomposition_table=self._decompositions)
        with ExitStack() as stack:
            stack.enter_context(self.graph.inserting_before(node))
            stack.enter_context(fx_traceback.preserve_node_meta())
            stack.enter_context(_place_of(node))
            stack.enter_context(self.fake_mode)
            stack.enter_context(mode)
            stack.enter_context(torch.no_grad())
            stack.enter_context(_as_current(self))
            yield

    def value(self, node: Node) -> Any:
        """The fake value that stands for an existing node while recording."""
        value = node.meta.get("val")
        if isinstance(value, (torch.Tensor, torch.SymInt, torch.SymFloat, torch.SymBool)):
            self._track(value, node)
        return value

    def node(self, value: torch.Tensor) -> Node:
        """The node that computes a tensor."""
        found: Node = get_proxy_slot(value, self._tracer).proxy.node  # type: ignore[attr-defined]
        return found

    def constant(self, name: str, make: Callable[[], torch.Tensor]) -> torch.Tensor:
        """See `graph_constant`."""
        name = CONSTANT_PREFIX + name
        with disable_current_modes():
            if not hasattr(self.module, name):
                self.module.register_buffer(name, make().to("npu"))
            real = getattr(self.module, name)
            fake = self.fake_mode.from_tensor(real, static_shapes=True)
            self._track(fake, self.graph.get_attr(name))
        return fake

    def _track(self, value: Any, node: Node) -> None:
        meta = dict(node.meta)
        track_tensor_tree(value, Proxy(node, self._tracer), constant=None, tracer=self._tracer)
        node.meta.update(meta)


_current: list[GraphTracing] = []


@contextmanager
def _as_current(tracing: GraphTracing) -> Iterator[None]:
    _current.append(tracing)
    try:
        yield
    finally:
        _current.pop()


def graph_constant(name: str, make: Callable[[], torch.Tensor]) -> torch.Tensor:
    """A tensor that is computed once, while the graph is rewritten, and belongs to the compiled program.

    Args:
        name: an identifier that says all that the tensor depends on; the same name gives the same tensor.
        make: computes it on the host.
    """
    return _current[-1].constant(name, make)


@contextmanager
def _place_of(node: Node) -> Iterator[None]:
    kept = {key: node.meta[key] for key in ("stack_trace", "nn_module_stack", "source_fn_stack") if key in node.meta}
    check_patch("places of rewritten nodes")
    saved = fx_traceback.current_meta
    fx_traceback.current_meta = kept
    try:
        yield
    finally:
        fx_traceback.current_meta = saved
