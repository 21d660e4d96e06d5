#include "stage/library/repertoire.h"

#include "base/hash.h"
#include "stage/library/library_internal.h"

#include <stddef.h>
#include <string.h>

static enum err no_memory(struct fault *fault) { return fault_set(fault, ERR_MEMORY, "no memory for clips"); }

// ------------------------------------------------------------------------------------------------ of scores

static bool any_clip(void *user, struct text clip) { return true; }

// A group is written as the robots have it and read as theirs are.
static enum err read_group(const struct json *group, struct arena *arena, struct repertoire_group *out,
                           struct fault *fault) {
    struct groups one = {0};
    struct buf text = {0};
    struct json *document;
    char name[128];
    text_copy(group->key, name, sizeof name);
    enum err err = score_group_write(group, any_clip, NULL, &text, fault);
    if (!err)
        err = text.err ? no_memory(fault)
                       : json_parse((struct text){(const char *)text.at, text.len}, name, arena, NULL,
                                    &document, fault);
    if (!err) err = groups_add(&one, document, name, arena, NULL, fault);
    if (!err) *out = (struct repertoire_group){one.at[0].name, {one.at[0].items, one.at[0].count}};
    groups_done(&one);
    buf_free(&text);
    return err;
}

static enum err take_score(const struct score *score, struct arena *arena, struct repertoire *out,
                           struct fault *fault) {
    enum err err = ERR_NONE;
    out->clips.dialect = score->clips.dialect;
    for (size_t i = 0; i < score->clips.list.count; i++)
        out->clips.list.at[out->clips.list.count++] = score->clips.list.at[i];
    for (const struct json *g = score->groups ? score->groups->first : NULL; g && !err; g = g->next)
        err = read_group(g, arena, &out->groups.at[out->groups.count++], fault);
    for (const struct json *t = score->triggers ? score->triggers->first : NULL; t && !err; t = t->next) {
        struct repertoire_trigger *one = &out->triggers.at[out->triggers.count++];
        one->name = t->key;
        err = json_as_text(t, &one->group, fault);
    }
    return err;
}

enum err repertoire_read(const struct json *about, struct arena *arena, struct repertoire *out,
                         struct fault *fault) {
    size_t count = json_get(about, "scores") ? json_get(about, "scores")->count : 0, clips = 0, groups = 0,
           triggers = 0;
    struct score *scores = arena_array(arena, struct score, count);
    enum err err = scores ? ERR_NONE : no_memory(fault);
    *out = (struct repertoire){0};
    for (size_t i = 0; i < count && !err; i++) {
        err = library_score(about, i, arena, &scores[i], fault);
        clips += err ? 0 : scores[i].clips.list.count;
        groups += !err && scores[i].groups ? scores[i].groups->count : 0;
        triggers += !err && scores[i].triggers ? scores[i].triggers->count : 0;
    }
    out->clips.list.at = err ? NULL : arena_array(arena, struct clip, clips);
    out->groups.at = err ? NULL : arena_array(arena, struct repertoire_group, groups);
    out->triggers.at = err ? NULL : arena_array(arena, struct repertoire_trigger, triggers);
    if (!err && (!out->clips.list.at || !out->groups.at || !out->triggers.at)) err = no_memory(fault);
    for (size_t i = 0; i < count && !err; i++) err = take_score(&scores[i], arena, out, fault);
    return err;
}

// -------------------------------------------------------------------------------------------------- packing

#define FIELD(type, name, kind, ...)                                                                         \
    { #name, kind, offsetof(struct type, name), __VA_ARGS__ }
#define TYPE(fields, type)                                                                                   \
    { #type, fields, sizeof(fields) / sizeof *(fields), sizeof(struct type) }
static const struct flatbuf_field ITEM[] = {
    FIELD(group_item, clip, FLAT_TEXT),         FIELD(group_item, weight, FLAT_F32),
    FIELD(group_item, mood, FLAT_U32),          FIELD(group_item, cooldown_ms, FLAT_U32),
    FIELD(group_item, by_head, FLAT_BOOL),      FIELD(group_item, head_low_deg, FLAT_F32),
    FIELD(group_item, head_high_deg, FLAT_F32),
};
static const struct flatbuf_type ITEM_TYPE = TYPE(ITEM, group_item);
static const struct flatbuf_field GROUP[] = {
    FIELD(repertoire_group, name, FLAT_TEXT),
    FIELD(repertoire_group, items, FLAT_LIST, .item = FLAT_TABLE, .type = &ITEM_TYPE)};
static const struct flatbuf_type GROUP_TYPE = TYPE(GROUP, repertoire_group);
static const struct flatbuf_field TRIGGER[] = {FIELD(repertoire_trigger, name, FLAT_TEXT),
                                               FIELD(repertoire_trigger, group, FLAT_TEXT)};
static const struct flatbuf_type TRIGGER_TYPE = TYPE(TRIGGER, repertoire_trigger);
_Static_assert(sizeof(enum simple_mood) == sizeof(uint32_t), "a mood is packed as a number");

struct packing {
    struct buf data, image, pointers;
    struct table known; // what is in `data` already, by its bytes → where, plus one
    bool failed;
};

// Zeroed; where it begins.
static size_t reserve(struct buf *in, size_t size) {
    size_t at = (in->len + 7) & ~(size_t)7, more = at - in->len + size;
    uint8_t *room = buf_extend(in, more);
    if (room) memset(room, 0, more);
    return at;
}

static void put(struct packing *p, size_t at, const void *from, size_t size) {
    if (!p->image.err && size) memcpy(p->image.at + at, from, size);
}

static void put_pointer(struct packing *p, size_t at, size_t to) {
    uintptr_t value = to;
    uint32_t place = (uint32_t)at;
    put(p, at, &value, sizeof value);
    buf_bytes(&p->pointers, &place, sizeof place);
}

// Texts and numbers, which clips have alike in many places: the same ones stand once.
static void put_data(struct packing *p, size_t at, const void *from, size_t size) {
    struct text bytes = {from, size};
    uintptr_t known = (uintptr_t)table_get(&p->known, bytes);
    if (!known) {
        size_t to = reserve(&p->data, size);
        if (!p->data.err && size) memcpy(p->data.at + to, from, size);
        known = to + 1;
        p->failed |= !table_put(&p->known, bytes, (void *)known);
    }
    put_pointer(p, at, (known - 1) | PACKAGE_DATA);
}

static void put_fields(struct packing *p, const struct flatbuf_type *type, const uint8_t *from, size_t at);

static void put_text(struct packing *p, const struct text *text, size_t at) {
    if (!text->at) return;
    put_data(p, at + offsetof(struct text, at), text->at, text->len + 1); // each ends with a zero byte
    put(p, at + offsetof(struct text, len), &text->len, sizeof text->len);
}

static void put_list(struct packing *p, const struct flatbuf_field *field, struct flatbuf_list list,
                     size_t at) {
    size_t size = flatbuf_item_size(field), pointer = at + offsetof(struct flatbuf_list, at);
    if (!list.at) return;
    put(p, at + offsetof(struct flatbuf_list, count), &list.count, sizeof list.count);
    if (field->item != FLAT_TABLE) {
        put_data(p, pointer, list.at, list.count * size);
        return;
    }
    size_t to = reserve(&p->image, list.count * size);
    put_pointer(p, pointer, to);
    for (size_t i = 0; i < list.count; i++)
        put_fields(p, field->type, (const uint8_t *)list.at + i * size, to + i * size);
}

// Field by field: what lies between them would differ from build to build.
static void put_fields(struct packing *p, const struct flatbuf_type *type, const uint8_t *from, size_t at) {
    for (unsigned i = 0; i < type->count; i++) {
        const struct flatbuf_field *f = &type->fields[i];
        if (f->kind == FLAT_TEXT)
            put_text(p, (const struct text *)(const void *)(from + f->offset), at + f->offset);
        else if (f->kind == FLAT_TABLE)
            put_fields(p, f->type, from + f->offset, at + f->offset);
        else if (f->kind == FLAT_LIST)
            put_list(p, f, flatbuf_list_at(from, f), at + f->offset);
        else
            put(p, at + f->offset, from + f->offset, flatbuf_size(f->kind));
    }
}

void repertoire_pack(const struct repertoire *repertoire, struct buf *out) {
    const struct flatbuf_field all[] = {
        FIELD(repertoire, clips, FLAT_TABLE, .type = clip_file_type(CLIP_AUTO)),
        FIELD(repertoire, groups, FLAT_LIST, .item = FLAT_TABLE, .type = &GROUP_TYPE),
        FIELD(repertoire, triggers, FLAT_LIST, .item = FLAT_TABLE, .type = &TRIGGER_TYPE),
    };
    const struct flatbuf_type type = TYPE(all, repertoire);
    struct packing p = {0};
    size_t root = reserve(&p.image, sizeof *repertoire);
    put_fields(&p, &type, (const uint8_t *)repertoire, root);
    put(&p, root + offsetof(struct repertoire, clips.dialect), &repertoire->clips.dialect,
        sizeof repertoire->clips.dialect);
    reserve(&p.data, 0);
    struct package head = {.mark = PACKAGE_MARK,
                           .machine = package_machine(),
                           .root = (uint32_t)root,
                           .data = (uint32_t)p.data.len,
                           .image = (uint32_t)p.image.len,
                           .pointers = (uint32_t)(p.pointers.len / sizeof(uint32_t))};
    const struct buf *parts[] = {&p.data, &p.image, &p.pointers};
    buf_bytes(out, &head, sizeof head);
    for (int i = 0; i < 3; i++) {
        buf_bytes(out, parts[i]->at, parts[i]->len);
        if (!out->err) out->err = parts[i]->err;
    }
    if (!out->err && p.failed) out->err = ERR_MEMORY;
    buf_free(&p.data);
    buf_free(&p.image);
    buf_free(&p.pointers);
    table_free(&p.known);
}

uint32_t package_machine(void) {
    const uint32_t one = 1;
    const uint64_t is[] = {sizeof(void *),
                           sizeof(size_t),
                           sizeof(struct clip),
                           sizeof(struct clip_face),
                           sizeof(struct clip_audio),
                           sizeof(struct clip_lights),
                           sizeof(struct clip_box),
                           sizeof(struct group_item),
                           *(const uint8_t *)&one};
    return (uint32_t)hash64(0, is, sizeof is);
}
