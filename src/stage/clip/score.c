#include "stage/clip/score_internal.h"

#include "base/hash.h"
#include "base/maths/maths.h"
#include "base/plural.h"
#include "codec/bank/bank.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

uint32_t score_sound_id(struct text event) {
    char name[128];
    text_copy(event, name, sizeof name);
    return fnv1_32_lower(name);
}

uint32_t score_steps(double ms) { return (uint32_t)(md_round(ms / SCORE_STEP_MS) * SCORE_STEP_MS); }

enum err score_number(const struct json *item, uint32_t index, double low, double high, double *out,
                      struct fault *fault) {
    const struct json *value = json_at(item, index);
    if (!value) return json_fault(item, fault, ERR_SHORT, "expected at least %s", PLURAL(index + 1, "value"));
    return json_as_number(value, low, high, out, fault);
}

enum err score_text(const struct json *item, uint32_t index, struct text *out, struct fault *fault) {
    const struct json *value = json_at(item, index);
    if (!value) return json_fault(item, fault, ERR_SHORT, "expected at least %s", PLURAL(index + 1, "value"));
    return json_as_text(value, out, fault);
}

struct text score_keep(struct score_making *m, struct text text) {
    const char *copy = arena_copy_text(m->arena, text.at, text.len);
    return (struct text){copy, copy ? text.len : 0};
}

enum err score_full(const struct json *item, struct fault *fault) {
    return json_fault(item, fault, ERR_LIMIT, "more than %d key-frames on one track", SCORE_KEYS_MAX);
}

// Beginning and length of a movement. What comes before `after_ms` would cut off the one before it.
enum err score_span(struct score_making *m, const struct json *item, uint32_t least, uint32_t after_ms,
                    struct score_span *out, struct fault *fault) {
    double at, length;
    enum err err = score_number(item, 0, 0, 600000, &at, fault);
    if (!err) err = score_number(item, 1, 0, 600000, &length, fault);
    if (err) return err;
    out->at_ms = score_steps(at * m->ms_per);
    uint32_t end = score_steps((at + length) * m->ms_per);
    if (out->at_ms < after_ms)
        return json_fault(item, fault, ERR_RANGE, "begins at %u ms, before the one before it is over (%u ms)",
                          out->at_ms, after_ms);
    if (end < out->at_ms + least) end = out->at_ms + least;
    out->ms = end - out->at_ms;
    if (end > m->length_ms) m->length_ms = end;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ a clip

static const struct {
    const char *name;
    score_track *take;
} TRACKS[] = {
    {"head", score_head},   {"lift", score_lift},     {"body", score_body},       {"face", score_face},
    {"sound", score_sound}, {"lights", score_lights}, {"event", score_event},     {"record", score_record},
    {"turn", score_turn},   {"boxes", score_box},     {"sprites", score_sprites},
};
enum { TRACKS_COUNT = sizeof TRACKS / sizeof *TRACKS };
static const char *const OTHERS[] = {"head",   "lift", "body",  "face",    "sound",  "lights", "event",
                                     "record", "turn", "boxes", "sprites", "about",  "for",    "like",
                                     "mirror", "pace", "bpm",   "ends",    "begins", "still"};

// A member of the clip, or of the clip it is like.
static const struct json *inherited(const struct json *clips, const struct json *clip, const char *key) {
    for (int depth = 0; clip && depth < 8; depth++) {
        const struct json *own = json_get(clip, key);
        if (own) return own;
        const struct json *like = json_get(clip, "like");
        char name[128];
        if (!like || like->kind != JSON_TEXT) return NULL;
        text_copy(like->text, name, sizeof name);
        const struct json *other = json_get(clips, name);
        clip = other && other->index < clip->index ? other : NULL;
    }
    return NULL;
}

static enum err check_like(const struct json *clips, const struct json *clip, struct fault *fault) {
    const struct json *like = json_get(clip, "like");
    if (!like) return ERR_NONE;
    struct text name;
    char ended[128];
    enum err err = json_as_text(like, &name, fault);
    if (err) return err;
    text_copy(name, ended, sizeof ended);
    const struct json *other = json_get(clips, ended);
    if (!other || other->index >= clip->index)
        return json_fault(like, fault, ERR_UNKNOWN, "no clip before this one is called \"%s\"", ended);
    return ERR_NONE;
}

static enum err take_pace(struct score_making *m, const struct json *clips, const struct json *clip,
                          struct fault *fault) {
    double bpm = 0, pace = 1;
    const struct json *beats = inherited(clips, clip, "bpm"), *faster = json_get(clip, "pace"),
                      *mirror = json_get(clip, "mirror"), *still = inherited(clips, clip, "still");
    enum err err = ERR_NONE;
    if (beats) err = json_as_number(beats, 30, 240, &bpm, fault);
    if (!err && faster) err = json_as_number(faster, 0.2, 5, &pace, fault);
    if (!err && mirror) err = json_as_bool(mirror, &m->mirror, fault);
    if (!err && still) err = json_as_bool(still, &m->still, fault);
    m->ms_per = (bpm > 0 ? 60000 / bpm : 1) * pace;
    return err;
}

static enum err take_track(struct score_making *m, const struct json *list, score_track *take,
                           struct fault *fault) {
    char found[64];
    if (list->kind != JSON_LIST)
        return json_fault(list, fault, ERR_TYPE, "expected a list, found %s",
                          json_found(list, found, sizeof found));
    enum err err = ERR_NONE;
    for (const struct json *item = list->first; item && !err; item = item->next) {
        bool bare = take == score_record && item->kind == JSON_NUMBER;
        if (item->kind != JSON_LIST && !bare)
            return json_fault(item, fault, ERR_TYPE, "expected a list, found %s",
                              json_found(item, found, sizeof found));
        err = take(m, item, fault);
    }
    return err;
}

#define KEEP(track, made, n)                                                                                 \
    (out->keys.track.count = (n), out->keys.track.at = arena_copy(m->arena, m->made, (n) * sizeof *m->made), \
     out->keys.track.at ? ERR_NONE : ERR_MEMORY)

static enum err keep(struct score_making *m, struct clip *out, struct fault *fault) {
    enum err err = KEEP(head, head, m->heads);
    if (!err) err = KEEP(lift, lift, m->lifts);
    if (!err) err = KEEP(body, body, m->bodies);
    if (!err) err = KEEP(face, face, m->faces);
    if (!err) err = KEEP(lights, lights, m->lamps);
    if (!err) err = KEEP(audio, audio, m->audios);
    if (!err) err = KEEP(event, event, m->events);
    if (!err) err = KEEP(record, record, m->records);
    if (!err) err = KEEP(turn, turn, m->turns);
    if (!err) err = KEEP(sprites, sprites, m->sequences);
    if (!err) err = KEEP(box, box, m->boxes);
    return err ? fault_set(fault, err, "no memory for a clip") : ERR_NONE;
}

static enum err make(struct score_making *m, const struct json *clips, const struct json *clip,
                     struct clip *out, struct fault *fault) {
    const struct score_style *style = m->style;
    struct arena *arena = m->arena;
    memset(m, 0, offsetof(struct score_making, head));
    m->style = style, m->arena = arena, m->clip = clip;
    m->head_deg = SCORE_HEAD_REST_DEG, m->lift_mm = SCORE_LIFT_REST_MM;
    enum err err = json_only(clip, OTHERS, sizeof OTHERS / sizeof *OTHERS, fault);
    if (!err) err = check_like(clips, clip, fault);
    if (!err) err = take_pace(m, clips, clip, fault);
    if (!err) err = score_begin_face(m, inherited(clips, clip, "begins"), fault);
    for (int i = 0; i < TRACKS_COUNT && !err; i++) {
        const struct json *list = inherited(clips, clip, TRACKS[i].name);
        if (list) err = take_track(m, list, TRACKS[i].take, fault);
    }
    if (!err) err = score_end(m, inherited(clips, clip, "ends"), fault);
    if (err) return err;
    *out = (struct clip){.name = score_keep(m, clip->key)};
    return out->name.at ? keep(m, out, fault) : fault_set(fault, ERR_MEMORY, "no memory for a clip");
}

static bool is_for(const struct json *clips, const struct json *clip, const char *creature) {
    const struct json *only = inherited(clips, clip, "for");
    return !only || (only->kind == JSON_TEXT && text_is(only->text, creature));
}

static enum err read_clips(const struct json *clips, const struct score_style *style, struct arena *arena,
                           struct score *out, struct fault *fault) {
    if (!clips) return ERR_NONE;
    if (clips->kind != JSON_OBJECT) return json_fault(clips, fault, ERR_TYPE, "expected an object of clips");
    if (clips->count > SCORE_CLIPS_MAX)
        return json_fault(clips, fault, ERR_LIMIT, "expected at most %d clips", SCORE_CLIPS_MAX);
    out->clips.list.at = arena_array(arena, struct clip, clips->count);
    struct score_making *m = malloc(sizeof *m); // large
    if (!out->clips.list.at || !m) {
        free(m);
        return fault_set(fault, ERR_MEMORY, "no memory for clips");
    }
    m->style = style;
    m->arena = arena;
    enum err err = ERR_NONE;
    for (const struct json *clip = clips->first; clip && !err; clip = clip->next) {
        if (!is_for(clips, clip, style->creature)) continue;
        err = make(m, clips, clip, &out->clips.list.at[out->clips.list.count], fault);
        if (!err) out->clips.list.count++;
    }
    free(m);
    return err;
}

static enum err object_or_none(const struct json *document, const char *key, const struct json **out,
                               struct fault *fault) {
    *out = json_get(document, key);
    if (*out && (*out)->kind != JSON_OBJECT) return json_fault(*out, fault, ERR_TYPE, "expected an object");
    return ERR_NONE;
}

enum err score_read(const struct json *document, const struct score_style *style, struct arena *arena,
                    struct score *out, struct fault *fault) {
    static const char *const KEYS[] = {"about", "triggers", "groups", "clips"};
    *out = (struct score){.clips.dialect = style->dialect};
    enum err err = json_only(document, KEYS, 4, fault);
    if (!err) err = object_or_none(document, "groups", &out->groups, fault);
    if (!err) err = object_or_none(document, "triggers", &out->triggers, fault);
    if (!err) err = read_clips(json_get(document, "clips"), style, arena, out, fault);
    for (size_t i = 0; i < out->clips.list.count && !err; i++) {
        struct fault said = {0};
        char name[128];
        text_copy(out->clips.list.at[i].name, name, sizeof name);
        if (clip_check(&out->clips.list.at[i], style->dialect, NULL, &said))
            err = json_fault(json_get(json_get(document, "clips"), name), fault, said.err, "%s: %s",
                             said.path, said.said);
    }
    return err;
}

// ------------------------------------------------------------------------------------------------ groups

static enum err write_item(const struct json *item, struct json_writer *w, struct fault *fault) {
    static const char *const KEYS[] = {"weight", "mood", "rest_s", "head"};
    double weight = 1, rest = 0, low = 0, high = 0;
    struct text mood = TEXT("Default");
    const struct json *head = json_get(item, "head");
    enum err err = json_only(item, KEYS, 4, fault);
    if (!err && json_get(item, "weight")) err = json_get_number(item, "weight", 0, 1e6, &weight, fault);
    if (!err && json_get(item, "rest_s")) err = json_get_number(item, "rest_s", 0, 1e6, &rest, fault);
    if (!err && json_get(item, "mood")) err = json_get_text(item, "mood", &mood, fault);
    if (!err && head) err = score_number(head, 0, -90, 90, &low, fault);
    if (!err && head) err = score_number(head, 1, -90, 90, &high, fault);
    if (err) return err;
    json_open(w, '{');
    json_key(w, "Name");
    json_text(w, item->key);
    json_key(w, "Weight");
    json_number(w, weight);
    json_key(w, "CooldownTime_Sec");
    json_number(w, rest);
    json_key(w, "Mood");
    json_text(w, mood);
    if (head) {
        json_key(w, "UseHeadAngle");
        json_bool(w, true);
        json_key(w, "HeadAngleMin_Deg");
        json_number(w, low);
        json_key(w, "HeadAngleMax_Deg");
        json_number(w, high);
    }
    json_close(w, '}');
    return ERR_NONE;
}

enum err score_group_write(const struct json *group, bool (*has)(void *user, struct text clip), void *user,
                           struct buf *out, struct fault *fault) {
    if (group->kind != JSON_OBJECT)
        return json_fault(group, fault, ERR_TYPE, "expected an object of clips with their weights");
    struct json_writer w = json_writer_of(out, 2);
    json_open(&w, '{');
    json_key(&w, "Animations");
    json_open(&w, '[');
    enum err err = ERR_NONE;
    for (const struct json *item = group->first; item && !err; item = item->next)
        if (has(user, item->key)) err = write_item(item, &w, fault);
    json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(out, '\n');
    return err;
}
