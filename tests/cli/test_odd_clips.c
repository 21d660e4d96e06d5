// What is odd in a clip, a face or a user's tree is told with its place, once, and all the rest goes on.
#include "cli/run.h"

#include "base/buf.h"
#include "base/system/file.h"

static struct ran *ran;
static char tree[1024], clip[1100], png[1100];

#define RUN(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))

static void put(const char *path, const char *text) {
    char whole[1200];
    snprintf(whole, sizeof whole, "%s/%s", tree, path);
    char *file = strrchr(whole, '/');
    *file = 0;
    assert_int_equal(folder_make(whole, NULL), ERR_NONE);
    *file = '/';
    assert_int_equal(file_write(whole, text, strlen(text), NULL), ERR_NONE);
}

static unsigned times(const char *all, const char *what) {
    unsigned count = 0;
    for (; (all = strstr(all, what)); all++) count++;
    return count;
}

#define SHOWS                                                                                                \
    "[{\"Name\": \"FaceAnimationKeyFrame\", \"triggerTime_ms\": 66, \"animName\": \"face_nosuch\"},"         \
    " {\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 0, \"durationTime_ms\": 99, \"angle_deg\": 9, "  \
    "\"angleVariability_deg\": 0}]"

static int make_tree(void **state) {
    snprintf(tree, sizeof tree, "%s", temp_folder());
    snprintf(clip, sizeof clip, "%s/assets/animations/anim_my_01.json", tree);
    snprintf(png, sizeof png, "%s/x.png", tree);
    put("assets/animations/anim_my_01.json", "{\"anim_my_01\": " SHOWS "}");
    put("assets/animations/anim_answer_yes_01.bin", "\x10\0\0\0 but no more of it");
    put("assets/animationGroups/ag_my.json",
        "{\"Animations\": [{\"Name\": \"anim_my_01\", \"Weight\": 1, \"Mood\": \"Default\"}, {\"Name\": "
        "\"anim_lost_01\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    put("assets/cladToFileMaps/AnimationTriggerMap.json",
        "[{\"CladEvent\": \"Mine\", \"AnimName\": \"ag_my\"}]");
    return 0;
}

static void a_missing_picture_is_told_with_its_place(void **state) {
    RUN("clip", "play", clip, "-t", "/dev/null");
    assert_int_equal(ran->code, 0); // played all the same
    assert_non_null(strstr(ran->err, "anim_my_01: 1 of its pictures is not there"));
    assert_non_null(strstr(ran->err, "FaceAnimationKeyFrame at 66 ms: face_nosuch"));
    RUN("clip", "play", "anim_blackjack_deal_01", "-t", "/dev/null");
    assert_string_equal(ran->err, "");
}

static void a_tree_is_complained_about_once(void **state) {
    RUN("clip", "play", "Mine", "--resources", tree, "-t", "/dev/null", "--strip", png);
    assert_int_equal(ran->code, 0);
    assert_int_equal(times(ran->err, "could not be read"), 1);
    assert_non_null(strstr(ran->err, "anim_answer_yes_01.bin: "));
    assert_int_equal(times(ran->err, "anim_lost_01"), 1);
    assert_int_equal(times(ran->err, "anim_my_01, FaceAnimationKeyFrame at 66 ms: face_nosuch"), 1);
    RUN("clip", "play", "anim_a*", "--resources", tree, "-t", "/dev/null"); // many clips
    assert_int_equal(times(ran->err, "could not be read"), 1);
    RUN("clip", "show", "anim_answer_yes_01", "--resources", tree); // ours
    assert_int_equal(ran->code, 0);
    RUN("sim", "tabletop", "--seconds", "1", "--resources", tree); // and the robot lives
    assert_int_equal(ran->code, 0);
    assert_int_equal(times(ran->err, "could not be read"), 1);
}

// Whoever asks what is wrong with a tree is told all of it, pictures that claim to be huge and banks too.
static void checking_a_tree_names_every_broken_file(void **state) {
    put("assets/animations/anim_cut_01.json", "{\"anim_cut_01\": [");
    put("assets/sprites/independentSprites/one.png", "no picture");
    put("config/engine/eye_color_config.json", "{\"TIP_OVER_TEAL\": {\"Hue\": 7, \"Saturation\": 1}}");
    put("sound/Init.bnk", "BKHD\xff\xff\xff\x3f and no more");
    put("config/engine/tts_config.json", "{\"Voices\": ");
    RUN("check", "resources", tree);
    assert_int_equal(ran->code, 1);
    static const char *const NAMED[] = {
        "anim_answer_yes_01.bin: ", "anim_cut_01.json:1:18: ", "one.png: PNG",
        "eye_color_config.json:1:", "Init.bnk: sound bank",    "1 group, 1 trigger of theirs",
        "tts_config.json:1:12: ",   ": 6 things broken\n"};
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++)
        if (times(ran->err, NAMED[i]) != 1) fail_msg("%s is not named once in: %s", NAMED[i], ran->err);
}

static void a_tree_that_is_only_odd_passes(void **state) {
    char kept[sizeof tree];
    snprintf(kept, sizeof kept, "%s", tree);
    make_tree(state); // one of its own, without the clip that is cut off
    assert_int_equal(remove(temp_path(tree, "assets/animations/anim_answer_yes_01.bin")), 0);
    put("assets/animationGroups/ag_mood.json",
        "{\"Animations\": [{\"Name\": \"anim_my_01\", \"Weight\": 1, \"Mood\": \"Cheerful\"}]}");
    put("LocalizedStrings/en-US/Words.json", "{}");
    RUN("check", "resources", tree);
    assert_int_equal(ran->code, 0);
    assert_int_equal(times(ran->err, "the mood \"Cheerful\" is not known"), 1);
    assert_int_equal(times(ran->err, "anim_lost_01"), 1);
    assert_int_equal(times(ran->err, "broken"), 0);
    put("LocalizedStrings/en-US/Words.json", "{]");
    RUN("check", "resources", tree, "--json");
    assert_int_equal(ran->code, 1);
    assert_int_equal(times(ran->err, "Words.json:1:2: "), 1);
    assert_int_equal(times(ran->err, ": 1 thing broken\n"), 1);
    put("LocalizedStrings/en-US/Words.json", "{}");
    assert_int_equal(remove(temp_path(tree, "assets/cladToFileMaps/AnimationTriggerMap.json")), 0);
    assert_int_equal(remove(temp_path(tree, "assets/cladToFileMaps")), 0);
    RUN("check", "resources", tree); // nobody's: only what it has is told
    assert_int_equal(ran->code, 0);
    assert_int_equal(times(ran->err, "with --robot they are read, too"), 1);
    snprintf(tree, sizeof tree, "%s", kept);
}

// A whole FlatBuffer whose root table has no fields.
static void a_file_without_clips_is_told(void **state) {
    char path[1100];
    snprintf(path, sizeof path, "%s/none.bin", tree);
    assert_int_equal(file_write(path, "\x08\0\0\0\x04\0\x04\0\x04\0\0", 12, NULL), ERR_NONE);
    static const char *const COMMANDS[] = {"show", "play"};
    for (int i = 0; i < 2; i++) {
        RUN("clip", COMMANDS[i], path);
        assert_int_equal(ran->code, 1);
        assert_string_equal(ran->out, "");
        assert_non_null(strstr(ran->err, "none.bin: there is no clip in it"));
    }
}

static void patterns_show_all_that_fit(void **state) {
    RUN("clip", "show", "anim_answer_*");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "\"anim_answer_yes_01\": ["));
    assert_non_null(strstr(ran->out, "\"anim_answer_no_01\": ["));
    assert_null(strstr(ran->out, "\"anim_idle"));
    RUN("clip", "show", "zz*", "-r", "cozmo");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "cozmo has no clip that fits \"zz*\""));
}

static void patterns_stand_for_files_where_no_shell_does(void **state) {
    char pattern[1100], into[1100];
    snprintf(pattern, sizeof pattern, "%s/assets/anima?ions/*.*", tree);
    snprintf(into, sizeof into, "%s/into", tree);
    RUN("clip", "convert", "--into", into, pattern);
    assert_int_equal(ran->code, 1); // one of them is broken
    assert_non_null(strstr(ran->out, "1 of 2 files into "));
    for (int i = 0; i < 2; i++) {
        RUN("bank", i ? "extract" : "list", "zz*.bnk");
        assert_int_equal(ran->code, 1);
        assert_non_null(strstr(ran->err, "zz*.bnk: no file fits this pattern"));
    }
    snprintf(pattern, sizeof pattern, "%s/assets/anim*/*.bin", tree);
    RUN("bank", "list", pattern); // it fits a file, which is none
    assert_non_null(strstr(ran->err, "anim_answer_yes_01.bin: expected a sound bank"));
}

static void numbers_out_of_range_are_named(void **state) {
    struct buf face = {0};
    buf_printf(&face, "0,0,1,-1,0");
    for (int i = 0; i < 50; i++) buf_printf(&face, ",%s", i == 25 + 13 ? "7" : "0.5");
    buf_byte(&face, 0);
    RUN("face", "draw", (const char *)face.at, "-o", png);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "the face's scale y is -1; 0 is drawn, and others"));
    ((char *)face.at)[strcspn((char *)face.at, "-")] = ' '; // 1 instead of -1
    RUN("face", "draw", (const char *)face.at, "-o", png);
    static const char ALONE[] = "critter face draw: the right eye's UpperLidY is 7; 1 is drawn\nwrote ";
    assert_memory_equal(ran->err, ALONE, sizeof ALONE - 1);
    buf_free(&face);
}

// A parameter that no bank has is said to be none; what is no parameter, no robot and no folder is refused.
static void odd_wishes_are_told(void **state) {
    char tune[1100], made[1100];
    snprintf(tune, sizeof tune, "%s/mine.json", temp_folder());
    snprintf(made, sizeof made, "%s/Mine.bnk", temp_folder());
    FILE *file = fopen(tune, "w");
    fputs(
        "{\"bank\": \"Mine\", \"version\": 128, \"rate\": 32000, \"parameters\": {\"Joy\": {\"value\": 1}}, "
        "\"sounds\": {\"x\": {\"layers\": [{\"ms\": 30}]}}, \"events\": [[\"X\", \"x\"]]}",
        file);
    fclose(file);
    RUN("bank", "make", tune, "-q", "-o", made);
    assert_int_equal(ran->code, 0);
    RUN("bank", "play", made, "X", "-o", png, "--set", "joy=0.5");
    assert_int_equal(ran->code, 0);
    assert_null(strstr(ran->err, "critter ")); // only that it was written
    RUN("bank", "play", made, "X", "-o", png, "--set", "Jay=0.5");
    assert_int_equal(ran->code, 0);
    static const char ODD[] = "critter bank play: no parameter of these banks is called \"Jay\"\nwrote ";
    assert_memory_equal(ran->err, ODD, sizeof ODD - 1);
    RUN("bank", "play", made, "X", "-o", png, "--set", "=0.5");
    assert_int_equal(ran->code, 1);
    RUN("bank", "play", made, "X", "-o", png, "--robot", "pleo");
    assert_int_equal(ran->code, 2);
    RUN("clip", "make", "-r", "pleo", "-o", ""); // a mistake must not write into the root
    assert_int_equal(ran->code, 2);
    assert_non_null(strstr(ran->err, "--output: the path is empty"));
}

TESTS(cmocka_unit_test_setup(a_missing_picture_is_told_with_its_place, make_tree),
      cmocka_unit_test(a_tree_is_complained_about_once), cmocka_unit_test(a_file_without_clips_is_told),
      cmocka_unit_test(patterns_show_all_that_fit),
      cmocka_unit_test(patterns_stand_for_files_where_no_shell_does),
      cmocka_unit_test(numbers_out_of_range_are_named), cmocka_unit_test(odd_wishes_are_told),
      cmocka_unit_test(a_tree_that_is_only_odd_passes),
      cmocka_unit_test(checking_a_tree_names_every_broken_file))
