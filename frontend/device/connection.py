"""Connects the parts of the device written in Python to its C++ half."""

import warnings


def connect() -> None:
    """Connects each part of the started device."""
    # Imported here, so that `import torch` does not load modules that only a started device needs.
    from npusim.frontend.device import clock, graphs, memory, poison, policy, profiler
    from npusim.frontend.device.operators import attention_batching, rng, sharing, sparse
    from npusim.frontend.inductor import patches, torch_version
    from npusim.frontend.packages import EAGER, load_packages

    patches.undo_all(patches.UNTIL_DEVICE_START)
    policy.connect()
    poison.connect()
    sparse.connect()
    attention_batching.connect()
    broken_packages = load_packages(EAGER)
    rng.apply_pending_seed()
    patches.apply_all(patches.AT_DEVICE_START)
    sharing.connect()
    memory.connect()
    clock.connect()
    profiler.connect()
    graphs.connect()
    torch_version.warn_about_other_versions()
    for package in broken_packages:
        warnings.warn(package.message, RuntimeWarning, stacklevel=2)
