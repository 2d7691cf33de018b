"""Estimated cost of prologues, before there is a kernel."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from npusim.frontend.codegen.fused.prologue import NotAPrologue, Prologue, RecordedPrologue
from npusim.frontend.codegen.fused.zero_padding import vanishes
from npusim.frontend.codegen.graph import access as accesses
from npusim.frontend.codegen.graph.box_masks import Box, box_of_access
from npusim.frontend.codegen.graph.buffers import InductorEnvironment
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.domain import loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.graph.work import vector_cycles, vector_slots
from npusim.frontend.codegen.schedule.placement import Placement, Plan
from npusim.frontend.codegen.schedule.tiles import TiledDim
from npusim.frontend.inductor.api import Kernel, V
from npusim.frontend.mlir_writer.text import Block, Names
from npusim.simulator.machine import Machine

_GUARD_OPERATIONS = 2
"""Vector operations of one guard: a comparison and a selection."""


class MemoryLoop(NamedTuple):
    """A loop that a read moves along: the dimension of the operand, elements of it for an iteration, the iterations,
    and the bytes between their elements.
    """

    dim: int
    step: int
    iterations: int
    apart: int


@dataclass(frozen=True)
class PrologueWork:
    """Cost of a prologue per element of its operand.

    Attributes:
        bytes_read: from memory.
        tile_bytes: of the tiles it is computed from, the operand's own not counted.
        vector_cycles: of the vector unit.
        row_exchanges: elements that go through the cross-lane unit, per row of a tile: every lane needs the values that
            do not vary along the dimension across the lanes.
        row_stride_bytes: from one row to the next of the buffer that most bytes are read from.
        memory_element_bytes: of an element of that buffer.
        multiples: for every dimension of the operand, elements that a tile must hold a multiple of; for a stepped
            dimension, the multiple if tiles had an axis for it, 0 if they cannot.
        runs: for every dimension, elements of its innermost part: neighbours whose quotients are equal.
        order: the dimensions by stride in the buffer that most bytes are read from, the largest first.
        loops: along which that buffer is read, the nearest elements first.
    """

    bytes_read: float
    tile_bytes: float
    vector_cycles: float
    row_exchanges: float = 0.0
    row_stride_bytes: int = 0
    memory_element_bytes: int = 0
    multiples: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    loops: tuple[MemoryLoop, ...] = ()


def measure_prologue(prologue: Prologue, machine: Machine) -> PrologueWork:
    """The work of a prologue.

    Raises:
        NotAPrologue: it reads something that is no strided transfer.
        IndexMismatch, UnsupportedError: its nodes cannot be recorded.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(Kernel(increase_kernel_count=False))
    recorded = prologue.record(sizes, environment)
    work = _Measure(prologue, recorded, sizes, environment, machine).work()
    return replace(work, multiples=_with_stepped(prologue, work.multiples, machine))


def _with_stepped(prologue: Prologue, multiples: tuple[int, ...], machine: Machine) -> tuple[int, ...]:
    """The multiples, where those of stepped dimensions are measured as if tiles had axes for them."""
    stepped = prologue.operand.stepped
    if not stepped:
        return multiples
    try:
        tiled = measure_prologue(replace(prologue, operand=replace(prologue.operand, stepped=())), machine).multiples
    except CannotShareKernel:
        tiled = ()
    same = bool(tiled) and all(tiled[dim] == each for dim, each in enumerate(multiples) if dim not in stepped)
    return tuple((tiled[dim] if same else 0) if dim in stepped else each for dim, each in enumerate(multiples))


class _Measure:
    def __init__(
        self,
        prologue: Prologue,
        recorded: RecordedPrologue,
        sizes: Sizes,
        environment: InductorEnvironment,
        machine: Machine,
    ) -> None:
        self.operand, self.recorded, self.sizes = prologue.operand, recorded, sizes
        self.environment, self.machine = environment, machine
        self.parts, self.loops = recorded.split_dims.parts, recorded.recording.domain.dims
        self.boxes: dict[int, Box] = {}
        self.accesses = {load.number: self._strided(load) for load in recorded.loads}

    def work(self) -> PrologueWork:
        shares = {load.number: self._share(load) for load in self.recorded.loads}
        moved = sum(shares[load.number] * self._requested(load) for load in self.recorded.loads)
        largest = max(self.recorded.loads, key=lambda load: shares[load.number], default=None)
        strides = {} if largest is None else self._strides(self.accesses[largest.number])
        dims, element_bytes = range(len(self.parts)), 0 if largest is None else largest.dtype.itemsize
        return PrologueWork(
            bytes_read=moved,
            tile_bytes=sum(shares.values()),
            vector_cycles=self._vector_cycles(),
            row_exchanges=float(self._spread_loads() * self.machine.vector_lanes),
            row_stride_bytes=element_bytes * max(strides.values(), default=0),
            memory_element_bytes=element_bytes,
            multiples=tuple(self.recorded.split_dims.multiple(dim, self.sizes) for dim in dims),
            runs=tuple(max(1, self.sizes.hint(self.loops[parts[-1]].size)) for parts in self.parts),
            order=tuple(sorted(dims, key=lambda dim: self._place(dim, strides))),
            loops=() if largest is None else self._memory_loops(self.accesses[largest.number], element_bytes),
        )

    def _strided(self, load: Value) -> accesses.Access:
        """The strided access of a load, at one step of the stepped dimensions; raises NotAPrologue if it has none."""
        recording = self.recorded.recording
        steps = {self.loops[self.parts[d][0]].symbol: loop_symbol(f"{d}_at") for d in self.operand.stepped}
        access = accesses.affine(load.index.xreplace(steps), self.loops, self.sizes, recording.graph.indirect)
        if access is None:
            raise NotAPrologue(f"{load.buffer} is read at computed addresses, which would be gathered for every tile")
        if load.mask is None or accesses.stays_inside(access, self.loops, self.environment.extent(load.buffer)):
            return access
        box = box_of_access(load.mask, access, self.loops, list(steps))
        if box is None:
            raise NotAPrologue(f"{load.buffer} is read under a mask that may leave it, which would be gathered")
        self.boxes[load.number] = box
        return access

    def _requested(self, load: Value) -> float:
        """Bytes that the memory moves for each byte of a load: what lies between its elements comes with a request, and
        is of no use unless it belongs to the same group of elements.
        """
        steps = [step for stride in self.accesses[load.number].strides if (step := abs(self.sizes.hint(stride)))]
        if not steps or any(len(parts) > 1 for parts in self.parts):
            return 1.0
        return float(min(*steps, max(1, self.machine.dram_request_bytes // load.dtype.itemsize)))

    def _share(self, load: Value) -> float:
        """Bytes of the tiles that a load fills, per element of the operand."""
        read = self.accesses[load.number].dims
        return float(load.dtype.itemsize * self._part(read) * self._covered(load))

    def _part(self, dims: Iterable[int]) -> float:
        """Elements of some dimensions per element of all of them."""
        others = set(range(len(self.loops))) - set(dims)
        return 1 / math.prod(max(1, self.sizes.hint(self.loops[d].size)) for d in others)

    def _covered(self, load: Value) -> float:
        """The part of the domain where a load has a value."""
        box, part = self.boxes.get(load.number, Box({}, {})), 1.0
        for d in box.dims:
            size = max(1, self.sizes.hint(self.loops[d].size))
            low = max((int(bound) for bound in box.lower.get(d, []) if bound.is_Integer), default=0)
            high = min((int(bound) for bound in box.upper.get(d, []) if bound.is_Integer), default=size)
            part *= max(0, min(size, high) - max(0, low)) / size
        return part

    def _strides(self, access: accesses.Access) -> Mapping[int, int]:
        """The largest stride along every dimension of the operand that an access moves along."""
        by_loop = {d: abs(self.sizes.hint(s)) for d, s in zip(access.dims, access.strides, strict=True)}
        found = {dim: max((by_loop.get(d, 0) for d in parts), default=0) for dim, parts in enumerate(self.parts)}
        return {dim: stride for dim, stride in found.items() if stride}

    def _memory_loops(self, access: accesses.Access, element_bytes: int) -> tuple[MemoryLoop, ...]:
        apart = {d: element_bytes * abs(self.sizes.hint(s)) for d, s in zip(access.dims, access.strides, strict=True)}
        loops = []
        for dim, parts in enumerate(self.parts):
            step = 1
            for part in reversed(parts):
                count = max(1, self.sizes.hint(self.loops[part].size))
                if apart.get(part):
                    loops.append(MemoryLoop(dim, step, count, apart[part]))
                step *= count
        return tuple(sorted(loops, key=lambda loop: loop.apart))

    def _place(self, dim: int, strides: Mapping[int, int]) -> tuple[bool, int]:
        """A sort key: dimensions of one element first, then by decreasing stride, broadcast dimensions last."""
        return not self.sizes.equal(self.operand.sizes[dim], 1), -strides.get(dim, 0)

    def _spread_loads(self) -> int:
        """Number of loads whose whole tile every lane needs."""
        lanes = set(self.parts[self.operand.lane_dim])
        return sum(bool(access.dims) and not lanes & set(access.dims) for access in self.accesses.values())

    def _vector_cycles(self) -> float:
        slots = self._slots() + self._guards() * _GUARD_OPERATIONS * self.machine.vector_slots("simple", "f32")
        return vector_cycles(slots, max(len(self.accesses), 1), 1, self.machine)

    def _slots(self) -> float:
        """Issue slots per element: costly values that vary along fewer dimensions have tiles of their own, as the
        emitter gives them, and those without dimensions are computed once.
        """
        placement, everywhere = self._placement(), frozenset(range(len(self.loops)))
        slots, operations, known = 0.0, [(self.recorded.value, everywhere)], set[int]()
        while operations:
            target, dims = operations.pop()
            if target.number in known:
                continue
            known.add(target.number)
            computed, stack = dict[int, Value](), [target]
            while stack:
                value = stack.pop()
                deps = placement.deps(value)
                if value is not target and deps < dims and (not deps or placement.expensive(value)):
                    operations += [(value, deps)] if deps else []
                elif value.number not in computed:
                    computed[value.number] = value
                    stack += value.args
            slots += self._part(dims) * vector_slots(computed.values(), self.machine)
        return slots

    def _placement(self) -> Placement:
        """Answers what values vary along, and which are costly."""
        stepped = {self.parts[d][0] for d in self.operand.stepped}
        dims = tuple(
            TiledDim(dim.symbol, dim.size, 1, None, dim.reduction, exact=False, stepped=number in stepped)
            for number, dim in enumerate(self.loops)
        )
        plan = Plan(dims, tuple(range(len(dims))), 0, (0,) * len(dims))
        return Placement(self.environment, self.recorded.recording.graph, plan, self.sizes, Names(), Block())

    def _guards(self) -> int:
        """Number of dimensions along which elements outside of the operand have to be set to 0."""
        graph = self.recorded.recording.graph
        sides = [self.parts[d][0] for d in self.operand.unaligned]
        return sum(not vanishes(self.recorded.value, d, graph, self._dims) for d in sides)

    def _dims(self, load: Value) -> Sequence[int]:
        return self.accesses[load.number].dims
