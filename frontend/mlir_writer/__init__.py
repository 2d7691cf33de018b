"""The writer of MLIR: code generation and templates print kernels with it, and with nothing else.

- `text`: blocks of lines, fresh SSA names, the place where operations are written;
- `indices`: index arithmetic from sympy expressions, affine maps;
- `memory`: tensors, tiles and their views as values with a type; transfers and accesses;
- `structured`: `linalg` operations on tiles;
- `loops`: loops and branches.

A memref knows its type: views compute theirs, and a transfer or an operation on tiles of wrong rank or element type is
a `KernelError` where it is written. The operations of the dialect `npu` are printed by their definitions
(`simulator.ir.dialect`).
"""
