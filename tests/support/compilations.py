"""What is done beside every compilation that few tests read: the suite compiles thousands of programs without it.

The keys of Inductor's caches and the time of guards are a fifth of a small compilation, the texts of a kernel's stages
a twentieth, what is recorded of a compilation and the states of random numbers that no program uses another one, the
texts of graphs a hundredth. Tests of the caches start processes of their own, which have the usual settings; tests of
stages have a fixture. Checked with torch 2.13.0.
"""

import gc


def compile_without_caches() -> None:
    """Graphs are compiled whenever a test asks for it, in a second run as well, and guards are not timed."""
    import torch
    from torch._dynamo import guards, utils
    from torch._dynamo.repro import after_aot
    from torch.utils import _config_module

    torch.compiler.config.force_disable_caches = True
    torch._dynamo.config.run_gc_after_compile = False
    guards.profile_guard_manager = lambda *_: 0.0  # flushes the processor's caches, for a number in a log
    utils.record_compilation_metrics = lambda *_: None  # the whole configuration as JSON
    after_aot.save_graph_repro = lambda *_, **__: None  # the graph as a program
    torch.fx.GraphModule.print_readable = lambda *_, **__: ""  # three times for each graph, for logs and stored graphs
    _config_module.ConfigModule._warn_if_deprecated = lambda *_: None  # at each of a thousand looks at a setting
    _keep_states_of_random_numbers()


def _keep_states_of_random_numbers() -> None:
    """AOTAutograd makes six for each graph, of two tensors each; only the option `functionalize_rng_ops` reads them."""
    from torch._decomp.decompositions_for_rng import PhiloxStateTracker

    PhiloxStateTracker.reset()
    PhiloxStateTracker.reset = classmethod(lambda _: None)


def collect_garbage_rarely() -> None:
    """What was imported is not searched for garbage; a test that needs it collected does so."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_500_000, 20, 20)


def draw_without_modules_constants() -> None:
    """Hypothesis tries numbers of all modules in the checkout and of all that Inductor wrote: it would parse each.

    Checked with hypothesis 6.170.17.
    """
    from hypothesis.internal.conjecture import providers

    providers._get_local_constants = lambda: providers._local_constants


def stages(are_kept: bool) -> None:
    """Whether simulations keep the texts of a kernel's stages, as they do by default."""
    from npusim.simulator.run.simulation import Simulation

    Simulation.__init__.__kwdefaults__["keeps_stages"] = are_kept
