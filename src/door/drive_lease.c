// Who holds the wheel of which robot, and that letting go of it means standing still.
#include "door/dashboard_internal.h"

#include "base/system/clock.h"

// By the clock of whoever let go it must stand within 300 ms: a world that runs slowly runs at full pace
// until all stand that were let go.
void dashboard_pace(struct dashboard *page) {
    bool hurry = false;
    for (int i = 0; i < SCENARIO_ROBOTS; i++) hurry |= page->robots[i].halt_until_us != 0;
    run_speed(play_run(page->play), hurry && page->speed < 1 ? 1 : page->speed);
}

void dashboard_halt(struct dashboard *page, uint32_t robot) {
    if (!page->play || page->speed >= 1) return;
    page->robots[robot - 1].halt_until_us = air_now_us() + HALT_US;
    dashboard_pace(page);
}

void dashboard_mind_halt(struct dashboard *page, uint32_t robot) {
    struct watched *w = &page->robots[robot - 1];
    struct life_view *view = &page->message.frame.view;
    const struct soul *soul = dashboard_soul(page, robot);
    if (soul) soul_life_view(soul, view);
    bool stands = m_abs(view->left_mps) < 0.004f && m_abs(view->right_mps) < 0.004f;
    bool told = air_now_us() > w->halt_until_us - HALT_US + 50000; // it may not have begun to slow down
    if (!(stands && told) && air_now_us() < w->halt_until_us) return;
    w->halt_until_us = 0;
    dashboard_pace(page);
}

// The next driver to be reminded of, if there is any.
static void set_timer(struct dashboard *page) {
    int64_t due = INT64_MAX;
    for (int i = 0; i < SCENARIO_ROBOTS; i++)
        if ((page->robots[i].driver || page->robots[i].let_go) && page->robots[i].drive_until_us < due)
            due = page->robots[i].drive_until_us;
    loop_timer_set(page->dead_man, due);
}

static void stand_still(struct dashboard *page, uint32_t robot) {
    struct watched *w = &page->robots[robot - 1];
    struct life_message still = {.kind = LIFE_DRIVE};
    struct fault fault = {0};
    w->driver = NULL, w->let_go = false;
    if (page->play) dashboard_ask(page, NULL, robot, 0, &still, &fault);
    dashboard_halt(page, robot);
    // A desk that is full now is empty after the next tick.
    if (fault.err != ERR_BUSY) return;
    w->let_go = true;
    w->drive_until_us = air_now_us() + 10000;
}

// A driver who says nothing any more has let go, lost the line, or is a page that sleeps.
void dashboard_mind_driver(void *user) {
    struct dashboard *page = user;
    for (uint32_t robot = 1; robot <= SCENARIO_ROBOTS; robot++) {
        const struct watched *w = &page->robots[robot - 1];
        if ((w->driver || w->let_go) && air_now_us() >= w->drive_until_us) stand_still(page, robot);
    }
    set_timer(page);
}

void dashboard_note_driver(struct dashboard *page, struct ws *ws, uint32_t robot,
                           const struct life_message *request) {
    struct watched *w = &page->robots[robot - 1];
    if (request->kind != LIFE_DRIVE && request->kind != LIFE_STOP) return;
    bool moves =
        request->kind == LIFE_DRIVE && !(request->drive.left_mps == 0 && request->drive.right_mps == 0);
    if (moves)
        w->halt_until_us = 0, dashboard_pace(page);
    else
        dashboard_halt(page, robot);
    w->driver = moves ? ws : NULL, w->let_go = false;
    w->drive_until_us = air_now_us() + DRIVER_US;
    set_timer(page);
}

void dashboard_gone(struct dashboard *page, struct ws *ws) {
    for (uint32_t robot = 1; robot <= SCENARIO_ROBOTS; robot++)
        if (page->robots[robot - 1].driver == ws) stand_still(page, robot);
    set_timer(page);
    for (unsigned i = 0; i < ASKED_MAX; i++)
        if (page->asked[i].ws == ws) page->asked[i].ws = NULL;
}
