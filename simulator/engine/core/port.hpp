// The port through which a core reaches memory: bytes that its DMA engines and its scalar unit move together per clock
// cycle. Those that have requests to issue in a cycle get equal shares of it; what one leaves over is lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "../model/config.hpp"
#include "../model/time.hpp"
#include "../model/units.hpp"

namespace npusim {

class CorePort {
public:
    explicit CorePort(const EngineConfig& config)
        : clock_(config.clock()), width_(config.core_port_bytes_per_cycle), request_bytes_(config.request_bytes) {
        restart();
    }

    bool is_limited() const { return width_ > 0; }

    void restart() {
        edge_ = 0;
        used_ = 0;
        users_.fill(User{});
    }

    // The user has requests to issue from `edge` on; kNever: none that memory would take.
    void want(std::size_t user, Time edge) { users_[user].since = edge; }

    // Whether the user may issue a request in the cycle that begins at `edge`, which never decreases.
    bool has_room(std::size_t user, Time edge) {
        if (edge > edge_) begin_cycle(edge);
        return used_ < width_ && users_[user].bytes < share();
    }

    // It has issued one.
    void use(std::size_t user) {
        used_ += request_bytes_;
        users_[user].bytes += request_bytes_;
    }

private:
    struct User {
        Time since = kNever;
        std::int64_t bytes = 0;  // in this cycle
    };

    // A request wider than the port takes several cycles.
    void begin_cycle(Time edge) {
        const std::int64_t cycles = clock_.cycle_at_or_after(edge) - clock_.cycle_at_or_after(edge_);
        used_ = std::max<std::int64_t>(0, used_ - std::min(cycles, used_ / width_ + 1) * width_);
        edge_ = edge;
        for (User& user : users_) user.bytes = 0;
    }

    std::int64_t share() const {
        const auto wanting =
            std::count_if(users_.begin(), users_.end(), [this](const User& user) { return user.since <= edge_; });
        return wanting > 1 ? std::max(request_bytes_, width_ / wanting) : width_;
    }

    Clock clock_;
    std::int64_t width_;  // 0: no limit
    std::int64_t request_bytes_;
    Time edge_ = 0;          // of the cycle that is shared out
    std::int64_t used_ = 0;  // bytes of it, and of later ones
    std::array<User, kDmaUnits.size()> users_;
};

}  // namespace npusim
