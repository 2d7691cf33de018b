"""Prints what the kernels of recurrent layers do at a step."""

from collections.abc import Callable, Sequence
from itertools import islice

import torch
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer.indices import Number, applied
from npusim.frontend.mlir_writer.memory import Memref, part
from npusim.frontend.mlir_writer.structured import Operand, generic
from npusim.frontend.template.contraction import multiply_accumulate
from npusim.frontend.template.elements import Element
from npusim.frontend.template.writer import Walked, Writer
from npusim.mlir_templates.recurrent.cells import CELLS
from npusim.mlir_templates.recurrent.problem import Layer, LayerTiling, keeps_state_apart

_PART = ("b", "j")
Body = Callable[[Sequence[Element], Sequence[Element]], Sequence[Element]]


class LayerSteps:
    """What the forward and the backward kernel have in common."""

    def __init__(self, kernel: MLIRTemplateKernel, layer: Layer, tiling: LayerTiling) -> None:
        self.kernel, self.layer, self.tiling = kernel, layer, tiling
        self.writer = Writer(kernel.size)
        self.kind, self.cell = layer.kind, CELLS[layer.name]
        whole = {"g": self.kind.gates, "a": max(1, self.kind.kept), "k": layer.hidden, "jw": layer.hidden, "first": 1}
        for name, size in whole.items():
            kernel.walk_whole(name, size)
        if self.has_one_part:
            kernel.walk_whole("j", layer.hidden)

    @property
    def has_one_part(self) -> bool:
        """Whether a tile holds the whole hidden state."""
        return self.tiling.j >= self.layer.hidden

    # -- positions

    def open_parts(self) -> str:
        """Opens the loop over the parts of the hidden state; nothing where there is one."""
        if self.has_one_part:
            return ""
        return self.kernel.for_loop("j", self.layer.hidden, self.tiling.j)

    def close_parts(self) -> str:
        """Ends that loop."""
        return "" if self.has_one_part else self.kernel.end_loop()

    def position(self, name: str, step: str, backwards: bool) -> str:
        """Defines a variable that counts the steps as `step` does, or from the last one back."""
        self.kernel.walk(name, self.layer.steps, 1)
        count = self.kernel.size(self.layer.steps)
        expression = applied("s0 - d0 - 1", [f"%{step}"], [count]) if backwards else applied("d0", [f"%{step}"])
        return f"%{name} = affine.apply {expression}"

    def load_first(self, name: str, tile: str, loops: Sequence[str]) -> str:
        """Loads a state that the kernel begins with, or its gradient."""
        return self.kernel.fill(tile, 0) if name in self.layer.zeros else self.kernel.dma_load(name, tile, loops)

    def at_part(self, name: str) -> Memref:
        """The part of a tile of the whole hidden state that the loop over hidden elements is at."""
        tile = self.kernel.tile(name)
        if self.has_one_part:
            return tile
        return part(self.writer, tile, [0, "%j"], [self.tiling.b, self.tiling.j])

    def each(self, name: str) -> list[Memref]:
        """The gates of a tile, or what else lies side by side in it, one by one."""
        tile = self.kernel.tile(name)
        b, count, j = tile.shape
        return [part(self.writer, tile, [0, gate, 0], [b, 1, j], without=[1]) for gate in range(count)]

    def weights(self) -> Memref:
        """The rows of the weights that the loop over hidden elements is at."""
        tile = self.kernel.tile("weights")
        if self.has_one_part or not self.tiling.resident:
            return tile
        gates, _, width = tile.shape
        offsets: list[Number] = [0, "%j", 0]
        return part(self.writer, tile, offsets, [gates, self.tiling.j, width])

    # -- compute

    def sum_products(self, out: Operand, left: Operand, right: Operand) -> str:
        """`out += left * right`, summed over the loops that `out` lacks."""
        loops = [*out.axes, *(axis for axis in left.axes if axis not in out.axes)]
        kinds = [self.kernel.tile(name).dtype for name in ("weights", "weights", "sums")]
        body = multiply_accumulate(kinds[0], kinds[1], kinds[2])
        self.writer.add(generic(loops, [left, right], [out], body.arguments, body.lines, [body.result]))
        return self.writer.take()

    def copy(self, source: Memref, target: Memref) -> str:
        """Copies a tile, or a part of one, into another one of its shape."""
        self.writer.pointwise([source], [target], lambda x, old: [self.writer.at.convert(x, old.dtype)])
        return self.writer.take()

    def compute(self, inputs: Sequence[Walked], outputs: Sequence[Memref], body: Body) -> str:
        """Computes on parts of the hidden state.

        Args:
            body: gets the inputs' elements in the dtype of sums and the outputs' old ones, and returns their new ones.
        """
        at = self.writer.at

        def converted(*given: Element) -> list[Element]:
            read, old = given[: len(inputs)], given[len(inputs) :]
            found = body([at.convert(x, self.layer.wide) for x in read], old)
            return [at.convert(x, y.dtype) for x, y in zip(found, old, strict=True)]

        self.writer.generic(_PART, inputs, [(tile, _PART) for tile in outputs], converted)
        return self.writer.take()

    # -- sequences with a length each

    def lengths(self) -> list[Walked]:
        """The tile of lengths, as the last input of what is computed; nothing where all sequences have all steps."""
        return [(self.kernel.tile("lengths"), _PART[:1])] if self.layer.has_lengths else []

    def within(self, then: Element, otherwise: Element, length: Sequence[Element]) -> Element:
        """An element at a step that the sequence has, or another one at others."""
        if not length:
            return then
        at = self.writer.at
        step = at.convert(at.from_index("%t", torch.int64), length[0].dtype)
        return at.select(at.less(step, length[0]), then, at.convert(otherwise, then.dtype))


class ForwardSteps(LayerSteps):
    """Prints the forward kernel's steps."""

    @property
    def state(self) -> str:
        """Name of the tile with the hidden state before the step."""
        return "state" if self.has_state_apart else "output"

    @property
    def has_state_apart(self) -> bool:
        """Whether the products read another tile than that of outputs."""
        return keeps_state_apart(self.layer, self.tiling)

    def begin_carrying(self) -> str:
        """Carries on from the first state, of which a part was loaded."""
        return self.copy(self.kernel.tile("carried_part"), self.at_part("carried"))

    def begin_hidden(self) -> str:
        """Begins with the first hidden state, of which a part was loaded, for sequences that do not have the step."""
        return self.copy(self.kernel.tile("output"), self.at_part("next"))

    def end_carrying(self) -> str:
        """The part of the carried state that the last step left, in the layer's dtype."""
        return self.copy(self.at_part("carried"), self.kernel.tile("carried_part"))

    def multiply(self) -> str:
        """The gates' parts from the hidden state."""
        state = Operand(self.kernel.tile(self.state), ["b", "k"])
        out = Operand(self.kernel.tile("sums"), ["b", "g", "j"])
        return self.sum_products(out, state, Operand(self.weights(), ["g", "j", "k"]))

    def step(self) -> str:
        """The states after the step from the gates."""
        at, kind, kernel = self.writer.at, self.kind, self.kernel
        gates = [*self.each("inputs"), *self.each("sums")]
        inputs: list[Walked] = [(gate, _PART) for gate in gates]
        inputs += [(kernel.tile("bias"), _PART[1:])] if self.layer.has_bias else []
        inputs += self.lengths()
        hidden = [kernel.tile("output"), *([self.at_part("next")] if self.has_state_apart else [])]
        carried = [self.at_part("carried")] if kind.carries else []
        stored = [kernel.tile("carried_part")] if self.layer.keeps and kind.has_cell else []
        kept = self.each("kept") if "kept" in kernel.tiles else []

        def body(given: Sequence[Element], old: Sequence[Element]) -> list[Element]:
            of_inputs, of_hidden, bias, length = split(given, kind.gates, kind.gates, self.layer.has_bias, None)
            if bias:
                of_hidden = [*of_hidden[:-1], at.add(of_hidden[-1], bias[0])]
            found = self.cell.step(at, of_inputs, of_hidden, old[len(hidden)] if carried else None)
            after = self.within(found.hidden, old[len(hidden) - 1], length)
            states = []
            if found.carried is not None:
                states = [self.within(found.carried, old[len(hidden)], length)] * (len(carried) + len(stored))
            return [*[after] * len(hidden), *states, *(found.kept if kept else ())]

        return self.compute(inputs, [*hidden, *carried, *stored, *kept], body)

    def advance(self) -> str:
        """The hidden state after the step becomes the one before the next."""
        b, k = self.kernel.tile("state").shape
        return self.copy(part(self.writer, self.kernel.tile("next"), [0, 0], [b, k]), self.kernel.tile("state"))


class BackwardSteps(LayerSteps):
    """Prints the backward kernel's steps."""

    def begin(self, name: str) -> str:
        """Begins with the gradient of a last state, of which a part was loaded."""
        return self.copy(self.kernel.tile("edge"), self.at_part(name))

    def end(self, name: str) -> str:
        """The part of a first state's gradient that the last step left, in the layer's dtype."""
        return self.copy(self.at_part(name), self.kernel.tile("edge"))

    def differentiate(self) -> str:
        """The gradients of the gates, and what the states before get without products."""
        at, kind, kernel = self.writer.at, self.kind, self.kernel
        tiles = [kernel.tile("output_grads"), self.at_part("state_grads")]
        tiles += [kernel.tile("before"), kernel.tile("after")] if kind.has_cell else [kernel.tile("output")]
        tiles += self.each("kept") if kind.kept else []
        of_inputs = self.each("input_grads")
        apart = kind.has_own_gate
        of_hidden = [*self.each("hidden_grads"), kernel.tile("own_grads")] if apart else []
        direct = [self.at_part("sums")] if apart or self.layer.has_lengths else []
        carried = [self.at_part("carried_grads")] if kind.has_cell else []

        def body(given: Sequence[Element], old: Sequence[Element]) -> list[Element]:
            of_output, of_state, states, kept, length = split(given, 1, 1, 1 + kind.has_cell, kind.kept, None)
            grad = at.add(of_output[0], of_state[0])
            if kind.has_cell:
                found = self.cell.differentiate(at, grad, grad, kept, [*states, old[-1]])
            else:
                found = self.cell.differentiate(at, grad, states[0], kept, [])
            zero = at.constant(0.0, grad.dtype)
            gates = [*found.inputs, *([*found.hiddens, found.hiddens[-1]] if apart else [])]
            results = [self.within(x, zero, length) for x in gates]
            if direct:
                before = self.within(zero if found.direct is None else found.direct, grad, length)
                results.append(at.add(old[len(gates)], before))
            if found.carried is not None:
                results.append(self.within(found.carried, old[-1], length))
            return results

        walked: list[Walked] = [*((tile, _PART) for tile in tiles), *self.lengths()]
        return self.compute(walked, [*of_inputs, *of_hidden, *direct, *carried], body)

    def multiply(self) -> str:
        """The gradient of the hidden state before, through the gates of the part."""
        gates = self.kernel.tile("hidden_grads" if self.kind.has_own_gate else "input_grads")
        out = Operand(self.kernel.tile("sums"), ["b", "k"])
        return self.sum_products(out, Operand(gates, ["b", "g", "j"]), Operand(self.weights(), ["g", "j", "k"]))

    def advance(self) -> str:
        """The gradient of the hidden state before becomes the one after the step before."""
        return self.copy(self.kernel.tile("sums"), self.kernel.tile("state_grads"))


def split(values: Sequence[Element], *counts: int | None) -> list[list[Element]]:
    """The values in parts of some lengths; None takes the rest."""
    rest = iter(values)
    return [list(rest if count is None else islice(rest, count)) for count in counts]
