// Recordings of worlds and of lives, damaged in any way: read as far as they are whole, or refused with
// words.
#include "run/recorder.h"
#include "run/tape.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void world(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct tape_about about;
    struct tape_reader *reader = tape_over(data, size, &about, &fault);
    must(reader || fault.said[0]);
    if (!reader) return;
    static struct tape_entry entry;
    enum err err;
    while (!(err = tape_next(reader, &entry, &fault)))
        ;
    must(err == ERR_CLOSED || fault.said[0]);
    tape_free(reader);
}

static void life(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct recording_about about;
    struct recording *tape = recording_over(data, size, &about, &fault);
    must(tape || fault.said[0]);
    if (!tape) return;
    static struct entry entry;
    enum err err;
    while (!(err = recording_next(tape, &entry, &fault)))
        if (entry.kind == ENTRY_PICTURE || entry.kind == ENTRY_SOUND)
            must(entry.media.bytes.len && entry.media.bytes.len <= RECORDING_MEDIA_MAX);
    must(err == ERR_CLOSED || fault.said[0]);
    // A hop ends at a mark that can be read, or leaves everything as it was.
    bool hopped = recording_seek(tape, size ? data[size - 1] * 16u : 0);
    err = recording_next(tape, &entry, &fault);
    must(!hopped || (!err && entry.kind == ENTRY_VIEW) || err == ERR_CLOSED || fault.said[0]);
    recording_free(tape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tape_is((struct bytes){data, size});
    world(data, size);
    life(data, size);
    return 0;
}
