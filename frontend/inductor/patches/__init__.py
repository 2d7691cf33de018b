"""The table of parts of torch that npusim replaces. `python -m npusim.frontend.inductor` prints it, and compares every
target with the checked version's.

Patches are applied in groups, each at a time of its own, by the part of npusim that runs then. Everything else goes
through interfaces that torch offers for devices (dispatcher kernels, device modules, `register_backend_for_device`,
`register_interface_for_device`).
"""

from collections.abc import Sequence

from npusim.frontend.inductor.patches.code_generation import BY_HAND, FOR_CODE_GENERATION
from npusim.frontend.inductor.patches.starting import AT_DEVICE_START, AT_IMPORT, UNTIL_DEVICE_START
from npusim.frontend.inductor.patches.tracing import FOR_TRACING
from npusim.frontend.inductor.patching import Patch, apply, check, undo

__all__ = [
    "PATCHES",
    "apply_at_device_start",
    "apply_at_import",
    "apply_for_code_generation",
    "apply_for_tracing",
    "apply_until_device_start",
    "check_patch",
    "undo_at_device_start",
]

PATCHES = (*AT_IMPORT, *UNTIL_DEVICE_START, *AT_DEVICE_START, *FOR_TRACING, *FOR_CODE_GENERATION, *BY_HAND)


def apply_at_import() -> None:
    """Called at `import torch`."""
    _apply(AT_IMPORT)


def apply_until_device_start() -> None:
    """Called at `import torch`."""
    _apply(UNTIL_DEVICE_START)


def undo_at_device_start() -> None:
    """Called when the device starts: what `apply_until_device_start` replaced comes back."""
    for patch in UNTIL_DEVICE_START:
        undo(patch)


def apply_at_device_start() -> None:
    """Called when the device has started."""
    _apply(AT_DEVICE_START)


def apply_for_tracing() -> None:
    """Called when `torch.compile` is first used."""
    _apply(FOR_TRACING)


def apply_for_code_generation() -> None:
    """Called when Inductor is first used."""
    _apply(FOR_CODE_GENERATION)


def check_patch(name: str) -> None:
    """Called before a target is changed by hand.

    Raises:
        TorchPatchError: torch no longer is what the patch was written for.
    """
    check(next(patch for patch in BY_HAND if patch.name == name))


def _apply(patches: Sequence[Patch]) -> None:
    for patch in patches:
        apply(patch)
