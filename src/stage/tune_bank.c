// From a tune to a sound bank: sounds are made, containers and events are built around them.
#include "stage/tune_inner.h"

#include "base/hash.h"
#include "codec/wem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODEC_PCM = 0x00010001, CODEC_ADPCM = 0x00020001, SCOPE_ALL = 2, SCOPE_OBJECT = 3 };

struct part { // a sound or a container
    char name[TUNE_NAME];
    uint32_t id;
    struct bank_node node;
    struct bank_object object;
    struct bank_blend *blend;
    bool variant; // of another, and not to be named
};
struct making {
    const struct tune *tune;
    struct arena *arena;
    struct part *parts;
    size_t part_count, part_room;
    struct bank_media *media;
    struct bytes *wems;
    size_t media_count, media_room;
    struct bank_object *rest; // actions and events
    size_t rest_count, rest_room;
    bool *taken; // event names
    struct tune_done done;
    void (*told)(void *user, const struct tune_done *done);
    void *user;
};

static bool grow(void **list, size_t *room, size_t count, size_t size) {
    if (count < *room) return true;
    size_t more = *room ? 2 * *room : 64;
    void *at = realloc(*list, more * size);
    if (!at) return false;
    *list = at;
    *room = more;
    return true;
}

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for a sound bank");
}

static struct part *part_new(struct making *m, const char *name, const char *kind) {
    if (!grow((void **)&m->parts, &m->part_room, m->part_count, sizeof *m->parts)) return NULL;
    struct part *part = &m->parts[m->part_count++];
    *part = (struct part){.id = tune_id(kind, name)};
    snprintf(part->name, sizeof part->name, "%s", name);
    part->object.id = part->id;
    return part;
}

static struct part *part_named(const struct making *m, struct text name) {
    for (size_t i = 0; i < m->part_count; i++)
        if (!m->parts[i].variant && text_is(name, m->parts[i].name)) return &m->parts[i];
    return NULL;
}
static struct part *part_of(const struct making *m, uint32_t id) {
    for (size_t i = 0; i < m->part_count; i++)
        if (m->parts[i].id == id) return &m->parts[i];
    return NULL;
}

static enum err find_part(const struct making *m, const struct json *name, uint32_t *id,
                          struct fault *fault) {
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

// ------------------------------------------------------------------------------------------------ what all of them may say

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
        if (!knots) return no_memory(fault);
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

static enum err node_of(const struct making *m, const struct json *object, struct bank_node *node,
                        struct fault *fault) {
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
    return curves(m, object, node, fault);
}

// ------------------------------------------------------------------------------------------------ sounds

static enum err add_sound(void *user, const char *name, const struct synth_sound *sound, bool pcm,
                          struct fault *fault) {
    struct making *m = user;
    struct synth_made made;
    enum err err = synth_make(sound, &made);
    if (err) return err == ERR_MEMORY ? no_memory(fault) : err;
    struct wem_loop loop = {0, (uint32_t)made.count - 1, 0};
    struct buf file = {0};
    err = wem_write(pcm ? WEM_PCM : WEM_ADPCM, sound->rate, 1, made.samples, made.count, &loop,
                    sound->loop != SYNTH_ONCE, &file);
    struct bytes kept = {arena_copy(m->arena, file.at, file.len), file.len};
    m->done.seconds += (double)made.count / sound->rate;
    free(made.samples);
    buf_free(&file);
    struct part *part = err || !kept.at ? NULL : part_new(m, name, "sound");
    size_t room = m->media_room;
    if (!part || !grow((void **)&m->media, &m->media_room, m->media_count, sizeof *m->media) ||
        !grow((void **)&m->wems, &room, m->media_count, sizeof *m->wems))
        return no_memory(fault);
    uint32_t media = tune_id("media", name);
    part->object.kind = BANK_SOUND;
    part->object.known = true;
    part->object.sound =
        (struct bank_sound){pcm ? CODEC_PCM : CODEC_ADPCM, BANK_EMBEDDED, media, (uint32_t)kept.len};
    m->media[m->media_count] = (struct bank_media){.id = media};
    m->wems[m->media_count++] = kept;
    m->done.sounds++;
    if (m->told) m->told(m->user, &m->done);
    return ERR_NONE;
}

static struct bank_random random_of(struct making *m, size_t count) {
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
        return part ? node_of(m, object, &part->node, fault) : ERR_NONE;
    }
    struct bank_random random = random_of(m, (size_t)count);
    if (!random.children.count) return no_memory(fault);
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
    if (!part) return no_memory(fault);
    part->object.kind = BANK_RANDOM, part->object.known = true, part->object.random = random;
    m->done.containers++;
    return err ? err : node_of(m, object, &part->node, fault);
}

static enum err gather_sounds(struct making *m, struct fault *fault) {
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

// ------------------------------------------------------------------------------------------------ containers

static void adopt(struct making *m, uint32_t child, uint32_t parent) {
    struct part *part = part_of(m, child);
    if (part && !part->node.parent && child != parent) part->node.parent = parent;
}

static enum err number(const struct json *object, const char *key, double low, double high, double *out,
                       struct fault *fault) {
    const struct json *value = json_get(object, key);
    return value ? json_as_number(value, low, high, out, fault) : ERR_NONE;
}
static bool flag(const struct json *object, const char *key) {
    const struct json *value = json_get(object, key);
    return value && value->kind == JSON_BOOL && value->boolean;
}

static enum err make_random(struct making *m, const struct json *object, const struct json *list,
                            bool sequence, struct bank_object *out, struct fault *fault) {
    if (list->kind != JSON_LIST || !list->count)
        return json_fault(list, fault, ERR_TYPE, "expected a list of names");
    out->random = random_of(m, list->count);
    struct bank_random *r = &out->random;
    if (!r->children.count) return no_memory(fault);
    enum err err = ERR_NONE;
    size_t i = 0;
    for (const struct json *c = list->first; c && !err; c = c->next, i++) {
        double weight = 1;
        const struct json *name = c->kind == JSON_LIST ? json_at(c, 0) : c;
        if (c->kind == JSON_LIST && c->count != 2)
            return json_fault(c, fault, ERR_TYPE, "expected a name or [name, weight]");
        if (c->kind == JSON_LIST) err = json_as_number(json_at(c, 1), 0.001, 1000, &weight, fault);
        if (!err) err = find_part(m, name, &r->children.at[i], fault);
        r->playlist.at[i] = (struct bank_weight){r->children.at[i], (int32_t)(weight * 50000)};
    }
    double avoid = 1, loop = 1, gap = 0, cross = 0, every = 0;
    if (!err) err = number(object, "avoid", 0, 12, &avoid, fault);
    if (!err) err = number(object, "loop", 0, 65535, &loop, fault);
    if (!err) err = number(object, "gap_ms", 0, 60000, &gap, fault);
    if (!err) err = number(object, "cross_ms", 1, 60000, &cross, fault);
    if (!err) err = number(object, "every_ms", 1, 60000, &every, fault);
    r->avoid = (uint16_t)avoid, r->loop = (uint16_t)loop, r->sequence = sequence;
    r->shuffle = flag(object, "shuffle");
    if (flag(object, "continuous")) r->flags |= 8;
    r->transition = every > 0 ? 5 : cross > 0 ? 2 : gap > 0 ? 3 : 0;
    r->transition_ms = (float)(every > 0 ? every : cross > 0 ? cross : gap);
    out->kind = BANK_RANDOM, out->known = true;
    return err;
}

static uint32_t id_of(struct text text) {
    char name[TUNE_NAME];
    text_copy(text, name, sizeof name);
    return fnv1_32_lower(name);
}

static enum err make_switch(struct making *m, const struct json *object, const struct json *group,
                            bool by_state, struct bank_object *out, struct fault *fault) {
    const struct json *cases = json_get(object, "cases");
    struct text name, usual;
    enum err err = json_as_text(group, &name, fault);
    if (!err) err = json_get_text(object, "usual", &usual, fault);
    if (err) return err;
    if (!cases || cases->kind != JSON_OBJECT || !cases->count)
        return json_fault(cases ? cases : object, fault, ERR_TYPE, "expected \"cases\": an object");
    size_t most = 0;
    for (const struct json *c = cases->first; c; c = c->next) most += c->kind == JSON_LIST ? c->count : 1;
    struct bank_switch *s = &out->select;
    *s = (struct bank_switch){.by_state = by_state, .group = id_of(name), .fallback = id_of(usual)};
    s->children.at = arena_array(m->arena, uint32_t, most + 1);
    s->cases.at = arena_array(m->arena, struct bank_case, cases->count);
    s->fades.at = arena_array(m->arena, struct bank_fade, most + 1);
    if (!s->children.at || !s->cases.at || !s->fades.at) return no_memory(fault);
    for (const struct json *c = cases->first; c; c = c->next) {
        struct bank_case *one = &s->cases.at[s->cases.count++];
        one->value = id_of(c->key);
        one->children.at = arena_array(m->arena, uint32_t, c->count + 1);
        if (!one->children.at) return no_memory(fault);
        for (const struct json *n = c->kind == JSON_LIST ? c->first : c; n;
             n = c->kind == JSON_LIST ? n->next : NULL) {
            uint32_t id;
            if ((err = find_part(m, n, &id, fault))) return err;
            one->children.at[one->children.count++] = id;
            bool there = false;
            for (size_t i = 0; i < s->children.count; i++) there |= s->children.at[i] == id;
            if (there) continue;
            s->fades.at[s->fades.count++] = (struct bank_fade){.child = id};
            s->children.at[s->children.count++] = id;
        }
    }
    if (!s->children.count) return json_fault(cases, fault, ERR_MISSING, "no case has anything to play");
    out->kind = BANK_SWITCH, out->known = true;
    return ERR_NONE;
}

static enum err make_blend(struct making *m, const struct json *list, struct part *part,
                           struct fault *fault) {
    if (list->kind != JSON_LIST || !list->count || list->count > BANK_LAYERS_MAX)
        return json_fault(list, fault, ERR_TYPE, "expected a list of at most %d layers", BANK_LAYERS_MAX);
    struct bank_blend *blend = part->blend = arena_one(m->arena, struct bank_blend);
    if (!blend || !(blend->children.at = arena_array(m->arena, uint32_t, list->count)))
        return no_memory(fault);
    for (const struct json *l = list->first; l; l = l->next) {
        struct text parameter;
        const struct json *points = json_at(l, 2);
        if (l->kind != JSON_LIST || l->count != 3 || points->kind != JSON_LIST || !points->count ||
            points->count > BANK_CURVE_POINTS)
            return json_fault(l, fault, ERR_TYPE, "expected [name, parameter, [[x, loudness], …]]");
        struct bank_layer *layer = &blend->layers[blend->layer_count++];
        enum err err = find_part(m, json_at(l, 0), &layer->child, fault);
        if (!err) err = json_as_text(json_at(l, 1), &parameter, fault);
        if (err) return err;
        layer->parameter = id_of(parameter);
        blend->children.at[blend->children.count++] = layer->child;
        struct bank_knot *knots = arena_array(m->arena, struct bank_knot, points->count);
        if (!knots) return no_memory(fault);
        layer->knots = knots;
        for (const struct json *p = points->first; p; p = p->next) {
            double x, y;
            if ((err = json_as_number(json_at(p, 0) ? json_at(p, 0) : p, -1e6, 1e6, &x, fault)) ||
                (err = json_as_number(json_at(p, 1) ? json_at(p, 1) : p, 0, 4, &y, fault)))
                return err;
            knots[layer->count++] = (struct bank_knot){(float)x, (float)y, 4};
        }
    }
    part->object.kind = BANK_BLEND;
    return ERR_NONE;
}

static enum err make_group(struct making *m, const struct json *object, struct fault *fault) {
    static const char *const KEYS[] = {"about",    "random",    "sequence",    "switch",     "state",
                                       "blend",    "all",       "avoid",       "loop",       "gap_ms",
                                       "cross_ms", "every_ms",  "shuffle",     "continuous", "cases",
                                       "usual",    "volume_db", "pitch_cents", "curves",     "bus"};
    char name[TUNE_NAME];
    text_copy(object->key, name, sizeof name);
    enum err err = object->kind == JSON_OBJECT ? json_only(object, KEYS, sizeof KEYS / sizeof *KEYS, fault)
                                               : json_fault(object, fault, ERR_TYPE, "expected an object");
    if (err) return err;
    if (part_named(m, object->key))
        return json_fault_key(object, fault, ERR_DUPLICATE, "another sound or group is called \"%s\"", name);
    size_t index = m->part_count;
    if (!part_new(m, name, "group")) return no_memory(fault);
    struct part made = m->parts[index];
    m->part_count--; // it cannot stand within itself
    const struct json *random = json_get(object, "random"), *sequence = json_get(object, "sequence"),
                      *all = json_get(object, "all"), *choice = json_get(object, "switch"),
                      *state = json_get(object, "state"), *blend = json_get(object, "blend");
    if (random || sequence)
        err = make_random(m, object, random ? random : sequence, !random, &made.object, fault);
    else if (choice || state)
        err = make_switch(m, object, choice ? choice : state, !choice, &made.object, fault);
    else if (blend)
        err = make_blend(m, blend, &made, fault);
    else if (all && all->kind == JSON_LIST && all->count) {
        made.object.kind = BANK_MIXER, made.object.known = true;
        made.object.mixer.at = arena_array(m->arena, uint32_t, all->count);
        if (!made.object.mixer.at) return no_memory(fault);
        for (const struct json *c = all->first; c && !err; c = c->next)
            err = find_part(m, c, &made.object.mixer.at[made.object.mixer.count++], fault);
    } else
        err =
            json_fault(object, fault, ERR_MISSING, "expected random, sequence, switch, state, blend or all");
    if (!err) err = node_of(m, object, &made.node, fault);
    if (err) return err;
    m->part_count++;
    m->parts[index] = made;
    const struct bank_object *o = &m->parts[index].object;
    struct bank_ids ids = made.blend               ? made.blend->children
                          : o->kind == BANK_RANDOM ? o->random.children
                          : o->kind == BANK_SWITCH ? o->select.children
                                                   : o->mixer;
    for (size_t i = 0; i < ids.count; i++) adopt(m, ids.at[i], made.id);
    m->done.containers++;
    return ERR_NONE;
}

static enum err make_groups(struct making *m, struct fault *fault) {
    for (uint32_t f = m->tune->file_count; f--;) { // what is included comes first
        const struct json *groups = json_get(m->tune->files[f], "groups");
        for (const struct json *g = groups ? groups->first : NULL; g; g = g->next) {
            enum err err = make_group(m, g, fault);
            if (err) return err;
        }
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ events

static const struct {
    const char *key;
    uint8_t type, scope;
    bool part; // its word is a sound or group; otherwise a name of something else
} ACTIONS[] = {
    {"play", BANK_PLAY, SCOPE_OBJECT, true},
    {"stop", BANK_STOP, SCOPE_OBJECT, true},
    {"pause", BANK_PAUSE, SCOPE_OBJECT, true},
    {"resume", BANK_RESUME, SCOPE_OBJECT, true},
    {"break", BANK_BREAK, SCOPE_OBJECT, true},
    {"stop_all", BANK_STOP, SCOPE_ALL, false},
    {"set_state", BANK_SET_STATE, SCOPE_ALL, false},
    {"set_switch", BANK_SET_SWITCH, SCOPE_OBJECT, false},
    {"set_parameter", BANK_SET_PARAMETER, SCOPE_ALL, false},
    {"volume", BANK_SET_VOLUME, SCOPE_ALL, true},
    {"set_bus", BANK_SET_BUS_VOLUME, SCOPE_ALL, false},
};

static enum err make_action(struct making *m, const struct json *value, uint32_t *id, struct fault *fault) {
    static const char *const KEYS[] = {
        "play",          "stop",   "pause",   "resume", "break", "stop_all", "set_state", "set_switch",
        "set_parameter", "volume", "set_bus", "to",     "value", "delay_ms", "fade_ms",   "probability"};
    struct bank_object action = {.kind = BANK_ACTION, .known = true};
    struct bank_deed deed = {.probability = 100, .shape = 4};
    const struct json *word = value;
    size_t kind = 0;
    enum err err = ERR_NONE;
    if (value->kind == JSON_OBJECT) {
        if ((err = json_only(value, KEYS, sizeof KEYS / sizeof *KEYS, fault))) return err;
        word = NULL;
        for (size_t i = 0; i < sizeof ACTIONS / sizeof *ACTIONS && !word; i++)
            word = json_get(value, ACTIONS[i].key), kind = i;
        if (!word)
            return json_fault(
                value, fault, ERR_MISSING,
                "expected play, stop, pause, resume, break, set_state, set_switch or set_parameter");
    }
    action.action = (struct bank_action){.scope = ACTIONS[kind].scope, .type = ACTIONS[kind].type};
    struct text name = {0}, to = {0};
    double number_of = 0, delay = 0, fade = 0, chance = 1;
    if (ACTIONS[kind].part)
        err = find_part(m, word, &action.action.target, fault);
    else if (ACTIONS[kind].type != BANK_STOP && !(err = json_as_text(word, &name, fault)))
        action.action.target = id_of(name);
    if (err) return err;
    if (ACTIONS[kind].type == BANK_SET_STATE || ACTIONS[kind].type == BANK_SET_SWITCH) {
        if ((err = json_get_text(value, "to", &to, fault))) return err;
        deed.group = id_of(name), deed.choice = id_of(to);
    }
    if (value->kind == JSON_OBJECT) {
        if ((err = number(value, "value", -1e6, 1e6, &number_of, fault)) ||
            (err = number(value, "delay_ms", 0, 60000, &delay, fault)) ||
            (err = number(value, "fade_ms", 0, 60000, &fade, fault)) ||
            (err = number(value, "probability", 0.01, 1, &chance, fault)))
            return err;
        deed.value = (float)number_of, deed.delay_ms = (float)delay, deed.fade_ms = (float)fade,
        deed.probability = (float)chance * 100;
    }
    struct buf tail = {0};
    err = bank_deed_write(action.action.type, &deed, &tail);
    action.tail = (struct bytes){arena_copy(m->arena, tail.at, tail.len), tail.len};
    buf_free(&tail);
    if (err || !action.tail.at || !grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest))
        return no_memory(fault);
    char unique[40];
    snprintf(unique, sizeof unique, "%zu", m->rest_count);
    action.id = *id = tune_id("action", unique);
    m->rest[m->rest_count++] = action;
    return ERR_NONE;
}

static bool has_event(const struct making *m, uint32_t id) {
    for (size_t i = 0; i < m->rest_count; i++)
        if (m->rest[i].kind == BANK_EVENT && m->rest[i].id == id) return true;
    return false;
}

static enum err put_event(struct making *m, struct text name, struct bank_ids actions, struct fault *fault) {
    if (!grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest)) return no_memory(fault);
    m->rest[m->rest_count++] =
        (struct bank_object){.kind = BANK_EVENT, .known = true, .id = id_of(name), .event = actions};
    m->done.events++;
    return ERR_NONE;
}

static enum err make_event(struct making *m, const struct json *row, struct fault *fault) {
    struct text name;
    if (row->kind != JSON_LIST || row->count < 2)
        return json_fault(row, fault, ERR_TYPE, "expected [event, action, …]");
    enum err err = json_as_text(json_at(row, 0), &name, fault);
    struct bank_ids actions = {arena_array(m->arena, uint32_t, row->count), 0};
    if (!err && !actions.at) return no_memory(fault);
    for (const struct json *a = err ? NULL : json_at(row, 1); a && !err; a = a->next)
        err = make_action(m, a, &actions.at[actions.count++], fault);
    if (err) return err;
    char pattern[TUNE_NAME * 2], one[TUNE_NAME * 2];
    text_copy(name, pattern, sizeof pattern);
    if (!strpbrk(pattern, "*?[")) {
        if (has_event(m, id_of(name)))
            return json_fault(row, fault, ERR_DUPLICATE, "the event \"%s\" has a row already", pattern);
        for (size_t i = 0; i < m->tune->name_count; i++)
            if (text_same_nocase(m->tune->names[i], name)) m->taken[i] = true;
        return put_event(m, name, actions, fault);
    }
    size_t found = 0;
    for (size_t i = 0; i < m->tune->name_count && !err; i++) {
        text_copy(m->tune->names[i], one, sizeof one);
        if (m->taken[i] || !text_glob(pattern, one)) continue;
        m->taken[i] = true;
        found++;
        if (!has_event(m, id_of(m->tune->names[i]))) err = put_event(m, m->tune->names[i], actions, fault);
    }
    return err || found
               ? err
               : json_fault(row, fault, ERR_UNKNOWN, "no known event that is still free is called so");
}

static enum err make_events(struct making *m, struct fault *fault) {
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *events = json_get(m->tune->files[f], "events");
        if (events && events->kind != JSON_LIST)
            return json_fault(events, fault, ERR_TYPE, "expected a list of [event, action]");
        for (const struct json *e = events ? events->first : NULL; e; e = e->next) {
            enum err err = make_event(m, e, fault);
            if (err) return err;
        }
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ settings

static enum err make_settings(const struct making *m, struct bank_settings *out, struct fault *fault) {
    size_t parameters = 0, switches = 0;
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *p = json_get(m->tune->files[f], "parameters"),
                          *s = json_get(m->tune->files[f], "switches");
        parameters += p ? p->count : 0, switches += s ? s->count : 0;
    }
    if (!parameters && !switches) return ERR_NONE;
    *out = (struct bank_settings){.known = true, .threshold_db = -80, .voices = 256};
    out->parameters.at = arena_array(m->arena, struct bank_parameter, parameters + 1);
    out->switches.at = arena_array(m->arena, struct bank_switches, switches + 1);
    if (!out->parameters.at || !out->switches.at) return no_memory(fault);
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *list = json_get(m->tune->files[f], "parameters");
        enum err err = ERR_NONE;
        for (const struct json *p = list ? list->first : NULL; p; p = p->next) {
            double value = 0, up = 0, down = 0;
            if ((err = number(p, "value", -1e6, 1e6, &value, fault)) ||
                (err = number(p, "up", 0, 1e6, &up, fault)) ||
                (err = number(p, "down", 0, 1e6, &down, fault)))
                return err;
            out->parameters.at[out->parameters.count++] = (struct bank_parameter){.id = id_of(p->key),
                                                                                  .value = (float)value,
                                                                                  .ramp = up > 0 || down > 0,
                                                                                  .up = (float)up,
                                                                                  .down = (float)down};
        }
        list = json_get(m->tune->files[f], "switches");
        for (const struct json *s = list ? list->first : NULL; s; s = s->next) {
            struct bank_switches *to = &out->switches.at[out->switches.count++];
            struct text parameter;
            const struct json *at = json_get(s, "at");
            if ((err = json_get_text(s, "parameter", &parameter, fault))) return err;
            if (!at || at->kind != JSON_LIST || !at->count)
                return json_fault(s, fault, ERR_MISSING, "expected \"at\": [[name, from], …]");
            *to = (struct bank_switches){.group = id_of(s->key), .parameter = id_of(parameter)};
            to->points.at = arena_array(m->arena, struct bank_point, at->count);
            if (!to->points.at) return no_memory(fault);
            for (const struct json *p = at->first; p; p = p->next) {
                struct text name;
                double from;
                if (p->kind != JSON_LIST || p->count != 2)
                    return json_fault(p, fault, ERR_TYPE, "expected [name, from]");
                if ((err = json_as_text(json_at(p, 0), &name, fault)) ||
                    (err = json_as_number(json_at(p, 1), -1e6, 1e6, &from, fault)))
                    return err;
                to->points.at[to->points.count++] = (struct bank_point){(float)from, id_of(name), 9};
            }
        }
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ the bank

// What stands around the known part of an object: its node.
static enum err finish_part(struct making *m, struct part *part) {
    struct buf bytes = {0};
    if (part->object.kind == BANK_SOUND) buf_byte(&bytes, 0);
    enum err err = bank_node_write(m->tune->version, &part->node, &bytes);
    if (!err && part->blend) err = bank_blend_write(part->blend, &bytes);
    struct bytes kept = {arena_copy(m->arena, bytes.at, bytes.len), bytes.len};
    buf_free(&bytes);
    if (part->object.kind == BANK_SOUND || part->blend)
        part->object.tail = kept;
    else
        part->object.head = kept;
    return err ? err : kept.at ? ERR_NONE : ERR_MEMORY;
}

static enum err assemble(struct making *m, struct buf *out, struct fault *fault) {
    char name[TUNE_NAME], language[TUNE_NAME];
    text_copy(m->tune->bank, name, sizeof name);
    text_copy(m->tune->language, language, sizeof language);
    struct bank bank = bank_new(m->tune->version, name, language);
    enum err err = make_settings(m, &bank.settings, fault);
    for (size_t i = 0; i < m->part_count && !err; i++)
        if ((err = finish_part(m, &m->parts[i]))) fault_set(fault, err, "no memory for a sound bank");
    size_t count = m->part_count + m->rest_count;
    bank.objects.at = arena_array(m->arena, struct bank_object, count + 1);
    struct bank_name *names = arena_one(m->arena, struct bank_name);
    if (!err && (!bank.objects.at || !names)) err = no_memory(fault);
    if (err) return err;
    for (size_t i = 0; i < m->part_count; i++) bank.objects.at[i] = m->parts[i].object;
    for (size_t i = 0; i < m->rest_count; i++) bank.objects.at[m->part_count + i] = m->rest[i];
    bank.objects.count = count;
    *names = (struct bank_name){bank.id, {arena_copy_text(m->arena, name, strlen(name)), strlen(name)}};
    bank.names.at = names, bank.names.count = 1, bank.names_kind = 1;
    err = bank_sort(&bank, m->arena, fault);
    if (!err && bank_embed(&bank, m->arena, m->media, m->wems, m->media_count)) err = no_memory(fault);
    return err ? err : bank_write(&bank, out, fault);
}

static enum err count_one(void *user, const char *name, const struct synth_sound *sound, bool pcm,
                          struct fault *fault) {
    (void)name, (void)sound, (void)pcm, (void)fault;
    ++*(uint32_t *)user;
    return ERR_NONE;
}

enum err tune_bank(const struct tune *tune, struct buf *out,
                   void (*told)(void *user, const struct tune_done *done), void *user, struct fault *fault) {
    struct making m = {.tune = tune, .arena = tune->arena, .told = told, .user = user};
    m.taken = calloc(tune->name_count + 1, sizeof *m.taken);
    enum err err = m.taken ? tune_each(tune, count_one, &m.done.all, fault) : no_memory(fault);
    if (!err) err = tune_each(tune, add_sound, &m, fault);
    if (!err) err = gather_sounds(&m, fault);
    if (!err) err = make_groups(&m, fault);
    if (!err) err = make_events(&m, fault);
    if (!err) err = assemble(&m, out, fault);
    if (!err && told) told(user, &m.done);
    free(m.taken);
    free(m.parts);
    free(m.media);
    free(m.wems);
    free(m.rest);
    return err;
}

enum err tune_events(const struct tune *tune, struct buf *out, struct fault *fault) {
    bool *taken = calloc(tune->name_count + 1, sizeof *taken);
    if (!taken) return no_memory(fault);
    for (uint32_t f = 0; f < tune->file_count; f++) {
        const struct json *events = json_get(tune->files[f], "events");
        for (const struct json *e = events ? events->first : NULL; e; e = e->next) {
            struct text name;
            char pattern[TUNE_NAME * 2], one[TUNE_NAME * 2];
            if (json_as_text(json_at(e, 0) ? json_at(e, 0) : e, &name, NULL)) continue;
            text_copy(name, pattern, sizeof pattern);
            bool glob = strpbrk(pattern, "*?[") != NULL;
            if (!glob) buf_printf(out, "%s\n", pattern);
            for (size_t i = 0; i < tune->name_count; i++) {
                text_copy(tune->names[i], one, sizeof one);
                if (taken[i] || !(glob ? text_glob(pattern, one) : text_same_nocase(tune->names[i], name)))
                    continue;
                taken[i] = true;
                if (glob) buf_printf(out, "%s\n", one);
            }
        }
    }
    free(taken);
    return out->err;
}
