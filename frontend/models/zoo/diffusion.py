"""Models that make pictures from noise."""

from npusim.frontend.models.architecture import SMALL, Architecture, Preset
from npusim.frontend.models.inputs import latent, noisy_latent_and_class, noisy_latent_and_text

_SMALL_UNET = {"sample_size": 8, "block_out_channels": (16, 32), "layers_per_block": 1, "norm_num_groups": 4}
_SMALL_UNET |= {"down_block_types": ("CrossAttnDownBlock2D", "DownBlock2D"), "cross_attention_dim": 24}
_SMALL_UNET |= {"up_block_types": ("UpBlock2D", "CrossAttnUpBlock2D"), "attention_head_dim": 4}
_SMALL_UNET |= {"in_channels": 4, "out_channels": 4}
_SD_15 = {"sample_size": 64, "cross_attention_dim": 768, "in_channels": 4, "attention_head_dim": 8}
_SMALL_DIT = {"num_attention_heads": 4, "attention_head_dim": 8, "in_channels": 4, "num_layers": 2, "sample_size": 8}
_SMALL_DIT |= {"num_embeds_ada_norm": 10, "norm_num_groups": 4}
_DIT_XL_2 = {"num_attention_heads": 16, "attention_head_dim": 72, "in_channels": 4, "out_channels": 8}
_DIT_XL_2 |= {"num_layers": 28, "sample_size": 32, "num_embeds_ada_norm": 1000}
_SMALL_VAE = {"block_out_channels": (8, 16), "norm_num_groups": 4, "latent_channels": 4, "sample_size": 16}
_SMALL_VAE |= {"down_block_types": ("DownEncoderBlock2D",) * 2, "up_block_types": ("UpDecoderBlock2D",) * 2}
_SD_VAE = {"block_out_channels": (128, 256, 512, 512), "layers_per_block": 2, "latent_channels": 4}
_SD_VAE |= {"down_block_types": ("DownEncoderBlock2D",) * 4, "up_block_types": ("UpDecoderBlock2D",) * 4}

MODELS = (
    Architecture(
        "unet",
        "diffusers",
        "UNet2DConditionModel",
        "",
        noisy_latent_and_text,
        ("sample",),
        {SMALL: Preset(_SMALL_UNET, seq=7), "sd15": Preset(_SD_15, seq=77)},
        seq_of="tokens of the text that is drawn",
    ),
    Architecture(
        "dit",
        "diffusers",
        "DiTTransformer2DModel",
        "",
        noisy_latent_and_class,
        ("sample",),
        {SMALL: Preset(_SMALL_DIT), "xl-2": Preset(_DIT_XL_2)},
    ),
    Architecture(
        "vae-decoder",
        "diffusers",
        "AutoencoderKL",
        "",
        latent,
        ("sample",),
        {SMALL: Preset(_SMALL_VAE), "sd": Preset({**_SD_VAE, "sample_size": 512})},
        method="decode",
    ),
)
