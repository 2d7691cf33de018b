"""Fourier transforms of columns of any length, with real and imaginary parts in separate planes.

Columns of up to DIRECT points take one product with a matrix of cosines and sines. Longer ones are split into factors
(J. Cooley and J. Tukey, "An algorithm for the machine calculation of complex Fourier series", 1965); a large prime one
becomes a convolution with a chirp (L. Bluestein, "A linear filtering approach to the computation of discrete Fourier
transform", 1970).

A plane is (points, columns) with contiguous rows, so that the product for each factor is a small matrix times a wide
one, with one pass over the numbers between two products.
"""

import torch
from npusim.frontend.complex_numbers import stored
from npusim.mlir_templates.decompositions.complex import fourier_tables as tables

FORWARD, BACKWARD = -1, 1

# Rounding errors grow with the square root of the points of a product: up to 32 points keep them near those of eager
# PyTorch. More points would fill larger arrays better.
DIRECT = 32
LARGEST_DIRECT_PRIME = 1024


def transformed(planes: torch.Tensor, sign: int) -> torch.Tensor:
    """The unscaled transform of each column, (2, points, columns) to the same shape, both row-major."""
    n = int(planes.shape[1])
    if n == 1:
        return planes
    first = _first_factor(n)
    if n > DIRECT and first < n:
        return _split(planes, first, n // first, sign)
    if n > LARGEST_DIRECT_PRIME:
        return _chirped(planes, n, sign)
    matrix = tables.planes_matrix(n, sign, planes.dtype)
    return _product(matrix, planes.reshape(2 * n, -1)).reshape(2, n, -1)


def real_transformed(columns: torch.Tensor) -> torch.Tensor:
    """The forward transform of each column of real numbers: (points, columns) to (2, points, columns)."""
    n = int(columns.shape[0])
    first = _first_factor(n)
    if n > DIRECT and first < n:
        if first > DIRECT:
            return transformed(_with_zeros(columns), FORWARD)
        inner = _product(tables.real_planes_matrix(first, FORWARD, columns.dtype), columns.reshape(first, -1))
        return _outer(inner.reshape(2, first, n // first, -1), FORWARD)
    if n > LARGEST_DIRECT_PRIME:
        return transformed(_with_zeros(columns), FORWARD)
    return _product(tables.real_planes_matrix(n, FORWARD, columns.dtype), columns).reshape(2, n, -1)


def _with_zeros(columns: torch.Tensor) -> torch.Tensor:
    return stored(torch.nn.functional.pad(columns.unsqueeze(0), [0, 0, 0, 0, 0, 1]))


def _first_factor(n: int) -> int:
    """A divisor of n above 1; if possible both factors are at most DIRECT and as close together as possible."""
    divisors = [each for each in range(2, n + 1) if n % each == 0] or [n]
    direct = [each for each in divisors if each <= DIRECT]
    both = [each for each in direct if n // each <= DIRECT]
    if both:
        return min(both, key=lambda each: abs(each - n // each))
    return max(direct) if direct else divisors[0]


def _split(planes: torch.Tensor, first: int, second: int, sign: int) -> torch.Tensor:
    """Cooley-Tukey for points j = second * a + b and results k = c + first * d: sums over a, then over b (`_outer`)."""
    inner = transformed(planes.reshape(2, first, -1), sign)
    return _outer(inner.reshape(2, first, second, -1), sign)


def _outer(inner: torch.Tensor, sign: int) -> torch.Tensor:
    """Multiplies the inner transforms (2, c, b, columns) by twiddle factors and sums over b for each c."""
    _, first, second, columns = inner.shape
    factors = tables.twiddle_factors(second, first, sign, inner.dtype).unsqueeze(-1)
    turned = stored(_times(inner.transpose(1, 2), factors))
    return transformed(turned.reshape(2, second, -1), sign).reshape(2, second * first, columns)


def _times(planes: torch.Tensor, factors: torch.Tensor) -> torch.Tensor:
    """Elementwise complex products of planes."""
    (x, y), (u, v) = planes.unbind(0), factors.unbind(0)
    first = (torch.arange(2, device=planes.device) == 0).reshape([2] + [1] * x.dim())
    return torch.where(first, x * u - y * v, x * v + y * u)


def _chirped(planes: torch.Tensor, n: int, sign: int) -> torch.Tensor:
    """Bluestein: jk = (j^2 + k^2 - (k - j)^2) / 2 gives a convolution, computed by transforms of a power of 2."""
    length = 1 << (2 * n - 2).bit_length()
    slope = tables.chirp(n, sign, planes.dtype).unsqueeze(-1)
    padded = torch.nn.functional.pad(_times(planes, slope), [0, 0, 0, length - n])
    spectrum = tables.chirp_spectrum(n, length, sign, planes.dtype).unsqueeze(-1)
    filtered = stored(_times(transformed(stored(padded), FORWARD), spectrum))
    return stored(_times(transformed(filtered, BACKWARD).narrow(1, 0, n), slope))


def _product(matrix: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """matrix @ columns, with long sums split into parts to reduce the rounding error."""
    length, part = matrix.shape[1], 2 * DIRECT
    if length <= part:
        return matrix @ columns
    parts = -(-length // part)
    missing = parts * part - length
    left = stored(torch.nn.functional.pad(matrix, [0, missing])).reshape(-1, parts, part).transpose(0, 1)
    right = stored(torch.nn.functional.pad(columns, [0, 0, 0, missing])).reshape(parts, part, -1)
    return torch.bmm(left, right).sum(0)
