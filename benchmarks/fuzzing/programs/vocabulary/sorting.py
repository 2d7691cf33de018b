"""Sorts and selections by rank: operands have clearly different elements, so that order is not up to the device."""

from fuzzing.programs.builder import FLOATS, Builder
from fuzzing.programs.vocabulary.registry import operator


@operator("sorting", 3)
def sort(builder: Builder) -> None:
    value = builder.value((*FLOATS, "int64", "int32"), (1, 4))
    dim, descending, stable = builder.dim(value), builder.chance(0.4), builder.chance(0.5)
    ties = [] if stable and not value.is_float else [(value, dim)]
    count = 2
    builder.emit_all(f"torch.sort({value}, dim={dim}, descending={descending}, stable={stable})", count, ties)


@operator("sorting", 2)
def topk(builder: Builder) -> None:
    value = builder.value((*FLOATS, "int64", "int32"), (1, 4), where=lambda v: v.tensor.numel() > 0)
    dim = builder.dim(value)
    k = builder.rng.randint(1, value.shape[dim])
    builder.emit_all(f"torch.topk({value}, {k}, dim={dim}, largest={builder.chance(0.6)})", 2, [(value, dim)])


@operator("sorting", 2)
def ranked(builder: Builder) -> None:
    value = builder.value(FLOATS, (1, 4), where=lambda v: v.tensor.numel() > 0)
    dim = builder.dim(value)
    k = builder.rng.randint(1, value.shape[dim])
    text = builder.rng.choice(
        (
            f"torch.kthvalue({value}, {k}, dim={dim})",
            f"torch.median({value}, dim={dim})",
            f"torch.nanmedian({value}, dim={dim}, keepdim=True)",
            f"torch.mode({value}, dim={dim})",
        )
    )
    builder.emit_all(text, 2, [(value, dim)])


@operator("sorting")
def order(builder: Builder) -> None:
    value = builder.value(FLOATS, (1, 4))
    dim = builder.dim(value)
    text = builder.rng.choice(
        (
            f"torch.argsort({value}, dim={dim}, descending={builder.chance(0.5)})",
            f"torch.msort({value})",
            f"torch.median({value})",
            f"{value}.argsort({dim}).argsort({dim})",
            f"torch.quantile({value}, 0.3, dim={dim})",
            f"torch.sort({value}, {dim}).values.diff(dim={dim})",
        )
    )
    builder.emit(text, [(value, None if "median" in text else 0 if "msort" in text else dim)])
