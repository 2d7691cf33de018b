"""Whether products skip tiles of their right operand (the weights) that are all zero.

`NPUSIM_SKIP_ZERO_TILES=1` switches it on when a process starts, `torch.npu.skip_zero_tiles` while it runs. It is part
of the keys of the compile caches. Imports no torch.
"""

from contextlib import AbstractContextManager

from npusim.frontend.switch import Switch

_switch = Switch("NPUSIM_SKIP_ZERO_TILES")
skips_zero_tiles, on_change = _switch.is_on, _switch.on_change


def skip_zero_tiles(enabled: bool = True) -> AbstractContextManager[None]:
    """`with torch.npu.skip_zero_tiles(): ...`: what is compiled inside skips tiles of weights that are all zero."""
    return _switch.switched(enabled)
