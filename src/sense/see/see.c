#include "sense/see/see.h"

#include "base/maths/maths.h"
#include "codec/picture/marker.h"
#include "sense/see/level.h"

#include <stdlib.h>
#include <string.h>

// Chosen: as the oracle is, it is blind while it turns so fast, and where it is so dark.
#define BLUR_RADPS 1.0471976f
#define DARK_MEAN  6.0f
#define DIM_MEAN   40.0f // darker, and its contrast is levelled first

static const char *const SOURCES[] = {"oracle", "own", "both", NULL};
static const struct knob KNOBS[] = {
    KNOB_ENUM(struct sight_config, by, SOURCES, "oracle",
              "who finds things in its pictures: the world's truth, its own eyes, or its own with the truth "
              "beside them to compare; a body without an oracle has its own eyes only"),
};
const struct knobs SIGHT_KNOBS = {"sight", KNOBS, sizeof KNOBS / sizeof *KNOBS, sizeof(struct sight_config)};

struct sight_config sight_defaults(void) {
    struct sight_config config = {.markers = markers_defaults(),
                                  .motion = motion_defaults(),
                                  .light = illumination_defaults(),
                                  .composite = composite_defaults(),
                                  .colours = colours_defaults(),
                                  .lasers = lasers_defaults(),
                                  .overhead = overhead_defaults(),
                                  .faces = faces_defaults()};
    ground_own(&config.ground);
    knobs_defaults(&SIGHT_KNOBS, &config);
    return config;
}

static float mean_of(const struct see_picture *p) {
    uint64_t sum = 0;
    size_t count = (size_t)p->width * p->height;
    for (size_t i = 0; i < count; i++) sum += p->grey[i];
    return (float)((double)sum / (double)count);
}

static bool wants(const struct see_order *order, enum life_vision_mode mode) {
    return order->modes >> mode & 1;
}

static enum err find_markers(const struct see_order *order, const struct see_picture *p,
                             struct see_found *out) {
    struct markers_seen *seen = malloc(sizeof *seen);
    struct see_picture levelled = *p;
    uint8_t *made = out->mean < DIM_MEAN ? malloc((size_t)p->width * p->height) : NULL;
    if (made) level(p, LEVEL_CLIP, made), levelled.grey = made;
    enum err err = seen ? markers_find(&levelled, &order->config.markers, seen) : ERR_MEMORY;
    free(made);
    if (!seen) return err;
    float by = (float)order->lens.width / (float)p->width;
    out->count = err ? 0 : seen->count, out->quads = err ? 0 : seen->quads;
    for (uint32_t i = 0; i < out->count; i++) {
        const struct marker_seen *m = &seen->list[i];
        struct see_marker *to = &out->list[i];
        *to = (struct see_marker){m->marker, m->errors, m->certainty, m->side_px * by, {0}, {0}};
        for (int k = 0; k < 4; k++) to->x[k] = m->corners[k].x * by, to->y[k] = m->corners[k].y * by;
    }
    free(seen);
    return err;
}

// In low light: in the sum of the pictures since the camera stood still, when it is ready.
static enum err find_composed(const struct see_order *order, const struct see_picture *p,
                              struct see_found *out) {
    const struct composite_config *c = &order->config.composite;
    if (!order->sum || !composite_add(order->sum, p, c, order->moved)) return ERR_NONE;
    uint8_t *made = malloc((size_t)p->width * p->height);
    if (!made) return ERR_MEMORY;
    composite_show(order->sum, c, made);
    struct see_picture composed = {made, p->width, p->height};
    out->mean = mean_of(&composed), out->put_together = (uint8_t)composite_count(order->sum);
    enum err err = find_markers(order, &composed, out);
    free(made);
    return err;
}

static enum err find_faces(const struct see_order *order, const struct see_picture *p,
                           struct see_found *out) {
    struct faces_seen *seen = calloc(1, sizeof *seen);
    struct faces_config config = order->config.faces;
    float by = (float)order->lens.width / (float)p->width;
    config.near = vec2_scale(config.near, 1 / by), config.near_px /= by;
    enum err err = seen ? faces_find(order->faces, p, &config, seen) : ERR_MEMORY;
    for (uint32_t i = 0; !err && i < seen->count; i++) {
        const struct face_seen *f = &seen->list[i];
        struct vec2 middle = vec2_scale(vec2_add(f->low, f->high), by / 2);
        out->faces[out->face_count++] =
            (struct see_face){f->score, middle.x, middle.y, (f->high.x - f->low.x) * by};
    }
    free(seen);
    return err;
}

// The floor, as the picture's own colours show it.
static enum err look_down(const struct see_order *order, struct see_found *out) {
    const struct frame *f = order->frame;
    struct lens_model lens = lens_scaled(&order->lens, f->width, f->height);
    struct overhead_view view = {f->bytes, f->format == 3 ? 3 : 1, &lens, order->camera};
    struct overhead *o = malloc(sizeof *o);
    if (!o) return ERR_MEMORY;
    overhead_look(&view, o);
    if (wants(order, LIFE_VISION_MODE_OVERHEAD_EDGES)) {
        out->edge_count = overhead_edges(o, &order->config.overhead, out->edges);
        out->border_count = overhead_borders(o, &order->config.ground, out->borders);
    }
    if (wants(order, LIFE_VISION_MODE_OVERHEAD_MAP))
        for (uint32_t i = 0; i < OVERHEAD_AHEAD; i++)
            for (uint32_t lane = 0; lane < OVERHEAD_LANES; lane++) {
                const uint8_t *c = o->colour[i][lane];
                uint32_t grey = (c[0] * 77u + c[1] * 150u + c[2] * 29u + 128) >> 8;
                out->floor[i][lane] = (uint8_t)(o->seen[i][lane] ? (grey ? grey : 1) : 0);
            }
    free(o);
    return ERR_NONE;
}

static enum err look(const struct see_order *order, const struct see_picture *p,
                     const struct see_picture *before, struct see_found *out) {
    const struct sight_config *c = &order->config;
    const struct frame *f = order->frame;
    out->time_us = order->time_us, out->turned_radps = order->turned_radps;
    out->head_rad = order->head_rad, out->exposure = order->exposure, out->modes = order->modes;
    if (!order->faces) out->modes &= ~(1u << LIFE_VISION_MODE_FACES); // nobody looked for them
    out->mean = mean_of(p);
    if (wants(order, LIFE_VISION_MODE_ILLUMINATION)) illumination_measure(p, &c->light, &out->light);
    if (wants(order, LIFE_VISION_MODE_MOTION) && before->grey)
        out->compared = motion_between(before, p, &c->motion, &out->motion);
    if (wants(order, LIFE_VISION_MODE_BRIGHT_COLORS) && f->format == 3)
        colours_find(f->bytes, f->width, f->height, &c->colours, &out->spots);
    if (wants(order, LIFE_VISION_MODE_LASERS) && f->format == 3)
        lasers_find(f->bytes, f->width, f->height, &c->lasers, &out->spots);
    enum err err = ERR_NONE;
    if (wants(order, LIFE_VISION_MODE_OVERHEAD_EDGES) || wants(order, LIFE_VISION_MODE_OVERHEAD_MAP))
        err = look_down(order, out);
    if (!err && wants(order, LIFE_VISION_MODE_FACES) && order->faces) err = find_faces(order, p, out);
    if (!err && wants(order, LIFE_VISION_MODE_MARKERS_COMPOSITE)) err = find_composed(order, p, out);
    bool alone = wants(order, LIFE_VISION_MODE_MARKERS) && !out->put_together;
    return !err && alone ? find_markers(order, p, out) : err;
}

// In grey, whatever the frame is; what was made for that is freed by whoever asked. NULL: none, or no memory.
static enum err open_frame(const struct frame *f, struct see_picture *out, uint8_t **made) {
    *out = (struct see_picture){f->bytes, f->width, f->height};
    bool colour = f->format == 3;
    enum err err = see_picture_check(out, colour ? f->used / 3 : f->used, NULL);
    if (err || !colour) return err;
    *made = malloc((size_t)f->width * f->height);
    if (!*made) return ERR_MEMORY;
    see_grey(f->bytes, (size_t)f->width * f->height, *made);
    out->grey = *made;
    return ERR_NONE;
}

enum err see_run(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len) {
    const struct see_order *order = input;
    if (input_size != sizeof *order || answer_size < sizeof(struct see_found)) return ERR_LIMIT;
    if (!order->frame) return ERR_UNKNOWN;
    struct see_picture now, before = {0};
    uint8_t *made[2] = {NULL, NULL};
    enum err err = open_frame(order->frame, &now, &made[0]);
    if (!err && order->before) err = open_frame(order->before, &before, &made[1]);
    if (!err) err = look(order, &now, &before, answer);
    free(made[0]), free(made[1]);
    *len = see_found_size(wants(order, LIFE_VISION_MODE_OVERHEAD_MAP));
    return err;
}

void see_drop(void *input) {
    frame_drop(((struct see_order *)input)->frame);
    frame_drop(((struct see_order *)input)->before);
    composite_drop(((struct see_order *)input)->sum);
}

// An answer may come from a recording, and is believed as little as anything from outside.
bool see_observe(const struct see_found *found, size_t len, struct observations *out) {
    out->count = 0;
    if ((len != see_found_size(true) && len != see_found_size(false)) || found->count > MARKERS_MOST)
        return false;
    out->time_us = found->time_us;
    out->blind = found->turned_radps > BLUR_RADPS || found->mean < DARK_MEAN;
    for (uint32_t i = 0; i < found->count && out->count < OBSERVATIONS; i++) {
        const struct see_marker *m = &found->list[i];
        struct observation *o = &out->list[out->count];
        *o = (struct observation){.kind = OBSERVATION_MARKER, .marker = m->marker};
        o->certainty = m->certainty, o->side_px = m->side_px;
        bool fine = m->marker < MARKER_COUNT && m->certainty >= 0 && m->certainty <= 1 && m->side_px > 1;
        for (int k = 0; k < 4; k++) {
            o->corners[k] = vec2(m->x[k], m->y[k]);
            fine = fine && m_abs(m->x[k]) < SEE_SIDE_MOST && m_abs(m->y[k]) < SEE_SIDE_MOST;
        }
        out->count += fine;
    }
    return true;
}
