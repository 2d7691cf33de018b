"""A small package, sweep files around it, and a pool in the test's process."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from npusim.frontend.cli.sweeps.database import Database
from npusim.frontend.cli.sweeps.pools import worker
from npusim.frontend.cli.sweeps.specification import read_specification
from npusim.frontend.cli.sweeps.table import rows
from npusim.simulator.machine import load_machine
from npusim.simulator.programs import Content, Program, write_package

COPY = """
func.func @copy(%X: memref<4096xf32>, %Y: memref<4096xf32>) {
  %x = "npu.alloc"() : () -> memref<4096xf32, 1>
  "npu.dma_load"(%X, %x) : (memref<4096xf32>, memref<4096xf32, 1>) -> ()
  "npu.dma_store"(%x, %Y) : (memref<4096xf32, 1>, memref<4096xf32>) -> ()
  return
}
"""


def package(folder: Path) -> Path:
    """Writes the package `copy.npk`; returns its folder."""
    digest = hashlib.sha256(COPY.encode()).hexdigest()
    content = Content.model_validate(
        {
            "npusim": "0",
            "machine": load_machine("small8x8").model_dump(mode="json"),
            "mode": "timing",
            "kernels": [{"name": "copy", "file": "kernels/copy.mlir", "digest": digest}],
            "allocations": [{"bytes": 16384}, {"bytes": 16384}],
            "steps": [{"step": "launch", "kernel": 0, "tensors": [[0, 0], [1, 0]]}],
        }
    )
    write_package(Program("copy", content, (COPY,)), folder / "copy.npk")
    return folder


def write(folder: Path, **changes: Any) -> Path:
    """A sweep file of six points, of which three do not fit the scratchpad."""
    values = {
        "machine": "small8x8",
        "vary": {"dma_descriptor_cycles": [0, 50, 100], "scratchpad_kib_per_lane": [1, 64]},
        "workloads": [{"package": "copy.npk"}],
        **changes,
    }
    path = folder / "sweep.yaml"
    path.write_text(yaml.safe_dump(values, sort_keys=False))
    return path


class Inline:
    """A pool in this process, which counts what it computes: `size` tasks at a time, the last one first."""

    def __init__(self, size: int = 2) -> None:
        self.size = size
        self.tasks: list[Mapping[str, Any]] = []
        self.keys: list[str] = []

    @property
    def free(self) -> int:
        return self.size - len(self.tasks)

    def submit(self, task: Mapping[str, Any]) -> None:
        self.tasks.append(task)
        self.keys.append(task["key"])

    def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
        while self.tasks:
            yield worker.outcome(self.tasks.pop())

    def close(self) -> None:
        pass


def table(path: Path) -> list[dict[str, Any]]:
    """The rows of a sweep file."""
    database = Database(path.with_suffix(".sqlite"))
    try:
        return rows(read_specification(path), database)
    finally:
        database.close()
