"""Matrix products in every spelling."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder, Value
from fuzzing.programs.vocabulary.registry import operator


def matrix(builder: Builder, dims: tuple[int, int] = (2, 2), dtypes=FLOATS) -> Value:  # type: ignore[no-untyped-def]
    return builder.value(dtypes, dims)


def right_of(builder: Builder, left: Value, columns: int | None = None) -> Value:
    """A matrix that `left` can be multiplied with: one there is, or a new one."""
    inner = left.shape[-1]
    found = [v for v in builder.values.values() if v.ndim == 2 and v.dtype == left.dtype and v.shape[0] == inner]
    if found and builder.chance(0.5):
        return builder.rng.choice(found)
    return builder.input(left.dtype, (inner, columns or builder.rng.choice(builder.sizes)), -1.0, 1.0)


@operator("products", 4)
def matmul(builder: Builder) -> None:
    left = matrix(builder, (1, 4))
    right = right_of(builder, left)
    builder.emit(
        builder.rng.choice(("{0} @ {1}", "torch.matmul({0}, {1})", "torch.matmul({1}.mT, {0}.mT)")).format(left, right)
    )


@operator("products", 3)
def mm(builder: Builder) -> None:
    left = matrix(builder)
    right = right_of(builder, left)
    if builder.chance(0.4):
        transposed = builder.input(left.dtype, (builder.rng.choice(builder.sizes), left.shape[1]), -1.0, 1.0)
        builder.emit(f"torch.mm({left}, {transposed}.t())")
        return
    builder.emit(f"torch.mm({left}, {right})")


@operator("products", 3)
def addmm(builder: Builder) -> None:
    left = matrix(builder)
    right = right_of(builder, left)
    bias = builder.input(
        left.dtype,
        builder.rng.choice(
            ((right.shape[1],), (1, right.shape[1]), (left.shape[0], 1), (left.shape[0], right.shape[1]))
        ),
    )
    extra = f", beta={builder.literal()}, alpha={builder.literal()}" if builder.chance(0.4) else ""
    builder.emit(f"torch.addmm({bias}, {left}, {right}{extra})")


@operator("products", 4)
def linear(builder: Builder) -> None:
    left = matrix(builder, (1, 4))
    out = builder.rng.choice(builder.sizes)
    weight = builder.input(left.dtype, (out, left.shape[-1]), -1.0, 1.0)
    bias = f", {builder.input(left.dtype, (out,))}" if builder.chance(0.6) else ""
    text = f"F.linear({left}, {weight}{bias})"
    builder.emit(builder.rng.choice(("{0}", "F.relu({0})", "F.gelu({0})", "torch.sigmoid({0})")).format(text))


@operator("products", 3)
def bmm(builder: Builder) -> None:
    left = matrix(builder, (3, 3))
    batch, rows, inner = left.shape
    columns = builder.rng.choice(builder.sizes)
    right = builder.input(left.dtype, (batch, inner, columns), -1.0, 1.0)
    bias = builder.input(left.dtype, builder.rng.choice(((batch, rows, columns), (columns,), (1, rows, 1))))
    text = builder.rng.choice(
        (
            "torch.bmm({0}, {1})",
            "torch.baddbmm({2}, {0}, {1}, alpha=0.5)",
            "torch.matmul({0}, {1})",
            "{2} + torch.bmm({0}, {1})",
            "torch.bmm({0}.mT, {0})",
        )
    )
    builder.emit(text.format(left, right, bias))


@operator("products", 2)
def broadcast(builder: Builder) -> None:
    left = matrix(builder, (2, 4))
    lead = builder.rng.choice(((), (1,), (2,), left.shape[:-2], (2, 1)))
    right = builder.input(left.dtype, (*lead, left.shape[-1], builder.rng.choice(builder.sizes)), -1.0, 1.0)
    builder.emit(f"torch.matmul({left}, {right})")


@operator("products", 2)
def vectors(builder: Builder) -> None:
    left = matrix(builder)
    vector = builder.input(left.dtype, (left.shape[1],))
    rows = builder.input(left.dtype, (left.shape[0],))
    text = builder.rng.choice(
        (
            "torch.mv({0}, {1})",
            "torch.addmv({2}, {0}, {1})",
            "torch.outer({2}, {1})",
            "torch.dot({1}, {1})",
            "torch.addr({0}, {2}, {1})",
            "torch.ger({2}, {1})",
            "torch.kron({0}, {1})",
            "torch.linalg.vecdot({0}, {1})",
            "torch.cdist({0}, {0} + 1)",
        )
    )
    builder.emit(text.format(left, vector, rows))


@operator("products", 2)
def einsum(builder: Builder) -> None:
    left = matrix(builder, (2, 3))
    right = builder.input(left.dtype, (left.shape[-1], builder.rng.choice(builder.sizes)), -1.0, 1.0)
    two = ("ij,jk->ik", "ij,jk->ki", "ij,jk->i", "ij,jk->ijk", "ij,ij->j", "ij,kj->ik")
    pattern = builder.rng.choice(
        ("bij,jk->bik", "bij,jk->bk", "bij,jk->ibk", "bij,bkj->bik") if left.ndim == 3 else two
    )
    second = left if pattern in ("ij,ij->j", "ij,kj->ik", "bij,bkj->bik") else right
    builder.emit(f"torch.einsum('{pattern}', {left}, {second})")


@operator("products")
def tensordot(builder: Builder) -> None:
    left = matrix(builder, (2, 4))
    builder.emit(
        builder.rng.choice(
            (
                f"torch.tensordot({left}, {left}, dims=([{left.ndim - 1}], [{left.ndim - 1}]))",
                f"torch.inner({left}, {left})",
                f"({left}.unsqueeze(-1) * {left}.unsqueeze(-2)).sum(0)",
            )
        )
    )


@operator("products")
def integer_products(builder: Builder) -> None:
    left = matrix(builder, dtypes=INTEGERS)
    right = builder.input(left.dtype, (left.shape[1], builder.rng.choice(builder.sizes)))
    builder.emit(f"torch.mm({left}, {right})")


@operator("products")
def chain(builder: Builder) -> None:
    left = matrix(builder)
    right = right_of(builder, left)
    text = builder.rng.choice(
        (
            "({0} @ {1}) + ({0} @ {1}).mean(0)",
            "torch.relu({0} @ {1}) @ {1}.t()",
            "({0} @ {1}).softmax(-1)",
            "({0} @ {1}).sum(0)",
            "torch.bmm({0}.unsqueeze(0), {1}.unsqueeze(0))",
            "({0} @ {1}).t()[1:]",
        )
    )
    builder.emit(text.format(left, right))
