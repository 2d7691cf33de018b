"""The table of parts of torch that npusim replaces. `python -m npusim.frontend.inductor` prints it, and compares every
target with the checked version's.

Patches are applied in groups, each at a time of its own, by the part of npusim that runs then. Everything else goes
through interfaces that torch offers for devices (dispatcher kernels, device modules, `register_backend_for_device`,
`register_interface_for_device`).
"""

from collections.abc import Sequence

from npusim.frontend.inductor.patching import ABSENT, BUILT_IN, TABLE, Patch, apply, check, undo

__all__ = [
    "PATCHES",
    "apply_at_device_start",
    "apply_at_import",
    "apply_for_code_generation",
    "apply_for_tracing",
    "apply_until_device_start",
    "check_patch",
    "undo_at_device_start",
]

_MEMORY_QUESTIONS = {
    "memory_stats": "ad5a0469c86b",
    "memory_allocated": "67e29780f6d4",
    "max_memory_allocated": "0947a2af36b0",
    "memory_reserved": "5512b78ae27d",
    "max_memory_reserved": "08bc946cc702",
    "reset_accumulated_memory_stats": "6a132b1eb80d",
    "reset_peak_memory_stats": "35e95f58f9f1",
    "get_memory_info": "0bd46c6413c0",
    "empty_cache": "7cc3595b8f83",
}
_NEVER = "Never: it is what lets `import torch` start nothing."

AT_IMPORT = (
    Patch(
        name="Dynamo is prepared",
        target="torch:_TorchCompileInductorWrapper.__init__",
        why="the device's interface and the patches of tracing need Dynamo, which `import torch` must not import",
        until="Torch calls a device's module when `torch.compile` is first used.",
        replacement="frontend.backend.hooks:preparing",
        looks="b75354a1eca1",
    ),
    Patch(
        name="options of the device",
        target="torch:_TorchCompileInductorWrapper.__call__",
        why="graphs on the device need options of Inductor that other graphs must not get, a guard on the compiler's "
        "state, and errors that pass Dynamo unchanged",
        until="`register_backend_for_device` takes config patches for the graphs of a device.",
        replacement="frontend.backend.hooks:with_device_options",
        looks="640f8a9888ef",
    ),
)

UNTIL_DEVICE_START = (
    *(
        Patch(
            name=f"stand-in of torch.{kind}",
            target=f"torch:{kind}",
            why="made for the device before its C++ half is loaded, it would fail",
            until=_NEVER,
            replacement=f"frontend.device.deferred:{function}",
            looks=BUILT_IN,
        )
        for kind, function in (("Stream", "stream_class"), ("Event", "stream_class"), ("Generator", "generator_class"))
    ),
    Patch(
        name="pinning before the start",
        target="torch:Tensor.pin_memory",
        why="memory is pinned by the C++ half",
        until=_NEVER,
        replacement="frontend.device.deferred:starting",
        looks=BUILT_IN,
    ),
    *(
        Patch(
            name=f"{question} before the start",
            target=f"torch.accelerator:{question}",
            why="the C++ half answers it",
            until=_NEVER,
            replacement="frontend.device.deferred:starting",
            looks=looks,
        )
        for question, looks in _MEMORY_QUESTIONS.items()
    ),
    Patch(
        name="current stream before the start",
        target="torch.accelerator:current_stream",
        why="Dynamo asks for it whenever it compiles; a program on the CPU need not start the device for that",
        until=_NEVER,
        replacement="frontend.device.deferred:answering_first_stream",
        looks="5a4654faef04",
    ),
)

AT_DEVICE_START = (
    Patch(
        name="printing",
        target="torch._tensor_str:_str_intern",
        why="a tensor is formatted with a dozen operators, which the fallback policy would count or refuse",
        until="Tensors of devices out of tree are printed from a copy on the CPU.",
        replacement="frontend.device.operators.printing:uncounted",
        looks="83e262eee6e3",
    ),
    Patch(
        name="device of DLPack",
        target="torch:Tensor.__dlpack_device__",
        why="torch's C++ has a type for devices out of tree, the Python half raises for them",
        until="Devices out of tree answer it.",
        replacement="frontend.device.operators.dlpack:answering",
        looks="c4d79e058f01",
    ),
    Patch(
        name="export by DLPack",
        target="torch:Tensor.__dlpack__",
        why="the device's memory is host memory: NumPy gets it without a copy",
        until="A device says which other devices can use its memory.",
        replacement="frontend.device.operators.dlpack:exporting",
        looks="1cde13d25998",
    ),
    *(
        Patch(
            name=f"semi-structured tensors ({kind})",
            target=f"torch.sparse:{kind}.from_dense",
            why="`torch.sparse.to_sparse_semi_structured` takes matrices of CUDA only",
            until="It dispatches on the matrix's device.",
            replacement="frontend.device.operators.semi_structured:dispatching",
            looks=looks,
        )
        for kind, looks in (
            ("SparseSemiStructuredTensorCUTLASS", "b5f5a6488e97"),
            ("SparseSemiStructuredTensorCUSPARSELT", "2a6a6ccecb2d"),
        )
    ),
)

FOR_TRACING = (
    Patch(
        name="numbers of eager operators",
        target="torch.fx.passes._tensorify_python_scalars:_is_tensorify_enabled",
        why="numbers of an eager operator that change from call to call go to its kernels as they are; torch would "
        "compile it for each of them",
        until="The pass leaves numbers alone that are inputs of a graph.",
        replacement="frontend.eager.tracing:unless_eager",
        looks="a3a0617e8f45",
    ),
    Patch(
        name="constants of a trace",
        target="torch._subclasses.fake_tensor:no_dispatch",
        why="fake tensors compute with small constants in eager mode: work of the compiler that would be counted as "
        "host operators of the program",
        until="Fake tensors keep their constants on the CPU.",
        replacement="frontend.backend.traced.constants:uncounted",
        looks=BUILT_IN,
    ),
    Patch(
        name="narrow (method)",
        target="torch._dynamo.variables.tensor:TensorVariable.method_narrow",
        why="its start may be a tensor, whose number Dynamo traces for inputs on the CPU only",
        until="Dynamo traces `x.narrow(dim, tensor, length)` for every device.",
        replacement="frontend.backend.traced.numbers:narrow_method",
        looks=ABSENT,
    ),
    Patch(
        name="narrow (function)",
        target="torch._dynamo.variables.torch:TorchInGraphFunctionVariable._get_handlers()[torch.narrow]",
        why="as the method",
        until="Dynamo traces `torch.narrow(x, dim, tensor, length)` for every device.",
        replacement="frontend.backend.traced.numbers:narrow_function",
        looks=ABSENT,
    ),
    Patch(
        name="bound of masked_select",
        target="torch._subclasses.fake_impls:op_implementations_dict[aten.masked_select.default]",
        why="torch bounds the size of the result by the tensor's elements, not by those of the common shape, and "
        "compiled programs check the bound",
        until="The bound is that of the common shape.",
        replacement="frontend.backend.traced.sizes:bounded_by_common_shape",
        looks="a78ccc1bd14b",
    ),
    Patch(
        name="recurrent cells without biases",
        target="torch._meta_registrations:rnn_cell_checkSizes",
        why="it asks biases that are missing for their device",
        until="It checks the biases that there are.",
        replacement="frontend.backend.traced.sizes:checking_present_biases",
        looks="887bfa9c6c55",
    ),
    *(
        Patch(
            name=f"memory format of {operator}",
            target=f"torch._subclasses.fake_impls:op_implementations_dict[aten.{operator}.default]",
            why="torch gives `channels_last` operands `channels_last` results for libraries that it knows; those of a "
            "device out of tree are traced as contiguous",
            until="A backend says which memory format its convolutions have.",
            replacement="frontend.backend.traced.formats:following_operands",
            looks="ac8d32bcbe45",
        )
        for operator in ("convolution", "convolution_backward")
    ),
    *(
        Patch(
            name=f"fused steps of {optimizer}",
            target=f"torch.optim.{optimizer}:_fused_{optimizer}",
            why="Dynamo leaves fused steps to a device's eager kernels; on ours they are traced like all others",
            until="Dynamo traces fused optimizers.",
            replacement="frontend.backend.fused_optimizers:tracing_on_device",
            looks=looks,
        )
        for optimizer, looks in (("adam", "dd842506bfd8"), ("sgd", "a3b1ca925fe7"), ("adagrad", "ad08b0d07da8"))
    ),
    *(
        Patch(
            name=f"operator of fused steps ({optimizer})",
            target=f"torch._dynamo.variables.torch:TorchInGraphFunctionVariable._get_handlers()[torch._fused_{optimizer}_]",
            why="operators take numbers as constants: a learning rate that changes would compile the step anew",
            until="The operators take symbolic numbers.",
            replacement=f"frontend.backend.fused_optimizers:{optimizer}",
            looks=ABSENT,
        )
        for optimizer in ("adam", "adamw", "sgd", "adagrad")
    ),
    Patch(
        name="devices of FlexAttention",
        target="torch.nn.attention.flex_attention:_validate_device",
        why="it refuses devices that it does not know",
        until="It asks whether the device's backend lowers the operator.",
        replacement="frontend.backend.flex_devices:accepting",
        looks="f85d0c9ead4d",
    ),
    Patch(
        name="functions given up",
        target="torch._dynamo.convert_frame:ConvertFrame.__call__",
        why="a function that Dynamo gives up runs on the host: reports and users are to know every time",
        until="Dynamo calls back whenever it leaves a function uncompiled.",
        replacement="frontend.backend.uncompiled_functions:counting",
        looks="2e8d73c3a30a",
    ),
    Patch(
        name="why functions are given up",
        target="torch._dynamo.convert_frame:ConvertFrameAssert.__call__",
        why="`ConvertFrame` swallows the error that says why",
        until="As the one before.",
        replacement="frontend.backend.uncompiled_functions:remembering",
        looks="0b83488d1af7",
    ),
)

FOR_CODE_GENERATION = (
    Patch(
        name="bounds of expressions in loop variables",
        target="torch.fx.experimental.symbolic_shapes:_maybe_evaluate_static_worker",
        why="it fails for symbols without a known range, and for quotients",
        until='It answers None, "not known", for them.',
        replacement="frontend.inductor.loop_bounds:answering_if_bounded",
        looks="7ceabfb47105",
    ),
    Patch(
        name="numbers marked with Identity",
        target="torch.utils._sympy.functions:Identity._eval_evalf",
        why="the places of a concatenation that is computed where it is read are marked, and comparing with a marked "
        "number fails",
        until="SymPy's comparisons evaluate them.",
        replacement="frontend.inductor.loop_bounds:evaluating_marked_numbers",
        looks="0c340ae3f7e2",
    ),
    Patch(
        name="expanded dimensions of one element",
        target="torch._inductor.ir:ExpandView.make_reindexer",
        why="a dimension that guards say has one element, but that is not the number 1, is read at a wrong index",
        until="It asks the guards.",
        replacement="frontend.inductor.expansions:asking_guards",
        looks="55732cad65f5",
    ),
    Patch(
        name="strides that depend on data",
        target="torch._inductor.ir:FlexibleLayout.same_ordered",
        why="the order of a result's strides is asked for with guards, which sizes that depend on data cannot have",
        until="It asks for hints.",
        replacement="frontend.inductor.data_dependent_sizes:ordering_by_hints",
        looks="e8fe54fc1b4e",
    ),
    Patch(
        name="patterns of attention",
        target="torch._inductor.fx_passes.fuse_attention:_sfdp_init",
        why="making and trying them takes a tenth of a compilation; most models call the operator of attention",
        until="They are made when a graph has operators that all of them contain.",
        replacement="frontend.inductor.attention_patterns:made_later",
        looks="ca900acbb1e1",
    ),
    Patch(
        name="graphs that may have attention written out",
        target="torch._inductor.compile_fx:joint_graph_passes",
        why="the patterns that the patch before leaves out are made for these graphs",
        until="As the one before.",
        replacement="frontend.inductor.attention_patterns:made_when_needed",
        looks="692cbbff213e",
    ),
    Patch(
        name="softmax of scaled values",
        target="torch._inductor.fx_passes.joint_graph:_preserve_scaled_softmax_nonfinite_semantics",
        why="scaling after the subtraction of the maximum, with a test of every row for values that are not finite, "
        "doubles the work of the vector unit; the device computes what the model says without it",
        until="The pattern asks whether a backend may round a value differently where it computes it twice.",
        replacement="frontend.inductor.scaled_softmax:as_written",
        looks="82337c4c585d",
    ),
    Patch(
        name="operands of a concatenation",
        target="torch._inductor.graph:GraphLowering.mark_buffer_mutated",
        why="an operand that lies in its concatenation is changed with it by operators in place",
        until="Inductor separates both before it changes one of them.",
        replacement="frontend.inductor.concatenations:separating",
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
        replacement="frontend.inductor.scatters:mutating_scattered",
        looks="1503e77c318b",
    ),
    Patch(
        name="places of extreme elements",
        target="torch._inductor.ir:Reduction.create",
        why="they are counted in the order of loops, which follows the memory, not the program's dimensions",
        until="Every backend gets them with the elements (`supports_logical_index_argreduce`), in pooling too.",
        replacement="frontend.inductor.places:giving_places",
        looks="eac405d86d44",
    ),
    *(
        Patch(
            name=f"loops of {loop}",
            target=f"torch._inductor.ir:{loop}.create",
            why="Inductor makes such loops for devices that it knows; on ours a template does",
            until="Backends can offer the loop (`BackendFeature`) and make its node.",
            replacement="frontend.inductor.loops:dispatching",
            looks=looks,
        )
        for loop, looks in (("Scan", "823c484e3d54"), ("Sort", "fbdfad560c75"))
    ),
    Patch(
        name="keys of cached graphs",
        target="torch._inductor.codecache:FxGraphHashDetails.__init__",
        why="generated code depends on implementations forced at call sites and on names of modules; keys omit both",
        until="Keys contain the annotations and modules of nodes, or a backend can add to them.",
        replacement="frontend.backend.call_sites:keyed_by_call_sites",
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

PATCHES = (*AT_IMPORT, *UNTIL_DEVICE_START, *AT_DEVICE_START, *FOR_TRACING, *FOR_CODE_GENERATION, *BY_HAND)


def apply_at_import() -> None:
    """Called at `import torch`."""
    _apply(AT_IMPORT)


def apply_until_device_start() -> None:
    """Called at `import torch`."""
    _apply(UNTIL_DEVICE_START)


def undo_at_device_start() -> None:
    """Called when the device starts: what `apply_until_device_start` replaced comes back."""
    for patch in UNTIL_DEVICE_START:
        undo(patch)


def apply_at_device_start() -> None:
    """Called when the device has started."""
    _apply(AT_DEVICE_START)


def apply_for_tracing() -> None:
    """Called when `torch.compile` is first used."""
    _apply(FOR_TRACING)


def apply_for_code_generation() -> None:
    """Called when Inductor is first used."""
    _apply(FOR_CODE_GENERATION)


def check_patch(name: str) -> None:
    """Called before a target is changed by hand.

    Raises:
        TorchPatchError: torch no longer is what the patch was written for.
    """
    check(next(patch for patch in BY_HAND if patch.name == name))


def _apply(patches: Sequence[Patch]) -> None:
    for patch in patches:
        apply(patch)
