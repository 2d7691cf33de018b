"""Native programs: the cache on disk, symbols, the arguments of programs with a trace."""

# ruff: noqa: E501  (lines of MLIR)

import ctypes
import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from hand_written import increment
from npusim.simulator import native
from npusim.simulator.errors import CompileError, KernelError
from npusim.simulator.functional import compile_functional, functional_key, lower_values
from npusim.simulator.ir.kernel import find_function, parse_kernel, source_arguments, walk
from npusim.simulator.ir.mlir import arith as arith_dialect
from npusim.simulator.ir.mlir import context, ir, llvm, memref
from npusim.simulator.machine import load_machine
from npusim.simulator.native import cache, jit
from npusim.simulator.system import store

MACHINE = load_machine("tpuv3")


@pytest.fixture
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path))
    return tmp_path


def run(text):
    x = np.zeros(4, np.float32)
    compile_functional(parse_kernel(text), MACHINE)([x.ctypes.data])
    return x


def objects(folder):
    return sorted(folder.rglob("*.o"))


def forget(text):
    """Drop what this process holds of a kernel, so that only the disk has it."""
    key = functional_key(parse_kernel(text))
    native.program._loaded.pop(key, None)
    return key


def test_a_compiled_kernel_is_kept_on_disk(cache_folder):
    text = increment(1.5)
    forget(text)
    np.testing.assert_array_equal(run(text), 1.5)
    (path,) = objects(cache_folder)
    assert path == functional_key(parse_kernel(text)).path
    assert not list(cache_folder.rglob("*.tmp"))


def test_a_kernel_from_the_disk_runs_no_pass(cache_folder, monkeypatch):
    text = increment(2.5)
    run(text)
    forget(text)
    if not objects(cache_folder):
        run(text)
        forget(text)
    monkeypatch.setattr(
        "npusim.simulator.functional.compiler.lower_values", lambda *a, **k: pytest.fail("lowered again")
    )
    monkeypatch.setattr(
        "npusim.simulator.functional.compiler.compile_module", lambda *a, **k: pytest.fail("compiled again")
    )
    np.testing.assert_array_equal(run(text), 2.5)


@pytest.mark.parametrize("damage", ["truncated", "flipped", "empty", "text"])
def test_a_damaged_cache_entry_is_compiled_again(cache_folder, damage):
    text = increment(3.5)
    forget(text)
    run(text)
    (path,) = objects(cache_folder)
    good = path.read_bytes()
    bad = {
        "truncated": good[: len(good) // 2],
        "flipped": good[:200] + bytes([good[200] ^ 1]) + good[201:],
        "empty": b"",
        "text": b"hello" * 99,
    }
    path.write_bytes(bad[damage])
    forget(text)
    np.testing.assert_array_equal(run(text), 3.5)
    assert store.read(functional_key(parse_kernel(text))) is not None


@pytest.mark.parametrize("which", ["file", "folder", "cache"])
def test_machine_code_that_others_can_write_is_compiled_again(cache_folder, logged, which):
    text = increment(5.5)
    forget(text)
    run(text)
    (path,) = objects(cache_folder)
    {"file": path, "folder": path.parent, "cache": cache_folder}[which].chmod(0o777)
    assert store.read(functional_key(parse_kernel(text))) is None
    assert any("can be written by other users" in message for message in logged)
    forget(text)
    np.testing.assert_array_equal(run(text), 5.5)


def test_a_cache_that_cannot_be_used_is_reported_once(tmp_path, monkeypatch, logged):
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "link"))
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    for number in (6.5, 7.5):
        forget(increment(number))
        np.testing.assert_array_equal(run(increment(number)), number)
    assert ["cannot write the compile cache" in message for message in logged] == [True]


def test_a_cache_that_cannot_be_written_is_reported_and_costs_nothing_else(tmp_path, monkeypatch, logged):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(blocked))
    text = increment(4.5)
    forget(text)
    np.testing.assert_array_equal(run(text), 4.5)
    assert any("cannot write the compile cache" in message and "NPUSIM_CACHE_DIR" in message for message in logged)


def test_the_key_depends_on_text_host_compiler_and_sources(monkeypatch):
    base = native.cache_key("functional", "text")
    assert native.cache_key("functional", "text") == base
    assert native.cache_key("functional", "text ") != base
    assert native.cache_key("function", "altext") != base
    for name in ("llvm.get_host_cpu_name", "mlir.version", "source_hash"):
        cache._environment.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(f"npusim.simulator.native.cache.{name}", lambda: "another")
            assert native.cache_key("functional", "text") != base, name
    cache._environment.cache_clear()
    assert native.cache_key("functional", "text") == base


@pytest.mark.slow
def test_another_process_finds_what_this_one_compiled(cache_folder):
    text = increment(5.5)
    forget(text)
    run(text)
    program = textwrap.dedent(
        """
        import sys
        import numpy as np
        from npusim.simulator import native
        from npusim.simulator.functional import compile_functional, compiler
        from npusim.simulator.ir.kernel import parse_kernel
        from npusim.simulator.machine import load_machine
        def never(*args, **kwargs):
            sys.exit("compiled again")
        compiler.compile_module = never
        x = np.zeros(4, np.float32)
        compile_functional(parse_kernel(sys.stdin.read()), load_machine("tpuv3"))([x.ctypes.data])
        print(x.tolist())
        """
    )
    environment = os.environ | {"NPUSIM_CACHE_DIR": str(cache_folder)}
    done = subprocess.run(
        [sys.executable, "-c", program], input=text, capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[5.5, 5.5, 5.5, 5.5]"


def test_a_kernel_may_be_named_like_our_own_functions():
    for name in ("npusim_entry", "npusim_kernel", "malloc", "main", "npusim_dma_load"):
        np.testing.assert_array_equal(run(increment(6.5, name)), 6.5)


def test_a_function_that_does_not_exist_is_named():
    module = ir.Module.parse(
        "llvm.func @npusim_nowhere()\nllvm.func @f() { llvm.call @npusim_nowhere() : () -> ()\n llvm.return }",
        context(),
    )
    with pytest.raises(CompileError, match="npusim_nowhere, which neither npusim's runtime nor libm has"):
        jit.compile_object(module, "f")


def test_functions_of_libm_are_found():
    assert jit.find_symbol("expf") and jit.find_symbol("memcpy") and jit.find_symbol("npusim_dma_load")
    assert jit.find_symbol("npusim_nowhere") is None


def test_arguments_in_another_order_are_refused():
    module = ir.Module.parse("func.func @f(%n: index, %x: memref<4xf32>) { return }", context())
    with pytest.raises(CompileError, match="tensors, sizes, trace and scratchpad, in this order"):
        native.compile_module(module, key=native.cache_key("functional", "order"))


def test_an_operation_without_lowering_is_named():
    module = parse_kernel(TRACED).clone()
    with pytest.raises(CompileError, match=r"could not be lowered to LLVM[^$]*npu\.dma_load"):
        native.compile_module(module, key=native.cache_key("functional", "left over"))


TRACED = """func.func @traced(%X: memref<1000xf32>, %Y: memref<1000xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %t = "npu.alloc"() : () -> memref<10xf32, 1>
  scf.for %i = %c0 to %n step %c10 {
    %v = memref.reinterpret_cast %X to offset: [%i], sizes: [10], strides: [1] : memref<1000xf32> to memref<10xf32, strided<[1], offset: ?>>
    %w = memref.reinterpret_cast %Y to offset: [%i], sizes: [10], strides: [1] : memref<1000xf32> to memref<10xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %t) : (memref<10xf32, strided<[1], offset: ?>>, memref<10xf32, 1>) -> ()
    %s = memref.subview %t[2] [3] [1] : memref<10xf32, 1> to memref<3xf32, strided<[1], offset: 2>, 1>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%s : memref<3xf32, strided<[1], offset: 2>, 1>) {
    ^bb0(%a: f32):
      %b = arith.addf %a, %a : f32
      linalg.yield %b : f32
    }
    "npu.dma_store"(%t, %w) : (memref<10xf32, 1>, memref<10xf32, strided<[1], offset: ?>>) -> ()
    %first = memref.load %X[%i] : memref<1000xf32>
    memref.store %first, %Y[%i] : memref<1000xf32>
  }
  return
}
"""


def record_addresses(module):
    """Write the simulated address of every transfer to the context: a count, then the addresses."""
    trace = native.add_trace_arguments(module)
    with module.context, ir.Location.unknown():
        i64 = ir.IntegerType.get_signless(64)
        pointer = llvm.PointerType.get()
        for op in [op for op in walk(find_function(module)) if op.name in ("npu.dma_load", "npu.dma_store")]:
            view = op.operands[0 if op.name == "npu.dma_load" else 1]
            with ir.InsertionPoint(op):
                offset = memref.ExtractStridedMetadataOp(view).operation.results[1]
                offset = arith_dialect.IndexCastOp(i64, offset).result
                four, one = (arith_dialect.ConstantOp(i64, number).result for number in (4, 1))
                address = arith_dialect.AddIOp(
                    trace.addresses[source_arguments(view)[0]], arith_dialect.MulIOp(offset, four).result
                ).result
                base = llvm.IntToPtrOp(pointer, trace.context).result
                count = arith_dialect.AddIOp(llvm.LoadOp(i64, base).result, one).result
                llvm.StoreOp(count, base)
                place = llvm.GEPOp(pointer, base, [count], [-(2**31)], i64, None).result
                llvm.StoreOp(address, place)


@pytest.mark.parametrize("combined", [False, True])
def test_inserted_code_sees_the_simulated_addresses(combined):
    module = parse_kernel(TRACED).clone()
    record_addresses(module)
    if combined:
        lower_values(module)
    else:
        native.strip_compute(module)
        assert not [
            op.name
            for op in walk(find_function(module))
            if op.name.startswith(("npu.", "linalg.", "memref.load", "memref.store"))
        ]
    function = native.compile_module(module, key=native.cache_key("trace", "traced", str(combined)))
    x, y = np.arange(1000, dtype=np.float32), np.zeros(1000, np.float32)
    tile, trace = np.zeros(1024, np.int8), np.zeros(64, np.int64)
    hosts = [x.ctypes.data, y.ctypes.data] if combined else [0, 0]
    function.invoke([*hosts, 30, tile.ctypes.data + -tile.ctypes.data % 64, 1 << 20, 1 << 30, trace.ctypes.data])
    expected = [base + 40 * i for i in range(3) for base in (1 << 20, 1 << 30)]
    np.testing.assert_array_equal(trace[:8], [6, *expected, 0])
    result = x[:30].reshape(3, 10).copy()
    result[:, 2:5] *= 2
    np.testing.assert_array_equal(y[:30], result.ravel() if combined else 0)


def test_a_trace_program_refuses_branches_on_data():
    text = """func.func @branch(%X: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %X[%c0] : memref<4xi32>
  %b = arith.trunci %a : i32 to i1
  %t = "npu.alloc"() : () -> memref<4xi32, 1>
  scf.if %b {
    "npu.dma_load"(%X, %t) : (memref<4xi32>, memref<4xi32, 1>) -> ()
  }
  return
}
"""
    module = parse_kernel(text).clone()
    record_addresses(module)
    with pytest.raises(CompileError, match="needs a combined program"):
        native.strip_compute(module)


def test_the_address_of_a_program_can_be_called_from_c():
    function = compile_functional(parse_kernel(increment(7.5)), MACHINE).function
    x = np.zeros(4, np.float32)
    slots = (ctypes.c_int64 * 2)(x.ctypes.data, 0)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function.address)(slots)
    np.testing.assert_array_equal(x, 7.5)


def test_a_program_called_through_its_address_is_checked_afterwards():
    text = """func.func @far(%X: memref<4xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  memref.store %c, %X[%n] : memref<4xf32>
  return
}
"""
    function = compile_functional(parse_kernel(text), MACHINE).function
    x = np.zeros(4, np.float32)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function.address)((ctypes.c_int64 * 3)(x.ctypes.data, 4, 0))
    with pytest.raises(KernelError, match="line 3: an access reaches element 4 of a tensor or tile of 4 elements"):
        native.check_accesses()
    native.check_accesses()
    np.testing.assert_array_equal(x, 0)


def test_threads_may_compile_at_the_same_time(cache_folder):
    failures = []

    def work(thread):
        for number in range(8):
            amount = 1 + thread + number / 8
            result = run(increment(amount, f"thread_{thread}"))
            module = parse_kernel(TRACED + f"// {thread} {number}").clone()
            native.add_trace_arguments(module)
            if not np.array_equal(result, np.full(4, amount, np.float32)):
                failures.append((thread, number))

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
