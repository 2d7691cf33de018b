"""`generate` of transformers on the device: the CPU's tokens, two graphs, nothing on the host, times of tokens."""

import copy
import warnings

import pytest
import torch

pytestmark = pytest.mark.slow  # each compiles two graphs and the kernels between them

NEW = 6


@pytest.fixture(scope="module")
def model():
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 48, "num_attention_heads": 4, "num_key_value_heads": 2}
    config = LlamaConfig(vocab_size=97, num_hidden_layers=2, initializer_range=0.2, eos_token_id=None, **sizes)
    return LlamaForCausalLM(config).eval()


@pytest.fixture(scope="module")
def model_with_attentions(model):
    made = copy.deepcopy(model)
    made.set_attn_implementation("eager")
    return made


@pytest.fixture(scope="module")
def sliding_model():
    """A layer with a window shorter than the prompts here, and one without."""
    from transformers import Gemma3ForCausalLM, Gemma3TextConfig

    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 48, "num_attention_heads": 4, "num_key_value_heads": 2}
    layers = ["sliding_attention", "full_attention"]
    more = {"head_dim": 8, "query_pre_attn_scalar": 8, "sliding_window": 4, "layer_types": layers}
    config = Gemma3TextConfig(vocab_size=97, num_hidden_layers=2, initializer_range=0.2, **sizes, **more)
    return Gemma3ForCausalLM(config).eval()


@pytest.fixture
def generated(request, device):
    """(what the device made, the CPU's tokens) with options of `generate`; twice the same gives the second."""
    pytest.importorskip("transformers", reason="transformers is not installed: pip install 'npusim[models]'")
    from npusim.frontend.models import generate

    model = request.getfixturevalue(getattr(request, "param", "model"))
    model.generation_config.eos_token_id = None

    torch._dynamo.reset()
    on_device = copy.deepcopy(model).to(device)

    def run(mode="functional", rows=2, length=5, **options):
        prompt = torch.randint(3, 97, (rows, length), generator=torch.Generator().manual_seed(1))
        options = {"max_new_tokens": NEW, "pad_token_id": 0, "do_sample": False} | options
        with warnings.catch_warnings(), torch.npu.simulator(machine="tpuv3", mode=mode) as simulation:
            warnings.simplefilter("ignore")
            expected = model.generate(prompt, **options)
            made = generate(on_device, prompt.to(device), **options)
            report = simulation.report()
        assert not report.host_operators and not report.incomplete
        return made, expected

    return run


def test_a_growing_cache_takes_two_graphs_and_no_more_for_other_prompts(generated):
    made, expected = generated(mode="both")
    assert made.tokens.tolist() == expected.tolist() and made.graphs == 2
    assert made.prefill_ns > 0 and len(made.decode_ns) == NEW - 1 and min(made.decode_ns) > 0
    made, expected = generated(length=9)
    assert made.tokens.tolist() == expected.tolist() and made.graphs == 0
    assert made.prefill_ns is None and made.decode_ns == ()


def test_a_static_cache_takes_two_graphs_and_logits_are_processed(generated):
    made, expected = generated(cache_implementation="static", repetition_penalty=1.4, min_new_tokens=2)
    assert made.tokens.tolist() == expected.tolist() and made.graphs == 2


@pytest.mark.parametrize("generated", ["model_with_attentions"], indirect=True)
def test_scores_and_states_of_layers_are_returned(generated):
    recorded = {"output_attentions": True, "output_hidden_states": True, "output_scores": True}
    made, expected = generated(return_dict_in_generate=True, **recorded)
    assert made.tokens.tolist() == expected.sequences.tolist() and made.graphs == 2
    for name in ("scores", "attentions", "hidden_states"):
        torch.testing.assert_close(made.output[name], expected[name], rtol=1e-4, atol=1e-4, check_device=False)


@pytest.mark.covering("static-sliding_model")
@pytest.mark.parametrize("generated", ["sliding_model"], indirect=True)
@pytest.mark.parametrize("cache", [{}, {"cache_implementation": "static"}], ids=["dynamic", "static"])
def test_a_window_that_slides_takes_two_graphs_and_not_one_for_each_token(generated, cache):
    made, expected = generated(**cache)
    assert made.tokens.tolist() == expected.tolist() and made.graphs == 2


def test_beams_are_those_of_the_cpu(generated):
    made, expected = generated(num_beams=3, num_return_sequences=2)
    assert made.tokens.tolist() == expected.tolist() and made.graphs == 2


@pytest.mark.covering("static")
@pytest.mark.parametrize("cache", [{}, {"cache_implementation": "static"}], ids=["dynamic", "static"])
def test_mode_timing_gives_each_token_its_time(generated, cache):
    known, _ = generated(mode="both", **cache)
    made, _ = generated(mode="timing", **cache)
    assert (made.prefill_ns, made.decode_ns) == (known.prefill_ns, known.decode_ns)
    assert made.tokens.shape == known.tokens.shape and len(set(made.tokens.flatten().tolist())) > NEW


def test_sampling_depends_on_the_seed_alone(generated):
    def sample(seed):
        torch.manual_seed(seed)
        return generated(do_sample=True, top_k=20, top_p=0.9, temperature=0.8)[0].tokens.tolist()

    first = sample(0)
    assert sample(0) == first and sample(1) != first
