// All policies of DRAM controllers, and the way from their names in a configuration to controllers that have them. A
// new policy is one more line here; where there is a choice, the first is the default.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "../../../model/names.hpp"
#include "all_bank_refresh.hpp"
#include "closed_page.hpp"
#include "fcfs.hpp"
#include "fr_fcfs.hpp"
#include "idle_bank_refresh.hpp"
#include "no_refresh.hpp"
#include "open_page.hpp"
#include "per_bank_refresh.hpp"

namespace npusim {

template <Named... kPolicies>
struct PolicyTable {
    static std::vector<std::string> names() { return {std::string(kPolicies::kName)...}; }
};

using DramSchedulers = PolicyTable<FrFcfs,  //
                                   Fcfs>;
using DramPagePolicies = PolicyTable<OpenPage,  //
                                     ClosedPage>;
using DramRefreshPolicies = PolicyTable<AllBankRefresh,   //
                                        PerBankRefresh,   //
                                        IdleBankRefresh,  //
                                        NoRefresh>;

template <class Policy>
struct PolicyTag {
    using type = Policy;
};

// Calls use(PolicyTag<P>) for the policy of this name; raises EngineError with the names that exist when there is none.
template <class Result, class... Policies, class Use>
Result with_policy(PolicyTable<Policies...>, const char* key, const std::string& name, Use use) {
    Result result{};
    const bool found = ((Policies::kName == name && (result = use(PolicyTag<Policies>{}), true)) || ...);
    if (found) return result;
    refuse_name("engine configuration: there is no memory." + std::string(key), name,
                PolicyTable<Policies...>::names());
}

// Calls use.template operator()<Scheduler, PagePolicy, RefreshPolicy>() for the policies of a configuration; raises
// EngineError for one that does not exist or that the device does not have.
template <class Result, class Use>
Result with_dram_policies(const DramSpec& spec, const DramPolicy& policy, Use use) {
    return with_policy<Result>(DramSchedulers{}, "scheduler", policy.scheduler, [&](auto scheduler) {
        return with_policy<Result>(DramPagePolicies{}, "page_policy", policy.page, [&](auto page) {
            return with_policy<Result>(DramRefreshPolicies{}, "refresh", policy.refresh, [&](auto refresh) {
                using Refresh = typename decltype(refresh)::type;
                Refresh::check(spec);
                return use
                    .template operator()<typename decltype(scheduler)::type, typename decltype(page)::type, Refresh>();
            });
        });
    });
}

}  // namespace npusim
