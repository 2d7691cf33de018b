"""Operators that need no kernel of their own: each is written with operators that the device has.

Importing this package registers them, one file per family. Checked with torch 2.13.0.
"""

from npusim.mlir_templates.decomposed import (
    adaptive_pooling,
    additions,
    average_pooling,
    distances,
    embedding_bag,
    embeddings,
    grid_sampler,
    hashes,
    histograms,
    in_place_random,
    integer_convolutions,
    masks,
    max_pooling,
    medians,
    padding,
    products,
    segments,
    slices,
    truth,
    unique,
    upsampling,
    variances,
)

__all__ = [
    "adaptive_pooling",
    "additions",
    "average_pooling",
    "distances",
    "embedding_bag",
    "embeddings",
    "grid_sampler",
    "hashes",
    "histograms",
    "in_place_random",
    "integer_convolutions",
    "masks",
    "max_pooling",
    "medians",
    "padding",
    "products",
    "segments",
    "slices",
    "truth",
    "unique",
    "upsampling",
    "variances",
]
