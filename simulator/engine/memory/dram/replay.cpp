#include "replay.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

namespace npusim {
namespace {

constexpr std::size_t kPollRequests = 1 << 16;
constexpr std::size_t kBlockRequests = 32;  // whose addresses are mapped together
constexpr std::size_t kBookAtOnce = 64;      // answers of a channel

class Replay {
public:
    Replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels) : rules_(spec, policy), map_(spec, policy, channels) {
        for (std::int64_t i = 0; i < channels; ++i) channels_.push_back(std::make_unique<DramChannel>(rules_));
    }

    void run(const std::int64_t* addresses, const std::uint8_t* writes, std::size_t count, std::int64_t per_tick,
             const std::function<bool()>& interrupted) {
        std::array<DramLocation, kBlockRequests> locations;
        for (std::size_t first = 0; first < count; first += kBlockRequests) {
            if (first % kPollRequests == 0 && interrupted()) return;
            const std::size_t length = std::min(kBlockRequests, count - first);
            map_.locate(addresses + first, length, locations.data());
            for (std::size_t i = 0; i < length; ++i)
                inject(addresses[first + i], locations[i], writes != nullptr && writes[first + i] != 0, per_tick);
        }
        drain();
    }

    ReplayResult take() {
        for (const auto& channel : channels_) {
            result_.channels.push_back(channel->statistics());
            result_.total.add(channel->statistics());
        }
        result_.latency_histogram.assign(histogram_.begin(), histogram_.end());
        result_.answered_reads = std::accumulate(histogram_.begin(), histogram_.end(), std::int64_t{0});
        return std::move(result_);
    }

private:
    // One request, at most `per_tick` in a tick.
    void inject(std::int64_t address, const DramLocation& at, bool write, std::int64_t per_tick) {
        if (sent_ == per_tick) {
            ++now_;
            sent_ = 0;
        }
        const Tick taken = send(*channels_[at.channel], address, at, write, now_);
        sent_ = taken == now_ ? sent_ + 1 : 1;
        now_ = taken;
    }

    // Sends one request at `now` or as soon as it is taken; returns when that was.
    Tick send(DramChannel& channel, std::int64_t address, const DramLocation& at, bool write, Tick now) {
        for (;;) {
            channel.run_until(now);
            if (channel.completions().size() >= kBookAtOnce) book(channel);
            const Accepted accepted = channel.enqueue(address, at.bank, at.row, write, tag_of(now, write), now);
            if (accepted == Accepted::at_once && !write) book_forwarded(now + 2);
            if (accepted != Accepted::no) return now;
            now = channel.run_until_room(write);
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

    void book(DramChannel& channel) {
        Tick last = result_.ticks;
        for (const auto& [tag, done] : channel.completions()) {
            last = std::max(last, done);
            if ((tag & 1) == 0) book_latency(done - static_cast<Tick>(tag >> 1) - 1);
        }
        result_.ticks = last;
        channel.completions().clear();
    }

    // A request's tag says when it came and whether it is a write.
    static std::uint64_t tag_of(Tick now, bool write) { return static_cast<std::uint64_t>(now) << 1 | (write ? 1 : 0); }

    // Of a read, in ticks, from the first tick at which a command could be sent for it.
    void book_latency(Tick latency) {
        result_.latency_sum += latency;
        result_.latency_max = std::max(result_.latency_max, latency);
        ++histogram_[std::min(static_cast<std::size_t>(latency) / kLatencyBin, kLatencyBins - 1)];
    }

    DramRules rules_;
    AddressMap map_;
    std::vector<std::unique_ptr<DramChannel>> channels_;
    ReplayResult result_;
    std::array<std::int64_t, kLatencyBins> histogram_{};
    Tick now_ = 0;
    std::int64_t sent_ = 0;  // requests at `now_`
};

}  // namespace

ReplayResult replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels, const std::int64_t* addresses,
                    const std::uint8_t* writes, std::size_t count, std::int64_t per_tick, const std::function<bool()>& interrupted) {
    Replay run(spec, policy, channels);
    run.run(addresses, writes, count, per_tick, interrupted);
    return run.take();
}

}  // namespace npusim
