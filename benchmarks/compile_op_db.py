"""Compile time of new kernels over a sample of PyTorch's operator database.

    python benchmarks/compile_op_db.py [--entries 60] [--seed 0] [--slowest 8]

Every entry's first float32 sample is compiled for the device in mode `both` with an empty cache. A kernel's time is
processor time from its text to machine code for values and for the trace. Targets: median under 80 ms, 95th percentile
under 250 ms.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from typing import Any

MEDIAN_TARGET_MS, TAIL_TARGET_MS = 80.0, 250.0


def measured() -> list[tuple[float, str, str]]:
    """(milliseconds, name, text) of every kernel that is registered from now on."""
    from npusim.scheduler import kernel

    found: list[tuple[float, str, str]] = []
    register = kernel.Kernel.__init__
    parse = kernel.parse_kernel
    parsing = [0.0]

    def timed_parse(*args: Any, **kwargs: Any) -> Any:
        start = time.process_time()
        result = parse(*args, **kwargs)
        parsing[0] = (time.process_time() - start) * 1e3
        return result

    def timed(self: Any, name: str, module: Any, *args: Any) -> None:
        start = time.process_time()
        register(self, name, module, *args)
        found.append(((time.process_time() - start) * 1e3 + parsing[0], name, module.text))

    kernel.parse_kernel = timed_parse
    kernel.Kernel.__init__ = timed  # type: ignore[method-assign]
    return found


def compile_entries(count: int, seed: int) -> tuple[int, int]:
    """Compiles the first samples of some entries; (compiled, refused)."""
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    entries = [op for op in op_db if torch.float32 in op.dtypes]
    done = refused = 0
    for op in random.Random(seed).sample(entries, min(count, len(entries))):
        torch._dynamo.reset()
        try:
            sample = next(iter(op.sample_inputs("cpu", torch.float32)))
            moved = sample.transform(lambda x: x.to("npu") if isinstance(x, torch.Tensor) else x)
            torch.compile(op.get_op(), dynamic=False)(moved.input, *moved.args, **moved.kwargs)
            done += 1
        except Exception:  # what is unsupported is op_coverage's subject
            refused += 1
    return done, refused


def main() -> None:
    """Print the distribution and the slowest kernels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--slowest", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="npusim-compile-") as folder:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = f"{folder}/inductor"
        import torch

        torch.set_num_threads(1)
        torch.empty(1, device="npu")  # builds the device, if it has to be, into the cache that is kept
        os.environ["NPUSIM_CACHE_DIR"] = f"{folder}/npusim"
        found = measured()
        with torch.npu.simulator(mode="both", dump_dir=folder), torch.no_grad():
            done, refused = compile_entries(options.entries, options.seed)
    times = sorted(milliseconds for milliseconds, _, _ in found)
    tail = times[min(len(times) - 1, int(len(times) * 0.95))]
    print(f"{done} entries compiled, {refused} refused, {len(times)} new kernels")
    print(f"median {statistics.median(times):.0f} ms (target {MEDIAN_TARGET_MS:.0f}), ", end="")
    print(f"95th percentile {tail:.0f} ms (target {TAIL_TARGET_MS:.0f}), largest {times[-1]:.0f} ms")
    for milliseconds, name, text in sorted(found, reverse=True)[: options.slowest]:
        print(f"{milliseconds:8.0f} ms  {len(text.splitlines()):5} lines  {name}")


if __name__ == "__main__":
    main()
