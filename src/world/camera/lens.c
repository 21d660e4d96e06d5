#include "world/camera/lens_internal.h"

#include "base/maths/chance.h"

#include <stdlib.h>
#include <string.h>

struct lens_config lens_defaults(void) {
    struct lens_config config = {
        .seed = 1, .frames = 4, .bend = true, .noise = true, .vignetting = true, .shutter = true, .blur = 1};
    struct scene_config scene = scene_defaults();
    config.faces = scene.faces, config.sights = scene.sights;
    eye_of(&vector_model, 0, &config.eye);
    return config;
}

// --- Birth -------------------------------------------------------------------------------------------------

static bool straight(const struct lens_model *m) {
    for (int i = 0; i < LENS_COEFFICIENTS; i++)
        if (m->k[i] != 0) return false;
    return m->skew == 0;
}

// The pinhole that sees all the lens sees, at the same scale.
static void widen(struct lens *lens) {
    const struct lens_model *m = &lens->model;
    lens->pinhole = *m;
    memset(lens->pinhole.k, 0, sizeof lens->pinhole.k);
    lens->pinhole.skew = 0;
    if (straight(m)) return;
    float low_x = 0, high_x = 0, low_y = 0, high_y = 0;
    for (int i = 0; i <= 64; i++) {
        float w = (float)m->width, h = (float)m->height, t = (float)i / 64;
        struct vec2 at[4] = {{w * t, 0}, {w * t, h}, {0, h * t}, {w, h * t}};
        for (int k = 0; k < 4; k++) {
            struct vec2 s = lens_slopes(m, at[k]);
            low_x = m_min(low_x, s.x), high_x = m_max(high_x, s.x);
            low_y = m_min(low_y, s.y), high_y = m_max(high_y, s.y);
        }
    }
    float most = 2;
    float left = m_min(-low_x * m->fx, most * (float)m->width),
          right = m_min(high_x * m->fx, most * (float)m->width);
    float up = m_min(-low_y * m->fy, most * (float)m->height),
          down = m_min(high_y * m->fy, most * (float)m->height);
    struct lens_model *p = &lens->pinhole;
    p->cx =
        m_floor(left) + 2 + (m->cx - m_floor(m->cx)); // whole pixels apart: what does not bend does not blur
    p->cy = m_floor(up) + 2 + (m->cy - m_floor(m->cy));
    p->width = (uint32_t)(p->cx + right) + 3;
    p->height = (uint32_t)(p->cy + down) + 3;
}

static bool make_light(struct lens *lens) {
    size_t size = lens->stride * lens->pinhole.height;
    unsigned planes = lens->config.eye.colour ? 3 : 1, sets = lens->config.blur > 1 ? 2 : 1;
    uint16_t *all = calloc(size * planes * sets, sizeof *all);
    if (!all) return false;
    lens->light[0] = all;
    for (unsigned p = 1; p < planes; p++) lens->light[p] = all + p * size;
    for (unsigned p = 0; sets == 2 && p < planes; p++) lens->sum[p] = all + (planes + p) * size;
    return true;
}

static bool make_noise(struct lens *lens) {
    lens->noise = malloc((NOISE_COUNT + NOISE_PAD) * sizeof *lens->noise);
    if (!lens->noise) return false;
    struct chance dice = chance_of(lens->config.seed, chance_stream("a lens's noise"), 0);
    for (int i = 0; i < NOISE_COUNT; i++) lens->noise[i] = m_clamp(chance_normal(&dice, 0, 1), -4, 4);
    memcpy(lens->noise + NOISE_COUNT, lens->noise, NOISE_PAD * sizeof *lens->noise);
    return true;
}

struct lens *lens_new(const struct lens_config *config, struct fault *fault) {
    struct lens *lens = calloc(1, sizeof *lens);
    if (!lens) {
        fault_set(fault, ERR_MEMORY, "no memory for a camera");
        return NULL;
    }
    lens->config = *config;
    struct lens_config *c = &lens->config;
    c->blur = c->blur < 1 ? 1 : c->blur > 16 ? 16 : c->blur;
    const struct lens_model *m = &c->eye.lens;
    lens->model = *m;
    if (!lens_check(m, fault) && c->width && c->height) lens->model = lens_scaled(m, c->width, c->height);
    if (!c->bend) memset(lens->model.k, 0, sizeof lens->model.k);
    if (lens_check(&lens->model, fault)) {
        lens_free(lens);
        return NULL;
    }
    widen(lens);
    lens->stride = (lens->pinhole.width + 15u) & ~15u;
    size_t pixels = (size_t)lens->model.width * lens->model.height;
    lens->draw = lens_draw_new(lens->pinhole.width, lens->pinhole.height, c->faces, c->sights);
    lens->pool = frame_pool_new(c->frames ? c->frames : 1, pixels * (c->eye.colour ? 3 : 1));
    lens->bent = calloc(lens->model.width + 16, sizeof *lens->bent);
    lens->across2 = calloc(lens->model.width + 16, sizeof *lens->across2);
    bool fine = lens->draw && lens->pool && lens->bent && lens->across2 && make_light(lens) &&
                (!c->noise || make_noise(lens)) && (straight(&lens->model) || !lens_map_new(lens));
    if (!fine) {
        fault_set(fault, ERR_MEMORY, "no memory for a camera");
        lens_free(lens);
        return NULL;
    }
    for (uint32_t x = 0; x < lens->model.width; x++) {
        float off = (float)x + 0.5f - lens->model.cx;
        lens->across2[x] = off * off;
    }
    return lens;
}

void lens_free(struct lens *lens) {
    if (!lens) return;
    lens_draw_free(lens->draw);
    if (lens->pool) frame_pool_free(lens->pool);
    free(lens->light[0]);
    free(lens->map);
    free(lens->weights);
    free(lens->bent);
    free(lens->across2);
    free(lens->noise);
    free(lens);
}

const struct lens_model *lens_of(const struct lens *lens) { return &lens->model; }

bool lens_due(struct lens *lens, int64_t now_us) {
    float rate = lens->config.eye.rate_hz;
    int64_t period = rate > 0.01f ? (int64_t)(1e6f / rate) : 1000000;
    if (now_us < lens->due_us) return false;
    lens->due_us += period;
    if (lens->due_us <= now_us) lens->due_us = now_us + period; // pictures that nobody took are gone
    return true;
}

struct lens_beat lens_beat_of(const struct lens *lens) {
    return (struct lens_beat){lens->due_us, lens->number};
}

void lens_resume(struct lens *lens, struct lens_beat beat) {
    lens->due_us = beat.due_us;
    lens->number = beat.number;
}

bool lens_shot_of(const struct lens *lens, uint64_t number, struct lens_shot *out) {
    const struct kept_shot *kept = &lens->shots[number % LENS_SHOTS];
    if (!number || kept->number != number) return false;
    *out = kept->shot;
    return true;
}

// --- Taking a picture --------------------------------------------------------------------------------------

static struct pose pose_blend(struct pose a, struct pose b, float t) {
    return (struct pose){vec3_add(a.at, vec3_scale(vec3_sub(b.at, a.at), t)), quat_blend(a.turn, b.turn, t)};
}

static bool same_pose(struct pose a, struct pose b) { return !memcmp(&a, &b, sizeof a); }

// How far things move on the picture from the first row to the last, in pixels; things at a hand's breadth
// count.
static float motion_px(const struct lens *lens, struct pose a, struct pose b) {
    if (same_pose(a, b)) return 0;
    float turn = quat_angle(quat_between(a.turn, b.turn)), way = vec3_length(vec3_sub(b.at, a.at));
    return lens->pinhole.fx * (turn + way / 0.1f);
}

static void draw_moment(struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                        float exposure, float later, bool unlit) {
    const struct lens_model *p = &lens->pinhole;
    float motion = motion_px(lens, shot->start, shot->end);
    unsigned bands = 1;
    if (lens->config.shutter && motion > 0.25f) bands = motion > 24 ? 24 : (unsigned)motion + 1;
    struct draw_job job = {.fx = p->fx,
                           .fy = p->fy,
                           .cx = p->cx,
                           .cy = p->cy,
                           .camera = shot->start,
                           .owner = shot->owner,
                           .exposure = exposure,
                           .colour = shot->colour,
                           .unlit = unlit};
    for (int c = 0; c < 3; c++) job.balance[c] = shot->balance[c] > 0 ? shot->balance[c] : 1;
    job.stride = lens->stride;
    memcpy(job.light, lens->light, sizeof job.light);
    for (unsigned i = 0; i < bands; i++) {
        job.first = p->height * i / bands, job.end = p->height * (i + 1) / bands;
        float t = lens->config.shutter ? ((float)i + 0.5f) / (float)bands : 0;
        if (motion > 0) job.camera = pose_blend(shot->start, shot->end, t + later);
        lens_draw_rows(lens->draw, scene, &job);
    }
}

static void add_up(struct lens *lens, unsigned planes, unsigned moments, bool first, bool last) {
    size_t size = lens->stride * lens->pinhole.height;
    for (unsigned p = 0; p < planes; p++)
        for (size_t i = 0; i < size; i++) {
            uint16_t part = (uint16_t)(lens->light[p][i] / moments);
            uint16_t all = (uint16_t)(first ? part : lens->sum[p][i] + part);
            if (last)
                lens->light[p][i] = all;
            else
                lens->sum[p][i] = all;
        }
}

// Returns how many moments were put together.
static unsigned draw_picture(struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                             bool unlit) {
    // a white thing in 300 lux, at 16 ms and gain 1, is 230
    float exposure = 230 * (shot->exposure_ms / 16) * shot->gain,
          readout = m_max(lens->config.eye.readout_ms, 0.1f);
    unsigned moments = lens->config.blur;
    if (motion_px(lens, shot->start, shot->end) * shot->exposure_ms / readout < 0.5f) moments = 1;
    lens_draw_forget(lens->draw);
    for (unsigned i = 0; i < moments; i++) {
        float later =
            moments > 1 ? (((float)i + 0.5f) / (float)moments - 0.5f) * shot->exposure_ms / readout : 0;
        draw_moment(lens, scene, shot, exposure, later, unlit);
        if (moments > 1 && !unlit) add_up(lens, shot->colour ? 3 : 1, moments, i == 0, i + 1 == moments);
    }
    return moments;
}

static struct lens_shot sane(const struct lens *lens, const struct lens_shot *shot) {
    const struct eye_model *eye = &lens->config.eye;
    struct lens_shot out = *shot;
    out.exposure_ms = m_finite(out.exposure_ms)
                          ? m_clamp(out.exposure_ms, eye->exposure_low_ms, eye->exposure_high_ms)
                          : eye->exposure_low_ms;
    out.gain = m_finite(out.gain) ? m_clamp(out.gain, eye->gain_low, eye->gain_high) : eye->gain_low;
    out.colour = out.colour && eye->colour;
    return out;
}

// The sights of what was drawn last, in so many moments.
static uint32_t sights_drawn(const struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                             unsigned moments, struct lens_sight *sights, uint32_t room) {
    uint32_t count = 0;
    for (; count < room; count++) {
        float area = lens_sight_of(lens, scene, shot, count, &sights[count]);
        if (area < 0) break;
        sights[count].share =
            m_clamp((float)lens_draw_seen(lens->draw, count) / (float)moments / m_max(area, 1), 0, 1);
    }
    return count;
}

struct frame *lens_take(struct lens *lens, const struct scene *scene, const struct lens_shot *asked,
                        struct lens_sight *sights, uint32_t *count) {
    struct lens_shot shot = sane(lens, asked);
    struct frame *frame = frame_take(lens->pool);
    uint64_t number = ++lens->number;
    lens->shots[number % LENS_SHOTS] = (struct kept_shot){number, shot};
    if (!frame) {
        if (count) *count = 0;
        return NULL;
    }
    unsigned moments = draw_picture(lens, scene, &shot, false), channels = shot.colour ? 3 : 1,
             width = lens->model.width, height = lens->model.height;
    for (unsigned y = 0; y < height; y++)
        for (unsigned c = 0; c < channels; c++)
            lens_develop_row(lens, &shot, c, y, frame->bytes + (size_t)y * width * channels + c, channels);
    frame->used = (size_t)width * height * channels;
    frame->width = width, frame->height = height;
    frame->format = channels;
    frame->stamp_us = shot.stamp_us, frame->number = number;
    if (count) *count = sights ? sights_drawn(lens, scene, &shot, moments, sights, *count) : 0;
    return frame;
}

uint32_t lens_look(struct lens *lens, const struct scene *scene, const struct lens_shot *asked,
                   struct lens_sight *sights, uint32_t room) {
    struct lens_shot shot = sane(lens, asked);
    unsigned moments = draw_picture(lens, scene, &shot, true);
    return sights_drawn(lens, scene, &shot, moments, sights, room);
}

uint32_t lens_sights(const struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                     struct lens_sight *sights, uint32_t room) {
    uint32_t count = 0;
    while (count < room && lens_sight_of(lens, scene, shot, count, &sights[count]) >= 0) count++;
    return count;
}
