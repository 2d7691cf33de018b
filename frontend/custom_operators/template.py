"""The template of an operator whose kernel is a text with holes and a function that fills them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from npusim.frontend.complex_numbers.views import complex_of, layout_of_pairs, pairs_of
from npusim.frontend.custom_operators.call import Call, nothing, result_layouts
from npusim.frontend.inductor.api import ir, lowerings
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.template import MLIRTemplate
from npusim.simulator.errors import KernelError

Holes = Callable[..., Mapping[str, Any] | None]
"""What `register_kernel` decorates: the kernel and the operator's arguments to what fills the holes of the text."""

_TOP = (
    "func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(_inputs, _outputs, _names) }} { {{ kernel.def_local_vars() }} "
)
_END = "\n  return\n}\n"


@dataclass(frozen=True)
class Definition:
    """A kernel that `register_kernel` was given.

    Attributes:
        name: in errors, reports and dumps.
        text: of the kernel's body, Jinja2.
        holes: fills it in.
        results: names of the operator's results in the text; empty: `default_results`.
        dense: names of arguments that arrive row-major.
        control: names of arguments whose values addresses or bounds of loops are computed from.
    """

    name: str
    text: str
    holes: Holes
    results: tuple[str, ...]
    dense: frozenset[str]
    control: frozenset[str]

    @property
    def source(self) -> str:
        """The frame around the body; it has the same line numbers."""
        return f"{_TOP}{self.text}{_END}"


class OperatorTemplate(MLIRTemplate):
    """The kernel of one call; a subclass for each definition. Its complex tensors are those of their pairs.

    Args:
        call: what is computed.
    """

    any_strides = True
    may_control = True
    expected = "what the names in the kernel's text stand for, as a dictionary, or None"
    definition: Definition
    digest_text = ""
    """The text, for the keys of caches: it may stand in a module without a file."""

    def __init__(self, call: Call) -> None:
        self.wanted = result_layouts(call.operator)
        self.names = self.definition.results or default_results(len(self.wanted))
        layouts = [layout_of_pairs(each) if each.dtype.is_complex else each for each in self.wanted]
        self.others = [_uninitialised(layout) for layout in layouts[1:]]
        given = {name: self._placed(name, node) for name, node in call.tensors()}
        layout = layouts[0] if layouts else nothing(call.device())
        super().__init__(self.definition.name, [*given.values(), *self.others], layout)
        self.tensors = dict(zip(given, self.input_nodes, strict=False))
        self.call = call.with_tensors(self.tensors)
        self.has_result = bool(layouts)
        self.control_inputs = [i for i, name in enumerate(given) if name in self.definition.control]
        for name in call.mutated():
            _check_storage(call.operator, name, given[name], self.tensors[name])
        self.mutated_inputs = [*(self.tensors[name] for name in call.mutated()), *self.input_nodes[len(given) :]]

    @property
    def author(self) -> Any:
        """The function that fills the text's holes."""
        return self.definition.holes

    def results(self, made: Any) -> list[Any]:
        """The operator's results, of which `made` is the first, if there is one."""
        found = [made, *self.others] if self.has_result else []
        return [_as_wanted(node, layout) for node, layout in zip(found, self.wanted, strict=True)]

    def _placed(self, name: str, node: Any) -> Any:
        node = lowerings[pairs_of](node) if node.get_dtype().is_complex else node
        return ir.ExternKernel.require_contiguous(node) if name in self.definition.dense else node

    def render(
        self, kernel: MLIRTemplateKernel, template_buffer_node: Any = None, epilogue_nodes: Any = None, **_: Any
    ) -> str:
        """The kernel's MLIR."""
        own = [self.name_output(template_buffer_node, epilogue_nodes)] if self.has_result else []
        outputs = dict(zip(self.names, [*own, *self.input_nodes[len(self.tensors) :]], strict=True))
        options = {
            "_inputs": list(self.tensors.values()),
            "_outputs": list(outputs.values()),
            "_names": ", ".join([*self.tensors, *outputs]),
            **self.call.values,
            **(self.definition.holes(kernel, *self.call.values.values()) or {}),
        }
        return self.fill_in(kernel, self.definition.source, options)


def template_of(definition: Definition) -> type[OperatorTemplate]:
    """The class of a definition's kernels: defined, for messages and caches, where the author's function is."""
    names = {
        "definition": definition,
        "digest_text": definition.source,
        "fuses_epilogue": "kernel.store_output(" in definition.text,
        "__module__": definition.holes.__module__,
        "__doc__": definition.holes.__doc__,
    }
    return type(definition.name, (OperatorTemplate,), names)


def _check_storage(operator: Any, name: str, given: Any, node: Any) -> None:
    """What is written must be the argument's own memory, not a copy of a view that has no strides."""
    if isinstance(given.data, ir.BaseView) and not isinstance(node, ir.ReinterpretView):
        raise KernelError(f"{operator} writes '{name}', which is a view that has no strides: {given.data}")


def _as_wanted(node: Any, layout: Any) -> Any:
    """A result, as complex numbers where these are wanted."""
    return lowerings[complex_of](node, layout.stride) if layout.dtype.is_complex else node


def _uninitialised(layout: Any) -> Any:
    box = inductor.empty_strided(layout.size, layout.stride, dtype=layout.dtype, device=layout.device)
    box.realize()
    return box


def default_results(count: int) -> tuple[str, ...]:
    """Names of an operator's results in the text, when the author gives none."""
    return ("out",) if count == 1 else tuple(f"out_{i}" for i in range(count))
