"""Kernels written by hand."""

# ruff: noqa: E501  (lines of MLIR)


def scalar(body: str, arguments: str = "%n: index") -> str:
    return f"func.func @k(%X: memref<4xi64>, {arguments}) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n{body}\nreturn\n}}\n"
