"""Base class of the templates that sort keys."""

from collections.abc import Sequence
from typing import Any

from npusim.mlir_templates.common.body_template import MappingT, MLIRBodyTemplate


class MLIRKeyTemplate(MLIRBodyTemplate[MappingT]):
    """A kernel on row-major rows of i64 keys (rows, n), one tensor per element of a key, the most significant first."""

    def __init__(
        self, input_nodes: Sequence[Any], layout: Any, others: Sequence[Any], workspace: Sequence[Any] = ()
    ) -> None:
        super().__init__("sort", input_nodes, layout, others, workspace)
