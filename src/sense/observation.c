#include "sense/observation.h"

#include "codec/picture/marker.h"

#define FARTHEST_PX 16384.0f

static bool read_corners(const struct body_sight *s, struct observation *out) {
    static const int NEXT[4] = {1, 3, 0, 2}; // round the square
    out->side_px = FARTHEST_PX;
    for (int i = 0; i < 4; i++) {
        float x = s->corners_px[0][i], y = s->corners_px[1][i];
        if (!(m_abs(x) < FARTHEST_PX && m_abs(y) < FARTHEST_PX)) return false;
        out->corners[i] = vec2(x, y);
    }
    for (int i = 0; i < 4; i++) {
        struct vec2 side = vec2_sub(out->corners[NEXT[i]], out->corners[i]);
        out->side_px = m_min(out->side_px, m_hypot(side.x, side.y));
    }
    return out->side_px > 1;
}

static bool read_sight(const struct body_sight *s, struct observation *out) {
    static const uint8_t KINDS[] = {[BODY_SIGHT_KIND_OBJECT] = OBSERVATION_MARKER,
                                    [BODY_SIGHT_KIND_FACE] = OBSERVATION_FACE,
                                    [BODY_SIGHT_KIND_HAND] = OBSERVATION_HAND,
                                    [BODY_SIGHT_KIND_ROBOT] = OBSERVATION_ROBOT};
    if (s->kind >= sizeof KINDS) return false;
    *out = (struct observation){.kind = KINDS[s->kind], .certainty = m_clamp(s->confidence, 0, 1)};
    if (!m_finite(s->confidence) || !read_corners(s, out)) return false;
    if (out->kind == OBSERVATION_FACE) out->face = s->face, out->expression = s->expression;
    if (out->kind != OBSERVATION_MARKER) return true;
    out->marker = (uint16_t)(s->type - 1); // the oracle counts from 1
    return s->type >= 1 && s->type <= MARKER_COUNT;
}

bool observe_sights(const struct body_senses *s, const struct eye_model *eye, struct observations *out) {
    out->count = 0;
    if (!s->look_count || !eye->lens.width) return false;
    out->time_us = s->look[0].time_us;
    out->blind = s->look[0].blind;
    out->lens = &eye->lens;
    for (uint32_t i = 0; i < s->sights_count && out->count < OBSERVATIONS; i++)
        out->count += read_sight(&s->sights[i], &out->list[out->count]);
    return true;
}
