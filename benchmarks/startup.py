"""How long a user waits: a new 512^3 matmul in a warm process, and a whole second process with warm caches.

    python benchmarks/startup.py

The first process starts with empty kernel and graph caches (the device itself is built before), warms up on another
shape, then times one call of a never compiled 512^3 matmul from torch.compile to values and cycles. The second process
does the same matmul alone; its time counts everything, imports included.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

TARGET_NEW_KERNEL_S = 1.0
TARGET_SECOND_PROCESS_S = 6.0

CHILD = r"""
import json, os, sys, time
import torch
import torch._dynamo


def matmul(size):
    x, y = torch.randn(size, size), torch.randn(size, size) * size**-0.5
    inputs = x.to("npu"), y.to("npu")
    torch._dynamo.reset()
    start = time.perf_counter()
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        result = torch.compile(torch.matmul, dynamic=False)(*inputs)
        cycles = simulation.report().to_dict()["cycles"]
    seconds = time.perf_counter() - start
    torch.testing.assert_close(result.cpu(), x @ y)
    return {"seconds": seconds, "cycles": cycles}


torch.zeros(1, device="npu")
os.environ["NPUSIM_CACHE_DIR"] = sys.argv[1]
for size in map(int, sys.argv[2:]):
    print(json.dumps(matmul(size)), flush=True)
"""


def run(cache: str, *sizes: int) -> tuple[list[dict], float, float]:
    """What a process printed for each size, how long it lived, and the processor time it took."""
    environment = {**os.environ, "TORCHINDUCTOR_CACHE_DIR": f"{cache}/inductor", "NPUSIM_DUMP_DIR": f"{cache}/runs"}
    command = [sys.executable, "-c", CHILD, f"{cache}/kernels", *map(str, sizes)]
    start, before = time.perf_counter(), os.times()
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    lived_s, after = time.perf_counter() - start, os.times()
    processor_s = after.children_user + after.children_system - before.children_user - before.children_system
    return [json.loads(line) for line in done.stdout.splitlines()], lived_s, processor_s


def main() -> None:
    """Print the two figures, their targets and the part of the target each takes."""
    subprocess.run([sys.executable, "-c", "import torch; torch.zeros(1, device='npu')"], check=True)
    with tempfile.TemporaryDirectory(prefix="npusim-startup-") as cache:
        first, _, _ = run(cache, 256, 512)
        second, second_s, processor_s = run(cache, 512)
    assert first[1]["cycles"] == second[0]["cycles"], "the same program must give the same cycles"
    new_s = first[1]["seconds"]
    print(f"matmul 512^3 f32 on tpuv3: {second[0]['cycles']} cycles in both processes")
    print(f"{'':42} {'seconds':>8} {'target':>8} {'share':>7}")
    for label, value, target in [
        ("new kernel, torch.compile to values+cycles", new_s, TARGET_NEW_KERNEL_S),
        ("second process, warm caches, everything", second_s, TARGET_SECOND_PROCESS_S),
    ]:
        print(f"{label:42} {value:8.2f} {target:8.2f} {value / target:6.0%}")
    print(f"{'  of it: torch.compile to values+cycles':42} {second[0]['seconds']:8.2f}")
    print(f"{'  processor time (less on a busy host)':42} {processor_s:8.2f}")


if __name__ == "__main__":
    main()
