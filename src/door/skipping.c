// Time that is skipped: the life goes on as fast as it can, and is the same as if it had taken its time. A
// few frames show how far it is. Hands and wheels wait: what takes a moment for a person would last for
// minutes.
#include "door/dashboard_internal.h"

#include "base/system/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SKIP_MOST_S = 31 * 86400 };

static void tell_how_far(struct dashboard *page, bool over) {
    const struct skipping *skip = &page->skip;
    struct live_skipping told = {.from_us = (uint64_t)skip->from_us,
                                 .now_us = (uint64_t)play_now_us(page->play),
                                 .until_us = (uint64_t)skip->until_us,
                                 .again = skip->again,
                                 .over = over};
    dashboard_send(page, NULL, &live_skipping_schema, &told, !over);
}

static void begin(struct dashboard *page, int64_t until_us) {
    page->skip = (struct skipping){.from_us = play_now_us(page->play),
                                   .until_us = until_us,
                                   .past = page->past_count,
                                   .told_us = air_now_us()};
    dashboard_nobody_looks(page);
    run_hurry(play_run(page->play), until_us);
    tell_how_far(page, false);
}

// What happened meanwhile is told now, as far as it is kept, and what is looked at anew.
static void end(struct dashboard *page) {
    struct skipping was = page->skip;
    run_hurry(play_run(page->play), 0);
    tell_how_far(page, true);
    page->skip.until_us = 0;
    if (was.again && !was.watch) play_follow_no_more(page->play);
    if (was.again && play_parted(page->play))
        dashboard_tell(page, 0, play_now_us(page->play), "warning",
                       "this became another life than the one that was recorded");
    uint32_t kept = page->past_count > PAST_MAX ? page->past_count - PAST_MAX : 0;
    for (uint32_t i = was.past > kept ? was.past : kept; i < page->past_count; i++) {
        const struct live_told *told = &page->past[i % PAST_MAX];
        buf_clear(&page->out);
        live_write(&page->out, &live_told_schema, told);
        dashboard_send_to(page, told->robot, WHO_WATCHES, true, false);
    }
    for (uint32_t robot = 1; robot <= dashboard_robots(page); robot++) dashboard_display_anew(page, robot);
    const struct viewer nothing = {0};
    for (unsigned i = 0; i < page->count; i++) dashboard_inside_anew(page, &nothing, &page->viewers[i]);
    dashboard_show_timeline(page, NULL, 0);
    dashboard_frame(page, NULL);
}

static void let_everything_go(struct dashboard *page) {
    for (uint32_t robot = 1; robot <= SCENARIO_ROBOTS; robot++)
        if (page->robots[robot - 1].driver) page->robots[robot - 1].drive_until_us = 0;
    dashboard_mind_driver(page);
    for (unsigned i = 0; i < page->count; i++) {
        struct viewer *viewer = &page->viewers[i];
        if (viewer->carries[0]) dashboard_let_go(page, viewer->carries);
        viewer->carries[0] = 0;
    }
}

void dashboard_skip(struct dashboard *page, double seconds, struct fault *fault) {
    if (!page->play) return;
    if (seconds == 0) {
        if (page->skip.until_us) end(page);
        return;
    }
    if (!isfinite(seconds) || seconds < 0 || seconds > SKIP_MOST_S)
        fault_set(fault, ERR_RANGE, "expected 0 to %d seconds, found %g", SKIP_MOST_S, seconds);
    else if (run_own_time(play_run(page->play)))
        fault_set(fault, ERR_STATE, "a real robot's time cannot be skipped");
    else if (page->skip.until_us)
        fault_set(fault, ERR_STATE, "time is skipped already");
    for (uint32_t robot = 1; robot <= dashboard_robots(page) && !fault->err; robot++)
        if (dashboard_driven(page, robot))
            fault_set(fault, ERR_STATE, "a program drives %s: its time cannot be skipped",
                      play_scenario(page->play)->robots[robot - 1].name);
    if (fault->err) return;
    let_everything_go(page);
    if (page->paused) run_pause(play_run(page->play), page->paused = false);
    begin(page, play_now_us(page->play) + (int64_t)(seconds * 1e6));
}

void dashboard_lives_again(struct dashboard *page, int64_t until_us, bool watch) {
    if (until_us <= 0) return;
    begin(page, until_us);
    page->skip.again = true, page->skip.watch = watch;
}

bool dashboard_skips(const struct dashboard *page) { return page->skip.until_us != 0; }

bool dashboard_no_hands(const struct dashboard *page, struct fault *fault) {
    if (page->skip.until_us) fault_set(fault, ERR_BUSY, "time is being skipped: end that first");
    return page->skip.until_us != 0;
}

void dashboard_skip_tick(struct dashboard *page, int64_t now) {
    if (play_now_us(page->play) >= page->skip.until_us || !run_hurries(play_run(page->play)))
        return end(page);
    if (now - page->skip.told_us < SKIP_FRAME_US) return;
    page->skip.told_us = now;
    tell_how_far(page, false);
    for (uint32_t robot = 1; page->count && robot <= dashboard_robots(page); robot++)
        dashboard_show_inside(page, robot, now);
    dashboard_show_timeline(page, NULL, now);
    dashboard_frame(page, NULL);
}
