"""Kernels written by hand: Ctrl-C ends them, whatever they do."""

# ruff: noqa: E501  (lines of MLIR)

import os
import select
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hand_written import scalar
from npusim.simulator.errors import RunInterrupted
from npusim.simulator.native import NativeFunction

MODES = ("functional", "timing", "both")


SPIN = scalar("""
  %end = arith.constant 1000000000000 : index
  %one = arith.constant 1 : i64
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%a = %one) -> i64 {
    %ii = arith.index_cast %i : index to i64
    %x = arith.xori %a, %ii : i64
    %y = arith.muli %x, %x : i64
    scf.yield %y : i64
  }
  memref.store %r, %X[%c0] : memref<4xi64>""")
WHILE = scalar("""
  %true = arith.constant true
  %r = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%true) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %s = arith.index_cast %r : index to i64
  memref.store %s, %X[%c0] : memref<4xi64>""")
ONE_OPERATION = """
func.func @k(%X: memref<4xi64>, %n: index) {
  %a = "npu.alloc"() {slots = 1 : i64} : () -> memref<300xf32, 1>
  %b = "npu.alloc"() {slots = 1 : i64} : () -> memref<301xf32, 1>
  %c = "npu.alloc"() {slots = 1 : i64} : () -> memref<302xf32, 1>
  %d = "npu.alloc"() {slots = 1 : i64} : () -> memref<303xf32, 1>
  %e = "npu.alloc"() {slots = 1 : i64} : () -> memref<304xf32, 1>
  %s = "npu.alloc"() {slots = 1 : i64} : () -> memref<305xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(i, j, k, l, m, n) -> (i)>, affine_map<(i, j, k, l, m, n) -> (j)>, affine_map<(i, j, k, l, m, n) -> (k)>, affine_map<(i, j, k, l, m, n) -> (l)>, affine_map<(i, j, k, l, m, n) -> (m)>, affine_map<(i, j, k, l, m, n) -> (n)>], iterator_types = ["reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]} ins(%a, %b, %c, %d, %e : memref<300xf32, 1>, memref<301xf32, 1>, memref<302xf32, 1>, memref<303xf32, 1>, memref<304xf32, 1>) outs(%s : memref<305xf32, 1>) {
  ^bb0(%v: f32, %w: f32, %x: f32, %y: f32, %z: f32, %t: f32):
    %p = arith.addf %v, %w : f32
    %q = arith.addf %x, %y : f32
    %r = arith.addf %p, %q : f32
    %u = arith.maximumf %r, %z : f32
    %o = arith.addf %t, %u : f32
    linalg.yield %o : f32
  }
  return
}
"""


def signal_while_computing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """A signal 0.2 s after native code was entered."""
    invoke = NativeFunction.invoke

    def signalled(function: NativeFunction, args: Any) -> None:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), number))
        timer.start()
        try:
            invoke(function, args)
        finally:
            timer.join()

    monkeypatch.setattr(NativeFunction, "invoke", signalled)


@pytest.mark.covering("functional-one operation", "both-while")
@pytest.mark.parametrize("text", [SPIN, WHILE, ONE_OPERATION], ids=["for", "while", "one operation"])
@pytest.mark.parametrize("mode", ["functional", "both"])
def test_ctrl_c_ends_native_code_and_leaves_a_partial_report(
    simulate: Any, text: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    signal_while_computing(monkeypatch, signal.SIGINT)
    with pytest.raises(RunInterrupted) as caught:
        simulate(text, mode, n=3)
    assert caught.value.report.complete is False
    assert caught.value.report.to_dict()["complete"] is False
    assert "interrupted" in str(caught.value.report)


STORES = scalar("""
  %end = arith.constant 1000000000000 : index
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %end step %c1 {
    memref.store %one, %X[%c0] : memref<4xi64>
  }""")


def test_whatever_ends_the_values_ends_the_simulation_too(simulate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of stores that would take the engine days."""

    def fail(function: NativeFunction, args: Any) -> None:
        raise TimeoutError("of a handler")

    monkeypatch.setattr(NativeFunction, "invoke", fail)
    with pytest.raises(TimeoutError, match="of a handler"):
        simulate(STORES, "both", n=3)


REHEARSAL = """
import os, time
from npusim.simulator.run.rehearsal import rehearse

def compile_it():
    os.write(number, b"compiling\\n")
    time.sleep(60)

number = os.dup(1)
rehearse(compile_it, "k.mlir", "a key that nothing has")
"""


def test_a_killed_process_leaves_no_rehearsal_behind() -> None:
    process = subprocess.Popen([sys.executable, "-c", REHEARSAL], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert select.select([process.stdout], [], [], 30)[0]  # its end: nobody has it open any more


CHASE = """
func.func @k(%X: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 1000000000000 : index
  scf.for %i = %c0 to %end step %c1 {
    %v = memref.load %X[%c0] : memref<4xi64>
    %at = arith.index_cast %v : i64 to index
    memref.store %v, %X[%at] : memref<4xi64>
  }
  return
}
"""


@pytest.mark.covering("text1-both")
@pytest.mark.parametrize(("text", "mode"), [(SPIN, "functional"), (WHILE, "both"), (CHASE, "both")])
def test_ctrl_c_ends_the_native_code_of_other_threads_as_well(simulate: Any, text: str, mode: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(simulate, text, mode, n=3)
        threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):  # from the handler, whichever thread is the first to hear of the signal
            time.sleep(60)
        assert isinstance(result.exception(60), KeyboardInterrupt)


@pytest.mark.slow
def test_a_handler_that_does_not_raise_lets_the_kernel_of_another_thread_go_on(simulate: Any) -> None:
    seen, text = list[int](), SPIN.replace("1000000000000", "400000000")
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    try:
        with ThreadPoolExecutor(1) as pool:
            result = pool.submit(simulate, text, "functional", n=3)
            while not result.done():
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.05)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(seen) > 2 and result.result().report.complete


@pytest.mark.slow
def test_a_handler_that_does_not_raise_lets_the_kernel_go_on(simulate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    signal_while_computing(monkeypatch, signal.SIGUSR1)
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: seen.append(number))
    try:
        result = simulate(SPIN.replace("1000000000000", "400000000"), "functional", n=3)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen and result.report.complete
