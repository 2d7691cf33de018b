"""Steps of training: forward, backward, and the optimizer's update."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import torch
from npusim.frontend.comparison import Comparison
from npusim.frontend.device.policy import set_eager_mode
from npusim.frontend.models.accuracy import compare_all
from npusim.frontend.models.building.program import Call, Program
from npusim.frontend.models.request import ModelRequest
from npusim.frontend.models.results import Results, StepTimes
from npusim.frontend.models.training.loss import gradients, projected_loss, projections
from npusim.frontend.models.training.optimizers import make_update, updated_on_cpu
from npusim.scheduler.session import current_simulation
from torch import Tensor


def train_on_cpu(call: Call, program: Program, request: ModelRequest, dtype: torch.dtype | None) -> Results:
    """Trains eagerly on the CPU."""
    trainer = _Trainer(call, (call, projected_loss), program.arguments("cpu", dtype), request, "cpu")
    losses = [trainer.step()]
    results = Results([each.detach() for each in trainer.outputs], trainer.gradients())
    losses += [trainer.update_and_step() for _ in range(request.steps - 1)]
    return replace(results, losses=losses)


def train_on_device(
    call: Call, compiled: Callable[..., Any], program: Program, request: ModelRequest, values: bool
) -> Results:
    """Trains on the device, on the same batch at every step.

    The model and its loss are compiled; `make_update` says how the optimizer is. With ``values`` what the first step
    computed is copied to the CPU, and the first update compared with the CPU's for the same gradients.
    """
    loss = torch.compile(projected_loss, dynamic=False)
    trainer = _Trainer(call, (compiled, loss), program.arguments("npu"), request, "npu")
    losses, results, steps = [], Results(()), []
    for number in range(request.steps):
        losses.append(trainer.step())
        check = _Update(call, request.optimizer) if values and number == 0 else None
        if check is not None:
            results = Results(trainer.outputs, trainer.gradients()).on_cpu()
        trainer.update()
        if check is not None:
            results = replace(results, update=check.compared())
        steps.append(trainer.times(float(losses[-1]) if values else None))
    return replace(results, losses=[each.cpu() for each in losses] if values else (), steps=tuple(steps))


class _Trainer:
    """One model with its batch and its optimizer.

    Attributes:
        outputs: of the last step, detached.
    """

    def __init__(
        self, call: Call, called: tuple[Callable[..., Any], ...], inputs: Any, request: ModelRequest, device: str
    ) -> None:
        self._call, (self._called, self._loss) = call, called
        self._args, self._kwargs = inputs
        self._seed, self._device = request.seed, device
        self._update = make_update(request.optimizer, call.parameters(), device)
        self._matrices: Sequence[Tensor] = ()
        self._clock: list[float | None] = []
        self.outputs: Sequence[Tensor] = ()

    def step(self) -> Tensor:
        """Forward and backward; returns the loss."""
        self._clock = [self._now()]
        outputs = self._called(*self._args, **self._kwargs)
        self._matrices = self._matrices or [each.to(self._device) for each in projections(outputs, self._seed)]
        loss = self._loss(outputs, self._matrices)
        self._clock.append(self._now())
        loss.backward()
        self._clock.append(self._now())
        self.outputs = [each.detach() for each in outputs]
        return loss.detach()

    def gradients(self) -> dict[str, Tensor]:
        """Of the last step, by parameter."""
        return gradients(self._call.model)

    def update(self) -> None:
        """The optimizer's step; the gradients are gone afterwards."""
        with set_eager_mode("compile") if self._device == "npu" else nullcontext():
            self._update()
        self._call.zero_grad(set_to_none=True)
        self._clock.append(self._now())

    def update_and_step(self) -> Tensor:
        """The update of the last step, and the next one; returns its loss."""
        self.update()
        return self.step()

    def times(self, loss: float | None) -> StepTimes:
        """Of the last step and its update."""
        begun, forward, backward, updated = self._clock
        if begun is None or forward is None or backward is None or updated is None:
            return StepTimes(None, None, None, loss)
        return StepTimes(forward - begun, backward - forward, updated - backward, loss)

    def _now(self) -> float | None:
        return current_simulation().clock_ns if self._device == "npu" else None


class _Update:
    """Compares an update of parameters on the device with the CPU's for the same gradients; made before the update."""

    def __init__(self, call: Call, optimizer: str) -> None:
        self._call, self._optimizer = call, optimizer
        self._before = [each.detach().cpu() for each in call.parameters()]
        self._gradients = [None if each.grad is None else each.grad.cpu() for each in call.parameters()]

    def compared(self) -> Comparison:
        """How the parameters compare now."""
        names = [f"updated {name}" for name, _ in self._call.model.named_parameters()]
        after = [each.detach().cpu() for each in self._call.parameters()]
        return compare_all(names, after, self._on_cpu(None), lambda: self._on_cpu(torch.float64))

    def _on_cpu(self, dtype: torch.dtype | None) -> list[Tensor]:
        before = [each.to(dtype=dtype, copy=True) for each in self._before]
        after = [None if each is None else each.to(dtype=dtype) for each in self._gradients]
        return updated_on_cpu(self._optimizer, before, after)
