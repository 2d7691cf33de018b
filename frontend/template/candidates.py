"""A template's kernel with one mapping, generated and timed without being part of the program."""

from collections.abc import Callable
from typing import Any

from npusim.frontend.inductor.api import V
from npusim.frontend.mapping import Choice, MappingSpace, choose
from npusim.frontend.mapping.candidate_cycles import simulated_cycles, size_hints
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.scheduler import MappingStrategy

Render = Callable[[MLIRTemplateKernel, Any], str]


def choose_mapping(
    space: MappingSpace[Any], kernel: MLIRTemplateKernel, render: Render, strategy: MappingStrategy, call: str
) -> Choice[Any]:
    """The mapping of a template's kernel, by a strategy.

    Args:
        space: its mappings.
        kernel: the kernel that will be rendered; it is left as it is.
        render: gives the verified text of a twin of the kernel with a mapping.
        call: what the kernel computes, for tuned tables.
    """
    candidates = _Candidates(kernel, render)
    return choose(space, candidates.cycles, candidates.fingerprint, strategy, call)


class _Candidates:
    def __init__(self, kernel: MLIRTemplateKernel, render: Render) -> None:
        self._kernel, self._render = kernel, render

    def cycles(self, mapping: Any) -> int:
        """Simulated cycles, with hints for symbolic sizes."""
        return simulated_cycles(*self._text(mapping), self._kernel.machine)

    def fingerprint(self, mapping: Any) -> str:
        """The text, and the hints."""
        text, call_args = self._text(mapping)
        return "\n".join([text, *map(str, size_hints(call_args))])

    def _text(self, mapping: Any) -> tuple[str, list[Any]]:
        twin = self._kernel.twin()
        with V.set_kernel_handler(twin):
            text = self._render(twin, mapping)
            return text, twin.call_args()
