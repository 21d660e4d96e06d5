// critter world camera and critter world markers, run as a person runs them.
#include "cli/run.h"

#include "base/system/file.h"
#include "codec/picture/marker.h"
#include "codec/picture/png.h"

static struct ran *ran;

#define WORLD(...)                                                                                           \
    (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "world", __VA_ARGS__, NULL}))

static struct pixels picture(const char *path) {
    struct buf file = {0};
    struct pixels p = {0};
    struct fault fault = {0};
    if (file_read(path, 1 << 24, &file, &fault) ||
        png_decode((struct bytes){file.at, file.len}, 0, &p, &fault))
        fail_msg("%s: %s", path, fault.said);
    buf_free(&file);
    return p;
}

static void a_picture_is_taken(void **state) {
    const char *folder = temp_folder();
    const char *grey = temp_path(folder, "grey.png"), *colour = temp_path(folder, "colour.png"),
               *scene = temp_path(folder, "scene.json");
    WORLD("camera", "-o", colour);
    assert_int_equal(ran->code, 0);
    struct pixels p = picture(colour);
    assert_true(p.width == 640 && p.height == 360 && p.channels == 3);
    pixels_free(&p);
    const char text[] = "{\"camera\": {\"creature\": \"cozmo\"}, \"things\": [{\"kind\": \"marker\", "
                        "\"marker\": \"circles4\", \"at_mm\": [200, 0, 40], \"yaw_deg\": 180}]}";
    assert_int_equal(file_write(scene, text, sizeof text - 1, NULL), ERR_NONE);
    WORLD("camera", scene, "-g", "-p", "-t", "-o", grey);
    assert_int_equal(ran->code, 0);
    p = picture(grey);
    assert_true(p.width == 320 && p.height == 240 && p.channels == 1);
    pixels_free(&p);
    assert_non_null(strstr(ran->out, "\"marker\": \"circles4\""));
    const char *seen = strstr(ran->out, "\"seen\": ");
    assert_true(seen && strtod(seen + 8, NULL) > 0.98);
    assert_non_null(strstr(ran->out, "\"thing\": 2"));
    WORLD("camera", scene, "--size", "64x48", "-o", grey);
    p = picture(grey);
    assert_true(p.width == 64 && p.height == 48);
    pixels_free(&p);
    struct ran *first = WORLD("camera", "--example");
    assert_int_equal(file_write(scene, first->out, strlen(first->out), NULL), ERR_NONE);
    WORLD("camera", scene, "-o", grey);
    assert_int_equal(ran->code, 0);
    struct buf a = {0}, b = {0};
    assert_true(!file_read(grey, 1 << 24, &a, NULL) && !file_read(colour, 1 << 24, &b, NULL));
    assert_true(a.len == b.len &&
                !memcmp(a.at, b.at, a.len)); // the example is what is looked at without a file, noise and all
    buf_free(&a), buf_free(&b);
}

static unsigned differing(const struct pixels *a, const struct pixels *b) {
    unsigned n = 0;
    assert_true(a->width == b->width && a->height == b->height && a->channels == b->channels);
    for (unsigned y = 0; y < a->height; y++)
        for (unsigned x = 0; x < a->width; x++)
            n += *pixels_at(a, x, y) > *pixels_at(b, x, y) + 12u ||
                 *pixels_at(b, x, y) > *pixels_at(a, x, y) + 12u;
    return n;
}

static void a_robot_in_a_scenario_is_looked_through(void **state) {
    static const char *const SHIPPED[] = {"tabletop", "living-room", "habitat",
                                          "playpen",  "empty-floor", "two-robots"};
    const char *folder = temp_folder(), *first = temp_path(folder, "first.png"),
               *later = temp_path(folder, "later.png"), *file = temp_path(folder, "file.json");
    for (size_t i = 0; i < sizeof SHIPPED / sizeof *SHIPPED; i++) {
        WORLD("camera", SHIPPED[i], "-o", first);
        if (ran->code) fail_msg("%s: %s", SHIPPED[i], ran->err);
        struct pixels p = picture(first);
        assert_true(p.width == 640 && p.height == 360 && p.channels == 3);
        pixels_free(&p);
    }
    WORLD("camera", "two-robots", "-r", "cozmo", "-g", "-t", "-o", first);
    assert_non_null(strstr(ran->out, "\"marker\": \"cozmo-cube2"));
    struct pixels a = picture(first);
    assert_true(a.width == 320 && a.height == 240 && a.channels == 1);
    pixels_free(&a);
    // A file; later on somebody stands elsewhere, and nothing else differs.
    static const char TEXT[] =
        "{\"noise\": false, \"robots\": [{\"creature\": \"vector\", \"soul\": false}],"
        "\"things\": [{\"person\": {\"name\": \"Ada\", \"x_m\": 1, \"heading_deg\": 180}}],"
        "\"timeline\": [{\"at_s\": 4, \"do\": {\"walk\": {\"who\": \"Ada\", \"x_m\": 1, "
        "\"y_m\": 0.4, \"heading_deg\": 180}}}]}";
    assert_int_equal(file_write(file, TEXT, sizeof TEXT - 1, NULL), ERR_NONE);
    WORLD("camera", file, "-g", "--at", "3", "-o", first);
    assert_int_equal(ran->code, 0);
    WORLD("camera", file, "-g", "--at", "3.9", "-o", later);
    a = picture(first);
    struct pixels b = picture(later);
    assert_true(differing(&a, &b) < 50);
    pixels_free(&b);
    WORLD("camera", file, "-g", "--at", "6", "-o", later);
    b = picture(later);
    assert_true(differing(&a, &b) > 1000);
    pixels_free(&a), pixels_free(&b);
    static const struct {
        const char *words[5], *said;
    } WRONG[] = {
        {{"two-robots", "-r", "cosmo"}, "did you mean \"cozmo\""},
        {{"tabeltop"}, "did you mean \"tabletop\""},
        {{"/no/such.json"}, "/no/such.json"},
        {{"tabletop", "--lens", "/no/lens.json"}, "/no/lens.json"},
        {{"--at", "3"}, "for scenarios"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        WORLD("camera", WRONG[i].words[0], WRONG[i].words[1], WRONG[i].words[2]);
        if (ran->code != 1 || !strstr(ran->err, WRONG[i].said))
            fail_msg("%zu: %d %s", i, ran->code, ran->err);
    }
}

static void mistakes_are_told(void **state) {
    const char *folder = temp_folder(), *bad = temp_path(folder, "bad.json"),
               *out = temp_path(folder, "out.png");
    const char text[] = "{\n  \"things\": [{\"kind\": \"cubes\"}]\n}";
    assert_int_equal(file_write(bad, text, sizeof text - 1, NULL), ERR_NONE);
    WORLD("camera", bad, "-o", out);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "bad.json:2:"));
    assert_non_null(strstr(ran->err, "\"cube\""));
    assert_false(file_exists(out));
    const char *const SIZES[] = {"640", "640x", "0x5", "640x360x", "99999x2", "a", "15x15"};
    for (int i = 0; i < 7; i++) {
        WORLD("camera", "-s", SIZES[i], "-o", out);
        assert_int_equal(ran->code, 1);
        assert_non_null(strstr(ran->err, "640x360"));
    }
    WORLD("camera", "/no/such/file.json");
    assert_int_equal(ran->code, 1);
    WORLD("camera", "-t", "-o", "-");
    assert_int_equal(ran->code, 2);
    WORLD("markers", "circle2");
    assert_int_equal(ran->code, 2);
    assert_non_null(strstr(ran->err, "circles2"));
    WORLD("markers", "--paper", "a5");
    assert_int_equal(ran->code, 2);
    WORLD("markers", "-o", out);
    assert_int_equal(ran->code, 1);
    WORLD("markers", "-o", "/proc/none/x.pdf");
    assert_int_equal(ran->code, 1);
}

static void markers_are_listed_and_drawn(void **state) {
    const char *folder = temp_folder(), *pdf = temp_path(folder, "all.pdf"),
               *one = temp_path(folder, "one.png"), *many = temp_path(folder, "many");
    WORLD("markers");
    assert_int_equal(ran->code, 0);
    for (int i = 0; i < MARKER_COUNT; i++) assert_non_null(strstr(ran->out, MARKERS[i].name));
    WORLD("markers", "-o", pdf);
    assert_int_equal(ran->code, 0);
    struct buf file = {0};
    assert_int_equal(file_read(pdf, 1 << 24, &file, NULL), ERR_NONE);
    assert_memory_equal(file.at, "%PDF-", 5);
    buf_free(&file);
    WORLD("markers", "triangles5", "--cell", "2", "-o", one);
    struct pixels p = picture(one);
    assert_int_equal(p.width, 24);
    for (unsigned y = 0; y < 12; y++)
        for (unsigned x = 0; x < 12; x++)
            assert_int_equal(*pixels_at(&p, 2 * x, 2 * y) < 128, marker_dark(15, x, y));
    pixels_free(&p);
    WORLD("markers", "vector-*", "--svg", "-o", many);
    assert_int_equal(ran->code, 0);
    assert_true(file_exists(temp_path(many, "vector-cube-top.svg")) &&
                file_exists(temp_path(many, "vector-charger.svg")));
    assert_false(file_exists(temp_path(many, "circles2.svg")));
    WORLD("markers", "circles2", "--svg");
    assert_memory_equal(ran->out, "<svg ", 5);
}

TESTS(cmocka_unit_test(a_picture_is_taken), cmocka_unit_test(a_robot_in_a_scenario_is_looked_through),
      cmocka_unit_test(mistakes_are_told), cmocka_unit_test(markers_are_listed_and_drawn))
