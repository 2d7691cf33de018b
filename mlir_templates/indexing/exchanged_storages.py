"""Arguments that get the memory of another tensor (`x.data = y`)."""

from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V


@register_lowering(torch.ops.aten.set_.source_Tensor)
def lower_set(target: Any, source: Any) -> None:
    """Inductor's call at run time, behind what reads the argument: it computes that when it is asked for, which may be
    later.
    """
    target.realize()
    V.graph.mark_buffer_mutated(target.get_name())
