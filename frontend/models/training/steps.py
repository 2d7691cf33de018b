"""Steps of training: forward, backward, and the optimizer's update."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from npusim.frontend.comparison import Comparison, together
from npusim.frontend.device.policy import set_eager_mode
from npusim.frontend.models.accuracy import compare_all
from npusim.frontend.models.building.program import Call, Program
from npusim.frontend.models.request import ModelRequest
from npusim.frontend.models.results import Results, StepTimes
from npusim.frontend.models.training.loss import gradients, projected_loss, projections
from npusim.frontend.models.training.optimizers import make_update, updated_on_cpu
from npusim.scheduler.session import current_simulation
from npusim.simulator.errors import OptionError
from torch import Tensor


def train_on_cpu(call: Call, program: Program, request: ModelRequest, dtype: torch.dtype | None) -> Results:
    """Trains eagerly on the CPU."""
    trainer = _Trainer(program, (call, call, projected_loss), program.arguments("cpu", dtype), request, "cpu")
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
    trainer = _Trainer(program, (call, compiled, loss), program.arguments("npu"), request, "npu")
    losses, results, steps = [], Results(()), []
    for number in range(request.steps):
        losses.append(trainer.step())
        check = None
        if values and number == 0:
            results = Results(trainer.outputs, trainer.gradients()).on_cpu()
            check = _Update(call, request.optimizer, results.gradients)
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
        self,
        program: Program,
        called: tuple[Call, Callable[..., Any], Callable[..., Any]],
        inputs: Any,
        request: ModelRequest,
        device: str,
    ) -> None:
        self._program, (self._call, self._called, self._loss) = program, called
        self._args, self._kwargs = inputs
        self._seed, self._device = request.seed, device
        if not any(each.requires_grad for each in self._call.parameters()):
            raise OptionError(f"{program.name} has no parameters to train")
        self._update = make_update(request.optimizer, self._call.parameters(), device)
        self._matrices: Sequence[Tensor] = ()
        self._clock: list[float | None] = []
        self.outputs: Sequence[Tensor] = ()
        np.random.seed(request.seed)  # wav2vec2 draws its masks there

    def step(self) -> Tensor:
        """Forward and backward; returns the loss."""
        self._clock = [self._now()]
        outputs = self._called(*self._args, **self._kwargs)
        self._program.check_outputs(outputs)
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

    def __init__(self, call: Call, optimizer: str, gradients: Mapping[str, Tensor]) -> None:
        self._call, self._optimizer, self._gradients = call, optimizer, gradients
        self._before = {name: each.detach().cpu() for name, each in call.model.named_parameters()}

    def compared(self) -> Comparison:
        """How the parameters compare now."""
        return together([self._parameter(name, each.detach()) for name, each in self._call.model.named_parameters()])

    def _parameter(self, name: str, after: Tensor) -> Comparison:
        """One after the other, for the sake of the host's memory."""
        label = f"updated {name}"

        def on_cpu(dtype: torch.dtype | None) -> dict[str, Tensor]:
            return {label: self._on_cpu(name, dtype)}

        return compare_all({label: after.cpu()}, on_cpu(None), lambda _: on_cpu(torch.float64))

    def _on_cpu(self, name: str, dtype: torch.dtype | None) -> Tensor:
        gradient = self._gradients.get(name)
        given = None if gradient is None else gradient.to(dtype=dtype)
        return updated_on_cpu(self._optimizer, self._before[name].to(dtype=dtype, copy=True), given)
