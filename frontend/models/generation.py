"""`generate` of transformers on the device: every operator a kernel, few graphs, the simulated time of each token."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from npusim.frontend.device.policy import set_eager_mode
from npusim.frontend.inductor.compile_time import compile_time
from npusim.frontend.models.recording import prepare_recording
from npusim.scheduler.session import computing_values, current_simulation
from torch import Tensor

STATIC = "static"


@dataclass(frozen=True)
class Generated:
    """What `generate` gave.

    Attributes:
        tokens: (sequences, prompt and new tokens), on the device; in mode timing those of `_stand_in`.
        prefill_ns: simulated time from the start to the first new token, its choice included; None in mode functional.
        decode_ns: of each further token, its choice included.
        graphs: graphs of the model that were compiled; 0 when they were there already.
        compile_s: what that took.
        output: what transformers returned, with ``return_dict_in_generate=True`` scores and recorded states too.
    """

    tokens: Tensor
    prefill_ns: float | None
    decode_ns: tuple[float, ...]
    graphs: int
    compile_s: float
    output: Any = None


def generate(model: Any, *args: Any, **options: Any) -> Generated:
    """``model.generate(*args, **options)`` of a model of transformers on the device.

    The model's forward is compiled: with ``cache_implementation="static"`` one graph for the prompt and one for all
    tokens after it; else, with a cache that grows, the same with a symbolic length. A sliding window that fills up
    after the prompt adds a graph. What `generate` does between calls
    of the model (processing of logits, choice of tokens, bookkeeping) runs as kernels of the device as well
    (``torch.npu.set_eager_mode("compile")``). Times need a simulation of mode ``both`` or ``timing`` around the call.

    Greedy and beam search give the tokens of the CPU. Sampling draws from the device's generator: the same tokens for
    the same seed of ``torch.manual_seed``, but not the CPU's.

    In mode ``timing`` the model computes nothing, and normal values of a fixed seed stand for its logits at the last
    position; what chooses tokens from them is computed and timed.
    """
    is_static = options.get("cache_implementation") == STATIC
    chosen = options.get("generation_config") or model.generation_config
    if any(options.get(each, getattr(chosen, each, None)) for each in ("output_attentions", "output_hidden_states")):
        prepare_recording(model)
    with _compiled_forward(model, is_static) as calls, set_eager_mode("compile"), compile_time() as compiling:
        with torch.no_grad(), computing_values():
            output = model.generate(*args, **options)
        times = [*calls, current_simulation().clock_ns]
    spent = [end - begin for begin, end in pairwise(times) if begin is not None and end is not None]
    return Generated(
        getattr(output, "sequences", output),
        spent[0] if spent else None,
        tuple(spent[1:]),
        compiling.graphs,
        compiling.seconds,
        output,
    )


def prompt(inputs: dict[str, Any]) -> dict[str, Any]:
    """What a model continues, of the arguments of its call: a text, all of which counts, or a sound."""
    if "input_ids" not in inputs:
        return {"input_features": inputs["input_features"]}
    return {"input_ids": inputs["input_ids"], "attention_mask": torch.ones_like(inputs["input_ids"])}


def greedy_options(model: Any, new_tokens: int, cache: str) -> dict[str, Any]:
    """Options of `generate` for exactly ``new_tokens`` tokens: no token ends a text."""
    model.generation_config.eos_token_id = None
    model.generation_config.pad_token_id = 0
    chosen = {"cache_implementation": STATIC} if cache == STATIC else {}
    return {"max_new_tokens": new_tokens, "do_sample": False, **chosen}


@contextmanager
def _compiled_forward(model: Any, is_static: bool) -> Iterator[list[float | None]]:
    """Compiles the model's forward meanwhile; yields the simulated times at which it is called.

    The compiled forward is kept with the model: a second `generate` finds its graphs. A static cache has fixed sizes,
    but one with a sliding window counts its tokens in a Python integer, which has to become symbolic when it changes.
    """
    kept = vars(model).setdefault("_npusim_forwards", {})
    if is_static not in kept:
        kept[is_static] = torch.compile(model.forward, dynamic=None if is_static else True, fullgraph=True)
    compiled, calls = kept[is_static], []

    drawn = torch.Generator().manual_seed(0)

    def forward(*args: Any, **kwargs: Any) -> Any:
        calls.append(current_simulation().clock_ns)
        with computing_values(False):
            result = compiled(*args, **kwargs)
            if len(calls) == 1 and not is_static:
                _lay_out_as_later(getattr(result, "past_key_values", None))
        if current_simulation().mode == "timing":
            result.logits = _stand_in(result.logits, drawn)
        return result

    own = vars(model).get("forward")
    model.forward = forward
    try:
        yield calls
    finally:
        if own is None:
            del model.forward
        else:
            model.forward = own


def _stand_in(logits: Tensor, drawn: torch.Generator) -> Tensor:
    """Normal values for logits that were not computed, at the last position, which is all that `generate` reads."""
    rows, _, vocabulary = logits.shape
    return torch.randn(rows, 1, vocabulary, generator=drawn).to(logits.device, logits.dtype)


def _lay_out_as_later(cache: Any) -> None:
    """Gives the keys and values of a prompt the strides that they have after each further token.

    A cache grows by concatenation, whose result is contiguous; the first one is a transposed view, and other strides
    would be another graph. A full sliding window is all but the first position of such a result.
    """
    for part in (cache, getattr(cache, "self_attention_cache", None), getattr(cache, "cross_attention_cache", None)):
        for layer in getattr(part, "layers", ()):
            for name in ("keys", "values"):
                if isinstance(states := getattr(layer, name, None), Tensor):
                    setattr(layer, name, _as_grown(states, getattr(layer, "sliding_window", None)))


def _as_grown(states: Tensor, window: int | None) -> Tensor:
    """A copy of ``states`` (batch, heads, positions, size), which a window of ``window`` positions may have cut off."""
    positions, size = states.shape[-2:]
    if positions + 1 != window:
        return states.contiguous()
    rows = window * size
    made = states.new_empty_strided(states.shape, (states.shape[1] * rows, rows, size, 1))
    return made.copy_(states)
