"""A template's kernel with one mapping, generated and timed without being part of the program. Checked with torch
2.13.0.
"""

from collections.abc import Callable
from typing import Any

from npusim.frontend.mapping import Choice, MappingSpace, choose
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.simulator.kernel import parse_kernel
from npusim.simulator.trial import trial_cycles
from torch._inductor.virtualized import V

Render = Callable[[MLIRTemplateKernel, Any], str]


def choose_mapping(space: MappingSpace[Any], kernel: MLIRTemplateKernel, render: Render) -> Choice[Any]:
    """The mapping of a template's kernel, by the strategy in force.

    Args:
        space: its mappings.
        kernel: the kernel that will be rendered; it is left as it is.
        render: gives the verified text of another such kernel with a mapping.
    """
    trials = _Trials(kernel, render)
    return choose(space, trials.cycles, trials.fingerprint)


class _Trials:
    def __init__(self, kernel: MLIRTemplateKernel, render: Render) -> None:
        self._kernel, self._render = kernel, render

    def cycles(self, mapping: Any) -> int:
        """Simulated cycles, with hints for symbolic sizes."""
        text, call_args = self._text(mapping)
        kernel = parse_kernel(text, source="autotuning")
        names = [argument for argument in call_args if isinstance(argument, str)]
        sizes = [_hint(argument) for argument in call_args if not isinstance(argument, str)]
        fixed = [argument.extent for argument in kernel.tensors]
        extents = [_hint(V.graph.get_numel(n)) if e is None else e for n, e in zip(names, fixed, strict=True)]
        return trial_cycles(kernel, self._kernel.machine, extents, sizes)

    def fingerprint(self, mapping: Any) -> str:
        """The text, and the hints."""
        text, call_args = self._text(mapping)
        return "\n".join([text, *(str(_hint(a)) for a in call_args if not isinstance(a, str))])

    def _text(self, mapping: Any) -> tuple[str, list[Any]]:
        twin = self._kernel.twin()
        with V.set_kernel_handler(twin):
            text = self._render(twin, mapping)
            return text, twin.call_args()


def _hint(size: Any) -> int:
    return int(V.graph.sizevars.optimization_hint(size, fallback=1024))
