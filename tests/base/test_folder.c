#include "support/support.h"

#include "base/file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void paths_join_with_one_slash(void **state) {
    static const char *const ROWS[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"a//", "//b", "a/b"}, {"/", "b", "/b"},
        {"", "b", "b"},    {"", "/b", "/b"},   {"a", "", "a/"},       {"/a/b", "c/d", "/a/b/c/d"},
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
    assert_int_equal(folder_make("", NULL), ERR_MISSING);
    assert_false(folder_exists(temp_path(top, "file")));
    assert_false(file_exists(temp_path(top, "a")));
    assert_true(file_exists(temp_path(top, "file")));
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
    static const char *const FILES[] = {"b", "a.b", "a/z", "a/B", "a/\xc3\xa4", "Z", "c/d/e/f", "a/.hidden"};
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
    const char *top = a_tree(), *expected = "Z\na/.hidden\na/B\na/z\na/\xc3\xa4\na.b\nb\nc/d/e/f\n";
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
    assert_string_equal((char *)seen.text.at, "Z\na/.hidden\na/B\n");
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
    assert_int_equal(count, 8);
}

static void want_of_memory(void *user) {
    struct seen seen = {0};
    enum err err = folder_walk(user, remove_it, &(unsigned){0}, NULL);
    assert_int_equal(err, alloc_broke() ? ERR_MEMORY : ERR_NONE);
    buf_free(&seen.text);
}

static void a_walk_survives_want_of_memory(void **state) {
    assert_in_range(break_every_alloc(want_of_memory, (void *)(uintptr_t)a_tree()), 5, 30);
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
    assert_int_equal(folder_remove(precious, NULL), ERR_TYPE);
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
}

TESTS(cmocka_unit_test(paths_join_with_one_slash), cmocka_unit_test(folders_are_made_with_those_above),
      cmocka_unit_test(a_walk_goes_in_byte_order_and_follows_nothing),
      cmocka_unit_test(a_visit_may_remove_files), cmocka_unit_test(a_walk_survives_want_of_memory),
      cmocka_unit_test(depth_has_an_end), cmocka_unit_test(removing_never_follows_a_link),
      cmocka_unit_test(the_ground_one_stands_on_is_not_removed), cmocka_unit_test(a_lock_names_its_holder))
