"""The operators that npusim brings along. Importing this package registers their lowerings; one file per operator
family.
"""

from npusim.mlir_templates import (
    attention,
    block_sparse,
    complex_numbers,
    conv_lowering,
    data_dependent,
    decomposed,
    foobar,
    gemm,
    grouped_gemm,
    integers,
    low_precision,
    matrix_vector,
    random_numbers,
    scanning,
    scatter,
    semi_structured,
    sorting,
    sparse,
    transformer,
    weight_only,
)

__all__ = [
    "attention",
    "block_sparse",
    "complex_numbers",
    "conv_lowering",
    "data_dependent",
    "decomposed",
    "foobar",
    "gemm",
    "grouped_gemm",
    "integers",
    "low_precision",
    "matrix_vector",
    "random_numbers",
    "scanning",
    "scatter",
    "semi_structured",
    "sorting",
    "sparse",
    "transformer",
    "weight_only",
]
