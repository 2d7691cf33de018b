"""Estimated core cycles of kernels that do not exist yet, which decide about fusions that have a cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from npusim.frontend.codegen import measure_loops
from npusim.frontend.inductor.api import V
from npusim.frontend.template import MLIRTemplateKernel
from npusim.frontend.template.fused_work import fused_work, needed_outside, split_siblings
from npusim.frontend.template.spaces import space_of
from npusim.scheduler import current_machine


def template_cycles(buffer: Any, epilogues: Sequence[Any], producers: Mapping[str, Any]) -> float | None:
    """Cycles of a template's kernel with the nodes to be fused into it, by the default mapping; None without a model.

    Args:
        buffer: the MLIRTemplateBuffer.
        epilogues: SchedulerNodes, siblings of the template included.
        producers: SchedulerNodes of prologues by the buffer they would have written.

    Raises:
        ScratchpadOverflowError: no mapping fits the machine.
        NotAPrologue: a prologue needs a gather.
    """
    machine = current_machine()
    work = fused_work(buffer, epilogues, producers)
    epilogues, _ = split_siblings(epilogues)
    kernel = MLIRTemplateKernel(buffer.get_name(), epilogues, machine, producers=producers, work=work)
    with V.set_kernel_handler(kernel):
        space = space_of(buffer, kernel, [n.node for n in epilogues], [n.node for n in producers.values()])
        if space is None:
            return None
        return machine.kernel_launch_cycles + float(space.estimate_cycles(space.default()))


def loops_cycles(nodes: Sequence[Any]) -> float:
    """Cycles of pointwise and reduction SchedulerNodes in a kernel of their own, bound by memory or the vector unit.

    Raises:
        NoCommonDomain, IndexMismatch: they cannot share one.
    """
    machine = current_machine()
    operations = {name for node in nodes for name in node.get_operation_names()}
    kept = needed_outside([name for node in nodes for name in node.get_buffer_names()], operations)
    elements, work = measure_loops(nodes, kept, machine)
    moved = elements * (work.bytes_read + work.bytes_written) / machine.dram_stream_bytes_per_cycle
    computed = elements * (work.vector_cycles + work.lane_exchanges / machine.cross_lane_elements_per_cycle)
    return machine.kernel_launch_cycles + 2 * machine.memory_latency_cycles + max(moved, computed)
