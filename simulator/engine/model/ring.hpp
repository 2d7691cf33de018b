// A double-ended queue in one power-of-two block of memory. It grows when needed and never shrinks, so a warm one
// allocates nothing.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace npusim {

template <class T>
class Ring {
public:
    bool empty() const { return head_ == tail_; }
    std::size_t size() const { return tail_ - head_; }

    T& operator[](std::size_t index) { return items_[(head_ + index) & mask()]; }
    const T& operator[](std::size_t index) const { return items_[(head_ + index) & mask()]; }
    T& front() { return (*this)[0]; }
    const T& front() const { return (*this)[0]; }
    T& back() { return (*this)[size() - 1]; }

    // Makes room for one more item and returns it; its content is whatever the place held before.
    T& push_slot() {
        if (size() == items_.size()) grow();
        return items_[tail_++ & mask()];
    }

    void push(T item) { push_slot() = std::move(item); }
    void pop() { ++head_; }
    void clear() { head_ = tail_ = 0; }

private:
    std::size_t mask() const { return items_.size() - 1; }

    void grow() {
        std::vector<T> larger(items_.empty() ? 16 : 2 * items_.size());
        const std::size_t count = size();
        for (std::size_t i = 0; i < count; ++i) larger[i] = std::move((*this)[i]);
        items_ = std::move(larger);
        head_ = 0;
        tail_ = count;
    }

    std::vector<T> items_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
};

}  // namespace npusim
