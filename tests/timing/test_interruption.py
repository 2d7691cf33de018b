"""Kernels that would be simulated for hours, stopped."""

import time
from collections.abc import Callable

import numpy as np
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.timing import TimingKernel, compile_timing
from npusim.simulator.timing.engine_config import make_engine


def test_a_compiled_kernel_is_left_in_the_middle_and_the_engine_goes_on(
    gemm: Callable[..., str], small: Machine
) -> None:
    """16384^3 in tiles of 8: ten thousand million records, which nobody waits for."""
    endless = compile_timing(parse_kernel(gemm(16384, 16384, 16384, 8, 8, 8)), small)
    short = compile_timing(parse_kernel(gemm(16, 16, 16, 8, 8, 8)), small)
    engine = make_engine(small)

    def launch(kernel: TimingKernel) -> None:
        arguments = np.array(kernel.arguments([0] * 3, (), 0, [0, 1 << 30, 1 << 31]), np.int64)
        engine.launch(kernel.program, kernel.trace_function, arguments)

    launch(endless)
    while engine.progress().records == 0:
        time.sleep(0.01)
    engine.cancel()
    launch(short)
    engine.synchronize()
    stopped, whole = engine.take_results()
    assert (stopped.complete, whole.complete) == (False, True)
    assert 0 < stopped.records < 10**9
