"""The store: entries under attack by other processes, signals, full disks and damage; what it shows of itself."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.system import store
from npusim.simulator.system.store import Key
from npusim.simulator.system.store_upkeep import LEFT_OVER, OLDER, items, outdated, remove

KEY = Key("mappings", "ab" * 32)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def numbered(number):
    return Key("candidates", f"{number:064x}")


def test_an_entry_gives_back_what_was_written_and_what_it_is():
    content = b"\0// npusim {} sha256:\n" * 3  # may look like a footer
    store.write(KEY, content, name="n" * 5000, machine="tpuv3")
    entry = store.read_entry(KEY)
    assert (entry.content, entry.about["machine"], len(entry.about["name"])) == (content, "tpuv3", 200)
    assert store.about(KEY) == entry.about
    assert store.read(KEY._replace(digest="0" * 64)) is None


@pytest.mark.parametrize("change", [lambda w: w[:-1], lambda w: b"X" + w[1:], lambda w: w + b"\n", lambda w: b""])
def test_a_changed_entry_is_named_removed_and_made_again(logged, change):
    store.write(KEY, b"content")
    KEY.path.write_bytes(change(KEY.path.read_bytes()))
    assert store.read(KEY) is None and not KEY.path.exists()
    assert any(f"{KEY.path} is damaged" in message for message in logged)
    store.write(KEY, b"content")
    assert store.read(KEY) == b"content"


WRITER = """
import sys
from npusim.simulator.system import store
number = 0
print("ready", flush=True)
while True:
    store.write(store.Key("candidates", f"{number % 5:064x}"), bytes([number % 251]) * 300_000)
    number += 1
"""


def test_processes_that_are_killed_while_they_write_leave_whole_entries(cache):
    for round_ in range(4):
        writers = [subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE) for _ in range(2)]
        for writer in writers:
            writer.stdout.readline()
        time.sleep(0.03 + 0.011 * round_)
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
            writer.communicate()
    contents = [content for number in range(5) if (content := store.read(numbered(number))) is not None]
    assert contents and all(len(content) == 300_000 and len(set(content)) == 1 for content in contents)
    found = items()
    assert not [item for item in found if item.fault()]
    for item in (item for item in found if item.kind == LEFT_OVER):
        os.utime(item.path, (0, 0))
    remove(outdated(items(), None, None))
    assert not list(cache.rglob("*.tmp")) and len(items()) == len(contents)


def test_a_full_disk_leaves_no_part_of_an_entry(cache, logged):
    store.write(KEY, b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        store.write(KEY, b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert store.read(KEY) == b"old" and not list(cache.rglob("*.tmp"))
    assert any("cannot write the compile cache" in message for message in logged)


def test_readers_get_whole_entries_or_none_while_others_write_and_prune(logged):
    stop, failures = threading.Event(), []

    def work(act):
        while not stop.is_set():
            try:
                act()
            except BaseException as error:
                failures.append(error)
                return

    def read():
        content = store.read(KEY)
        assert content is None or content == b"y" * 50_000

    def prune():
        _, kept = remove(outdated(items(), None, 0))
        assert not kept

    acts = (lambda: store.write(KEY, b"y" * 50_000), read, read, prune)
    threads = [threading.Thread(target=work, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures and not any("cannot write" in message for message in logged)


CLAIMANT = """
import time
from npusim.simulator.system import store
key = store.Key("candidates", "c" * 64)
with store.claimed(key.digest):
    if store.read(key) is None:
        print("computed", flush=True)
        time.sleep(0.5)
        store.write(key, b"result")
"""


def test_processes_that_need_the_same_compute_it_once():
    claimants = [subprocess.Popen([sys.executable, "-c", CLAIMANT], stdout=subprocess.PIPE) for _ in range(3)]
    outputs = [claimant.communicate()[0] for claimant in claimants]
    assert sorted(outputs) == [b"", b"", b"computed\n"]


def test_the_claim_of_a_killed_process_holds_nobody_up():
    claimant = subprocess.Popen([sys.executable, "-c", CLAIMANT.replace("0.5", "60")], stdout=subprocess.PIPE)
    assert claimant.stdout.readline() == b"computed\n"
    claimant.kill()
    claimant.communicate()
    with store.claimed("c" * 64) as waited:
        assert not waited


def test_a_claim_ends_after_its_time_and_an_unusable_store_has_none(cache, monkeypatch):
    monkeypatch.setattr(store, "_LONGEST_CLAIM_S", 0.05)
    with store.claimed("c" * 64) as first, store.claimed("c" * 64) as second:
        assert (first, second) == (False, True)
    monkeypatch.setenv("NPUSIM_CACHE_DIR", "/proc/nowhere")
    with store.claimed("c" * 64) as waited:
        assert not waited


def test_the_longest_unused_entries_go_first_and_use_makes_young():
    for number in range(4):
        store.write(numbered(number), b"z" * 1000)
        os.utime(numbered(number).path, (0, 1000 + number))
    store.read(numbered(0))
    size = items()[0].size_bytes
    assert [item.path for item in outdated(items(), None, 2 * size)] == [numbered(1).path, numbered(2).path]
    assert [item.path for item in outdated(items(), 3600, None)] == [numbered(n).path for n in (1, 2, 3)]


def test_files_that_npusim_has_not_written_stay(cache):
    store.write(KEY, b"ours")
    theirs = [cache / "stages" / "letter.txt", cache / "device" / "a.tmp", cache / "mine" / f"{'ab' * 32}.o"]
    old = cache / "objects" / "ab" / f"{'ab' * 32}.o"
    for path in (*theirs, old):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert sorted(item.kind for item in items()) == ["mappings", OLDER]
    removed, _ = remove(items())
    assert {item.path for item in removed} == {KEY.path, old} and all(path.exists() for path in theirs)


def kernel(name="k", x="X", comment="", value="1.0"):
    return f"""func.func @{name}(%{x}: memref<4xf32>) {{{comment}
  %c = arith.constant {value} : f32
  affine.for %i = 0 to 4 {{
    memref.store %c, %{x}[%i] : memref<4xf32>
  }}
  return
}}
"""


def test_names_and_comments_do_not_make_another_program_but_all_else_does():
    base = parse_kernel(kernel())
    same = [kernel("another"), kernel(x="in_ptr0"), kernel(comment='  // model.py:7 "quoted')]
    assert {parse_kernel(text).code_identity for text in same} == {base.code_identity}
    other = [kernel(value="2.0"), "\n" + kernel()]  # line numbers are in messages of programs
    assert base.code_identity not in {parse_kernel(text).code_identity for text in other}
    assert len({parse_kernel(text).identity for text in (kernel(), *same)}) == 4
    assert base.bind({"X": 4}).code_identity != base.code_identity


def test_a_line_of_a_million_blanks_is_read_once():
    blank = " " * 1_000_000
    spaced = parse_kernel(kernel(comment=f"{blank}// a comment"))
    assert spaced.code_identity == parse_kernel(kernel()).code_identity
    assert parse_kernel(kernel(comment=blank)).code_identity != spaced.code_identity
