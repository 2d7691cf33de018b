"""The walk over a kernel's operations: text order, without the bodies that a caller leaves out."""

import pytest
from npusim.simulator.ir import mlir
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import context, ir

TEXT = """
func.func @f(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %next = arith.addi %i, %one : index
    scf.for %j = %zero to %next step %one {
      %last = arith.subi %j, %one : index
    }
  }
  return
}
"""
LOOP = ["scf.for", "arith.addi", "scf.for", "arith.subi", "scf.yield", "scf.yield"]


@pytest.fixture
def function():
    with context():
        module = ir.Module.parse(TEXT)
        yield module.body.operations[0]


@pytest.mark.parametrize(("outside", "loop"), [((), LOOP), (("scf.",), ["scf.for"])], ids=["all", "without loops"])
def test_operations_below_a_root_come_in_text_order(function, outside, loop):
    expected = ["arith.constant", "arith.constant", *loop, "func.return"]
    assert [op.name for op in walk(function, outside)] == expected


def test_the_root_is_walked_into_even_when_its_kind_is_left_out(function):
    root = walk(function)[2]
    assert [op.name for op in walk(root, ("scf.",))] == ["arith.addi", "scf.for", "scf.yield"]


def test_operations_may_be_erased_while_they_are_walked(function):
    for op in reversed(walk(function)):
        if op.name == "arith.subi":
            op.erase()
    assert "arith.subi" not in [op.name for op in walk(function)]


def test_a_pipeline_is_parsed_once_for_all_modules(monkeypatch):
    parsed = []
    parse = mlir.passmanager.PassManager.parse
    monkeypatch.setattr(mlir.passmanager.PassManager, "parse", lambda *args: parsed.append(args) or parse(*args))
    mlir._pass_manager.cache_clear()
    for _ in range(2):
        module = mlir.ir.Module.parse("func.func @f() { %x = arith.constant 1 : i32 return }", mlir.context())
        mlir.run_passes(module, "builtin.module(canonicalize)")
        assert "arith.constant" not in mlir.text_of(module)
    assert len(parsed) == 1
