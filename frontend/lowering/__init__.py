"""Lowerings: which function turns an ATen operator on the device into kernels.

`register_lowering` is the decorator for operator authors. Lowerings sit in `torch._inductor.lowering.lowerings`,
dispatching on the device, so that other devices keep what they had.
"""

from npusim.frontend.lowering.discovery import load_templates, raise_template_errors, template_errors
from npusim.frontend.lowering.table import lowering_digest, prepare_user_lowerings, register_awaited, register_lowering

__all__ = [
    "load_templates",
    "lowering_digest",
    "prepare_user_lowerings",
    "raise_template_errors",
    "register_awaited",
    "register_lowering",
    "template_errors",
]
