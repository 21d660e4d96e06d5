#include "cozmo/client_internal.h"

#include "base/plural.h"
#include "base/system/file.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY_MAX = 256 << 10, PIECE = 1024, WRITE_PIECE = 132 };

// What the app keeps: its own backups hold these eight.
static const struct {
    uint32_t tag;
    const char *name;
} APPS[] = {
    {COZMO_NV_ENTRY_GAME_SKILL_LEVELS, "game-skill-levels"},
    {COZMO_NV_ENTRY_ONBOARDING_DATA, "onboarding"},
    {COZMO_NV_ENTRY_GAME_UNLOCKS, "game-unlocks"},
    {COZMO_NV_ENTRY_FACE_ENROLL_DATA, "face-enroll"},
    {COZMO_NV_ENTRY_FACE_ALBUM_DATA, "face-album"},
    {COZMO_NV_ENTRY_NURTURE_GAME_DATA, "nurture"},
    {COZMO_NV_ENTRY_INVENTORY_DATA, "inventory"},
    {COZMO_NV_ENTRY_LAB_ASSIGNMENTS, "lab-assignments"},
};
enum { APP_COUNT = sizeof APPS / sizeof *APPS };

static enum err ask(struct critter_cozmo *c, uint32_t tag, uint8_t op, int32_t length, struct bytes data) {
    return client_tell(
        c, &(struct cozmo_message){.kind = COZMO_NV_STORAGE_OP,
                                   .nv_storage_op = {.tag = tag, .length = length, .op = op, .data = data}});
}

static enum err refused(struct critter_cozmo *c, const char *what, uint32_t tag, int result) {
    const char *name = cozmo_nv_result_name(result);
    enum err err = result == COZMO_NV_NOT_FOUND  ? ERR_MISSING
                   : result == COZMO_NV_BAD_ARGS ? ERR_RANGE
                                                 : ERR_DENIED;
    return client_fail(c, err, "%s entry 0x%x: the robot answers %d (%s)", what, tag, result,
                       name ? name : "unknown");
}

// The next result for this tag and operation. Its data are a view into c->waited.
static enum err answer(struct critter_cozmo *c, uint32_t tag, uint8_t op, int64_t limit_us,
                       struct cozmo_nv_storage_op_result *out) {
    for (;;) {
        enum err err = client_wait(c, "NvStorageOpResult", limit_us - loop_now_us());
        if (err) return err;
        struct reader in = reader_of(c->waited.body, c->waited.size);
        err = cozmo_nv_storage_op_result_decode(out, &in, COZMO_VERSION);
        if (!err && out->tag == tag && out->op == op && out->result != COZMO_NV_SCHEDULED) return ERR_NONE;
    }
}

struct reading {
    struct critter_cozmo *c;
    uint32_t tag;
    struct buf *out;
    int result;
    bool done;
};

// Results of a long read come several in a datagram, so they are taken as they come, not one by one.
static void read_piece(void *user, struct critter_cozmo *c, const struct critter_cozmo_event *event) {
    struct reading *reading = user;
    struct cozmo_nv_storage_op_result result;
    struct reader in = reader_of(event->body, event->body_size);
    (void)c;
    if (reading->done || cozmo_nv_storage_op_result_decode(&result, &in, COZMO_VERSION)) return;
    if (result.tag != reading->tag || result.op != COZMO_NVOP_READ || result.result == COZMO_NV_SCHEDULED)
        return;
    buf_bytes(reading->out, result.data.at, result.data.len);
    reading->result = result.result;
    reading->done = result.result != COZMO_NV_MORE;
}

static enum err read_entry(struct critter_cozmo *c, uint32_t tag, struct buf *out, int64_t limit_us) {
    struct reading reading = {.c = c, .tag = tag, .out = out};
    out->limit = ENTRY_MAX;
    enum err err = client_may_wait(c);
    if (err) return err;
    int handler = critter_cozmo_on(c, "NvStorageOpResult", read_piece, &reading);
    if (handler < 0) return c->fault.err;
    err = ask(c, tag, COZMO_NVOP_READ, 1, (struct bytes){0});
    while (!err && !reading.done) err = client_wait(c, "NvStorageOpResult", limit_us - loop_now_us());
    critter_cozmo_off(c, handler);
    if (err) return err;
    if (reading.result != COZMO_NV_OKAY) return refused(c, "reading", tag, reading.result);
    return out->err ? client_fail(c, out->err, "entry 0x%x is too large", tag) : ERR_NONE;
}

static int64_t limit_of(int wait_ms) { return loop_now_us() + 1000 * (int64_t)wait_ms; }

enum critter_err critter_cozmo_nv_read_wait(struct critter_cozmo *c, uint32_t tag, void *out, size_t *size,
                                            int wait_ms) {
    struct buf entry = {0};
    enum err err = read_entry(c, tag, &entry, limit_of(wait_ms));
    if (!err && entry.len > *size)
        err = client_fail(c, ERR_LIMIT, "entry 0x%x has %s", tag, PLURAL(entry.len, "byte"));
    if (!err && entry.len) memcpy(out, entry.at, entry.len);
    *size = entry.len;
    buf_free(&entry);
    return err_public(err);
}

static enum err erase(struct critter_cozmo *c, uint32_t tag, int64_t limit_us) {
    struct cozmo_nv_storage_op_result result;
    enum err err = client_may_wait(c);
    if (!err) err = ask(c, tag, COZMO_NVOP_ERASE, 0, (struct bytes){0});
    if (!err) err = answer(c, tag, COZMO_NVOP_ERASE, limit_us, &result);
    if (!err && result.result != COZMO_NV_OKAY && result.result != COZMO_NV_NOT_FOUND)
        err = refused(c, "erasing", tag, result.result);
    return err;
}
enum critter_err critter_cozmo_nv_erase_wait(struct critter_cozmo *c, uint32_t tag, int wait_ms) {
    return err_public(erase(c, tag, limit_of(wait_ms)));
}

// A tag of the flash is an address: an entry ends where the next begins.
static size_t room_of(uint32_t tag) {
    uint64_t end = (uint64_t)tag + ENTRY_MAX;
    for (uint32_t i = 0; i < cozmo_nv_entry_tag_enum.count; i++) {
        uint64_t other = cozmo_nv_entry_tag_enum.values[i].value;
        if (other > tag && other < end) end = other;
    }
    return tag < COZMO_NV_ENTRY_BIRTH_CERTIFICATE ? (size_t)(end - tag) : ENTRY_MAX;
}

static enum err write_entry(struct critter_cozmo *c, uint32_t tag, const void *data, size_t size,
                            int64_t limit_us) {
    size_t room = room_of(tag); // more would be found out when what was there is gone
    if (size > room)
        return client_fail(c, ERR_LIMIT, "entry 0x%x has room for %zu bytes, not for %zu", tag, room, size);
    enum err err = erase(c, tag, limit_us);
    // Pieces that follow each other are put together.
    for (size_t at = 0; !err && at < size; at += WRITE_PIECE) {
        size_t len = size - at < WRITE_PIECE ? size - at : WRITE_PIECE;
        struct cozmo_nv_storage_op_result result;
        err = ask(c, tag, COZMO_NVOP_WRITE, (int32_t)len, (struct bytes){(const uint8_t *)data + at, len});
        if (!err) err = answer(c, tag, COZMO_NVOP_WRITE, limit_us, &result);
        if (!err && result.result != COZMO_NV_OKAY) err = refused(c, "writing", tag, result.result);
    }
    return err;
}
enum critter_err critter_cozmo_nv_write_wait(struct critter_cozmo *c, uint32_t tag, const void *data,
                                             size_t size, int wait_ms) {
    return err_public(write_entry(c, tag, data, size, limit_of(wait_ms)));
}

static enum err entry_path(struct critter_cozmo *c, const char *folder, unsigned which, char out[1024]) {
    char name[64];
    snprintf(name, sizeof name, "%06x-%s.bin", APPS[which].tag, APPS[which].name);
    return path_join(out, 1024, folder, name) ? ERR_NONE : client_fail(c, ERR_LIMIT, "the path is too long");
}

enum critter_err critter_cozmo_nv_backup_wait(struct critter_cozmo *c, const char *folder, int wait_ms) {
    char path[1024];
    int64_t limit_us = limit_of(wait_ms);
    c->fault = (struct fault){0};
    enum err err = folder_make(folder, &c->fault);
    for (unsigned i = 0; !err && i < APP_COUNT; i++) {
        struct buf entry = {0};
        err = read_entry(c, APPS[i].tag, &entry, limit_us);
        bool absent = err == ERR_MISSING;
        if (!err) err = entry_path(c, folder, i, path);
        if (!err) {
            c->fault = (struct fault){0};
            err = file_write(path, entry.at ? entry.at : (const void *)"", entry.len, &c->fault);
        }
        if (absent) err = ERR_NONE; // never used: nothing to keep
        buf_free(&entry);
    }
    return err_public(err);
}

enum critter_err critter_cozmo_nv_restore_wait(struct critter_cozmo *c, const char *folder, int wait_ms) {
    char path[1024];
    int64_t limit_us = limit_of(wait_ms);
    unsigned found = 0;
    enum err err = ERR_NONE;
    for (unsigned i = 0; !err && i < APP_COUNT; i++) {
        struct buf entry = {0};
        err = entry_path(c, folder, i, path);
        if (err || !file_exists(path)) continue;
        found++;
        c->fault = (struct fault){0};
        err = file_read(path, ENTRY_MAX, &entry, &c->fault);
        if (!err) err = write_entry(c, APPS[i].tag, entry.at, entry.len, limit_us);
        buf_free(&entry);
    }
    if (!err && !found) err = client_fail(c, ERR_MISSING, "%s: no file of a backup is there", folder);
    return err_public(err);
}
