"""Cross entropy of a linear layer's results, in chunks of the batch (`torch.nn.functional.linear_cross_entropy` with
`LinearCrossEntropyOptions`): only the logits of one chunk exist at a time.

The operator with a reduction returns losses and gradients, the operator without one only losses. Logits, sums and
intermediate values are float32 for narrow floats.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch.nn.modules import linear_cross_entropy as _defines_the_operators  # noqa: F401

nn = torch.ops.torch_nn
Results = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


@dataclass(frozen=True)
class _Layer:
    """The layer (classes, features), its input (rows, features), and the class and the weight of each row.

    Attributes:
        factor: the weight of every row's loss (rows); 0 for ignored rows.
    """

    x: torch.Tensor
    weight: torch.Tensor
    bias: torch.Tensor | None
    target: torch.Tensor
    factor: torch.Tensor

    def chunks(self, size: int) -> Iterator["_Layer"]:
        """Splits the rows into chunks of up to `size`."""
        for first in range(0, self.x.shape[0], size):
            rows = slice(first, first + size)
            yield _Layer(self.x[rows], self.weight, self.bias, self.target[rows], self.factor[rows])

    def logits(self) -> torch.Tensor:
        """Logits of all rows minus each row's largest logit."""
        values = _product(self.x, self.weight.t())
        values = values if self.bias is None else values + self.bias.to(values.dtype)
        return values - values.amax(1, keepdim=True)

    def losses(self, logits: torch.Tensor) -> torch.Tensor:
        """Each row's weighted negative log likelihood."""
        chosen = logits.gather(1, self.target.unsqueeze(1)).squeeze(1)
        return self.factor * (logits.exp().sum(1).log() - chosen)

    def slopes(self, logits: torch.Tensor) -> torch.Tensor:
        """Gradients of the sum of losses with respect to the logits."""
        powers = logits.exp()
        shares = powers / powers.sum(1, keepdim=True)
        is_class = torch.arange(logits.shape[1], device=logits.device) == self.target.unsqueeze(1)
        return (shares - is_class.to(shares.dtype)) * self.factor.unsqueeze(1)


def _layer(
    x: torch.Tensor,
    weight: torch.Tensor,
    target: torch.Tensor,
    bias: torch.Tensor | None,
    class_weight: torch.Tensor | None,
    ignore_index: int,
) -> _Layer:
    is_ignored = target == ignore_index
    target = torch.where(is_ignored, 0, target)
    wide = _wide(x.dtype)
    counts = torch.ones_like(target, dtype=wide) if class_weight is None else class_weight.to(wide)[target]
    return _Layer(x, weight.to(x.dtype), bias, target, torch.where(is_ignored, 0, counts))


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.promote_types(dtype, torch.float32)


def _product(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """A matrix product whose sums are not rounded to narrow floats."""
    wide = _wide(a.dtype)
    return torch.mm(a, b) if a.dtype == wide else torch.ops.aten.mm.dtype(a, b, wide)


@register_decomposition(nn._linear_cross_entropy_batch_chunked_no_reduction.default)
def losses_of_rows(
    x: torch.Tensor,
    weight: torch.Tensor,
    target: torch.Tensor,
    bias: torch.Tensor | None,
    class_weight: torch.Tensor | None,
    ignore_index: int,
    chunk_size: int,
    *_: object,
) -> torch.Tensor:
    layer = _layer(x, weight, target, bias, class_weight, ignore_index)
    losses = [part.losses(part.logits()) for part in layer.chunks(chunk_size)]
    return torch.cat(losses).to(x.dtype) if losses else x.new_empty(0)


@register_decomposition(nn._linear_cross_entropy_batch_chunked.default)
def loss_and_gradients(
    x: torch.Tensor,
    weight: torch.Tensor,
    target: torch.Tensor,
    bias: torch.Tensor | None,
    class_weight: torch.Tensor | None,
    reduction: str,
    ignore_index: int,
    label_smoothing: float,
    chunk_size: int,
    acc_policy: str,
    acc_dtype: torch.dtype,
    allow_retain_graph: bool,
    *wanted: bool,
) -> Results:
    """The loss and its gradients for the input, the layer's weights and its bias; empty unless `wanted`.

    Raises:
        NotImplementedError: `label_smoothing` is set, which PyTorch's chunked operator does not support either.
    """
    if label_smoothing > 0.0:
        raise NotImplementedError("linear_cross_entropy in chunks does not smooth labels")
    layer = _layer(x, weight, target, bias, class_weight, ignore_index)
    if reduction == "mean":
        total = layer.factor.sum()
        layer = _Layer(x, layer.weight, bias, layer.target, layer.factor / torch.where(total == 0, torch.nan, total))
    empty = torch.nan if reduction == "mean" and x.shape[0] == 0 else 0.0
    loss = torch.full((), empty, dtype=layer.factor.dtype, device=x.device)
    of_inputs, of_weight, of_bias = [], torch.zeros_like(weight, dtype=loss.dtype), loss.new_zeros(weight.shape[0])
    for part in layer.chunks(chunk_size):
        logits = part.logits()
        loss = loss + part.losses(logits).sum()
        slopes = part.slopes(logits)
        narrow = slopes.to(x.dtype)
        of_inputs.append(_product(narrow, part.weight) if wanted[0] else None)
        of_weight = of_weight + _product(narrow.t(), part.x) if wanted[1] else of_weight
        of_bias = of_bias + slopes.sum(0)
    inputs = torch.cat(of_inputs) if of_inputs and wanted[0] else torch.zeros_like(x)
    gradients = [
        value if is_wanted else x.new_empty(nothing)
        for value, is_wanted, nothing in zip((inputs, of_weight, of_bias), wanted, ((0, 0), (0, 0), (0,)), strict=True)
    ]
    return loss.to(x.dtype), *(value.to(x.dtype) for value in gradients)  # type: ignore[return-value]
