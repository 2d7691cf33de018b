"""The stages of a program, as text: kept in the store, so that runs that find the program compiled have them too."""

import re
from itertools import count

from npusim.simulator.report.folders.run_dir import RunDirectory
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
        self._names: list[str] = []
        self._texts: list[str] = []  # of stages that were recorded, not found
        self._stored_for = kernel
        self.load()

    @property
    def complete(self) -> bool:
        """Whether the store has the stages."""
        return bool(self._names)

    def load(self) -> None:
        """Looks the stages up in the store: none if one is missing or cut off."""
        names: list[str] = []
        for number in count():
            about = store.about(self._numbered(number))
            if about is None:
                return
            names.append(about["stage"])
            if len(names) == int(about["of"]):
                self._names, self._stored_for = names, about["name"]
                return

    def dump(self, stage: str, text: str) -> None:
        """Records a stage's text; the compilers call this in order."""
        self._names.append(stage)
        self._texts.append(text)

    def save(self) -> None:
        """Writes the recorded stages to the store."""
        of = str(len(self._names))
        for number, (stage, text) in enumerate(zip(self._names, self._texts, strict=True)):
            about = {"name": self._kernel, "machine": self._machine, "stage": stage, "of": of}
            store.write(self._numbered(number), text.encode(), **about)

    def publish(self, folder: RunDirectory, below: str) -> None:
        """Puts the stages below a folder of the run: links to the store, or texts where that cannot be."""
        for number, stage in enumerate(self._names):
            name = f"{below}/{number}-{stage}.mlir"
            if self._stored_for == self._kernel and folder.link(name, self._numbered(number).path):
                continue
            text = self._texts[number] if self._texts else self._read(number)
            if text is not None:
                folder.write_text(name, text)

    def _read(self, number: int) -> str | None:
        """A stage in the store, with the name of this kernel."""
        text = store.read(self._numbered(number))
        renamed = re.compile(rf"@{re.escape(self._stored_for)}\b")
        return None if text is None else renamed.sub(f"@{self._kernel}", text.decode())

    def _numbered(self, number: int) -> store.Key:
        return self._key._replace(digest=f"{self._key.digest}-{number}")
