"""Random compute against the upstream scalar loops: ranks, layouts, windows, reductions, masks, element types."""

import ctypes
import random

import numpy as np
import pytest
from npusim.simulator.functional.math import expand_math
from npusim.simulator.functional.vectorize import vectorize_compute
from npusim.simulator.ir.mlir import context, ir, run_passes, submodule
from npusim.simulator.native.lowering import LLVM_PIPELINE, LOOP_PIPELINE

SIZES = [1, 2, 3, 5, 8, 9, 16, 17, 24, 33]
DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "i16": np.int16, "i8": np.int8}
COMBINES = {"f": ["addf", "maximumf", "minimumf"], "i": ["addi", "maxsi", "minsi", "xori", "andi", "ori"]}
OPERATIONS = {"f": ["addf", "mulf", "maximumf", "subf"], "i": ["addi", "muli", "maxsi", "xori", "subi"]}


class RandomCompute:
    """One random `linalg.generic`: its text and the shapes of its operands."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        rank = self.random.randint(1, 4)
        self.sizes = [self.random.choice(SIZES) for _ in range(rank)]
        self.reduction = [self.random.random() < 0.35 for _ in range(rank)]
        self.element = self.random.choice(["f32", *DTYPES])
        everything = ([f"d{d}" for d in range(rank)], self.sizes)  # one operand that tells all sizes
        inputs = self.random.randint(1, 3)
        self.inputs = [self._layout(d for d in range(rank) if self.random.random() < 0.75) for _ in range(inputs)]
        self.inputs.append(everything)
        parallel = [d for d in range(rank) if not self.reduction[d]]
        self.random.shuffle(parallel)
        self.output = ([f"d{d}" for d in parallel], [self.sizes[d] for d in parallel])

    def _layout(self, dims):
        """Index expressions and shape of an operand that moves with the given loops: permuted, some in windows."""
        dims, exprs, shape = list(dims), [], []
        self.random.shuffle(dims)
        while dims:
            first = dims.pop()
            if dims and self.random.random() < 0.2:
                second, stride = dims.pop(), self.random.choice([1, 2])
                exprs.append(f"d{first} * {stride} + d{second}")
                shape.append((self.sizes[first] - 1) * stride + self.sizes[second])
            else:
                exprs.append(f"d{first}")
                shape.append(self.sizes[first])
        return exprs, shape

    def _memref(self, shape):
        return "memref<" + "".join(f"{n}x" for n in shape) + f"{self.element}>"

    def _body(self):
        kind, lines, current = self.element[0], [], "%x0"
        for i in range(1, len(self.inputs)):
            operation = self.random.choice(OPERATIONS[kind])
            lines.append(f"%v{i} = arith.{operation} {current}, %x{i} : {self.element}")
            current = f"%v{i}"
        if self.random.random() < 0.3:
            dim = self.random.randrange(len(self.sizes))
            lines += [
                f"%index = linalg.index {dim} : index",
                f"%limit = arith.constant {self.random.randint(0, self.sizes[dim])} : index",
                "%inside = arith.cmpi slt, %index, %limit : index",
                f"%masked = arith.select %inside, {current}, %x0 : {self.element}",
            ]
            current = "%masked"
        if any(self.reduction):
            pair = self.random.sample(["%o", current], 2)
            lines.append(f"%sum = arith.{self.random.choice(COMBINES[kind])} {', '.join(pair)} : {self.element}")
            current = "%sum"
        return [*lines, f"linalg.yield {current} : {self.element}"]

    def text(self):
        dims = ", ".join(f"d{d}" for d in range(len(self.sizes)))
        layouts = [*self.inputs, self.output]
        maps = ", ".join(f"affine_map<({dims}) -> ({', '.join(exprs)})>" for exprs, _ in layouts)
        kinds = ", ".join(f'"{"reduction" if r else "parallel"}"' for r in self.reduction)
        types = [self._memref(shape) for _, shape in layouts]
        names = [f"%a{i}" for i in range(len(self.inputs))]
        block = ", ".join([*(f"%x{i}: {self.element}" for i in range(len(names))), f"%o: {self.element}"])
        arguments = ", ".join(f"{n}: {t}" for n, t in zip([*names, "%out"], types, strict=True))
        return "\n".join(
            [
                f"func.func @f({arguments}) attributes {{llvm.emit_c_interface}} {{",
                f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
                f"ins({', '.join(names)} : {', '.join(types[:-1])}) outs(%out : {types[-1]}) {{",
                f"^bb0({block}):",
                *self._body(),
                "}\nreturn\n}",
            ]
        )

    def values(self, shape, generator):
        """Small numbers whose sums are exact in every type."""
        numbers = generator.integers(-4, 5, shape) / (4 if self.element[0] == "f" else 1)
        return np.array(numbers, DTYPES[self.element])


def call(text, lower, arrays):
    """Compile and run on the arrays."""
    with context(), ir.Location.unknown():
        module = ir.Module.parse(text)
    lower(module)
    run_passes(module, f"builtin.module({LOOP_PIPELINE},{LLVM_PIPELINE})")
    engine = submodule("execution_engine").ExecutionEngine(module, opt_level=0)
    descriptors = [submodule("runtime.np_to_memref").get_ranked_memref_descriptor(a) for a in arrays]
    pointers = [ctypes.pointer(ctypes.pointer(d)) for d in descriptors]
    engine.invoke("f", *pointers)


def by_vectors(module):
    vectorize_compute(module)
    expand_math(module)


def by_loops(module):
    run_passes(module, "builtin.module(func.func(convert-linalg-to-loops))")


@pytest.mark.covering("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
@pytest.mark.parametrize("seed", range(60))
def test_vectors_compute_what_scalar_loops_compute(seed):
    compute = RandomCompute(seed)
    text, generator = compute.text(), np.random.default_rng(seed)
    inputs = [compute.values(shape, generator) for _, shape in compute.inputs]
    start = compute.values(compute.output[1], generator)
    results = []
    for lower in (by_vectors, by_loops):
        result = start.copy()
        call(text, lower, [*inputs, result])
        results.append(result)
    np.testing.assert_allclose(results[0], results[1], rtol=1e-5, atol=1e-5, err_msg=text)
