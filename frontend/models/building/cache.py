"""A full cache for one decoding step, for any architecture: what a step on meta tensors leaves, filled with values."""

from __future__ import annotations

from typing import Any

import torch
from npusim.frontend.models.architecture import Sizes
from npusim.frontend.models.building.libraries import library_class
from npusim.frontend.models.building.program import moved
from npusim.frontend.models.draws import Draws
from torch import Tensor


def full_cache(config: Any, sizes: Sizes, draws: Draws, on_meta: Any, step: dict[str, Any]) -> Any:
    """A static cache of ``sizes.seq`` tokens, all but the last one filled.

    The shapes of its tensors are those that ``on_meta``, the model on the device meta, makes for the inputs of a step:
    keys and values per head, the latent of MLA, the states of a state-space model alike.
    """
    cache = _empty_cache(config, sizes.seq)
    with torch.no_grad():
        on_meta(**moved(step, "meta", None), past_key_values=cache, use_cache=True)
    _fill(cache, sizes.seq - 1, draws)
    return cache


def _empty_cache(config: Any, seq: int) -> Any:
    make = library_class("transformers", "StaticCache")
    if not config.is_encoder_decoder:
        return make(config=config, max_cache_len=seq)
    both = library_class("transformers", "EncoderDecoderCache")
    decoder = config.get_text_config(decoder=True)
    return both(make(config=decoder, max_cache_len=seq), library_class("transformers", "DynamicCache")(config=decoder))


def _fill(value: Any, filled: int, draws: Draws) -> Any:
    """Gives the meta tensors in an object memory and values, in place; numbers of tokens become ``filled``."""
    if isinstance(value, Tensor):
        if value.device.type != "meta":
            return torch.full_like(value, filled) if not value.is_floating_point() else value
        return draws.like(value) if value.is_floating_point() else torch.full(value.shape, filled, dtype=value.dtype)
    if isinstance(value, (list, tuple)):
        return type(value)(_fill(each, filled, draws) for each in value)
    if isinstance(value, dict):
        return {key: _fill(each, filled, draws) for key, each in value.items()}
    if hasattr(value, "__dict__") and not isinstance(value, type):
        for key, each in list(vars(value).items()):
            setattr(value, key, _state(key, each, filled, draws))
    return value


def _state(name: str, value: Any, filled: int, draws: Draws) -> Any:
    if name == "cumulative_length_int":
        return filled
    if name == "device":
        return torch.device("cpu")
    return _fill(value, filled, draws)
