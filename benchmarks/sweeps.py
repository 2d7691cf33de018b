"""What part of the cores' time a sweep spends on simulation: on processes of this host, and on a Ray cluster.

python benchmarks/sweeps.py [--points 1000] [--workers 2] [--pool local ray]

The workload is small: a captured program of some launches, whose time every point simulates again. Simulation is what
the workers do; the driver, its file of results, and Ray's own processes come on top. All is processor time (user and
system, of all processes of the sweep), behind the first fifth of the points, in which workers start. On a busy host
Ray's share is larger: its processes take some 3 % of a processor for as long as the cluster lives.
"""

import argparse
import contextlib
import os
import tempfile
import time
from pathlib import Path

import torch
from npusim.frontend import sweep
from npusim.frontend.cli.sweeps.driver import Summary
from torch import nn


def capture(folder: Path, width: int, layers: int) -> Path:
    """A package of a perceptron."""
    blocks = [nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU()) for _ in range(layers)]
    model, x = nn.Sequential(*blocks).to("npu"), torch.empty(width, width, device="npu")
    with torch.npu.simulator("tpuv3", "timing", dump_dir=folder), torch.no_grad():
        torch.npu.capture(torch.compile(model), x).save(folder / "perceptron.npk")
    return folder / "perceptron.npk"


def tree_s() -> tuple[float, float]:
    """Processor seconds of this process and those below it, and those of the workers among them."""
    spent, parents, workers = {}, {}, set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
            spent[int(folder.name)] = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
            command = (folder / "cmdline").read_text()
            if "pools.worker" in command or command.startswith(("ray::IDLE", "ray::outcomes")):
                workers.add(int(folder.name))
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(spent[pid] for pid in ours), sum(spent[pid] for pid in ours & workers)


class Clock:
    """Processor seconds behind a fifth of the points, since processes start in seconds, and at the end."""

    def __init__(self) -> None:
        self.told: list[tuple[int, float, float, float]] = []

    def __call__(self, summary: Summary) -> None:
        is_due = not self.told and 5 * summary.finished >= summary.points
        if is_due or summary.finished == summary.points:
            self.told.append((summary.counts["computed"], *tree_s(), time.process_time()))


def measure(package: Path, points: int, workers: int, pool: str) -> str:
    """A line about a sweep."""
    keys = {
        "dma_queue_depth": list(range(4, 14)),
        "kernel_launch_cycles": {"from": 0, "to": points // 10 - 1, "step": 1},
    }
    workloads = {"workloads": [{"package": str(package)}], "search": {"bounds": False}}
    clock, ray = Clock(), {"ray": "local"} if pool == "ray" else {}
    results = package.parent / f"{pool}.sqlite"
    summary = sweep({"machine": "tpuv3", "vary": keys, **workloads}, results, workers=workers, progress=clock, **ray)
    (first, *began_s), (last, *ended_s) = clock.told[0], clock.told[-1]
    each_ms, worker_ms, driver_ms = (
        1000 * (end_s - begin_s) / max(1, last - first) for begin_s, end_s in zip(began_s, ended_s, strict=True)
    )
    return (
        f"{pool:5}  {last:,} points in {summary.elapsed_s:.1f} s: {each_ms:.1f} ms of processor time each, "
        f"{worker_ms / each_ms:.1%} of it simulation; {driver_ms:.2f} ms of it the driver's"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--pool", nargs="+", choices=("local", "ray"), default=["local", "ray"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="npusim-sweeps") as folder:
        package = capture(Path(folder), given.width, given.layers)
        for pool in given.pool:
            print(measure(package, given.points, given.workers, pool), flush=True)


if __name__ == "__main__":
    main()
