#include "door/dashboard.h"

#include "base/clock.h"
#include "base/embedded.h"
#include "base/log.h"
#include "door/live.h"
#include "door/sentences.h"
#include "net/digest.h"
#include "stage/face.h"

#include <critter/critter.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct embedded WEB_FILES[];

enum { VIEWERS_MAX = 64, FRAME_US = 30000, MESSAGE_LIMIT = 16 << 10, QUEUE_LIMIT = 1 << 20 };

struct dashboard {
    struct dashboard_config config;
    struct loop *loop;
    struct http_server *server;
    struct play *play;
    struct ws *viewers[VIEWERS_MAX];
    unsigned count;
    char token[65];
    uint64_t seed, restart_seed;
    bool restart, paused;
    float speed;
    uint32_t frames, tickets;
    int64_t last_frame_us;
    struct arena *arena;
    struct buf out;
    struct live_message message; // large: not for a stack
    struct live_in in;
};

struct dashboard_config dashboard_defaults(void) {
    return (struct dashboard_config){.address = "127.0.0.1",
                                     .port = 8888,
                                     .scenario = "",
                                     .name = "Critter",
                                     .creature = "vector",
                                     .seed = 1};
}

// ------------------------------------------------------------------------------------------------ telling

static void send_to(struct dashboard *page, struct ws *ws, const struct schema_struct *body,
                    const void *message, bool droppable) {
    buf_clear(&page->out);
    live_write(&page->out, body, message);
    if (page->out.err) return;
    if (ws) {
        ws_send(ws, true, page->out.at, page->out.len, droppable);
        return;
    }
    // A viewer that is hung up on here leaves the list only later, when its socket is closed.
    for (unsigned i = 0; i < page->count; i++)
        ws_send(page->viewers[i], true, page->out.at, page->out.len, droppable);
}

static void tell(struct dashboard *page, int64_t time_us, const char *kind, const char *sentence) {
    struct live_told told = {.time_us = (uint64_t)time_us};
    snprintf(told.kind, sizeof told.kind, "%s", kind);
    snprintf(told.sentence, sizeof told.sentence, "%s", sentence);
    send_to(page, NULL, &live_told_schema, &told, false);
}

static void refuse(struct dashboard *page, struct ws *ws, const char *what, const struct fault *fault) {
    struct live_refused refused = {0};
    snprintf(refused.what, sizeof refused.what, "%s", what);
    fault_text(fault, refused.why, sizeof refused.why);
    send_to(page, ws, &live_refused_schema, &refused, false);
}

static void welcome(struct dashboard *page, struct ws *ws) {
    struct live_welcome *w = &page->message.welcome;
    live_welcome_defaults(w);
    snprintf(w->name, sizeof w->name, "%s", page->config.name);
    snprintf(w->creature, sizeof w->creature, "%s", page->config.creature);
    snprintf(w->scenario, sizeof w->scenario, "%s", page->config.scenario);
    snprintf(w->version, sizeof w->version, "%s", CRITTER_VERSION);
    w->seed = page->seed;
    w->simulated = !page->play || !play_elsewhere(page->play);
    for (; face_name(w->expressions_count) && w->expressions_count < 64; w->expressions_count++)
        snprintf(w->expressions[w->expressions_count], sizeof w->expressions[0], "%s",
                 face_name(w->expressions_count));
    send_to(page, ws, &live_welcome_schema, w, false);
}

// A body that is somewhere else stands where it thinks it is, on a floor with nothing on it: that is all that is known.
static void mirror(struct dashboard *page, struct live_frame *f) {
    const struct body_model *m = run_body(play_run(page->play), 0)->model;
    const struct life_view *v = &f->view;
    struct world_robot_view *r = &f->world.robots[0];
    struct quat turn = quat_euler(0, -v->pitch_rad, v->heading_rad);
    *r = (struct world_robot_view){
        .number = 1,
        .at_m = {v->x_m, v->y_m, 0},
        .turn = {turn.w, turn.x, turn.y, turn.z},
        .head_rad = v->head_rad,
        .lift_rad = m_asin(m_clamp((v->lift_m - m->lift_pivot_m[2]) / m->lift_arm_m, -1, 1)),
        .left_mps = v->left_mps,
        .right_mps = v->right_mps,
        .battery_v = v->battery_v,
        .charge = m_clamp((v->battery_v - m->battery_low_v) / (m->battery_full_v - m->battery_low_v), 0, 1),
        .on_charger = v->status & BODY_STATUS_ON_CHARGER,
        .charging = v->status & BODY_STATUS_CHARGING,
        .held = v->status & BODY_STATUS_HELD};
    snprintf(r->name, sizeof r->name, "%s", m->creature);
    snprintf(r->creature, sizeof r->creature, "%s", m->creature);
    memcpy(r->lights, v->lights, sizeof r->lights);
    f->world.robots_count = 1;
}

static void frame(struct dashboard *page, struct ws *ws) {
    if (!page->play) return;
    struct live_frame *f = &page->message.frame;
    f->number = ++page->frames;
    f->speed = page->speed;
    f->paused = page->paused;
    f->viewers = (uint16_t)page->count;
    robot_view(run_robot(play_run(page->play), 0), &f->view);
    world_snapshot(play_world(page->play), &f->world);
    if (play_elsewhere(page->play)) mirror(page, f);
    send_to(page, ws, &live_frame_schema, f, true);
}

// After each life tick. Events are told at once; frames come about thirty times a second of the viewers' own time, however fast the world runs.
void dashboard_tick(struct dashboard *page, int life) {
    if (!page->count || life) return;
    const struct life_event *events;
    size_t count = robot_events(run_robot(play_run(page->play), 0), &events);
    for (size_t i = 0; i < count; i++) {
        const char *kind, *sentence = sentence_of(&events[i], &kind);
        if (sentence) tell(page, (int64_t)events[i].time_us, kind, sentence);
    }
    int64_t now = air_now_us();
    if (now - page->last_frame_us < FRAME_US) return;
    page->last_frame_us = now;
    frame(page, NULL);
}

// ------------------------------------------------------------------------------------------------ listening

static void refuse_pace(struct dashboard *page) {
    struct fault fault = {0};
    fault_set(&fault, ERR_STATE, "a real robot's time can be neither paused nor hurried");
    refuse(page, NULL, "Pace", &fault);
    frame(page, NULL);
}

static void obey_own(struct dashboard *page, const struct live_message *m) {
    if (m->kind == LIVE_PACE) {
        struct run *run = play_run(page->play);
        if (run_own_time(run)) return refuse_pace(page);
        page->paused = m->pace.paused;
        page->speed = m->pace.speed > 0.05f && m->pace.speed < 100 ? m->pace.speed : 1;
        run_speed(run, page->speed);
        run_pause(run, page->paused);
        if (m->pace.step && page->paused) play_for(page->play, LIFE_TICK_US);
        page->last_frame_us = air_now_us();
        frame(page, NULL);
    }
    if (m->kind == LIVE_RESTART) {
        page->restart = true;
        page->restart_seed = m->restart.seed;
        if (page->config.stop) atomic_store(page->config.stop, true);
    }
}

static void on_message(void *user, struct ws *ws, struct text text) {
    struct dashboard *page = user;
    struct fault fault = {0};
    arena_reset(page->arena);
    if (live_read(text, page->arena, &page->in, &fault)) return refuse(page, ws, "message", &fault);
    if (!page->play) return;
    struct life_envelope envelope = {++page->tickets, LIFE_DOOR_PAGE};
    switch (page->in.sort) {
    case SORT_OWN:
        obey_own(page, &page->in.own);
        break;
    case SORT_REQUEST:
        if (play_ask(page->play, 0, &envelope, &page->in.request))
            fault_set(&fault, ERR_BUSY, "the robot's desk is full");
        break;
    case SORT_VERB:
        if (play_elsewhere(page->play))
            fault_set(&fault, ERR_STATE, "a real robot is in no world of ours: use your own hands");
        else
            play_do(page->play, &page->in.verb, &fault);
        if (!fault.err && page->paused) frame(page, NULL);
        break;
    default:
        break;
    }
    if (fault.err) refuse(page, ws, page->in.name, &fault);
}

static void on_opened(void *user, struct ws *ws) {
    struct dashboard *page = user;
    page->viewers[page->count++] = ws; // there is room: the upgrade was refused otherwise
    log_info("page", "a viewer came, %u now", page->count);
    welcome(page, ws);
    frame(page, ws);
}

static void on_gone(void *user, struct ws *ws) {
    struct dashboard *page = user;
    for (unsigned i = 0; i < page->count; i++)
        if (page->viewers[i] == ws) page->viewers[i] = page->viewers[--page->count];
    log_info("page", "a viewer left, %u now", page->count);
}

static const struct ws_class VIEWER = {on_opened, on_message, on_gone, MESSAGE_LIMIT, QUEUE_LIMIT};

// ------------------------------------------------------------------------------------------------ pages

static void say(struct http_call *call, unsigned status, const char *text) {
    http_reply(call, status, "text/plain; charset=utf-8", text, strlen(text), NULL);
}

static void serve_file(struct dashboard *page, struct http_call *call, struct text path) {
    if (text_is(path, "/")) path = TEXT("/index.html");
    const struct embedded *file = embedded_find(WEB_FILES, path.at, path.len);
    if (!file) return say(call, 404, "There is no such page.\n");
    // Whoever loads the page from here may use /live; a page from elsewhere never gets this cookie sent along.
    char headers[512];
    snprintf(headers, sizeof headers,
             "Set-Cookie: critter=%s; HttpOnly; SameSite=Strict; Path=/\r\nCache-Control: no-cache\r\n"
             "Content-Security-Policy: default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' blob: "
             "data:; style-src 'self' 'unsafe-inline'\r\n",
             page->token);
    http_reply(call, 200, file->type, file->bytes, file->len, headers);
}

static void answer(void *user, struct http_call *call) {
    struct dashboard *page = user;
    struct text method = http_method(call), path = http_path(call);
    if (!text_is(method, "GET") && !text_is(method, "HEAD"))
        return say(call, 405, "Only GET and HEAD here.\n");
    if (!text_is(path, "/live")) return serve_file(page, call, path);
    struct text token = http_cookie(call, "critter");
    if (token.len != strlen(page->token) || !digest_same(token.at, page->token, token.len))
        return say(call, 403, "Load the page first.\n");
    if (page->count == VIEWERS_MAX) return say(call, 503, "Too many viewers.\n");
    http_upgrade(call, &VIEWER, page);
}

struct dashboard *dashboard_open(struct loop *loop, const struct dashboard_config *config,
                                 struct fault *fault) {
    struct dashboard *page = calloc(1, sizeof *page);
    uint8_t secret[32];
    if (!page || !(page->arena = arena_new(64 << 10)) || !digest_random(secret, sizeof secret)) {
        fault_set(fault, ERR_MEMORY, "no memory for the page");
        dashboard_close(page);
        return NULL;
    }
    page->config = *config;
    page->loop = loop;
    page->speed = config->speed;
    page->seed = config->seed;
    bytes_to_hex(secret, sizeof secret, page->token);
    struct http_config http = http_defaults();
    http.address = config->address;
    http.port = config->port;
    http.tries = config->port_given ? 0 : 20;
    http.hosts = config->hosts;
    http.handle = answer;
    http.user = page;
    page->server = http_listen(loop, &http, fault);
    if (page->server) return page;
    dashboard_close(page);
    return NULL;
}

void dashboard_close(struct dashboard *page) {
    if (!page) return;
    http_close(page->server);
    arena_free(page->arena);
    buf_free(&page->out);
    free(page);
}

uint16_t dashboard_port(const struct dashboard *page) { return http_port(page->server); }

void dashboard_show(struct dashboard *page, struct play *play, uint64_t seed) {
    page->play = play;
    page->seed = seed;
    page->paused = false;
    if (!play) return;
    for (unsigned i = 0; i < page->count; i++) welcome(page, page->viewers[i]);
}

bool dashboard_restart(struct dashboard *page, uint64_t *seed) {
    bool restart = page->restart;
    page->restart = false;
    if (restart) *seed = page->restart_seed;
    return restart;
}
