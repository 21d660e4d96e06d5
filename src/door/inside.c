// What viewers are told of a robot's inside: its mind, its moods, what it recognises, its programs. Each is
// a message of its own, whole for whoever begins to look and again when it changed, at most ten times a
// second. What nobody looks at is not made, and looking changes nothing.
#include "door/dashboard_internal.h"

#include "robot/robot.h"
#include "world/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INSIDE_EVERY_US = 100000, SEEN_US = 500000 };

static const struct robot *robot_here(const struct dashboard *page, uint32_t robot) {
    struct soul *soul = dashboard_soul(page, robot);
    return soul ? robot_of(soul) : NULL;
}

static uint64_t life_now(const struct robot *robot) {
    struct life_view view;
    robot_view(robot, &view);
    return view.time_us;
}

static struct inside *inside_of(struct dashboard *page, uint32_t robot) {
    struct inside **its = &page->robots[robot - 1].inside;
    if (!*its) *its = calloc(1, sizeof **its);
    return *its;
}

// ------------------------------------------------------------------------------------------------ sight

static float share(float px, float of) {
    return m_round(m_clamp(px / of, 0, 1) * 200) / 200;
} // less is no news

// The square round four corners, as shares of the picture. False: none of it is in the picture.
static bool frame_of(const float corners[2][4], float width, float height, struct live_seen *out) {
    float low[2] = {1e9f, 1e9f}, high[2] = {-1e9f, -1e9f};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 2; k++)
            low[k] = m_min(low[k], corners[k][i]), high[k] = m_max(high[k], corners[k][i]);
    }
    out->left = share(low[0], width), out->right = share(high[0], width);
    out->top = share(low[1], height), out->bottom = share(high[1], height);
    return out->right > out->left && out->bottom > out->top;
}

static void add_seen(struct live_sight *sight, const char *name, bool person, const float corners[2][4],
                     const struct lens_model *lens) {
    struct live_seen seen = {.person = person};
    if (sight->seen_count == sizeof sight->seen / sizeof *sight->seen) return;
    if (!frame_of(corners, (float)lens->width, (float)lens->height, &seen)) return;
    text_copy(text_of(name), seen.name, sizeof seen.name);
    sight->seen[sight->seen_count++] = seen;
}

static void look(const struct robot *robot, const struct lens_model *lens, struct live_sight *sight) {
    static const char *const KINDS[] = {"something", "cube", "charger", "a marked thing", "something"};
    struct belief_things things;
    struct belief_people people;
    robot_things(robot, &things), robot_people(robot, &people);
    for (uint32_t i = 0; i < things.list_count; i++) {
        const struct belief_thing *t = &things.list[i];
        if (t->last_us && t->last_us + SEEN_US > sight->time_us)
            add_seen(sight, KINDS[t->kind < 5 ? t->kind : 0], false, t->corners_px, lens);
    }
    for (uint32_t i = 0; i < people.list_count; i++) {
        const struct belief_person *p = &people.list[i];
        const char *name = robot_person_name(robot, p->id);
        if (p->last_us && p->last_us + SEEN_US > sight->time_us)
            add_seen(sight, name[0] ? name : "a face", true, p->corners_px, lens);
    }
}

static bool make_sight(struct dashboard *page, uint32_t number, struct live_sight *out) {
    const struct robot *robot = robot_here(page, number);
    const struct eye_model *eye =
        robot && !play_elsewhere(page->play) ? world_eye(play_world(page->play), number) : NULL;
    memset(out, 0, sizeof *out);
    out->robot = (uint8_t)number;
    if (!eye) return false;
    out->time_us = life_now(robot);
    look(robot, &eye->lens, out);
    return true;
}

// ------------------------------------------------------------------------------------------------ telling

void dashboard_send_inside(struct dashboard *page, struct ws *ws, uint32_t robot, enum dashboard_who who,
                           const struct schema_struct *body, const void *message) {
    if (ws) return dashboard_send(page, ws, body, message, false);
    buf_clear(&page->out);
    live_write(&page->out, body, message);
    dashboard_send_to(page, robot, who, true, true);
}

static bool make_mind(const struct dashboard *page, uint32_t number, struct live_mind *out) {
    const struct robot *robot = robot_here(page, number);
    out->robot = (uint8_t)number;
    if (!robot || !robot_mind_view(robot, &out->view)) return false;
    out->time_us = life_now(robot);
    return true;
}

static bool make_mood(const struct dashboard *page, uint32_t number, struct live_mood *out) {
    const struct robot *robot = robot_here(page, number);
    out->robot = (uint8_t)number;
    if (!robot || !robot_mood_view(robot, &out->view)) return false;
    out->time_us = life_now(robot);
    return true;
}

static void show_mind(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct live_mind fresh = {0};
    if (!make_mind(page, robot, &fresh) || !memcmp(&fresh.view, &in->mind.view, sizeof fresh.view)) return;
    in->mind = fresh;
    dashboard_send_inside(page, NULL, robot, WHO_MIND, &live_mind_schema, &in->mind);
}

static void show_mood(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct live_mood fresh = {0};
    if (!make_mood(page, robot, &fresh) || !memcmp(&fresh.view, &in->mood.view, sizeof fresh.view)) return;
    in->mood = fresh;
    dashboard_send_inside(page, NULL, robot, WHO_MOOD, &live_mood_schema, &in->mood);
}

static void show_sight(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct live_sight fresh;
    if (!make_sight(page, robot, &fresh)) return;
    bool same =
        fresh.seen_count == in->sight.seen_count && !memcmp(fresh.seen, in->sight.seen, sizeof fresh.seen);
    if (same) return;
    in->sight = fresh;
    dashboard_send_inside(page, NULL, robot, WHO_SIGHT, &live_sight_schema, &in->sight);
}

static void show_clients(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct live_clients fresh;
    if (!dashboard_clients(page, robot, &fresh) || !memcmp(&fresh, &in->clients, sizeof fresh)) return;
    in->clients = fresh;
    dashboard_send_inside(page, NULL, robot, WHO_CLIENTS, &live_clients_schema, &in->clients);
}

// What all of them do, for who watches one.
static void make_glances(const struct dashboard *page, uint32_t watched, struct live_glances *out) {
    memset(out, 0, sizeof *out); // they are compared as bytes
    out->robot = (uint8_t)watched;
    for (uint32_t number = 1; number <= dashboard_robots(page); number++) {
        struct live_mind mind = {0};
        struct live_mood mood = {0};
        if (!make_mind(page, number, &mind) || !make_mood(page, number, &mood)) continue;
        struct live_glance *g = &out->glances[out->glances_count++];
        g->robot = (uint8_t)number;
        g->asleep = mind.view.asleep;
        memcpy(g->does, mind.view.does, sizeof g->does);
        memcpy(g->mood, mood.view.mood, sizeof g->mood);
    }
}

static void show_glances(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct live_glances fresh;
    make_glances(page, robot, &fresh);
    if (!memcmp(&fresh, &in->glances, sizeof fresh)) return;
    in->glances = fresh;
    dashboard_send_inside(page, NULL, robot, WHO_OTHERS, &live_glances_schema, &in->glances);
}

static void show_settings(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct live_settings fresh;
    if (!dashboard_settings(page, robot, &fresh) || !memcmp(&fresh, &in->settings, sizeof fresh)) return;
    in->settings = fresh;
    dashboard_send_inside(page, NULL, robot, WHO_SETTINGS, &live_settings_schema, &in->settings);
}

// To one all of it; to all what was added since.
static void send_diary(struct dashboard *page, struct ws *ws, uint32_t number, uint32_t *next) {
    enum { ROOM = sizeof page->diary.lines / sizeof *page->diary.lines };
    const struct robot *robot = robot_here(page, number);
    struct live_diary *out = &page->diary;
    if (!robot) return;
    out->robot = (uint8_t)number;
    out->lines_count = (uint16_t)robot_diary(robot, next, out->lines, ROOM);
    out->first = *next - out->lines_count;
    if (ws || out->lines_count) dashboard_send_inside(page, ws, number, WHO_DIARY, &live_diary_schema, out);
}

static void show_diary(struct dashboard *page, uint32_t robot, struct inside *in) {
    send_diary(page, NULL, robot, &in->diary_next);
}

static void send_acts(struct dashboard *page, struct ws *ws, uint32_t number, struct inside *in) {
    const struct robot *robot = robot_here(page, number);
    struct live_actions acts = {.robot = (uint8_t)number};
    struct live_percepts percepts = {.robot = (uint8_t)number};
    if (!robot || !robot_perceived(robot, &percepts.view)) return;
    robot_acting(robot, &acts.view);
    acts.time_us = percepts.time_us = life_now(robot);
    if (!in || memcmp(&acts.view, &in->acts, sizeof acts.view) != 0)
        dashboard_send_inside(page, ws, number, WHO_ACTS, &live_actions_schema, &acts);
    if (!in || memcmp(&percepts.view, &in->percepts, sizeof percepts.view) != 0)
        dashboard_send_inside(page, ws, number, WHO_ACTS, &live_percepts_schema, &percepts);
    if (in) in->acts = acts.view, in->percepts = percepts.view;
}

static void show_acts(struct dashboard *page, uint32_t robot, struct inside *in) {
    send_acts(page, NULL, robot, in);
}

void dashboard_show_inside(struct dashboard *page, uint32_t robot, int64_t now) {
    static const enum dashboard_who WHO[] = {WHO_MIND,  WHO_MOOD,   WHO_SIGHT,    WHO_CLIENTS,
                                             WHO_MAP,   WHO_LIFEOS, WHO_SETTINGS, WHO_OTHERS,
                                             WHO_DIARY, WHO_ACTS,   WHO_PHOTOS};
    static void (*const SHOW[])(struct dashboard *, uint32_t, struct inside *) = {
        show_mind,     show_mood,    show_sight, show_clients, dashboard_show_map,   dashboard_show_lifeos,
        show_settings, show_glances, show_diary, show_acts,    dashboard_show_photos};
    for (size_t i = 0; i < sizeof WHO / sizeof *WHO; i++) {
        if (!dashboard_watched(page, robot, WHO[i])) continue;
        struct inside *in = inside_of(page, robot);
        if (!in) return;
        if (now - in->shown_us[i] < INSIDE_EVERY_US) continue;
        in->shown_us[i] = now;
        SHOW[i](page, robot, in);
    }
}

void dashboard_inside_anew(struct dashboard *page, const struct viewer *before, const struct viewer *viewer) {
    bool turned = before->robot != viewer->robot;
    if (!page->play) return;
    struct live_clients clients;
    if (viewer->clients && (turned || !before->clients) && dashboard_clients(page, viewer->robot, &clients))
        dashboard_send_inside(page, viewer->ws, 0, WHO_CLIENTS, &live_clients_schema, &clients);
    struct live_glances glances;
    if (viewer->others && (turned || !before->others)) {
        make_glances(page, viewer->robot, &glances);
        dashboard_send_inside(page, viewer->ws, 0, WHO_OTHERS, &live_glances_schema, &glances);
    }
    struct live_settings settings;
    if (viewer->settings && (turned || !before->settings) &&
        dashboard_settings(page, viewer->robot, &settings))
        dashboard_send_inside(page, viewer->ws, 0, WHO_SETTINGS, &live_settings_schema, &settings);
    if (viewer->map && (turned || !before->map)) dashboard_map_anew(page, viewer->ws, viewer->robot);
    struct live_mind mind = {0};
    if (viewer->mind && (turned || !before->mind) && make_mind(page, viewer->robot, &mind))
        dashboard_send_inside(page, viewer->ws, 0, WHO_MIND, &live_mind_schema, &mind);
    const struct robot *robot = robot_here(page, viewer->robot);
    if (viewer->mood && (turned || !before->mood) && robot) {
        struct live_mood_past past = {.robot = (uint8_t)viewer->robot, .time_us = life_now(robot)};
        struct live_mood mood = {0};
        if (!robot_mood_past(robot, &past.past) || !make_mood(page, viewer->robot, &mood)) return;
        dashboard_send_inside(page, viewer->ws, 0, WHO_MOOD, &live_mood_past_schema, &past);
        dashboard_send_inside(page, viewer->ws, 0, WHO_MOOD, &live_mood_schema, &mood);
    }
    uint32_t first = 0;
    if (viewer->diary && (turned || !before->diary)) send_diary(page, viewer->ws, viewer->robot, &first);
    if (viewer->acts && (turned || !before->acts)) send_acts(page, viewer->ws, viewer->robot, NULL);
    if (viewer->photos && (turned || !before->photos)) dashboard_photos_anew(page, viewer->ws, viewer->robot);
    if (viewer->lifeos && (turned || !before->lifeos)) dashboard_lifeos_anew(page, viewer);
    struct live_sight sight;
    if (viewer->sight && (turned || !before->sight) && make_sight(page, viewer->robot, &sight))
        dashboard_send_inside(page, viewer->ws, 0, WHO_SIGHT, &live_sight_schema, &sight);
}
