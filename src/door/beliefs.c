// What viewers are told of the world as a robot believes it to be: the squares of its map, where it is, what
// stands there, and the way that it drives. All is in the frame of its map; the page lays that over the room.
#include "base/system/clock.h"
#include "door/dashboard_internal.h"
#include "robot/robot.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARES_EVERY_US = 500000 };

static const struct robot *robot_here(const struct dashboard *page, uint32_t robot) {
    struct soul *soul = dashboard_soul(page, robot);
    return soul ? robot_of(soul) : NULL;
}

static float to_mm(float m) { return m_round(m * 1000) / 1000; } // less is no news

// ------------------------------------------------------------------------------------------------ beliefs

static struct live_believed *add(struct live_beliefs *out, const struct belief_pose *pose, const char *name) {
    if (pose->origin != out->origin || out->things_count == sizeof out->things / sizeof *out->things)
        return NULL;
    struct live_believed *b = &out->things[out->things_count++];
    const float *q = pose->turn;
    text_copy(text_of(name), b->name, sizeof b->name);
    b->x_m = to_mm(pose->at_m[0]), b->y_m = to_mm(pose->at_m[1]);
    b->heading_rad = to_mm(quat_heading((struct quat){q[0], q[1], q[2], q[3]}));
    return b;
}

static void add_things(const struct robot *robot, struct live_beliefs *out) {
    static const char *const KINDS[] = {"something", "cube", "charger", "a marked thing", "something"};
    struct belief_things things;
    robot_things(robot, &things);
    for (uint32_t i = 0; i < things.list_count; i++) {
        const struct belief_thing *t = &things.list[i];
        struct live_believed *b = add(out, &t->pose, KINDS[t->kind < 5 ? t->kind : 0]);
        if (b) b->state = t->state, b->length_m = t->size_m[0], b->width_m = t->size_m[1];
    }
}

static void add_people(const struct robot *robot, struct live_beliefs *out) {
    struct belief_people people;
    robot_people(robot, &people);
    for (uint32_t i = 0; i < people.list_count; i++) {
        const char *name = robot_person_name(robot, people.list[i].id);
        struct live_believed *b = add(out, &people.list[i].pose, name[0] ? name : "a face");
        if (b) b->person = true, b->state = BELIEF_THING_STATE_KNOWN;
    }
}

static bool make_beliefs(const struct robot *robot, uint32_t number, struct live_beliefs *out) {
    struct belief_place place;
    struct vec2 way[sizeof out->way / sizeof *out->way];
    memset(out, 0, sizeof *out); // they are compared as bytes
    robot_place(robot, &place);
    const float *q = place.pose.turn;
    out->robot = (uint8_t)number;
    out->origin = place.pose.origin;
    out->x_m = to_mm(place.pose.at_m[0]), out->y_m = to_mm(place.pose.at_m[1]);
    out->heading_rad = to_mm(quat_heading((struct quat){q[0], q[1], q[2], q[3]}));
    out->off_m = to_mm(place.off_m);
    add_things(robot, out), add_people(robot, out);
    out->way_count = (uint8_t)robot_way(robot, way, sizeof way / sizeof *way);
    for (uint8_t i = 0; i < out->way_count; i++)
        out->way[i] = (struct live_spot){to_mm(way[i].x), to_mm(way[i].y)};
    return out->origin != 0;
}

// ------------------------------------------------------------------------------------------------ telling

static uint64_t life_now(const struct robot *robot) {
    struct life_view view;
    robot_view(robot, &view);
    return view.time_us;
}

static void send(struct dashboard *page, struct ws *ws, uint32_t robot, const struct schema_struct *body,
                 const void *message) {
    if (ws) return dashboard_send(page, ws, body, message, false);
    buf_clear(&page->out);
    live_write(&page->out, body, message);
    dashboard_send_to(page, robot, WHO_MAP, true, true);
}

static void tell_squares(struct dashboard *page, struct ws *ws, const struct robot *robot, uint32_t number) {
    struct live_map told = {.robot = (uint8_t)number, .time_us = life_now(robot)};
    const struct map *map = robot_map(robot);
    struct map_leaf leaf;
    size_t count = 0, room;
    map_info(map, &told.info);
    char *at = malloc(room = (size_t)told.info.squares * 2);
    for (uint32_t cursor = 0; at && count + 2 <= room && map_next(map, &cursor, &leaf);)
        at[count++] = (char)('a' + leaf.content), at[count++] = (char)('a' + leaf.depth);
    told.squares = (struct text){at, count};
    if (at) send(page, ws, number, &live_map_schema, &told);
    free(at);
}

void dashboard_show_map(struct dashboard *page, uint32_t number, struct inside *in) {
    const struct robot *robot = robot_here(page, number);
    struct live_beliefs fresh;
    if (!robot || !make_beliefs(robot, number, &fresh)) return;
    if (memcmp(&fresh, &in->beliefs, sizeof fresh) != 0) {
        in->beliefs = fresh;
        fresh.time_us = life_now(robot);
        send(page, NULL, number, &live_beliefs_schema, &fresh);
    }
    int64_t now = air_now_us();
    if (now - in->map_told_us < SQUARES_EVERY_US || map_hash(robot_map(robot)) == in->map_hash) return;
    in->map_told_us = now, in->map_hash = map_hash(robot_map(robot));
    tell_squares(page, NULL, robot, number);
}

void dashboard_map_anew(struct dashboard *page, struct ws *ws, uint32_t number) {
    const struct robot *robot = robot_here(page, number);
    struct live_beliefs now;
    if (!robot || !make_beliefs(robot, number, &now)) return;
    now.time_us = life_now(robot);
    send(page, ws, number, &live_beliefs_schema, &now);
    tell_squares(page, ws, robot, number);
}
