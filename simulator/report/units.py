"""Names, times and sizes for people."""


def short_name(name: str, width: int) -> str:
    """A kernel's name in one line of the table: the middle gives way, as the hash at the end tells kernels apart."""
    if len(name) <= width:
        return name
    tail = min(8, width - 2)
    return f"{name[: width - tail - 1]}\N{HORIZONTAL ELLIPSIS}{name[-tail:]}"


def duration(time_ns: float) -> str:
    """A time with the unit that suits it."""
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if time_ns >= factor:
            return f"{time_ns / factor:.2f} {unit}"
    return f"{time_ns:.0f} ns"


def size(bytes_: float) -> str:
    """A number of bytes with the unit that suits it (powers of 1024)."""
    for factor, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if bytes_ >= factor:
            return f"{bytes_ / factor:.2f} {unit}"
    return f"{bytes_:.0f} B"
