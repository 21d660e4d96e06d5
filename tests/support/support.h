// What every test begins with: cmocka in the order it wants, and helpers.
//
//     #include "support/support.h"
//     static void a_reader_never_leaves_its_bounds(void **state) { … }
//     TESTS(cmocka_unit_test(a_reader_never_leaves_its_bounds))
//
// A test program knows two words: --update writes golden files anew (so does UPDATE_GOLDEN=1), and any other
// word is a pattern that picks cases by name, beside what other words pick; one that picks none ends the
// program with 2 before anything is tried. What helpers return lives until the program ends.
// tests/base/test_support.c has one example of each.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"

#define TESTS(...)                                                                                           \
    int main(int argc, char **argv) {                                                                        \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                     \
        return support_run(argc, argv, tests, NULL, NULL);                                                   \
    }
// What main returns, where a program needs a beginning or an end around all of its cases. `tests` is an
// array.
#define support_run(argc, argv, tests, begin, end)                                                           \
    support_run_cases((argc), (argv), (tests), sizeof(tests) / sizeof *(tests), (begin), (end))
int support_run_cases(int argc, char **argv, const struct CMUnitTest *tests, size_t count,
                      CMFixtureFunction begin, CMFixtureFunction end);

// Folders under $TMPDIR, each new and empty, removed with all that is in them when the program ends.
const char *temp_folder(void);
const char *temp_path(const char *folder, const char *name); // joined; folder NULL: a new one

// Bytes written as hex text: "02 1f # length, kind". Spaces and newlines as you like; # comments until the
// end of the line.
struct bytes hex(const char *text);
// Fails with the place of the first difference and both sides around it.
#define assert_bytes(got, len, text) assert_bytes_at((got), (len), (text), __FILE__, __LINE__)
void assert_bytes_at(const void *got, size_t len, const char *text, const char *file, int line);

// Compares with the file `name` below tests/ ("base/golden/log.txt"), or writes it when asked to update.
#define assert_golden(name, got, len) assert_golden_at((name), (got), (len), __FILE__, __LINE__)
void assert_golden_at(const char *name, const void *got, size_t len, const char *file, int line);

// Waits for what another thread or program does: looks every few milliseconds, for a minute. Only what never
// comes fails, however slow the machine is. soon: whether it came.
#define soon(so)                                                                                             \
    ({                                                                                                       \
        unsigned looks_ = 0;                                                                                 \
        while (!(so) && looks_ < 12000) rest_before_look(), looks_++;                                        \
        looks_ < 12000;                                                                                      \
    })
#define assert_soon(so)                                                                                      \
    if (!soon(so)) fail_msg("in a minute it was never so: %s", #so)
void rest_before_look(void); // 5 ms
// In a forked child, before it becomes another program: killed when the test ends, whatever the test died of.
void end_with_test(void);

// Virtual time: air and calendar stand still until time_pass.
void time_pretend(int64_t air_us, int64_t calendar_us);
void time_pass(int64_t us);
void time_real(void);

// Faults. The n-th allocation of the code under test from now on fails, once; 0: none. (The linker leads
// malloc, calloc, realloc, strdup and aligned_alloc of everything linked statically through here; libraries
// of the system keep theirs.)
void alloc_break_after(unsigned n);
unsigned alloc_count(void); // allocations since the program began
// Runs body with the 1st, 2nd … allocation failing until it comes through without meeting the fault; body
// checks for itself that what it tried either worked or said so. Returns how many allocations were failed.
// `broken` says whether one was.
unsigned break_every_alloc(void (*body)(void *user), void *user);
bool alloc_broke(void); // the fault that was set has struck
// The same for the steps of file writes (file_break_after): disk full at the 1st, 2nd … step.
unsigned break_every_write(void (*body)(void *user), void *user);
// And for errands: the 1st, 2nd … errand posted in body is lost. body(user, n) calls crew_break_after(crew,
// n) on its crew and returns how many it posted.
unsigned break_every_errand(unsigned (*body)(void *user, unsigned n), void *user);
