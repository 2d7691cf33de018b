"""Values that are the same for a whole row."""

import sympy
import torch
from npusim.frontend.codegen.graph.dag import Graph
from npusim.frontend.codegen.graph.domain import Dim, loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.rewrite.row_values import RowCopier

ROW, PLACE = loop_symbol("P0"), loop_symbol("R1")


def varies(index, operations):
    """Whether the last of so many operations on what is loaded from an index varies along a row."""
    graph = Graph()
    value = graph.value("load", (), torch.float32, ("x", index))
    for _ in range(operations):
        value = graph.value("neg", (value,), torch.float32, ())
    dims = (Dim(ROW, sympy.Integer(4)), Dim(PLACE, sympy.Integer(8), True))
    copier = RowCopier(graph, Graph(), dims, Sizes())
    return copier.varies(copier.value(value))


def test_what_is_loaded_by_the_place_in_the_row_varies():
    assert varies(8 * ROW + PLACE, 1)
    assert not varies(ROW, 1)


def test_chains_of_operations_may_be_of_any_length():
    assert varies(8 * ROW + PLACE, 5000)
    assert not varies(ROW, 5000)
