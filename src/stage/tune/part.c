// Sounds and containers of a bank under construction: finding them, and the words they all share.
#include "stage/tune/tune_internal.h"

#include "base/hash.h"
#include "codec/bank/wem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODEC_PCM = 0x00010001, CODEC_ADPCM = 0x00020001 };

bool making_grow(void **list, size_t *room, size_t count, size_t size) {
    if (count < *room) return true;
    size_t more = *room ? 2 * *room : 64;
    void *at = realloc(*list, more * size);
    if (!at) return false;
    *list = at;
    *room = more;
    return true;
}

enum err making_no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for a sound bank");
}

struct part *part_new(struct making *m, const char *name, const char *kind) {
    if (!making_grow((void **)&m->parts, &m->part_room, m->part_count, sizeof *m->parts)) return NULL;
    struct part *part = &m->parts[m->part_count++];
    *part = (struct part){.id = tune_id(kind, name)};
    snprintf(part->name, sizeof part->name, "%s", name);
    part->object.id = part->id;
    return part;
}

struct part *part_named(const struct making *m, struct text name) {
    for (size_t i = 0; i < m->part_count; i++)
        if (!m->parts[i].variant && text_is(name, m->parts[i].name)) return &m->parts[i];
    return NULL;
}
struct part *part_of(const struct making *m, uint32_t id) {
    for (size_t i = 0; i < m->part_count; i++)
        if (m->parts[i].id == id) return &m->parts[i];
    return NULL;
}

enum err part_find(const struct making *m, const struct json *name, uint32_t *id, struct fault *fault) {
    struct text text;
    enum err err = json_as_text(name, &text, fault);
    if (err) return err;
    const struct part *part = part_named(m, text);
    if (part) return *id = part->id, ERR_NONE;
    char wrong[TUNE_NAME];
    text_copy(text, wrong, sizeof wrong);
    const char *near = NULL;
    unsigned best = 4;
    for (size_t i = 0; i < m->part_count; i++) {
        unsigned far = m->parts[i].variant ? 99 : text_distance(wrong, m->parts[i].name);
        if (far < best) best = far, near = m->parts[i].name;
    }
    return near ? json_fault(name, fault, ERR_UNKNOWN, "no sound or group is called \"%s\"; there is \"%s\"",
                             wrong, near)
                : json_fault(name, fault, ERR_UNKNOWN, "no sound or group is called \"%s\"", wrong);
}

enum err tune_number(const struct json *object, const char *key, double low, double high, double *out,
                     struct fault *fault) {
    const struct json *value = json_get(object, key);
    return value ? json_as_number(value, low, high, out, fault) : ERR_NONE;
}
bool tune_flag(const struct json *object, const char *key) {
    const struct json *value = json_get(object, key);
    return value && value->kind == JSON_BOOL && value->boolean;
}

uint32_t tune_hash(struct text text) {
    char name[TUNE_NAME];
    text_copy(text, name, sizeof name);
    return fnv1_32_lower(name);
}

// ---------------------------------------------------------------------------------- what all of them may say

// What a state does to it: an object of its own holds the numbers.
static enum err tint(struct making *m, const struct json *row, struct bank_tint *out, struct fault *fault) {
    struct text group, state;
    double db, cents = 0;
    if (row->kind != JSON_LIST || row->count < 3 || row->count > 4)
        return json_fault(row, fault, ERR_TYPE, "expected [group, state, dB] or [group, state, dB, cents]");
    enum err err = json_as_text(json_at(row, 0), &group, fault);
    if (!err) err = json_as_text(json_at(row, 1), &state, fault);
    if (!err) err = json_as_number(json_at(row, 2), -200, 24, &db, fault);
    if (!err && row->count > 3) err = json_as_number(json_at(row, 3), -2400, 2400, &cents, fault);
    if (err) return err;
    char unique[40];
    snprintf(unique, sizeof unique, "%zu", m->rest_count);
    *out = (struct bank_tint){tune_hash(group), tune_hash(state), tune_id("state", unique), (float)db,
                              (float)cents};
    struct buf body = {0};
    bank_tint_write(m->tune->version, out, &body);
    struct bytes kept = {arena_copy(m->arena, body.at, body.len), body.len};
    buf_free(&body);
    if (!kept.at || !making_grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest))
        return making_no_memory(fault);
    m->rest[m->rest_count++] = (struct bank_object){.kind = BANK_STATE, .id = out->object, .tail = kept};
    return ERR_NONE;
}

static enum err tints(struct making *m, const struct json *object, struct bank_node *node,
                      struct fault *fault) {
    const struct json *list = json_get(object, "states");
    if (list && (list->kind != JSON_LIST || list->count > BANK_TINTS_MAX))
        return json_fault(list, fault, ERR_TYPE, "expected a list of at most %d [group, state, dB]",
                          BANK_TINTS_MAX);
    for (const struct json *row = list ? list->first : NULL; row; row = row->next) {
        struct bank_tint one;
        enum err err = tint(m, row, &one, fault);
        if (err) return err;
        uint32_t at = node->tint_count++;
        for (uint32_t i = 0; i < at; i++) // those of a group stand together
            if (node->tints[i].group == one.group && (i + 1 == at || node->tints[i + 1].group != one.group)) {
                memmove(&node->tints[i + 2], &node->tints[i + 1], (at - i - 1) * sizeof one);
                at = i + 1;
                break;
            }
        node->tints[at] = one;
    }
    return ERR_NONE;
}

static enum err curves(const struct making *m, const struct json *object, struct bank_node *node,
                       struct fault *fault) {
    const struct json *list = json_get(object, "curves");
    for (const struct json *c = list ? list->first : NULL; c; c = c->next) {
        struct text parameter, property;
        const struct json *points = json_at(c, 2);
        if (c->kind != JSON_LIST || c->count != 3 || points->kind != JSON_LIST || !points->count ||
            points->count > BANK_CURVE_POINTS)
            return json_fault(c, fault, ERR_TYPE,
                              "expected [parameter, \"volume\" or \"pitch\", [[x, y], …]]");
        enum err err = json_as_text(json_at(c, 0), &parameter, fault);
        if (!err) err = json_as_text(json_at(c, 1), &property, fault);
        if (err) return err;
        bool pitch = text_is(property, "pitch");
        if (!pitch && !text_is(property, "volume"))
            return json_fault(json_at(c, 1), fault, ERR_UNKNOWN,
                              "expected \"volume\" (dB) or \"pitch\" (cents)");
        if (node->curve_count == BANK_CURVES_MAX)
            return json_fault(c, fault, ERR_LIMIT, "more than %d curves", BANK_CURVES_MAX);
        struct bank_knot *knots = arena_array(m->arena, struct bank_knot, points->count);
        if (!knots) return making_no_memory(fault);
        unsigned count = 0;
        for (const struct json *p = points->first; p; p = p->next) {
            double x, y;
            if ((err = json_as_number(json_at(p, 0) ? json_at(p, 0) : p, -1e6, 1e6, &x, fault)) ||
                (err = json_as_number(json_at(p, 1) ? json_at(p, 1) : p, -4800, 4800, &y, fault)))
                return err;
            knots[count++] = (struct bank_knot){(float)x, (float)y, 4};
        }
        char name[TUNE_NAME];
        text_copy(parameter, name, sizeof name);
        node->curves[node->curve_count++] = (struct bank_curve){.parameter = fnv1_32_lower(name),
                                                                .property = pitch ? BANK_PITCH : BANK_VOLUME,
                                                                .scaling = pitch ? 0 : 2,
                                                                .count = (uint16_t)count,
                                                                .knots = knots};
    }
    return ERR_NONE;
}

enum err part_node(struct making *m, const struct json *object, struct bank_node *node, struct fault *fault) {
    const struct json *volume = json_get(object, "volume_db"), *pitch = json_get(object, "pitch_cents"),
                      *bus = json_get(object, "bus");
    double a, b;
    enum err err = ERR_NONE;
    if (volume) {
        if ((err = json_as_number(volume, -96, 24, &a, fault))) return err;
        node->volume_db = (float)a;
    }
    if (pitch && pitch->kind == JSON_LIST && pitch->count == 2) {
        if ((err = json_as_number(json_at(pitch, 0), -2400, 2400, &a, fault)) ||
            (err = json_as_number(json_at(pitch, 1), a, 2400, &b, fault)))
            return err;
        node->pitch_low = (float)a, node->pitch_high = (float)b;
    } else if (pitch) {
        if ((err = json_as_number(pitch, -2400, 2400, &a, fault))) return err;
        node->pitch_cents = (float)a;
    }
    if (bus) {
        struct text name;
        char text[TUNE_NAME];
        if ((err = json_as_text(bus, &name, fault))) return err;
        text_copy(name, text, sizeof text);
        node->bus = fnv1_32_lower(text);
    }
    if (!err) err = tints(m, object, node, fault);
    return err ? err : curves(m, object, node, fault);
}

// ------------------------------------------------------------------------------------------------ sounds

static enum err add_sound(void *user, const char *name, const struct synth_sound *sound, bool pcm,
                          struct fault *fault) {
    struct making *m = user;
    struct synth_made made;
    enum err err = synth_make(sound, &made);
    if (err) return err == ERR_MEMORY ? making_no_memory(fault) : err;
    struct wem_loop loop = {0, (uint32_t)made.count - 1, 0};
    struct buf file = {0};
    err = wem_write(pcm ? WEM_PCM : WEM_ADPCM, sound->rate, 1, made.samples, made.count, &loop,
                    sound->loop != SYNTH_ONCE, &file);
    struct bytes kept = {arena_copy(m->arena, file.at, file.len), file.len};
    buf_free(&file);
    struct part *part = err || !kept.at ? NULL : part_new(m, name, "sound");
    size_t room = m->media_room;
    if (!part || !making_grow((void **)&m->media, &m->media_room, m->media_count, sizeof *m->media) ||
        !making_grow((void **)&m->wems, &room, m->media_count, sizeof *m->wems)) {
        free(made.samples);
        return making_no_memory(fault);
    }
    uint32_t media = tune_id("media", name);
    part->object.kind = BANK_SOUND;
    part->object.known = true;
    part->object.sound =
        (struct bank_sound){pcm ? CODEC_PCM : CODEC_ADPCM, BANK_EMBEDDED, media, (uint32_t)kept.len};
    part->ms = (double)made.count * 1000 / sound->rate;
    m->media[m->media_count] = (struct bank_media){.id = media};
    m->wems[m->media_count++] = kept;
    m->done.sounds++;
    m->done.seconds += (double)made.count / sound->rate;
    m->done.name = name, m->done.sound = sound, m->done.made = &made;
    if (m->told) m->told(m->user, &m->done);
    m->done.name = NULL, m->done.sound = NULL, m->done.made = NULL;
    free(made.samples);
    return ERR_NONE;
}

struct bank_random part_random(struct making *m, size_t count) {
    struct bank_random r = {.loop = 1, .flags = 1};
    r.children.at = arena_array(m->arena, uint32_t, count);
    r.playlist.at = arena_array(m->arena, struct bank_weight, count);
    if (r.children.at && r.playlist.at) r.children.count = r.playlist.count = count;
    return r;
}

// The variants of a sound, and what its description says of all of them.
static enum err gather_variants(struct making *m, const struct json *object, const char *name,
                                struct fault *fault) {
    const struct json *value = json_get(object, "variants");
    double count = 1;
    if (value) json_as_number(value, 1, 20, &count, NULL);
    if (count < 2) {
        struct part *part = part_named(m, text_of(name));
        return part ? part_node(m, object, &part->node, fault) : ERR_NONE;
    }
    struct bank_random random = part_random(m, (size_t)count);
    if (!random.children.count) return making_no_memory(fault);
    uint32_t id = tune_id("group", name);
    for (unsigned v = 0; v < (unsigned)count; v++) {
        char one[TUNE_NAME + 8];
        snprintf(one, sizeof one, "%s_%u", name, v + 1);
        struct part *sound = part_named(m, text_of(one));
        if (!sound) return ERR_NONE;
        sound->variant = true;
        sound->node.parent = id;
        random.children.at[v] = sound->id;
        random.playlist.at[v] = (struct bank_weight){sound->id, 50000};
    }
    double avoid = count > 3 ? count / 2 : 1;
    value = json_get(object, "avoid");
    enum err err = value ? json_as_number(value, 0, 12, &avoid, fault) : ERR_NONE;
    random.avoid = (uint16_t)avoid;
    struct part *part = part_new(m, name, "group");
    if (!part) return making_no_memory(fault);
    part->object.kind = BANK_RANDOM, part->object.known = true, part->object.random = random;
    m->done.containers++;
    return err ? err : part_node(m, object, &part->node, fault);
}

enum err make_sounds(struct making *m, struct fault *fault) {
    enum err made = tune_each(m->tune, add_sound, m, fault);
    if (made) return made;
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *sounds = json_get(m->tune->files[f], "sounds");
        for (const struct json *s = sounds ? sounds->first : NULL; s; s = s->next) {
            char name[TUNE_NAME], at_tempo[TUNE_NAME + 16];
            text_copy(s->key, name, sizeof name);
            const struct json *tempi = json_get(s, "tempi");
            enum err err = tempi ? ERR_NONE : gather_variants(m, s, name, fault);
            for (const struct json *t = tempi ? tempi->first : NULL; t && !err; t = t->next) {
                snprintf(at_tempo, sizeof at_tempo, "%s_%d", name, (int)t->number);
                err = gather_variants(m, s, at_tempo, fault);
            }
            if (err) return err;
        }
    }
    return ERR_NONE;
}
