"""What LLVM makes of the last stage of a program, as text: LLVM IR, and the assembly of the host's processor.

Made from the stage's text when somebody looks, so that compiling costs nothing for it.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from npusim.simulator.errors import OptionError
from npusim.simulator.ir.mlir import context, exclusive, ir, llvm
from npusim.simulator.native.jit import compile_object


@exclusive
def llvm_ir(text: str) -> str:
    """LLVM IR of a module in MLIR's LLVM dialect."""
    module = ir.Module.parse(text, context())
    return str(llvm.translate_module_to_llvmir(module.operation))


@exclusive
def assembly(text: str) -> str:
    """The instructions of a module in MLIR's LLVM dialect, for the processor that values are compiled for.

    Raises:
        OptionError: there is no `objdump`.
    """
    disassembler = shutil.which("objdump")
    if disassembler is None:
        raise OptionError("assembly is shown by objdump, which is not there: apt-get install binutils")
    code = compile_object(ir.Module.parse(text, context()), "shown")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.o"
        file.write_bytes(code)
        shown = [disassembler, "--disassemble", "--no-show-raw-insn", "--reloc", str(file)]
        return subprocess.run(shown, capture_output=True, text=True, check=True).stdout
