"""Mapping files and autotuning of the templates beside products, convolutions and attention: tiles that a file pins are
the kernel's, whatever they are values stay right, and autotuning is never slower than the default.
"""

import pytest
import torch
from common import compare, make
from mapping_support import mapped, mappings, texts, written
from npusim.simulator.errors import MappingError

LONG = {"rtol": 1e-4, "atol": 1e-4}


@pytest.fixture(autouse=True)
def without_environment(monkeypatch):
    monkeypatch.delenv("NPUSIM_MAPPING", raising=False)


# -- products that skip tiles of zeros


@pytest.mark.parametrize(
    "entry",
    [
        {"TILE_M": 24},
        {"TILE_M": 7, "TILE_N": 13, "TILE_K": 11, "SLOTS": 1},
        {"TILE_M": 1000, "TILE_N": 64, "TILE_K": 128, "SLOTS": 3},
    ],
    ids=str,
)
def test_tiles_of_zero_skipping_products(device, tmp_path, entry):
    x, w = make((37, 70)), make((70, 90), seed=1)
    w[:, 26:] = 0
    file = written(tmp_path, {"zero_skipping": {"37_90_70": entry}})
    with torch.npu.skip_zero_tiles():
        result, ((block, _),) = mapped(
            lambda x, w: torch.relu(torch.mm(x, w)) + 1, x.to(device), w.to(device), mode="both", mapping=file,
            dump_dir=tmp_path,
        )  # fmt: skip
    compare(result, torch.relu(x @ w) + 1, **LONG)
    assert (block["strategy"], block["key"]) == ("external", "37_90_70")
    m, n, k = (block["chosen"][f"TILE_{axis}"] for axis in "MNK")
    assert (m, n, k) == (min(entry["TILE_M"], 40), entry.get("TILE_N", 256), entry.get("TILE_K", 128))
    assert f"memref<{m}x{k}xf32, 1>" in texts(tmp_path) and f"memref<{k}x{n}xf32, 1>" in texts(tmp_path)


def test_smaller_tiles_of_weights_skip_more(device, tmp_path):
    x, w = make((256, 512)), make((512, 512), seed=1)
    w[:, ::2] = 0
    w[64:] = 0
    cycles = []
    for height in (128, 64):
        file = written(tmp_path, {"zero_skipping": {"*": {"TILE_M": 256, "TILE_K": height}}})
        with torch.npu.skip_zero_tiles():
            _, ((_, each),) = mapped(torch.mm, x.to(device), w.to(device), mode="both", mapping=file)
        cycles.append(each)
    assert cycles[1] < cycles[0]


def test_entries_of_zero_skipping_products_are_checked(device, tmp_path):
    x = make((64, 64)).to(device)
    for entry, message in (({"TILE_M": 0}, "'TILE_M' has the value 0"), ({"TILE_M": 8, "TILE_K": 1.5}, "'TILE_K'")):
        file = written(tmp_path, {"zero_skipping": {"64_64_64": entry}})
        with (
            torch.npu.skip_zero_tiles(),
            pytest.raises(MappingError, match=rf"zero_skipping\['64_64_64'\]: .*{message}"),
        ):
            mapped(torch.mm, x, x, mapping=file)


# -- block sparse matrices


def run_eagerly(function, **options):
    """What a function gives whose eager operators are compiled, each alone, and the mappings of its kernels."""
    torch._dynamo.reset()
    with torch.npu.simulator(**options) as simulation:
        return function(), mappings(simulation)


@pytest.mark.parametrize("entry", [{"TILE_N": 48}, {"TILE_N": 7, "SLOTS": 1}, {"TILE_N": 512, "SLOTS": 3}], ids=str)
def test_tiles_of_products_with_block_sparse_matrices(device, tmp_path, entry):
    matrix, dense = make((96, 64)), make((64, 83), seed=1)
    matrix[:32] = 0
    file = written(tmp_path, {"block_sparse": {"96_83_64_16x32": entry}})
    sparse, on_device = matrix.to_sparse_bsr((16, 32)).to(device), dense.to(device)
    result, ((block, _),) = run_eagerly(lambda: sparse @ on_device, mapping=file, dump_dir=tmp_path)
    compare(result, matrix @ dense, **LONG)
    assert (block["strategy"], block["key"]) == ("external", "96_83_64_16x32")
    assert block["chosen"]["TILE_N"] == min(entry["TILE_N"], 96)
    assert f"memref<32x{block['chosen']['TILE_N']}xf32, 1>" in texts(tmp_path)


def test_entries_of_block_sparse_products_are_checked(device, tmp_path):
    sparse, dense = make((64, 64)).to_sparse_bsr((16, 16)).to(device), make((64, 64)).to(device)
    file = written(tmp_path, {"block_sparse": {"64_64_64_16x16": {"TILE_N": 16, "TILE_M": 16}}})
    with pytest.raises(MappingError, match=r"block_sparse\['64_64_64_16x16'\]: key 'TILE_M' is unknown"):
        run_eagerly(lambda: sparse @ dense, mapping=file)
