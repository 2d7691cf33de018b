"""npusim: run unmodified PyTorch programs on a simulated NPU.

Installed as `npusim/__init__.py` (CMakeLists.txt), as the source tree has no folder `npusim`.
"""

from importlib import import_module
from typing import Any

_PLACES = {"__version__": "npusim.simulator.system.version", "sweep": "npusim.frontend.cli.sweeps.driver"}


def __getattr__(name: str) -> Any:
    if name in _PLACES:  # read when asked for, as `import torch` imports this package
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'npusim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
