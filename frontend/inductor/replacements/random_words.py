"""Operations on one element that draw several numbers from one counter (`frontend/codegen/math/philox.py`)."""

from typing import Any

from npusim.frontend.inductor.api import DefaultHandler


def uniform(_: Any) -> Any:
    return DefaultHandler._call_default("random_uniform")  # type: ignore[no-untyped-call]


def normal(_: Any) -> Any:
    return DefaultHandler._call_default("random_normal")  # type: ignore[no-untyped-call]
