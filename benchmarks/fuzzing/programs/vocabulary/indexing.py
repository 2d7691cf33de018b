"""Gathers and scatters: indices and sources from inputs and from values that the program computed."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder, Reject, Value
from fuzzing.programs.vocabulary.registry import operator

_SOURCES = (*FLOATS, *FLOATS, "int32", "int64")


def _target(builder: Builder, least: int = 1) -> tuple[Value, int]:
    value = builder.value(_SOURCES, (least, 4), where=lambda v: v.tensor.numel() > 0)
    return value, builder.rng.randrange(value.ndim)


def _indices(builder: Builder, bound: int, shape: tuple[int, ...], *, unique: bool = False) -> Value:
    """Whole numbers from 0 to below bound; `unique`: no two of them are equal (one dimension)."""
    if unique:
        if shape[0] > bound:
            raise Reject
        # A storage of `bound` different steps between 0 and bound holds every number once; the first ones are used.
        whole = builder.input("int64", (bound,), 0, bound, distinct=True, plain=True)
        return builder.emit(f"{whole}[:{shape[0]}]") if shape[0] < bound else whole
    return builder.input("int64", shape, 0, bound)


def _count(builder: Builder, bound: int) -> int:
    return builder.rng.choice((1, 2, 3, 5, 17, bound))


def _source(builder: Builder, like: Value, shape: tuple[int, ...]) -> Value:
    """Something to store of a shape: a value of the program if one fits, else an input."""
    found = [v for v in builder.values.values() if v.shape == shape and v.dtype == like.dtype]
    return builder.rng.choice(found) if found and builder.chance(0.7) else builder.input(like.dtype, shape)


@operator("indexing", 4)
def index(builder: Builder) -> None:
    value, dim = _target(builder)
    indices = _indices(builder, value.shape[dim], builder.shape((1, 2)))
    lead = ":, " * dim
    if builder.chance(0.3) and value.ndim - dim > 1:
        second = builder.input("int64", indices.shape, 0, value.shape[dim + 1])
        builder.emit(f"{value}[{lead}{indices}, {second}]")
        return
    builder.emit(
        builder.rng.choice(
            (
                f"{value}[{lead}{indices}]",
                f"torch.index_select({value}, {dim}, {indices}.reshape(-1))",
                f"{value}[{lead}{indices} - {value.shape[dim]}]",
                f"torch.take({value}, {indices})",
            )
        )
    )


@operator("indexing", 3)
def gather(builder: Builder) -> None:
    value, dim = _target(builder)
    shape = [builder.rng.randint(1, n) for n in value.shape]
    shape[dim] = _count(builder, value.shape[dim])
    indices = _indices(builder, value.shape[dim], tuple(shape))
    name = "gather" if builder.chance(0.7) else "take_along_dim"
    builder.emit(
        f"torch.gather({value}, {dim}, {indices})"
        if name == "gather"
        else f"torch.take_along_dim({value}, torch.argsort({value}, dim={dim}, stable=True), {dim})"
    )


@operator("indexing", 4)
def scatter(builder: Builder) -> None:
    value, dim = _target(builder)
    shape = [builder.rng.randint(1, n) for n in value.shape]
    indices = _indices(builder, value.shape[dim], tuple(shape))
    source = _source(builder, value, tuple(shape))
    text = builder.rng.choice(
        (
            "torch.scatter_add({0}, {d}, {1}, {2})",
            "torch.scatter_reduce({0}, {d}, {1}, {2}, 'sum')",
            "torch.scatter_reduce({0}, {d}, {1}, {2}, 'amax')",
            "torch.scatter_reduce({0}, {d}, {1}, {2}, 'amin', include_self=False)",
            "torch.scatter_reduce({0}, {d}, {1}, {2}, 'mean')",
            "torch.scatter({0}, {d}, {1}, 1)",
            "torch.scatter({0}, {d}, {1}, 2, reduce='add')",
            "torch.scatter_reduce({0}, {d}, {1}, {2}, 'prod')",
        )
    )
    builder.emit(text.format(value, indices, source, d=dim))


@operator("indexing", 2)
def scatter_once(builder: Builder) -> None:
    """Plain stores at indices that do not repeat along the dimension: which of two stores wins is not defined."""
    value, dim = _target(builder)
    source = _source(builder, value, value.shape)
    indices = builder.emit(f"torch.argsort({source}, dim={dim}, stable=True)", [(source, dim)])
    builder.emit(f"torch.scatter({value}, {dim}, {indices}, {source})")


@operator("indexing", 4)
def index_put(builder: Builder) -> None:
    value, dim = _target(builder)
    accumulate = builder.chance(0.6)
    count = _count(builder, value.shape[dim])
    indices = _indices(builder, value.shape[dim], (count,), unique=not accumulate)
    shape = (*value.shape[:dim], count, *value.shape[dim + 1 :]) if dim == 0 else (count,)
    if dim == 0:
        source = _source(builder, value, shape)
        builder.emit(f"torch.index_put({value}, ({indices},), {source}, accumulate={accumulate})")
        return
    name = builder.rng.choice(("index_add", "index_copy", "index_fill"))
    unique = _indices(builder, value.shape[dim], (min(count, value.shape[dim]),), unique=True)
    source = _source(builder, value, (*value.shape[:dim], unique.shape[0], *value.shape[dim + 1 :]))
    builder.emit(f"torch.{name}({value}, {dim}, {unique}, {source if name != 'index_fill' else 3})")


@operator("indexing", 2)
def index_add(builder: Builder) -> None:
    value, dim = _target(builder)
    count = _count(builder, value.shape[dim])
    indices = _indices(builder, value.shape[dim], (count,))
    source = _source(builder, value, (*value.shape[:dim], count, *value.shape[dim + 1 :]))
    extra = (
        f", alpha={int(builder.literal(2, 3)) if value.dtype in INTEGERS else builder.literal()}"
        if builder.chance(0.3)
        else ""
    )
    if value.is_float and builder.chance(0.3):
        how = builder.rng.choice(("amax", "amin", "mean", "prod"))
        builder.emit(f"torch.index_reduce({value}, {dim}, {indices}, {source}, '{how}')")
        return
    builder.emit(f"torch.index_add({value}, {dim}, {indices}, {source}{extra})")


@operator("indexing", 2)
def masks(builder: Builder) -> None:
    value = builder.value((*FLOATS, *INTEGERS), (1, 4))
    mask = builder.input("bool", value.shape)
    source = builder.input(value.dtype, value.shape, plain=True)
    text = builder.rng.choice(
        (
            "torch.masked_fill({0}, {1}, 3)",
            "torch.masked_scatter({0}, {1}, {2})",
            "torch.where({1}, {0}, {2})",
            "torch.index_put({0}, ({1},), torch.zeros((), dtype={0}.dtype, device={0}.device))",
        )
    )
    builder.emit(text.format(value, mask, source))


@operator("indexing")
def counting(builder: Builder) -> None:
    indices = builder.input("int64", (_count(builder, 33),), 0, 9)
    text = builder.rng.choice(
        (
            "torch.bincount({0}, minlength=12)",
            "F.one_hot({0}, 9)",
            "torch.bucketize({0}, {0}.sort().values)",
            "torch.searchsorted(torch.arange(0, 20, 2, device={0}.device), {0})",
            "torch.isin({0}, {0}[:2])",
        )
    )
    builder.emit(text.format(indices))


@operator("indexing")
def computed_indices(builder: Builder) -> None:
    """An index that the program computes: from a sort, a largest element, or whole numbers brought into range."""
    value, dim = _target(builder)
    n = value.shape[dim]
    lead = ":, " * dim
    whole = builder.value(("int64", "int32"), (1, 2))
    text = builder.rng.choice(
        (
            f"{value}[{lead}({whole} % {n}).long()]",
            f"torch.gather({value}, {dim}, (torch.argsort({value}, dim={dim}, stable=True) + 1) % {n})",
            f"{value}[{lead}torch.arange({n} - 1, -1, -1, device={value}.device)]",
        )
    )
    builder.emit(text, [(value, dim)] if "argsort" in text else [])
