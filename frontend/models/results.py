"""What one run of a model gave, on the device or on the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from npusim.frontend.comparison import Comparison

if TYPE_CHECKING:
    from npusim.frontend.models.generation import Generated
    from torch import Tensor


@dataclass(frozen=True)
class StepTimes:
    """Simulated nanoseconds of a training step, and its loss: None where the mode has no such thing.

    Attributes:
        forward_ns: of the model and the loss.
        backward_ns: of the gradients.
        optimizer_ns: of the update; in the first step of its states as well. 0 without an optimizer.
        loss: before the update.
    """

    forward_ns: float | None
    backward_ns: float | None
    optimizer_ns: float | None
    loss: float | None

    @property
    def time_ns(self) -> float | None:
        """Of the whole step."""
        parts = (self.forward_ns, self.backward_ns, self.optimizer_ns)
        return None if None in parts else sum(part for part in parts if part is not None)


@dataclass(frozen=True)
class Results:
    """Outputs; after training those of the first step, its gradients by parameter, and the losses of all steps.

    Attributes:
        outputs: tensors that are compared.
        gradients: of the first step.
        losses: scalars, one per step.
        steps: their simulated times; empty on the CPU.
        update: whether the first update of the parameters is that of the CPU for these gradients; None if it made none.
        generated: the times of tokens.
    """

    outputs: Sequence[Tensor]
    gradients: dict[str, Tensor] = field(default_factory=dict)
    losses: Sequence[Tensor] = ()
    steps: tuple[StepTimes, ...] = ()
    update: Comparison | None = None
    generated: Generated | None = None

    def named(self) -> dict[str, Tensor]:
        """Outputs, losses and gradients by what messages call them."""
        outputs = {f"output {number}": each for number, each in enumerate(self.outputs)}
        losses = {_loss(number): each for number, each in enumerate(self.losses)}
        return {**outputs, **losses, **{f"gradient of {name}": each for name, each in self.gradients.items()}}

    def on_cpu(self) -> Results:
        """Copies of its tensors on the CPU."""
        return replace(
            self,
            outputs=[each.cpu() for each in self.outputs],
            gradients={key: each.cpu() for key, each in self.gradients.items()},
            losses=[each.cpu() for each in self.losses],
        )


def _loss(number: int) -> str:
    return f"loss of step {number + 1}"


def steps_for(names: Sequence[str], steps: int) -> int:
    """How many of the steps of a training it takes to have the results of these names: the later ones have losses."""
    return max((number + 1 for number in range(steps) if _loss(number) in names), default=1)
