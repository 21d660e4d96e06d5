// What viewers ask for, and what the robot answers.
#include "door/dashboard_internal.h"

#include "base/system/clock.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ requests

void dashboard_ask(struct dashboard *page, struct ws *ws, const struct life_message *request,
                   struct fault *fault) {
    struct life_envelope envelope = {++page->tickets, LIFE_DOOR_PAGE};
    page->asked[envelope.ticket % ASKED_MAX].ticket = envelope.ticket;
    page->asked[envelope.ticket % ASKED_MAX].ws = ws;
    if (!dashboard_soul(page))
        fault_set(fault, ERR_STATE, "nobody lives in it yet who could be asked; hands can reach it");
    else if (play_ask(page->play, 0, &envelope, request))
        fault_set(fault, ERR_BUSY, "the robot's desk is full");
}

// ------------------------------------------------------------------------------------------------ messages of its own

// Just one life tick: body steps do not divide it, so it is not a span of time.
static void step_once(struct dashboard *page) {
    const struct soul *soul = dashboard_soul(page);
    if (!soul) {
        play_for(page->play, LIFE_TICK_US);
        return;
    }
    uint32_t tick = soul_tick(soul);
    for (int i = 0; i < 16 && soul_tick(soul) == tick; i++) play_for(page->play, WORLD_STEP_US);
}

static void pace(struct dashboard *page, const struct live_pace *pace, struct fault *fault) {
    if (!page->play) return;
    struct run *run = play_run(page->play);
    if (run_own_time(run)) {
        fault_set(fault, ERR_STATE, "a real robot's time can be neither paused nor hurried");
        return;
    }
    page->paused = pace->paused;
    page->speed = pace->speed > 0.05f && pace->speed < 100 ? pace->speed : 1;
    dashboard_pace(page);
    run_pause(run, page->paused);
    if (pace->step && page->paused) step_once(page);
    page->last_frame_us = air_now_us();
    dashboard_frame(page, NULL);
}

// Only worlds and creatures of ours: a page names no files.
static void begin_anew(struct dashboard *page, const struct live_restart *restart, struct fault *fault) {
    bool known = !restart->scenario[0];
    if (page->play && play_elsewhere(page->play) && (!known || restart->creature[0])) {
        fault_set(fault, ERR_STATE, "a real robot cannot be put into another world");
        return;
    }
    for (uint32_t i = 0; i < page->place_count && !known; i++)
        known = !strcmp(page->places[i].name, restart->scenario);
    if (!known) {
        fault_set(fault, ERR_UNKNOWN, "no scenario is called \"%s\"", restart->scenario);
        return;
    }
    if (restart->creature[0] && !body_model_find(restart->creature)) {
        fault_set(fault, ERR_UNKNOWN, "no creature is called \"%s\"", restart->creature);
        return;
    }
    page->restart = true;
    page->wish.seed = restart->seed;
    snprintf(page->wish.scenario, sizeof page->wish.scenario, "%s", restart->scenario);
    snprintf(page->wish.creature, sizeof page->wish.creature, "%s", restart->creature);
    if (page->config.stop) atomic_store(page->config.stop, true);
}

static void obey_own(struct dashboard *page, struct ws *ws, const struct live_message *m,
                     struct fault *fault) {
    struct viewer *viewer = dashboard_viewer(page, ws);
    if (m->kind == LIVE_PACE) pace(page, &m->pace, fault);
    if (m->kind == LIVE_RESTART) begin_anew(page, &m->restart, fault);
    if (m->kind == LIVE_WATCH && viewer) viewer->picture = m->watch.picture, viewer->sound = m->watch.sound;
}

void dashboard_obey(struct dashboard *page, struct ws *ws, struct text text) {
    struct fault fault = {0};
    if (page->driver && air_now_us() >= page->drive_until_us)
        dashboard_mind_driver(page); // before anything else
    page->messages++;
    arena_reset(page->arena);
    if (live_read(text, page->arena, &page->in, &fault)) {
        dashboard_refuse(page, ws, "message", &fault);
        return;
    }
    const char *name = page->in.name;
    if (page->in.sort == SORT_OWN) obey_own(page, ws, &page->in.own, &fault);
    if (page->in.sort == SORT_REQUEST && page->play) {
        dashboard_note_driver(page, ws, &page->in.request);
        dashboard_ask(page, ws, &page->in.request, &fault);
    }
    if (page->in.sort == SORT_VERB && page->play) dashboard_do(page, ws, &page->in.verb, &fault);
    if (fault.err) dashboard_refuse(page, ws, name, &fault);
}

// ------------------------------------------------------------------------------------------------ answers

// Answers go to whoever asked: what could not be done, and what was asked for. That something was done, everybody sees.
void dashboard_hear(struct dashboard *page) {
    struct life_envelope to;
    struct life_message *reply = &page->reply;
    struct soul *soul = dashboard_soul(page);
    while (soul_reply(soul, &to, reply)) {
        struct ws *ws = page->asked[to.ticket % ASKED_MAX].ws;
        if (to.door != LIFE_DOOR_PAGE || !ws || page->asked[to.ticket % ASKED_MAX].ticket != to.ticket)
            continue;
        if (reply->kind != LIFE_DONE) {
            const void *body = (const char *)reply + life_schema.message_body;
            dashboard_send(page, ws, life_messages[reply->kind].body, body, false);
            continue;
        }
        enum life_verdict verdict = reply->done.verdict;
        if (verdict == LIFE_VERDICT_DONE || verdict == LIFE_VERDICT_INTERRUPTED ||
            verdict == LIFE_VERDICT_CANCELLED)
            continue;
        struct fault fault = {0};
        fault_set(&fault, ERR_DENIED, "%s", reply->done.said[0] ? reply->done.said : "the robot will not");
        dashboard_refuse(page, ws, "request", &fault);
    }
}
