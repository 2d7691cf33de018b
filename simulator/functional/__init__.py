"""The functional compiler: kernels become native code that reads and writes tensors in host memory."""

from npusim.simulator.functional.compiler import (
    FunctionalKernel,
    compile_functional,
    compile_values,
    functional_key,
    lower_values,
)

__all__ = ["FunctionalKernel", "compile_functional", "compile_values", "functional_key", "lower_values"]
