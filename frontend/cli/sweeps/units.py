"""The units of a point, and the digests by which results are known."""

import contextlib
import functools
import hashlib
import json
from importlib import metadata
from pathlib import Path
from typing import Any

from npusim.frontend.cli.sweeps.database import Unit
from npusim.frontend.cli.sweeps.space import Point
from npusim.frontend.cli.sweeps.specification import Specification, Workload
from npusim.frontend.digests import own_sources
from npusim.simulator.engine import _engine
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.native.cache import source_hash
from npusim.simulator.system.file_errors import reason
from npusim.simulator.system.version import __version__

_LIBRARIES = ("transformers", "diffusers")
"""Where the models of the zoo are defined."""
_NO_RESULT = ("name", "description", "sources")


@functools.cache
def version() -> str:
    """npusim's version, and a digest of the sources and the engine, which simulated cycles depend on."""
    digest = hashlib.sha256(Path(str(_engine.__file__)).read_bytes())
    digest.update(f"{own_sources()}{source_hash()}".encode())
    return f"{__version__}+{digest.hexdigest()[:12]}"


def sweep_digest(specification: Specification) -> str:
    """The digest by which a file of results knows the points of a sweep, wherever its files lie."""
    told = specification.model_copy(update={"machine": load_machine(specification.machine).digest}).to_dict()
    workloads = [[_content(each), each.name, each.weight] for each in specification.workloads]
    return _digest({**told, "workloads": workloads})


def units_of(specification: Specification, base: Machine, machine: Machine, point: Point, version: str) -> list[Unit]:
    """The units of a point, one for each workload."""
    plain = machine.model_dump(mode="json")
    told = {key: value for key, value in plain.items() if key not in _NO_RESULT}
    found = []
    for workload in specification.workloads:
        what = describe(workload)
        compiled_for = base.digest if workload.operator is not None else ""  # the kernels may be the base machine's
        key = _digest([told, machine.digest, _content(workload), compiled_for, point.mapping, version])
        found.append(Unit(key, plain, what, point.mapping, version))
    return found


def describe(workload: Workload) -> dict[str, Any]:
    """What runs, as plain values; a file with the digest of its content, and nothing that is only shown."""
    values = workload.model_dump(mode="json", exclude_defaults=True, exclude={"name", "weight"})
    if workload.file is not None:
        values["digest"] = _file_digest(workload.file)
    elif workload.model is not None:
        values["libraries"] = _libraries()
    return values


def _content(workload: Workload) -> dict[str, Any]:
    """What runs, wherever its file lies."""
    return describe(workload) if workload.file is None else describe(workload) | _plain_name(workload)


def _plain_name(workload: Workload) -> dict[str, Any]:
    moved = workload.placed(Path("file"))
    return moved.model_dump(mode="json", include={"model", "script", "package"}, exclude_none=True)


@functools.cache
def _libraries() -> dict[str, str]:
    found = {}
    for name in _LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


@functools.cache
def _file_digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise OptionError(f"{path}: cannot be read: {reason(error)}") from error


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
