// One bank of the channel after the other, every tREFIpb. The others go on meanwhile, as HBM's REFSB and LPDDR's REFpb
// let them: only the requests for the bank wait, from when its refresh is due until tRFCpb after it.
#pragma once

#include "../../../model/error.hpp"
#include "concepts.hpp"

namespace npusim {

class PerBankRefresh {
public:
    static constexpr std::string_view kName = "per_bank";
    static constexpr bool kStopsChannel = false;
    static void check(const DramSpec& spec) {
        if (spec.tREFIpb == 0 || spec.tRFCpb == 0)
            throw EngineError("DRAM device '" + spec.name +
                              "' has no per-bank refresh (tREFIpb, tRFCpb): use all_bank");
    }

    explicit PerBankRefresh(const DramSpec& spec)
        : interval_(spec.tREFIpb), banks_(static_cast<std::size_t>(spec.banks())) {}

    Tick interval() const { return interval_; }
    void add_due(const auto& add, const auto&) {
        add(DramRefresh{DramCommand::refresh_bank, next_});
        next_ = (next_ + 1) % banks_;
    }

private:
    Tick interval_;
    std::size_t banks_;
    std::size_t next_ = 0;
};

}  // namespace npusim
