"""What a kernel does with its tiles, for the estimate of their cycles."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from npusim.frontend.codegen.emit.emitter import Emitter
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.mlir_ops import EXPENSIVE
from npusim.frontend.codegen.graph.passes import Passes
from npusim.frontend.codegen.graph.work import chain_cycles, vector_cycles, vector_slots
from npusim.frontend.codegen.schedule.tile_cycles import Indexed, PassWork
from npusim.simulator.machine import Machine


def pass_work(probe: Emitter, passes: Passes, machine: Machine) -> list[PassWork]:
    """The passes over a tile that holds whole rows, the first of which computes the addresses of gathers."""
    work = _Work(probe, machine)
    addresses = list(dict.fromkeys(v for load in _gathers(probe) for v in probe.graph.indirect_values(load.index)))
    computed = [work.of(addresses)] if addresses else []
    groups = [work.of([r.args[0] for r in group], group) for group in passes.reductions if group]
    full, reduced = (
        [v for s in stores for v in probe.graph.stored_with(s)] for stores in (passes.full, passes.reduced)
    )
    if groups and not full:
        return [*computed, *groups, *work.of_rows(reduced)]
    stored = full if groups else [*full, *reduced]
    return [*computed, *groups, *([work.of(stored)] if stored else [])]


def indexed_work(probe: Emitter) -> list[Indexed]:
    """The gathers and scatters of a kernel."""
    found, depths = list[Indexed](), dict[int, int]()
    for load in _gathers(probe):
        behind = probe.graph.reachable(probe.graph.indirect_values(load.index))
        depths[load.number] = depth = 1 + max((depths.get(value.number, 0) for value in behind), default=0)
        neighbours = next(iter(probe.neighbours_dims(load.index)), None)
        found.append(Indexed(probe.deps(load), dtypes.bits(load.dtype) / 8, neighbours, False, depth))
    for store in probe.graph.stores:
        if probe.access(store.index) is None:
            neighbours = next(iter(probe.neighbours_dims(store.index)), None)
            found.append(Indexed(probe.parallel_dims, dtypes.bits(store.value.dtype) / 8, neighbours, True, 0))
    return found


def _gathers(probe: Emitter) -> list[Value]:
    return [value for value in probe.graph.live() if probe.is_gather(value)]


@dataclass
class _Work:
    """Passes, the earlier ones first: costly values stay in tiles, and so do those of a row."""

    probe: Emitter
    machine: Machine
    kept: set[int] = field(default_factory=set)

    def of(self, targets: Sequence[Value], reductions: Sequence[Value] = ()) -> PassWork:
        slots, chain, row_chain, parts = 0.0, 0, 0, list[tuple[frozenset[int], float]]()
        costly: list[Value] = []
        for number, target in enumerate(targets):
            computed, read, narrow = self._walk(target)
            operations = [*computed, *reductions[number : number + 1]]
            loads, stores = sum(map(_words, read)), 0.0 if reductions else _words(target)
            slots += vector_cycles(vector_slots(operations, self.machine), loads, stores, self.machine)
            chain = max(chain, chain_cycles(operations, self.machine))
            parts += self._parts(narrow)
            ends = {operand.number for value in computed for operand in value.args}
            costly += [v for v in narrow if v.number in ends and self.probe.expensive(v)]
            costly = [v for v in costly if not self.probe.after_reduction(v)]
            of_rows = [v for v in narrow if self.probe.after_reduction(v)]
            if of_rows:
                row_chain = max(row_chain, self.machine.vector_latency_cycles + chain_cycles(of_rows, self.machine))
            self.kept.update(v.number for v in (*narrow, *(v for v in computed if v.op in EXPENSIVE)))
        return PassWork(slots, chain, row_chain, len(reductions), tuple(parts), self._chains(costly))

    def of_rows(self, targets: Sequence[Value]) -> list[PassWork]:
        """What is computed of the rows' results before it is stored, if there is anything."""
        found: dict[int, Value] = {}
        for target in targets:
            computed, _, narrow = self._walk(target)
            found |= {v.number: v for v in (*computed, *narrow)}
        values = list(found.values())
        return [PassWork(0.0, 0, chain_cycles(values, self.machine), 0, self._parts(values))] if values else []

    def _parts(self, values: Sequence[Value]) -> tuple[tuple[frozenset[int], float], ...]:
        """Dimensions and cycles per element of values that vary along fewer than the tile has."""
        return tuple(
            (self.probe.deps(v), vector_cycles(vector_slots([v], self.machine), 0, 0, self.machine)) for v in values
        )

    def _chains(self, values: Sequence[Value]) -> tuple[tuple[frozenset[int], int], ...]:
        """Dimensions of costly values of fewer dimensions than the tile has, and their latency from what is loaded."""
        graph = self.probe.graph
        return tuple((self.probe.deps(v), chain_cycles(graph.reachable([v]), self.machine)) for v in values)

    def _walk(self, target: Value) -> tuple[list[Value], list[Value], list[Value]]:
        """The values that an operation over whole tiles computes for a target, those that it reads, and the new ones of
        fewer dimensions that are computed before it; operands before their users.
        """
        whole, seen, stack = self.probe.deps(target), dict[int, Value](), [target]
        while stack:
            value = stack.pop()
            if value.number not in seen and value.op != "reduce":
                seen[value.number] = value
                stack += [] if value.op == "load" or value.number in self.kept else value.args
        values = [seen[number] for number in sorted(seen)]
        across = [v for v in values if self.probe.deps(v) >= whole]
        read = [v for v in across if v.op == "load" or v.number in self.kept]
        narrow = [v for v in values if self.probe.deps(v) and not self.probe.deps(v) >= whole]
        narrow = [v for v in narrow if v.op != "load" and v.number not in self.kept]
        return [v for v in across if v not in read], read, narrow


def _words(value: Value) -> float:
    return dtypes.bits(value.dtype) / 32
