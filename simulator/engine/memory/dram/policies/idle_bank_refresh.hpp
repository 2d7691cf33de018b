// A bank every tREFIpb, as PerBankRefresh, but of those that have not had their refresh in this round the first for
// which no request waits. JEDEC leaves the order of the banks within a round to the controller (Chang et al., Improving
// DRAM Performance by Parallelizing Refreshes with Accesses, HPCA 2014).
#pragma once

#include <bit>
#include <cstdint>

#include "per_bank_refresh.hpp"

namespace npusim {

class IdleBankRefresh {
public:
    static constexpr std::string_view kName = "idle_bank";
    static constexpr bool kStopsChannel = false;
    static void check(const DramSpec& spec) { PerBankRefresh::check(spec); }

    explicit IdleBankRefresh(const DramSpec& spec)
        : interval_(spec.tREFIpb), all_(~std::uint64_t{0} >> (64 - spec.banks())), left_(all_) {}

    Tick interval() const { return interval_; }
    void add_due(const auto& add, const auto& waits) {
        const std::size_t bank = choose(waits);
        add(DramRefresh{DramCommand::refresh_bank, bank});
        left_ &= ~(std::uint64_t{1} << bank);
        if (left_ == 0) left_ = all_;
    }

private:
    static std::size_t first_of(std::uint64_t banks) { return static_cast<std::size_t>(std::countr_zero(banks)); }

    std::size_t choose(const auto& waits) const {
        for (std::uint64_t rest = left_; rest != 0; rest &= rest - 1)
            if (!waits(first_of(rest))) return first_of(rest);
        return first_of(left_);
    }

    Tick interval_;
    std::uint64_t all_, left_;  // banks; of these, those that have not had their refresh in this round
};

}  // namespace npusim
