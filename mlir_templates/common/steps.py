"""The base class of objects that print the steps of a kernel, which a template's text calls."""

from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.template.writer import Writer


class Steps:
    """Prints loops, named by the text.

    Attributes:
        walked: SSA names of the loops' variables.
    """

    def __init__(self, kernel: MLIRTemplateKernel) -> None:
        self.kernel, self.writer = kernel, Writer(kernel.size)
        self.walked: dict[str, str] = {}

    def loop(self, name: str, end: Number, step: Number = 1) -> str:
        """Opens a loop from 0 to `end`; the method `end` closes it."""
        self.walked[name] = self.writer.open_loop(0, end, step)
        return self.writer.take()

    def end(self, parallel: bool = False) -> str:
        """Ends the innermost loop; with `parallel` its iterations are independent."""
        return loops.end_of(parallel)
