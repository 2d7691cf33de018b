"""The operators that npusim brings along. Importing this package registers their lowerings; one file per operator
family.
"""

from npusim.mlir_templates import (
    attention,
    conv_lowering,
    data_dependent,
    foobar,
    gemm,
    low_precision,
    random_numbers,
    scatter,
    sort,
    transformer,
    weight_only,
)

__all__ = [
    "attention",
    "conv_lowering",
    "data_dependent",
    "foobar",
    "gemm",
    "low_precision",
    "random_numbers",
    "scatter",
    "sort",
    "transformer",
    "weight_only",
]
