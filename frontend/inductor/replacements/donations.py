"""Which inputs of a graph may be overwritten: saved tensors that nothing else reads (donated buffers)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import is_on_npu
from npusim.frontend.inductor.patching import around


@around
def donating_what_is_saved_once(
    stock: Callable[..., list[int]], fw_module: Any, bw_module: Any, fw_metadata: Any
) -> list[int]:
    """Wraps `collect_bw_donated_buffer_idxs`: a saved tensor that shares memory with another is not overwritten.

    Torch keeps those that share memory with inputs and results only. A Cholesky factor and its diagonal are both saved:
    what was written over the factor was read as the diagonal.
    """
    donated = stock(fw_module, bw_module, fw_metadata)
    results = fw_module.graph.output_node().args[0]
    saved = [_memory(node) for node in results[fw_metadata.tensors_saved_for_backwards_slice]]
    users, first = Counter(saved), fw_metadata.num_symints_saved_for_bw
    return [number for number in donated if saved[number - first] is None or users[saved[number - first]] == 1]


def _memory(node: Any) -> int | None:
    """What identifies the memory of a node's tensor on the device."""
    value = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
    return value.untyped_storage()._cdata if is_on_npu(value) and value.layout == torch.strided else None


@around
def donating_nothing(init: Callable[..., None], self: Any, *args: Any, **kwargs: Any) -> None:
    """Wraps `SubgraphLowering.__init__`: no operand of a subgraph may be overwritten.

    The numbers of donated inputs are the whole backward graph's. A subgraph that took them for its own would return
    the memory of an operand, which the graph around it gives away while the result is still read.
    """
    init(self, *args, **kwargs)
    self.bw_donated_idxs = None
