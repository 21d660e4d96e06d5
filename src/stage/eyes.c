#include "stage/eyes.h"

#include "base/chance.h"
#include "base/geometry.h"

#include <string.h>

#define DARTS 0x7374726164ull // "darts"
enum { CHANGE_TICKS = 5, COME_TICKS = 3 };

void eyes_start(struct eyes *eyes, const struct face_style *style, uint64_t seed) {
    *eyes = (struct eyes){.style = style, .seed = seed};
    face_neutral(&eyes->mood, style);
    eyes->face = eyes->from = eyes->to = eyes->mood;
    blink_start(&eyes->blink, seed);
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

void eyes_blink(struct eyes *eyes, uint32_t tick) { blink_now(&eyes->blink, tick); }

// Now and then the eyes jump a little, mostly sideways, and often back to the middle.
static void dart(struct eyes *eyes, uint32_t tick) {
    if (tick < eyes->next_dart) return;
    struct chance dice = chance_of(eyes->seed, DARTS, tick);
    bool cozmo = eyes->style->one_bit;
    eyes->next_dart = tick + (cozmo ? 8 + chance_below(&dice, 23) : 30 + chance_below(&dice, 39));
    if (tick < eyes->gaze_until || eyes->asleep) return;
    bool home = chance_below(&dice, 3) == 0;
    eyes->aim_x = home ? 0 : chance_range(&dice, -0.8f, 0.8f);
    eyes->aim_y = home ? 0 : chance_range(&dice, -0.35f, 0.35f);
}

static float step_to(float from, float to) {
    float way = to - from;
    return m_abs(way) < 0.02f ? to : from + way * 0.55f;
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
    if (!eyes->performed) eyes->before_part = eyes->face, eyes->performing_since = tick;
    eyes->part = *face;
    eyes->performs = true;
}

// True: the clip has the face. When it has let go, the eyes go back to what they would show by themselves.
static bool perform(struct eyes *eyes, uint32_t tick) {
    bool was = eyes->performed;
    eyes->performed = eyes->performs;
    eyes->performs = false;
    if (was && !eyes->performed) {
        eyes->from = eyes->face;
        eyes->to = eyes->mood;
        eyes->until = 0;
        eyes->began = tick;
        eyes->changing = true;
        eyes->look_x = eyes->look_y = eyes->aim_x = eyes->aim_y = 0;
    }
    if (!eyes->performed) return false;
    float share = (float)(tick - eyes->performing_since + 1) / COME_TICKS;
    struct face face = eyes->part;
    if (share < 1) face_blend(&eyes->before_part, &eyes->part, share, &face);
    if (memcmp(&face, &eyes->face, sizeof face) != 0) eyes->number++;
    eyes->face = face;
    return true;
}

void eyes_step(struct eyes *eyes, uint32_t tick) {
    if (perform(eyes, tick)) return;
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
    eyes->look_x = step_to(eyes->look_x, eyes->aim_x);
    eyes->look_y = step_to(eyes->look_y, eyes->aim_y);
    float blink = blink_step(&eyes->blink, tick);
    if (!eyes->asleep) {
        face_look(&face, eyes->look_x, eyes->look_y);
        face_squash(&face, blink * lids);
    }
    if (memcmp(&face, &eyes->face, sizeof face) != 0) eyes->number++;
    eyes->face = face;
}
