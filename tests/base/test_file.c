#include "support/support.h"

#include "base/file.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned names_in(const char *folder) {
    unsigned count = 0;
    DIR *at = opendir(folder);
    while (at && readdir(at)) count++;
    if (at) closedir(at);
    return count - 2;
}

static void assert_holds(const char *path, const char *text) {
    struct buf got = {0};
    assert_int_equal(file_read(path, 1 << 20, &got, NULL), ERR_NONE);
    assert_string_equal((char *)got.at, text);
    buf_free(&got);
}

static void what_is_written_is_read(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a.json");
    uint8_t *bytes = malloc(300000);
    for (size_t i = 0; i < 300000; i++) bytes[i] = (uint8_t)(i * i >> 3);
    static const size_t SIZES[] = {0, 1, 16383, 16384, 16385, 32768, 300000, 5};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        assert_int_equal(file_write(path, bytes, SIZES[i], NULL), ERR_NONE);
        struct buf got = {0};
        buf_text(&got, "before");
        assert_int_equal(file_read(path, SIZES[i], &got, NULL), ERR_NONE); // exactly at the limit
        assert_int_equal(got.len, SIZES[i] + 6);
        assert_memory_equal(got.at + 6, bytes, SIZES[i]);
        buf_free(&got);
    }
    assert_int_equal(names_in(folder), 1);
    free(bytes);
}

static void limits_and_wrong_things_are_named(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a.json");
    struct buf got = {0};
    struct fault fault = {0};
    char said[600];
    file_write(path, "0123456789", 10, NULL);
    buf_text(&got, "kept");
    assert_int_equal(file_read(path, 9, &got, &fault), ERR_LIMIT);
    assert_string_equal((char *)got.at, "kept");
    assert_non_null(
        strstr(fault_text(&fault, said, sizeof said), "a.json: larger than the limit of 9 bytes"));
    assert_int_equal(file_read("/dev/zero", 100000, &got, NULL), ERR_LIMIT); // has no size, and no end
    assert_int_equal(got.len, 4);
    assert_int_equal(file_read(folder, 100, &got, NULL), ERR_TYPE);
    fault = (struct fault){0};
    assert_int_equal(file_read(temp_path(folder, "none"), 100, &got, &fault), ERR_MISSING);
    assert_non_null(strstr(fault.said, "No such file"));
    assert_int_equal(file_write(folder, "x", 1, NULL), ERR_TYPE);
    assert_int_equal(file_write("", "x", 1, NULL), ERR_TYPE);
    assert_int_equal(file_write(temp_path(folder, "no/such/x"), "x", 1, NULL), ERR_MISSING);
    assert_int_equal(file_write(temp_path(path, "x"), "x", 1, NULL), ERR_TYPE); // below a file
    assert_int_equal(file_write("/dev/null", "x", 1, NULL), ERR_NONE);
    assert_int_equal(file_write("/dev/full", "x", 1, NULL), ERR_IO);
    struct buf small = {.limit = 5};
    assert_int_equal(file_read(path, 100, &small, NULL), ERR_LIMIT);
    buf_free(&small);
    buf_free(&got);
}

static void a_file_keeps_its_mode_and_its_link(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a"), *link = temp_path(folder, "link");
    struct stat is;
    file_write(path, "1", 1, NULL);
    chmod(path, 0640);
    assert_int_equal(symlink("a", link), 0);
    assert_int_equal(file_write(link, "22", 2, NULL), ERR_NONE);
    assert_holds(path, "22");
    assert_int_equal(lstat(link, &is), 0);
    assert_true(S_ISLNK(is.st_mode));
    assert_int_equal(stat(path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0640);
    const char *secret = temp_path(folder, "key");
    assert_int_equal(file_write_private(secret, "k", 1, NULL), ERR_NONE);
    assert_int_equal(stat(secret, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_int_equal(symlink("nowhere/at/all", temp_path(folder, "lost")), 0);
    assert_int_equal(file_write(temp_path(folder, "lost"), "x", 1, NULL), ERR_MISSING);
    // A link planted where the temporary file would be is not followed.
    assert_int_equal(symlink("a", temp_path(folder, ".b.new~")), 0);
    assert_int_equal(file_write(temp_path(folder, "b"), "evil", 4, NULL), ERR_TYPE);
    assert_holds(path, "22");
}

static void names_as_long_as_can_be(void **state) {
    char name[300];
    const char *folder = temp_folder();
    for (size_t len = 240; len <= 256; len++) {
        memset(name, 'n', len);
        name[len] = 0;
        assert_int_equal(file_write(temp_path(folder, name), "x", 1, NULL), len < 256 ? ERR_NONE : ERR_LIMIT);
    }
    assert_int_equal(names_in(folder), 16);
}

static void a_full_disk_leaves_the_old_file(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a");
    assert_int_equal(file_write(path, "old", 3, NULL), ERR_NONE);
    unsigned failed = 0, undone = 0;
    for (unsigned step = 1; !failed || failed == step - 1; step++) {
        struct fault fault = {0};
        file_break_after(step);
        if (!file_write(path, "new", 3, &fault)) break;
        failed++;
        assert_int_equal(fault.err, ERR_IO);
        assert_non_null(strstr(fault.said, "No space left"));
        assert_int_equal(names_in(folder), 1); // no litter
        struct buf got = {0};
        assert_int_equal(file_read(path, 10, &got, NULL), ERR_NONE);
        if (!strcmp((char *)got.at, "old"))
            undone++;
        else
            assert_non_null(strstr(fault.said, "written, but")); // only the folder's fsync was refused
        buf_free(&got);
        file_break_after(0);
        file_write(path, "old", 3, NULL);
    }
    file_break_after(0);
    assert_int_equal(failed, 5);
    assert_int_equal(undone, 4);
    assert_holds(path, "new");
}

static void want_of_memory(void *user) {
    struct buf got = {0};
    const char *path = user;
    enum err err = file_read(path, 1 << 20, &got, NULL);
    assert_int_equal(err, alloc_broke() ? ERR_MEMORY : ERR_NONE);
    if (!err) assert_int_equal(got.len, 100000);
    buf_free(&got);
    assert_int_equal(file_write(path, got.at, 0, NULL), ERR_NONE); // writing needs no memory
    char bytes[100000] = {0};
    assert_int_equal(file_write(path, bytes, sizeof bytes, NULL), ERR_NONE);
}

static void reading_survives_want_of_memory(void **state) {
    const char *path = temp_path(NULL, "a");
    char bytes[100000] = {0};
    file_write(path, bytes, sizeof bytes, NULL);
    assert_int_equal(break_every_alloc(want_of_memory, (void *)(uintptr_t)path), 1);
}

// Two writers of one file take turns; a reader sees one of them whole.
static void *write_often(void *user) {
    char text[4000];
    const char *path = user;
    for (int i = 0; i < 60; i++) {
        memset(text, 'a' + i % 26, sizeof text);
        if (file_write(path, text, (size_t)(1 + i * 13 % 4000), NULL)) return user;
    }
    return NULL;
}

static void writers_take_turns(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "shared");
    pthread_t threads[3];
    void *bad;
    file_write(path, "a", 1, NULL);
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, write_often, (void *)(uintptr_t)path);
    for (int i = 0; i < 200; i++) {
        struct buf got = {0};
        assert_int_equal(file_read(path, 4000, &got, NULL), ERR_NONE);
        assert_true(got.len > 0);
        for (size_t k = 0; k < got.len; k++) assert_int_equal(got.at[k], got.at[0]);
        buf_free(&got);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], &bad);
        assert_null(bad);
    }
    assert_int_equal(names_in(folder), 1);
}

TESTS(cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(limits_and_wrong_things_are_named),
      cmocka_unit_test(a_file_keeps_its_mode_and_its_link), cmocka_unit_test(names_as_long_as_can_be),
      cmocka_unit_test(a_full_disk_leaves_the_old_file), cmocka_unit_test(reading_survives_want_of_memory),
      cmocka_unit_test(writers_take_turns))
