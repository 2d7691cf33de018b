"""npusim: run unmodified PyTorch programs on a simulated NPU.

Installed as `npusim/__init__.py` (CMakeLists.txt), as the source tree has no folder `npusim`.
"""


def __getattr__(name: str) -> str:
    if name == "__version__":  # read when asked for, as `import torch` imports this package
        from npusim.simulator.system.version import __version__

        return __version__
    raise AttributeError(f"module 'npusim' has no attribute {name!r}")
