"""How the scores of an attention come from the products of queries and keys."""

import math
from dataclasses import dataclass
from typing import Any

_FAR = -9999.0


@dataclass(frozen=True)
class Dropout:
    """Which weights are kept.

    Attributes:
        kept: bools (B, H, S, T), true where a weight is kept; the others are zero, after the softmax.
        probability: of a weight to be zero.
    """

    kept: Any
    probability: float

    @property
    def factor(self) -> float:
        """What weights that are kept are multiplied with, so that their mean stays."""
        return 0.0 if self.probability == 1.0 else 1.0 / (1.0 - self.probability)


@dataclass(frozen=True)
class Scoring:
    """`scale * product + mask`, and what the softmax makes of it.

    Attributes:
        scale: factor of the products.
        is_causal: a query sees the keys up to its own position.
        hidden: the score of what a mask of bools hides, whatever its product; None: -inf is added to it, as PyTorch's
            operator does, so that products that are not finite give NaN.
        empty_rows_are_nan: of a query all whose scores are -inf the result is NaN, as a softmax gives it; else zeros,
            as PyTorch's operator gives them.
        dropout: of the weights; None: all are kept.
    """

    scale: float
    is_causal: bool = False
    hidden: float | None = None
    empty_rows_are_nan: bool = False
    dropout: Dropout | None = None

    @property
    def far_below(self) -> float | None:
        """The score of what is hidden if it is finite and far below all others, else None.

        A hidden key then has a weight only where all keys are hidden, and all have the same. The logsumexp of such a
        row would lose the number of keys by rounding: it is -inf instead, and the backward knows the number.
        """
        is_far = self.hidden is not None and -math.inf < self.hidden <= _FAR
        return self.hidden if is_far else None
