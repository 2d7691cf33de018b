"""Packages: a program as one zip file of MLIR, JSON and safetensors; nothing in it is executed or unpacked to disk.

What is read comes from anybody. Names, sizes and numbers are checked before they are used, and whatever does not belong
there is refused.
"""

import hashlib
import json
import os
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from npusim.simulator.errors import PackageError
from npusim.simulator.programs import safetensors
from npusim.simulator.programs.content import FORMAT, FORMAT_VERSION, KERNEL_FILE, Content
from npusim.simulator.programs.program import Program
from npusim.simulator.system.file_errors import reason
from pydantic import ValidationError

CONTENT, VALUES, WEIGHTS = "program.json", "values.safetensors", "weights.safetensors"
_TENSORS = (VALUES, WEIGHTS)
_WEIGHT = "allocation."
_MOST_FILES = 100_000
_MOST_BYTES = {CONTENT: 1 << 28}
_MOST_KERNEL_BYTES = 1 << 24
_MOST_TEXT_BYTES = 1 << 29
_MOST_RATIO = 200
_DATE = (1980, 1, 1, 0, 0, 0)  # the same program gives the same bytes
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    OverflowError,
    ValueError,
)


def write_package(program: Program, path: Path) -> None:
    """Writes a package, whole or not at all. The same program gives the same bytes.

    Raises:
        PackageError: the file cannot be written.
    """
    try:
        with _replacing(path) as file, zipfile.ZipFile(file, "w") as package:
            _write(package, program)
    except OSError as error:
        raise PackageError(f"{path} cannot be written: {reason(error)}; nothing was left there") from error


def _write(package: zipfile.ZipFile, program: Program) -> None:
    rest = program.content.model_dump(mode="json", exclude_defaults=True, exclude={"steps"})
    steps = [
        {"step": step.step, **step.model_dump(mode="json", exclude_defaults=True)} for step in program.content.steps
    ]
    content = {"format": FORMAT, "version": FORMAT_VERSION, **rest, "steps": steps}
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    package.writestr(_entry(CONTENT, zipfile.ZIP_DEFLATED), text)
    for entry, kernel in zip(program.content.kernels, program.texts, strict=True):
        package.writestr(_entry(entry.file, zipfile.ZIP_DEFLATED), kernel)
    weights = {f"{_WEIGHT}{number}": content for number, content in program.weights.items()}
    for name, tensors in ((VALUES, program.values), (WEIGHTS, weights)):
        if tensors:
            with package.open(_entry(name, zipfile.ZIP_STORED), "w", force_zip64=True) as file:
                safetensors.write(file, tensors)


def _entry(name: str, compression: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _DATE)
    info.compress_type, info.external_attr = compression, 0o644 << 16
    return info


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_package(path: Path, *, weights: bool = False) -> Program:
    """Reads and checks a package; its kernels are parsed when they are first used.

    Args:
        path: the file.
        weights: whether the saved contents of allocations are read, if there are any.

    Raises:
        PackageError: the file cannot be read, or is no package that this version can trust; the message says why.
    """
    try:
        with zipfile.ZipFile(path) as package:
            return _program(path.stem, _Files(package), weights)
    except PackageError as error:
        raise PackageError(f"{path}: {error}") from error
    except OSError as error:
        raise PackageError(f"{path} cannot be read: {reason(error)}") from error
    except _DAMAGED as error:
        raise PackageError(f"{path} is no package, or it is damaged ({' '.join(str(error).split())})") from error


class _Files:
    """The files of a package, by name; read within their limits."""

    def __init__(self, package: zipfile.ZipFile) -> None:
        self._package = package
        infos = package.infolist()
        if len(infos) > _MOST_FILES:
            raise PackageError(f"it has {len(infos)} files, more than the {_MOST_FILES} that a package may have")
        self._infos = {info.filename: info for info in infos}
        if len(self._infos) != len(infos):
            raise PackageError("it has two files of the same name")
        for info in infos:
            _check_file(info, package)
        texts = sum(info.file_size for info in infos if info.filename not in _TENSORS)
        if texts > _MOST_TEXT_BYTES:
            raise PackageError(f"its texts have {texts:,} bytes, more than the {_MOST_TEXT_BYTES:,} allowed")

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    @property
    def kernels(self) -> set[str]:
        """Names of the files that are kernels."""
        return {name for name in self._infos if name not in (CONTENT, *_TENSORS)}

    def read(self, name: str) -> bytes:
        """The content of a file."""
        if name not in self._infos:
            raise PackageError(f"the file {name} is missing")
        info = self._infos[name]
        with self._package.open(info) as file:
            content = file.read(info.file_size + 1)
        if len(content) != info.file_size:
            raise PackageError(f"{name} has another size than the package says")
        return content

    def text(self, name: str) -> str:
        """The content of a text file."""
        try:
            return self.read(name).decode()
        except UnicodeDecodeError as error:
            raise PackageError(f"{name} is not UTF-8 text") from error

    def tensors(self, name: str) -> dict[str, bytes]:
        """The content of a safetensors file; nothing if there is none."""
        if name not in self._infos:
            return {}
        try:
            return safetensors.read(self.read(name))
        except ValueError as error:
            raise PackageError(f"{name}: {error}") from error


def _check_file(info: zipfile.ZipInfo, package: zipfile.ZipFile) -> None:
    name = info.filename
    if name not in (CONTENT, *_TENSORS) and not re.fullmatch(KERNEL_FILE.removesuffix("$"), name):
        raise PackageError(f"the file {name[:200]!r} does not belong into a package")
    if info.flag_bits & 1:
        raise PackageError(f"{name} is encrypted")
    if name in _TENSORS:
        if info.compress_type != zipfile.ZIP_STORED:
            raise PackageError(f"{name} is compressed; tensors are stored as they are")
        return
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackageError(f"{name} is compressed in an unknown way")
    most = _MOST_BYTES.get(name, _MOST_KERNEL_BYTES)
    if info.file_size > most or (info.file_size > 1 << 20 and info.file_size > _MOST_RATIO * info.compress_size):
        raise PackageError(f"{name} would have {info.file_size:,} bytes when unpacked, more than a package may hold")


def _program(name: str, files: _Files, weights: bool) -> Program:
    content = _content(files.read(CONTENT))
    named = [entry.file for entry in content.kernels]
    if len(set(named)) != len(named) or set(named) != files.kernels:
        raise PackageError(f"the kernels that {CONTENT} names are not those in the package")
    texts = tuple(files.text(file) for file in named)
    for entry, text in zip(content.kernels, texts, strict=True):
        if hashlib.sha256(text.encode()).hexdigest() != entry.digest:
            raise PackageError(f"{entry.file} is not the text that the program was made of: its SHA-256 differs")
    kept = _weights(files.tensors(WEIGHTS), content) if weights else {}
    return Program(name, content, texts, files.tensors(VALUES), kept)


def _content(text: bytes) -> Content:
    try:
        values = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise PackageError(f"{CONTENT} is no JSON: {error}") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise PackageError(f"{CONTENT} describes no program of npusim")
    if values.get("version") != FORMAT_VERSION:
        raise PackageError(
            f"it has version {values.get('version')!r} of the format, and this npusim reads version {FORMAT_VERSION}; "
            "capture and save the program again with this npusim"
        )
    try:
        return Content.model_validate(values)
    except ValidationError as error:
        raise PackageError(f"{CONTENT}: {_explained(error)}") from error
    except RecursionError as error:
        raise PackageError(f"{CONTENT} is nested too deeply") from error


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _explained(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))[:200]
    message = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message


def _weights(tensors: Mapping[str, bytes], content: Content) -> dict[int, bytes]:
    found = {}
    for name, data in tensors.items():
        number = name.removeprefix(_WEIGHT)
        known = name.startswith(_WEIGHT) and number.isascii() and number.isdecimal() and len(number) < 10
        if not known or int(number) >= len(content.allocations):
            raise PackageError(f"{WEIGHTS}: {name[:200]!r} is no allocation of the program")
        if len(data) != content.allocations[int(number)].bytes:
            raise PackageError(f"{WEIGHTS}: {name} has {len(data)} bytes, not those of its allocation")
        found[int(number)] = data
    return found
