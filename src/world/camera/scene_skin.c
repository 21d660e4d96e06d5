#include "world/camera/scene_internal.h"

#include <string.h>

// Somebody's head as a skin: its middle column is the face. Features are drawn where they stand in a front
// view, in mm, onto the texels whose place on the head lies there.

struct skin {
    uint8_t *texels;
    size_t plane;
    float left_mm[SKIN_WIDTH], ahead[SKIN_WIDTH]; // of a column, on the equator
    float up_mm[SKIN_HEIGHT], around[SKIN_HEIGHT];
};

static void measure(struct skin *s, const struct person_look *look) {
    for (int x = 0; x < SKIN_WIDTH; x++) {
        float sine, cosine;
        m_sincos((((float)x + 0.5f) / SKIN_WIDTH - 0.5f) * M_TAU_F, &sine, &cosine);
        s->left_mm[x] = sine * HEAD_RADII.y * look->width * 1000, s->ahead[x] = cosine;
    }
    for (int y = 0; y < SKIN_HEIGHT; y++) {
        float sine, cosine;
        m_sincos((0.5f - ((float)y + 0.5f) / SKIN_HEIGHT) * M_PI_F, &sine, &cosine);
        s->up_mm[y] = sine * HEAD_RADII.z * look->height * 1000, s->around[y] = cosine;
    }
}

static void mix(struct skin *s, int x, int y, struct rgb colour, float share) {
    uint8_t *at = s->texels + y * SKIN_WIDTH + x;
    int by = (int)(share * 256);
    if (by <= 0) return;
    const uint8_t c[3] = {colour.r, colour.g, colour.b};
    for (int p = 0; p < 3; p++) {
        uint8_t *t = at + (size_t)p * s->plane;
        *t = (uint8_t)(*t + (c[p] - *t) * by / 256);
    }
}

// A stretched, turned round thing in the front view; soft at its rim by `soft` of its size. Only what lies
// above `floor` and below `ceiling` of its own height (-1 … 1) is drawn: lids, half moons.
struct blob {
    float left, up, half_width, half_height, turn, soft, floor, ceiling;
};

static void draw(struct skin *s, struct blob b, struct rgb colour, float strength) {
    float c, sn, reach = m_max(b.half_width, b.half_height) * 1.3f + 1;
    m_sincos(b.turn, &sn, &c);
    for (int y = 0; y < SKIN_HEIGHT; y++) {
        float up = s->up_mm[y] - b.up;
        if (m_abs(up) > reach) continue;
        for (int x = SKIN_WIDTH / 4; x < SKIN_WIDTH * 3 / 4; x++) {
            float left = s->left_mm[x] * s->around[y] - b.left;
            if (m_abs(left) > reach) continue;
            float u = (c * left + sn * up) / b.half_width, v = (c * up - sn * left) / b.half_height;
            if (v < b.floor || v > b.ceiling) continue;
            float r = m_sqrt(u * u + v * v);
            mix(s, x, y, colour, strength * m_clamp((1 - r) / b.soft + 0.5f, 0, 1));
        }
    }
}

static struct rgb shade(struct rgb c, float by) {
    return (struct rgb){(uint8_t)m_min((float)c.r * by, 255), (uint8_t)m_min((float)c.g * by, 255),
                        (uint8_t)m_min((float)c.b * by, 255)};
}

static struct blob oval(float left, float up, float half_width, float half_height, float soft) {
    return (struct blob){left, up, half_width, half_height, 0, soft, -2, 2};
}

static void base(struct skin *s, const struct person_look *look) {
    for (int y = 0; y < SKIN_HEIGHT; y++)
        for (int x = 0; x < SKIN_WIDTH; x++) {
            struct rgb c = look->skin;
            float up = s->up_mm[y], ahead = s->ahead[x], left = s->left_mm[x] * s->around[y];
            // hair begins at the hairline ahead, and lower and lower towards the back of the head
            float line = look->hairline - left * left * 0.004f - m_max(0.35f - ahead, 0) * 110;
            float hairy = look->bald ? (ahead < -0.1f ? m_clamp((30 - m_abs(up)) / 6, 0, 1) * 0.6f : 0)
                                     : m_clamp((up - line) / 4 + 0.5f, 0, 1);
            uint8_t *t = s->texels + y * SKIN_WIDTH + x;
            t[0] = c.r, t[s->plane] = c.g, t[2 * s->plane] = c.b;
            mix(s, x, y, look->hair, hairy);
        }
}

struct mood_face { // how an expression moves things, at full strength; mm and radians
    float brow_up, brow_in_up, eye_wide, corner_up, mouth_open, squint;
};
static const struct mood_face MOODS[SCENE_MOODS] = {
    [SCENE_HAPPY] = {1, 0, 0, 7, 0.25f, 0.25f},
    [SCENE_SURPRISED] = {6, 1, 0.45f, -1, 0.8f, 0},
    [SCENE_ANGRY] = {-3, -4.5f, -0.1f, -3, 0, 0.25f},
    [SCENE_SAD] = {0, 4, -0.1f, -7, 0, 0.2f},
};

static void eye(struct skin *s, const struct person_look *look, const struct scene_person *p,
                const struct mood_face *m, float share, float side) {
    float left = side * (EYE_APART_MM / 2.0f), up = EYE_UP_MM,
          high = look->eye_height * (1 + m->eye_wide * share);
    float open = m_clamp(p->eyes_open, 0, 1) * (1 - m->squint * share);
    struct rgb dark = shade(look->skin, 0.55f);
    draw(s, oval(left, up + 1, 18, 12, 0.8f), shade(look->skin, 0.82f), 0.55f); // the socket
    if (open > 0.08f) {
        float h = high * open;
        draw(s, oval(left, up, 15, h + 1.5f, 0.3f), dark, 0.9f);
        draw(s, oval(left, up, 14, h, 0.2f), (struct rgb){238, 236, 232}, 1);
        float gx = left + 4.5f * m_clamp(p->gaze.x, -1, 1), gy = up + 3 * m_clamp(p->gaze.y, -1, 1), r = 6.2f;
        // iris and pupil, cut off by the lids
        struct blob iris = oval(gx, gy, r, r, 0.2f), pupil = oval(gx, gy, 3, 3, 0.3f),
                    gleam = oval(gx + 1.8f, gy + 2, 1.3f, 1.3f, 0.6f);
        iris.floor = (up - h - gy) / r, iris.ceiling = (up + h - gy) / r;
        pupil.floor = (up - h - gy) / 3, pupil.ceiling = (up + h - gy) / 3;
        draw(s, iris, look->iris, 1);
        draw(s, pupil, (struct rgb){12, 10, 10}, 1);
        draw(s, gleam, (struct rgb){250, 250, 250}, open);
    } else
        draw(s, oval(left, up - 2, 14, 2, 0.8f), dark, 0.95f);
    struct blob lid = oval(left, up + high * open - 0.5f, 15.5f, 2, 0.7f);
    draw(s, lid, shade(look->skin, 0.35f), 0.9f);
    // the brow: raised as a whole, its inner end by itself
    float raise = m->brow_up * share, inner = m->brow_in_up * share;
    struct blob brow = oval(left, up + 17 + raise + inner * 0.5f, 17, look->brow, 0.5f);
    brow.turn = -side * (m_atan2(inner, 17) - 0.06f);
    draw(s, brow, look->bald ? shade(look->hair, 0.9f) : look->hair, 0.95f);
}

static void mouth(struct skin *s, const struct person_look *look, const struct scene_person *p,
                  const struct mood_face *m, float share) {
    float open = m_clamp(m_clamp(p->mouth_open, 0, 1) + m->mouth_open * share, 0, 1),
          lift = m->corner_up * share;
    float up = -MOUTH_DOWN_MM, half = look->mouth * (1 - 0.35f * (m->mouth_open * share > 0.5f ? share : 0));
    struct rgb inside = {60, 18, 18}, line = shade(look->lips, 0.5f);
    float gap = 1.2f + 9 * open;
    // a row of ovals along a bow: corners lifted or hanging
    for (int i = -6; i <= 6; i++) {
        float t = (float)i / 6, y = up + lift * t * t - lift * 0.3f, thick = 4.5f * (1 - 0.75f * t * t);
        draw(s, oval(t * half, y + gap * 0.5f * (1 - t * t) + thick * 0.3f, half / 5, thick, 0.6f),
             look->lips, 0.8f);
        draw(s, oval(t * half, y - gap * (1 - t * t) - thick * 0.4f, half / 5, thick * 1.15f, 0.6f),
             look->lips, 0.8f);
    }
    for (int i = -6; i <= 6; i++) {
        float t = (float)i / 6, y = up + lift * t * t - lift * 0.3f, tall = gap * (1 - t * t) * 0.75f + 0.9f;
        draw(s, oval(t * half * 0.94f, y - gap * 0.25f * (1 - t * t), half / 6, tall, 0.5f),
             open > 0.1f ? inside : line, 0.95f);
    }
    if (open > 0.2f)
        draw(s, oval(0, up + gap * 0.2f - lift * 0.3f, half * 0.55f, 2.2f + 2 * open, 0.4f),
             (struct rgb){235, 232, 225}, 0.9f);
}

static void nose(struct skin *s, const struct person_look *look) {
    float w = look->nose;
    for (int i = -1; i <= 1; i += 2) {
        draw(s, oval((float)i * 6 * w, -NOSE_DOWN_MM - 7, 3.4f * w, 2.2f, 0.7f), shade(look->skin, 0.4f),
             0.9f);
        draw(s, oval((float)i * 9 * w, -NOSE_DOWN_MM + 2, 4, 14, 0.9f), shade(look->skin, 0.8f), 0.5f);
    }
    draw(s, oval(0, -NOSE_DOWN_MM - 12, 12 * w, 4, 0.9f), shade(look->skin, 0.8f), 0.5f);
    draw(s, oval(0, 0, 4, 20, 0.9f), shade(look->skin, 1.08f), 0.5f);
}

static void ring(struct skin *s, float left, float up, float w, float h, struct rgb colour) {
    for (int i = 0; i < 48; i++) {
        float c, sn;
        m_sincos(M_TAU_F * (float)i / 48, &sn, &c);
        draw(s, oval(left + w * c, up + h * sn, 2.6f, 2.6f, 0.6f), colour, 0.95f);
    }
}

void skin_paint(const struct person_look *look, const struct scene_person *person, uint8_t *texels) {
    struct skin s = {.texels = texels, .plane = texture_room(SKIN_WIDTH, SKIN_HEIGHT, SKIN_LEVELS)};
    const struct mood_face *mood =
        &MOODS[(unsigned)person->mood < SCENE_MOODS ? person->mood : SCENE_NEUTRAL];
    float share = m_clamp(person->mood_share, 0, 1);
    measure(&s, look);
    base(&s, look);
    for (int i = -1; i <= 1; i += 2)
        draw(&s, oval((float)i * 38, -22, 18, 18, 1),
             (struct rgb){(uint8_t)m_min(look->skin.r * 1.05f, 255), (uint8_t)(look->skin.g * 0.86f),
                          (uint8_t)(look->skin.b * 0.84f)},
             0.45f);
    if (look->beard) {
        draw(&s, oval(0, -72, 52, 34, 0.4f), look->hair, 0.85f);
        draw(&s, oval(0, -36, 27, 6, 0.6f), look->hair, 0.85f);
    }
    nose(&s, look);
    mouth(&s, look, person, mood, share);
    for (int i = -1; i <= 1; i += 2) eye(&s, look, person, mood, share, (float)i);
    if (look->glasses) {
        struct rgb frame = {30, 28, 30};
        for (int i = -1; i <= 1; i += 2)
            ring(&s, (float)i * (EYE_APART_MM / 2.0f), EYE_UP_MM - 1, 21, 17, frame);
        draw(&s, oval(0, EYE_UP_MM + 3, 11, 1.8f, 0.6f), frame, 0.95f);
    }
    for (size_t i = 0; i < (size_t)SKIN_WIDTH * SKIN_HEIGHT; i++) {
        unsigned r = texels[i], g = texels[s.plane + i], b = texels[2 * s.plane + i];
        texels[3 * s.plane + i] = (uint8_t)((299 * r + 587 * g + 114 * b + 500) / 1000);
    }
}
