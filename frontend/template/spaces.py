"""The mapping space of a template's kernel."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend.authoring.errors import author_context, refuse_result
from npusim.frontend.mapping import MappingSpace
from npusim.frontend.template.fused_work import FusedWork
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.template import MLIRTemplateBuffer
from npusim.simulator.errors import KernelError


def space_of(
    buffer: MLIRTemplateBuffer,
    kernel: MLIRTemplateKernel,
    epilogues: Sequence[Any] | None,
    prologues: Sequence[Any] | None,
) -> MappingSpace[Any] | None:
    """The mappings that a template's kernel can have; None for a template with one form only.

    Args:
        buffer: the template's.
        kernel: with what is fused into it.
        epilogues, prologues: buffers of the fused operators.

    Raises:
        KernelError: operands are computed in groups, and the space does not say which tiles hold whole ones.
    """
    template = buffer.template
    doing, expected = f"mapping_space of template {type(template).__name__}", "a MappingSpace, or None"
    with author_context(doing, template.author, expected, template.operator):
        space = template.mapping_space(
            kernel,
            template_buffer_node=buffer,
            epilogue_nodes=epilogues or None,
            prologue_nodes=prologues or None,
            **buffer.render_arguments,
        )
    if space is not None and not isinstance(space, MappingSpace):
        raise refuse_result(doing, template.author, f"{type(space).__name__} {space!r}", expected, template.operator)
    if computes_groups(kernel.work) and (space is None or not space.knows_groups()):
        raise KernelError(
            f"template {type(template).__name__} computes operands on its tiles in groups of elements, but its mapping "
            "space does not say which tiles hold whole groups; define in_whole_groups() there, by the multiples of "
            "kernel.work.prologues"
        )
    return space


def computes_groups(work: FusedWork) -> bool:
    """Whether a prologue computes an operand, or a sibling's, in groups that no tile may cut."""
    works = [*work.prologues.values(), *(each for sibling in work.siblings for each in sibling.prologues.values())]
    return any(multiple > 1 for each in works for multiple in each.multiples)
