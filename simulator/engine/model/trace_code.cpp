#include "trace_code.hpp"

#include <algorithm>
#include <string>

#include "error.hpp"

namespace npusim {
namespace {

// What a field of an instruction is a number of.
enum class Field : std::uint8_t { unused, reg, argument, place, record, word };
using Fields = std::array<Field, 4>;

Fields fields_of(TraceOp op) {
    constexpr Field none = Field::unused, reg = Field::reg;
    switch (op) {
        case TraceOp::argument: return {reg, Field::argument, none, none};
        case TraceOp::move: return {reg, reg, none, none};
        case TraceOp::select: return {reg, reg, reg, reg};
        case TraceOp::jump: return {none, none, none, Field::place};
        case TraceOp::jump_unless: return {none, reg, none, Field::place};
        case TraceOp::loop: return {reg, reg, reg, Field::place};
        case TraceOp::record: return {Field::record, none, none, none};
        case TraceOp::word: return {Field::word, reg, none, none};
        case TraceOp::flush: return {none, none, none, none};
        default: return {reg, reg, reg, none};
    }
}

}  // namespace

void TraceCode::check() {
    const auto limit_of = [this](Field field) -> std::size_t {
        switch (field) {
            case Field::reg: return registers.size();
            case Field::place: return instructions.size() + 1;
            case Field::record: return records.size();
            case Field::word: return kWords;
            default: return std::size_t{1} << 20;
        }
    };
    for (std::size_t number = 0; number < instructions.size(); ++number) {
        const TraceInstruction& each = instructions[number];
        const std::array<std::int32_t, 4> values{each.a, each.b, each.c, each.d};
        const Fields fields = fields_of(each.op);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (fields[i] == Field::unused) continue;
            if (values[i] < 0 || static_cast<std::size_t>(values[i]) >= limit_of(fields[i]))
                throw EngineError("instruction " + std::to_string(number) + " of the trace program has the number " +
                                  std::to_string(values[i]) + ", which is out of range");
            if (fields[i] == Field::argument) arguments = std::max(arguments, static_cast<std::size_t>(values[i]) + 1);
        }
    }
}

}  // namespace npusim
