"""What Python adds to the device's C++ half when that has been loaded."""

from typing import Any


def connect(registrations: list[Any]) -> None:
    """Tells each part of the device that it has started; what they register with torch is appended to the list."""
    # Imported here, so that `import torch` does not pay for what only a started device needs.
    from npusim.frontend.device import clock, memory, poison, policy
    from npusim.frontend.device.operators import (
        composites,
        meta_kernels,
        rng,
        sharing,
        sparse,
    )
    from npusim.frontend.inductor import patches, torch_version

    torch_version.warn_about_other_versions()
    patches.undo_at_device_start()
    policy.connect(registrations)
    poison.connect(registrations)
    sparse.connect(registrations)
    meta_kernels.register_meta_kernels(registrations)
    composites.register_composites(registrations)
    rng.apply_pending_seed()
    patches.apply_at_device_start()
    sharing.connect()
    memory.connect()
    clock.connect(registrations)
