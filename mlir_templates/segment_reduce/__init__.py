"""Bags: sums, means and maxima of rows of a table, `indices[offsets[b]]` to `indices[offsets[b + 1] - 1]` for bag b.

Bags of embeddings and products of CSR matrices with dense ones are both this.
"""

from npusim.mlir_templates.segment_reduce.by_index import is_worth_sorting, place_of_each, sorted_places, sums_by_place
from npusim.mlir_templates.segment_reduce.lowering import bag_maxima, bag_sums

__all__ = ["bag_maxima", "bag_sums", "is_worth_sorting", "place_of_each", "sorted_places", "sums_by_place"]
