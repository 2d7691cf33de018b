"""Whether programs promise that what they compute is finite.

`NPUSIM_ASSUME_FINITE=1` switches it on when a process starts, `torch.npu.assume_finite` while it runs. It is part of
the keys of the compile caches. Imports no torch.
"""

from contextlib import AbstractContextManager

from npusim.frontend.switch import Switch

_switch = Switch("NPUSIM_ASSUME_FINITE")
assumes_finite, on_change = _switch.is_on, _switch.on_change


def assume_finite(enabled: bool = True) -> AbstractContextManager[None]:
    """`with torch.npu.assume_finite(): ...`: what is compiled inside may multiply by zero what it does not need, so
    that an infinity or a NaN spreads further than in eager PyTorch. Interpolation takes fewer cycles by it.
    """
    return _switch.switched(enabled)
