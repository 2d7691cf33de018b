#include "records.hpp"

#include "trace_words.hpp"

namespace npusim {

extern "C" int64_t* npusim_record(int64_t context) {
    auto* words = reinterpret_cast<TraceWords*>(context);
    if (words->count == words->capacity) words->flush_or_leave(words);
    return words->records + kRecordWords * words->count++;
}

}  // namespace npusim
