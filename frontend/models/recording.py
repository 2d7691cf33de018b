"""Models of transformers that record states of their own layers."""

from typing import Any


def prepare_recording(model: Any) -> None:
    """Makes the hooks by which models of transformers record states of their layers.

    The library makes them under a lock at the first call that records, which Dynamo cannot trace.
    """
    from transformers.utils.output_capturing import maybe_install_capturing_hooks

    for module in model.modules():
        if getattr(module, "_can_record_outputs", None):
            maybe_install_capturing_hooks(module)
