#include "cli/pawn/host.h"

#include "base/system/clock.h"
#include "base/system/file.h"
#include "pawn/library/console.h"
#include "pawn/library/time.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { FILE_LIMIT = 64 << 20, SLICE = 20000000 };

volatile bool pawn_stopped;

// ---- keys -------------------------------------------------------------------------------------------------

// While a script that has @keypressed waits, the terminal gives every key at once and does not show it.
static struct {
    bool listening, ended;
    volatile bool changed;
    struct termios usual;
} keys;

static void terminal_as_usual(void) { // also called from a signal
    if (keys.changed) tcsetattr(STDIN_FILENO, TCSANOW, &keys.usual);
    keys.changed = false;
}

static void terminal_by_keys(void) {
    if (!keys.listening || keys.changed || tcgetattr(STDIN_FILENO, &keys.usual)) return;
    struct termios ours = keys.usual;
    ours.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    ours.c_cc[VMIN] = 1, ours.c_cc[VTIME] = 0;
    keys.changed = true;
    tcsetattr(STDIN_FILENO, TCSANOW, &ours);
}

void pawn_listen(struct amx *amx) {
    if (amx_find(amx, "@keypressed") < 0 || keys.listening) return;
    keys.listening = true;
    setvbuf(stdin, NULL, _IONBF, 0); // what has been read is not hidden from poll
    atexit(terminal_as_usual);
}

static bool listens(void) { return keys.listening && !keys.ended; }

// Waits at most so long for a key; -1: none.
static int next_key(int64_t wait_us) {
    if (!listens()) {
        if (wait_us > 0) nanosleep(&(struct timespec){wait_us / 1000000, wait_us % 1000000 * 1000}, NULL);
        return -1;
    }
    terminal_by_keys();
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, wait_us <= 0 ? 0 : (int)((wait_us + 999) / 1000)) <= 0) return -1;
    int key = getchar();
    if (key == EOF) keys.ended = true;
    return key == EOF ? -1 : key;
}

enum err pawn_read(const char *path, struct buf *file, struct fault *fault) {
    return file_read(path, FILE_LIMIT, file, fault);
}

enum err pawn_load(const char *path, struct buf *script, struct fault *fault) {
    const char *extension = path_extension(path);
    bool source = !strcmp(extension, ".p") || !strcmp(extension, ".pwn") || !strcmp(extension, ".pawn");
    if (source && !file_exists(path)) return pawn_read(path, script, fault); // says why
    return source ? pawn_build(path, script, fault) : pawn_read(path, script, fault);
}

static void put(void *user, const char *bytes, size_t len) {
    fwrite(bytes, 1, len, stdout);
    if (isatty(STDOUT_FILENO)) fflush(stdout);
}

static int get(void *user) {
    fflush(stdout);
    terminal_as_usual(); // a line can be edited before it is read
    return getchar();
}

static int64_t now(void *user) { return air_now_us(); }
static int64_t calendar(void *user) { return calendar_now_us(); }

static int32_t zone_s(void) {
    time_t seconds = (time_t)(calendar_now_us() / 1000000);
    struct tm local;
    return localtime_r(&seconds, &local) ? (int32_t)local.tm_gmtoff : 0;
}

void pawn_here(struct amx_config *config, const char *const *arguments, size_t count) {
    config->libraries = AMX_STANDARD, config->library_count = AMX_STANDARD_COUNT;
    config->console = (struct amx_console){put, get, !isatty(STDIN_FILENO), NULL};
    config->time = (struct amx_time){now, calendar, zone_s(), NULL};
    config->arguments = arguments, config->argument_count = count;
    config->seed = (uint64_t)calendar_now_us();
}

static void interrupted(int number) {
    pawn_stopped = true;
    terminal_as_usual();
}

void pawn_catch_interrupt(void) {
    struct sigaction action = {.sa_handler = interrupted,
                               .sa_flags = (int)SA_RESETHAND}; // a second Ctrl-C kills
    sigaction(SIGINT, &action, NULL);
}

// Runs a slice at a time, to look at pawn_stopped and to show what was printed in between.
static void next_slice(struct amx *amx, uint64_t budget, uint64_t used) {
    fflush(stdout);
    uint64_t left = budget ? budget - used : SLICE;
    amx_budget(amx, left < SLICE ? left : SLICE);
}

static enum halt stay_with(struct amx *amx, enum halt end, uint64_t budget, int32_t *value);

// What happens is told to the script, also beside a sleeping call.
static enum halt event(struct amx *amx, int key, int32_t *result) {
    int32_t value = 0;
    bool beside = amx_asleep(amx);
    next_slice(amx, 0, 0);
    enum halt end = key < 0 ? lib_timer_call(amx) : lib_key_pressed(amx, key, &value);
    if (!beside) end = stay_with(amx, end, 0, &value);
    if (end) *result = value;
    return end;
}

// Ends early when an event does; then the value is that of its end.
static enum halt wait_until(struct amx *amx, int64_t until_us, int32_t *value) {
    fflush(stdout);
    for (;;) {
        int64_t left = until_us - air_now_us(), timer = lib_timer_due_us(amx);
        enum halt end = HALT_NONE;
        if (timer != INT64_MAX && timer - air_now_us() < left) left = timer - air_now_us();
        if (pawn_stopped) return HALT_NONE;
        int key = next_key(left < 50000 ? left : 50000); // to look at pawn_stopped
        if (key >= 0)
            end = event(amx, key, value);
        else if (timer != INT64_MAX && timer <= air_now_us())
            end = event(amx, -1, value);
        if (end) return end;
        fflush(stdout);
        if (air_now_us() >= until_us || (until_us == INT64_MAX && !listens())) return HALT_NONE;
    }
}

static enum halt stay_with(struct amx *amx, enum halt end, uint64_t budget, int32_t *value) {
    while (end == HALT_SLEEP || end == HALT_BUDGET) {
        uint64_t used = amx_executed(amx);
        if (budget && used >= budget) return HALT_BUDGET;
        if (end == HALT_SLEEP) {
            enum halt other = wait_until(amx, air_now_us() + (*value > 0 ? 1000LL * *value : 0), value);
            if (other) return other;
        }
        if (pawn_stopped) return HALT_DEBUGGER;
        next_slice(amx, budget, used);
        end = amx_resume(amx, value);
    }
    return end;
}

enum halt pawn_call(struct amx *amx, int index, uint64_t budget, int32_t *value) {
    next_slice(amx, budget, 0);
    return stay_with(amx, amx_call_at(amx, index, NULL, 0, value), budget, value);
}

enum halt pawn_events(struct amx *amx, int32_t *value) {
    enum halt end = HALT_NONE;
    while (!end && !pawn_stopped) {
        bool timer = lib_timer_due_us(amx) != INT64_MAX && amx_find(amx, "@timer") >= 0;
        if (!timer && !listens()) break;
        end = wait_until(amx, timer ? lib_timer_due_us(amx) : INT64_MAX, value);
    }
    terminal_as_usual();
    return end;
}
