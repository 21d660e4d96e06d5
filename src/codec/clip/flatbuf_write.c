// The writing half of flatbuf.h. A file is built from its end to its beginning, because offsets only lead
// forward: what is pointed at must stand after what points. A `ref` is a place counted from the end, so it
// stays true while the front grows.
#include "codec/clip/flatbuf.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 32 };
#define FILE_MAX ((size_t)INT32_MAX)

struct build {
    uint8_t *at; // `room` bytes, of which the last `used` are written
    size_t room, used, align;
    uint32_t *layouts; // refs of the layouts written so far
    size_t layout_count, layout_room;
    struct fault *fault;
    enum err err;
};

static void fail(struct build *build, enum err err, const char *said) {
    if (build->err) return;
    build->err = fault_set(build->fault, err, "%s", said);
}

static uint8_t *grow(struct build *build, size_t len) {
    if (build->err) return NULL;
    if (len > FILE_MAX - build->used) {
        fail(build, ERR_LIMIT, "a FlatBuffers file cannot be over 2 GiB");
        return NULL;
    }
    if (len > build->room - build->used) {
        size_t room = build->room ? build->room : 1024;
        while (room - build->used < len) room *= 2;
        uint8_t *at = malloc(room);
        if (!at) {
            fail(build, ERR_MEMORY, "no memory");
            return NULL;
        }
        if (build->used) memcpy(at + room - build->used, build->at + build->room - build->used, build->used);
        free(build->at);
        build->at = at;
        build->room = room;
    }
    build->used += len;
    return build->at + build->room - build->used;
}

static void put(struct build *build, uint64_t v, size_t size) {
    uint8_t *at = grow(build, size);
    for (size_t i = 0; at && i < size; i++) at[i] = (uint8_t)(v >> (8 * i));
}

// Fills up so that something of `align` still follows in line after `len` more bytes.
static void line_up(struct build *build, size_t len, size_t align) {
    if (align > build->align) build->align = align;
    size_t past = (build->used + len) % align;
    if (!past) return;
    uint8_t *at = grow(build, align - past);
    if (at) memset(at, 0, align - past);
}

static uint32_t here(const struct build *build) { return (uint32_t)build->used; }

static uint64_t bits_of(const void *at, enum flatbuf_kind kind) {
    uint64_t bits = 0;
    switch (flatbuf_size(kind)) {
    case 1:
        bits = *(const uint8_t *)at;
        break;
    case 2:
        bits = *(const uint16_t *)at;
        break;
    case 8:
        bits = (uint64_t) * (const int64_t *)at;
        break;
    default: {
        uint32_t narrow;
        memcpy(&narrow, at, sizeof narrow);
        bits = narrow;
    }
    }
    return bits;
}

static uint32_t put_text(struct build *build, struct text text) {
    line_up(build, text.len + 1, 4);
    uint8_t *at = grow(build, text.len + 1);
    if (at) {
        if (text.len) memcpy(at, text.at, text.len);
        at[text.len] = 0;
    }
    put(build, text.len, 4);
    return here(build);
}

static uint32_t put_table(struct build *build, const struct flatbuf_type *type, const void *from);

static uint32_t put_list(struct build *build, const struct flatbuf_field *field, struct flatbuf_list list) {
    size_t size = flatbuf_size(field->item), in_memory = flatbuf_item_size(field);
    const char *items = list.at;
    uint32_t *refs = NULL;
    if (field->item >= FLAT_TEXT) {
        refs = calloc(list.count + 1, sizeof *refs);
        if (!refs) fail(build, ERR_MEMORY, "no memory");
        for (size_t i = 0; refs && i < list.count && !build->err; i++) {
            const void *item = items + i * in_memory;
            refs[i] = field->item == FLAT_TEXT ? put_text(build, *(const struct text *)item)
                                               : put_table(build, field->type, item);
        }
    }
    if (list.count > FILE_MAX / size) fail(build, ERR_LIMIT, "a list cannot be over 2 GiB");
    line_up(build, list.count * size, 4);
    line_up(build, list.count * size, size);
    for (size_t i = list.count; i-- && !build->err;)
        put(build, refs ? build->used + 4 - refs[i] : bits_of(items + i * in_memory, field->item), size);
    put(build, list.count, 4);
    free(refs);
    return here(build);
}

// What a table points at is written before the table itself. 0: not there.
static uint32_t put_child(struct build *build, const struct flatbuf_type *type,
                          const struct flatbuf_field *field, const void *from) {
    const void *at = (const char *)from + field->offset;
    bool there = true;
    uint32_t ref = 0;
    if (field->kind == FLAT_TABLE)
        ref = put_table(build, field->type, at);
    else if (field->kind == FLAT_TEXT) {
        struct text text = *(const struct text *)at;
        if ((there = text.at != NULL)) ref = put_text(build, text);
    } else {
        struct flatbuf_list list = flatbuf_list_at(from, field);
        if ((there = list.at != NULL)) ref = put_list(build, field, list);
    }
    if (!there && field->required && !build->err)
        build->err = fault_set(build->fault, ERR_MISSING, "%s needs its %s", type->name, field->name);
    return ref;
}

static bool is_fallback(const struct flatbuf_field *field, const void *at) {
    if (field->kind == FLAT_I64) return *(const int64_t *)at == (int64_t)field->fallback;
    return flatbuf_number(at, field->kind) == field->fallback;
}

static bool same_layout(const struct build *build, uint32_t ref, const uint8_t *layout, size_t len) {
    const uint8_t *end = build->at + build->room, *other = end - ref;
    return (size_t)(other[0] | other[1] << 8) == len && !memcmp(other, layout, len);
}

// places[id] counts from the end, like a ref; 0: absent. Writes the layout unless there is one like it, and
// returns its ref.
static uint32_t put_layout(struct build *build, const uint32_t *places, unsigned count, uint32_t table,
                           size_t table_len) {
    while (count && !places[count - 1]) count--;
    uint8_t layout[4 + 2 * FIELDS_MAX];
    struct writer out = writer_of(layout, sizeof layout);
    write_u16(&out, (uint16_t)(4 + 2 * count));
    write_u16(&out, (uint16_t)table_len);
    for (unsigned id = 0; id < count; id++) write_u16(&out, places[id] ? (uint16_t)(table - places[id]) : 0);
    size_t len = writer_len(&out);
    for (size_t i = 0; i < build->layout_count; i++)
        if (same_layout(build, build->layouts[i], layout, len)) return build->layouts[i];
    if (build->layout_count == build->layout_room) {
        size_t room = build->layout_room ? 2 * build->layout_room : 16;
        uint32_t *more = realloc(build->layouts, room * sizeof *more);
        if (!more) {
            fail(build, ERR_MEMORY, "no memory");
            return 0;
        }
        build->layouts = more;
        build->layout_room = room;
    }
    uint8_t *at = grow(build, len);
    if (!at) return 0;
    memcpy(at, layout, len);
    return build->layouts[build->layout_count++] = here(build);
}

static uint32_t put_table(struct build *build, const struct flatbuf_type *type, const void *from) {
    uint32_t refs[FIELDS_MAX] = {0}, places[FIELDS_MAX] = {0};
    if (type->count > FIELDS_MAX) fail(build, ERR_LIMIT, "a table of too many fields");
    for (unsigned id = 0; id < type->count && !build->err; id++)
        if (type->fields[id].kind >= FLAT_TEXT) refs[id] = put_child(build, type, &type->fields[id], from);
    if (build->err) return 0;

    // The wide fields first and so, the file growing to its front, last: no gaps between them.
    size_t start = build->used;
    for (size_t size = 8; size; size /= 2)
        for (unsigned id = type->count; id--;) {
            const struct flatbuf_field *field = &type->fields[id];
            const void *at = (const char *)from + field->offset;
            if (flatbuf_size(field->kind) != size) continue;
            if (field->kind >= FLAT_TEXT ? !refs[id] : is_fallback(field, at)) continue;
            line_up(build, 0, size);
            put(build, field->kind >= FLAT_TEXT ? build->used + 4 - refs[id] : bits_of(at, field->kind),
                size);
            places[id] = here(build);
        }
    line_up(build, 0, 4);
    put(build, 0, 4); // the way to the layout, known below
    uint32_t table = here(build);
    uint32_t layout = put_layout(build, places, type->count, table, table - start);
    if (build->err) return 0;
    uint32_t way = layout - table;
    uint8_t *to = build->at + build->room - table;
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(way >> (8 * i));
    return table;
}

enum err flatbuf_write(const struct flatbuf_type *root, const void *from, struct buf *out,
                       struct fault *fault) {
    struct build build = {.align = 4, .fault = fault};
    uint32_t table = put_table(&build, root, from);
    line_up(&build, 4, build.align);
    put(&build, build.used + 4 - table, 4);
    if (!build.err) {
        buf_bytes(out, build.at + build.room - build.used, build.used);
        if (out->err) fail(&build, out->err, "no room for the file");
    }
    free(build.at);
    free(build.layouts);
    return build.err;
}
