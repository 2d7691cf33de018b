"""Parts of torch that decide which tensors share memory, and what is updated in place; replaced when Inductor is first
used.
"""

from npusim.frontend.inductor.patching import BUILT_IN, Patch

FOR_MEMORY = (
    Patch(
        name="gradients of results that overlap",
        target="torch._functorch._aot_autograd.schemas:MemoryFormatMeta.from_tensor",
        why="gradients of a result whose elements share memory, such as unfolded windows, replace each other",
        until="It recognises more overlaps than those of expanded dimensions.",
        replacement="frontend.backend.memory.tangents:never_overlapping",
        looks="48341b9d9502",
    ),
    Patch(
        name="updates that share memory",
        target="torch._inductor.fx_passes.post_grad:reinplace_inplaceable_ops",
        why="index_put and index_add into an expanded tensor update the row that all its rows share; tensors are "
        "updated in place by parts of themselves (`x[1:] = x[:-1].clone()`)",
        until="It leaves tensors alone whose elements share memory, and operators that read what they update.",
        replacement="frontend.backend.memory.overlaps:updating_apart",
        looks="0fd70a6a266b",
    ),
    Patch(
        name="updates of views as other types",
        target="torch._inductor.fx_passes.reinplace:compute_overlapping_tensors",
        why="it compares places in elements: a view as another dtype is taken to lie behind the tensor that it views, "
        "which is then updated in place though it is an input, or is read later",
        until="It compares bytes.",
        replacement="frontend.backend.memory.overlaps:comparing_bytes",
        looks=BUILT_IN,
    ),
    Patch(
        name="copies that are results",
        target="torch._inductor.fx_passes.post_grad:remove_noop_ops",
        why="of several copies of a tensor that a program returns, each becomes the tensor itself: what changes one "
        "changes all",
        until="It counts what it has made a result.",
        replacement="frontend.backend.memory.result_copies:keeping_results_apart",
        looks="1d03e0ada9c5",
    ),
    Patch(
        name="sums with zeros as results",
        target="torch._inductor.fx_passes.joint_graph:remove_no_ops",
        why="the result of a program that returns `x + torch.zeros_like(x)` is `x`: what changes one changes the other",
        until="It keeps what would make a result of an input.",
        replacement="frontend.backend.memory.result_copies:keeping_sums_apart",
        looks="43cf24fb933f",
    ),
    Patch(
        name="mutations of tensors",
        target="torch._inductor.lowering:mutate_to",
        why="it replaces the buffer in a tensor's box, into which an earlier scatter then stores, and a view that is "
        "stored reads what the store has changed",
        until="Mutations refer to the buffer that they change, and views are computed before it.",
        replacement="frontend.inductor.replacements.scatters:mutating_in_order",
        looks="1503e77c318b",
    ),
    Patch(
        name="donated inputs that share memory",
        target="torch._functorch._aot_autograd.graph_compile:collect_bw_donated_buffer_idxs",
        why="a backward graph overwrites a saved tensor of which it reads a saved view later: wrong gradients",
        until="It leaves saved tensors alone that share memory with each other.",
        replacement="frontend.inductor.replacements.donations:donating_what_is_saved_once",
        looks="e2b478aa8a43",
    ),
    Patch(
        name="donated inputs of subgraphs",
        target="torch._inductor.graph:SubgraphLowering.__init__",
        why="a region of a backward graph overwrites those of its operands whose numbers are donated inputs' of the "
        "graph: wrong gradients",
        until="Subgraphs have no donated inputs.",
        replacement="frontend.inductor.replacements.donations:donating_nothing",
        looks="cbd05fcd92c9",
    ),
    Patch(
        name="memory that results of subgraphs share",
        target="torch._inductor.ir:InvokeSubgraph.create",
        why="what a subgraph returns of its operands, or of another result, is read after their memory was given away: "
        "wrong values and gradients of `torch.compiler.nested_compile_region`",
        until="The scheduler knows which results of a subgraph share memory.",
        replacement="frontend.inductor.replacements.subgraphs:returning_shared_memory",
        looks="6ca55310362c",
    ),
)
