// Paths: the engine's list of lines, arcs and turns, driven by the brainstem.
//
// The firmware keeps the list; the brainstem gets a few segments ahead. The firmware bridges what the
// brainstem cannot drive in one piece. Where the direction changes between segments (every corner of a
// square), or at the start, it turns on the spot first. Where a segment begins elsewhere, it drives there. A
// bridge belongs to the segment it leads to, so the index in the robot's state counts the engine's segments.
// Finished segments leave the list: a second ExecutePath drives what was appended since.
#include "body/firmware/cozmo/firmware_internal.h"

#include "brainstem/path.h"

#include <string.h>

#define JOIN_M     0.001f
#define NEAR_M     0.003f // at the start the robot is never quite where the path begins
#define JOIN_RAD   (M_PI_F / 180)
#define BRIDGE_RAD 0.01f
#define TURN_RADPS 2.0f // between segments
#define TURN_ACCEL 10.0f

struct pose2 fw_pose(const struct cozmo_firmware *fw) {
    const struct body_motion *m = &fw->in->senses.motion[0];
    if (!fw->in->senses.motion_count) return (struct pose2){0};
    return (struct pose2){{m->x_m, m->y_m}, m->heading_rad};
}

static bool is_turn(const struct body_segment *s) { return s->kind == BODY_SEGMENT_KIND_POINT_TURN; }

static struct pose2 arc_at(const struct body_segment *s, float angle) {
    float ahead = s->sweep_rad > 0 ? M_PI_F / 2 : -M_PI_F / 2;
    struct vec2 out = vec2(m_cos(angle) * s->radius_m, m_sin(angle) * s->radius_m);
    return (struct pose2){vec2_add(vec2(s->from_x_m, s->from_y_m), out),
                          angle_wrap(angle + ahead + (s->speed < 0 ? M_PI_F : 0))};
}

// Where a segment begins (and how one must stand there), and where it ends.
static struct pose2 begin_of(const struct body_segment *s) {
    struct vec2 from = vec2(s->from_x_m, s->from_y_m);
    if (s->kind == BODY_SEGMENT_KIND_ARC) return arc_at(s, s->start_rad);
    if (is_turn(s)) return (struct pose2){from, s->angle_rad};
    struct vec2 way = vec2_sub(vec2(s->to_x_m, s->to_y_m), from);
    return (struct pose2){from, angle_wrap(m_atan2(way.y, way.x) + (s->speed < 0 ? M_PI_F : 0))};
}
static struct pose2 end_of(const struct body_segment *s) {
    if (s->kind == BODY_SEGMENT_KIND_ARC) return arc_at(s, s->start_rad + s->sweep_rad);
    struct pose2 end = begin_of(s);
    if (s->kind == BODY_SEGMENT_KIND_LINE) end.at = vec2(s->to_x_m, s->to_y_m);
    return end;
}

// ------------------------------------------------------------------------------------------------ handing on

// A line to where one stands is no way at all.
static bool goes_nowhere(const struct body_segment *s) {
    if (s->kind == BODY_SEGMENT_KIND_ARC) return m_abs(s->sweep_rad) * s->radius_m < 0.0005f;
    return s->kind == BODY_SEGMENT_KIND_LINE &&
           m_hypot(s->to_x_m - s->from_x_m, s->to_y_m - s->from_y_m) < 0.0005f;
}

static void hand(struct cozmo_firmware *fw, const struct body_segment *s, uint32_t owner) {
    struct fw_paths *p = &fw->paths;
    struct body_path_order *order = &fw_order(fw)->path[0];
    order->append[order->append_count++] = *s;
    if (p->handed < sizeof p->owner) p->owner[p->handed++] = (uint8_t)owner;
    p->end = end_of(s);
}

static void turn_towards(struct cozmo_firmware *fw, float heading, uint32_t owner) {
    if (m_abs(angle_between(fw->paths.end.angle, heading)) < JOIN_RAD) return;
    struct body_segment turn = {.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                .from_x_m = fw->paths.end.at.x,
                                .from_y_m = fw->paths.end.at.y,
                                .angle_rad = heading,
                                .tolerance_rad = BRIDGE_RAD,
                                .speed = TURN_RADPS,
                                .accel = TURN_ACCEL,
                                .decel = TURN_ACCEL,
                                .shortest = true};
    hand(fw, &turn, owner);
}

static void bridge(struct cozmo_firmware *fw, const struct body_segment *s, uint32_t owner, bool first) {
    struct fw_paths *p = &fw->paths;
    struct pose2 next = begin_of(s);
    struct vec2 way = vec2_sub(next.at, p->end.at);
    float far = vec2_length(way);
    if (is_turn(s)) next.angle = p->end.angle;
    if (far > (first ? NEAR_M : JOIN_M) && !is_turn(s)) {
        float heading = m_atan2(way.y, way.x);
        turn_towards(fw, heading, owner);
        struct body_segment line = {.kind = BODY_SEGMENT_KIND_LINE,
                                    .from_x_m = p->end.at.x,
                                    .from_y_m = p->end.at.y,
                                    .to_x_m = next.at.x,
                                    .to_y_m = next.at.y,
                                    .speed = m_min(m_abs(s->speed), 0.1f),
                                    .accel = s->accel,
                                    .decel = s->decel};
        hand(fw, &line, owner);
    }
    p->end.at = next.at;
    if (!is_turn(s)) turn_towards(fw, next.angle, owner);
}

// Hands on until FW_AHEAD segments of the list are under way.
static void feed(struct cozmo_firmware *fw, bool first) {
    struct fw_paths *p = &fw->paths;
    struct body_path_order *order = &fw_order(fw)->path[0];
    while (p->fed < p->count && p->fed < p->done + FW_AHEAD && order->append_count + 3 <= 32) {
        struct body_segment s = p->list[p->fed];
        uint32_t owner = p->fed++;
        if (goes_nowhere(&s)) continue;
        if (is_turn(&s)) { // wherever it is told to be, it happens where one stands
            s.from_x_m = p->end.at.x;
            s.from_y_m = p->end.at.y;
        }
        bridge(fw, &s, owner, first);
        hand(fw, &s, owner);
        first = false;
    }
}

static void event(struct cozmo_firmware *fw, enum cozmo_path_event_type type) {
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_PATH_FOLLOWING_EVENT,
                                       .path_following_event = {fw->paths.event, (uint8_t)type}});
}

static void start(struct cozmo_firmware *fw, enum fw_path_kind kind) {
    struct fw_paths *p = &fw->paths;
    struct body_command *order = fw_order(fw);
    p->kind = kind;
    p->tag = fw_tag(fw);
    p->handed = p->fed = p->done = 0;
    p->end = fw_pose(fw);
    order->path_count = 1;
    order->path[0].op = BODY_PATH_OP_CLEAR;
    order->path[0].tag = p->tag;
    order->path[0].append_count = 0;
}

static void run(struct cozmo_firmware *fw) {
    fw_obey(fw);
    struct body_command *order = fw_order(fw);
    order->path_count = 1;
    order->path[0] = (struct body_path_order){.op = BODY_PATH_OP_RUN, .tag = fw->paths.tag};
    fw_obey(fw);
}

static void drop_front(struct fw_paths *p, uint32_t count) {
    if (count > p->count) count = p->count;
    memmove(p->list, p->list + count, (p->count - count) * sizeof *p->list);
    p->count -= count;
}

static void finish(struct cozmo_firmware *fw, enum cozmo_path_event_type type) {
    struct fw_paths *p = &fw->paths;
    bool told = p->kind == FW_PATH_RUN;
    p->kind = FW_PATH_NONE;
    p->tag = 0;
    if (!told) return;
    p->count = 0;
    event(fw, type);
}

void fw_paths_cut(struct cozmo_firmware *fw) {
    struct fw_paths *p = &fw->paths;
    if (p->kind == FW_PATH_NONE) return;
    struct body_command *order = fw_order(fw);
    order->path_count = 1;
    order->path[0] = (struct body_path_order){.op = BODY_PATH_OP_CLEAR};
    fw_obey(fw);
    finish(fw, COZMO_PATH_INTERRUPTED);
}

void fw_turn_to(struct cozmo_firmware *fw, float heading_rad, float speed, float accel, float tolerance) {
    fw_paths_cut(fw);
    start(fw, FW_PATH_TURN);
    struct body_segment turn = {.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                .from_x_m = fw->paths.end.at.x,
                                .from_y_m = fw->paths.end.at.y,
                                .angle_rad = angle_wrap(heading_rad),
                                .tolerance_rad = m_clamp(tolerance, 0.005f, 1),
                                .speed = speed > 0 ? speed : cozmo_model.turn_radps_max / 2,
                                .accel = accel,
                                .decel = accel,
                                .shortest = true};
    hand(fw, &turn, 0);
    run(fw);
}

void fw_paths_ack(struct cozmo_firmware *fw, const struct body_ack *ack) {
    struct fw_paths *p = &fw->paths;
    if (p->kind == FW_PATH_NONE || ack->tag != p->tag) return;
    if (ack->kind == BODY_ACK_KIND_PATH_DONE) finish(fw, COZMO_PATH_COMPLETED);
    if (ack->kind == BODY_ACK_KIND_PATH_STOPPED) finish(fw, COZMO_PATH_INTERRUPTED);
}

void fw_step_paths(struct cozmo_firmware *fw) {
    struct fw_paths *p = &fw->paths;
    const struct body_senses *s = &fw->in->senses;
    if (p->kind != FW_PATH_RUN || !s->path_count || s->path[0].tag != p->tag) return;
    uint32_t left = PATH_MAX_SEGMENTS - s->path[0].room;
    uint32_t behind = left < p->handed ? p->handed - left : 0;
    p->done = p->owner[behind < p->handed ? behind : p->handed - 1];
    if (p->fed == p->count || p->fed >= p->done + FW_AHEAD) return;
    struct body_command *order = fw_order(fw);
    order->path_count = 1;
    order->path[0] = (struct body_path_order){.op = BODY_PATH_OP_NONE, .tag = p->tag};
    feed(fw, false);
    fw_obey(fw);
}

// ------------------------------------------------------------------------------------------------ messages

static bool append(struct cozmo_firmware *fw, struct body_segment s) {
    struct fw_paths *p = &fw->paths;
    const float numbers[] = {s.from_x_m,  s.from_y_m,  s.to_x_m,        s.to_y_m, s.radius_m, s.start_rad,
                             s.sweep_rad, s.angle_rad, s.tolerance_rad, s.speed,  s.accel,    s.decel};
    if (!fw_numbers(numbers, sizeof numbers / sizeof *numbers) || s.speed == 0) return false;
    if (p->count == FW_SEGMENTS) {
        fw->stats.refused++;
        return true;
    }
    p->list[p->count++] = s;
    return true;
}

static bool drives(struct cozmo_firmware *fw) { return fw->paths.kind == FW_PATH_RUN; }

bool fw_hear_clear(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    (void)message;
    if (drives(fw)) fw_paths_cut(fw);
    fw->paths.count = 0;
    return true;
}

bool fw_hear_line(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_append_path_seg_line *l = &message->append_path_seg_line;
    return append(fw, (struct body_segment){.kind = BODY_SEGMENT_KIND_LINE,
                                            .from_x_m = l->from_x / 1000,
                                            .from_y_m = l->from_y / 1000,
                                            .to_x_m = l->to_x / 1000,
                                            .to_y_m = l->to_y / 1000,
                                            .speed = l->speed_mmps / 1000,
                                            .accel = l->accel_mmps2 / 1000,
                                            .decel = l->decel_mmps2 / 1000});
}

bool fw_hear_arc(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_append_path_seg_arc *a = &message->append_path_seg_arc;
    if (!(a->radius_mm > 0) || !(m_abs(a->sweep_rad) < 1000)) return false;
    return append(fw, (struct body_segment){.kind = BODY_SEGMENT_KIND_ARC,
                                            .from_x_m = a->center_x / 1000,
                                            .from_y_m = a->center_y / 1000,
                                            .radius_m = a->radius_mm / 1000,
                                            .start_rad = a->start_angle_rad,
                                            .sweep_rad = a->sweep_rad,
                                            .speed = a->speed_mmps / 1000,
                                            .accel = a->accel_mmps2 / 1000,
                                            .decel = a->decel_mmps2 / 1000});
}

// The message calls them millimetres a second, yet of the values that engines send only radians make sense
// for small ones, and the library asks for 40: faster than it can turn is as fast as it can.
bool fw_hear_point_turn(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_append_path_seg_point_turn *t = &message->append_path_seg_point_turn;
    float most = cozmo_model.turn_radps_max / 2;
    if (!(m_abs(t->angle_rad) < 1000)) return false;
    return append(fw, (struct body_segment){.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                            .from_x_m = t->x / 1000,
                                            .from_y_m = t->y / 1000,
                                            .angle_rad = angle_wrap(t->angle_rad),
                                            .tolerance_rad = m_max(m_abs(t->angle_tolerance_rad), 0.005f),
                                            .speed = m_clamp(t->speed_mmps, -most, most),
                                            .accel = m_clamp(t->accel_mmps2, 0, 20),
                                            .decel = m_clamp(t->decel_mmps2, 0, 20),
                                            .shortest = true});
}

bool fw_hear_execute(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    struct fw_paths *p = &fw->paths;
    if (!fw->enabled || !p->count) {
        fw->stats.refused++;
        return true;
    }
    uint32_t count = p->count;
    if (p->kind == FW_PATH_RUN) { // what was appended meanwhile is a path of its own
        uint32_t now = p->fed;
        fw_paths_cut(fw);
        p->count = count;
        drop_front(p, now);
        if (!p->count) return true;
    }
    fw_paths_cut(fw);
    p->event = message->execute_path.event_id;
    start(fw, FW_PATH_RUN);
    feed(fw, true);
    event(fw, COZMO_PATH_STARTED);
    if (p->handed == 0) { // all of it leads nowhere
        fw_order(fw)->path_count = 0;
        finish(fw, COZMO_PATH_COMPLETED);
        return true;
    }
    run(fw);
    return true;
}

// Takes back what the brainstem has of segments that are no longer in the list.
static void take_back(struct cozmo_firmware *fw) {
    struct fw_paths *p = &fw->paths;
    uint32_t count = 0;
    while (count < p->handed && p->owner[p->handed - 1 - count] >= p->count) count++;
    p->handed -= count;
    p->fed = p->count;
    p->end = end_of(&p->list[p->count - 1]);
    struct body_command *order = fw_order(fw);
    order->path_count = 1;
    order->path[0] =
        (struct body_path_order){.op = BODY_PATH_OP_TRIM, .tag = p->tag, .trim_back = (uint8_t)count};
    fw_obey(fw);
}

bool fw_hear_trim(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    struct fw_paths *p = &fw->paths;
    uint32_t head = message->trim_path.head, tail = message->trim_path.tail;
    if (head > p->count) head = p->count;
    if (tail > p->count - head) tail = p->count - head;
    p->count -= tail;
    if (!drives(fw)) {
        drop_front(p, head);
        return true;
    }
    if (p->count <= p->done || head >= p->count) { // what is driven now is gone
        fw_paths_cut(fw);
        return true;
    }
    if (p->fed > p->count) take_back(fw);
    if (head <= p->done) return true; // those are behind us
    drop_front(p, head);
    start(fw, FW_PATH_RUN); // on to where the next one begins
    feed(fw, true);
    run(fw);
    return true;
}
