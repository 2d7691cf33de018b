"""What npusim replaces in torch: the table of it, and what happens with a torch that it was not written for."""

import re
import sys
from pathlib import Path

import pytest
import torch
import torch._inductor.lowering
import torch._inductor.scheduler
from npusim.frontend.inductor import patches, patching, torch_version
from npusim.frontend.inductor.__main__ import main
from npusim.frontend.inductor.patches import PATCHES
from npusim.frontend.inductor.patching import ABSENT, Patch, TorchPatchError

ROOT = Path(__file__).parents[3]
OTHER = "2.99.0"


@pytest.fixture
def other_torch(monkeypatch):
    monkeypatch.setattr(torch, "__version__", f"{OTHER}+cpu")


def patch_of(target, looks, replacement="frontend.device.operators.printing:uncounted"):
    return Patch("the test's", target, "of the test", "Never.", replacement, looks)


class Printer:
    """Stands for a part of torch."""

    def show(self, tensor, *, tensor_contents=None):
        return "stock"


class NumberPrinter(Printer):
    """Inherits what is replaced."""


@pytest.fixture
def target(monkeypatch):
    """Names `Printer.show` as a target is named, whatever pytest calls this module."""
    monkeypatch.setitem(sys.modules, "torch_of_the_test", sys.modules[__name__])
    return "torch_of_the_test:Printer.show"


def test_every_target_is_what_it_was_in_the_checked_version():
    assert [(p.name, patching.appearance(p)) for p in PATCHES if patching.appearance(p) != p.looks] == []


def test_the_table_is_complete_and_names_what_there_is():
    assert len({patch.name for patch in PATCHES}) == len(PATCHES) > 30
    for patch in PATCHES:
        assert ROOT.joinpath(patch.file).exists() and patch.why and patch.until.endswith(".")
        assert patch.replacement.partition(":")[2] in ROOT.joinpath(patch.file).read_text()


def test_the_checked_version_is_the_one_that_is_required():
    required = re.search(r'"torch==(.*?)"', ROOT.joinpath("pyproject.toml").read_text())
    assert required and required[1] == torch_version.TORCH_VERSION


def test_the_checked_version_is_stated_once_in_the_sources():
    files = [file for folder in ("frontend", "mlir_templates", "scheduler") for file in (ROOT / folder).rglob("*")]
    texts = {file: file.read_text() for file in files if file.suffix in (".py", ".cpp", ".h")}
    stated = sorted(str(f.relative_to(ROOT)) for f, text in texts.items() if torch_version.TORCH_VERSION in text)
    assert stated == ["frontend/inductor/__init__.py", "frontend/inductor/torch_version.py"]


@pytest.mark.slow
def test_the_table_is_printed(capsys):
    assert main() == 0
    printed = capsys.readouterr().out
    assert "torch._inductor.graph.GraphLowering.mark_buffer_mutated" in printed and "CHANGED" not in printed
    assert f"written for torch {torch_version.TORCH_VERSION}" in printed


@pytest.mark.slow
def test_a_target_that_changed_is_printed_with_its_new_digest(capsys, monkeypatch):
    monkeypatch.setattr(torch._inductor.scheduler.Scheduler, "fuse_nodes", Printer.show)
    assert main() == 1
    assert f"CHANGED (looks='{patching.source_digest(Printer.show)}'" in capsys.readouterr().out


def test_what_a_class_inherits_can_be_replaced_and_looks_as_before(target):
    patch = patch_of(target.replace("Printer", "NumberPrinter"), patching.source_digest(Printer.show))
    patching.apply(patch)
    try:
        assert "show" in vars(NumberPrinter) and patching.appearance(patch) == patch.looks
    finally:
        patching.undo(patch)
    assert "show" not in vars(NumberPrinter) and patching.appearance(patch) == patch.looks


def test_a_patch_is_applied_once_and_can_be_undone(target):
    patch, stock = patch_of(target, "as checked"), Printer.show
    patching.apply(patch)
    replaced = Printer.show
    patching.apply(patch)
    try:
        assert Printer.show is replaced is not stock and replaced.__wrapped__ is stock
    finally:
        patching.undo(patch)
    patching.undo(patch)
    assert Printer.show is stock


def test_operators_forget_the_kernels_that_their_calls_found_before():
    operator, key = torch.ops.aten.upsample_bilinear2d.default, torch._C.DispatchKey.Autograd
    place = f"aten.upsample_bilinear2d.default.py_kernels[torch._C.DispatchKey.{key.name}]"
    patch = patch_of(f"torch.ops:{place}", patching.source_digest(operator.py_kernels[key]))
    operator._get_dispatch(key)
    patching.apply(patch)
    try:
        assert operator._get_dispatch(key) is operator.py_kernels[key]
    finally:
        patching.undo(patch)
    assert operator._get_dispatch(key) is operator.py_kernels[key]


def test_with_the_checked_version_another_packages_replacement_is_wrapped(target, monkeypatch):
    monkeypatch.setattr(Printer, "show", lambda self, tensor, *, tensor_contents=None: "theirs")
    patch = patch_of(target, "the digest of something else")
    patching.apply(patch)
    patching.undo(patch)


@pytest.mark.usefixtures("other_torch")
def test_another_torch_whose_target_looks_the_same_is_patched(target):
    patch = patch_of(target, patching.source_digest(Printer.show))
    patching.apply(patch)
    patching.undo(patch)


@pytest.mark.usefixtures("other_torch")
@pytest.mark.parametrize(
    "path, looks, says",
    [
        ("Printer.show", "0123456789ab", "Printer.show has changed"),
        ("Printer.display", "0123456789ab", "torch has no torch_of_the_test.Printer.display"),
        ("Printer.show", ABSENT, "torch has a torch_of_the_test.Printer.show of its own"),
    ],
)
def test_another_torch_whose_target_differs_is_an_error_that_says_where_to_mend(target, path, looks, says):
    patch, stock = patch_of(target.replace("Printer.show", path), looks), Printer.show
    with pytest.raises(TorchPatchError, match=re.escape(says)) as caught:
        patching.apply(patch)
    assert Printer.show is stock
    for part in ("'the test's'", OTHER, "frontend/device/operators/printing.py", "docs/torch_upgrade.md"):
        assert part in str(caught.value)


def test_a_target_that_is_gone_is_an_error_with_the_checked_version_as_well(target):
    with pytest.raises(TorchPatchError, match="torch has no"):
        patching.apply(patch_of("torch_of_the_test:Printer.display", "0123456789ab"))


@pytest.mark.usefixtures("other_torch")
def test_tables_that_are_changed_by_hand_are_checked(monkeypatch):
    patches.check_patch("lowerings")
    monkeypatch.setattr(torch._inductor.lowering, "lowerings", None)
    with pytest.raises(TorchPatchError, match=r"torch\._inductor\.lowering\.lowerings has changed"):
        patches.check_patch("lowerings")


# -- another torch, as a user meets it

START_WITH_OTHER = f"""
import torch, warnings
from npusim.frontend.inductor import torch_version
torch_version.TORCH_VERSION = "{OTHER}"  # not torch.__version__: the device would be built anew for it
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    torch.ones(2, device="npu")
    torch.ones(3, device="npu")
said = [str(w.message) for w in caught if w.category.__name__ == "TorchVersionWarning"]
"""


@pytest.mark.slow
def test_another_torch_is_warned_about_once_when_the_device_starts(fresh_torch):
    out = fresh_torch(START_WITH_OTHER.replace("torch.ones(2, d", "torch.npu.init(); torch.ones(2, d") + "print(said)")
    assert out.stdout.count("was checked with torch") == 1 and OTHER in out.stdout
    assert "docs/torch_upgrade.md" in out.stdout


@pytest.mark.slow
def test_another_torch_that_cannot_compile_for_the_device_still_compiles_for_the_cpu(fresh_torch):
    out = fresh_torch(
        START_WITH_OTHER
        + """
import torch._subclasses.fake_impls as moved
del moved.op_implementations_dict[torch.ops.aten.masked_select.default]
compiled = torch.compile(lambda x: x + 1)
assert compiled(torch.ones(2)).tolist() == [2, 2]
try:
    compiled(torch.ones(2, device="npu"))
except Exception as error:
    print(error)
"""
    )
    assert "fake_impls.op_implementations_dict[aten.masked_select.default]" in out.stdout
    assert "frontend/backend/traced/sizes.py" in out.stdout and f"torch=={OTHER}" in out.stdout


FIRST_USE_BY_THREADS = """
import threading, torch
found = []
def use(number):
    found.append(torch.compile(lambda x: x + number)(torch.ones(3).to("npu")).tolist())
threads = [threading.Thread(target=use, args=(i,)) for i in range(4)]
for each in threads: each.start()
for each in threads: each.join()
print(sorted(found))
"""


@pytest.mark.slow
def test_threads_may_compile_for_the_first_time_at_once(fresh_torch):
    assert fresh_torch(FIRST_USE_BY_THREADS).stdout.strip() == str([[i + 1.0] * 3 for i in range(4)])
