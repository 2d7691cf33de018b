"""What the text of an author's template stores, compared with what it is to compute.

Whether every element of a result is stored cannot be told from the text, but that a result is not stored at all can.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from npusim.frontend.authoring.errors import refuse_result
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.template import MLIRTemplate, MLIRTemplateBuffer
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.ir.kernel_views import stored_arguments

_STORES = 'kernel.dma_store("tile", "{0}", [...]), kernel.store_output(...), npu.scatter or memref.store'


def refuse_wrong_stores(
    buffer: MLIRTemplateBuffer, kernel: MLIRTemplateKernel, module: KernelModule, call_args: Sequence[Any]
) -> None:
    """Raises OperatorError when a kernel stores nothing to a result, or something to an argument that it is not to
    change.

    Memory of a result begins with whatever was there. An argument that an operator changes keeps its values without a
    store, which may be meant, unless the kernel has nothing else to do.

    Args:
        buffer: of the template.
        kernel: after it has been rendered.
        module: its text.
        call_args: the arguments of its call.
    """
    template = buffer.template
    stored = {str(call_args[number]) for number in stored_arguments(module.function)}
    changed = [node.get_name() for node in template.mutated_inputs]
    fresh = [node.get_name() for node in template.mutated_inputs if _is_uninitialised(node)]
    owned = [buffer.get_name()] if _has_elements(buffer) and _is_kept(kernel, buffer.get_name()) else []
    names = dict(_names(kernel))
    for name in (*owned, *fresh):
        if name not in stored:
            raise _refused(template, *_missing(names, name))
    kept = [node.get_name() for node in template.mutated_inputs if _has_elements(node)]
    if not owned and kept and not stored.intersection(kept):
        raise _refused(template, *_missing(names, *kept))
    foreign = stored.difference(changed, kernel.results(), kernel.args.output_buffers)
    if foreign:
        raise _refused(template, *_unexpected(names, min(foreign)))


def _refused(template: MLIRTemplate, given: str, expected: str) -> Exception:
    doing = f"render of template {type(template).__name__}"
    return refuse_result(doing, template.author, given, expected, template.operator)


def _missing(names: Mapping[str, str], *buffers: str) -> tuple[str, str]:
    """What was given, and what was expected, of a text without a store to one of these buffers."""
    called = [names[each] for each in buffers if each in names]
    if not called:
        return "a text whose def_kernel(...) does not name the result", "the result among def_kernel(outputs=[...])"
    listed = " or ".join(f"'{name}'" for name in called)
    return f"a text that never stores to {listed}", f"a store: {_STORES.format(called[0])}"


def _unexpected(names: Mapping[str, str], buffer: str) -> tuple[str, str]:
    name = names.get(buffer, buffer)
    return (
        f"a text that stores to '{name}', which is no result",
        f"stores to results only; an operator that changes '{name}' says so in mutates_args",
    )


def _names(kernel: MLIRTemplateKernel) -> Iterator[tuple[str, str]]:
    """Buffers with their names in the text; of several names an output's, which come last."""
    return ((node.get_name(), name) for name, node in kernel.named_nodes.items() if node is not None)


def _is_kept(kernel: MLIRTemplateKernel, name: str) -> bool:
    """Whether a template's own buffer is read by what is not in its kernel."""
    users = V.graph.scheduler.name_to_buf[name].users
    return name in kernel.kept_results() and any(not user.is_weak for user in users)


def _has_elements(node: Any) -> bool:
    return bool(node.get_numel() != 0)


def _is_uninitialised(node: Any) -> bool:
    """Whether a buffer was made with the lowering of `aten.empty_strided`, whose loop has no iterations."""
    made = V.graph.try_get_buffer(node.get_name())
    return isinstance(made, ir.ComputedBuffer) and made.is_no_op() and _has_elements(node)
