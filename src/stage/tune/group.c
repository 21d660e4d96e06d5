// Containers: which of their children play, and when.
#include "stage/tune/tune_internal.h"

#include "base/hash.h"

static void adopt(struct making *m, uint32_t child, uint32_t parent) {
    struct part *part = part_of(m, child);
    if (part && !part->node.parent && child != parent) part->node.parent = parent;
}

static enum err make_random(struct making *m, const struct json *object, const struct json *list,
                            bool sequence, struct bank_object *out, struct fault *fault) {
    if (list->kind != JSON_LIST || !list->count)
        return json_fault(list, fault, ERR_TYPE, "expected a list of names");
    out->random = part_random(m, list->count);
    struct bank_random *r = &out->random;
    if (!r->children.count) return making_no_memory(fault);
    enum err err = ERR_NONE;
    size_t i = 0;
    for (const struct json *c = list->first; c && !err; c = c->next, i++) {
        double weight = 1;
        const struct json *name = c->kind == JSON_LIST ? json_at(c, 0) : c;
        if (c->kind == JSON_LIST && c->count != 2)
            return json_fault(c, fault, ERR_TYPE, "expected a name or [name, weight]");
        if (c->kind == JSON_LIST) err = json_as_number(json_at(c, 1), 0.001, 1000, &weight, fault);
        if (!err) err = part_find(m, name, &r->children.at[i], fault);
        r->playlist.at[i] = (struct bank_weight){r->children.at[i], (int32_t)(weight * 50000)};
    }
    double avoid = 1, loop = 1, gap = 0, cross = 0, every = 0;
    if (!err) err = tune_number(object, "avoid", 0, 12, &avoid, fault);
    if (!err) err = tune_number(object, "loop", 0, 65535, &loop, fault);
    if (!err) err = tune_number(object, "gap_ms", 0, 60000, &gap, fault);
    if (!err) err = tune_number(object, "cross_ms", 1, 60000, &cross, fault);
    if (!err) err = tune_number(object, "every_ms", 1, 60000, &every, fault);
    r->avoid = (uint16_t)avoid, r->loop = (uint16_t)loop, r->sequence = sequence;
    r->shuffle = tune_flag(object, "shuffle");
    if (tune_flag(object, "continuous")) r->flags |= 8;
    r->transition = every > 0 ? 5 : cross > 0 ? 2 : gap > 0 ? 3 : 0;
    r->transition_ms = (float)(every > 0 ? every : cross > 0 ? cross : gap);
    out->kind = BANK_RANDOM, out->known = true;
    return err;
}

// How children of a group that follows its switch come and go; without a fade they play to their ends.
static enum err fades(const struct json *object, struct bank_fade *out, struct fault *fault) {
    const struct json *value = json_get(object, "fade_ms");
    double gone = 0, come = 0;
    *out = (struct bank_fade){0};
    if (!value) return ERR_NONE;
    if (value->kind != JSON_LIST || value->count != 2)
        return json_fault(value, fault, ERR_TYPE, "expected [out, in]");
    enum err err = json_as_number(json_at(value, 0), 0, 60000, &gone, fault);
    if (!err) err = json_as_number(json_at(value, 1), 0, 60000, &come, fault);
    *out = (struct bank_fade){
        .bits = {BANK_GOES_ON, BANK_STOPS}, .out_ms = (int32_t)gone, .in_ms = (int32_t)come};
    return err;
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
    *s = (struct bank_switch){.by_state = by_state,
                              .group = tune_hash(name),
                              .fallback = tune_hash(usual),
                              .continuous = tune_flag(object, "follow")};
    struct bank_fade fade;
    if ((err = fades(object, &fade, fault))) return err;
    s->children.at = arena_array(m->arena, uint32_t, most + 1);
    s->cases.at = arena_array(m->arena, struct bank_case, cases->count);
    s->fades.at = arena_array(m->arena, struct bank_fade, most + 1);
    if (!s->children.at || !s->cases.at || !s->fades.at) return making_no_memory(fault);
    for (const struct json *c = cases->first; c; c = c->next) {
        struct bank_case *one = &s->cases.at[s->cases.count++];
        one->value = tune_hash(c->key);
        one->children.at = arena_array(m->arena, uint32_t, c->count + 1);
        if (!one->children.at) return making_no_memory(fault);
        for (const struct json *n = c->kind == JSON_LIST ? c->first : c; n;
             n = c->kind == JSON_LIST ? n->next : NULL) {
            uint32_t id;
            if ((err = part_find(m, n, &id, fault))) return err;
            one->children.at[one->children.count++] = id;
            bool there = false;
            for (size_t i = 0; i < s->children.count; i++) there |= s->children.at[i] == id;
            if (there) continue;
            fade.child = id;
            s->fades.at[s->fades.count++] = fade;
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
        return making_no_memory(fault);
    for (const struct json *l = list->first; l; l = l->next) {
        struct text parameter;
        const struct json *points = json_at(l, 2);
        if (l->kind != JSON_LIST || l->count != 3 || points->kind != JSON_LIST || !points->count ||
            points->count > BANK_CURVE_POINTS)
            return json_fault(l, fault, ERR_TYPE, "expected [name, parameter, [[x, loudness], …]]");
        struct bank_layer *layer = &blend->layers[blend->layer_count++];
        enum err err = part_find(m, json_at(l, 0), &layer->child, fault);
        if (!err) err = json_as_text(json_at(l, 1), &parameter, fault);
        if (err) return err;
        layer->parameter = tune_hash(parameter);
        blend->children.at[blend->children.count++] = layer->child;
        struct bank_knot *knots = arena_array(m->arena, struct bank_knot, points->count);
        if (!knots) return making_no_memory(fault);
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
    static const char *const KEYS[] = {
        "about",     "random",      "sequence", "switch",   "state",   "blend",      "all",     "avoid",
        "loop",      "gap_ms",      "cross_ms", "every_ms", "shuffle", "continuous", "cases",   "usual",
        "volume_db", "pitch_cents", "curves",   "bus",      "follow",  "states",     "fade_ms", "music",
        "scene",     "change",      "bpm",      "beats",    "draw",    "stingers"};
    char name[TUNE_NAME];
    text_copy(object->key, name, sizeof name);
    enum err err = object->kind == JSON_OBJECT ? json_only(object, KEYS, sizeof KEYS / sizeof *KEYS, fault)
                                               : json_fault(object, fault, ERR_TYPE, "expected an object");
    if (err) return err;
    if (part_named(m, object->key))
        return json_fault_key(object, fault, ERR_DUPLICATE, "another sound or group is called \"%s\"", name);
    size_t index = m->part_count;
    if (!part_new(m, name, "group")) return making_no_memory(fault);
    struct part made = m->parts[index];
    m->part_count--; // it cannot stand within itself
    const struct json *random = json_get(object, "random"), *sequence = json_get(object, "sequence"),
                      *all = json_get(object, "all"), *choice = json_get(object, "switch"),
                      *state = json_get(object, "state"), *blend = json_get(object, "blend"),
                      *music = json_get(object, "music"), *scene = json_get(object, "scene");
    if (random || sequence)
        err = make_random(m, object, random ? random : sequence, !random, &made.object, fault);
    else if (choice || state)
        err = make_switch(m, object, choice ? choice : state, !choice, &made.object, fault);
    else if (blend)
        err = make_blend(m, blend, &made, fault);
    else if (music)
        err = make_music(m, object, music, &made, fault);
    else if (scene)
        err = make_music_switch(m, object, scene, &made, fault);
    else if (all && all->kind == JSON_LIST && all->count) {
        made.object.kind = BANK_MIXER, made.object.known = true;
        made.object.mixer.at = arena_array(m->arena, uint32_t, all->count);
        if (!made.object.mixer.at) return making_no_memory(fault);
        for (const struct json *c = all->first; c && !err; c = c->next)
            err = part_find(m, c, &made.object.mixer.at[made.object.mixer.count++], fault);
    } else
        err = json_fault(object, fault, ERR_MISSING,
                         "expected random, sequence, switch, state, blend, music, scene or all");
    if (!err) err = part_node(m, object, &made.node, fault);
    if (err) return err;
    if ((err = make_stingers(m, object, &made, fault))) return err;
    m->part_count++;
    m->parts[index] = made;
    const struct bank_object *o = &m->parts[index].object;
    struct bank_ids ids = made.music               ? made.music->children
                          : made.blend             ? made.blend->children
                          : o->kind == BANK_RANDOM ? o->random.children
                          : o->kind == BANK_SWITCH ? o->select.children
                                                   : o->mixer;
    for (size_t i = 0; i < ids.count; i++) adopt(m, ids.at[i], made.id);
    m->done.containers++;
    return ERR_NONE;
}

enum err make_groups(struct making *m, struct fault *fault) {
    for (uint32_t f = m->tune->file_count; f--;) { // what is included comes first
        const struct json *groups = json_get(m->tune->files[f], "groups");
        for (const struct json *g = groups ? groups->first : NULL; g; g = g->next) {
            enum err err = make_group(m, g, fault);
            if (err) return err;
        }
    }
    return ERR_NONE;
}
