"""Files that cannot be read: one line that says why and, in text, where."""

import pytest
import yaml
from npusim.simulator.dram.device import load_device
from npusim.simulator.dram.replay import read_trace
from npusim.simulator.errors import KernelError, MachineError, NpuSimError, OptionError
from npusim.simulator.machine import load_machine
from npusim.simulator.run.standalone import simulate_file
from npusim.simulator.system.file_errors import reason

KERNEL = """func.func @copy(%X: memref<4xf32>, %Y: memref<4xf32>) {
  %x = "npu.alloc"() : () -> memref<4xf32, 1>
  "npu.dma_load"(%X, %x) : (memref<4xf32>, memref<4xf32, 1>) -> ()
  "npu.dma_store"(%x, %Y) : (memref<4xf32, 1>, memref<4xf32>) -> ()
  return
}
"""


def message(error: type[NpuSimError], read) -> str:
    with pytest.raises(error) as caught:
        read()
    text = str(caught.value)
    assert "\n" not in text and "Errno" not in text
    return text


def test_broken_yaml_is_located(tmp_path):
    file = tmp_path / "broken.yaml"
    file.write_text("name: x\n  cores: [1\n")
    wanted = "line 2, column 8: mapping values are not allowed here"
    assert message(MachineError, lambda: load_machine(str(file))) == f"{file}: not a YAML file: {wanted}"
    assert message(MachineError, lambda: load_device(str(file))) == f"{file}: not a YAML file: {wanted}"


@pytest.mark.parametrize(
    "error, read",
    [
        (KernelError, lambda path: simulate_file(path, load_machine("tpuv3"))),
        (MachineError, lambda path: load_machine(str(path))),
        (OptionError, read_trace),
    ],
    ids=["kernel", "machine", "trace"],
)
def test_what_is_no_text_is_said(tmp_path, error, read):
    file = tmp_path / "binary.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    assert message(error, lambda: read(file)).endswith("cannot be read: it is not UTF-8 text")


def test_a_missing_file_is_named_once(tmp_path):
    file = tmp_path / "none.txt"
    assert message(OptionError, lambda: read_trace(file)).count("none.txt") == 1


@pytest.mark.parametrize("content", [b"hello", b"", b"\x93NUMPY\x01"])
def test_an_array_that_numpy_has_not_written_is_refused(tmp_path, content):
    kernel, array = tmp_path / "copy.mlir", tmp_path / "x.npy"
    kernel.write_text(KERNEL)
    array.write_bytes(content)
    said = message(OptionError, lambda: simulate_file(kernel, load_machine("tpuv3"), "functional", {"X": str(array)}))
    assert said.startswith(f"{array}, given for the tensor X, cannot be read: ")
    assert said.endswith("write it with numpy.save")


def test_errors_of_several_lines_become_one():
    assert reason(ValueError("two\n  lines")) == "two lines"
    assert reason(yaml.YAMLError("no\nplace")) == "no place"
