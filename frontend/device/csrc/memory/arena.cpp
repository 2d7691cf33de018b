#include "arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>

namespace npusim {
namespace {

constexpr size_t kPage = 4096;
// Smaller blocks keep their pages: faulting them in again at the next allocation costs more than they hold.
constexpr size_t kGiveBackBytes = size_t{64} << 20;

size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

void* map_pages(size_t bytes) {
    return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

}  // namespace

Arena& arena() {
    static Arena* instance = new Arena();  // never destroyed: tensors may outlive static destructors
    return *instance;
}

void Arena::reserve(size_t reserved_bytes, size_t capacity_bytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    size_t bytes = round_up(std::max(reserved_bytes, capacity_bytes), kPage);
    void* address = map_pages(bytes);
    if (address == MAP_FAILED && bytes > capacity_bytes) {  // a limit on address space: take what the machine needs
        bytes = round_up(capacity_bytes, kPage);
        address = map_pages(bytes);
    }
    if (address == MAP_FAILED) {
        throw std::runtime_error("cannot reserve " + std::to_string(bytes >> 20) +
                                 " MiB of address space for device memory: " + std::strerror(errno) +
                                 ". Raise the limit (ulimit -v unlimited), or choose a machine with less DRAM");
    }
    madvise(address, bytes, MADV_HUGEPAGE);  // only a hint: fewer page faults and TLB misses where the kernel allows it
    base_ = static_cast<char*>(address);
    reserved_ = bytes;
    capacity_ = capacity_bytes / kAlignment * kAlignment;
    add_free(0, capacity_);
}

void Arena::add_free(size_t offset, size_t bytes) {
    if (bytes == 0) return;
    free_by_offset_.emplace(offset, bytes);
    free_by_size_.emplace(bytes, offset);
}

void Arena::remove_free(std::map<size_t, size_t>::iterator block) {
    free_by_size_.erase({block->second, block->first});
    free_by_offset_.erase(block);
}

void* Arena::allocate(size_t requested) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const size_t bytes = requested > capacity_ ? requested : round_up(requested, kAlignment);
    const auto fit = free_by_size_.lower_bound({bytes, 0});
    if (fit == free_by_size_.end()) {
        counters_.out_of_memory_errors += 1;
        return nullptr;
    }
    const auto [block_bytes, offset] = *fit;
    remove_free(free_by_offset_.find(offset));
    add_free(offset + bytes, block_bytes - bytes);
    take(offset, bytes, requested);
    if (zeroing_) zero(offset, bytes);
    return base_ + offset;
}

void Arena::take(size_t offset, size_t bytes, size_t requested) {
    live_.emplace(offset, Block{bytes, requested, ++last_number_, following_});
    if (following_) events_.push_back({last_number_, bytes});
    counters_.allocations += 1;
    counters_.total_allocations += 1;
    counters_.allocated_bytes += static_cast<int64_t>(bytes);
    counters_.requested_bytes += static_cast<int64_t>(requested);
    counters_.total_allocated_bytes += static_cast<int64_t>(bytes);
    counters_.peak_allocations = std::max(counters_.peak_allocations, counters_.allocations);
    counters_.peak_allocated_bytes = std::max(counters_.peak_allocated_bytes, counters_.allocated_bytes);
}

size_t Arena::block_bytes(const void* pointer) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto block = live_.find(static_cast<size_t>(static_cast<const char*>(pointer) - base_));
    return block == live_.end() ? 0 : block->second.bytes;
}

void Arena::locate(const uint64_t* pointers, size_t count, bool watched, BlockPlace* places) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (size_t i = 0; i < count; ++i) {
        const size_t offset = pointers[i] - reinterpret_cast<uint64_t>(base_);
        const auto after = live_.upper_bound(offset);
        places[i] = {};
        if (after == live_.begin()) continue;
        auto& [start, block] = *std::prev(after);
        if (offset - start >= block.bytes) continue;
        block.watched |= watched;
        places[i] = {block.number, block.requested, offset - start};
    }
}

void Arena::follow(bool following) {
    const std::lock_guard<std::mutex> lock(mutex_);
    following_ = following;
    if (!following) return;
    for (auto& [offset, block] : live_) block.watched = true;
}

size_t Arena::take_events(BlockEvent* events, size_t room) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const size_t count = std::min(room, events_.size());
    const auto end = events_.begin() + static_cast<std::ptrdiff_t>(count);
    std::copy(events_.begin(), end, events);
    events_.erase(events_.begin(), end);
    return count;
}

void Arena::free(void* pointer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto block = live_.find(static_cast<size_t>(static_cast<char*>(pointer) - base_));
    if (block == live_.end()) return;
    size_t bytes = block->second.bytes;
    counters_.allocations -= 1;
    counters_.total_frees += 1;
    counters_.allocated_bytes -= static_cast<int64_t>(bytes);
    counters_.requested_bytes -= static_cast<int64_t>(block->second.requested);
    counters_.total_freed_bytes += static_cast<int64_t>(bytes);
    const size_t freed = block->first;
    if (block->second.watched) events_.push_back({block->second.number, 0});
    live_.erase(block);
    if (bytes >= kGiveBackBytes) give_back(freed, bytes);
    if (freed >= capacity_) return;
    bytes = std::min(bytes, capacity_ - freed);
    const size_t offset = merge(freed, bytes);
    add_free(offset, bytes);
}

// Takes the free neighbours of a block off the lists; returns the merged block's offset and grows `bytes`.
size_t Arena::merge(size_t offset, size_t& bytes) {
    auto next = free_by_offset_.lower_bound(offset);
    if (next != free_by_offset_.end() && next->first == offset + bytes) {
        bytes += next->second;
        remove_free(next);
    }
    auto previous = free_by_offset_.lower_bound(offset);
    if (previous == free_by_offset_.begin()) return offset;
    --previous;
    if (previous->first + previous->second != offset) return offset;
    const size_t start = previous->first;
    bytes += previous->second;
    remove_free(previous);
    return start;
}

void Arena::give_back(size_t offset, size_t bytes) const {
    const size_t first = round_up(offset, kPage);
    const size_t last = (offset + bytes) / kPage * kPage;
    if (first < last) madvise(base_ + first, last - first, MADV_DONTNEED);
}

// Whole pages are given back, which costs nothing when they were never touched; a page reads as zeros when it is
// touched again.
void Arena::zero(size_t offset, size_t bytes) const {
    const size_t end = offset + bytes;
    const size_t first = std::min(round_up(offset, kPage), end);
    const size_t last = std::max(end / kPage * kPage, first);
    std::memset(base_ + offset, 0, first - offset);
    std::memset(base_ + last, 0, end - last);
    if (first < last && madvise(base_ + first, last - first, MADV_DONTNEED) != 0)
        std::memset(base_ + first, 0, last - first);
}

void Arena::set_zeroing(bool zeroing) {
    const std::lock_guard<std::mutex> lock(mutex_);
    zeroing_ = zeroing;
}

void Arena::release_free_pages() {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [offset, bytes] : free_by_offset_) give_back(offset, bytes);
}

void Arena::rebuild_free_lists() {
    free_by_offset_.clear();
    free_by_size_.clear();
    size_t end = 0;  // of the blocks seen so far
    for (const auto& [offset, block] : live_) {
        if (offset >= capacity_) break;
        add_free(end, offset - end);
        end = offset + block.bytes;
    }
    if (end < capacity_) add_free(end, capacity_ - end);
}

bool Arena::set_capacity(size_t capacity_bytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (capacity_bytes > reserved_) return false;
    capacity_ = capacity_bytes / kAlignment * kAlignment;
    rebuild_free_lists();
    return true;
}

bool Arena::contains(const void* pointer) const {
    const auto* address = static_cast<const char*>(pointer);
    return base_ != nullptr && address >= base_ && address < base_ + reserved_;
}

size_t Arena::capacity_bytes() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return capacity_;
}

size_t Arena::largest_free_bytes() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return free_by_size_.empty() ? 0 : free_by_size_.rbegin()->first;
}

ArenaCounters Arena::counters() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counters_;
}

std::vector<std::array<uint64_t, 4>> Arena::live_blocks() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::array<uint64_t, 4>> blocks;
    for (const auto& [offset, block] : live_) blocks.push_back({offset, block.bytes, block.requested, block.number});
    return blocks;
}

void Arena::reset_peaks() {
    const std::lock_guard<std::mutex> lock(mutex_);
    counters_.peak_allocated_bytes = counters_.allocated_bytes;
    counters_.peak_allocations = counters_.allocations;
}

void Arena::reset_totals() {
    const std::lock_guard<std::mutex> lock(mutex_);
    counters_.total_allocations = counters_.total_frees = 0;
    counters_.total_allocated_bytes = counters_.total_freed_bytes = 0;
    counters_.out_of_memory_errors = 0;
}

}  // namespace npusim
