"""Kernels, and compute operations on tiles, with NumPy arrays for values."""

from dataclasses import dataclass

import numpy as np
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine

MLIR_TYPES = {
    "float64": "f64", "float32": "f32", "float16": "f16", "uint16": "bf16",  # NumPy has no bf16: its bits stand for it
    "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8", "bool": "i8",
}  # fmt: skip


@dataclass
class Tile:
    """An array that becomes a tile: `%name` in the operations' text, its type in `{name}`."""

    name: str
    array: np.ndarray
    element: str

    @property
    def type(self):
        return "memref<" + "".join(f"{n}x" for n in self.array.shape) + f"{self.element}, 1>"

    def _view(self):
        shape = self.array.shape
        strides = [int(np.prod(shape[i + 1 :], dtype=np.int64)) for i in range(len(shape))]
        layout = f"strided<[{', '.join(map(str, strides))}]>"
        view_type = "memref<" + "".join(f"{n}x" for n in shape) + f"{self.element}, {layout}>"
        made = (
            f"%{self.name}_view = memref.reinterpret_cast %{self.name}_dram to offset: [0], sizes: {list(shape)}, "
            f"strides: {strides} : {self.argument_type} to {view_type}"
        )
        return made, view_type

    @property
    def argument_type(self):
        return f"memref<{self.array.size}x{self.element}>"

    def load(self):
        view, view_type = self._view()
        return (
            f'%{self.name} = "npu.alloc"() {{slots = 1 : i64}} : () -> {self.type}\n{view}\n'
            f'"npu.dma_load"(%{self.name}_view, %{self.name}) : ({view_type}, {self.type}) -> ()'
        )

    def store(self):
        return f'"npu.dma_store"(%{self.name}, %{self.name}_view) : ({self.type}, {self._view()[1]}) -> ()'


def compiled(text, dump=None):
    """The text of a kernel, compiled for its values; `dump` receives (stage, text) after each stage."""
    return compile_functional(parse_kernel(text), load_machine("tpuv3"), dump=dump)


def run_kernel(text, arrays, sizes=(), dump=None):
    """Runs the text of a kernel on contiguous arrays, which it may change."""
    assert all(array.flags.c_contiguous for array in arrays)
    compiled(text, dump)([array.ctypes.data for array in arrays], list(sizes))


def run_on_tiles(operations, elements=None, dump=None, **arrays):
    """Load the arrays into tiles, run the operations, and write all tiles back to the arrays.

    Args:
        operations: MLIR; `%name` is the tile of array `name`, `{name}` its type.
        elements: element types of arrays whose NumPy dtype does not say it.
        dump: receives (stage, text) after each stage of compilation.
    """
    elements = elements or {}
    tiles = [Tile(n, a, elements.get(n) or MLIR_TYPES[a.dtype.name]) for n, a in arrays.items()]
    run_kernel(kernel_text(operations, tiles), arrays.values(), dump=dump)


def kernel_text(operations, tiles):
    lines = [
        f"func.func @kernel({', '.join(f'%{t.name}_dram: {t.argument_type}' for t in tiles)}) {{",
        *(t.load() for t in tiles),
        operations.format(**{t.name: t.type for t in tiles}),
        *(t.store() for t in tiles),
        "return\n}",
    ]
    return "\n".join(lines)
