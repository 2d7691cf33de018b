"""The same kernel takes the same cycles and counts the same, whatever process, thread or host runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = """
import json, sys, threading, time
from pathlib import Path
from npusim.simulator.machine import load_machine
from npusim.simulator.run.standalone import simulate_file

kernel, folder, machine, changes, threads, mode = sys.argv[1:]
stop = threading.Event()
def work():
    while not stop.is_set():
        sum(range(1000))
workers = [threading.Thread(target=work) for _ in range(int(threads))]
for worker in workers:
    worker.start()
machine = load_machine(machine).evolve(**json.loads(changes))
report = simulate_file(kernel, machine, mode, run_dir=Path(folder)).report
stop.set()
print(json.dumps([report.statistics, report.kernels[0].operations]))
"""

HBM = {"dram_model": "command", "dram_device": "HBM2_2000", "dram_channels": 4, "dram_bandwidth_gbps": 128.0}
MACHINES = {
    "one core": {},
    "cores on a mesh": {"cores": 4, "noc_model": "mesh", "noc_latency_cycles": 3, "noc_bytes_per_cycle": 32},
    "cores before command-level memory": {"cores": 3, "noc_bytes_per_cycle": 64, **HBM},
}


def simulated(kernel: Path, folder: Path, changes: dict[str, Any], threads: int, mode: str, **environment: str) -> Any:
    arguments = [str(kernel), str(folder), "small8x8", json.dumps(changes), str(threads), mode]
    command = [sys.executable, "-c", SCRIPT, *arguments]
    return json.loads(subprocess.run(command, env=os.environ | environment, check=True, capture_output=True).stdout)


@pytest.mark.slow
@pytest.mark.parametrize("changes", MACHINES.values(), ids=MACHINES)
def test_cycles_and_counters_do_not_depend_on_process_threads_or_mode(
    gemm: Callable[..., str], tmp_path: Path, changes: dict[str, Any]
) -> None:
    kernel = tmp_path / "k.mlir"
    text = gemm(70, 64, 48, 16, 16, 8).replace("    }\n  }\n  return", "    }\n  } {npu.parallel}\n  return")
    assert "npu.parallel" in text
    kernel.write_text(text)
    alone = simulated(kernel, tmp_path, changes, 0, "timing", PYTHONHASHSEED="1", OMP_NUM_THREADS="1")
    crowded = simulated(kernel, tmp_path, changes, 3, "both", PYTHONHASHSEED="2", OMP_NUM_THREADS="4")
    assert alone[0]["cycles"] > 0
    assert alone == crowded
