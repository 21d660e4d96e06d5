#include "support/support.h"

#include "base/system/file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void paths_join_with_one_slash(void **state) {
    static const char *const ROWS[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"a//", "//b", "a/b"},
        {"/", "b", "/b"},  {"", "", ""},       {"", "b", "b"},
        {"", "/b", "/b"},  {"a", "", "a/"},    {"/a/b", "c/d", "/a/b/c/d"},
    };
    char out[32];
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        assert_true(path_join(out, sizeof out, ROWS[i][0], ROWS[i][1]));
        assert_string_equal(out, ROWS[i][2]);
    }
    assert_true(path_join(out, 4, "a", "b"));
    assert_false(path_join(out, 3, "a", "b"));
    assert_string_equal(path_name("/a/b.c"), "b.c");
    assert_string_equal(path_name("b.c"), "b.c");
    assert_string_equal(path_extension("/a.d/b.tar.gz"), ".gz");
    assert_string_equal(path_extension("/a.d/b"), "");
    assert_string_equal(path_extension(".hidden"), "");
    assert_string_equal(path_extension("b."), "");
}

static void folders_are_made_with_those_above(void **state) {
    const char *top = temp_folder();
    assert_int_equal(folder_make(temp_path(top, "a/b//c/"), NULL), ERR_NONE);
    assert_true(folder_exists(temp_path(top, "a/b/c")));
    assert_int_equal(folder_make(temp_path(top, "a/b/c"), NULL), ERR_NONE); // there already
    file_write(temp_path(top, "file"), "x", 1, NULL);
    struct fault fault = {0};
    assert_int_equal(folder_make(temp_path(top, "file/d"), &fault), ERR_TYPE);
    assert_string_equal(path_name(fault.file), "file"); // the part that is in the way
    fault = (struct fault){0};
    assert_int_equal(folder_make("", &fault), ERR_MISSING);
    assert_true(!fault.line && !fault.column); // a path is no text with lines
    assert_false(folder_exists(temp_path(top, "file")));
    assert_false(file_exists(temp_path(top, "a")));
    assert_true(file_exists(temp_path(top, "file")));
}

static void relative_paths_and_those_too_long(void **state) {
    const char *top = temp_folder();
    char before[PATH_MAX], path[PATH_MAX + 2];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(top), 0);
    assert_int_equal(folder_make("a/b", NULL), ERR_NONE);
    assert_true(folder_exists(temp_path(top, "a/b")));
    for (size_t len = PATH_MAX - 1; len <= PATH_MAX + 1; len++) {
        struct fault fault = {0};
        memset(path, '/', len);
        memcpy(path, "a/b", 3);
        memcpy(path + len - 3, "z/c", 3);
        path[len] = 0;
        assert_int_equal(folder_make(path, &fault), len < PATH_MAX ? ERR_NONE : ERR_LIMIT);
        if (len >= PATH_MAX) assert_string_equal(fault.said, "cannot make this folder: File name too long");
    }
    assert_true(folder_exists(temp_path(top, "a/b/z/c")));
    // A link of one letter, named with a slash: still not what it leads to.
    assert_int_equal(symlink("a", "l"), 0);
    assert_int_equal(folder_remove("l/", NULL), ERR_TYPE);
    assert_true(folder_exists(temp_path(top, "a/b")));
    assert_int_equal(chdir(before), 0);
}

struct seen {
    struct buf text;
    const char *stop_at;
};

static enum err note(void *user, const char *path, const char *relative, struct fault *fault) {
    struct seen *seen = user;
    if (seen->stop_at && !strcmp(relative, seen->stop_at)) return fault_set(fault, ERR_RANGE, "enough");
    assert_string_equal(path + strlen(path) - strlen(relative), relative);
    assert_true(file_exists(path));
    buf_printf(&seen->text, "%s\n", relative);
    return ERR_NONE;
}

static const char *a_tree(void) {
    const char *top = temp_folder();
    static const char *const FILES[] = {
        "b", "a.b",     "a/z",       "a/B",   "a/\xc3\xa4",
        "Z", "c/d/e/f", "a/.hidden", "..new~"}; // the last is nobody's leftover
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        const char *path = temp_path(top, FILES[i]);
        char above[PATH_MAX];
        snprintf(above, sizeof above, "%.*s", (int)(path_name(path) - path), path);
        folder_make(above, NULL);
        assert_int_equal(file_write(path, "x", 1, NULL), ERR_NONE);
    }
    folder_make(temp_path(top, "empty"), NULL);
    assert_int_equal(symlink("..", temp_path(top, "a/round")), 0); // would never end
    assert_int_equal(symlink("/etc", temp_path(top, "etc")), 0);
    assert_int_equal(symlink("/etc/passwd", temp_path(top, "passwd")), 0);
    assert_int_equal(symlink("gone", temp_path(top, "dangling")), 0);
    assert_int_equal(mkfifo(temp_path(top, "pipe"), 0600), 0);        // reading it would hang
    close(open(temp_path(top, ".b.new~"), O_CREAT | O_WRONLY, 0600)); // of a killed writer
    close(open(temp_path(top, "c/.lock"), O_CREAT | O_WRONLY, 0600));
    return top;
}

static void a_walk_goes_in_byte_order_and_follows_nothing(void **state) {
    const char *top = a_tree(), *expected = "..new~\nZ\na/.hidden\na/B\na/z\na/\xc3\xa4\na.b\nb\nc/d/e/f\n";
    for (int slashes = 0; slashes < 2; slashes++) {
        struct seen seen = {0};
        struct fault fault = {0};
        assert_int_equal(folder_walk(temp_path(top, slashes ? "/" : ""), note, &seen, &fault), ERR_NONE);
        assert_string_equal((char *)seen.text.at, expected);
        buf_free(&seen.text);
    }
    struct seen seen = {.stop_at = "a/z"};
    struct fault fault = {0};
    assert_int_equal(folder_walk(top, note, &seen, &fault), ERR_RANGE);
    assert_string_equal(fault.said, "enough");
    assert_string_equal((char *)seen.text.at, "..new~\nZ\na/.hidden\na/B\n");
    buf_free(&seen.text);
    // The folder that was named may itself be reached by a link.
    const char *link = temp_path(temp_folder(), "link");
    assert_int_equal(symlink(top, link), 0);
    seen = (struct seen){0};
    assert_int_equal(folder_walk(link, note, &seen, NULL), ERR_NONE);
    assert_string_equal((char *)seen.text.at, expected);
    buf_free(&seen.text);
    assert_int_equal(folder_walk(temp_path(top, "none"), note, &seen, NULL), ERR_MISSING);
    assert_int_equal(folder_walk(temp_path(top, "b"), note, &seen, NULL), ERR_TYPE);
    assert_int_equal(folder_walk("", note, &seen, NULL), ERR_MISSING);
}

static enum err remove_it(void *user, const char *path, const char *relative, struct fault *fault) {
    ++*(unsigned *)user;
    return unlink(path) ? ERR_IO : ERR_NONE;
}

static void a_visit_may_remove_files(void **state) {
    unsigned count = 0;
    assert_int_equal(folder_walk(a_tree(), remove_it, &count, NULL), ERR_NONE);
    assert_int_equal(count, 9);
}

// One with names so long that paths need room of their own.
static const char *long_tree(void) {
    const char *top = a_tree();
    char name[201], path[PATH_MAX];
    memset(name, 'n', 200);
    name[200] = 0;
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s%s%s", top, name, i ? "/" : "", i ? name : "");
        if (i < 2) assert_int_equal(folder_make(path, NULL), ERR_NONE);
        if (i == 2) assert_int_equal(file_write(strcat(path, "/f"), "x", 1, NULL), ERR_NONE);
    }
    return top;
}

static int next_file(void) { // the number that the next open gets: it grows when one is left open
    int fd = open("/dev/null", O_RDONLY), number = fd;
    close(fd);
    return number;
}

static void want_of_memory(void *user) {
    struct fault fault = {0};
    int file = next_file();
    enum err err = folder_walk(user, remove_it, &(unsigned){0}, &fault);
    assert_int_equal(err, alloc_broke() ? ERR_MEMORY : ERR_NONE);
    assert_int_equal(fault.err, err);
    if (err) assert_true(fault.said[0] && fault.file[0] && !fault.line && !fault.column);
    assert_int_equal(next_file(), file);
}

static void a_walk_survives_want_of_memory(void **state) {
    assert_in_range(break_every_alloc(want_of_memory, (void *)(uintptr_t)long_tree()), 5, 40);
}

static void removing_in_want_of_memory(void *user) {
    struct fault fault = {0};
    int file = next_file();
    enum err err = folder_remove(user, &fault);
    assert_int_equal(err, alloc_broke() ? ERR_MEMORY : ERR_NONE);
    assert_int_equal(fault.err, err);
    if (err) assert_true(fault.said[0] && fault.file[0] && !fault.line && !fault.column);
    assert_int_equal(next_file(), file);
}

static void removing_survives_want_of_memory(void **state) {
    const char *top = long_tree();
    assert_in_range(break_every_alloc(removing_in_want_of_memory, (void *)(uintptr_t)top), 5, 40);
    assert_false(folder_exists(top));
}

static void as_deep_as_is_allowed(void **state) {
    const char *top = temp_folder();
    char path[PATH_MAX];
    size_t len = (size_t)snprintf(path, sizeof path, "%s", top);
    for (int i = 0; i < FOLDER_DEPTH_MAX - 1; i++) // beside the one that is named
        len += (size_t)snprintf(path + len, sizeof path - len, "/d");
    assert_int_equal(folder_make(path, NULL), ERR_NONE);
    assert_int_equal(file_write(strcat(path, "/f"), "x", 1, NULL), ERR_NONE);
    struct seen seen = {0};
    assert_int_equal(folder_walk(top, note, &seen, NULL), ERR_NONE);
    assert_int_equal(seen.text.len, 2 * FOLDER_DEPTH_MAX); // d/d/…/f and a newline
    buf_free(&seen.text);
    int file = next_file();
    assert_int_equal(folder_remove(top, NULL), ERR_NONE);
    assert_int_equal(next_file(), file);
    assert_false(folder_exists(top));
}

static void what_may_not_be_removed_stays_and_is_told(void **state) {
    const char *top = temp_folder(), *shut = temp_path(top, "shut"), *file = temp_path(shut, "f");
    uid_t who = geteuid();
    folder_make(shut, NULL);
    assert_int_equal(file_write(file, "x", 1, NULL), ERR_NONE);
    assert_int_equal(chmod(shut, 0555), 0);
    assert_int_equal(chmod(top, 0777), 0);
    if (!who) assert_int_equal(seteuid(65534), 0); // root may do everything
    struct fault fault = {0};
    enum err err = folder_remove(top, &fault);
    if (!who) assert_int_equal(seteuid(0), 0);
    if (!who && err == ERR_DENIED && !strcmp(fault.file, top))
        skip(); // the way there is shut to others already
    assert_int_equal(err, ERR_DENIED);
    assert_string_equal(fault.file, file);
    assert_true(file_exists(file));
    assert_int_equal(chmod(shut, 0755), 0);
}

static void depth_has_an_end(void **state) {
    const char *top = temp_folder();
    char path[PATH_MAX];
    size_t len = (size_t)snprintf(path, sizeof path, "%s", top);
    for (int i = 0; i < FOLDER_DEPTH_MAX + 5; i++)
        len += (size_t)snprintf(path + len, sizeof path - len, "/d");
    assert_int_equal(folder_make(path, NULL), ERR_NONE);
    struct fault fault = {0};
    assert_int_equal(folder_walk(top, note, NULL, &fault), ERR_LIMIT);
    assert_non_null(strstr(fault.said, "deeper than 64"));
    assert_int_equal(folder_remove(top, NULL), ERR_LIMIT);
    for (int i = 0; i < 10; i++, len -= 2) path[len] = 0, assert_int_equal(rmdir(path), 0);
}

static void removing_never_follows_a_link(void **state) {
    const char *top = a_tree(), *other = temp_folder(), *precious = temp_path(other, "precious");
    file_write(precious, "x", 1, NULL);
    assert_int_equal(symlink(other, temp_path(top, "c/d/out")), 0);
    const char *link = temp_path(temp_folder(), "link");
    assert_int_equal(symlink(other, link), 0);
    assert_int_equal(folder_remove(link, NULL), ERR_TYPE);
    assert_int_equal(folder_remove(temp_path(link, "/"), NULL), ERR_TYPE); // a slash does not change that
    assert_int_equal(folder_remove(top, NULL), ERR_NONE);
    assert_false(folder_exists(top));
    assert_true(file_exists(precious));
    assert_int_equal(folder_remove(top, NULL), ERR_NONE); // gone is gone
    struct fault fault = {0};
    assert_int_equal(folder_remove(precious, &fault), ERR_TYPE);
    assert_string_equal(fault.said, "cannot remove: expected a folder");
    assert_int_equal(folder_remove(temp_path(precious, "inside"), NULL), ERR_TYPE); // of a file
    assert_int_equal(folder_remove("", NULL), ERR_MISSING);
}

// Everything named here lies inside a folder of this test: were the guard broken, nothing else would be lost.
static void the_ground_one_stands_on_is_not_removed(void **state) {
    const char *top = temp_folder(), *inner = temp_path(top, "a/b");
    char before[PATH_MAX];
    assert_non_null(getcwd(before, sizeof before));
    folder_make(inner, NULL);
    file_write(temp_path(inner, "precious"), "x", 1, NULL);
    folder_make(temp_path(top, "a/other"), NULL);
    assert_int_equal(chdir(inner), 0);
    const char *const never[] = {".",      "./",      ".//",       "..",  "../",
                                 "../.",   "../b",    "../b/",     "./.", "../..",
                                 "../../", "../../a", "../../a/.", inner, temp_path(top, "a"),
                                 top};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        assert_int_equal(folder_remove(never[i], NULL), ERR_DENIED);
        assert_true(file_exists(temp_path(inner, "precious")));
    }
    assert_int_equal(folder_remove("../other/", NULL), ERR_NONE); // beside is fine
    assert_false(folder_exists(temp_path(top, "a/other")));
    assert_int_equal(chdir(before), 0);
    assert_int_equal(folder_remove(inner, NULL), ERR_NONE);
}

static void a_lock_names_its_holder(void **state) {
    const char *top = temp_folder();
    int lock, second;
    struct fault fault = {0};
    char holder[64];
    assert_int_equal(folder_lock(top, &lock, NULL), ERR_NONE);
    assert_int_equal(folder_lock(top, &second, &fault), ERR_BUSY);
    assert_int_equal(second, -1);
    snprintf(holder, sizeof holder, "in use by process %ld", (long)getpid());
    assert_string_equal(fault.said, holder);
    close(lock);
    pid_t child = fork();
    if (!child) {
        folder_lock(top, &lock, NULL);
        _exit(0); // without letting go
    }
    waitpid(child, NULL, 0);
    assert_int_equal(folder_lock(top, &lock, NULL), ERR_NONE);
    close(lock);
    assert_int_equal(folder_lock(temp_path(top, "none"), &lock, NULL), ERR_MISSING);
    // Whatever stands in the file of somebody who holds it.
    static const char *const TOLD[][2] = {
        {"", "in use by another process"},
        {"one who has a name far longer than any line about a lock should ever have to be",
         "in use by one who has a name far longer than any line about a lock should"},
        {"two\nlines", "in use by two"}};
    for (size_t i = 0; i < sizeof TOLD / sizeof *TOLD; i++) {
        int held = open(temp_path(top, ".lock"), O_RDWR | O_TRUNC);
        assert_true(held >= 0 && !flock(held, LOCK_EX));
        assert_true(write(held, TOLD[i][0], strlen(TOLD[i][0])) >= 0);
        fault = (struct fault){0};
        assert_int_equal(folder_lock(top, &lock, &fault), ERR_BUSY);
        assert_string_equal(fault.said, TOLD[i][1]);
        assert_true(!fault.line && !fault.column);
        close(held);
    }
}

TESTS(cmocka_unit_test(paths_join_with_one_slash), cmocka_unit_test(relative_paths_and_those_too_long),
      cmocka_unit_test(removing_survives_want_of_memory), cmocka_unit_test(as_deep_as_is_allowed),
      cmocka_unit_test(what_may_not_be_removed_stays_and_is_told),
      cmocka_unit_test(folders_are_made_with_those_above),
      cmocka_unit_test(a_walk_goes_in_byte_order_and_follows_nothing),
      cmocka_unit_test(a_visit_may_remove_files), cmocka_unit_test(a_walk_survives_want_of_memory),
      cmocka_unit_test(depth_has_an_end), cmocka_unit_test(removing_never_follows_a_link),
      cmocka_unit_test(the_ground_one_stands_on_is_not_removed), cmocka_unit_test(a_lock_names_its_holder))
