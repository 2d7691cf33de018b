// The requests of a channel that are done.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "protocol/spec.hpp"

namespace npusim {

struct DramCompletion {
    std::uint64_t tag;
    Tick done;
};

// Completions that have not been fetched yet. Every column command adds one.
class DramCompletions {
public:
    void push(DramCompletion completion) {
        if (next_ == limit_) [[unlikely]]
            grow();
        *next_++ = completion;
    }
    std::size_t size() const { return static_cast<std::size_t>(next_ - begin()); }
    const DramCompletion* begin() const { return items_.data(); }
    const DramCompletion* end() const { return next_; }
    void move_to(std::vector<DramCompletion>& others) {
        others.insert(others.end(), begin(), end());
        clear();
    }
    void clear() { next_ = items_.data(); }

private:
    [[gnu::noinline]] void grow() {
        const std::size_t count = size();
        items_.resize(std::max<std::size_t>(16, 2 * count));
        next_ = items_.data() + count;
        limit_ = items_.data() + items_.size();
    }

    std::vector<DramCompletion> items_;
    DramCompletion* next_ = nullptr;
    DramCompletion* limit_ = nullptr;
};

}  // namespace npusim
