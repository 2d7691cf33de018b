"""Inductor's operations and special functions in terms of elementary operations: importing this package registers all
of them in `operations.OPERATIONS`. A new module is found by itself.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)
