"""`MLIRKernel`: the kernel of a fused group of pointwise and reduction nodes."""

from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.codegen.emit.kernel_text import KernelProblem, kernel_body
from npusim.frontend.codegen.graph import metadata
from npusim.frontend.codegen.graph.buffers import InductorEnvironment, dram_memref, index_checks_meta
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.handler import Recording
from npusim.frontend.codegen.record.recording import nodes_domain, record
from npusim.frontend.inductor.api import Kernel, V
from npusim.frontend.mapping.candidate_cycles import start_remembered
from npusim.scheduler import current_machine
from npusim.simulator.ir.kernel import parse_kernel


class MLIRKernel(Kernel[Any]):
    """Turns the nodes of one fused group into a kernel's text.

    Attributes after `generate`:
        text: the MLIR, verified.
        name: `npu_fused_<ops>_<hash8>`.
        meta: the kernel's metadata for reports.
        call_args: names of the buffers, then sizes.
        parameters: names and types of the function's parameters for them.
        body: the function's lines.
    """

    def __init__(self, nodes: Sequence[Any]) -> None:
        super().__init__()
        self.nodes = list(nodes)
        self.environment = InductorEnvironment(self)
        self.sizes = Sizes(V.graph.sizevars)
        self.text = self.name = ""
        self.meta: dict[str, Any] = {}
        self.call_args: list[Any] = []
        self.parameters: list[tuple[str, str]] = []
        self.body: list[str] = []

    def generate(self) -> None:
        """Records the nodes and writes the kernel.

        Raises:
            UnsupportedError: an operation or dtype that the device does not have.
            KernelError: the text does not verify, which is a defect of the code generator.
        """
        with V.set_kernel_handler(self):
            for node in self.nodes:
                node.decide_inplace_update()
            self._write()

    def start_simulation(self) -> Callable[[], int]:
        """Begins to simulate the kernel; what is returned waits for its cycles. No node is changed, so every result has
        memory of its own.

        Raises:
            UnsupportedError: an operation that the device does not have, or addresses that depend on values.
        """
        with V.set_kernel_handler(self):
            self._write()
            return start_remembered(self.text, self.call_args, current_machine())

    def _write(self) -> None:
        recording = record(self.nodes, nodes_domain(self.nodes, self.sizes), self.environment, self.sizes)
        self._drop_internal_stores(recording)
        problem = KernelProblem(recording.domain, recording.graph, self.environment, self.sizes, current_machine())
        self._finish(kernel_body(problem), recording)

    def _drop_internal_stores(self, recording: Recording) -> None:
        """Leaves out stores of buffers that nothing outside of this kernel reads."""
        graph = recording.graph
        graph.stores = [s for s in graph.stores if s.buffer not in V.graph.removed_buffers]
        self.store_buffer_names.update(s.buffer for s in graph.stores)
        for load in (v for v in graph.live() if v.op == "load"):
            self.args.input(load.buffer)
        for store in graph.stores:
            self.args.output(store.buffer)
        self.num_store = len(graph.stores)
        self.remove_kernel_local_buffers()
        graph.stores = [
            s for s in graph.stores if s.buffer not in self.removed_buffers and s.buffer not in self.inplaced_to_remove
        ]

    def _finish(self, body: list[str], recording: Recording) -> None:
        definitions, outer, _, _ = self.args.python_argdefs()
        self.call_args, self.body = list(outer), body
        self.parameters = [
            (f"%{d.name}", str(dram_memref(value)) if isinstance(value, str) else "index")
            for d, value in zip(definitions, outer, strict=True)
        ]
        parameters = ", ".join(f"{name}: {type_}" for name, type_ in self.parameters)
        ops = metadata.origin_ops(self.nodes)
        lines = [f"func.func @{metadata.function_name(ops)}({parameters}) {{", *body, "  return", "}"]
        self.text = "\n".join(lines) + "\n"
        self.name = metadata.compose_kernel_name(ops, self.text)
        reducing = any(v.op == "reduce" for v in recording.graph.live())
        self.meta = metadata.describe("reduction" if reducing else "pointwise", self.nodes, ops)
        self.meta.update(index_checks_meta(self))
        parse_kernel(self.text, source=self.name)
