"""What the checks of indices cost: gathers and scatters with and without them, in turns in one run.

    python benchmarks/index_checks.py

Times are those of the processor in mode functional, the shortest of many turns; simulated cycles do not differ.
"""

import time
from collections.abc import Callable, Iterator

import torch
from torch.nn import functional

TARGET = 1.03
TURNS = 60


def workloads() -> Iterator[tuple[str, Callable[..., torch.Tensor], tuple[torch.Tensor, ...]]]:
    """Names, functions and inputs."""
    for rows, columns, count in (
        (30_000, 768, 512),
        (30_000, 768, 8192),
        (100_000, 64, 65_536),
        (1_000_003, 1, 65_536),
    ):
        table, rows_taken = torch.randn(rows, columns), torch.randint(rows, (count,))
        yield f"embedding {count} rows of {columns}", functional.embedding, (rows_taken, table)
    x, columns_taken = torch.randn(2048, 2048), torch.randint(2048, (2048, 512))
    yield "gather 2048 x 512 of 2048 x 2048", lambda x, i: x.gather(1, i), (x, columns_taken)
    yield "index_select 512 columns", lambda x, i: x[:, i[0]], (x, columns_taken)
    yield "cross entropy 2048 x 2048", functional.cross_entropy, (x, columns_taken[:, 0].contiguous())
    yield "index_add 2048 rows", lambda x, i: x.index_add(0, i[:, 0], x), (x, columns_taken)


def best_ms(call: Callable[[], object]) -> list[float]:
    """The shortest processor time without and with checks, in turns; each turn begins with a call that is not timed."""
    times: list[list[float]] = [[], []]
    for turn in range(2 * TURNS):
        with torch.npu.check_indices(bool(turn % 2)):
            call()
            start = time.process_time()
            call()
            torch.npu.synchronize()
            times[turn % 2].append(time.process_time() - start)
    return [min(taken) * 1e3 for taken in times]


def main() -> None:
    """Print a row per workload."""
    torch.set_num_threads(1)
    print(f"{'':36}{'unchecked':>12}{'checked':>12}{'ratio':>8}   target {TARGET}")
    with torch.npu.simulator(machine="tpuv3", mode="functional"):
        for name, function, inputs in workloads():
            on_device = [x.to("npu") for x in inputs]
            torch._dynamo.reset()
            compiled = torch.compile(function, dynamic=False)
            unchecked, checked = best_ms(lambda call=compiled, inputs=on_device: call(*inputs))
            print(f"{name:36}{unchecked:9.3f} ms{checked:9.3f} ms{checked / unchecked:8.3f}")


if __name__ == "__main__":
    main()
