#include "launch_words.hpp"

#include <cstring>
#include <string>
#include <type_traits>

#include "../model/error.hpp"

namespace npusim {
namespace {

// Structures of 64-bit integers alone are copied as they are.
template <class T>
constexpr std::size_t words_in() {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::int64_t) == 0);
    return sizeof(T) / sizeof(std::int64_t);
}

class Writer {
public:
    template <class T>
    void plain(const T& value) {
        const std::size_t end = words_.size();
        words_.resize(end + words_in<T>());
        std::memcpy(&words_[end], &value, sizeof(T));
    }
    template <class T>
    void many(const std::vector<T>& values) {
        plain(static_cast<std::int64_t>(values.size()));
        for (const T& value : values) plain(value);
    }
    void text(const std::string& text) { many(std::vector<std::int64_t>(text.begin(), text.end())); }
    std::vector<std::int64_t> take() { return std::move(words_); }

private:
    std::vector<std::int64_t> words_;
};

class Reader {
public:
    Reader(const std::int64_t* words, std::size_t count) : next_(words), end_(words + count) {}

    template <class T>
    T plain() {
        T value;
        std::memcpy(static_cast<void*>(&value), take(words_in<T>()), sizeof(T));  // T has initial values
        return value;
    }
    template <class T>
    std::vector<T> many() {
        std::vector<T> values(size(words_in<T>()));
        for (T& value : values) value = plain<T>();
        return values;
    }
    std::string text() {
        const std::vector<std::int64_t> letters = many<std::int64_t>();
        return {letters.begin(), letters.end()};
    }
    // A number of elements, each of so many words at least.
    std::size_t size(std::size_t words) {
        const auto count = plain<std::int64_t>();
        if (count < 0 || static_cast<std::size_t>(count) > static_cast<std::size_t>(end_ - next_) / words) fail();
        return static_cast<std::size_t>(count);
    }
    void finish() const {
        if (next_ != end_) fail();
    }
    [[noreturn]] static void fail() { throw EngineError("the words are not those of a launch's result"); }

private:
    const std::int64_t* take(std::size_t words) {
        if (static_cast<std::size_t>(end_ - next_) < words) fail();
        const std::int64_t* taken = next_;
        next_ += words;
        return taken;
    }

    const std::int64_t* next_;
    const std::int64_t* end_;
};

// Column by column, and times as differences: small numbers side by side are packed well.
void write_events(Writer& to, const std::vector<Event>& events, Time launch_start) {
    to.plain(static_cast<std::int64_t>(events.size()));
    for (const Event& event : events) to.plain(event.core);
    for (const Event& event : events) to.plain(event.unit);
    for (const Event& event : events) to.plain(event.operation);
    for (const Event& event : events) to.plain(event.end - event.start);
    for (const Event& event : events) {
        to.plain(event.start - launch_start);
        launch_start = event.start;
    }
}

std::vector<Event> read_events(Reader& from) {
    std::vector<Event> events(from.size(words_in<Event>()));
    for (Event& event : events) event.core = from.plain<std::int64_t>();
    for (Event& event : events) event.unit = from.plain<std::int64_t>();
    for (Event& event : events) event.operation = from.plain<std::int64_t>();
    for (Event& event : events) event.end = from.plain<Time>();
    Time start = 0;
    for (Event& event : events) {
        start += from.plain<Time>();
        event.start = start;
        event.end += start;
    }
    return events;
}

void write_counters(Writer& to, const CounterSheet& counters) {
    to.plain(static_cast<std::int64_t>(counters.tables().size()));
    for (const auto& [kind, columns] : counters.tables()) {
        to.text(kind);
        to.plain(static_cast<std::int64_t>(columns.size()));
        for (const auto& [counter, values] : columns) {
            to.text(counter);
            to.many(values);
        }
    }
}

CounterSheet read_counters(Reader& from) {
    CounterSheet counters;
    for (std::size_t kinds = from.size(2); kinds > 0; --kinds) {
        const std::string kind = from.text();
        for (std::size_t columns = from.size(2); columns > 0; --columns) {
            const std::string counter = from.text();
            const auto values = from.many<std::int64_t>();
            for (std::size_t number = 0; number < values.size(); ++number)
                counters.add(kind, number, counter, values[number]);
        }
    }
    return counters;
}

}  // namespace

std::vector<std::int64_t> words_of(const LaunchResult& result) {
    Writer to;
    to.plain(result.end - result.start);
    to.plain(result.cycles);
    to.plain(result.records);
    to.plain(static_cast<std::int64_t>(result.complete));
    to.many(result.cores);
    to.many(result.operations);
    to.plain(result.path.end);
    to.plain(result.path.spent);
    write_counters(to, result.counters);
    to.many(result.tensors);
    to.plain(result.usage.bin_ps());
    to.many(result.usage.bins());
    to.plain(result.timeline.capacity());
    to.plain(result.timeline.seen());
    to.plain(result.timeline.stride());
    write_events(to, result.timeline.events(), result.start);
    return to.take();
}

LaunchResult result_of(const std::int64_t* words, std::size_t count) {
    Reader from(words, count);
    LaunchResult result(0);
    result.end = from.plain<Time>();
    result.cycles = from.plain<std::int64_t>();
    result.records = from.plain<std::int64_t>();
    result.complete = from.plain<std::int64_t>() != 0;
    result.cores = from.many<CoreStatistics>();
    result.operations = from.many<OperationStatistics>();
    result.path.end = from.plain<Time>();
    result.path.spent = from.plain<std::array<Time, kCauses>>();
    result.counters = read_counters(from);
    result.tensors = from.many<TensorUse>();
    const auto bin_ps = from.plain<Time>();
    result.usage = Usage(bin_ps, from.many<Usage::Bin>());
    const auto capacity = from.plain<std::int64_t>(), seen = from.plain<std::int64_t>();
    const auto stride = from.plain<std::int64_t>();
    result.timeline = Timeline(capacity, seen, stride, read_events(from));
    from.finish();
    return result;
}

}  // namespace npusim
