"""What a Ray task does on its node: sees that npusim is the driver's, brings the workload's file, and evaluates."""

import functools
import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from npusim.frontend.cli.sweeps.pools import worker
from npusim.frontend.cli.sweeps.units import version

_own_version = functools.cache(version)


def outcome(task: Mapping[str, Any], contents: Mapping[str, Any], wanted: str) -> Mapping[str, Any]:
    """The outcome of a task (`worker.outcome`); `refused` says why this node cannot compute it.

    Args:
        task: as `worker.outcome`.
        contents: digest -> reference to the content of the workload's file.
        wanted: the driver's version of npusim and its sources.
    """
    if _own_version() != wanted:
        return {
            "refused": f"node {os.uname().nodename} of the Ray cluster has npusim {_own_version()}, and this process "
            f"{wanted}: results would differ; install the same npusim on all nodes"
        }
    workload = task["workload"]
    found = _placed(workload, contents)
    answer = worker.outcome({**task, "workload": {**workload, **found}})
    for kind, path in found.items():
        if answer["error"]:
            answer["error"] = answer["error"].replace(path, workload[kind])
    return answer


def file_of(workload: Mapping[str, Any]) -> str:
    """The path of the workload's file."""
    return str(workload.get("package") or workload.get("script"))


def _placed(workload: Mapping[str, Any], contents: Mapping[str, Any]) -> dict[str, str]:
    """The workload's file on this node: where it is on the driver's host if it is the same there, else a copy."""
    if not contents or _digest(file_of(workload)) == workload["digest"]:
        return {}
    kind = "package" if workload.get("package") else "script"
    return {kind: _copy(workload["digest"], Path(file_of(workload)).name, contents[workload["digest"]])}


@functools.cache
def _digest(path: str) -> str | None:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


_folder: tempfile.TemporaryDirectory[str] | None = None
_copies: dict[str, str] = {}


def _copy(digest: str, name: str, reference: Any) -> str:
    """The file with this content in a folder of this process."""
    import ray

    global _folder
    if digest not in _copies:
        _folder = _folder or tempfile.TemporaryDirectory(prefix="npusim-sweep")
        path = Path(_folder.name) / digest / name
        path.parent.mkdir()
        path.write_bytes(ray.get(reference))
        _copies[digest] = str(path)
    return _copies[digest]
