#include "replay.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

#include "channel.hpp"
#include "policies/table.hpp"

namespace npusim {
namespace {

constexpr std::size_t kPollRequests = 1 << 16;
constexpr std::size_t kBlockRequests = 32;  // whose addresses are mapped together
constexpr std::size_t kBookAtOnce = 8;      // answers of a channel

template <class Policies>
class Replay {
public:
    Replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels)
        : rules_(spec, policy), map_(spec, policy, channels) {
        for (std::int64_t i = 0; i < channels; ++i)
            channels_.push_back(std::make_unique<DramChannel<Policies>>(rules_));
    }

    void run(const std::int64_t* addresses, const std::uint8_t* writes, std::size_t count, std::int64_t per_tick,
             const std::function<bool()>& interrupted) {
        std::array<DramLocation, kBlockRequests> locations;
        for (std::size_t first = 0; first < count; first += kBlockRequests) {
            if (first % kPollRequests == 0 && interrupted()) return;
            const std::size_t length = std::min(kBlockRequests, count - first);
            map_.locate(addresses + first, length, locations.data());
            if (writes == nullptr)
                inject(addresses + first, length, locations.data(), per_tick, [](std::size_t) { return false; });
            else
                inject(addresses + first, length, locations.data(), per_tick,
                       [&](std::size_t i) { return writes[first + i] != 0; });
        }
        drain();
    }

    ReplayResult take() {
        for (const auto& channel : channels_) {
            result_.channels.push_back(channel->statistics());
            add_counts(result_.total, channel->statistics());
        }
        result_.latency_histogram.assign(histogram_.begin(), histogram_.end());
        result_.answered_reads = std::accumulate(histogram_.begin(), histogram_.end(), std::int64_t{0});
        return std::move(result_);
    }

private:
    // Requests in order, at most `per_tick` in a tick.
    template <class IsWrite>
    void inject(const std::int64_t* addresses, std::size_t count, const DramLocation* locations, std::int64_t per_tick,
                IsWrite is_write) {
        Tick now = now_;
        std::int64_t sent = sent_;
        for (std::size_t i = 0; i < count; ++i) {
            if (sent == per_tick) {
                ++now;
                sent = 0;
            }
            const Tick taken = send(*channels_[locations[i].channel], addresses[i], locations[i], is_write(i), now);
            sent = taken == now ? sent + 1 : 1;
            now = taken;
        }
        now_ = now;
        sent_ = sent;
    }

    // Sends one request at `now` or as soon as it is taken; returns when that was.
    Tick send(DramChannel<Policies>& channel, std::int64_t address, const DramLocation& at, bool write, Tick now) {
        if (!write && !channel.has_writes()) {
            const Tick taken = channel.template run_until_room<false>(now);
            if (channel.completions().size() >= kBookAtOnce) book(channel);
            channel.template enqueue<false>(address, at.bank, at.row, tag_of(taken, false), taken);
            return taken;
        }
        return write ? send_with_writes<true>(channel, address, at, now)
                     : send_with_writes<false>(channel, address, at, now);
    }

    // What the write queue answers needs no room.
    template <bool kWrite>
    Tick send_with_writes(DramChannel<Policies>& channel, std::int64_t address, const DramLocation& at, Tick now) {
        for (;;) {
            channel.run_until(now);
            if (channel.completions().size() >= kBookAtOnce) book(channel);
            const Accepted accepted =
                channel.template enqueue<kWrite>(address, at.bank, at.row, tag_of(now, kWrite), now);
            if (accepted == Accepted::at_once && !kWrite) book_forwarded(now + 2);
            if (accepted != Accepted::no) return now;
            now = channel.template run_until_room<kWrite>(now);
        }
    }

    void drain() {
        for (const auto& channel : channels_) {
            channel->run_until(now_);
            while (channel->has_requests()) channel->run_until(channel->next_step());
            book(*channel);
        }
    }

    // A read answered by the write queue, a tick later.
    void book_forwarded(Tick done) {
        result_.ticks = std::max(result_.ticks, done);
        book_latency(1);
    }

    void book(DramChannel<Policies>& channel) {
        Tick last = result_.ticks, longest = result_.latency_max;
        std::int64_t sum = 0;
        for (const auto& [tag, done] : channel.completions()) {
            last = std::max(last, done);
            if ((tag & 1) != 0) continue;
            const Tick latency = done - static_cast<Tick>(tag >> 1) - 1;
            sum += latency;
            longest = std::max(longest, latency);
            ++histogram_[bin_of(latency)];
        }
        result_.ticks = last;
        result_.latency_max = longest;
        result_.latency_sum += sum;
        channel.completions().clear();
    }

    // A request's tag says when it came and whether it is a write.
    static std::uint64_t tag_of(Tick now, bool write) { return static_cast<std::uint64_t>(now) << 1 | (write ? 1 : 0); }

    // Of a read, in ticks, from the first tick at which a command could be sent for it.
    void book_latency(Tick latency) {
        result_.latency_sum += latency;
        result_.latency_max = std::max(result_.latency_max, latency);
        ++histogram_[bin_of(latency)];
    }

    static std::size_t bin_of(Tick latency) {
        return std::min(static_cast<std::size_t>(latency) / kLatencyBin, kLatencyBins - 1);
    }

    DramRules rules_;
    AddressMap map_;
    std::vector<std::unique_ptr<DramChannel<Policies>>> channels_;
    ReplayResult result_;
    std::array<std::int64_t, kLatencyBins> histogram_{};
    Tick now_ = 0;
    std::int64_t sent_ = 0;  // requests at `now_`
};

}  // namespace

ReplayResult replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels,
                    const std::int64_t* addresses, const std::uint8_t* writes, std::size_t count, std::int64_t per_tick,
                    const std::function<bool()>& interrupted) {
    const auto run = [&]<class Scheduler, class Page, class Refresh>() {
        Replay<DramPolicies<Scheduler, Page, Refresh>> replay(spec, policy, channels);
        replay.run(addresses, writes, count, per_tick, interrupted);
        return replay.take();
    };
    return with_dram_policies<ReplayResult>(spec, policy, run);
}

}  // namespace npusim
