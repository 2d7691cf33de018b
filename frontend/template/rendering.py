"""From a scheduled template node to a verified kernel."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from npusim.frontend.authoring.errors import author_context, defined_at, is_of_npusim, operator_name, refuse_result
from npusim.frontend.codegen.graph.buffers import index_checks_meta
from npusim.frontend.codegen.graph.metadata import compose_kernel_name, describe, function_name
from npusim.frontend.implementations.calls import kernel_call_text
from npusim.frontend.inductor.api import V
from npusim.frontend.mapping import Choice
from npusim.frontend.mapping.candidate_cycles import start_remembered
from npusim.frontend.template.candidates import choose_mapping
from npusim.frontend.template.fused_work import all_producers, fused_work, split_siblings
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.signatures import Signature, remembered, signature_of
from npusim.frontend.template.spaces import space_of
from npusim.frontend.template.stores import refuse_wrong_stores
from npusim.frontend.template.template import MLIRTemplate, MLIRTemplateBuffer, template_ops
from npusim.frontend.template.text import RenderedText, unmarked
from npusim.scheduler import MappingStrategy, current_strategy
from npusim.simulator.errors import KernelError, ScratchpadOverflowError
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.ir.scratchpad import allocate


@dataclass(frozen=True)
class RenderedTemplate:
    """A template's kernel.

    Attributes:
        module: its verified MLIR.
        name: an identifier made of what the kernel does.
        call_args: the arguments of its call: buffer names, then sizes (symbolic expressions).
        meta: see "scheduler" in docs/architecture.md.
        removed_buffers: buffers that exist only inside the kernel.
    """

    module: KernelModule
    name: str
    call_args: list[Any]
    meta: dict[str, Any]
    removed_buffers: set[str]

    @property
    def text(self) -> str:
        """The kernel's MLIR."""
        return self.module.text


_MAPPING = "mappings of the space"
_RESERVES = (1.0, 0.8, 0.6, 0.4, 0.25, 0.15, 0.08)
"""Shares of the scratchpad that tiles are chosen for, until a kernel with fused operators fits."""


def render_template(template_node: Any, fused_nodes: Sequence[Any] = ()) -> RenderedTemplate:
    """Renders and verifies the kernel of a template node with what is fused into it, and marks the nodes run.

    Args:
        template_node: SchedulerNode whose `node` is a MLIRTemplateBuffer.
        fused_nodes: SchedulerNodes that share its kernel: epilogues (only for templates with `fuses_epilogue`), and
            templates that are its siblings.

    Raises:
        KernelError: the text does not render or does not verify; the message shows the template's and the rendered
            line.
    """
    buffer: MLIRTemplateBuffer = template_node.node
    producers = all_producers([buffer, *split_siblings(fused_nodes)[1]])
    nodes = [*producers.values(), template_node, *fused_nodes]
    # A result that is not read is written all the same if the kernel is needed for its other results.
    V.graph.removed_buffers.discard(buffer.get_name())
    for node in (template_node, *fused_nodes):
        node.mark_run()
    signature = signature_of([template_node, *fused_nodes], producers)
    first = remembered(
        "rendered", signature, lambda: (_first_fitting(template_node, fused_nodes, producers), signature)
    )
    return _for_nodes(*first, nodes, signature)


def _first_fitting(template_node: Any, fused_nodes: Sequence[Any], producers: Mapping[str, Any]) -> RenderedTemplate:
    nodes = [*producers.values(), template_node, *fused_nodes]
    for kernel, is_last in _kernels(template_node, fused_nodes, producers):
        finished = _rendered(kernel, template_node.node, nodes)
        if is_last:
            _refuse_what_does_not_fit(template_node.node.template, finished.module, kernel)
        if is_last or _fits(finished.module, kernel):
            break
    return finished


def _refuse_what_does_not_fit(template: MLIRTemplate, module: KernelModule, kernel: MLIRTemplateKernel) -> None:
    """The error of a kernel whose tiles do not fit, with the author's line; those of npusim are refused when loaded."""
    if not is_of_npusim(template.author):
        with _author_of(template, "tiles"):
            allocate(module, kernel.machine)


def _author_of(template: MLIRTemplate, part: str) -> AbstractContextManager[None]:
    doing = f"{part} of template {_name(template)}"
    return author_context(doing, template.author, template.expected, template.operator)


def _for_nodes(
    first: RenderedTemplate, signed: Signature | None, nodes: Sequence[Any], signature: Signature | None
) -> RenderedTemplate:
    """The kernel of nodes, from that of the first ones of this signature."""
    if signed is None or signature is None or signed is signature:
        return first
    call_args = signed.renamed(first.call_args, signature)
    meta = {**first.meta, **describe("template", nodes, template_ops(nodes)), "template": first.meta["template"]}
    return replace(
        first, call_args=call_args, meta=meta, removed_buffers={*signed.renamed(first.removed_buffers, signature)}
    )


def start_template_candidate(
    template_node: Any, fused_nodes: Sequence[Any], producers: Mapping[str, Any]
) -> Callable[[], int]:
    """Begins to simulate the kernel that a template would have; what is returned waits for its cycles. No node is
    changed.

    Args:
        template_node: as of `render_template`.
        fused_nodes: SchedulerNodes that would share its kernel, as of `render_template`.
        producers: SchedulerNodes that would be prologues, by the buffer that they would have written.

    Raises:
        UnsupportedError: the cycles depend on values, or an operation is not supported.
        ScratchpadOverflowError: no tiles fit.
    """
    buffer: MLIRTemplateBuffer = template_node.node
    for kernel, is_last in _kernels(template_node, fused_nodes, producers):
        epilogues = [node.node for node in kernel.epilogue_nodes]
        with V.set_kernel_handler(kernel):
            choice = _mapping(buffer.template, kernel, buffer, epilogues, current_strategy().untuned)
            rendered = _render(buffer.template, kernel, buffer, epilogues, choice)
            call_args = kernel.call_args()
        if is_last or _fits(parse_kernel(rendered.text), kernel):
            break
    return start_remembered(rendered.text, call_args, kernel.machine)


def _kernels(
    template_node: Any, fused_nodes: Sequence[Any], producers: Mapping[str, Any]
) -> Iterator[tuple[MLIRTemplateKernel, bool]]:
    """Kernels for ever less of the scratchpad, to try until the tiles fit; whether each is the last one."""
    buffer: MLIRTemplateBuffer = template_node.node
    epilogues, _ = split_siblings(fused_nodes)
    work = fused_work(buffer, fused_nodes, producers)
    name = function_name(template_ops([*producers.values(), template_node, *fused_nodes]))
    reserves = _RESERVES if fused_nodes or producers else _RESERVES[:1]
    works = [replace(work, reserve=reserve) for reserve in reserves]
    return (
        (
            MLIRTemplateKernel(buffer.get_name(), epilogues, producers=producers, work=each, function_name=name),
            each is works[-1],
        )
        for each in works
    )


def _fits(module: KernelModule, kernel: MLIRTemplateKernel) -> bool:
    """Whether the tiles fit; how many tiles fused operators need is only estimated when sizes are chosen."""
    try:
        allocate(module, kernel.machine)
    except ScratchpadOverflowError:
        return False
    return True


def _rendered(kernel: MLIRTemplateKernel, buffer: MLIRTemplateBuffer, nodes: list[Any]) -> RenderedTemplate:
    template, epilogues = buffer.template, [node.node for node in kernel.epilogue_nodes]
    with V.set_kernel_handler(kernel):
        choice = _mapping(template, kernel, buffer, epilogues, current_strategy())
        rendered = _render(template, kernel, buffer, epilogues, choice)
        call_args = kernel.call_args()
    if kernel.epilogue_nodes:
        kernel.removed_buffers.update(set(kernel.results()) - kernel.kept_results())
    finished = _verified(template, rendered, call_args, kernel, nodes)
    if not is_of_npusim(template.author):
        refuse_wrong_stores(buffer, kernel, finished.module, call_args)
    return finished if choice is None else replace(finished, meta={**finished.meta, "mapping": choice.to_meta()})


def _mapping(
    template: MLIRTemplate,
    kernel: MLIRTemplateKernel,
    buffer: MLIRTemplateBuffer,
    epilogues: list[Any],
    strategy: MappingStrategy,
) -> Choice[Any] | None:
    """The kernel's mapping by a strategy; None for a template with one form only."""
    space = space_of(buffer, kernel, epilogues, [node.node for node in kernel.producers.values()])
    if space is None:
        return None

    def render(twin: MLIRTemplateKernel, mapping: Any) -> str:
        return _render(template, twin, buffer, epilogues, Choice(space, mapping, "candidate")).text

    with author_context(f"the mapping space of template {_name(template)}", type(space), _MAPPING, template.operator):
        call = kernel_call_text(kernel.function_name, template.input_nodes, buffer)
        return choose_mapping(space, kernel, render, strategy, call)


def _render(
    template: MLIRTemplate,
    kernel: MLIRTemplateKernel,
    buffer: MLIRTemplateBuffer,
    epilogues: list[Any],
    choice: Choice[Any] | None = None,
) -> RenderedText:
    with _author_of(template, "render"):
        code = template.render(
            kernel,
            template_buffer_node=buffer,
            epilogue_nodes=epilogues or None,
            prologue_nodes=[node.node for node in kernel.producers.values()] or None,
            tile_info=None if choice is None else choice.mapping,
            **buffer.render_arguments,
        )
        if not isinstance(code, str):
            doing, given = f"render of template {_name(template)}", f"{type(code).__name__} {code!r}"
            raise refuse_result(doing, template.author, given, template.expected, template.operator)
        if epilogues and not kernel.output_stored:
            raise KernelError(
                f"template {_name(template)} says fuses_epilogue but its text does not call kernel.store_output(...)"
            )
        return unmarked(kernel.finish(code))


def _verified(
    template: MLIRTemplate, rendered: RenderedText, call_args: list[Any], kernel: MLIRTemplateKernel, nodes: list[Any]
) -> RenderedTemplate:
    try:
        module = parse_kernel(rendered.text, source=_name(template))
    except KernelError as error:
        raise located(template, rendered, error) from error
    meta = {
        **describe("template", nodes, template_ops(nodes)),
        "template": _name(template),
        **index_checks_meta(kernel),
    }
    name = compose_kernel_name(meta["ops"], rendered.text)
    return RenderedTemplate(module, name, call_args, meta, set(kernel.removed_buffers))


def located(template: MLIRTemplate, rendered: RenderedText, error: KernelError) -> KernelError:
    """The error with the template's name, its line, and the rendered line."""
    lines = [f"template {_name(template)} renders MLIR that does not verify"]
    if not is_of_npusim(type(template)):
        lines.append(f"  of operator {operator_name(template.operator)}, defined at {defined_at(template.author)}")
    template_line = rendered.template_line(error.line)
    if template_line is not None:
        lines.append(f"  template line {template_line}")
    if error.line is not None:
        lines.append(f"  rendered line {error.line}: {rendered.text.splitlines()[error.line - 1].strip()}")
    lines.append(f"  {error}")
    return KernelError("\n".join(lines), line=error.line, column=error.column)


def _name(template: MLIRTemplate) -> str:
    return type(template).__name__
