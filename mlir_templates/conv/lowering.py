"""Lowerings of `convolution` and `convolution_backward`."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import lower, register_implementation, register_lowering
from npusim.frontend.codegen import Size
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.mlir_templates.conv import subpixel as conv_subpixel
from npusim.mlir_templates.conv import written_out as conv_written_out
from npusim.mlir_templates.conv.conv import MLIRConvTemplate
from npusim.mlir_templates.conv.operands import known_size
from npusim.mlir_templates.conv.weight_gradient import MLIRConvWeightTemplate
from npusim.mlir_templates.conv.window import Window, check_parameters, forward_window, transposed_window
from npusim.mlir_templates.conv.windowed import Geometry
from npusim.mlir_templates.gemm.operands import accumulation_dtype

aten = torch.ops.aten


def _sizes(values: Sequence[Any]) -> list[int]:
    """Sizes as integers; symbolic ones are specialised, with a guard."""
    return [int(value) for value in V.graph.sizevars.guard_int_seq(list(values))]


def _each(values: Sequence[Any], rank: int) -> list[int]:
    return _sizes(values) * (rank if len(values) == 1 else 1)


def _supported(*operands: Any) -> bool:
    dtypes = {operand.get_dtype() for operand in operands}
    return len(dtypes) == 1 and all(dtype.is_floating_point and dtype.itemsize >= 2 for dtype in dtypes)


def _layout(sizes: Sequence[Any], dtype: torch.dtype, device: torch.device, position: int | None = None) -> Any:
    """A layout with the memory order that PyTorch gives to the current node's result (or the one at `position`)."""
    value = V.graph.current_node.meta["val"]
    strides = [known_size(stride) for stride in (value if position is None else value[position]).stride()]
    if not all(isinstance(stride, int) for stride in strides):  # as PyTorch writes them: others could not be told equal
        return ir.FixedLayout(device, dtype, list(sizes), strides)
    return ir.FixedLayout(
        device, dtype, list(sizes), ir.FlexibleLayout.stride_ordered(list(sizes), ir.get_stride_order(strides))
    )


def _empty(*sizes: Any) -> bool:
    return any(V.graph.sizevars.statically_known_equals(size, 0) for size in sizes)


class Convolution:
    """A convolution: the sizes of its tensors and its parameters.

    Args:
        image, weight: sizes of the input and the weights.
        outputs: spatial sizes of the result, in PyTorch's expressions where they are symbolic.
    """

    def __init__(
        self,
        image: Sequence[Any],
        weight: Sequence[Any],
        outputs: Sequence[Any],
        stride: Sequence[int],
        padding: Sequence[int],
        dilation: Sequence[int],
        transposed: bool,
        groups: int,
    ) -> None:
        rank = len(weight) - 2
        self.channels, *self.weight = (_sizes(image[1:2])[0], *_sizes(weight))
        self.batch, self.space = image[0], [known_size(size) for size in image[2:]]
        (self.groups,), self.transposed = _sizes([groups]), transposed
        self.filters = self.weight[1] * self.groups if transposed else self.weight[0]
        steps = (stride, padding, dilation)
        self.steps = list(zip(*(_each(values, rank) for values in steps), strict=True))
        self.outputs = [known_size(size) for size in outputs]

    @property
    def image_sizes(self) -> list[Any]:
        """Sizes of the image: numbers but for the batch and symbolic spatial sizes (even if guards fix a product)."""
        return [self.batch, self.channels, *self.space]

    @property
    def padding(self) -> list[int]:
        """Padding of every dimension."""
        return [padding for _, padding, _ in self.steps]

    def geometry(self) -> Geometry:
        """Geometry of the forward convolution."""
        per_group = self.channels // self.groups, self.filters // self.groups
        if self.transposed:
            return Geometry(self._spreading(self.space, self.outputs), self.groups, *per_group, True)
        return Geometry(self._sliding(self.space, self.outputs), self.groups, *per_group, False)

    def image_geometry(self) -> Geometry:
        """Geometry of the image's gradient: transposed for a forward convolution, and vice versa."""
        per_group = self.filters // self.groups, self.channels // self.groups
        if self.transposed:
            return Geometry(self._sliding(self.outputs, self.space), self.groups, *per_group, False)
        return Geometry(self._spreading(self.outputs, self.space), self.groups, *per_group, True)

    def weight_windows(self) -> tuple[Window, ...]:
        """Windows of the weights' gradient over the image, or over the result of a transposed convolution."""
        return self._sliding(self.outputs, self.space) if self.transposed else self._sliding(self.space, self.outputs)

    def _sliding(self, inputs: Sequence[Size], outputs: Sequence[Size]) -> tuple[Window, ...]:
        return tuple(
            forward_window(size, kernel, stride, padding, dilation, count)
            for size, count, kernel, (stride, padding, dilation) in zip(
                inputs, outputs, self.weight[2:], self.steps, strict=True
            )
        )

    def _spreading(self, inputs: Sequence[Size], outputs: Sequence[Size]) -> tuple[Window, ...]:
        return tuple(
            transposed_window(size, result, kernel, stride, padding, dilation)
            for size, result, kernel, (stride, padding, dilation) in zip(
                inputs, outputs, self.weight[2:], self.steps, strict=True
            )
        )


@register_lowering(aten.convolution.default)
def lower_convolution(
    image: Any,
    weight: Any,
    bias: Any,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> Any:
    """Lowering of the forward; the bias is a fused epilogue, added in the accumulation dtype."""
    if not _supported(image, weight):
        return None
    _, channels, *outputs = V.graph.current_node.meta["val"].shape
    sizes = (image.get_size(), weight.get_size(), outputs)
    convolution = Convolution(*sizes, stride, padding, dilation, transposed, groups)
    steps, _, gaps = zip(*convolution.steps, strict=True)
    extra = _each(output_padding, len(steps)) if transposed else ()
    check_parameters(_empty(*weight.get_size()[2:]), steps, gaps, extra)
    dtype, device = image.get_dtype(), image.get_device()
    if _empty(channels):  # PyTorch's results have none where the input has none, whatever the filters
        return inductor.full([convolution.batch, 0, *convolution.outputs], 0, dtype=dtype, device=device)
    result = [convolution.batch, convolution.filters, *convolution.outputs]
    wide = dtype if bias is None else accumulation_dtype(dtype)
    if _empty(*result, convolution.channels):
        value = inductor.full(result, 0, dtype=wide, device=device)
    else:
        value = _convolve(image, weight, _layout(result, wide, device), convolution.geometry(), convolution.padding)
    if bias is None:
        return value
    column = inductor.view(bias, [1, convolution.filters, *[1] * len(convolution.outputs)])
    return inductor.to_dtype(inductor.add(value, inductor.to_dtype(column, wide)), dtype)


def convolve_int8(
    image: Any, weight: Any, stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int]
) -> Any:
    """Lowering of the convolution of int8 tensors, whose sums are int32 (`int8`)."""
    sizes = (image.get_size(), weight.get_size(), V.graph.current_node.meta["val"].shape[2:])
    convolution = Convolution(*sizes, stride, padding, dilation, False, 1)
    result, device = [convolution.batch, convolution.filters, *convolution.outputs], image.get_device()
    if _empty(*result, convolution.channels):
        return inductor.full(result, 0, dtype=torch.int32, device=device)
    layout = _layout(result, torch.int32, device)
    return _convolve(image, weight, layout, convolution.geometry(), convolution.padding)


def _convolve(image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> Any:
    return lower("convolution", image, weight, layout, geometry, padding)


@register_implementation("convolution", "direct")
def _direct(image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> Any:
    return MLIRConvTemplate([image, weight], layout, geometry).generate().output_node()


@register_implementation(
    "convolution", "subpixel", priority=10, when=conv_subpixel.cannot, pays=conv_subpixel.does_not_pay
)
def _subpixel(image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> Any:
    return conv_subpixel.convolve(image, weight, layout, geometry, padding)


@register_implementation(
    "convolution", "written_out", priority=5, when=conv_written_out.cannot, pays=conv_written_out.does_not_pay
)
def _written_out(image: Any, weight: Any, layout: Any, geometry: Geometry, padding: Sequence[int]) -> Any:
    return conv_written_out.convolve(image, weight, layout, geometry)


@register_lowering(aten.convolution_backward.default)
def lower_convolution_backward(
    gradient: Any,
    image: Any,
    weight: Any,
    bias_sizes: Sequence[int] | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    output_mask: Sequence[bool],
) -> Any:
    """Lowering of the backward: gradients of image, weights and bias, as far as asked for."""
    if not _supported(gradient, image, weight):
        return None
    sizes = (image.get_size(), weight.get_size(), gradient.get_size()[2:])
    convolution = Convolution(*sizes, stride, padding, dilation, transposed, groups)
    return (
        _image_gradient(convolution, gradient, image, weight) if output_mask[0] else None,
        _weight_gradient(convolution, gradient, image, weight) if output_mask[1] else None,
        _bias_gradient(gradient, bias_sizes) if output_mask[2] else None,
    )


def _image_gradient(convolution: Convolution, gradient: Any, image: Any, weight: Any) -> Any:
    sizes, dtype, device = convolution.image_sizes, image.get_dtype(), image.get_device()
    if _empty(*sizes, convolution.filters, *convolution.outputs):
        return inductor.full(sizes, 0, dtype=dtype, device=device)
    layout = _layout(sizes, dtype, device, 0)
    return _convolve(gradient, weight, layout, convolution.image_geometry(), convolution.padding)


def _weight_gradient(convolution: Convolution, gradient: Any, image: Any, weight: Any) -> Any:
    sizes, dtype, device = convolution.weight, weight.get_dtype(), weight.get_device()
    if _empty(*sizes, *image.get_size(), *convolution.outputs):
        return inductor.full(sizes, 0, dtype=dtype, device=device)
    slid, still = (gradient, image) if convolution.transposed else (image, gradient)
    template = MLIRConvWeightTemplate(
        [slid, still], _layout(sizes, dtype, device, 1), convolution.weight_windows(), convolution.groups
    )
    return template.generate().output_node()


def _bias_gradient(gradient: Any, sizes: Sequence[int] | None) -> Any:
    if sizes is not None and _empty(*gradient.get_size()):  # without channels it has fewer than the bias
        return inductor.full(list(sizes), 0, dtype=gradient.get_dtype(), device=gradient.get_device())
    summed = [0, *range(2, len(gradient.get_size()))]
    return inductor.lowerings[aten.sum.dim_IntList](gradient, summed)
