// Pictures are put on a display's pixels, cut at its edges, seen through, inked; and what changed is found,
// all of it and little more.
#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/picture/raster.h"

static uint16_t memory[3][184 * 96 + 8];

static struct raster screen(int which) {
    struct raster r = raster_over(memory[which], 184, 96);
    memset(memory[which], 0, sizeof memory[which]);
    for (int i = 0; i < 8; i++) memory[which][184 * 96 + i] = 0xbeef; // nobody writes here
    return r;
}

static void untouched(int which) {
    for (int i = 0; i < 8; i++) assert_int_equal(memory[which][184 * 96 + i], 0xbeef);
}

static void a_picture_is_cut_at_the_edges(void **state) {
    struct raster r = screen(0);
    struct pixels p;
    assert_int_equal(pixels_new(&p, 10, 6, 3), ERR_NONE);
    memset(p.at, 255, 180);
    static const struct {
        int x, y, lit;
    } WHERE[] = {{0, 0, 60},    {-3, -2, 28}, {180, 93, 12},     {184, 0, 0},
                 {0, 96, 0},    {-10, 0, 0},  {0, -6, 0},        {INT32_MAX, 0, 0},
                 {174, 90, 60}, {-9, 95, 1},  {0, INT32_MIN, 0}, {INT32_MIN, INT32_MAX, 0}};
    for (size_t i = 0; i < sizeof WHERE / sizeof *WHERE; i++) {
        raster_fill(&r, raster_all(&r), (struct rgb){0});
        raster_put(&r, WHERE[i].x, WHERE[i].y, &p, &(struct raster_brush){.alpha = 1});
        int lit = 0;
        for (int k = 0; k < 184 * 96; k++) lit += memory[0][k] == 0xffff;
        assert_int_equal(lit, WHERE[i].lit);
    }
    raster_fill(&r, raster_all(&r), (struct rgb){0});
    raster_put(&r, 20, 20, &p, &(struct raster_brush){.alpha = 1, .clip = {25, 0, 3, 22}});
    int lit = 0;
    for (int k = 0; k < 184 * 96; k++) lit += memory[0][k] != 0;
    assert_int_equal(lit, 6); // three columns, two rows
    untouched(0);
    pixels_free(&p);
}

static void what_is_transparent_shows_what_is_below(void **state) {
    struct raster r = screen(0);
    struct pixels p;
    raster_fill(&r, raster_all(&r), (struct rgb){0, 0, 255});
    assert_int_equal(pixels_new(&p, 3, 1, 4), ERR_NONE);
    static const uint8_t BYTES[] = {255, 0, 0, 0, 255, 0, 0, 128, 255, 0, 0, 255};
    memcpy(p.at, BYTES, sizeof BYTES);
    raster_put(&r, 0, 0, &p, &(struct raster_brush){.alpha = 1});
    assert_int_equal(memory[0][0], 0x001f);
    struct rgb half = rgb_of_565(memory[0][1]);
    assert_in_range(half.r, 120, 135);
    assert_in_range(half.b, 120, 135);
    assert_int_equal(memory[0][2], 0xf800);
    raster_put(&r, 0, 1, &p, &(struct raster_brush){.alpha = 0.5f}); // fades
    half = rgb_of_565(memory[0][184 + 2]);
    assert_in_range(half.r, 120, 135);
    raster_put(&r, 0, 2, &p, &(struct raster_brush){.alpha = 0});
    assert_int_equal(memory[0][2 * 184 + 2], 0x001f);
    raster_put(&r, 0, 2, &p, &(struct raster_brush){.alpha = __builtin_nanf("")});
    assert_int_equal(memory[0][2 * 184 + 2], 0x001f);
    pixels_free(&p);
}

static void grey_takes_the_colour_of_the_eyes(void **state) {
    struct raster r = screen(0);
    struct raster_ink teal = raster_ink(0.42f, 1);
    uint8_t grey[2] = {255, 128}, colour[3] = {255, 255, 255};
    struct pixels p = pixels_view(grey, 2, 1, 1), q = pixels_view(colour, 1, 1, 3);
    raster_put(&r, 0, 0, &p, &(struct raster_brush){.alpha = 1, .ink = &teal});
    struct rgb c = rgb_of_565(memory[0][0]), want = rgb_of_hsv((struct hsv){0.42f, 1, 1});
    assert_in_range(c.g, 250, 255);
    assert_int_equal(c.r, 0);
    assert_in_range(c.b, want.b - 8, want.b + 8);
    assert_in_range(rgb_of_565(memory[0][1]).g, 120, 136);        // half as bright, still teal
    raster_put(&r, 0, 1, &p, &(struct raster_brush){.alpha = 1}); // no ink: grey
    c = rgb_of_565(memory[0][184 + 1]);
    assert_in_range(c.r, 120, 136);
    raster_put(&r, 0, 2, &q,
               &(struct raster_brush){.alpha = 1, .ink = &teal}); // a coloured picture keeps its colours
    assert_int_equal(memory[0][2 * 184], 0xffff);
    raster_put(&r, 0, 3, &q, &(struct raster_brush){.alpha = 1, .ink = &teal, .all_inked = true});
    assert_int_equal(rgb_of_565(memory[0][3 * 184]).r, 0);
    raster_put(&r, 0, 5, &q, &(struct raster_brush){.alpha = 1, .odd_rows = 0.5f}); // scan lines
    assert_in_range(rgb_of_565(memory[0][5 * 184]).g, 120, 136);
}

static bool inside(const struct raster_area *areas, size_t count, int x, int y) {
    for (size_t i = 0; i < count; i++)
        if (x >= areas[i].x && x < areas[i].x + areas[i].width && y >= areas[i].y &&
            y < areas[i].y + areas[i].height)
            return true;
    return false;
}

static void only_what_changed_is_sent(void **state) {
    struct raster before = screen(0), now = screen(1), far = screen(2);
    struct raster_area areas[RASTER_AREAS];
    assert_int_equal(raster_changes(&before, &now, areas), 0);
    memory[1][50 * 184 + 100] = 7;
    assert_int_equal(raster_changes(&before, &now, areas), 1);
    assert_memory_equal(&areas[0], (&(struct raster_area){100, 50, 1, 1}), sizeof areas[0]);
    struct chance dice = chance_of(3, 1, 1);
    for (int round = 0; round < 300;
         round++) { // whatever changed, the other end has the same picture afterwards
        for (uint32_t n = chance_below(&dice, 30); n; n--) {
            int x = (int)chance_below(&dice, 184), y = (int)chance_below(&dice, 96),
                w = 1 + (int)chance_below(&dice, 40);
            raster_fill(&now, (struct raster_area){x, y, w, w / 2 + 1},
                        (struct rgb){(uint8_t)chance_below(&dice, 256), (uint8_t)(x * 8), 9});
        }
        size_t count = raster_changes(&before, &now, areas);
        assert_in_range(count, 0, RASTER_AREAS);
        for (int y = 0; y < 96; y++)
            for (int x = 0; x < 184; x++)
                if (memory[0][y * 184 + x] != memory[1][y * 184 + x]) assert_true(inside(areas, count, x, y));
        for (size_t i = 0; i < count; i++) {
            static uint16_t wire[184 * 96];
            for (size_t k = i + 1; k < count; k++) assert_true(areas[k].y >= areas[i].y + areas[i].height);
            raster_copy(&now, areas[i], wire);
            raster_paste(&far, areas[i], wire);
        }
        assert_memory_equal(memory[1], memory[2], 184 * 96 * 2);
        memcpy(memory[0], memory[1], 184 * 96 * 2);
    }
    static const uint16_t NINE[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    raster_paste(&far, (struct raster_area){183, 95, 3, 3}, NINE); // hangs over
    assert_int_equal(memory[2][184 * 96 - 1], 1);
    untouched(0), untouched(1), untouched(2);
}

static void raw_files_have_either_order(void **state) {
    struct raster r = screen(0), s = screen(1);
    uint8_t bytes[184 * 96 * 2];
    for (int i = 0; i < 184 * 96; i++) memory[0][i] = (uint16_t)(i * 7);
    raster_to_raw(&r, true, bytes);
    assert_int_equal(bytes[200] << 8 | bytes[201], 700);
    raster_from_raw(bytes, true, &s);
    assert_memory_equal(memory[0], memory[1], sizeof bytes);
    raster_to_raw(&r, false, bytes);
    assert_int_equal(bytes[201] << 8 | bytes[200], 700);
    raster_from_raw(bytes, false, &s);
    assert_memory_equal(memory[0], memory[1], sizeof bytes);
    struct pixels p;
    assert_int_equal(raster_to_pixels(&r, &p), ERR_NONE);
    memset(memory[1], 0, sizeof bytes);
    raster_from_pixels(&p, &s);
    assert_memory_equal(memory[0], memory[1], sizeof bytes);
    uint8_t grey[184 * 96];
    memory[1][0] = 0xffff, memory[1][1] = 0;
    raster_to_grey(&s, grey);
    assert_int_equal(grey[0], 255);
    assert_int_equal(grey[1], 0);
    pixels_free(&p);
}

TESTS(cmocka_unit_test(a_picture_is_cut_at_the_edges),
      cmocka_unit_test(what_is_transparent_shows_what_is_below),
      cmocka_unit_test(grey_takes_the_colour_of_the_eyes), cmocka_unit_test(only_what_changed_is_sent),
      cmocka_unit_test(raw_files_have_either_order))
