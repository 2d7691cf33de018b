"""Operators with results whose number of rows depends on data.

A kernel writes each of them to the front of a table that has room for the largest one, and the number of rows, which
all of them have, beside them. `npusim::first_rows` reads that number when the program runs and cuts the fronts out.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.eager.own_operators import register_eager_kernel
from npusim.frontend.inductor.core_api import OpOverload
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.frontend.settings import lowering_changes
from npusim.simulator.errors import OptionError

Largest = Callable[..., Any]
"""The operator's arguments to its largest result: sizes of one with the first tensor's dtype, or a tensor for each."""

_tables: dict[OpOverload, OpOverload] = {}
_largest: dict[OpOverload, Largest] = {}  # of the operator's implementation that was registered last


def register_table(operator: OpOverload, largest: Largest) -> OpOverload:
    """Defines the operator that gives the tables and the number of rows, and makes `operator` the front of the tables.

    All implementations of an operator share the tables; they have the sizes that the last one asks for.
    """
    _largest[operator] = largest
    if operator in _tables:
        lowering_changes.add()
        return _tables[operator]
    table = _tables[operator] = _define_table(operator)

    def front(*args: Any, **kwargs: Any) -> Any:
        *tables, count = table(*args, **kwargs)
        results = torch.ops.npusim.first_rows(tables, count)
        return results[0] if len(results) == 1 else tuple(results)

    register_decomposition(operator)(front)
    register_eager_kernel(operator, front)
    return table


def _define_table(operator: OpOverload) -> OpOverload:
    schema = operator._schema
    if {str(result.type) for result in schema.returns} != {"Tensor"}:
        raise OptionError(f"register_kernel: largest= is for operators whose results are tensors, not for {schema}")
    namespace, name = schema.name.split("::")
    arguments = str(schema).partition("(")[2].rpartition(" -> ")[0]
    library = torch.library.Library(namespace, "FRAGMENT")
    library.define(f"{name}_table({arguments} -> ({'Tensor, ' * len(schema.returns)}Tensor)")
    table: OpOverload = getattr(getattr(torch.ops, namespace), f"{name}_table").default
    _libraries.append(library)

    def fake(*args: Any, **kwargs: Any) -> tuple[torch.Tensor, ...]:
        like = next(value for value in args if isinstance(value, torch.Tensor))
        tables = _as_tensors(_largest[operator](*args, **kwargs), like)
        if len(tables) != len(schema.returns):
            raise OptionError(
                f"register_kernel: {schema.name}: largest= gives {len(tables)} of its {len(schema.returns)} results"
            )
        return *tables, like.new_empty(1, dtype=torch.int64)

    torch.library.register_fake(table, fake, lib=library)
    return table


def _as_tensors(largest: Any, like: torch.Tensor) -> Sequence[torch.Tensor]:
    if isinstance(largest, torch.Tensor):
        return [largest]
    return largest if isinstance(largest[0], torch.Tensor) else [like.new_empty(largest)]


_libraries: list[torch.library.Library] = []
"""What a library defines goes when it goes."""
