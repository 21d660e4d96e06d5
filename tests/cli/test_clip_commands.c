// The commands of the group clip, run as a person runs them.
#include "cli/run.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "codec/sound/wav.h"

#include <stdlib.h>

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

// Thousands of files, made once for all who only read them.
static char tree[1024], tree_said[4096];
static void make_tree(void) {
    if (*tree) return;
    snprintf(tree, sizeof tree, "%s/tree", temp_folder());
    CLIP("make", "-o", tree);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, " files into "));
    assert_non_null(strstr(ran->err, "/cozmo, "));
    assert_true(snprintf(tree_said, sizeof tree_said, "%s", ran->out) < (int)sizeof tree_said);
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
    CLIP("verify", out);
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
    CLIP("verify", other, vector);
    assert_int_equal(ran->code, 1);
    assert_non_null(
        strstr(ran->err, "other.json:2:45: $.a[0].angle_deg: expected a number from -128 to 127, found 400"));
    assert_non_null(strstr(ran->out, "vector.json: fine"));
    file = fopen(other, "w");
    assert_non_null(file);
    fputs("{\"a\": [{\"Name\": \"HeadAngleKeyFrame\", \"angle_deg\": 90}]}\n", file);
    fclose(file);
    CLIP("verify", "--quiet", other);
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "");
    assert_non_null(strstr(ran->err, "a: 1 value was past"));
    CLIP("verify", "--strict", other);
    assert_int_equal(ran->code, 1);
    file = fopen(out, "w");
    assert_non_null(file);
    fputs("this is no clip file at all", file);
    fclose(file);
    CLIP("verify", out);
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
static void a_clip_is_shown_and_played(void **state) {
    CLIP("show", vector, "anim_vector_02");
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "{\n  \"anim_vector_02\": [", 23);
    CLIP("show", vector, "anim_vector_2");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(
        ran->err, "vector.json: there is no clip \"anim_vector_2\"; did you mean \"anim_vector_02\"?"));
    CLIP("play", vector, "anim_vector_01", "--trace", "-");
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "     0 anim_vector_01 started, tag 1\n", 37);
    assert_non_null(strstr(ran->out, "    66 sound switch 3 = 4\n"));
    assert_non_null(strstr(ran->out, "  1188 anim_vector_01 ended, tag 1\n"));
    CLIP("play", vector, "--output", other, "--trace", out, "--loops", "2");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "");
    FILE *png = fopen(other, "rb");
    uint8_t head[64] = {0};
    assert_non_null(png);
    assert_int_equal(fread(head, 1, sizeof head, png), sizeof head);
    fclose(png);
    assert_memory_equal(head, "\x89PNG", 4);
    assert_memory_equal(head + 37, "acTL\0\0\0\x4a", 8); // twice 37 steps
    CLIP("play", vector, "--robot", "pleo");
    assert_int_equal(ran->code, 2);
    CLIP("play", vector, "--output", "-", "--trace", "-");
    assert_int_equal(ran->code, 2);
    CLIP("play", vector, "--output", "/nowhere/x.png");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "/nowhere/x.png"));
}

// Nobody has to ask for more than the clip to see it, and who knows a part of its name finds it.
static void a_clip_is_found_and_drawn_unasked(void **state) {
    CLIP("list", "giggle", "--robot", "cozmo");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "anim_poked_giggle"));
    assert_null(strstr(ran->out, "anim_hello"));
    CLIP("list", "no_such_word");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "no clip has \"no_such_word\" in its name"));
    CLIP("play", "anim_poked_giggle", "--robot", "cozmo");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "\x1b[48;2;")); // a drawing
    assert_null(strstr(ran->out, "anim_poked_giggle started"));
    CLIP("play", "anim_poked_giggle", "--robot", "cozmo", "--trace", "-");
    assert_null(strstr(ran->out, "\x1b["));
    assert_non_null(strstr(ran->out, "anim_poked_giggle started"));
}

// Those that come with the program, without any file.
// Wherever it comes from, a clip is the same life to the last line.
static void a_clip_plays_the_same_out_of_every_file(void **state) {
    static const char *const NAMES[] = {"anim_poked_giggle", "anim_answer_no_01"}, *const FORMS[] = {"a",
                                                                                                     "b"};
    char file[1200], *own = NULL;
    make_tree();
    for (int i = 0; i < 4; i++) {
        const char *robot = i & 1 ? "cozmo" : "vector", *name = NAMES[i >> 1];
        CLIP("play", name, "--robot", robot, "--trace", "-");
        assert_int_equal(ran->code, 0);
        free(own);
        own = strdup(ran->out);
        snprintf(file, sizeof file, "%s/%s", tree, robot);
        CLIP("play", name, "--robot", robot, "--resources", file, "--trace", "-");
        assert_string_equal(ran->out, own);
        snprintf(file, sizeof file, "%s/%s/assets/animations/%s.bin", tree, robot, i & 2 ? "mood" : "feel");
        CLIP("play", file, name, "--robot", robot, "--trace", "-");
        assert_string_equal(ran->out, own);
        for (int f = 0; f < 2; f++) {
            CLIP("convert", file, other, "--clip", name, "--form", FORMS[f], "--from", robot);
            assert_int_equal(ran->code, 0);
            CLIP("play", other, "--robot", robot, "--trace", "-");
            assert_string_equal(ran->out, own);
        }
    }
    free(own);
}

struct written {
    unsigned pictures, layouts, maps, movies;
    size_t movie_bytes;
};
static enum err count_file(void *user, const char *path, const char *relative, struct fault *fault) {
    struct written *w = user;
    struct buf file = {0};
    size_t len = strlen(relative);
    w->pictures += len > 4 && !strcmp(relative + len - 4, ".png");
    w->layouts += strstr(relative, "compositeImageResources/imageLayouts/") != NULL;
    w->maps += strstr(relative, "compositeImageResources/imageMaps/") != NULL;
    if (!strstr(relative, "boot_anim.raw")) return ERR_NONE;
    enum err err = file_read(path, 8 << 20, &file, fault);
    w->movies++, w->movie_bytes += file.len;
    buf_free(&file);
    return err;
}

// As many pictures as it says lie there: files, and in Vector's boot movie 184 by 96 points of two bytes
// each. All of its screens have their layouts and maps; Cozmo has no such screens.
static void a_made_tree_holds_what_was_said(void **state) {
    char folder[1200], line[1300];
    make_tree();
    static const char *const ROBOTS[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct written w = {0};
        unsigned clips_, groups, pictures;
        snprintf(folder, sizeof folder, "%s/%s", tree, ROBOTS[i]);
        snprintf(line, sizeof line, "%s: ", folder);
        const char *said = strstr(tree_said, line);
        assert_non_null(said);
        assert_int_equal(
            sscanf(said + strlen(line), "%u clips, %u groups, %u pictures", &clips_, &groups, &pictures), 3);
        assert_int_equal(folder_walk(folder, count_file, &w, NULL), ERR_NONE);
        assert_int_equal(w.movie_bytes % (184 * 96 * 2), 0);
        assert_int_equal(pictures, w.pictures + w.movie_bytes / (184 * 96 * 2));
        assert_int_equal(w.movies, i ? 0 : 1);
        assert_int_equal(w.layouts, i ? 0 : 8);
        assert_int_equal(w.maps, i ? 0 : 8);
    }
}

static void the_robots_own_clips_are_listed_played_and_made(void **state) {
    CLIP("list", "--robot", "cozmo");
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "anim_answer_dontknow_01 ", 24);
    CLIP("list");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, " vector "));
    CLIP("triggers", "--robot", "vector");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "vector  Affirmative "));
    CLIP("play", "anim_poked_giggle", "--robot", "cozmo", "--trace", "-", "--strip", other);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "anim_poked_giggle started, tag 1\n"));
    FILE *png = fopen(other, "rb");
    uint8_t head[24] = {0};
    assert_non_null(png);
    assert_int_equal(fread(head, 1, sizeof head, png), sizeof head);
    fclose(png);
    assert_memory_equal(head, "\x89PNG", 4);
    assert_int_equal(head[18] << 8 | head[19], 8 * (128 + 4)); // eight faces in a row
    CLIP("play", "ReactToCliff", "--world");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "0.000 s  head"));
    CLIP("play", "anim_poked_gigle");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "did you mean \"anim_poked_giggle\"?"));
    CLIP("play", vector, "--world");
    assert_int_equal(ran->code, 2);
    CLIP("list", "--robot", "pleo");
    assert_int_equal(ran->code, 2);
    CLIP("list", "--robot", "vector", "--resources", "/nowhere");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "/nowhere: there is no such folder"));
    FILE *score = fopen(out, "wb");
    assert_non_null(score);
    fputs("{\"clips\": {\"anim_nod_01\": {\"head\": [[0, 600, -5, \"wave\", 2]]}}}", score);
    fclose(score);
    CLIP("make", out, "--robot", "cozmo", "--json", "-o", other);
    assert_int_equal(ran->code, 0);
    CLIP("verify", other);
    assert_int_equal(ran->code, 0);
    CLIP("make", out, "--json");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "anim_nod_01"));
    CLIP("make", vector);
    assert_int_equal(ran->code, 1);
    CLIP("make");
    assert_int_equal(ran->code, 2);
}

static void light_patterns_are_shown(void **state) {
#define LIGHT(...)                                                                                           \
    (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "light", "show", __VA_ARGS__, NULL}))
    static const char TEXT_OF[] =
        "{\"one\": {\"onColors\": [[0,1,0],[0,0,0],[0,0,0],[0,0,0],[1,0,0]], \"onPeriod_ms\": "
        "[100,0,0,0,0],\n"
        "\"offPeriod_ms\": [200,0,0,0,0]}, \"two\": {\"onColors\": [[1,1,1],[0,0,0],[0,0,0]]}}";
    FILE *file = fopen(other, "wb");
    assert_non_null(file);
    fputs(TEXT_OF, file);
    fclose(file);
    LIGHT(other, "ONE");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "      0 ms  #00ff00 #000000 #000000 #000000 #ff0000\n"
                                  "    100 ms  #000000 #000000 #000000 #000000 #ff0000\n"
                                  "    200 ms  #000000 #000000 #000000 #000000 #ff0000\n");
    LIGHT(other);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "there are several patterns; name one of one, two"));
    LIGHT(other, "three");
    assert_int_equal(ran->code, 1);
    LIGHT(other, "two", "--output", "-");
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "\x89PNG", 4);
    LIGHT(other, "two", "--output", "-", "--length", "3600000", "--every", "1");
    assert_non_null(strstr(ran->err, "raise --every"));
    LIGHT(vector);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "vector.json:"));
}

static uint32_t wav_frames(const char *path, uint32_t *rate, int *loudest) {
    struct buf file = {0};
    struct wav wav;
    assert_int_equal(file_read(path, 16 << 20, &file, NULL), ERR_NONE);
    assert_int_equal(wav_read((struct bytes){file.at, file.len}, &wav, NULL), ERR_NONE);
    assert_int_equal(wav.channels, 1);
    *rate = wav.rate, *loudest = 0;
    for (size_t i = 0; i < wav.frames; i++)
        if (abs(wav_s16(&wav, i, 0)) > *loudest) *loudest = abs(wav_s16(&wav, i, 0));
    uint32_t frames = (uint32_t)wav.frames;
    buf_free(&file);
    return frames;
}

// A clip as it is heard: as long as it is and as its last sound rings, at its robot's rate.
static void a_clip_is_heard(void **state) {
    uint32_t rate;
    int loudest;
    CLIP("play", "anim_poked_giggle", "--robot", "cozmo", "--trace", "/dev/null", "--wav", other);
    assert_int_equal(ran->code, 0);
    uint32_t frames = wav_frames(other, &rate, &loudest);
    assert_int_equal(rate, 22320);
    assert_in_range(frames, 22320 * 1848 / 1000, 22320 * 4);
    assert_true(loudest > 1000);
    CLIP("play", "anim_poked_giggle", "--wav", other, "--world");
    assert_int_equal(ran->code, 0);
    frames = wav_frames(other, &rate, &loudest);
    assert_int_equal(rate, 32000);
    assert_true(frames > 32000 * 1848 / 1000 && loudest > 1000);
    CLIP("play", "anim_turn_left_01", "--trace", "-", "--wav", "-");
    assert_int_equal(ran->code, 2);
    CLIP("play", "anim_turn_left_01", "--trace", "/dev/null", "--wav", "/nowhere/x.wav");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "/nowhere/x.wav"));
}

static bool is_there(const char *folder, const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_exists(path);
}

static void many_are_done_at_once(void **state) {
    const char *folder = temp_folder();
    char pictures[500], sounds[500], all[1200], for_cozmo[500];
    snprintf(pictures, sizeof pictures, "%s/pictures", folder);
    snprintf(sounds, sizeof sounds, "%s/sounds", folder);
    snprintf(for_cozmo, sizeof for_cozmo, "%s/cozmo", folder);
    CLIP("list", "anim_idle_s*", "--robot", "vector");
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "anim_idle_sigh_01 ", 18);
    assert_null(strstr(ran->out, "poked"));
    CLIP("list", "anim_zz*");
    assert_int_equal(ran->code, 1);
    CLIP("play", "anim_idle_s*", "--strip", pictures, "--wav", sounds);
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, "3 clips played\n");
    assert_true(is_there(pictures, "anim_idle_sneeze_01.png") &&
                is_there(sounds, "anim_idle_stretch_01.wav"));
    CLIP("play", "anim_zz*");
    assert_int_equal(ran->code, 1);
    make_tree();
    snprintf(all, sizeof all, "%s/vector/assets/animations/*.bin", tree);
    CLIP("convert", "--to", "cozmo", "--into", for_cozmo, all);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "8 files into "));
    assert_true(is_there(for_cozmo, "feel.bin"));
    CLIP("verify", "--strict", "--dialect", "cozmo", for_cozmo); // nothing in it that Cozmo does not do
    assert_int_equal(ran->code, 0);
    CLIP("verify", "/nowhere/*.bin");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "no file fits this pattern"));
    CLIP("show", "anim_idle_sigh_01", "--robot", "cozmo");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "\"anim_idle_sigh_01\": ["));
    snprintf(all, sizeof all, "%s/vector", tree);
    ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "check", "resources", all, NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "\nclips                     8  assets/animations\n"));
    assert_non_null(strstr(ran->out, "\neye colours               1  config/engine/eye_color_config.json\n"));
    ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "check", "resources", folder, NULL});
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "expected a robot's resources"));
}

static void lights_of_our_own_are_listed_and_shown(void **state) {
    ran = run_child(
        NULL, (const char *const[]){getenv("CRITTER"), "light", "list", "SpinnerRed*", "-r", "vector", NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, " back  3 lamps"));
    assert_non_null(strstr(ran->out, " cube  4 lamps"));
    LIGHT("Connected", "--every", "120"); // once round, then pulses, then a glow
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "      0 ms  #00ff80 #000000 #000000 #000000\n    120 ms  #000000 "));
    LIGHT("Connectde");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "did you mean \"Connected\"?"));
    LIGHT("Charging", "--robot", "cozmo", "-l", "1");
    assert_int_equal(ran->code, 0);
    assert_int_equal(strlen(ran->out), 11 + 5 * 8 + 1);
}

// Of a trigger's clips each is drawn by one seed or another, and by the same seed always the same.
static void a_trigger_s_clip_is_drawn_by_the_seed(void **state) {
    static const char *const CLIPS[] = {"anim_poked_annoyed_01 started", "anim_poked_giggle started",
                                        "anim_poked_startled_01 started"};
    unsigned met = 0;
    for (int n = 1; n <= 24; n++) {
        char seed[8];
        int drawn[2] = {-1, -1};
        snprintf(seed, sizeof seed, "%d", n);
        for (int again = 0; again < 2; again++) {
            CLIP("play", "ReactToPoke", "--robot", "vector", "--seed", seed, "--trace", "-");
            assert_int_equal(ran->code, 0);
            for (int i = 0; i < 3; i++)
                if (strstr(ran->out, CLIPS[i])) drawn[again] = i;
        }
        assert_true(drawn[0] >= 0);
        assert_int_equal(drawn[0], drawn[1]);
        met |= 1u << drawn[0];
    }
    assert_int_equal(met, 7);
}

// A clip that leaves the face alone leaves the eyes there.
static void a_strip_shows_eyes_that_no_clip_moves(void **state) {
    static const char NOD[] = "{\"anim_nod_01\": [{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 0, "
                              "\"durationTime_ms\": 99, \"angle_deg\": 5}]}";
    char path[1100];
    struct buf file = {0};
    struct pixels strip;
    snprintf(path, sizeof path, "%s/nod.json", temp_folder());
    assert_int_equal(file_write(path, NOD, sizeof NOD - 1, NULL), ERR_NONE);
    CLIP("play", path, "--robot", "vector", "--strip", other, "--trace", "/dev/null");
    assert_int_equal(ran->code, 0);
    assert_int_equal(file_read(other, 1 << 20, &file, NULL), ERR_NONE);
    assert_int_equal(png_decode((struct bytes){file.at, file.len}, 3, &strip, NULL), ERR_NONE);
    assert_true(pixels_at(&strip, 56, 48)[1] > 128); // the middle of the eye on the left
    pixels_free(&strip);
    buf_free(&file);
}

TESTS(TEST(a_clip_is_shown_and_played), TEST(a_clip_is_found_and_drawn_unasked),
      TEST(a_trigger_s_clip_is_drawn_by_the_seed), TEST(a_strip_shows_eyes_that_no_clip_moves),
      TEST(a_clip_plays_the_same_out_of_every_file), TEST(a_clip_is_heard), TEST(many_are_done_at_once),
      TEST(lights_of_our_own_are_listed_and_shown), TEST(the_robots_own_clips_are_listed_played_and_made),
      TEST(light_patterns_are_shown), TEST(files_and_folders_are_listed),
      TEST(a_clip_goes_to_the_other_robot_and_back), TEST(mistakes_are_named_with_their_place),
      TEST(the_manifest_is_made_and_compared), TEST(a_made_tree_holds_what_was_said))
