"""What `import torch` does, what the first use of the device does, and how a process ends."""

import os
import subprocess
import sys

import pytest

CLEAN_EXITS = 4


def run(program, *, check=True, **environment):
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}
    )
    if check:
        assert done.returncode == 0, done.stderr
    return done


def test_importing_torch_names_the_device_and_starts_nothing():
    out = run("""
import sys, torch
print(torch.device("npu"), torch.npu.is_initialized(), torch.accelerator.current_accelerator())
print([name for name in ("torch._dynamo", "torch._inductor", "npusim.scheduler", "pydantic") if name in sys.modules])
import torch.npu
""").stdout
    assert out == "npu False npu\n[]\n"


def test_a_first_tensor_loads_no_compiler():
    out = run("""
import sys, torch
x = torch.ones(3, device="npu") + 1
print([name for name in ("torch._dynamo", "torch._inductor", "sympy") if name in sys.modules], x.sum().item())
""").stdout
    assert out == "[] 6.0\n"


@pytest.mark.slow
@pytest.mark.covering("npusim.frontend.autoload")
@pytest.mark.parametrize(
    "module",
    [
        "npusim.frontend.device",
        "npusim.frontend.autoload",
        "npusim.frontend.backend",
        "npusim.frontend.inductor.core_api",
    ],
)
def test_npusim_can_be_imported_before_torch(module):
    assert run(f"import {module}, torch; print(torch.ones(1, device='npu').item())").stdout == "1.0\n"


@pytest.mark.slow
def test_a_cpu_program_never_starts_the_device(fresh_torch):
    fresh_torch("""
import torch, typing
f = torch.compile(lambda x: torch.relu(x) * 2, backend="aot_eager")
x = torch.randn(4, requires_grad=True, generator=torch.Generator().manual_seed(0))
f(x).sum().backward()
torch.manual_seed(0); torch.npu.manual_seed(1)
list(torch.utils.data.DataLoader([torch.ones(2)] * 4, batch_size=2))
assert isinstance(torch.Generator(), torch.Generator) and typing.Optional[torch.Generator]
class Mine(torch.Event): pass
assert not torch.npu.is_initialized()
""")


@pytest.mark.covering("torch.Event(device='npu').record()")
@pytest.mark.parametrize(
    "first_use",
    [
        "torch.Generator(device='npu').manual_seed(1)",
        "torch.Stream(device='npu')",
        "torch.Event(device='npu').record()",
        "assert torch.ones(2).pin_memory().is_pinned()",
        "assert torch.accelerator.memory_allocated() == 0",
    ],
)
def test_anything_can_be_the_first_use(fresh_torch, first_use):
    started = "assert torch.npu.is_initialized() and isinstance(torch.Generator, type)"
    fresh_torch(f"import torch\n{first_use}\n{started}")


@pytest.mark.slow
def test_a_seed_set_before_the_first_use_counts(fresh_torch):
    out = fresh_torch("""
import torch
torch.manual_seed(5)
wanted = torch.rand(3)
torch.manual_seed(5)
assert not torch.npu.is_initialized()
print(torch.equal(torch.rand(3, device="npu").cpu(), wanted))
""").stdout
    assert out == "True\n"


@pytest.mark.slow
@pytest.mark.covering("True")
@pytest.mark.parametrize("thread", [False, True])
def test_a_process_that_ends_right_after_backward_ends_well(fresh_torch, thread):
    program = """
import torch, threading
torch.npu.set_fallback_policy("allow")
def step():
    torch.nn.Linear(64, 64).npu()(torch.randn(8, 64).npu()).sum().backward()
"""
    program += "t = threading.Thread(target=step); t.start(); t.join()" if thread else "step()"
    ends = [run(program, check=False), *(fresh_torch(program, check=False) for _ in range(CLEAN_EXITS - 1))]
    assert [end.returncode for end in ends] == [0] * CLEAN_EXITS


@pytest.mark.slow
def test_without_a_compiler_torch_works_and_the_device_says_what_to_install(fresh_torch, tmp_path):
    out = fresh_torch(
        """
import torch
from npusim.simulator.errors import DeviceError
assert torch.ones(2).sum() == 2
assert not torch.npu.is_available() and torch.npu.device_count() == 0
assert torch.accelerator.current_accelerator(check_available=True) is None
for use in (lambda: torch.ones(2, device="npu"), lambda: torch.ones(2).npu(), torch.npu.get_rng_state):
    try:
        use()
    except DeviceError as error:
        print(error)
""",
        PATH="",
        CXX="",
        NPUSIM_CACHE_DIR=str(tmp_path),
    ).stdout
    assert out.count("apt-get install g++") == 3
    assert not list(tmp_path.rglob("*.so"))


@pytest.mark.slow
def test_tracing_for_the_cpu_looks_for_the_device_once(fresh_torch):
    fresh_torch(
        """
import torch
from unittest.mock import patch
from npusim.frontend.device import build
from torch._subclasses.fake_tensor import FakeTensorMode
with patch.object(build, "find_compiler", wraps=build.find_compiler) as looked, FakeTensorMode():
    torch.ones(2).sin().cos().exp()
assert looked.call_count == 1, looked.call_count
"""
    )


def test_a_compiler_that_fails_is_reported_and_leaves_nothing_behind(fresh_torch, tmp_path):
    compiler = tmp_path / "broken"
    compiler.write_text("#!/bin/sh\necho 'device.h:1: error: no such thing' >&2\nexit 3\n")
    compiler.chmod(0o755)
    program = "import torch; torch.ones(2, device='npu')"
    done = fresh_torch(program, check=False, CXX=str(compiler), NPUSIM_CACHE_DIR=str(tmp_path / "c"))
    assert done.returncode == 1
    assert "status 3" in done.stderr and "no such thing" in done.stderr and "DeviceError" in done.stderr
    assert not [path for path in (tmp_path / "c").rglob("*") if path.suffix in (".so", ".tmp")]


@pytest.mark.slow
def test_a_cache_folder_that_cannot_be_made_is_reported(fresh_torch, tmp_path):
    (tmp_path / "file").write_text("")
    program = "import torch; torch.ones(2, device='npu')"
    done = fresh_torch(program, check=False, NPUSIM_CACHE_DIR=str(tmp_path / "file"))
    assert done.returncode == 1 and "NPUSIM_CACHE_DIR" in done.stderr and "DeviceError" in done.stderr


@pytest.mark.slow
def test_an_unknown_machine_is_reported_at_the_first_use(fresh_torch):
    done = fresh_torch("import torch; torch.ones(2, device='npu')", check=False, NPUSIM_MACHINE="tpuv9")
    assert done.returncode == 1 and "MachineError" in done.stderr and "tpuv9" in done.stderr


@pytest.mark.slow
def test_an_unknown_policy_is_reported_at_the_first_use(fresh_torch):
    done = fresh_torch("import torch; torch.ones(2, device='npu')", check=False, NPUSIM_FALLBACK="maybe")
    assert done.returncode == 1 and "NPUSIM_FALLBACK is 'maybe'" in done.stderr


@pytest.mark.slow
def test_the_policy_comes_from_the_environment(fresh_torch):
    done = fresh_torch("import torch; torch.ones(2, device='npu') + 1", check=False, NPUSIM_FALLBACK="error")
    assert done.returncode == 1 and "HostFallbackError" in done.stderr


@pytest.mark.slow
def test_an_error_while_torch_is_imported_is_kept_until_the_device_is_used():
    program = """
import npusim.frontend.backend.hooks, npusim.frontend.backend as inductor
def broken():
    raise ValueError("the hooks are broken")
inductor.hooks.install_compile_hooks = broken
import torch
from npusim.simulator.errors import DeviceError
assert torch.ones(2).sum() == 2 and not torch.npu.is_available()
try:
    torch.ones(2, device="npu")
except DeviceError as error:
    print(error)
"""
    blocked = run(
        "import os; os.environ['TORCH_DEVICE_BACKEND_AUTOLOAD'] = '0'\n"
        + program.replace("import torch\n", "import torch, npusim.frontend.autoload as a; a.autoload()\n", 1)
    )
    assert "the hooks are broken" in blocked.stdout


@pytest.mark.slow
def test_torch_logs_knows_the_devices_logs():
    assert run("import torch", TORCH_LOGS="npu_mlir,+npusim").returncode == 0


@pytest.mark.slow
def test_autoload_can_be_switched_off_and_done_later():
    out = run(
        """
import torch
assert not hasattr(torch, "npu")
from npusim.frontend.autoload import autoload
autoload()
autoload()
print(torch.ones(2, device="npu").tolist())
""",
        TORCH_DEVICE_BACKEND_AUTOLOAD="0",
    ).stdout
    assert out == "[1.0, 1.0]\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "printed"), [("mine.py", "3.0"), ("add --shape 5,7", "add")], ids=["mine.py", "add"]
)
def test_the_command_line_registers_the_device_when_torch_does_not(tmp_path, target, printed):
    (tmp_path / "mine.py").write_text("import torch\nprint(torch.ones(3, device='npu').cpu().sum().item())\n")
    environment = {**os.environ, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0", "NPUSIM_MODE": "functional"}
    code = "from npusim.frontend.cli import main; main()"
    command = [sys.executable, "-c", code, "run", "--quiet", *target.split()]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert printed in done.stdout


@pytest.mark.slow
def test_the_runner_of_scripts_registers_the_device_when_torch_does_not():
    program = "from npusim.scheduler import PyTorchSimRunner as R; print(R.setup_device().custom_device())"
    assert run(program, TORCH_DEVICE_BACKEND_AUTOLOAD="0").stdout == "npu:0\n"


@pytest.mark.slow
def test_the_end_of_a_process_searches_no_garbage_but_writes_its_files(tmp_path):
    path = tmp_path / "written"
    program = f"""
import atexit, gc
atexit.register(lambda: print("kept", gc.get_freeze_count() > 10_000))  # registered first, called last
import torch

class Cycle:
    def __init__(self, path):
        self.file, self.me = open(path, "w"), self
        self.file.write("text")

torch.ones(2, device="npu")
cycle, closed = Cycle({str(path)!r}), open({str(path)!r})
closed.close()
"""
    assert run(program).stdout == "kept True\n"
    assert path.read_text() == "text"
