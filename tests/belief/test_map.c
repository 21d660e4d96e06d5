// The quad-tree against a plain grid of cells, and the rules of what may overwrite what.
#include "support/support.h"

#include "base/maths/chance.h"
#include "belief/map_internal.h"

#include <stdlib.h>
#include <string.h>

#define M(x) ((float)(x)*0.01f)
#define C(x) BELIEF_MAP_CONTENT_##x

static struct map_note note_of(uint8_t content, enum map_how how, uint32_t time_ms) {
    return (struct map_note){.content = content, .how = (uint8_t)how, .time_ms = time_ms};
}

static uint8_t at(const struct map *map, float x, float y) { return map_at(map, vec2(x, y)).content; }

static void put_box(struct map *map, float x, float y, float side, uint8_t content, enum map_how how,
                    uint32_t ms) {
    struct map_shape box = map_box((struct pose2){{x, y}, 0}, side, side);
    struct map_note note = note_of(content, how, ms);
    assert_true(map_put(map, &box, &note));
}

// Four are never equal, no leaf overlaps another, all together fill the root, and the sum is that of the
// leaves.
static void check_tree(const struct map *map) {
    struct map_leaf leaf;
    uint32_t cursor = 0, count = 0;
    double area = 0;
    while (map_next(map, &cursor, &leaf)) area += (double)leaf.size_m * (double)leaf.size_m, count++;
    struct belief_map_info info;
    map_info(map, &info);
    assert_int_equal(count, info.squares);
    assert_true(md_abs(area / ((double)info.size_m * (double)info.size_m) - 1) < 1e-3);
    for (uint32_t i = 1; i <= map->store->fresh; i++) {
        const struct map_node *n = &map->nodes[4 * i];
        bool leaves = map_leaf_is(&n[0]) && map_leaf_is(&n[1]) && map_leaf_is(&n[2]) && map_leaf_is(&n[3]);
        bool chained = false;
        for (uint32_t at = map->store->free; at && !chained; at = map->nodes[at].child) chained = at == 4 * i;
        if (chained || !leaves) continue;
        bool equal = true;
        for (int k = 1; k < 4; k++)
            equal =
                equal && n[k].content == n[0].content && n[k].flags == n[0].flags && n[k].thing == n[0].thing;
        assert_false(equal);
    }
}

enum { GRID = 512, HALF = GRID / 2 };
static void same_as_a_grid(void **state) {
    static uint8_t grid[GRID][GRID], before[GRID][GRID];
    struct map *map = map_new();
    struct chance dice = chance_of(7, 1, 0);
    for (int step = 0; step < 400; step++) {
        struct pose2 pose = {{chance_range(&dice, -1.5f, 1.5f), chance_range(&dice, -0.6f, 0.6f)},
                             chance_range(&dice, -3, 3)};
        float size = chance_range(&dice, 0.01f, 0.4f);
        uint32_t kind = chance_below(&dice, 5);
        struct map_shape shape = kind == 0   ? map_point(pose.at)
                                 : kind == 1 ? map_segment(pose.at, pose2_apply(pose, vec2(size, 0)))
                                 : kind == 2 ? map_disc(pose.at, size / 2)
                                 : kind == 3 ? map_sector(pose, chance_range(&dice, 0.05f, 0.6f), size)
                                             : map_box(pose, size, size / 3);
        struct map_note note = note_of((uint8_t)chance_below(&dice, 11),
                                       chance_true(&dice, 0.5f) ? MAP_BY_RANK : MAP_ANYHOW, 5000);
        struct map_lines lines;
        assert_true(map_lines_of(&shape, &lines));
        memcpy(before, grid, sizeof grid);
        // no shape is longer than its size; what is farther away stays
        int reach = (int)(size * 100) + 3, left = (int)(pose.at.x * 100) + HALF - reach,
            low = (int)(pose.at.y * 100) + HALF - reach;
        for (int y = low < 0 ? 0 : low; y < GRID && y <= low + 2 * reach; y++)
            for (int x = left < 0 ? 0 : left; x < GRID && x <= left + 2 * reach; x++)
                if (map_covers(&lines, (struct map_square){x - GRID / 2, y - GRID / 2, 0}) == MAP_IN &&
                    (note.how == MAP_ANYHOW || map_outranks(note.content, grid[y][x])))
                    grid[y][x] = note.content;
        uint32_t number = map_number(map);
        assert_true(map_put(map, &shape, &note));
        assert_int_equal(memcmp(before, grid, sizeof grid) != 0, map_number(map) != number);
        if (step % 40) continue;
        for (int y = 0; y < GRID; y++)
            for (int x = 0; x < GRID; x++)
                assert_int_equal(at(map, M(x - HALF) + 0.005f, M(y - HALF) + 0.005f), grid[y][x]);
        check_tree(map);
        static uint8_t cut[GRID][GRID];
        map_cut(map, vec2(-M(HALF), -M(HALF)), GRID, GRID, NULL, cut[0]);
        assert_memory_equal(cut, grid, sizeof grid);
    }
    map_free(map);
}

static void shapes_lie_where_they_are_drawn(void **state) {
    struct map *map = map_new();
    struct map_note note = note_of(C(CLIFF), MAP_BY_RANK, 1);
    struct map_shape box = map_box((struct pose2){{0.3f, 0.2f}, M_PI_F / 2}, 0.2f, 0.1f); // long in y
    map_put(map, &box, &note);
    assert_int_equal(at(map, 0.3f, 0.29f), C(CLIFF));
    assert_int_equal(at(map, 0.3f, 0.31f), C(UNKNOWN));
    assert_int_equal(at(map, 0.345f, 0.2f), C(CLIFF));
    assert_int_equal(at(map, 0.355f, 0.2f), C(UNKNOWN));
    struct map_shape beam = map_sector((struct pose2){{0, 0}, M_PI_F}, 0.2f, 0.3f); // behind
    note.content = C(CLEAR_OF_OBSTACLE);
    map_put(map, &beam, &note);
    assert_int_equal(at(map, -0.28f, 0), C(CLEAR_OF_OBSTACLE));
    assert_int_equal(at(map, -0.28f, 0.04f), C(CLEAR_OF_OBSTACLE));
    assert_int_equal(at(map, -0.28f, 0.08f), C(UNKNOWN));
    assert_int_equal(at(map, 0.05f, 0), C(UNKNOWN));
    map_free(map);
}

static void what_outranks_what(void **state) {
    // From the lowest to the highest; a cube and a charger are of one rank.
    static const uint8_t order[] = {C(UNKNOWN),
                                    C(CLEAR_OF_OBSTACLE),
                                    C(CLEAR_OF_CLIFF),
                                    C(NON_INTERESTING_EDGE),
                                    C(INTERESTING_EDGE),
                                    C(OBSTACLE_UNRECOGNIZED),
                                    C(OBSTACLE_PROXIMITY),
                                    C(OBSTACLE_PROXIMITY_EXPLORED),
                                    C(OBSTACLE_CUBE),
                                    C(CLIFF)};
    for (size_t i = 0; i < sizeof order; i++)
        for (size_t k = 0; k < sizeof order; k++) assert_int_equal(map_outranks(order[i], order[k]), i >= k);
    struct map *map = map_new();
    put_box(map, 0, 0, 0.04f, C(OBSTACLE_PROXIMITY), MAP_BY_RANK, 1000);
    put_box(map, 0, 0, 0.04f, C(CLEAR_OF_OBSTACLE), MAP_SEEN_THROUGH, 1900);
    assert_int_equal(at(map, 0, 0), C(OBSTACLE_PROXIMITY)); // too young to be gone
    put_box(map, 0, 0, 0.04f, C(CLEAR_OF_OBSTACLE), MAP_SEEN_THROUGH, 2100);
    assert_int_equal(at(map, 0, 0), C(CLEAR_OF_OBSTACLE));
    put_box(map, 0, 0, 0.04f, C(OBSTACLE_UNRECOGNIZED), MAP_BY_RANK, 2200);
    put_box(map, 0, 0, 0.04f, C(CLEAR_OF_OBSTACLE), MAP_SEEN_THROUGH, 9000);
    assert_int_equal(at(map, 0, 0), C(OBSTACLE_UNRECOGNIZED)); // a beam may pass above it
    put_box(map, 0, 0, 0.04f, C(CLEAR_OF_CLIFF), MAP_DRIVEN, 9000);
    assert_int_equal(at(map, 0, 0), C(CLEAR_OF_CLIFF));
    put_box(map, 0, 0, 0.04f, C(CLIFF), MAP_BY_RANK, 9100);
    put_box(map, 0, 0, 0.04f, C(CLEAR_OF_CLIFF), MAP_DRIVEN, 9200);
    put_box(map, 0, 0, 0.04f, C(OBSTACLE_CUBE), MAP_BY_RANK, 9300);
    assert_int_equal(at(map, 0, 0), C(CLIFF));
    map_free(map);
}

static void it_grows_slides_and_forgets_the_farthest(void **state) {
    struct map *map = map_new();
    struct belief_map_info info;
    put_box(map, 0, 0, 0.1f, C(OBSTACLE_CUBE), MAP_BY_RANK, 1);
    uint64_t one = map_hash(map);
    put_box(map, -1.5f, 1.4f, 0.01f, C(UNKNOWN), MAP_ANYHOW, 1);
    map_info(map, &info);
    assert_int_equal(info.depth, 9);
    assert_true(info.x_m < 0 && info.y_m > 0); // towards what lay outside
    assert_true(map_hash(map) == one);         // and nothing else is said by it
    put_box(map, 9, 0, 0.1f, C(CLIFF), MAP_BY_RANK, 1);
    map_info(map, &info);
    assert_int_equal(info.depth, MAP_DEPTH_MOST);
    put_box(map, 31, 0, 0.1f, C(CLIFF), MAP_BY_RANK, 1);
    map_info(map, &info);
    assert_int_equal(info.depth, MAP_DEPTH_MOST);
    assert_int_equal(at(map, 0, 0), C(UNKNOWN)); // slid off
    assert_int_equal(at(map, 31, 0), C(CLIFF));
    check_tree(map);
    put_box(map, -400, 300, 0.1f, C(CLIFF), MAP_BY_RANK, 1);
    assert_int_equal(at(map, -400, 300), C(CLIFF));
    // More than there is room for: what lies near stays.
    map_clear(map);
    map_here(map, vec2(0, 0));
    put_box(map, 0, 0, 0.1f, C(OBSTACLE_CUBE), MAP_BY_RANK, 1);
    struct chance dice = chance_of(3, 3, 3);
    for (int i = 0; i < 40000; i++) {
        struct map_shape point = map_point(vec2(chance_range(&dice, -5, 5), chance_range(&dice, -5, 5)));
        struct map_note note = note_of(C(OBSTACLE_PROXIMITY), MAP_BY_RANK, 1);
        assert_true(map_put(map, &point, &note));
    }
    assert_true(map_blocks(map) <= MAP_BLOCKS);
    assert_int_equal(at(map, 0, 0), C(OBSTACLE_CUBE));
    float near = 0, far = 0, all_near = 0, all_far = 0;
    for (int i = 0; i < 20000; i++) {
        struct vec2 spot = {chance_range(&dice, -5, 5), chance_range(&dice, -5, 5)};
        bool known = at(map, spot.x, spot.y) != C(UNKNOWN);
        float off = m_abs(spot.x) + m_abs(spot.y);
        if (off < 1.5f) near += known, all_near++;
        if (off > 7) far += known, all_far++;
    }
    print_message("# kept: %.1f %% of what is near, %.1f %% of what is far\n",
                  (double)(100 * near / all_near), (double)(100 * far / all_far));
    assert_true(near / all_near > 5 * far / all_far);
    check_tree(map);
    map_free(map);
}

static void things_take_their_squares_along(void **state) {
    struct map *map = map_new();
    struct map_note note = {.content = C(OBSTACLE_CUBE), .thing = 3, .time_ms = 10};
    struct map_shape here = map_box((struct pose2){{0.2f, 0}, 0.3f}, 0.044f, 0.044f);
    map_put(map, &here, &note);
    note.thing = 4;
    struct map_shape there = map_box((struct pose2){{0.4f, 0}, 0.3f}, 0.044f, 0.044f);
    map_put(map, &there, &note);
    uint32_t before = map_number(map);
    assert_true(map_clear_thing(map, 3, 20) > 0);
    assert_int_equal(at(map, 0.2f, 0), C(CLEAR_OF_OBSTACLE));
    assert_int_equal(at(map, 0.4f, 0), C(OBSTACLE_CUBE));
    assert_true(map_changed(map, &here, before));
    assert_false(map_changed(map, &there, before));
    assert_int_equal(map_clear_thing(map, 3, 30), 0);
    for (int i = 0; i < MAP_CHANGES; i++) put_box(map, -1, 0, 0.02f, (uint8_t)(1 + i % 2), MAP_ANYHOW, 1);
    assert_true(map_changed(map, &there, before)); // too long ago to know
    assert_true(map_expire(map, MAP_IS(OBSTACLE_CUBE), 11) > 0);
    assert_int_equal(at(map, 0.4f, 0), C(UNKNOWN));
    map_free(map);
}

static void questions(void **state) {
    struct map *map = map_new();
    put_box(map, 0, 0, 0.6f, C(CLEAR_OF_CLIFF), MAP_BY_RANK, 1);
    put_box(map, 0.25f, 0.005f, 0.03f, C(OBSTACLE_PROXIMITY), MAP_BY_RANK, 1);
    struct vec2 found;
    assert_true(map_ray(map, vec2(0, 0), vec2(0.3f, 0), MAP_OBSTACLES, &found));
    assert_float_equal(found.x, 0.24f, 0.011f);
    assert_false(map_ray(map, vec2(0, 0), vec2(0.3f, 0.2f), MAP_OBSTACLES, &found));
    assert_true(map_ray(map, vec2(0, 0), vec2(-0.5f, 0), MAP_IS(UNKNOWN), &found));
    assert_float_equal(found.x, -0.3f, 0.011f);
    assert_true(map_nearest(map, vec2(0.1f, 0), MAP_OBSTACLES, 1, &found));
    assert_float_equal(found.x, 0.24f, 0.011f);
    assert_false(map_nearest(map, vec2(0.1f, 0), MAP_OBSTACLES, 0.1f, &found));
    assert_float_equal(map_explored(map, vec2(0, 0), 0.2f), 1, 0.001f);
    assert_float_equal(map_explored(map, vec2(0.3f, 0), 0.2f), 0.5f, 0.06f);
    assert_float_equal(map_explored(map, vec2(1.28f, 0), 0.2f), 0, 0.001f);
    struct vec2 rim[64];
    uint32_t count = map_frontier(map, rim, 64);
    assert_true(count > 8);
    for (uint32_t i = 0; i < count; i++) assert_true(m_max(m_abs(rim[i].x), m_abs(rim[i].y)) > 0.1f);
    struct map_shape way = map_box((struct pose2){{0.15f, 0}, 0}, 0.3f, 0.05f),
                     aside = map_box((struct pose2){{0, 0.2f}, 0}, 0.3f, 0.05f);
    assert_true(map_any(map, &way, MAP_BLOCKS_WAY));
    assert_false(map_any(map, &aside, MAP_BLOCKS_WAY));
    struct map_shape outside = map_point(vec2(50, 0));
    assert_true(map_any(map, &outside, MAP_IS(UNKNOWN)));
    assert_false(map_any(map, &outside, MAP_BLOCKS_WAY));
    map_free(map);
}

static struct map *furnished(uint64_t seed) {
    struct map *map = map_new();
    struct chance dice = chance_of(seed, 1, 0);
    for (int i = 0; i < 200; i++) {
        struct pose2 pose = {{chance_range(&dice, -2, 2), chance_range(&dice, -1, 1)},
                             chance_range(&dice, -3, 3)};
        struct map_shape box =
            map_box(pose, chance_range(&dice, 0.01f, 0.3f), chance_range(&dice, 0.01f, 0.2f));
        struct map_note note = note_of((uint8_t)(1 + chance_below(&dice, 10)), MAP_ANYHOW, 1);
        map_put(map, &box, &note);
    }
    return map;
}

static uint32_t listed(const struct map *map, struct belief_quad *out) {
    uint32_t cursor = 0, count = 0;
    struct map_leaf leaf;
    while (map_next(map, &cursor, &leaf)) out[count++] = (struct belief_quad){leaf.content, leaf.depth};
    return count;
}

static void a_list_makes_the_same_tree(void **state) {
    static struct belief_quad list[3 * MAP_BLOCKS + 1], again[3 * MAP_BLOCKS + 1];
    struct map *map = furnished(5), *other = furnished(6);
    struct belief_map_info info, read;
    map_info(map, &info);
    uint32_t count = listed(map, list);
    assert_int_equal(count, info.squares);
    struct fault fault = {0};
    assert_int_equal(map_read(other, &info, list, count, &fault), 0);
    map_info(other, &read);
    assert_int_equal(listed(other, again), count);
    assert_memory_equal(list, again, count * sizeof *list);
    assert_true(read.hash == info.hash);
    check_tree(other);
    // Lies change nothing.
    uint64_t kept = map_hash(other);
    struct belief_map_info bad = info;
    bad.depth = 12;
    assert_int_equal(map_read(other, &bad, list, count, &fault), ERR_RANGE);
    bad = info, bad.size_m = 1;
    assert_int_equal(map_read(other, &bad, list, count, &fault), ERR_RANGE);
    bad = info, bad.x_m = M_NAN;
    assert_int_equal(map_read(other, &bad, list, count, &fault), ERR_RANGE);
    assert_int_equal(map_read(other, &info, list, count - 3, &fault), ERR_SHORT);
    assert_int_equal(map_read(other, &info, list, count - 1, &fault), ERR_LIMIT);
    assert_int_equal(map_read(other, &info, list, 0, &fault), ERR_LIMIT);
    uint32_t i = 0;
    while (list[i].depth) i++;
    list[i].depth = info.depth;
    assert_int_equal(map_read(other, &info, list, count, &fault), ERR_RANGE);
    list[i].depth = 0, list[i].content = 11;
    fault = (struct fault){0};
    assert_int_equal(map_read(other, &info, list, count, &fault), ERR_RANGE);
    assert_non_null(strstr(fault.said, "content 11"));
    assert_true(map_hash(other) == kept);
    map_free(map), map_free(other);
}

static void the_order_of_leaves(void **state) {
    struct map *map = map_new();
    put_box(map, 0.64f, 0.64f, 1.27f, C(CLIFF), MAP_ANYHOW, 1);
    put_box(map, 0.64f, -0.64f, 1.27f, C(OBSTACLE_CUBE), MAP_ANYHOW, 1);
    put_box(map, -0.64f, 0.64f, 1.27f, C(CLEAR_OF_CLIFF), MAP_ANYHOW, 1);
    static struct belief_quad list[3 * MAP_BLOCKS + 1];
    assert_int_equal(listed(map, list), 4);
    assert_int_equal(list[0].content, C(CLIFF));          // +x +y
    assert_int_equal(list[1].content, C(OBSTACLE_CUBE));  // +x -y
    assert_int_equal(list[2].content, C(CLEAR_OF_CLIFF)); // -x +y
    assert_int_equal(list[3].content, C(UNKNOWN));        // -x -y
    assert_int_equal(list[0].depth, 7);
    map_free(map);
}

static void another_map_is_taken_over_where_it_lies(void **state) {
    struct map *from = furnished(9), *map = map_new();
    struct pose2 moved = {{0.7f, -0.4f}, 1.1f};
    uint32_t cursor = 0, ticks = 0;
    while (map_take_over(map, from, moved, &cursor, 100)) ticks++;
    assert_true(ticks > 5);
    struct chance dice = chance_of(1, 1, 1);
    uint32_t same = 0, all = 0;
    for (int i = 0; i < 20000; i++) {
        struct vec2 spot = {chance_range(&dice, -2, 2), chance_range(&dice, -1, 1)};
        struct map_leaf was = map_at(from, spot), is = map_at(map, pose2_apply(moved, spot));
        if (was.content == C(UNKNOWN)) continue;
        all++, same += was.content == is.content;
    }
    assert_true(all > 5000 && same > all * 9 / 10);
    check_tree(map);
    map_free(map), map_free(from);
}

// Two maps of one memory: neither reads what is the other's, the one that grows keeps what it holds, and what
// is cleared can be taken again.
static void speckle(struct map *map, uint64_t seed, uint32_t count) {
    struct chance dice = chance_of(seed, 1, 0);
    for (uint32_t i = 0; i < count; i++) {
        struct map_shape spot =
            map_point(vec2(chance_range(&dice, -1.2f, 1.2f), chance_range(&dice, -1.2f, 1.2f)));
        struct map_note note = note_of(C(OBSTACLE_UNRECOGNIZED), MAP_ANYHOW, i);
        assert_true(map_put(map, &spot, &note));
    }
}
static void two_share_what_there_is(void **state) {
    struct map *map = map_new(), *other = map_beside(map), *alone = map_new();
    speckle(map, 1, 900), speckle(other, 2, 900), speckle(alone, 1, 900);
    assert_true(map_hash(map) == map_hash(alone) && map_hash(map) != map_hash(other));
    check_tree(map), check_tree(other);
    uint64_t is = map_hash(other);
    map_clear(map);
    assert_true(map_empty(map) && map_hash(other) == is);
    assert_int_equal(map->store->taken, map_blocks(other));
    check_tree(map), check_tree(other);
    speckle(map, 1, 900);
    assert_true(map_hash(map) == map_hash(alone));
    speckle(map, 3, 6000), speckle(alone, 3, 6000); // there is not enough for both
    assert_true(map_hash(map) == map_hash(alone) && map_hash(other) != is);
    assert_true(map->store->taken == map_blocks(map) + map_blocks(other) && map->store->taken <= MAP_BLOCKS);
    check_tree(other);
    map_free(map); // the other lives on
    speckle(other, 4, 100);
    check_tree(other);
    map_free(other), map_free(alone);
}

static void nonsense_changes_nothing(void **state) {
    struct map *map = furnished(2);
    uint64_t kept = map_hash(map);
    struct map_note note = note_of(C(CLIFF), MAP_ANYHOW, 1);
    struct map_shape bad[] = {map_point(vec2(M_NAN, 0)),
                              map_point(vec2(0, 1e30f)),
                              map_segment(vec2(0, 0), vec2(1.0f / 0.0f, 0)),
                              map_polygon(NULL, 0),
                              map_box((struct pose2){{0, 0}, M_NAN}, 1, 1),
                              map_segment(vec2(0, 0), vec2(30, 0))};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(map_put(map, &bad[i], &note));
        assert_false(map_any(map, &bad[i], ~0u));
    }
    struct map_shape fine = map_point(vec2(0, 0));
    note.content = 200;
    assert_false(map_put(map, &fine, &note));
    struct vec2 out;
    assert_false(map_nearest(map, vec2(M_NAN, 0), ~0u, 1, &out));
    assert_false(map_ray(map, vec2(0, 0), vec2(M_NAN, 0), ~0u, &out));
    assert_int_equal(map_at(map, vec2(M_NAN, M_NAN)).content, C(UNKNOWN));
    uint8_t cell = 9;
    map_cut(map, vec2(M_NAN, 0), 1, 1, NULL, &cell);
    assert_int_equal(cell, C(UNKNOWN));
    map_here(map, vec2(M_NAN, 0));
    assert_true(map_hash(map) == kept);
    assert_true(map_bytes() <= 1 << 20);
    map_free(map);
}

TESTS(cmocka_unit_test(same_as_a_grid), cmocka_unit_test(shapes_lie_where_they_are_drawn),
      cmocka_unit_test(what_outranks_what), cmocka_unit_test(it_grows_slides_and_forgets_the_farthest),
      cmocka_unit_test(things_take_their_squares_along), cmocka_unit_test(questions),
      cmocka_unit_test(a_list_makes_the_same_tree), cmocka_unit_test(the_order_of_leaves),
      cmocka_unit_test(another_map_is_taken_over_where_it_lies), cmocka_unit_test(two_share_what_there_is),
      cmocka_unit_test(nonsense_changes_nothing))
