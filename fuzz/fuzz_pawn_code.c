// Scripts of random instructions: no harm is done, and fused handlers do what single instructions do.
#include "pawn_random.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 2000) return 0;
    if (!random_same(data, size)) abort();
    return 0;
}
