// Head, lift, body, lights, sounds and the rest of a score.
//
// How a joint moves:
//     nothing    there in the time given
//     "pop"      a little back first, then past the mark, then onto it
//     "wave", n  there and back n times
//     a number   so much is left to chance, each time it is played
// How a body moves:
//     "turn" degrees, "straight" millimetres, "arc" radius millimetres    in the time given; to the left and
//                                                                         forwards are positive
//     "shake" degrees n     to one side, to the other, and so on, back where it was
//     "bump" millimetres n  forwards and back, n times
#include "stage/clip/score_internal.h"

#include "base/maths/maths.h"
#include "base/plural.h"

#include <stdio.h>
#include <string.h>

// --------------------------------------------------------------------------------------------- head and lift

struct joint_item {
    struct score_span span;
    int to;
    bool pop;
    uint32_t waves;
    int vary;
};

static enum err read_joint(struct score_making *m, const struct json *item, double low, double high,
                           uint32_t after, struct joint_item *out, struct fault *fault) {
    double to, more;
    struct text how;
    *out = (struct joint_item){0};
    enum err err = score_span(m, item, SCORE_STEP_MS, after, &out->span, fault);
    if (!err) err = score_number(item, 2, low, high, &to, fault);
    if (err) return err;
    out->to = (int)md_round(to);
    const struct json *word = json_at(item, 3);
    if (!word) return ERR_NONE;
    if (word->kind == JSON_NUMBER) {
        if ((err = json_as_number(word, 0, 20, &more, fault))) return err;
        out->vary = (int)md_round(more);
        return ERR_NONE;
    }
    if ((err = json_as_text(word, &how, fault))) return err;
    out->pop = text_is(how, "pop");
    if (text_is(how, "wave")) {
        if ((err = score_number(item, 4, 1, 40, &more, fault))) return err;
        out->waves = (uint32_t)more;
    } else if (!out->pop) {
        return json_fault(word, fault, ERR_UNKNOWN, "expected \"pop\", \"wave\" or a number, found \"%.*s\"",
                          (int)how.len, how.at);
    }
    return ERR_NONE;
}

static enum err put_head(struct score_making *m, const struct json *item, uint32_t from, uint32_t to, int deg,
                         int vary, struct fault *fault) {
    if (m->heads == SCORE_KEYS_MAX) return score_full(item, fault);
    int low = m->style->lights == 5 ? -25 : -22;
    deg = deg < low ? low : deg > 44 ? 44 : deg;
    m->head[m->heads++] = (struct clip_head){from, to - from, (int8_t)deg, (uint8_t)vary};
    return ERR_NONE;
}

static enum err put_lift(struct score_making *m, const struct json *item, uint32_t from, uint32_t to, int mm,
                         int vary, struct fault *fault) {
    if (m->lifts == SCORE_KEYS_MAX) return score_full(item, fault);
    mm = mm < 32 ? 32 : mm > 92 ? 92 : mm;
    m->lift[m->lifts++] = (struct clip_lift){from, to - from, (uint8_t)mm, (uint8_t)vary};
    return ERR_NONE;
}

typedef enum err put_joint(struct score_making *m, const struct json *item, uint32_t from, uint32_t to,
                           int value, int vary, struct fault *fault);

// Gathers itself for a quarter of the time, goes an eighth too far, settles.
static enum err pop(struct score_making *m, const struct json *item, const struct joint_item *j, int now,
                    put_joint *put, struct fault *fault) {
    uint32_t at = j->span.at_ms, end = at + j->span.ms,
             way = (uint32_t)(j->to > now ? j->to - now : now - j->to);
    if (j->span.ms < 5 * SCORE_STEP_MS || way < 6) return put(m, item, at, end, j->to, j->vary, fault);
    int eighth = (j->to - now) / 8;
    uint32_t back = at + score_steps(j->span.ms * 0.24), far = at + score_steps(j->span.ms * 0.72);
    enum err err = put(m, item, at, back, now - eighth, 0, fault);
    if (!err) err = put(m, item, back, far, j->to + eighth, 0, fault);
    return err ? err : put(m, item, far, end, j->to, j->vary, fault);
}

static enum err wave(struct score_making *m, const struct json *item, const struct joint_item *j, int now,
                     put_joint *put, struct fault *fault) {
    enum err err = ERR_NONE;
    uint32_t half = 2 * j->waves, before = j->span.at_ms;
    for (uint32_t i = 1; i <= half && !err; i++) {
        uint32_t next = j->span.at_ms + score_steps((double)j->span.ms * i / half);
        if (next == before)
            return json_fault(item, fault, ERR_RANGE, "%s %s not fit into %u ms", PLURAL(j->waves, "wave"),
                              NOUN(j->waves, "does", "do"), j->span.ms);
        err = put(m, item, before, next, i % 2 ? j->to : now, 0, fault);
        before = next;
    }
    return err;
}

static enum err move(struct score_making *m, const struct json *item, const struct joint_item *j, int *now,
                     uint32_t *until, put_joint *put, struct fault *fault) {
    enum err err = j->pop ? pop(m, item, j, *now, put, fault)
                   : j->waves
                       ? wave(m, item, j, *now, put, fault)
                       : put(m, item, j->span.at_ms, j->span.at_ms + j->span.ms, j->to, j->vary, fault);
    *until = j->span.at_ms + j->span.ms;
    if (!j->waves) *now = j->to;
    return err;
}

enum err score_head(struct score_making *m, const struct json *item, struct fault *fault) {
    struct joint_item j;
    enum err err = read_joint(m, item, -25, 45, m->head_ms, &j, fault);
    return err ? err : move(m, item, &j, &m->head_deg, &m->head_ms, put_head, fault);
}

enum err score_lift(struct score_making *m, const struct json *item, struct fault *fault) {
    struct joint_item j;
    enum err err = read_joint(m, item, 32, 92, m->lift_ms, &j, fault);
    return err ? err : move(m, item, &j, &m->lift_mm, &m->lift_ms, put_lift, fault);
}

// ------------------------------------------------------------------------------------------------ body

static enum err put_body(struct score_making *m, const struct json *item, uint32_t from, uint32_t to,
                         const char *radius, double amount, double most, struct fault *fault) {
    if (m->bodies == SCORE_KEYS_MAX) return score_full(item, fault);
    double speed = amount * 1000 / (double)(to - from);
    if (speed > most || speed < -most)
        return json_fault(item, fault, ERR_RANGE, "that is %.0f a second; at most %.0f can be done", speed,
                          most);
    char *kept = arena_copy_text(m->arena, radius, strlen(radius));
    if (!kept) return fault_set(fault, ERR_MEMORY, "no memory for a clip");
    m->body[m->bodies++] = (struct clip_body){from, to - from, text_of(kept), (int16_t)md_round(speed)};
    return ERR_NONE;
}

enum { TURN_MOST_DPS = 300, SPEED_MOST_MMPS = 220 };

// To one side by half of it, then from side to side, and back by half of it: it ends where it began.
static enum err shake(struct score_making *m, const struct json *item, const struct score_span *span,
                      const char *radius, double amount, double most, uint32_t times, bool about_middle,
                      struct fault *fault) {
    uint32_t parts = 2 * times, before = span->at_ms;
    enum err err = ERR_NONE;
    double side = 1;
    for (uint32_t i = 0; i < parts && !err; i++, side = -side) {
        // About the middle the first and the last go half the way, and take half the time.
        double share = about_middle ? (i + 1 == parts ? 1 : (i + 0.5) / (parts - 1)) : (i + 1.0) / parts;
        double nudge =
            share < 0.5 ? 1
                        : -1; // of two steps equally near the one towards the middle: the halves stay equal
        uint32_t next = span->at_ms + score_steps(span->ms * share + nudge);
        if (i + 1 == parts) next = span->at_ms + span->ms;
        if (next == before)
            return json_fault(item, fault, ERR_RANGE, "%s %s not fit into %u ms", PLURAL(times, "time"),
                              NOUN(times, "does", "do"), span->ms);
        bool half = about_middle && (i == 0 || i + 1 == parts);
        err = put_body(m, item, before, next, radius, side * amount * (half ? 0.5 : 1), most, fault);
        before = next;
    }
    return err;
}

enum err score_body(struct score_making *m, const struct json *item, struct fault *fault) {
    struct score_span span;
    struct text how;
    double a, b = 1;
    enum err err = score_span(m, item, SCORE_STEP_MS, m->body_ms, &span, fault);
    if (!err) err = score_text(item, 2, &how, fault);
    if (!err) err = score_number(item, 3, -2000, 2000, &a, fault);
    if (!err && json_at(item, 4)) err = score_number(item, 4, -2000, 2000, &b, fault);
    if (err) return err;
    double side = m->mirror ? -1 : 1;
    uint32_t from = span.at_ms, to = from + span.ms, times = b < 1 ? 1 : b > 40 ? 40 : (uint32_t)b;
    m->body_ms = to;
    if (text_is(how, "turn"))
        return put_body(m, item, from, to, "TURN_IN_PLACE", a * side, TURN_MOST_DPS, fault);
    if (text_is(how, "straight")) return put_body(m, item, from, to, "STRAIGHT", a, SPEED_MOST_MMPS, fault);
    if (text_is(how, "shake"))
        return shake(m, item, &span, "TURN_IN_PLACE", a * side, TURN_MOST_DPS, times, true, fault);
    if (text_is(how, "bump"))
        return shake(m, item, &span, "STRAIGHT", a, SPEED_MOST_MMPS, times, false, fault);
    if (!text_is(how, "arc"))
        return json_fault(json_at(item, 2), fault, ERR_UNKNOWN,
                          "expected \"turn\", \"straight\", \"arc\", \"shake\" or \"bump\", found \"%.*s\"",
                          (int)how.len, how.at);
    if (!json_at(item, 4) || (a > -1 && a < 1))
        return json_fault(item, fault, ERR_RANGE,
                          "expected an arc's radius, of at least 1 mm, and its length");
    char radius[32];
    snprintf(radius, sizeof radius, "%d", (int)md_round(a * side));
    return put_body(m, item, from, to, radius, b, SPEED_MOST_MMPS, fault);
}

enum err score_record(struct score_making *m, const struct json *item, struct fault *fault) {
    double at;
    enum err err = item->kind == JSON_NUMBER ? json_as_number(item, 0, 600000, &at, fault)
                                             : score_number(item, 0, 0, 600000, &at, fault);
    if (err) return err;
    if (m->records == SCORE_KEYS_MAX) return score_full(item, fault);
    m->record[m->records++] = (struct clip_record){score_steps(at * m->ms_per)};
    return ERR_NONE;
}

enum err score_turn(struct score_making *m, const struct json *item, struct fault *fault) {
    struct score_span span;
    double offset, speed, halves = 0, side = m->mirror ? -1 : 1;
    enum err err = score_span(m, item, SCORE_STEP_MS, 0, &span, fault);
    if (!err) err = score_number(item, 2, -360, 360, &offset, fault);
    if (!err) err = score_number(item, 3, -TURN_MOST_DPS, TURN_MOST_DPS, &speed, fault);
    if (!err && json_at(item, 4)) err = score_number(item, 4, 0, 8, &halves, fault);
    if (err) return err;
    if (m->turns == SCORE_KEYS_MAX) return score_full(item, fault);
    m->turn[m->turns++] = (struct clip_turn){.trigger_ms = span.at_ms,
                                             .duration_ms = span.ms,
                                             .offset_deg = (int16_t)md_round(offset * side),
                                             .speed_dps = (int16_t)md_round(speed * side),
                                             .accel_dps2 = 1000,
                                             .decel_dps2 = 1000,
                                             .tolerance_deg = 2,
                                             .half_turns = (uint16_t)halves,
                                             .shortest = halves < 1};
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ lights

static enum err read_colour(const struct json *value, float out[3], struct fault *fault) {
    struct text hex;
    uint8_t rgb[3];
    size_t len;
    enum err err = json_as_text(value, &hex, fault);
    if (err) return err;
    if (hex_to_bytes(hex, rgb, 3, &len) || len != 3)
        return json_fault(value, fault, ERR_SYNTAX, "expected a colour of six hexadecimal digits");
    for (int i = 0; i < 3; i++) out[i] = (float)rgb[i] / 255;
    return ERR_NONE;
}

static enum err floats(struct score_making *m, const float rgb[3], float share, struct clip_floats *out) {
    float four[4] = {rgb[0] * share, rgb[1] * share, rgb[2] * share, 0};
    *out = (struct clip_floats){arena_copy(m->arena, four, sizeof four), 4};
    return out->at ? ERR_NONE : ERR_MEMORY;
}

// lamps: front, middle, back, left, right.
static enum err put_lights(struct score_making *m, const struct json *item, uint32_t from, uint32_t to,
                           float lamps[5][3], float share, struct fault *fault) {
    if (m->lamps == SCORE_KEYS_MAX) return score_full(item, fault);
    struct clip_lights *key = &m->lights[m->lamps++];
    *key = (struct clip_lights){.trigger_ms = from, .duration_ms = to - from};
    bool sides = m->style->lights == 5;
    enum err err = floats(m, lamps[0], share, &key->front);
    if (!err) err = floats(m, lamps[1], share, &key->middle);
    if (!err) err = floats(m, lamps[2], share, &key->back);
    if (!err && sides) err = floats(m, lamps[m->mirror ? 4 : 3], share, &key->left);
    if (!err && sides) err = floats(m, lamps[m->mirror ? 3 : 4], share, &key->right);
    return err ? fault_set(fault, err, "no memory for a clip") : ERR_NONE;
}

// One colour for all, three from the front to the back, or five with left and right after them.
static enum err read_lamps(const struct json *value, float lamps[5][3], struct fault *fault) {
    enum err err = ERR_NONE;
    if (value->kind != JSON_LIST) {
        err = read_colour(value, lamps[0], fault);
        for (int i = 1; i < 5; i++) memcpy(lamps[i], lamps[0], sizeof lamps[0]);
        return err;
    }
    if (value->count != 3 && value->count != 5)
        return json_fault(value, fault, ERR_RANGE, "expected one colour, three or five");
    for (uint32_t i = 0; i < value->count && !err; i++) err = read_colour(json_at(value, i), lamps[i], fault);
    for (int i = 0; i < 3 && value->count == 3; i++) lamps[3][i] = lamps[4][i] = lamps[1][i] / 2;
    return err;
}

// [at, for how long, colours] and "pulse" n or "fade".
enum err score_lights(struct score_making *m, const struct json *item, struct fault *fault) {
    struct score_span span;
    float lamps[5][3];
    enum err err = score_span(m, item, SCORE_STEP_MS, m->lights_ms, &span, fault);
    if (err) return err;
    if (!json_at(item, 2)) return json_fault(item, fault, ERR_SHORT, "expected colours");
    if ((err = read_lamps(json_at(item, 2), lamps, fault))) return err;
    uint32_t from = span.at_ms, end = from + span.ms, parts = 1;
    struct text how = {0};
    double pulses = 1;
    if (json_at(item, 3)) err = score_text(item, 3, &how, fault);
    if (!err && json_at(item, 4)) err = score_number(item, 4, 1, 20, &pulses, fault);
    if (err) return err;
    bool pulse = text_is(how, "pulse"), fade = text_is(how, "fade");
    if (how.len && !pulse && !fade)
        return json_fault(json_at(item, 3), fault, ERR_UNKNOWN, "expected \"pulse\" or \"fade\"");
    m->lights_ms = end;
    if (pulse || fade) parts = (pulse ? 8 * (uint32_t)pulses : 8);
    uint32_t before = from;
    for (uint32_t i = 0; i < parts && !err; i++) {
        uint32_t next = i + 1 == parts ? end : from + score_steps((double)span.ms * (i + 1) / parts);
        if (next <= before) continue;
        float wave = pulse ? 0.575f - 0.425f * m_cos(2 * M_PI_F * (float)(i % 8) / 8) : 1 - (float)i / 8;
        err = put_lights(m, item, before, next, lamps, parts == 1 ? 1 : wave, fault);
        before = next;
    }
    return err;
}

// ---------------------------------------------------------------------------------- sounds, events, pictures

enum err score_sound(struct score_making *m, const struct json *item, struct fault *fault) {
    double at, volume = 1;
    const struct json *names = json_at(item, 1);
    enum err err = score_number(item, 0, 0, 600000, &at, fault);
    if (!err && !names) err = json_fault(item, fault, ERR_SHORT, "expected the name of a sound");
    if (!err && json_at(item, 2)) err = score_number(item, 2, 0, 1, &volume, fault);
    if (err) return err;
    if (m->audios == SCORE_KEYS_MAX) return score_full(item, fault);
    size_t count = names->kind == JSON_LIST ? names->count : 1, i = 0;
    struct clip_audio *key = &m->audio[m->audios];
    *key = (struct clip_audio){
        .trigger_ms = score_steps(at * m->ms_per), .volume = (float)volume, .has_alts = count > 1};
    int64_t *events = arena_array(m->arena, int64_t, count);
    uint32_t *ids = arena_array(m->arena, uint32_t, count);
    float *shares = arena_array(m->arena, float, count), *volumes = arena_array(m->arena, float, count);
    struct clip_audio_group *group = arena_one(m->arena, struct clip_audio_group);
    if (!events || !ids || !shares || !volumes || !group)
        return fault_set(fault, ERR_MEMORY, "no memory for a clip");
    const struct json *name = names->kind == JSON_LIST ? names->first : names;
    for (; i < count; i++, name = name->next) {
        struct text text;
        if ((err = json_as_text(name, &text, fault))) return err;
        events[i] = ids[i] = score_sound_id(text);
        shares[i] = 1 / (float)count;
        volumes[i] = (float)volume;
    }
    if (m->style->dialect == CLIP_VECTOR) {
        *group = (struct clip_audio_group){{ids, count}, {volumes, count}, {shares, count}};
        key->groups.at = group, key->groups.count = 1;
        key->volume = 1, key->has_alts = true;
    } else {
        key->events.at = events, key->events.count = count;
        key->probabilities = (struct clip_floats){shares, count};
    }
    if (key->trigger_ms > m->length_ms) m->length_ms = key->trigger_ms;
    m->audios++;
    return ERR_NONE;
}

enum err score_event(struct score_making *m, const struct json *item, struct fault *fault) {
    double at;
    struct text id;
    enum err err = score_number(item, 0, 0, 600000, &at, fault);
    if (!err) err = score_text(item, 1, &id, fault);
    if (err) return err;
    if (m->events == SCORE_KEYS_MAX) return score_full(item, fault);
    m->event[m->events++] = (struct clip_event){score_steps(at * m->ms_per), score_keep(m, id)};
    return ERR_NONE;
}

enum err score_sprites(struct score_making *m, const struct json *item, struct fault *fault) {
    double at;
    struct text name;
    enum err err = score_number(item, 0, 0, 600000, &at, fault);
    if (!err) err = score_text(item, 1, &name, fault);
    if (err) return err;
    if (m->sequences == SCORE_KEYS_MAX) return score_full(item, fault);
    m->sprites[m->sequences++] = (struct clip_sprites){score_steps(at * m->ms_per), score_keep(m, name), 1};
    return ERR_NONE;
}

enum err score_box(struct score_making *m, const struct json *item, struct fault *fault) {
    if (m->style->dialect != CLIP_VECTOR) return ERR_NONE; // only that robot has boxes
    double at, x, y, width, height, alpha = 100;
    struct text texts[5];
    enum err err = score_number(item, 0, 0, 600000, &at, fault);
    for (uint32_t i = 0; i < 5 && !err; i++) err = score_text(item, 1 + i, &texts[i], fault);
    if (!err) err = score_number(item, 6, -1000, 1000, &x, fault);
    if (!err) err = score_number(item, 7, -1000, 1000, &y, fault);
    if (!err) err = score_number(item, 8, 0, 184, &width, fault);
    if (!err) err = score_number(item, 9, 0, 96, &height, fault);
    if (!err && json_at(item, 10)) err = score_number(item, 10, 0, 100, &alpha, fault);
    if (err) return err;
    if (m->boxes == SCORE_KEYS_MAX) return score_full(item, fault);
    for (int i = 0; i < 5; i++) texts[i] = score_keep(m, texts[i]);
    m->box[m->boxes++] = (struct clip_box){score_steps(at * m->ms_per),
                                           texts[0],
                                           texts[1],
                                           texts[2],
                                           texts[3],
                                           texts[4],
                                           (float)alpha,
                                           (int32_t)x,
                                           (int32_t)y,
                                           (uint32_t)width,
                                           (uint32_t)height};
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ the end

enum { COME_BACK_MS = 264 };

enum err score_end(struct score_making *m, const struct json *ends, struct fault *fault) {
    static const char *const KEYS[] = {"face", "head", "lift", "turned", "moved"};
    double head = SCORE_HEAD_REST_DEG, lift = SCORE_LIFT_REST_MM;
    enum err err = ends ? json_only(ends, KEYS, 5, fault) : ERR_NONE;
    if (!err && ends && json_get(ends, "head")) err = json_get_number(ends, "head", -25, 45, &head, fault);
    if (!err && ends && json_get(ends, "lift")) err = json_get_number(ends, "lift", 32, 92, &lift, fault);
    if (err) return err;
    uint32_t length = m->length_ms, at = length > COME_BACK_MS ? length - COME_BACK_MS : 0;
    if (m->heads && m->head_deg != (int)head) {
        uint32_t from = at > m->head_ms ? at : m->head_ms;
        err = put_head(m, m->clip, from, from + COME_BACK_MS, (int)head, 0, fault);
    }
    if (!err && m->lifts && m->lift_mm != (int)lift) {
        uint32_t from = at > m->lift_ms ? at : m->lift_ms;
        err = put_lift(m, m->clip, from, from + COME_BACK_MS, (int)lift, 0, fault);
    }
    return err ? err : score_face_end(m, ends ? json_get(ends, "face") : NULL, fault);
}
