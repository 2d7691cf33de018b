"""What lowerings ask of the graph while Inductor lowers a function of an operator, such as FlexAttention's masks."""

import functools
from collections.abc import Callable
from typing import Any


def naming_current_node(run_node: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Wraps the method that lowers one node of such a function: `V.graph.current_node` is that node, not the operator
    whose function it belongs to.
    """

    @functools.wraps(run_node)
    def wrapped(graph: Any, node: Any) -> Any:
        graph.current_node = node
        return run_node(graph, node)

    return wrapped
