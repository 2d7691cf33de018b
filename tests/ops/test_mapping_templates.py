"""Mapping files and autotuning of the templates beside products, convolutions and attention: tiles that a file pins are
the kernel's, whatever they are values stay right, and autotuning is never slower than the default.
"""

import pytest
import torch
from common import compare, make
from mapping_support import mapped, mappings, texts, written
from npusim.simulator.errors import MappingError

pytestmark = pytest.mark.usefixtures("no_mapping_from_outside")


# -- products that skip tiles of zeros


@pytest.mark.covering("{'TILE_M': 7, 'TILE_N': 13, 'TILE_K': 11, 'SLOTS': 1}")
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
    compare(result, torch.relu(x @ w) + 1)
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


@pytest.mark.covering("{'TILE_N': 7, 'SLOTS': 1}")
@pytest.mark.parametrize("entry", [{"TILE_N": 48}, {"TILE_N": 7, "SLOTS": 1}, {"TILE_N": 512, "SLOTS": 3}], ids=str)
def test_tiles_of_products_with_block_sparse_matrices(device, tmp_path, entry):
    matrix, dense = make((96, 64)), make((64, 83), seed=1)
    matrix[:32] = 0
    file = written(tmp_path, {"block_sparse": {"96_83_64_16x32": entry}})
    sparse, on_device = matrix.to_sparse_bsr((16, 32)).to(device), dense.to(device)
    result, ((block, _),) = run_eagerly(lambda: sparse @ on_device, mapping=file, dump_dir=tmp_path)
    compare(result, matrix @ dense)
    assert (block["strategy"], block["key"]) == ("external", "96_83_64_16x32")
    assert block["chosen"]["TILE_N"] == min(entry["TILE_N"], 96)
    assert f"memref<32x{block['chosen']['TILE_N']}xf32, 1>" in texts(tmp_path)


def test_entries_of_block_sparse_products_are_checked(device, tmp_path):
    sparse, dense = make((64, 64)).to_sparse_bsr((16, 16)).to(device), make((64, 64)).to(device)
    file = written(tmp_path, {"block_sparse": {"64_64_64_16x16": {"TILE_N": 16, "TILE_M": 16}}})
    with pytest.raises(MappingError, match=r"block_sparse\['64_64_64_16x16'\]: key 'TILE_M' is unknown"):
        run_eagerly(lambda: sparse @ dense, mapping=file)


# -- bags


@pytest.mark.covering
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize(
    "entry",
    [
        {"LANES": "COLUMNS", "TILE_SEGMENTS": 3, "STEP": 5, "TILE_COLUMNS": 13, "SLOTS": 1},
        {"LANES": "SEGMENTS", "TILE_SEGMENTS": 7, "STEP": 3, "TILE_COLUMNS": 11, "WINDOW": 6, "STRIPS": 3},
        {"LANES": "COLUMNS", "TILE_SEGMENTS": 1, "STEP": 1, "TILE_COLUMNS": 1000, "WINDOW": 2, "STRIPS": 1},
    ],
    ids=str,
)
def test_tiles_of_bags(device, tmp_path, entry, mode):
    table, indices = make((31, 29)), torch.randint(0, 31, (150,), generator=torch.Generator().manual_seed(0))
    offsets = torch.tensor([0, 1, 1, 20, 33, 40, 41, 60, 61, 80, 149])
    file = written(tmp_path, {"segment_reduce": {"11_150_29": entry}})

    def bags(indices, table, offsets):
        return torch.nn.functional.embedding_bag(indices, table, offsets, mode=mode)

    inputs = indices, table, offsets
    moved = [x.to(device) for x in inputs]
    result, ((block, _),) = mapped(bags, *moved, mode="functional", mapping=file, dump_dir=tmp_path)
    compare(result, bags(*inputs))
    assert (block["strategy"], block["key"]) == ("external", "11_150_29")
    chosen = block["chosen"]
    assert {**chosen, **entry, "TILE_COLUMNS": chosen["TILE_COLUMNS"]} == chosen
    assert f"memref<{chosen['TILE_SEGMENTS']}x{chosen['STEP']}x{chosen['TILE_COLUMNS']}xf32, 1>" in texts(tmp_path)


def test_entries_of_segment_reductions_are_checked(device, tmp_path):
    entry = {"LANES": "SEGMENTS", "TILE_SEGMENTS": 8, "STEP": 4, "TILE_COLUMNS": 16, "WINDOW": 6}
    file = written(tmp_path, {"segment_reduce": {"*": entry}})
    table, indices = make((31, 29)).to(device), torch.zeros((4, 5), dtype=torch.int64).to(device)
    message = r"segment_reduce\['\*'\]: key 'WINDOW' has the value 6; it must be .* divisible by 4"
    with pytest.raises(MappingError, match=message):
        mapped(torch.nn.functional.embedding_bag, indices, table, mapping=file)


# -- scans


def sums(x):
    return torch.cumsum(x, 1)


def maxima(x):
    return tuple(torch.cummax(x, 1))


SCANS = {
    "rows": (sums, (37, 100), "37_100_1", {"TILE_ROWS": 5, "TILE_LENGTH": 7, "SEGMENTS": 3}),
    "rows in one segment": (maxima, (37, 100), "37_100_1", {"TILE_ROWS": 16, "TILE_LENGTH": 48}),
    "all in one tile": (sums, (37, 100), "37_100_1", {"TILE_ROWS": 1000, "TILE_LENGTH": 1024, "SEGMENTS": 8}),
    "columns": (sums, (3, 50, 40), "3_50_40", {"TILE_LENGTH": 12, "TILE_WIDTH": 13}),
    "long columns": (maxima, (3, 50, 40), "3_50_40", {"TILE_LENGTH": 32, "TILE_WIDTH": 1000}),
}


@pytest.mark.covering("rows in one segment", "columns", "long columns")
@pytest.mark.parametrize("name", SCANS)
def test_tiles_of_scans(device, tmp_path, name):
    function, shape, key, entry = SCANS[name]
    file = written(tmp_path, {"scan": {key: entry}})
    x = make(shape)
    result, ((block, _),) = mapped(
        function, x.to(device), mode="functional", mapping=file, dump_dir=tmp_path
    )  # fmt: skip
    compare(result, function(x))
    chosen = block["chosen"]
    assert (block["strategy"], block["key"]) == ("external", key)
    width = chosen["TILE_WIDTH"] if "TILE_WIDTH" in chosen else chosen["TILE_ROWS"] * chosen["SEGMENTS"]
    assert f"memref<{chosen['TILE_LENGTH']}x{width}xf32, 1>" in texts(tmp_path)
    if name in ("rows", "columns"):
        assert chosen == entry


def test_entries_of_scans_are_checked(device, tmp_path):
    file = written(tmp_path, {"scan": {"37_100_1": {"TILE_ROWS": 8, "TILE_LENGTH": 20}}})
    with pytest.raises(
        MappingError, match=r"scan\['37_100_1'\]: key 'TILE_LENGTH' has the value 20; .* multiple of 16"
    ):
        mapped(sums, make((37, 100)).to(device), mapping=file)


# -- sorts


def in_order(x):
    return tuple(torch.sort(x, dim=1, stable=True))


SORTS = {
    "some rows": ((37, 100), {"TILE_ROWS": 5, "TILE_KEYS": 128, "SEGMENTS": 4, "BLOCK": 2}),
    "chunks that are merged in memory": ((5, 100), {"TILE_ROWS": 3, "TILE_KEYS": 16, "SEGMENTS": 2, "BLOCK": 4}),
    "pairs of keys": ((5, 100), {"TILE_ROWS": 8, "TILE_KEYS": 1, "SEGMENTS": 1, "BLOCK": 1}),
    "columns of two keys": ((5, 100), {"TILE_ROWS": 1, "TILE_KEYS": 4096, "SEGMENTS": 4096, "BLOCK": 64}),
}


@pytest.mark.covering("some rows-torch.float32", "pairs of keys-torch.float32", "columns of two keys-torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.int64], ids=str)
@pytest.mark.parametrize("name", SORTS)
def test_tiles_of_sorts(device, tmp_path, name, dtype):
    shape, entry = SORTS[name]
    key = f"{shape[0]}_{shape[1]}"
    file = written(tmp_path, {"sort": {key: entry}})
    x = make(shape, dtype)
    result, ((block, _),) = mapped(in_order, x.to(device), mode="functional", mapping=file, dump_dir=tmp_path)
    compare(result, in_order(x))
    chosen = block["chosen"]
    assert (block["strategy"], block["key"]) == ("external", key)
    assert chosen["TILE_KEYS"] == min(max(entry["TILE_KEYS"], 2), 128) and chosen["TILE_ROWS"] == entry["TILE_ROWS"]
    assert f"memref<{chosen['TILE_ROWS']}x{chosen['TILE_KEYS']}xi64, 1>" in texts(tmp_path)


FIRST = [
    (5, {"TILE_ROWS": 3, "SEGMENTS": 4, "BLOCK": 8, "RUN": 16}),
    (5, {"TILE_ROWS": 2, "SEGMENTS": 1, "BLOCK": 4}),
    (20, {"TILE_ROWS": 7, "SEGMENTS": 1024, "BLOCK": 32, "RUN": 128}),
    (20, {"TILE_ROWS": 64, "BLOCK": 2}),
]


@pytest.mark.covering("5-{'TILE_ROWS': 3, 'SEGMENTS': 4, 'BLOCK': 8, 'RUN': 16}", "20-{'TILE_ROWS': 64, 'BLOCK': 2}")
@pytest.mark.parametrize("number, entry", FIRST, ids=str)
def test_tiles_of_searches_for_the_first_keys(device, tmp_path, number, entry):
    file = written(tmp_path, {"top_k": {"*": entry}})
    x = make((9, 700))

    def first(x):
        return tuple(torch.topk(x, number, sorted=True))

    result, blocks = mapped(first, x.to(device), mode="functional", mapping=file, dump_dir=tmp_path)
    compare(result, first(x))
    block = blocks[0][0]
    assert (block["strategy"], block["template"], block["key"]) == ("external", "top_k", f"9_700_{number}")
    chosen = block["chosen"]
    assert chosen["TILE_ROWS"] == min(entry["TILE_ROWS"], 16)
    assert chosen["SEGMENTS"] <= entry.get("SEGMENTS", 8)
    assert f"memref<{chosen['TILE_ROWS']}x{chosen['SEGMENTS'] * chosen['RUN']}xi64, 1>" in texts(tmp_path)


def test_entries_of_sorts_are_checked(device, tmp_path):
    x = make((9, 700)).to(device)
    file = written(tmp_path, {"sort": {"9_700": {"TILE_ROWS": 1, "TILE_KEYS": 100}}})
    with pytest.raises(
        MappingError, match=r"sort\['9_700'\]: key 'TILE_KEYS' has the value 100; it must be a power of two"
    ):
        mapped(in_order, x, mapping=file)
    file = written(tmp_path, {"top_k": {"9_700_5": {"TILE_ROWS": 1, "SEGMENTS": 3}}})
    with pytest.raises(MappingError, match=r"top_k\['9_700_5'\]: key 'SEGMENTS' has the value 3"):
        mapped(lambda x: torch.topk(x, 5), x, mapping=file)


# -- autotuning

TUNED = {
    "scan of rows": (sums, (64, 300)),
    "scan of columns": (sums, (2, 300, 64)),
    "sort": (in_order, (40, 100)),
    "first keys": (lambda x: torch.topk(x, 5), (20, 600)),
}


@pytest.mark.covering("scan of rows")
@pytest.mark.parametrize("name", TUNED)
def test_autotuning_never_loses_to_the_default(device, name):
    function, shape = TUNED[name]
    x = make(shape).to(device)
    _, plain = mapped(function, x, mapping="default")
    result, tuned = mapped(function, x, mode="both", mapping="autotune:4")
    compare(result, function(make(shape)))
    for (default, default_cycles), (block, cycles) in zip(plain, tuned, strict=True):
        assert (default["strategy"], block["strategy"]) == ("default", "autotune")
        trials = block["candidates"]
        assert len(trials) == 4 and trials[0]["mapping"] == default["chosen"]
        assert cycles <= default_cycles
        assert cycles == min(t["simulated_cycles"] for t in trials) or block["chosen"] == default["chosen"]


def test_kernels_whose_time_depends_on_values_say_that_they_are_not_tuned(device):
    table, indices = make((31, 29)).to(device), torch.zeros((4, 5), dtype=torch.int64).to(device)
    _, ((block, _),) = mapped(torch.nn.functional.embedding_bag, indices, table, mode="both", mapping="autotune:4")
    assert (block["strategy"], block["candidates"]) == ("default", [])
    assert "depend on them" in block["note"]
