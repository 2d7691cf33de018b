"""Saving, loading, pickling, and tensors in other processes."""

import io
import pickle

import pytest
import torch
import torch.multiprocessing as mp


@pytest.fixture(autouse=True)
def host_operators_refused(device):
    with torch.npu.set_fallback_policy("error"):
        yield


def saved(value, **options):
    buffer = io.BytesIO()
    torch.save(value, buffer)
    buffer.seek(0)
    return torch.load(buffer, **options)


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("source", ["cpu", "npu"])
@pytest.mark.parametrize("target", [None, "cpu", "npu", "npu:0", torch.device("npu")], ids=str)
def test_map_location_decides_where_tensors_are_loaded(source, target, weights_only):
    values = torch.arange(6.0).reshape(2, 3)
    loaded = saved({"x": values.to(source)}, map_location=target, weights_only=weights_only)["x"]
    assert loaded.device.type == torch.device(target or source).type
    assert torch.equal(loaded.cpu(), values)


def test_views_still_share_memory_after_loading():
    base = torch.arange(10.0).to("npu")
    loaded, view, turned = saved([base, base[2:5], base.view(2, 5).t()])
    loaded.zero_()
    assert view.tolist() == [0, 0, 0] and turned.stride() == (1, 5) and not turned.cpu().any()


def test_models_and_optimizers_go_from_one_device_to_the_other():
    with torch.npu.set_fallback_policy("allow"):
        model = torch.nn.Linear(3, 2).to("npu")
        optimizer = torch.optim.Adam(model.parameters())
        model(torch.ones(1, 3, device="npu")).sum().backward()
        optimizer.step()
    state = saved({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, map_location="cpu")
    twin = torch.nn.Linear(3, 2)
    twin.load_state_dict(state["model"])
    assert torch.equal(twin.weight, model.weight.cpu())
    assert state["optimizer"]["state"][0]["exp_avg"].device.type == "cpu"
    back = torch.optim.Adam(model.parameters())
    back.load_state_dict(state["optimizer"])
    assert back.state[model.weight]["exp_avg"].is_npu


def test_pickle_keeps_device_and_gradient_flag():
    parameter = torch.nn.Parameter(torch.ones(2, device="npu"))
    twin = pickle.loads(pickle.dumps(parameter))
    assert isinstance(twin, torch.nn.Parameter) and twin.is_npu and twin.requires_grad
    assert twin.data_ptr() != parameter.data_ptr() and twin.tolist() == [1, 1]


def test_storages_move():
    storage = torch.tensor([1.0, 2.0], device="npu").untyped_storage()
    assert storage.device == torch.device("npu:0") and storage.is_npu and storage.nbytes() == 8
    assert storage.cpu().npu().cpu().tolist() == storage.cpu().tolist()


def _send(queue, done, tensor):
    with torch.npu.set_fallback_policy("allow"):
        queue.put(torch.nn.Parameter(tensor + 1))
    done.wait(30)


@pytest.mark.covering("fork")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_tensors_reach_other_processes_as_copies(method):
    context = mp.get_context(method)
    queue, done = context.Queue(), context.Event()
    tensor = torch.ones(3, device="npu")
    process = context.Process(target=_send, args=(queue, done, tensor))
    process.start()
    received = queue.get(timeout=60)
    done.set()
    process.join()
    assert process.exitcode == 0
    assert received.is_npu and received.tolist() == [2, 2, 2] and isinstance(received, torch.nn.Parameter)
    assert tensor.tolist() == [1, 1, 1]


class OnDevice(torch.utils.data.Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([index, index]).to("npu")


def test_data_loader_workers_can_use_the_device():
    with torch.npu.set_fallback_policy("allow"):
        batches = list(torch.utils.data.DataLoader(OnDevice(), batch_size=2, num_workers=1))
    assert [batch.tolist() for batch in batches] == [[[0, 0], [1, 1]], [[2, 2], [3, 3]]] and batches[0].is_npu
