"""Models of sound."""

from typing import Any

from npusim.frontend.models.architecture import SMALL, Architecture, Preset
from npusim.frontend.models.zoo.inputs import log_mel, sound

_SMALL_WHISPER = {"vocab_size": 99, "num_mel_bins": 8, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2}
_SMALL_WHISPER |= {"encoder_attention_heads": 4, "decoder_attention_heads": 4, "max_source_positions": 20}
_SMALL_WHISPER |= {"encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "max_target_positions": 64, "pad_token_id": 0}
_SMALL_WHISPER |= {"bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1}
_WHISPER_SMALL = {"d_model": 768, "encoder_layers": 12, "decoder_layers": 12, "encoder_attention_heads": 12}
_WHISPER_SMALL |= {"decoder_attention_heads": 12, "encoder_ffn_dim": 3072, "decoder_ffn_dim": 3072}
_SMALL_WAV2VEC2: dict[str, Any] = {"vocab_size": 32, "hidden_size": 32, "num_hidden_layers": 2}
_SMALL_WAV2VEC2 |= {"num_attention_heads": 4, "intermediate_size": 48}
_SMALL_WAV2VEC2 |= {"conv_dim": [16, 16, 16], "conv_stride": [5, 2, 2], "conv_kernel": [10, 3, 2]}
_SMALL_WAV2VEC2 |= {"num_conv_pos_embeddings": 8, "num_conv_pos_embedding_groups": 2}

MODELS = (
    Architecture(
        "whisper",
        "transformers",
        "WhisperForConditionalGeneration",
        "WhisperConfig",
        log_mel,
        ("logits",),
        {
            SMALL: Preset(_SMALL_WHISPER, seq=9, batch=2),
            "tiny": Preset(seq=64),
            "whisper-small": Preset(_WHISPER_SMALL, seq=64),
        },
        seq_of="tokens of the text",
        decodes=True,
    ),
    Architecture(
        "wav2vec2",
        "transformers",
        "Wav2Vec2ForCTC",
        "Wav2Vec2Config",
        sound,
        ("logits",),
        {SMALL: Preset(_SMALL_WAV2VEC2, seq=400, batch=2), "base": Preset(seq=16000)},
        seq_of="samples of the sound",
        trains_in_parts=True,
    ),
)
