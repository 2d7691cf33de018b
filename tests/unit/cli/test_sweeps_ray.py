"""Sweeps on a Ray cluster: the same results as on this host, whatever is lost on the way."""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from npusim.frontend.cli.sweeps.command import SweepCommand
from npusim.frontend.cli.sweeps.driver import sweep
from npusim.frontend.cli.sweeps.pools import node
from npusim.frontend.cli.sweeps.pools.cluster import RayPool
from npusim.frontend.cli.sweeps.pools.pool import Losses
from npusim.frontend.cli.sweeps.table import write_table
from npusim.frontend.cli.sweeps.units import version
from npusim.simulator.errors import OptionError
from ray_stand_in import RayStandIn
from sweep_files import Inline, package, table, write
from typer.main import get_command


def kept(results: Path) -> list[tuple[Any, ...]]:
    """Everything in a file of results but how long it took to compute."""
    connection = sqlite3.connect(results)
    columns = "key, status, owner, heartbeat, machine, workload, mapping, version, result, error"
    found = [*connection.execute(f"SELECT {columns} FROM results ORDER BY key")]
    found += connection.execute("SELECT * FROM points ORDER BY sweep, number")
    connection.close()
    return found


def descendants(pid: int) -> Iterator[int]:
    for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        yield child
        yield from descendants(child)


def test_the_option_stands_with_an_address_or_without_one() -> None:
    from npusim.frontend.cli.app import app

    command = get_command(app).commands["sweep"]  # type: ignore[attr-defined]
    assert isinstance(command, SweepCommand)
    for words, address in (
        (["a.yaml", "--ray"], "local"),
        (["--ray", "a.yaml"], "local"),
        (["a.yaml", "--ray", "--quiet"], "local"),
        (["a.yaml", "--ray", "10.0.0.1:6379"], "10.0.0.1:6379"),
        (["a.yaml"], None),
    ):
        assert command.make_context("sweep", list(words)).params["ray"] == address


def test_a_task_is_given_up_when_its_worker_dies_twice() -> None:
    losses, task = Losses(), {"key": "a"}
    assert losses.failure(task, "with signal 11") is None and losses.failure({"key": "b"}, "") is None
    failure = losses.failure(task, "with signal 11")
    assert failure is not None and failure["error"] == "its worker ended with signal 11, 2 times"


@pytest.mark.slow
def test_a_node_with_another_npusim_refuses_and_one_without_the_file_gets_it(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="extra `ray`")
    path = write(package(tmp_path), vary={})
    pool = Inline()
    sweep(path, pool=pool)
    ((_, _, _, _, machine, workload, _, _, result, _),) = [
        row for row in kept(path.with_suffix(".sqlite")) if row[1] == "done"
    ]

    plain = {"key": "k", "machine": json.loads(machine), "base": json.loads(machine), "mapping": "default"}
    task = {**plain, "workload": {**json.loads(workload), "package": "/not/here/copy.npk"}}
    assert "install the same on all nodes" in node.outcome(task, {}, "0.0+other")["refused"]
    content = (tmp_path / "copy.npk").read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ray.get", lambda reference: content if reference == "the reference" else None)
        found = node.outcome(task, {task["workload"]["digest"]: "the reference"}, version())
        content = b"no package"
        other = {**task, "workload": {**task["workload"], "digest": "of something else"}}
        wrong = node.outcome(other, {"of something else": "the reference"}, version())
    assert json.dumps(found["result"], sort_keys=True) == result
    lost = node.outcome(task, {}, version())
    assert "/not/here/copy.npk" in lost["error"]
    assert "/not/here/copy.npk" in wrong["error"], "the driver's file is named, not the node's copy of it"


def test_without_ray_or_a_cluster_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    pytest.importorskip("ray", reason="extra `ray`")
    with pytest.raises(OptionError, match=f"no Ray cluster answers at 127.0.0.1:{port}"):
        RayPool(f"127.0.0.1:{port}")
    with pytest.raises(OptionError, match="an address is HOST:PORT"):
        RayPool("somewhere")

    def other_version(**_: Any) -> None:
        raise RuntimeError("Version mismatch: The cluster was started with:\n    Ray: 2.1.0\n    Python: 3.11.7")

    monkeypatch.setattr("ray.init", other_version)
    with pytest.raises(OptionError, match=r"seen from Ray .*Version mismatch.*Ray: 2\.1\.0"):
        RayPool("auto")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"install npusim\[ray\]"):
        RayPool("local")


def command_line(pid):
    """A process's command; empty once it has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def test_units_of_lost_workers_are_sent_again_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exceptions = pytest.importorskip("ray.exceptions", reason="extra `ray`")
    path = write(package(tmp_path), vary={"dma_descriptor_cycles": {"from": 0, "to": 39, "step": 1}})
    sweep(path, tmp_path / "local.sqlite", pool=Inline())

    crash, out_of_memory = exceptions.WorkerCrashedError(), exceptions.OutOfMemoryError("no memory")
    cluster = RayStandIn(monkeypatch, [crash, exceptions.NodeDiedError("a node"), out_of_memory])
    summary = sweep(path, ray="local", workers=2)
    assert summary.counts["done"] == summary.counts["computed"] == 40
    assert kept(path.with_suffix(".sqlite")) == kept(tmp_path / "local.sqlite")
    sent = Counter(key for batch in cluster.batches for key in batch)
    assert sorted(sent.values()) == [1] * 37 + [2] * 3 and max(map(len, cluster.batches)) > 1

    path.with_suffix(".sqlite").unlink()
    RayStandIn(monkeypatch, [crash] * 8)  # those of the first four units, which are under way at a time
    summary = sweep(path, ray="local", workers=2)
    assert (summary.counts["done"], summary.counts["failed"]) == (36, 4)
    notes = [row["note"] for row in table(path) if row["state"] == "failed"]
    assert notes == ["its worker ended before it answered, 2 times"] * 4

    RayStandIn(monkeypatch, [exceptions.RayError("ModuleNotFoundError: npusim")])
    with pytest.raises(OptionError, match="cannot compute: ModuleNotFoundError: npusim; every node needs"):
        sweep(path, tmp_path / "other.sqlite", ray="local")


# Ray waits for ever for a worker that needs more than a minute to start, as one may beside other tests.
@pytest.mark.nightly
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="extra `ray`")
    path = write(package(tmp_path), vary={"dma_descriptor_cycles": {"from": 0, "to": 149, "step": 1}, "cores": [1, 0]})
    killed: list[int] = []

    class Killing(RayPool):
        def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
            if not killed:
                working = [p for p in descendants(os.getpid()) if b"ray::outcome" in command_line(p)]
                for pid in working[:1]:
                    killed.append(pid)
                    os.kill(pid, signal.SIGKILL)
            yield from super().wait(timeout_s)

    summary = sweep(path, pool=Killing("local", 2))
    assert killed and summary.counts["done"] == summary.counts["failed"] == 150
    assert summary.counts["computed"] == 150
    ray = table(path)
    sweep(path, tmp_path / "local.sqlite", workers=2)
    assert kept(tmp_path / "local.sqlite") == kept(path.with_suffix(".sqlite"))
    write_table(tmp_path / "ray.csv", ray)
    (tmp_path / "local.yaml").write_text(path.read_text())
    write_table(tmp_path / "local.csv", table(tmp_path / "local.yaml"))
    assert (tmp_path / "ray.csv").read_bytes() == (tmp_path / "local.csv").read_bytes()
    again = Inline()
    assert sweep(path, pool=again).counts["known"] == 150 and again.keys == []
