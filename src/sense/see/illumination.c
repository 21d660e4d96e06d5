#include "sense/see/illumination.h"

#include "base/maths/maths.h"

// Chosen: at 16 ms and gain 1 a picture of a room at 300 lux has a median of about 128. The logistic curve
// lies over the logarithm of light: half at 12 lux, and steep enough to be sure a factor of four to each
// side.
#define LUX_OF_GREY 0.0375f // times grey value, divided by exposure (s)
#define HALF_LUX    12.0f
#define STEEP       1.6f

static const float SHARES[ILLUMINATION_FEATURES] = {0.10f, 0.25f, 0.50f, 0.75f, 0.90f},
                   WEIGHTS[ILLUMINATION_FEATURES] = {0.10f, 0.20f, 0.40f, 0.20f, 0.10f};

struct illumination_config illumination_defaults(void) {
    return (struct illumination_config){
        .dark_most = 0.3f, .light_least = 0.7f, .subsample = 4, .steady_us = 1000000};
}

void illumination_measure(const struct see_picture *p, const struct illumination_config *c,
                          struct illumination_seen *out) {
    uint32_t bins[256] = {0}, all = 0, step = c->subsample ? c->subsample : 1;
    for (uint32_t y = 0; y < p->height; y += step)
        for (uint32_t x = 0; x < p->width; x += step) bins[p->grey[(size_t)y * p->width + x]]++, all++;
    for (int i = 0; i < ILLUMINATION_FEATURES; i++) {
        uint32_t below = 0, v = 0;
        while (v < 255 && (float)(below += bins[v]) < SHARES[i] * (float)all) v++;
        out->at[i] = (uint8_t)v;
    }
}

float illumination_probability(const struct illumination_seen *seen, float exposure) {
    float grey = 0;
    for (int i = 0; i < ILLUMINATION_FEATURES; i++) grey += WEIGHTS[i] * (float)seen->at[i];
    float lux = LUX_OF_GREY * m_max(grey, 0.5f) / m_max(exposure, 1e-5f);
    return 1 / (1 + m_exp(-STEEP * m_log(lux / HALF_LUX)));
}

static bool follow(struct illumination *l, const struct illumination_config *c, float probability,
                   uint64_t now_us) {
    l->last[l->count++ % ILLUMINATION_PICTURES] = probability;
    if (l->count < ILLUMINATION_PICTURES) return false;
    float mean = 0;
    for (int i = 0; i < ILLUMINATION_PICTURES; i++) mean += l->last[i] / ILLUMINATION_PICTURES;
    uint8_t is = mean < c->dark_most     ? ILLUMINATION_DARKENED
                 : mean > c->light_least ? ILLUMINATION_ILLUMINATED
                                         : ILLUMINATION_UNKNOWN;
    if (is != l->next) l->next = is, l->next_us = now_us;
    if (is == l->state || now_us < l->next_us + c->steady_us) return false;
    l->state = is;
    return true;
}

bool illumination_follow(struct illumination *l, const struct illumination_config *c,
                         const struct illumination_seen *seen, float exposure, uint64_t now_us) {
    return follow(l, c, illumination_probability(seen, exposure), now_us);
}

// A camera that measures the light by itself brings its pictures to a middle grey.
bool illumination_meter(struct illumination *l, const struct illumination_config *c, float exposure,
                        float most, uint64_t now_us) {
    static const struct illumination_seen MIDDLE = {{128, 128, 128, 128, 128}};
    bool spent = exposure >= most * 0.98f;
    return follow(l, c, spent ? 0 : illumination_probability(&MIDDLE, exposure), now_us);
}
