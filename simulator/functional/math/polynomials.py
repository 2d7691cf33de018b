"""f32 functions as inline polynomials.

Every function reduces its argument exactly (Cody and Waite, "Software Manual for the Elementary Functions", 1980) and
evaluates a minimax polynomial there. benchmarks/fit_polynomials.py fits the coefficients, rounded to f32; comments give
the fitted function and range. Errors are at most about 2.5 ulp; infinities, NaN, denormals and signed zeros follow
IEEE 754 and C's Annex F.
"""

from npusim.simulator.functional.math.lane import Lane, absolute, at_least, at_most, copysign, fma, horner, select
from npusim.simulator.ir.mlir import ir

_INF = float("inf")
_LOG2_E = 1.4426950408889634
_LN2_HIGH = 0.693145751953125  # its low 9 bits are zero: products with exponents are exact
_LN2_LOW = 1.42860682030941723e-06
_ROUND_SHIFT = 12582912.0  # 1.5 * 2**23: adding it rounds a float to an integer, which is then in the low bits
_ROUND_SHIFT_BITS = 0x4B400000
_EXPONENT_SHIFT = 23
_EXPONENT_BIAS = 127
_BIASED_SHIFT = _ROUND_SHIFT + _EXPONENT_BIAS  # rounds as well, and leaves the integer plus the bias in the low bits

# (e**r - 1 - r) / r**2, |r| <= ln(2) / 2
_EXP = [0.00139504764, 0.00836888235, 0.041666206, 0.166665182, 0.5]
# (log(1 + f) - f + f**2 / 2) / f**3, sqrt(1/2) - 1 <= f <= sqrt(2) - 1
_LOG = [
    0.06915126,
    -0.117896847,
    0.118730202,
    -0.123843722,
    0.142186552,
    -0.166692495,
    0.200022265,
    -0.249999866,
    0.333333105,
]
# (e**r - 1 - r) / r**2, |r| <= ln(2)
_EXP_WIDE = [0.000196118548, 0.00141042646, 0.00833609793, 0.0416612774, 0.16666615, 0.500000358]
# erf(x) / x - 1 in x**2, |x| <= 0.7
_ERF_NEAR = [-0.00069659407, 0.00514018349, -0.0268453304, 0.112835556, -0.376126289, 0.128379166]
# log(1 - erf(x)) / x + 1, 0.65 <= x <= 3.95
_ERF_FAR = [0.000211785227, -0.00320328446, 0.0228701569, -0.10525398, -0.635709882, -0.128520295]


def _f32() -> ir.Type:
    return ir.F32Type.get()


def _power_of_two(exponent: Lane) -> Lane:
    """2**n for an i32 exponent of a normal f32."""
    return ((exponent + _EXPONENT_BIAS) << _EXPONENT_SHIFT).bitcast(_f32())


def _round_to_integer(x: Lane, scale: float) -> tuple[Lane, Lane]:
    """x * scale rounded to the nearest integer, |x * scale| < 2**22: as float and as i32."""
    shifted = fma(x, scale, _ROUND_SHIFT)
    return shifted - _ROUND_SHIFT, shifted.bits() - _ROUND_SHIFT_BITS


def _exp_remainder(x: Lane) -> tuple[Lane, Lane]:
    """(q, n) with e**x = (1 + q) * 2**n, n an i32."""
    n, exponent = _round_to_integer(x, _LOG2_E)
    r = fma(n, -_LN2_LOW, fma(n, -_LN2_HIGH, x))
    return fma(horner(r, _EXP), r * r, r), exponent


def _double_scale(polynomial: Lane, shifted: Lane) -> Lane:
    """polynomial * 2**n * 2**n, n biased in the low bits of `shifted`: denormal and huge results are right."""
    scale = (shifted.bits() << _EXPONENT_SHIFT).bitcast(_f32())
    return polynomial * scale * scale


def _exp_wide(r: Lane) -> Lane:
    """e**r for |r| <= ln(2)."""
    return fma(fma(horner(r, _EXP_WIDE), r, 1.0), r, 1.0)


def exp(x: Lane) -> Lane:
    """e**x = e**r * 2**n * 2**n."""
    bounded = at_least(at_most(x, 89.0), -104.0)
    shifted = fma(bounded, 0.5 * _LOG2_E, _BIASED_SHIFT)
    n = shifted - _BIASED_SHIFT
    r = fma(n, -2.0 * _LN2_LOW, fma(n, -2.0 * _LN2_HIGH, bounded))
    return _double_scale(_exp_wide(r), shifted)


def exp2(x: Lane) -> Lane:
    """2**x = e**(r ln 2) * 2**n * 2**n."""
    bounded = at_least(at_most(x, 129.0), -151.0)
    shifted = fma(bounded, 0.5, _BIASED_SHIFT)
    r = fma(shifted - _BIASED_SHIFT, -2.0, bounded) * 0.6931471805599453
    return _double_scale(_exp_wide(r), shifted)


def expm1(x: Lane) -> Lane:
    """e**x - 1 without cancellation near zero."""
    q, exponent = _exp_remainder(at_least(at_most(x, 89.0), -20.0))
    scale = _power_of_two(exponent - 1)  # half of 2**n, which may be infinite
    result = fma(q, scale, scale - 0.5) * 2.0
    return select(x.compare("oeq", 0.0), x, result)


def tanh(x: Lane) -> Lane:
    """tanh(x) = (e**2x - 1) / (e**2x + 1)."""
    q, exponent = _exp_remainder(at_most(absolute(x), 10.0) * 2.0)
    scale = _power_of_two(exponent)
    above = fma(q, scale, scale - 1.0)
    return copysign(above / (above + 2.0), x)


def _split(x: Lane) -> tuple[Lane, Lane]:
    """(m - 1, e) with x = m * 2**e and sqrt(1/2) <= m < sqrt(2), for positive finite x."""
    tiny = x.compare("olt", 1.1754943508222875e-38)
    normal = select(tiny, x * 33554432.0, x)
    offset = normal.bits() - 0x3F3504F3  # bits of sqrt(1/2): the exponent steps there
    exponent = offset >> _EXPONENT_SHIFT
    mantissa = ((offset & 0x007FFFFF) + 0x3F3504F3).bitcast(_f32())
    shift = select(tiny, exponent - 25, exponent)
    return mantissa - 1.0, shift.convert("sitofp", _f32())


def _log_mantissa(f: Lane) -> Lane:
    """log(1 + f) - f."""
    square = f * f
    return fma(horner(f, _LOG), square * f, square * -0.5)


def _log_special(x: Lane, result: Lane) -> Lane:
    """Replaces the result where x is no positive finite number."""
    result = select(x.compare("oge", 0.0), result, float("nan"))
    result = select(x.compare("oeq", _INF), x, result)
    return select(x.compare("oeq", 0.0), -_INF, result)


def log(x: Lane) -> Lane:
    """Natural logarithm."""
    f, e = _split(x)
    return _log_special(x, fma(e, _LN2_HIGH, fma(e, _LN2_LOW, _log_mantissa(f)) + f))


def log2(x: Lane) -> Lane:
    """Logarithm to base 2; exact for powers of two."""
    f, e = _split(x)
    tail = _log_mantissa(f)
    # log2(e) = 1.4375 + rest: 1.4375 * f is rounded once, inside the fma
    rest = fma(tail, _LOG2_E, f * 0.005195040888963407)
    return _log_special(x, fma(f, 1.4375, rest) + e)


def log1p(x: Lane) -> Lane:
    """log(1 + x) without cancellation near zero: the rounding error of 1 + x is added back."""
    u = x + 1.0
    lost = x - (u - 1.0)
    result = log(u) + select(u.compare("oeq", _INF), 0.0, lost / u)
    result = select(u.compare("oeq", 0.0), -_INF, result)
    return select(x.compare("oeq", 0.0), x, result)


def erf(x: Lane) -> Lane:
    """Error function: a polynomial near zero, 1 - e**polynomial beyond."""
    t = absolute(x)
    near = fma(horner(x * x, _ERF_NEAR), x, x)
    bounded = at_most(t, 3.95)
    far = 1.0 - _exp_small(fma(horner(bounded, _ERF_FAR), bounded, -bounded))
    return select(t.compare("oge", 0.7), copysign(far, x), near)  # NaN takes the near branch


def _exp_small(x: Lane) -> Lane:
    """e**x for -20 < x <= 0, to an absolute error of 2**-26: one product is enough to reduce x."""
    shifted = fma(x, _LOG2_E, _ROUND_SHIFT)
    r = fma(shifted - _ROUND_SHIFT, -0.6931471805599453, x)
    p = fma(fma(horner(r, _EXP), r, 1.0), r, 1.0)
    return (p.bits() + (shifted.bits() << _EXPONENT_SHIFT)).bitcast(_f32())
