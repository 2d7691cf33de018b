"""What the operator scripts share: run compiled on the device, compare with eager PyTorch on the CPU, say how it went.

Every ``test_<op>.py`` is a script (``python tests/ops/test_add.py --shape "(512,768)"``) and a pytest module.
"""

import argparse
import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from npusim.frontend.cli.options import DTYPES as CLI_DTYPES
from npusim.frontend.cli.options import parse_dtype, parse_shape
from npusim.frontend.cli.target import unwrapped_errors
from npusim.simulator.errors import NpuSimError
from npusim.simulator.report.report import Report

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
    and chains of operators in few digits are rounded in eager PyTorch as its libraries please: where a result is
    beyond the tolerance, the device must be nearer to what float64 gives than eager PyTorch is.
    """
    # Dynamo counts recompilations per code object and every case compiles the same one.
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=dynamic, fullgraph=True)
    moved = [tensor.to(device) for tensor in inputs]  # before the function may change its inputs
    expected = eager(function, *inputs)
    result = compiled(*moved)
    compare_or_nearer(function, inputs, result, expected, **tolerances)
    return result


def check_sizes(function: Callable, *sets: Sequence[torch.Tensor], device: torch.device) -> None:
    """As `check` for several sets of inputs, compiled once, with symbolic sizes."""
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for inputs in sets:
        result = compiled(*(tensor.to(device) for tensor in inputs))
        compare_or_nearer(function, inputs, result, eager(function, *inputs))


def in_groups(functions: Iterable[str], size: int = 5) -> list[list[str]]:
    """Names of functions, a few at a time: one compilation serves them."""
    names = list(functions)
    return [names[start : start + size] for start in range(0, len(names), size)]


def together(*functions: Callable) -> Callable[..., tuple]:
    """A function that gives what each of them gives for the same inputs."""
    return lambda *inputs: tuple(function(*inputs) for function in functions)


def compare_or_nearer(function: Callable, inputs: Sequence[torch.Tensor], result, expected, **tolerances: float):
    """As `compare`; each floating-point result may also be nearer to what float64 gives than eager PyTorch is."""
    try:
        compare(result, expected, **tolerances)
    except AssertionError:
        exact = function(*(tensor.double() if tensor.dtype in _ROUNDED else tensor for tensor in inputs))
        triples = list(zip(*map(leaves, (result, expected, exact)), strict=True))
        if not all(_agrees(got, want, tolerances) or _is_nearer(got, want, right) for got, want, right in triples):
            raise


_ROUNDED = (torch.float32, torch.float16, torch.bfloat16)
"""Dtypes in which the order of sums and the rounding of what is between operators are up to the implementation."""


def _agrees(got: torch.Tensor, want: torch.Tensor, tolerances: dict[str, float]) -> bool:
    try:
        compare(got, want, **tolerances)
    except AssertionError:
        return False
    return True


def _is_nearer(got: torch.Tensor, want: torch.Tensor, right: torch.Tensor) -> bool:
    """Whether the device's largest error is smaller than that of eager PyTorch."""
    if want.dtype not in _ROUNDED or (got.dtype, got.shape, got.stride()) != (want.dtype, want.shape, want.stride()):
        return False
    ours, theirs = ((value.double() - right).abs().max() for value in (got.cpu(), want))
    return bool(ours < theirs)


def compare(result, expected, **tolerances: float) -> None:
    """Results (a tensor or a tuple) are on the device and equal what is expected, dtypes and strides included."""
    pairs = list(zip(*map(leaves, (result, expected)), strict=True))
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
    expected = eager(function, *inputs)
    result = torch.compile(function, dynamic=False, fullgraph=True)(*moved)
    compare(result, expected, **tolerances)
    return result


def check_gradients(function: Callable, *inputs: torch.Tensor, device: torch.device, **tolerances: float) -> None:
    """Compiled on the device and eager on the CPU: results and gradients of a weighted sum of them."""
    torch._dynamo.reset()
    compiled = torch.compile(function, fullgraph=True, dynamic=False)
    compare_gradients(function, compiled, *inputs, device=device, **tolerances)


def compare_gradients(
    function: Callable, compiled: Callable, *inputs: torch.Tensor, device: torch.device, **tolerances: float
) -> None:
    """As `check_gradients`, for a function that is compiled already."""
    found = []
    for place, run in (("cpu", function), (device, compiled)):
        moved = [x.detach().to(place).requires_grad_(x.is_floating_point()) for x in inputs]
        result = run(*moved)
        weights = torch.linspace(0.5, 1.5, result.numel()).view(result.shape).to(place)
        wanted = [x for x in moved if x.requires_grad]
        found.append([result.detach(), *torch.autograd.grad(result, wanted, weights)])
    compare(found[1], found[0], **tolerances)


def report_of(
    function: Callable, *inputs: Any, fullgraph=True, dynamic=None, machine="tpuv3", mode="timing", **options: Any
) -> Report:
    """What a simulation reports of a compiled function's first call; `options` as of `torch.npu.simulator`."""
    torch._dynamo.reset()
    with torch.npu.simulator(machine=machine, mode=mode, **options) as simulation:
        torch.compile(function, fullgraph=fullgraph, dynamic=dynamic)(*inputs)
        return simulation.report()


def kernel_reports(function: Callable, *inputs: Any, **options: Any) -> list[dict[str, Any]]:
    """The kernels of `report_of`, as report.json lists them."""
    return report_of(function, *inputs, **options).to_dict()["kernels"]


def main(name: str, run: Callable, shapes: Iterable[tuple[int, ...]], default: str, *forms: str) -> None:
    """The script: ``run(device, shape, dtype)`` for ``--shape``, or for every one of ``shapes`` and the default.

    Args:
        forms: what the numbers of a shape mean, such as ``"M,K,N", "M,K"`` (an ending ``...``: and any more);
            without one any shape will do.

    A banner says how each went. Exits with status 1 when values differ, 2 when something cannot be done as asked.
    """
    meaning = f" as {' or '.join(forms)}" if forms else ""
    parser = argparse.ArgumentParser(description=f"Run {name} on the device npu and compare with the CPU")
    parser.add_argument("--shape", help=f'sizes{meaning}, such as "{default}"; without it: a few shapes')
    usual = str(inspect.signature(run).parameters["dtype"].default).removeprefix("torch.")
    parser.add_argument("--dtype", default=usual, help=f"one of {', '.join(DTYPES | FLOAT8)} (default {usual})")
    options = parser.parse_args()
    try:
        dtype = _dtype(options.dtype)
        asked = [*shapes, parse_shape(default)] if options.shape is None else [parse_shape(options.shape)]
        if forms and not any(_has_form(asked[-1], form) for form in forms):
            parser.error(f'{name} takes --shape{meaning}, such as "{default}", not {options.shape}')
        for shape in dict.fromkeys(asked):
            _run_one(name, run, shape, dtype)
    except (NpuSimError, Refused) as error:
        parser.error(str(error))


def _dtype(name: str) -> torch.dtype:
    """The dtype of a name; complex ones, which the command line does not have, by torch's."""
    found = getattr(torch, name, None)
    if isinstance(found, torch.dtype) and found.is_complex:
        return found
    return (DTYPES | FLOAT8)[CLI_DTYPES[parse_dtype(name)]]


def _has_form(shape: tuple[int, ...], form: str) -> bool:
    named = len(form.split(","))
    return len(shape) == named or (len(shape) > named and form.endswith("..."))


def _run_one(name: str, run: Callable, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    from npusim.scheduler import PyTorchSimRunner

    print(f"{name} of {shape}, {dtype}", flush=True)
    try:
        with unwrapped_errors():
            run(PyTorchSimRunner.setup_device().custom_device(), shape, dtype)
    except AssertionError as error:
        banner(f"|{name} Test Failed|")
        print(error)
        sys.exit(1)
    banner(f"|{name} Test Passed|")


class Refused(Exception):
    """PyTorch does not take such inputs on the CPU: there is nothing to compare with."""


def require(condition: bool, sentence: str) -> None:
    """`Refused` with the sentence unless the condition holds."""
    if not condition:
        raise Refused(sentence)


def require_floating(dtype: torch.dtype) -> None:
    """`Refused` for a dtype of whole numbers."""
    require(dtype.is_floating_point, f"--dtype must be a floating-point type, not {dtype}")


def eager(function: Callable, *inputs: torch.Tensor):
    """What eager PyTorch gives; `Refused` when it does not take the inputs."""
    try:
        return function(*inputs)
    except (RuntimeError, ValueError, IndexError, TypeError, AssertionError) as error:
        given = ", ".join(f"{tuple(tensor.shape)} {tensor.dtype}" for tensor in inputs)
        reason = str(error).strip().splitlines()[0]
        raise Refused(f"PyTorch itself refuses {given}: {reason}") from error


def banner(message: str) -> None:
    """The message between two rules of its length."""
    print("-" * len(message), message, "-" * len(message), sep="\n")


def leaves(result) -> list[torch.Tensor]:
    return [result] if isinstance(result, torch.Tensor) else [tensor for tensor in result if tensor is not None]
