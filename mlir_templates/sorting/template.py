"""What the templates that sort keys share."""

from collections.abc import Sequence
from typing import Any

from npusim.mlir_templates.body_template import MLIRBodyTemplate
from npusim.mlir_templates.sorting.tiling import SortTiling


class MLIRKeyTemplate(MLIRBodyTemplate):
    """A kernel on row-major rows of i64 keys (rows, n), one tensor per element of a key, the most significant first.

    Args:
        tiling: what the kernel holds in the scratchpad.
    """

    def __init__(
        self,
        input_nodes: Sequence[Any],
        layout: Any,
        others: Sequence[Any],
        workspace: Sequence[Any],
        tiling: SortTiling,
    ) -> None:
        super().__init__("sort", input_nodes, layout, others, workspace)
        self.tiling = tiling
