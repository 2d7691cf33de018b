"""Kernels as MLIR: the dialect `npu`, parsing, verification and queries."""
