#include "address_map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "../../model/error.hpp"

namespace npusim {
namespace {

std::uint64_t low(int bits) { return (std::uint64_t{1} << bits) - 1; }
int bits_of(std::int64_t count) { return std::countr_zero(static_cast<std::uint64_t>(count)); }

// Exclusive or of all groups of `width` bits of a number.
std::uint64_t folded(std::uint64_t number, int width) {
    std::uint64_t fold = 0;
    if (width > 0)
        for (; number != 0; number >>= width) fold ^= number;
    return fold;
}

// A bank's number from the bits of rank, bank group and bank as mappings have them: the rank in the lowest ones.
class BankBits {
public:
    explicit BankBits(const DramSpec& spec) : width_(bits_of(spec.banks())), mask_(low(width_)) {
        const int rank = bits_of(spec.ranks), group = bits_of(spec.bank_groups), bank = bits_of(spec.banks_per_group);
        for (std::size_t bits = 0; bits < static_cast<std::size_t>(spec.banks()); ++bits) {
            const std::size_t r = bits & low(rank), g = bits >> rank & low(group), b = bits >> (rank + group);
            bank_of_[bits] = static_cast<std::uint8_t>((r << (group + bank)) | (g << bank) | b);
        }
    }

    int width() const { return width_; }
    std::uint16_t bank(std::uint64_t bits) const { return bank_of_[bits & mask_]; }

private:
    int width_;
    std::uint64_t mask_;
    std::array<std::uint8_t, 64> bank_of_{};
};

// A mapping that says where one transaction lies, and returns its row, as one that does so for many.
template <class Mapping>
class OneByOne : public BankMapping {
public:
    DramLocation locate(const ChannelSplit& split, std::int64_t address) const final {
        DramLocation location;
        const std::uint64_t row =
            static_cast<const Mapping&>(*this).locate_one(split.split(address, location), location);
        location.row = static_cast<DramRow>(row);
        if (row > std::numeric_limits<DramRow>::max()) [[unlikely]]
            refuse(&address, 1);
        return location;
    }

    void locate(const ChannelSplit& split, const std::int64_t* addresses, std::size_t count,
                DramLocation* locations) const final {
        const Mapping mapping = static_cast<const Mapping&>(*this);  // copies, which no location can overlap
        const ChannelSplit own = split;
        std::uint64_t rows = 0;
        for (std::size_t i = 0; i < count; ++i) {
            DramLocation location;
            const std::uint64_t row = mapping.locate_one(own.split(addresses[i], location), location);
            location.row = static_cast<DramRow>(row);
            locations[i] = location;
            rows |= row;
        }
        if (rows > std::numeric_limits<DramRow>::max()) [[unlikely]]
            refuse(addresses, count);
    }

private:
    [[noreturn, gnu::noinline]] static void refuse(const std::int64_t* addresses, std::size_t count) {
        throw EngineError("the address " + std::to_string(*std::max_element(addresses, addresses + count)) +
                          " is in a DRAM row above 2^32, beyond all devices: use smaller addresses");
    }
};

// Row, bank, rank, column from the highest bit to the lowest: a stream stays in one row of one bank as long as it can.
class RoBaRaCoCh final : public OneByOne<RoBaRaCoCh> {
public:
    explicit RoBaRaCoCh(const DramSpec& spec) : banks_(spec), column_(bits_of(spec.bursts_per_row)) {}

    std::uint64_t locate_one(std::uint64_t number, DramLocation& location) const {
        location.column = static_cast<std::uint32_t>(number & low(column_));
        number >>= column_;
        location.bank = banks_.bank(number);
        return number >> banks_.width();
    }

private:
    BankBits banks_;
    int column_;
};

// Minimalist open page (Kaseridis et al., MICRO 2011) with four bursts per bank visit and the higher column bits folded
// into the bank's number and the row, so that strides meet all banks.
class Mop4ClXor final : public OneByOne<Mop4ClXor> {
public:
    explicit Mop4ClXor(const DramSpec& spec) : banks_(spec), bank_bits_(banks_.width()) {
        const int column = bits_of(spec.bursts_per_row);
        if (column < kVisit) throw EngineError("the mapping MOP4CLXOR needs rows of at least four bursts");
        row_shift_ = bank_bits_ + column;
        high_columns_ = low(column) & ~low(kVisit);
        rows_ = low(bits_of(spec.rows));
    }

    std::uint64_t locate_one(std::uint64_t number, DramLocation& location) const {
        const std::uint64_t column = (number & low(kVisit)) | (number >> bank_bits_ & high_columns_);
        location.column = static_cast<std::uint32_t>(column);
        location.bank = banks_.bank(number >> kVisit ^ column);
        return number >> row_shift_ ^ (column >> bank_bits_ & rows_);
    }

private:
    static constexpr int kVisit = 2;  // bits of a burst's number within a visit

    BankBits banks_;
    int bank_bits_, row_shift_;
    std::uint64_t high_columns_, rows_;
};

// Row, bank, column, bank group, rank from the highest bit to the lowest: neighbours go round the ranks and bank
// groups, so that a stream is not held up by tCCD_L, and stay in one row of each as long as they can. Bank and bank
// group are permuted by the row (Zhang et al., A Permutation-Based Page Interleaving Scheme, MICRO 2000), so that
// streams that lie a power of two apart are in different banks.
class RoBaCoBgRaChXor final : public OneByOne<RoBaCoBgRaChXor> {
public:
    explicit RoBaCoBgRaChXor(const DramSpec& spec)
        : banks_(spec),
          rank_(bits_of(spec.ranks)),
          low_(rank_ + bits_of(spec.bank_groups)),
          column_(bits_of(spec.bursts_per_row)),
          bank_(bits_of(spec.banks_per_group)) {}

    std::uint64_t locate_one(std::uint64_t number, DramLocation& location) const {
        location.column = static_cast<std::uint32_t>(number >> low_ & low(column_));
        const std::uint64_t high = number >> (low_ + column_), row = high >> bank_;
        const std::uint64_t bits = (number & low(low_)) | (high & low(bank_)) << low_;
        location.bank = banks_.bank(bits ^ folded(row, banks_.width() - rank_) << rank_);
        return row;
    }

private:
    BankBits banks_;
    int rank_, low_, column_, bank_;
};

// Row, higher column bits, bank, bank group, rank, four bursts of a row from the highest bit to the lowest. Rank, group
// and bank together are the remainder of all bits above the four bursts by a primitive polynomial (Rau, Pseudo-Randomly
// Interleaved Memory, ISCA 1991): streams meet all banks one after the other, and so do short runs of any pitch.
class RoCoBaBgRaCoChPoly final : public OneByOne<RoCoBaBgRaCoChPoly> {
public:
    explicit RoCoBaBgRaCoChPoly(const DramSpec& spec)
        : banks_(spec),
          high_column_(bits_of(spec.bursts_per_row) - kVisit),
          remainder_(primitive_polynomial(banks_.width()), banks_.width()) {
        if (high_column_ < 0) throw EngineError("the mapping RoCoBaBgRaCoChPoly needs rows of at least four bursts");
    }

    std::uint64_t locate_one(std::uint64_t number, DramLocation& location) const {
        const std::uint64_t visit = number >> kVisit, high = visit >> banks_.width();
        location.column = static_cast<std::uint32_t>((high & low(high_column_)) << kVisit | (number & low(kVisit)));
        location.bank = banks_.bank(remainder_(visit));
        return high >> high_column_;
    }

private:
    static constexpr int kVisit = 2;  // bits of a burst's number within a visit

    BankBits banks_;
    int high_column_;
    PolynomialRemainder remainder_;
};

// A string that names the bits from the highest to the lowest: R row, K rank or pseudo channel, G bank group, B bank, C
// column. Bits above it go on with the row.
class BitString final : public OneByOne<BitString> {
public:
    static bool is_one(const std::string& text) {
        return !text.empty() && text.find_first_not_of("RKGBC") == std::string::npos;
    }

    BitString(const DramSpec& spec, const std::string& text)
        : bits_(static_cast<int>(text.size())), row_(bits_of(spec.rows)) {
        const int bank = bits_of(spec.banks_per_group), group = bits_of(spec.bank_groups);
        Field row{'R', "row", row_, 0}, rank{'K', "rank", bits_of(spec.ranks), bank + group},
            in_group{'B', "bank", bank, 0}, of_group{'G', "bank group", group, bank},
            column{'C', "column", bits_of(spec.bursts_per_row), 0};
        for (const Field& field : {rank, of_group, in_group, column, row}) check(text, field);
        take(text, {&row}, rows_);
        take(text, {&rank, &in_group, &of_group}, banks_);
        take(text, {&column}, columns_);
    }

    std::uint64_t locate_one(std::uint64_t number, DramLocation& location) const {
        location.column = static_cast<std::uint32_t>(gather(columns_, number));
        location.bank = static_cast<std::uint16_t>(gather(banks_, number));
        return gather(rows_, number) | number >> bits_ << row_;
    }

private:
    struct Field {
        char letter;
        const char* meaning;
        int width;
        int next;  // place of its next bit in the number that it is a part of
    };
    // Bits that stay together.
    struct Run {
        int from, to, width;
    };

    static void check(const std::string& text, const Field& field) {
        const auto count = std::count(text.begin(), text.end(), field.letter);
        if (count != field.width)
            throw EngineError("the mapping '" + text + "' has " + std::to_string(count) + " bits " + field.letter +
                              " (" + field.meaning + "); the device has " + std::to_string(field.width));
    }

    static void take(const std::string& text, std::vector<Field*> fields, std::vector<Run>& runs) {
        for (int from = 0; from < static_cast<int>(text.size()); ++from) {
            const char letter = text[text.size() - 1 - static_cast<std::size_t>(from)];
            for (Field* field : fields) {
                if (field->letter != letter) continue;
                const int to = field->next++;
                if (!runs.empty() && runs.back().from + runs.back().width == from &&
                    runs.back().to + runs.back().width == to)
                    ++runs.back().width;
                else
                    runs.push_back({from, to, 1});
            }
        }
    }

    static std::uint64_t gather(const std::vector<Run>& runs, std::uint64_t number) {
        std::uint64_t value = 0;
        for (const Run& run : runs) value |= (number >> run.from & low(run.width)) << run.to;
        return value;
    }

    int bits_, row_;
    std::vector<Run> rows_, banks_, columns_;
};

using Factory = std::function<std::unique_ptr<BankMapping>(const DramSpec&)>;

// A new mapping is one more line here.
const std::map<std::string, Factory>& mappings() {
    static const std::map<std::string, Factory> table{
        {"MOP4CLXOR", [](const DramSpec& spec) { return std::make_unique<Mop4ClXor>(spec); }},
        {"RoBaCoBgRaChXOR", [](const DramSpec& spec) { return std::make_unique<RoBaCoBgRaChXor>(spec); }},
        {"RoBaRaCoCh", [](const DramSpec& spec) { return std::make_unique<RoBaRaCoCh>(spec); }},
        {"RoCoBaBgRaCoChPoly", [](const DramSpec& spec) { return std::make_unique<RoCoBaBgRaCoChPoly>(spec); }}};
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

ChannelSplit::ChannelSplit(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels)
    : burst_shift_(bits_of(spec.burst_bytes)),
      block_shift_(bits_of(std::max(policy.interleave_bytes, spec.burst_bytes)) - burst_shift_),
      block_mask_(low(block_shift_)),
      channel_shift_(std::has_single_bit(static_cast<std::uint64_t>(channels)) ? bits_of(channels) : -1),
      channels_(static_cast<std::uint64_t>(channels)),
      channel_(channels, policy.channel_hash ? policy.channel_hash_function : "") {
    const std::int64_t block = policy.interleave_bytes;
    if (block != 0 && (block < spec.burst_bytes || !std::has_single_bit(static_cast<std::uint64_t>(block))))
        throw EngineError("memory.policy.interleave_bytes is " + std::to_string(block) +
                          "; it must be a power of two of at least " + std::to_string(spec.burst_bytes) +
                          ", the bytes of a burst");
}

AddressMap::AddressMap(const DramSpec& spec, const DramPolicy& policy, std::int64_t channels)
    : split_(spec, policy, channels), mapping_(make_mapping(spec, policy.mapping)) {}

NearbyLocations::NearbyLocations(const AddressMap& map, std::int64_t burst_bytes, std::int64_t interleave_bytes)
    : map_(map),
      burst_shift_(bits_of(burst_bytes)),
      low_mask_(static_cast<std::int64_t>(kLower) * burst_bytes - 1),
      block_bytes_(std::max(burst_bytes, interleave_bytes)) {
    for (std::size_t burst = 0; burst < kLower; ++burst)
        lower_[burst] = map.locate(static_cast<std::int64_t>(burst) * burst_bytes);
}

}  // namespace npusim
