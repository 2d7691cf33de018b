"""What is to be run: a model of the zoo or of a user, its sizes, its dtype, and which of its computations."""

from __future__ import annotations

from dataclasses import dataclass

FORWARD, TRAIN, DECODE, GENERATE = "forward", "train", "decode", "generate"
NO_OPTIMIZER = "none"
OPTIMIZERS = ("adamw", "adam", "sgd", "adagrad", "rmsprop", "adamax", "adadelta", "nadam", "radam", NO_OPTIMIZER)


@dataclass(frozen=True)
class ModelRequest:
    """Options of ``npusim run --model``; None means the preset's value.

    Attributes:
        model: ``NAME[:PRESET]``, or ``package.module:factory``, or ``file.py:factory``.
        batch: samples.
        seq: see `Sizes`.
        dtype: torch's name of the dtype of parameters and inputs, such as ``bfloat16``.
        task: `FORWARD`; `TRAIN`: forward, backward and an update of the parameters; `DECODE`: one new token beside
            a full cache; `GENERATE`: greedy search for ``new_tokens`` tokens behind a prompt.
        seed: of parameters and inputs.
        cache: of `GENERATE`: ``dynamic`` grows, ``static`` has its full size from the start.
        optimizer: of `TRAIN`: one of `OPTIMIZERS`; `NO_OPTIMIZER` leaves the parameters as they are.
        steps: of `TRAIN`: how many, all on the same batch.
    """

    model: str
    batch: int | None = None
    seq: int | None = None
    dtype: str = "float32"
    task: str = FORWARD
    seed: int = 0
    new_tokens: int = 0
    cache: str = "dynamic"
    optimizer: str = "adamw"
    steps: int = 1
