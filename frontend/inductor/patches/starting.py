"""Parts of torch that are replaced at `import torch`, until the device starts, and from then on."""

from npusim.frontend.inductor.patching import BUILT_IN, Patch

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
    Patch(
        name="tangents of custom operators",
        target="torch._library.autograd:make_autograd_impl",
        why="operators of `torch.library` drop tangents, so that derivatives in forward mode are zero without a word",
        until="It refuses tangents, or takes a formula for them.",
        replacement="frontend.device.operators.derivatives:refusing_tangents",
        looks="18e38bd708fb",
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
        name="graphs before the start",
        target="torch.accelerator:Graph.__init__",
        why="the C++ half makes them",
        until=_NEVER,
        replacement="frontend.device.deferred:starting",
        looks="6b61e1f2d68b",
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
    Patch(
        name="jagged attention",
        target="torch.nested._internal.ops:jagged_scaled_dot_product_attention",
        why="apart from CUDA's kernels, it makes strided nested tensors, which the device does not hold",
        until="Devices out of tree are asked for attention of jagged tensors.",
        replacement="frontend.inductor.replacements.attention.jagged:padding",
        looks="6e4760a4462b",
    ),
    Patch(
        name="data parallel",
        target="torch.nn.parallel.data_parallel:scatter_kwargs",
        why="the C++ half that splits a batch exists in builds for CUDA only",
        until="Batches are split with operators.",
        replacement="frontend.inductor.replacements.data_parallel:on_one_device",
        looks="c6b6701587ec",
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
