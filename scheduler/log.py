"""``TORCH_LOGS=npu_mlir``: the MLIR of every kernel, also of graphs that come from Inductor's cache.

``npusim.frontend.autoload`` registers the artifact.
"""

import logging
import sys

ARTIFACT = "npu_mlir"
_logger: logging.Logger | None = None


def log_kernel(name: str, text: str) -> None:
    """Log a kernel's MLIR when the artifact ``npu_mlir`` is on; nothing when torch is not loaded."""
    logger = _artifact_logger()
    if logger is not None and logger.isEnabledFor(logging.DEBUG):
        logger.debug("kernel %s\n%s", name, text)


def _artifact_logger() -> logging.Logger | None:
    global _logger
    if _logger is None and "torch._logging" in sys.modules:
        from torch._logging import getArtifactLogger
        from torch._logging._internal import log_registry

        if ARTIFACT in log_registry.artifact_names:
            _logger = getArtifactLogger(__name__, ARTIFACT)
    return _logger
