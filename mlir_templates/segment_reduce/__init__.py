"""Segment reductions: sums, means and maxima of rows of a table; segment b has the rows
`indices[offsets[b]:offsets[b + 1]]`. Embedding bags and products of CSR matrices with dense ones use them.
"""

from npusim.mlir_templates.segment_reduce.by_index import (
    is_worth_sorting,
    segment_of_each,
    sorted_indices,
    sums_by_index,
)
from npusim.mlir_templates.segment_reduce.lowering import segment_maxima, segment_sums

__all__ = ["is_worth_sorting", "segment_maxima", "segment_of_each", "segment_sums", "sorted_indices", "sums_by_index"]
