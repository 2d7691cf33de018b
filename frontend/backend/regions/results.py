"""What layers that are traced once return: tensors, and None among them."""

import dataclasses
from typing import Any

from npusim.frontend.inductor.tracing_api import InvokeSubgraphHigherOrderVariable, TupleVariable


@dataclasses.dataclass(frozen=True)
class Results:
    """What a layer returns: the places of None in its tuple, which a region's results cannot be.

    Attributes:
        nothing: None as Dynamo has it, by place.
    """

    nothing: dict[int, Any]

    @classmethod
    def of(cls, result: Any) -> "Results":
        items = result.items if type(result) is TupleVariable else []
        return cls({place: item for place, item in enumerate(items) if item.is_constant_none()})

    def without_none(self, result: Any) -> Any:
        if not self.nothing:
            return result
        return TupleVariable([item for place, item in enumerate(result.items) if place not in self.nothing])

    def completed(self, result: Any) -> Any:
        """The tuple that the layer returns, of the results of its region."""
        if not self.nothing:
            return result
        items = list(result.items)
        for place, item in self.nothing.items():
            items.insert(place, item)
        return TupleVariable(items)


class Region(InvokeSubgraphHigherOrderVariable):  # type: ignore[misc]
    """Dynamo's variable for the operator that calls a region, here without effects, and for functions that return
    tuples with None in them; `results` is what the function returned.
    """

    supports_input_mutation = allow_side_effects = False

    def create_wrapped_node(self, *args: Any, **kwargs: Any) -> Any:
        operands, keywords, values, result, *rest = super().create_wrapped_node(*args, **kwargs)
        self.results = Results.of(result)
        return operands, keywords, values, self.results.without_none(result), *rest
