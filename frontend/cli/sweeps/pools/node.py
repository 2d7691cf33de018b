"""What a Ray task does on its node: sees that npusim is the driver's, brings the workloads' files, and evaluates."""

import functools
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.sweeps.pools import worker
from npusim.frontend.cli.sweeps.specification import Workload
from npusim.frontend.cli.sweeps.units import libraries, version


def outcomes(tasks: Sequence[Mapping[str, Any]], contents: Mapping[str, Any], wanted: str) -> list[Mapping[str, Any]]:
    """The `outcome` of each task."""
    return [outcome(task, contents, wanted) for task in tasks]


def outcome(task: Mapping[str, Any], contents: Mapping[str, Any], wanted: str) -> Mapping[str, Any]:
    """The outcome of a task (`worker.outcome`); `refused` says why this node cannot compute it.

    Args:
        task: as `worker.outcome`.
        contents: digest -> reference to the content of the workload's file.
        wanted: the driver's version of npusim and its sources.
    """
    needed = task["workload"].get("libraries", libraries())
    if (version(), libraries()) != (wanted, needed):
        return {
            "refused": f"node {os.uname().nodename} of the Ray cluster has npusim {version()} and {libraries()}, this "
            f"process {wanted} and {needed}: results would differ; install the same on all nodes"
        }
    workload = _workload(task["workload"])
    digest = task["workload"].get("digest")
    if workload.file is None or not contents or _digest(workload.file) == digest:
        return worker.outcome(task)
    copied = workload.placed(_copy(digest, workload.file.name, contents[digest]))
    values = copied.model_dump(mode="json", exclude_defaults=True)
    answer = worker.outcome({**task, "workload": {**task["workload"], **values}})
    if answer["error"]:
        answer["error"] = answer["error"].replace(str(copied.file), str(workload.file))
    return answer


def content_of(workload: Mapping[str, Any]) -> bytes:
    """The content of the file of a described workload."""
    file = _workload(workload).file
    return b"" if file is None else file.read_bytes()


def _workload(described: Mapping[str, Any]) -> Workload:
    return Workload.model_validate({k: v for k, v in described.items() if k in Workload.model_fields})


@functools.cache
def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


_folder: tempfile.TemporaryDirectory[str] | None = None
_copies: dict[str, Path] = {}


def _copy(digest: str, name: str, reference: Any) -> Path:
    """The file with this content in a folder of this process."""
    import ray

    global _folder
    if digest not in _copies:
        _folder = _folder or tempfile.TemporaryDirectory(prefix="npusim-sweep")
        path = Path(_folder.name) / digest / name
        path.parent.mkdir()
        path.write_bytes(ray.get(reference))
        _copies[digest] = path
    return _copies[digest]
