// The whole tree: made, found in every way in which it may be named, read part by part, broken, checked, and
// taken away.
#include "cli/run.h"

#include "app/app.h"
#include "base/system/file.h"
#include "codec/bank/wem.h"

static char told[20000];
static size_t told_count;
static void tell(void *user, const struct fault *fault) {
    char line[700];
    size_t len = strlen(told);
    fault_text(fault, line, sizeof line);
    snprintf(told + len, sizeof told - len, "%s\n", line);
    told_count++;
}
static void hush(void) { told[0] = 0, told_count = 0; }
#define TOLD(part)                                                                                           \
    if (!strstr(told, part)) fail_msg("\"%s\" is not in: %s", part, told)

static const char *made(void) {
    struct fault fault = {0};
    const char *folder = temp_path(NULL, "assets");
    if (app_make(folder, &fault)) fail_msg("%s", fault.said);
    return folder;
}
static struct app *opened(const char *folder) {
    struct fault fault = {0};
    struct app *app;
    char said[600];
    if (app_open(folder, &app, &fault)) fail_msg("%s", fault_text(&fault, said, sizeof said));
    return app;
}
static void put(const char *folder, const char *place, const char *text) {
    char path[900];
    snprintf(path, sizeof path, "%s/cozmo_resources/%s", folder, place);
    assert_int_equal(file_write(path, text, strlen(text), NULL), ERR_NONE);
}

static void the_tree_is_found(void **state) {
    const char *assets = made();
    char above[600], inside[700], slash[700];
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(assets, '/') - assets), assets);
    snprintf(inside, sizeof inside, "%s/cozmo_resources", assets);
    snprintf(slash, sizeof slash, "%s//", assets);
    const char *const WAYS[] = {assets, above, inside, slash, NULL};
    setenv("PYCOZMO_DIR", above, 1); // as the public client library does
    for (size_t i = 0; i < 5; i++) {
        struct app *app = opened(WAYS[i]);
        assert_string_equal(app_folder(app), assets);
        assert_true(app_whole(app));
        app_free(app);
    }
    unsetenv("PYCOZMO_DIR");
    setenv("HOME", temp_folder(), 1);
    struct app *app;
    struct fault fault = {0};
    assert_int_equal(app_open(NULL, &app, &fault), ERR_MISSING);
    assert_non_null(strstr(fault.file, ".pycozmo"));
    assert_null(app);
}

static void every_part_is_read(void **state) {
    struct app *app = opened(made());
    static const size_t COUNTS[APP_PARTS] = {
        [APP_FIRMWARE] = 1,   [APP_CLIPS] = 2,         [APP_GROUPS] = 1,      [APP_TRIGGERS] = 2,
        [APP_FACES] = 1,      [APP_CUBE_TRIGGERS] = 1, [APP_CUBE_LIGHTS] = 1, [APP_BACKPACK_LIGHTS] = 1,
        [APP_BANKS] = 1,      [APP_SOUNDS] = 1,        [APP_EMOTIONS] = 7,    [APP_EMOTION_EVENTS] = 2,
        [APP_ACTIVITIES] = 3, [APP_BEHAVIORS] = 2,     [APP_REACTIONS] = 1,
    };
    hush();
    for (int i = 0; i < APP_PARTS; i++) {
        assert_true(app_there(app, (enum app_part)i));
        assert_int_equal(app_count(app, (enum app_part)i), 0); // not before it is asked for
        assert_int_equal(app_load(app, (enum app_part)i, NULL, tell, NULL), 0);
        assert_int_equal(app_load(app, (enum app_part)i, NULL, tell, NULL), 0);
        if (app_count(app, (enum app_part)i) != COUNTS[i])
            fail_msg("%s: %zu", APP_PART[i].name, app_count(app, (enum app_part)i));
    }
    assert_int_equal(app_firmware(app, 0)->head.version, 1);
    assert_true(text_is(app_clip(app, 0)->name, "anim_critter_nod_01"));
    assert_int_equal(app_clip(app, 0)->tracks, 1u << CLIP_LIFT | 1u << CLIP_HEAD | 1u << CLIP_AUDIO);
    assert_int_equal(app_clip(app, 0)->length_ms, 1320);
    assert_true(
        text_is(trigger_find(app_triggers(app, false), TEXT("CritterHello"))->target, "ag_critter_hello"));
    assert_non_null(groups_find(app_groups(app), TEXT("ag_critter_hello")));
    assert_true(app_face(app, 0)->pictures == 2 && text_is(app_face(app, 0)->name, "critter_blink"));
    assert_true(text_is(app_lights(app, true, 0)->name, "critter_glow"));
    assert_true(text_is(app_lights(app, false, 0)->name, "Critter"));
    assert_non_null(app_moods(app));
    struct bank_sound sounds[4];
    struct fault fault = {0};
    struct buf file = {0};
    struct wem wem;
    assert_int_equal(app_event_sounds(app, "play__critter__CHIRP", sounds, 4, &fault), 1);
    assert_int_equal(app_event_sounds(app, "3961976448", sounds, 4, &fault), 1);
    assert_int_equal(app_sound(app, sounds, &file, &fault), ERR_NONE);
    assert_int_equal(wem_read((struct bytes){file.at, file.len}, &wem, &fault), ERR_NONE);
    assert_true(wem.rate == 22050 && wem.frames == 5512);
    assert_int_equal(app_event_sounds(app, "Play__Nothing", sounds, 4, &fault), 0);
    assert_int_equal(fault.err, ERR_UNKNOWN);
    assert_int_equal(app_check(app, NULL, tell, NULL), 0);
    assert_int_equal(told_count, 0);
    buf_free(&file);
    app_free(app);
}

static void streamed_sounds_lie_beside_the_banks(void **state) {
    const char *folder = made();
    put(folder, "sound/English(US)/777.wem", "RIFF");
    struct app *app = opened(folder);
    struct bank_sound streamed = {.source = BANK_STREAMED, .media = 777},
                      lost = {.source = BANK_STREAMED, .media = 778};
    struct buf file = {0};
    struct fault fault = {0};
    assert_int_equal(app_sound(app, &streamed, &file, &fault), ERR_NONE);
    assert_int_equal(file.len, 4);
    assert_int_equal(app_sound(app, &lost, &file, &fault), ERR_MISSING);
    assert_non_null(strstr(fault.said, "778.wem"));
    buf_free(&file);
    app_free(app);
}

static void a_broken_file_is_told_and_the_rest_is_read(void **state) {
    const char *folder = made();
    put(folder, "assets/animations/broken.bin", "no FlatBuffers at all");
    put(folder, "assets/animationGroups/broken.json", "{\"Animations\": [{\"Name\": 5}]}");
    put(folder, "assets/animationGroupMaps/AnimationTriggerMap.json", "{\"Pairs\": [\n{\"CladEvent\": 1}]}");
    put(folder, "config/engine/firmware/short.safe", "{}");
    put(folder, "config/engine/mood_config.json", "{\"decayGraphs\": [");
    put(folder, "config/engine/behaviorSystem/behaviors/broken.json", "{\"behaviorID\": \"x\"}");
    put(folder, "sound/English(US)/Broken.bnk", "RIFFxxxx");
    put(folder, "sound/English(US)/SoundbanksInfo.xml", "<SoundBanksInfo>\n<SoundBank");
    struct app *app = opened(folder);
    hush();
    size_t wrong = 0;
    for (int i = 0; i < APP_PARTS; i++) wrong += app_load(app, (enum app_part)i, NULL, tell, NULL);
    assert_int_equal(wrong, 8);
    assert_int_equal(told_count, 8);
    TOLD("animations/broken.bin");
    TOLD("animationGroups/broken.json:1:");
    TOLD("AnimationTriggerMap.json:2:15: $.Pairs[0].CladEvent");
    TOLD("short.safe: expected a firmware file");
    TOLD("mood_config.json:1:");
    TOLD("behaviors/broken.json:1:1: $: ");
    TOLD("Broken.bnk");
    TOLD("SoundbanksInfo.xml:2:");
    assert_int_equal(app_count(app, APP_CLIPS), 2);
    assert_int_equal(app_count(app, APP_BEHAVIORS), 2);
    assert_int_equal(app_count(app, APP_BANKS), 1);
    assert_null(app_moods(app));
    app_free(app);
}

static void names_that_lead_nowhere_are_found(void **state) {
    const char *folder = made();
    put(folder, "assets/animationGroupMaps/AnimationTriggerMap.json",
        "{\"Pairs\": [{\"CladEvent\": \"CritterHello\", \"AnimName\": \"ag_gone\"}]}");
    put(folder, "assets/animationGroups/more.json",
        "{\"Animations\": [{\"Name\": \"anim_gone\", \"Weight\": 1, \"CooldownTime_Sec\": 0, \"Mood\": "
        "\"Default\"}]}");
    put(folder, "config/engine/behaviorSystem/activities_config.json",
        "[{\"activityID\": \"x\", \"activityType\": \"Feeding\", \"activityStrategy\": {\"type\": "
        "\"Simple\"},\n"
        " \"universalChooser\": {\"behaviors\": [\"behavior_gone\"]}}]");
    put(folder, "config/engine/emotionevents/critter_cliff.json",
        "{\"name\": \"x\", \"emotionAffectors\": [{\"emotionType\": \"Grumpy\", \"value\": 1}]}");
    struct app *app = opened(folder);
    hush();
    assert_int_equal(app_check(app, NULL, tell, NULL), 5);
    TOLD("no group \"ag_gone\"");
    TOLD("no clip \"anim_gone\"");
    TOLD("activities_config.json:1:2: $[0]: there is no behaviour \"behavior_gone\"");
    TOLD("no emotion \"Grumpy\"");
    TOLD("no trigger \"ReactToCliff\""); // which the map had before
    app_free(app);
}

static void only_a_tree_with_its_mark_is_removed(void **state) {
    const char *folder = made();
    char mark[700], tree[700], other[700];
    struct fault fault = {0};
    snprintf(mark, sizeof mark, "%s/resources.txt", folder);
    snprintf(tree, sizeof tree, "%s/cozmo_resources", folder);
    snprintf(other, sizeof other, "%s/letter", folder);
    assert_int_equal(file_write(other, "dear", 4, NULL), ERR_NONE);
    assert_int_equal(app_make(folder, &fault), ERR_EXISTS);
    unlink(mark);
    assert_int_equal(app_remove(folder, NULL), ERR_DENIED);
    assert_true(folder_exists(tree));
    assert_int_equal(file_write(mark, "", 0, NULL), ERR_NONE);
    assert_int_equal(app_remove(folder, NULL), ERR_NONE);
    assert_true(!folder_exists(tree) && !file_exists(mark) && file_exists(other));
    assert_int_equal(app_remove(folder, NULL), ERR_MISSING);
}

static void make_one(void *user) {
    char folder[700];
    struct fault fault = {0};
    static unsigned n;
    snprintf(folder, sizeof folder, "%s/%u", (const char *)user, n++);
    char mark[800];
    snprintf(mark, sizeof mark, "%s/resources.txt", folder);
    enum err err = app_make(folder, &fault);
    char last[900];
    snprintf(last, sizeof last, "%s/cozmo_resources/sound/English(US)/SoundbanksInfo.xml", folder);
    assert_true(err || file_exists(mark));
    assert_true(!file_exists(mark) || file_exists(last)); // whole, or without its mark
}
static void a_full_disk_leaves_no_mark(void **state) {
    assert_true(break_every_write(make_one, (void *)(uintptr_t)temp_folder()) > 20);
}

static struct ran *critter(int code, const char *const *words) {
    const char *argv[16] = {getenv("CRITTER"), "cozmo", "app"};
    for (int i = 0; words[i]; i++) argv[3 + i] = words[i];
    struct ran *ran = run_child(NULL, argv);
    if (ran->code != code) fail_msg("%d: %s%s", ran->code, ran->out, ran->err);
    return ran;
}
#define CRITTER(code, ...) critter(code, (const char *const[]){__VA_ARGS__, NULL})
#define SAYS(text, part)                                                                                     \
    if (!strstr(text, part)) fail_msg("\"%s\" is not in: %s", part, text)

static void the_command_shows_it_all(void **state) {
    const char *folder = temp_path(NULL, "assets");
    char wav[800];
    CRITTER(0, "make", folder);
    SAYS(CRITTER(0, "status", "-d", folder)->out, "activities            3  what he does all day");
    for (int i = 0; i < APP_PARTS; i++) {
        struct ran *ran = CRITTER(0, "list", APP_PART[i].name, "-d", folder, "--json");
        assert_true(ran->out[0] == '{' && ran->out[strlen(ran->out) - 2] == '}');
        assert_true(!strncmp(ran->out, "{\"name\":\"", 9)); // that is what a part is asked for by
        assert_true(CRITTER(0, "list", APP_PART[i].name, "-d", folder)->out[0]);
    }
    SAYS(CRITTER(0, "list", "reactions", "-d", folder)->out, "CliffDetected  ");
    SAYS(CRITTER(0, "check", "-d", folder)->out, "0 found");
    char bank[800], away[820];
    snprintf(bank, sizeof bank, "%s/cozmo_resources/sound/English(US)/Critter.bnk", folder);
    snprintf(away, sizeof away, "%s.away", bank);
    assert_int_equal(rename(bank, away), 0);
    SAYS(CRITTER(1, "check", "-d", folder)->err, "the event \"Play__Critter__Chirp\"");
    assert_int_equal(rename(away, bank), 0);
    snprintf(wav, sizeof wav, "%s/a.wav", folder);
    SAYS(CRITTER(0, "sound", "Play__Critter__Chirp", wav, "-d", folder)->out, "1 of 1");
    assert_true(file_exists(wav));
    SAYS(CRITTER(1, "sound", "Play__Gone", wav, "-d", folder)->err, "Play__Gone");
    SAYS(CRITTER(2, "sound", "Play__Critter__Chirp", wav, "-n", "2", "-d", folder)->err, "1, not 2");
    SAYS(CRITTER(2, "list", "animation", "-d", folder)->err, "did you mean animations");
    SAYS(CRITTER(2, "lift", "animations")->err, "lift");
    SAYS(CRITTER(2, "list")->err, "a part");
    put(folder, "config/engine/behaviorSystem/activities_config.json",
        "[{\"activityID\": \"x\", \"activityType\": \"Feeding\", \"activityStrategy\": {\"type\": "
        "\"Simple\"},\n"
        " \"universalChooser\": {\"behaviors\": [\"CritterHello\", \"ReactToCliff\"]}}]");
    SAYS(CRITTER(0, "list", "activities", "-d", folder, "--json")->out,
         "\"universalChooser.behaviors\":[\"CritterHello\",\"ReactToCliff\"]");
    put(folder, "config/engine/mood_config.json", "{}");
    SAYS(CRITTER(1, "status", "-d", folder)->err, "mood_config.json:1:1");
    SAYS(CRITTER(1, "check", "-d", folder)->out, "1 found");
    CRITTER(0, "remove", "-d", folder);
    SAYS(CRITTER(1, "status", "-d", folder)->err, "cozmo_resources");
    SAYS(CRITTER(0, "--help")->out, "resources.txt");
}

TESTS(cmocka_unit_test(the_tree_is_found), cmocka_unit_test(every_part_is_read),
      cmocka_unit_test(streamed_sounds_lie_beside_the_banks),
      cmocka_unit_test(a_broken_file_is_told_and_the_rest_is_read),
      cmocka_unit_test(names_that_lead_nowhere_are_found),
      cmocka_unit_test(only_a_tree_with_its_mark_is_removed), cmocka_unit_test(a_full_disk_leaves_no_mark),
      cmocka_unit_test(the_command_shows_it_all))
