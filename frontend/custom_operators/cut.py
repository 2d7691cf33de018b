"""Operators with a result whose number of rows depends on data.

A kernel writes such a result to the front of a table that has room for the largest one, and beside it the number of
rows. `npusim::front` reads that number when the program runs and cuts the front out.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.custom_operators.eager import register_eager_kernel
from npusim.frontend.inductor.core_api import OpOverload
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.frontend.settings import lowering_changes
from npusim.simulator.errors import OptionError

Largest = Callable[..., Sequence[Any]]
"""The operator's arguments to the sizes of its largest result."""


_tables: dict[OpOverload, OpOverload] = {}
_largest: dict[OpOverload, Largest] = {}  # of the operator's implementation that was registered last


def register_table(operator: OpOverload, largest: Largest) -> OpOverload:
    """Defines the operator that gives the table and the number of rows, and makes `operator` the front of the table.

    All implementations of an operator share the table; it has the sizes that the last one asks for.
    """
    _largest[operator] = largest
    if operator in _tables:
        lowering_changes.add()
        return _tables[operator]
    table = _tables[operator] = _define_table(operator)

    def front(*args: Any, **kwargs: Any) -> Any:
        return torch.ops.npusim.front(*table(*args, **kwargs), 0)

    register_decomposition(operator)(front)
    register_eager_kernel(operator, front)
    return table


def _define_table(operator: OpOverload) -> OpOverload:
    schema = operator._schema
    if [str(result.type) for result in schema.returns] != ["Tensor"]:
        raise OptionError(f"register_kernel: largest= is for operators with one result, not for {schema}")
    namespace, name = schema.name.split("::")
    arguments = str(schema).partition("(")[2].rpartition(" -> ")[0]
    library = torch.library.Library(namespace, "FRAGMENT")
    library.define(f"{name}_table({arguments} -> (Tensor, Tensor)")
    table: OpOverload = getattr(getattr(torch.ops, namespace), f"{name}_table").default
    _libraries.append(library)

    def fake(*args: Any, **kwargs: Any) -> tuple[torch.Tensor, torch.Tensor]:
        like = next(value for value in args if isinstance(value, torch.Tensor))
        return like.new_empty(_largest[operator](*args, **kwargs)), like.new_empty(1, dtype=torch.int64)

    torch.library.register_fake(table, fake, lib=library)
    return table


_libraries: list[torch.library.Library] = []
"""What a library defines goes when it goes."""
