// The concepts of a controller's policies. Policies are types, resolved at compile time: a call costs nothing.
// A new one is a file here and a line in table.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "../protocol/commands.hpp"
#include "../protocol/spec.hpp"
#include "../request_set.hpp"

namespace npusim {

// A policy has the name that configurations know it by.
template <class P>
concept Named = requires {
    { P::kName } -> std::convertible_to<std::string_view>;
};

// Which of the queued requests goes first.
//   eligible(set, ready): those of the requests `ready`, whose next command the timings may allow, that may be
//   considered first(set, requests): the one of them that goes first; `requests` is not empty
template <class P>
concept DramScheduler = Named<P> && requires(const RequestSet& set, RequestSet::Places places) {
    { P::eligible(set, places) } -> std::same_as<RequestSet::Places>;
    { P::first(set, places) } -> std::same_as<std::size_t>;
};

// When a row is closed though no request asks for another one.
//   closes(is_wanted): whether the column command that was just sent closes its row; is_wanted() tells whether a
//   waiting request wants the row
template <class P>
concept DramPagePolicy = Named<P> && requires(bool (*is_wanted)()) {
    { P::closes(is_wanted) } -> std::same_as<bool>;
};

// A refresh of a bank, or of the rank whose first bank it is.
struct DramRefresh {
    DramCommand command;
    std::size_t bank;
};

// What has to be refreshed when. A channel has an object of its own, made for its device.
//   kStopsChannel: whether no queued request is worked on while a refresh is due; else those of other banks are
//   check(spec): raises EngineError for a device that has no such refresh
//   interval(): ticks from a refresh to the next, and to the first; kNeverTick: none
//   add_due(add, waits): calls add(DramRefresh) for everything that falls due at the end of an interval, in order;
//   waits(bank) tells whether a request for the bank does
template <class P>
concept DramRefreshPolicy =
    Named<P> && std::constructible_from<P, const DramSpec&> &&
    requires(P policy, const DramSpec& spec, void (*add)(DramRefresh), bool (*waits)(std::size_t)) {
        { P::kStopsChannel } -> std::convertible_to<bool>;
        P::check(spec);
        { policy.interval() } -> std::same_as<Tick>;
        policy.add_due(add, waits);
    };

}  // namespace npusim
