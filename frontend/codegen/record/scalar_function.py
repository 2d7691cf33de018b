"""Functions of scalars, such as the combine function of a scan, as lines of a kernel's body."""

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.graph.work import chain_cycles, vector_slots
from npusim.frontend.codegen.record.handler import Recording, RecordingHandler
from npusim.frontend.codegen.text.body import BodyWriter
from npusim.frontend.inductor.api import OpsValue, V
from npusim.frontend.mlir_writer.text import NameSource
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.machine import Machine


class ScalarFunction:
    """A function of Inductor's `ops`, recorded once and written as often as needed.

    Args:
        function: called with one value per argument; returns one value or several.
        arguments: their dtypes.

    Raises:
        UnsupportedError: it uses an operation that the device does not have, or loads from memory.

    Attributes:
        dtypes: of the results.
    """

    def __init__(self, function: Callable[..., Any], arguments: Sequence[torch.dtype]) -> None:
        self._graph = Graph()
        recording = Recording(Domain((), ()), Sizes(V.graph.sizevars), _no_buffer, graph=self._graph)
        self._arguments = [
            self._graph.value("partial", (), dtype, (f"argument {i}",)) for i, dtype in enumerate(arguments)
        ]
        handler = RecordingHandler(recording)
        with V.set_ops_handler(handler):
            found = function(*map(OpsValue, self._arguments))
        results = found if isinstance(found, (tuple, list)) else (found,)
        self._results: list[Value] = [r.value if isinstance(r, OpsValue) else r for r in results]
        self._builder = handler.builder

    @property
    def dtypes(self) -> list[torch.dtype]:
        return [result.dtype for result in self._results]

    def converted(self, targets: Sequence[torch.dtype]) -> None:
        """Converts the results to other dtypes."""
        self._results = [
            self._builder.convert(result, dtype) for result, dtype in zip(self._results, targets, strict=True)
        ]

    def work(self, machine: Machine) -> tuple[float, int]:
        """Issue slots of the vector unit per vector of results, and cycles of the longest chain of operations."""
        values = self._graph.reachable(self._results)
        return vector_slots(values, machine), chain_cycles(values, machine)

    def write(self, names: NameSource, arguments: Sequence[str]) -> tuple[list[str], list[str]]:
        """Lines that compute the function, and the names of its results; bools are i8, as in tiles.

        Args:
            names: makes fresh SSA names.
            arguments: names of the arguments' elements.
        """
        constants: list[str] = []

        def constant(value: Value) -> str:
            name = names.fresh("cst")
            constants.append(f"{name} = arith.constant {dtypes.literal(value.attributes[0], value.dtype)}")
            return name

        writer = BodyWriter(names, {}, constant, _no_loop, _no_size)
        zero = constant(self._builder.const(0, torch.int8))
        for value, name in zip(self._arguments, arguments, strict=True):
            writer.bind(value, writer.from_memory(name, value.dtype, zero))
        results = [writer.to_memory(writer.name(value), value.dtype) for value in self._results]
        return [*constants, *writer.lines], results


def _no_buffer(name: str) -> torch.dtype:
    raise UnsupportedError(
        f"a function of scalars cannot load from {name} on the device; pass what it needs as a value"
    )


def _no_loop(_writer: BodyWriter, symbol: sympy.Symbol) -> str:
    raise UnsupportedError(f"a function of scalars cannot use the loop variable {symbol}")


def _no_size(size: sympy.Expr) -> str:
    raise UnsupportedError(f"a function of scalars cannot use the size {size} on the device; make it a tensor")
