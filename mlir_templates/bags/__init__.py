"""Bags: sums, means and maxima of rows of a table, `indices[offsets[b]]` to `indices[offsets[b + 1] - 1]` for bag b.

Bags of embeddings and products of CSR matrices with dense ones are both this.
"""

from npusim.mlir_templates.bags.lowering import bag_maxima, bag_sums
from npusim.mlir_templates.bags.places import is_worth_sorting, place_of_each, sorted_places, sums_by_place

__all__ = ["bag_maxima", "bag_sums", "is_worth_sorting", "place_of_each", "sorted_places", "sums_by_place"]
