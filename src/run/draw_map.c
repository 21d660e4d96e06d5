// A robot's own map as a picture: what it believes, not what is there.
#include "run/draw.h"

#include "base/maths/maths.h"
#include "border/body_model.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 4, ZOOM_MOST = 16 };

// As the SDK colours them, on white: red green blue and how much of it.
static const uint32_t COLOURS[] = {
    [BELIEF_MAP_CONTENT_UNKNOWN] = 0x00000000,
    [BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE] = 0x00ff0080,
    [BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF] = 0x00800080,
    [BELIEF_MAP_CONTENT_OBSTACLE_CUBE] = 0x0000ffff,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY] = 0xff8000ff,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED] = 0x80ff00ff,
    [BELIEF_MAP_CONTENT_OBSTACLE_UNRECOGNIZED] = 0x800000ff,
    [BELIEF_MAP_CONTENT_CLIFF] = 0x000000ff,
    [BELIEF_MAP_CONTENT_INTERESTING_EDGE] = 0xff00ffff,
    [BELIEF_MAP_CONTENT_NON_INTERESTING_EDGE] = 0xff00ffff,
    [BELIEF_MAP_CONTENT_OBSTACLE_CHARGER] = 0x00ffffff,
};

struct area { // in cells
    int32_t low_x, low_y, high_x, high_y;
};

static int32_t cell(float m) { return (int32_t)m_floor(m / MAP_CELL_M + 0.001f); }

static void grow(struct area *a, struct vec2 low, struct vec2 high) {
    if (cell(low.x) < a->low_x) a->low_x = cell(low.x);
    if (cell(low.y) < a->low_y) a->low_y = cell(low.y);
    if (cell(high.x) > a->high_x) a->high_x = cell(high.x);
    if (cell(high.y) > a->high_y) a->high_y = cell(high.y);
}

static struct area known(const struct map *map, struct vec2 robot) {
    struct area a = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    struct vec2 reach = {0.1f, 0.1f};
    grow(&a, vec2_sub(robot, reach), vec2_add(robot, reach));
    struct map_leaf leaf;
    for (uint32_t cursor = 0; map_next(map, &cursor, &leaf);) {
        if (leaf.content == BELIEF_MAP_CONTENT_UNKNOWN) continue;
        struct vec2 half = {leaf.size_m / 2, leaf.size_m / 2};
        grow(&a, vec2_sub(leaf.middle_m, half), vec2_add(leaf.middle_m, half));
    }
    return (struct area){a.low_x - MARGIN, a.low_y - MARGIN, a.high_x + MARGIN, a.high_y + MARGIN};
}

static void put(uint8_t *pixel, uint8_t content) {
    uint32_t colour = COLOURS[content < sizeof COLOURS / sizeof *COLOURS ? content : 0], share = colour & 255;
    for (int k = 0; k < 3; k++)
        pixel[k] = (uint8_t)((255 * (255 - share) + (colour >> (24 - 8 * k) & 255) * share) / 255);
}

// Robots that have a map share their shape.
static void put_robot(const struct pixels *p, struct pose2 at, struct vec2 upper_left, float per_m) {
    struct vec3 low = vector_model.low_m, high = vector_model.high_m;
    for (unsigned y = 0; y < p->height; y++)
        for (unsigned x = 0; x < p->width; x++) {
            struct vec2 spot = {upper_left.x + ((float)x + 0.5f) / per_m,
                                upper_left.y - ((float)y + 0.5f) / per_m};
            struct vec2 in = pose2_undo(at, spot);
            if (in.x < low.x || in.x > high.x || in.y < low.y || in.y > high.y) continue;
            memset(pixels_at(p, x, y), in.x > 0 ? 220 : 60, 3);
        }
}

enum err draw_map(const struct map *map, const struct belief_place *place, unsigned width, struct pixels *out,
                  struct fault *fault) {
    struct pose robot = {vec3_of(place->pose.at_m), quat_of(place->pose.turn)};
    struct area a = known(map, vec2(robot.at.x, robot.at.y));
    unsigned across = (unsigned)(a.high_x - a.low_x), up = (unsigned)(a.high_y - a.low_y);
    unsigned zoom = width / across < 1 ? 1 : width / across > ZOOM_MOST ? ZOOM_MOST : width / across;
    uint8_t *row = malloc(across);
    if (!row) return fault_set(fault, ERR_MEMORY, "no memory for a picture");
    enum err err = pixels_new(out, across * zoom, up * zoom, 3);
    for (unsigned y = 0; !err && y < up; y++) {
        map_cut(map, vec2((float)a.low_x * MAP_CELL_M, (float)(a.high_y - 1 - (int32_t)y) * MAP_CELL_M),
                across, 1, NULL, row);
        for (unsigned v = y * zoom; v < (y + 1) * zoom; v++)
            for (unsigned u = 0; u < across * zoom; u++) put(pixels_at(out, u, v), row[u / zoom]);
    }
    free(row);
    if (err)
        return fault_set(fault, err, "no room for a picture of %u by %u pixels", across * zoom, up * zoom);
    struct vec2 upper_left = {(float)a.low_x * MAP_CELL_M, (float)a.high_y * MAP_CELL_M};
    if (place->pose.origin) put_robot(out, pose_on_plane(robot), upper_left, (float)zoom / MAP_CELL_M);
    return ERR_NONE;
}
