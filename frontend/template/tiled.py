"""`TiledTemplate`: a template whose kernel can be mapped to a machine in several ways."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, final

from npusim.frontend.mapping import MappingSpace
from npusim.frontend.template.kernel import MLIRTemplateKernel
from npusim.frontend.template.template import MLIRTemplate

MappingT = TypeVar("MappingT")


class TiledTemplate(MLIRTemplate, ABC, Generic[MappingT]):
    """A template that declares its mapping space and writes the kernel for one mapping.

    `space` and `text` are called while code is generated, after the attributes below were set.

    Attributes:
        own_node: buffer of the template's own result.
        output_node: buffer of the last fused epilogue, or the template's own.
        fused_nodes: buffers of the fused epilogues.
    """

    own_node: Any = None
    fused_nodes: Sequence[Any] = ()

    @abstractmethod
    def space(self, kernel: MLIRTemplateKernel) -> MappingSpace[MappingT]:
        """The tile sizes, loop orders and so on that the kernel can have; `kernel.work` is what is fused into it."""

    @abstractmethod
    def text(self, kernel: MLIRTemplateKernel, mapping: MappingT) -> str:
        """The kernel's MLIR for a mapping of its space; `fill_in` makes it from a template's text."""

    @final
    def mapping_space(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        **_: Any,
    ) -> MappingSpace[MappingT]:
        """The space for a kernel with these epilogues."""
        self._bind(template_buffer_node, epilogue_nodes)
        return self.space(kernel)

    @final
    def render(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        tile_info: MappingT | None = None,
        **_: Any,
    ) -> str:
        """The kernel's MLIR for the mapping that was chosen, or for the space's default."""
        self._bind(template_buffer_node, epilogue_nodes)
        return self.text(kernel, self.space(kernel).default() if tile_info is None else tile_info)

    def _bind(self, own_node: Any, fused_nodes: list[Any] | None) -> None:
        self.own_node, self.fused_nodes = own_node, fused_nodes or ()
        self.name_output(own_node, fused_nodes)
