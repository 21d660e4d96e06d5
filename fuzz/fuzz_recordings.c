// Recordings of worlds and of lives, damaged in any way: read as far as they are whole, or refused with
// words.
#include "base/base64.h"
#include "run/recorder.h"
#include "run/tape.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

// A link's part after #, or a file, as a page sends it: bytes in letters, and back.
static void letters(const uint8_t *data, size_t size) {
    uint8_t *bytes = malloc(BASE64_ROOM(size) + 1);
    struct buf text = {0};
    size_t len = 0;
    must(bytes != NULL);
    if (base64_decode((struct text){(const char *)data, size}, bytes, &len)) must(len <= BASE64_ROOM(size));
    base64_encode(&text, data, size);
    free(bytes);
    bytes = malloc(BASE64_ROOM(text.len) + 1);
    must(bytes && base64_decode((struct text){(const char *)text.at, text.len}, bytes, &len) && len == size);
    must(!size || !memcmp(bytes, data, size));
    free(bytes);
    buf_free(&text);
}

// Requests of robots, or none that they know, with words.
static enum err look(void *user, const struct tape_entry *entry, struct fault *fault) {
    static union soul_message request;
    struct fault said = {0};
    (void)user, (void)fault;
    if (entry->kind == TAPE_REQUEST && tape_request_read(entry, &life_soul_messages, &request, &said))
        must(said.said[0]);
    return ERR_NONE;
}

static void world(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct tape_about about;
    struct tape_reader *reader = tape_over(data, size, &about, &fault);
    must(reader || fault.said[0]);
    if (!reader) return;
    uint64_t steps = 0;
    enum err err = tape_measure(reader, look, NULL, &steps, &fault);
    must(!err == !fault.said[0]);
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
    letters(data, size);
    return 0;
}
