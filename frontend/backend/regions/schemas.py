"""The schema of a layer's region, by which AOTAutograd knows whether the region changes an operand.

Torch traces a region once more to find out. Of a layer that is traced once Dynamo has told already
(`npusim.frontend.backend.regions.marking`): it changes nothing, and returns tensors of its own.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import HopSchemaGenerator

_CHANGES_NOTHING = "npusim_changes_nothing"


def mark(region: torch.fx.GraphModule) -> None:
    """Notes that a region changes no operand."""
    region.meta[_CHANGES_NOTHING] = True


@around
def of_layers(stock: Callable[..., Any], operator: Any, subgraph: Any, identifier: Any, *operands: Any) -> Any:
    """Wraps `InvokeSubgraphHOP.gen_schema`."""
    is_layer = isinstance(subgraph, torch.fx.GraphModule) and subgraph.meta.get(_CHANGES_NOTHING, False)
    if not is_layer:
        return stock(operator, subgraph, identifier, *operands)
    schema = HopSchemaGenerator(operator)
    schema.add_arg("subgraph", subgraph)
    schema.add_arg("identifier", identifier)
    for number, operand in enumerate(operands):
        schema.add_arg(f"arg{number}", operand)
    for node in tree_leaves(subgraph.graph.output_node().args[0]):
        schema.add_output(node.meta["example_value"])
    return schema.gen_schema()
