"""Parsing of options: shapes, dimensions, dtypes, and suggestions for misspelt names."""

import difflib
import re
from collections.abc import Iterable

from npusim.simulator.errors import OptionError

#: What `--dtype` accepts: short name -> torch's name.
DTYPES = {
    "f32": "float32",
    "bf16": "bfloat16",
    "f16": "float16",
    "f64": "float64",
    "f8e4m3": "float8_e4m3fn",
    "f8e5m2": "float8_e5m2",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "bool": "bool",
}
_SYNONYMS = {long: short for short, long in DTYPES.items()} | {
    "float": "f32",
    "fp32": "f32",
    "half": "f16",
    "fp16": "f16",
    "double": "f64",
    "fp64": "f64",
    "e4m3": "f8e4m3",
    "e5m2": "f8e5m2",
    "f8e4m3fn": "f8e4m3",
    "int": "i32",
    "long": "i64",
}


def parse_shape(text: str) -> tuple[int, ...]:
    """``512,512`` or ``(512, 512)`` or ``512x512`` as a tuple; ``OptionError`` for anything else."""
    return _sizes(text, "--shape", "sizes, such as 512,512 (a size may be 0, not negative)", minimum=0)


def parse_dim(text: str | None) -> tuple[int, ...] | None:
    """``1`` or ``0,2`` or ``-1`` as a tuple; None stays None."""
    return None if text is None else _sizes(text, "--dim", "dimensions, such as 1 or 0,2 or -1", minimum=None)


def parse_dtype(text: str) -> str:
    """The short name of a dtype (`DTYPES`) from any usual spelling."""
    name = text.removeprefix("torch.").lower()
    name = _SYNONYMS.get(name, name)
    if name not in DTYPES:
        raise OptionError(f"--dtype {text!r} is not one of {', '.join(DTYPES)}")
    return name


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`` (did you mean ...?)`` when a known name is close, else nothing."""
    close = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    return f" (did you mean {close[0]}?)" if close else ""


def _sizes(text: str, option: str, wanted: str, minimum: int | None) -> tuple[int, ...]:
    parts = [part.strip() for part in re.split(r"[,x]", _without_brackets(text).removesuffix(","))]
    if not all(re.fullmatch(r"-?[0-9]+", part) for part in parts):
        raise OptionError(f"{option} {text!r} is not a list of {wanted}")
    sizes = tuple(int(part) for part in parts)
    if minimum is not None and min(sizes) < minimum:
        raise OptionError(f"{option} {text!r} is not a list of {wanted}")
    return sizes


def _without_brackets(text: str) -> str:
    """The text without a pair of brackets that encloses all of it."""
    text = text.strip()
    return text[1:-1].strip() if text[:1] + text[-1:] in ("()", "[]") else text


_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_BYTES = {"B": 1} | {f"{prefix}B": 1000**power for power, prefix in enumerate("KMGT", 1)}
_BYTES |= {f"{prefix}IB": 1024**power for power, prefix in enumerate("KMGT", 1)}


def parse_age(text: str, option: str) -> float:
    """``30d`` (s, m, h, d, w) in seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smhdw])", text.strip())
    if match is None:
        raise OptionError(f"{option} {text!r} is no age; write a number and a unit, such as 30d (s, m, h, d, w)")
    return float(match.group(1)) * _SECONDS[match.group(2)]


def parse_bytes(text: str, option: str) -> int:
    """``2GB`` or ``512MiB`` in bytes."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?) *([A-Z]*)", text.strip().upper())
    if match is None or match.group(2) not in _BYTES:
        raise OptionError(f"{option} {text!r} is no size; write a number and a unit, such as 2GB or 512MiB")
    return int(float(match.group(1)) * _BYTES[match.group(2)])
