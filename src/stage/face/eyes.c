#include "stage/face/eyes.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <string.h>

#define DARTS 0x7374726164ull // "darts"
enum { CHANGE_TICKS = 5, COME_TICKS = 3, CARE_TICKS = 909, REST_TICKS = 20 };

// How they live when nobody tells them anything; ticks of 33 ms, and pixels.
struct idle {
    uint32_t blink_least, blink_most, dart_least, dart_most, going_least, going_most;
    float farthest, held;
};
static const struct idle VECTOR = {91, 303, 31, 68, 2, 6, 15, 1}, COZMO = {91, 121, 8, 30, 2, 6, 6, 1};
static const struct idle *idle_of(const struct eyes *eyes) { return eyes->style->one_bit ? &COZMO : &VECTOR; }

void eyes_start(struct eyes *eyes, const struct face_style *style, uint64_t seed) {
    *eyes = (struct eyes){.style = style, .seed = seed, .speaking.seed = seed};
    face_neutral(&eyes->mood, style);
    eyes->face = eyes->bare = eyes->from = eyes->to = eyes->mood;
    blink_start(&eyes->blink, seed, idle_of(eyes)->blink_least, idle_of(eyes)->blink_most);
    eyes->next_dart = 30;
}

static void change_to(struct eyes *eyes, const struct face *to, uint32_t tick) {
    if (eyes->changing) {
        float share = (float)(tick - eyes->began) / CHANGE_TICKS;
        face_blend(&eyes->from, &eyes->to, share, &eyes->from);
    } else {
        eyes->from = eyes->to;
    }
    eyes->to = *to;
    eyes->began = tick;
    eyes->changing = true;
}

void eyes_show_face(struct eyes *eyes, const struct face *face, uint32_t tick, uint32_t ticks) {
    change_to(eyes, face, tick);
    eyes->until = ticks ? tick + ticks : 0;
    if (!ticks) eyes->mood = *face;
}

enum err eyes_show(struct eyes *eyes, const char *expression, uint32_t tick, uint32_t ticks) {
    struct face face;
    enum err err = face_named(&face, eyes->style, expression);
    if (err) return err;
    eyes->asleep = !strcmp(expression, "asleep");
    eyes_show_face(eyes, &face, tick, ticks);
    return ERR_NONE;
}

enum err eyes_set_mood(struct eyes *eyes, const char *expression, uint32_t tick) {
    struct face face;
    enum err err = face_named(&face, eyes->style, expression);
    if (err) return err;
    eyes->mood = face;
    eyes->asleep = !strcmp(expression, "asleep");
    if (!eyes->until) change_to(eyes, &face, tick);
    return ERR_NONE;
}

void eyes_look(struct eyes *eyes, float x, float y, uint32_t tick, uint32_t ticks) {
    eyes->aim_x = m_clamp(x, -1, 1);
    eyes->aim_y = m_clamp(y, -1, 1);
    eyes->gaze_until = tick + ticks;
}

// As seen from in front, the robot's left is on the right.
#define SIDEWAYS_RAD 0.5f // what turns the eyes all the way
#define UPWARDS_RAD  0.4f
void eyes_contact(struct eyes *eyes, float left_rad, float up_rad, uint32_t tick, uint32_t ticks) {
    if (!m_finite(left_rad) || !m_finite(up_rad)) return;
    eyes_look(eyes, left_rad / SIDEWAYS_RAD, -up_rad / UPWARDS_RAD, tick, ticks);
}

void eyes_focus(struct eyes *eyes, uint32_t tick, uint32_t ticks) {
    eyes->focus_until = ticks ? tick + ticks : 0;
}
void eyes_blink(struct eyes *eyes, uint32_t tick) {
    blink_now(&eyes->blink, tick);
    eyes->blink_asked = true;
}

void eyes_lay(struct eyes *eyes, const struct face *layer, enum face_mix how, uint32_t tick, uint32_t ticks) {
    eyes->layer_until = ticks ? tick + ticks : 0;
    if (!ticks) return;
    eyes->layer = *layer;
    eyes->layer_how = how;
}

void eyes_glitch(struct eyes *eyes, enum face_glitch glitch, float pixels, uint32_t tick, uint32_t ticks) {
    eyes->glitch = ticks && m_finite(pixels) ? glitch : FACE_GLITCH_NONE;
    eyes->glitch_px = pixels;
    eyes->glitch_began = tick;
    eyes->glitch_until = tick + ticks;
}

static float step_to(float from, float to) {
    float way = to - from;
    return m_abs(way) < 0.02f ? to : from + way * 0.55f;
}

// Most go a short way; the sum of two throws is seldom large.
static float throw_way(struct chance *dice, float farthest) {
    return farthest * (chance_range(dice, -0.5f, 0.5f) + chance_range(dice, -0.5f, 0.5f));
}

// Now and then the eyes jump a little, mostly sideways, and often back to the middle.
static void begin_dart(struct eyes *eyes, uint32_t tick) {
    struct chance dice = chance_of(eyes->seed, DARTS, tick);
    const struct idle *idle = idle_of(eyes);
    bool held = tick < eyes->gaze_until || tick < eyes->focus_until;
    eyes->next_dart = tick + idle->dart_least + chance_below(&dice, idle->dart_most - idle->dart_least + 1);
    if (eyes->asleep) return;
    float farthest = held ? idle->held : idle->farthest;
    bool home = !held && chance_below(&dice, 3) == 0;
    eyes->dart_from_x = eyes->dart_x, eyes->dart_from_y = eyes->dart_y;
    eyes->dart_to_x = home ? 0 : throw_way(&dice, farthest);
    eyes->dart_to_y = home ? 0 : throw_way(&dice, farthest) * 0.5f;
    eyes->dart_began = tick;
    eyes->dart_ticks = idle->going_least + chance_below(&dice, idle->going_most - idle->going_least + 1);
}

// What began to be looked at in the middle of a far dart calls the eyes back.
static void dart(struct eyes *eyes, uint32_t tick) {
    const struct idle *idle = idle_of(eyes);
    bool held = tick < eyes->gaze_until || tick < eyes->focus_until;
    if (held && (m_abs(eyes->dart_to_x) > idle->held || m_abs(eyes->dart_to_y) > idle->held))
        eyes->next_dart = tick;
    if (tick >= eyes->next_dart) begin_dart(eyes, tick);
    float share = eyes->dart_ticks ? m_min((float)(tick - eyes->dart_began) / (float)eyes->dart_ticks, 1) : 1;
    share = share * (2 - share); // quick at first
    eyes->dart_x = m_lerp(eyes->dart_from_x, eyes->dart_to_x, share);
    eyes->dart_y = m_lerp(eyes->dart_from_y, eyes->dart_to_y, share);
}

static void gaze(struct eyes *eyes, uint32_t tick) {
    if (tick >= eyes->gaze_until) eyes->aim_x = eyes->aim_y = 0;
    eyes->look_x = step_to(eyes->look_x, eyes->aim_x);
    eyes->look_y = step_to(eyes->look_y, eyes->aim_y);
}

// Half-shut in the middle of a large change.
static float change_lids(const struct eyes *eyes, float share) {
    float way = 0;
    for (int e = 0; e < 2; e++)
        way += m_abs(eyes->to.eyes[e][EYE_UPPER_LID_Y] - eyes->from.eyes[e][EYE_UPPER_LID_Y]) +
               m_abs(eyes->to.eyes[e][EYE_SCALE_Y] - eyes->from.eyes[e][EYE_SCALE_Y]);
    float depth = m_clamp(way - 0.25f, 0, 0.5f);
    return 1 - depth * (1 - m_abs(2 * share - 1));
}

void eyes_perform(struct eyes *eyes, const struct face *face, uint32_t tick) {
    if (!eyes->performed && !eyes->performs) {
        eyes->before_part = eyes->bare;
        eyes->performing_since = tick;
    }
    eyes->part = *face;
    eyes->performs = true;
}

// True: the clip has the face. When it has let go, the eyes go back to what they would show by themselves.
static bool perform(struct eyes *eyes, uint32_t tick) {
    bool was = eyes->performed;
    eyes->performed = eyes->performs;
    eyes->performs = false;
    if (was && !eyes->performed) {
        eyes->from = eyes->bare;
        eyes->to = eyes->mood;
        eyes->until = 0;
        eyes->began = tick;
        eyes->changing = true;
        eyes->look_x = eyes->look_y = eyes->aim_x = eyes->aim_y = 0;
        eyes->dart_x = eyes->dart_y = eyes->dart_to_x = eyes->dart_to_y = 0;
        eyes->next_dart = tick + CHANGE_TICKS;
        eyes->gaze_until = tick;
    }
    return eyes->performed;
}

static struct face of_the_clip(struct eyes *eyes, uint32_t tick) {
    float share = (float)(tick - eyes->performing_since + 1) / COME_TICKS;
    struct face face = eyes->part;
    if (share < 1) face_blend(&eyes->before_part, &eyes->part, share, &face);
    bool due = eyes->blink_asked || tick - eyes->blink.last >= CARE_TICKS;
    eyes->blink_asked = false;
    if (due) blink_now(&eyes->blink, tick);
    if (due || eyes->blink.phase) face_squash(&face, blink_step(&eyes->blink, tick));
    return face;
}

// Who sleeps breathes: slowly up and down, by quarters of a pixel.
#define BREATH_PX 1.5f
enum { BREATH_TICKS = 121 };
static void breathe(struct face *face, uint32_t tick) {
    float share = (float)(tick % BREATH_TICKS) / BREATH_TICKS;
    face->y += m_round(BREATH_PX * 4 * m_sin(2 * M_PI_F * share)) / 4;
}

static struct face of_their_own(struct eyes *eyes, uint32_t tick) {
    if (eyes->until && tick >= eyes->until) {
        eyes->until = 0;
        eyes->asleep = false;
        change_to(eyes, &eyes->mood, tick);
    }
    float share = eyes->changing ? (float)(tick - eyes->began) / CHANGE_TICKS : 1;
    struct face face;
    face_blend(&eyes->from, &eyes->to, share, &face);
    float lids = eyes->changing ? change_lids(eyes, m_min(share, 1)) : 1;
    if (share >= 1) eyes->changing = false;
    dart(eyes, tick);
    gaze(eyes, tick);
    float blink = blink_step(&eyes->blink, tick);
    eyes->blink_asked = false;
    if (eyes->asleep) {
        breathe(&face, tick);
        return face;
    }
    face_look(&face, eyes->look_x, eyes->look_y);
    face_dart(&face, eyes->dart_x, eyes->dart_y, idle_of(eyes)->farthest);
    face_squash(&face, blink * lids);
    return face;
}

void eyes_speak(struct eyes *eyes, const struct speaking_in *said) {
    eyes->said = *said;
    eyes->says = true;
}

// A blink it wants itself waits until the one before is some time past.
static void speak(struct eyes *eyes, uint32_t tick) {
    eyes->said.holds_gaze = tick < eyes->gaze_until || tick < eyes->focus_until;
    speaking_step(&eyes->speaking, eyes->says ? &eyes->said : NULL, tick);
    eyes->says = false;
    if (eyes->speaking.blinks && tick - eyes->blink.last >= REST_TICKS) eyes_blink(eyes, tick);
}

// What lies over everything.
static void cover(struct eyes *eyes, struct face *face, uint32_t tick) {
    speaking_move(&eyes->speaking, eyes->style, face);
    if (eyes->layer_until && tick >= eyes->layer_until) eyes->layer_until = 0;
    if (eyes->layer_until) {
        struct face under = *face;
        face_layer(face, &eyes->layer, eyes->layer_how);
        face_mend(face, &under, eyes->style);
    }
    if (eyes->glitch && tick >= eyes->glitch_until) eyes->glitch = FACE_GLITCH_NONE;
    if (!eyes->glitch) return;
    float left = (float)(eyes->glitch_until - tick) / (float)(eyes->glitch_until - eyes->glitch_began);
    struct chance dice = chance_of(eyes->seed, chance_stream("glitch"), tick);
    face->glitch = eyes->glitch;
    face->glitch_px = eyes->glitch_px * left * chance_range(&dice, 0.4f, 1) * (tick & 2 ? -1.0f : 1.0f);
}

void eyes_turn_rows(struct eyes *eyes, uint32_t tick) {
    eyes->rows ^= 1;
    eyes->rows_since = tick;
}

void eyes_step(struct eyes *eyes, uint32_t tick) {
    speak(eyes, tick);
    struct face face = perform(eyes, tick) ? of_the_clip(eyes, tick) : of_their_own(eyes, tick);
    eyes->bare = face;
    cover(eyes, &face, tick);
    if (tick - eyes->rows_since >= CARE_TICKS) eyes_turn_rows(eyes, tick);
    if (memcmp(&face, &eyes->face, sizeof face) != 0) eyes->number++;
    eyes->face = face;
}

uint64_t eyes_hash(const struct eyes *e) {
    uint64_t h = HASH_RUN(0, e, seed, blink_asked);
    h = HASH_RUN(h, e, face, asleep);
    h = HASH_RUN(h, e, look_x, dart_ticks);
    h = HASH_RUN(h, e, speaking.seed, speaking.blinks);
    h = HASH_RUN(HASH_RUN(h, e, said.loud, said.holds_gaze), e, says, says);
    h = HASH_RUN(h, e, layer, performed);
    h = HASH_RUN(h, e, performing_since, rows);
    return HASH_RUN(h, e, rows_since, number);
}
