"""The engine's array against one in SystemVerilog, run by Verilator: folds, fill, drain and loads of weights, to the
cycle. The program that runs the array compares every sum with the product itself.
"""

import random
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from npusim.simulator.engine import Engine, Operation, Program
from npusim.simulator.engine.records import compute_record

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("verilator") is None, reason="needs Verilator: apt-get install verilator"),
]

FOLDER = Path(__file__).parent
ARRAYS = {"one": (1, 1, 0), "square": (4, 4, 0), "deep": (9, 2, 0), "wide": (3, 11, 0), "stalls": (4, 5, 3)}
CYCLE_PS = 1000

Fold = tuple[int, int]  # rows that stream, rows of weights


@pytest.fixture(scope="module", params=list(ARRAYS))
def array(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, tuple[int, int, int]]:
    """The program of an array, and the array's rows, columns and stall cycles."""
    rows, columns, stall = ARRAYS[request.param]
    folder = tmp_path_factory.mktemp(f"rtl-{request.param}")
    parameters = [f"-GROWS={rows}", f"-GCOLUMNS={columns}", f"-GSTALL={stall}"]
    sources = [FOLDER / "systolic_array.sv", FOLDER / "run_folds.cpp"]
    build = ["verilator", "--cc", "--exe", "--build", "-Wall", "--top-module", "top", "--Mdir", folder]
    subprocess.run([*build, *parameters, "-CFLAGS", "-std=c++17", *sources], check=True, capture_output=True, text=True)
    return folder / "Vtop", (rows, columns, stall)


def in_hardware(program: Path, rows: int, columns: int, folds: list[Fold]) -> list[int]:
    """The cycle in which each fold's last sum is there."""
    words = [str(number) for fold in folds for number in fold]
    run = subprocess.run([program, str(rows), str(columns), "7", *words], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [int(line) for line in run.stdout.split()]


def in_the_engine(rows: int, columns: int, stall: int, operations: list[tuple[int, Fold]]) -> list[int]:
    """The cycle in which each operation, some folds of the same size, is done."""
    memory = {"model": "simple", "channels": 1, "interleave_bytes": 64, "bandwidth_bytes_per_s": 10**9, "latency_ns": 0}
    config = {
        "core_freq_mhz": 1000,
        "arrays": 1,
        "fold_stall_cycles": stall,
        "queue_depth": 16,
        "dma_setup_cycles": 0,
        "dma_outstanding_requests": 1,
        "dma_bytes_per_cycle": 64,
        "request_bytes": 64,
        "timeline_events": 1000,
        "memory": memory,
    }
    table = [
        Operation(
            "array",
            "mm",
            folds=count,
            streamed_rows=streamed,
            weight_load_rows=weights,
            drain_cycles=rows + columns - 2,
        )
        for count, (streamed, weights) in operations
    ]
    engine = Engine(config)
    engine.launch_records(
        Program("folds", [], table), np.array([compute_record(i) for i in range(len(table))], np.int64)
    )
    engine.synchronize()
    (result,) = engine.take_results()
    ends = {int(event[2]): int(event[4]) // CYCLE_PS for event in result.timeline}
    return [ends[number] for number in range(len(table))]


def random_operations(rows: int, seed: int) -> list[tuple[int, Fold]]:
    """Operations of some folds each: of single rows, of as many as the array has, and of more."""
    choice = random.Random(seed)
    lengths = (1, 2, rows, 3 * rows)
    return [
        (choice.randint(1, 4), (choice.choice((choice.randint(1, 3 * rows), *lengths)), choice.randint(1, rows)))
        for _ in range(choice.randint(1, 12))
    ]


@pytest.mark.parametrize("seed", range(20))
def test_the_engine_takes_the_cycles_of_the_hardware(array: tuple[Path, tuple[int, int, int]], seed: int) -> None:
    program, (rows, columns, stall) = array
    operations = random_operations(rows, seed)
    hardware = in_hardware(program, rows, columns, [fold for count, fold in operations for _ in range(count)])
    last_folds = np.cumsum([count for count, _ in operations]) - 1
    assert in_the_engine(rows, columns, stall, operations) == [hardware[number] for number in last_folds]
