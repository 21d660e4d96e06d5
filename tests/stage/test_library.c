// A user's own resources over our clips.
#include "support/support.h"

#include "base/file.h"
#include "stage/library.h"

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
    assert_non_null(strstr(said(), "there is no folder assets/animationGroups; ours is used"));
    assert_int_equal(length_of(library, "anim_poked_giggle"), 396);
    assert_non_null(first_of(library, "ReactToPoke"));
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

// Whatever allocation fails, it is said, and nothing is lost. A library makes a thousand of them: one in a handful is tried.
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

TESTS(cmocka_unit_test(a_tree_lies_over_ours), cmocka_unit_test(what_is_missing_is_ours_and_told_once),
      cmocka_unit_test(cozmo_has_a_tree_of_its_own), cmocka_unit_test(a_folder_that_is_none_is_told),
      cmocka_unit_test(memory_that_is_not_there_is_told))
