"""Scans along an axis. Importing this package registers their lowering."""

from npusim.mlir_templates.scanning import lowering

__all__ = ["lowering"]
