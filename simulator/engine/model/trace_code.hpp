// The trace program of a kernel whose records depend on its arguments alone: code of a register machine. Registers are
// int64; arithmetic wraps around.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace npusim {

enum class TraceOp : std::uint8_t {
    argument,             // a = arguments[b]
    move,                 // a = b; from here to select: names of registers
    add,                  // a = b + c
    subtract,             //
    multiply,             //
    divide,               // towards zero
    remainder,            // of divide
    floor_divide,         // towards minus infinity
    modulo,               // of floor_divide
    ceil_divide,          // towards infinity
    minimum,              //
    maximum,              //
    unsigned_minimum,     //
    unsigned_maximum,     //
    bit_and,              //
    bit_or,               //
    bit_xor,              //
    equal,                // a = b == c, 1 or 0
    less,                 //
    less_equal,           //
    unsigned_less,        //
    unsigned_less_equal,  //
    select,               // a = b ? c : d
    jump,                 // to instruction d
    jump_unless,          // to instruction d if register b is 0
    loop,                 // a += b; to instruction d if a < c
    record,               // begins a record with the words of template a
    word,                 // word a of the record = register b
    flush,                // hands all records over
};

// By number; Python has them from here (`TRACE_OPS`).
inline constexpr std::array kTraceOpNames{
    "argument",
    "move",
    "add",
    "subtract",
    "multiply",
    "divide",
    "remainder",
    "floor_divide",
    "modulo",
    "ceil_divide",
    "minimum",
    "maximum",
    "unsigned_minimum",
    "unsigned_maximum",
    "bit_and",
    "bit_or",
    "bit_xor",
    "equal",
    "less",
    "less_equal",
    "unsigned_less",
    "unsigned_less_equal",
    "select",
    "jump",
    "jump_unless",
    "loop",
    "record",
    "word",
    "flush",
};
static_assert(kTraceOpNames.size() == static_cast<std::size_t>(TraceOp::flush) + 1);

struct TraceInstruction {
    TraceOp op;
    std::int32_t a, b, c, d;
};

struct TraceCode {
    static constexpr std::size_t kWords = 16;
    using Words = std::array<std::int64_t, kWords>;

    std::vector<TraceInstruction> instructions;
    std::vector<std::int64_t> registers;  // what they begin with
    std::vector<Words> records;           // templates
    std::size_t arguments = 0;            // how many there have to be

    bool empty() const { return instructions.empty(); }

    // Checks every number of a register, template, word and place, and counts the arguments; raises EngineError.
    void check();
};

}  // namespace npusim
