"""What the operator scripts share: run compiled on the device, compare with eager PyTorch on the CPU, say how it went.

Every ``test_<op>.py`` is a script (``python tests/ops/test_add.py --shape "(512,768)"``) and a pytest module.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence

import torch

DTYPES = {
    name: getattr(torch, name)
    for name in [
        *("float32", "bfloat16", "float16", "float64"),
        *("int8", "int16", "int32", "int64", "uint8", "bool"),
    ]
}
FLOAT8 = {name: getattr(torch, name) for name in ("float8_e4m3fn", "float8_e5m2")}
"""Eager PyTorch on the CPU converts and multiplies these only."""


def make(shape: Sequence[int], dtype: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    """A CPU tensor of normal values; small integers for integer dtypes; coin flips for bool."""
    generator = torch.Generator().manual_seed(seed)
    if dtype.is_floating_point:
        return torch.randn(shape, generator=generator).to(dtype)
    low, high = {torch.bool: (0, 2), torch.uint8: (0, 21)}.get(dtype, (-10, 11))
    return torch.randint(low, high, shape, generator=generator).to(dtype)


def check(function: Callable, *inputs: torch.Tensor, device: torch.device, dynamic: bool = False, **tolerances: float):
    """Compile ``function``, run it on copies of ``inputs`` on the device, compare with eager PyTorch on the CPU.

    Returns what the device gave. Tolerances are ``torch.testing.assert_close``'s for the dtype unless given. Long sums
    in float32 are up to the host's libraries: where eager PyTorch is beyond the tolerance of what float64 gives, the
    device must be nearer to that than eager PyTorch.
    """
    # Dynamo counts recompilations per code object and every case compiles the same one.
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=dynamic, fullgraph=True)
    result = compiled(*(tensor.to(device) for tensor in inputs))
    expected = function(*inputs)
    try:
        compare(result, expected, **tolerances)
    except AssertionError:
        if not all(tensor.dtype == torch.float32 for tensor in inputs):
            raise
        exact = function(*(tensor.double() for tensor in inputs))
        if not _is_nearer(result, expected, exact):
            raise
    return result


def _is_nearer(result, expected, exact) -> bool:
    """Whether the device's largest error is smaller than that of eager PyTorch."""
    triples = zip(*map(_leaves, (result, expected, exact)), strict=True)
    return all((got.cpu() - right).abs().max() < (want - right).abs().max() for got, want, right in triples)


def compare(result, expected, **tolerances: float) -> None:
    """Results (a tensor or a tuple) are on the device and equal what is expected, dtypes and strides included."""
    pairs = list(zip(*map(_leaves, (result, expected)), strict=True))
    assert pairs
    for got, want in pairs:
        assert got.device.type == "npu", f"the result is on {got.device}"
        _compare_one(got.cpu(), want, tolerances)


def _compare_one(got: torch.Tensor, want: torch.Tensor, tolerances: dict[str, float]) -> None:
    if want.dtype.itemsize == 1 and want.dtype.is_floating_point:
        # assert_close has no tolerance for eight-bit floats: a neighbouring number is close
        assert got.dtype == want.dtype
        info = torch.finfo(want.dtype)
        tolerances = {"rtol": info.eps, "atol": info.smallest_normal * info.eps} | tolerances
        got, want = got.float(), want.float()
    torch.testing.assert_close(got, want, equal_nan=True, **tolerances)


def on_device(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """A copy on the device with the same strides and storage offset (``.to`` makes a view of a part dense)."""
    storage = torch.empty(0, dtype=tensor.dtype).set_(tensor.untyped_storage()).to(device)
    return storage.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())


def check_views(function: Callable, *inputs: torch.Tensor, device: torch.device, **tolerances: float):
    """As `check`, for inputs that are views: their strides and offsets are kept on the device."""
    torch._dynamo.reset()
    moved = [on_device(tensor, device) for tensor in inputs]
    for tensor, original in zip(moved, inputs, strict=True):
        assert tensor.stride() == original.stride() and tensor.storage_offset() == original.storage_offset()
    result = torch.compile(function, dynamic=False, fullgraph=True)(*moved)
    compare(result, function(*inputs), **tolerances)
    return result


def main(name: str, run: Callable, shapes: Iterable[tuple[int, ...]], default: str) -> None:
    """The script: ``run(device, shape, dtype)`` for every shape and for ``--shape``; a banner says how it went.

    Exits with status 1 when values differ.
    """
    parser = argparse.ArgumentParser(description=f"Run {name} on the device npu and compare with the CPU")
    parser.add_argument("--shape", default=default, help=f'such as "{default}"')
    parser.add_argument("--dtype", default="float32", choices=sorted(DTYPES | FLOAT8))
    options = parser.parse_args()
    try:
        shape = tuple(int(size) for size in options.shape.strip("()[]").split(",") if size.strip())
    except ValueError:
        parser.error(f"--shape {options.shape!r} is not a list of sizes such as {default}")

    from npusim.scheduler import PyTorchSimRunner

    device = PyTorchSimRunner.setup_device().custom_device()
    for each in dict.fromkeys([*shapes, shape]):
        _run_one(name, run, device, each, (DTYPES | FLOAT8)[options.dtype])


def _run_one(name: str, run: Callable, device: torch.device, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    try:
        run(device, shape, dtype)
    except AssertionError as error:
        banner(f"|{name} Test Failed|")
        print(f"shape {shape}, {dtype}: {error}")
        sys.exit(1)
    banner(f"|{name} Test Passed|")


def banner(message: str) -> None:
    """The message between two rules of its length."""
    print("-" * len(message), message, "-" * len(message), sep="\n")


def _leaves(result) -> list[torch.Tensor]:
    return [result] if isinstance(result, torch.Tensor) else [tensor for tensor in result if tensor is not None]
