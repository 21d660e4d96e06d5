#include "codec/clip/flatbuf.h"

#include <stdalign.h>
#include <string.h>

// Numbers.

static const struct {
    uint8_t size;
    bool whole;
    double low, high;
} KINDS[] = {
    [FLAT_BOOL] = {1, true, 0, 1},
    [FLAT_U8] = {1, true, 0, UINT8_MAX},
    [FLAT_I8] = {1, true, INT8_MIN, INT8_MAX},
    [FLAT_U16] = {2, true, 0, UINT16_MAX},
    [FLAT_I16] = {2, true, INT16_MIN, INT16_MAX},
    [FLAT_U32] = {4, true, 0, UINT32_MAX},
    [FLAT_I32] = {4, true, INT32_MIN, INT32_MAX},
    [FLAT_I64] = {8, true, -9007199254740992.0, 9007199254740992.0}, // what a double holds exactly
    [FLAT_F32] = {4, false, 0, 0},
    [FLAT_TEXT] = {4, false, 0, 0},
    [FLAT_TABLE] = {4, false, 0, 0},
    [FLAT_LIST] = {4, false, 0, 0},
};

size_t flatbuf_size(enum flatbuf_kind kind) { return KINDS[kind].size; }

bool flatbuf_range(enum flatbuf_kind kind, double *low, double *high) {
    *low = KINDS[kind].low;
    *high = KINDS[kind].high;
    return KINDS[kind].whole;
}

size_t flatbuf_item_size(const struct flatbuf_field *list) {
    if (list->item == FLAT_TABLE) return list->type->size;
    return list->item == FLAT_TEXT ? sizeof(struct text) : KINDS[list->item].size;
}

void flatbuf_store(void *at, enum flatbuf_kind kind, double number) {
    switch (kind) {
    case FLAT_BOOL:
        *(bool *)at = number != 0;
        break;
    case FLAT_U8:
        *(uint8_t *)at = (uint8_t)number;
        break;
    case FLAT_I8:
        *(int8_t *)at = (int8_t)number;
        break;
    case FLAT_U16:
        *(uint16_t *)at = (uint16_t)number;
        break;
    case FLAT_I16:
        *(int16_t *)at = (int16_t)number;
        break;
    case FLAT_U32:
        *(uint32_t *)at = (uint32_t)number;
        break;
    case FLAT_I32:
        *(int32_t *)at = (int32_t)number;
        break;
    case FLAT_I64:
        *(int64_t *)at = (int64_t)number;
        break;
    case FLAT_F32:
        *(float *)at = (float)number;
        break;
    default:
        break;
    }
}

double flatbuf_number(const void *at, enum flatbuf_kind kind) {
    switch (kind) {
    case FLAT_BOOL:
        return *(const bool *)at;
    case FLAT_U8:
        return *(const uint8_t *)at;
    case FLAT_I8:
        return *(const int8_t *)at;
    case FLAT_U16:
        return *(const uint16_t *)at;
    case FLAT_I16:
        return *(const int16_t *)at;
    case FLAT_U32:
        return *(const uint32_t *)at;
    case FLAT_I32:
        return *(const int32_t *)at;
    case FLAT_I64:
        return (double)*(const int64_t *)at;
    case FLAT_F32:
        return (double)*(const float *)at;
    default:
        return 0;
    }
}

// Lists of every kind of item have one layout: a pointer and a number.
struct flatbuf_list flatbuf_list_at(const void *base, const struct flatbuf_field *field) {
    struct flatbuf_list list;
    memcpy(&list, (const char *)base + field->offset, sizeof list);
    return list;
}

void flatbuf_list_put(void *base, const struct flatbuf_field *field, struct flatbuf_list list) {
    memcpy((char *)base + field->offset, &list, sizeof list);
}

void flatbuf_fallbacks(const struct flatbuf_type *type, void *out) {
    memset(out, 0, type->size);
    unsigned all = type->all ? type->all : type->count;
    for (unsigned i = 0; i < all; i++) {
        const struct flatbuf_field *field = &type->fields[i];
        void *at = (char *)out + field->offset;
        if (field->kind == FLAT_TABLE)
            flatbuf_fallbacks(field->type, at);
        else if (field->kind < FLAT_TEXT)
            flatbuf_store(at, field->kind, field->fallback);
    }
}

struct flatbuf_limits flatbuf_limits_default(void) {
    return (struct flatbuf_limits){.bytes = 64 << 20, .tables = 1000000, .items = 8000000, .depth = 16};
}

// Reading. A step is where the walk is; steps hang together on the stack and are only put into words for a
// fault.

struct step {
    const struct step *outer;
    const char *name;
    size_t index;
    bool in_list;
};

struct walk {
    const uint8_t *at;
    size_t len;
    struct flatbuf_limits limits;
    struct arena *arena;
    size_t tables, items, strange;
    unsigned depth;
    struct fault *fault;
};

static void path_of(const struct step *step, char *out, size_t size) {
    size_t used = 0;
    if (step->outer) {
        path_of(step->outer, out, size);
        used = strlen(out);
    }
    if (step->in_list)
        snprintf(out + used, size - used, "[%zu]", step->index);
    else if (step->outer)
        snprintf(out + used, size - used, ".%s", step->name);
    else
        snprintf(out, size, "$");
}

static enum err bad(struct walk *walk, const struct step *step, enum err err, size_t at, const char *said) {
    if (walk->fault && !walk->fault->err) path_of(step, walk->fault->path, sizeof walk->fault->path);
    return fault_set(walk->fault, err, "byte %zu: %s", at, said);
}

// Whether len bytes at `at` are in the file and begin at a multiple of align.
static bool inside(const struct walk *walk, size_t at, size_t len, size_t align) {
    return at <= walk->len && len <= walk->len - at && at % align == 0;
}

static uint64_t load(const struct walk *walk, size_t at, size_t size) {
    uint64_t v = 0;
    for (size_t i = 0; i < size; i++) v |= (uint64_t)walk->at[at + i] << (8 * i);
    return v;
}

static void load_number(const struct walk *walk, size_t at, enum flatbuf_kind kind, void *to) {
    uint64_t bits = load(walk, at, KINDS[kind].size);
    switch (kind) {
    case FLAT_BOOL:
        *(bool *)to = bits != 0;
        break;
    case FLAT_U8:
    case FLAT_I8:
        *(uint8_t *)to = (uint8_t)bits;
        break;
    case FLAT_U16:
    case FLAT_I16:
        *(uint16_t *)to = (uint16_t)bits;
        break;
    case FLAT_U32:
    case FLAT_I32:
        *(uint32_t *)to = (uint32_t)bits;
        break;
    case FLAT_I64:
        *(uint64_t *)to = bits;
        break;
    case FLAT_F32: {
        uint32_t narrow = (uint32_t)bits;
        memcpy(to, &narrow, sizeof narrow);
        break;
    }
    default:
        break;
    }
}

// Follows the offset at `from`; false after a fault.
static bool follow(struct walk *walk, const struct step *step, size_t from, size_t *to, enum err *err) {
    size_t offset = (size_t)load(walk, from, 4);
    *to = from + offset;
    if (offset >= 4 && inside(walk, *to, 4, 4)) return true;
    *err = bad(walk, step, ERR_RANGE, from, "an offset that leads out of the file or to no multiple of four");
    return false;
}

static enum err read_text(struct walk *walk, const struct step *step, size_t at, struct text *out) {
    size_t len = (size_t)load(walk, at, 4);
    if (!inside(walk, at + 4, len, 1) || !inside(walk, at + 4 + len, 1, 1))
        return bad(walk, step, ERR_SHORT, at, "a text that claims more than the file has");
    if (walk->at[at + 4 + len]) return bad(walk, step, ERR_SYNTAX, at, "a text without its ending zero");
    struct text view = {(const char *)walk->at + at + 4, len};
    if (!utf8_valid(view)) return bad(walk, step, ERR_SYNTAX, at, "a text that is not UTF-8");
    if (!out) return ERR_NONE;
    out->at = arena_copy_text(walk->arena, view.at, len);
    out->len = len;
    return out->at ? ERR_NONE : bad(walk, step, ERR_LIMIT, at, "no room for a text");
}

static enum err read_table(struct walk *walk, const struct flatbuf_type *type, const struct step *step,
                           size_t at, void *out);

static enum err read_item(struct walk *walk, const struct flatbuf_field *field, const struct step *step,
                          size_t at, void *out) {
    if (field->item < FLAT_TEXT) {
        if (out) load_number(walk, at, field->item, out);
        return ERR_NONE;
    }
    size_t to;
    enum err err;
    if (!follow(walk, step, at, &to, &err)) return err;
    return field->item == FLAT_TEXT ? read_text(walk, step, to, out)
                                    : read_table(walk, field->type, step, to, out);
}

static enum err read_list(struct walk *walk, const struct flatbuf_field *field, const struct step *step,
                          size_t at, void *base) {
    size_t count = (size_t)load(walk, at, 4), size = KINDS[field->item].size;
    if (count > (walk->len - at) / size || !inside(walk, at + 4, count * size, size))
        return bad(walk, step, ERR_SHORT, at, "a list that claims more than the file has, or is out of line");
    walk->items += count;
    if (walk->items > walk->limits.items)
        return bad(walk, step, ERR_LIMIT, at, "too many items in all lists together");
    char *items = NULL;
    size_t item_size = flatbuf_item_size(field);
    if (base) {
        // One more than there are: an empty list has a place too, and so is not an absent one.
        items = arena_take_many(walk->arena, count + 1, item_size, alignof(max_align_t));
        if (!items) return bad(walk, step, ERR_LIMIT, at, "no room for a list");
        flatbuf_list_put(base, field, (struct flatbuf_list){items, count});
    }
    for (size_t i = 0; i < count; i++) {
        struct step inner = {step, NULL, i, true};
        enum err err =
            read_item(walk, field, &inner, at + 4 + i * size, items ? items + i * item_size : NULL);
        if (err) return err;
    }
    return ERR_NONE;
}

static enum err read_field(struct walk *walk, const struct flatbuf_field *field, const struct step *step,
                           size_t at, void *base) {
    void *to = base ? (char *)base + field->offset : NULL;
    if (field->kind < FLAT_TEXT) {
        if (to) load_number(walk, at, field->kind, to);
        return ERR_NONE;
    }
    size_t there;
    enum err err;
    if (!follow(walk, step, at, &there, &err)) return err;
    if (field->kind == FLAT_TEXT) return read_text(walk, step, there, to);
    if (field->kind == FLAT_TABLE) return read_table(walk, field->type, step, there, to);
    return read_list(walk, field, step, there, base);
}

struct layout { // of a table: where its list of places is, and how long both are
    size_t places, places_len, table_len;
};

static enum err find_layout(struct walk *walk, const struct step *step, size_t at, struct layout *out) {
    int64_t places = (int64_t)at - (int32_t)load(walk, at, 4);
    if (places < 0 || !inside(walk, (size_t)places, 4, 2))
        return bad(walk, step, ERR_RANGE, at, "a table whose layout is outside the file");
    out->places = (size_t)places;
    out->places_len = (size_t)load(walk, out->places, 2);
    out->table_len = (size_t)load(walk, out->places + 2, 2);
    if (out->places_len < 4 || out->places_len % 2 || !inside(walk, out->places, out->places_len, 2))
        return bad(walk, step, ERR_SHORT, out->places,
                   "a layout that claims more than the file has, or an odd length");
    if (out->table_len < 4 || !inside(walk, at, out->table_len, 4))
        return bad(walk, step, ERR_SHORT, at, "a table that claims more than the file has");
    return ERR_NONE;
}

static enum err read_fields(struct walk *walk, const struct flatbuf_type *type, const struct step *step,
                            size_t at, void *out) {
    struct layout layout = {0};
    enum err err = find_layout(walk, step, at, &layout);
    if (err) return err;
    unsigned known = (unsigned)(layout.places_len - 4) / 2;
    for (unsigned id = 0; id < known && !err; id++) {
        size_t offset = (size_t)load(walk, layout.places + 4 + 2 * (size_t)id, 2);
        if (!offset) continue;
        if (id >= type->count) {
            walk->strange++;
            continue;
        }
        const struct flatbuf_field *field = &type->fields[id];
        struct step inner = {step, field->name, 0, false};
        size_t size = KINDS[field->kind].size;
        if (offset < 4 || offset + size > layout.table_len || (at + offset) % size)
            return bad(walk, &inner, ERR_RANGE, at + offset, "a field outside its table, or out of line");
        err = read_field(walk, field, &inner, at + offset, out);
    }
    for (unsigned id = 0; id < type->count && !err; id++) {
        const struct flatbuf_field *field = &type->fields[id];
        bool there = id < known && load(walk, layout.places + 4 + 2 * (size_t)id, 2);
        struct step inner = {step, field->name, 0, false};
        if (field->required && !there)
            err = bad(walk, &inner, ERR_MISSING, at, "a required field is missing");
    }
    return err;
}

static enum err read_table(struct walk *walk, const struct flatbuf_type *type, const struct step *step,
                           size_t at, void *out) {
    if (++walk->tables > walk->limits.tables) return bad(walk, step, ERR_LIMIT, at, "too many tables");
    if (walk->depth == walk->limits.depth)
        return bad(walk, step, ERR_LIMIT, at, "tables too deep within tables");
    if (out) flatbuf_fallbacks(type, out);
    walk->depth++;
    enum err err = read_fields(walk, type, step, at, out);
    walk->depth--;
    return err;
}

enum err flatbuf_read_counting(struct bytes file, const struct flatbuf_type *root,
                               const struct flatbuf_limits *limits, struct arena *arena, void *out,
                               size_t *strange, struct fault *fault) {
    struct walk walk = {.at = file.at, .len = file.len, .arena = arena, .fault = fault};
    walk.limits = limits ? *limits : flatbuf_limits_default();
    struct step step = {0};
    if (strange) *strange = 0;
    if (file.len > walk.limits.bytes)
        return bad(&walk, &step, ERR_LIMIT, walk.limits.bytes, "the file is too long");
    if (file.len < 8) return bad(&walk, &step, ERR_SHORT, file.len, "the file ends before its first table");
    size_t at;
    enum err err;
    if (!follow(&walk, &step, 0, &at, &err)) return err;
    err = read_table(&walk, root, &step, at, arena ? out : NULL);
    if (strange) *strange = walk.strange;
    return err;
}

enum err flatbuf_read(struct bytes file, const struct flatbuf_type *root, const struct flatbuf_limits *limits,
                      struct arena *arena, void *out, struct fault *fault) {
    return flatbuf_read_counting(file, root, limits, arena, out, NULL, fault);
}
