"""Random numbers of the device: one generator per process, and the same numbers as the CPU's for the same seed."""

from collections.abc import Iterable

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.selection import Device, npu_device

_pending_seed: int | None = None


def default_generator() -> torch.Generator:
    """The generator of ``npu:0``."""
    runtime.start()
    generator: torch.Generator = torch.ops.npusim.default_generator()
    return generator


def manual_seed(seed: int) -> None:
    """Seeds the device's generator. Before the device's first use the seed is kept for it."""
    global _pending_seed
    seed = int(seed)
    if runtime.is_started():
        default_generator().manual_seed(seed)
    else:
        _pending_seed = seed


def manual_seed_all(seed: int) -> None:
    """`manual_seed`: there is one device. ``torch.manual_seed`` calls it."""
    manual_seed(seed)


def apply_pending_seed() -> None:
    """Called when the device starts."""
    if _pending_seed is not None:
        default_generator().manual_seed(_pending_seed)


def seed() -> int:
    """Seeds the generator with a random number, which is returned."""
    return int(default_generator().seed())


def seed_all() -> None:
    """`seed` for all devices."""
    seed()


def initial_seed() -> int:
    """The seed that the generator started from."""
    return int(default_generator().initial_seed())


def get_rng_state(device: Device = None) -> torch.Tensor:
    """The generator's state, a byte tensor on the CPU."""
    npu_device(device)
    return default_generator().get_state()


def set_rng_state(new_state: torch.Tensor, device: Device = None) -> None:
    """Puts the generator into a state that `get_rng_state` gave."""
    npu_device(device)
    default_generator().set_state(new_state)


def get_rng_state_all() -> list[torch.Tensor]:
    """`get_rng_state` of all devices."""
    return [get_rng_state()]


def set_rng_state_all(new_states: Iterable[torch.Tensor]) -> None:
    """`set_rng_state` for all devices."""
    for state in new_states:
        set_rng_state(state)
