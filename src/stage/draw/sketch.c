// Reading sketches; sketch_draw.c makes them pixels.
#include "stage/draw/sketch.h"

#include "base/maths/maths.h"
#include "base/plural.h"

#include <stdio.h>
#include <string.h>

enum { EACH_MAX = 4, NAME_ROOM = 64, POINTS_MAX = 64, COURSE_MAX = 64 };

// While one file is read.
struct reading {
    struct arena *arena;
    struct sketches *out;
    const struct json *each; // of the picture that is being read; NULL: none
    uint32_t chosen[EACH_MAX];
    struct sketch *sketch;
};

static const struct row {
    const char *name;
    enum sketch_kind kind;
    uint32_t least, most; // numbers
} KINDS[] = {{"disc", SKETCH_DISC, 3, 3},
             {"ring", SKETCH_RING, 4, 4},
             {"box", SKETCH_BOX, 4, 5},
             {"line", SKETCH_LINE, 5, 5},
             {"shape", SKETCH_SHAPE, 6, POINTS_MAX},
             {"path", SKETCH_PATH, 5, POINTS_MAX - 1},
             {"text", SKETCH_TEXT, 3, 3},
             {"use", SKETCH_USE, 2, 3}};

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for pictures");
}

// ------------------------------------------------------------------------------------------------ words

// The word that stands for {key} in the present picture.
static bool word_for(const struct reading *r, struct text key, struct text *out) {
    uint32_t i = 0;
    for (const struct json *list = r->each ? r->each->first : NULL; list; list = list->next, i++)
        if (text_same(list->key, key)) return *out = json_at(list, r->chosen[i])->text, true;
    return false;
}

// "card_{rank}" made into "card_9".
static enum err fill_in(const struct reading *r, const struct json *at, struct text from, char out[NAME_ROOM],
                        struct fault *fault) {
    size_t len = 0;
    for (size_t i = 0; i < from.len; i++) {
        struct text piece = {from.at + i, 1}, word;
        const char *end = from.at[i] == '{' ? memchr(from.at + i, '}', from.len - i) : NULL;
        if (end && r->each) {
            struct text key = {from.at + i + 1, (size_t)(end - from.at) - i - 1};
            if (!word_for(r, key, &word))
                return json_fault(at, fault, ERR_UNKNOWN, "\"each\" has no list \"%.*s\"",
                                  (int)(key.len < 40 ? key.len : 40), key.at);
            piece = word;
            i = (size_t)(end - from.at);
        }
        if (len + piece.len >= NAME_ROOM)
            return json_fault(at, fault, ERR_LIMIT, "expected at most %d letters", NAME_ROOM - 1);
        memcpy(out + len, piece.at, piece.len);
        len += piece.len;
    }
    out[len] = 0;
    return ERR_NONE;
}

static enum err words_of(const struct reading *r, const struct json *value, const char **out,
                         struct fault *fault) {
    struct text text;
    char room[NAME_ROOM];
    enum err err = json_as_text(value, &text, fault);
    if (!err) err = fill_in(r, value, text, room, fault);
    if (err) return err;
    *out = arena_copy_text(r->arena, room, strlen(room));
    return *out ? ERR_NONE : no_memory(fault);
}

// ------------------------------------------------------------------------------------------------ numbers

static enum err number_of(struct reading *r, const struct json *value, double low, double high,
                          struct sketch_number *out, struct fault *fault) {
    bool list = value->kind == JSON_LIST;
    uint32_t count = list ? value->count : 1;
    if (!count || count > COURSE_MAX)
        return json_fault(value, fault, ERR_RANGE, "expected 1 to %d numbers", COURSE_MAX);
    float *at = arena_array(r->arena, float, count);
    if (!at) return no_memory(fault);
    const struct json *item = list ? value->first : value;
    for (uint32_t i = 0; i < count; i++, item = item->next) {
        double number;
        enum err err = json_as_number(item, low, high, &number, fault);
        if (err) return err;
        at[i] = (float)number;
    }
    *out = (struct sketch_number){at, count};
    return ERR_NONE;
}

// A light from 0 to 1, or a colour as six digits.
static enum err paint_of(const struct reading *r, const struct json *value, uint8_t rgb[3], bool *coloured,
                         struct fault *fault) {
    double light;
    size_t len;
    const char *words;
    if (value->kind == JSON_NUMBER) {
        enum err err = json_as_number(value, 0, 1, &light, fault);
        if (!err) memset(rgb, (uint8_t)(light * 255 + 0.5), 3);
        return err;
    }
    enum err err = words_of(r, value, &words, fault);
    if (err) return err;
    if (strlen(words) != 6 || hex_to_bytes(text_of(words), rgb, 3, &len) || len != 3)
        return json_fault(value, fault, ERR_SYNTAX,
                          "expected a light from 0 to 1 or a colour like \"ff8000\"");
    *coloured = true;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ shapes

static enum err read_more(struct reading *r, const struct json *more, struct sketch_shape *shape,
                          struct fault *fault) {
    static const char *const KEYS[] = {"light", "colour", "alpha", "phase", "cut"};
    const struct json *value;
    bool coloured = false;
    enum err err = json_only(more, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (!err && (value = json_get(more, "light"))) err = paint_of(r, value, shape->rgb, &coloured, fault);
    if (!err && (value = json_get(more, "colour"))) err = paint_of(r, value, shape->rgb, &coloured, fault);
    if (!err && (value = json_get(more, "alpha"))) err = number_of(r, value, 0, 1, &shape->alpha, fault);
    if (!err && json_get(more, "phase")) {
        double phase;
        err = json_get_number(more, "phase", -16, 16, &phase, fault);
        if (!err) shape->phase = (float)phase;
    }
    if (!err && json_get(more, "cut")) err = json_get_bool(more, "cut", &shape->cut, fault);
    r->sketch->coloured |= coloured;
    return err;
}

static enum err find_used(struct reading *r, const struct json *item, struct sketch_shape *shape,
                          struct fault *fault) {
    shape->sketch = sketches_find(r->out, text_of(shape->words));
    if (!shape->sketch || shape->sketch == r->sketch)
        return json_fault(item, fault, ERR_UNKNOWN, "no picture \"%s\" stands before this one", shape->words);
    if (shape->sketch->depth >= SKETCH_DEPTH_MAX)
        return json_fault(item, fault, ERR_LIMIT, "pictures within pictures, more than %d deep",
                          SKETCH_DEPTH_MAX);
    if (shape->sketch->depth >= r->sketch->depth) r->sketch->depth = (uint8_t)(shape->sketch->depth + 1);
    r->sketch->coloured |= shape->sketch->coloured;
    return ERR_NONE;
}

static const struct row *kind_of(const struct json *item, struct fault *fault) {
    struct text name;
    const struct json *first = item->kind == JSON_LIST ? item->first : NULL;
    if (!first) {
        json_fault(item, fault, ERR_TYPE, "expected a list like [\"disc\", x, y, radius]");
        return NULL;
    }
    if (json_as_text(first, &name, fault)) return NULL;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (text_is(name, KINDS[i].name)) return &KINDS[i];
    json_fault(first, fault, ERR_UNKNOWN, "expected disc, ring, box, line, shape, text or use");
    return NULL;
}

static enum err read_shape(struct reading *r, const struct json *item, struct sketch_shape *shape,
                           struct fault *fault) {
    const struct row *row = kind_of(item, fault);
    if (!row) return ERR_SYNTAX;
    *shape = (struct sketch_shape){.kind = row->kind, .rgb = {255, 255, 255}};
    struct sketch_number *numbers = arena_array(r->arena, struct sketch_number, item->count);
    if (!numbers) return no_memory(fault);
    shape->numbers = numbers;
    enum err err = ERR_NONE;
    const struct json *end = NULL;
    for (const struct json *v = item->first->next; v && !err; v = v->next) {
        if (end) return json_fault(v, fault, ERR_SYNTAX, "nothing may follow the object");
        if (v->kind == JSON_OBJECT) {
            end = v;
            err = read_more(r, v, shape, fault);
        } else if (v->kind == JSON_TEXT && (row->kind == SKETCH_TEXT || row->kind == SKETCH_USE) &&
                   !shape->words) {
            err = words_of(r, v, &shape->words, fault);
        } else if (shape->count == row->most) {
            err = json_fault(v, fault, ERR_RANGE, "a %s has at most %s", row->name,
                             PLURAL(row->most, "number"));
        } else {
            err = number_of(r, v, -4096, 4096, &numbers[shape->count++], fault);
        }
    }
    if (err) return err;
    if (shape->count < row->least || (row->kind == SKETCH_SHAPE && shape->count % 2) ||
        (row->kind == SKETCH_PATH && shape->count % 2 == 0))
        return json_fault(item, fault, ERR_SHORT, "a %s has %s%s, found %u", row->name,
                          row->kind == SKETCH_SHAPE ? "pairs, at least " : "", PLURAL(row->least, "number"),
                          shape->count);
    if ((row->kind == SKETCH_TEXT || row->kind == SKETCH_USE) && !shape->words)
        return json_fault(item, fault, ERR_SHORT, "expected words");
    return row->kind == SKETCH_USE ? find_used(r, item, shape, fault) : ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ pictures

static enum err read_size(const struct json *size, struct sketch *s, struct fault *fault) {
    int64_t width, height;
    if (size->kind != JSON_LIST || size->count != 2)
        return json_fault(size, fault, ERR_TYPE, "expected a width and a height");
    enum err err = json_as_int(json_at(size, 0), 1, 512, &width, fault);
    if (!err) err = json_as_int(json_at(size, 1), 1, 512, &height, fault);
    if (!err) s->width = (uint16_t)width, s->height = (uint16_t)height;
    return err;
}

static enum err read_end(const struct json *value, enum sprite_end *out, struct fault *fault) {
    struct text end;
    enum err err = json_as_text(value, &end, fault);
    if (err) return err;
    if (text_is(end, "loop"))
        *out = SPRITE_LOOP;
    else if (text_is(end, "hold"))
        *out = SPRITE_HOLD;
    else if (!text_is(end, "clear"))
        return json_fault(value, fault, ERR_UNKNOWN, "expected clear, loop or hold");
    return ERR_NONE;
}

static enum err read_one(struct reading *r, const struct json *member, struct fault *fault) {
    static const char *const KEYS[] = {"size", "frames", "end", "ground", "draw", "each"};
    struct sketch *s = r->sketch = &r->out->at[r->out->count];
    char name[NAME_ROOM];
    *s = (struct sketch){.width = 184, .height = 96, .frames = 1};
    enum err err = json_only(member, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (!err) err = fill_in(r, member, member->key, name, fault);
    if (err) return err;
    if (sketches_find(r->out, text_of(name)))
        return json_fault_key(member, fault, ERR_DUPLICATE, "there is a picture \"%s\" already", name);
    const char *kept = arena_copy_text(r->arena, name, strlen(name));
    if (!kept) return no_memory(fault);
    s->name = text_of(kept);
    s->end = SPRITE_HOLD; // one picture stays
    const struct json *value = json_get(member, "frames"), *draw = json_get(member, "draw");
    int64_t frames = 1;
    if (value) err = json_as_int(value, 1, SKETCH_FRAMES_MAX, &frames, fault);
    s->frames = (uint32_t)frames;
    if (frames > 1) s->end = SPRITE_CLEAR;
    if (!err && (value = json_get(member, "size"))) err = read_size(value, s, fault);
    if (!err && (value = json_get(member, "end"))) err = read_end(value, &s->end, fault);
    if (!err && (value = json_get(member, "ground")))
        err = paint_of(r, value, s->ground, &s->coloured, fault), s->has_ground = true;
    if (err) return err;
    if (!draw || draw->kind != JSON_LIST)
        return json_fault(draw ? draw : member, fault, ERR_MISSING, "expected \"draw\", a list of shapes");
    if (draw->count > SKETCH_SHAPES_MAX)
        return json_fault(draw, fault, ERR_LIMIT, "more than %d shapes", SKETCH_SHAPES_MAX);
    struct sketch_shape *shapes = arena_array(r->arena, struct sketch_shape, draw->count);
    if (!shapes) return no_memory(fault);
    s->shapes = shapes;
    for (const struct json *item = draw->first; item && !err; item = item->next)
        err = read_shape(r, item, &shapes[s->count++], fault);
    for (uint32_t i = 0; i < s->count && !err; i++)
        s->cost += shapes[i].kind == SKETCH_USE    ? shapes[i].sketch->cost
                   : shapes[i].kind == SKETCH_TEXT ? 10 * (uint32_t)strlen(shapes[i].words)
                                                   : 1;
    if (s->cost > SKETCH_COST_MAX)
        return json_fault(draw, fault, ERR_LIMIT, "more than %d shapes with those of the pictures used",
                          SKETCH_COST_MAX);
    if (!err) r->out->count++;
    return err;
}

// How many pictures "each" asks for; 0: it is wrong.
static uint32_t combinations(const struct json *each, struct fault *fault) {
    uint64_t all = 1;
    if (each->kind != JSON_OBJECT || !each->count || each->count > EACH_MAX) {
        json_fault(each, fault, ERR_TYPE, "expected 1 to %d lists of words, each with a name", EACH_MAX);
        return 0;
    }
    for (const struct json *list = each->first; list; list = list->next) {
        if (list->kind != JSON_LIST || !list->count || list->count > SKETCHES_MAX) {
            json_fault(list, fault, ERR_TYPE, "expected a list of words");
            return 0;
        }
        for (const struct json *word = list->first; word; word = word->next)
            if (word->kind != JSON_TEXT) {
                json_fault(word, fault, ERR_TYPE, "expected a text");
                return 0;
            }
        all *= list->count;
        if (all > SKETCHES_MAX) {
            json_fault(each, fault, ERR_LIMIT, "more than %d pictures", SKETCHES_MAX);
            return 0;
        }
    }
    return (uint32_t)all;
}

static enum err count_all(const struct json *pictures, uint32_t *out, struct fault *fault) {
    uint64_t all = 0;
    for (const struct json *p = pictures->first; p; p = p->next) {
        const struct json *each = json_get(p, "each");
        uint32_t some = each ? combinations(each, fault) : 1;
        if (!some) return ERR_SYNTAX;
        all += some;
    }
    if (all > SKETCHES_MAX)
        return json_fault(pictures, fault, ERR_LIMIT, "more than %d pictures", SKETCHES_MAX);
    *out = (uint32_t)all;
    return ERR_NONE;
}

static enum err read_each(struct reading *r, const struct json *member, struct fault *fault) {
    r->each = json_get(member, "each");
    uint32_t count = r->each ? combinations(r->each, fault) : 1;
    enum err err = ERR_NONE;
    for (uint32_t i = 0; i < count && !err; i++) {
        uint32_t rest = i, k = 0;
        for (const struct json *list = r->each ? r->each->first : NULL; list; list = list->next, k++)
            r->chosen[k] = rest % list->count, rest /= list->count;
        err = read_one(r, member, fault);
    }
    return err;
}

enum err sketches_read(const struct json *document, struct arena *arena, struct sketches *out,
                       struct fault *fault) {
    struct fault own = {0};
    struct reading r = {.arena = arena, .out = out};
    const struct json *pictures = json_get(document, "pictures");
    uint32_t count = 0;
    *out = (struct sketches){0};
    if (!fault) fault = &own;
    if (!pictures || pictures->kind != JSON_OBJECT)
        return json_fault(pictures ? pictures : document, fault, ERR_MISSING,
                          "expected an object \"pictures\"");
    enum err err = count_all(pictures, &count, fault);
    if (err) return fault->err ? fault->err : err;
    out->at = arena_array(arena, struct sketch, (size_t)count + 1);
    if (!out->at) return no_memory(fault);
    for (const struct json *p = pictures->first; p && !err; p = p->next) err = read_each(&r, p, fault);
    return err && fault->err ? fault->err : err;
}

const struct sketch *sketches_find(const struct sketches *sketches, struct text name) {
    for (uint32_t i = 0; i < sketches->count; i++)
        if (text_same_nocase(sketches->at[i].name, name)) return &sketches->at[i];
    return NULL;
}
