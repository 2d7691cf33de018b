"""Kernels of equal text as one: a loop over their arguments."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from npusim.frontend.codegen.graph import metadata
from npusim.frontend.codegen.kernel import MLIRKernel
from npusim.scheduler import current_machine
from npusim.simulator.ir.kernel import parse_kernel

LARGEST_NUMBER_OF_ARGUMENTS = 256
"""Of one kernel; longer lists are launched in pieces."""
_ROUNDS_PER_CORE = 4
"""Cores share the tensors of a list if each has so many, and the loops over elements otherwise."""


@dataclass(frozen=True)
class ListKernel:
    """What is launched for some tensors of a list: text, name, metadata and arguments as of an `MLIRKernel`."""

    kernels: Sequence[MLIRKernel]
    text: str
    name: str
    meta: dict[str, Any]
    call_args: list[Any]

    @property
    def nodes(self) -> list[Any]:
        return [node for kernel in self.kernels for node in kernel.nodes]


def list_kernels(kernels: Sequence[MLIRKernel]) -> Iterator[ListKernel]:
    """Joins kernels of equal text, which may run in any order, into one kernel as far as its arguments allow."""
    equal: dict[str, list[MLIRKernel]] = defaultdict(list)
    for kernel in kernels:
        equal[kernel.text].append(kernel)
    for members in equal.values():
        most = max(1, LARGEST_NUMBER_OF_ARGUMENTS // max(1, len(members[0].call_args)))
        for some in (members[first : first + most] for first in range(0, len(members), most)):
            yield _joined(some) if len(some) > 1 else _alone(some[0])


def _alone(kernel: MLIRKernel) -> ListKernel:
    return ListKernel([kernel], kernel.text, kernel.name, kernel.meta, kernel.call_args)


@dataclass(frozen=True)
class _Parameter:
    """A parameter of the equal kernels, and the argument for each of them; one if they share it."""

    name: str
    type: str
    arguments: Sequence[Any]

    @property
    def names(self) -> list[str]:
        count = len(self.arguments)
        return [self.name] if count == 1 else [f"{self.name}_{number}" for number in range(count)]

    def choice(self) -> Iterator[str]:
        """The lines that choose the argument of an iteration."""
        if len(self.arguments) > 1:
            first, *others = (f"scf.yield {name} : {self.type}" for name in self.names)
            yield f"{self.name} = scf.index_switch %tensor -> {self.type}"
            yield from (f"case {number} {{ {line} }}" for number, line in enumerate(others, 1))
            yield f"default {{ {first} }}"


def _joined(kernels: Sequence[MLIRKernel]) -> ListKernel:
    parameters = sorted(_parameters(kernels), key=lambda parameter: parameter.type == "index")
    ops = metadata.origin_ops(kernels[0].nodes)
    text = "\n".join(_lines(parameters, kernels, metadata.function_name(ops))) + "\n"
    name = metadata.compose_kernel_name(ops, text)
    parse_kernel(text, source=name)
    nodes = [node for kernel in kernels for node in kernel.nodes]
    meta = {**kernels[0].meta, **metadata.describe(kernels[0].meta["kind"], nodes, ops)}
    return ListKernel(kernels, text, name, meta, [value for p in parameters for value in p.arguments])


def _parameters(kernels: Sequence[MLIRKernel]) -> Iterator[_Parameter]:
    for (name, type_), *arguments in zip(kernels[0].parameters, *(k.call_args for k in kernels), strict=True):
        same = all(str(argument) == str(arguments[0]) for argument in arguments)
        yield _Parameter(name, type_, arguments[:1] if same else arguments)


def _lines(parameters: Sequence[_Parameter], kernels: Sequence[MLIRKernel], function: str) -> Iterator[str]:
    declared = ", ".join(f"{name}: {p.type}" for p in parameters for name in p.names)
    body = kernels[0].body
    yield f"func.func @{function}({declared}) {{"
    yield "  %first_tensor = arith.constant 0 : index"
    yield f"  %tensors = arith.constant {len(kernels)} : index"
    yield "  %next_tensor = arith.constant 1 : index"
    yield from (line for line in body if _is_tile(line))
    yield "  scf.for %tensor = %first_tensor to %tensors step %next_tensor {"
    yield from (f"    {line}" for parameter in parameters for line in parameter.choice())
    yield from (f"  {line}" for line in body if not _is_tile(line))
    yield f"  }}{' {npu.parallel}' if len(kernels) >= _ROUNDS_PER_CORE * current_machine().cores else ''}"
    yield "  return"
    yield "}"


def _is_tile(line: str) -> bool:
    """Whether a line of a body allocates a tile: all iterations use the same tiles."""
    return '= "npu.alloc"() ' in line
