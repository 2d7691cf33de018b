#include "replay.hpp"

#include <algorithm>
#include <memory>

namespace npusim {
namespace {

constexpr std::size_t kPollRequests = 1 << 16;

class Replay {
public:
    Replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels) : map_(spec, policy, channels) {
        for (std::int64_t i = 0; i < channels; ++i) channels_.push_back(std::make_unique<DramChannel>(spec, policy));
        result_.latency_histogram.assign(kLatencyBins, 0);
    }

    void run(const std::int64_t* addresses, const std::uint8_t* writes, std::size_t count, std::int64_t per_tick,
             const std::function<bool()>& interrupted) {
        Tick now = 0;
        std::int64_t left = per_tick;
        for (std::size_t i = 0; i < count; ++i) {
            if (i % kPollRequests == 0 && interrupted()) return;
            if (left == 0) {
                ++now;
                left = per_tick;
            }
            const Tick sent = send(addresses[i], writes != nullptr && writes[i] != 0, now);
            if (sent != now) left = per_tick;
            now = sent;
            --left;
        }
        drain(now);
    }

    ReplayResult take() {
        for (const auto& channel : channels_) {
            result_.channels.push_back(channel->statistics());
            result_.total.add(channel->statistics());
        }
        return std::move(result_);
    }

private:
    // Sends one request at `now` or as soon as it is taken; returns when that was.
    Tick send(std::int64_t address, bool write, Tick now) {
        const DramLocation at = map_.locate(address);
        DramChannel& channel = *channels_[at.channel];
        for (;;) {
            channel.run_until(now);
            book(channel);
            const Accepted accepted = channel.enqueue(address, at.bank, at.row, write, 0, now);
            if (accepted == Accepted::at_once && !write) book_read(now, now + 2);
            if (accepted != Accepted::no) return now;
            now = channel.run_until_room(write);
        }
    }

    void drain(Tick now) {
        for (const auto& channel : channels_) {
            channel->run_until(now);
            while (channel->has_requests()) channel->run_until(channel->next_step());
            book(*channel);
        }
    }

    void book(DramChannel& channel) {
        for (const DramCompletion& completion : channel.completions()) {
            result_.ticks = std::max(result_.ticks, completion.done);
            if (!completion.write) book_read(completion.arrival, completion.done);
        }
        channel.completions().clear();
    }

    // The latency counts from the first tick at which a command could be sent for the request.
    void book_read(Tick arrival, Tick done) {
        const Tick latency = done - arrival - 1;
        result_.ticks = std::max(result_.ticks, done);
        ++result_.answered_reads;
        result_.latency_sum += latency;
        result_.latency_max = std::max(result_.latency_max, latency);
        ++result_.latency_histogram[std::min(static_cast<std::size_t>(latency / kLatencyBin), kLatencyBins - 1)];
    }

    AddressMap map_;
    std::vector<std::unique_ptr<DramChannel>> channels_;
    ReplayResult result_;
};

}  // namespace

ReplayResult replay(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels, const std::int64_t* addresses,
                    const std::uint8_t* writes, std::size_t count, std::int64_t per_tick, const std::function<bool()>& interrupted) {
    Replay run(spec, policy, channels);
    run.run(addresses, writes, count, per_tick, interrupted);
    return run.take();
}

}  // namespace npusim
