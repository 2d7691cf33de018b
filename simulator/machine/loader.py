"""Finding and reading machine files.

A machine is found by name in the folders of `NPUSIM_MACHINE_PATH` (separated like `PATH`), then among the
shipped ones; anything that ends in `.yaml` or `.yml`, or contains a path separator, is read as a file.
"""

import difflib
import functools
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from npusim.simulator.errors import MachineError
from npusim.simulator.machine.energy import EnergyTable
from npusim.simulator.machine.model import Machine
from npusim.simulator.machine.vector_table import VectorEntry
from npusim.simulator.system.environment import folders
from npusim.simulator.system.file_errors import reason
from npusim.simulator.system.yaml_files import YamlError, parse_mapping
from pydantic import BaseModel, ValidationError

_TABLES: dict[str, type[BaseModel]] = {"energy": EnergyTable, "vector_operations": VectorEntry}
_SHIPPED = Path(__file__).resolve().parent.parent / "machines"
_SUFFIXES = (".yaml", ".yml")


def machine_names() -> list[str]:
    """Names that `load_machine` accepts, sorted."""
    return sorted({path.stem for folder in _folders() for path in _machine_files(folder)})


def load_machine(name_or_path: str | Path) -> Machine:
    """Reads a machine by name or from a YAML file.

    Raises:
        MachineError: no such machine or file, text that is not YAML, an unknown key, an impossible value.
    """
    path = _find(name_or_path)
    return parse_machine(_read(path), source=str(path))


@functools.lru_cache(maxsize=64)
def parse_machine(text: str, *, source: str) -> Machine:
    """Builds a machine from YAML text; `source` names the file in error messages.

    The same text gives the same (frozen) machine: YAML takes milliseconds, and code generation asks for every kernel.
    """
    try:
        values = parse_mapping(text, "a machine is a mapping of keys to values; see docs/machines.md")
    except YamlError as error:
        raise MachineError(f"{source}: {error}") from error
    return parse_values(values, source=source)


def parse_values(values: Mapping[str, Any], *, source: str) -> Machine:
    """Builds a machine from its keys and values; `source` names where they come from in error messages.

    Raises:
        MachineError: an unknown key, an impossible value.
    """
    try:
        return Machine.model_validate(values)
    except ValidationError as error:
        raise MachineError(_explain(error, source)) from error


def _folders() -> Iterator[Path]:
    yield from folders("MACHINE_PATH")
    yield _SHIPPED


def _machine_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.suffix in _SUFFIXES] if folder.is_dir() else []


def _find(name_or_path: str | Path) -> Path:
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or text.endswith(_SUFFIXES) or os.sep in text:
        if not Path(text).is_file():
            raise MachineError(f"there is no machine file {text!r}")
        return Path(text)
    for folder in _folders():
        for path in _machine_files(folder):
            if path.stem == text:
                return path
    names = machine_names()
    raise MachineError(f"there is no machine {text!r}{_suggest(text, names)}; known machines: {', '.join(names)}")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MachineError(f"{path}: cannot be read: {reason(error)}") from error


def _suggest(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def _explain(error: ValidationError, source: str) -> str:
    return "\n".join(f"{source}: {_explain_one(detail)}" for detail in error.errors())


def _explain_one(detail: Any) -> str:
    where = ".".join(str(part) for part in detail["loc"])
    table = _TABLES.get(str(detail["loc"][0]), Machine) if len(detail["loc"]) > 1 else Machine
    last = str(detail["loc"][-1]) if detail["loc"] else ""
    if detail["type"] == "extra_forbidden":
        keys = list(table.model_fields)
        hint = _suggest(last, keys) or f"; allowed keys: {', '.join(keys)}"
        return f"key {where!r} is unknown{hint}"
    if detail["type"] == "missing":
        return f"key {where!r} is missing ({table.model_fields[last].description})"
    message = str(detail["msg"]).removeprefix("Value error, ")
    if not where:
        return message
    field = Machine.model_fields.get(str(detail["loc"][0]))
    meaning = f" ({field.description})" if field is not None else ""
    return f"key {where!r} has the value {detail['input']!r}: {message}{meaning}"
