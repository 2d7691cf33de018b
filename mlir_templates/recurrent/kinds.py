"""The kinds of recurrent layers: what their tensors hold. Loads no compiler."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of layer.

    Attributes:
        gates: their number.
        kept: values per element of the hidden state that the forward keeps for the backward.
        has_cell: there is a second state.
        has_own_gate: the last gate's part from the hidden state has another gradient than its part from the input.
    """

    gates: int
    kept: int = 0
    has_cell: bool = False
    has_own_gate: bool = False

    @property
    def carries(self) -> bool:
        """Whether steps add to a state of the step before, which is carried in float32."""
        return self.has_cell or self.has_own_gate


KINDS = {
    "lstm": Kind(4, kept=4, has_cell=True),
    "gru": Kind(3, kept=4, has_own_gate=True),
    "rnn_tanh": Kind(1),
    "rnn_relu": Kind(1),
}
"""By name."""
