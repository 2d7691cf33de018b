"""Steps of attention with running sums: every row keeps its largest score and its sum of weights so far."""

from npusim.frontend.template.elements import Element
from npusim.frontend.template.tile_math import Body
from npusim.mlir_templates.attention.flash.text import KEY_DIMS, FlashText

_INFINITY = float("inf")


class ForwardSteps:
    """Prints the steps that the template's text calls.

    Attributes:
        logsumexp_unit: what the logsumexp is divided by.
    """

    logsumexp_unit = 1.0

    def __init__(self, text: FlashText) -> None:
        self.text, self.math, self.kernel = text, text.math, text.kernel

    def score(self, position: str) -> str:
        """Loads the tile of keys at a position and multiplies the queries with it."""
        tile = f"K_at_{position}"
        self.text.same_tile(tile, "K_tile", {"k": position})
        load = self.kernel.load_input("K", tile, [position if dim == "k" else dim for dim in KEY_DIMS])
        return "\n".join([load, self.math.fill("scores", 0.0), self.kernel.contract("scores", "Q_tile", "K_tile")])

    def find_largest(self) -> str:
        """Finds the largest score of every row of the tile."""

        def body(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            return [at.maximum(outs[0], ins[0])]

        return self.math.compute(["tile_largest"], ["scores"], body)

    def update_rows(self) -> str:
        """Updates the largest scores, the shift of scores (0 for rows without visible keys), the decay and the sums."""

        def body(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            largest, _, _, total = outs
            updated = at.maximum(largest, self.text.exponent(at, ins[0]))
            nothing = at.equal(updated, at.number(-_INFINITY))
            shift = at.select(nothing, at.number(0.0), updated)
            decay = at.exp(at.sub(largest, shift))
            return [updated, shift, decay, at.mul(total, decay)]

        return self.math.compute(["largest", "shift", "decay", "total"], ["tile_largest"], body)

    def weigh(self) -> str:
        """Computes the weights of the tile and adds them to the total."""

        def body(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            score, shift, *kept = ins
            weight = at.exp(at.sub(self.text.exponent(at, score), shift))
            return [self.text.dropped(at, weight, kept), at.add(outs[1], weight)]

        return self.math.compute(["weights", "total"], ["scores", "shift", *self.text.kept_tiles], body)

    def decay(self, added: str | None = None) -> str:
        """Scales down the weighted sum of values so far, with a product that is not yet part of it."""

        def body(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            factor, *product = ins
            return [at.mul(at.add(outs[0], product[0]) if product else outs[0], factor)]

        return self.math.compute(["mixed"], ["decay", added] if added else ["decay"], body)

    def finish(self) -> str:
        """Divides by the total and computes the logsumexp."""

        def divide(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            return [at.div(self.text.scaled_up(at, ins[0]), self.text.divisor(at, ins[1]))]

        def logarithm(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            found = self.text.logsumexp(at, *ins)
            return [found if self.logsumexp_unit == 1.0 else at.mul(found, at.number(1 / self.logsumexp_unit))]

        mixed = self.math.compute(["Y_tile"], ["mixed", "total"], divide)
        return f"{mixed}\n{self.math.compute(['LSE_tile'], ['total', 'largest'], logarithm)}"
