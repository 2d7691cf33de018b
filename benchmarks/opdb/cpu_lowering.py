"""What Inductor's CPU backend makes of an entry of the operator database: does its graph call back into eager PyTorch?

This decides the denominator of the coverage figures. A sample is lowered as `torch.compile` does on the CPU, up to
Inductor's scheduler; the graph's operations are then read instead of compiling their C++ (that would take hours), and
the graph itself is interpreted, so that a backward graph is lowered too.

What counts as a call back into eager PyTorch: every `ir.ExternKernel` of the lowered graph, that is fallbacks
(`ir.FallbackKernel`: sort of long rows, fft, linear algebra, ...) and also the calls of library kernels (`at::mm`,
`at::convolution`, mkldnn). Not counted, because they compute nothing on tensors: those in `BOOKKEEPING` below, and
operators that only change metadata (`view.dtype`, `view_as_real`, ...).
"""

import contextlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest import mock

import torch
from torch._inductor import config, ir
from torch._inductor.graph import GraphLowering

from opdb import cases, database

BOOKKEEPING = (
    ir.RandomSeeds,  # the one seed per graph that Inductor's own random numbers start from
    ir.DynamicScalar,  # reads a size for the host
    ir.AssertScalar,
    ir.DynamicSelectStorageOffset,
    ir.DynamicSliceSize,
    ir.MultiOutput,  # a result of a call that is counted itself
    ir.ResizeStorageBytes,
    ir.SetSourceTensorKernel,
)
METADATA = frozenset(
    {"aten.view.dtype", "aten.view_as_real.default", "aten.view_as_complex.default", "aten.alias.default"}
)


@dataclass
class Lowered:
    """How Inductor's CPU backend lowers an entry in one dtype.

    Attributes:
        samples: number of samples that were lowered (of those that `database.chosen_samples` gives).
        eager_calls: operators that the compiled graphs of the samples call in eager PyTorch, sorted.
        error: why the first sample that cannot be compiled cannot, else empty.
    """

    name: str
    dtype: str
    backward: bool
    samples: int = 0
    eager_calls: list[str] = field(default_factory=list)
    error: str = ""

    @property
    def compiles(self) -> bool:
        """Whether the entry belongs to the denominator."""
        return not self.error and not self.eager_calls

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def lower_entry(op: Any, dtype: torch.dtype, *, backward: bool, samples: int, seconds: int) -> Lowered:
    """Lowers the samples that the device is given; stops at the first that does not compile without eager calls."""
    lowered = Lowered(database.full_name(op), str(dtype).removeprefix("torch."), backward)
    for sample in database.chosen_samples(op, dtype, backward, samples):
        lowered.samples += 1
        calls: set[str] = set()
        try:
            with database.time_limit(seconds), _reading_graphs(calls):
                database.compiled(op, sample, "cpu", backward=backward)
        except Exception as failure:  # a verdict on the operator, whatever the error is
            lowered.error = cases.explain(failure)
        lowered.eager_calls = sorted(calls)
        if not lowered.compiles:
            break
    return lowered


@contextlib.contextmanager
def _reading_graphs(calls: set[str]) -> Iterator[None]:
    """Adds the eager calls of every graph that is lowered; graphs are interpreted instead of compiled."""

    def read(graph: GraphLowering) -> Any:
        calls.update(eager_calls(graph.operations))
        interpreter = torch.fx.Interpreter(graph.orig_gm)
        graph.scheduler = SimpleNamespace(nodes=[])
        return SimpleNamespace(call=lambda inputs: list(interpreter.run(*inputs)), __file__=__file__)

    with mock.patch.object(GraphLowering, "compile_to_module", read), config.patch(fx_graph_cache=False):
        yield


def eager_calls(operations: list[Any]) -> Iterator[str]:
    """Names of the eager operators among a lowered graph's operations."""
    for operation in operations:
        if isinstance(operation, ir.ExternKernel) and not isinstance(operation, BOOKKEEPING):
            name = str(operation.op_overload or operation.get_kernel_name() or type(operation).__name__)
            if name not in METADATA:
                yield name
