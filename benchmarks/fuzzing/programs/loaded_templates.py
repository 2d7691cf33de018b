"""Importing this module loads the operators, so that processes that are forked later have them."""

from npusim.frontend.lowering import load_templates

load_templates()
