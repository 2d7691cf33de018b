"""The kinds of operators that there is a package for."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of operator: what its package says beside the operator's file, `files/<name>.py.in`.

    Attributes:
        summary: what the operator computes.
        arguments: what each of its arguments is.
        shapes: what the tests try; the first one is what the README shows.
        wrong: arguments that it refuses because of `x`.
        differentiable: whether it has a gradient.
        suffix: of the operator's name.
    """

    summary: str
    arguments: Mapping[str, str]
    shapes: tuple[tuple[int, ...], ...]
    wrong: str
    differentiable: bool = True
    suffix: str = ""


_MATRICES = ((129, 300), (1, 1), (64, 257), (0, 5))

KINDS: dict[str, Kind] = {
    "template": Kind(
        "x weight^T + bias on the systolic arrays, with a fused bias.",
        {"x": "(M, K)", "weight": "(N, K)", "bias": "(N), or None"},
        ((129, 65, 33), (1, 1, 1), (64, 128, 257), (0, 3, 2)),
        "torch.ones(3), torch.ones(4, 3)",
    ),
    "pointwise": Kind(
        "x * sigmoid(gate), element by element.",
        {"x": "(M, N)", "gate": "(M, N)"},
        _MATRICES,
        "torch.ones(3), torch.ones(3)",
    ),
    "reduction": Kind(
        "The mean square of each row.",
        {"x": "(M, N)"},
        ((129, 300), (1, 1), (64, 257)),
        "torch.ones(3)",
    ),
    "custom": Kind(
        "The first `lengths[b]` rows of each batch b, one after the other.",
        {"x": "(B, S, N)", "lengths": "(B), int64, at most S each"},
        ((3, 50, 65), (1, 1, 1), (4, 129, 257), (2, 0, 5)),
        "torch.ones(3), torch.ones(3, dtype=torch.int64)",
        differentiable=False,
    ),
    "in-place": Kind(
        "Multiplies each row of x by its scale, in place.",
        {"x": "(M, N), written", "scale": "(M)"},
        _MATRICES,
        "torch.ones(3), torch.ones(3)",
        suffix="_",
    ),
    "multi-output": Kind(
        "x + residual, and the sum of squares of each of its rows.",
        {"x": "(M, N)", "residual": "(M, N)"},
        _MATRICES,
        "torch.ones(3), torch.ones(3)",
    ),
}
