"""Eager operators of the device as compiled kernels (`torch.npu.set_eager_mode("compile")`, docs/eager.md).

C++ hands each operator to `calls.run` (`connection`). `signature` says what of a call a compiled form depends on,
`forms` which form serves a call, `tracing` compiles one with Inductor, `schema` knows outputs and arguments that are
written, `replacements` are operators that are compiled as others, `own_operators` those that have a kernel.
"""
