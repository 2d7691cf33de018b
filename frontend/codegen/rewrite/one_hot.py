"""One-hot rows with less work per element: values that are constant along a row are computed once per row.

The gradient of a loss multiplies `where(class == target, -1, 0)` by a factor of the row. Its classes are 64-bit, and in
narrow floats both constants are rounded and widened.
"""

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.rewrite.row_values import RowCopier


def with_light_one_hot_rows(domain: Domain, graph: Graph, sizes: Sizes) -> Graph:
    """The graph with one-hot elements chosen from values of their row, by 32-bit comparisons."""
    copier = _OneHot(graph, Graph(), domain.dims, sizes)
    if len(copier.reduced) != 1 or not any(v.op == "eq" for v in graph.live()):
        return graph
    return copier.copy_all()


class _OneHot(RowCopier):
    def _copied(self, value: Value, args: list[Value]) -> Value:
        made = super()._copied(value, args)
        return self._narrow_hit(made) or self._chosen_conversion(made) or self._chosen_product(made) or made

    def _narrow_hit(self, value: Value) -> Value | None:
        """The comparison in 32 bits; a class that is outside of the row becomes -1, which equals no index."""
        if not self.is_hit(value) or value.args[0].dtype != torch.int64:
            return None
        place = self.place(value)
        position = value.args[1] if value.args[0] is place else value.args[0]
        if position.op != "convert" or position.args[0].dtype != torch.int32:
            return None
        b = self.builder
        narrow = b.where(self.is_index(place), b.convert(place, torch.int32), b.const(-1, torch.int32))
        return b.raw("eq", torch.bool, position.args[0], narrow)

    def _chosen(self, value: Value) -> bool:
        """Whether a value is one of two values of the row, selected by the index in it."""
        return value.op == "select" and self.varies(value.args[0]) and not any(map(self.varies, value.args[1:]))

    def _chosen_conversion(self, value: Value) -> Value | None:
        """A converted choice between constants as the choice between converted constants."""
        if value.op != "convert" or not self._chosen(value.args[0]) or not dtypes.is_float(value.dtype):
            return None
        condition, *branches = value.args[0].args
        if not all(v.op == "const" and dtypes.is_float(v.dtype) for v in branches):
            return None
        converted = [torch.tensor(v.attributes[0], dtype=v.dtype).to(value.dtype).item() for v in branches]
        return self.builder.where(condition, *(self.builder.const(c, value.dtype) for c in converted))

    def _chosen_product(self, value: Value) -> Value | None:
        """A choice times a value of the row as the choice between two products."""
        if value.op != "mul" or not self.varies(value):
            return None
        for chosen, factor in (value.args, value.args[::-1]):
            if self._chosen(chosen) and not self.varies(factor):
                condition, yes, no = chosen.args
                return self.builder.where(
                    condition, *(self.builder.raw("mul", value.dtype, v, factor) for v in (yes, no))
                )
        return None
