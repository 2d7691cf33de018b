"""How fast command-level DRAM is: requests per second of processor time, on one core.

    python benchmarks/dram.py [--requests N]

16 channels of HBM2. The ratio is to the rate published for Ramulator 2.1, about 0.3 M requests/s.
"""

import argparse
import time

import numpy as np
from npusim.simulator.dram.device import load_device
from npusim.simulator.dram.replay import Trace, make_trace, replay

RAMULATOR_REQUESTS_PER_S = 0.3e6
CHANNELS = 16
DEVICE = load_device("HBM2_2000")
TARGETS = {"streaming": 20e6, "GEMM-like": 10e6, "random": 2e6}


def gemm_like(requests: int) -> Trace:
    """Tiles of 128 rows of 512 bytes, alternately of two 2048-wide f32 matrices."""
    row, burst, pitch = 512, DEVICE.burst_bytes, 8192
    tile_bursts = 128 * row // burst
    numbers = np.arange(requests, dtype=np.int64)
    tile, within = numbers // tile_bursts, numbers % tile_bursts
    line, column = within // (row // burst), within % (row // burst)
    base = (tile % 2 << 24) + (tile // 2 // 16) * 128 * pitch + (tile // 2 % 16) * row
    return Trace(base + line * pitch + column * burst, np.zeros(requests, np.uint8))


def best_rate(trace: Trace) -> tuple[float, float]:
    """Requests per second of the fastest of three replays, and the share of the peak bandwidth."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        report = replay(DEVICE, trace, channels=CHANNELS, injection=2 * CHANNELS, mapping="MOP4CLXOR")
        best = max(best, len(trace.addresses) / (time.process_time() - start))
    return best, report.bandwidth_gbps / DEVICE.peak_gbps(CHANNELS)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=2_000_000)
    requests = parser.parse_args().requests
    traces = {
        "streaming": make_trace("seq", requests, DEVICE),
        "GEMM-like": gemm_like(requests),
        "random": make_trace("random", requests, DEVICE),
    }
    print(f"{DEVICE.name}, {CHANNELS} channels, MOP4CLXOR, {requests:,} reads")
    for name, trace in traces.items():
        rate, share = best_rate(trace)
        ratio = rate / RAMULATOR_REQUESTS_PER_S
        print(
            f"  {name:10s} {rate / 1e6:6.1f} M requests/s   {rate / TARGETS[name]:5.2f} x target   "
            f"{ratio:5.0f} x Ramulator   {share:4.0%} of the peak bandwidth"
        )


if __name__ == "__main__":
    main()
