"""The operators that npusim brings along: a folder for each family.

Importing this package imports all of its modules, which registers their lowerings; a new module is found by itself.
"""

from importlib import import_module
from pkgutil import walk_packages

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
