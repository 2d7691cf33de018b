"""The PyTorch side of npusim. Importing this package imports nothing else: its names are loaded when they are used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from npusim.frontend import mlir_common as mlir_common
    from npusim.frontend.cli.sweeps.driver import sweep as sweep
    from npusim.frontend.custom_operators import Arguments as Arguments
    from npusim.frontend.custom_operators import check_operator as check_operator
    from npusim.frontend.custom_operators import opcheck as opcheck
    from npusim.frontend.custom_operators import register_gradient as register_gradient
    from npusim.frontend.custom_operators import register_kernel as register_kernel
    from npusim.frontend.custom_operators import sample_inputs as sample_inputs
    from npusim.frontend.implementations.choice import lower as lower
    from npusim.frontend.implementations.registry import register_implementation as register_implementation
    from npusim.frontend.lowering import register_lowering as register_lowering
    from npusim.frontend.template import MLIRTemplate as MLIRTemplate
    from npusim.frontend.template import MLIRTemplateKernel as MLIRTemplateKernel
    from npusim.frontend.template import TiledTemplate as TiledTemplate

_EXPORTS = {
    "Arguments": ("npusim.frontend.custom_operators", "Arguments"),
    "MLIRTemplate": ("npusim.frontend.template", "MLIRTemplate"),
    "MLIRTemplateKernel": ("npusim.frontend.template", "MLIRTemplateKernel"),
    "TiledTemplate": ("npusim.frontend.template", "TiledTemplate"),
    "check_operator": ("npusim.frontend.custom_operators", "check_operator"),
    "lower": ("npusim.frontend.implementations.choice", "lower"),
    "mlir_common": ("npusim.frontend.mlir_common", None),
    "opcheck": ("npusim.frontend.custom_operators", "opcheck"),
    "register_gradient": ("npusim.frontend.custom_operators", "register_gradient"),
    "register_implementation": ("npusim.frontend.implementations.registry", "register_implementation"),
    "register_kernel": ("npusim.frontend.custom_operators", "register_kernel"),
    "register_lowering": ("npusim.frontend.lowering", "register_lowering"),
    "sample_inputs": ("npusim.frontend.custom_operators", "sample_inputs"),
    "sweep": ("npusim.frontend.cli.sweeps.driver", "sweep"),
}

__all__ = [
    "Arguments",
    "MLIRTemplate",
    "MLIRTemplateKernel",
    "TiledTemplate",
    "check_operator",
    "lower",
    "mlir_common",
    "opcheck",
    "register_gradient",
    "register_implementation",
    "register_kernel",
    "register_lowering",
    "sample_inputs",
    "sweep",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'npusim.frontend' has no attribute '{name}'")
    module, attribute = _EXPORTS[name]
    loaded = import_module(module)
    return loaded if attribute is None else getattr(loaded, attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *_EXPORTS])
