"""Constants of Fourier transforms: matrices and twiddle factors, computed in float64 and rounded once.

Exponents are reduced modulo the size as integers first, so that angles are exact to the last bit of float64.
"""

from collections.abc import Callable

import numpy as np
import torch
from npusim.frontend.complex_numbers import graph_constant

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def rows_matrix(n: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """The matrix (2 n, 2 n) that transforms rows of n packed numbers, multiplied from the right."""

    def make() -> Array:
        cos, sin = _waves(n, n, sign)
        return np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)], 1).reshape(2 * n, 2 * n)

    return _constant(f"rows_{n}_{_way(sign)}", dtype, make)


def real_rows_matrix(n: int, results: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """The matrix (n, 2 results) from rows of n real numbers to the packed first `results` of their transform."""

    def make() -> Array:
        return np.stack(_waves(n, results, sign), -1).reshape(n, 2 * results)

    return _constant(f"real_rows_{n}_{results}_{_way(sign)}", dtype, make)


def planes_matrix(n: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """The matrix (2 n, 2 n) that transforms columns of n real parts above n imaginary parts."""

    def make() -> Array:
        cos, sin = _waves(n, n, sign)
        return np.block([[cos, -sin], [sin, cos]])

    return _constant(f"planes_{n}_{_way(sign)}", dtype, make)


def real_planes_matrix(n: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """The matrix (2 n, n) from columns of n real numbers to their transform, real parts above imaginary parts."""

    def make() -> Array:
        return np.concatenate(_waves(n, n, sign), 0)

    return _constant(f"real_planes_{n}_{_way(sign)}", dtype, make)


def hermitian_matrix(half: int, n: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """The matrix (2 half, n) from rows of the first `half` packed numbers of a Hermitian signal to n real numbers."""

    def make() -> Array:
        cos, sin = _waves(half, n, sign, period=n)
        weight = np.full((half, 1), 2.0)
        weight[0] = 1.0
        if n % 2 == 0 and half > n // 2:
            weight[n // 2] = 1.0
        return np.stack([weight * cos, -weight * sin], 1).reshape(2 * half, n)

    return _constant(f"hermitian_{half}_{n}_{_way(sign)}", dtype, make)


def twiddle_factors(rows: int, columns: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """exp(sign 2 pi i row column / (rows columns)) as planes (2, rows, columns)."""

    def make() -> Array:
        return np.stack(_waves(rows, columns, sign, period=rows * columns))

    return _constant(f"twiddles_{rows}_{columns}_{_way(sign)}", dtype, make)


def chirp(n: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """exp(sign pi i k^2 / n) for k < n as planes (2, n)."""

    def make() -> Array:
        values = _chirp(n, sign)
        return np.stack([values.real, values.imag])

    return _constant(f"chirp_{n}_{_way(sign)}", dtype, make)


def chirp_spectrum(n: int, length: int, sign: int, dtype: torch.dtype) -> torch.Tensor:
    """Spectrum of the conjugate chirp for -n < k < n with period `length`, divided by `length`."""

    def make() -> Array:
        signal = np.zeros(length, np.complex128)
        signal[:n] = _chirp(n, -sign)
        signal[length - n + 1 :] = signal[1:n][::-1]
        spectrum = np.fft.fft(signal) / length
        return np.stack([spectrum.real, spectrum.imag])

    return _constant(f"chirp_spectrum_{n}_{length}_{_way(sign)}", dtype, make)


def _chirp(n: int, sign: int) -> np.ndarray[tuple[int, ...], np.dtype[np.complex128]]:
    squares = np.array([k * k % (2 * n) for k in range(n)], np.float64)
    angles = sign * np.pi / n * squares
    return np.cos(angles) + 1j * np.sin(angles)


def _waves(rows: int, columns: int, sign: int, period: int = 0) -> tuple[Array, Array]:
    period = period or rows
    steps = np.outer(np.arange(rows, dtype=np.int64), np.arange(columns, dtype=np.int64)) % period
    angles = sign * 2 * np.pi / period * steps
    return np.cos(angles), np.sin(angles)


def _way(sign: int) -> str:
    return "forward" if sign < 0 else "backward"


def _constant(name: str, dtype: torch.dtype, make: Callable[[], Array]) -> torch.Tensor:
    suffix = str(dtype).removeprefix("torch.")
    return graph_constant(f"{name}_{suffix}", lambda: torch.from_numpy(make()).to(dtype))
