"""LLVM runs in a process of its own: whatever happens there, this process goes on."""

import io
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hand_written import increment
from npusim.simulator.errors import CompileError
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.mlir import context, ir
from npusim.simulator.machine import load_machine
from npusim.simulator.native import compiler_process, compiler_worker, jit, program

# An instruction that x86 does not have: "Cannot select" ends the process that LLVM runs in.
UNSELECTABLE = """llvm.func @f(%x: !llvm.ptr) {
  %a = llvm.load %x : !llvm.ptr -> vector<4xf32>
  %b = llvm.call_intrinsic "llvm.aarch64.neon.frecpe.v4f32"(%a) : (vector<4xf32>) -> vector<4xf32>
  llvm.store %b, %x : vector<4xf32>, !llvm.ptr
  llvm.return
}"""
REQUEST = "length = lambda: int.from_bytes(os.read(0, 8), 'little'); os.read(0, length()); os.read(0, length())"


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(program, "_loaded", {})  # equal kernels of other tests


@pytest.fixture
def worker(tmp_path, monkeypatch):
    """Makes the next compiler process run a program that has read one request."""

    def replace(program):
        compiler_process._end()
        script = tmp_path / "worker.py"
        script.write_text(f"import ctypes, os, signal, sys, time\n{REQUEST}\n{textwrap.dedent(program)}")
        monkeypatch.setattr(compiler_process, "_WORKER", script)

    yield replace
    compiler_process._end()


def compiled(amount):
    """A kernel that adds a number, compiled and run."""
    x = np.zeros(4, np.float32)
    compile_functional(parse_kernel(increment(amount)), load_machine("tpuv3"))([x.ctypes.data])
    return x


def test_what_llvm_cannot_compile_is_an_error_with_its_message_and_the_kernels_name():
    with pytest.raises(CompileError, match=r"kernel 'f' cannot be compiled .*SIGABRT: .*Cannot select: intrinsic"):
        jit.compile_object(ir.Module.parse(UNSELECTABLE, context()), "f")
    np.testing.assert_array_equal(compiled(1.25), 1.25)


def test_a_crash_is_an_error_that_names_the_signal(worker):
    worker("print('before the crash', file=sys.stderr, flush=True); os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(CompileError, match=r"kernel 'increment' .*ended with SIGSEGV: before the crash"):
        compiled(2.25)


def test_a_module_that_is_none_is_an_error_and_the_process_goes_on():
    compiled(3.25)
    process = compiler_process._running
    with pytest.raises(CompileError, match="bytecode"):
        compiler_process.compile_bytecode(b"ML\xefR?", [], 0)
    np.testing.assert_array_equal(compiled(3.5), 3.5)
    assert compiler_process._running is process


@pytest.mark.parametrize("when", ["idle", "at work"])
def test_a_process_that_somebody_ends_is_replaced(worker, tmp_path, monkeypatch, when):
    if when == "idle":
        compiled(4.25)
        compiler_process._running._process.kill()
    else:
        real = compiler_process._WORKER
        worker(f"""
            if not os.path.exists({str(tmp_path / "once")!r}):
                open({str(tmp_path / "once")!r}, "w").close()
                os.kill(os.getpid(), signal.SIGKILL)
            os.write(0, (6).to_bytes(8, "little") + b"ocode!")
            time.sleep(60)
            """)
        assert compiler_process.compile_bytecode(b"", [], 0) == b"code!"
        monkeypatch.setattr(compiler_process, "_WORKER", real)
        compiler_process._end()
    np.testing.assert_array_equal(compiled(4.5), 4.5)


def test_a_kernel_that_always_ends_the_process_is_an_error(worker):
    worker("os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(CompileError, match="SIGKILL"):
        compiled(5.25)


def test_what_arrives_during_a_compilation_does_not_end_it():
    """The system may tell the process of a request when it has read it already."""
    bytecode = io.BytesIO()
    ir.Module.parse("llvm.func @f() { llvm.return }", context()).operation.write_bytecode(bytecode)
    frames = (json.dumps({"symbols": [], "opt_level": 0}).encode(), bytecode.getvalue())
    compiler_process.start()
    process = compiler_process._running
    for frame in frames * 100:
        process._channel.sendall(len(frame).to_bytes(8, "little") + frame)
        time.sleep(0.0005)
    answers = [process._receive(int.from_bytes(process._receive(8), "little")) for _ in range(100)]
    assert all(answer.startswith(b"o") for answer in answers)


def test_many_threads_may_compile():
    results = {}
    threads = [threading.Thread(target=lambda n=n: results.update({n: compiled(6 + n / 8)[0]})) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: 6 + n / 8 for n in range(6)}


def test_a_forked_process_has_a_compiler_process_of_its_own():
    compiled(7.25)
    ours = compiler_process._running
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if compiler_process._running is None and compiled(7.5)[0] == 7.5 else 2
            compiler_process._end()
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    np.testing.assert_array_equal(compiled(7.75), 7.75)
    assert compiler_process._running is ours


PROGRAM = """
import sys
import numpy as np
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.native import compiler_process
"""
COMPILE = """
x = np.zeros(4, np.float32)
compile_functional(parse_kernel(sys.argv[1]), load_machine("tpuv3"))([x.ctypes.data])
"""


def start(program, *arguments):
    command = [sys.executable, "-c", PROGRAM + textwrap.dedent(program), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_process_with_a_warm_cache_starts_none():
    for expected in ("True", "False"):
        process = start(f"{COMPILE}\nprint(compiler_process._running is not None, x[0])", increment(8.25))
        assert process.communicate()[0].split() == [expected, "8.25"]


def is_running(process):
    """Whether a process exists and is no zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends(process, seconds=20.0):
    end = time.monotonic() + seconds
    while is_running(process) and time.monotonic() < end:
        time.sleep(0.01)
    return not is_running(process)


HANGING_WORKER = f"""
import ctypes, os, sys
sys.path.insert(0, {str(Path(compiler_worker.__file__).parent)!r})
import compiler_worker
{REQUEST}
compiler_worker._end_with(int(sys.argv[-1]))
print(os.getpid(), file=open(sys.argv[0] + ".pid", "w"), flush=True)
ctypes.PyDLL(None).sleep(300)  # in C, with the GIL, as LLVM does
"""


@pytest.mark.covering("interrupted")
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_a_compilation_without_end_ends_with_who_waits_for_it(tmp_path, how):
    script, pid = tmp_path / "hanging.py", tmp_path / "hanging.py.pid"
    script.write_text(HANGING_WORKER)
    text = f"""
        from pathlib import Path
        compiler_process._WORKER = Path({str(script)!r})
        try:
            {COMPILE.strip().splitlines()[0]}
            {COMPILE.strip().splitlines()[1]}
        except KeyboardInterrupt:
            print("interrupted", compiler_process._running)
        """
    process = start(text, increment(9.25))
    while not (pid.exists() and pid.read_text().strip()):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT if how == "interrupted" else signal.SIGKILL)
    output, _ = process.communicate(timeout=30)
    assert output.strip() == ("interrupted None" if how == "interrupted" else "")
    assert ends(int(pid.read_text()))


@pytest.mark.slow
def test_the_process_ends_with_the_program():
    process = start(f"{COMPILE}\nprint(compiler_process._running._process.pid)", increment(10.25))
    output, errors = process.communicate()
    assert ends(int(output)) and not errors


def test_ctrl_c_for_the_whole_terminal_does_not_reach_it():
    compiled(11.25)
    process = compiler_process._running._process.pid
    assert os.getsid(process) != os.getsid(0)
    os.kill(process, signal.SIGINT)
    np.testing.assert_array_equal(compiled(11.5), 11.5)
    assert compiler_process._running._process.pid == process
