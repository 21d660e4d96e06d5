// Who holds the wheel, and that letting go of it means standing still.
#include "door/dashboard_internal.h"

#include "base/system/clock.h"

// By the clock of whoever let go it must stand within 300 ms: a world that runs slowly runs at full pace until it does.
void dashboard_pace(struct dashboard *page) {
    bool hurry = page->halt_until_us && page->speed < 1;
    run_speed(play_run(page->play), hurry ? 1 : page->speed);
}

void dashboard_halt(struct dashboard *page) {
    if (!page->play || page->speed >= 1) return;
    page->halt_until_us = air_now_us() + HALT_US;
    dashboard_pace(page);
}

void dashboard_mind_halt(struct dashboard *page) {
    struct life_view *view = &page->message.frame.view;
    if (dashboard_soul(page)) soul_life_view(dashboard_soul(page), view);
    bool stands = m_abs(view->left_mps) < 0.004f && m_abs(view->right_mps) < 0.004f;
    bool told = air_now_us() > page->halt_until_us - HALT_US + 50000; // it may not have begun to slow down
    if (!(stands && told) && air_now_us() < page->halt_until_us) return;
    page->halt_until_us = 0;
    dashboard_pace(page);
}

static void stand_still(struct dashboard *page) {
    page->driver = NULL;
    loop_timer_set(page->dead_man, INT64_MAX);
    struct life_message still = {.kind = LIFE_DRIVE};
    struct fault fault = {0};
    if (page->play) dashboard_ask(page, NULL, &still, &fault);
    dashboard_halt(page);
    // A desk that is full now is empty after the next tick.
    if (fault.err == ERR_BUSY) {
        page->driver = page->viewers[0].ws;
        loop_timer_set(page->dead_man, air_now_us() + 10000);
    }
}

// A driver who says nothing any more has let go, lost the line, or is a page that sleeps.
void dashboard_mind_driver(void *user) {
    struct dashboard *page = user;
    if (!page->driver) return;
    if (air_now_us() >= page->drive_until_us)
        stand_still(page);
    else
        loop_timer_set(page->dead_man, page->drive_until_us);
}

void dashboard_note_driver(struct dashboard *page, struct ws *ws, const struct life_message *request) {
    if (request->kind != LIFE_DRIVE && request->kind != LIFE_STOP) return;
    bool moves =
        request->kind == LIFE_DRIVE && !(request->drive.left_mps == 0 && request->drive.right_mps == 0);
    if (moves)
        page->halt_until_us = 0, dashboard_pace(page);
    else
        dashboard_halt(page);
    page->driver = moves ? ws : NULL;
    page->drive_until_us = air_now_us() + DRIVER_US;
    loop_timer_set(page->dead_man, moves ? page->drive_until_us : INT64_MAX);
}

void dashboard_gone(struct dashboard *page, struct ws *ws) {
    if (page->driver == ws) stand_still(page);
    for (unsigned i = 0; i < ASKED_MAX; i++)
        if (page->asked[i].ws == ws) page->asked[i].ws = NULL;
}
