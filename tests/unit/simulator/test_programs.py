"""Packages of programs: read, checked, and timed without torch."""

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npusim.simulator.errors import CompilerCrashError, PackageError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.programs import Content, Program, read_package, retime, write_package
from npusim.simulator.programs import machine_changes as keys
from npusim.simulator.run.loaded_kernel import LoadedKernel
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.run.standalone import simulate_file

ADD = """
func.func @add(%X: memref<4096xf32>, %Y: memref<4096xf32>) {
  %x = "npu.alloc"() : () -> memref<4096xf32, 1>
  %y = "npu.alloc"() : () -> memref<4096xf32, 1>
  "npu.dma_load"(%X, %x) : (memref<4096xf32>, memref<4096xf32, 1>) -> ()
  linalg.add ins(%x, %x : memref<4096xf32, 1>, memref<4096xf32, 1>) outs(%y : memref<4096xf32, 1>)
  "npu.dma_store"(%y, %Y) : (memref<4096xf32, 1>, memref<4096xf32>) -> ()
  return
}
"""
REPEAT = """
func.func @repeat(%X: memref<4096xf32>, %N: memref<2xi64>, %Y: memref<4096xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = "npu.alloc"() : () -> memref<4096xf32, 1>
  %n = memref.load %N[%one] : memref<2xi64>
  %times = arith.index_cast %n : i64 to index
  scf.for %i = %zero to %times step %one {
    "npu.dma_load"(%X, %x) : (memref<4096xf32>, memref<4096xf32, 1>) -> ()
    "npu.dma_store"(%x, %Y) : (memref<4096xf32, 1>, memref<4096xf32>) -> ()
  }
  return
}
"""
TIMES = bytes(8) + (3).to_bytes(8, "little")


def content(*steps: dict[str, Any], texts: tuple[str, ...] = (ADD, REPEAT), **changes: Any) -> dict[str, Any]:
    """A program of two kernels on four allocations, as plain values."""
    kernels = [
        {"name": f"k{i}", "file": f"kernels/k{i}.mlir", "digest": hashlib.sha256(text.encode()).hexdigest()}
        for i, text in enumerate(texts)
    ]
    return {
        "format": "npusim-program",
        "version": 3,
        "npusim": "0",
        "machine": load_machine("small8x8").model_dump(mode="json"),
        "mode": "both",
        "kernels": kernels,
        "allocations": [
            {"bytes": 16384, "kept": True},
            {"bytes": 16384},
            {"bytes": 16, "kept": True},
            {"bytes": 16384},
        ],
        "steps": list(steps),
        **changes,
    }


def add(**changes: Any) -> dict[str, Any]:
    return {"step": "launch", "kernel": 0, "tensors": [[0, 0], [1, 0]], **changes}


LOOP = {"step": "launch", "kernel": 1, "tensors": [[0, 0], [2, 0], [3, 0]], "values": {"1": "times"}}
STEPS = (add(), add(), LOOP, {"step": "free", "allocation": 1})


def program(*steps: dict[str, Any], **changes: Any) -> Program:
    values = Content.model_validate(content(*(steps or STEPS), **changes))
    return Program("p", values, (ADD, REPEAT), {"times": TIMES})


def packed(path: Path, files: dict[str, bytes]) -> Path:
    """A zip of files."""
    with zipfile.ZipFile(path, "w") as package:
        for name, data in files.items():
            package.writestr(name, data)
    return path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    write_package(program(), tmp_path / "good.npk")
    with zipfile.ZipFile(tmp_path / "good.npk") as package:
        return {name: package.read(name) for name in package.namelist()}


def test_a_package_gives_the_program_back_and_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.npk", "b.npk"):
        write_package(program(), tmp_path / name)
    assert (tmp_path / "a.npk").read_bytes() == (tmp_path / "b.npk").read_bytes()
    read = read_package(tmp_path / "a.npk")
    assert (read.content, read.texts, dict(read.values)) == (program().content, (ADD, REPEAT), {"times": TIMES})
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


def test_a_program_takes_the_time_of_its_kernels(tmp_path: Path) -> None:
    retimed = retime(program(), load_machine("small8x8"), run_dir=tmp_path)
    kernel = tmp_path / "add.mlir"
    kernel.write_text(ADD)
    alone = simulate_file(kernel, "small8x8", "timing", run_dir=tmp_path).report.cycles
    assert retimed.cycles[:2] == (alone, alone) and len(retimed.cycles) == 3
    assert retimed.total_cycles == retimed.report.cycles == sum(retimed.cycles)
    assert (retimed.changes, retimed.remapped) == ((), ())


def test_a_kernel_that_ends_mlir_is_a_typed_error_after_those_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Simulation.load

    def crash_at_the_second(simulation: Simulation, kernel: KernelModule, **about: Any) -> LoadedKernel:
        if kernel.name == "repeat":
            os.kill(os.getpid(), signal.SIGSEGV)
        return load(simulation, kernel, **about)

    monkeypatch.setattr(Simulation, "load", crash_at_the_second)
    machine = Machine(**load_machine("small8x8").model_dump() | {"cores": 3})  # nobody has compiled for that
    retime(program(add()), machine, run_dir=tmp_path / "without it")
    with pytest.raises(CompilerCrashError, match="p: MLIR ends with SIGSEGV"):
        retime(program(), machine, run_dir=tmp_path / "with it")
    (report,) = tmp_path.glob("with it/*/report.json")
    found = json.loads(report.read_text())
    assert found["launches"] == 2 and "MLIR ends with SIGSEGV" in found["error"]


def test_launches_belong_to_the_places_of_the_call(tmp_path: Path) -> None:
    sites = [{"module": "layer.0", "operator": "aten.add", "source": "model.py:7"}, {"module": "layer.1"}]
    given = program(add(call_site=0), add(call_site=1), LOOP, call_sites=sites)
    write_package(given, tmp_path / "p.npk")
    report = retime(read_package(tmp_path / "p.npk"), given.machine, run_dir=tmp_path).report
    assert [site.origin.module for site in report.call_sites] == ["layer.0", "layer.1", ""]
    assert report.call_sites[0].origin.source == "model.py:7"
    assert "layer" in str(report)


def test_values_that_control_depends_on_are_those_of_the_call(tmp_path: Path) -> None:
    thrice = retime(program(LOOP), load_machine("small8x8"), run_dir=tmp_path).report.to_dict()
    never = Program("p", program(LOOP).content, (ADD, REPEAT), {"times": bytes(16)})
    assert thrice["memory"]["write_payload_bytes"] == 3 * 16384
    assert retime(never, load_machine("small8x8"), run_dir=tmp_path).report.to_dict()["memory"]["write_bytes"] == 0


def test_another_machine_says_what_it_changes(tmp_path: Path) -> None:
    small = load_machine("small8x8")
    faster = small.evolve(core_freq_mhz=2 * small.core_freq_mhz, dma_queue_depth=small.dma_queue_depth + 1)
    retimed = retime(program(), faster, run_dir=tmp_path)
    assert [(change.key, change.remaps) for change in retimed.changes] == [
        ("core_freq_mhz", "all"),
        ("dma_queue_depth", "none"),
    ]
    assert retimed.remapped == ("k0", "k1")
    assert len(repr(retimed)) < 500 and f"{retimed.total_cycles:,} cycles" in retimed._repr_html_()


def test_entries_of_one_kernel_count_as_one(tmp_path: Path) -> None:
    shown = content(add(), add(kernel=1), texts=(ADD, ADD))
    shown["kernels"][1]["name"] = "k0"
    given = Program("p", Content.model_validate(shown), (ADD, ADD), {})
    small = load_machine("small8x8")
    assert repr(given) == "<Program p: 1 kernels, 2 launches, machine small8x8>"
    assert retime(given, small.evolve(core_freq_mhz=500), run_dir=tmp_path).remapped == ("k0",)
    with pytest.raises(PackageError, match=r"1 of 1 kernels(?s:.*)\nk0:\d+: the tiles"):
        retime(given, small.evolve(scratchpad_kib_per_lane=1))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"scratchpad_kib_per_lane": 1}, "k0.*need 8192 bytes"), ({"dram_capacity_gib": 1e-5}, "49,168 bytes at a time")],
)
def test_a_machine_that_it_does_not_fit_is_refused_with_the_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PackageError, match=reason):
        retime(program(), load_machine("small8x8").evolve(**changes))


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([add(kernel=2)], "no kernel 2"),
        ([add(call_site=0)], "no call site 0"),
        ([add(tensors=[[0, 0], [9, 0]])], "no allocation 9"),
        ([add(tensors=[[0, 0], [1, 16385]])], "begins at byte 16385"),
        ([{"step": "free", "allocation": 1}, add()], "freed before"),
        ([{"step": "free", "allocation": 1}] * 2, "freed twice"),
        ([{"step": "wait", "event": 0, "stream": 1}, {"step": "mark", "event": 0, "stream": 0}], "in a cycle"),
        ([{"step": "mark", "event": 0, "stream": 1}, {"step": "wait", "event": 0, "stream": 1}], "for itself"),
        ([add(stream=-1)], "greater than or equal to 0"),
        ([add(sizes=[2**60])], "less than or equal"),
        ([add(not_before_ns=2**52 + 1)], "less than or equal"),
        ([{"step": "host", "operator": "\x1b[2J", "calls": 1, "bytes": 0}], "should match pattern"),
        ([{"step": "exec"}], "does not match any of the expected tags"),
    ],
)
def test_steps_that_cannot_be_are_refused(
    tmp_path: Path, files: dict[str, bytes], steps: list[dict[str, Any]], reason: str
) -> None:
    text = json.dumps(content(*steps)).encode()
    with pytest.raises(PackageError, match=reason):
        read_package(packed(tmp_path / "bad.npk", {**files, "program.json": text}))


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([add(tensors=[[0, 0], [1, 4]])], "Y has 16384 bytes from byte 4 of allocation 1, which has only 16384"),
        ([add(tensors=[[0, 0]])], "1 tensors and 0 sizes are given, it takes 2 and 0"),
        ([{**LOOP, "values": {}}], "depend on tensor N, whose values are not there"),
        ([{**LOOP, "values": {"1": "other"}}], "values 'other' of tensor 1 are not there"),
        ([{**LOOP, "values": {"1": "times", "2": "times"}}], "have 16 bytes, not 16384"),
    ],
)
def test_launches_that_do_not_suit_their_kernels_are_refused(steps: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(PackageError, match=reason):
        program(*steps).check_launches()


def test_damaged_and_hostile_files_are_refused_with_a_sentence(tmp_path: Path, files: dict[str, bytes]) -> None:
    good, path = (tmp_path / "good.npk").read_bytes(), tmp_path / "bad.npk"
    text, deep = json.loads(files["program.json"]), b'{"format": ' + b"[" * 200_000
    other_machine = {**text, "machine": {**text["machine"], "warp_drives": 1}}
    bad: dict[str, dict[str, bytes | None]] = {
        "does not belong": {"../../etc/passwd": b"x"},
        "'kernels/../x.mlir' does not belong": {"kernels/../x.mlir": b"x"},
        "the file program.json is missing": {"program.json": None},
        "are not those in the package": {"kernels/more.mlir": b"x"},
        "SHA-256 differs": {"kernels/k0.mlir": ADD.encode() + b"\n"},
        "is no JSON": {"program.json": deep},
        "NaN is no number": {"program.json": files["program.json"].replace(b'"both"', b"NaN")},
        "version 7 of the format": {"program.json": json.dumps({**text, "version": 7}).encode()},
        "describes no program": {"program.json": b"[]"},
        "header is cut off": {"values.safetensors": files["values.safetensors"][:20]},
        "is cut off": {"values.safetensors": files["values.safetensors"][:-1]},
    }
    for reason, changes in bad.items():
        with pytest.raises(PackageError, match=reason):
            read_package(packed(path, {k: v for k, v in {**files, **changes}.items() if v is not None}))
    packed(path, {**files, "program.json": json.dumps(other_machine).encode()})
    with pytest.raises(PackageError, match="key 'warp_drives' is unknown"):
        assert read_package(path).machine
    for size in (0, 10, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:size])
        with pytest.raises(PackageError, match="is no package, or it is damaged"):
            read_package(path)
    with pytest.raises(PackageError, match="No such file"):
        read_package(tmp_path / "none.npk")


def place(**changes: Any) -> dict[str, Any]:
    return {"allocation": 0, "dtype": "float32", "shape": [64, 64], "stride": [64, 1], **changes}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"offset": 4}, "not a part of allocation 0"),
        ({"allocation": 1}, "or that is freed"),
        ({"allocation": 9}, "no allocation 9"),
        ({"shape": [2**40, 2**40], "stride": [2**40, 2**40]}, "not a part of allocation 0"),
        ({"stride": [64, -1]}, "greater than or equal to 0"),
        ({"stride": [1]}, "2 sizes and 1 strides"),
        ({"dtype": "object"}, "has type 'object'"),
    ],
)
def test_outputs_that_cannot_be_are_refused(
    tmp_path: Path, files: dict[str, bytes], changes: dict[str, Any], reason: str
) -> None:
    text = json.dumps(content(*STEPS, outputs=[place(**changes)])).encode()
    with pytest.raises(PackageError, match=reason):
        read_package(packed(tmp_path / "bad.npk", {**files, "program.json": text}))


def test_values_come_from_the_weights_that_were_saved(tmp_path: Path) -> None:
    ones = np.ones(4096, np.float32).tobytes()
    bare = program(add())
    with pytest.raises(PackageError, match=r"contents of 2 of its tensors were not saved.*weights=True"):
        retime(bare, load_machine("small8x8"), run_dir=tmp_path, mode="functional")
    steps = (add(tensors=[[0, 0], [1, 0]]), add(tensors=[[1, 0], [0, 0]]))
    again = Program(
        "p", Content.model_validate(content(*steps, outputs=[place()])), (ADD, REPEAT), {}, {0: ones, 2: TIMES}
    )
    write_package(again, tmp_path / "p.npk")
    read = read_package(tmp_path / "p.npk", weights=True)
    for mode in ("functional", "both"):
        (result,) = retime(read, load_machine("small8x8"), run_dir=tmp_path, mode=mode).outputs
        assert result is not None and result.shape == (64, 64) and (result == 4).all()
    host = Program(
        "p", program(add(), {"step": "host", "operator": "digamma", "calls": 1, "bytes": 0}).content, (ADD, REPEAT)
    )
    with pytest.raises(PackageError, match="the host used device memory in its call"):
        retime(host, load_machine("small8x8"), run_dir=tmp_path, mode="both")


def test_weights_of_another_size_are_refused(tmp_path: Path) -> None:
    for weights, reason in (
        ({0: bytes(5)}, "has 5 bytes, not those of its allocation"),
        ({7: b""}, "no allocation of"),
    ):
        write_package(Program("p", program().content, (ADD, REPEAT), {"times": TIMES}, weights), tmp_path / "p.npk")
        with pytest.raises(PackageError, match=reason):
            read_package(tmp_path / "p.npk", weights=True)


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, files: dict[str, bytes]) -> None:
    path = tmp_path / "bomb.npk"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("program.json", files["program.json"])
        with package.open("kernels/k0.mlir", "w") as file:
            for _ in range(8):
                file.write(bytes(1 << 20))
    with pytest.raises(PackageError, match=r"would have 8,388,608 bytes when unpacked"):
        read_package(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("values.safetensors", bytes(100))
    with pytest.raises(PackageError, match="compressed; tensors are stored as they are"):
        read_package(path)


def test_kernels_that_do_not_verify_are_refused() -> None:
    text = ADD.replace("npu.dma_load", "npu.dma_lode")
    bad = Program("p", Content.model_validate(content(add(), texts=(text,))), (text,))
    with pytest.raises(PackageError, match="kernel k0 does not verify"):
        bad.check_launches()


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, _: Any) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", lambda *_: Full().write(b""))
    with pytest.raises(PackageError, match="No space left on device; nothing was left there"):
        write_package(program(), tmp_path / "p.npk")
    assert list(tmp_path.iterdir()) == []


def test_every_key_of_a_machine_says_what_it_changes() -> None:
    assert Machine.model_fields.keys() >= keys.TILE_KEYS | keys.TEMPLATE_KEYS | keys.NAMES
    assert not keys.TILE_KEYS & keys.TEMPLATE_KEYS


def test_keys_that_no_code_generation_names_keep_the_kernels() -> None:
    """Reads the sources: a key that templates or code generation begin to read has to be told."""
    root = Path(__file__).parents[3]
    folders = ("frontend/codegen", "frontend/fusions", "frontend/mapping", "frontend/template", "mlir_templates")
    text = "".join(path.read_text() for folder in folders for path in (root / folder).rglob("*.py"))
    told = keys.TILE_KEYS | keys.TEMPLATE_KEYS | keys.NAMES
    assert [key for key in Machine.model_fields if key not in told and f".{key}" in text] == []


WITHOUT_TORCH = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("torch", "functorch", "torchgen"):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
from npusim.frontend.cli import main
main()
"""


def test_the_command_needs_no_torch(tmp_path: Path) -> None:
    write_package(program(), tmp_path / "p.npk")
    command = [sys.executable, "-c", WITHOUT_TORCH, "simulate", str(tmp_path / "p.npk"), "--json", "--quiet"]
    done = subprocess.run([*command, "--dump-dir", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["cycles"] > 0 and printed["captured"] == {"machine": "small8x8", "cycles": None}
    (tmp_path / "p.npk").write_bytes(b"PK")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "is no package, or it is damaged" in done.stderr


def test_values_of_machines_are_written_for_people() -> None:
    values = (None, 940.0, 1228.8, "reuse", True, {"f32": 1, "bf16": 0.5})
    assert [keys.value_text(each) for each in values] == ["-", "940", "1228.8", "reuse", "True", "f32 1, bf16 0.5"]


def test_a_change_of_a_table_shows_the_entries_that_differ() -> None:
    change = keys.Change("rows", {"f32": 1, "i8": 1}, {"f32": 1, "i8": 2, "f16": 4}, "none")
    assert keys.change_texts(change) == ("i8 1, f16 -", "i8 2, f16 4")
    assert keys.change_texts(keys.Change("cores", 1, 2, "all")) == ("1", "2")
