"""Imports what the first compilation of a program for the device imports, for processes that are forked."""

import npusim.frontend.backend.registration
import npusim.frontend.backend.scheduling  # noqa: F401
import torch._inductor.compile_fx  # noqa: F401
from npusim.mlir_templates import load_templates

load_templates()
