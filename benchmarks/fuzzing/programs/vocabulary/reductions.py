"""Reductions over any dimensions, and scans."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder
from fuzzing.programs.vocabulary.registry import operator

_OVER_DIMS = ["sum", "mean", "amax", "amin", "logsumexp", "var", "std", "nansum", "count_nonzero"]
_OVER_ONE = ["prod", "argmax", "argmin", "any", "all", "cumsum", "cumprod", "logcumsumexp", "softmax", "log_softmax"]


def _dims(builder: Builder, ndim: int) -> str:
    count = builder.rng.randint(1, ndim)
    dims = [d - ndim if builder.chance(0.3) else d for d in builder.rng.sample(range(ndim), count)]
    return str(dims[0]) if count == 1 and builder.chance(0.5) else f"({', '.join(map(str, dims))},)"


@operator("reductions", 5)
def over_dims(builder: Builder) -> None:
    value = builder.value(dims=(1, 5), where=lambda v: v.tensor.numel() > 0)
    name, dims = builder.rng.choice(_OVER_DIMS), _dims(builder, value.ndim)
    ties = [(value, None)] if name in ("amax", "amin") and builder.is_differentiable else []
    keep = ", keepdim=True" if builder.chance(0.5) and name != "count_nonzero" else ""
    correction = ", correction=0" if name in ("var", "std") and builder.chance(0.5) else ""
    builder.emit(f"torch.{name}({value}, {dims}{correction}{keep})", ties)


@operator("reductions", 3)
def over_one(builder: Builder) -> None:
    value = builder.value(dims=(1, 5))
    name, dim = builder.rng.choice(_OVER_ONE), builder.dim(value)
    ties = [(value, dim)] if name.startswith("arg") else []
    keep = ", keepdim=True" if name in ("argmax", "argmin", "any", "all", "prod") and builder.chance(0.5) else ""
    text = f"({value} > 0.3)" if name in ("any", "all") else value
    builder.emit(f"torch.{name}({text}, {dim}{keep})", ties)


@operator("reductions")
def over_all(builder: Builder) -> None:
    value = builder.value()
    name = builder.rng.choice(
        ("sum", "mean", "amax", "amin", "var", "std", "norm", "argmax", "max", "min", "prod", "numel")
    )
    ties = [(value, None)] if "arg" in name or name in ("max", "min", "amax", "amin") else []
    builder.emit(f"{value}.{name}()" if name != "numel" else f"{value}.sum() / {value}.numel()", ties)


@operator("reductions", 2)
def norm(builder: Builder) -> None:
    value = builder.value(dims=(1, 5))
    order = builder.rng.choice(("1", "2", "3", "0.5", "float('inf')", "-1", "0"))
    keep = builder.chance(0.5)
    text = builder.rng.choice(
        (
            f"torch.linalg.vector_norm({value}, {order}, dim={_dims(builder, value.ndim)}, keepdim={keep})",
            f"torch.norm({value}, dim={builder.dim(value)}, keepdim={keep})",
            f"F.normalize({value} + 3, dim={builder.dim(value)})",
            f"torch.var_mean({value}, {_dims(builder, value.ndim)}, keepdim={keep})[{builder.rng.randrange(2)}]",
            f"torch.aminmax({value}, dim={builder.dim(value)})[{builder.rng.randrange(2)}]",
        )
    )
    builder.emit(text, [(value, None)] if "aminmax" in text and builder.is_differentiable else [])


@operator("reductions", 2)
def with_index(builder: Builder) -> None:
    value = builder.value((*FLOATS, "int32", "int64"), (1, 5))
    dim, keep = builder.dim(value), builder.chance(0.4)
    name = builder.rng.choice(("max", "min", "cummax", "cummin"))
    builder.emit_all(
        f"torch.{name}({value}, {dim}{f', keepdim={keep}' if 'cum' not in name else ''})", 2, [(value, dim)]
    )


@operator("reductions", 2)
def integers(builder: Builder) -> None:
    value = builder.value((*INTEGERS, "bool"), (1, 5))
    dim = builder.dim(value)
    text = builder.rng.choice(
        (
            f"{value}.sum({dim})",
            f"{value}.sum()",
            f"{value}.amax({dim})" if value.dtype != "bool" else f"{value}.any({dim})",
            f"torch.cumsum({value}, {dim})",
            f"({value} % 3).prod({dim})",
            f"{value}.all({dim}, keepdim=True)",
            f"torch.count_nonzero({value}, {dim})",
            f"{value}.sum({dim}, dtype=torch.int32)",
            f"{value}.sum({dim}, dtype=torch.float32)",
            f"{value}.amin({dim}, keepdim=True)",
            f"{value}.float().mean({dim})",
            f"torch.cumprod({value}.clamp(0, 2), {dim})",
        )
    )
    builder.emit(text)


@operator("reductions")
def softmax_of_sum(builder: Builder) -> None:
    value = builder.value(dims=(2, 4))
    dim = builder.dim(value)
    text = builder.rng.choice(
        (
            f"torch.softmax({value} * 0.5, {dim})",
            f"{value} - {value}.amax({dim}, keepdim=True)",
            f"({value} - {value}.mean({dim}, keepdim=True)).square().mean({dim})",
            f"torch.diff({value}, dim={dim})",
            f"torch.trapezoid({value}, dim={dim})",
            f"F.softmin({value}, dim={dim})",
            f"torch.logsumexp({value}, {dim}, keepdim=True)",
            f"torch.cumulative_trapezoid({value}, dim={dim})",
            f"torch.dist({value}, {value} * 0.5)",
        )
    )
    builder.emit(text, [(value, dim)] if "amax" in text and builder.is_differentiable else [])
