"""Inductor's scheduling for the device: what is fused, and when kernels are made."""

import functools
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from typing import Any

import torch
from npusim.frontend.backend.control_operands import controls
from npusim.frontend.backend.generated.launch_origin import launch_origins
from npusim.frontend.backend.loop_order import align_loops
from npusim.frontend.codegen import MLIRKernel
from npusim.frontend.codegen.graph.cannot_share import as_decided
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.list_kernel import ListKernel, list_kernels
from npusim.frontend.fusions import switches
from npusim.frontend.fusions.decisions import Decisions, described_list, explain
from npusim.frontend.fusions.groups import join_templates
from npusim.frontend.fusions.inductor_reasons import kept_reasons
from npusim.frontend.fusions.prologues import absorb_prologues
from npusim.frontend.fusions.sharing import why_apart
from npusim.frontend.fusions.tensor_lists import TensorListNode, join_lists
from npusim.frontend.implementations.evaluation import note_kernel
from npusim.frontend.inductor.api import BackendFeature, BaseScheduling, V
from npusim.frontend.inductor.core_api import OrderedSet
from npusim.frontend.inductor.patches import check_patch
from npusim.frontend.template import MLIRTemplateBuffer, render_template
from npusim.frontend.template.fused_work import all_producers
from npusim.simulator.errors import ScratchpadOverflowError, UnsupportedError
from npusim.simulator.system.progress import advance_phase, enter_phase

_NO_BENCHMARK = (
    "kernels are not benchmarked while compiling for the device; unset torch._inductor.config options that autotune"
)


class NpuScheduling(BaseScheduling):
    """Fuses pointwise and reduction nodes that share a loop domain, and pointwise nodes into templates."""

    def __init__(self, scheduler: Any) -> None:
        super().__init__(scheduler)
        self.decisions = Decisions()
        if scheduler is not None:
            check_patch("node fusion")
            scheduler.fuse_nodes = functools.partial(self._fuse, scheduler.fuse_nodes)

    def get_backend_features(self, device: torch.device) -> OrderedSet[BackendFeature]:
        return OrderedSet(
            [
                BackendFeature.BUCKETIZE,
                BackendFeature.INPLACE_BUFFERS,
                BackendFeature.MASKED_SCATTER_WITH_INDEX,
                BackendFeature.REDUCE_TO_SINGLE_ELEMENT,
            ]
        )

    def group_fn(self, sizes: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
        """(elements, reduced elements) of a node."""
        measure = Sizes(V.graph.sizevars)
        return tuple(measure.product(group) for group in sizes)

    # -- fusion

    def can_fuse_vertical(self, node1: Any, node2: Any) -> bool:
        return self._decide(switches.POINTWISE, node1, node2)

    def can_fuse_horizontal(self, node1: Any, node2: Any) -> bool:
        return self._decide(switches.HORIZONTAL, node1, node2)

    def _decide(self, fusion: str, node1: Any, node2: Any) -> bool:
        if node1.is_template() or node2.is_template():
            return False  # `_fuse` has fused nodes into templates already
        why = f"{fusion} fusion is switched off" if not switches.is_on(fusion) else why_apart(node1, node2)
        if why:
            self.decisions.refuse(fusion, node1, node2, why)
        else:
            self.decisions.accept(fusion, node1, node2)
        return not why

    def _fuse(self, fuse_nodes: Callable[[list[Any]], list[Any]], nodes: list[Any]) -> list[Any]:
        """Fuses nodes into templates, aligns the loops of the others and fuses these as Inductor does."""
        align_loops(nodes)
        nodes = absorb_prologues(self.scheduler, join_templates(self.scheduler, nodes, self.decisions), self.decisions)
        with kept_reasons(self.decisions):
            fused = join_lists(self.scheduler, fuse_nodes(nodes))
        enter_phase("writing kernel", len(fused))
        return fused

    # -- code

    def codegen_node(self, node: Any) -> None:
        assert self.scheduler is not None
        parts = node.parts if isinstance(node, TensorListNode) else [list(node.get_nodes())]
        kept = [[n for n in part if n.get_name() not in self.scheduler.removed_ops] for part in parts]
        pieces = [self._kernels(part) for part in kept if part]
        in_order = ([kernel for kernel in each if kernel] for each in zip_longest(*pieces))
        for made in chain.from_iterable(map(list_kernels, in_order)):
            _allocate_results(made.kernels)
            meta = {**made.meta, **self._explain(made)}
            self._launch(made.text, made.name, meta, made.call_args, made.nodes)
        for kernel in chain.from_iterable(pieces):
            V.graph.removed_buffers |= kernel.removed_buffers
            V.graph.inplaced_to_remove |= kernel.inplaced_to_remove
        self.free_buffers_in_scheduler()

    def _kernels(self, nodes: list[Any]) -> list[MLIRKernel]:
        """The kernel of nodes that were fused; several where the machine's scratchpad is too small for one."""
        try:
            return [self._generate(nodes)]
        except ScratchpadOverflowError:
            if len(nodes) == 1:
                raise
        first, second = nodes[: len(nodes) // 2], nodes[len(nodes) // 2 :]
        self.decisions.refuse(switches.POINTWISE, first[-1], second[0], "no tiles of both fit the scratchpad")
        return [*self._kernels(first), *self._kernels(second)]

    def _generate(self, nodes: list[Any]) -> MLIRKernel:
        kernel = MLIRKernel(nodes)
        with as_decided(nodes):
            kernel.generate()
        return kernel

    def _explain(self, made: ListKernel) -> dict[str, Any]:
        """Why nodes of a kernel came together; of a list's kernel, for its first tensor."""
        explained = explain(self.decisions, made.kernels[0].nodes, [], self.scheduler)
        if len(made.kernels) > 1:
            explained["fusions"].append(described_list(made.kernels[0].nodes, len(made.kernels)))
        return explained

    def codegen_template(
        self, template_node: Any, epilogue_nodes: Sequence[Any], prologue_nodes: Sequence[Any], **_: Any
    ) -> str | None:
        nodes = [template_node, *epilogue_nodes]
        with as_decided(nodes):
            rendered = render_template(template_node, epilogue_nodes)
        producers = all_producers([node.node for node in nodes if isinstance(node.node, MLIRTemplateBuffer)])
        meta = {**rendered.meta, **explain(self.decisions, nodes, list(producers.values()), self.scheduler)}
        self._launch(rendered.text, rendered.name, meta, rendered.call_args, nodes)
        V.graph.removed_buffers |= OrderedSet(sorted(rendered.removed_buffers))
        self.free_buffers_in_scheduler()
        return None

    def _launch(self, text: str, name: str, meta: dict[str, Any], call_args: list[Any], nodes: Sequence[Any]) -> None:
        """Puts the kernel into the generated module and calls it there."""
        meta = {**meta, "controls": True} if controls(nodes, self.scheduler) else meta
        note_kernel(text, call_args, meta)
        wrapper: Any = V.graph.wrapper_code
        name = wrapper.define_npu_kernel(text, name, meta)
        self.codegen_comment(nodes, name)
        wrapper.call_npu_kernel(wrapper.npu_call_site(name, launch_origins(nodes)), call_args, nodes[0].get_device())
        wrapper.verify_npu_kernel(name, meta, nodes, call_args)
        advance_phase()

    def codegen_sync(self) -> None:
        """Streams order the launches; the wrapper has nothing to wait for."""

    def ready_to_flush(self) -> bool:
        return False

    def flush(self) -> None:
        """Every kernel is complete when its node has been handled."""

    # -- asked by Inductor's autotuning only

    def _refuse_benchmark(self, *_: Any, **__: Any) -> Any:
        raise UnsupportedError(_NO_BENCHMARK)

    generate_kernel_code_from_nodes = benchmark_fused_nodes = _refuse_benchmark
    benchmark_codegened_module = benchmark_combo_kernel = _refuse_benchmark


def _allocate_results(kernels: Sequence[MLIRKernel]) -> None:
    """Allocates what kernels write, just before their launch: a result may take the place of a buffer that a kernel of
    the same nodes has filled or read before.
    """
    for kernel in kernels:
        with V.set_kernel_handler(kernel):
            for node in kernel.nodes:
                node.mark_run()
