#include "robot/contact.h"

#include "base/maths/chance.h"

enum { HOLD_TICKS = 12, LEAST = 61, MOST = 182, REST_LEAST = 30, REST_MOST = 91 };

static const struct observation *best_face(const struct observations *seen) {
    const struct observation *best = NULL;
    for (uint32_t i = 0; i < seen->count; i++)
        if (seen->list[i].kind == OBSERVATION_FACE && (!best || seen->list[i].certainty > best->certainty))
            best = &seen->list[i];
    return best;
}

void contact_step(struct contact *c, const struct observations *seen, struct eyes *eyes, uint64_t seed,
                  uint32_t tick) {
    const struct observation *best = best_face(seen);
    if (!best || tick < c->rest || eyes->asleep) return;
    if (eyes->gaze_until > tick + HOLD_TICKS) return; // it was asked to look somewhere
    if (tick >= c->until) {
        struct chance dice = chance_of(seed, chance_stream("contact"), tick);
        bool met = c->until + HOLD_TICKS > tick && c->until;
        if (met) c->rest = tick + REST_LEAST + chance_below(&dice, REST_MOST - REST_LEAST);
        uint32_t from = met ? c->rest : tick;
        c->until = from + LEAST + chance_below(&dice, MOST - LEAST);
        if (met) return;
    }
    struct vec2 middle = {0, 0};
    for (int i = 0; i < 4; i++) middle = vec2_add(middle, vec2_scale(best->corners[i], 0.25f));
    struct vec3 in = lens_unproject(seen->lens, middle);
    if (in.z > 0.01f) eyes_contact(eyes, -m_atan2(in.x, in.z), -m_atan2(in.y, in.z), tick, HOLD_TICKS);
}
