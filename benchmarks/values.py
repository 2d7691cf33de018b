"""How fast values are computed: kernels of the device against torch on one thread, in one run.

    python benchmarks/values.py

Each workload is compiled for the device with torch.compile; its one kernel is then called directly, in turns with torch
on the same sizes, and the best of many turns counts for both. The second table is what a kernel costs before its first
call: from text to callable in a process that never saw it, and in a second process with the disk cache. All times are
those of the processor, so that other processes of the host count less.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

TURNS = 40
COMPILE_TARGET_MS, CACHE_TARGET_MS, LAUNCH_TARGET_US = 80.0, 2.0, 5.0
ROWS, COLUMNS = 2048, 512
DTYPES = {
    "f32": "float32",
    "bf16": "bfloat16",
    "f16": "float16",
    "f64": "float64",
    "i64": "int64",
    "i32": "int32",
    "i8": "int8",
}


@dataclass(frozen=True)
class Workload:
    """A function of tensors, the shapes of its inputs, and the largest ratio to torch's time that is aimed at."""

    name: str
    function: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...]
    target: float | None
    dtype: str = "float32"


def workloads() -> list[Workload]:
    """What is measured."""
    import torch
    from torch.nn import functional

    matrix = ((ROWS, COLUMNS),)
    found = [
        Workload(f"matmul {n}^3 {dtype}", torch.mm, ((n, n), (n, n)), target, dtype)
        for n in (512, 1024)
        for dtype, target in (("float32", 1.0), ("bfloat16", None))
    ]
    found += [Workload(f.__name__, f, matrix, 1.5) for f in (torch.exp, torch.tanh, torch.erf)]
    found.append(Workload("gelu", functional.gelu, matrix, 1.5))
    found.append(Workload("softmax", lambda x: torch.softmax(x, 1), matrix, 1.5))
    vectors = ((COLUMNS,), (COLUMNS,))
    found.append(
        Workload("layernorm", lambda x, w, b: functional.layer_norm(x, [COLUMNS], w, b), (*matrix, *vectors), None)
    )
    return found


def compile_for_device(workload: Workload) -> Any:
    """The parsed text of the one kernel that the workload becomes, and host tensors in the order of its arguments."""
    import torch
    from npusim.scheduler import registered_kernels

    before = set(registered_kernels())
    dtype = getattr(torch, workload.dtype)
    inputs = [torch.randn(shape).to(dtype) for shape in workload.shapes]
    torch._dynamo.reset()
    with torch.npu.simulator(mode="functional"), torch.no_grad():
        torch.compile(workload.function, dynamic=False, fullgraph=True)(*(x.to("npu") for x in inputs))
    (kernel,) = [k for k in registered_kernels() if k not in before]
    return kernel.module, inputs


def best_of_turns(*calls: Callable[[], Any]) -> list[float]:
    """Smallest CPU time of each call in milliseconds; they take turns, so that all meet the same noise."""
    best = [float("inf")] * len(calls)
    for _ in range(TURNS):
        for i, call in enumerate(calls):
            start = time.thread_time_ns()
            call()
            best[i] = min(best[i], (time.thread_time_ns() - start) / 1e6)
    return best


def measure(workload: Workload) -> tuple[float, float, str]:
    """Milliseconds of the kernel and of torch, and the kernel's text."""
    import torch
    from npusim.simulator.functional import compile_functional
    from npusim.simulator.machine import load_machine

    module, inputs = compile_for_device(workload)
    function = compile_functional(module, load_machine("tpuv3"))
    tensors = [torch.randn(int(a.extent)).to(getattr(torch, DTYPES[a.element_type])) for a in module.tensors]
    pointers = [tensor.data_ptr() for tensor in tensors]
    ours, theirs = best_of_turns(lambda: function(pointers), lambda: workload.function(*inputs))
    return ours, theirs, module.text


def show_values() -> list[str]:
    """Print the first table; the texts of its kernels."""
    texts = []
    print(f"{'values, one thread':24} {'npusim ms':>10} {'torch ms':>10} {'ratio':>7} {'target':>7}")
    for workload in workloads():
        ours, theirs, text = measure(workload)
        target = "" if workload.target is None else f"{workload.target:.1f}"
        print(f"{workload.name:24} {ours:10.3f} {theirs:10.3f} {ours / theirs:7.2f} {target:>7}", flush=True)
        texts.append(text)
    return texts


# -- compilation ------------------------------------------------------------------------------------------------------


def compile_times(folder: str) -> None:
    """Child process: print milliseconds from text to callable for every kernel of a folder, as one JSON object."""
    from npusim.simulator.functional import compile_functional
    from npusim.simulator.ir.kernel import parse_kernel
    from npusim.simulator.machine import load_machine

    machine = load_machine("tpuv3")
    warm_up = "func.func @k(%x: memref<4xf32>) {\n return\n}"
    compile_functional(parse_kernel(f"{warm_up} // {os.getpid()}"), machine)
    times = {}
    for path in sorted(Path(folder).glob("*.mlir")):
        text = path.read_text()
        start = time.process_time()
        compile_functional(parse_kernel(text), machine)
        times[path.stem] = (time.process_time() - start) * 1e3
    print(json.dumps(times))


def show_compilation(texts: list[str]) -> None:
    """Print the second table."""
    names = [workload.name for workload in workloads()]
    with tempfile.TemporaryDirectory(prefix="npusim-values-") as folder:
        for i, text in enumerate(texts):
            (Path(folder) / f"{i:02}.mlir").write_text(text)
        command = [sys.executable, __file__, "--compile", folder]
        environment = {**os.environ, "NPUSIM_CACHE_DIR": f"{folder}/cache"}
        new, cached = (
            json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
            for _ in range(2)
        )
    print(f"\n{'text to callable':24} {'new ms':>10} {'cached ms':>10}")
    for i, name in enumerate(names):
        print(f"{name:24} {new[f'{i:02}']:10.1f} {cached[f'{i:02}']:10.2f}")
    print(f"{'target':24} {COMPILE_TARGET_MS:10.1f} {CACHE_TARGET_MS:10.2f}")


def show_launch_overhead() -> None:
    """Print what calling a compiled kernel that does nothing costs."""
    from npusim.simulator.functional import compile_functional
    from npusim.simulator.ir.kernel import parse_kernel
    from npusim.simulator.machine import load_machine

    function = compile_functional(parse_kernel("func.func @k(%x: memref<4xf32>) {\n return\n}"), load_machine("tpuv3"))
    pointers = [np.zeros(4, np.float32).ctypes.data]
    count = 1000
    (total_ms,) = best_of_turns(lambda: [function(pointers) for _ in range(count)])
    print(f"\nlaunch overhead {total_ms * 1e3 / count:.2f} us, target {LAUNCH_TARGET_US:.1f} us")


def main() -> None:
    """Print all tables."""
    import torch

    torch.set_num_threads(1)
    texts = show_values()
    show_compilation(texts)
    show_launch_overhead()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--compile"]:
        compile_times(sys.argv[2])
    else:
        main()
