#include "codec/bank/bank_internal.h"

#include <string.h>

static void put_header(const struct bank *bank, struct writer *out) {
    write_u32(out, bank->version);
    write_u32(out, bank->id);
    write_u32(out, bank->language);
    write_u32(out, bank->zero);
    write_u32(out, bank->project);
    write_bytes(out, bank->header_tail.at, bank->header_tail.len);
}

static void put_index(const struct bank *bank, struct writer *out) {
    for (size_t i = 0; i < bank->media.count; i++) {
        write_u32(out, bank->media.at[i].id);
        write_u32(out, bank->media.at[i].offset);
        write_u32(out, bank->media.at[i].len);
    }
}

static void put_data(const struct bank *bank, struct writer *out) {
    write_bytes(out, bank->data.at, bank->data.len);
}

static void put_objects(const struct bank *bank, struct writer *out) {
    write_u32(out, (uint32_t)bank->objects.count);
    for (size_t i = 0; i < bank->objects.count; i++) bank_put_object(bank, &bank->objects.at[i], out);
}

static void put_names(const struct bank *bank, struct writer *out) {
    write_u32(out, bank->names_kind);
    write_u32(out, (uint32_t)bank->names.count);
    for (size_t i = 0; i < bank->names.count; i++) {
        if (bank->names.at[i].text.len > UINT8_MAX) writer_fail(out, ERR_RANGE);
        write_u32(out, bank->names.at[i].id);
        write_u8(out, (uint8_t)bank->names.at[i].text.len);
        write_bytes(out, bank->names.at[i].text.at, bank->names.at[i].text.len);
    }
}

static void put_text(struct text text, struct writer *out) {
    write_u32(out, (uint32_t)text.len + 1);
    write_bytes(out, text.at, text.len);
    write_u8(out, 0);
}

static void put_plugins(const struct bank *bank, struct writer *out) {
    write_u32(out, (uint32_t)bank->plugins.count);
    for (size_t i = 0; i < bank->plugins.count; i++) {
        write_u32(out, bank->plugins.at[i].id);
        put_text(bank->plugins.at[i].text, out);
    }
}

static void put_platform(const struct bank *bank, struct writer *out) { put_text(bank->platform, out); }

static void put_settings(const struct bank *bank, struct writer *out) {
    const struct bank_settings *settings = &bank->settings;
    write_f32(out, settings->threshold_db);
    write_u16(out, settings->voices);
    if (bank->version == BANK_VECTOR) write_u16(out, settings->unknown);
    write_u32(out, (uint32_t)settings->states.count);
    for (size_t i = 0; i < settings->states.count; i++) {
        const struct bank_states *states = &settings->states.at[i];
        write_u32(out, states->group);
        write_u32(out, states->default_ms);
        write_u32(out, (uint32_t)states->transitions.count);
        for (size_t t = 0; t < states->transitions.count; t++) {
            write_u32(out, states->transitions.at[t].from);
            write_u32(out, states->transitions.at[t].to);
            write_u32(out, states->transitions.at[t].ms);
        }
    }
    write_u32(out, (uint32_t)settings->switches.count);
    for (size_t i = 0; i < settings->switches.count; i++) {
        const struct bank_switches *switches = &settings->switches.at[i];
        write_u32(out, switches->group);
        write_u32(out, switches->parameter);
        write_u8(out, switches->kind);
        write_u32(out, (uint32_t)switches->points.count);
        for (size_t p = 0; p < switches->points.count; p++) {
            write_f32(out, switches->points.at[p].at);
            write_u32(out, switches->points.at[p].value);
            write_u32(out, switches->points.at[p].curve);
        }
    }
    write_u32(out, (uint32_t)settings->parameters.count);
    for (size_t i = 0; i < settings->parameters.count; i++) {
        const struct bank_parameter *parameter = &settings->parameters.at[i];
        write_u32(out, parameter->id);
        write_f32(out, parameter->value);
        write_u32(out, parameter->ramp);
        write_f32(out, parameter->up);
        write_f32(out, parameter->down);
        write_u8(out, parameter->binding);
    }
    write_u32(out, settings->last);
    if (bank->version != BANK_VECTOR) write_u32(out, settings->reverbs);
}

static bool always(const struct bank *bank) { return bank->version != 0; }
static bool has_media(const struct bank *bank) { return bank->media.count > 0; }
static bool has_settings(const struct bank *bank) { return bank->settings.known; }
static bool has_objects(const struct bank *bank) { return bank->objects.count > 0; }
static bool has_names(const struct bank *bank) { return bank->names.count > 0; }
static bool has_plugins(const struct bank *bank) { return bank->plugins.count > 0; }
static bool has_platform(const struct bank *bank) { return bank->platform.at != NULL; }

// In the order in which an own bank has them.
static const struct {
    const char *tag;
    void (*put)(const struct bank *bank, struct writer *out);
    bool (*there)(const struct bank *bank);
} CHUNKS[] = {
    {"BKHD", put_header, always},         {"DIDX", put_index, has_media},
    {"DATA", put_data, has_media},        {"INIT", put_plugins, has_plugins},
    {"STMG", put_settings, has_settings}, {"HIRC", put_objects, has_objects},
    {"STID", put_names, has_names},       {"PLAT", put_platform, has_platform},
};
enum { CHUNK_COUNT = sizeof CHUNKS / sizeof *CHUNKS };

static enum err put_chunk(const struct bank *bank, size_t which, struct buf *out) {
    struct writer measure = writer_of(NULL, 0);
    CHUNKS[which].put(bank, &measure);
    if (measure.need > UINT32_MAX) return ERR_LIMIT;
    uint8_t *at = buf_extend(out, 8 + measure.need);
    if (!at) return out->err;
    struct writer to = writer_of(at, 8 + measure.need);
    write_bytes(&to, CHUNKS[which].tag, 4);
    write_u32(&to, (uint32_t)measure.need);
    CHUNKS[which].put(bank, &to);
    return to.err;
}

static enum err put_as_read(const struct bank *bank, const struct bank_chunk *chunk, struct buf *out) {
    if (!chunk->body.at)
        for (size_t i = 0; i < CHUNK_COUNT; i++)
            if (!memcmp(CHUNKS[i].tag, chunk->tag, 4)) return put_chunk(bank, i, out);
    uint8_t len[4];
    struct writer to = writer_of(len, sizeof len);
    write_u32(&to, (uint32_t)chunk->body.len);
    buf_bytes(out, chunk->tag, 4);
    buf_bytes(out, len, 4);
    buf_bytes(out, chunk->body.at, chunk->body.len);
    return out->err;
}

enum err bank_write(const struct bank *bank, struct buf *out, struct fault *fault) {
    enum err err = ERR_NONE;
    for (size_t i = 0; i < bank->chunks.count && !err; i++) err = put_as_read(bank, &bank->chunks.at[i], out);
    for (size_t i = 0; i < CHUNK_COUNT && !bank->chunks.count && !err; i++)
        if (CHUNKS[i].there(bank)) err = put_chunk(bank, i, out);
    if (err == ERR_RANGE)
        return fault_set(fault, err,
                         "sound bank: an event of over 255 actions, or a name of over 255 letters");
    return err ? fault_set(fault, err, "sound bank: no room for the file") : ERR_NONE;
}

enum { LINE = 16 };

enum err bank_embed(struct bank *bank, struct arena *arena, const struct bank_media *ids,
                    const struct bytes *sounds, size_t count) {
    size_t len = 0;
    for (size_t i = 0; i < count; i++) len += (sounds[i].len + LINE - 1) / LINE * LINE;
    if (len > BANK_BYTES_MAX) return ERR_LIMIT;
    struct bank_media *media = arena_array(arena, struct bank_media, count + 1);
    uint8_t *data = arena_take(arena, len + 1, LINE);
    if (!media || !data) return ERR_LIMIT;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        media[i] = (struct bank_media){ids[i].id, (uint32_t)at, (uint32_t)sounds[i].len};
        if (sounds[i].len) memcpy(data + at, sounds[i].at, sounds[i].len);
        at += (sounds[i].len + LINE - 1) / LINE * LINE;
    }
    bank->media.at = media;
    bank->media.count = count;
    bank->data = (struct bytes){data, count ? media[count - 1].offset + sounds[count - 1].len : 0};
    return ERR_NONE;
}
