// Ways that are planned.
#include "support/traces.h"

#include "base/hash.h"
#include "nav/plan.h"

enum err __real_nav_plan(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len);
enum err __wrap_nav_plan(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len);
enum err __wrap_nav_plan(const void *input, size_t input_size, void *answer, size_t answer_size,
                         size_t *len) {
    enum err err = __real_nav_plan(input, input_size, answer, answer_size, len);
    if (trace_wanted()) trace_add(TRACE_PLAN, err ? (uint64_t)err : hash64(0, answer, *len));
    return err;
}
