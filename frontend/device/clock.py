"""Answers what streams and events, which live in C++, ask about simulated time."""

from typing import Any

import torch


def connect(registrations: list[Any]) -> None:
    """Called when the device starts."""
    library = torch.library.Library("npusim", "IMPL")
    for name, answer in (
        ("stream_time", _stream_time),
        ("wait_until", _wait_until),
        ("stream_changed", _stream_changed),
        ("synchronize", _synchronize),
    ):
        library.impl(name, answer, "CompositeExplicitAutograd")
    registrations.append(library)


def _stream_time(stream: int) -> tuple[int, int]:
    from npusim import scheduler

    return scheduler.stream_time(stream)


def _wait_until(stream: int, time_ps: int) -> None:
    from npusim import scheduler

    scheduler.wait_until(stream, time_ps)


def _stream_changed(stream: int) -> None:
    from npusim import scheduler

    scheduler.set_stream(stream)


def _synchronize() -> None:
    from npusim import scheduler

    scheduler.synchronize()
