"""Estimated core cycles of kernels that do not exist yet: what fusions that cost something are decided by."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from npusim.frontend.codegen.sizes import Sizes
from npusim.frontend.template import MLIRTemplateKernel
from npusim.frontend.template.fused_work import fused_work
from npusim.scheduler import current_machine
from npusim.simulator.machine import Machine
from torch._inductor.virtualized import V


def template_cycles(buffer: Any, epilogues: Sequence[Any], producers: Mapping[str, Any]) -> float | None:
    """Cycles of a template's kernel with what would be fused into it, by the default mapping; None without a model.

    Args:
        buffer: the MLIRTemplateBuffer.
        epilogues: SchedulerNodes.
        producers: SchedulerNodes of prologues by the buffer they would have written.

    Raises:
        ScratchpadOverflowError: no mapping fits the machine.
        NotAPrologue: a prologue needs a gather.
    """
    machine = current_machine()
    work = fused_work(buffer, epilogues, producers)
    kernel = MLIRTemplateKernel(buffer.get_name(), epilogues, machine, producers=producers, work=work)
    with V.set_kernel_handler(kernel):
        space = buffer.template.mapping_space(
            kernel,
            template_buffer_node=buffer,
            epilogue_nodes=[node.node for node in epilogues] or None,
            prologue_nodes=[node.node for node in producers.values()] or None,
            **buffer.render_arguments,
        )
        if space is None:
            return None
        return machine.kernel_launch_cycles + float(space.estimate_cycles(space.default()))


def loops_cycles(nodes: Sequence[Any], kept: Iterable[str], *, launched: bool = True) -> float:
    """Cycles of pointwise and reduction nodes in a kernel of their own: memory is what limits them.

    Args:
        kept: buffers that they write to memory.
        launched: False when the nodes would join a kernel that exists anyway and has read their inputs.
    """
    machine = current_machine()
    written = sum(map(buffer_bytes, kept))
    if not launched:
        return written / machine.dram_bytes_per_cycle
    inner = {output.get_name() for node in nodes for output in node.get_outputs()}
    read = {dep.name for node in nodes for dep in node.read_writes.reads} - inner
    moved = (written + sum(map(buffer_bytes, read))) / machine.dram_bytes_per_cycle
    return machine.kernel_launch_cycles + 2 * memory_latency_cycles(machine) + moved


def memory_latency_cycles(machine: Machine) -> float:
    """From the issue of a request to its data, without any queue."""
    return machine.dram_latency_ns * machine.core_freq_mhz / 1000 + 2 * machine.noc_latency_cycles


def buffer_bytes(name: str) -> int:
    """Size of a buffer of the graph (hints for symbolic sizes)."""
    sizes = Sizes(V.graph.sizevars)
    return sizes.hint(V.graph.get_numel(name)) * V.graph.get_dtype(name).itemsize
