"""Models of the zoo from a request: parameters by seed or unwritten, inputs, and a full cache for a decoding step."""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from typing import Any

import torch
from npusim.frontend.models.architecture import Architecture, Preset, Sizes
from npusim.frontend.models.building.cache import full_cache
from npusim.frontend.models.building.libraries import library_class
from npusim.frontend.models.building.program import Call, Program
from npusim.frontend.models.building.unwritten import give_memory, parameters_on_meta
from npusim.frontend.models.building.users import is_users, users_program
from npusim.frontend.models.draws import Draws
from npusim.frontend.models.generation import prompt
from npusim.frontend.models.recording import prepare_recording
from npusim.frontend.models.registry import find_model
from npusim.frontend.models.request import DECODE, GENERATE, TRAIN, ModelRequest
from npusim.simulator.errors import OptionError
from torch import nn


def build(request: ModelRequest, *, values: bool = True) -> Program:
    """The program of a request.

    Without ``values`` the parameters are memory of the device that nobody wrote: enough for timing.

    Raises:
        OptionError: there is no such model, or it has not what is asked for.
        MissingLibraryError: its library is not installed.
    """
    if is_users(request.model):
        return users_program(request)
    architecture, preset_name, preset = find_model(request.model)
    sizes = _sizes(architecture, preset, request)
    config = make_config(architecture, preset, trains=request.task == TRAIN)
    draws = Draws(request.seed, getattr(torch, request.dtype), values)
    model = make_model(architecture, config, request, values)
    _require_positions(architecture, config, model, sizes.seq + max(request.new_tokens - 1, 0))
    inputs = architecture.inputs(_fields(architecture, config), sizes, draws)
    if request.task == DECODE:
        inputs = _decoding_step(architecture, config, sizes, draws, inputs)
    if request.task == GENERATE:
        inputs = prompt(inputs)
    text = f"batch {sizes.batch}" + (f", seq {sizes.seq}" if architecture.seq_of else "")
    if "pixel_values" in inputs:
        text += ", pixels " + " x ".join(map(str, inputs["pixel_values"].shape[1:]))
    name = f"{architecture.name}:{preset_name}"
    in_parts = architecture.trains_in_parts and request.task == TRAIN
    program = Program(name, Call(model, architecture.method, architecture.outputs), (), inputs, text, not in_parts)
    if values and not model.training:
        settle_statistics(program)
    return program


def settle_statistics(program: Program) -> None:
    """Gives batch normalisations the statistics of the inputs; those they begin with let deep models' values vanish."""
    layers = [each for each in program.call.modules() if isinstance(each, nn.modules.batchnorm._BatchNorm)]
    momentums = [layer.momentum for layer in layers]
    for layer in layers:
        layer.momentum = 1.0
        layer.train()
    if layers:
        args, kwargs = program.arguments("cpu")
        with torch.no_grad():
            program.call(*args, **kwargs)
    for layer, momentum in zip(layers, momentums, strict=True):
        layer.momentum = momentum
        layer.eval()


def make_config(architecture: Architecture, preset: Preset, trains: bool = False) -> Any:
    """The configuration; without dropout, so that what is trained is the same everywhere."""
    if not architecture.config:
        return dict(preset.config)
    config = library_class(architecture.library, architecture.config)(**preset.config)
    return _without_dropout(config) if trains else config


def make_model(architecture: Architecture, config: Any, request: ModelRequest, values: bool) -> nn.Module:
    """The model, seeded or unwritten, in the request's dtype; training or evaluating."""
    made = library_class(architecture.library, architecture.model)
    torch.manual_seed(request.seed)
    with nullcontext() if values else parameters_on_meta():
        model: nn.Module = made(config) if architecture.config else made(**config)
    model = model.to(getattr(torch, request.dtype))
    if request.task == TRAIN:
        _drop_no_labels(model)
    if architecture.records:
        prepare_recording(model)
    if not values:
        give_memory(model)
    return model.train(request.task == TRAIN)


def _sizes(architecture: Architecture, preset: Preset, request: ModelRequest) -> Sizes:
    name = architecture.name
    if request.seq is not None and not architecture.seq_of:
        raise OptionError(f"{name} has no sequence: leave --seq out")
    if request.task in (DECODE, GENERATE) and not architecture.decodes:
        raise OptionError(f"{name} makes no tokens one by one: leave --{request.task} out")
    if request.task == DECODE and not architecture.has_static_cache:
        raise OptionError(f"{name} has no static cache: choose --generate in place of --decode")
    batch = preset.batch if request.batch is None else request.batch
    seq = preset.seq if request.seq is None else request.seq
    if batch < 1 or seq < bool(architecture.seq_of):
        raise OptionError("--batch and --seq are at least 1")
    return Sizes(batch, seq, preset.image)


def _require_positions(architecture: Architecture, config: Any, model: nn.Module, tokens: int) -> None:
    """Refuses more tokens than a model with a table of position embeddings has positions for."""
    rows = [
        module.num_embeddings - (0 if module.padding_idx is None else module.padding_idx + 1)
        for name, module in model.named_modules()
        if isinstance(module, nn.Embedding) and ("position" in name or name.endswith("wpe"))
    ]
    text_config = config.get_text_config() if hasattr(config, "get_text_config") else config
    positions = getattr(text_config, "max_position_embeddings", None)
    if not architecture.seq_of or not rows or positions is None:
        return
    limit = min(positions, max(rows))
    if tokens > limit:
        raise OptionError(
            f"{architecture.name} has {limit} positions, which {tokens} tokens exceed: choose a smaller --seq"
        )


def _fields(architecture: Architecture, config: Any) -> Any:
    """What inputs are made from: the configuration; of diffusers all of it, defaults included."""
    if architecture.config:
        return config
    with torch.device("meta"):
        return library_class(architecture.library, architecture.model)(**config).config


def _without_dropout(config: Any) -> Any:
    for name, value in list(vars(config).items()):
        if isinstance(value, float) and ("drop" in name):
            setattr(config, name, 0.0)
        elif hasattr(value, "to_dict"):
            _without_dropout(value)
    return config


def _drop_no_labels(model: nn.Module) -> None:
    """Ends the dropping of labels by diffusers' embeddings, whose probability no configuration has."""
    for module in model.modules():
        if hasattr(module, "dropout_prob"):
            module.dropout_prob = 0.0


def _decoding_step(
    architecture: Architecture, config: Any, sizes: Sizes, draws: Draws, inputs: dict[str, Any]
) -> dict[str, Any]:
    """The last token of each text, a cache of those before, and for translators the encoded text."""
    step = {key: value[:, -1:] for key, value in inputs.items() if key in ("input_ids", "decoder_input_ids")}
    with torch.device("meta"):
        model = library_class(architecture.library, architecture.model)(config).eval().to(draws.dtype)
    model.set_experts_implementation("batched_mm")  # the grouped product has shapes on meta in bf16 only
    if config.is_encoder_decoder:
        step = {"decoder_input_ids": step["decoder_input_ids"], "encoder_outputs": _encoded(model, inputs, draws)}
    elif "position_ids" in inspect.signature(model.forward).parameters:  # as `generate` calls it
        step["position_ids"] = torch.full((sizes.batch, 1), sizes.seq - 1)
    cache = full_cache(config, sizes, draws, model, step)
    return {**step, "past_key_values": cache, "use_cache": True}


def _encoded(model: Any, inputs: dict[str, Any], draws: Draws) -> tuple[torch.Tensor]:
    source = next(value for key, value in inputs.items() if key in ("input_ids", "input_features"))
    with torch.no_grad():
        states = model.get_encoder()(source.to("meta")).last_hidden_state
    return (draws.like(states),)
