#include "trace_interpreter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "../model/error.hpp"

namespace npusim {
namespace {

constexpr std::int64_t kIterationsBetweenFlushes = 1 << 20;  // of loops of any form: all of them jump back

static_assert(sizeof(Record) == sizeof(TraceCode::Words));

std::int64_t wrapped(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

std::int64_t quotient(std::int64_t dividend, std::int64_t divisor) {
    if (divisor == 0) throw EngineError("a trace program divides by zero");
    return divisor == -1 ? wrapped(0 - bits(dividend)) : dividend / divisor;
}

std::int64_t remainder(std::int64_t dividend, std::int64_t divisor) {
    return wrapped(bits(dividend) - bits(quotient(dividend, divisor)) * bits(divisor));
}

std::int64_t floor_quotient(std::int64_t dividend, std::int64_t divisor) {
    const std::int64_t rest = remainder(dividend, divisor);
    return quotient(dividend, divisor) - (rest != 0 && (rest < 0) != (divisor < 0) ? 1 : 0);
}

std::int64_t ceil_quotient(std::int64_t dividend, std::int64_t divisor) {
    const std::int64_t rest = remainder(dividend, divisor);
    return quotient(dividend, divisor) + (rest != 0 && (rest < 0) == (divisor < 0) ? 1 : 0);
}

std::int64_t modulo(std::int64_t dividend, std::int64_t divisor) {
    const std::int64_t rest = remainder(dividend, divisor);
    return rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest;
}

std::int64_t computed(TraceOp op, std::int64_t one, std::int64_t other) {
    switch (op) {
        case TraceOp::add: return wrapped(bits(one) + bits(other));
        case TraceOp::subtract: return wrapped(bits(one) - bits(other));
        case TraceOp::multiply: return wrapped(bits(one) * bits(other));
        case TraceOp::divide: return quotient(one, other);
        case TraceOp::remainder: return remainder(one, other);
        case TraceOp::floor_divide: return floor_quotient(one, other);
        case TraceOp::modulo: return modulo(one, other);
        case TraceOp::ceil_divide: return ceil_quotient(one, other);
        case TraceOp::minimum: return std::min(one, other);
        case TraceOp::maximum: return std::max(one, other);
        case TraceOp::unsigned_minimum: return wrapped(std::min(bits(one), bits(other)));
        case TraceOp::unsigned_maximum: return wrapped(std::max(bits(one), bits(other)));
        case TraceOp::bit_and: return one & other;
        case TraceOp::bit_or: return one | other;
        case TraceOp::bit_xor: return one ^ other;
        case TraceOp::equal: return one == other;
        case TraceOp::less: return one < other;
        case TraceOp::less_equal: return one <= other;
        case TraceOp::unsigned_less: return bits(one) < bits(other);
        default: return bits(one) <= bits(other);
    }
}

}  // namespace

void interpret(const TraceCode& code, const std::int64_t* arguments, std::vector<Record>& buffer,
               const std::function<void(const Record*, std::size_t)>& consume) {
    std::vector<std::int64_t> registers = code.registers;
    std::int64_t* const r = registers.data();
    std::size_t count = 0;
    std::int64_t iterations = 0;
    const auto flush = [&] {
        iterations = 0;
        consume(buffer.data(), std::exchange(count, 0));
    };
    std::size_t next = 0;
    const auto go_to = [&](std::int64_t target) {
        const bool is_back = static_cast<std::size_t>(target) < next;
        next = static_cast<std::size_t>(target);
        if (is_back && ++iterations == kIterationsBetweenFlushes) flush();
    };
    Record none{};
    std::int64_t* words = reinterpret_cast<std::int64_t*>(&none);
    while (next < code.instructions.size()) {
        const TraceInstruction& each = code.instructions[next++];
        switch (each.op) {
            case TraceOp::argument: r[each.a] = arguments[each.b]; break;
            case TraceOp::move: r[each.a] = r[each.b]; break;
            case TraceOp::select: r[each.a] = r[each.b] != 0 ? r[each.c] : r[each.d]; break;
            case TraceOp::jump: go_to(each.d); break;
            case TraceOp::jump_unless:
                if (r[each.b] == 0) go_to(each.d);
                break;
            case TraceOp::loop:
                r[each.a] = wrapped(bits(r[each.a]) + bits(r[each.b]));
                if (r[each.a] < r[each.c]) go_to(each.d);
                break;
            case TraceOp::record:
                if (count == buffer.size()) flush();
                words = reinterpret_cast<std::int64_t*>(&buffer[count++]);
                std::memcpy(words, code.records[static_cast<std::size_t>(each.a)].data(), sizeof(Record));
                break;
            case TraceOp::word: words[each.a] = r[each.b]; break;
            case TraceOp::flush: flush(); break;
            default: r[each.a] = computed(each.op, r[each.b], r[each.c]); break;
        }
    }
    flush();
}

}  // namespace npusim
