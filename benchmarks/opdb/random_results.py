"""What can be said about the random results of an operator: their range, their values, roughly their mean.

Every check gets the sample and the operator's first result on the CPU, and raises AssertionError. The bounds are ten
standard deviations wide: they hold for every generator that is right.
"""

import math
from collections.abc import Callable
from typing import Any

import torch

_DEVIATIONS = 10.0
_SELU_LIMIT = 1.7580993408473766  # minus the least value of selu: what dropped elements of alpha dropout become

Check = Callable[[Any, torch.Tensor], None]


def check(op: Any, sample: Any, result: torch.Tensor) -> None:
    """Raises AssertionError when a result cannot come from the distribution that the sample asks for."""
    named = CHECKS.get(f"{op.name}.{op.variant_test_name}") or CHECKS.get(op.name)
    if named is not None and result.numel() > 0:
        named(sample, _real(op, result.detach().cpu()))


def is_random(op: Any, sample: Any) -> bool:
    """Whether this sample's result is random; dropout that is switched off, for example, is not."""
    decide = SOMETIMES.get(op.name)
    return op.name in ALWAYS if decide is None else bool(decide(sample.kwargs))


def _demand(condition: Any, text: str) -> None:
    assert bool(condition), text


def _mean_of(values: torch.Tensor, mean: float, deviation: float) -> None:
    bound = _DEVIATIONS * deviation / math.sqrt(values.numel())
    _demand(abs(float(values.mean()) - mean) <= bound, f"the mean is {float(values.mean())} instead of about {mean}")


def _varied(values: torch.Tensor) -> None:
    _demand(values.numel() < 5 or values.unique().numel() > 1, "all random numbers are the same")


def _between(values: torch.Tensor, low: float, high: float) -> None:
    _demand(((values >= low) & (values < high)).all(), f"random numbers outside of {low} to {high}")
    _mean_of(values, (low + high) / 2, high - low)
    _varied(values)


def _normal(values: torch.Tensor, mean: Any, deviation: Any) -> None:
    units = (values - mean) / deviation
    _demand((units.abs() < _DEVIATIONS).all(), "normal random numbers are too far from the mean")
    _mean_of(units, 0, 1)
    _varied(units)


def _normal_sample(sample: Any, values: torch.Tensor) -> None:
    mean, deviation = sample.args[:2] if len(sample.args) == 2 and not _is_size(sample.args[1]) else (None, None)
    if mean is None:
        mean, deviation = sample.input, sample.args[0]
    _normal(values, mean, deviation)


def _real(op: Any, values: torch.Tensor) -> torch.Tensor:
    """In float64; of complex numbers the parts, which share the variance of normal ones."""
    if not values.is_complex():
        return values.double()
    parts = torch.view_as_real(values).double()
    return parts * math.sqrt(2.0) if op.name != "uniform" else parts


def _is_size(value: Any) -> bool:
    return isinstance(value, (list, tuple, torch.Size))


def _log_normal(sample: Any, values: torch.Tensor) -> None:
    _demand((values > 0).all(), "log-normal random numbers must be positive")
    _normal(values.log(), *sample.args)


def _exponential(sample: Any, values: torch.Tensor) -> None:
    rate = sample.args[0]
    _demand((values >= 0).all(), "exponential random numbers must not be negative")
    _mean_of(values, 1 / rate, 1 / rate)
    _varied(values)


def _geometric(sample: Any, values: torch.Tensor) -> None:
    p = sample.args[0]
    _demand(((values >= 1) & (values == values.round())).all(), "geometric random numbers are whole, from 1")
    _mean_of(values, 1 / p, math.sqrt(1 - p) / p)


def _cauchy(_: Any, values: torch.Tensor) -> None:
    _demand(values.isfinite().all(), "random numbers must be finite")
    _varied(values)


def _whole_between(values: torch.Tensor, low: int, high: int) -> None:
    _demand((values == values.round()).all(), "randint gives whole numbers")
    _demand(((values >= low) & (values < high)).all(), f"random numbers outside of {low} to {high}")
    _mean_of(values, (low + high - 1) / 2, high - low)


def _randint(sample: Any, values: torch.Tensor) -> None:
    limits = [value for value in (sample.input, *sample.args) if isinstance(value, int)]
    _whole_between(values, *(limits if len(limits) == 2 else (0, *limits)))


def _bernoulli(sample: Any, values: torch.Tensor) -> None:
    _demand(((values == 0) | (values == 1)).all(), "bernoulli gives 0 and 1")
    chance = sample.args[0] if sample.args else sample.kwargs.get("p", sample.input.detach().double())
    chance = torch.as_tensor(chance).expand(values.shape)
    deviation = float((chance * (1 - chance)).sum().sqrt())
    _demand(abs(float((values - chance).sum())) <= _DEVIATIONS * deviation + 1e-6, "too many or too few ones")


def _multinomial(sample: Any, values: torch.Tensor) -> None:
    rows, drawn = sample.input.detach().reshape(-1, sample.input.shape[-1]), values.long()
    drawn = drawn.reshape(rows.shape[0], -1)
    _demand(((drawn >= 0) & (drawn < rows.shape[1])).all(), "a category that does not exist was drawn")
    _demand((rows.gather(1, drawn) > 0).all(), "a category of weight 0 was drawn")
    if not (sample.args[1:] or (sample.kwargs.get("replacement", False),))[0]:
        _demand(_distinct(drawn, 1), "a category was drawn twice")


def _distinct(values: torch.Tensor, dim: int) -> bool:
    return bool((values.sort(dim).values.diff(dim=dim) != 0).all())


def _dropping(kept: torch.Tensor, dropped: torch.Tensor, values: torch.Tensor, *, channels: bool) -> None:
    """Every element (or channel) is what kept ones are, or what dropped ones are."""
    close = {"rtol": 1e-2, "atol": 1e-2} if values.abs().max() > 0 else {}
    is_kept, is_dropped = torch.isclose(values, kept, **close), torch.isclose(values, dropped, **close)
    if channels and values.dim() > 2:
        is_kept, is_dropped = is_kept.flatten(2).all(2), is_dropped.flatten(2).all(2)
    _demand((is_kept | is_dropped).all(), "a value is neither kept and scaled nor dropped")


def _dropout(channels: bool) -> Check:
    def check_values(sample: Any, values: torch.Tensor) -> None:
        p = sample.kwargs.get("p", 0.5)
        kept = sample.input.detach().double() / (1 - p) if p < 1 else torch.zeros_like(values)
        _dropping(kept, torch.zeros_like(values), values, channels=channels)

    return check_values


def _alpha_dropout(channels: bool) -> Check:
    """Scaled so that mean and variance stay: `a x + b` (Klambauer et al., Self-Normalizing Neural Networks, 2017)."""

    def check_values(sample: Any, values: torch.Tensor) -> None:
        p = sample.kwargs.get("p", 0.5)
        scale = 1 / math.sqrt((_SELU_LIMIT**2 * p + 1) * (1 - p)) if p < 1 else 0.0
        shift = scale * _SELU_LIMIT * p
        dropped = torch.full_like(values, shift - scale * _SELU_LIMIT)
        _dropping(sample.input.detach().double() * scale + shift, dropped, values, channels=channels)

    return check_values


def _rrelu(sample: Any, values: torch.Tensor) -> None:
    x = sample.input.detach().double()
    low, high = sample.kwargs.get("lower", 1 / 8), sample.kwargs.get("upper", 1 / 3)
    slack = 1e-2 * x.abs()
    _demand(torch.where(x >= 0, (values - x).abs() <= slack, True).all(), "a positive value was changed")
    inside = (values <= low * x + slack) & (values >= high * x - slack)
    _demand(torch.where(x < 0, inside, True).all(), "a negative value has a slope outside of the range")


def _pooling(dims: int) -> Check:
    """The largest values of windows are values of their channel."""

    def check_values(sample: Any, values: torch.Tensor) -> None:
        channels = sample.input.detach().double().flatten(-dims).flatten(0, -2)
        found = values.flatten(-dims).flatten(0, -2)
        members = [torch.isin(got, given).all() for got, given in zip(found, channels, strict=True)]
        _demand(all(members), "a value that its channel does not have")

    return check_values


def _trains(default: bool) -> Callable[[dict[str, Any]], bool]:
    return lambda kwargs: bool(kwargs.get("training", default)) and kwargs.get("p", 0.5) > 0


ALWAYS = frozenset(
    {
        "bernoulli",
        "cauchy",
        "empty",
        "empty_like",
        "empty_permuted",
        "empty_strided",
        "exponential",
        "geometric",
        "log_normal",
        "multinomial",
        "new_empty",
        "new_empty_strided",
        "normal",
        "pca_lowrank",
        "rand_like",
        "randint",
        "randint_like",
        "randn",
        "randn_like",
        "svd_lowrank",
        "uniform",
    }
)
"""Operators whose results are random (or uninitialised) in every sample: values are not compared with eager's."""

SOMETIMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nn.functional.alpha_dropout": _trains(False),
    "nn.functional.dropout": _trains(True),
    "nn.functional.dropout2d": _trains(True),
    "nn.functional.dropout3d": _trains(True),
    "nn.functional.feature_alpha_dropout": _trains(False),
    "nn.functional.fractional_max_pool2d": lambda kwargs: kwargs.get("_random_samples") is None,
    "nn.functional.fractional_max_pool3d": lambda kwargs: kwargs.get("_random_samples") is None,
    "nn.functional.multi_head_attention_forward": lambda kwargs: kwargs.get("training", True),
    "nn.functional.rrelu": lambda kwargs: kwargs.get("training", False),
    "nn.functional.scaled_dot_product_attention": lambda kwargs: kwargs.get("dropout_p", 0.0) > 0,
}
"""Operators whose results are random in the samples with these keyword arguments."""

CHECKS: dict[str, Check] = {
    "bernoulli": _bernoulli,
    "cauchy": _cauchy,
    "exponential": _exponential,
    "geometric": _geometric,
    "log_normal": _log_normal,
    "multinomial": _multinomial,
    "nn.functional.alpha_dropout": _alpha_dropout(channels=False),
    "nn.functional.dropout": _dropout(channels=False),
    "nn.functional.dropout2d": _dropout(channels=True),
    "nn.functional.dropout3d": _dropout(channels=True),
    "nn.functional.feature_alpha_dropout": _alpha_dropout(channels=True),
    "nn.functional.fractional_max_pool2d": _pooling(2),
    "nn.functional.fractional_max_pool3d": _pooling(3),
    "nn.functional.rrelu": _rrelu,
    "normal": _normal_sample,
    "normal.number_mean": lambda sample, values: _normal(values, sample.args[0], sample.input),  # deviation first
    "rand_like": lambda _, values: _normal(values, 0, 1),  # the entry calls randn_like
    "randint": _randint,
    "randint_like": _randint,
    "randn": lambda _, values: _normal(values, 0, 1),
    "randn_like": lambda _, values: _normal(values, 0, 1),
    "uniform": lambda sample, values: _between(values, *sample.args),
}
