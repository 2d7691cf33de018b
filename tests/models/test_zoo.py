"""Models of the zoo at their small presets: values, gradients and decoding steps are those of eager PyTorch."""

import warnings

import pytest
import torch
from npusim.frontend.device.policy import set_fallback_policy
from npusim.frontend.models import DECODE, FORWARD, SMALL, TRAIN, ModelRequest, architectures, build
from npusim.frontend.models.building.libraries import library_class
from npusim.frontend.models.request import NO_OPTIMIZER
from npusim.frontend.models.run import run_model

CHEAPEST = "bert"
"""What the default run takes; it imports transformers, which takes longer than the model."""

ALL = list(architectures())
DECODERS = [name for name, each in architectures().items() if each.decodes and each.has_static_cache]
TRAINED = ["gpt2", "qwen2-moe", "dit"]
"""Models whose gradients `-m slow` compares, for the night those of all others."""
DECODED = ["t5", "deepseek-v3", "gemma2", "mamba", "whisper", "qwen3", "opt"]
"""Models of which it compares a decoding step."""
FORWARD_ONLY = ["resnet", "segformer", "convnext", "clip", "yolos", "electra"]
"""Models of which it compares the values alone."""
UPDATED = ["roberta", "vit", "qwen2-moe"]
"""Models whose parameters an optimizer updates behind the gradients, which is two thirds of their tests. What it does
to a parameter is the same in all models, and compared in test_mlp_training.py and test_users_models.py."""
NAMED = """resnet mobilenet-v2 convnext efficientnet vit swin detr yolos segformer clip sam bert roberta distilbert t5
bart gpt2 opt llama mistral qwen2 qwen3 gemma phi falcon mpt gpt-neox mixtral qwen2-moe deepseek-v3 mamba whisper
wav2vec2 unet dit vae-decoder"""


def models(names, slow, default=()):
    """Some in the default run, some with `-m slow`, the others for the night."""
    marks = {name: getattr(pytest.mark, "slow" if name in slow else "nightly") for name in names}
    return [pytest.param(name, marks=() if name in default else mark) for name, mark in marks.items()]


@pytest.fixture(autouse=True)
def fresh_graphs(device):
    torch._dynamo.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def check(name, task, **options):
    library = architectures()[name].library
    pytest.importorskip(library, reason=f"{library} is not installed: pip install 'npusim[models]'")
    run = run_model(ModelRequest(name, task=task, **options), mode="functional")
    assert run.comparison.match, run.comparison.message
    assert not run.report.host_operators and not run.report.incomplete
    return run


@pytest.mark.parametrize("name", models(ALL, FORWARD_ONLY, [CHEAPEST]))
def test_a_models_values_are_those_of_the_cpu(name):
    run = check(name, FORWARD)
    assert run.graphs == 1 and run.parameters < 5e6


@pytest.mark.parametrize("name", models(ALL, TRAINED))
def test_a_models_gradients_are_those_of_the_cpu(name):
    check(name, TRAIN, **({} if name in UPDATED else {"optimizer": NO_OPTIMIZER}))


@pytest.mark.slow
def test_a_decoding_step_has_a_cache_of_the_models_dtype():
    program = build(ModelRequest("llama:small", dtype="bfloat16", task=DECODE), values=False)
    cache = program.arguments("cpu")[1]["past_key_values"]
    assert {layer.keys.dtype for layer in cache.layers} == {torch.bfloat16}


@pytest.mark.parametrize("name", models(DECODERS, DECODED))
def test_a_decoding_step_is_that_of_the_cpu(name):
    check(name, DECODE)


@pytest.mark.slow
def test_a_decoding_step_without_values_runs_nothing_on_the_host():
    with set_fallback_policy("error"):
        assert run_model(ModelRequest("gpt2", task=DECODE), "tpuv3", "timing").report.cycles > 0


def test_every_architecture_has_a_small_preset_and_a_real_one():
    assert set(NAMED.split()) <= set(ALL) and len(ALL) >= 40
    for name, each in architectures().items():
        assert next(iter(each.presets)) == SMALL and len(each.presets) > 1, name


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_real_configurations_can_be_made(name):
    architecture = architectures()[name]
    from npusim.frontend.models.building.build import make_config

    made = library_class(architecture.library, architecture.model)
    for preset in architecture.presets.values():
        config = make_config(architecture, preset)
        with torch.device("meta"):
            model = made(config) if architecture.config else made(**config)
        assert sum(each.numel() for each in model.parameters()) > 1000
