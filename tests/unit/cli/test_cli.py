"""The commands: what they print, what they leave behind, how they end."""

import json
import logging
import os
import subprocess
import sys
import tomllib
from importlib import import_module, metadata
from pathlib import Path

import numpy as np
import pytest
from npusim.frontend.cli import main as command

KERNEL = """
func.func @double(%X: memref<64xf32>, %Y: memref<64xf32>) {
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  %x = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
  %y = memref.reinterpret_cast %Y to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
  "npu.dma_load"(%x, %t) : (memref<64xf32>, memref<64xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%t : memref<64xf32, 1>) {
  ^bb0(%a: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  }
  "npu.dma_store"(%t, %y) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  return
}
"""
JSON_KEYS = "op shape dtype machine mode values_match max_abs_error cycles time_ns kernels run_dir"
KERNEL_KEYS = "name ops cycles limiter roofline_fraction dram_bytes units"


@pytest.fixture
def folder(environment, tmp_path):
    """An empty working folder; runs go to ``runs`` in it."""
    environment.chdir(tmp_path)
    environment.setenv("NPUSIM_DUMP_DIR", str(tmp_path / "runs"))
    (tmp_path / "k.mlir").write_text(KERNEL)
    return tmp_path


def process(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess:
    """The command as a process of its own."""
    code = "import sys; from npusim.frontend.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version_is_that_of_pyproject(npusim, folder):
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    printed = f"npusim {project['version']} (torch {metadata.version('torch')})\n"
    assert npusim("--version") == (0, printed, "")
    package = import_module("npusim")
    assert package.__version__ == project["version"]
    assert package.sweep is import_module("npusim.frontend").sweep
    with pytest.raises(AttributeError, match="no attribute 'sweeps'"):
        _ = package.sweeps


def test_machines_are_listed_and_printed_as_yaml(npusim, folder):
    status, out, _ = npusim("machines")
    assert status == 0 and "tpuv3" in out and "small8x8" in out
    status, out, _ = npusim("machines", "tpuv3", "--vector")
    assert (status, out.split()[:3]) == (0, ["class", "f64", "f32"])
    assert "exponential" in out and "256/16" in out
    status, out, _ = npusim("machines", "tpuv3")
    (folder / "copy.yaml").write_text(out)
    assert npusim("simulate", "k.mlir", "--machine", "copy.yaml")[0] == 0


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["machines", "tpuv33"], "did you mean 'tpuv3'"),
        (["run", "mathmul"], "did you mean matmul"),
        (["run", "add", "--shape", "3,y"], "--shape '3,y' is not a list of sizes"),
        (["run", "matmul", "--shape", "3"], "takes --shape M,K[,N]"),
        (["run", "add", "--dtype", "f33"], "--dtype 'f33' is not one of"),
        (["run", "add", "--machine", "none"], "there is no machine 'none'"),
        (["run", "add", "--mode", "fast"], "mode is 'fast'; it can be"),
        (["run", "none.py"], "there is no script none.py"),
        (["simulate", "none.mlir"], "none.mlir: cannot be read"),
        (["simulate", "k.mlir", "--arg", "X"], "is not NAME=VALUE"),
        (["simulate", "k.mlir", "--arg", "Z=3"], "no argument 'Z'"),
        (
            ["simulate", "k.mlir", "--arg", "X=none.npy"],
            "given for the tensor X, cannot be read: No such file",
        ),
        (["inspect"], "run something first"),
        (["run", "add", "extra"], "takes only options"),
        (["run", "--bogus"], "No such option"),
        (["run", "add", "--shape", "9999999,9999999", "-q"], "too much for this host"),
        (["run", "relu", "--dtype", "bool", "-q"], "PyTorch itself refuses it on the CPU"),
    ],
)
def test_bad_input_ends_with_status_2_and_one_sentence(npusim, folder, words, sentence):
    status, out, err = npusim(*words)
    assert status == 2 and out == ""
    assert sentence in err and "Traceback" not in err
    assert not (folder / "runs").exists()


def test_a_kernel_that_does_not_parse_is_shown_with_its_line(npusim, folder):
    (folder / "bad.mlir").write_text(KERNEL.replace("arith.addf", "arith.addi"))
    status, _, err = npusim("simulate", "bad.mlir")
    assert status == 2 and "bad.mlir:10" in err and "arith.addi" in err


def test_simulate_gives_values_and_cycles(npusim, folder):
    np.save(folder / "x.npy", np.arange(64, dtype=np.float32))
    status, out, _ = npusim("simulate", "k.mlir", "--arg", "X=x.npy", "--json")
    result = json.loads(out)
    assert status == 0 and result["cycles"] > 0 and result["kernels"][0]["dram_bytes"] == 512
    np.testing.assert_array_equal(np.load(result["outputs"]["Y"]), 2 * np.arange(64))


@pytest.mark.slow
def test_simulate_imports_no_torch(folder):
    code = "import sys\nfrom npusim.frontend.cli.app import main\ntry: main()\nfinally: print('torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, "simulate", "k.mlir"], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_what_a_mode_did_not_do_is_null(npusim, folder):
    result = json.loads(npusim("simulate", "k.mlir", "--mode", "functional", "--json")[1])
    assert result["cycles"] is None and result["time_ns"] is None
    kernel = result["kernels"][0]
    assert [kernel[key] for key in ("cycles", "limiter", "roofline_fraction", "dram_bytes")] == [None] * 4


def test_inspect_shows_the_newest_run_by_kernel_and_stage(kept_stages, npusim, folder):
    npusim("simulate", "k.mlir")
    status, out, _ = npusim("inspect")
    assert status == 0 and "double  (file)" in out and "arith.addf" in out and "from      k.mlir" in out
    _, listed, _ = npusim("inspect", "--list")
    assert "values/" in listed and "timing/" in listed and "arith.addf" not in listed
    _, everything, _ = npusim("inspect", "--stage", "all")
    _, llvm, _ = npusim("inspect", "--stage", "values/", "--kernel", "doub")
    assert "llvm.func" in llvm and len(everything) > len(llvm)


def test_inspect_says_that_llvm_compiled_nothing(npusim, folder):
    npusim("simulate", "k.mlir", "--mode", "timing")
    status, _, message = npusim("inspect", "--stage", "llvm-ir")
    assert status != 0 and "LLVM compiled nothing of these kernels" in message


def test_inspect_names_the_kernels_and_stages_there_are(npusim, folder):
    npusim("simulate", "k.mlir")
    assert "there are: double" in npusim("inspect", "--kernel", "nothing")[2]
    assert "there are: kernel, " in npusim("inspect", "--stage", "nothing")[2]


@pytest.mark.slow
def test_run_compares_an_operator_with_the_cpu(folder):
    done = process("run", "add", "--shape", "(5,7)", "--json", "--quiet", cwd=folder, NPUSIM_MODE="both")
    assert done.returncode == 0 and done.stderr == ""
    result = json.loads(done.stdout)
    assert " ".join(result) == JSON_KEYS and " ".join(result["kernels"][0]) == KERNEL_KEYS
    assert result["values_match"] is True and result["max_abs_error"] == 0
    assert result["shape"] == [5, 7] and result["dtype"] == "f32" and result["machine"] == "tpuv3"
    assert result["cycles"] > 0 and "aten.add.Tensor" in result["kernels"][0]["ops"]
    assert (Path(result["run_dir"]) / "report.json").is_file()


def test_run_ends_with_status_1_when_values_differ(npusim, folder, device, monkeypatch):
    from npusim.frontend.cli.run import run_operator

    monkeypatch.setattr(run_operator, "_on_cpu", lambda operator, case, *others: case.function(*case.inputs) + 1)
    status, out, err = npusim("run", "relu", "--shape", "3,4", "--json", "-q")
    assert status == 1 and json.loads(out)["values_match"] is False
    assert "Mismatched elements" in err


def test_mode_timing_compares_nothing(npusim, folder, device):
    status, out, _ = npusim("run", "relu", "--shape", "3,4", "--mode", "timing", "--json", "-q")
    result = json.loads(out)
    assert status == 0 and result["values_match"] is None and result["max_abs_error"] is None
    assert result["cycles"] > 0


def test_run_executes_a_script_with_its_own_arguments(npusim, folder, device):
    (folder / "model.py").write_text(
        "import sys, torch\n"
        "x = torch.ones(int(sys.argv[1]), device='npu')\n"
        "print(torch.compile(lambda t: t + 1)(x).sum().item() if sys.argv[2] == '--shape' else 'no')\n"
    )
    status, out, _ = npusim("run", "--mode", "both", "-q", "model.py", "6", "--shape")
    assert status == 0 and out.startswith("12.0\n") and "aten.add.Tensor" in out
    _, out, err = npusim("run", "--json", "-q", "model.py", "6", "--shape")
    assert json.loads(out)["op"] == "model.py" and "12.0" in err


@pytest.mark.parametrize("code, status", [("raise SystemExit(7)", 7), ("import sys; sys.exit('no')", 1), ("", 0)])
def test_the_status_of_a_script_is_handed_on(npusim, folder, device, code, status):
    (folder / "s.py").write_text(code)
    assert npusim("run", "s.py")[0] == status


def test_an_error_of_a_script_shows_the_scripts_frames_only(npusim, folder, device):
    (folder / "s.py").write_text("def f():\n    return undefined\nf()\n")
    status, _, err = npusim("run", "-q", "s.py")
    assert status == 1 and "NameError: name 'undefined'" in err and 's.py", line 2, in f' in err
    assert "run_script.py" not in err and "typer" not in err


@pytest.mark.slow
def test_a_script_is_told_what_ran_on_the_host(npusim, folder, device):
    program = "with torch.npu.set_fallback_policy('allow'):\n  torch.ones(100, device='npu') + 1\n"
    (folder / "s.py").write_text(f"import torch\n{program}")
    status, out, _ = npusim("run", "-q", "s.py")
    assert status == 0 and "aten::add.Tensor: 1 call, 800 B of device memory" in out
    status, out, _ = npusim("run", "-q", "--json", "s.py")
    assert json.loads(out)["host_operators"] == [{"name": "aten::add.Tensor", "calls": 1, "bytes": 800}]
    (folder / "t.py").write_text("import torch\n")
    assert "host_operators" not in json.loads(npusim("run", "-q", "--json", "t.py")[1])


def test_an_operator_without_lowering_is_one_sentence_with_status_2(npusim, folder, device, monkeypatch):
    monkeypatch.setattr(logging, "raiseExceptions", False)  # torch's handler may hold the stderr of an earlier test
    call = "torch.compile(torch.linalg.inv)(torch.zeros(3, 3, device='npu'))"
    program = f"with torch.npu.set_fallback_policy('error'):\n  {call}\n"
    (folder / "s.py").write_text(f"import torch\n{program}")
    status, _, err = npusim("run", "-q", "s.py")
    assert status == 2 and "linalg_inv" in err and "Ways out" in err and "Traceback" not in err


def test_a_command_that_is_interrupted_while_it_is_loaded_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Loading:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "npusim.frontend.cli.app", Loading())
    with pytest.raises(SystemExit) as stop:
        command()
    assert stop.value.code == 130 and capsys.readouterr().err == "npusim: interrupted\n"


def test_what_nobody_reads_any_more_is_dropped_silently():
    """`npusim inspect | head` told of a BrokenPipeError that was ignored if the rest was still in the buffer."""
    text = "from npusim.frontend.cli import app; app.app = lambda **_: print('unread'); app.main(['machines'])"
    reading, writing = os.pipe()
    os.close(reading)
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run([sys.executable, "-c", text], stdout=writing, stderr=subprocess.PIPE, text=True, env=buffered)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
