"""Operators around the matrix products against the roofline: normalisations, softmax, RoPE, losses, embeddings.

    python benchmarks/roofline.py [--machine tpuv3] [--only softmax]

Timing only, 16 MiB or more. `memory` is the bytes that the operator has to move, at the DRAM's peak, over the cycles:
inputs and outputs once; where all of the data come before the first result (statistics of columns, `Case.twice`), what
the scratchpad cannot keep of the first input from one pass to the next a second time. `kernels own` weighs each
kernel's roofline (arrays, vector unit or the bytes it asked for, whichever binds) the same way: where it is near 1 and
`memory` is not, the work or the number of kernels is the reason, not the schedule.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from npusim.simulator.machine import Machine, load_machine
from torch.nn import functional

ROWS, WIDTH, VOCABULARY = 4096, 2048, 32000
BAGS, TABLE = (4096, 32), (65536, 128)
RAGGED = (32, 1, 0, 100, 7, 64, 25, 27)  # 32 on average


@dataclass(frozen=True)
class Case:
    """A function of tensors; integers stand for index tensors of that shape below `VOCABULARY`."""

    name: str
    function: Callable[..., object]
    shapes: Sequence[tuple[int, ...]]
    indices: Sequence[tuple[int, ...]] = ()
    dtype: torch.dtype = torch.float32
    reads: int | None = None
    offsets: torch.Tensor | None = None
    twice: bool = False

    def tensors(self) -> list[torch.Tensor]:
        """Inputs on the device; index tensors hold zeros or are spread over the vocabulary."""
        made = [torch.empty(shape, dtype=self.dtype, device="npu") for shape in self.shapes]
        spread = [torch.arange(torch.Size(shape).numel()) * 7919 % VOCABULARY for shape in self.indices]
        made += [values.reshape(shape).to("npu") for values, shape in zip(spread, self.indices, strict=True)]
        return made if self.offsets is None else [*made, self.offsets.to("npu")]


def rope(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary position embedding, halves rotated, as in Llama."""
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat((-second, first), -1) * sin


def rms_norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """As in Llama."""
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * weight


def layer_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """Over the last dimension."""
    return functional.layer_norm(x, (WIDTH,), weight, bias)


def layer_norm_1024(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """Over 1024 elements."""
    return functional.layer_norm(x, (1024,), weight, bias)


def group_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """32 groups."""
    return functional.group_norm(x, 32, weight, bias)


def batch_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """With the statistics of the batch."""
    return functional.batch_norm(x, None, None, weight, bias, training=True)


def batch_norm_of_columns(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """The same of a tensor whose channels lie side by side (`channels_last`)."""
    return batch_norm(x.permute(0, 3, 1, 2), weight, bias)


def gradient(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """The gradient of a function's sum with respect to its first input: the loss is computed as well."""

    def differentiated(x: torch.Tensor, *others: torch.Tensor) -> torch.Tensor:
        return torch.func.grad(lambda y: function(y, *others).sum())(x)

    return differentiated


def rope_of_pairs(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary position embedding, neighbours rotated."""
    even, odd = x[..., ::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, odd * cos + even * sin), -1).flatten(-2)


def smoothed(x: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross entropy with smoothed labels."""
    return functional.cross_entropy(x, target, label_smoothing=0.1)


def bag(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Sums of rows."""
    return functional.embedding_bag(index, table, mode="sum")


def segment_maxima(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Maxima of rows."""
    return functional.embedding_bag(index, table, mode="max")


def bag_means(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Means of rows, some indices being padding."""
    return functional.embedding_bag(index, table, mode="mean", padding_idx=0)


def weighted_bag(table: torch.Tensor, index: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Weighted sums of rows; the weights come as integers, as all tensors of indices do."""
    weights = weights.to(table.dtype)
    return functional.embedding_bag(index, table, mode="sum", per_sample_weights=weights)


def ragged_bag(table: torch.Tensor, index: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    """Sums of rows of bags of different lengths."""
    return functional.embedding_bag(index, table, offsets, mode="sum")


def ragged_offsets() -> torch.Tensor:
    """Where bags begin that have `RAGGED` indices in turn."""
    lengths = torch.tensor(RAGGED).repeat(BAGS[0] // len(RAGGED))
    return lengths.cumsum(0) - lengths


def bags() -> list[Case]:
    """Segments of embeddings: 4096 of 32 rows of 128 columns."""
    count, f32, bf16 = BAGS[0] * BAGS[1], torch.float32, torch.bfloat16
    rows = {dtype: count * (TABLE[1] * dtype.itemsize + 8) for dtype in (f32, bf16)}
    functions = {"sum": bag, "mean, padding": bag_means, "max": segment_maxima}
    lines = [
        Case(f"embedding_bag {name} 4096x32x128 {shown}", function, [TABLE], [BAGS], dtype, rows[dtype])
        for name, function in functions.items()
        for dtype, shown in ((f32, "f32"), (bf16, "bf16"))
    ]
    weights = 8 * count
    lines += [
        Case("embedding_bag weighted 4096x32x128 f32", weighted_bag, [TABLE], [BAGS, BAGS], f32, rows[f32] + weights)
    ]
    ragged = [TABLE], [(count,)], f32, rows[f32], ragged_offsets()
    return [*lines, Case("embedding_bag ragged 4096x~32x128 f32", ragged_bag, *ragged)]


def embedding_gradient(rows: int) -> Callable[..., torch.Tensor]:
    """The dense gradient of a table of this many rows."""
    return lambda grad, index: torch.ops.aten.embedding_dense_backward(grad, index, rows, -1, False)


def row_sums() -> list[Case]:
    """Rows added where indices say: gradients of embeddings, `index_add`."""
    lines = []
    for dtype, shown in ((torch.float32, "f32"), (torch.bfloat16, "bf16")):
        for rows in (50257, VOCABULARY // 32):
            function = embedding_gradient(rows) if rows > VOCABULARY else few_rows_gradient
            lines.append(
                Case(f"embedding gradient {rows}x768, 4096 {shown}", function, [(4096, 768)], [(4096,)], dtype)
            )
        shapes = [(VOCABULARY, 512), (16384, 512)]
        lines.append(Case(f"index_add 32000x512, 16384 {shown}", added_rows, shapes, [(16384,)], dtype))
    return lines


def few_rows_gradient(grad: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """The dense gradient of a table whose rows are used several times each."""
    return embedding_gradient(VOCABULARY // 32)(grad, index % (VOCABULARY // 32))


def added_rows(x: torch.Tensor, rows: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Rows added to those of a larger tensor."""
    return x.index_add(0, index, rows)


def cases() -> list[Case]:
    """All lines."""
    rows, wide = (ROWS, WIDTH), (2 * ROWS, WIDTH)
    vector = (WIDTH,)
    angles = [(1, 32, ROWS, 128), (ROWS, 64), (ROWS, 64)]
    heads = [(1, 32, ROWS, 128), (ROWS, 128), (ROWS, 128)]
    image = [(16, 256, 56, 56), (256,), (256,)]
    columns = [(32, 112, 112, 64), (64,), (64,)]
    lookup = 4 * (16384 * (WIDTH // 4)) + 8 * 16384
    return [
        Case("softmax 4096x2048 f32", lambda x: torch.softmax(x, -1), [rows]),
        Case("softmax 4096x2048 bf16", lambda x: torch.softmax(x, -1), [wide], dtype=torch.bfloat16),
        Case("log_softmax 4096x2048 f32", lambda x: torch.log_softmax(x, -1), [rows]),
        Case("softmax over columns 4096x2048 f32", lambda x: torch.softmax(x, 0), [rows]),
        Case("layer_norm 4096x2048 f32", layer_norm, [rows, vector, vector]),
        Case("layer_norm 8192x2048 bf16", layer_norm, [wide, vector, vector], dtype=torch.bfloat16),
        Case("rms_norm 4096x2048 f32", rms_norm, [rows, vector]),
        Case("rms_norm 8192x2048 bf16", rms_norm, [wide, vector], dtype=torch.bfloat16),
        Case("group_norm 16x256x56x56 f32", group_norm, image),
        Case("batch_norm 16x256x56x56 f32", batch_norm, image),
        Case("rope 32 heads 4096x128 f32", rope, heads),
        Case("rope 32 heads 4096x128 bf16", rope, heads, dtype=torch.bfloat16),
        Case("rope of pairs 32 heads 4096x128 f32", rope_of_pairs, angles),
        Case("rope of pairs 32 heads 4096x128 bf16", rope_of_pairs, angles, dtype=torch.bfloat16),
        Case("batch_norm 16x256x56x56 bf16", batch_norm, image, dtype=torch.bfloat16),
        Case("layer_norm 16384x1024 bf16", layer_norm_1024, [(16384, 1024), (1024,), (1024,)], dtype=torch.bfloat16),
        Case("cross_entropy 512x50257 f32", functional.cross_entropy, [(512, 50257)], [(512,)]),
        Case("cross_entropy, smoothed 512x32000 f32", smoothed, [(512, VOCABULARY)], [(512,)]),
        Case("cross_entropy 512x32000 f32", functional.cross_entropy, [(512, VOCABULARY)], [(512,)]),
        Case(
            "cross_entropy 1024x32000 bf16", functional.cross_entropy, [(1024, VOCABULARY)], [(1024,)], torch.bfloat16
        ),
        Case("cross_entropy 1024x50257 bf16", functional.cross_entropy, [(1024, 50257)], [(1024,)], torch.bfloat16),
        Case("cross_entropy, gradient 512x32000 f32", gradient(functional.cross_entropy), [(512, 32000)], [(512,)]),
        Case(
            "cross_entropy, gradient 1024x32000 bf16",
            gradient(functional.cross_entropy),
            [(1024, 32000)],
            [(1024,)],
            torch.bfloat16,
        ),
        Case("softmax 4096x4099 f16", lambda x: torch.softmax(x, -1), [(4096, 4099)], dtype=torch.float16),
        Case("log_softmax 512x50257 bf16", lambda x: torch.log_softmax(x, -1), [(512, 50257)], dtype=torch.bfloat16),
        Case("softmax 65536x129 f32", lambda x: torch.softmax(x, -1), [(65536, 129)]),
        Case("batch_norm 32x112x112x64 f32, last", batch_norm_of_columns, columns, twice=True),
        Case("batch_norm 32x112x112x64 bf16, last", batch_norm_of_columns, columns, dtype=torch.bfloat16, twice=True),
        Case("embedding 16384 of 32000x512 f32", lambda t, i: t[i], [(VOCABULARY, 512)], [(16384,)], reads=lookup),
        Case("embedding_bag 1024x16 of 32000x512", bag, [(VOCABULARY, 512)], [(1024, 16)], reads=lookup),
        *bags(),
        *row_sums(),
    ]


def measured(case: Case, machine: Machine) -> tuple[int, float, float, str, int]:
    """Cycles, share of the memory bound, share of the kernels' own bounds, limiter, kernels."""
    torch._dynamo.reset()
    inputs = case.tensors()
    with torch.npu.simulator(machine=machine, mode="timing") as simulation, torch.no_grad():
        result = torch.compile(case.function, dynamic=False)(*inputs)
        report = simulation.report().to_dict()
    outputs = [result] if isinstance(result, torch.Tensor) else [t for t in result if isinstance(t, torch.Tensor)]
    written = sum(tensor.numel() * tensor.element_size() for tensor in outputs)
    read = case.reads or sum(tensor.numel() * tensor.element_size() for tensor in inputs)
    if case.twice:
        read += max(0, inputs[0].numel() * inputs[0].element_size() - machine.scratchpad_bytes)
    cycles = report["cycles"]
    own = sum(kernel["roofline_cycles"] for kernel in report["kernels"]) / cycles
    slowest = max(report["kernels"], key=lambda kernel: kernel["cycles"])
    memory = (read + written) / machine.memory_bytes_per_cycle / cycles
    return cycles, memory, own, slowest["limiter"], len(report["kernels"])


def main() -> None:
    """Prints one line per case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", default="tpuv3")
    parser.add_argument("--only", default="", help="lines whose name holds this text")
    options = parser.parse_args()
    machine = load_machine(options.machine)
    print(f"{'operator':<38} {'cycles':>12} {'memory':>7} {'kernels own':>12} {'limiter':>10} {'kernels':>8}")
    for case in (case for case in cases() if options.only in case.name):
        cycles, memory, own, limiter, kernels = measured(case, machine)
        print(f"{case.name:<38} {cycles:>12,} {memory:>7.1%} {own:>12.1%} {limiter:>10} {kernels:>8}", flush=True)


if __name__ == "__main__":
    main()
