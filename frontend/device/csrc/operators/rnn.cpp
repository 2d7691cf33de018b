// Eager LSTM and GRU cells: torch hands devices like this one fused cells, which the CPU does not have. Computed on the
// host.
#include <ATen/ATen.h>

#include <string>
#include <tuple>
#include <utility>

#include "../device.h"

namespace npusim {
namespace {

using at::Tensor;
using OptionalTensor = std::optional<Tensor>;

// An operator that was counted, and its arguments on the host.
struct Op {
    explicit Op(std::string name) : name_(std::move(name)), work_(name_) {}

    Tensor host(const Tensor& tensor) const { return host_tensor(name_, tensor); }
    Tensor plus_bias(const Tensor& tensor, const OptionalTensor& bias) const {
        return bias && bias->defined() ? tensor + host(*bias) : tensor;
    }
    Tensor host_or_zeros(const OptionalTensor& tensor, const Tensor& like) const {
        return tensor && tensor->defined() ? host(*tensor) : at::zeros_like(like);
    }

private:
    std::string name_;
    HostWork work_;
};

Tensor sigmoid_slope(const Tensor& y) { return y * (1 - y); }

Tensor tanh_slope(const Tensor& y) { return 1 - y * y; }

// Gates in the order input, forget, cell, output, as in torch.nn.LSTM. The workspace keeps their activations.
std::tuple<Tensor, Tensor, Tensor> lstm_cell(const Tensor& input_gates, const Tensor& hidden_gates, const Tensor& cell,
                                             const OptionalTensor& input_bias, const OptionalTensor& hidden_bias) {
    const Op op("aten::_thnn_fused_lstm_cell");
    const auto gates =
        op.plus_bias(op.plus_bias(op.host(input_gates) + op.host(hidden_gates), input_bias), hidden_bias).chunk(4, 1);
    const Tensor in = gates[0].sigmoid(), forget = gates[1].sigmoid(), update = gates[2].tanh(),
                 out = gates[3].sigmoid();
    const Tensor next = forget * op.host(cell) + in * update;
    return {to_npu(out * next.tanh()), to_npu(next), to_npu(at::cat({in, forget, update, out}, 1))};
}

std::tuple<Tensor, Tensor, Tensor> lstm_cell_backward(const OptionalTensor& grad_hidden,
                                                      const OptionalTensor& grad_cell, const Tensor& cell,
                                                      const Tensor& next, const Tensor& workspace, bool has_bias) {
    const Op op("aten::_thnn_fused_lstm_cell_backward_impl");
    const auto gates = op.host(workspace).chunk(4, 1);
    const Tensor &in = gates[0], &forget = gates[1], &update = gates[2], &out = gates[3];
    const Tensor squashed = op.host(next).tanh();
    const Tensor grad = op.host_or_zeros(grad_hidden, squashed);
    const Tensor through = grad * out * tanh_slope(squashed) + op.host_or_zeros(grad_cell, squashed);
    const Tensor gate_grads =
        at::cat({through * update * sigmoid_slope(in), through * op.host(cell) * sigmoid_slope(forget),
                 through * in * tanh_slope(update), grad * squashed * sigmoid_slope(out)},
                1);
    return {to_npu(gate_grads), to_npu(through * forget), has_bias ? to_npu(gate_grads.sum(0)) : Tensor()};
}

// Gates in the order reset, update, new, as in torch.nn.GRU.
std::tuple<Tensor, Tensor> gru_cell(const Tensor& input_gates, const Tensor& hidden_gates, const Tensor& hidden,
                                    const OptionalTensor& input_bias, const OptionalTensor& hidden_bias) {
    const Op op("aten::_thnn_fused_gru_cell");
    const auto from_input = op.plus_bias(op.host(input_gates), input_bias).chunk(3, 1);
    const auto from_hidden = op.plus_bias(op.host(hidden_gates), hidden_bias).chunk(3, 1);
    const Tensor before = op.host(hidden);
    const Tensor reset = (from_input[0] + from_hidden[0]).sigmoid();
    const Tensor update = (from_input[1] + from_hidden[1]).sigmoid();
    const Tensor fresh = (from_input[2] + reset * from_hidden[2]).tanh();
    const Tensor next = fresh + update * (before - fresh);
    return {to_npu(next), to_npu(at::cat({reset, update, fresh, before, from_hidden[2]}, 1))};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> gru_cell_backward(const Tensor& grad_hidden, const Tensor& workspace,
                                                                     bool has_bias) {
    const Op op("aten::_thnn_fused_gru_cell_backward");
    const auto kept = op.host(workspace).chunk(5, 1);
    const Tensor &reset = kept[0], &update = kept[1], &fresh = kept[2], &before = kept[3], &from_hidden = kept[4];
    const Tensor grad = op.host(grad_hidden);
    const Tensor grad_fresh = grad * (1 - update) * tanh_slope(fresh);
    const Tensor grad_update = grad * (before - fresh) * sigmoid_slope(update);
    const Tensor grad_reset = grad_fresh * from_hidden * sigmoid_slope(reset);
    const Tensor inputs = at::cat({grad_reset, grad_update, grad_fresh}, 1);
    const Tensor hiddens = at::cat({grad_reset, grad_update, grad_fresh * reset}, 1);
    const Tensor input_bias = has_bias ? to_npu(inputs.sum(0)) : Tensor();
    const Tensor hidden_bias = has_bias ? to_npu(hiddens.sum(0)) : Tensor();
    return {to_npu(inputs), to_npu(hiddens), to_npu(grad * update), input_bias, hidden_bias};
}

}  // namespace

void register_rnn(torch::Library& aten) {
    aten.impl("_thnn_fused_lstm_cell", NPUSIM_COMPILED_OR(lstm_cell));
    aten.impl("_thnn_fused_lstm_cell_backward_impl", NPUSIM_COMPILED_OR(lstm_cell_backward));
    aten.impl("_thnn_fused_gru_cell", NPUSIM_COMPILED_OR(gru_cell));
    aten.impl("_thnn_fused_gru_cell_backward", NPUSIM_COMPILED_OR(gru_cell_backward));
}

}  // namespace npusim
