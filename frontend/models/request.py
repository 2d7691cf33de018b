"""What is to be run: a model of the zoo or of a user, its sizes, its dtype, and which of its computations."""

from __future__ import annotations

from dataclasses import dataclass

FORWARD, TRAIN, DECODE = "forward", "train", "decode"


@dataclass(frozen=True)
class ModelRequest:
    """Options of ``npusim run --model``; None means the preset's value.

    Attributes:
        model: ``NAME[:PRESET]``, or ``package.module:factory``, or ``file.py:factory``.
        batch: samples.
        seq: see `Sizes`.
        dtype: torch's name of the dtype of parameters and inputs, such as ``bfloat16``.
        task: `FORWARD`; `TRAIN`: forward and backward; `DECODE`: one new token beside a full cache.
        seed: of parameters and inputs.
    """

    model: str
    batch: int | None = None
    seq: int | None = None
    dtype: str = "float32"
    task: str = FORWARD
    seed: int = 0
