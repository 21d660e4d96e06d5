#include "support/support.h"

#include "world/about.h"
#include "world/camera/scene_file.h"

#include <math.h>

static struct arena *arena;

static int begin(void **state) { return (arena = arena_new(1 << 16)) ? 0 : -1; }
static int end(void **state) {
    arena_free(arena);
    return 0;
}

static enum err read(const char *text, struct scene_file *out, struct fault *fault) {
    struct json *json;
    enum err err = json_parse(text_of(text), "s.json", arena, NULL, &json, fault);
    return err ? err : scene_file_read(json, arena, out, fault);
}

static void an_empty_scene_has_all_defaults(void **state) {
    struct scene_file f;
    assert_int_equal(read("{}", &f, NULL), ERR_NONE);
    assert_int_equal(f.count, 0);
    about((double)f.light.lux, 300, 0);
    about((double)f.eye.lens.width, 640, 0);
    struct pose want = eye_in_robot(&vector_model, 0);
    assert_memory_equal(&f.shot.start.at, &want.at, sizeof want.at);
    assert_true(f.shot.owner == 1 && !f.self.cozmo);
}

static void what_is_written_is_read(void **state) {
    struct scene_file f;
    struct fault fault = {0};
    if (read("{\"light\": {\"lux\": 20, \"tint\": \"#ff8000\"},\n"
             " \"camera\": {\"creature\": \"cozmo\", \"serial\": 5, \"at_mm\": [100, -50], \"yaw_deg\": 90, "
             "\"head_deg\": 10, \"gain\": 2},\n"
             " \"things\": [{\"kind\": \"marker\", \"marker\": \"hexagons3\", \"at_mm\": [1, 2, 3], "
             "\"width_mm\": 33},\n"
             "   {\"kind\": \"custom\", \"markers\": [null, \"circles2\"], \"size_mm\": [10, 20, 30]},\n"
             "   {\"kind\": \"person\", \"name\": \"Zo\\u00eb\", \"mood\": \"sad\", \"pitch_deg\": 30, "
             "\"gaze\": [1, -0.5]},\n"
             "   {\"kind\": \"cube\", \"cube\": \"cozmo2\", \"lights\": [\"#010203\"]}, {\"kind\": \"ball\", "
             "\"glow\": 2, \"grain\": \"tiles\"}]}",
             &f, &fault))
        fail_msg("%s", fault.said);
    about((double)f.light.lux, 20, 0), assert_int_equal(f.light.tint.g, 128);
    struct eye_model eye;
    eye_of(&cozmo_model, 5, &eye);
    assert_memory_equal(&eye, &f.eye, sizeof eye);
    about((double)f.shot.gain, 2, 0), about((double)f.shot.start.at.x, 0.1, 1e-4),
        about((double)f.shot.start.at.y, -0.05 + 0.0055, 3e-3);
    assert_int_equal(f.count, 5);
    assert_int_equal(f.things[0].marker, marker_find("hexagons3")),
        about((double)f.things[0].width, 0.033, 1e-6), about((double)f.things[0].pose.at.z, 0.003, 1e-6);
    assert_true(f.things[1].custom.markers[0] == -1 && f.things[1].custom.markers[1] == 0 &&
                f.things[1].custom.markers[2] == -1);
    about((double)f.things[1].custom.size.z, 0.03, 1e-6);
    assert_string_equal(f.things[2].person.name, "Zo\xc3\xab");
    assert_int_equal(f.things[2].person.mood, SCENE_SAD);
    assert_true(quat_apply(f.things[2].person.head.turn, vec3(1, 0, 0)).z > 0.49f); // looks up
    assert_true(f.things[3].cube.kind == MARKER_COZMO_CUBE_2 && f.things[3].cube.lights[0].b == 3);
    assert_true(f.things[4].look.grain == SCENE_TILES && f.things[4].look.glow == 2);
}

static void mistakes_are_named_with_their_place(void **state) {
    const struct {
        const char *text, *said;
        unsigned column;
    } BAD[] = {
        {"[]", "object", 1},
        {"{\"thing\": 1}", "things", 2},
        {"{\"things\": 1}", "list", 12},
        {"{\"things\": [1]}", "kind", 13},
        {"{\"things\": [{}]}", "kind", 13},
        {"{\"things\": [{\"kind\": \"cub\"}]}", "cube", 22},
        {"{\"things\": [{\"kind\": \"cube\", \"yaw\": 1}]}", "yaw_deg", 30},
        {"{\"things\": [{\"kind\": \"cube\", \"at_mm\": [1]}]}", "list of 3", 39},
        {"{\"things\": [{\"kind\": \"cube\", \"at_mm\": [1, 2, 1e9]}]}", "1e9", 46},
        {"{\"things\": [{\"kind\": \"cube\", \"lights\": [\"red\"]}]}", "#ff8000", 41},
        {"{\"things\": [{\"kind\": \"cube\", \"lights\": [\"#12345g\"]}]}", "#ff8000", 41},
        {"{\"things\": [{\"kind\": \"marker\"}]}", "marker", 13},
        {"{\"things\": [{\"kind\": \"marker\", \"marker\": \"circle2\"}]}", "circles2", 42},
        {"{\"things\": [{\"kind\": \"custom\", \"markers\": [1]}]}", "text", 44},
        {"{\"camera\": {\"creature\": \"plea\"}}", "pleo", 25},
        {"{\"camera\": {\"lens\": {}}}", "nrows", 21},
        {"{\"light\": {\"lux\": -1}}", "-1", 19},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct fault fault = {0};
        struct scene_file f;
        enum err err = read(BAD[i].text, &f, &fault);
        if (!err || !strstr(fault.said, BAD[i].said) || fault.column != BAD[i].column || fault.line != 1)
            fail_msg("%s: %s at column %u: %s", BAD[i].text, err_name(err), fault.column, fault.said);
    }
}

static void too_many_things_are_refused(void **state) {
    struct buf text = {0};
    buf_text(&text, "{\"things\": [");
    for (int i = 0; i <= SCENE_FILE_THINGS; i++) buf_text(&text, "{\"kind\": \"box\"},");
    buf_text(&text, "]}");
    struct scene_file f;
    struct fault fault = {0};
    assert_int_equal(read((const char *)text.at, &f, &fault), ERR_LIMIT);
    buf_free(&text);
}

static void the_example_shows_what_it_says(void **state) {
    struct scene_file f;
    assert_int_equal(read(SCENE_FILE_EXAMPLE, &f, NULL), ERR_NONE);
    struct scene_config room = scene_defaults();
    struct lens_config config = lens_defaults();
    config.eye = f.eye;
    struct scene_art *art = scene_art_new();
    struct scene *scene = scene_new(&room, art);
    struct lens *lens = lens_new(&config, NULL);
    scene_begin(scene, &f.light);
    scene_file_draw(&f, scene);
    struct lens_sight s[64];
    uint32_t count = 64, cube = 0, person = 0;
    frame_drop(lens_take(lens, scene, &f.shot, s, &count));
    for (uint32_t i = 0; i < count; i++) {
        cube += !s[i].person && MARKERS[s[i].marker].kind == MARKER_VECTOR_CUBE && s[i].share > 0.5f &&
                s[i].inside;
        person += s[i].person && s[i].inside && s[i].share > 0.5f;
    }
    assert_true(cube == 1 && person == 1);
    assert_int_equal(scene_left_out(scene), 0);
    lens_free(lens), scene_free(scene), scene_art_free(art);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)
TESTS(EACH(an_empty_scene_has_all_defaults), EACH(what_is_written_is_read),
      EACH(mistakes_are_named_with_their_place), EACH(too_many_things_are_refused),
      EACH(the_example_shows_what_it_says))
