"""The PyTorch side of npusim. Importing this package imports nothing else: its names are loaded when they are used."""

from pkgutil import resolve_name
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
    "Arguments": "custom_operators:Arguments",
    "MLIRTemplate": "template:MLIRTemplate",
    "MLIRTemplateKernel": "template:MLIRTemplateKernel",
    "TiledTemplate": "template:TiledTemplate",
    "check_operator": "custom_operators:check_operator",
    "lower": "implementations.choice:lower",
    "mlir_common": "mlir_common",
    "opcheck": "custom_operators:opcheck",
    "register_gradient": "custom_operators:register_gradient",
    "register_implementation": "implementations.registry:register_implementation",
    "register_kernel": "custom_operators:register_kernel",
    "register_lowering": "lowering:register_lowering",
    "sample_inputs": "custom_operators:sample_inputs",
    "sweep": "cli.sweeps.driver:sweep",
}

__all__ = list(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'npusim.frontend' has no attribute '{name}'")
    return resolve_name(f"npusim.frontend.{_EXPORTS[name]}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_EXPORTS])
