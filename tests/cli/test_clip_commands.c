// The commands of the group clip, run as a person runs them.
#include "cli/run.h"

static struct ran *ran;
static char vector[1200], cozmo[1200], clips[1024], out[1024], other[1024];

#define CLIP(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "clip", __VA_ARGS__, NULL}))

static int find_files(void **state) {
    const char *root = getenv("SOURCE");
    root = root ? root : ".";
    snprintf(clips, sizeof clips, "%s/tests/codec/clips", root);
    snprintf(vector, sizeof vector, "%s/vector.json", clips);
    snprintf(cozmo, sizeof cozmo, "%s/cozmo.json", clips);
    const char *folder = temp_folder();
    snprintf(out, sizeof out, "%s/out.bin", folder);
    snprintf(other, sizeof other, "%s/other.json", folder);
    return 0;
}

static void files_and_folders_are_listed(void **state) {
    CLIP("list", vector);
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "anim_vector_01 ", 15);
    assert_non_null(strstr(ran->out, "1160 ms  vector  lift 2, face 2, head 2, sound 1, lights 2, sprites 1, "
                                     "event 1, body 3, record 2, turn 1, sprite box 3"));
    CLIP("list", "--json", clips);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "{\"name\":\"anim_cozmo_02\",\"length_ms\":0,\"dialect\":\"cozmo\","));
    assert_non_null(strstr(ran->out, "\"name\":\"anim_early_01\""));
    assert_non_null(strstr(ran->out, "\"index\":1,\"tracks\":{\"HeadAngleKeyFrame\":1}}"));
    CLIP("list", "/nowhere.bin", vector);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "/nowhere.bin"));
    assert_non_null(strstr(ran->out, "anim_vector_02")); // the rest is listed all the same
    CLIP("list", "--dialect", "pleo", vector);
    assert_int_equal(ran->code, 2);
    assert_non_null(strstr(ran->err, "--dialect pleo: expected cozmo, early, vector or auto"));
}

static void a_clip_goes_to_the_other_robot_and_back(void **state) {
    CLIP("convert", "--to", "cozmo", vector, out);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "vector.json: anim_vector_01: 3 sprite box key-frames left out"));
    CLIP("check", out);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "fine, 2 clips for cozmo"));
    CLIP("convert", "--to", "vector", out, other);
    assert_int_equal(ran->code, 0);
    CLIP("convert", "--form", "a", "--clip", "anim_vector_01", other);
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "{\n  \"anim_vector_01\": [", 23);
    CLIP("convert", "--form", "a", other);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "form a holds one clip, and there are 2"));
    CLIP("convert", "--clip", "anim_vector_1", other);
    assert_non_null(strstr(ran->err, "did you mean \"anim_vector_01\"?"));
    CLIP("convert", "--form", "c", other);
    assert_int_equal(ran->code, 2);
}

static void mistakes_are_named_with_their_place(void **state) {
    FILE *file = fopen(other, "w");
    assert_non_null(file);
    fputs("{\"a\": [\n {\"Name\": \"HeadAngleKeyFrame\", \"angle_deg\": 400}]}\n", file);
    fclose(file);
    CLIP("check", other, vector);
    assert_int_equal(ran->code, 1);
    assert_non_null(
        strstr(ran->err, "other.json:2:45: $.a[0].angle_deg: expected a number from -128 to 127, found 400"));
    assert_non_null(strstr(ran->out, "vector.json: fine"));
    file = fopen(other, "w");
    assert_non_null(file);
    fputs("{\"a\": [{\"Name\": \"HeadAngleKeyFrame\", \"angle_deg\": 90}]}\n", file);
    fclose(file);
    CLIP("check", "--quiet", other);
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "");
    assert_non_null(strstr(ran->err, "a: 1 values were past"));
    CLIP("check", "--strict", other);
    assert_int_equal(ran->code, 1);
    file = fopen(out, "w");
    assert_non_null(file);
    fputs("this is no clip file at all", file);
    fclose(file);
    CLIP("check", out);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "out.bin: $: byte 0: an offset that leads out of the file"));
}

static void the_manifest_is_made_and_compared(void **state) {
    CLIP("manifest", vector, cozmo);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "\"name\": \"anim_vector_01\",\n    \"length_ms\": 1160"));
    FILE *file = fopen(other, "w");
    assert_non_null(file);
    fputs(ran->out, file);
    fclose(file);
    CLIP("manifest", "--compare", other, vector, cozmo);
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->err, "");
    CLIP("manifest", "--compare", other, clips);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "anim_early_01: not listed, is 1160 ms long"));
}

#define TEST(name) cmocka_unit_test_setup(name, find_files)
TESTS(TEST(files_and_folders_are_listed), TEST(a_clip_goes_to_the_other_robot_and_back),
      TEST(mistakes_are_named_with_their_place), TEST(the_manifest_is_made_and_compared))
