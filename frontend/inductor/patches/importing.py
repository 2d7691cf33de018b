"""What Inductor does while it is imported; replaced before it is, when `torch.compile` is first used."""

from npusim.frontend.inductor.patching import Patch

FOR_IMPORTS = (
    Patch(
        name="templates for Triton",
        target="torch._inductor.codegen.common:KernelTemplate._template_from_string",
        why="Inductor compiles them while it is imported; the device uses none",
        until="Inductor compiles a template when it is used first.",
        replacement="frontend.inductor.replacements.imports:compiled_when_used",
        looks="ff1ec5c3cd6b",
    ),
    Patch(
        name="operators without kernels of their own",
        target="torch._export.utils:_materialize_cpp_cia_ops",
        why="all of them are looked up 29 times while Inductor is imported, once for each namespace of operators",
        until="They are looked up once, as long as there are no others.",
        replacement="frontend.inductor.replacements.imports:if_there_are_more",
        looks="51472f6b4e2c",
    ),
)
