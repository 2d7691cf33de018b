"""Parts of Dynamo and of fake tensors that are replaced when `torch.compile` is first used."""

from npusim.frontend.inductor.patching import ABSENT, BUILT_IN, Patch

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
        name="numbers that become tensors and constants",
        target="torch.fx.passes._tensorify_python_scalars:_tensorify_impl",
        why="the guard on a number's value is lost if another operator takes the number as a tensor: later calls get "
        "the value of an earlier one",
        until="Numbers that it makes constants of are guarded, or every operator takes tensors.",
        replacement="frontend.backend.traced.tensorified_numbers:keeping_guards",
        looks="725406130843",
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
        name="masks beside indices",
        target="torch._subclasses.fake_impls:op_implementations_dict[aten.index.Tensor]",
        why="torch counts a mask's true elements by a symbol that a result of the other indices' size does not have, "
        "and takes that for an error",
        until="`x[mask, indices]` is traced where the number of indices is known.",
        replacement="frontend.backend.traced.sizes:forgetting_sizes_that_are_known",
        looks="4d0e0db676e4",
    ),
    Patch(
        name="recurrent networks",
        target="torch._dynamo.variables.builder:VariableBuilder.wrap_module",
        why="Dynamo leaves LSTM, GRU and RNN to eager mode, as it would trace a cell for every step; on the device "
        "their layers are operators",
        until="Dynamo traces recurrent networks as operators.",
        replacement="frontend.backend.traced.recurrent:tracing_on_device",
        looks="3e7403284a07",
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
            name=f"strides of attention ({way})",
            target=f"torch._subclasses.fake_impls:op_implementations_dict[aten.{operator}.default]",
            why="results are traced with their operands' layouts; programs view them as they do on the CPU",
            until="A backend says which layouts its attention gives.",
            replacement=f"frontend.backend.traced.attention:{way}",
            looks=ABSENT,
        )
        for way, operator in (
            ("forward", "_scaled_dot_product_fused_attention_overrideable"),
            ("backward", "_scaled_dot_product_fused_attention_overrideable_backward"),
        )
    ),
    *(
        Patch(
            name=f"fused steps of {optimizer}",
            target=f"torch.optim.{optimizer}:_fused_{optimizer}",
            why="Dynamo leaves fused steps to a device's eager kernels; on ours they are traced like all others",
            until="Dynamo traces fused optimizers.",
            replacement="frontend.backend.traced.fused_optimizers:tracing_on_device",
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
            replacement=f"frontend.backend.traced.fused_optimizers:{optimizer}",
            looks=ABSENT,
        )
        for optimizer in ("adam", "adamw", "sgd", "adagrad")
    ),
    Patch(
        name="numbers in the state of optimizers",
        target="torch._dynamo.variables.optimizer:OptimizerVariable.move_step_if_cpu",
        why="when a step is compiled again, Dynamo moves its count to the parameters' device, and leaves on the CPU "
        "what NAdam multiplies by numbers made of it: an error unless the optimizer is `capturable`",
        until="Dynamo makes optimizers `capturable` on every device whose optimizers can be, or moves both.",
        replacement="frontend.backend.traced.optimizer_steps:moving_all_numbers",
        looks="18ffba4f56a5",
    ),
    *(
        Patch(
            name=f"interpolation ({function})",
            target=f"torch._decomp.decompositions:{function}",
            why="torch decomposes interpolation into gathers before autograd, where no backend is asked",
            until="Backends' decompositions of operators come before torch's own kernels for autograd.",
            replacement="frontend.lowering.decompositions:asking_device",
            looks=looks,
        )
        for function, looks in (
            ("_upsample_linear", "6a8c737800d7"),
            ("_upsample_nearest", "13969f681004"),
            ("upsample_bicubic2d_default", "fd71255fe8a9"),
        )
    ),
    Patch(
        name="interpolation (bicubic operator)",
        target="torch.ops:aten.upsample_bicubic2d.default.py_kernels[torch._C.DispatchKey.Autograd]",
        why="an eager call of the operator has the function itself, not what the module has under its name",
        until="Backends' decompositions of operators come before torch's own kernels for autograd.",
        replacement="frontend.lowering.decompositions:asking_device",
        looks="fd71255fe8a9",
    ),
    Patch(
        name="multi-margin loss",
        target="torch.ops:aten.multi_margin_loss.default.py_kernels[torch._C.DispatchKey.Autograd]",
        why="torch decomposes it before autograd, and into another function than eager programs compute",
        until="Classes that are just a margin below the target have no gradient, and NaN counts nothing.",
        replacement="frontend.lowering.decompositions:asking_device",
        looks="77a2ae0de235",
    ),
    Patch(
        name="multilabel margin loss",
        target="torch.ops:aten.multilabel_margin_loss_forward.default.py_kernels[torch._C.DispatchKey.Autograd]",
        why="torch decomposes it before autograd, and into another function than eager programs compute",
        until="Its decomposition ignores all targets behind the first -1.",
        replacement="frontend.lowering.decompositions:asking_device",
        looks="d6f7a86810db",
    ),
    *(
        Patch(
            name=f"dropout that drops nothing ({key})",
            target=f"torch.ops:aten.dropout.default.py_kernels[torch._C.DispatchKey.{key}]",
            why="torch copies its input, which eager programs return: changes to the one are lost in the other",
            until="It returns its input.",
            replacement="frontend.lowering.decompositions:asking_device",
            looks="f3969d6083bb",
        )
        for key in ("Autograd", "CompositeImplicitAutograd")
    ),
    Patch(
        name="devices of FlexAttention",
        target="torch.nn.attention.flex_attention:_validate_device",
        why="it refuses devices that it does not know",
        until="It asks whether the device's backend lowers the operator.",
        replacement="frontend.backend.traced.flex_devices:accepting",
        looks="f85d0c9ead4d",
    ),
    Patch(
        name="autocast of higher-order operators",
        target="torch._ops:_HIGHER_ORDER_OP_DEFAULT_FALLTHROUGH_DISPATCH_KEYS",
        why="`torch.cond`, regions and other higher-order operators raise under autocast of the device",
        until="Higher-order operators leave autocast of every device to the operators inside.",
        replacement="frontend.backend.traced.autocast:of_device",
        looks=BUILT_IN,
    ),
    *(
        Patch(
            name=f"autocast of regions ({way})",
            target=f"torch._higher_order_ops.invoke_subgraph:InvokeSubgraphAutogradOp.{way}",
            why="a region's backward pass casts to the dtype that autocast has where the backward pass is traced: "
            "behind `torch.autocast` in the program that is the default, float16",
            until="It takes the forward pass's dtype of autocast, as it takes its dispatch keys.",
            replacement=f"frontend.backend.traced.autocast:{replacement}",
            looks=looks,
        )
        for way, replacement, looks in (
            ("forward", "remembering_dtypes", "ac6dbc5dc25d"),
            ("backward", "with_dtypes", "100205a407e2"),
        )
    ),
    Patch(
        name="layers of models",
        target="torch._dynamo.variables.nn_module:UnspecializedNNModuleVariable.call_function",
        why="Dynamo and AOTAutograd trace each of a model's equal layers, unless the program marks them as regions",
        until="Dynamo finds equal layers itself.",
        replacement="frontend.backend.regions.marking:marking_layers",
        looks="ecea5067c778",
    ),
    Patch(
        name="modules of backward regions",
        target="torch._functorch._aot_autograd.graph_compile:run_joint_graph_passes_on_hops",
        why="the calls of a region's backward pass do not say which module's gradients they compute",
        until="It copies the modules of a forward call to the backward one, as AOTAutograd does for operators.",
        replacement="frontend.backend.regions.copies:telling_modules",
        looks="7f1960f95e13",
    ),
    Patch(
        name="schemas of layers",
        target="torch._higher_order_ops.invoke_subgraph:InvokeSubgraphHOP.gen_schema",
        why="a layer that is known to change nothing is traced once more to find out",
        until="Dynamo passes on what it knows of a region's mutations.",
        replacement="frontend.backend.regions.schemas:of_layers",
        looks="d695fbbd4472",
    ),
    Patch(
        name="sources of copies",
        target="torch._guards:ChainedSource.clone",
        why="every guard of a layer's copy has its source rewritten from the beginning",
        until="Parts that sources share are rewritten once.",
        replacement="frontend.inductor.replacements.sources:rewriting_once",
        looks="aa82c0ee930b",
    ),
    Patch(
        name="values of sources",
        target="torch._guards:ChainedSource.get_value",
        why="every step is compiled as text, hundreds of times for a layer",
        until="Steps are compiled once, or no text.",
        replacement="frontend.inductor.replacements.sources:evaluating_compiled",
        looks="d7cb73385519",
    ),
    Patch(
        name="returned views of inputs that share memory",
        target="torch._functorch._aot_autograd.runtime_wrappers:create_synthetic_base_metadata",
        why="AOTAutograd takes a returned view of an input that became a view of a base of the base itself: an error, "
        "or other elements",
        until="It forgets what it recorded of such an input, as its `ViewMetaSequence` says that it does.",
        replacement="frontend.inductor.replacements.returned_views:forgetting_views_of_shared_inputs",
        looks="42324d790f68",
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
