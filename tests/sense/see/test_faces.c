// The search for faces, with a net made here that takes a bright spot of one size for a face; and faces of
// the simulated people, found by a net that saw real ones. That one is no part of the project: without it
// (tools/models) the last case is skipped.
#include "neural/made_net.h"

#include "base/system/file.h"
#include "sense/see/faces.h"
#include "sense/see/tracks.h"
#include "world/camera/lens.h"

#include <stdlib.h>
#include <string.h>

static struct net *net;
static struct scene_art *art;
static struct scene *scene;

static int begin(void **state) {
    char path[512];
    struct buf file = {0};
    const char *own = getenv("CRITTER_MODELS"), *home = getenv("HOME");
    snprintf(path, sizeof path, "%s%s/face_detection_short_range.tflite",
             own    ? own
             : home ? home
                    : "",
             own ? "" : "/.local/share/critter/models");
    struct fault fault = {0};
    if (file_exists(path) && !file_read(path, NET_FILE_MOST, &file, &fault))
        net = net_open((struct bytes){file.at, file.len}, &fault);
    if (fault.err) fault_print(&fault, stderr);
    buf_free(&file);
    struct scene_config config = scene_defaults();
    art = scene_art_new(), scene = scene_new(&config, art);
    return art && scene && !fault.err ? 0 : -1;
}
static int end(void **state) {
    net_free(net), scene_free(scene), scene_art_free(art);
    return 0;
}

static struct pose eye(void) {
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    return (struct pose){vec3(0, 0, 0.05f), quat_times(quat_euler(0, -0.2f, 0), AXES)};
}

static void people_are_found_whatever_their_skin(void **state) {
    static const char *const NAMES[] = {"Ann", "Ada", "Bob", "Eve", "Mia", "Tom"};
    if (!net) skip();
    struct lens_config config = lens_defaults();
    struct lens *lens = lens_new(&config, NULL);
    struct chance dice = chance_of(3, 1, 4);
    uint32_t found = 0, strays = 0, off = 0;
    enum { PICTURES = 24 };
    for (uint32_t i = 0; i < PICTURES; i++) {
        scene_begin(scene, NULL);
        scene_ground(scene, 0, 3, (struct scene_look){{170, 140, 100}, SCENE_WOOD, 0, 0});
        scene_room(scene, (struct pose2){{0, 0}, 0}, 4, 4, 2.2f,
                   (struct scene_look){{205, 205, 195}, 0, 0, 0});
        float far = chance_range(&dice, 0.4f, 1.2f), side = chance_range(&dice, -0.3f, 0.3f);
        struct scene_person who = {.name = NAMES[i % 6], .eyes_open = 1};
        who.head.at = vec3(far * m_cos(side), far * m_sin(side), 0.05f + 0.2f * far);
        who.head.turn = quat_yaw(M_PI_F + side + chance_range(&dice, -0.5f, 0.5f));
        scene_person(scene, 5, &who);
        struct lens_shot shot = {.start = eye(), .end = eye(), .exposure_ms = 16, .gain = 1};
        struct lens_sight sight;
        uint32_t shows = 1;
        struct frame *frame = lens_take(lens, scene, &shot, &sight, &shows);
        assert_non_null(frame);
        struct see_picture p = {frame->bytes, frame->width, frame->height};
        struct faces_config c = faces_defaults();
        struct faces_seen seen;
        assert_int_equal(faces_find(net, &p, &c, &seen), 0);
        bool there = false;
        for (uint32_t k = 0; k < seen.count; k++) {
            const struct face_seen *f = &seen.list[k];
            bool is = f->low.x < sight.px[2].x && f->high.x > sight.px[2].x && f->low.y < sight.px[2].y &&
                      f->high.y > sight.px[2].y;
            there |= is, strays += !is;
            // His right eye is on the left of the picture.
            if (is) off += vec2_length(vec2_sub(f->points[0], sight.px[1])) > 0.15f * (f->high.x - f->low.x);
        }
        found += there;
        frame_drop(frame);
    }
    lens_free(lens);
    print_message("# %u of %u found, %u strays, %u eyes elsewhere\n", found, PICTURES, strays, off);
    assert_true(found * 10 >= PICTURES * 9);
    assert_true(strays == 0 && off <= 2);
}

// ------------------------------------------------------------------------------------------ a net made here

// Of what it is shown, 128 pixels wide: a face is a spot of 16 pixels, brighter than the ring about it, in
// the middle of a square of 8. It says that one is 20 wide, and its points are all where the eyes would be.
enum { SPOT = 16, WIDE = 20, EYE_X = -4, EYE_Y = -3 };
static struct net *spot_net(void) {
    static const uint8_t EIGHT[6] = {0, 8, 8, 0, 1, 1}, SIXTEEN[6] = {0, 16, 16, 0, 1, 1}, WIDTH[6] = {2, 0};
    begin_net();
    int32_t from = tensor(1, 128, 128, 3, 0), maps[4], flat[4], out[2];
    static const int32_t DEPTHS[4] = {32, 96, 2, 6};
    for (int i = 0; i < 4; i++) {
        bool fine = i % 2 == 0, looks = i == 2;
        int32_t depth = DEPTHS[i], side = fine ? 16 : 8, kernel = looks ? 24 : 1;
        int32_t w = tensor(depth, kernel, kernel, 3, 1), b = tensor(1, 1, 1, depth, 1);
        maps[i] = tensor(1, side, side, depth, 0);
        flat[i] = tensor(1, 1, side * side * depth / (i < 2 ? 16 : 1), i < 2 ? 16 : 1, 0);
        memset(made.numbers[w], 0, sizeof made.numbers[w]),
            memset(made.numbers[b], 0, sizeof made.numbers[b]);
        for (int32_t k = 0; i < 2 && k < depth; k++)
            made.numbers[b][k] = k % 16 < 2 ? 0 : k % 16 < 4 ? WIDE : k % 2 ? EYE_Y : EYE_X;
        if (i >= 2)
            for (int32_t k = 0; k < depth; k++) made.numbers[b][k] = -9;
        float in = 0, ring = 0;
        for (int pass = 0; looks && pass < 2; pass++)
            for (int y = 0; y < kernel; y++)
                for (int x = 0; x < kernel; x++) {
                    float away = m_hypot((float)x - 11.5f, (float)y - 11.5f);
                    if (!pass) in += away < 8, ring += away >= 8 && away < 12;
                    float is = away < 8 ? 8 / in : away < 12 ? -8 / ring : 0;
                    for (int o = 0; pass && o < 2; o++) // both anchors of a place find it
                        made.numbers[w][((o * kernel + y) * kernel + x) * 3] = is;
                }
        layer(3, maps[i], fine ? EIGHT : SIXTEEN, from, w, b);
        layer(22, flat[i], NULL, maps[i], -1, -1);
    }
    out[0] = tensor(1, 1, 896, 16, 0), out[1] = tensor(1, 1, 896, 1, 0);
    layer(2, out[0], WIDTH, flat[0], flat[1], -1), layer(2, out[1], WIDTH, flat[2], flat[3], -1);
    struct buf file = written_two(from, out[0], out[1]);
    struct fault fault = {0};
    struct net *made_here = net_open((struct bytes){file.at, file.len}, &fault);
    if (!made_here) fail_msg("%s", fault.said);
    buf_free(&file);
    return made_here;
}

enum { PICTURE_WIDE = 320, PICTURE_HIGH = 240 };
struct drawn {
    float x, y, across;
};
static struct see_picture draw(const struct drawn *spots, int count) {
    static uint8_t grey[PICTURE_WIDE * PICTURE_HIGH];
    for (int y = 0; y < PICTURE_HIGH; y++)
        for (int x = 0; x < PICTURE_WIDE; x++) {
            bool on = false;
            for (int i = 0; i < count; i++)
                on |=
                    m_hypot((float)x + 0.5f - spots[i].x, (float)y + 0.5f - spots[i].y) * 2 < spots[i].across;
            grey[y * PICTURE_WIDE + x] = on ? 250 : 5;
        }
    return (struct see_picture){grey, PICTURE_WIDE, PICTURE_HIGH};
}

// Two sizes, which fill a spot of the net in the whole picture and in a square of 120 pixels.
static const struct drawn NEAR_ONE = {150, 110, SPOT * 2.5f}, FAR_ONE = {263.75f, 191.25f, SPOT * 0.9375f};

static const struct face_seen *face_at(const struct faces_seen *seen, const struct drawn *spot, float by) {
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct face_seen *f = &seen->list[i];
        struct vec2 middle = vec2_scale(vec2_add(f->low, f->high), 0.5f);
        if (m_hypot(middle.x - spot->x, middle.y - spot->y) > 4 * by) continue;
        assert_true(m_abs(f->high.x - f->low.x - WIDE * by) < 0.1f * WIDE * by);
        assert_true(m_hypot(f->points[0].x - middle.x - EYE_X * by, f->points[0].y - middle.y - EYE_Y * by) <
                    by);
        return f;
    }
    return NULL;
}

static struct faces_config small_ones(void) {
    struct faces_config c = faces_defaults();
    c.least_px = 16;
    return c;
}

static void faces_of_all_sizes_are_told_once_and_where_they_are(void **state) {
    struct net *spot = spot_net();
    const struct drawn both[] = {NEAR_ONE, FAR_ONE};
    struct faces_config c = small_ones();
    struct faces_seen seen;
    for (int which = 1; which < 4; which++) {
        struct see_picture p = draw(which == 2 ? both + 1 : both, which == 3 ? 2 : 1);
        assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
        assert_int_equal(seen.count, which == 3 ? 2 : 1);
        if (which & 1) assert_non_null(face_at(&seen, &NEAR_ONE, 2.5f));
        if (which & 2) assert_non_null(face_at(&seen, &FAR_ONE, 0.9375f));
    }
    const struct drawn middle = {127.5f, 112.5f, SPOT * 1.875f}; // two squares find this one
    struct see_picture one = draw(&middle, 1);
    assert_int_equal(faces_find(spot, &one, &c, &seen), 0);
    assert_true(seen.count == 1 && face_at(&seen, &middle, 1.875f));
    uint32_t all = seen.squares;
    c.least_px = 24; // its squares are looked at, but the far one is too small
    struct see_picture p = draw(both, 2);
    assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
    assert_true(seen.count == 1 && face_at(&seen, &NEAR_ONE, 2.5f) && seen.squares == all);
    c.least_px = 31; // nor are they
    assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
    assert_true(seen.count == 1 && seen.squares < all);
    c = small_ones(), c.score = 0.99999f;
    assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
    assert_int_equal(seen.count, 0);
    p = draw(NULL, 0);
    c = small_ones();
    assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
    assert_int_equal(seen.count, 0);
    net_free(spot);
}

// Where one was a moment ago, a single square is looked at; if it has gone, the search goes on at once.
static void a_face_is_sought_where_it_was_and_in_turns(void **state) {
    struct net *spot = spot_net();
    struct drawn here = {200, 120, SPOT};
    struct faces_config c = small_ones();
    struct faces_seen seen, whole;
    struct see_picture p = draw(&here, 1);
    c.near = vec2(204, 124),
    c.near_px = 64; // its square is 128 wide, and a face lies in the middle of a cell
    assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
    assert_true(seen.squares == 1 && seen.count == 1 && face_at(&seen, &here, 1));
    p = draw(&NEAR_ONE, 1);
    assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
    assert_true(seen.squares > 1 && seen.count == 1 && face_at(&seen, &NEAR_ONE, 2.5f));
    c = small_ones();
    p = draw(&FAR_ONE, 1);
    assert_int_equal(faces_find(spot, &p, &c, &whole), 0);
    uint32_t squares = 0, found = 0;
    for (c.parts = 8, c.part = 0; c.part < 8; c.part++) {
        assert_int_equal(faces_find(spot, &p, &c, &seen), 0);
        assert_true(seen.squares <= whole.squares / 8 + 1);
        squares += seen.squares, found += seen.count;
    }
    assert_int_equal(squares, whole.squares);
    assert_in_range(found, 1, 2); // squares overlap
    net_free(spot);
    begin_net(); // and a net of another shape finds no faces
    int32_t from = tensor(1, 8, 8, 3, 0), to = tensor(1, 8, 8, 3, 0);
    static const uint8_t PLAIN[6] = {0};
    layer(0, to, PLAIN, from, from, -1);
    struct buf file = written(from, to);
    spot = net_open((struct bytes){file.at, file.len}, NULL);
    assert_non_null(spot);
    assert_int_equal(faces_find(spot, &p, &c, &seen), ERR_UNSUPPORTED);
    net_free(spot), buf_free(&file);
}

// Two people: both stay who they are while they are seen, when they are looked at again within a minute, and
// from elsewhere; whoever stands in another place, comes later, or in another origin, is somebody new.
static void a_face_out_of_sight_is_the_same_where_it_stood(void **state) {
    static const struct {
        float s, x, y; // when; in the picture
        float place[3];
        uint32_t origin; // 0: nobody knows where
        uint32_t is;
    } ROWS[] = {
        {1, 100, 100, {1, 0, 0.3f}, 1, 1},        {1, 400, 100, {1, -0.8f, 0.3f}, 1, 2},
        {1.1f, 110, 102, {1.05f, 0, 0.3f}, 1, 1}, {1.1f, 395, 100, {1, -0.8f, 0.3f}, 1, 2},
        {20, 300, 60, {1.1f, -0.1f, 0.3f}, 1, 1}, // seen again, elsewhere in the picture
        {21, 310, 60, {1.1f, -0.1f, 0.3f}, 1, 1}, {25, 200, 90, {1, -0.6f, 0.35f}, 1, 2},
        {26, 600, 90, {0.2f, 1, 0.3f}, 1, 3},    // stands where nobody was
        {40, 50, 50, {1.1f, -0.1f, 0.3f}, 2, 4}, // it was carried: nobody knows where that is
        {41, 500, 200, {0, 0, 0}, 0, 5},         // nor here
        {41.5f, 505, 200, {0, 0, 0}, 0, 5},       {84, 60, 60, {1.1f, -0.1f, 0.3f}, 1, 6}, // after a minute
    };
    struct face_track tracks[FACES_MOST] = {{0}};
    uint32_t met = 0;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const float *p = ROWS[i].place;
        struct vec3 place = vec3(p[0], p[1], p[2]);
        struct see_face f = {.score = 1, .x = ROWS[i].x, .y = ROWS[i].y, .side = 50};
        uint32_t is = tracks_follow(tracks, &met, &f, ROWS[i].origin ? &place : NULL, 1, ROWS[i].origin,
                                    (uint64_t)(ROWS[i].s * 1e6f));
        if (is != ROWS[i].is) fail_msg("row %zu: %u, not %u", i, is, ROWS[i].is);
    }
    enum { ALL = 2 * FACES_MOST };
    for (uint32_t i = 0; i < ALL + 3; i++) { // more than it can remember: the oldest goes
        uint32_t who = i < ALL ? i : i == ALL ? ALL - 1 : i == ALL + 1 ? FACES_MOST : FACES_MOST - 1;
        struct vec3 place = vec3(0, 2 * (float)who, 0);
        struct see_face f = {.score = 1, .x = 200 * (float)i, .side = 50};
        uint32_t is = tracks_follow(tracks, &met, &f, &place, 1, 9, 90000000 + i);
        assert_int_equal(is, 7 + (i == ALL + 2 ? ALL : who));
    }
    uint32_t first = met;
    static const float HALVES[][3] = {{0, 0, 1}, {0, 0.4f, 2}, {0, 0.3f, 2}, {0, 0.1f, 1}}; // the nearer
    for (int i = 0; i < 4; i++) {
        struct vec3 place = vec3(HALVES[i][0], HALVES[i][1], 0);
        struct see_face f = {.score = 1, .x = 300 * (float)i, .side = 50};
        uint32_t is =
            tracks_follow(tracks, &met, &f, &place, 1, 12, 200000000 + 10000000 * (uint64_t)(i / 2 * i));
        assert_int_equal(is, first + (uint32_t)HALVES[i][2]);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(faces_of_all_sizes_are_told_once_and_where_they_are),
                                       cmocka_unit_test(a_face_is_sought_where_it_was_and_in_turns),
                                       cmocka_unit_test(a_face_out_of_sight_is_the_same_where_it_stood),
                                       cmocka_unit_test(people_are_found_whatever_their_skin)};
    return support_run(argc, argv, tests, begin, end);
}
