"""`npusim run lstm`, `gru` and `rnn`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import FLOATING, Build, Operator, register_operators
from npusim.mlir_templates.recurrent.kinds import KINDS

if TYPE_CHECKING:
    from torch import Tensor


def _layer(kind: str) -> Build:
    def build(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
        steps, rows, features, hidden = request.shape
        gates = KINDS[kind].gates * hidden
        weights = [make.make(gates, width) for width in (features, hidden)]
        states = [make.make(1, rows, hidden) for _ in range(2 if kind == "lstm" else 1)]
        operator = getattr(make.torch, kind)

        def call(x: Tensor, of_input: Tensor, of_hidden: Tensor, *first: Tensor) -> Tensor:
            scaled = [weight * hidden**-0.5 for weight in (of_input, of_hidden)]
            state = first if kind == "lstm" else first[0]
            outputs: Tensor = operator(x, state, scaled, False, 1, 0.0, False, False, False)[0]
            return outputs

        return call, [make.make(steps, rows, features), *weights, *states]

    return build


register_operators(
    *(
        Operator(
            name,
            f"one layer of {what}",
            ("STEPS", "ROWS", "FEATURES", "HIDDEN"),
            (16, 32, 128, 128),
            _layer(kind),
            dtypes=FLOATING,
        )
        for name, kind, what in (("lstm", "lstm", "LSTM"), ("gru", "gru", "GRU"), ("rnn", "rnn_tanh", "RNN with tanh"))
    )
)
