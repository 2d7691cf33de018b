"""Lines of MLIR: nested blocks, index arithmetic, bodies of operations."""
