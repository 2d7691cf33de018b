"""What is typed on the command line, before anything heavy is imported."""

import functools
import subprocess
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest
from npusim.frontend import packages
from npusim.frontend.cli import operators as operators_module
from npusim.frontend.cli.operator_inputs import Request
from npusim.frontend.cli.operators import Operator, build_case, find_operator, operators, register_operators
from npusim.frontend.cli.options import parse_dim, parse_dtype, parse_shape
from npusim.simulator.errors import OptionError, ShapeError

OPERATORS = operators()


@pytest.mark.parametrize(
    "text, shape",
    [
        ("512,768", (512, 768)),
        ("(512, 768)", (512, 768)),
        ("[3]", (3,)),
        ("4x5x6", (4, 5, 6)),
        ("0,3", (0, 3)),
        ("7,", (7,)),
    ],
)
def test_shapes_are_read_in_every_usual_spelling(text, shape):
    assert parse_shape(text) == shape


@pytest.mark.parametrize("text", ["", "()", "a,b", "3,-1", "3.5", "1;2", "(3", "3]", "4,,5", ",3"])
def test_a_wrong_shape_is_named_with_an_example(text):
    with pytest.raises(OptionError, match=r"--shape .* such as 512,512"):
        parse_shape(text)


def test_dimensions_may_be_negative():
    assert parse_dim("-1") == (-1,)
    assert parse_dim("0,2") == (0, 2)
    assert parse_dim(None) is None


@pytest.mark.parametrize(
    "text, name", [("f32", "f32"), ("float32", "f32"), ("torch.bfloat16", "bf16"), ("half", "f16"), ("e4m3", "f8e4m3")]
)
def test_dtypes_are_read_in_every_usual_spelling(text, name):
    assert parse_dtype(text) == name


def test_an_unknown_dtype_lists_the_known_ones():
    with pytest.raises(OptionError, match=r"'f99'.*f32, bf16"):
        parse_dtype("f99")


def test_an_unknown_operator_suggests_the_nearest_and_lists_all():
    with pytest.raises(OptionError, match=r"did you mean matmul\?.*softmax"):
        find_operator("mathmul")


@pytest.mark.covering(
    "attention",
    "conv",
    "add",
    "relu",
    "gelu",
    "transpose",
    "softmax",
    "layernorm",
    "sum",
    "max",
    "foobar",
    "matmul",
    "addmm",
    "int_mm",
    "scaled_mm",
    "weight_int8",
    "weight_int4",
    "mlp",
    "lstm",
)
@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_runs_on_the_cpu_at_its_default_shape(name):
    operator = OPERATORS[name]
    case = build_case(operator, Request(operator.default_shape, operator.default_dtype))
    assert (operator.on_cpu or case.function)(*case.inputs).isfinite().all()


def test_inputs_are_the_same_for_the_same_seed_only():
    first, again, other = (build_case(OPERATORS["relu"], Request((5,), seed=seed)).inputs[0] for seed in (1, 1, 2))
    assert first.equal(again) and not first.equal(other)


@pytest.mark.parametrize(
    "name, request_, wanted",
    [
        ("matmul", Request((3,)), r"M,K\[,N\], such as 512,512,512, not 3"),
        ("mlp", Request((1, 2, 3, 4, 5)), r"BATCH\[,IN\]\[,HIDDEN\]\[,OUT\]"),
        ("softmax", Request((3, 4), dim=(2,)), "--dim 2 is outside"),
        ("softmax", Request((3, 4), dim=(0, 1)), "one --dim"),
        ("add", Request((3, 4), dim=(0,)), "no --dim"),
        ("gelu", Request((3, 4), dtype="i32"), "floating-point"),
        ("transpose", Request((3, 4, 5), dim=(0, 1)), "every dimension once"),
        ("int_mm", Request((3, 4), dtype="f32"), r"--dtype \(i8, u8\), not f32"),
        ("weight_int4", Request((8, 60, 60), dtype="bf16"), "multiples of 32"),
    ],
)
def test_a_request_that_does_not_fit_its_operator_says_what_would(name, request_, wanted):
    with pytest.raises((ShapeError, OptionError), match=wanted):
        build_case(OPERATORS[name], request_)


@pytest.mark.parametrize("name", ["int_mm", "scaled_mm", "weight_int8", "weight_int4"])
def test_operators_of_low_precision_have_a_dtype_of_their_own(name):
    operator = OPERATORS[name]
    case = build_case(operator, Request((16, 32, 64), operator.default_dtype))
    assert operator.default_dtype != "f32"
    assert tuple(case.function(*case.inputs).shape) == (16, 64)


def test_the_command_line_starts_without_torch():
    code = "import sys, npusim.frontend.cli.app; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_operators_of_other_packages_are_found_and_a_broken_package_is_named(monkeypatch):
    def define():
        register_operators(Operator("mine", "x", (), (3,), OPERATORS["relu"].build))

    entries = [EntryPoint("mine", "mine:define", packages.COMMANDS), EntryPoint("no", "no_such:x", packages.COMMANDS)]
    monkeypatch.setitem(sys.modules, "mine", SimpleNamespace(define=define))
    monkeypatch.setattr(packages, "entry_points", lambda group: entries)
    monkeypatch.setattr(operators_module, "_registered", {})
    monkeypatch.setattr(operators_module, "_errors", [])
    monkeypatch.setattr(operators_module, "operators", functools.cache(operators.__wrapped__))
    assert find_operator("mine").summary == "x"
    with pytest.raises(OptionError, match=r"there are mine, or give a script(.|\n)*no = no_such:x of the group"):
        find_operator("matmul")


def test_only_sums_that_cancel_get_a_tolerance_of_their_own():
    from npusim.frontend.cli.run.run_operator import _tolerance

    def tolerance(name, shape, dtype="f32", dim=None):
        operator = OPERATORS[name]
        case = build_case(operator, Request(shape, dtype, dim))
        return _tolerance(operator, case, case.function(*case.inputs))

    assert tolerance("max", (9, 9)) == {} and tolerance("sum", (9, 9), "i32") == {}
    assert tolerance("sum", (9, 4), dim=(1,))["atol"] == pytest.approx(1e-5)
    assert 1e-3 < tolerance("sum", (1, 1_000_000), dim=(1,))["atol"] < 3e-3
    assert tolerance("sum", (1, 1_000_000), "f64", dim=(1,))["atol"] < 1e-6


def test_missing_sizes_of_an_mlp_are_those_of_the_default():
    case = build_case(OPERATORS["mlp"], Request((3,)))
    assert [tuple(tensor.shape) for tensor in case.inputs] == [(3, 256), (512, 256), (512,), (256, 512), (256,)]
