"""What of a program a launch belongs to.

Kernels are shared by all places of a program that need the same text, so this belongs to the place that launches
(the call site), not to the kernel.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Origin:
    """The node of the program's graph that a launch is attributed to.

    Attributes:
        module: path of the innermost `nn.Module`, such as `encoder.layer.3.attention`; empty outside of modules.
        operator: the operator that the program called, such as `aten.addmm`.
        source: `file:line` of the program.
        phase: `forward`, `backward` or `optimizer`; empty when unknown.
    """

    module: str = ""
    operator: str = ""
    source: str = ""
    phase: str = ""


UNKNOWN = Origin()
"""Of kernels that no compiled graph launches."""
