#include "stage/face/speaking.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"

#define STREAM 0x6b61657073ull // "speak"
enum { ASIDE_TICKS = 11, QUIET_TICKS = 2 };

// How far a face goes at most.
struct reach {
    float stretch, narrow; // of the eye's height and width
    float lids;            // how far they come down between words, of the eye's height
    float cheeks;
    float jump_px, tilt_deg, glance_px;
};
// Half of Cozmo's rows are dark, so that what is seen there has to go two rows at least.
static const struct reach VECTOR = {0.15f, 0.06f, 0.11f, 0.06f, 3, 2, 8},
                          COZMO = {0.22f, 0.08f, 0.16f, 0.07f, 3, 2.5f, 5};

static float nearer(float from, float to, float share) {
    float way = to - from;
    return m_abs(way) < 0.02f ? to : from + way * share;
}

static void begin_word(struct speaking *s, const struct speaking_in *in, uint32_t tick) {
    struct chance dice = chance_of(s->seed, STREAM, tick);
    float weight = m_clamp(in->word, 0, 1);
    s->next_beat = weight;
    s->end = in->end;
    s->wonder = 0;
    s->words++;
    if (weight < 0.6f) return;
    float side = s->tilt_to != 0 ? (s->tilt_to > 0 ? -1 : 1) : chance_below(&dice, 2) ? 1 : -1;
    s->tilt_to = side * weight;
}

// What eyes do when a sentence is over.
static void end_sentence(struct speaking *s, const struct speaking_in *in, uint32_t tick) {
    struct chance dice = chance_of(s->seed, STREAM, tick);
    s->tilt_to = 0;
    if (s->end == SPEAKING_ASKS) s->wonder = 1;
    if (s->end == SPEAKING_STOPS || s->end == SPEAKING_CALLS) {
        uint32_t which = chance_below(&dice, 8);
        if (which < 5) s->blinks = true;
        if (which >= 5 && which < 7 && !in->holds_gaze) {
            s->glance_to = chance_below(&dice, 2) ? 1 : -1;
            s->aside_until = tick + ASIDE_TICKS;
        }
    }
    s->end = SPEAKING_GOES_ON;
}

void speaking_step(struct speaking *s, const struct speaking_in *in, uint32_t tick) {
    static const struct speaking_in NOTHING = {0};
    s->blinks = false;
    if (!in && s->weight == 0) return;
    s->weight = m_clamp(s->weight + (in ? 1.0f / 3 : -1.0f / 5), 0, 1);
    if (!in && s->weight < 0.1f) {
        *s = (struct speaking){.seed = s->seed};
        return;
    }
    if (!in) in = &NOTHING;
    float loud = m_finite(in->loud) ? m_clamp(in->loud, 0, 1) : 0;
    s->level = nearer(s->level, loud, loud > s->level ? 0.75f : 0.45f);
    s->beat = m_max(nearer(s->beat, 0, 0.4f), s->next_beat);
    s->next_beat = 0;
    if (m_finite(in->word) && in->word > 0) {
        begin_word(s, in, tick);
        s->beat = m_max(s->beat, 0.65f * s->next_beat);
    }
    s->quiet = loud > 0.08f || in->word > 0 ? 0 : (uint8_t)(s->quiet < 255 ? s->quiet + 1 : 255);
    if (s->end && s->quiet == QUIET_TICKS) end_sentence(s, in, tick);
    if (tick >= s->aside_until) s->glance_to = 0;
    s->wonder = nearer(s->wonder, 0, 0.12f);
    s->tilt = nearer(s->tilt, s->tilt_to, 0.3f);
    s->glance = nearer(s->glance, s->glance_to, 0.5f);
}

void speaking_move(const struct speaking *s, const struct face_style *style, struct face *face) {
    const struct reach *reach = style->one_bit ? &COZMO : &VECTOR;
    float w = s->weight;
    if (w == 0) return;
    float open = m_clamp(m_max(0.4f * s->level + 0.6f * s->beat, 0.8f * s->wonder), 0, 1);
    for (int e = 0; e < 2; e++) {
        float *eye = face->eyes[e];
        eye[EYE_SCALE_Y] *= 1 + w * reach->stretch * open;
        eye[EYE_SCALE_X] *= 1 - w * reach->narrow * open;
        eye[EYE_UPPER_LID_Y] =
            m_min(eye[EYE_UPPER_LID_Y] + w * reach->lids * (1 - open), m_max(eye[EYE_UPPER_LID_Y], 1));
        eye[EYE_LOWER_LID_Y] =
            m_min(eye[EYE_LOWER_LID_Y] + w * reach->cheeks * s->level, m_max(eye[EYE_LOWER_LID_Y], 1));
    }
    face->y -= w * reach->jump_px * m_max(s->beat, s->wonder);
    face->angle += w * reach->tilt_deg * s->tilt;
    face->x += w * reach->glance_px * s->glance;
}
