// All banks of each rank (or pseudo channel), one rank after the other, every tREFI.
#pragma once

#include "concepts.hpp"

namespace npusim {

class AllBankRefresh {
public:
    static constexpr std::string_view kName = "all_bank";
    static constexpr bool kStopsChannel = true;
    static void check(const DramSpec&) {}

    explicit AllBankRefresh(const DramSpec& spec)
        : interval_(spec.tREFI),
          banks_(static_cast<std::size_t>(spec.banks())),
          banks_per_rank_(static_cast<std::size_t>(spec.banks_per_rank())) {}

    Tick interval() const { return interval_; }
    void add_due(const auto& add, const auto&) {
        for (std::size_t bank = 0; bank < banks_; bank += banks_per_rank_)
            add(DramRefresh{DramCommand::refresh_all, bank});
    }

private:
    Tick interval_;
    std::size_t banks_, banks_per_rank_;
};

}  // namespace npusim
