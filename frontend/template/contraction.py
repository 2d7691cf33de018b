"""The body of a contraction: products of the elements of two tiles, summed in those of a third."""

from dataclasses import dataclass

import torch
from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.codegen.graph.dtypes import mlir_element


@dataclass(frozen=True)
class Body:
    """Arguments of `structured.generic`: names of the elements, lines of the body, the name of the result."""

    arguments: list[str]
    lines: list[str]
    result: str


def multiply_accumulate(left: torch.dtype, right: torch.dtype, out: torch.dtype, count: int = 1) -> Body:
    """Extends elements to `out`, multiplies, adds. The elements are `count` left factors, as many right factors, and
    the sum. Their names end in numbers, unlike those of tiles and loops of the kernel.
    """
    total, lines = "%total_0", list[str]()
    for i in range(count):
        x, y = _extended(f"%left_{i}", left, out, lines), _extended(f"%right_{i}", right, out, lines)
        lines.append(f"%product_{i} = {mlir_ops.line('mul', out, out, [x, y])}")
        lines.append(f"%sum_{i} = {mlir_ops.line('add', out, out, [total, f'%product_{i}'])}")
        total = f"%sum_{i}"
    elements = [f"%{side}_{i}" for side in ("left", "right") for i in range(count)]
    return Body([*elements, "%total_0"], lines, total)


def _extended(name: str, source: torch.dtype, target: torch.dtype, lines: list[str]) -> str:
    if mlir_element(source) == mlir_element(target):
        return name
    lines.append(f"{name}_wide = {mlir_ops.line('convert', target, source, [name])}")
    return f"{name}_wide"
