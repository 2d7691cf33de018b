"""The progress line: after a second, on a terminal, gone at the end."""

import os
import pty
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import torch
from npusim.frontend.backend import uncompiled_functions
from npusim.simulator.system import progress
from npusim.simulator.system.progress import amount

SCRIPT = textwrap.dedent(
    """
    import sys, time
    from npusim.simulator.system.progress import waiting
    with waiting("simulating time", lambda: "7 M cycles"):
        time.sleep(float(sys.argv[1]))
    print("done")
    """
)

SIMULATION = textwrap.dedent(
    """
    import pathlib, threading, os, signal, sys
    import numpy as np
    from npusim.simulator.ir.kernel import parse_kernel
    from npusim.simulator.machine import load_machine
    from npusim.simulator.run.simulation import Simulation
    TEXT = '''
    func.func @long(%X: memref<64xf32>) {
      %x = "npu.alloc"() : () -> memref<64xf32, 1>
      %xv = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
      affine.for %i = 0 to 200000000 {
        "npu.dma_load"(%xv, %x) : (memref<64xf32>, memref<64xf32, 1>) -> ()
      }
      return
    }
    '''
    simulation = Simulation(load_machine("small8x8"), "timing", pathlib.Path(sys.argv[2]))
    loaded = simulation.load(parse_kernel(TEXT), name="long")
    simulation.launch(loaded, [0], [None], [])
    threading.Timer(float(sys.argv[1]), os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        simulation.synchronize()
    except KeyboardInterrupt:
        print("interrupted")
    """
)


def stderr_of(script: str, *arguments: object, terminal: bool = True, **environment: str) -> bytes:
    """What a script writes to stderr, which is a terminal or not."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    variables = {name: value for name, value in os.environ.items() if name != "NPUSIM_QUIET"} | environment
    if not terminal:
        return subprocess.run(command, capture_output=True, check=True, env=variables).stderr
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=variables) as process:
        os.close(theirs)
        written = b""
        try:
            while piece := os.read(ours, 4096):
                written += piece
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    assert process.returncode == 0
    return written


def test_a_long_wait_shows_a_line_that_is_erased() -> None:
    written = stderr_of(SCRIPT, 1.8)
    assert b"npusim: simulating time ... 7 M cycles (1 s)" in written
    assert written.endswith(b"\r\033[K")


def test_a_short_wait_shows_nothing() -> None:
    assert stderr_of(SCRIPT, 0.1) == b""


@pytest.mark.covering("False-environment0")
@pytest.mark.parametrize(("terminal", "environment"), [(False, {}), (True, {"NPUSIM_QUIET": "1"})])
def test_nothing_is_shown_where_nobody_looks_or_wants_it(terminal: bool, environment: dict[str, str]) -> None:
    assert stderr_of(SCRIPT, 1.5, terminal=terminal, **environment) == b""


@pytest.mark.slow
def test_a_long_kernel_shows_cycles_records_and_rate(tmp_path: Path) -> None:
    written = stderr_of(SIMULATION, 2.5, tmp_path).decode()
    shown = [line for line in written.split("\r\033[K") if line]
    lines = [line for line in shown if " ... " in line]
    assert shown[: len(lines)] == lines  # others come between the end of the cancelled launch and that of the wait
    assert lines and all(line.startswith("npusim: simulating time ... launch 1 of 1, ") for line in lines)
    assert all(" cycles, " in line and " records" in line for line in lines)
    assert all(" cycles/s (" in line for line in lines[1:])
    assert written.endswith("\r\033[K")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (999.6, "1 k"), (12345, "12.3 k"), (4.56e6, "4.56 M"), (7e9, "7 G"), (3e15, "3e+03 T")],
)
def test_amounts_have_three_figures(number: float, text: str) -> None:
    assert amount(number) == text


def test_a_compilation_shows_its_phases_in_their_order(device: torch.device, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Noted(progress._Phase):
        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, value)
            if name == "done" and self.name:
                shown.append(self.describe())

    monkeypatch.setattr(progress, "shows_progress", lambda: True)
    monkeypatch.setattr(uncompiled_functions, "shows_progress", lambda: True)
    monkeypatch.setattr(progress, "_Phase", Noted)
    torch._dynamo.reset()
    torch.compile(lambda x: (x @ x).relu().sum(0))(torch.ones(8, 8, device=device))
    phases = list(dict.fromkeys(text.split(" 1 of ")[0] for text in shown if not re.search(r" [2-9] of ", text)))
    assert phases == [
        "tracing with Dynamo",
        "AOTAutograd and passes over the graph",
        "lowering operator",
        "choosing fusions of node",
        "writing kernel",
        "loading kernel",
    ]


def test_work_outside_of_phases_shows_none() -> None:
    progress.enter_phase("loading kernel", 3)
    progress.advance_phase()
    assert progress._phases.current is None
