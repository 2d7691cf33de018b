// torch.accelerator.Graph: Python records the launches of a capture and launches them again (graphs.py).
#include <ATen/core/GraphImplInterface.h>
#include <c10/util/Exception.h>

#include <memory>

#include "device.h"

namespace npusim {
namespace {

class Graph final : public at::GraphImplInterface {
public:
    explicit Graph(const at::GraphImplArgs&) {}
    ~Graph() override {
        try {
            drop();
        } catch (const c10::NotImplementedError&) {
            // The process ends: Python's half is gone, with the captures that it kept.
        }
    }

    void capture_begin(c10::MempoolId_t, at::GraphCaptureMode) override {
        TORCH_CHECK(number_ == 0, "this graph holds a capture already; call reset() first");
        begin_graph();
    }
    void capture_end() override { number_ = end_graph(); }
    void instantiate() override {}
    void replay() override {
        check();
        replay_graph(number_);
    }
    void reset() override { drop(); }
    c10::MempoolId_t pool() const override { return {0, 0}; }  // captured tensors keep their memory themselves
    void enable_debug_mode() override {}
    void debug_dump(const std::string& path) override {
        check();
        dump_graph(number_, path);
    }

private:
    void check() const { TORCH_CHECK(number_ != 0, "this graph holds no capture; capture something first"); }
    void drop() {
        if (number_ != 0) forget_graph(number_);
        number_ = 0;
    }

    int64_t number_ = 0;
};

std::unique_ptr<at::GraphImplInterface> make_graph(at::GraphImplArgs args) { return std::make_unique<Graph>(args); }

}  // namespace

void register_graph() {
    const std::string name = c10::DeviceTypeName(c10::DeviceType::PrivateUse1, /*lower_case=*/false);
    at::GraphImplRegistry()->Register(name, make_graph);
}

}  // namespace npusim
