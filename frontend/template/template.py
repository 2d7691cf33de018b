"""`MLIRTemplate`: an operator as MLIR text with holes, and the Inductor node that stands for its result."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from npusim.frontend.codegen import OperandView, whole_operand
from npusim.frontend.codegen.graph.metadata import origin_ops
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.mapping import MappingSpace
from npusim.frontend.template import inputs
from npusim.frontend.template.text import TemplateText

_template_classes: list[type["MLIRTemplate"]] = []


class MLIRTemplate:
    """Base of all templates.

    A lowering makes an instance and returns `template.generate().output_node()`. When code is generated, `render` is
    called with a `MLIRTemplateKernel` and returns the kernel's MLIR.

    Args:
        name: name of the MLIR function.
        input_nodes: what the lowering got: `TensorBox` or any realizable Inductor node.
        layout: of the output: its device, dtype and sizes are used, and its strides if the template has `any_strides`.
        input_reorder: order of the inputs in the kernel's signature, as indices into `input_nodes`.

    Attributes:
        input_nodes: the inputs as buffers or strided views: `get_size()`, `get_stride()`, `get_numel()`,
            `get_dtype()`, `get_name()`.
        output_node: the output's buffer; set by `render` (with fused epilogues, the last one's buffer).
    """

    any_strides = False
    """False: inputs arrive row-major, whole, and of static size (they are copied on the device, or specialised, first).
    True: inputs are strided views, sizes may be symbolic; `kernel.dma_load` handles both."""

    fuses_epilogue = False
    """Whether the template calls `kernel.store_output()`, so that pointwise operators can be fused behind it."""

    row_dims = 0
    """How many of the output's last dimensions a tile covers when `kernel.work.row_dims` asks for it, so that
    reductions along them can be fused behind the template."""

    lane_dim = -1
    """The output's dimension that lies across the lanes of the tiles that epilogues are computed on, for estimates."""

    fuses_prologue: Sequence[int] = ()
    """Positions of the inputs that the template loads with `kernel.load_input()`, so that pointwise operators can be
    computed on their tiles."""

    tiled_dims: int | None = None
    """How many of the inputs' last dimensions their tiles have axes for, the others being walked in steps of one (None:
    all); a prologue may read anything along those."""

    expected = "the kernel's MLIR as a string: return self._template_from_string(TEXT).render(**kernel.render_options)"
    """What the author's function is to return, for messages."""

    control_inputs: Sequence[int] = ()
    """Positions of the inputs whose values addresses or bounds of loops are computed from."""

    may_control = False
    """Whether mode timing computes the template's values when addresses or sizes depend on them."""

    operator: Any = None
    """What it computes, for messages: the overload whose lowering made it."""

    mutated_inputs: Sequence[Any] = ()
    """The `input_nodes` that the kernel writes: further results, made with `aten.empty_strided`'s lowering."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _template_classes.append(cls)

    def __init__(
        self, name: str, input_nodes: Sequence[Any], layout: Any, input_reorder: Sequence[int] | None = None
    ) -> None:
        self.name = name
        self.input_nodes = (inputs.strided_inputs if self.any_strides else inputs.dense_inputs)(input_nodes)
        self.layout = layout if self.any_strides else inputs.dense_layout(layout)
        self.input_reorder = input_reorder
        self.output_node: Any = None

    @property
    def tile_dtype(self) -> torch.dtype:
        """The dtype of the tiles that `store_output` is given, for estimates: by default the output's."""
        dtype: torch.dtype = self.layout.dtype
        return dtype

    @property
    def author(self) -> Any:
        """The class or function that its author wrote, for messages."""
        return type(self)

    def operand(self, position: int) -> OperandView:
        """The dimensions that the template walks an input along, for prologues that are computed on its tiles."""
        return whole_operand(self.input_nodes[position], self.tiled_dims)

    def mapping_space(self, kernel: Any, **kwargs: Any) -> MappingSpace[Any] | None:
        """The tile sizes, loop orders and so on that the kernel can have, or None for a template with one form only.

        The mapping that the strategy in force picks (docs/mapping.md) arrives in `render` as `tile_info`. Arguments are
        `render`'s.
        """
        return None

    def generate(self, **kwargs: Any) -> "TemplateCaller":
        """Binds arguments of `render`; `.output_node()` of the result is the operator's value."""
        return TemplateCaller(self, kwargs)

    def render(self, kernel: Any, template_buffer_node: Any = None, **kwargs: Any) -> str:
        """The kernel's MLIR. Overridden by every template.

        Args:
            kernel: the `MLIRTemplateKernel` that prints operations and knows the machine.
            template_buffer_node: buffer of the template's own result.
            kwargs: `epilogue_nodes`, buffers of the fused operators, or None; `prologue_nodes`, buffers of the
                pointwise operators that are computed on the inputs' tiles, or None; `tile_info`, the mapping chosen
                from `mapping_space`, None for a template without one; and what `generate` was called with. A template
                names those that it uses.
        """
        raise NotImplementedError(f"template {type(self).__name__} must define render()")

    def name_output(self, template_buffer_node: Any, epilogue_nodes: list[Any] | None = None) -> Any:
        """Sets and returns `output_node`: the buffer of the last fused epilogue, or the template's own."""
        self.output_node = epilogue_nodes[-1] if epilogue_nodes else template_buffer_node
        return self.output_node

    def fill_in(self, kernel: Any, source: str, options: Mapping[str, Any], accumulator: Any = None) -> str:
        """The kernel's MLIR: a template's text with `options`, and with `KERNEL_NAME`, `kernel` and `Y`, the output.

        Args:
            kernel: keeps the options as `render_options`, and properties of its output as `epilogue_info`.
            source: Jinja2.
            options: by name.
            accumulator: the tile that `store_output` is given, if the text calls it.
        """
        kernel.render_options = {"KERNEL_NAME": self.name, "kernel": kernel, "Y": self.output_node, **options}
        if accumulator is not None:
            kernel.epilogue_info = {
                "output_node": self.output_node.get_name(),
                "sram_var": accumulator.name,
                "dram_var": "Y",
                "dram_tile_desc": accumulator,
            }
        return self._template_from_string(source).render(**kernel.render_options)

    def refuses_sibling(self, other: "MLIRTemplate") -> str:
        """Why `other`, whose result is read together with this one's, cannot be computed in the same kernel; empty when
        it can: then `kernel.work.siblings` names it, and `store_output` is given its tile as well.
        """
        return f"template {self.name} is computed alone"

    @classmethod
    def _template_from_string(cls, source: str) -> TemplateText:
        """A Jinja2 template in which an undefined name is an error."""
        return TemplateText(source, cls.__name__)


class TemplateCaller:
    """A template with the arguments of its `render`."""

    def __init__(self, template: MLIRTemplate, render_arguments: dict[str, Any]) -> None:
        self.template = template
        self.render_arguments = render_arguments

    def output_node(self) -> ir.TensorBox:
        """The operator's result as a node of the Inductor graph."""
        buffer = MLIRTemplateBuffer(self.template, self.render_arguments)
        box: ir.TensorBox = ir.TensorBox.create(buffer)
        return box


class MLIRTemplateBuffer(ir.TemplateBuffer):
    """The buffer that a template writes.

    Attributes:
        producers: pointwise SchedulerNodes that became prologues, by the buffer that they would have written.
    """

    def __init__(self, template: MLIRTemplate, render_arguments: dict[str, Any]) -> None:
        super().__init__(
            layout=template.layout,
            inputs=template.input_nodes,
            make_kernel_render=None,
            mutated_inputs=template.mutated_inputs or None,
        )
        self.template = template
        template.operator = getattr(getattr(V.graph, "current_node", None), "target", None)
        self.render_arguments = render_arguments
        self.producers: dict[str, Any] = {}
        self.allow_epilogue_fusion = self.allow_prologue_fusion = False  # npusim.frontend.fusions decides

    def get_outputs(self) -> list[Any]:
        """The buffer, and the buffers for the inputs that the kernel writes."""
        return [self, *self.mutation_outputs]


def template_ops(nodes: Sequence[Any]) -> list[str]:
    """The torch operators of the nodes of a template's kernel, in graph order but for its own, which come first: a
    product with a norm in front of it is called a product.
    """
    own = [node for node in nodes if isinstance(node.node, MLIRTemplateBuffer)]
    return origin_ops([*own, *nodes])


def user_templates() -> Iterator[tuple[str, type[MLIRTemplate]]]:
    """Template classes defined outside npusim, with a name each."""
    for number, template in zip(itertools.count(), _template_classes, strict=False):
        if not template.__module__.startswith("npusim."):
            yield f"template[{number}]", template
