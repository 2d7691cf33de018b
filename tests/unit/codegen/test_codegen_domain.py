"""The loop domain that fused nodes share: refinement, splitting, merging."""

import pytest
import sympy
from npusim.frontend.codegen.graph.access import affine, stays_inside
from npusim.frontend.codegen.graph.domain import Dim, NoCommonDomain, common_domain, fitted_domain, loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record import affine_pieces
from torch.utils._sympy.functions import FloorDiv, ModularIndexing

SIZES = Sizes()


def extents(domain):
    return [int(d.size) for d in domain.parallel], [int(d.size) for d in domain.reduced]


def test_equal_ranges_are_their_own_domain():
    assert extents(common_domain([((4, 6), ()), ((4, 6), ())], SIZES)) == ([4, 6], [])


def test_a_flat_node_takes_the_dimensions_of_its_partner():
    domain = common_domain([((24,), ()), ((4, 6), ())], SIZES)
    outer, inner = (d.symbol for d in domain.dims)
    assert domain.variables[0][0] == [6 * outer + inner]
    assert domain.variables[1][0] == [outer, inner]


def test_ranges_refine_each_other():
    assert extents(common_domain([((4, 6), ()), ((2, 12), ())], SIZES)) == ([2, 2, 6], [])


def test_a_pointwise_node_covers_rows_and_columns_of_a_reduction():
    domain = common_domain([((8,), (3, 5)), ((8, 15), ())], SIZES)
    assert extents(domain) == ([8], [3, 5])
    rows, first, second = (d.symbol for d in domain.dims)
    assert domain.variables[1][0] == [rows, 5 * first + second]


def test_a_node_over_the_rows_only_stays_with_the_rows():
    domain = common_domain([((8,), (15,)), ((2, 4), ())], SIZES)
    assert extents(domain) == ([2, 4], [15])


@pytest.mark.parametrize(
    "nodes",
    [
        [((4, 6), ()), ((3, 8), ())],
        [((6,), (4,)), ((8, 3), ())],
        [((6,), (4,)), ((6,), (5,))],
        [((6,), (4,)), ((7,), ())],
    ],
)
def test_ranges_that_do_not_nest_have_no_domain(nodes):
    with pytest.raises(NoCommonDomain):
        common_domain(nodes, SIZES)


def test_a_full_reduction_keeps_one_parallel_dimension():
    domain = common_domain([((), (10, 20))], SIZES)
    assert extents(domain) == ([1], [10, 20])


def test_dimensions_of_one_element_are_dropped():
    domain = common_domain([((1, 5, 1), ())], SIZES)
    assert extents(domain) == ([5], [])
    assert domain.variables[0][0] == [0, domain.dims[0].symbol, 0]


def test_contiguous_dimensions_merge():
    domain = fitted_domain([((4, 6), ())], lambda d: [6 * d.variables[0][0][0] + d.variables[0][0][1]], SIZES)
    assert extents(domain) == ([24], [])


def test_dimensions_merge_only_if_a_remainder_is_none_in_the_merged_loop_either():
    def indices(domain):
        (rows, columns), _ = domain.variables[0]
        return [SIZES.simplify_index(6 * rows + ModularIndexing(columns, 1, 6), domain.ranges)]

    assert extents(fitted_domain([((4, 6), ())], indices, SIZES)) == ([4, 6], [])


def test_a_broadcast_operand_keeps_dimensions_apart():
    def indices(domain):
        (rows, columns), _ = domain.variables[0]
        return [6 * rows + columns, columns]

    assert extents(fitted_domain([((4, 6), ())], indices, SIZES)) == ([4, 6], [])


def test_an_index_that_divides_splits_its_dimension():
    def indices(domain):
        (flat,), _ = domain.variables[0]
        return [SIZES.simplify_index(FloorDiv(flat, 6) + 4 * ModularIndexing(flat, 1, 6), domain.ranges)]

    domain = fitted_domain([((24,), ())], indices, SIZES)
    assert extents(domain) == ([4, 6], [])
    assert not indices(domain)[0].has(FloorDiv)


def test_strides_are_ordered_outermost_first():
    i, j = loop_symbol("P0"), loop_symbol("P1")
    dims = [Dim(i, sympy.Integer(4)), Dim(j, sympy.Integer(6))]
    access = affine(i + 4 * j + 7, dims, SIZES)
    assert access is not None and access.dims == (1, 0) and access.strides == (4, 1) and access.offset == 7


def test_a_quotient_is_not_an_access():
    i = loop_symbol("P0")
    assert affine(FloorDiv(i, 3), [Dim(i, sympy.Integer(9))], SIZES) is None


@pytest.mark.parametrize(
    ("offset", "extent", "inside"), [(0, 24, True), (1, 24, False), (-1, 24, False), (1, 25, True)]
)
def test_bounds_of_an_access_are_exact(offset, extent, inside):
    i = loop_symbol("P0")
    dims = [Dim(i, sympy.Integer(24))]
    access = affine(i + offset, dims, SIZES)
    assert access is not None and stays_inside(access, dims, sympy.Integer(extent)) is inside


def test_a_reversed_access_stays_inside_its_buffer():
    i = loop_symbol("P0")
    dims = [Dim(i, sympy.Integer(24))]
    access = affine(23 - i, dims, SIZES)
    assert access is not None and access.strides == (-1,) and stays_inside(access, dims, sympy.Integer(24))


def test_the_ranges_of_a_rolled_index_are_looked_for_once(monkeypatch):
    searches, search = [], affine_pieces._Search
    monkeypatch.setattr(affine_pieces, "_Search", lambda sizes: searches.append(sizes) or search(sizes))
    rolled = lambda: ModularIndexing(loop_symbol("rolled") + 3, 1, 56)  # noqa: E731
    i = loop_symbol("rolled")
    found = [
        affine_pieces.affine_pieces(rolled(), {i: (sympy.S.Zero, sympy.Integer(n))}, Sizes()) for n in (56, 56, 53)
    ]
    assert found[0] == found[1] and (found[0].bound, found[0].below, found[0].above) == (53, i + 3, i - 53)
    assert found[2] == i + 3
    assert len(searches) == 2
