// Every pixel asks what lies below it; robots show their nose, higher ground is lighter, edges are dark.
#include "run/draw.h"

#include "world/plane/plane.h"
#include "world/shape/figure.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN_M 0.15f
#define LONG_M   0.36f // around whoever has a neck and a tail
#define HIGH_M   4.0f

struct area {
    float x0, y0, x1, y1;
};
struct seen {
    float height;
    uint32_t body;
    uint8_t rgb[3];
};

static void widen(struct area *a, struct vec3 at, float by) {
    a->x0 = m_min(a->x0, at.x - by), a->x1 = m_max(a->x1, at.x + by);
    a->y0 = m_min(a->y0, at.y - by), a->y1 = m_max(a->y1, at.y + by);
}

static struct area fit(const struct world *w) {
    const struct world_memory *m = world_memory(w);
    struct area a = {-0.2f, -0.2f, 0.2f, 0.2f};
    struct plane_motion motion;
    for (uint32_t i = 0; i < m->robots_count; i++)
        if (plane_motion(world_plane(w), m->robots[i].body, &motion))
            widen(&a, motion.pose.at, figure_find(m->robots[i].creature)->treads ? MARGIN_M : LONG_M);
    for (uint32_t i = 0; i < m->things_count; i++)
        if (plane_motion(world_plane(w), m->things[i].body, &motion)) {
            struct vec3 along = quat_apply(motion.pose.turn, vec3(m->things[i].size_m[0] / 2, 0, 0));
            struct vec3 across = quat_apply(motion.pose.turn, vec3(0, m->things[i].size_m[1] / 2, 0));
            for (int k = 0; k < 4; k++)
                widen(&a,
                      vec3_add(motion.pose.at, vec3_add(vec3_scale(along, k & 1 ? 1.0f : -1.0f),
                                                        vec3_scale(across, k & 2 ? 1.0f : -1.0f))),
                      MARGIN_M);
        }
    for (uint32_t i = 0; i < m->people_count; i++)
        widen(&a, vec3(m->people[i].at[0], m->people[i].at[1], 0), MARGIN_M);
    return a;
}

static const uint8_t COLOURS[][3] = {{200, 170, 130}, {120, 110, 105}, {170, 160, 140},
                                     {190, 120, 70},  {180, 60, 90},   {60, 120, 200},
                                     {90, 90, 100},   {70, 70, 80},    {60, 170, 60}};

static void colour(const struct world *w, struct vec3 at, struct seen *out) {
    const struct world_memory *m = world_memory(w);
    struct plane_hit hit = plane_ground(world_plane(w), vec3(at.x, at.y, HIGH_M), 0);
    static const uint8_t NOTHING[3] = {20, 20, 25}, FLOOR[3] = {150, 150, 145}, TRUNK[3] = {40, 45, 50},
                         NOSE[3] = {60, 220, 190};
    const uint8_t *base = hit.body ? FLOOR : NOTHING;
    out->body = hit.body, out->height = hit.body ? hit.at.z : -HIGH_M;
    for (uint32_t i = 0; i < m->things_count; i++)
        if (m->things[i].body == hit.body) base = COLOURS[m->things[i].kind % 9];
    struct plane_motion motion;
    for (uint32_t i = 0; i < m->robots_count; i++)
        if (m->robots[i].body == hit.body && plane_motion(world_plane(w), hit.body, &motion))
            base = (figure_find(m->robots[i].creature)->treads ? pose_undo(motion.pose, hit.at).x > -0.008f
                                                               : hit.part == FIGURE_HEAD)
                       ? NOSE
                       : TRUNK;
    static const uint8_t WHITE[3] = {215, 215, 210};
    if (hit.body && hit.reflectance >= 0.85f && base != NOSE && base != TRUNK)
        base = WHITE; // a stripe, a line, a pale floor
    float light = hit.body ? 0.45f + 0.75f * hit.reflectance : 1;
    for (int c = 0; c < 3; c++) out->rgb[c] = (uint8_t)m_clamp((float)base[c] * light, 0, 255);
}

static void people(const struct world *w, struct area a, float scale, struct pixels *out) {
    const struct world_memory *m = world_memory(w);
    for (uint32_t i = 0; i < m->people_count; i++)
        for (int y = -6; y <= 6; y++)
            for (int x = -6; x <= 6; x++) {
                long px = (long)((m->people[i].at[0] - a.x0) * scale) + x,
                     py = (long)((a.y1 - m->people[i].at[1]) * scale) + y;
                bool nose =
                    (float)x * m_cos(m->people[i].heading) - (float)y * m_sin(m->people[i].heading) > 3;
                if (x * x + y * y > 36 || px < 0 || py < 0 || px >= (long)out->width ||
                    py >= (long)out->height)
                    continue;
                memcpy(pixels_at(out, (unsigned)px, (unsigned)py),
                       nose ? (uint8_t[]){255, 255, 255} : (uint8_t[]){240, 180, 60}, 3);
            }
}

enum err draw_plan(const struct world *w, unsigned width, struct pixels *out, struct fault *fault) {
    struct area a = fit(w);
    float scale = (float)width / (a.x1 - a.x0);
    if ((a.y1 - a.y0) * scale > 4096) scale = 4096 / (a.y1 - a.y0);
    unsigned wide = (unsigned)((a.x1 - a.x0) * scale), high = (unsigned)((a.y1 - a.y0) * scale);
    enum err err = pixels_new(out, wide ? wide : 1, high ? high : 1, 3);
    struct seen *above = calloc((size_t)wide + 1, sizeof *above);
    if (err || !above) {
        free(above);
        return fault_set(fault, err ? err : ERR_MEMORY, "no memory for a picture of %u by %u", wide, high);
    }
    for (unsigned y = 0; y < high; y++) {
        struct seen left = {0};
        for (unsigned x = 0; x < wide; x++) {
            struct seen here;
            colour(w, vec3(a.x0 + ((float)x + 0.5f) / scale, a.y1 - ((float)y + 0.5f) / scale, 0), &here);
            bool edge = (x && (m_abs(left.height - here.height) > 0.006f || left.body != here.body)) ||
                        (y && (m_abs(above[x].height - here.height) > 0.006f || above[x].body != here.body));
            uint8_t *pixel = pixels_at(out, x, y);
            for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)(edge ? here.rgb[c] / 3 : here.rgb[c]);
            left = above[x] = here;
        }
    }
    free(above);
    people(w, a, scale, out);
    return ERR_NONE;
}
