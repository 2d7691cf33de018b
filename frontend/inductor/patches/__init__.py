"""The table of parts of torch that npusim replaces. `python -m npusim.frontend.inductor` prints it, and compares every
target with the checked version's.

Patches are applied in groups, each at a time of its own, by the part of npusim that runs then. Everything else goes
through interfaces that torch offers for devices (dispatcher kernels, device modules, `register_backend_for_device`,
`register_interface_for_device`).
"""

from collections.abc import Sequence

from npusim.frontend.inductor.patches.code_generation import BY_HAND, FOR_CODE_GENERATION
from npusim.frontend.inductor.patches.importing import FOR_IMPORTS
from npusim.frontend.inductor.patches.starting import AT_DEVICE_START, AT_IMPORT, UNTIL_DEVICE_START
from npusim.frontend.inductor.patches.tracing import FOR_TRACING
from npusim.frontend.inductor.patching import Patch, apply, check, undo

__all__ = [
    "AT_DEVICE_START",
    "AT_IMPORT",
    "FOR_CODE_GENERATION",
    "FOR_IMPORTS",
    "FOR_TRACING",
    "PATCHES",
    "UNTIL_DEVICE_START",
    "apply_all",
    "check_patch",
    "undo_all",
]

PATCHES = (
    *AT_IMPORT,
    *UNTIL_DEVICE_START,
    *AT_DEVICE_START,
    *FOR_IMPORTS,
    *FOR_TRACING,
    *FOR_CODE_GENERATION,
    *BY_HAND,
)


def apply_all(patches: Sequence[Patch]) -> None:
    """Replaces the targets of a group."""
    for patch in patches:
        apply(patch)


def undo_all(patches: Sequence[Patch]) -> None:
    """Puts back what a group replaced."""
    for patch in patches:
        undo(patch)


def check_patch(name: str) -> None:
    """Called before a target is changed by hand.

    Raises:
        TorchPatchError: torch no longer is what the patch was written for.
    """
    check(next(patch for patch in BY_HAND if patch.name == name))
