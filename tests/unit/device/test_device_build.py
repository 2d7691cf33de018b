"""The device's library in the cache: damaged, half made, somebody else's, or being built by another process."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from npusim.frontend.device import build
from npusim.simulator.errors import DeviceError

BUILD = "import torch; from npusim.frontend.device import build; build.library()"


@pytest.fixture(scope="module")
def compiler(device, tmp_path_factory):
    """A compiler that takes no time: it gives what the real one has built."""
    folder = tmp_path_factory.mktemp("compiler")
    shutil.copy(build.library(), folder / "library")
    script = folder / "c++"
    script.write_text(
        f'#!/bin/sh\nsleep "${{SLOW:-0}}"\nwhile [ "$1" != -o ]; do shift; done\ncp {folder / "library"} "$2"\n'
    )
    script.chmod(0o755)
    return str(script)


@pytest.fixture
def cache(compiler, tmp_path, monkeypatch):
    """An empty cache; `build.library()` fills it."""
    monkeypatch.setenv("CXX", compiler)
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def flipped(content):
    return content[:5000] + bytes([content[5000] ^ 1]) + content[5001:]


DAMAGES = {"empty": lambda c: b"", "truncated": lambda c: c[: len(c) // 2], "one bit": flipped, "text": lambda c: b"no"}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_library_is_built_again(cache, compiler, capsys, damage):
    library, built = build.library(), Path(compiler).with_name("library").read_bytes()
    library.write_bytes(DAMAGES[damage](library.read_bytes()))
    capsys.readouterr()
    assert build.library() == library and library.read_bytes().startswith(built)  # the last line has the build's time
    assert "is damaged; it is built again" in capsys.readouterr().err
    assert build.library() == library and capsys.readouterr().err == ""  # from the cache


def test_a_library_that_is_cut_off_behind_the_check_is_built_again(cache, monkeypatch):
    library, calls = build.library, []

    def cut_off_once():
        calls.append(library())
        if len(calls) == 1:
            os.truncate(calls[0], 5000)
        return calls[-1]

    monkeypatch.setattr(build, "library", cut_off_once)
    path, copy = build.sealed_copy()
    assert len(calls) == 2 and os.pread(copy, 1 << 28, 0) == path.read_bytes()
    for change in (lambda: os.pwrite(copy, b"x", 0), lambda: os.ftruncate(copy, 0)):
        with pytest.raises(PermissionError):
            change()
    os.close(copy)


@pytest.mark.slow
def test_a_library_that_is_cut_off_while_it_is_loaded_takes_nothing_away(cache, fresh_torch):
    build.library()
    program = """
import os, torch
from npusim.frontend.device import build
x = torch.zeros(6, device="npu")
os.truncate(build.library(), 0)
y = torch.arange(6.0).view(2, 3).npu()
print((y.t().contiguous().view(-1) + x).sum().item(), torch.npu.memory_allocated() > 0, y.unfold(1, 2, 1).shape)
with torch.autocast("npu"), torch.random.fork_rng(device_type="npu"):
    print(torch.npu.memory_stats() is not None, torch.empty(3, device="npu").zero_().resize_(9).numel())
"""
    done = fresh_torch(program, NPUSIM_FALLBACK="allow")
    assert done.stdout.split("\n")[:2] == ["15.0 True torch.Size([2, 2, 2])", "True 9"]


@pytest.mark.slow
def test_two_processes_build_the_device_once(cache):
    command = [sys.executable, "-c", "import torch; print(torch.ones(1, device='npu').item())"]
    options = {"env": {**os.environ, "SLOW": "5"}, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(command, **options) for _ in range(2)]
    results = [process.communicate() for process in processes]
    assert [out for out, _ in results] == ["1.0\n", "1.0\n"]
    assert sum("device built in" in err for _, err in results) == 1  # the other one says that it waits
    assert len(list(cache.rglob("*.so"))) == 1 and not list(cache.rglob("*.tmp"))


@pytest.mark.parametrize("mode", [0o777, 0o757])
@pytest.mark.parametrize("which", ["library", "folder", "cache"])
def test_a_library_that_others_can_write_is_not_loaded(cache, which, mode):
    library = build.library()
    {"library": library, "folder": library.parent, "cache": cache}[which].chmod(mode)
    with pytest.raises(DeviceError, match=r"can be written by other users.*chmod go-w"):
        build.library()


def test_nothing_is_built_where_others_can_write(cache):
    cache.mkdir()
    cache.chmod(0o777)
    with pytest.raises(DeviceError, match="can be written by other users"):
        build.library()
    assert not list(cache.rglob("*.so"))


def test_a_folder_like_tmp_may_be_the_cache(cache):
    cache.mkdir()
    cache.chmod(0o1777)
    assert build.library() == build.library()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_library_of_another_user_is_not_loaded(cache):
    os.chown(build.library(), 12345, 12345)
    with pytest.raises(DeviceError, match="belongs to the user with the number 12345"):
        build.library()


def test_a_cache_under_a_generous_umask_is_still_this_users(cache):
    before = os.umask(0)
    try:
        library = build.library()
    finally:
        os.umask(before)
    assert build.library() == library


@pytest.mark.parametrize("kind", ["file", "dangling link", "nowhere"])
def test_a_cache_that_is_no_folder_is_one_sentence(cache, monkeypatch, kind):
    if kind == "file":
        cache.write_text("")
    if kind == "dangling link":
        cache.symlink_to(cache.parent / "gone")
    if kind == "nowhere":
        monkeypatch.setenv("NPUSIM_CACHE_DIR", "/proc/nowhere")
    with pytest.raises(DeviceError, match="set NPUSIM_CACHE_DIR"):
        build.library()


def test_a_full_disk_is_named(cache, tmp_path, monkeypatch):
    script = tmp_path / "full"
    script.write_text("#!/bin/sh\necho 'ld: final link failed: No space left on device' >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setenv("CXX", str(script))
    with pytest.raises(DeviceError, match=r"no space is left.*TMPDIR"):
        build.library()


def started(slow_s, cache):
    """A process that builds, and holds the lock."""
    environment = {**os.environ, "SLOW": str(slow_s)}
    process = subprocess.Popen([sys.executable, "-c", BUILD], env=environment, stderr=subprocess.PIPE, text=True)
    while not any(lock.stat().st_size for lock in cache.glob("locks/device-*")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process


@pytest.mark.slow
def test_a_process_that_waits_for_the_build_says_for_whom(cache, capsys):
    builder = started(3, cache)
    library = build.library()
    said = capsys.readouterr().err
    assert f"process {builder.pid} on" in said and "this process waits for it" in said
    assert "with" not in said  # it did not build
    errors = builder.communicate()[1]
    assert builder.returncode == 0 and "longer on a busy machine" in errors and f"{library}" in errors


def test_a_build_that_was_killed_leaves_nothing_in_the_way(cache):
    builder = started(60, cache)
    target = build._target(build.find_compiler())
    left_over = target.with_suffix(f".{builder.pid}.tmp")
    left_over.write_text("half a library")
    builder.send_signal(signal.SIGKILL)
    builder.communicate()
    assert build.is_whole(build.library()) and not list(cache.rglob("*.tmp"))
