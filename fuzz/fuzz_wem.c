// A WEM file is described or refused; what is described is decoded to as many samples as it says, or as far
// as it is whole.
#include "codec/bank/wem.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct wem wem;
    struct fault fault = {0};
    if (wem_read((struct bytes){data, size}, &wem, &fault)) {
        must(fault.said[0] != 0);
        return 0;
    }
    must(wem.loop_count <= WEM_LOOPS_MAX && wem.channels && wem.rate);
    size_t room = wem.coding <= WEM_ADPCM ? wem.frames : 0, frames;
    int16_t *out = malloc((room * wem.channels + 1) * sizeof *out);
    must(out != NULL);
    enum err err = wem_decode(&wem, out, room, &frames, &fault);
    must(frames <= room && (err || frames == room) && (!err || fault.said[0]));
    wem.packing = ADPCM_WEM_63;
    wem_decode(&wem, out, room, NULL, NULL);
    free(out);
    return 0;
}
