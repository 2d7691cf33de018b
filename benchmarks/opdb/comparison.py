"""What counts as the right result of a sample, compared with eager PyTorch's on the CPU.

Values, dtypes, shapes and devices must agree at `torch.testing.assert_close`'s tolerances. What a device may choose
freely is checked for what it must be all the same: see `check_ties`, `check_statistics` and `random_results`.
"""

from typing import Any

import torch
from torch.utils._pytree import tree_leaves

from opdb import random_results

# Position of the dimension among the arguments. Which of several equal elements an index names is up to the device,
# unless the sample asks for a stable order.
TIES = {"sort": 0, "argsort": 0, "topk": 1, "kthvalue": 1, "mode": 0}

# Position of running statistics and epsilon among the arguments of operators that save statistics for the gradient.
# PyTorch's decompositions give every device but the CPU float32 statistics, also where the CPU saves none.
SAVED_STATISTICS = {
    "native_batch_norm": (2, -1),
    "_native_batch_norm_legit": (2, -1),
    "_batch_norm_with_update": (2, -1),
    "native_layer_norm": (None, -1),
}


def compare(op: Any, sample: Any, result: Any, expected: Any) -> None:
    """Raises AssertionError where results of the device, or their order, or their nature, are not what they must be."""
    got, wanted = tree_leaves(result), tree_leaves(expected)
    assert len(got) == len(wanted), f"{len(got)} results instead of {len(wanted)}"
    if random_results.is_random(op, sample):
        _compare_natures(op, sample, got, wanted)
        return
    if _has_ties(op, sample, wanted):
        check_ties(op, sample, got, wanted)
        got, wanted = got[:-1], wanted[:-1]
    elif op.name in SAVED_STATISTICS:
        check_statistics(op, sample, got, wanted)
        got, wanted = got[:1], wanted[:1]
    for one, other in zip(got, wanted, strict=True):
        compare_values(one, other)


def compare_values(got: Any, wanted: Any) -> None:
    """One result: nature and values."""
    compare_nature(got, wanted)
    if isinstance(wanted, torch.Tensor):
        torch.testing.assert_close(got.detach().cpu(), wanted.detach(), equal_nan=True)


def is_no_further(op: Any, result: Any, expected: Any, exact: Any) -> bool:
    """Whether no result is further from the exact one, at its worst element, than eager's; all are finite."""
    got, wanted, true = tree_leaves(result), tree_leaves(expected), tree_leaves(exact)
    if len(got) != len(wanted) or op.name in SAVED_STATISTICS:
        return False
    for one, other in zip(got, wanted, strict=True):
        compare_nature(one, other)
    triples = zip(got, wanted, true, strict=True)
    return all(_largest_error(one, goal) <= _largest_error(other, goal) for one, other, goal in triples)


def _largest_error(value: Any, exact: Any) -> float:
    """NaN, which is no further and no nearer than anything, where a value is not finite."""
    if not isinstance(value, torch.Tensor) or not value.numel():
        return 0.0
    wide = torch.complex128 if exact.is_complex() else torch.float64
    return float((value.detach().cpu().to(wide) - exact.detach().to(wide)).abs().max())


def compare_nature(got: Any, wanted: Any) -> None:
    """Device, dtype and shape of a tensor; the value of everything else."""
    if not isinstance(wanted, torch.Tensor):
        assert got == wanted or (got != got and wanted != wanted), f"{got!r} instead of {wanted!r}"
        return
    assert got.device.type == "npu", f"the result is on {got.device}"
    assert got.dtype == wanted.dtype, f"dtype {got.dtype} instead of {wanted.dtype}"
    assert got.shape == wanted.shape, f"shape {tuple(got.shape)} instead of {tuple(wanted.shape)}"


def _compare_natures(op: Any, sample: Any, got: list[Any], wanted: list[Any]) -> None:
    for one, other in zip(got, wanted, strict=True):
        compare_nature(one, other)
    if got and isinstance(got[0], torch.Tensor):
        random_results.check(op, sample, got[0])


def _has_ties(op: Any, sample: Any, wanted: list[Any]) -> bool:
    if op.name not in TIES or sample.kwargs.get("stable"):
        return False
    return bool(wanted[-1].dtype == torch.int64) and bool(sample.input.dim())


def check_ties(op: Any, sample: Any, got: list[Any], wanted: list[Any]) -> None:
    """The last results are indices: different ones along the dimension, of exactly the elements that eager's name."""
    compare_nature(got[-1], wanted[-1])
    dim = sample.kwargs.get("dim", (*sample.args, -1, -1)[TIES[op.name]])
    dim = -1 if isinstance(dim, bool) else dim
    ours, theirs = (
        index.cpu() if index.dim() == sample.input.dim() else index.cpu().unsqueeze(dim)
        for index in (got[-1], wanted[-1])
    )
    size = sample.input.shape[dim]
    assert bool(((ours >= 0) & (ours < size)).all()), f"an index outside of 0 to {size}"
    assert bool((ours.sort(dim).values.diff(dim=dim) != 0).all()), "an index occurs twice"
    data = sample.input.detach()
    torch.testing.assert_close(data.gather(dim, ours), data.gather(dim, theirs), rtol=0, atol=0, equal_nan=True)


def check_statistics(op: Any, sample: Any, got: list[Any], wanted: list[Any]) -> None:
    """Saved statistics: eager's values in any float dtype; the running ones where the CPU saves none."""
    for number, (one, other) in enumerate(zip(got[1:], wanted[1:], strict=True)):
        if other.numel() > 0:
            torch.testing.assert_close(one.detach().cpu().to(other.dtype), other.detach(), equal_nan=True)
        elif one.numel() > 0:
            _check_running(op, sample, number, one.detach().cpu())


def _check_running(op: Any, sample: Any, number: int, got: torch.Tensor) -> None:
    first, epsilon = SAVED_STATISTICS[op.name]
    assert first is not None and number < 2, "a result that must be empty is not"
    running = sample.args[first + number].detach().float()
    wanted = running if number == 0 else (running + sample.args[epsilon]).rsqrt()
    torch.testing.assert_close(got.float(), wanted)
