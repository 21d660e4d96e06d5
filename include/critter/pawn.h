// Pawn scripts in a program of yours: load a compiled script, give it functions, call its own.
//
//     static int32_t beep(struct critter_pawn *script, const int32_t *params, void *user) { … params[1] … }
//     const struct critter_pawn_native natives[] = {{"beep", beep, 1, my_speaker}};
//
//     struct critter_pawn_config config = CRITTER_PAWN_CONFIG;
//     config.natives = natives, config.native_count = 1;
//     char why[256];
//     struct critter_pawn *script = critter_pawn_new(&config, bytes, length, why, sizeof why);
//     int32_t value;
//     int end = critter_pawn_call(script, "on_touch", (int32_t[]){3, 1}, 2, &value);
//     if (end == CRITTER_PAWN_SLEEP) …                       // later: critter_pawn_resume(script, &value)
//     critter_pawn_free(script);
//
// Script files (.amx) are those of Pawn 3.x, file versions 6 to 10, cells of 32 bits. Their code is proved before it runs and
// every address is checked while it runs, so a script can neither crash the program nor take more memory or more
// instructions than the config allows. A script is used by one thread at a time; any number may exist. The file's bytes are
// copied. The libraries Core, Console, String, Fixed, Float, Time and Args are there by themselves.
#ifndef CRITTER_PAWN_H
#define CRITTER_PAWN_H

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct critter_pawn;

// How a call ended: 0 it returned, CRITTER_PAWN_SLEEP and CRITTER_PAWN_BUDGET it can be resumed, else an error.
enum {
    CRITTER_PAWN_DONE = 0,
    CRITTER_PAWN_EXIT = 1,    // the script's `exit`
    CRITTER_PAWN_NATIVE = 10, // a native gave up (critter_pawn_raise)
    CRITTER_PAWN_SLEEP = 12,  // the script's `sleep`, or a native's
    CRITTER_PAWN_NOT_FOUND = 19,
    CRITTER_PAWN_BUDGET = 29, // config.instructions were run
};
CRITTER_API const char *critter_pawn_text(int end); // "division by zero"; never NULL

// params[0] is the number of bytes of arguments, params[1] the first of them.
struct critter_pawn_native {
    const char *name;
    int32_t (*call)(struct critter_pawn *script, const int32_t *params, void *user);
    int least; // fewer arguments end the call with an error
    void *user;
};

struct critter_pawn_config {
    size_t size;           // of this struct: how newer libraries know older programs
    size_t memory_max;     // bytes; 0: 16 MiB
    uint64_t instructions; // per call or resume; 0: no limit
    uint64_t seed;         // of random()
    const struct critter_pawn_native *natives;
    size_t native_count;
    void (*print)(void *user, const char *bytes, size_t length); // what the script prints; NULL: nowhere
    int (*read)(void *user);                                     // a byte that was typed, or -1
    int64_t (*now_us)(void *user);      // for tickcount and timers; NULL: time stands still
    int64_t (*calendar_us)(void *user); // since 1970
    void *user;
};
#define CRITTER_PAWN_CONFIG                                                                                  \
    { sizeof(struct critter_pawn_config), 0, 200000000, 1, 0, 0, 0, 0, 0, 0, 0 }

// NULL: `why` says what is wrong with the file, or which native nobody has.
CRITTER_API struct critter_pawn *critter_pawn_new(const struct critter_pawn_config *config, const void *bytes,
                                                  size_t length, char *why, size_t why_size);
CRITTER_API void critter_pawn_free(struct critter_pawn *script);
// Runs a public function, or "main". value may be NULL.
CRITTER_API int critter_pawn_call(struct critter_pawn *script, const char *name, const int32_t *args,
                                  size_t count, int32_t *value);
CRITTER_API int critter_pawn_has(const struct critter_pawn *script, const char *name); // 1 or 0
CRITTER_API int critter_pawn_resume(struct critter_pawn *script, int32_t *value);
CRITTER_API void critter_pawn_abort(struct critter_pawn *script); // drops a call that sleeps
// Where and why the last call ended, with file and line if the script has debug data.
CRITTER_API const char *critter_pawn_where(struct critter_pawn *script, int end, char *out, size_t size);

// For natives. Arrays and references are addresses in the script's memory; NULL and (size_t)-1 mean that one is bad, and the call ends
// with an error.
CRITTER_API int32_t *critter_pawn_cells(struct critter_pawn *script, int32_t address, size_t count);
CRITTER_API size_t critter_pawn_get_text(struct critter_pawn *script, int32_t address, char *out,
                                         size_t size);
CRITTER_API int critter_pawn_put_text(struct critter_pawn *script, int32_t address, size_t cells,
                                      const char *text);
CRITTER_API void critter_pawn_raise(struct critter_pawn *script,
                                    int end); // CRITTER_PAWN_SLEEP: suspends the script
CRITTER_API void critter_pawn_answer(struct critter_pawn *script,
                                     int32_t value); // what a suspending native returns

#ifdef __cplusplus
}
#endif

#endif
