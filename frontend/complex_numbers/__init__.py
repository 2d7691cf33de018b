"""Complex numbers as pairs of real ones: kernels see only real tensors.

A complex tensor is a buffer of pairs (real part, imaginary part), one more axis of two at the end. A pass over the
graph rewrites every operator on complex tensors by its rule (`register_complex`) into operators on real ones; graph
inputs and results stay complex tensors that share the memory of their pairs.
"""

from npusim.frontend.complex_numbers.graph_tracing import graph_constant
from npusim.frontend.complex_numbers.host_operands import pairs_on_device
from npusim.frontend.complex_numbers.pair import Pair, pair_of
from npusim.frontend.complex_numbers.rules import SameCall, has_rule, register_complex
from npusim.frontend.complex_numbers.views import stored

__all__ = [
    "Pair",
    "SameCall",
    "graph_constant",
    "has_rule",
    "pair_of",
    "pairs_on_device",
    "register_complex",
    "stored",
]
