"""Private names of Inductor: its IR, lowerings, scheduler, code generation, and the symbolic sizes it writes.

Importing this module loads Inductor's compiler (some seconds): only modules that run while a graph is compiled may
import it at their top. See `npusim.frontend.inductor`.
"""

from torch._C._functionalization import apply_view_meta_sequence
from torch._decomp import decomposition_table
from torch._functorch._aot_autograd.descriptors import InputMutationAOTOutput
from torch._functorch._aot_autograd.schemas import OutputType
from torch._inductor import inductor_prims, ir, lowering
from torch._inductor.codegen.common import (
    BackendFeature,
    DeviceOpOverrides,
    InplacedBuffer,
    Kernel,
    PythonPrinter,
    register_backend_for_device,
    register_device_op_overrides,
)
from torch._inductor.codegen.wrapper import PythonWrapperCodegen, SubgraphPythonWrapperCodegen, SymbolicCallArg
from torch._inductor.custom_graph_pass import CustomGraphModulePass, CustomGraphPass, get_custom_graph_passes
from torch._inductor.decomposition import (
    decompositions,
    extra_random_decomps,
    fast_random_decomps,
    select_decomp_table,
)
from torch._inductor.dependencies import MemoryDep, WeakDep, extract_read_writes
from torch._inductor.fx_passes.post_grad import ConstructorMoverPass, noop_registry, same_meta
from torch._inductor.fx_passes.reinplace import inplaceable_ops
from torch._inductor.fx_utils import FakeTensorUpdater, get_fake_args_kwargs, get_node_storage
from torch._inductor.graph import GraphLowering, SubgraphLowering
from torch._inductor.index_propagation import IndexPropVar
from torch._inductor.ir import IRNode
from torch._inductor.kernel.flex.common import build_subgraph_buffer, create_placeholder
from torch._inductor.loop_body import MemoryUsageType
from torch._inductor.lowering import lowerings
from torch._inductor.ops_handler import DefaultHandler
from torch._inductor.pattern_matcher import stable_topological_sort
from torch._inductor.scheduler import (
    BaseScheduling,
    FusedSchedulerNode,
    NodeUser,
    SchedulerNode,
    refresh_group_node_dependencies,
)
from torch._inductor.sizevars import SizeVarAllocator
from torch._inductor.virtualized import OpsValue, V, ops
from torch.fx.node import map_arg
from torch.utils._sympy import functions as sympy_functions
from torch.utils._sympy.functions import FloorDiv, ModularIndexing
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.symbol import SymT, symbol_is_type
from torch.utils._sympy.value_ranges import ValueRanges, bound_sympy
