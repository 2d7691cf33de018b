"""Steps of optimizers with `fused=True`, and the operators of gradient scaling, in terms of pointwise operators.

Formulas and the order of operations are those of PyTorch's kernels for the CPU. Bias corrections are `expm1`s: 1 -
0.999**step loses four digits in float32.
"""

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import torch
from npusim.frontend.device.operators.composed import register_composition
from torch import Tensor

aten = torch.ops.aten
Number: TypeAlias = float | Tensor
_LOG_OF_2 = math.log(2)


def _gradient(grad: Tensor, grad_scale: Tensor | None, found_inf: Tensor | None, maximize: bool) -> Tensor:
    """The gradient without its scale, which it loses in memory as well unless the step is skipped."""
    if grad_scale is not None:
        _update(grad, grad / grad_scale, found_inf)
    return -grad if maximize else grad


def _update(tensor: Tensor, value: Tensor, found_inf: Tensor | None) -> None:
    """Writes a new value, unless an infinite gradient was found."""
    tensor.copy_(value if found_inf is None else torch.where(found_inf == 1, tensor, value))


def _bias_correction(beta: float, step: Tensor) -> Tensor:
    """1 - beta**step. Of logarithms PyTorch traces the binary one for a number that changes, as a scheduler's beta."""
    return -torch.expm1(step * (math.log2(beta) * _LOG_OF_2)) if beta > 0 else torch.ones_like(step)


def _adam(decoupled: bool) -> Callable[..., None]:
    def steps(
        params: Sequence[Tensor],
        grads: Sequence[Tensor],
        exp_avgs: Sequence[Tensor],
        exp_avg_sqs: Sequence[Tensor],
        max_exp_avg_sqs: Sequence[Tensor],
        state_steps: Sequence[Tensor],
        *,
        lr: Number,
        beta1: float,
        beta2: float,
        weight_decay: float,
        eps: float,
        amsgrad: bool,
        maximize: bool,
        grad_scale: Tensor | None = None,
        found_inf: Tensor | None = None,
    ) -> None:
        for i, param in enumerate(params):
            grad = _gradient(grads[i], grad_scale, found_inf, maximize)
            decayed = param
            if weight_decay != 0 and decoupled:
                decayed = param - lr * weight_decay * param
            elif weight_decay != 0:
                grad = grad + param * weight_decay
            mean = exp_avgs[i] + (1 - beta1) * (grad - exp_avgs[i])  # a lerp takes no beta that a scheduler changes
            square = exp_avg_sqs[i] * beta2 + (1 - beta2) * grad * grad
            largest = torch.maximum(max_exp_avg_sqs[i], square) if amsgrad else square
            step_size = lr / _bias_correction(beta1, state_steps[i])
            denominator = largest.sqrt() / _bias_correction(beta2, state_steps[i]).sqrt() + eps
            _update(param, decayed - step_size * mean / denominator, found_inf)
            _update(exp_avgs[i], mean, found_inf)
            _update(exp_avg_sqs[i], square, found_inf)
            if amsgrad:
                _update(max_exp_avg_sqs[i], largest, found_inf)

    return steps


register_composition(aten._fused_adam_.default, aten._fused_adam_.tensor_lr)(_adam(decoupled=False))
register_composition(aten._fused_adamw_.default, aten._fused_adamw_.tensor_lr)(_adam(decoupled=True))


@register_composition(aten._fused_sgd_.default, aten._fused_sgd_.tensor_lr)
def _sgd(
    params: Sequence[Tensor],
    grads: Sequence[Tensor],
    momentum_buffers: Sequence[Tensor],
    *,
    weight_decay: float,
    momentum: float,
    lr: Number,
    dampening: float,
    nesterov: bool,
    maximize: bool,
    is_first_step: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    for i, param in enumerate(params):
        grad = _gradient(grads[i], grad_scale, found_inf, maximize)
        if weight_decay != 0:
            grad = grad + weight_decay * param
        if momentum != 0:
            buffer = grad if is_first_step else momentum * momentum_buffers[i] + (1 - dampening) * grad
            grad = grad + momentum * buffer if nesterov else buffer
            _update(momentum_buffers[i], buffer, found_inf)
        _update(param, param - lr * grad, found_inf)


@register_composition(aten._fused_adagrad_.default, aten._fused_adagrad_.tensor_lr)
def _adagrad(
    params: Sequence[Tensor],
    grads: Sequence[Tensor],
    state_sums: Sequence[Tensor],
    state_steps: Sequence[Tensor],
    *,
    lr: Number,
    lr_decay: float,
    weight_decay: float,
    eps: float,
    maximize: bool,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
) -> None:
    for i, param in enumerate(params):
        grad = _gradient(grads[i], grad_scale, found_inf, maximize)
        if weight_decay != 0:
            grad = grad + weight_decay * param
        total = state_sums[i] + grad * grad
        rate = lr / (1 + (state_steps[i] - 1) * lr_decay)
        _update(param, param - rate * grad / (total.sqrt() + eps), found_inf)
        _update(state_sums[i], total, found_inf)


@register_composition(aten._amp_foreach_non_finite_check_and_unscale_.default)
def _unscale(tensors: Sequence[Tensor], found_inf: Tensor, inv_scale: Tensor) -> None:
    """Multiplies gradients with the inverse scale; `found_inf` becomes 1 if one was not finite before."""
    for tensor in tensors:
        found_inf.copy_(torch.where(torch.isfinite(tensor).all(), found_inf, 1.0))
        tensor.copy_(torch.where(inv_scale == 1, tensor, tensor * inv_scale))


@register_composition(aten._amp_update_scale_.default)
def _update_scale(
    scale: Tensor,
    growth_tracker: Tensor,
    found_inf: Tensor,
    scale_growth_factor: float,
    scale_backoff_factor: float,
    growth_interval: int,
) -> Tensor:
    """The scale shrinks after a step with infinite gradients, and grows after `growth_interval` steps without."""
    found = found_inf > 0
    successes = growth_tracker + 1
    grows = successes == growth_interval
    grown = scale * scale_growth_factor
    larger = torch.where(grows & torch.isfinite(grown), grown, scale)
    growth_tracker.copy_(torch.where(found | grows, torch.zeros_like(growth_tracker), successes))
    scale.copy_(torch.where(found, scale * scale_backoff_factor, larger))
    return scale
