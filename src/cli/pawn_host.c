#include "cli/pawn_host.h"

#include "base/clock.h"
#include "base/file.h"
#include "pawn/lib_time.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FILE_LIMIT = 64 << 20, SLICE = 20000000 };

volatile bool pawn_stopped;

enum err pawn_read(const char *path, struct buf *file, struct fault *fault) {
    return file_read(path, FILE_LIMIT, file, fault);
}

static void put(void *user, const char *bytes, size_t len) {
    fwrite(bytes, 1, len, stdout);
    if (isatty(STDOUT_FILENO)) fflush(stdout);
}

static int get(void *user) {
    fflush(stdout);
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

static void interrupted(int number) { pawn_stopped = true; }

void pawn_catch_interrupt(void) {
    struct sigaction action = {.sa_handler = interrupted,
                               .sa_flags = (int)SA_RESETHAND}; // a second Ctrl-C kills
    sigaction(SIGINT, &action, NULL);
}

static enum halt wait_until(struct amx *amx, int64_t until_us) {
    fflush(stdout);
    for (;;) {
        int64_t left = until_us - air_now_us(), timer = lib_timer_due_us(amx);
        if (timer != INT64_MAX && timer - air_now_us() < left) left = timer - air_now_us();
        if (pawn_stopped) return HALT_NONE;
        if (left > 0) {
            if (left > 50000) left = 50000; // to look at pawn_stopped
            nanosleep(&(struct timespec){left / 1000000, left % 1000000 * 1000}, NULL);
            continue;
        }
        enum halt end = lib_timer_call(amx);
        if (end) return end;
        if (air_now_us() >= until_us) return HALT_NONE;
    }
}

// Runs a slice at a time, to look at pawn_stopped in between.
static void next_slice(struct amx *amx, uint64_t budget, uint64_t used) {
    uint64_t left = budget ? budget - used : SLICE;
    amx_budget(amx, left < SLICE ? left : SLICE);
}

enum halt pawn_call(struct amx *amx, int index, uint64_t budget, int32_t *value) {
    next_slice(amx, budget, 0);
    enum halt end = amx_call_at(amx, index, NULL, 0, value);
    while (end == HALT_SLEEP || end == HALT_BUDGET) {
        uint64_t used = amx_executed(amx);
        if (budget && used >= budget) return HALT_BUDGET;
        if (end == HALT_SLEEP) {
            enum halt timer = wait_until(amx, air_now_us() + (*value > 0 ? 1000LL * *value : 0));
            if (timer) return timer;
        }
        if (pawn_stopped) return HALT_DEBUGGER;
        next_slice(amx, budget, used);
        end = amx_resume(amx, value);
    }
    return end;
}

enum halt pawn_timers(struct amx *amx) {
    enum halt end = HALT_NONE;
    while (!end && !pawn_stopped && lib_timer_due_us(amx) != INT64_MAX && amx_find(amx, "@timer") >= 0)
        end = wait_until(amx, lib_timer_due_us(amx));
    return end;
}
