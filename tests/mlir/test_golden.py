"""Kernels of small programs, as text, and their cycles, compared with what is kept in `tests/mlir/golden`.

`pytest tests/mlir/test_golden.py --regenerate-golden` writes the files anew, with `-k` some of them. The cases are in
`tests/support/golden/cases`.
"""

import itertools
import re

import pytest
import torch
from golden import files
from golden.cases import CASES
from golden.recording import MACHINES, record
from npusim import mlir_templates
from npusim.frontend.fusions import switches
from npusim.frontend.template import MLIRTemplate
from npusim.simulator.ir import dialect

STRATEGIES = {"default", "autotune", "external", "resident"}


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch):
    """Kernels are those that the case asks for; packed weights have the layout of hosts with AVX-512."""
    for name in ("MAPPING", "NO_FUSE", "SKIP_ZERO_TILES", "ASSUME_FINITE", "MACHINE"):
        monkeypatch.delenv(f"NPUSIM_{name}", raising=False)
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX512")


def pytest_generate_tests(metafunc):
    """The default run takes few cases that have whatever any case has; what is written anew is all of them."""
    if {"machine", "name"} <= set(metafunc.fixturenames):
        is_written = metafunc.config.getoption(files.REGENERATE)
        usual = {("tpuv3", name) for name in (CASES if is_written else files.that_cover(CASES, "tpuv3"))}
        pairs = list(itertools.product(["tpuv3", "small8x8"], sorted(CASES)))
        marked = [pytest.param(*pair, marks=[pytest.mark.slow] * (pair not in usual)) for pair in pairs]
        metafunc.parametrize(("machine", "name"), marked)


@pytest.mark.filterwarnings("error:.*mode timing:UserWarning")
def test_kernels_and_cycles_are_the_ones_that_are_kept(name, machine, device, tmp_path, request):
    recording = record(CASES[name], machine, device, tmp_path)
    if request.config.getoption(files.REGENERATE):
        others = {other: record(CASES[name], other, device, tmp_path) for other in MACHINES if other != machine}
        files.write(name, {machine: recording, **others})
    text = files.expected_text(name, machine).splitlines()
    kept = [",".join(row) for row in files.read_table() if row[:2] == (name, machine)]
    now = [",".join(row) for row in files.rows_of(name, machine, recording)]
    differences = [
        files.difference(text, recording.text.splitlines(), f"{name} on {machine}"),
        files.difference(kept, now, "cycles.csv"),
    ]
    if any(differences):
        pytest.fail("\n".join(filter(None, differences)), pytrace=False)


@pytest.fixture(scope="module")
def kept():
    """All kernels that are kept, in one text."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(files.FOLDER.glob("*/*.mlir")))


def below(cls):
    """Our classes below a class."""
    found = {each for direct in cls.__subclasses__() for each in {direct, *below(direct)}}
    return {each for each in found if each.__module__.startswith("npusim.mlir_templates.")}


def test_every_template_has_a_case(device, kept):
    mlir_templates.load_templates()
    templates = [each for each in below(MLIRTemplate) if not below(each)]
    assert len(templates) > 10
    missing = sorted(each.__name__ for each in templates if not re.search(rf", template {each.__name__}\b", kept))
    assert not missing, f"no golden case has a kernel of {missing}: add one to tests/support/golden/cases"


def test_every_fusion_has_a_case(kept):
    found = set(" ".join(re.findall(r"^// .*, fusions ([a-z_ ]+)", kept, re.MULTILINE)).split())
    assert found >= switches.FUSIONS.keys()


def test_every_fusion_can_be_switched_off_in_a_case():
    assert switched_off() >= switches.FUSIONS.keys()


def switched_off():
    """Fusions that some case switches off."""
    off = set()
    for case in CASES.values():
        with case.within():
            off |= switches.switched_off()
    return off


def test_every_mapping_strategy_has_a_case(kept):
    assert set(re.findall(r", mapping (\w+)$", kept, re.MULTILINE)) == STRATEGIES


@pytest.mark.parametrize("operation", sorted(each.OPERATION_NAME for each in dialect.Npu.Operation.__subclasses__()))
def test_every_operation_of_the_dialect_has_a_case(kept, operation):
    assert f'"{operation}"' in kept


@pytest.mark.parametrize("combine", sorted({*dialect.COMBINES} - {"none"}))
def test_every_way_to_combine_has_a_case(kept, combine):
    assert re.search(rf'"npu.scatter"\(.*combine = "{combine}"', kept)


def test_the_default_run_takes_few_cases_that_have_every_template_fusion_and_strategy():
    def words(cases):
        texts = "\n".join(files.expected_text(case, "tpuv3") for case in cases)
        return set(re.findall(r"\w+", " ".join(re.findall(r"^// .*", texts, re.MULTILINE))))

    taken = files.that_cover(CASES, "tpuv3")
    assert len(taken) < len(CASES) / 3
    missing = words(CASES) - words(taken)
    assert not missing & {*switches.FUSIONS, *STRATEGIES}
    assert not [word for word in missing if word.startswith("MLIR")]
    assert "a new case" in files.that_cover([*CASES, "a new case"], "tpuv3")


def test_nothing_is_kept_without_a_case():
    assert {file.stem for file in files.FOLDER.glob("*/*.mlir")} == CASES.keys()
    assert {row[0] for row in files.read_table()} == CASES.keys()


def test_kernels_hold_nothing_of_the_process_or_its_place(kept):
    """No paths, no addresses, no line numbers."""
    assert not re.search(r"\.py\b|/\w+/|0x[0-9a-f]{8}|\bline\b", re.sub(r"^// .*", "", kept, flags=re.MULTILINE))
