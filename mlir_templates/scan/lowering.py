"""Lowering of Inductor's `ir.Scan`: cumsum, cumprod, logcumsumexp, cummax, cummin, `associative_scan`."""

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.record.scalar_function import ScalarFunction
from npusim.frontend.inductor.api import V, ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.copies import copies_elements
from npusim.frontend.inductor.replacements.loops import provides_loop
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.common.cost_model import positive_hint
from npusim.mlir_templates.scan.columns import Combine
from npusim.mlir_templates.scan.cost import ScanProblem
from npusim.mlir_templates.scan.scan import MLIRScanTemplate
from npusim.mlir_templates.scan.tiling import NARROWEST

CombineFunction = Callable[[tuple[Any, ...], tuple[Any, ...]], tuple[Any, ...]]
Loader = Callable[[Sequence[Any]], Any]


@provides_loop(ir.Scan)
def scan(
    device: torch.device,
    dtypes: Sequence[torch.dtype],
    inner_fns: Sequence[Loader],
    size: Sequence[Any],
    axis: int,
    combine_fn: CombineFunction,
    **_: Any,
) -> list[Any]:
    """The inclusive scan of tensors along an axis, with the arguments of `ir.Scan.create`.

    Narrow floats are combined in float32.
    """
    if _is_trivial(size, axis):
        return [_pointwise(device, dtype, load, size) for dtype, load in zip(dtypes, inner_fns, strict=True)]
    wide = [_accumulator(dtype) for dtype in dtypes]
    order = _order(size, axis)
    back = [order.index(d) for d in range(len(size))]
    turned = [size[d] for d in order]
    shape = _three_axes(turned, order.index(axis))
    tensors = [
        _dense(_pointwise(device, dtype, _permuted(load, back, dtype), turned), shape)
        for dtype, load in zip(wide, inner_fns, strict=True)
    ]
    found = _scanned(tensors, _combine(combine_fn, tuple(wide)), shape)
    results = [inductor.permute(inductor.view(result, turned), back) for result in found]
    return [inductor.to_dtype(result, dtype) for result, dtype in zip(results, dtypes, strict=True)]


def _is_trivial(size: Sequence[Any], axis: int) -> bool:
    known = V.graph.sizevars.statically_known_leq
    return bool(known(size[axis], 1) or known(sympy.prod(size), 0))


def _accumulator(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


def _pointwise(device: torch.device, dtype: torch.dtype, load: Loader, size: Sequence[Any]) -> Any:
    return ir.Pointwise.create(device=device, dtype=dtype, inner_fn=load, ranges=list(size))


def _permuted(load: Loader, back: Sequence[int], dtype: torch.dtype) -> Loader:
    return lambda index: ops.to_dtype(load([index[d] for d in back]), dtype)


def _order(size: Sequence[Any], axis: int) -> list[int]:
    """The order of axes for the kernel: the scanned axis last, unless the inner axes are wide."""
    inner = positive_hint(sympy.prod(size[axis + 1 :]))
    if inner >= NARROWEST:
        return list(range(len(size)))
    return [*(d for d in range(len(size)) if d != axis), axis]


def _three_axes(size: Sequence[Any], axis: int) -> list[Any]:
    return [sympy.prod(size[:axis]), size[axis], sympy.prod(size[axis + 1 :])]


def _dense(box: Any, shape: Sequence[Any]) -> Any:
    """The tensor as a row-major buffer of a shape: its source if it only reads one, else a new one."""
    source = _plain_source(box)
    if source is None:
        box.realize()
        source = box
    return inductor.view(source, list(shape))


def _plain_source(box: Any) -> Any:
    """The whole row-major buffer that a pointwise node copies, or None."""
    reads = list(box.data.data.get_reads())
    if len(reads) != 1 or not copies_elements(box):
        return None
    buffer = V.graph.graph_inputs.get(reads[0].name) or V.graph.get_buffer(reads[0].name)
    if not isinstance(buffer, (ir.TensorBox, ir.Buffer)) or not _is_whole(reads[0], box, buffer):
        return None
    return buffer if isinstance(buffer, ir.TensorBox) else ir.TensorBox(ir.StorageBox(buffer))


def _is_whole(read: Any, box: Any, buffer: Any) -> bool:
    sizevars = V.graph.sizevars
    same_size = sizevars.statically_known_equals(buffer.get_numel(), box.get_numel())
    layout = buffer.get_layout()
    if not same_size or buffer.get_dtype() != box.get_dtype() or not layout.is_contiguous():
        return False
    if isinstance(layout, ir.FlexibleLayout) or not sizevars.statically_known_equals(layout.offset, 0):
        return False
    identity: Any = sympy.S.Zero
    stride: Any = sympy.S.One
    for name, size in zip(reversed(read.var_names), reversed(read.size), strict=True):
        identity, stride = identity + name * stride, stride * size
    return bool(sizevars.statically_known_equals(read.index, identity))


def _combine(function: CombineFunction, dtypes: tuple[torch.dtype, ...]) -> Combine:
    """The recorded combining function; carries of float32 are float64."""
    count = len(dtypes)

    def flat(*values: Any) -> tuple[Any, ...]:
        found = function(values[:count], values[count:])
        return tuple(found) if isinstance(found, (tuple, list)) else (found,)

    recorded = ScalarFunction(flat, dtypes * 2)
    recorded.converted(dtypes)
    wide = None
    if dtypes == (torch.float32,):
        wide = ScalarFunction(flat, [torch.float64] * 2)
        wide = wide if wide.dtypes == [torch.float64] else None
    return Combine(recorded, wide, dtypes)


def _scanned(tensors: Sequence[Any], combine: Combine, shape: Sequence[Any]) -> list[Any]:
    device = tensors[0].get_device()
    problem = ScanProblem(*map(positive_hint, shape))
    others = [inductor.empty_strided(list(shape), None, dtype=dtype, device=device) for dtype in combine.dtypes[1:]]
    for other in others:
        other.realize()
    layout = row_major_layout(device, combine.dtypes[0], shape)
    first = MLIRScanTemplate(tensors, layout, others, combine, problem).generate().output_node()
    return [first, *others]
