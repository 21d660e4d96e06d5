// A small ground for benchmarks: A against B in the same run, or counts; never seconds alone, which no noisy
// machine repeats.
//
//     static void ours(void *user) { … one piece of work … }
//     static void theirs(void *user) { … the same, another way … }
//     BENCHES({.name = "copying a packet", .a = ours, .a_name = "writer", .b = theirs, .b_name = "memcpy"},
//             {.name = "a life tick", .a = tick, .setup = a_robot, .teardown = robot_gone,
//              .no_allocation = true})
//
//     bench_x                  a table: time of A, of B, how many times faster A is (median of 31 turns),
//                              spread
//     bench_x --count          instructions of each, counted by valgrind: the same on every run
//     bench_x --json FILE      either of them, and adds it to FILE as JSON, one object a line
//     bench_x packet           only the benchmarks whose name holds the word
//
// One call of `a` is one piece of work; the frame repeats it until a turn takes 2 ms, and lets A and B take
// turns, changing who begins. `b` may be left out. Allocations are counted during one call after a warm one;
// a benchmark that states with `.no_allocation = true` that there are none fails when there is one, and one
// that states with `.least` how many instructions B takes for one of A fails when they are fewer. Exit code:
// 0, or 1 when such a promise was broken.
//
// bench_sink keeps what was computed from being optimised away.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench {
    const char *name;
    void (*a)(void *user), (*b)(void *user);
    const char *a_name, *b_name;
    void *(*setup)(void); // its result is `user` for A, and a second one for B; NULL: user is NULL
    void (*teardown)(void *user);
    bool no_allocation; // A promises not to allocate
    double least;       // B/A that A promises, in instructions; 0: nothing
};

int bench_main(int argc, char **argv, const struct bench *benches, size_t count);
void bench_sink(uint64_t v);

#define BENCHES(...)                                                                                         \
    int main(int argc, char **argv) {                                                                        \
        static const struct bench benches[] = {__VA_ARGS__};                                                 \
        return bench_main(argc, argv, benches, sizeof benches / sizeof *benches);                            \
    }
