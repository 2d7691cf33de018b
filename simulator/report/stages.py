"""The stages of a program, as text: kept in the store, so that runs that find the program compiled have them too."""

import re
from itertools import count

from npusim.simulator.report.run_dir import RunDirectory
from npusim.simulator.system import store


class Stages:
    """The stages of one program.

    Args:
        key: of the program's stages in the store; each stage is an entry, which says how many there are.
        kernel: name of the kernel. The entries may have been made for an equal kernel of another name.
        machine: name of the machine.
    """

    def __init__(self, key: store.Key, kernel: str, machine: str) -> None:
        self._key, self._kernel, self._machine = key, kernel, machine
        self._stages: list[tuple[str, str]] = []
        self._linkable = False
        self.load()

    @property
    def complete(self) -> bool:
        """Whether the store has the stages."""
        return bool(self._stages)

    def load(self) -> None:
        """Reads the stages from the store; none if one is missing or damaged."""
        stages: list[tuple[str, str]] = []
        for number in count():
            entry = store.read_entry(self._numbered(number))
            if entry is None:
                return
            self._linkable = entry.about["name"] == self._kernel
            stages.append((entry.about["stage"], self._renamed(entry)))
            if len(stages) == int(entry.about["of"]):
                break
        self._stages = stages

    def dump(self, stage: str, text: str) -> None:
        """Records a stage's text; the compilers call this in order."""
        self._stages.append((stage, text))

    def save(self) -> None:
        """Writes the recorded stages to the store."""
        of = str(len(self._stages))
        for number, (stage, text) in enumerate(self._stages):
            about = {"name": self._kernel, "machine": self._machine, "stage": stage, "of": of}
            store.write(self._numbered(number), text.encode(), **about)
        self._linkable = True

    def publish(self, folder: RunDirectory, below: str) -> None:
        """Puts the stages below a folder of the run: links to the store, or the texts where that cannot be."""
        for number, (stage, text) in enumerate(self._stages):
            name = f"{below}/{number}-{stage}.mlir"
            if not (self._linkable and folder.link(name, self._numbered(number).path)):
                folder.write_text(name, text)

    def _numbered(self, number: int) -> store.Key:
        return self._key._replace(digest=f"{self._key.digest}-{number}")

    def _renamed(self, entry: store.Entry) -> str:
        text = entry.content.decode()
        return text if self._linkable else re.sub(rf"@{re.escape(entry.about['name'])}\b", f"@{self._kernel}", text)
