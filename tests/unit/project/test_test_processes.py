"""Plain `pytest` takes two processes where it can; what is named on the command line takes one."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[3]
_SPEC = importlib.util.spec_from_file_location("whole_suite_conftest", ROOT / "tests" / "conftest.py")
hooks = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(hooks)

XDIST = {"numprocesses": None, "dist": "no", "tx": []}
USUAL = {"collectonly": False, "usepdb": False, "trace": False}


def configured(named=False, xdist=True, **options):
    """A configuration as pytest makes it, with or without files that are named and the plugin xdist."""
    source = pytest.Config.ArgsSource.ARGS if named else pytest.Config.ArgsSource.TESTPATHS
    known = USUAL | (XDIST if xdist else {}) | options
    plugins = SimpleNamespace(hasplugin=lambda name: xdist and name == "xdist")
    return SimpleNamespace(args_source=source, option=SimpleNamespace(**known), pluginmanager=plugins)


def test_the_whole_suite_is_shared_out_by_files():
    config = configured()
    hooks.pytest_cmdline_main(config)
    assert config.option.dist == "loadfile"
    assert config.option.tx == ["popen", "popen"]
    assert config.option.loadscopereorder is False


@pytest.mark.parametrize(
    "given", [{"named": True}, {"numprocesses": 1}, {"dist": "load"}, *({name: True} for name in USUAL)], ids=str
)
def test_named_files_and_given_options_are_left_alone(given):
    config = configured(**given)
    hooks.pytest_cmdline_main(config)
    assert config.option.tx == []
    assert config.option.dist == given.get("dist", "no")


def test_without_xdist_one_process_runs_and_it_is_said():
    config = configured(xdist=False)
    hooks.pytest_cmdline_main(config)
    assert not hasattr(config.option, "tx")
    assert "pip install pytest-xdist" in hooks.pytest_report_header(config)
    assert hooks.pytest_report_header(configured()) is None


def test_pytest_starts_without_xdist():
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "--markers"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "slow: takes longer" in ended.stdout
