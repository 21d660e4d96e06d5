#include "door/dashboard_internal.h"

#include "base/system/clock.h"
#include "base/system/log.h"
#include "body/cozmo/shared_cozmo.h"
#include "door/sentences.h"
#include "door/web_files.h"
#include "net/digest.h"
#include "run/scenario.h"
#include "stage/face/face.h"
#include "world/view.h"

#include <critter/critter.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dashboard_config dashboard_defaults(void) {
    return (struct dashboard_config){.address = "127.0.0.1",
                                     .port = 8888,
                                     .scenario = "",
                                     .name = "Critter",
                                     .creature = "vector",
                                     .seed = 1};
}

// ------------------------------------------------------------------------------------------------ telling

void dashboard_send_bytes(struct dashboard *page, struct ws *ws, bool text, bool droppable) {
    if (page->out.err) return;
    if (ws) {
        ws_send(ws, text, page->out.at, page->out.len, droppable);
        return;
    }
    // A viewer that is hung up on here leaves the list only later, when its socket is closed.
    for (unsigned i = 0; i < page->count; i++)
        ws_send(page->viewers[i].ws, text, page->out.at, page->out.len, droppable);
}

void dashboard_send(struct dashboard *page, struct ws *ws, const struct schema_struct *body,
                    const void *message, bool droppable) {
    buf_clear(&page->out);
    live_write(&page->out, body, message);
    dashboard_send_bytes(page, ws, true, droppable);
}

static bool is_one(const struct viewer *viewer, uint32_t robot, enum dashboard_who who) {
    if (robot && viewer->robot != robot) return false;
    const bool WANTS[] = {true,           viewer->picture, viewer->sound,    viewer->mind,   viewer->mood,
                          viewer->sight,  viewer->clients, viewer->map,      viewer->lifeos, viewer->settings,
                          viewer->others, viewer->diary,   viewer->timeline, viewer->acts,   viewer->photos};
    return WANTS[who];
}

bool dashboard_watched(const struct dashboard *page, uint32_t robot, enum dashboard_who who) {
    for (unsigned i = 0; i < page->count; i++)
        if (is_one(&page->viewers[i], robot, who)) return true;
    return false;
}

void dashboard_send_to(struct dashboard *page, uint32_t robot, enum dashboard_who who, bool text,
                       bool droppable) {
    if (page->out.err) return;
    for (unsigned i = 0; i < page->count; i++)
        if (is_one(&page->viewers[i], robot, who))
            ws_send(page->viewers[i].ws, text, page->out.at, page->out.len, droppable);
}

// Said at once, and kept: who comes later is told what they missed.
void dashboard_tell(struct dashboard *page, uint32_t robot, int64_t time_us, const char *kind,
                    const char *sentence) {
    struct live_told told = {.robot = (uint8_t)robot};
    (void)time_us;
    dashboard_tell_all(page, &told, kind, sentence);
}

// Its time is the world's: what hands do and what a robot feels stand in one order, whatever became of the
// robot's own clock.
void dashboard_tell_all(struct dashboard *page, struct live_told *told, const char *kind,
                        const char *sentence) {
    told->time_us = (uint64_t)play_now_us(page->play);
    text_copy(text_of(kind), told->kind, sizeof told->kind);
    text_copy(text_of(sentence), told->sentence, sizeof told->sentence);
    page->past[page->past_count++ % PAST_MAX] = *told;
    dashboard_mark(page, told);
    if (!page->count || page->skip.until_us) return;
    buf_clear(&page->out);
    live_write(&page->out, &live_told_schema, told);
    dashboard_send_to(page, told->robot, WHO_WATCHES, true, false);
}

void dashboard_tell_past(struct dashboard *page, struct viewer *viewer) {
    uint32_t from = page->past_count > PAST_MAX ? page->past_count - PAST_MAX : 0;
    for (uint32_t i = from; i < page->past_count; i++) {
        const struct live_told *told = &page->past[i % PAST_MAX];
        if (!told->robot || told->robot == viewer->robot)
            dashboard_send(page, viewer->ws, &live_told_schema, told, false);
    }
}

void dashboard_refuse(struct dashboard *page, struct ws *ws, const char *what, uint32_t robot,
                      uint32_t ticket, const struct fault *fault) {
    struct live_refused refused = {.robot = (uint8_t)robot, .ticket = ticket};
    snprintf(refused.what, sizeof refused.what, "%s", what);
    fault_text(fault, refused.why, sizeof refused.why);
    dashboard_send(page, ws, &live_refused_schema, &refused, false);
}

uint32_t dashboard_robots(const struct dashboard *page) {
    return page->play ? play_scenario(page->play)->robot_count : 0;
}

int dashboard_life(const struct dashboard *page, uint32_t robot) {
    return page->play && robot ? play_life(page->play, robot - 1) : -1;
}

struct soul *dashboard_soul(const struct dashboard *page, uint32_t robot) {
    int life = dashboard_life(page, robot);
    return life < 0 ? NULL : run_soul(play_run(page->play), (size_t)life);
}

// The first robot may be somewhere else; all others are in the world.
bool dashboard_elsewhere(const struct dashboard *page, uint32_t robot) {
    return robot == 1 && play_elsewhere(page->play);
}

// A clip by its name, which an event only has as a number.
static bool tell_clip(struct dashboard *page, uint32_t robot, const struct life_event *event) {
    const struct soul *soul = dashboard_soul(page, robot);
    bool begins = event->kind == LIFE_EVENT_KIND_CLIP_STARTED;
    if (!begins && event->kind != LIFE_EVENT_KIND_CLIP_ABORTED) return false;
    struct life_view *view = &page->message.frame.view;
    struct live_told told = {.robot = (uint8_t)robot};
    char sentence[200], name[SOUL_NAME_MAX];
    soul->class->name(soul, event, name);
    if (!name[0]) return true;
    bool why =
        soul_life_view(soul, view) && begins && view->clip.trigger[0] && !strcmp(view->clip.name, name);
    text_copy(text_of(name), told.clip, sizeof told.clip);
    if (why) memcpy(told.trigger, view->clip.trigger, sizeof told.trigger);
    snprintf(sentence, sizeof sentence, why ? "%s %s, for %s" : "%s %s", begins ? "plays" : "breaks off",
             name, view->clip.trigger);
    dashboard_tell_all(page, &told, "did", sentence);
    return true;
}

// A body that is somewhere else stands where it thinks it is, on a floor with nothing on it: that is all that
// is known.
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

// A creature without a soul has no view of itself, and one that a program drives an old one; what can be seen
// from outside stands for it.
void dashboard_look_at(const struct world_robot_view *r, uint64_t time_us, const struct body_model *m,
                       struct life_view *v) {
    v->time_us = time_us;
    v->x_m = r->at_m[0], v->y_m = r->at_m[1];
    v->heading_rad = quat_heading((struct quat){r->turn[0], r->turn[1], r->turn[2], r->turn[3]});
    v->left_mps = r->left_mps, v->right_mps = r->right_mps;
    v->battery_v = r->battery_v, v->head_rad = r->head_rad;
    v->lift_m = m ? m->lift_pivot_m[2] + m->lift_arm_m * m_sin(r->lift_rad) : 0;
}

// As a soul says of itself; false: there is none, or it has other views.
static const struct life_view *life_view_of(const struct dashboard *page, uint32_t robot) {
    const struct soul *soul = dashboard_soul(page, robot);
    if (!soul || soul_messages(soul)->view != &life_view_schema) return NULL;
    return &exchange_view(run_exchange(play_run(page->play)), (size_t)dashboard_life(page, robot))->life;
}

// What the others show: the face of the one that is watched stands in the view.
static void show_faces(struct dashboard *page, struct live_frame *f) {
    f->faces_count = 0;
    for (uint32_t robot = 1; robot <= dashboard_robots(page) && f->faces_count < 15; robot++) {
        const struct life_view *view = robot == f->robot ? NULL : life_view_of(page, robot);
        if (view) f->faces[f->faces_count++] = (struct live_face){(uint8_t)robot, view->face};
    }
}

// A program's robot, in this moment: its soul has no body, and knows only where it was when it lost it.
const struct cozmo_firmware *dashboard_driven(const struct dashboard *page, uint32_t robot) {
    int life = dashboard_life(page, robot);
    struct body *body = life < 0 ? NULL : run_body(play_run(page->play), (size_t)life);
    return body && shared_cozmo_guest(body) ? cozmo_onair_firmware(shared_cozmo_robot(body)) : NULL;
}

static void list_guests(struct dashboard *page, struct live_frame *f) {
    f->guests_count = 0;
    for (uint32_t robot = 1; robot <= dashboard_robots(page); robot++) {
        if (dashboard_driven(page, robot)) f->guests[f->guests_count++] = (uint8_t)robot;
    }
}

// One for all who watch the same robot.
static void show_frame(struct dashboard *page, uint32_t robot) {
    struct live_frame *f = &page->message.frame;
    const struct life_view *view = life_view_of(page, robot);
    f->robot = (uint8_t)robot;
    f->view = view ? *view : (struct life_view){0};
    int life = dashboard_life(page, robot);
    const struct body_model *model = life < 0 ? NULL : run_body(play_run(page->play), (size_t)life)->model;
    if ((!view || dashboard_driven(page, robot)) && robot <= f->world.robots_count)
        dashboard_look_at(&f->world.robots[robot - 1], f->world.time_us, model, &f->view);
    show_faces(page, f);
    if (play_elsewhere(page->play)) mirror(page, f);
    buf_clear(&page->out);
    live_write(&page->out, &live_frame_schema, f);
}

void dashboard_frame(struct dashboard *page, struct ws *ws) {
    if (!page->play) return;
    struct live_frame *f = &page->message.frame;
    const struct viewer *viewer = ws ? dashboard_viewer(page, ws) : NULL;
    f->number = ++page->frames;
    f->speed = page->speed;
    f->paused = page->paused;
    f->viewers = (uint16_t)page->count;
    world_snapshot(play_world(page->play), &f->world);
    list_guests(page, f);
    for (uint32_t robot = 1; robot <= SCENARIO_ROBOTS; robot++) {
        if (viewer ? viewer->robot != robot : !dashboard_watched(page, robot, WHO_WATCHES)) continue;
        show_frame(page, robot);
        if (ws)
            dashboard_send_bytes(page, ws, true, true);
        else
            dashboard_send_to(page, robot, WHO_WATCHES, true, true);
    }
}

// A body of this world is looked through by a lens of our own; a real one is asked for what it sees.
static bool take_picture(struct dashboard *page, uint32_t robot) {
    struct picture *picture = &page->robots[robot - 1].picture;
    if (!dashboard_elsewhere(page, robot)) return picture_take(picture, play_world(page->play), robot);
    struct body_picture about;
    const struct frame *seen = run_seen(play_run(page->play), 0, &about);
    return seen && picture_of(picture, seen, &about);
}

// A picture goes only to those who asked for pictures, each in its byte form.
static void show_picture(struct dashboard *page, uint32_t robot, int64_t now) {
    struct watched *w = &page->robots[robot - 1];
    bool wanted = dashboard_watched(page, robot, WHO_SEES);
    if (dashboard_elsewhere(page, robot)) run_look(play_run(page->play), 0, wanted ? BODY_WANT_PICTURE : 0);
    if (!wanted || now - w->last_picture_us < PICTURE_EVERY_US) return;
    if (!take_picture(page, robot)) return;
    w->last_picture_us = now;
    struct live_picture picture = {.time_us = (uint64_t)play_now_us(page->play),
                                   .width = w->picture.width,
                                   .height = w->picture.height,
                                   .jpeg = {w->picture.jpeg.at, w->picture.jpeg.len},
                                   .robot = (uint8_t)robot};
    buf_clear(&page->out);
    live_write_binary(&page->out, LIVE_PICTURE, &picture);
    dashboard_send_to(page, robot, WHO_SEES, false, true);
}

// In its first second: that it has no body yet, and then has one, is no news.
static bool is_birth(struct watched *w, const struct life_event *event) {
    bool lost = event->kind == LIFE_EVENT_KIND_BODY_LOST, missed = w->bodiless;
    if (lost) w->bodiless = event->time_us > 1000000;
    return (lost && !w->bodiless) || (event->kind == LIFE_EVENT_KIND_BODY_FOUND && !missed);
}

static uint32_t robot_of_life(const struct dashboard *page, size_t life) {
    for (uint32_t robot = 1; robot <= dashboard_robots(page); robot++)
        if (dashboard_life(page, robot) == (int)life) return robot;
    return 0;
}

// Kinds of souls whose events nobody here has words for live untold.
static void tell_event(struct dashboard *page, const struct exchange_event *e) {
    const struct life_event *event = &e->event;
    uint32_t robot = robot_of_life(page, e->life);
    char missed[80];
    snprintf(missed, sizeof missed, "so much happens that %u events were not told", e->lost);
    if (e->lost) dashboard_tell(page, robot, (int64_t)event->time_us, "warning", missed);
    const struct soul *soul = robot ? dashboard_soul(page, robot) : NULL;
    if (!soul || soul_messages(soul)->events != &life_event_kind_enum || tell_clip(page, robot, event) ||
        dashboard_tell_speech(page, robot, e))
        return;
    const char *kind, *sentence = sentence_of(event, &kind);
    struct watched *w = &page->robots[robot - 1];
    bool lent = event->kind == LIFE_EVENT_KIND_BODY_LOST && dashboard_driven(page, robot);
    bool back = event->kind == LIFE_EVENT_KIND_BODY_FOUND && w->lent;
    if (lent) w->lent = true, kind = "did", sentence = "is led by a program now";
    if (back) w->lent = false, kind = "did", sentence = "is its own again";
    if ((lent || back || !is_birth(w, event)) && sentence)
        dashboard_tell(page, robot, (int64_t)event->time_us, kind, sentence);
}

void dashboard_nobody_looks(struct dashboard *page) {
    for (uint32_t robot = 1; robot <= SCENARIO_ROBOTS; robot++) dashboard_deafen(page, robot);
    if (play_elsewhere(page->play)) run_look(play_run(page->play), 0, 0);
}

// After each life tick. Events are told at once; frames come about thirty times a second of the viewers' own
// time, however fast the world runs.
void dashboard_tick(struct dashboard *page, int life) {
    struct exchange_event event;
    uint32_t robot = life < 0 ? 1 : robot_of_life(page, (size_t)life);
    if (life <= 0) dashboard_mind_driver(page); // first, while nobody has filled the desk again
    while (page->door && exchange_event(page->door, &event)) tell_event(page, &event);
    if (robot && page->robots[robot - 1].halt_until_us) dashboard_mind_halt(page, robot);
    dashboard_hear(page);
    int64_t now = air_now_us();
    if (life <= 0) dashboard_keep_moment(page);
    if (page->skip.until_us) return life > 0 ? (void)0 : dashboard_skip_tick(page, now);
    if (!page->count) return dashboard_nobody_looks(page);
    if (robot && life >= 0) dashboard_listen(page, robot), dashboard_show_display(page, robot);
    if (life > 0) return;
    dashboard_show_timeline(page, NULL, now);
    for (uint32_t each = 1; each <= dashboard_robots(page); each++)
        show_picture(page, each, now), dashboard_show_inside(page, each, now);
    if (now - page->last_frame_us < FRAME_US) return;
    page->last_frame_us = now;
    dashboard_frame(page, NULL);
}

void dashboard_rest(struct dashboard *page) {
    for (uint32_t each = 1; page->count && page->paused && each <= dashboard_robots(page); each++)
        dashboard_show_inside(page, each, air_now_us()); // programs come and go meanwhile
    if (!page->count || page->speed >= 1 || page->paused || !page->play) return;
    int64_t now = air_now_us();
    if (now - page->last_frame_us < FRAME_US) return;
    page->last_frame_us = now;
    dashboard_frame(page, NULL);
}

// ------------------------------------------------------------------------------------------------ listening

struct viewer *dashboard_viewer(struct dashboard *page, const struct ws *ws) {
    for (unsigned i = 0; i < page->count; i++)
        if (page->viewers[i].ws == ws) return &page->viewers[i];
    return NULL;
}

static void on_message(void *user, struct ws *ws, struct text text) { dashboard_obey(user, ws, text); }

static void on_opened(void *user, struct ws *ws) {
    struct dashboard *page = user;
    page->viewers[page->count++] =
        (struct viewer){.ws = ws, .robot = 1}; // there is room: the upgrade was refused otherwise
    log_info("page", "a viewer came, %u now", page->count);
    dashboard_welcome(page, ws);
    dashboard_tell_past(page, dashboard_viewer(page, ws));
    dashboard_display_anew(page, 1);
    dashboard_frame(page, ws);
}

static void on_gone(void *user, struct ws *ws) {
    struct dashboard *page = user;
    struct viewer *viewer = dashboard_viewer(page, ws), left = viewer ? *viewer : (struct viewer){0};
    if (viewer) *viewer = page->viewers[--page->count];
    dashboard_gone(page, ws);
    if (left.carries[0]) dashboard_let_go(page, left.carries);
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
    // Whoever loads the page from here may use /live; a page from elsewhere never gets this cookie sent
    // along.
    char headers[600];
    struct text accepted = http_header(call, "Accept-Encoding");
    bool packed = accepted.len && memmem(accepted.at, accepted.len, "gzip", 4);
    if (packed) file = &WEB_FILES_GZIP[file - WEB_FILES];
    snprintf(headers, sizeof headers,
             "Set-Cookie: critter=%s; HttpOnly; SameSite=Strict; Path=/%s\r\nCache-Control: no-cache\r\n"
             "Vary: Accept-Encoding\r\n%s"
             "Content-Security-Policy: default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' blob: "
             "data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'\r\n",
             page->token, page->config.certificate ? "; Secure" : "",
             packed ? "Content-Encoding: gzip\r\n" : "");
    http_reply(call, 200, file->type, (const char *)file->bytes, file->len, headers);
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
    if (!page || !(page->arena = arena_new(64 << 10)) || !digest_random(secret, sizeof secret) ||
        !(page->dead_man = loop_timer_new(loop, dashboard_mind_driver, page))) {
        fault_set(fault, ERR_MEMORY, "no memory for the page");
        dashboard_close(page);
        return NULL;
    }
    page->config = *config;
    page->loop = loop;
    page->speed = config->speed;
    page->seed = config->seed;
    snprintf(page->name, sizeof page->name, "%s", config->name);
    dashboard_name(page, config->scenario, config->creature);
    dashboard_list_places(page);
    bytes_to_hex(secret, sizeof secret, page->token);
    struct http_config http = http_defaults();
    http.address = config->address;
    http.port = config->port;
    http.tries = config->port_given ? 0 : 20;
    http.hosts = config->hosts;
    http.certificate = config->certificate;
    http.key = config->key;
    http.handle = answer;
    http.user = page;
    page->server = http_listen(loop, &http, fault);
    if (page->server) return page;
    dashboard_close(page);
    return NULL;
}

// What was seen and heard of the robots of one play.
static void forget_robots(struct dashboard *page) {
    for (uint32_t robot = 1; robot <= SCENARIO_ROBOTS; robot++) {
        struct watched *w = &page->robots[robot - 1];
        dashboard_deafen(page, robot);
        picture_close(&w->picture); // another world has another lens
        dashboard_display_close(page, robot);
        free(w->inside);
        *w = (struct watched){0};
    }
    exchange_close(page->door);
    page->door = NULL;
}

void dashboard_close(struct dashboard *page) {
    if (!page) return;
    forget_robots(page);
    page->play = NULL; // whoever leaves now has nobody to stop
    http_close(page->server);
    loop_timer_free(page->dead_man);
    free(page->opened);
    buf_free(&page->loading), buf_free(&page->tape);
    dashboard_forget_moments(page);
    arena_free(page->arena);
    buf_free(&page->out);
    free(page);
}

uint16_t dashboard_port(const struct dashboard *page) { return http_port(page->server); }

void dashboard_trouble(struct dashboard *page, const struct fault *fault) {
    dashboard_refuse(page, NULL, "Restart", 0, 0, fault);
}

unsigned dashboard_viewers(const struct dashboard *page) { return page->count; }

void dashboard_programs(struct dashboard *page, const struct dashboard_programs *programs) {
    page->programs = *programs;
}

void dashboard_name(struct dashboard *page, const char *scenario, const char *creature) {
    snprintf(page->scenario, sizeof page->scenario, "%s", scenario);
    snprintf(page->creature, sizeof page->creature, "%s", creature);
}

void dashboard_show(struct dashboard *page, struct play *play, uint64_t seed) {
    struct fault fault = {0};
    forget_robots(page);
    page->play = play;
    page->seed = seed;
    page->paused = false;
    page->past_count = 0;
    page->skip = (struct skipping){0};
    dashboard_forget_moments(page);
    for (unsigned i = 0; i < page->count; i++) page->viewers[i].robot = 1;
    page->life += play != NULL;
    if (!play) return;
    page->door = exchange_open(run_exchange(play_run(play)), LIFE_DOOR_PAGE, &fault);
    if (!page->door) dashboard_refuse(page, NULL, "Restart", 0, 0, &fault);
    const struct world_memory *m = world_memory(play_world(play));
    const struct body *body = run_body(play_run(play), 0);
    if (m->robots_count || body)
        snprintf(page->name, sizeof page->name, "%s",
                 m->robots_count ? m->robots[0].name : body->model->creature);
    run_speed(play_run(play), page->speed);
    for (unsigned i = 0; i < page->count; i++) dashboard_welcome(page, page->viewers[i].ws);
}

bool dashboard_restart(struct dashboard *page, struct dashboard_wish *wish) {
    bool restart = page->restart;
    page->restart = false;
    if (restart) *wish = page->wish;
    return restart;
}
