"""Kernels as MLIR: the dialect `npu`, parsing, verification, and what the rest of the simulator asks of them."""
