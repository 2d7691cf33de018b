"""The installed version of npusim. Its one source is `pyproject.toml`; the package's metadata repeats it."""

from importlib import metadata

__version__ = metadata.version("npusim")
