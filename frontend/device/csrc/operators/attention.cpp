// Eager scaled_dot_product_attention: stays one operator (so that a compiler sees one), computed on the host.
#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/ExpandUtils.h>
#include <ATen/SDPBackend.h>
#include <ATen/native/transformers/attention.h>
#include <c10/core/SymInt.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "../device.h"

namespace npusim {
namespace {

using at::Tensor;

// Heads may be symbolic: the answer is guarded, the number is not.
bool heads_match(const c10::SymInt& query, const c10::SymInt& key, const c10::SymInt& value, bool enable_gqa) {
    if (!(key == value)) return false;
    return enable_gqa ? key > 0 && query % key == 0 : query == key;
}

// Whether only the mask is broadcast: not sequences of keys or values, and no operand to the size of the mask.
bool shapes_fit(const Tensor& query, const Tensor& key, const Tensor& value, const std::optional<Tensor>& mask) {
    const auto equal = [](const Tensor& one, const Tensor& other, int64_t dim) {
        return one.sym_size(dim) == other.sym_size(dim);
    };
    if (!equal(query, key, 0) || !equal(key, value, 0) || !equal(key, value, 2) || !equal(query, key, 3)) return false;
    if (!mask) return true;
    if (mask->dim() > 4) return false;
    const std::array<c10::SymInt, 4> scores = {query.sym_size(0), query.sym_size(1), query.sym_size(2),
                                               key.sym_size(2)};
    for (int64_t dim = 1; dim <= mask->dim(); ++dim) {
        const c10::SymInt size = mask->sym_size(-dim);
        if (!(size == 1) && !(size == scores[4 - dim])) return false;
    }
    return true;
}

// What the one operator does not do is left to torch's decomposition: gradients of the mask, other ranks, sequences
// that are broadcast; and what the user has switched off with torch.nn.attention.sdpa_kernel.
int64_t fused_choice(const Tensor& query, const Tensor& key, const Tensor& value, const std::optional<Tensor>& mask,
                     double /*dropout*/, bool is_causal, std::optional<double> /*scale*/, bool enable_gqa) {
    const bool rank4 = query.dim() == 4 && key.dim() == 4 && value.dim() == 4;
    const bool mask_gradient = mask && mask->requires_grad();
    const bool both_masks = mask && is_causal;  // an error, which the math path raises
    const bool heads_fit = rank4 && heads_match(query.sym_size(1), key.sym_size(1), value.sym_size(1), enable_gqa);
    const bool enabled = at::globalContext().userEnabledOverrideableSDP();
    const bool is_simple = enabled && heads_fit && !mask_gradient && !both_masks;
    const bool fits = is_simple && shapes_fit(query, key, value, mask);
    return static_cast<int64_t>(fits ? at::SDPBackend::overrideable : at::SDPBackend::math);
}

double scale_of(const Tensor& query, std::optional<double> scale) {
    return scale.value_or(1.0 / std::sqrt(static_cast<double>(query.size(-1))));
}

// Scores in f32 (f64 for f64 inputs), -inf where a query must not look.
Tensor scores_of(const Tensor& query, const Tensor& key, const Tensor& bias, bool is_causal, double scale) {
    Tensor scores = at::matmul(query, key.transpose(-2, -1)).mul_(scale);
    const double hidden = -std::numeric_limits<double>::infinity();
    if (is_causal) {
        const Tensor seen = at::ones({query.size(-2), key.size(-2)}, query.options().dtype(at::kBool)).tril_();
        scores.masked_fill_(seen.logical_not(), hidden);
    }
    if (bias.defined()) {
        if (bias.scalar_type() == at::kBool)
            scores.masked_fill_(bias.logical_not(), hidden);
        else
            scores.add_(bias);
    }
    return scores;
}

// Which weights dropout keeps, on the device: drawn as torch's dropout draws it on the CPU. Undefined without dropout.
Tensor draw_kept(const Tensor& scores, const Tensor& query, double dropout) {
    if (dropout == 0.0) return Tensor();
    return at::empty(scores.sizes(), query.options().dtype(scores.scalar_type()))
        .bernoulli_(1.0 - dropout)
        .to(at::kBool);
}

// Weights, or their gradients, as dropout makes them.
Tensor dropped(const Tensor& weights, const Tensor& kept, double dropout) {
    if (dropout == 0.0) return weights;
    const Tensor factors = kept.to(weights.options());
    return weights * (dropout == 1.0 ? factors : factors / (1.0 - dropout));
}

struct HostInputs {
    Tensor query, key, value, bias;
};

Tensor widen(const Tensor& tensor) {
    const Tensor host = host_tensor("aten::_scaled_dot_product_fused_attention_overrideable", tensor);
    return host.scalar_type() == at::kDouble || host.scalar_type() == at::kBool ? host : host.to(at::kFloat);
}

// A head of keys or values for every head of queries.
Tensor repeat_heads(const Tensor& tensor, const Tensor& query) {
    return tensor.size(1) == query.size(1) ? tensor : tensor.repeat_interleave(query.size(1) / tensor.size(1), 1);
}

HostInputs host_inputs(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& bias) {
    return {widen(query), repeat_heads(widen(key), query), repeat_heads(widen(value), query),
            bias.defined() ? widen(bias) : bias};
}

Tensor to_device(const Tensor& host, const Tensor& like) { return host.to(like.options()); }

// Whether torch's one kernel on the CPU would take the operands: its results have other strides than those of products.
bool is_one_kernel(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& bias) {
    const auto on_cpu = [](const Tensor& tensor) {
        return at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kCPU));
    };
    const auto mask = bias.defined() ? std::optional<Tensor>(on_cpu(bias)) : std::nullopt;
    const auto choice = at::_fused_sdp_choice(on_cpu(query), on_cpu(key), on_cpu(value), mask, 0.0, false, std::nullopt,
                                              query.size(1) != key.size(1));
    return choice == static_cast<int64_t>(at::SDPBackend::flash_attention);
}

// The same values with two dimensions exchanged in memory.
Tensor exchanged(const Tensor& tensor, int64_t one, int64_t other) {
    return tensor.transpose(one, other).contiguous().transpose(one, other);
}

using Forward = std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt, Tensor, Tensor, Tensor>;

Forward attention(const Tensor& query, const Tensor& key, const Tensor& value, const std::optional<Tensor>& bias,
                  double dropout, bool is_causal, bool /*return_debug_mask*/, std::optional<double> scale) {
    const HostWork work("aten::_scaled_dot_product_fused_attention_overrideable");
    const HostInputs in = host_inputs(query, key, value, bias.value_or(Tensor()));
    const Tensor scores = scores_of(in.query, in.key, in.bias, is_causal, scale_of(query, scale));
    const Tensor logsumexp = at::logsumexp(scores, {-1});
    const Tensor kept = draw_kept(scores, query, dropout);
    const Tensor output = at::matmul(dropped(at::_safe_softmax(scores, -1), kept, dropout), in.value);
    auto sizes = query.sizes().vec();
    sizes.back() = value.size(-1);
    const bool is_fused = dropout == 0.0 && is_one_kernel(query, key, value, bias.value_or(Tensor()));
    Tensor result = is_fused ? at::empty_like(query) : at::empty(sizes, query.options());
    result.copy_(output);
    const Tensor none = Tensor();
    const Tensor seed = at::zeros({}, query.options().dtype(at::kLong));
    return {result,          logsumexp.to(query.device()), none,         none, query.sym_size(2),
            key.sym_size(2), kept.defined() ? kept : seed, seed.clone(), none};
}

using Backward = std::tuple<Tensor, Tensor, Tensor, Tensor>;

// Sums a gradient over the dimensions that broadcasting added.
Tensor sum_to(const Tensor& grad, const Tensor& like) { return at::sum_to(grad, like.sizes()); }

Backward attention_backward(const Tensor& grad_out, const Tensor& query, const Tensor& key, const Tensor& value,
                            const Tensor& bias, std::array<bool, 4> wanted, const Tensor& /*out*/,
                            const Tensor& /*logsumexp*/, const Tensor& /*cum_seq_q*/, const Tensor& /*cum_seq_k*/,
                            c10::SymInt /*max_q*/, c10::SymInt /*max_k*/, double dropout, bool is_causal,
                            const Tensor& kept, const Tensor& /*philox_offset*/, std::optional<double> scale) {
    const HostWork work("aten::_scaled_dot_product_fused_attention_overrideable_backward");
    const HostInputs in = host_inputs(query, key, value, bias);
    const double factor = scale_of(query, scale);
    const Tensor grad = widen(grad_out);
    const Tensor p = at::_safe_softmax(scores_of(in.query, in.key, in.bias, is_causal, factor), -1);
    const Tensor dp = dropped(at::matmul(grad, in.value.transpose(-2, -1)), kept, dropout);
    const Tensor ds = p * (dp - (dp * p).sum(-1, /*keepdim=*/true));
    const bool is_fused = dropout == 0.0 && !(wanted[3] && bias.defined()) && is_one_kernel(query, key, value, bias);
    const bool transposes_keys = key.size(1) == query.size(1);
    const auto laid_out = [&](const Tensor& gradient, bool is_transposed) {
        if (is_fused) return exchanged(gradient, 1, 2);
        return is_transposed ? exchanged(gradient, 2, 3) : gradient.contiguous();
    };
    const auto shared = [&](const Tensor& gradient, const Tensor& like,
                            bool is_transposed) {  // summed over the query heads that share a head
        const auto groups = std::vector<int64_t>{like.size(1), gradient.size(1) / std::max<int64_t>(like.size(1), 1)};
        return to_device(laid_out(gradient.unflatten(1, groups).sum(2), is_transposed), like);
    };
    Tensor dq, dk, dv, db;
    if (wanted[0]) dq = to_device(laid_out(at::matmul(ds, in.key).mul_(factor), false), query);
    if (wanted[1]) dk = shared(at::matmul(ds.transpose(-2, -1), in.query).mul_(factor), key, transposes_keys);
    if (wanted[2]) dv = shared(at::matmul(dropped(p, kept, dropout).transpose(-2, -1), grad), value, false);
    if (wanted[3] && bias.defined()) db = to_device(sum_to(ds, bias), bias);
    return {dq, dk, dv, db};
}

}  // namespace

void register_attention(torch::Library& aten) {
    at::native::_fused_sdp_choice_stub.set_privateuse1_dispatch_ptr(&fused_choice);
    aten.impl("_scaled_dot_product_fused_attention_overrideable", NPUSIM_COMPILED_OR(attention));
    aten.impl("_scaled_dot_product_fused_attention_overrideable_backward", NPUSIM_COMPILED_OR(attention_backward));
}

}  // namespace npusim
