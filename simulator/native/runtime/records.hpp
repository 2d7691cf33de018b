// What programs with a trace call for every record.
#pragma once

#include <cstdint>

namespace npusim {

// Room for one more record in the trace context at an address; leaves the program if the buffer is full and no more
// records are wanted. The caller writes the record's words before it calls anything else of the context.
extern "C" int64_t* npusim_record(int64_t context);

}  // namespace npusim
