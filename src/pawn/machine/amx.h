// The abstract machine: runs a compiled Pawn script in memory of its own, with every step checked.
//
//     struct amx_config config;
//     amx_defaults(&config);
//     config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
//     // checks all of the code; NULL: fault says why
//     struct amx *script = amx_new(&config, file, len, fault);
//     enum halt end = amx_call(script, "on_touch", args, 2, &value);  // HALT_SLEEP: amx_resume goes on
//     amx_free(script);
//
// amx_new copies the file. It takes all memory, counted against config.memory_max; running takes none. A
// machine has no globals: any number of them may exist, each used by one thread at a time.
//
// A script cannot do harm. Its code is verified before it runs: every instruction, branch and operand. The
// rest is checked while it runs: every address (HALT_MEMORY), the stack, and the instruction budget. After
// HALT_BUDGET the call can be continued with amx_resume or dropped with amx_abort.
//
// Cells are int32_t. Data addresses are bytes from the start of the data block, as scripts see them.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct amx;
struct amx_pool;

// Why a call ended. The numbers are those of the file format; scripts and tools know them.
enum halt {
    HALT_NONE = 0,        // it returned
    HALT_EXIT = 1,        // the script's `exit`
    HALT_ASSERT = 2,      // an assertion failed
    HALT_STACK = 3,       // stack and heap collide
    HALT_BOUNDS = 4,      // an array index is out of bounds
    HALT_MEMORY = 5,      // an address outside data, heap and stack
    HALT_INSTRUCTION = 6, // not a valid instruction
    HALT_STACK_LOW = 7,   // popped more than was pushed
    HALT_HEAP_LOW = 8,
    HALT_CALLBACK = 9, // no such native function
    HALT_NATIVE = 10,  // a native function failed
    HALT_DIVIDE = 11,  // division by zero
    HALT_SLEEP = 12,   // waiting to be resumed
    HALT_STATE = 13,   // no function for this state and no fallback
    HALT_NO_MEMORY = 16,
    HALT_FORMAT = 17,
    HALT_VERSION = 18,
    HALT_NOT_FOUND = 19, // no such public function
    HALT_INDEX = 20,     // no public function with this number
    HALT_DEBUGGER = 21,  // stopped by the debugger
    HALT_INIT = 22,      // called in the wrong order: busy, or nothing to resume
    HALT_USER_DATA = 23,
    HALT_JIT = 24,
    HALT_PARAMETERS = 25, // a native function got too few or wrong arguments
    HALT_DOMAIN = 26,     // a result does not fit
    HALT_GENERAL = 27,
    HALT_OVERLAY = 28, // an overlay cannot be loaded into its pool
    HALT_BUDGET = 29,  // the instruction budget is used up; can be resumed
    HALT_COUNT
};
const char *halt_text(enum halt halt); // "division by zero"; never NULL

// ---- natives -------------------------------------------------------------------------------------------

// params[0] is the number of argument bytes, params[1] the first argument; all lie in the script's memory.
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

void *amx_state(struct amx *amx, const struct amx_library *library); // NULL: not a library of this machine
void *amx_user(const struct amx *amx);                               // config.user
const struct amx_config *amx_config(const struct amx *amx);
static inline int amx_arguments(const int32_t *params) { return params[0] / 4; }

// Pointers into the script's memory. NULL when any part lies outside; the call then ends with HALT_MEMORY.
// Valid until the native returns. Calls into the script do not move the memory but may change it.
int32_t *amx_cells(struct amx *amx, int32_t address, size_t count);
// Whole cells from here to the end of its block.
size_t amx_cells_left(const struct amx *amx, int32_t address);

// Texts. A packed text holds four characters per cell, the first in the highest byte. A first cell above
// 00ffffff marks a packed text. Characters up to 255 become that byte, so UTF-8 source text stays UTF-8;
// those above are encoded as UTF-8.
bool amx_text_packed(struct amx *amx, int32_t address);
size_t amx_text_length(struct amx *amx, int32_t address); // SIZE_MAX: it has no end (HALT_MEMORY)
// The text as bytes, cut to size-1 and ended by a zero. Returns its full length, SIZE_MAX as above.
size_t amx_text_get(struct amx *amx, int32_t address, char *out, size_t size);
// Writes at most `room` cells, including the end; the rest is cut. False: HALT_MEMORY.
bool amx_text_put(struct amx *amx, int32_t address, size_t room, bool packed, const char *text, size_t len);

// How a native ends or suspends the call it is in. The first reason is kept.
void amx_raise(struct amx *amx, enum halt halt);
static inline void amx_sleep(struct amx *amx) { amx_raise(amx, HALT_SLEEP); }
// The native itself returns first. Its result is what the script sees when it is resumed, unless this sets
// another:
void amx_answer(struct amx *amx, int32_t value); // call it before amx_resume

// ---- a machine -----------------------------------------------------------------------------------------

struct amx_console {
    void (*put)(void *user, const char *bytes, size_t len); // NULL: output is dropped
    int (*get)(void *user);                                 // a byte, or -1 at the end. NULL: no input
    bool echo;                                              // typed characters must be echoed
    void *user;
};
struct amx_time {                       // all may be NULL: then time stays at 0
    int64_t (*now_us)(void *user);      // world time, counts up
    int64_t (*calendar_us)(void *user); // since 1970, UTC
    int32_t zone_s;                     // offset of local time from UTC
    void *user;
};

struct amx_config {
    size_t memory_max;     // bytes per machine in total; default 16 MiB
    uint64_t instructions; // per call or resume; 0: no limit. Default 200 million
    uint64_t seed;         // of `random`; default 1
    const struct amx_library *const *libraries;
    size_t library_count;
    bool natives_missing_ok; // a missing native is an error only when it is called; default false
    struct amx_console console;
    struct amx_time time;
    const char *const *arguments; // for library Args
    size_t argument_count;
    struct amx_pool *pool; // for overlays; NULL: a pool without limit
    // Reads bytes of the script's file, to load overlays. The machine then keeps no copy of them, nor of the
    // debug data. NULL: overlays come from the copy. Compact files are always kept.
    enum err (*fetch)(void *user, uint32_t offset, void *to, size_t bytes);
    void *fetch_user;
    void *user;
    // Called at every `break` of the script and, if `hook_every` is set, before every instruction. A result
    // other than HALT_NONE ends the call. A hook makes the machine run instruction by instruction, which is
    // slower.
    enum halt (*hook)(struct amx *amx, void *user);
    void *hook_user;
    bool hook_every;
    bool counting; // counts how often each instruction runs: amx_counts
    bool plain;    // no fused instructions; for tests
};

void amx_defaults(struct amx_config *config);
struct amx *amx_new(const struct amx_config *config, const uint8_t *file, size_t len, struct fault *fault);
void amx_free(struct amx *amx);                                            // NULL is fine
enum err amx_verify(const uint8_t *file, size_t len, struct fault *fault); // only verifies

struct amx_arg {
    enum { AMX_CELL, AMX_ARRAY, AMX_TEXT, AMX_PACKED } kind;
    int32_t cell;
    int32_t *cells; // of an array; written back when the call returns without sleeping, unless constant
    size_t count;
    bool constant;
    const char *text; // of a text, unpacked or packed
};

enum { AMX_MAIN = -1 };
// Index of a public function; -2: none. "main" is AMX_MAIN if the script has one.
int amx_find(const struct amx *amx, const char *name);
// Runs a public function. HALT_NOT_FOUND, HALT_INDEX and HALT_INIT (a sleeping call must be resumed or
// dropped first) change nothing. After any other end, except sleep and budget, stack and heap are as before
// the call. Natives may call back into their own script, 16 deep, but such calls cannot sleep (HALT_GENERAL).
enum halt amx_call(struct amx *amx, const char *name, const struct amx_arg *args, size_t count,
                   int32_t *value);
enum halt amx_call_at(struct amx *amx, int index, const struct amx_arg *args, size_t count, int32_t *value);
enum halt amx_resume(struct amx *amx, int32_t *value);
// Like amx_call_at, but works while another call sleeps, which stays asleep. This call cannot sleep.
enum halt amx_call_beside(struct amx *amx, int index, const struct amx_arg *args, size_t count,
                          int32_t *value);
bool amx_asleep(const struct amx *amx);                  // there is a call to resume
void amx_abort(struct amx *amx);                         // drops the sleeping call
void amx_budget(struct amx *amx, uint64_t instructions); // for calls from now on

// ---- inspection -------------------------------------------------------------------------------------------

struct amx_registers {
    int32_t pri, alt;
    uint32_t frm, stk, hea, stp;
    uint32_t cip;     // of the instruction reached, from the start of the code block
    uint32_t overlay; // 0 in scripts without overlays
};
struct amx_registers amx_registers(const struct amx *amx); // valid in natives, in hooks, and after a call
// Of its data, heap, stack and registers, and of where it stands: equal machines have equal hashes.
uint64_t amx_hash(const struct amx *amx, uint64_t seed);
// "main.p:12: division by zero in turn", as far as known.
void amx_describe(const struct amx *amx, enum halt end, struct fault *fault);
uint64_t amx_executed(const struct amx *amx);      // instructions of the last call and its resumes
const uint64_t *amx_counts(const struct amx *amx); // one per code cell, if config.counting is set; else NULL
// Of the native that is running; NULL: none, or one without a name.
const char *amx_native_name(const struct amx *amx);
size_t amx_memory(const struct amx *amx); // bytes held
int amx_publics(const struct amx *amx);
const char *amx_public_name(const struct amx *amx, int index);
int32_t *amx_pubvar(struct amx *amx, const char *name); // a public variable's cell; NULL: no such variable
const uint8_t *amx_file(const struct amx *amx, size_t *len);

// ---- overlays ---------------------------------------------------------------------------------------------

// A script compiled with overlays loads its functions one by one, when needed, into a pool of limited size.
// Any number of machines (of one thread) may share a pool. The least recently used overlays are evicted. Each
// time an overlay is loaded it is read, verified and translated again. The caller's budget is charged for
// that: 500 instructions and 100 per cell, which amx_executed does not count. An overlay that cannot be read,
// or is no longer what was loaded, ends the call with HALT_OVERLAY. amx_new refuses an overlay larger than
// the pool.
struct amx_pool *amx_pool_new(size_t bytes); // bytes of code, as in the file; SIZE_MAX: no limit
void amx_pool_free(struct amx_pool *pool);   // free its machines first
struct amx_pool_report {
    size_t size, used, resident;
    uint64_t hits, loads, evictions;
    size_t memory; // bytes held for code and its translation; taken when machines are made
};
struct amx_pool_report amx_pool_report(const struct amx_pool *pool);

// ---- standard libraries -----------------------------------------------------------------------------------

extern const struct amx_library lib_core, lib_console, lib_string, lib_fixed, lib_float, lib_time, lib_args;
enum { AMX_STANDARD_COUNT = 7 };
extern const struct amx_library *const AMX_STANDARD[AMX_STANDARD_COUNT];
