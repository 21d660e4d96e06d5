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
// Script files (.amx) are those of Pawn 3.x, file versions 6 to 10, cells of 32 bits. Their code is proved
// before it runs and every address is checked while it runs. So a script can neither crash the program nor
// take more memory or more instructions than the config allows. The libraries Core, Console, String, Fixed,
// Float, Time and Args are there by themselves.
//
// A script is used by one thread at a time; any number may exist, on any threads. The file's bytes, the
// config and its natives are copied; the texts they point to must live as long as the script. A call runs
// the script on the caller's thread, so it takes as long as the script does: config.instructions is the
// bound. Calls of scripts end with a number of the script machine (below), not with an enum critter_err:
// the numbers are those that Pawn knows.
#ifndef CRITTER_PAWN_H
#define CRITTER_PAWN_H

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct critter_pawn;

// ---- How a call ended

// 0: it returned. CRITTER_PAWN_SLEEP and CRITTER_PAWN_BUDGET: it can be resumed. Any other number is an
// error of the script, and critter_pawn_text has its words.
enum {
    CRITTER_PAWN_DONE = 0,
    CRITTER_PAWN_EXIT = 1,    // the script's `exit`
    CRITTER_PAWN_NATIVE = 10, // a native gave up (critter_pawn_raise)
    CRITTER_PAWN_SLEEP = 12,  // the script's `sleep`, or a native's
    CRITTER_PAWN_NOT_FOUND = 19,
    CRITTER_PAWN_BUDGET = 29, // config.instructions were run
};
// What such a number means: "division by zero". Never NULL. [any thread]
CRITTER_API const char *critter_pawn_text(int end);

// ---- Making a script

// A function of the program's that scripts may call. params[0] is the number of bytes of arguments,
// params[1] the first of them; what it returns, the script gets.
struct critter_pawn_native {
    const char *name;
    int32_t (*call)(struct critter_pawn *script, const int32_t *params, void *user);
    int least; // fewer arguments end the call with an error
    void *user;
};

struct critter_pawn_config {
    size_t size;           // of this struct: how newer libraries know older programs
    size_t memory_max;     // bytes; 0: 16 MiB
    uint64_t instructions; // a call or resume may run so many; 0: no limit
    uint64_t seed;         // of random()
    const struct critter_pawn_native *natives;
    size_t native_count;
    void (*print)(void *user, const char *bytes, size_t length); // what the script prints; NULL: nowhere
    int (*read)(void *user);                                     // a byte that was typed, or -1
    int64_t (*now_us)(void *user);      // for tickcount and timers, microseconds; NULL: time stands still
    int64_t (*calendar_us)(void *user); // microseconds since 1970
    void *user;
};
#define CRITTER_PAWN_CONFIG                                                                                  \
    { sizeof(struct critter_pawn_config), 0, 200000000, 1, 0, 0, 0, 0, 0, 0, 0 }

// Makes a script out of the bytes of an .amx file. NULL: `why` says what is wrong with the file, or which
// native nobody has; why_size is its room in bytes, and it may be NULL. The caller frees it. [any thread]
CRITTER_API struct critter_pawn *critter_pawn_new(const struct critter_pawn_config *config, const void *bytes,
                                                  size_t length, char *why, size_t why_size);
// Frees a script, also one that sleeps, and NULL; not from inside one of its natives. [at once]
CRITTER_API void critter_pawn_free(struct critter_pawn *script);

// ---- Calling a script

// Runs a public function of the script, or "main", with `count` cells as arguments. Returns how it ended;
// `value` gets what the function returned, and may be NULL. [at once]
CRITTER_API int critter_pawn_call(struct critter_pawn *script, const char *name, const int32_t *args,
                                  size_t count, int32_t *value);
// 1 when the script has a public function of that name, else 0. [at once]
CRITTER_API int critter_pawn_has(const struct critter_pawn *script, const char *name);
// Goes on with a call that sleeps or ran out of its budget. Returns how it ended, as critter_pawn_call.
// [at once]
CRITTER_API int critter_pawn_resume(struct critter_pawn *script, int32_t *value);
// Drops a call that sleeps or ran out of its budget; the script may be called anew. [at once]
CRITTER_API void critter_pawn_abort(struct critter_pawn *script);
// Writes where and why the last call ended into `out`, which has room for `size` bytes: with file and line
// if the script has debug data. Returns `out`. [at once]
CRITTER_API const char *critter_pawn_where(struct critter_pawn *script, int end, char *out, size_t size);

// ---- For natives

// `count` cells of an array or a reference, by its address in the script's memory. They live until the
// native returns. NULL: the address is bad, and the call ends with an error. [at once]
CRITTER_API int32_t *critter_pawn_cells(struct critter_pawn *script, int32_t address, size_t count);
// Copies a text of the script's into `out`, which has room for `size` bytes. Returns the length it has, or
// (size_t)-1: the address is bad, and the call ends with an error. [at once]
CRITTER_API size_t critter_pawn_get_text(struct critter_pawn *script, int32_t address, char *out,
                                         size_t size);
// Writes a text into an array of `cells` cells of the script's, cut to what it holds. CRITTER_ERR_ARGUMENT:
// the address is bad, and the script's call ends with an error. [at once]
CRITTER_API enum critter_err critter_pawn_put_text(struct critter_pawn *script, int32_t address, size_t cells,
                                                   const char *text);
// Ends the script's call with this number when the native returns; CRITTER_PAWN_SLEEP suspends it.
// [at once]
CRITTER_API void critter_pawn_raise(struct critter_pawn *script, int end);
// What a native that suspended its script returns to it, said before critter_pawn_resume. [at once]
CRITTER_API void critter_pawn_answer(struct critter_pawn *script, int32_t value);

#ifdef __cplusplus
}
#endif

#endif
