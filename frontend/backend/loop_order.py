"""Loop orders that let pointwise nodes fuse with the reductions they read.

Inductor compares how one node writes a buffer with how the next one reads it, loop by loop, and reorders loops only for
the devices it knows. After a sum over rows, `x - mean[column]` walks rows first and the reduction columns first: the
same elements in another order. Before nodes are fused, the loops of such a pointwise node are put into the order of its
reduction: kept dimensions outermost, reduced ones innermost.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.fusions.sharing import can_share_kernel
from npusim.frontend.inductor.api import MemoryDep, SchedulerNode, V
from npusim.frontend.inductor.devices import is_npu


def align_loops(nodes: Sequence[Any]) -> None:
    """Reorders the loops of pointwise nodes like those of the reductions, or of the reordered nodes, that they read."""
    anchors: dict[str, Any] = {}
    for node in nodes:
        if not _is_ours(node):
            continue
        moved = not node.is_reduction() and _align_to_producer(node, anchors)
        if node.is_reduction() or moved:
            anchors.update((output.get_name(), node) for output in node.get_outputs())


def _is_ours(node: Any) -> bool:
    if not isinstance(node, SchedulerNode) or node.is_template():
        return False
    return is_npu(node.get_device())


def _align_to_producer(node: Any, anchors: dict[str, Any]) -> bool:
    """Whether the node's loops were changed to fit one of the anchors it reads from."""
    if _reads_template(node):
        return False
    for read in sorted((d for d in node.read_writes.reads if isinstance(d, MemoryDep)), key=lambda d: str(d.name)):
        anchor = anchors.get(read.name)
        if anchor is not None and _covers(node, anchor) and not _fits(node, anchor):
            return _try_orders(node, anchor, read)
    return False


def _reads_template(node: Any) -> bool:
    """Whether a node may become an epilogue, which walks the template's output in row-major order."""
    buffers = V.graph.scheduler.name_to_buf
    producers = [buffers[d.name].defining_op for d in node.read_writes.reads if d.name in buffers]
    return any(p is not None and p.is_template() for p in producers)


def _covers(node: Any, anchor: Any) -> bool:
    """Whether the node walks as many elements as the anchor does, reduced ones included."""
    sizes = Sizes(V.graph.sizevars)
    outer, inner = anchor.get_ranges()
    return sizes.equal(sizes.product(node.get_ranges()[0]), sizes.product((*outer, *inner)))


def _fits(node: Any, anchor: Any) -> bool:
    """Whether the scheduler sees that the node reads the anchor's results where the anchor writes them."""
    scheduler = V.graph.scheduler
    writes = {w.name: w for w in anchor.read_writes.writes if isinstance(w, MemoryDep)}
    reads = [r for r in node.read_writes.reads if r.name in writes]
    return all(scheduler.fusable_read_and_write(r, writes[r.name]) for r in reads)


def _try_orders(node: Any, anchor: Any, read: MemoryDep) -> bool:
    """Applies the first loop order under which both nodes can share a kernel; restores the loops if there is none."""
    before = node.snapshot_loop_state()
    for _ in _candidates(node, anchor, read):
        node.refresh_dependencies(normalize=True, need_clear_tiling_cache=True)
        if _fits(node, anchor) and can_share_kernel(anchor, node):
            return True
        node.restore_loop_state(before)
    return False


def _candidates(node: Any, anchor: Any, read: MemoryDep) -> Iterator[None]:
    """Gives the node one candidate order after the other."""
    order = _kept_first(node, read)
    if order != sorted(order):
        node.apply_new_loop_order(order)
        yield
    if anchor.is_reduction():
        sizes = Sizes(V.graph.sizevars)
        node.apply_loop_reindexing([sizes.product(part) for part in anchor.get_ranges()])
        yield


def _kept_first(node: Any, read: MemoryDep) -> list[int]:
    """Positions of the node's loops: first the loops that the read depends on, by decreasing stride."""
    renamed = V.graph.scheduler.mutation_real_name  # dependences on what a node changed in place have a name of it
    index = node._body.get_read_expr(renamed.get(read.name, read.name))
    variables = node._body.iter_vars
    used = [i for i, v in enumerate(variables) if v in index.free_symbols]
    strides = V.graph.sizevars.stride_hints(index, [variables[i] for i in used])
    kept = [i for _, i in sorted(zip(strides, used, strict=True), key=lambda pair: (-pair[0], pair[1]))]
    return kept + [i for i in range(len(variables)) if i not in kept]
