"""Segments: sums, means and maxima of rows of a table, `indices[offsets[b]]` to `indices[offsets[b + 1] - 1]` for
segment b.

Segments of embeddings and products of CSR matrices with dense ones are both this.
"""

from npusim.mlir_templates.segment_reduce.by_index import (
    is_worth_sorting,
    segment_of_each,
    sorted_indices,
    sums_by_index,
)
from npusim.mlir_templates.segment_reduce.lowering import segment_maxima, segment_sums

__all__ = ["is_worth_sorting", "segment_maxima", "segment_of_each", "segment_sums", "sorted_indices", "sums_by_index"]
