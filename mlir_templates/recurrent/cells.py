"""What one step of each kind of recurrent layer computes from its gates, and the gradients, element by element.

Gates lie as in PyTorch: i, f, g, o of an LSTM (Hochreiter and Schmidhuber 1997; Gers et al. 2000), r, z, n of a GRU
(Cho et al. 2014, in PyTorch's form). The part of a gate that comes from the input and the one from the hidden state
arrive apart.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from npusim.frontend.template.elements import Element, Elements


@dataclass(frozen=True)
class Stepped:
    """Results of one step: the hidden state, the carried state (None without one), what the backward needs."""

    hidden: Element
    carried: Element | None
    kept: Sequence[Element]


@dataclass(frozen=True)
class Differentiated:
    """Gradients of one step.

    Attributes:
        inputs: of the gates' parts from the input.
        hiddens: of the gates' parts from the hidden state.
        direct: of the hidden state before, without what comes through the gates; None for 0.
        carried: of the carried state before; None without one.
    """

    inputs: Sequence[Element]
    hiddens: Sequence[Element]
    direct: Element | None = None
    carried: Element | None = None


class Cell(ABC):
    """What the kernels of a kind of layer compute.

    Attributes:
        vector_operations, gradient_operations: operations per element of a step, for estimates.
    """

    vector_operations: int
    gradient_operations: int

    @abstractmethod
    def step(
        self, at: Elements, inputs: Sequence[Element], hiddens: Sequence[Element], carried: Element | None
    ) -> Stepped:
        """One step, from the gates' parts from the input and from the hidden state, and the carried state."""

    @abstractmethod
    def differentiate(
        self, at: Elements, grad: Element, hidden: Element, kept: Sequence[Element], carried: Sequence[Element]
    ) -> Differentiated:
        """The gradients.

        Args:
            grad: of the hidden state after the step.
            hidden: that state.
            kept: what the forward kept.
            carried: with a second state: it before and after the step, and the gradient of the latter.
        """


class Lstm(Cell):
    """Long short-term memory."""

    vector_operations, gradient_operations = 60, 45

    def step(
        self, at: Elements, inputs: Sequence[Element], hiddens: Sequence[Element], carried: Element | None
    ) -> Stepped:
        assert carried is not None
        i, f, g, o = (at.add(x, h) for x, h in zip(inputs, hiddens, strict=True))
        i, f, g, o = at.sigmoid(i), at.sigmoid(f), at.tanh(g), at.sigmoid(o)
        cell = at.add(at.mul(f, carried), at.mul(i, g))
        return Stepped(at.mul(o, at.tanh(cell)), cell, (i, f, g, o))

    def differentiate(
        self, at: Elements, grad: Element, hidden: Element, kept: Sequence[Element], carried: Sequence[Element]
    ) -> Differentiated:
        i, f, g, o = kept
        before, after, of_cell = carried
        squashed = at.tanh(after)
        of_cell = at.add(of_cell, through_tanh(at, at.mul(grad, o), squashed))
        gates = (
            through_sigmoid(at, at.mul(of_cell, g), i),
            through_sigmoid(at, at.mul(of_cell, before), f),
            through_tanh(at, at.mul(of_cell, i), g),
            through_sigmoid(at, at.mul(grad, squashed), o),
        )
        return Differentiated(gates, gates, carried=at.mul(of_cell, f))


class Gru(Cell):
    """Gated recurrent unit. It keeps r, z, n and the part of n from the hidden state."""

    vector_operations, gradient_operations = 45, 30

    def step(
        self, at: Elements, inputs: Sequence[Element], hiddens: Sequence[Element], carried: Element | None
    ) -> Stepped:
        assert carried is not None
        r, z = (at.sigmoid(at.add(x, h)) for x, h in zip(inputs[:2], hiddens[:2], strict=True))
        n = at.tanh(at.add(inputs[2], at.mul(r, hiddens[2])))
        hidden = at.add(at.mul(at.sub(carried, n), z), n)
        return Stepped(hidden, hidden, (r, z, n, hiddens[2]))

    def differentiate(
        self, at: Elements, grad: Element, hidden: Element, kept: Sequence[Element], carried: Sequence[Element]
    ) -> Differentiated:
        r, z, n, of_hidden = kept
        of_n = through_tanh(at, at.mul(grad, at.sub(one(at, z), z)), n)
        # The state before, less n, times z is the state after, less n.
        of_z = at.mul(grad, at.mul(at.sub(hidden, n), at.sub(one(at, z), z)))
        of_r = through_sigmoid(at, at.mul(of_n, of_hidden), r)
        return Differentiated((of_r, of_z, of_n), (of_r, of_z, at.mul(of_n, r)), direct=at.mul(grad, z))


class Tanh(Cell):
    """The plain layer with tanh; the hidden state is all that its backward needs."""

    vector_operations, gradient_operations = 18, 8

    def step(
        self, at: Elements, inputs: Sequence[Element], hiddens: Sequence[Element], carried: Element | None
    ) -> Stepped:
        return Stepped(at.tanh(at.add(inputs[0], hiddens[0])), None, ())

    def differentiate(
        self, at: Elements, grad: Element, hidden: Element, kept: Sequence[Element], carried: Sequence[Element]
    ) -> Differentiated:
        gate = through_tanh(at, grad, hidden)
        return Differentiated((gate,), (gate,))


class Relu(Cell):
    """The plain layer with ReLU."""

    vector_operations, gradient_operations = 6, 6

    def step(
        self, at: Elements, inputs: Sequence[Element], hiddens: Sequence[Element], carried: Element | None
    ) -> Stepped:
        total = at.add(inputs[0], hiddens[0])
        return Stepped(at.maximum(total, at.constant(0.0, total.dtype)), None, ())

    def differentiate(
        self, at: Elements, grad: Element, hidden: Element, kept: Sequence[Element], carried: Sequence[Element]
    ) -> Differentiated:
        zero = at.constant(0.0, grad.dtype)
        gate = at.select(at.at_least(zero, hidden), zero, grad)
        return Differentiated((gate,), (gate,))


CELLS: dict[str, Cell] = {"lstm": Lstm(), "gru": Gru(), "rnn_tanh": Tanh(), "rnn_relu": Relu()}
"""The kinds of layers by name."""


def one(at: Elements, like: Element) -> Element:
    """1 in the dtype of another element."""
    return at.constant(1.0, like.dtype)


def through_sigmoid(at: Elements, grad: Element, value: Element) -> Element:
    """The gradient of a sigmoid's argument."""
    return at.mul(grad, at.mul(value, at.sub(one(at, value), value)))


def through_tanh(at: Elements, grad: Element, value: Element) -> Element:
    """The gradient of a hyperbolic tangent's argument."""
    return at.mul(grad, at.sub(one(at, value), at.mul(value, value)))
