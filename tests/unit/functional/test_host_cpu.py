"""Values are compiled for the host's processor, or for the one that NPUSIM_HOST_CPU names."""

import numpy as np
import pytest
from npusim.simulator.errors import OptionError
from npusim.simulator.functional import compile_functional, functional_key
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.mlir import context, ir
from npusim.simulator.machine import load_machine
from npusim.simulator.native import compiler_process, host_cpu, jit

ADD = """func.func @add(%X: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = memref.load %X[%i] : memref<4xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %X[%i] : memref<4xf32>
  }
  return
}
"""
SUM_OF_VECTORS = """llvm.func @f(%x: !llvm.ptr) {
  %a = llvm.load %x {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  %b = llvm.fadd %a, %a : vector<16xf32>
  llvm.store %b, %x {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
  llvm.return
}"""
ADD_512_BITS, ADD_256_BITS = b"\x62\xf1\x7c\x48\x58", b"\xc5\xfc\x58"  # vaddps of zmm0 and of ymm0


def choose(monkeypatch, name, flags=None):
    """Choose a processor, on a host with given flags if they are given."""
    if flags is not None:
        monkeypatch.setattr(host_cpu, "host_flags", lambda: frozenset(flags))
    monkeypatch.setenv("NPUSIM_HOST_CPU", name)
    host_cpu._processor.cache_clear()


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    yield
    monkeypatch.undo()
    host_cpu._processor.cache_clear()


def object_code(text=SUM_OF_VECTORS):
    return jit.compile_object(ir.Module.parse(text, context()), "f")


@pytest.mark.parametrize("name", host_cpu.runnable_processors())
def test_code_for_a_processor_that_the_host_can_run_runs(monkeypatch, name):
    choose(monkeypatch, name)
    x = np.arange(4, dtype=np.float32)
    compile_functional(parse_kernel(ADD), load_machine("tpuv3"))([x.ctypes.data])
    np.testing.assert_array_equal(x, [0, 2, 4, 6])


@pytest.mark.parametrize("name", host_cpu.PROCESSORS)
def test_llvm_knows_every_processor_by_its_name(monkeypatch, name):
    choose(monkeypatch, name, frozenset.union(*host_cpu.PROCESSORS.values()))
    warnings = []
    monkeypatch.setattr(compiler_process._log, "warning", lambda *arguments: warnings.append(arguments))
    object_code()
    assert not warnings


def test_a_processor_without_wide_vectors_gets_no_wide_instructions(monkeypatch):
    everything = frozenset.union(*host_cpu.PROCESSORS.values())
    found = {}
    for name in ("x86-64", "x86-64-v3", "x86-64-v4"):
        choose(monkeypatch, name, everything)
        code = object_code()
        found[name] = ADD_512_BITS in code, ADD_256_BITS in code
    assert found == {"x86-64": (False, False), "x86-64-v3": (False, True), "x86-64-v4": (True, False)}


@pytest.mark.parametrize(("name", "size_bytes"), [("x86-64-v2", 16), ("haswell", 32), ("skylake-avx512", 64)])
def test_vectors_are_as_wide_as_the_processors(monkeypatch, name, size_bytes):
    choose(monkeypatch, name, frozenset.union(*host_cpu.PROCESSORS.values()))
    assert host_cpu.chosen_processor().vector_bytes == size_bytes


def test_each_processor_has_entries_of_its_own_in_the_cache(monkeypatch):
    keys = set()
    for name in ("native", *host_cpu.runnable_processors()):
        choose(monkeypatch, name)
        keys.add(functional_key(parse_kernel(ADD)))
    assert len(keys) == 1 + len(host_cpu.runnable_processors())


def test_an_unknown_processor_is_refused_with_those_there_are(monkeypatch):
    choose(monkeypatch, "pentium6", host_cpu.PROCESSORS["haswell"])
    with pytest.raises(OptionError, match=r"NPUSIM_HOST_CPU=pentium6 is no .*: native, x86-64, x86-64-v2, x86-64-v3"):
        functional_key(parse_kernel(ADD))


def test_a_processor_that_the_host_is_not_is_refused_with_what_is_missing(monkeypatch):
    choose(monkeypatch, "cooperlake", host_cpu.PROCESSORS["cascadelake"])
    with pytest.raises(OptionError, match=r"cooperlake: this host has no avx512_bf16; .*skylake-avx512, cascadelake$"):
        functional_key(parse_kernel(ADD))
