"""Convolutions: array utilisation on a simulated machine, and the speed of their values against torch.

    python benchmarks/conv.py cycles [--batch 64] [--machine tpuv3] [--dtype float32] [--channels-last]
    python benchmarks/conv.py values [--batch 1]

`cycles` times the convolutions of ResNet-50 and prints, for each and in total, the share of the arrays' peak,
multiply-accumulates / (cycles x arrays x rows x columns), and of the roofline, the longer of that ideal time and of
moving the tensors once at the peak bandwidth of the DRAM. `values` compares one thread here with one thread of torch.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

import torch
from stopwatch import fastest_seconds
from torch.nn import functional


@dataclass(frozen=True)
class Layer:
    """A convolution of ResNet-50, and how often it occurs."""

    channels: int
    filters: int
    size: int
    kernel: int
    stride: int
    count: int

    @property
    def padding(self) -> int:
        """Keeps the size, apart from the stride."""
        return self.kernel // 2

    @property
    def outputs(self) -> int:
        """Output positions along one dimension."""
        return (self.size + 2 * self.padding - self.kernel) // self.stride + 1

    def macs(self, batch: int) -> int:
        """Multiply-accumulates."""
        return batch * self.outputs**2 * self.filters * self.channels * self.kernel**2

    def elements(self, batch: int) -> int:
        """Elements that must be moved: of the image (without those that no window meets), the weights, the result."""
        used = self.outputs if self.kernel == 1 else self.size
        image, result = self.channels * used**2, self.filters * self.outputs**2
        return batch * (image + result) + self.filters * self.channels * self.kernel**2


# He et al., "Deep Residual Learning for Image Recognition" (2016), with the stride in the 3x3 convolutions.
RESNET50 = [
    Layer(3, 64, 224, 7, 2, 1),
    Layer(64, 64, 56, 1, 1, 1),
    Layer(64, 64, 56, 3, 1, 3),
    Layer(64, 256, 56, 1, 1, 4),
    Layer(256, 64, 56, 1, 1, 2),
    Layer(256, 128, 56, 1, 1, 1),
    Layer(128, 128, 56, 3, 2, 1),
    Layer(128, 512, 28, 1, 1, 4),
    Layer(256, 512, 56, 1, 2, 1),
    Layer(512, 128, 28, 1, 1, 3),
    Layer(128, 128, 28, 3, 1, 3),
    Layer(512, 256, 28, 1, 1, 1),
    Layer(256, 256, 28, 3, 2, 1),
    Layer(256, 1024, 14, 1, 1, 6),
    Layer(512, 1024, 28, 1, 2, 1),
    Layer(1024, 256, 14, 1, 1, 5),
    Layer(256, 256, 14, 3, 1, 5),
    Layer(1024, 512, 14, 1, 1, 1),
    Layer(512, 512, 14, 3, 2, 1),
    Layer(512, 2048, 7, 1, 1, 3),
    Layer(1024, 2048, 14, 1, 2, 1),
    Layer(2048, 512, 7, 1, 1, 2),
    Layer(512, 512, 7, 3, 1, 2),
]


def case(
    layer: Layer, batch: int, dtype: torch.dtype, channels_last: bool
) -> tuple[Callable[..., torch.Tensor], list[torch.Tensor]]:
    """The layer's function and its inputs."""
    image = torch.randn(batch, layer.channels, layer.size, layer.size).to(dtype)
    if channels_last:
        image = image.to(memory_format=torch.channels_last)
    weight = torch.randn(layer.filters, layer.channels, layer.kernel, layer.kernel).to(dtype) / 8

    def call(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return functional.conv2d(x, w, None, layer.stride, layer.padding)

    return call, [image, weight]


def cycles(options: argparse.Namespace) -> None:
    """Prints a line per layer and the total."""
    total_cycles, total_ideal, total_roofline = 0, 0.0, 0.0
    element_bytes = getattr(torch, options.dtype).itemsize
    for layer in RESNET50:
        call, inputs = case(layer, options.batch, getattr(torch, options.dtype), options.channels_last)
        torch._dynamo.reset()
        with torch.npu.simulator(machine=options.machine, mode="timing") as simulation, torch.no_grad():
            torch.compile(call, dynamic=False, fullgraph=True)(*(tensor.to("npu") for tensor in inputs))
            report = simulation.report()
        machine = simulation.machine
        peak = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
        ideal = layer.macs(options.batch) / peak
        roofline = max(ideal, layer.elements(options.batch) * element_bytes / machine.memory_bytes_per_cycle)
        total_cycles += layer.count * report.cycles
        total_ideal, total_roofline = total_ideal + layer.count * ideal, total_roofline + layer.count * roofline
        limiters = ", ".join(kernel.statistics["limiter"] for kernel in report.kernels)
        print(
            f"{describe(layer)} {report.cycles:>10,} cycles, "
            f"{ideal / report.cycles:>6.1%} of peak, {roofline / report.cycles:>6.1%} of roofline  {limiters}",
            flush=True,
        )
    print(
        f"total, every layer as often as it occurs: {total_cycles:,} cycles, {total_ideal / total_cycles:.1%} of peak, "
        f"{total_roofline / total_cycles:.1%} of roofline"
    )


def describe(layer: Layer) -> str:
    """The layer in a column of its own."""
    shape = f"{layer.size}x{layer.size} {layer.channels}->{layer.filters} k{layer.kernel} s{layer.stride}"
    return f"{layer.count} x {shape:<28}"


def values(options: argparse.Namespace) -> None:
    """Prints milliseconds here and in torch, both on one thread."""
    torch.set_num_threads(1)
    ours, theirs = 0.0, 0.0
    for layer in RESNET50:
        call, inputs = case(layer, options.batch, getattr(torch, options.dtype), options.channels_last)
        torch._dynamo.reset()
        with torch.npu.simulator(machine=options.machine, mode="functional"), torch.no_grad():
            moved = [tensor.to("npu") for tensor in inputs]
            compiled = torch.compile(call, dynamic=False, fullgraph=True)
            mine = fastest_seconds(lambda f=compiled, i=moved: f(*i), repetitions=4)
            other = fastest_seconds(lambda f=call, i=inputs: f(*i), repetitions=4)
        ours, theirs = ours + layer.count * mine, theirs + layer.count * other
        print(f"{describe(layer)} {mine * 1e3:>8.2f} ms, torch {other * 1e3:>8.2f} ms, {mine / other:.2f}x", flush=True)
    print(f"total: {ours * 1e3:.1f} ms, torch {theirs * 1e3:.1f} ms, {ours / theirs:.2f}x")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cycles", "values"])
    parser.add_argument("--batch", type=int)
    parser.add_argument("--machine", default="tpuv3")
    parser.add_argument("--dtype", default="float32", choices=["float32", "bfloat16", "float16"])
    parser.add_argument("--channels-last", action="store_true")
    options = parser.parse_args()
    options.batch = options.batch or (64 if options.what == "cycles" else 1)
    (cycles if options.what == "cycles" else values)(options)


if __name__ == "__main__":
    main()
