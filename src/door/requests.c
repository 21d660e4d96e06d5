// What viewers ask for, and what the robot answers.
#include "door/dashboard_internal.h"

#include "base/system/clock.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ requests

void dashboard_ask(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t theirs,
                   const void *request, struct fault *fault) {
    int life = dashboard_life(page, robot);
    uint32_t ticket;
    if (!page->door || life < 0) {
        fault_set(fault, ERR_STATE, "nobody lives in it yet who could be asked; hands can reach it");
        return;
    }
    if (exchange_ask(page->door, (size_t)life, request, &ticket, fault)) return;
    page->asked[ticket % ASKED_MAX].ticket = ticket;
    page->asked[ticket % ASKED_MAX].robot = robot;
    page->asked[ticket % ASKED_MAX].theirs = theirs;
    page->asked[ticket % ASKED_MAX].ws = ws;
    const struct life_message *m = request;
    bool says = soul_messages(dashboard_soul(page, robot)) == &life_soul_messages && m->kind == LIFE_SAY;
    text_copy(text_of(says ? m->say.words : ""), page->asked[ticket % ASKED_MAX].words,
              sizeof page->asked->words);
}

// Which robot is meant: by its number, by its name, or the first.
static const struct soul_messages *meant(void *user, const struct json *named, uint32_t *number,
                                         struct fault *fault) {
    struct dashboard *page = user;
    uint32_t count = dashboard_robots(page);
    int64_t at = 1;
    bool by_name = named && named->kind == JSON_TEXT;
    if (by_name) {
        struct text name;
        if (json_as_text(named, &name, fault)) return NULL;
        for (at = 1; at <= count; at++)
            if (text_is(name, play_scenario(page->play)->robots[at - 1].name)) break;
        if (at > count) {
            json_fault(named, fault, ERR_UNKNOWN, "no robot here is called \"%.*s\"", (int)name.len, name.at);
            return NULL;
        }
    } else if (named && json_as_int(named, 1, count ? count : 1, &at, fault)) {
        return NULL;
    }
    const struct soul *soul = dashboard_soul(page, *number = (uint32_t)at);
    return soul ? soul_messages(soul) : &life_soul_messages;
}

// ------------------------------------------------------------------------------------------------ messages
// of its own

// Just one life tick: body steps do not divide it, so it is not a span of time.
static void step_once(struct dashboard *page) {
    const struct soul *soul = run_soul(play_run(page->play), 0);
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
    if (page->skip.until_us && pace->paused) dashboard_skip(page, 0, fault);
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
    page->wish.text = NULL;
    page->wish.seed = restart->seed;
    snprintf(page->wish.scenario, sizeof page->wish.scenario, "%s", restart->scenario);
    snprintf(page->wish.creature, sizeof page->wish.creature, "%s", restart->creature);
    if (page->config.stop) atomic_store(page->config.stop, true);
}

// Whoever turns to another robot is told what it missed there.
static void turn_to(struct dashboard *page, struct viewer *viewer, uint32_t robot) {
    if (viewer->robot == robot) return;
    viewer->robot = robot;
    dashboard_tell_past(page, viewer);
    dashboard_display_anew(page, robot);
    dashboard_frame(page, viewer->ws);
}

static void obey_own(struct dashboard *page, struct ws *ws, const struct live_in *in, struct fault *fault) {
    struct viewer *viewer = dashboard_viewer(page, ws);
    const struct live_message *m = &in->own;
    if (m->kind == LIVE_PACE) pace(page, &m->pace, fault);
    if (m->kind == LIVE_RESTART) begin_anew(page, &m->restart, fault);
    if (m->kind == LIVE_OPEN) dashboard_open_file(page, &m->open, fault);
    if (m->kind == LIVE_SAVE) dashboard_save_file(page, ws, fault);
    if (m->kind == LIVE_MEND && page->play) dashboard_mend(page, ws, m->mend.what, fault);
    if (m->kind == LIVE_PREVIEW && page->play) dashboard_preview(page, ws, in->robot, m->preview.name, fault);
    if (m->kind == LIVE_PHRASES && page->play) dashboard_phrases(page, ws, in->robot, fault);
    if (m->kind == LIVE_KNOBS && page->play) dashboard_knobs(page, ws, in->robot, fault);
    if (m->kind == LIVE_SKIP) dashboard_skip(page, m->skip.seconds, fault);
    if (m->kind == LIVE_MOMENT)
        dashboard_show_moment(page, ws, in->robot, in->ticket, (int64_t)m->moment.time_us, fault);
    if (m->kind == LIVE_KEEP) dashboard_keep(page, ws, in->robot, in->ticket, fault);
    if (m->kind == LIVE_RELIVE) dashboard_relive(page, (int64_t)m->relive.until_us, fault);
    if (m->kind == LIVE_LOAD) dashboard_load(page, &m->load, fault);
    if (m->kind == LIVE_SHOW_PHOTO) dashboard_show_photo(page, ws, in->robot, &m->show_photo, fault);
    if (m->kind == LIVE_DELETE_PHOTO) dashboard_delete_photo(page, in->robot, m->delete_photo.id, fault);
    if (m->kind == LIVE_TAKE_BACK) dashboard_take_back(page, ws, in->robot, fault);
    if (m->kind != LIVE_WATCH || !viewer) return;
    struct viewer before = *viewer;
    const struct live_watch *w = &m->watch;
    viewer->picture = w->picture, viewer->sound = w->sound;
    viewer->mind = w->mind, viewer->mood = w->mood, viewer->sight = w->sight;
    viewer->clients = w->clients, viewer->map = w->map;
    viewer->lifeos = w->lifeos, viewer->settings = w->settings;
    viewer->others = w->others, viewer->diary = w->diary, viewer->timeline = w->timeline;
    viewer->acts = w->acts, viewer->photos = w->photos;
    turn_to(page, viewer, in->robot);
    dashboard_inside_anew(page, &before, viewer);
    if (viewer->timeline && !before.timeline) dashboard_show_timeline(page, ws, 0);
}

// Only asks, and touches nothing: the page does so by itself.
static bool only_asks(const struct live_in *in) {
    static const char *const ASKS[] = {"Hello",    "ListClips",  "Why",   "MindStack",   "MindMoods",
                                       "MindActs", "MindSenses", "Diary", "CameraConfig"};
    for (size_t i = 0; i < sizeof ASKS / sizeof *ASKS; i++)
        if (!strcmp(in->name, ASKS[i])) return true;
    return false;
}

// A hand that reaches into a recording that is played ends it: from then on it is a life of its own.
static void take_over(struct dashboard *page) {
    if (!page->play || !play_follows(page->play)) return;
    play_follow_no_more(page->play);
    dashboard_tell(page, 0, play_now_us(page->play), "hand", "somebody takes over: the recording ends here");
}

void dashboard_obey(struct dashboard *page, struct ws *ws, struct text text) {
    struct fault fault = {0};
    struct live_in *in = &page->in;
    dashboard_mind_driver(page); // before anything else
    page->messages++;
    arena_reset(page->arena);
    if (live_read(text, page->arena, meant, page, in, &fault)) {
        dashboard_refuse(page, ws, "message", in->robot, in->ticket, &fault);
        return;
    }
    if (in->sort == SORT_OWN) obey_own(page, ws, in, &fault);
    bool touches = in->sort == SORT_VERB || (in->sort == SORT_REQUEST && !only_asks(in));
    bool busy = touches && dashboard_no_hands(page, &fault);
    if (touches && !busy) take_over(page);
    if (in->sort == SORT_REQUEST && page->play && !busy) {
        if (in->speaks == &life_soul_messages) dashboard_note_driver(page, ws, in->robot, &in->request.life);
        dashboard_ask(page, ws, in->robot, in->ticket, &in->request, &fault);
        if (in->speaks == &life_soul_messages && !fault.err)
            dashboard_tell_asked(page, in->robot, &in->request.life);
    }
    if (in->sort == SORT_VERB && page->play && !busy) dashboard_do(page, ws, &in->verb, &fault);
    if (fault.err) dashboard_refuse(page, ws, in->name, in->robot, in->ticket, &fault);
}

// ------------------------------------------------------------------------------------------------ answers

// Whether a reply is worth saying to somebody who gave no ticket: that something was done, everybody sees.
static bool goes_without_saying(enum life_verdict verdict) {
    return verdict == LIFE_VERDICT_DONE || verdict == LIFE_VERDICT_INTERRUPTED ||
           verdict == LIFE_VERDICT_CANCELLED;
}

static void hear_one(struct dashboard *page, const struct exchange_reply *reply) {
    unsigned at = reply->ticket % ASKED_MAX;
    struct ws *ws = page->asked[at].ws;
    const struct soul *soul = run_soul(play_run(page->play), reply->life);
    if (!ws || page->asked[at].ticket != reply->ticket) return;
    uint32_t robot = page->asked[at].robot, theirs = page->asked[at].theirs;
    const union soul_message *m = &reply->message;
    bool done = soul_messages(soul) == &life_soul_messages && m->kind == LIFE_DONE;
    enum life_verdict verdict = done ? m->life.done.verdict : 0;
    if (done && !theirs && goes_without_saying(verdict)) return;
    if (done && !goes_without_saying(verdict)) {
        struct fault fault = {0};
        const char *said = m->life.done.said;
        fault_set(&fault, ERR_DENIED, "%s", said[0] ? said : "the robot will not");
        dashboard_refuse(page, ws, "request", robot, theirs, &fault);
        return;
    }
    const struct schema_protocol *its = soul_messages(soul)->protocol;
    buf_clear(&page->out);
    live_write_reply(&page->out, its->messages[m->kind].body, (const char *)m + its->message_body, robot,
                     theirs);
    dashboard_send_bytes(page, ws, true, false);
}

// Answers go to whoever asked: what could not be done, and what was asked for.
void dashboard_hear(struct dashboard *page) {
    while (page->door && exchange_reply(page->door, &page->reply)) hear_one(page, &page->reply);
}
