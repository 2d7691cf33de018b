"""Kernels on NumPy arrays, without torch."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npusim.simulator.errors import KernelError, NpuSimError, OptionError, ShapeError
from npusim.simulator.machine import load_machine
from npusim.simulator.run.memory.host_arrays import from_bits, storage_type, to_bits
from npusim.simulator.run.standalone import StandaloneResult, simulate_file

COPY = """
func.func @copy(%X: memref<{extent}x{dtype}>, %Y: memref<{extent}x{dtype}>{sizes}) {{
  %t = "npu.alloc"() : () -> memref<64x{dtype}, 1>
  %xv = memref.reinterpret_cast %X to offset: [0], sizes: [{n}], strides: [1]
    : memref<{extent}x{dtype}> to memref<{shape}x{dtype}>
  %yv = memref.reinterpret_cast %Y to offset: [0], sizes: [{n}], strides: [1]
    : memref<{extent}x{dtype}> to memref<{shape}x{dtype}>
  "npu.dma_load"(%xv, %t) : (memref<{shape}x{dtype}>, memref<64x{dtype}, 1>) -> ()
  "npu.dma_store"(%t, %yv) : (memref<64x{dtype}, 1>, memref<{shape}x{dtype}>) -> ()
  return
}}
"""


@pytest.fixture
def static(tmp_path: Path) -> Path:
    return kernel(tmp_path, extent="64", n="64", shape="64", sizes="")


@pytest.fixture
def dynamic(tmp_path: Path) -> Path:
    return kernel(tmp_path, extent="?", n="%n", shape="?", sizes=", %n: index")


def kernel(folder: Path, dtype: str = "f32", **parts: str) -> Path:
    path = folder / "copy.mlir"
    path.write_text(COPY.format(dtype=dtype, **parts))
    return path


def run(path: Path, arguments: dict[str, Any] | None = None, mode: str = "both", **options: Any) -> StandaloneResult:
    return simulate_file(path, "small8x8", mode, arguments, run_dir=path.parent / "runs", **options)


def test_inputs_are_random_and_the_same_every_time(static: Path) -> None:
    first, second = run(static), run(static)
    assert first.arrays is not None and second.arrays is not None
    assert np.array_equal(first.arrays["X"], second.arrays["X"])
    assert np.array_equal(first.arrays["X"], first.arrays["Y"])
    assert first.arrays["X"].std() > 0.5
    third = run(static, seed=1)
    assert third.arrays is not None and not np.array_equal(first.arrays["X"], third.arrays["X"])


def test_what_changed_is_saved(static: Path) -> None:
    result = run(static)
    assert result.changed == ("Y",)
    assert result.arrays is not None
    assert np.array_equal(np.load(result.run_dir / "outputs" / "Y.npy"), result.arrays["X"])
    assert (result.run_dir / "report.json").exists()
    assert result.report.cycles


def test_a_tensor_is_read_from_a_file_and_kept(static: Path) -> None:
    x = np.arange(64, dtype=np.float32).reshape(8, 8)
    np.save(static.parent / "x.npy", x)
    result = run(static, {"X": str(static.parent / "x.npy")})
    assert result.arrays is not None
    assert np.array_equal(result.arrays["Y"].reshape(8, 8), x)


def test_mode_timing_gives_no_arrays(static: Path) -> None:
    result = run(static, mode="timing")
    assert result.arrays is None and result.changed == ()
    assert not (result.run_dir / "outputs").exists()
    assert result.report.cycles


def test_symbolic_sizes_are_given_by_name(dynamic: Path) -> None:
    result = run(dynamic, {"n": "40", "X": "50", "Y": 50})
    assert result.arrays is not None
    assert np.array_equal(result.arrays["X"][:40], result.arrays["Y"][:40])
    assert not np.array_equal(result.arrays["X"][40:], result.arrays["Y"][40:])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"Z": "1"}, OptionError, "kernel copy has no argument 'Z'; it has X, Y, n"),
        ({"X": "64", "Y": "64"}, OptionError, "the size n has no value; give one with --arg n=128"),
        ({"X": "64", "Y": "64", "n": "-1"}, OptionError, "n is a size, a whole number of at least 0"),
        ({"X": "64", "Y": "64", "n": "many"}, OptionError, "n is a size"),
        ({"n": "8", "Y": "64"}, OptionError, "the tensor X has a symbolic size; give a file with --arg X=x.npy"),
        (
            {"n": "8", "Y": "64", "X": "missing.npy"},
            OptionError,
            "missing.npy, given for the tensor X, cannot be read: No such file",
        ),
    ],
)
def test_arguments_that_cannot_be_used_are_explained(
    dynamic: Path, arguments: dict[str, Any], error: type[NpuSimError], message: str
) -> None:
    with pytest.raises(error, match=message):
        run(dynamic, arguments)


def test_an_array_of_another_size_or_type_is_refused(static: Path) -> None:
    with pytest.raises(ShapeError, match=r"X has 64 elements, but an array of shape \(3, 4\)"):
        run(static, {"X": np.zeros((3, 4), np.float32)})
    with pytest.raises(ShapeError, match=r"elements of type f32 \(float32\), but the array's are int64"):
        run(static, {"X": np.zeros(64, np.int64)})
    with pytest.raises(ShapeError, match="X has 64 elements, not 65"):
        run(static, {"X": 65})


def test_a_file_that_is_missing_or_no_kernel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match=r"nothing\.mlir: cannot be read"):
        run(tmp_path / "nothing.mlir")
    (tmp_path / "bad.mlir").write_text("func.func @k() { oops }")
    with pytest.raises(KernelError, match=r"bad\.mlir:1:"):
        run(tmp_path / "bad.mlir")


@pytest.mark.covering("bf16", "f8E4M3FN", "i64")
@pytest.mark.parametrize("dtype", ["f64", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8"])
def test_every_element_type_survives_a_copy(tmp_path: Path, dtype: str) -> None:
    result = run(kernel(tmp_path, dtype, extent="64", n="64", shape="64", sizes=""))
    assert result.arrays is not None
    assert np.array_equal(result.arrays["X"], result.arrays["Y"])
    assert len(np.unique(result.arrays["X"])) > 1


def test_bf16_rounds_to_nearest_even_and_reads_back_exactly() -> None:
    values = np.array([1.0, 1.00390625, 1.01171875, -3.14159, np.inf, np.nan], np.float32)
    got = from_bits(to_bits(values, "bf16"), "bf16")
    assert np.array_equal(got, np.array([1.0, 1.0, 1.015625, -3.140625, np.inf, np.nan], np.float32), equal_nan=True)


@pytest.mark.parametrize(
    ("dtype", "largest", "smallest"), [("f8E4M3FN", 448.0, 2.0**-9), ("f8E5M2", 57344.0, 2.0**-16)]
)
def test_f8_values_are_those_of_the_format(dtype: str, largest: float, smallest: float) -> None:
    codes = np.arange(256).astype(storage_type(dtype))
    values = from_bits(codes, dtype)
    finite = values[np.isfinite(values)]
    assert finite.max() == largest and finite[finite > 0].min() == smallest
    back = to_bits(finite.astype(np.float32), dtype)
    assert np.array_equal(from_bits(back, dtype), finite)
    assert from_bits(to_bits(np.array([1e9], np.float32), dtype), dtype)[0] == largest


@pytest.mark.slow
def test_torch_is_not_needed(static: Path) -> None:
    script = (
        "import sys; sys.modules['torch'] = None\n"
        "from npusim.simulator.run.standalone import simulate_file\n"
        f"print(simulate_file({str(static)!r}, 'small8x8', run_dir={str(static.parent / 'runs')!r}).report.launches)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "1"), done.stderr


def test_mode_timing_needs_no_memory_for_the_tensors(tmp_path: Path) -> None:
    path = kernel(tmp_path, extent=str(2**40), n="64", shape="64", sizes="")
    machine = load_machine("small8x8").evolve(dram_capacity_gib=2**14)
    assert simulate_file(path, machine, "timing", run_dir=tmp_path / "runs").report.cycles
