// Documents: kept whole or not at all, with their version, in a folder or in memory.
#include "support/fine.h"
#include "support/support.h"

#include "base/system/file.h"
#include "store/features.h"
#include "store/photos.h"
#include "store/store.h"

#include <stdio.h>

static char folder[512];
static struct arena *arena;
static int begin(void **state) {
    snprintf(folder, sizeof folder, "%s/state", temp_folder());
    arena = arena_new(8 << 10);
    fault = (struct fault){0};
    return 0;
}
static int end(void **state) {
    arena_free(arena);
    return 0;
}

static void lives(struct store *store) {
    struct store_document document;
    uint64_t version = 0;
    int64_t n;
    assert_int_equal(store_read(store, "cats", arena, &document, NULL), ERR_MISSING);
    fine(store_write(store, "cats", TEXT("{\"n\": 1}"), &version, &fault));
    assert_int_equal(version, 1);
    fine(store_write(store, "cats", TEXT("{\"n\": 2}"), &version, &fault));
    assert_int_equal(version, 2);
    fine(store_write(store, "dogs", TEXT("{}"), &version, &fault));
    fine(store_read(store, "cats", arena, &document, &fault));
    fine(json_get_int(document.body, "n", 0, 9, &n, &fault));
    assert_true(n == 2 && document.version == 2);
    assert_int_equal(store_write(store, "../cats", TEXT("{}"), &version, NULL), ERR_SYNTAX);
    assert_int_equal(store_read(store, "", arena, &document, NULL), ERR_SYNTAX);
}

static void documents_live_in_a_folder_and_in_memory(void **state) {
    struct store *store = store_open(NULL, &fault);
    lives(store);
    store_close(store);
    store = store_open(folder, &fault);
    lives(store);
    store_close(store);
    struct store_document document;
    store = store_open(folder, &fault); // another day
    fine(store_read(store, "cats", arena, &document, &fault));
    assert_int_equal(document.version, 2);
    store_close(store);
}

static void a_full_disk_leaves_a_whole_one(void **state) {
    struct store *store = store_open(folder, &fault);
    struct store_document document;
    uint64_t version;
    int64_t n;
    fine(store_write(store, "cats", TEXT("{\"n\": 1}"), &version, &fault));
    for (unsigned steps = 1; steps < 9; steps++) {
        file_break_after(steps);
        enum err err = store_write(store, "cats", TEXT("{\"n\": 2}"), &version, NULL);
        if (file_break_after(0)) break;
        assert_int_not_equal(err, ERR_NONE);
        fine(store_read(store, "cats", arena, &document, &fault));
        fine(json_get_int(document.body, "n", 1, 2, &n, &fault)); // whole, whichever it is
    }
    store_close(store);
}

static void what_is_newer_is_left_alone(void **state) {
    char path[600];
    struct store *store = store_open(folder, &fault);
    struct store_document document;
    uint64_t version;
    static const char NEWER[] = "{\"format\":2,\"version\":9,\"document\":{}}",
                      BROKEN[] = "{\"format\":1,\"ver";
    snprintf(path, sizeof path, "%s/cats.json", folder);
    fine(file_write(path, NEWER, sizeof NEWER - 1, &fault));
    assert_int_equal(store_read(store, "cats", arena, &document, &fault), ERR_VERSION);
    assert_non_null(strstr(fault.file, "cats.json"));
    assert_int_equal(store_write(store, "cats", TEXT("{}"), &version, NULL), ERR_VERSION);
    fine(file_write(path, BROKEN, sizeof BROKEN - 1, &(struct fault){0}));
    fault = (struct fault){0};
    assert_int_not_equal(store_read(store, "cats", arena, &document, &fault), ERR_NONE);
    assert_true(fault.line == 1);
    store_close(store);
}

// As a Vector itself keeps it: it is read, and goes on in our form.
static void a_robots_own_document_is_taken_over(void **state) {
    static const char OWN[] = "{\"client_metadata\":\"\",\"cloud_accessed\":true,\"cloud_get_time\":5,"
                              "\"doc_version\":41,\"fmt_version\":1,\"jdoc\":{\"n\":3}}",
                      NEWER[] = "{\"doc_version\":41,\"fmt_version\":2,\"jdoc\":{}}",
                      WRONG[] = "{\"doc_version\":41,\"fmt_version\":1,\"jdoc\":[]}";
    char path[600];
    struct store *store = store_open(folder, &fault);
    struct store_document document;
    uint64_t version;
    int64_t n;
    snprintf(path, sizeof path, "%s/owned.json", folder);
    fine(file_write(path, OWN, sizeof OWN - 1, &fault));
    fine(store_read(store, "owned", arena, &document, &fault));
    fine(json_get_int(document.body, "n", 0, 9, &n, &fault));
    assert_true(n == 3 && document.version == 41);
    fine(store_write(store, "owned", TEXT("{\"n\": 4}"), &version, &fault));
    assert_int_equal(version, 42);
    fine(store_read(store, "owned", arena, &document, &fault));
    assert_int_equal(document.version, 42);
    fine(file_write(path, NEWER, sizeof NEWER - 1, &fault));
    assert_int_equal(store_write(store, "owned", TEXT("{}"), &version, NULL), ERR_VERSION);
    fine(file_write(path, WRONG, sizeof WRONG - 1, &fault));
    assert_int_equal(store_read(store, "owned", arena, &document, &fault), ERR_TYPE);
    assert_non_null(strstr(fault.said, "jdoc"));
    fault = (struct fault){0};
    store_close(store);
}

static enum err add(struct store *store, const char *words, uint32_t *id) {
    struct photo_bytes files = {text_of(words), TEXT("small")};
    fault = (struct fault){0};
    return photos_add(store, 1600000000, &files, id, &fault);
}

static void the_oldest_photo_makes_room(void **state) {
    struct store *store = store_open(NULL, &fault);
    struct photo list[PHOTOS_MAX];
    struct buf bytes = {0};
    size_t count;
    uint32_t id;
    assert_int_equal(add(store, "nowhere", &id), ERR_STATE);
    store_close(store);
    store = store_open(folder, &fault);
    for (unsigned i = 1; i <= PHOTOS_MAX + 2; i++) {
        fine(add(store, "whole", &id));
        assert_int_equal(id, i);
    }
    fine(photos_list(store, list, &count, &fault));
    assert_int_equal(count, PHOTOS_MAX);
    assert_true(list[0].id == 3 && list[PHOTOS_MAX - 1].id == PHOTOS_MAX + 2 && !list[0].copied);
    assert_int_equal(photos_read(store, 2, PHOTO_WHOLE, &bytes, NULL), ERR_MISSING);
    fine(photos_read(store, 3, PHOTO_SMALL, &bytes, &fault));
    assert_true(bytes.len == 5 && memcmp(bytes.at, "small", 5) == 0);
    fine(photos_delete(store, PHOTOS_MAX + 2, &fault));
    fine(add(store, "whole", &id));
    assert_int_equal(id, PHOTOS_MAX + 3); // numbers are not used again
    store_close(store);
    buf_free(&bytes);
}

static void a_full_disk_keeps_the_photos_there_are(void **state) {
    struct store *store = store_open(folder, &fault);
    struct photo list[PHOTOS_MAX];
    struct buf bytes = {0};
    size_t count;
    uint32_t id;
    fine(add(store, "first", &id));
    for (unsigned steps = 1; steps < 40; steps++) {
        file_break_after(steps);
        enum err err = add(store, "second", &id);
        if (file_break_after(0)) break;
        assert_int_not_equal(err, ERR_NONE);
        fault = (struct fault){0};
        fine(photos_list(store, list, &count, &fault));
        assert_true(count >= 1 && list[0].id == 1);
        for (size_t i = 0; i < count; i++) fine(photos_read(store, list[i].id, PHOTO_WHOLE, &bytes, &fault));
        assert_true(steps < 39);
    }
    store_close(store);
    buf_free(&bytes);
}

static void every_feature_is_found(void **state) {
    size_t count;
    const struct feature *all = features(&count);
    assert_int_equal(count, 30);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(feature_named(text_of(all[i].name)), &all[i]);
        if (i) assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
    }
    assert_true(feature_named(TEXT("Keepaway"))->on && !feature_named(TEXT("Laser"))->on);
}

static void features_are_switched_and_read_again(void **state) {
    struct store *store = store_open(folder, &fault);
    struct feature_switches switches = {~0u, ~0u}, again;
    const struct feature *dancing = feature_named(TEXT("Dancing")), *laser = feature_named(TEXT("Laser"));
    fine(features_read(store, &switches, &fault)); // nothing was written: as built
    assert_true(!switches.on && !switches.off);
    fine(features_set(&switches, TEXT("Dancing"), FEATURE_OFF, &fault));
    fine(features_set(&switches, TEXT("Laser"), FEATURE_ON, &fault));
    fine(features_set(&switches, TEXT("Volume"), FEATURE_OFF, &fault));
    fine(features_set(&switches, TEXT("Volume"), FEATURE_AS_BUILT, &fault));
    fine(features_write(store, &switches, &fault));
    store_close(store);
    store = store_open(folder, &fault); // another day
    fine(features_read(store, &again, &fault));
    assert_memory_equal(&again, &switches, sizeof again);
    assert_true(!feature_is_on(dancing, &again) && feature_is_on(laser, &again));
    assert_int_equal(feature_state(dancing, &again), FEATURE_OFF);
    assert_int_equal(feature_state(feature_named(TEXT("Volume")), &again), FEATURE_AS_BUILT);
    assert_int_equal(features_set(&again, TEXT("Dancin"), FEATURE_ON, &fault), ERR_UNKNOWN);
    assert_string_equal(fault.said, "there is no feature \"Dancin\" (did you mean Dancing?)");
    static const struct {
        const char *body, *place;
    } WRONG[] = {{"{\"Flying\": true}", "there is no feature"}, {"{\"Dancing\": 1}", "true or false"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        uint64_t version;
        fault = (struct fault){0};
        fine(store_write(store, "feature-switches", text_of(WRONG[i].body), &version, &fault));
        assert_int_not_equal(features_read(store, &again, &fault), ERR_NONE);
        if (!strstr(fault.said, WRONG[i].place)) fail_msg("it said: %s", fault.said);
        assert_int_equal(fault.line, 1);
    }
    store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(documents_live_in_a_folder_and_in_memory), CASE(a_full_disk_leaves_a_whole_one),
      CASE(what_is_newer_is_left_alone), CASE(a_robots_own_document_is_taken_over),
      CASE(the_oldest_photo_makes_room), CASE(a_full_disk_keeps_the_photos_there_are),
      CASE(every_feature_is_found), CASE(features_are_switched_and_read_again))
