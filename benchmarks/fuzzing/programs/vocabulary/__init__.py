"""Importing this package registers every operator; the order of the imports is a part of what a seed means."""

from fuzzing.programs.vocabulary import (  # noqa: F401
    attention,
    casts,
    convolutions,
    indexing,
    inplace,
    joining,
    losses,
    normalisation,
    pointwise,
    pooling,
    products,
    reductions,
    sorting,
    views,
)
from fuzzing.programs.vocabulary.registry import FAMILIES, Operator, operator

__all__ = ["FAMILIES", "Operator", "operator"]
