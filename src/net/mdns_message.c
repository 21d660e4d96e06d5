#include "net/mdns_message.h"

#include "base/text.h"

#include <string.h>

enum { HEADER = 12, LABEL_MAX = 63, LABELS_MAX = 128, CLASS_IN = 1, TOP = 0x8000, IS_RESPONSE = 0x8400 };

// ------------------------------------------------------------------------------------------------ reading
static bool put(char out[MDNS_NAME], size_t *len, char c) {
    if (*len + 1 >= MDNS_NAME) return false;
    out[(*len)++] = c;
    return true;
}

static bool read_label(const uint8_t *at, uint8_t count, char out[MDNS_NAME], size_t *len) {
    bool ok = !*len || put(out, len, '.');
    for (uint8_t i = 0; ok && i < count; i++) {
        if (at[i] == '.' || at[i] == '\\') ok = put(out, len, '\\');
        ok = ok && at[i] && put(out, len, (char)at[i]);
    }
    return ok;
}

// From here, and on from where pointers lead: each further back than the one before.
static void read_name(struct reader *in, char out[MDNS_NAME]) {
    struct reader at = *in;
    size_t len = 0, before = reader_offset(in);
    bool jumped = false;
    out[0] = 0;
    for (unsigned labels = 0; labels < LABELS_MAX; labels++) {
        uint8_t count = read_u8(&at);
        if (at.err) break;
        if (count > LABEL_MAX) {
            size_t to = (size_t)(count & 0x3f) << 8 | read_u8(&at);
            if (at.err || count < 0xc0 || to >= before || to < HEADER) break;
            if (!jumped) *in = at;
            jumped = true;
            before = to;
            at = *in;
            at.at = at.start + to;
            continue;
        }
        if (!count) {
            if (!jumped) *in = at;
            out[len] = 0;
            return;
        }
        const uint8_t *label = reader_take(&at, count);
        if (!label || !read_label(label, count, out, &len)) break;
    }
    out[0] = 0;
    reader_fail(in, ERR_SYNTAX);
}

enum err mdns_open(struct mdns_message *in, struct bytes datagram) {
    *in = (struct mdns_message){.reader = reader_of(datagram.at, datagram.len)};
    in->id = read_u16be(&in->reader);
    uint16_t flags = read_u16be(&in->reader);
    in->response = flags & TOP;
    in->questions = read_u16be(&in->reader);
    for (int i = 0; i < 3; i++) in->records[i] = read_u16be(&in->reader);
    if (!in->reader.err && flags & 0x7800) return ERR_SYNTAX; // another operation
    return in->reader.err;
}

bool mdns_question(struct mdns_message *in, struct mdns_question *out) {
    if (!in->questions || in->reader.err) return false;
    in->questions--;
    read_name(&in->reader, out->name);
    out->type = read_u16be(&in->reader);
    out->unicast = read_u16be(&in->reader) & TOP;
    return !in->reader.err;
}

static void read_data(struct reader *data, struct mdns_record *out) {
    size_t size = reader_left(data);
    if (out->type == MDNS_A) {
        out->address = read_u32be(data);
        if (size != 4) reader_fail(data, ERR_SYNTAX);
    } else if (out->type == MDNS_SRV) {
        read_skip(data, 4); // priority and weight
        out->port = read_u16be(data);
        read_name(data, out->target);
    } else if (out->type == MDNS_PTR) {
        read_name(data, out->target);
    }
}

bool mdns_record(struct mdns_message *in, struct mdns_record *out) {
    struct mdns_question skipped;
    while (mdns_question(in, &skipped)) continue;
    for (unsigned section = 0; section < 3; section++) {
        if (!in->records[section] || in->reader.err) continue;
        in->records[section]--;
        *out = (struct mdns_record){.section = (uint8_t)(section + 1)};
        read_name(&in->reader, out->name);
        out->type = read_u16be(&in->reader);
        out->flush = read_u16be(&in->reader) & TOP;
        out->ttl_s = read_u32be(&in->reader);
        uint16_t size = read_u16be(&in->reader);
        const uint8_t *at = reader_take(&in->reader, size);
        if (!at) return false;
        // Names in the data may point back into the whole message.
        struct reader data = {.at = at, .end = at + size, .start = in->reader.start};
        read_data(&data, out);
        if (data.err) reader_fail(&in->reader, data.err);
        return !in->reader.err;
    }
    return false;
}

bool mdns_same(const char *a, const char *b) { return text_same_nocase(text_of(a), text_of(b)); }

// ------------------------------------------------------------------------------------------------ writing
static void byte(struct mdns_writer *out, uint8_t value) {
    if (out->len < out->room)
        out->at[out->len++] = value;
    else
        out->over = true;
}
static void u16(struct mdns_writer *out, unsigned value) {
    byte(out, (uint8_t)(value >> 8));
    byte(out, (uint8_t)value);
}
static void u32(struct mdns_writer *out, uint32_t value) {
    u16(out, value >> 16);
    u16(out, value & 0xffff);
}

struct mdns_writer mdns_writer_of(uint8_t *room, size_t size, enum mdns_kind kind, uint16_t id) {
    struct mdns_writer out = {.at = room, .room = size};
    u16(&out, id);
    u16(&out, kind == MDNS_RESPONSE ? IS_RESPONSE : 0);
    for (int i = 0; i < 4; i++) u16(&out, 0); // known at the end
    return out;
}

static void write_name(struct mdns_writer *out, const char *name) {
    while (*name && !out->over) {
        size_t start = out->len, count = 0;
        byte(out, 0);
        for (; *name && *name != '.'; name++) {
            if (*name == '\\' && name[1]) name++;
            byte(out, (uint8_t)*name);
            count++;
        }
        if (!count || count > LABEL_MAX) out->over = true;
        if (start < out->room) out->at[start] = (uint8_t)count;
        if (*name == '.') name++;
    }
    byte(out, 0);
}

void mdns_write_question(struct mdns_writer *out, const char *name, enum mdns_type type) {
    out->counts[0]++;
    write_name(out, name);
    u16(out, type);
    u16(out, CLASS_IN);
}

void mdns_write_record(struct mdns_writer *out, enum mdns_section section, const struct mdns_record *record) {
    out->counts[section]++;
    write_name(out, record->name);
    u16(out, record->type);
    u16(out, CLASS_IN | (record->flush ? TOP : 0));
    u32(out, record->ttl_s);
    size_t size_at = out->len;
    u16(out, 0);
    if (record->type == MDNS_A) {
        u32(out, record->address);
    } else if (record->type == MDNS_TXT) {
        byte(out, 0); // one empty text: there is nothing to say
    } else {
        if (record->type == MDNS_SRV) u32(out, 0), u16(out, record->port);
        write_name(out, record->target);
    }
    size_t size = out->len - size_at - 2;
    if (!out->over) out->at[size_at] = (uint8_t)(size >> 8), out->at[size_at + 1] = (uint8_t)size;
}

size_t mdns_written(struct mdns_writer *out) {
    if (out->over || out->len < HEADER) return 0;
    for (int i = 0; i < 4; i++) {
        out->at[4 + 2 * i] = (uint8_t)(out->counts[i] >> 8);
        out->at[5 + 2 * i] = (uint8_t)out->counts[i];
    }
    return out->len;
}
