"""The PyTorch side of npusim. Importing this package imports nothing else: its names are loaded when they are used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from npusim.frontend import mlir_common as mlir_common
    from npusim.frontend.lowering import register_lowering as register_lowering
    from npusim.frontend.template import MLIRTemplate as MLIRTemplate
    from npusim.frontend.template import MLIRTemplateKernel as MLIRTemplateKernel
    from npusim.frontend.template import TiledTemplate as TiledTemplate

_EXPORTS = {
    "MLIRTemplate": ("npusim.frontend.template", "MLIRTemplate"),
    "MLIRTemplateKernel": ("npusim.frontend.template", "MLIRTemplateKernel"),
    "TiledTemplate": ("npusim.frontend.template", "TiledTemplate"),
    "mlir_common": ("npusim.frontend.mlir_common", None),
    "register_lowering": ("npusim.frontend.lowering", "register_lowering"),
}

__all__ = ["MLIRTemplate", "MLIRTemplateKernel", "TiledTemplate", "mlir_common", "register_lowering"]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'npusim.frontend' has no attribute '{name}'")
    module, attribute = _EXPORTS[name]
    loaded = import_module(module)
    return loaded if attribute is None else getattr(loaded, attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *_EXPORTS])
