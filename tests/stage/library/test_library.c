// A user's own resources over our clips.
#include "support/support.h"

#include "base/system/file.h"
#include "stage/library/library.h"
#include "stage/library/resources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *root;
static struct buf notes;

static void put(const char *name, const void *bytes, size_t len) {
    char path[700], folder[700];
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/%s", root, name);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    if (folder_make(folder, &fault) || file_write(path, bytes, len, &fault))
        fault_print(&fault, stderr), fail();
}
static void put_text(const char *name, const char *text) { put(name, text, strlen(text)); }

// A clip of 396 ms in which the head nods, as a binary file.
static void put_clips(const char *file, enum clip_dialect dialect, const char *const *names, size_t count) {
    static struct clip_head heads[2] = {{0, 198, -5, 0}, {198, 198, 10, 0}};
    struct clip clips[8] = {0};
    struct buf out = {0};
    struct fault fault = {0};
    for (size_t i = 0; i < count; i++)
        clips[i] = (struct clip){.name = text_of(names[i]), .keys.head = {heads, 2}};
    struct clips all = {.list = {clips, count}, .dialect = dialect};
    assert_int_equal(clips_write_bin(&all, &out, &fault), ERR_NONE);
    put(file, out.at, out.len);
    buf_free(&out);
}

static struct library *open_with(const char *creature, struct fault *fault) {
    struct library_config config = {.creature = creature, .resources = root, .notes = &notes};
    buf_clear(&notes);
    struct library *library = library_open(&config, fault);
    buf_byte(&notes, 0);
    return library;
}

static const char *said(void) { return (const char *)notes.at; }

static size_t lines(void) {
    size_t count = 0;
    for (const char *c = said(); *c; c++) count += *c == '\n';
    return count;
}

static const struct clip *first_of(const struct library *library, const char *trigger) {
    const struct library_trigger *t = library_trigger(library, text_of(trigger));
    return t ? library_clip_of(library, &t->group->items[0]) : NULL;
}

static uint32_t length_of(const struct library *library, const char *clip) {
    const struct clip *found = library_clip(library, text_of(clip));
    return found ? clip_length_ms(found) : 0;
}

static void a_tree_lies_over_ours(void **state) {
    struct fault fault = {0};
    root = temp_folder();
    put_clips("assets/animations/theirs.bin", CLIP_VECTOR,
              (const char *const[]){"anim_poked_giggle", "anim_theirs_01"}, 2);
    put_text("assets/animations/deep/er/anim_text_01.json",
             "// theirs\n{\"anim_text_01\": [{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 0, "
             "\"durationTime_ms\": 330, \"angle_deg\": 20}]}");
    put_text("assets/animationGroups/poke/ag_poke.json",
             "{\"Animations\": [{\"Name\": \"anim_theirs_01\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    put_text("assets/animationGroups/ag_new.json",
             "{\"animations\": [{\"Name\": \"anim_text_01\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    put_text("assets/cladToFileMaps/AnimationTriggerMap.json",
             "[{\"CladEvent\": \"ReactToPoke\", \"AnimName\": \"AG_Poke\"}, {\"CladEvent\": \"OfTheirs\", "
             "\"AnimName\": \"ag_new\"}, "
             "{\"CladEvent\": \"Hello\", \"AnimName\": \"ag_greet_bye\"}, {\"CladEvent\": \"JustAClip\", "
             "\"AnimName\": \"anim_theirs_01\"}]");
    put_text("assets/cladToFileMaps/BackpackAnimationTriggerMap.json",
             "[{\"CladEvent\": \"Charging\", \"AnimName\": \"mycharge\"}]");
    put_text("config/engine/lights/backpackLights/mycharge.json",
             "{\"onColors\": [[1,0,0,1],[1,0,0,1],[1,0,0,1]], \"offColors\": "
             "[[0,0,0,1],[0,0,0,1],[0,0,0,1]], \"onPeriod_ms\": [500,500,500], "
             "\"offPeriod_ms\": [500,500,500], \"transitionOnPeriod_ms\": [0,0,0], "
             "\"transitionOffPeriod_ms\": [0,0,0], \"offset\": [0,0,0]}");
    struct library *library = open_with("vector", &fault);
    if (!library) fail_msg("%s", fault.said);
    assert_non_null(strstr(said(), "there are no pictures (assets/sprites); ours are used"));
    if (lines() != 1) fail_msg("%s", said());
    assert_int_equal(length_of(library, "anim_poked_giggle"), 396); // theirs instead of ours
    assert_int_equal(length_of(library, "anim_theirs_01"), 396);
    assert_int_equal(length_of(library, "anim_text_01"), 330);
    assert_true(length_of(library, "anim_majorwin_01") > 1000); // ours, where they have none
    assert_true(text_is(first_of(library, "ReactToPoke")->name, "anim_theirs_01"));
    assert_true(text_is(first_of(library, "OfTheirs")->name, "anim_text_01"));
    assert_true(text_is(first_of(library, "JustAClip")->name, "anim_theirs_01"));
    assert_non_null(first_of(library, "ReactToCliff"));
    assert_true(first_of(library, "ReactToPokeStartled") ==
                first_of(library, "ReactToPoke")); // our trigger, their group
    assert_int_equal(library_backpack(library, "Charging")->steps[0].pattern.lamps[0].on.r, 255);
    assert_int_equal(library->clip_count - library->our_clips, 3);
    library_free(library);
    // The same from a folder above.
    const char *inside = root;
    char above[700];
    root = temp_folder();
    snprintf(above, sizeof above, "%s/anki/data/assets", root);
    assert_int_equal(folder_make(above, &fault), ERR_NONE);
    snprintf(above + strlen(above), sizeof above - strlen(above), "/cozmo_resources");
    assert_int_equal(rename(inside, above), 0);
    library = open_with("vector", &fault);
    assert_int_equal(length_of(library, "anim_poked_giggle"), 396);
    library_free(library);
}

// A cube's pattern as the robots' own files have it: each value four times, once a lamp.
static const char CUBE[] =
    "[{\"duration_ms\": 500.0, \"canBeOverridden\": false, \"pattern\": {"
    "\"onColors\": [[7,0,0,255], [7,0,0,255], [7,0,0,255], [7,0,0,255]], "
    "\"offColors\": [[0,0,0,0], [0,0,0,0], [0,0,0,0], [0,0,0,0]], "
    "\"onPeriod_ms\": [100, 100, 100, 100], \"offPeriod_ms\": [100, 100, 100, 100], "
    "\"transitionOnPeriod_ms\": [0, 0, 0, 0], \"transitionOffPeriod_ms\": [0, 0, 0, 0], "
    "\"offset\": [0, 0, 0, 0], \"rotationPeriod_ms\": 100}}]";

// Lights of cubes, the spinner's map and the colours of eyes lie over ours, too.
static void small_things_lie_over_ours(void **state) {
    struct fault fault = {0};
    root = temp_folder();
    struct library *library = library_open(&(struct library_config){.creature = "vector"}, &fault);
    assert_non_null(library);
    assert_int_equal(library->spinner.count, 5);
    for (uint32_t i = 0; i < library->spinner.count; i++) { // all that the game names is there
        const struct spinner_colour *c = &library->spinner.colours[i];
        const struct text cube[] = {c->cube.celebration,   c->cube.cycle,   c->cube.locked,
                                    c->cube.pulse,         c->cube.lock_in, library->spinner.start,
                                    library->spinner.error},
                          back[] = {c->backpack.celebration, c->backpack.hold, c->backpack.select};
        char name[64];
        for (int k = 0; k < 7; k++)
            text_copy(cube[k], name, sizeof name), assert_non_null(library_cube(library, name));
        for (int k = 0; k < 3; k++)
            text_copy(back[k], name, sizeof name), assert_non_null(library_backpack(library, name));
    }
    assert_null(library_cube(library, "NoSuch"));
    library_free(library);
    put_text("assets/animations/none.json", "{\"anim_n_01\": []}");
    put_text("assets/animationGroups/ag_n.json", "{\"Animations\": []}");
    put_text("assets/cladToFileMaps/AnimationTriggerMap.json", "[]");
    put_text("assets/cladToFileMaps/CubeAnimationTriggerMap.json",
             "[{\"CladEvent\": \"Connected\", \"AnimName\": \"theirs\"}]");
    put_text("config/engine/lights/cubeLights/deep/theirs.json", CUBE);
    put_text("config/engine/eye_color_config.json",
             "{\"NON_LINEAR_LIME\": {\"Hue\": 0.25, \"Saturation\": 0.5}}");
    put_text("config/engine/behaviorComponent/cubeSpinnerLightMaps.json",
             "{\"startGameCubeLights\": \"Connected\", \"playerErrorCubeLights\": \"Connected\", "
             "\"lightMap\": [{\"debugColorName\": \"Red\", "
             "\"backpackLights\": {\"celebration\": \"a\", \"holdTarget\": \"b\", \"selectTarget\": \"c\"}, "
             "\"cubeLights\": {\"celebration\": \"d\", "
             "\"cycle\": \"e\", \"locked\": \"f\", \"lockedPulse\": \"g\", \"lockIn\": \"h\"}}]}");
    library = open_with("vector", &fault);
    assert_non_null(library);
    assert_int_equal(library_cube(library, "Connected")->steps[0].pattern.lamps[2].on.r, 7);
    assert_int_equal(library_cube(library, "Connected")->steps[0].pattern.rotate_ms, 100);
    assert_non_null(library_cube(library, "Carrying")); // ours, where they have none
    assert_true(library->eye_colours[3].hue == 0.25f && library->eye_colours[0].hue == 0.42f);
    assert_int_equal(library->spinner.count, 1);
    library_free(library);
    put_text("config/engine/eye_color_config.json",
             "{\"NON_LINEAR_LIME\": {\"Hue\": 25, \"Saturation\": 0.5}}");
    library = open_with("vector", &fault);
    assert_non_null(strstr(said(), "eye_color_config.json:1:"));
    assert_true(library->eye_colours[3].hue == 0.21f); // ours
    library_free(library);
}

struct seen {
    uint32_t files;
    char last[512];
};
static enum err see(void *user, const char *path, const char *relative, struct fault *fault) {
    struct seen *seen = user;
    seen->files++;
    snprintf(seen->last, sizeof seen->last, "%s", path);
    (void)relative, (void)fault;
    return ERR_NONE;
}

// A file of every kind where each robot has it: each is found as its kind and as no other.
static void every_kind_is_found_where_it_lies(void **state) {
    static const struct {
        enum resource_kind kind;
        const char *vector, *cozmo;
    } FILES[] = {
        {RESOURCE_CLIPS, "assets/animations/a/b.bin", "assets/animations/c.json"},
        {RESOURCE_GROUPS, "assets/animationGroups/x/ag_a.json", "assets/animationGroups/ag_b.json"},
        {RESOURCE_TRIGGERS, "assets/cladToFileMaps/AnimationTriggerMap.json",
         "assets/animationGroupMaps/someMap.json"},
        {RESOURCE_MANIFEST, "assets/sprites/anim_manifest.json", NULL},
        {RESOURCE_BACKPACK_LIGHTS, "config/engine/lights/backpackLights/x/charging.json",
         "config/engine/lights/backpackLights/patterns.json"},
        {RESOURCE_BACKPACK_TRIGGERS, "assets/cladToFileMaps/BackpackAnimationTriggerMap.json", NULL},
        {RESOURCE_CUBE_LIGHTS, "config/engine/lights/cubeLights/y/c.json",
         "config/engine/lights/cubeLights/d.json"},
        {RESOURCE_CUBE_TRIGGERS, "assets/cladToFileMaps/CubeAnimationTriggerMap.json",
         "assets/cubeAnimationGroupMaps/m.json"},
        {RESOURCE_SPINNER, "config/engine/behaviorComponent/cubeSpinnerLightMaps.json", NULL},
        {RESOURCE_LAYOUTS, "assets/compositeImageResources/imageLayouts/l/l.json", NULL},
        {RESOURCE_LAYOUT_TRIGGERS, "assets/cladToFileMaps/CompositeImageLayoutMap.json", NULL},
        {RESOURCE_IMAGE_MAPS, "assets/compositeImageResources/imageMaps/m.json", NULL},
        {RESOURCE_IMAGE_MAP_TRIGGERS, "assets/cladToFileMaps/CompositeImageMapMap.json", NULL},
        {RESOURCE_SPRITES, "assets/sprites/independentSprites/digits/zero.png", NULL},
        {RESOURCE_SPRITES, "config/sprites/independentSprites/one.png", NULL},
        {RESOURCE_SPRITES, "config/devOnlySprites/independentSprites/two.png", NULL},
        {RESOURCE_SPRITES, "config/facePNGs/three.png", NULL},
        {RESOURCE_SEQUENCES, "assets/sprites/spriteSequences/rain/rain_00.png",
         "assets/faceAnimations/f/f_0.png"},
        {RESOURCE_BOOT_MOVIE, "config/engine/animations/boot_anim.raw", NULL},
        {RESOURCE_EYE_COLOURS, "config/engine/eye_color_config.json", NULL},
        {RESOURCE_SOUNDS, "sound/Init.bnk", "sound/English(US)/1.wem"},
        {RESOURCE_SPEECH, "config/engine/tts_config.json", "config/engine/tts_config.json"},
        {RESOURCE_VOICES, "tts/co-US/data.bin", "tts/voice.dat"},
        {RESOURCE_STRINGS, "LocalizedStrings/de-DE/BehaviorStrings.json",
         "assets/LocalizedStrings/en-US/a.json"},
        {RESOURCE_WEATHER_WORDS, "config/engine/behaviorComponent/weather/condition_to_tts.json", NULL},
        {RESOURCE_REWARDS, NULL, "assets/RewardedActions/r.json"},
    };
    for (int cozmo = 0; cozmo < 2; cozmo++) {
        struct resources tree;
        struct fault fault = {0};
        uint32_t kinds = 0;
        root = temp_folder();
        for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
            if (cozmo ? FILES[i].cozmo : FILES[i].vector)
                put_text(cozmo ? FILES[i].cozmo : FILES[i].vector, "x");
        put_text("assets/animations/read me.txt", "no clip");
        assert_int_equal(resources_open(root, &tree, &fault), ERR_NONE);
        assert_int_equal(tree.robot, cozmo ? RESOURCES_COZMO : RESOURCES_VECTOR);
        for (int kind = 0; kind < RESOURCE_KINDS; kind++) {
            struct seen seen = {0};
            uint32_t wanted = 0;
            assert_non_null(resource_name((enum resource_kind)kind));
            assert_int_equal(resources_each(&tree, (enum resource_kind)kind, see, &seen, &fault), ERR_NONE);
            for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
                const char *file = cozmo ? FILES[i].cozmo : FILES[i].vector;
                if ((int)FILES[i].kind != kind || !file) continue;
                wanted++;
                if (text_ends(text_of(seen.last), file)) kinds++;
            }
            if (seen.files != wanted)
                fail_msg("%s: %u files instead of %u", resource_name((enum resource_kind)kind), seen.files,
                         wanted);
        }
        assert_int_equal(kinds, cozmo ? 12 : 22);
    }
}

static void what_is_missing_is_ours_and_told_once(void **state) {
    struct fault fault = {0};
    root = temp_folder();
    put_clips("assets/animations/theirs.bin", CLIP_VECTOR, (const char *const[]){"anim_theirs_01"}, 1);
    put_text("assets/animations/broken.bin", "this is no clip file, however long one looks at it");
    put_text("assets/animations/broken.json", "{\"anim_x\": [{\"Name\": \"HeadAngleKeyFrame\" ");
    put_text("assets/animationGroups/ag_poke.json",
             "{\"Animations\": [{\"Name\": \"anim_gone_01\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    put_text(
        "assets/animationGroups/ag_cliff.json",
        "{\"Animations\": [{\"Name\": \"anim_gone_02\", \"Weight\": 1, \"Mood\": \"Default\"}, {\"Name\": "
        "\"anim_theirs_01\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    put_text("assets/cladToFileMaps/AnimationTriggerMap.json",
             "[{\"CladEvent\": \"ReactToPickup\", \"AnimName\": \"ag_nowhere\"}, {\"CladEvent\": "
             "\"ReactToCliff\", \"AnimName\": \"ag_cliff\"}]");
    struct library *library = open_with("vector", &fault);
    if (!library) fail_msg("%s", fault.said);
    assert_non_null(strstr(said(), "2 files could not be read, ours are used; the first: "));
    assert_non_null(strstr(said(), "broken.bin"));
    assert_non_null(strstr(
        said(), "3 clips or groups are named and are not there, ours are used; the first: anim_gone_02"));
    assert_non_null(strstr(said(), "there are no pictures (assets/sprites); ours are used"));
    if (lines() != 3) fail_msg("%s", said());
    assert_true(text_starts(first_of(library, "ReactToPoke")->name, "anim_poked_"));
    assert_true(text_starts(first_of(library, "ReactToPickup")->name, "anim_rtpickup_"));
    assert_true(text_is(first_of(library, "ReactToCliff")->name, "anim_theirs_01"));
    assert_int_equal(library_trigger(library, TEXT("ReactToCliff"))->group->count, 1);
    library_free(library);

    // Only clips: the rest is ours, and each sort is told in a line.
    root = temp_folder();
    put_clips("assets/animations/theirs.bin", CLIP_VECTOR, (const char *const[]){"anim_poked_giggle"}, 1);
    library = open_with("vector", &fault);
    assert_non_null(strstr(said(), "there are no groups; ours are used"));
    assert_int_equal(length_of(library, "anim_poked_giggle"), 396);
    assert_non_null(first_of(library, "ReactToPoke"));
    library_free(library);
}

// What counts only in part is told, too: how much of it, and where the first stands; all of it for whoever
// checks the tree.
static void what_is_odd_is_told_with_its_place(void **state) {
    struct fault fault = {0};
    root = temp_folder();
    put_text("assets/animations/anim_far_01.json", "{\"anim_far_01\": [{\"Name\": \"HeadAngleKeyFrame\", "
                                                   "\"triggerTime_ms\": 33, \"durationTime_ms\": 66, "
                                                   "\"angle_deg\": 100}]}");
    put_text("assets/animationGroups/ag_far.json",
             "{\"Animations\": [{\"Name\": \"anim_far_01\", \"Weight\": 1, \"Mood\": \"Default\"},\n"
             " {\"Name\": \"anim_far_01\", \"Weight\": 1, \"Mood\": \"Jolly\"}]}");
    put_text("assets/cladToFileMaps/AnimationTriggerMap.json",
             "[{\"CladEvent\": \"Far\", \"AnimName\": \"ag_far\"},\n {\"CladEvent\": \"Far\", \"AnimName\": "
             "\"ag_far\"}]");
    struct library *library = open_with("vector", &fault);
    if (!library) fail_msg("%s", fault.said);
    assert_non_null(strstr(said(), "3 things were odd and mended or left out; the first: "));
    assert_non_null(strstr(said(),
                           "assets/animations/anim_far_01.json: anim_far_01: 1 value was past what the "
                           "robot does and brought into range; the first: HeadAngleKeyFrame at 33 ms, "
                           "100 (-25 to 45)"));
    assert_true(first_of(library, "Far")->keys.head.at[0].angle_deg == 45);
    library_free(library);

    struct library_config config = {.creature = "vector", .resources = root, .notes = &notes, .each = true};
    buf_clear(&notes);
    library = library_open(&config, &fault);
    assert_non_null(library);
    buf_byte(&notes, 0);
    assert_non_null(strstr(said(), "anim_far_01.json: anim_far_01: 1 value was"));
    assert_non_null(strstr(said(), "ag_far.json:2:2: the mood \"Jolly\" is not known"));
    assert_non_null(strstr(said(), "AnimationTriggerMap.json:2:2: the trigger \"Far\" stands there already"));
    library_free(library);
}

static void cozmo_has_a_tree_of_its_own(void **state) {
    struct fault fault = {0};
    root = temp_folder();
    put_clips("assets/animations/theirs.bin", CLIP_COZMO,
              (const char *const[]){"anim_bored_01", "anim_theirs_01"}, 2);
    put_text("assets/animationGroups/ag_mine.json",
             "{\"Animations\": [{\"Name\": \"anim_theirs_01\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    put_text("assets/animationGroupMaps/AnimationTriggerMap.json",
             "{\"Pairs\": [{\"CladEvent\": \"MajorWin\", \"AnimName\": \"ag_mine\"}]}");
    put_text("config/engine/lights/backpackLights/backpackLightPatterns.json",
             "{\"off\": {\"onColors\": [[1,1,0,1],[1,1,0,1],[1,1,0,1],[1,1,0,1],[1,1,0,1]], \"offColors\": "
             "[[0,0,0,1],[0,0,0,1],[0,0,0,1],[0,0,0,1],[0,0,0,1]], "
             "\"onPeriod_ms\": [0,0,0,0,0], \"offPeriod_ms\": [0,0,0,0,0], \"transitionOnPeriod_ms\": "
             "[0,0,0,0,0], \"transitionOffPeriod_ms\": [0,0,0,0,0], \"offset\": [0,0,0,0,0]}}");
    struct library *library = open_with("cozmo", &fault);
    if (!library) fail_msg("%s", fault.said);
    assert_string_equal(said(), "");
    assert_int_equal(length_of(library, "anim_bored_01"), 396);
    assert_true(text_is(first_of(library, "MajorWin")->name, "anim_theirs_01"));
    assert_int_equal(library_backpack(library, "Off")->steps[0].pattern.lamps[0].on.r, 255);
    library_free(library);
    // A Vector beside it lets it be.
    library = open_with("vector", &fault);
    assert_non_null(strstr(said(), "these are the other robot's resources; vector keeps to ours"));
    assert_int_equal(lines(), 1);
    assert_int_equal(library->clip_count, library->our_clips);
    library_free(library);
}

static void a_folder_that_is_none_is_told(void **state) {
    struct fault fault = {0};
    root = "/nonexistent/folder";
    assert_null(open_with("vector", &fault));
    assert_non_null(strstr(fault.said, "no such folder"));
    fault = (struct fault){0};
    root = temp_folder();
    assert_null(open_with("vector", &fault));
    assert_non_null(strstr(fault.said, "expected a robot's resources"));
    fault = (struct fault){0};
    struct library_config config = {.creature = "pleo"};
    assert_null(library_open(&config, &fault));
    assert_true(fault.err != ERR_NONE);
}

// Whatever allocation fails, it is said, and nothing is lost. A library makes a thousand of them: one in a
// handful is tried.
static bool open_once(void) {
    struct fault fault = {0};
    struct library_config config = {.creature = "vector", .resources = root, .notes = &notes};
    buf_clear(&notes);
    struct library *library = library_open(&config, &fault);
    if (!library) assert_true(fault.err != ERR_NONE);
    if (library) assert_true(library->clip_count > 200);
    library_free(library);
    return library;
}
static void memory_that_is_not_there_is_told(void **state) {
    root = temp_folder();
    put_clips("assets/animations/theirs.bin", CLIP_VECTOR, (const char *const[]){"anim_poked_giggle"}, 1);
    put_text("assets/animationGroups/ag_poke.json",
             "{\"Animations\": [{\"Name\": \"anim_poked_giggle\", \"Weight\": 1, \"Mood\": \"Default\"}]}");
    unsigned before = alloc_count();
    assert_true(open_once());
    unsigned all = alloc_count() - before, failed = 0;
    for (unsigned n = 1; n <= all; n += n < 20 ? 1 : 11) {
        alloc_break_after(n);
        failed += !open_once();
        alloc_break_after(0);
    }
    assert_in_range(failed, 20, all);
}

TESTS(cmocka_unit_test(a_tree_lies_over_ours), cmocka_unit_test(small_things_lie_over_ours),
      cmocka_unit_test(every_kind_is_found_where_it_lies),
      cmocka_unit_test(what_is_missing_is_ours_and_told_once),
      cmocka_unit_test(what_is_odd_is_told_with_its_place), cmocka_unit_test(cozmo_has_a_tree_of_its_own),
      cmocka_unit_test(a_folder_that_is_none_is_told), cmocka_unit_test(memory_that_is_not_there_is_told))
