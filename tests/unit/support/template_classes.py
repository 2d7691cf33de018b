"""The classes of npusim's templates."""

import inspect

from npusim import mlir_templates
from npusim.frontend.template import MLIRTemplate

mlir_templates.load_templates()


def templates(base=MLIRTemplate):
    """Every class of a template of npusim that kernels are made of."""
    found = set()
    for each in base.__subclasses__():
        found |= templates(each) | ({each} if not inspect.isabstract(each) else set())
    return {each for each in found if each.__module__.startswith(f"{mlir_templates.__name__}.")}
