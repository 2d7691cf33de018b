"""Models of pictures. A preset named after a published checkpoint has its configuration."""

from typing import Any

from npusim.frontend.models.architecture import SMALL, Architecture, MakeInputs, Preset, preset_name
from npusim.frontend.models.zoo.inputs import image, image_and_points, text_and_image

_LOGITS = ("logits",)
_BOXES = ("logits", "pred_boxes")


def _model(
    name: str,
    prefix: str,
    small: dict[str, Any],
    kind: str = "ForImageClassification",
    inputs: MakeInputs = image,
    outputs: tuple[str, ...] = _LOGITS,
    records: bool = False,
    trains_in_parts: bool = False,
    images: tuple[int, int] = (0, 0),
    **presets: dict[str, Any],
) -> Architecture:
    sizes = {SMALL: Preset(small, image=images[0])}
    sizes |= {preset_name(key): Preset(fields, image=images[1]) for key, fields in presets.items()}
    return Architecture(
        name,
        "transformers",
        f"{prefix}{kind}",
        f"{prefix}Config",
        inputs,
        outputs,
        sizes,
        records=records,
        trains_in_parts=trains_in_parts,
    )


def _transformer(width: int, layers: int, heads: int, **others: Any) -> dict[str, Any]:
    sizes = {"hidden_size": width, "num_hidden_layers": layers, "num_attention_heads": heads}
    return {**sizes, "intermediate_size": 4 * width, **others}


_SMALL_VIT = _transformer(32, 2, 4, image_size=32, patch_size=8)
_RESNET_50: dict[str, Any] = {"embedding_size": 64, "hidden_sizes": [256, 512, 1024, 2048], "depths": [3, 4, 6, 3]}
_SMALL_RESNET: dict[str, Any] = {"embedding_size": 8, "hidden_sizes": [16, 24, 32, 40], "depths": [1, 1, 2, 1]}
_DETR_HEADS = {"encoder_attention_heads": 4, "decoder_attention_heads": 4}
_SMALL_DETR = {
    **_DETR_HEADS,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "num_queries": 7,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
    "backbone_config": {"model_type": "resnet", **_SMALL_RESNET, "out_features": ["stage4"]},
}
_DETR_50 = {"backbone_config": {"model_type": "resnet", **_RESNET_50, "out_features": ["stage4"]}}
_SMALL_CLIP = {
    "projection_dim": 24,
    "text_config": _transformer(32, 2, 4, vocab_size=99, max_position_embeddings=32, eos_token_id=98),
    "vision_config": _SMALL_VIT,
}
_LARGE_CLIP = {
    "projection_dim": 768,
    "text_config": _transformer(768, 12, 12),
    "vision_config": _transformer(1024, 24, 16, patch_size=14),
}
_SMALL_SAM = {
    "vision_config": {
        **_transformer(32, 2, 4, image_size=64, patch_size=8, output_channels=16, mlp_dim=48),
        "window_size": 3,
        "global_attn_indexes": [1],
        "num_pos_feats": 8,
        "initializer_range": 0.02,
    },
    "prompt_encoder_config": {"hidden_size": 16, "image_size": 64, "patch_size": 8, "mask_input_channels": 8},
    "mask_decoder_config": {"hidden_size": 16, "mlp_dim": 32, "num_attention_heads": 2, "iou_head_hidden_dim": 16},
}
_SMALL_SEGFORMER = {"hidden_sizes": [8, 16, 24, 32], "depths": [1] * 4, "num_attention_heads": [1, 2, 3, 4]}
_SMALL_SWIN = {"image_size": 32, "patch_size": 2, "embed_dim": 16, "depths": [2, 2], "num_heads": [2, 4]}

MODELS = (
    _model(
        "resnet",
        "ResNet",
        _SMALL_RESNET,
        images=(64, 224),
        _18={"hidden_sizes": [64, 128, 256, 512], "depths": [2, 2, 2, 2], "layer_type": "basic"},
        _50=_RESNET_50,
        _101={**_RESNET_50, "depths": [3, 4, 23, 3]},
    ),
    _model("mobilenet-v2", "MobileNetV2", {"depth_multiplier": 0.25, "image_size": 64}, _1_0={}),
    _model(
        "convnext",
        "ConvNext",
        {"hidden_sizes": [8, 16, 24, 32], "depths": [1, 1, 2, 1], "image_size": 64},
        tiny={},
        base={"hidden_sizes": [128, 256, 512, 1024], "depths": [3, 3, 27, 3]},
    ),
    _model(
        "efficientnet",
        "EfficientNet",
        {
            "width_coefficient": 0.25,
            "depth_coefficient": 0.3,
            "hidden_dim": 320,
            "image_size": 64,
            "initializer_range": 0.3,
        },
        b0={"width_coefficient": 1.0, "depth_coefficient": 1.0, "hidden_dim": 1280, "image_size": 224},
        b7={},
    ),
    _model("vit", "ViT", _SMALL_VIT, base={}, large=_transformer(1024, 24, 16)),
    _model("deit", "DeiT", _SMALL_VIT, base={}),
    _model("beit", "Beit", _SMALL_VIT, base={}),
    _model(
        "dinov2",
        "Dinov2",
        {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "image_size": 32, "patch_size": 8},
        base={"image_size": 224, "patch_size": 14},
    ),
    _model(
        "swin",
        "Swin",
        {**_SMALL_SWIN, "window_size": 4},
        tiny={},
        base={"embed_dim": 128, "depths": [2, 2, 18, 2], "num_heads": [4, 8, 16, 32]},
    ),
    _model(
        "detr",
        "Detr",
        _SMALL_DETR,
        kind="ForObjectDetection",
        outputs=_BOXES,
        images=(64, 800),
        trains_in_parts=True,
        _50=_DETR_50,
    ),
    _model(
        "yolos",
        "Yolos",
        _transformer(32, 2, 4, image_size=[32, 48], patch_size=8, num_detection_tokens=5),
        kind="ForObjectDetection",
        outputs=_BOXES,
        tiny=_transformer(192, 12, 3),
        base={},
    ),
    _model(
        "segformer",
        "Segformer",
        {**_SMALL_SEGFORMER, "decoder_hidden_size": 16},
        kind="ForSemanticSegmentation",
        records=True,
        images=(64, 512),
        b0={"depths": [2, 2, 2, 2]},
        b5={"depths": [3, 6, 40, 3], "hidden_sizes": [64, 128, 320, 512], "decoder_hidden_size": 768},
    ),
    Architecture(
        "clip",
        "transformers",
        "CLIPModel",
        "CLIPConfig",
        text_and_image,
        ("logits_per_image", "text_embeds", "image_embeds"),
        {SMALL: Preset(_SMALL_CLIP, seq=11, batch=2), "base": Preset(seq=77), "large": Preset(_LARGE_CLIP, seq=77)},
        seq_of="tokens of the text",
    ),
    _model(
        "sam",
        "Sam",
        _SMALL_SAM,
        "Model",
        image_and_points,
        ("pred_masks", "iou_scores"),
        base={"vision_config": {"initializer_range": 0.02}},
    ),
)
