"""Models that continue a text: causal attention, mixtures of experts, state spaces."""

from typing import Any

from npusim.frontend.models.architecture import SMALL, Architecture, Preset, preset_name
from npusim.frontend.models.zoo.inputs import tokens_of_decoder

_SEQ = 512


def _decoder(
    name: str,
    prefix: str,
    small: dict[str, Any],
    *,
    kind: str = "ForCausalLM",
    has_static_cache: bool = True,
    **presets: dict[str, Any],
) -> Architecture:
    sizes = {SMALL: Preset(small, seq=17, batch=2)}
    sizes |= {preset_name(key): Preset(fields, seq=_SEQ) for key, fields in presets.items()}
    return Architecture(
        name,
        "transformers",
        f"{prefix}{kind}",
        f"{prefix}Config",
        tokens_of_decoder,
        ("logits",),
        sizes,
        seq_of="tokens",
        has_static_cache=has_static_cache,
        decodes=True,
    )


def _llama_like(width: int, layers: int, heads: int, kv_heads: int, ffn: int, **others: Any) -> dict[str, Any]:
    sizes = {"hidden_size": width, "num_hidden_layers": layers, "intermediate_size": ffn}
    return {**sizes, "num_attention_heads": heads, "num_key_value_heads": kv_heads, **others}


_TEXT = {"vocab_size": 99, "max_position_embeddings": 64}
_SMALL = _llama_like(32, 2, 4, 2, 48, **_TEXT, bos_token_id=1, eos_token_id=2, pad_token_id=0)
_EXPERTS = {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24}
_SMALL_GPT2 = {"vocab_size": 99, "n_positions": 64, "n_embd": 32, "n_layer": 2, "n_head": 4}
_SMALL_GPT2 |= {"bos_token_id": 1, "eos_token_id": 2}
_LLAMA_3_8B = _llama_like(4096, 32, 32, 8, 14336, vocab_size=128256, max_position_embeddings=8192)
_SMALL_MLA = {
    **_SMALL,
    "num_key_value_heads": 4,
    "moe_intermediate_size": 24,
    "n_routed_experts": 8,
    "n_group": 2,
    "topk_group": 1,
    "num_experts_per_tok": 2,
    "first_k_dense_replace": 1,
    "kv_lora_rank": 16,
    "q_lora_rank": 24,
    "qk_rope_head_dim": 8,
    "qk_nope_head_dim": 8,
    "v_head_dim": 12,
}

MODELS = (
    _decoder(
        "gpt2",
        "GPT2",
        _SMALL_GPT2,
        kind="LMHeadModel",
        base={},
        medium={"n_embd": 1024, "n_layer": 24, "n_head": 16},
        xl={"n_embd": 1600, "n_layer": 48, "n_head": 25},
    ),
    _decoder(
        "opt",
        "OPT",
        {**_TEXT, "hidden_size": 32, "num_hidden_layers": 2, "ffn_dim": 48, "num_attention_heads": 4}
        | {"word_embed_proj_dim": 32},
        _125m={},
        _1_3b={"hidden_size": 2048, "num_hidden_layers": 24, "ffn_dim": 8192, "num_attention_heads": 32}
        | {"word_embed_proj_dim": 2048},
    ),
    _decoder("llama", "Llama", _SMALL, _1b=_llama_like(2048, 22, 32, 4, 5632), _7b={}, _8b=_LLAMA_3_8B),
    _decoder("mistral", "Mistral", {**_SMALL, "sliding_window": 9}, _7b={}),
    _decoder(
        "qwen2",
        "Qwen2",
        _SMALL,
        _0_5b=_llama_like(896, 24, 14, 2, 4864, tie_word_embeddings=True),
        _7b=_llama_like(3584, 28, 28, 4, 18944, vocab_size=152064),
    ),
    _decoder(
        "qwen3",
        "Qwen3",
        {**_SMALL, "head_dim": 16},
        _0_6b=_llama_like(1024, 28, 16, 8, 3072, head_dim=128, tie_word_embeddings=True),
        _8b=_llama_like(4096, 36, 32, 8, 12288, head_dim=128),
    ),
    _decoder(
        "gemma",
        "Gemma",
        {**_SMALL, "num_key_value_heads": 1, "head_dim": 16},
        _2b=_llama_like(2048, 18, 8, 1, 16384, head_dim=256),
    ),
    _decoder(
        "gemma2",
        "Gemma2",
        {**_SMALL, "head_dim": 16, "sliding_window": 9},
        _2b=_llama_like(2304, 26, 8, 4, 9216, head_dim=256),
    ),
    _decoder(
        "phi",
        "Phi",
        {**_SMALL, "num_key_value_heads": 4},
        _2_7b=_llama_like(2560, 32, 32, 32, 10240, partial_rotary_factor=0.4),
    ),
    _decoder(
        "falcon", "Falcon", {**_TEXT, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}, _7b={}
    ),
    _decoder(
        "mpt",
        "Mpt",
        {"vocab_size": 99, "max_seq_len": 64, "d_model": 32, "n_heads": 4, "n_layers": 2},
        has_static_cache=False,
        _1b={},
        _7b={"d_model": 4096, "n_heads": 32, "n_layers": 32},
    ),
    _decoder(
        "gpt-neox",
        "GPTNeoX",
        {**_TEXT, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48},
        pythia__410m={
            "hidden_size": 1024,
            "num_hidden_layers": 24,
            "num_attention_heads": 16,
            "intermediate_size": 4096,
        },
    ),
    _decoder("mixtral", "Mixtral", {**_SMALL, "num_local_experts": 4}, layer={"num_hidden_layers": 1}, _8x7b={}),
    _decoder("qwen2-moe", "Qwen2Moe", {**_SMALL, **_EXPERTS, "shared_expert_intermediate_size": 40}, a2_7b={}),
    _decoder(
        "qwen3-moe",
        "Qwen3Moe",
        {**_SMALL, **_EXPERTS, "head_dim": 16},
        layer={"num_hidden_layers": 1, "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768},
        _30b__a3b=_llama_like(2048, 48, 32, 4, 6144, num_experts=128, moe_intermediate_size=768, head_dim=128),
    ),
    _decoder("deepseek-v3", "DeepseekV3", _SMALL_MLA, dense__layer={"num_hidden_layers": 1}),
    _decoder(
        "mamba",
        "Mamba",
        {"vocab_size": 99, "hidden_size": 32, "state_size": 8, "num_hidden_layers": 2, "time_step_rank": 4}
        | {"initializer_range": 0.02},
        _130m={"num_hidden_layers": 24, "initializer_range": 0.02},
    ),
)
