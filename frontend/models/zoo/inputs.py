"""How the arguments of each kind of model are made, from its configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from npusim.frontend.models.architecture import Sizes

if TYPE_CHECKING:
    from npusim.frontend.models.draws import Draws


def tokens(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A text."""
    return {"input_ids": draws.integers(config.vocab_size, sizes.batch, sizes.seq)}


def tokens_of_decoder(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A text for a model that could continue it: nothing is kept for a next token."""
    return {**tokens(config, sizes, draws), "use_cache": False}


def image(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A picture of the preset's size or the configuration's."""
    size = sizes.image or config.image_size
    rows, columns = (size, size) if isinstance(size, int) else size
    return {"pixel_values": draws.normal(sizes.batch, getattr(config, "num_channels", 3), rows, columns)}


def two_texts(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A text, and as long a text that answers it."""
    decoder = draws.integers(config.vocab_size, sizes.batch, sizes.seq)
    return {**tokens_of_decoder(config, sizes, draws), "decoder_input_ids": decoder}


def text_and_image(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A text beside a picture."""
    return {**tokens(config.text_config, sizes, draws), **image(config.vision_config, sizes, draws)}


def image_and_points(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A picture, and one point in it."""
    pixels = image(config.vision_config, sizes, draws)
    points = draws.normal(sizes.batch, 1, 1, 2)
    return {**pixels, "input_points": points, "multimask_output": False}


def log_mel(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A spectrum of the length that the encoder demands, and a text."""
    spectrum = draws.normal(sizes.batch, config.num_mel_bins, 2 * config.max_source_positions)
    decoder = draws.integers(config.vocab_size, sizes.batch, sizes.seq)
    return {"input_features": spectrum, "decoder_input_ids": decoder, "use_cache": False}


def sound(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """Samples of a sound."""
    return {"input_values": draws.normal(sizes.batch, sizes.seq)}


def noisy_latent_and_text(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A latent picture, the step of its diffusion, and the states of a text encoder."""
    size = config["sample_size"]
    text = draws.normal(sizes.batch, sizes.seq, config["cross_attention_dim"])
    sample = draws.normal(sizes.batch, config["in_channels"], size, size)
    return {"sample": sample, "timestep": draws.integers(1000, sizes.batch), "encoder_hidden_states": text}


def noisy_latent_and_class(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A latent picture, the step of its diffusion, and the class it shall show."""
    size = config["sample_size"]
    return {
        "hidden_states": draws.normal(sizes.batch, config["in_channels"], size, size),
        "timestep": draws.integers(1000, sizes.batch),
        "class_labels": draws.integers(config["num_embeds_ada_norm"], sizes.batch),
    }


def latent(config: Any, sizes: Sizes, draws: Draws) -> dict[str, Any]:
    """A latent picture, an eighth of the picture in size when there are four levels."""
    size = config["sample_size"] >> (len(config["block_out_channels"]) - 1)
    return {"z": draws.normal(sizes.batch, config["latent_channels"], size, size)}
