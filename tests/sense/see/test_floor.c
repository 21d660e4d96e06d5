// The floor from above, the edges on it, and the decision tree that knows floor when it sees it: over
// pictures of the simulated camera, of which is known where everything stands.
#include "support/support.h"

#include "base/maths/chance.h"
#include "sense/see/overhead.h"
#include "world/camera/lens.h"

#include <stdlib.h>
#include <string.h>

static struct scene_art *art;
static struct scene *scene;
static struct lens *lens;
static struct overhead *o;
static struct ground_tree tree;

static int begin(void **state) {
    struct scene_config config = scene_defaults();
    struct lens_config eye = lens_defaults();
    art = scene_art_new(), scene = scene_new(&config, art), lens = lens_new(&eye, NULL),
    o = malloc(sizeof *o);
    ground_own(&tree);
    return art && scene && lens && o ? 0 : -1;
}
static int end(void **state) {
    lens_free(lens), scene_free(scene), scene_art_free(art), free(o);
    return 0;
}

static struct pose camera(float head) { return eye_in_robot(&vector_model, head); }

// A table of wood that ends so far ahead; the floor of the room lies deep below.
static void a_table(float ends_m, struct scene_look beyond) {
    const struct vec2 top[4] = {{-1, -1}, {ends_m, -1}, {ends_m, 1}, {-1, 1}};
    struct pose flat = {{0, 0, 0}, quat_yaw(0)};
    scene_begin(scene, NULL);
    scene_ground(scene, -0.7f, 3, beyond);
    scene_solid(scene, flat, top, 4, -0.02f, 0, (struct scene_look){{170, 130, 90}, SCENE_WOOD, 0.5f, 0});
}

static void look(float head) {
    struct lens_shot shot = {.start = camera(head), .exposure_ms = 16, .gain = 1, .colour = true};
    shot.end = shot.start;
    struct frame *frame = lens_take(lens, scene, &shot, NULL, NULL);
    assert_non_null(frame);
    overhead_look(&(struct overhead_view){frame->bytes, 3, lens_of(lens), shot.start}, o);
    frame_drop(frame);
}

static void the_floor_is_where_it_is(void **state) {
    for (int i = 0; i < 3; i++) { // a white stripe across, at a known place
        float at = 0.12f + 0.06f * (float)i;
        const struct vec2 stripe[4] = {{0, -0.1f}, {0.02f, -0.1f}, {0.02f, 0.1f}, {0, 0.1f}};
        struct pose there = {{at, 0, 0}, quat_yaw(0)};
        scene_begin(scene, NULL);
        scene_ground(scene, 0, 3, (struct scene_look){{60, 60, 60}, SCENE_PLAIN, 0, 0});
        scene_patch(scene, there, stripe, 4, 1, (struct scene_look){{240, 240, 240}, SCENE_PLAIN, 0, 0});
        look(-0.15f);
        uint32_t right = 0, wrong = 0, seen = 0;
        for (uint32_t k = 0; k < OVERHEAD_AHEAD; k++)
            for (uint32_t lane = 4; lane < OVERHEAD_LANES - 4; lane++) {
                struct vec2 cell = overhead_cell(k, lane);
                bool rim = m_abs(cell.x - at) < 0.006f || m_abs(cell.x - at - 0.02f) < 0.006f ||
                           m_abs(m_abs(cell.y) - 0.1f) < 0.006f;
                bool white = cell.x > at && cell.x < at + 0.02f && m_abs(cell.y) < 0.1f;
                if (!o->seen[k][lane] || rim) continue;
                seen++, right += white && o->colour[k][lane][1] > 100,
                    wrong += white != (o->colour[k][lane][1] > 100);
            }
        assert_true(seen > 1500 && right > 40 && wrong == 0);
        struct overhead_config c = overhead_defaults();
        struct vec2 edges[OVERHEAD_LANES];
        uint32_t count = overhead_edges(o, &c, edges), off = 0;
        for (uint32_t k = 0; k < count; k++)
            off += m_abs(edges[k].x - at) > 0.006f || m_abs(edges[k].y) > 0.105f;
        assert_true(count >= 30 && off <= 1);
    }
}

static void wood_alone_has_no_edges_and_is_floor_throughout(void **state) {
    static const float HEADS[] = {-0.3f, -0.15f, 0};
    struct overhead_config c = overhead_defaults();
    struct vec2 points[OVERHEAD_LANES];
    for (int i = 0; i < 3; i++) {
        a_table(2, (struct scene_look){{60, 60, 70}, SCENE_CARPET, 0, 0});
        look(HEADS[i]);
        assert_true(overhead_edges(o, &c, points) <= 6);
        assert_int_equal(overhead_borders(o, &tree, points), 0);
    }
}

static void the_end_of_the_table_is_seen(void **state) {
    static const struct scene_look BEYOND[] = {{{60, 60, 70}, SCENE_CARPET, 0, 0},
                                               {{200, 205, 215}, SCENE_PLAIN, 0, 0},
                                               {{120, 60, 50}, SCENE_TILES, 0, 0}};
    for (int i = 0; i < 9; i++) {
        float ends = 0.14f + 0.01f * (float)i;
        struct vec2 points[OVERHEAD_LANES];
        a_table(ends, BEYOND[i % 3]);
        look(-0.2f);
        uint32_t count = overhead_borders(o, &tree, points), off = 0;
        for (uint32_t k = 0; k < count; k++) off += m_abs(points[k].x - ends) > 0.008f;
        assert_true(count > 40 && off * 20 <= count);
    }
}

// ------------------------------------------------------------------------------------------------ trees

#define NODES(...)      "%YAML:1.0\n---\nopencv_ml_dtree:\n   class_labels: [ 0, 1 ]\n   nodes:\n" __VA_ARGS__
#define LEAF(value)     "      - { depth:1, value:" value " }\n"
#define SPLIT(var, how) "      - { depth:0, value:1., splits: [ { var:" var ", quality:1., " how " } ] }\n"

static void trees_decide_as_they_are_written(void **state) {
    static const char TWO[] =
        NODES(SPLIT("1", "le:100.") SPLIT("0", "gt:50.") LEAF("1.") LEAF("0.") LEAF("1."));
    static const struct {
        float red, green;
        bool floor;
    } CASES[] = {{60, 90, true}, {40, 90, false}, {50, 100, false}, {40, 101, true}, {60, 200, true}};
    struct ground_tree *t = malloc(sizeof *t);
    struct fault fault = {0};
    if (ground_read(text_of(TWO), t, &fault)) fail_msg("%s", fault.said);
    assert_int_equal(t->count, 5);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        float features[GROUND_FEATURES] = {CASES[i].red, CASES[i].green};
        assert_int_equal(ground_is_floor(t, features), CASES[i].floor);
    }
    assert_true(tree.count >= 3); // the program's own
    free(t);
}

static void what_is_no_tree_is_refused_with_its_place(void **state) {
    static const struct {
        const char *yaml;
        enum err err;
        unsigned line;
        const char *says;
    } WRONG[] = {
        {"", ERR_MISSING, 0, "nothing"},
        {"a: [1", ERR_SYNTAX, 2, "no YAML"},
        {"hello", ERR_MISSING, 1, "nodes"},
        {NODES("      - { depth:0 }\n"), ERR_SYNTAX, 6, "value"},
        {NODES(SPLIT("6", "le:1.") LEAF("1.") LEAF("0.")), ERR_RANGE, 6, "feature 6"},
        {NODES(SPLIT("1.5", "le:1.") LEAF("1.") LEAF("0.")), ERR_RANGE, 6, "feature 1.5"},
        {NODES(SPLIT("1", "ge:1.") LEAF("1.") LEAF("0.")), ERR_SYNTAX, 6, "le"},
        {NODES(SPLIT("1", "le:.inf") LEAF("1.") LEAF("0.")), ERR_SYNTAX, 6, "le"},
        {NODES(SPLIT("1", "le:1.") LEAF("1.")), ERR_SHORT, 6, "both its branches"},
        {NODES(LEAF("1.") LEAF("1.")), ERR_RANGE, 7, "belongs to no other"},
        {"nodes: []", ERR_RANGE, 1, "without nodes"},
        {"a: &a [*a]\nnodes: *a", ERR_MISSING, 0, ""},
    };
    struct ground_tree *t = calloc(1, sizeof *t);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct fault fault = {0};
        enum err err = ground_read(text_of(WRONG[i].yaml), t, &fault);
        if (i + 1 == sizeof WRONG / sizeof *WRONG) {
            assert_true(err);
            break;
        }
        if (err != WRONG[i].err || fault.line != WRONG[i].line || !strstr(fault.said, WRONG[i].says))
            fail_msg("%zu: %d at %u: %s", i, err, fault.line, fault.said);
        assert_int_equal(t->count, 0); // as it was
    }
    char *large = malloc(GROUND_FILE_MOST + 1), *many = calloc(1, 64 * (GROUND_NODES + 8));
    memset(large, '#', GROUND_FILE_MOST + 1);
    assert_int_equal(ground_read((struct text){large, GROUND_FILE_MOST + 1}, t, NULL), ERR_LIMIT);
    size_t len = (size_t)snprintf(many, 64, "nodes:\n");
    for (int i = 0; i <= GROUND_NODES; i++)
        len += (size_t)snprintf(many + len, 64, " - {value: 1, splits: [{var: 1, le: 2}]}\n");
    assert_int_equal(ground_read(text_of(many), t, NULL), ERR_LIMIT);
    free(large), free(many), free(t);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_floor_is_where_it_is),
                                       cmocka_unit_test(wood_alone_has_no_edges_and_is_floor_throughout),
                                       cmocka_unit_test(the_end_of_the_table_is_seen),
                                       cmocka_unit_test(trees_decide_as_they_are_written),
                                       cmocka_unit_test(what_is_no_tree_is_refused_with_its_place)};
    return support_run(argc, argv, tests, begin, end);
}
