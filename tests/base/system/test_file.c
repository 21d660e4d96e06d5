#include "support/support.h"

#include "base/system/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The code under test is linked with these instead of the system's: they note what is asked for and, where a
// case wants it, do as a signal or a slow disk would.
static atomic_bool watched;
static char steps[64];   // w: write, f: fsync of a file, d: of a folder, r: rename
static size_t mouthful;  // at most so many bytes at once; 0: all
static int folder_fails; // what the fsync of a folder answers; 0: nothing is wrong
static unsigned calls;

static void note(char step) {
    size_t len = strlen(steps);
    if (atomic_load(&watched) && len + 1 < sizeof steps && (step != 'w' || !len || steps[len - 1] != 'w'))
        steps[len] = step;
}
static bool interrupted(size_t *len) { // every second call, in a case that wants it
    if (!atomic_load(&watched) || !mouthful) return false;
    if (*len > mouthful) *len = mouthful;
    errno = EINTR;
    return calls++ % 2;
}
ssize_t write(int fd, const void *at, size_t len) {
    note('w');
    return interrupted(&len) ? -1 : (ssize_t)syscall(SYS_write, fd, at, len);
}
ssize_t read(int fd, void *at, size_t len) {
    return interrupted(&len) ? -1 : (ssize_t)syscall(SYS_read, fd, at, len);
}
int fsync(int fd) {
    struct stat is;
    bool folder = !fstat(fd, &is) && S_ISDIR(is.st_mode);
    note(folder ? 'd' : 'f');
    errno = folder_fails;
    return folder && folder_fails ? -1 : (int)syscall(SYS_fsync, fd);
}
int rename(const char *from, const char *to) {
    note('r');
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}
static void watch(size_t bytes_at_once) {
    memset(steps, 0, sizeof steps);
    mouthful = bytes_at_once;
    atomic_store(&watched, true);
}

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
    fault = (struct fault){0};
    assert_int_equal(file_read(path, 100, &small, &fault), ERR_LIMIT);
    assert_non_null(strstr(fault.said, "too large for its buffer"));
    assert_int_equal(file_write(temp_path(folder, "new/"), "x", 1, NULL), ERR_TYPE);
    assert_true(file_exists(path));
    assert_false(file_exists(folder) || file_exists(temp_path(folder, "none")));
    buf_free(&small);
    buf_free(&got);
}

static void a_file_keeps_its_mode_and_its_link(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a"), *link = temp_path(folder, "link");
    struct stat is;
    file_write(path, "1", 1, NULL);
    chmod(path, 0640);
    assert_int_equal(symlink("a", link), 0);
    file_break_after(2);
    assert_int_equal(file_write(link, "22", 2, NULL), ERR_IO); // a full disk behind the link
    file_break_after(0);
    assert_holds(path, "1");
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

// A power cut may come between any two steps: the bytes are on the disk before the name is, and the name
// before we say so.
static void the_bytes_reach_the_disk_before_the_name(void **state) {
    const char *path = temp_path(NULL, "a");
    for (int i = 0; i < 2; i++) {
        watch(0);
        assert_int_equal(file_write(path, "new", 3, NULL), ERR_NONE);
        atomic_store(&watched, false);
        assert_string_equal(steps, "wfrd");
    }
}

// Who cannot wait for the disk still has the old file or the new one, as long as there is power.
static void what_does_not_wait_for_the_disk_replaces_all_the_same(void **state) {
    const char *path = temp_path(NULL, "a");
    assert_int_equal(file_write(path, "old", 3, NULL), ERR_NONE);
    struct fault fault = {0};
    for (unsigned step = 1;; step++) {
        file_break_after(step);
        enum err err = file_write_unsynced(path, "newer", 5, &fault);
        if (file_break_after(0)) break;
        assert_int_equal(err, ERR_IO);
        assert_holds(path, "old");
        assert_int_equal(step < 9, true);
    }
    assert_holds(path, "newer");
    watch(0);
    assert_int_equal(file_write_unsynced(path, "newest", 6, NULL), ERR_NONE);
    atomic_store(&watched, false);
    assert_string_equal(steps, "wr");
    assert_holds(path, "newest");
}

static void a_folder_that_cannot_be_synced_is_told(void **state) {
    const char *path = temp_path(NULL, "a");
    struct fault fault = {0};
    folder_fails = EINVAL; // a file system that has no such thing
    assert_int_equal(file_write(path, "1", 1, &fault), ERR_NONE);
    folder_fails = EIO;
    assert_int_equal(file_write(path, "2", 1, &fault), ERR_IO);
    folder_fails = 0;
    assert_non_null(strstr(fault.said, "written, but a power cut may undo it: Input/output error"));
    assert_holds(path, "2");
}

static void a_file_has_the_mode_it_should(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a"), *link = temp_path(folder, "link");
    static const struct {
        mode_t before;
        bool private;
        mode_t after;
    } CASES[] = {
        {0, false, 0646}, {0, true, 0600}, {0604, false, 0604}, {0666, false, 0666}, {0644, true, 0600}};
    assert_int_equal(symlink("a", link), 0);
    mode_t mask = umask(0020);
    for (size_t i = 0; i < 2 * sizeof CASES / sizeof CASES[0]; i++) {
        mode_t before = CASES[i / 2].before;
        unlink(path);
        if (!before && i % 2) continue; // a link to nothing is no place to write to
        if (before) close(open(path, O_CREAT | O_WRONLY, 0600)), chmod(path, before);
        assert_int_equal(
            (CASES[i / 2].private ? file_write_private : file_write)(i % 2 ? link : path, "x", 1, NULL),
            ERR_NONE);
        struct stat is;
        assert_int_equal(stat(path, &is), 0);
        assert_int_equal(is.st_mode & 0777, CASES[i / 2].after);
    }
    umask(mask);
}

static void a_disk_may_take_and_give_little_at_once(void **state) {
    const char *path = temp_path(NULL, "a");
    char text[1001];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)('a' + i % 26);
    watch(7);
    assert_int_equal(file_write(path, text, sizeof text, NULL), ERR_NONE);
    struct buf got = {0};
    assert_int_equal(file_read(path, sizeof text, &got, NULL), ERR_NONE);
    atomic_store(&watched, false);
    assert_int_equal(got.len, sizeof text);
    assert_memory_equal(got.at, text, sizeof text);
    assert_true(calls > 500);
    buf_free(&got);
}

// Whatever comes of a call, every file that was opened is closed again.
static void nothing_stays_open(void **state) {
    const char *folder = temp_folder(), *path = temp_path(folder, "a");
    struct buf got = {0};
    struct fault fault = {0};
    unsigned before = names_in("/proc/self/fd");
    for (unsigned step = 0; step <= 5; step++) {
        file_break_after(step);
        file_write(path, "0123456789", 10, NULL);
        file_break_after(0);
    }
    file_write("/dev/full", "x", 1, NULL);
    file_write("/dev/null", "x", 1, NULL);
    file_write(path, "0123456789", 10, NULL);
    assert_int_equal(file_read(path, 10, &got, NULL), ERR_NONE);
    assert_int_equal(file_read(path, 9, &got, NULL), ERR_LIMIT);
    assert_int_equal(file_read(folder, 9, &got, &fault), ERR_TYPE);
    assert_non_null(strstr(fault.said, "this is a folder, expected a file"));
    assert_int_equal(names_in("/proc/self/fd"), before);
    buf_free(&got);
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
      cmocka_unit_test(a_file_keeps_its_mode_and_its_link),
      cmocka_unit_test(the_bytes_reach_the_disk_before_the_name),
      cmocka_unit_test(what_does_not_wait_for_the_disk_replaces_all_the_same),
      cmocka_unit_test(a_folder_that_cannot_be_synced_is_told),
      cmocka_unit_test(a_file_has_the_mode_it_should),
      cmocka_unit_test(a_disk_may_take_and_give_little_at_once), cmocka_unit_test(nothing_stays_open),
      cmocka_unit_test(names_as_long_as_can_be), cmocka_unit_test(a_full_disk_leaves_the_old_file),
      cmocka_unit_test(reading_survives_want_of_memory), cmocka_unit_test(writers_take_turns))
