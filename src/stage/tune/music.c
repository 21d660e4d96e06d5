// Music: lists of sounds that follow each other in time, and lists that alternate when a state changes.
#include "stage/tune/tune_internal.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY_CUE = 43573010, EXIT_CUE = 1539036744, ENTRIES_MAX = 64 };

static enum err put(struct making *m, enum bank_kind kind, uint32_t id, const struct bank_music *music,
                    struct fault *fault) {
    struct buf body = {0};
    enum err err = bank_music_write(m->tune->version, kind, music, &body);
    struct bytes kept = {arena_copy(m->arena, body.at, body.len), body.len};
    buf_free(&body);
    if (err || !kept.at || !making_grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest))
        return making_no_memory(fault);
    m->rest[m->rest_count++] = (struct bank_object){.kind = kind, .id = id, .tail = kept};
    return ERR_NONE;
}

// A sound as music: a track with one clip, in a segment that is left after so many beats; what is longer
// rings on.
static enum err segment(struct making *m, const struct json *name, uint32_t list, uint32_t number, double bpm,
                        double beats, uint32_t *id, struct fault *fault) {
    uint32_t sound;
    enum err err = part_find(m, name, &sound, fault);
    const struct part *part = err ? NULL : part_of(m, sound);
    if (err) return err;
    if (part->object.kind != BANK_SOUND)
        return json_fault(name, fault, ERR_TYPE, "expected a sound of one variant: music is made of those");
    char unique[40];
    snprintf(unique, sizeof unique, "%u %u", list, number);
    *id = tune_id("segment", unique);
    uint32_t track = tune_id("track", unique);
    struct bank_sound source = part->object.sound;
    struct bank_clip clip = {0, source.media, 0, 0, 0, part->ms};
    struct bank_music one = {
        .node = {.parent = *id}, .sources = {&source, 1}, .clips = {&clip, 1}, .subtracks = 1};
    if ((err = put(m, BANK_MUSIC_TRACK, track, &one, fault))) return err;
    double exit = beats > 0 ? beats * 60000 / bpm : part->ms;
    struct bank_cue cues[] = {{ENTRY_CUE, 0}, {EXIT_CUE, exit}};
    struct bank_music whole = {.node = {.parent = list},
                               .children = {&track, 1},
                               .grid_ms = 60000 / bpm,
                               .tempo = (float)bpm,
                               .bar_beats = 4,
                               .beat_note = 4,
                               .meter_own = 1,
                               .length_ms = exit > part->ms ? exit : part->ms,
                               .cues = {cues, 2}};
    return put(m, BANK_MUSIC_SEGMENT, *id, &whole, fault);
}

static struct bank_music *music_new(struct making *m, struct part *part, enum bank_kind kind) {
    struct bank_music *music = part->music = arena_one(m->arena, struct bank_music);
    part->object.kind = kind;
    if (music) *music = (struct bank_music){.tempo = 120, .bar_beats = 4, .beat_note = 4, .grid_ms = 500};
    return music;
}

enum err make_music(struct making *m, const struct json *object, const struct json *list, struct part *part,
                    struct fault *fault) {
    double bpm = 120, beats = 0, loop = 1;
    if (list->kind != JSON_LIST || !list->count || list->count > ENTRIES_MAX)
        return json_fault(list, fault, ERR_TYPE, "expected a list of 1 to %d sounds", ENTRIES_MAX);
    enum err err = tune_number(object, "bpm", 20, 400, &bpm, fault);
    if (!err) err = tune_number(object, "beats", 0.25, 1024, &beats, fault);
    if (!err) err = tune_number(object, "loop", 0, 65535, &loop, fault);
    struct bank_music *music = err ? NULL : music_new(m, part, BANK_MUSIC_PLAYLIST);
    if (err) return err;
    if (!music) return making_no_memory(fault);
    music->tempo = (float)bpm;
    music->children.at = arena_array(m->arena, uint32_t, list->count);
    music->entries.at = arena_array(m->arena, struct bank_entry, list->count + 1);
    if (!music->children.at || !music->entries.at) return making_no_memory(fault);
    music->entries.at[music->entries.count++] =
        (struct bank_entry){.id = tune_id("entry", part->name),
                            .children = list->count,
                            .kind = tune_flag(object, "draw") ? BANK_DRAW : BANK_ROW,
                            .loop = (uint16_t)loop,
                            .weight = 50000};
    for (const struct json *e = list->first; e && !err; e = e->next) {
        double times = 1;
        uint32_t id = 0, n = (uint32_t)music->children.count;
        if (e->kind == JSON_LIST && e->count != 2)
            return json_fault(e, fault, ERR_TYPE, "expected a name or [name, times]");
        if (e->kind == JSON_LIST) err = json_as_number(json_at(e, 1), 0, 65535, &times, fault);
        if (!err)
            err = segment(m, e->kind == JSON_LIST ? json_at(e, 0) : e, part->id, n, bpm, beats, &id, fault);
        music->children.at[music->children.count++] = id;
        music->entries.at[music->entries.count++] = (struct bank_entry){
            .segment = id, .id = id ^ 1, .kind = BANK_SEGMENT, .loop = (uint16_t)times, .weight = 50000};
    }
    return err;
}

// ------------------------------------------------------------------------------------------------ scenes

static enum err sync_of(const struct json *value, uint32_t *sync, struct fault *fault) {
    static const struct {
        const char *name;
        uint32_t sync;
    } SYNCS[] = {
        {"now", BANK_SYNC_NOW}, {"beat", BANK_SYNC_BEAT}, {"bar", BANK_SYNC_BAR}, {"exit", BANK_SYNC_EXIT}};
    struct text name;
    enum err err = json_as_text(value, &name, fault);
    for (size_t i = 0; i < 4 && !err; i++)
        if (text_is(name, SYNCS[i].name)) return *sync = SYNCS[i].sync, ERR_NONE;
    return err ? err : json_fault(value, fault, ERR_UNKNOWN, "expected now, beat, bar or exit");
}

static enum err change_of(const struct json *object, struct bank_rule *rule, struct fault *fault) {
    const struct json *value = json_get(object, "change"), *fade = json_get(object, "fade_ms");
    double gone = 0, come = 0;
    enum err err = ERR_NONE;
    rule->sync = BANK_SYNC_EXIT;
    if (value && (err = sync_of(value, &rule->sync, fault))) return err;
    if (!fade) return ERR_NONE;
    if (fade->kind != JSON_LIST || fade->count != 2)
        return json_fault(fade, fault, ERR_TYPE, "expected [out, in]");
    err = json_as_number(json_at(fade, 0), 0, 60000, &gone, fault);
    if (!err) err = json_as_number(json_at(fade, 1), 0, 60000, &come, fault);
    rule->out_ms = (int32_t)gone, rule->in_ms = (int32_t)come;
    return err;
}

enum err make_music_switch(struct making *m, const struct json *object, const struct json *group,
                           struct part *part, struct fault *fault) {
    const struct json *cases = json_get(object, "cases");
    struct text name, usual = {0};
    if (!cases || cases->kind != JSON_OBJECT || !cases->count || cases->count > ENTRIES_MAX)
        return json_fault(cases ? cases : object, fault, ERR_TYPE, "expected \"cases\": an object of music");
    enum err err = json_as_text(group, &name, fault);
    if (!err) err = json_get_text(object, "usual", &usual, fault);
    struct bank_music *music = err ? NULL : music_new(m, part, BANK_MUSIC_SWITCH);
    if (err) return err;
    static const uint8_t BY_STATE[] = {1};
    if (!music) return making_no_memory(fault);
    music->goes_on = 1;
    music->group_kinds = BY_STATE;
    music->groups = (struct bank_ids){arena_one(m->arena, uint32_t), 1};
    music->children.at = arena_array(m->arena, uint32_t, cases->count);
    music->rules.at = arena_one(m->arena, struct bank_rule);
    music->branches.at = arena_array(m->arena, struct bank_branch, cases->count + 2);
    uint32_t *any = arena_one(m->arena, uint32_t);
    if (!any || !music->groups.at || !music->children.at || !music->rules.at || !music->branches.at)
        return making_no_memory(fault);
    *music->groups.at = tune_hash(name);
    *any = BANK_ANY;
    *music->rules.at = (struct bank_rule){.from = {any, 1}, .to = {any, 1}};
    music->rules.count = 1;
    if ((err = change_of(object, music->rules.at, fault))) return err;
    struct bank_branch *branch = music->branches.at;
    *branch++ = (struct bank_branch){0, 1, 50, 100};
    for (const struct json *c = cases->first; c; c = c->next) {
        uint32_t id;
        if ((err = part_find(m, c, &id, fault))) return err;
        const struct part *played = part_of(m, id);
        if (!played->music) return json_fault(c, fault, ERR_TYPE, "expected a group of music");
        music->children.at[music->children.count++] = id;
        *branch++ = (struct bank_branch){tune_hash(c->key), id, 50, 100};
        if (text_same(c->key, usual)) *branch++ = (struct bank_branch){0, id, 50, 100};
    }
    music->branches.count = (size_t)(branch - music->branches.at);
    if (music->branches.count == cases->count + 1)
        return json_fault(json_get(object, "usual"), fault, ERR_UNKNOWN, "no case is called so");
    music->branches.at[0].leads |= (uint32_t)(music->branches.count - 1) << 16;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ stingers

static enum err stinger(struct making *m, const struct json *row, const struct part *part, uint32_t number,
                        struct bank_stinger *out, struct fault *fault) {
    static const char *const KEYS[] = {"pause_ms", "next"};
    const struct json *more = json_at(row, 3);
    struct text trigger;
    double pause = 0;
    if (row->kind != JSON_LIST || row->count < 3 || row->count > 4 || (more && more->kind != JSON_OBJECT))
        return json_fault(row, fault, ERR_TYPE, "expected [trigger, sound, when, {\"pause_ms\", \"next\"}]");
    enum err err = json_as_text(json_at(row, 0), &trigger, fault);
    if (!err) err = sync_of(json_at(row, 2), &out->sync, fault);
    if (!err && more) err = json_only(more, KEYS, 2, fault);
    if (!err && more) err = tune_number(more, "pause_ms", 0, 3600000, &pause, fault);
    if (err) return err;
    out->trigger = tune_hash(trigger);
    out->pause_ms = (uint32_t)pause;
    out->ahead = more && tune_flag(more, "next");
    return segment(m, json_at(row, 1), part->id, number, (double)part->music->tempo, 0, &out->segment, fault);
}

enum err make_stingers(struct making *m, const struct json *object, const struct part *part,
                       struct fault *fault) {
    const struct json *list = json_get(object, "stingers");
    if (!list) return ERR_NONE;
    if (!part->music) return json_fault(list, fault, ERR_TYPE, "only music and scenes have stingers");
    if (list->kind != JSON_LIST || !list->count || list->count > ENTRIES_MAX)
        return json_fault(list, fault, ERR_TYPE, "expected a list of 1 to %d stingers", ENTRIES_MAX);
    part->music->stingers.at = arena_array(m->arena, struct bank_stinger, list->count);
    if (!part->music->stingers.at) return making_no_memory(fault);
    enum err err = ERR_NONE;
    for (const struct json *row = list->first; row && !err; row = row->next) {
        uint32_t n = (uint32_t)part->music->stingers.count++;
        err = stinger(m, row, part, ENTRIES_MAX + n, &part->music->stingers.at[n], fault);
    }
    return err;
}
