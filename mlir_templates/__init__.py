"""The operators that npusim brings along. Importing this package registers their lowerings; one file per operator
family.
"""

from npusim.mlir_templates import attention, foobar, gemm

__all__ = ["attention", "foobar", "gemm"]
