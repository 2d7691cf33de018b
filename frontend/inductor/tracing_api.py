"""Private names for tracing programs: Dynamo, fake tensors, symbolic shapes, and the parts of Inductor that Dynamo
loads.

Importing this module loads Dynamo (1.5 s), but not Inductor's compiler. See `npusim.frontend.inductor`.
"""

from torch._C._dynamo.guards import dict_version
from torch._decomp import decompositions as stock_decompositions
from torch._dynamo.convert_frame import compile_lock
from torch._dynamo.device_interface import DeviceInterface, register_interface_for_device
from torch._dynamo.eval_frame import TorchPatcher
from torch._dynamo.exc import (
    RestartAnalysis,
    ShortenTraceback,
    TensorifyScalarRestartAnalysis,
    UnspecializeRestartAnalysis,
    Unsupported,
)
from torch._dynamo.guards import GUARD_VALUE_DISPATCH, SKIP_GUARD, GuardBuilder, GuardCheckSpec, install_guard
from torch._dynamo.source import (
    AttrSource,
    ImportSource,
    LocalSource,
    TensorProperty,
    TensorPropertySource,
    is_from_source,
)
from torch._dynamo.symbolic_convert import TensorifyState
from torch._dynamo.utils import detect_fake_mode
from torch._dynamo.variables.base import VariableTracker
from torch._dynamo.variables.builder import VariableBuilder
from torch._dynamo.variables.constant import ConstantVariable
from torch._dynamo.variables.functions import UserFunctionVariable
from torch._dynamo.variables.invoke_subgraph import (
    InvokeSubgraphHigherOrderVariable,
    build_input_fingerprint,
    build_source_replacement,
    find_reuse_match,
    stamp_out_subgraph,
)
from torch._dynamo.variables.lists import TupleVariable
from torch._dynamo.variables.nn_module import UnspecializedNNModuleVariable, record_nn_module_stack
from torch._dynamo.variables.tensor import TensorVariable
from torch._guards import Source, TracingContext
from torch._higher_order_ops.schema import HopSchemaGenerator
from torch._inductor import config as inductor_config
from torch._inductor.runtime.cache_dir_utils import cache_dir
from torch._prims_common import suggest_memory_format
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
    UnsupportedFakeTensorException,
    UnsupportedOperatorException,
)
from torch.fx.experimental.proxy_tensor import (
    ProxyTorchDispatchMode,
    get_proxy_mode,
    get_proxy_slot,
    set_original_aten_op,
    track_tensor_tree,
)
from torch.fx.experimental.proxy_tensor import _GraphAppendingTracerEx as GraphAppendingTracer
from torch.fx.experimental.symbolic_shapes import (
    SYMPY_INTERP,
    DimDynamic,
    GuardOnDataDependentSymNode,
    ShapeEnv,
    StatelessSymbolicContext,
    free_unbacked_symbols,
    guard_or_false,
    guard_or_true,
    guarding_hint_or_throw,
    optimization_hint,
    statically_known_true,
)
from torch.utils._sympy.symbol import SymT, symbol_is_type

UNTRACEABLE = (
    DataDependentOutputException,
    DynamicOutputShapeException,
    UnsupportedFakeTensorException,
    UnsupportedOperatorException,
    NotImplementedError,
)
"""What fake tensors raise for operators whose results they cannot describe."""
