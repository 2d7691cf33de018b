"""Mapping spaces: the interface between templates and the strategies that choose mappings."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from npusim.frontend.mapping.entry import FileEntry
from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import Machine

MappingT = TypeVar("MappingT")

#: Part of a scratchpad that tiles may fill; the rest is for constants and scalars of epilogues.
USABLE_SCRATCHPAD = (15, 16)

_families: dict[str, type["MappingSpace[Any]"]] = {}


class MappingSpace(ABC, Generic[MappingT]):
    """All mappings of one kernel on one machine; a mapping is a frozen dataclass of the template.

    Attributes:
        family: the template's name in mapping files and reports, such as `gemm`; every subclass that sets one is known
            to the reader of mapping files.
        file_key: the form of the shape's key in mapping files, such as `M_N_K`.
        machine: the machine.
        key: the shape in that form, such as `512_512_512`.
    """

    family: ClassVar[str] = ""
    file_key: ClassVar[str] = ""
    machine: Machine
    key: str

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__dict__.get("family"):
            _families[cls.family] = cls

    @abstractmethod
    def candidates(self) -> Iterable[MappingT]:
        """Mappings worth trying; they need not fit the scratchpad."""

    @abstractmethod
    def scratchpad_bytes(self, mapping: MappingT) -> int:
        """Bytes per lane of all tiles with their slots."""

    @abstractmethod
    def estimate_cycles(self, mapping: MappingT) -> float:
        """Cycles by the cost model."""

    @abstractmethod
    def from_entry(self, entry: FileEntry) -> MappingT:
        """The mapping that an entry of a mapping file describes; the entry's methods raise its errors."""

    @abstractmethod
    def to_entry(self, mapping: MappingT) -> dict[str, Any]:
        """The mapping as an entry of a mapping file, the inverse of `from_entry`."""

    def default(self) -> MappingT:
        """The cost model's choice.

        Raises:
            ScratchpadOverflowError: nothing fits.
        """
        return min(self.fitting(), key=self.estimate_cycles)

    def resident(self) -> MappingT | None:
        """The mapping that strategy `resident` takes: an operand waits in the scratchpad, as measured compilers have
        it; None: the template has none.
        """
        return None

    def describe(self) -> str:
        """The kind of kernel, for messages: `a matrix product`."""
        return f"template {self.family}"

    def in_whole_groups(self, mapping: MappingT) -> bool:
        """Whether tiles hold whole groups of elements that prologues compute together (`PrologueWork.multiples`).

        The spaces of templates with `fuses_prologue` define it: where operands are computed in groups, a space that
        does not is an error.
        """
        return True

    @classmethod
    def knows_groups(cls) -> bool:
        """Whether the space says which tiles hold whole groups."""
        return cls.in_whole_groups is not MappingSpace.in_whole_groups

    def fits(self, mapping: MappingT) -> bool:
        """Whether the tiles hold whole groups and fit the scratchpad."""
        return self.in_whole_groups(mapping) and self._fits_scratchpad(mapping)

    def _fits_scratchpad(self, mapping: MappingT) -> bool:
        used, whole = USABLE_SCRATCHPAD
        return self.scratchpad_bytes(mapping) <= self.machine.scratchpad_bytes_per_lane * used // whole

    def fitting(self) -> Sequence[MappingT]:
        """The candidates that fit.

        Raises:
            ScratchpadOverflowError: there is none.
        """
        found = list(self._fitting())
        if not found:
            raise ScratchpadOverflowError(
                f"no tiles of {self.describe()} fit the scratchpad of machine {self.machine.name} "
                f"({self.machine.scratchpad_kib_per_lane} KiB per lane); raise scratchpad_kib_per_lane"
            )
        return found

    def first_fitting(self) -> MappingT:
        """The first candidate that fits, for spaces that yield preferred mappings first.

        Where none fits by the estimate, the last one: if its tiles indeed do not fit, allocating them reports by how
        much.
        """
        last = None
        for mapping in self.candidates():
            if self.fits(mapping):
                return mapping
            last = mapping
        assert last is not None
        return last

    def _fitting(self) -> Iterable[MappingT]:
        return (mapping for mapping in self.candidates() if self.fits(mapping))

    def best(self, count: int) -> list[MappingT]:
        """The default, then the candidates with the fewest estimated cycles: at most `count` in all."""
        default = self.default()
        others = sorted((m for m in self._fitting() if m != default), key=self.estimate_cycles)
        return [default, *others[: count - 1]]


class RuledSpace(MappingSpace[MappingT]):
    """A space whose default is found by rules; the cost model ranks the others, for tuning."""

    @abstractmethod
    def by_rules(self) -> MappingT | None:
        """The default; None where the rules choose nothing that is a mapping of this kernel."""

    @abstractmethod
    def others(self) -> Iterable[MappingT]:
        """Mappings worth trying beside the default; may contain it."""

    def default(self) -> MappingT:
        """The mapping that the rules choose, else the cost model's choice."""
        chosen = self.by_rules()
        return super().default() if chosen is None else chosen

    def candidates(self) -> Iterable[MappingT]:
        """The default, then the others, each once."""
        chosen = self.by_rules()
        return dict.fromkeys([*([] if chosen is None else [chosen]), *self.others()])


def families() -> dict[str, type[MappingSpace[Any]]]:
    """Every template's space that is loaded, by name."""
    return dict(_families)
