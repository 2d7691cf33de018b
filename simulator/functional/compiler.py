"""Compiles kernels to functions on host memory."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from npusim.simulator.errors import CompileError, KernelError, ShapeError
from npusim.simulator.functional.broadcast_elimination import read_originals
from npusim.simulator.functional.direct_stores import store_directly
from npusim.simulator.functional.forwarding import forward_loads
from npusim.simulator.functional.index_checks import lower_index_checks
from npusim.simulator.functional.reduction_tiles import merge_reduction_tiles
from npusim.simulator.functional.scalars import guard_scalars
from npusim.simulator.functional.tile_guards import guard_tiles
from npusim.simulator.functional.tiles import lower_tiles
from npusim.simulator.functional.transfers import lower_transfers
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.ir.mlir import exclusive, ir
from npusim.simulator.ir.scratchpad import ScratchpadMachine, allocate, host_layout
from npusim.simulator.native import Dump, NativeFunction, cache_key, compile_module, load_cached
from npusim.simulator.native.lowering import report
from npusim.simulator.system.store import Key


class FunctionalKernel:
    """A kernel compiled for its values: call it with addresses and sizes.

    Attributes:
        kernel: the source kernel.
        function: the native function.
        scratchpad_bytes: bytes of scratchpad memory that a call needs.
    """

    def __init__(self, kernel: KernelModule, function: NativeFunction) -> None:
        self.kernel = kernel
        self.function = function
        self.scratchpad_bytes = host_layout(kernel.tiles).total_bytes
        self._tensors = len(kernel.tensors)
        self._sizes = len(kernel.sizes)

    def __call__(self, pointers: Sequence[int], sizes: Sequence[int] = ()) -> None:
        """Compute.

        Args:
            pointers: host address of each tensor's first element, in the order of the arguments.
            sizes: the symbolic sizes.

        Raises:
            ShapeError: the numbers of pointers and sizes are not the kernel's.
            KernelError: an access left its tensor or tile.
        """
        if len(pointers) != self._tensors or len(sizes) != self._sizes:
            raise ShapeError(
                f"kernel '{self.kernel.name}' takes {self._tensors} tensors and {self._sizes} sizes, "
                f"but was called with {len(pointers)} and {len(sizes)}"
            )
        try:
            if self.kernel.binding is None:
                self.function.launch(pointers, sizes, self.scratchpad_bytes)
            else:
                self._invoke_on_zeros(pointers, sizes)
        except KernelError as error:
            raise KernelError(f"kernel '{self.kernel.name}', {error}", line=error.line) from None

    def _invoke_on_zeros(self, pointers: Sequence[int], sizes: Sequence[int]) -> None:
        """Zeroes the tiles of a kernel written by hand first, so that reading uninitialised tiles is deterministic."""
        scratchpad = np.zeros(self.scratchpad_bytes + 64, np.uint8)
        self.function.invoke([*pointers, *sizes, -(-scratchpad.ctypes.data // 64) * 64])


def functional_key(kernel: KernelModule) -> Key:
    """Key of a kernel's functional program in the store. It does not depend on the machine."""
    return cache_key("functional", kernel.code_identity)


@exclusive
def compile_functional(
    kernel: KernelModule, machine: ScratchpadMachine, *, dump: Dump | None = None
) -> FunctionalKernel:
    """Compile a kernel for its values, or find it in the cache.

    Args:
        kernel: the kernel.
        machine: its tiles must fit this machine's scratchpad.
        dump: receives (stage, text) after each stage; with it the stages are run even if the result is cached.

    Raises:
        ScratchpadOverflowError: the tiles do not fit.
        CompileError: the kernel cannot be lowered.
    """
    allocate(kernel, machine)
    return compile_values(kernel, dump=dump)


@exclusive
def compile_values(kernel: KernelModule, *, dump: Dump | None = None) -> FunctionalKernel:
    """As `compile_functional`, for a kernel whose tiles are known to fit.

    Raises:
        CompileError: the kernel cannot be lowered.
    """
    key = functional_key(kernel)
    function = load_cached(key) if dump is None else None
    if function is None:
        module = kernel.clone()
        lower_values(module, dump=dump)
        function = compile_module(module, key=key, dump=dump)
    return FunctionalKernel(kernel, function)


@exclusive
def lower_values(module: Any, *, dump: Dump | None = None) -> None:
    """Turn `npu` and `linalg` operations into calls and vector code on one scratchpad argument, in place.

    Raises:
        CompileError: an operation has no lowering.
    """
    try:
        with module.context, ir.Location.unknown():
            guard_scalars(module)
            lower_index_checks(module)
            read_originals(module)
            merge_reduction_tiles(module)
            forward_loads(module)
            store_directly(module)
            guard_tiles(module)
            lower_transfers(module)
            lower_tiles(module)
        report(dump, "tiles", module)
        _vectorize(module)
        report(dump, "vector", module)
        _expand_math(module)
        report(dump, "math", module)
    except ir.MLIRError as error:
        raise CompileError(f"the kernel could not be lowered: {error}") from error


def _vectorize(module: Any) -> None:
    from npusim.simulator.functional.vectorize import vectorize_compute

    vectorize_compute(module)


def _expand_math(module: Any) -> None:
    from npusim.simulator.functional.math import expand_math

    expand_math(module)
