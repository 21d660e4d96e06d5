#include "sense/exposure.h"

#include "base/maths/maths.h"

#include <string.h>

struct exposure_config exposure_defaults(void) {
    return (struct exposure_config){.target_percentile = 0.5f,
                                    .low_percentile = 0.1f,
                                    .high_percentile = 0.9f,
                                    .target_value = 128,
                                    .too_bright_value = 230,
                                    .too_dark_value = 15,
                                    .max_change_fraction = 0.5f,
                                    .sub_sample = 3,
                                    .initial_exposure_ms = 16,
                                    .blur_ms = 33,
                                    .cycling_target_values = {30, 128, 220},
                                    .cycling_count = 3,
                                    .meter_from_detections = true,
                                    .time_before_error_message_ms = 3000,
                                    .repeated_error_message_interval_ms = 10000};
}

void exposure_begin(struct exposure *e, const struct exposure_config *config,
                    const struct exposure_range *range) {
    *e = (struct exposure){.config = *config, .range = *range};
    e->exposure_ms = m_clamp(config->initial_exposure_ms, range->exposure_low_ms, range->exposure_high_ms);
    e->gain = m_clamp(1, range->gain_low, range->gain_high);
}

void exposure_set_mode(struct exposure *e, enum exposure_mode mode) { e->mode = mode; }

void exposure_set(struct exposure *e, float exposure_ms, float gain) {
    e->mode = EXPOSURE_MANUAL;
    if (m_finite(exposure_ms))
        e->exposure_ms = m_clamp(exposure_ms, e->range.exposure_low_ms, e->range.exposure_high_ms);
    if (m_finite(gain)) e->gain = m_clamp(gain, e->range.gain_low, e->range.gain_high);
}

// --- What a picture shows

static uint32_t grey_of(const uint8_t *pixel, uint32_t channels) {
    return channels < 3 ? pixel[0] : (77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2]) >> 8;
}

static uint32_t step_of(const struct exposure_config *config) {
    return config->sub_sample ? config->sub_sample : 1;
}

static uint32_t count_box(const struct exposure_config *config, const struct exposure_picture *p,
                          struct exposure_box box, uint32_t bins[256]) {
    uint32_t step = step_of(config), counted = 0;
    int64_t x0 = box.x > 0 ? box.x : 0, y0 = box.y > 0 ? box.y : 0;
    int64_t x1 = (int64_t)box.x + box.width, y1 = (int64_t)box.y + box.height;
    if (x1 > p->width) x1 = p->width;
    if (y1 > p->height) y1 = p->height;
    for (int64_t y = y0; y < y1; y += step)
        for (int64_t x = x0; x < x1; x += step, counted++)
            bins[grey_of(p->pixels + ((size_t)y * p->width + (size_t)x) * p->channels, p->channels)]++;
    return counted;
}

static void count_colours(const struct exposure_config *config, const struct exposure_picture *p,
                          struct exposure_seen *out) {
    uint32_t step = step_of(config);
    double sums[3] = {0}, count = 0;
    for (uint32_t y = 0; y < p->height; y += step)
        for (uint32_t x = 0; x < p->width; x += step) {
            const uint8_t *at = p->pixels + ((size_t)y * p->width + x) * 3;
            if (at[0] > 250 || at[1] > 250 || at[2] > 250) continue; // too bright to have a colour
            for (int c = 0; c < 3; c++) sums[c] += at[c];
            count++;
        }
    for (int c = 0; c < 3; c++) out->sums[c] = (float)sums[c];
    out->coloured = (float)count;
}

static float at_percentile(const uint32_t bins[256], uint32_t counted, float share) {
    double wanted = (double)counted * (double)m_clamp(share, 0, 1), below = 0;
    for (uint32_t v = 0; v < 256; v++) {
        if (bins[v] && below + bins[v] >= wanted) return (float)v;
        below += bins[v];
    }
    return 255;
}

// --- What follows from it

static bool spread(struct exposure *e, float light) { // light: exposure times gain
    const struct exposure_range *r = &e->range;
    float short_ms = e->mode == EXPOSURE_MIN_GAIN
                         ? r->exposure_high_ms
                         : m_clamp(e->config.blur_ms, r->exposure_low_ms, r->exposure_high_ms);
    float exposure = m_clamp(light / r->gain_low, r->exposure_low_ms, short_ms);
    float gain = m_clamp(light / exposure, r->gain_low, r->gain_high);
    exposure = m_clamp(light / gain, r->exposure_low_ms, r->exposure_high_ms);
    bool changed = exposure != e->exposure_ms || gain != e->gain;
    e->exposure_ms = exposure, e->gain = gain;
    return changed;
}

static void judge(struct exposure *e, uint64_t now_us) {
    enum exposure_trouble is = e->low > e->config.too_bright_value  ? EXPOSURE_TOO_BRIGHT
                               : e->high < e->config.too_dark_value ? EXPOSURE_TOO_DARK
                                                                    : EXPOSURE_FINE;
    if (is != e->seen) e->seen = is, e->since_us = now_us, e->told = EXPOSURE_FINE;
}

void exposure_measure(const struct exposure_config *config, const struct exposure_picture *p,
                      const struct exposure_box *boxes, uint32_t count, struct exposure_seen *out) {
    uint32_t bins[256] = {0}, counted = 0;
    struct exposure_box all = {0, 0, (int32_t)p->width, (int32_t)p->height};
    *out = (struct exposure_seen){0};
    if (!p->pixels || !p->width || !p->height) return;
    uint32_t whole = count_box(config, p, all, bins);
    out->any = true;
    out->low = at_percentile(bins, whole, config->low_percentile);
    out->high = at_percentile(bins, whole, config->high_percentile);
    out->value = at_percentile(bins, whole, config->target_percentile);
    if (config->meter_from_detections && count) {
        uint32_t found[256] = {0};
        for (uint32_t i = 0; i < count; i++) counted += count_box(config, p, boxes[i], found);
        if (counted) out->value = at_percentile(found, counted, config->target_percentile);
    }
    if (p->channels == 3) count_colours(config, p, out);
}

bool exposure_look(struct exposure *e, const struct exposure_picture *p, const struct exposure_box *boxes,
                   uint32_t count, uint64_t now_us) {
    struct exposure_seen seen;
    exposure_measure(&e->config, p, boxes, count, &seen);
    return exposure_follow(e, &seen, now_us);
}

bool exposure_follow(struct exposure *e, const struct exposure_seen *seen, uint64_t now_us) {
    if (!seen->any) return false;
    e->low = seen->low, e->value = seen->value, e->high = seen->high;
    judge(e, now_us);
    if (e->mode == EXPOSURE_MANUAL || e->config.max_change_fraction <= 0) return false;
    float target = e->config.target_value;
    if (e->mode == EXPOSURE_CYCLING && e->config.cycling_count) {
        // From one target to the next is a step of its own: light is as the grey value, and what this look
        // showed belongs to the last one.
        uint32_t n = e->config.cycling_count < EXPOSURE_CYCLES ? e->config.cycling_count : EXPOSURE_CYCLES;
        float last = e->config.cycling_target_values[e->cycle % n];
        e->cycle = (e->cycle + 1) % n;
        float mended = m_clamp(last / m_max(e->value, 1), 1 / (1 + e->config.max_change_fraction),
                               1 + e->config.max_change_fraction);
        return spread(e, e->exposure_ms * e->gain * mended * e->config.cycling_target_values[e->cycle] /
                             m_max(last, 1));
    }
    float most = e->config.max_change_fraction,
          ratio = m_clamp(target / m_max(e->value, 1), m_max(1 - most, 0.05f), 1 + most);
    return spread(e, e->exposure_ms * e->gain * ratio);
}

enum exposure_trouble exposure_trouble(struct exposure *e, uint64_t now_us) {
    if (e->seen == EXPOSURE_FINE || now_us - e->since_us < e->config.time_before_error_message_ms * 1000ull)
        return EXPOSURE_FINE;
    if (e->told == e->seen && now_us - e->told_us < e->config.repeated_error_message_interval_ms * 1000ull)
        return EXPOSURE_FINE;
    e->told = e->seen, e->told_us = now_us;
    return e->told;
}

// --- Colours

struct white_balance white_balance_none(void) {
    return (struct white_balance){1, 1, 1};
}

void white_balance_follow(struct white_balance *b, const struct exposure_config *config,
                          const struct exposure_seen *seen) {
    const float *sums = seen->sums;
    if (config->max_change_fraction <= 0 || seen->coloured < 1) return;
    for (int c = 0; c < 3; c++)
        if (sums[c] < seen->coloured) return; // too dark to tell
    float most = 1 + config->max_change_fraction;
    b->red *= m_clamp(sums[1] / sums[0], 1 / most, most);
    b->blue *= m_clamp(sums[1] / sums[2], 1 / most, most);
    float least = m_min(b->red, m_min(b->green, b->blue));
    b->red = m_clamp(b->red / least, 1, 8), b->green = m_clamp(b->green / least, 1, 8),
    b->blue = m_clamp(b->blue / least, 1, 8);
}

void white_balance_look(struct white_balance *b, const struct exposure_config *config,
                        const struct exposure_picture *p) {
    struct exposure_seen seen = {0};
    if (p->channels == 3 && p->pixels) count_colours(config, p, &seen);
    white_balance_follow(b, config, &seen);
}
