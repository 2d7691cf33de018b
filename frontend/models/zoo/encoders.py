"""Models that read a whole text, and those that answer one with another."""

from typing import Any

from npusim.frontend.models.architecture import SMALL, Architecture, Preset, preset_name
from npusim.frontend.models.inputs import tokens, two_texts

_LOGITS = ("logits",)
_SMALL_BERT = {"vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
_SMALL_BERT |= {"intermediate_size": 48, "max_position_embeddings": 64}
_LARGE_BERT = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096}
_SMALL_BART = {"vocab_size": 99, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "max_position_embeddings": 64}
_SMALL_BART |= {
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
}


def _encoder(name: str, prefix: str, small: dict[str, Any], **presets: dict[str, Any]) -> Architecture:
    sizes = {SMALL: Preset(small, seq=17, batch=2)} | {
        preset_name(key): Preset(each, seq=128) for key, each in presets.items()
    }
    return Architecture(
        name, "transformers", f"{prefix}ForMaskedLM", f"{prefix}Config", tokens, _LOGITS, sizes, seq_of="tokens"
    )


def _translator(name: str, prefix: str, small: dict[str, Any], **presets: dict[str, Any]) -> Architecture:
    sizes = {SMALL: Preset(small, seq=13, batch=2)} | {
        preset_name(key): Preset(each, seq=128) for key, each in presets.items()
    }
    model = f"{prefix}ForConditionalGeneration"
    counted = "tokens of each text"
    return Architecture(
        name, "transformers", model, f"{prefix}Config", two_texts, _LOGITS, sizes, seq_of=counted, decodes=True
    )


MODELS = (
    _encoder("bert", "Bert", _SMALL_BERT, base={}, large=_LARGE_BERT),
    _encoder("roberta", "Roberta", _SMALL_BERT, base={"vocab_size": 50265, "max_position_embeddings": 514}),
    _encoder(
        "distilbert",
        "DistilBert",
        {"vocab_size": 99, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 48, "max_position_embeddings": 64},
        base={},
    ),
    _encoder(
        "albert",
        "Albert",
        {**_SMALL_BERT, "embedding_size": 16},
        base={"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072},
    ),
    _encoder(
        "electra",
        "Electra",
        {**_SMALL_BERT, "embedding_size": 16},
        base={"embedding_size": 768, "hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072},
    ),
    _translator(
        "t5",
        "T5",
        {"vocab_size": 99, "d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_heads": 4},
        t5__small={},
        base={"d_model": 768, "d_ff": 3072, "num_layers": 12, "num_heads": 12},
    ),
    _translator(
        "bart",
        "Bart",
        _SMALL_BART,
        base={
            "d_model": 768,
            "encoder_layers": 6,
            "decoder_layers": 6,
            "encoder_ffn_dim": 3072,
            "decoder_ffn_dim": 3072,
            "encoder_attention_heads": 12,
            "decoder_attention_heads": 12,
        },
        large={},
    ),
)
