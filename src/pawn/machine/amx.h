// The abstract machine: a compiled Pawn script with its memory, run step by checked step.
//
//     struct amx_config config;
//     amx_defaults(&config);
//     config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
//     struct amx *script = amx_new(&config, file, len, fault);               // checks all of the code; NULL: fault says why
//     enum halt end = amx_call(script, "on_touch", args, 2, &value);  // HALT_SLEEP: amx_resume goes on
//     amx_free(script);
//
// amx_new copies the file. All memory is taken there and counted against config.memory_max; running takes none. A machine
// has no globals behind it: any number of them live side by side, each used by one thread at a time.
//
// A script can do no harm. Code is proved before it runs: every instruction, branch, operand. What can only be known while
// running is checked then: every address (HALT_MEMORY), the stack, the budget of instructions (HALT_BUDGET: the call can be
// taken up again with amx_resume or dropped with amx_abort).
//
// Cells are int32_t. Data addresses are bytes from the start of the data block, as scripts see them.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct amx;
struct amx_pool;

// Why a call came to its end. The numbers are those of the file format; scripts and tools know them.
enum halt {
    HALT_NONE = 0,        // it returned
    HALT_EXIT = 1,        // the script's `exit`
    HALT_ASSERT = 2,      // an assertion failed
    HALT_STACK = 3,       // stack and heap meet
    HALT_BOUNDS = 4,      // an array index is out of bounds
    HALT_MEMORY = 5,      // an address outside data, heap and stack
    HALT_INSTRUCTION = 6, // no instruction
    HALT_STACK_LOW = 7,   // more taken from the stack than was put there
    HALT_HEAP_LOW = 8,
    HALT_CALLBACK = 9, // no such native function
    HALT_NATIVE = 10,  // a native function failed
    HALT_DIVIDE = 11,  // division by zero
    HALT_SLEEP = 12,   // waits to be resumed
    HALT_STATE = 13,   // no function for this state and no fall-back
    HALT_NO_MEMORY = 16,
    HALT_FORMAT = 17,
    HALT_VERSION = 18,
    HALT_NOT_FOUND = 19, // no such public function
    HALT_INDEX = 20,     // no public function of this number
    HALT_DEBUGGER = 21,  // stopped by the debugger
    HALT_INIT = 22,      // asked in the wrong order: busy, or nothing to resume
    HALT_USER_DATA = 23,
    HALT_JIT = 24,
    HALT_PARAMETERS = 25, // a native function got too few arguments, or wrong ones
    HALT_DOMAIN = 26,     // a result does not fit
    HALT_GENERAL = 27,
    HALT_OVERLAY = 28, // an overlay cannot be brought into its pool
    HALT_BUDGET = 29,  // the instruction budget is used up; can be resumed
    HALT_COUNT
};
const char *halt_text(enum halt halt); // "division by zero"; never NULL

// ---- natives -------------------------------------------------------------------------------------------

// params[0] is the number of bytes of arguments, params[1] the first one; all of them lie in the script's memory.
struct amx_native {
    const char *name;
    int32_t (*call)(struct amx *amx, const int32_t *params);
    int least;      // fewer arguments than this: HALT_PARAMETERS
    int32_t number; // natives declared with a number (`native beep() = -5`): that number; else 0
};
struct amx_library {
    const char *name; // as in #pragma library
    const struct amx_native *natives;
    size_t native_count;
    size_t state_size;                               // zeroed memory per machine, see amx_state
    enum err (*start)(struct amx *amx, void *state); // may be NULL
    void (*stop)(struct amx *amx, void *state);      // may be NULL
};

void *amx_state(struct amx *amx, const struct amx_library *library); // NULL: not one of this machine's
void *amx_user(const struct amx *amx);                               // config.user
const struct amx_config *amx_config(const struct amx *amx);
static inline int amx_arguments(const int32_t *params) { return params[0] / 4; }

// Views into the script's memory: NULL when any part lies outside (the call then ends with HALT_MEMORY). Valid until
// the native returns; a call into the script may move nothing but change all.
int32_t *amx_cells(struct amx *amx, int32_t address, size_t count);
size_t amx_cells_left(const struct amx *amx,
                      int32_t address); // whole cells from here to the end of its block

// Texts. A packed one holds four characters in a cell, the first in the highest byte; a first cell above 00ffffff tells
// it from an unpacked one. Characters up to 255 become that byte, so a UTF-8 source text stays UTF-8; those above become UTF-8.
bool amx_text_packed(struct amx *amx, int32_t address);
size_t amx_text_length(struct amx *amx, int32_t address); // SIZE_MAX: it does not end (HALT_MEMORY)
// The text as bytes, cut to size-1 and ended; the length it would have had, SIZE_MAX as above.
size_t amx_text_get(struct amx *amx, int32_t address, char *out, size_t size);
// Writes at most `room` cells, end included; what does not fit is cut. False: HALT_MEMORY.
bool amx_text_put(struct amx *amx, int32_t address, size_t room, bool packed, const char *text, size_t len);

// A native's ways to end or suspend the call it is in. The first reason stays.
void amx_raise(struct amx *amx, enum halt halt);
static inline void amx_sleep(struct amx *amx) { amx_raise(amx, HALT_SLEEP); }
// The native returns first; what it returned is the value the script sees when it is resumed, unless:
void amx_answer(struct amx *amx, int32_t value); // before amx_resume

// ---- a machine -----------------------------------------------------------------------------------------

struct amx_console {
    void (*put)(void *user, const char *bytes, size_t len); // NULL: what is printed is dropped
    int (*get)(void *user);                                 // a byte, or -1: no more. NULL: never any
    bool echo;                                              // what is typed does not show by itself
    void *user;
};
struct amx_time {                       // all may be NULL: then time stands still at 0
    int64_t (*now_us)(void *user);      // world time, counts up
    int64_t (*calendar_us)(void *user); // since 1970, UTC
    int32_t zone_s;                     // what local time is ahead of it
    void *user;
};

struct amx_config {
    size_t memory_max;     // bytes for one machine in all; default 16 MiB
    uint64_t instructions; // per call or resume; 0: no limit. Default 200 million
    uint64_t seed;         // of `random`; default 1
    const struct amx_library *const *libraries;
    size_t library_count;
    bool natives_missing_ok; // a native nobody has is an error only when it is called; default false
    struct amx_console console;
    struct amx_time time;
    const char *const *arguments; // for library Args
    size_t argument_count;
    struct amx_pool *pool; // for overlays; NULL: one without limit
    // Reads bytes of the script's file, to fetch overlays that the machine then keeps no copy of (nor of the debug data). NULL: they come
    // from the copy. Compact files are always kept.
    enum err (*fetch)(void *user, uint32_t offset, void *to, size_t bytes);
    void *fetch_user;
    void *user;
    // Called at every `break` of the script (and, when `every` is set, before every instruction); returning anything but HALT_NONE
    // ends the call. With a hook the machine runs instruction by instruction, slower.
    enum halt (*hook)(struct amx *amx, void *user);
    void *hook_user;
    bool hook_every;
    bool counting; // count how often every instruction runs: amx_counts
    bool plain;    // no fused instructions; for tests
};

void amx_defaults(struct amx_config *config);
struct amx *amx_new(const struct amx_config *config, const uint8_t *file, size_t len, struct fault *fault);
void amx_free(struct amx *amx);                                            // NULL is fine
enum err amx_verify(const uint8_t *file, size_t len, struct fault *fault); // only checks

struct amx_arg {
    enum { AMX_CELL, AMX_ARRAY, AMX_TEXT, AMX_PACKED } kind;
    int32_t cell;
    int32_t *cells; // of an array; written back when the call returns without sleeping, unless constant
    size_t count;
    bool constant;
    const char *text; // of a text, unpacked or packed
};

enum { AMX_MAIN = -1 };
int amx_find(const struct amx *amx,
             const char *name); // index of a public function; -2: none. "main" is AMX_MAIN if there is one
// Runs a public function. HALT_NOT_FOUND, HALT_INDEX, HALT_INIT (a sleeping call must be resumed or dropped first) leave
// everything as it was. After any end but sleep and budget the stack and heap are as before the call. Natives may call
// back into their own script, 16 deep, but such calls cannot sleep (HALT_GENERAL).
enum halt amx_call(struct amx *amx, const char *name, const struct amx_arg *args, size_t count,
                   int32_t *value);
enum halt amx_call_at(struct amx *amx, int index, const struct amx_arg *args, size_t count, int32_t *value);
enum halt amx_resume(struct amx *amx, int32_t *value);
// Like amx_call_at, also while another call sleeps, which goes on sleeping. What is called so cannot sleep itself.
enum halt amx_call_beside(struct amx *amx, int index, const struct amx_arg *args, size_t count,
                          int32_t *value);
bool amx_asleep(const struct amx *amx);                  // something can be resumed
void amx_abort(struct amx *amx);                         // drops the sleeping call
void amx_budget(struct amx *amx, uint64_t instructions); // for calls from now on

// ---- looking inside --------------------------------------------------------------------------------------

struct amx_registers {
    int32_t pri, alt;
    uint32_t frm, stk, hea, stp;
    uint32_t cip;     // of the instruction that was reached, from the start of the code block
    uint32_t overlay; // 0 in scripts without
};
struct amx_registers amx_registers(const struct amx *amx); // in natives, hooks and after a call
void amx_describe(const struct amx *amx, enum halt end,
                  struct fault *fault);            // "main.p:12: division by zero in turn" as far as known
uint64_t amx_executed(const struct amx *amx);      // instructions of the last call and its resumes
const uint64_t *amx_counts(const struct amx *amx); // one per code cell, when counting; else NULL
const char *
amx_native_name(const struct amx *amx);   // of the native that is running; NULL: none, or one without a name
size_t amx_memory(const struct amx *amx); // bytes held
int amx_publics(const struct amx *amx);
const char *amx_public_name(const struct amx *amx, int index);
int32_t *amx_pubvar(struct amx *amx, const char *name); // a public variable's cell; NULL: none
const uint8_t *amx_file(const struct amx *amx, size_t *len);

// ---- overlays ----------------------------------------------------------------------------------------------

// A script compiled with overlays has its functions brought in one by one, when they are needed, into a pool of limited size that as
// many machines as wanted (of one thread) share. The least recently used ones give way. An overlay is read, proved again and
// translated each time it comes, and its caller's budget is charged for that time (500 instructions and 100 a cell, which
// amx_executed does not count); one that cannot be read, or is no longer what was loaded, ends the call with HALT_OVERLAY. An overlay larger
// than the pool is refused by amx_new.
struct amx_pool *amx_pool_new(size_t bytes); // of code, as in the file; SIZE_MAX: all that come
void amx_pool_free(struct amx_pool *pool);   // after its machines
struct amx_pool_report {
    size_t size, used, resident;
    uint64_t hits, loads, evictions;
    size_t memory; // bytes held for code and what is made of it; taken when machines are made
};
struct amx_pool_report amx_pool_report(const struct amx_pool *pool);

// ---- libraries that come with the machine ---------------------------------------------------------------

extern const struct amx_library lib_core, lib_console, lib_string, lib_fixed, lib_float, lib_time, lib_args;
enum { AMX_STANDARD_COUNT = 7 };
extern const struct amx_library *const AMX_STANDARD[AMX_STANDARD_COUNT];
