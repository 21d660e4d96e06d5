#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/picture/marker.h"

#include <math.h>
#include <stdio.h>

static void all_codes_differ_in_all_turns(void **state) {
    unsigned nearest = 36;
    for (unsigned i = 0; i < MARKER_COUNT; i++)
        for (unsigned k = i; k < MARKER_COUNT; k++)
            for (unsigned turn = i == k; turn < 4; turn++) {
                unsigned d = marker_distance(MARKERS[i].code, marker_turned(MARKERS[k].code, turn));
                if (d < MARKER_DISTANCE)
                    fail_msg("%s and %s turned by %u differ in %u cells", MARKERS[i].name, MARKERS[k].name,
                             turn, d);
                nearest = d < nearest ? d : nearest;
            }
    assert_int_equal(nearest, MARKER_DISTANCE); // the header promises no less than there is
    assert_true(2 * MARKER_ERRORS < MARKER_DISTANCE);
}

static void names_and_kinds_are_found(void **state) {
    unsigned kinds[6] = {0};
    for (int i = 0; i < MARKER_COUNT; i++) {
        assert_int_equal(marker_find(MARKERS[i].name), i);
        assert_int_equal(marker_find_kind(MARKERS[i].kind, MARKERS[i].index), i);
        assert_true(MARKERS[i].code >> 36 == 0);
        kinds[MARKERS[i].kind]++;
    }
    const unsigned WANT[6] = {16, 6, 6, 6, 6, 2};
    assert_memory_equal(kinds, WANT, sizeof WANT);
    assert_int_equal(marker_find("circles"), -1);
    assert_int_equal(marker_find_kind(MARKER_CUSTOM, 0), -1);
    assert_int_equal(marker_find_kind(MARKER_CUSTOM, 1), marker_find("circles2")); // as programs number them
    assert_int_equal(marker_find_kind(MARKER_CUSTOM, 16), marker_find("triangles5"));
}

static void a_turn_moves_the_cells_as_a_picture_turns(void **state) {
    // the upper left cell goes to the upper right, and on clockwise
    const unsigned WAY[4] = {0, 5, 35, 30};
    for (unsigned turn = 0; turn < 4; turn++) assert_true(marker_turned(1, turn) == 1ull << WAY[turn]);
    for (unsigned i = 0; i < MARKER_COUNT; i++) {
        assert_true(marker_turned(MARKERS[i].code, 4) == MARKERS[i].code);
        assert_true(marker_turned(marker_turned(MARKERS[i].code, 1), 2) == marker_turned(MARKERS[i].code, 3));
    }
}

static void six_wrong_cells_are_mended_in_any_turn(void **state) {
    struct chance dice = chance_of(5, chance_stream("test_marker"), 0);
    for (unsigned n = 0; n < 20000; n++) {
        unsigned marker = chance_below(&dice, MARKER_COUNT), turn = chance_below(&dice, 4),
                 wrong = chance_below(&dice, MARKER_ERRORS + 1);
        uint64_t seen = marker_turned(MARKERS[marker].code, turn), flipped = 0;
        while ((unsigned)__builtin_popcountll(flipped) < wrong) flipped |= 1ull << chance_below(&dice, 36);
        struct marker_match match;
        assert_true(marker_match(seen ^ flipped, MARKER_ERRORS, &match));
        assert_int_equal(match.marker, marker);
        assert_int_equal(match.turn, turn);
        assert_int_equal(match.errors, wrong);
        assert_true(match.runner_up >= MARKER_DISTANCE - wrong);
    }
}

static void what_is_no_marker_is_seldom_taken_for_one(void **state) {
    // a random word lies within 2 cells of one of the 168 by chance once in 600 000
    struct chance dice = chance_of(6, chance_stream("test_marker"), 0);
    unsigned taken = 0;
    for (unsigned n = 0; n < 200000; n++) {
        struct marker_match match;
        taken += marker_match(chance_u64(&dice) >> 28, 2, &match);
    }
    assert_true(taken <= 5);
    struct marker_match match;
    assert_false(marker_match(0, MARKER_ERRORS, &match)); // plain paper, plain ink
    assert_false(marker_match((1ull << 36) - 1, MARKER_ERRORS, &match));
}

static void a_picture_holds_ring_gap_and_code(void **state) {
    struct pixels p = {0};
    assert_int_equal(marker_draw(7, 3, &p, NULL), ERR_NONE);
    assert_int_equal(p.width, 36);
    uint64_t code = 0;
    for (unsigned y = 0; y < 12; y++)
        for (unsigned x = 0; x < 12; x++) {
            bool dark = *pixels_at(&p, x * 3 + 1, y * 3 + 1) < 128;
            for (unsigned k = 0; k < 9; k++)
                assert_int_equal(*pixels_at(&p, x * 3 + k % 3, y * 3 + k / 3) < 128, dark);
            bool rim = x == 0 || y == 0 || x == 11 || y == 11,
                 ring = !rim && (x == 1 || y == 1 || x == 10 || y == 10);
            bool inside = x >= 3 && x <= 8 && y >= 3 && y <= 8;
            if (!inside) assert_int_equal(dark, ring);
            if (inside && dark) code |= 1ull << ((y - 3) * 6 + x - 3);
        }
    assert_true(code == MARKERS[7].code);
    pixels_free(&p);
    struct fault fault = {0};
    assert_int_equal(marker_draw(42, 3, &p, &fault), ERR_UNKNOWN);
    assert_int_equal(marker_draw(1, 0, &p, NULL), ERR_RANGE);
    assert_int_equal(marker_draw(1, 700, &p, NULL), ERR_RANGE);
}

// --- Paper: read back what was drawn, with eyes that know nothing of the drawing code ----------------------

struct sheet { // what is dark, in steps of a fifth of a cell of a 50 mm marker
    bool dark[60][60];
};

static void fill(struct sheet *s, double x, double y, double w, double h) {
    for (int j = 0; j < 60; j++)
        for (int i = 0; i < 60; i++) {
            double cx = i + 0.5, cy = j + 0.5;
            if (cx > x && cx < x + w && cy > y && cy < y + h) s->dark[j][i] = true;
        }
}

static void assert_sheet(const struct sheet *s, unsigned marker) {
    for (int j = 0; j < 60; j++)
        for (int i = 0; i < 60; i++)
            if (s->dark[j][i] != marker_dark(marker, (unsigned)i / 5, (unsigned)j / 5))
                fail_msg("wrong at %d, %d", i, j);
}

static void an_svg_shows_the_marker_at_its_size(void **state) {
    struct buf out = {0};
    marker_svg(3, 50, &out);
    const char *text = (const char *)out.at, *d = strstr(text, "<path d=\"");
    assert_non_null(strstr(text, " width=\"60mm\""));
    assert_non_null(strstr(text, ">circles5</text>"));
    assert_non_null(d);
    struct sheet sheet = {0};
    double x, y, w, h, back;
    int used;
    for (d += 9; sscanf(d, "M%lf %lf h%lf v%lf h%lf z%n", &x, &y, &w, &h, &back, &used) == 5; d += used) {
        assert_true(fabs(w + back) < 1e-6);
        fill(&sheet, x, y, w, h); // millimetres are the sheet's steps
    }
    assert_int_equal(*d, '"');
    assert_sheet(&sheet, 3);
    buf_free(&out);
}

static size_t number_at(const char *text) { return (size_t)strtoul(text, NULL, 10); }

static void assert_pdf(const struct buf *pdf) { // its table says where each object stands
    const char *text = (const char *)pdf->at, *end = text + pdf->len;
    assert_memory_equal(text, "%PDF-1.4\n", 9);
    assert_memory_equal(end - 6, "%%EOF\n", 6);
    const char *start = end - 40;
    while (start < end && memcmp(start, "startxref\n", 10) != 0) start++;
    assert_true(start < end);
    const char *table = text + number_at(start + 10);
    assert_memory_equal(table, "xref\n0 ", 7);
    size_t count = number_at(table + 7);
    const char *rows = strchr(table + 7, '\n') + 1;
    for (size_t i = 1; i < count; i++) {
        const char *row = rows + 20 * i;
        assert_memory_equal(row + 10, " 00000 n \n", 10);
        char want[40];
        snprintf(want, sizeof want, "%zu 0 obj\n", i);
        assert_memory_equal(text + number_at(row), want, strlen(want));
    }
    for (const char *at = text; (at = strstr(at + 1, "<</Length ")) != NULL;) { // and how long each stream is
        const char *from = strstr(at, "stream\n") + 7;
        assert_memory_equal(from + number_at(at + 10), "\nendstream", 10);
    }
}

static void a_pdf_shows_the_marker_at_its_size(void **state) {
    struct buf out = {0};
    unsigned marker = 12;
    assert_int_equal(marker_pdf(&marker, 1, 50, MARKER_A4, &out, NULL), ERR_NONE);
    assert_pdf(&out);
    struct sheet sheet = {0};
    const double mm = 25.4 / 72;
    const char *at = strstr((const char *)out.at, "0 g\n");
    assert_non_null(at);
    double x, y, w, h;
    int used;
    for (at += 4; sscanf(at, "%lf %lf %lf %lf re%n", &x, &y, &w, &h, &used) == 4; at += used)
        fill(&sheet, x * mm - 12, (297 - 12) - (y + h) * mm, w * mm, h * mm);
    assert_sheet(&sheet, 12);
    buf_free(&out);
}

static unsigned count_of(const struct buf *buf, const char *what) {
    unsigned n = 0;
    for (const char *at = (const char *)buf->at; (at = strstr(at, what)) != NULL; at++) n++;
    return n;
}

static void all_markers_fit_on_pages(void **state) {
    unsigned all[MARKER_COUNT];
    for (unsigned i = 0; i < MARKER_COUNT; i++) all[i] = i;
    for (int paper = 0; paper < 2; paper++)
        for (float size = 0; size < 160; size += 37) {
            struct buf out = {0};
            assert_int_equal(marker_pdf(all, MARKER_COUNT, size, (enum marker_paper)paper, &out, NULL),
                             ERR_NONE);
            assert_pdf(&out);
            assert_int_equal(count_of(&out, "0 g\n"), MARKER_COUNT); // each is there once
            assert_int_equal(count_of(&out, "glue the tabs"), size > 0 ? 0 : 4);
            buf_free(&out);
        }
    struct buf out = {0};
    struct fault fault = {0};
    buf_text(&out, "before");
    assert_int_equal(marker_pdf(all, 1, 180, MARKER_A4, &out, &fault), ERR_LIMIT);
    assert_int_equal(out.len, 6); // nothing half written
    all[0] = 42;
    assert_int_equal(marker_pdf(all, 1, 20, MARKER_A4, &out, NULL), ERR_UNKNOWN);
    assert_int_equal(marker_pdf(all, 0, 20, MARKER_A4, &out, NULL), ERR_MISSING);
    buf_free(&out);
}

TESTS(cmocka_unit_test(all_codes_differ_in_all_turns), cmocka_unit_test(names_and_kinds_are_found),
      cmocka_unit_test(a_turn_moves_the_cells_as_a_picture_turns),
      cmocka_unit_test(six_wrong_cells_are_mended_in_any_turn),
      cmocka_unit_test(what_is_no_marker_is_seldom_taken_for_one),
      cmocka_unit_test(a_picture_holds_ring_gap_and_code),
      cmocka_unit_test(an_svg_shows_the_marker_at_its_size),
      cmocka_unit_test(a_pdf_shows_the_marker_at_its_size), cmocka_unit_test(all_markers_fit_on_pages))
