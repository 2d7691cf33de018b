"""Switches of programs: `torch.npu.skip_zero_tiles`, `assume_finite`, `check_indices` and `compile_regions`. Imports no
torch."""

from contextlib import AbstractContextManager

from npusim.frontend.settings.setting import Choice, Setting, switch

zero_skipping = switch("NPUSIM_SKIP_ZERO_TILES")
finiteness = switch("NPUSIM_ASSUME_FINITE")
index_checks = Setting(lambda: True)
regions = switch("NPUSIM_COMPILE_REGIONS", default=True)


def skip_zero_tiles(enabled: bool = True) -> AbstractContextManager[None]:
    """`with torch.npu.skip_zero_tiles(): ...`: products that are compiled inside skip tiles of their right operand
    (the weights) that are all zero.
    """
    return zero_skipping.during(enabled)


def assume_finite(enabled: bool = True) -> AbstractContextManager[None]:
    """`with torch.npu.assume_finite(): ...`: what is compiled inside may multiply by zero what it does not need, so
    that an infinity or a NaN spreads further than in eager PyTorch. Interpolation takes fewer cycles by it.
    """
    return finiteness.during(enabled)


def check_indices(enabled: bool = True) -> Choice[bool]:
    """Switch the checks of a program's indices and forbidden values on or off; as a context manager, until its end.

    Without checks a gather gives zeros for an index that does not exist, and a scatter leaves it out.
    """
    return Choice(index_checks, bool(enabled))


def compile_regions(enabled: bool = True) -> Choice[bool]:
    """Compile equal parts of a graph, such as the layers of a model, once (the default), or each on its own; from now
    on, as a context manager until its end (docs/code_generation.md).
    """
    return Choice(regions, bool(enabled))
