"""Lines of a template's kernel: index arithmetic, loops, tiles and their parts, pointwise operations."""

import itertools
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A tile or a view of one: its name, type and element type."""

    name: str
    type: str
    element: str = "i64"


class Writer:
    """Lines of a kernel, index arithmetic and loops."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers = itertools.count()
        self._constants: dict[int, str] = {}

    def define(self, operation: str) -> str:
        """Writes an operation; the name of its result."""
        name = f"%x{next(self._numbers)}"
        self.lines.append(f"{name} = {operation}")
        return name

    def fresh(self, stem: str) -> str:
        """A name that is not used yet."""
        return f"%{stem}_{next(self._numbers)}"

    def allocate(self, name: str, type_: str, lane_axis: int, slots: int = 1) -> None:
        """A tile."""
        self.lines.append(
            f'{name} = "npu.alloc"() {{lane_axis = {lane_axis} : i64, slots = {slots} : i64}} : () -> {type_}'
        )

    def index(self, value: int | str) -> str:
        """An index as an SSA name; names stay as they are, numbers are defined once, before everything else."""
        if isinstance(value, str):
            return value
        if value not in self._constants:
            self._constants[value] = f"%c{value}"
            self.lines.insert(0, f"%c{value} = arith.constant {value} : index")
        return self._constants[value]

    def calculate(self, operation: str, left: int | str, right: int | str) -> str:
        """`arith.<operation>` of two indices."""
        return self.define(f"arith.{operation} {self.index(left)}, {self.index(right)} : index")

    def any_bit(self, value: int | str, mask: int | str) -> str:
        """Whether two indices have a set bit in common."""
        return self.define(f"arith.cmpi ne, {self.calculate('andi', value, mask)}, {self.index(0)} : index")

    def choose(self, condition: str, then: int | str, otherwise: int | str) -> str:
        """One of two indices."""
        return self.define(f"arith.select {condition}, {self.index(then)}, {self.index(otherwise)} : index")

    @contextmanager
    def loop(self, start: int | str, end: int | str, step: int | str = 1, parallel: bool = False) -> Iterator[str]:
        """A loop; gives its variable."""
        bounds = [self.index(x) for x in (start, end, step)]
        name = f"%l{next(self._numbers)}"
        self.lines.append(f"scf.for {name} = {bounds[0]} to {bounds[1]} step {bounds[2]} {{")
        yield name
        self.lines.append("} {npu.parallel}" if parallel else "}")

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """A branch."""
        self.lines.append(f"scf.if {condition} {{")
        yield
        self.lines.append("}")

    def generic(
        self,
        maps: Sequence[str],
        rank: int,
        inputs: Sequence[Part],
        outputs: Sequence[Part],
        body: Callable[..., None],
        reduced: Container[int] = (),
        attributes: str = "",
    ) -> None:
        """A `linalg.generic` that reduces the loops `reduced`; `body` gets the names of all elements and writes the
        yield. Further attributes stand each behind a comma.
        """
        names = {f"%e{next(self._numbers)}": part.element for part in (*inputs, *outputs)}
        kinds = ", ".join('"reduction"' if loop in reduced else '"parallel"' for loop in range(rank))
        ins = _operands("ins", inputs)
        self.lines.append(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]{attributes}}}"
            f"{ins}{_operands('outs', outputs)} {{"
        )
        self.lines.append(f"^bb0({', '.join(f'{name}: {element}' for name, element in names.items())}):")
        body(*names)
        self.lines.append("}")


def _operands(kind: str, parts: Sequence[Part]) -> str:
    if not parts:
        return ""
    return f" {kind}({', '.join(p.name for p in parts)} : {', '.join(p.type for p in parts)})"


def identity(rank: int) -> str:
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({dims})>"
