"""Parts of Inductor that are replaced when it is first used, and those that are changed by hand."""

from npusim.frontend.inductor.patching import TABLE, Patch

FOR_CODE_GENERATION = (
    Patch(
        name="bounds of expressions in loop variables",
        target="torch.fx.experimental.symbolic_shapes:_maybe_evaluate_static_worker",
        why="it fails for symbols without a known range, and for quotients",
        until='It answers None, "not known", for them.',
        replacement="frontend.inductor.replacements.loop_bounds:answering_if_bounded",
        looks="7ceabfb47105",
    ),
    Patch(
        name="numbers marked with Identity",
        target="torch.utils._sympy.functions:Identity._eval_evalf",
        why="the places of a concatenation that is computed where it is read are marked, and comparing with a marked "
        "number fails",
        until="SymPy's comparisons evaluate them.",
        replacement="frontend.inductor.replacements.loop_bounds:evaluating_marked_numbers",
        looks="0c340ae3f7e2",
    ),
    Patch(
        name="expanded dimensions of one element",
        target="torch._inductor.ir:ExpandView.make_reindexer",
        why="a dimension that guards say has one element, but that is not the number 1, is read at a wrong index",
        until="It asks the guards.",
        replacement="frontend.inductor.replacements.expansions:asking_guards",
        looks="55732cad65f5",
    ),
    Patch(
        name="strides that depend on data",
        target="torch._inductor.ir:FlexibleLayout.same_ordered",
        why="the order of a result's strides is asked for with guards, which sizes that depend on data cannot have",
        until="It asks for hints.",
        replacement="frontend.inductor.replacements.data_dependent_sizes:ordering_by_hints",
        looks="e8fe54fc1b4e",
    ),
    Patch(
        name="patterns of attention",
        target="torch._inductor.fx_passes.fuse_attention:_sfdp_init",
        why="making and trying them takes a tenth of a compilation; most models call the operator of attention",
        until="They are made when a graph has operators that all of them contain.",
        replacement="frontend.inductor.replacements.attention_patterns:made_later",
        looks="ca900acbb1e1",
    ),
    Patch(
        name="graphs that may have attention written out",
        target="torch._inductor.compile_fx:joint_graph_passes",
        why="the patterns that the patch before leaves out are made for these graphs",
        until="As the one before.",
        replacement="frontend.inductor.replacements.attention_patterns:made_when_needed",
        looks="692cbbff213e",
    ),
    Patch(
        name="softmax of scaled values",
        target="torch._inductor.fx_passes.joint_graph:_preserve_scaled_softmax_nonfinite_semantics",
        why="scaling after the subtraction of the maximum, with a test of every row for values that are not finite, "
        "doubles the work of the vector unit; the device computes what the model says without it",
        until="The pattern asks whether a backend may round a value differently where it computes it twice.",
        replacement="frontend.inductor.replacements.scaled_softmax:as_written",
        looks="82337c4c585d",
    ),
    Patch(
        name="operands of a concatenation",
        target="torch._inductor.graph:GraphLowering.mark_buffer_mutated",
        why="an operand that lies in its concatenation is changed with it by operators in place",
        until="Inductor separates both before it changes one of them.",
        replacement="frontend.inductor.replacements.concatenations:separating",
        looks="931d72fd502d",
    ),
    Patch(
        name="nodes and their values",
        target="torch._inductor.graph:GraphLowering.run_node",
        why="verification needs to know which buffer holds the value of which node; Inductor keeps that for some",
        until="The lowered graph says what each node became.",
        replacement="frontend.verification.recording:remembering",
        looks="47ecc10e58fd",
    ),
    Patch(
        name="mutations after a scatter",
        target="torch._inductor.lowering:mutate_to",
        why="it replaces the buffer in a tensor's box, into which an earlier scatter then stores",
        until="Mutations refer to the buffer that they change.",
        replacement="frontend.inductor.replacements.scatters:mutating_scattered",
        looks="1503e77c318b",
    ),
    Patch(
        name="places of extreme elements",
        target="torch._inductor.ir:Reduction.create",
        why="they are counted in the order of loops, which follows the memory, not the program's dimensions",
        until="Every backend gets them with the elements (`supports_logical_index_argreduce`), in pooling too.",
        replacement="frontend.inductor.replacements.places:giving_places",
        looks="eac405d86d44",
    ),
    *(
        Patch(
            name=f"loops of {loop}",
            target=f"torch._inductor.ir:{loop}.create",
            why="Inductor makes such loops for devices that it knows; on ours a template does",
            until="Backends can offer the loop (`BackendFeature`) and make its node.",
            replacement="frontend.inductor.replacements.loops:dispatching",
            looks=looks,
        )
        for loop, looks in (("Scan", "823c484e3d54"), ("Sort", "fbdfad560c75"))
    ),
    Patch(
        name="keys of cached graphs",
        target="torch._inductor.codecache:FxGraphHashDetails.__init__",
        why="generated code depends on implementations forced at call sites and on names of modules; keys omit both",
        until="Keys contain the annotations and modules of nodes, or a backend can add to them.",
        replacement="frontend.backend.generated.call_sites:keyed_by_call_sites",
        looks="b37b6232be1b",
    ),
    Patch(
        name="reasons against fusion",
        target="torch._inductor.scheduler:WhyNoFuse",
        why="`npusim inspect` says why operators do not share a kernel; Inductor only logs it",
        until="The scheduler hands its reasons to the backend.",
        replacement="frontend.fusions.inductor_reasons:recording",
        looks="ffd3579442df",
    ),
)

BY_HAND = (
    Patch(
        name="node fusion",
        target="torch._inductor.scheduler:Scheduler.fuse_nodes",
        why="templates take their prologues and loops are put into order before nodes are fused; replaced on the "
        "scheduler of a graph, not on the class",
        until="`BaseScheduling` is asked before the scheduler fuses.",
        replacement="frontend.backend.scheduling:NpuScheduling",
        looks="7521b07911ce",
        by_hand=True,
    ),
    Patch(
        name="lowerings",
        target="torch._inductor.lowering:lowerings",
        why="`user_lowerings` knows no devices: the entry of an operator dispatches on the device",
        until="Lowerings are registered per device.",
        replacement="frontend.lowering.table:register_lowering",
        looks=TABLE,
        by_hand=True,
    ),
    Patch(
        name="decompositions",
        target="torch._inductor.decomposition:decompositions",
        why="decompositions know no devices: the entry of an operator dispatches on the device",
        until="Decompositions are registered per device.",
        replacement="frontend.lowering.decompositions:register_decomposition",
        looks=TABLE,
        by_hand=True,
    ),
    Patch(
        name="decompositions of complex operators",
        target="torch._inductor.decomposition:decompositions",
        why="calls with complex tensors of the device are left whole for their rules",
        until="Decompositions are registered per device.",
        replacement="frontend.complex_numbers.rules:register_complex",
        looks=TABLE,
        by_hand=True,
    ),
    Patch(
        name="places of rewritten nodes",
        target="torch.fx.traceback:current_meta",
        why="nodes that replace another one carry its place in the model's source",
        until="`torch.fx.traceback` takes the metadata of new nodes as an argument.",
        replacement="frontend.complex_numbers.graph_tracing:GraphTracing",
        looks=TABLE,
        by_hand=True,
    ),
)
