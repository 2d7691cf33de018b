"""`torch.profiler` on the device: kernels with simulated times, under the operators that launched them."""

import json

import torch
from torch.profiler import ProfilerActivity, profile, record_function


def model(a, b):
    return (a @ b).softmax(1)


def run(device, **options):
    """A profile of two steps, and the launches of its simulation as reported."""
    torch._dynamo.reset()
    compiled, x = torch.compile(model), torch.randn(40, 40).to(device)
    with torch.npu.simulator(**options) as simulation:
        compiled(x, x)  # compiles, and time passes before the profile begins
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.PrivateUse1]) as profiled:
            for step in ("first", "second"):
                with record_function(step):
                    compiled(x, x)
        return profiled, simulation.report().to_dict()


def test_kernels_have_simulated_times_under_the_operators_that_launched_them(device, tmp_path):
    profiled, report = run(device, mode="both")
    (kernel,) = report["kernels"]
    times = {event.key: event for event in profiled.key_averages()}
    cycle_us = 1 / 940
    total = 2 * kernel["cycles"] / kernel["launches"] * cycle_us
    assert times[kernel["name"]].count == 2
    assert abs(times[kernel["name"]].self_device_time_total - total) < 0.01
    for step in ("first", "second"):
        assert abs(times[step].device_time_total - total / 2) < 0.01
    assert not any(name.startswith("npusim::") for name in times)
    assert kernel["name"] in profiled.key_averages().table(sort_by="self_device_time_total")
    profiled.export_chrome_trace(str(tmp_path / "trace.json"))
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    first, second = (event for event in events if event.get("cat") == "kernel")
    assert first["args"]["simulated start (ps)"] == 0
    assert second["args"]["simulated start (ps)"] >= first["args"]["simulated duration (ps)"] > 0
    launched = [event for event in events if event.get("name") == "npuLaunchKernel" and event["ph"] == "X"]
    assert len(launched) == 2 and launched[0]["dur"] > 0


def test_without_simulated_time_no_time_is_shown(device):
    profiled, report = run(device, mode="functional")
    names = {event.key for event in profiled.key_averages()}
    assert "first" in names and report["kernels"][0]["name"] not in names


def test_a_profile_of_the_cpu_alone_leaves_the_device_alone(device):
    compiled, x = torch.compile(model), torch.randn(40, 40).to(device)
    compiled(x, x)
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        compiled(x, x)
    assert not any(event.key.startswith("npu") for event in profiled.key_averages())
