"""Losses, distances and embeddings."""

from fuzzing.programs.builder import Builder
from fuzzing.programs.vocabulary.registry import operator

_DTYPES = ("float32", "float64", "bfloat16", "float16")
_REDUCTIONS = ("mean", "sum", "none")


@operator("losses", 2)
def regression(builder: Builder) -> None:
    value = builder.value(_DTYPES)
    target = builder.input(value.dtype, value.shape)
    name = builder.rng.choice(
        ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss", "poisson_nll_loss")
    )
    builder.emit(f"F.{name}({value}, {target}, reduction='{builder.rng.choice(_REDUCTIONS)}')")


@operator("losses", 3)
def classification(builder: Builder) -> None:
    value = builder.value(_DTYPES, (2, 3), where=lambda v: v.tensor.numel() > 0)
    classes = value.shape[1]
    target = builder.input("int64", (value.shape[0], *value.shape[2:]), 0, classes)
    weight = f", weight={builder.input(value.dtype, (classes,), 0.5, 1.5)}" if builder.chance(0.3) else ""
    reduction = builder.rng.choice(_REDUCTIONS)
    text = builder.rng.choice(
        (
            "F.cross_entropy({0}, {1}{w}, reduction='{r}')",
            "F.nll_loss(F.log_softmax({0}, 1), {1}{w}, reduction='{r}')",
            "F.cross_entropy({0}, {1}, label_smoothing=0.1)",
            "F.cross_entropy({0}, {1}, ignore_index=0, reduction='sum')",
            "F.multi_margin_loss({0}, {1})",
        )
    )
    builder.emit(text.format(value, target, w=weight, r=reduction))


@operator("losses")
def probabilities(builder: Builder) -> None:
    value = builder.value(_DTYPES, (1, 4))
    target = builder.input(value.dtype, value.shape, 0.0, 1.0)
    text = builder.rng.choice(
        (
            "F.binary_cross_entropy(torch.sigmoid({0}), {1})",
            "F.binary_cross_entropy_with_logits({0}, {1}, reduction='sum')",
            "F.kl_div(F.log_softmax({0}, -1), {1}, reduction='batchmean')",
            "F.binary_cross_entropy_with_logits({0}, {1}, pos_weight={1} + 0.5)",
        )
    )
    builder.emit(text.format(value, target))


@operator("losses")
def distances(builder: Builder) -> None:
    value = builder.value(_DTYPES, (2, 3))
    other = builder.input(value.dtype, value.shape)
    # Of vectors of one element the cosine is a sign: its gradient would be rounding alone.
    cosines = [f"F.cosine_similarity({{0}}, {{1}}, dim={dim})" for dim in (-1, 0) if value.shape[dim] != 1]
    text = builder.rng.choice(
        (
            *cosines,
            "F.pairwise_distance({0}, {1})",
            "F.triplet_margin_loss({0}, {1}, {1} * 0.5)",
            "torch.cdist({0}, {1})",
        )
    )
    builder.emit(text.format(value, other))


@operator("losses", 3)
def embedding(builder: Builder) -> None:
    rows, width = builder.rng.choice((1, 5, 10, 33)), builder.rng.choice((1, 3, 8, 17))
    dtype = builder.dtype(_DTYPES)
    table = builder.input(dtype, (rows, width))
    indices = builder.input(builder.rng.choice(("int64", "int32")), builder.shape((1, 2)), 0, rows)
    extra = builder.rng.choice(("", "", ", padding_idx=0", ", scale_grad_by_freq=False"))
    builder.emit(f"F.embedding({indices}, {table}{extra})")


@operator("losses")
def embedding_bag(builder: Builder) -> None:
    rows, width, count = builder.rng.choice((1, 5, 10)), builder.rng.choice((1, 3, 8)), builder.rng.choice((4, 7, 16))
    table = builder.input(builder.dtype(("float32", "float64")), (rows, width))
    mode = builder.rng.choice(("sum", "mean"))
    if builder.chance(0.5):
        indices = builder.input("int64", (builder.rng.choice((1, 3, 5)), count), 0, rows)
        builder.emit(f"F.embedding_bag({indices}, {table}, mode='{mode}')")
        return
    indices = builder.input("int64", (count,), 0, rows)
    builder.emit(
        f"F.embedding_bag({indices}, {table}, torch.arange(0, {count}, 3, device={table}.device), mode='{mode}')"
    )
