"""Properties of the target processor's vector unit that the emitted code depends on."""

from npusim.simulator.native.host_cpu import chosen_processor


def vector_bytes() -> int:
    """Width of the vector registers in bytes: 64 with AVX-512, 32 with AVX2, else 16."""
    return chosen_processor().vector_bytes
