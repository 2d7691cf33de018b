"""Estimated core cycles of kernels that do not exist yet: what fusions that cost something are decided by."""

from collections.abc import Mapping, Sequence
from typing import Any

from npusim.frontend.codegen import measure_loops
from npusim.frontend.inductor.api import V
from npusim.frontend.template import MLIRTemplateKernel
from npusim.frontend.template.fused_work import fused_work, needed_outside, split_partners
from npusim.frontend.template.spaces import space_of
from npusim.scheduler import current_machine
from npusim.simulator.machine import Machine


def template_cycles(buffer: Any, epilogues: Sequence[Any], producers: Mapping[str, Any]) -> float | None:
    """Cycles of a template's kernel with what would be fused into it, by the default mapping; None without a model.

    Args:
        buffer: the MLIRTemplateBuffer.
        epilogues: SchedulerNodes, partners of the template included.
        producers: SchedulerNodes of prologues by the buffer they would have written.

    Raises:
        ScratchpadOverflowError: no mapping fits the machine.
        NotAPrologue: a prologue needs a gather.
    """
    machine = current_machine()
    work = fused_work(buffer, epilogues, producers)
    epilogues, _ = split_partners(epilogues)
    kernel = MLIRTemplateKernel(buffer.get_name(), epilogues, machine, producers=producers, work=work)
    with V.set_kernel_handler(kernel):
        space = space_of(buffer, kernel, [n.node for n in epilogues], [n.node for n in producers.values()])
        if space is None:
            return None
        return machine.kernel_launch_cycles + float(space.estimate_cycles(space.default()))


def loops_cycles(nodes: Sequence[Any]) -> float:
    """Cycles of pointwise and reduction SchedulerNodes in a kernel of their own: those of memory or of the vector unit.

    Raises:
        NoCommonDomain, IndexMismatch: they cannot share one.
    """
    machine = current_machine()
    operations = {name for node in nodes for name in node.get_operation_names()}
    kept = needed_outside([name for node in nodes for name in node.get_buffer_names()], operations)
    elements, work = measure_loops(nodes, kept, machine)
    moved = elements * (work.bytes_read + work.bytes_written) / machine.dram_bytes_per_cycle
    computed = elements * (work.vector_cycles + work.lane_exchanges / machine.cross_lane_elements_per_cycle)
    return machine.kernel_launch_cycles + 2 * memory_latency_cycles(machine) + max(moved, computed)


def memory_latency_cycles(machine: Machine) -> float:
    """From the issue of a request to its data, without any queue."""
    return machine.dram_latency_ns * machine.core_freq_mhz / 1000 + 2 * machine.noc_latency_cycles
