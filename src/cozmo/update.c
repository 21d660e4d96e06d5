// Firmware files (codec/clip/safe.h) go over in pieces of 1024 bytes; the robot confirms the first, then
// every second piece, and after a last one without content says that it is content (10) and starts anew.
#include "cozmo/client_internal.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/clip/safe.h"

#include <stdio.h>
#include <string.h>

enum {
    PIECE = 1024,
    FILE_MAX = 8 << 20,
    FIRST_US = 30000000, // it erases its flash first
    NEXT_US = 10000000,
    ASK_US = 100000, // how soon one who breaks it off is heard
    STATUS_FINE = 0,
    STATUS_DONE = 10,
    LAST_PIECE = 0xffff,
};

static enum err signature(const struct buf *file, char *json, size_t size, struct fault *fault) {
    struct arena *arena = arena_new(8192);
    struct safe safe;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory");
    enum err err = safe_read((struct bytes){file->at, file->len}, NULL, arena, &safe, fault);
    if (!err && size <= safe.json.len)
        err = fault_set(fault, ERR_LIMIT, "the signature has %s", PLURAL(safe.json.len, "byte"));
    if (!err) text_copy(safe.json, json, size);
    arena_free(arena);
    return err;
}

enum critter_err critter_cozmo_firmware_signature(const char *path, char *json, size_t size, char *why,
                                                  size_t why_size) {
    struct buf file = {0};
    struct fault fault = {0};
    enum err err = file_read(path, FILE_MAX, &file, &fault);
    if (!err) err = signature(&file, json, size, &fault);
    fault_in(&fault, path);
    if (err && why_size) fault_text(&fault, why, why_size);
    buf_free(&file);
    return err_public(err);
}

struct results {
    int confirmed; // the highest piece that was; -1: none yet
    int status;    // the last that was not 0, or 0
    size_t done, all;
    int (*progress)(void *user, size_t done, size_t all);
    void *user;
};

// Tells how far it is and asks whether to go on, also while nothing goes on.
static enum err go_on(struct critter_cozmo *c, const struct results *results) {
    if (!results->progress || !results->progress(results->user, results->done, results->all)) return ERR_NONE;
    return client_fail(c, ERR_CANCELLED, "broken off after %zu of %zu bytes: send the file again",
                       results->done, results->all);
}

static void result(void *user, struct critter_cozmo *c, const struct critter_cozmo_event *event) {
    struct results *results = user;
    struct cozmo_firmware_update_result message;
    struct reader in = reader_of(event->body, event->body_size);
    (void)c;
    if (cozmo_firmware_update_result_decode(&message, &in, COZMO_VERSION)) return;
    if (message.chunk_id != LAST_PIECE && message.chunk_id > results->confirmed)
        results->confirmed = message.chunk_id;
    if (message.status) results->status = message.status;
}

static enum err piece(struct critter_cozmo *c, uint16_t number, const uint8_t *data) {
    return client_tell(
        c, &(struct cozmo_message){.kind = COZMO_FIRMWARE_UPDATE,
                                   .firmware_update = {.chunk_id = number, .data = {data, PIECE}}});
}

static enum err results_wait(struct critter_cozmo *c, const struct results *results, int want,
                             int64_t wait_us) {
    int64_t limit = loop_now_us() + wait_us;
    while (results->confirmed < want && !results->status) {
        if (c->over)
            return client_fail(c, ERR_CLOSED, "the session ended during the update: %s",
                               air_end_text(c->end));
        if (loop_now_us() >= limit)
            return client_fail(c, ERR_TIMEOUT, "the robot does not confirm the update");
        client_pump(c, limit - loop_now_us() < ASK_US ? limit - loop_now_us() : ASK_US);
        enum err err = go_on(c, results);
        if (err) return err;
    }
    return ERR_NONE;
}

static enum err send_file(struct critter_cozmo *c, const struct buf *file, struct results *results) {
    size_t pieces = (file->len + PIECE - 1) / PIECE;
    for (size_t i = 0; i < pieces; i++) {
        uint8_t data[PIECE] = {0};
        size_t left = file->len - i * PIECE;
        memcpy(data, file->at + i * PIECE, left < PIECE ? left : PIECE);
        // Some robots confirm every piece, real ones the even ones; never more than two go ahead of that.
        int want = i ? (int)((i - 1) & ~(size_t)1) : -1;
        enum err err = results_wait(c, results, want, i == 1 ? FIRST_US : NEXT_US);
        if (!err && results->status)
            return client_fail(c, ERR_DENIED, "the robot refuses the update at piece %zu: status %d", i,
                               results->status);
        if (!err) err = piece(c, (uint16_t)i, data);
        if (!err) {
            results->done = (i + 1) * PIECE < file->len ? (i + 1) * PIECE : file->len;
            err = go_on(c, results);
        }
        if (err) return err;
    }
    return results_wait(c, results, (int)((pieces - 1) & ~(size_t)1), NEXT_US);
}

static enum err update(struct critter_cozmo *c, const char *path,
                       int (*progress)(void *user, size_t done, size_t all), void *user) {
    struct buf file = {0};
    char json[PIECE + 1];
    c->fault = (struct fault){0};
    if (c->busy) return client_fail(c, ERR_STATE, "a handler cannot wait");
    enum err err = file_read(path, FILE_MAX, &file, &c->fault);
    if (!err) err = signature(&file, json, sizeof json, &c->fault);
    if (err) {
        fault_in(&c->fault, path);
        buf_free(&file);
        return err;
    }
    struct results results = {.confirmed = -1, .all = file.len, .progress = progress, .user = user};
    int handler = critter_cozmo_on(c, "FirmwareUpdateResult", result, &results);
    if (handler < 0) err = c->fault.err;
    if (!err) err = send_file(c, &file, &results);
    static const uint8_t zeros[PIECE];
    if (!err && !results.status) err = piece(c, LAST_PIECE, zeros);
    int64_t limit = loop_now_us() + NEXT_US;
    while (!err && !results.status && !c->over && loop_now_us() < limit)
        client_pump(c, limit - loop_now_us());
    if (handler >= 0) critter_cozmo_off(c, handler);
    buf_free(&file);
    if (err) return err;
    if (!results.status)
        return client_fail(c, ERR_TIMEOUT, "the robot received everything, but does not confirm it");
    if (results.status != STATUS_DONE)
        return client_fail(c, ERR_DENIED, "the robot refuses the update: status %d", results.status);
    return ERR_NONE;
}

enum critter_err critter_cozmo_update_wait(struct critter_cozmo *c, const char *path,
                                           int (*progress)(void *user, size_t done, size_t all), void *user) {
    return err_public(update(c, path, progress, user));
}
