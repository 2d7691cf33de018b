"""Compile and launch times of kernels, without torch: `python benchmarks/compile_and_launch.py`.

Prints, for three kernels: text to callable for a kernel never seen, text to callable from the disk cache, and the time
of one launch of the smallest kernel. Targets: under 80 ms, under 2 ms, under 5 us. Best of several runs.
"""

import argparse
import statistics
import tempfile
import time
from os import environ

import numpy as np
from npusim.simulator.functional import compile_functional, functional_key
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.native import program
from stopwatch import seconds_of

MACHINE = load_machine("tpuv3")

COPY = """func.func @copy(%X: memref<1xf32>, %Y: memref<1xf32>) {
  %t = "npu.alloc"() : () -> memref<1xf32, 1>
  "npu.dma_load"(%X, %t) : (memref<1xf32>, memref<1xf32, 1>) -> ()
  "npu.dma_store"(%t, %Y) : (memref<1xf32, 1>, memref<1xf32>) -> ()
  return
}
"""


def _view(name: str, tensor: str, offset: str, n: int) -> str:
    layout = f"memref<128x128xf32, strided<[{n}, 1], offset: ?>>"
    return (
        f"{name} = memref.reinterpret_cast {tensor} to offset: [{offset}], sizes: [128, 128], strides: [{n}, 1] "
        f": memref<{n * n}xf32> to {layout}"
    )


def gemm(n: int, epilogue: str) -> str:
    """An n x n x n matrix product in tiles of 128, with a pointwise body applied to each tile of the result."""
    tile, part = "memref<128x128xf32, 1>", f"memref<128x128xf32, strided<[{n}, 1], offset: ?>>"
    place = f"affine_map<(d0, d1) -> (d0 * {n} + d1)>"
    return f"""func.func @gemm(%A: memref<{n * n}xf32>, %B: memref<{n * n}xf32>, %C: memref<{n * n}xf32>) {{
  %zero = arith.constant 0.0 : f32
  %a = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile}
  %b = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile}
  %c = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile}
  affine.for %i = 0 to {n} step 128 {{
    affine.for %j = 0 to {n} step 128 {{
      linalg.fill ins(%zero : f32) outs(%c : {tile})
      affine.for %k = 0 to {n} step 128 {{
        %oa = affine.apply {place}(%i, %k)
        %ob = affine.apply {place}(%k, %j)
        {_view("%va", "%A", "%oa", n)}
        {_view("%vb", "%B", "%ob", n)}
        "npu.dma_load"(%va, %a) : ({part}, {tile}) -> ()
        "npu.dma_load"(%vb, %b) : ({part}, {tile}) -> ()
        linalg.matmul ins(%a, %b : {tile}, {tile}) outs(%c : {tile})
      }}
      linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}}
          outs(%c : {tile}) {{
      ^bb0(%x: f32):
        {epilogue}
        linalg.yield %y : f32
      }}
      %oc = affine.apply {place}(%i, %j)
      {_view("%vc", "%C", "%oc", n)}
      "npu.dma_store"(%c, %vc) : ({tile}, {part}) -> ()
    }}
  }}
  return
}}
"""


KERNELS = {
    "copy": COPY,
    "gemm 512 + relu": gemm(512, "%y = arith.maximumf %x, %zero : f32"),
    "gemm 512 + tanh": gemm(512, "%y = math.tanh %x : f32"),
}


def _to_callable(text: str) -> KernelModule:
    kernel = parse_kernel(text)
    compile_functional(kernel, MACHINE)
    return kernel


def compile_times_ms(text: str, repeats: int) -> tuple[float, float]:
    """Best times of text to callable: never seen, and from the disk."""
    new, cached = [], []
    for repeat in range(repeats):
        unseen = f"{text}// {repeat} {time.time_ns()}\n"
        new.append(1e3 * seconds_of(lambda text=unseen: _to_callable(text)))  # type: ignore[misc]
        program._loaded.pop(functional_key(parse_kernel(unseen)))
        again = unseen + "\n"
        _to_callable(again)  # another text, so that parsing is not remembered
        program._loaded.pop(functional_key(parse_kernel(again)))
        _forget_parsed()
        cached.append(1e3 * seconds_of(lambda text=again: _to_callable(text)))  # type: ignore[misc]
    return min(new), min(cached)


def _forget_parsed() -> None:
    from npusim.simulator.ir import kernel

    kernel._cache.clear()


def launch_us(calls: int) -> float:
    """Median over runs of the mean time of one launch of a kernel that copies one element."""
    function = compile_functional(parse_kernel(COPY), MACHINE)
    x, y = np.ones(1, np.float32), np.zeros(1, np.float32)
    pointers = [x.ctypes.data, y.ctypes.data]
    means = [1e3 * seconds_of(lambda: [function(pointers) for _ in range(calls)]) / calls * 1e3 for _ in range(5)]
    return statistics.median(means)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environ["NPUSIM_CACHE_DIR"] = folder
        _to_callable(COPY.replace("@copy", "@warm"))
        print(f"{'kernel':<20}{'never seen':>14}{'disk cache':>14}")
        for name, text in KERNELS.items():
            new_ms, cached_ms = compile_times_ms(text, options.repeats)
            print(f"{name:<20}{new_ms:>11.1f} ms{cached_ms:>11.2f} ms")
        print(f"one launch: {launch_us(20000):.2f} us")


if __name__ == "__main__":
    main()
