#include "address_map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <vector>

#include "../../model/error.hpp"

namespace npusim {
namespace {

int bits_of(std::int64_t count) { return std::countr_zero(static_cast<std::uint64_t>(count)); }

std::uint64_t take(std::uint64_t& number, int bits) {
    const std::uint64_t low = number & ((std::uint64_t{1} << bits) - 1);
    number >>= bits;
    return low;
}

struct Widths {
    explicit Widths(const DramSpec& spec)
        : rank(bits_of(spec.ranks)),
          group(bits_of(spec.bank_groups)),
          bank(bits_of(spec.banks_per_group)),
          row(bits_of(spec.rows)),
          column(bits_of(spec.bursts_per_row)) {}
    int rank, group, bank, row, column;

    std::size_t flat(std::uint64_t r, std::uint64_t g, std::uint64_t b) const { return (r << (group + bank)) | (g << bank) | b; }
};

// Row, bank, rank, column from the highest bit to the lowest: a stream stays in one row of one bank as long as it can.
class RoBaRaCoCh final : public BankMapping {
public:
    explicit RoBaRaCoCh(const DramSpec& spec) : widths_(spec) {}

    void locate(std::uint64_t number, DramLocation& location) const override {
        location.column = static_cast<std::int64_t>(take(number, widths_.column));
        const std::uint64_t rank = take(number, widths_.rank), group = take(number, widths_.group), bank = take(number, widths_.bank);
        location.bank = widths_.flat(rank, group, bank);
        location.row = static_cast<std::int64_t>(number);
    }

private:
    Widths widths_;
};

// Minimalist open page (Kaseridis et al., MICRO 2011) with four bursts per bank visit and the higher column bits folded into the bank's number, so
// that strides meet all banks.
class Mop4ClXor final : public BankMapping {
public:
    explicit Mop4ClXor(const DramSpec& spec) : widths_(spec) {
        if (widths_.column < 2) throw EngineError("the mapping MOP4CLXOR needs rows of at least four bursts");
    }

    void locate(std::uint64_t number, DramLocation& location) const override {
        std::uint64_t column = take(number, 2);
        std::uint64_t rank = take(number, widths_.rank), group = take(number, widths_.group), bank = take(number, widths_.bank);
        column |= take(number, widths_.column - 2) << 2;
        std::uint64_t fold = column;
        rank ^= take(fold, widths_.rank);
        group ^= take(fold, widths_.group);
        bank ^= take(fold, widths_.bank);
        location.column = static_cast<std::int64_t>(column);
        location.bank = widths_.flat(rank, group, bank);
        location.row = static_cast<std::int64_t>(number ^ take(fold, widths_.row));
    }

private:
    Widths widths_;
};

// A string that names the bits from the highest to the lowest: R row, K rank or pseudo channel, G bank group, B bank, C column. Bits above it go on
// with the row.
class BitString final : public BankMapping {
public:
    static bool is_one(const std::string& text) {
        return !text.empty() && text.find_first_not_of("RKGBC") == std::string::npos;
    }

    BitString(const DramSpec& spec, const std::string& text) : widths_(spec), fields_(text.rbegin(), text.rend()) {
        check(text, 'K', widths_.rank, "rank");
        check(text, 'G', widths_.group, "bank group");
        check(text, 'B', widths_.bank, "bank");
        check(text, 'C', widths_.column, "column");
        check(text, 'R', widths_.row, "row");
    }

    void locate(std::uint64_t number, DramLocation& location) const override {
        std::array<std::uint64_t, 128> value{};
        std::array<int, 128> next{};
        for (const char field : fields_) {
            const auto f = static_cast<std::size_t>(field);
            value[f] |= (number & 1) << next[f]++;
            number >>= 1;
        }
        location.column = static_cast<std::int64_t>(value['C']);
        location.bank = widths_.flat(value['K'], value['G'], value['B']);
        location.row = static_cast<std::int64_t>(value['R'] | number << widths_.row);
    }

private:
    static void check(const std::string& text, char letter, int width, const std::string& meaning) {
        const auto count = std::count(text.begin(), text.end(), letter);
        if (count != width)
            throw EngineError("the mapping '" + text + "' has " + std::to_string(count) + " bits " + letter + " (" + meaning +
                              "); the device has " + std::to_string(width));
    }

    Widths widths_;
    std::vector<char> fields_;  // from the lowest bit
};

using Factory = std::function<std::unique_ptr<BankMapping>(const DramSpec&)>;

// A new mapping is one more line here.
const std::map<std::string, Factory>& mappings() {
    static const std::map<std::string, Factory> table{
        {"MOP4CLXOR", [](const DramSpec& spec) { return std::make_unique<Mop4ClXor>(spec); }},
        {"RoBaRaCoCh", [](const DramSpec& spec) { return std::make_unique<RoBaRaCoCh>(spec); }}};
    return table;
}

std::unique_ptr<BankMapping> make_mapping(const DramSpec& spec, const std::string& name) {
    const auto found = mappings().find(name);
    if (found != mappings().end()) return found->second(spec);
    if (BitString::is_one(name)) return std::make_unique<BitString>(spec, name);
    std::string names;
    for (const auto& [known, factory] : mappings()) names += known + ", ";
    throw EngineError("there is no DRAM mapping '" + name + "'; there are: " + names +
                      "or a string of the letters R K G B C, one per bit from the highest to the lowest");
}

}  // namespace

AddressMap::AddressMap(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels)
    : burst_shift_(bits_of(spec.burst_bytes)),
      block_shift_(bits_of(std::max(policy.interleave_bytes, spec.burst_bytes)) - burst_shift_),
      channel_shift_(std::has_single_bit(static_cast<std::uint64_t>(channels)) ? bits_of(channels) : -1),
      channels_(static_cast<std::uint64_t>(channels)),
      hash_(policy.channel_hash),
      mapping_(make_mapping(spec, policy.mapping)) {
    const std::int64_t block = policy.interleave_bytes;
    if (block != 0 && (block < spec.burst_bytes || !std::has_single_bit(static_cast<std::uint64_t>(block))))
        throw EngineError("memory.policy.interleave_bytes is " + std::to_string(block) + "; it must be a power of two of at least " +
                          std::to_string(spec.burst_bytes) + ", the bytes of a burst");
    if (hash_ && channel_shift_ < 0)
        throw EngineError("a channel hash needs a number of channels that is a power of two, not " + std::to_string(channels));
}

}  // namespace npusim
