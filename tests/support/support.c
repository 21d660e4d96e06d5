#include "support/support.h"
#include "support/traces_cases.h"

#include "base/buf.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- What lives until the end.

struct kept {
    struct kept *next;
    bool folder;
    alignas(max_align_t) char text[];
};
static struct kept *kept;
static pid_t owner;
static bool updating;

static void clear_up(void) {
    if (getpid() != owner) return; // a child that exits must not clear its parent's folders
    if (chdir("/")) return;        // what one stands in cannot be removed
    while (kept) {
        struct kept *next = kept->next;
        struct fault fault = {0};
        if (kept->folder && folder_remove(kept->text, &fault)) fault_print(&fault, stderr);
        free(kept);
        kept = next;
    }
}

void *__real_calloc(size_t n, size_t size); // past the faults of fault.c

static char *keep(size_t size, bool folder) {
    struct kept *one = __real_calloc(1, sizeof *one + size);
    if (!one) abort();
    if (!owner) owner = getpid(), atexit(clear_up);
    one->next = kept;
    one->folder = folder;
    kept = one;
    return one->text;
}

// ---- TAP as Meson reads it.

// cmocka writes a case that was skipped as "not ok 3 # SKIP name", which would be a failure.
static ssize_t write_tap(void *user, const char *bytes, size_t len) {
    (void)user;
    const char *skip = memmem(bytes, len, " # SKIP", 7);
    bool wrong =
        skip && len > 7 && !memcmp(bytes, "not ok ", 7) && !memchr(bytes, '\n', (size_t)(skip - bytes));
    size_t left = wrong ? len - 4 : len;
    for (bytes += len - left; left;) {
        ssize_t wrote = write(STDOUT_FILENO, bytes, left);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return 0;
        bytes += wrote, left -= (size_t)wrote;
    }
    return (ssize_t)len;
}

static void speak_tap(void) {
    const char *form = getenv("CMOCKA_MESSAGE_OUTPUT");
    FILE *tap = form && !strcmp(form, "TAP")
                    ? fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_tap})
                    : NULL;
    if (!tap) return;
    setvbuf(tap, NULL, _IOLBF, 0);
    stdout = tap;
}

// A word alone stands for whatever has it inside.
static bool picks(const char *word, const char *name) {
    return strpbrk(word, "*?") ? text_glob(word, name) : strstr(name, word) != NULL;
}

// A word that tries nothing must not pass for tests that pass.
static int nothing_picked(const char *program, const char *word, const struct CMUnitTest *tests,
                          size_t count) {
    const char **names = (const char **)(void *)keep((count + 1) * sizeof *names, false);
    for (size_t i = 0; i < count; i++) names[i] = tests[i].name;
    const char *near = text_nearest(word, names, count);
    fprintf(stderr, "%s: no case has \"%s\" in its name", path_name(program), word);
    if (near)
        fprintf(stderr, "; did you mean %s?\n", near);
    else
        fprintf(stderr, "; there are %s … %s\n", tests[0].name, tests[count - 1].name);
    return 2;
}

// ---- Traces.

// Cases come in their order, each through here: cmocka does not tell a case who it is.
static struct {
    const struct CMUnitTest *cases;
    size_t next;
    char path[1024];
    struct buf wanted, now;
} traced;

static void traced_case(void **state) {
    const struct CMUnitTest *it = &traced.cases[traced.next++];
    traces_begin();
    it->test_func(state);
    size_t from = traced.now.len;
    traces_end(it->name, &traced.now);
    struct bytes line, got = {traced.now.at + from, traced.now.len - from};
    if (updating) return;
    if (!traces_want((struct bytes){traced.wanted.at, traced.wanted.len}, it->name, &line))
        fail_msg("%s has no line for %s: UPDATE_GOLDEN=1 makes one", traced.path, it->name);
    if (got.len != line.len || memcmp(got.at, line.at, line.len))
        fail_msg("%s is not as it was (%s); UPDATE_GOLDEN=1 writes it anew when that is meant\n  was %.*s  "
                 "is  %.*s",
                 it->name, traced.path, (int)line.len, (const char *)line.at, (int)got.len,
                 (const char *)got.at);
}

// The cases as they will run: each led through its trace, where the program has a file of them.
static struct CMUnitTest *with_traces(const char *program, struct CMUnitTest *cases, size_t count) {
    if (!traces_place(program, traced.path, sizeof traced.path) || !file_exists(traced.path) ||
        file_read(traced.path, SIZE_MAX / 2, &traced.wanted, NULL))
        return cases;
    struct CMUnitTest *led = (struct CMUnitTest *)(void *)keep(count * sizeof *led, false);
    traced.cases = cases;
    for (size_t i = 0; i < count; i++) led[i] = cases[i], led[i].test_func = traced_case;
    return led;
}

// The lines of cases that did not run stay.
static void keep_traces(const struct CMUnitTest *all, size_t count) {
    struct buf out = {0};
    struct bytes line, now = {traced.now.at, traced.now.len}, before = {traced.wanted.at, traced.wanted.len};
    for (size_t i = 0; i < count; i++)
        if (traces_want(now, all[i].name, &line) || traces_want(before, all[i].name, &line))
            buf_bytes(&out, line.at, line.len);
    file_write(traced.path, out.at, out.len, NULL);
    buf_free(&out);
}

int support_run_cases(int argc, char **argv, const struct CMUnitTest *tests, size_t count,
                      CMFixtureFunction begin, CMFixtureFunction end) {
    const char *update = getenv("UPDATE_GOLDEN");
    updating = update && *update && strcmp(update, "0");
    struct CMUnitTest *chosen = (struct CMUnitTest *)(void *)keep(count * sizeof *tests, false);
    size_t chosen_count = 0;
    bool all = true;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--update")) {
            updating = true;
            continue;
        }
        all = false;
        size_t n = 0;
        while (n < count && !picks(argv[i], tests[n].name)) n++;
        if (n == count) return nothing_picked(argv[0], argv[i], tests, count);
    }
    for (size_t n = 0; n < count; n++) {
        bool wanted = all;
        for (int i = 1; i < argc && !wanted; i++)
            wanted = strcmp(argv[i], "--update") && picks(argv[i], tests[n].name);
        if (wanted) chosen[chosen_count++] = tests[n];
    }
    speak_tap();
    int failed = _cmocka_run_group_tests("tests", with_traces(argv[0], chosen, chosen_count), chosen_count,
                                         begin, end);
    if (traced.cases && updating) keep_traces(tests, count);
    buf_free(&traced.wanted), buf_free(&traced.now);
    return failed;
}

const char *temp_folder(void) {
    const char *above = getenv("TMPDIR");
    char *path = keep(512, false);
    if (!path_join(path, 512, above && *above ? above : "/tmp", "critter-test-XXXXXX") || !mkdtemp(path))
        fail_msg("no folder for the test: %s", path);
    struct kept *one = (struct kept *)(void *)(path - offsetof(struct kept, text));
    one->folder = true;
    return path;
}

const char *temp_path(const char *folder, const char *name) {
    if (!folder) folder = temp_folder();
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = keep(size, false);
    path_join(path, size, folder, name);
    return path;
}

// ---- Processes.

void rest_before_look(void) { usleep(5000); }

void end_with_test(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

// ---- Bytes.

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

struct bytes hex(const char *text) {
    uint8_t *out = (uint8_t *)keep(strlen(text) / 2 + 1, false);
    size_t digits = 0;
    for (const char *at = text; *at; at++) {
        while (*at == '#') at += strcspn(at, "\n");
        if (!*at) break;
        if (strchr(" \t\r\n", *at)) continue;
        int value = digit(*at);
        if (value < 0) fail_msg("hex text: '%c' at %zu is no digit", *at, (size_t)(at - text));
        out[digits / 2] = (uint8_t)(out[digits / 2] << 4 | value);
        digits++;
    }
    if (digits % 2) fail_msg("hex text: half a byte at the end of \"%s\"", text);
    return (struct bytes){out, digits / 2};
}

static void show(const char *who, const uint8_t *at, size_t len, size_t near) {
    size_t from = near < 8 ? 0 : near - 8, to = near + 8 < len ? near + 8 : len;
    print_error("  %-8s %zu bytes; from %zu:", who, len, from);
    for (size_t i = from; i < to; i++) print_error(i == near ? " [%02x]" : " %02x", at[i]);
    print_error("\n");
}

static void compare(struct bytes got, struct bytes want, const char *what, const char *file, int line) {
    size_t same = 0;
    while (same < got.len && same < want.len && got.at[same] == want.at[same]) same++;
    if (same == got.len && same == want.len) return;
    print_error("%s differs at byte %zu\n", what, same);
    show("expected", want.at, want.len, same);
    show("got", got.at, got.len, same);
    _fail(file, line);
}

void assert_bytes_at(const void *got, size_t len, const char *text, const char *file, int line) {
    compare((struct bytes){got, len}, hex(text), "bytes", file, line);
}

void assert_golden_at(const char *name, const void *got, size_t len, const char *file, int line) {
    const char *source = getenv("SOURCE");
    char tests[512], path[1024], folder[1024];
    struct fault fault = {0};
    path_join(tests, sizeof tests, source ? source : ".", "tests");
    path_join(path, sizeof path, tests, name);
    if (updating) {
        snprintf(folder, sizeof folder, "%.*s", (int)(path_name(path) - path), path);
        if (folder_make(folder, &fault) || file_write(path, got, len, &fault)) {
            fault_print(&fault, stderr);
            _fail(file, line);
        }
        print_message("# wrote %s\n", path);
        return;
    }
    struct buf want = {0};
    if (file_read(path, SIZE_MAX / 2, &want, &fault)) {
        fault_print(&fault, stderr);
        print_error("run this test with --update to make the file, and look at it\n");
        _fail(file, line);
    }
    uint8_t *copy = (uint8_t *)keep(want.len + 1, false); // _fail does not come back
    if (want.len) memcpy(copy, want.at, want.len);
    struct bytes wanted = {copy, want.len};
    buf_free(&want);
    compare((struct bytes){got, len}, wanted, path, file, line);
}

// ---- Time.

static struct { int64_t air_us, calendar_us; } pretended;
static int64_t air(void *user) { return pretended.air_us; }
static int64_t calendar(void *user) { return pretended.calendar_us; }

void time_pretend(int64_t air_us, int64_t calendar_us) {
    pretended.air_us = air_us;
    pretended.calendar_us = calendar_us;
    clock_pretend(air, calendar, NULL);
}

void time_pass(int64_t us) {
    pretended.air_us += us;
    pretended.calendar_us += us;
}

void time_real(void) { clock_pretend(NULL, NULL, NULL); }

// ---- Faults.

unsigned break_every_write(void (*body)(void *user), void *user) {
    for (unsigned n = 1;; n++) {
        file_break_after(n);
        body(user);
        if (file_break_after(0)) return n - 1; // steps are left: the fault was not met
    }
}

unsigned break_every_errand(unsigned (*body)(void *user, unsigned n), void *user) {
    unsigned n = 1;
    while (body(user, n) >= n) n++;
    return n - 1;
}
