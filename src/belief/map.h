// What the floor holds: a quad-tree of square cells, from 10 mm up to 20 m across.
//
//     struct map *map = map_new();
//     map_here(map, robot_at);                                         // what lies farthest from here is
//     forgotten first
//     struct map_shape beam = map_polygon(corners, 3);
//     map_put(map, &beam, &(struct map_note){.content = BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE, .how =
//     MAP_SEEN_THROUGH, .time_ms = now});
//     if (map_any(map, &path, MAP_OBSTACLES)) …
//
// Inner nodes have four children of half their side; only leaves hold content. A leaf is one cell or a
// whole square of equal ones; four equal leaves become one. The root starts at 2.56 m and doubles towards
// whatever lies outside, up to 20.48 m; then it slides, and what falls off is forgotten. What may overwrite
// what is a table (map_outranks); driving over a cell clears obstacles that were only felt, and a beam that
// passes clears one that is older than a second.
//
// All memory is allocated at its birth and never grows: when the cells run out, those farthest from map_here
// are forgotten.
// Whoever made it frees it. Shapes with numbers that are not finite, or wider than the largest root, are
// refused and change nothing.
#pragma once

#include "base/err.h"
#include "base/maths/geometry.h"
#include "schema/belief.h"

enum {
    MAP_CELL_MM = 10,
    MAP_DEPTH_FIRST = 8, // of the root at birth: 256 cells
    MAP_DEPTH_MOST = 11,
    MAP_BLOCKS = 8000, // of four nodes
    MAP_CORNERS = 16,
    MAP_CHANGES = 64,
    MAP_CONTENTS = BELIEF_MAP_CONTENT_OBSTACLE_CHARGER + 1,
};
#define MAP_CELL_M 0.010f

// Sets of contents, for questions.
typedef uint32_t map_set;
#define MAP_IS(content) ((map_set)1 << BELIEF_MAP_CONTENT_##content)
#define MAP_FELT        (MAP_IS(OBSTACLE_PROXIMITY) | MAP_IS(OBSTACLE_PROXIMITY_EXPLORED))
#define MAP_OBSTACLES                                                                                        \
    (MAP_FELT | MAP_IS(OBSTACLE_CUBE) | MAP_IS(OBSTACLE_CHARGER) | MAP_IS(OBSTACLE_UNRECOGNIZED))
#define MAP_BLOCKS_WAY (MAP_OBSTACLES | MAP_IS(CLIFF))

struct map;
struct map *map_new(void); // NULL: no memory
// Another one out of the same memory, at most one. When cells run out it is forgotten before the one that
// grows.
struct map *map_beside(struct map *map);
void map_free(struct map *map);
void map_clear(struct map *map);
void map_here(struct map *map, struct vec2 at_m);
size_t map_bytes(void); // of a map and another beside it

// ------------------------------------------------------------------------------------------------ shapes, in
// metres

struct map_shape {
    struct vec2 corner[MAP_CORNERS]; // convex; one: a point, two: a segment
    uint32_t count;
    bool touching; // cells that it only touches belong to it; otherwise those whose middle lies inside
};
struct map_shape map_point(struct vec2 at);
struct map_shape map_segment(struct vec2 from, struct vec2 to);
struct map_shape map_polygon(const struct vec2 *corners, uint32_t count); // convex, either way round
struct map_shape map_box(struct pose2 middle, float length_m, float width_m);
struct map_shape map_disc(struct vec2 middle, float radius_m);
struct map_shape map_sector(struct pose2 from, float half_rad, float radius_m);

// ------------------------------------------------------------------------------------------------ what is
// noted

enum map_how {
    MAP_BY_RANK,      // where it outranks what is there
    MAP_DRIVEN,       // was driven over: felt and unknown obstacles were none
    MAP_SEEN_THROUGH, // a beam passed: what was felt there more than a second ago is gone
    MAP_ANYHOW,
};
enum { MAP_VISITED = 1 }; // a flag
struct map_note {
    uint8_t content; // enum belief_map_content
    uint8_t how;
    uint8_t flags; // MAP_VISITED is added to what is there
    uint16_t thing;
    uint32_t time_ms;
};
bool map_outranks(uint8_t content, uint8_t over);
// False: the shape is refused.
bool map_put(struct map *map, const struct map_shape *shape, const struct map_note *note);
// Cells of a thing become clear; its number is never 0. How many squares were changed.
uint32_t map_clear_thing(struct map *map, uint16_t thing, uint32_t time_ms);
// What was not seen since becomes unknown, of these contents.
uint32_t map_expire(struct map *map, map_set contents, uint32_t before_ms);

// ------------------------------------------------------------------------------------------------ questions

struct map_leaf {
    uint8_t content, flags, depth; // depth: 0 is one cell, as the wire counts
    uint16_t thing;
    uint32_t first_ms, last_ms;
    struct vec2 middle_m;
    float size_m;
};
struct map_leaf map_at(const struct map *map, struct vec2 at);
bool map_any(const struct map *map, const struct map_shape *shape, map_set contents);
// The point of the nearest such square; false: there is none within most_m.
bool map_nearest(const struct map *map, struct vec2 at, map_set contents, float most_m, struct vec2 *out);
float map_explored(const struct map *map, struct vec2 at, float radius_m); // known share, 0 … 1
// Along the segment to the first of them. False: nothing stands there.
bool map_ray(const struct map *map, struct vec2 from, struct vec2 to, map_set contents, struct vec2 *hit);
// Middles of clear squares that border on the unknown, in the order of leaves. How many, at most room.
uint32_t map_frontier(const struct map *map, struct vec2 *out, uint32_t room);
// Contents as a grid of cells, row by row from the corner at low_m; outside the map they are unknown. For a
// planner's cut-out. as[content] stands for each, for MAP_CONTENTS of them; NULL: themselves.
void map_cut(const struct map *map, struct vec2 low_m, uint32_t width, uint32_t height, const uint8_t *as,
             uint8_t *cells);
// Whether something changed within a shape since a number that map_number gave earlier. True too when that is
// too long ago to know.
bool map_changed(const struct map *map, const struct map_shape *within, uint32_t since);
uint32_t map_number(const struct map *map); // grows with every change
uint64_t map_hash(const struct map *map);   // of its content; 64 bits, kept up to date with each change
bool map_empty(const struct map *map);
uint32_t map_blocks(const struct map *map); // of four nodes that are taken

// ------------------------------------------------------------------------------------------------ as a list

// Leaves depth first, in the order (+x, +y), (+x, -y), (-x, +y), (-x, -y). The cursor starts at 0; false:
// that was the last one.
bool map_next(const struct map *map, uint32_t *cursor, struct map_leaf *out);
uint32_t map_leaves(const struct map *map);
void map_info(const struct map *map, struct belief_map_info *out);
// Such a list, read. Sizes and depths that do not make a square are refused with their place, and the map is
// as it was.
enum err map_read(struct map *map, const struct belief_map_info *info, const struct belief_quad *quads,
                  uint32_t count, struct fault *fault);
// Some leaves of another map, moved to where they lie in this one: from the cursor on, at most so many.
// False: that were all.
bool map_take_over(struct map *map, const struct map *from, struct pose2 from_in_map, uint32_t *cursor,
                   uint32_t most);
