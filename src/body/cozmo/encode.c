// Turns commands into messages; only the changes of a command are sent. A command with a number that is NaN
// or infinite is refused whole.
//
// A new session knows nothing of earlier commands. So the last command is sent as if it were new, except what
// is finished.
#include "body/cozmo/cozmo_internal.h"

#include <string.h>

// Nothing in the documents says what a speed of 0 means to a robot; these are what its clients send.
#define HEAD_RADPS   15.0f
#define LIFT_RADPS   10.0f
#define JOINT_RADPS2 20.0f
#define TURN_RADPS2  10.0f
#define TURN_NEAR    (2 * M_PI_F / 180)
#define JOINT_NEAR   0.05f
#define TURN_CREEP   0.01f // m/s: slower wheels stand
enum {
    SETTLED = 10,      // states in a row that call a joint in place although it is not where it was sent
    TURN_SETTLED = 15, // and that call a turn over
    CAMERA_MODE = COZMO_IMAGE_SEND_MODE_STREAM,
    LIGHT_LEFT = 0,
    LIGHT_FRONT = 1,
    LIGHT_RIGHT = 4,
};

// ------------------------------------------------------------------------------------------------ numbers

static bool segment_makes_sense(const struct body_segment *s) {
    const float all[] = {s->from_x_m,  s->from_y_m,  s->to_x_m,        s->to_y_m, s->radius_m, s->start_rad,
                         s->sweep_rad, s->angle_rad, s->tolerance_rad, s->speed,  s->accel,    s->decel};
    return m_all_finite(all, sizeof all / sizeof *all) && s->speed != 0 &&
           s->kind <= BODY_SEGMENT_KIND_POINT_TURN && (s->kind != BODY_SEGMENT_KIND_ARC || s->radius_m > 0);
}

static bool makes_sense(const struct body_command *c) {
    const struct body_wheels *w = &c->wheels;
    bool ok = m_all_finite((const float[]){w->left_mps, w->right_mps, w->accel_mps2, w->angle_rad,
                                           w->turn_radps, w->turn_radps2},
                           6);
    for (uint32_t i = 0; i < c->joints_count; i++) {
        const struct body_joint_target *t = &c->joints[i];
        ok = ok &&
             m_all_finite((const float[]){t->angle_rad, t->speed_radps, t->accel_radps2, t->duration_s}, 4);
    }
    if (c->origin_count)
        ok = ok &&
             m_all_finite((const float[]){c->origin[0].x_m, c->origin[0].y_m, c->origin[0].heading_rad}, 3);
    return ok;
}

static bool bit_rose(uint32_t now, uint32_t before, uint32_t bit) { return now & ~before & bit; }

// ------------------------------------------------------------------------------------------------ wheels

static uint8_t new_action(struct cozmo_body *c) {
    if (c->version <= 2214) return 0; // such robots were told no numbers
    if (!++c->encode.action) c->encode.action = 1;
    return c->encode.action;
}

static void drive(struct cozmo_body *c, const struct body_wheels *w) {
    struct cozmo_encode *o = &c->encode;
    float most = cozmo_model.wheel_mps_max, accel = m_max(w->accel_mps2, 0) * 1000;
    struct body_wheels now = {.mode = BODY_WHEEL_MODE_SPEED,
                              .left_mps = m_clamp(w->left_mps, -most, most),
                              .right_mps = m_clamp(w->right_mps, -most, most),
                              .accel_mps2 = accel};
    bool same = o->wheels_told && now.left_mps == o->wheels.left_mps &&
                now.right_mps == o->wheels.right_mps && now.accel_mps2 == o->wheels.accel_mps2;
    o->turn_tag = 0;
    o->turn.open = false;
    if (same) return;
    o->wheels = now;
    o->wheels_told = COZMO_TELL(c, COZMO_DRIVE_WHEELS,
                                .drive_wheels = {now.left_mps * 1000, now.right_mps * 1000, accel, accel});
}

static void turn(struct cozmo_body *c, const struct body_wheels *w) {
    struct cozmo_encode *o = &c->encode;
    const struct body_wheels *before = &o->last.wheels;
    bool same = before->mode == w->mode && before->angle_rad == w->angle_rad &&
                before->relative == w->relative && before->tag == w->tag;
    if (w->tag ? w->tag == o->turn_tag : same) return;
    o->turn_tag = w->tag;
    o->wheels_told = false;
    float speed = m_abs(w->turn_radps != 0 ? w->turn_radps : cozmo_model.turn_radps_max / 2);
    float angle = w->relative ? w->angle_rad : angle_wrap(w->angle_rad);
    o->turn = (struct cozmo_order){.open = true,
                                   .action = new_action(c),
                                   .tag = w->tag,
                                   .goal_rad = angle,
                                   .relative = w->relative,
                                   .heading_rad = c->decode.motion.heading_rad,
                                   .number = c->encode.orders++};
    struct cozmo_message m = {.kind = COZMO_TURN_IN_PLACE};
    m.turn_in_place.angle_rad = angle;
    m.turn_in_place.speed_rad_per_sec = m_min(speed, cozmo_model.turn_radps_max);
    m.turn_in_place.accel_rad_per_sec2 = w->turn_radps2 > 0 ? w->turn_radps2 : TURN_RADPS2;
    m.turn_in_place.angle_tolerance_rad = TURN_NEAR;
    m.turn_in_place.is_absolute = !w->relative;
    m.turn_in_place.action_id = o->turn.action;
    cozmo_tell(c, &m);
}

static void encode_wheels(struct cozmo_body *c, const struct body_wheels *w) {
    if (w->mode == BODY_WHEEL_MODE_SPEED) drive(c, w);
    if (w->mode == BODY_WHEEL_MODE_TURN) turn(c, w);
    // Its wheels always hold, so free ones are ones that stand.
    if (w->mode == BODY_WHEEL_MODE_FREE) drive(c, &(struct body_wheels){0});
}

// ------------------------------------------------------------------------------------------------ joints

static void send_joint(struct cozmo_body *c, struct cozmo_order *order) {
    const struct body_joint_target *t = &order->told;
    bool head = t->joint == BODY_MOTOR_HEAD;
    const struct motor_model *m = &cozmo_model.motors[t->joint];
    float speed = t->speed_radps != 0 ? m_abs(t->speed_radps) : head ? HEAD_RADPS : LIFT_RADPS;
    float accel = t->accel_radps2 > 0 ? t->accel_radps2 : JOINT_RADPS2;
    struct cozmo_message message = {.kind = head ? COZMO_SET_HEAD_ANGLE : COZMO_SET_LIFT_HEIGHT};
    order->goal_rad = m_clamp(t->angle_rad, m->low_rad, m->high_rad);
    order->action = new_action(c);
    order->acked = false;
    order->settled = 0;
    order->number = c->encode.orders++;
    if (head) {
        message.set_head_angle = (struct cozmo_set_head_angle){order->goal_rad, speed, accel,
                                                               m_clamp(t->duration_s, 0, 60), order->action};
    } else {
        float high = cozmo_model.lift_pivot_m[2] + cozmo_model.lift_arm_m * m_sin(order->goal_rad);
        message.set_lift_height = (struct cozmo_set_lift_height){
            high * 1000, speed, accel, m_clamp(t->duration_s, 0, 60), order->action};
    }
    cozmo_tell(c, &message);
}

static bool same_target(const struct body_joint_target *a, const struct body_joint_target *b) {
    return a->mode == b->mode && a->angle_rad == b->angle_rad && a->speed_radps == b->speed_radps &&
           a->accel_radps2 == b->accel_radps2 && a->duration_s == b->duration_s && a->tag == b->tag;
}

static void move_joint(struct cozmo_body *c, const struct body_joint_target *t) {
    struct cozmo_encode *o = &c->encode;
    float speed = t->mode == BODY_JOINT_MODE_FREE ? 0 : t->speed_radps;
    struct body_joint_target now = {.joint = t->joint, .mode = BODY_JOINT_MODE_SPEED, .speed_radps = speed};
    o->joint_tag[t->joint] = 0;
    o->joints[t->joint].open = false;
    if (same_target(&now, &o->joint_speed[t->joint])) return;
    o->joint_speed[t->joint] = now;
    if (t->joint == BODY_MOTOR_HEAD)
        COZMO_TELL(c, COZMO_MOVE_HEAD, .move_head = {speed});
    else
        COZMO_TELL(c, COZMO_MOVE_LIFT, .move_lift = {speed});
}

// A target with the tag it had last is the same order, told again; without a tag it is when all else is the
// same.
static void encode_joint(struct cozmo_body *c, const struct body_joint_target *t) {
    struct cozmo_encode *o = &c->encode;
    if ((t->joint != BODY_MOTOR_HEAD && t->joint != BODY_MOTOR_LIFT) || t->mode == BODY_JOINT_MODE_HOLD)
        return;
    if (t->mode != BODY_JOINT_MODE_ANGLE) return move_joint(c, t);
    struct cozmo_order *order = &o->joints[t->joint];
    if (t->tag ? t->tag == o->joint_tag[t->joint] : same_target(t, &order->told)) return;
    o->joint_tag[t->joint] = t->tag;
    o->joint_speed[t->joint].mode = BODY_JOINT_MODE_HOLD;
    *order = (struct cozmo_order){.open = true, .tag = t->tag, .told = *t};
    send_joint(c, order);
}

// ------------------------------------------------------------------------------------------------ paths

static bool append(struct cozmo_body *c, const struct body_segment *s) {
    struct cozmo_message m = {0};
    float speed = s->speed * 1000, accel = m_max(s->accel, 0) * 1000, decel = m_max(s->decel, 0) * 1000;
    if (!segment_makes_sense(s) || c->encode.path.appended == COZMO_SEGMENTS) return false;
    // Its own default would be to stand still for ever.
    if (accel == 0) accel = s->kind == BODY_SEGMENT_KIND_POINT_TURN ? 10000 : 1000;
    if (decel == 0) decel = s->kind == BODY_SEGMENT_KIND_POINT_TURN ? 10000 : 500;
    if (s->kind == BODY_SEGMENT_KIND_LINE) {
        m.kind = COZMO_APPEND_PATH_SEG_LINE;
        m.append_path_seg_line = (struct cozmo_append_path_seg_line){
            s->from_x_m * 1000, s->from_y_m * 1000, s->to_x_m * 1000, s->to_y_m * 1000, speed, accel, decel};
    } else if (s->kind == BODY_SEGMENT_KIND_ARC) {
        m.kind = COZMO_APPEND_PATH_SEG_ARC;
        m.append_path_seg_arc = (struct cozmo_append_path_seg_arc){s->from_x_m * 1000,
                                                                   s->from_y_m * 1000,
                                                                   s->radius_m * 1000,
                                                                   s->start_rad,
                                                                   s->sweep_rad,
                                                                   speed,
                                                                   accel,
                                                                   decel};
    } else { // turns are told in radians
        m.kind = COZMO_APPEND_PATH_SEG_POINT_TURN;
        m.append_path_seg_point_turn = (struct cozmo_append_path_seg_point_turn){
            s->from_x_m * 1000, s->from_y_m * 1000, s->angle_rad, s->tolerance_rad,
            s->speed,           accel / 1000,       decel / 1000, s->shortest};
    }
    if (!cozmo_tell(c, &m)) return false;
    c->encode.path.appended++;
    return true;
}

static void end_path(struct cozmo_body *c, enum body_ack_kind kind, uint8_t which) {
    struct cozmo_encode *o = &c->encode;
    if (o->path.running) cozmo_ack(c, kind, which, o->path.tag);
    o->path.running = false;
}

static void clear_path(struct cozmo_body *c) {
    COZMO_TELL(c, COZMO_CLEAR_PATH);
    c->encode.path.appended = c->encode.path.run =
        0; // of one that runs the robot says that it was interrupted
}

static void encode_path(struct cozmo_body *c, const struct body_path_order *p) {
    struct cozmo_encode *o = &c->encode;
    if (p->op == BODY_PATH_OP_CLEAR || p->op == BODY_PATH_OP_STOP) clear_path(c);
    if (p->op == BODY_PATH_OP_TRIM) {
        uint32_t trimmed = (uint32_t)p->trim_front + p->trim_back;
        COZMO_TELL(c, COZMO_TRIM_PATH, .trim_path = {p->trim_front, p->trim_back});
        o->path.appended -= trimmed < o->path.appended ? trimmed : o->path.appended;
    }
    for (uint32_t i = 0; i < p->append_count; i++)
        if (!append(c, &p->append[i])) cozmo_ack(c, BODY_ACK_KIND_PATH_STOPPED, 255, p->tag);
    if (p->op != BODY_PATH_OP_RUN) return;
    o->wheels_told = o->turn.open = false;
    end_path(c, BODY_ACK_KIND_PATH_STOPPED, (uint8_t)c->decode.segment); // the one before, if it still ran
    if (!o->path.appended ||
        !COZMO_TELL(c, COZMO_EXECUTE_PATH, .execute_path = {.event_id = p->tag, .unknown = true})) {
        cozmo_ack(c, BODY_ACK_KIND_PATH_STOPPED, 255, p->tag);
        return;
    }
    o->path.running = true;
    o->path.run = o->path.appended;
    o->path.tag = p->tag;
}

void cozmo_encode_path_event(struct cozmo_body *c, const struct cozmo_path_following_event *event) {
    struct cozmo_encode *o = &c->encode;
    if (!o->path.running || event->event_id != o->path.tag) return; // of a path that is none of ours
    if (event->event_type == COZMO_PATH_STARTED) {
        cozmo_ack(c, BODY_ACK_KIND_PATH_STARTED, 0, o->path.tag);
        return;
    }
    bool done = event->event_type == COZMO_PATH_COMPLETED;
    end_path(c, done ? BODY_ACK_KIND_PATH_DONE : BODY_ACK_KIND_PATH_STOPPED,
             done ? 255 : (uint8_t)c->decode.segment);
    o->path.appended -= o->path.run; // what was driven leaves the robot's list, and what was cut off, too
    o->path.run = 0;
}

// ------------------------------------------------------------------------------------------------ the rest

static void send_origin(struct cozmo_body *c, const struct body_origin *origin) {
    struct cozmo_message m = {.kind = COZMO_SET_ORIGIN};
    cozmo_set_origin_defaults(&m.set_origin);
    uint32_t bits = m.set_origin.unknown5; // -0.0
    if (origin->heading_rad != 0) memcpy(&bits, &origin->heading_rad, sizeof bits);
    m.set_origin.pose_frame_id = ++c->encode.frame;
    m.set_origin.pose_origin_id = origin->origin;
    m.set_origin.pose_x = origin->x_m * 1000;
    m.set_origin.pose_y = origin->y_m * 1000;
    m.set_origin.unknown5 = bits;
    cozmo_tell(c, &m);
    c->encode.origin = *origin;
}

// It counts on from where it is told that it is. A new origin ends the way it is on: while it drives one, or
// turns, it is left to its own counting, and mended when it stands again.
static void encode_fix(struct cozmo_body *c, const struct body_fix *fix) {
    struct place *place = &c->decode.place;
    if (c->encode.path.running || c->encode.turn.open) return;
    if (c->decode.frame != c->encode.frame || c->decode.attitude.picked_up || !place_mend(place, fix)) return;
    send_origin(c,
                &(struct body_origin){place->origin, place->pose.at.x, place->pose.at.y, place->pose.angle});
}

static void encode_camera(struct cozmo_body *c, const struct body_camera *camera) {
    const struct body_command *before = &c->encode.last;
    bool same = c->encode.camera_told && before->camera_count && before->camera[0].own == camera->own &&
                before->camera[0].exposure_s == camera->exposure_s && before->camera[0].gain == camera->gain;
    bool sense = m_finite(camera->exposure_s) && m_finite(camera->gain);
    if (same || !sense) return;
    c->encode.camera_told = COZMO_TELL(
        c, COZMO_SET_CAMERA_PARAMS,
        .set_camera_params = {m_clamp(camera->gain, 0, 16),
                              (uint16_t)m_round(m_clamp(camera->exposure_s * 1000, 0, 1000)), camera->own});
}

static void encode_lights(struct cozmo_body *c, const struct body_command *command) {
    struct cozmo_encode *o = &c->encode;
    struct body_colour now[BODY_LIGHT_MAX] = {0};
    memcpy(now, command->lights, command->lights_count * sizeof *now);
    bool sides = memcmp(&now[LIGHT_LEFT], &o->lights[LIGHT_LEFT], sizeof *now) ||
                 memcmp(&now[LIGHT_RIGHT], &o->lights[LIGHT_RIGHT], sizeof *now);
    bool middle = memcmp(&now[LIGHT_FRONT], &o->lights[LIGHT_FRONT], 3 * sizeof *now);
    struct cozmo_message m = {.kind = COZMO_LIGHT_STATE_CENTER};
    for (int i = 0; i < 3; i++) m.light_state_center.states[i] = cozmo_steady(now[LIGHT_FRONT + i], false);
    if (!o->lights_told || middle) cozmo_tell(c, &m);
    m = (struct cozmo_message){.kind = COZMO_LIGHT_STATE_SIDE};
    m.light_state_side.states[0] = cozmo_steady(now[LIGHT_LEFT], true);
    m.light_state_side.states[1] = cozmo_steady(now[LIGHT_RIGHT], true);
    if (!o->lights_told || sides) cozmo_tell(c, &m);
    memcpy(o->lights, now, sizeof now);
    o->lights_told = true;
    if (o->gates_told && o->head_light == command->head_light) return;
    o->head_light = command->head_light;
    COZMO_TELL(c, COZMO_SET_HEAD_LIGHT, .set_head_light = {o->head_light});
}

static void encode_wants(struct cozmo_body *c, uint16_t wants) {
    struct cozmo_encode *o = &c->encode;
    bool camera = wants & BODY_WANT_PICTURE, colour = wants & BODY_WANT_PICTURE_COLOUR,
         radio = wants & BODY_WANT_RADIO;
    if (!o->gates_told || radio != o->discovery)
        COZMO_TELL(c, COZMO_SET_ACCESSORY_DISCOVERY, .set_accessory_discovery = {radio});
    if (camera && (!o->camera || colour != o->colour)) {
        COZMO_TELL(c, COZMO_ENABLE_COLOR_IMAGES, .enable_color_images = {colour});
        o->colour = colour;
    }
    if (camera != o->camera) {
        struct cozmo_message m = {.kind = COZMO_ENABLE_CAMERA};
        cozmo_enable_camera_defaults(&m.enable_camera);
        m.enable_camera.image_send_mode = camera ? CAMERA_MODE : COZMO_IMAGE_SEND_MODE_OFF;
        cozmo_tell(c, &m);
    }
    o->camera = camera;
    o->discovery = radio;
}

static void encode_orders(struct cozmo_body *c, uint16_t orders, uint16_t before) {
    struct cozmo_encode *o = &c->encode;
    if (bit_rose(orders, before, BODY_ORDER_STOP_ALL)) {
        COZMO_TELL(c, COZMO_STOP_ALL_MOTORS);
        o->wheels_told = o->turn.open = false;
        for (int i = 0; i < 4; i++) {
            o->joints[i].open = false;
            o->joint_speed[i].mode = BODY_JOINT_MODE_HOLD;
        }
    }
    bool head = bit_rose(orders, before, BODY_ORDER_CALIBRATE_HEAD),
         lift = bit_rose(orders, before, BODY_ORDER_CALIBRATE_LIFT);
    if (head || lift) COZMO_TELL(c, COZMO_START_MOTOR_CALIBRATION, .start_motor_calibration = {head, lift});
    bool cliff = orders & BODY_ORDER_STOP_ON_CLIFF;
    if (!o->gates_told || cliff != o->cliff_stop)
        COZMO_TELL(c, COZMO_ENABLE_STOP_ON_CLIFF, .enable_stop_on_cliff = {cliff});
    o->cliff_stop = cliff;
    if (bit_rose(orders, before, BODY_ORDER_FLUSH_SOUND)) cozmo_display_hush(c);
    if (bit_rose(orders, before, BODY_ORDER_POWER_OFF)) COZMO_TELL(c, COZMO_SHUTDOWN_ROBOT);
}

// Until somebody says something else it is as loud as it was.
static void encode_volume(struct cozmo_body *c, uint16_t volume) {
    if (volume == c->encode.volume && (c->encode.gates_told || !c->encode.volume_set)) return;
    c->encode.volume = volume;
    c->encode.volume_set = true;
    COZMO_TELL(c, COZMO_SET_ROBOT_VOLUME, .set_robot_volume = {volume});
}

// What holds on: told whenever it changed, and all of it when a session begins.
static void encode_levels(struct cozmo_body *c, const struct body_command *command, uint16_t orders_before) {
    encode_orders(c, command->orders, orders_before);
    encode_lights(c, command);
    encode_wants(c, command->wants);
    encode_volume(c, command->volume);
    c->encode.gates_told = true;
}

static bool same_origin(const struct body_command *a, const struct body_command *b) {
    const struct body_origin *x = &a->origin[0], *y = &b->origin[0];
    return a->origin_count == b->origin_count && x->origin == y->origin && x->x_m == y->x_m &&
           x->y_m == y->y_m && x->heading_rad == y->heading_rad;
}

void cozmo_encode(struct cozmo_body *c, const struct body_command *command) {
    struct cozmo_encode *o = &c->encode;
    if (!makes_sense(command)) return; // half of an order is worse than none
    if (c->stage == BODY_COZMO_LIVING) {
        encode_levels(c, command, o->last.orders);
        if (command->origin_count && !same_origin(command, &o->last)) send_origin(c, &command->origin[0]);
        if (command->fix_count) encode_fix(c, &command->fix[0]);
        if (command->camera_count) encode_camera(c, &command->camera[0]);
        encode_wheels(c, &command->wheels);
        if (command->path_count) encode_path(c, &command->path[0]);
        for (uint32_t i = 0; i < command->joints_count; i++) encode_joint(c, &command->joints[i]);
        cozmo_radio_encode(c, command);
    } else if (command->path_count && command->path[0].op == BODY_PATH_OP_RUN) {
        cozmo_ack(c, BODY_ACK_KIND_PATH_STOPPED, 255, command->path[0].tag); // nobody is there to drive it
    }
    o->last = *command;
    if (c->stage != BODY_COZMO_LIVING) o->last.cubes_count = o->last.origin_count = 0; // not heard
}

// ------------------------------------------------------------------------------------------- what came of it

// An order that was acknowledged without a number is the oldest one that waits.
void cozmo_encode_acknowledged(struct cozmo_body *c, uint8_t action) {
    struct cozmo_encode *o = &c->encode;
    struct cozmo_order *waiting[] = {&o->joints[BODY_MOTOR_HEAD], &o->joints[BODY_MOTOR_LIFT], &o->turn};
    struct cozmo_order *found = NULL;
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) {
        struct cozmo_order *w = waiting[i];
        if (!w->open || w->acked || w->action != action) continue;
        if (!found || (int32_t)(w->number - found->number) < 0) found = w;
    }
    if (!found) return;
    found->acked = true;
    found->settled = 0;
    found->turned_rad = 0;
    found->heading_rad = c->decode.motion.heading_rad;
    uint8_t which = found == &o->turn ? BODY_MOTOR_LEFT : found->told.joint;
    if (found->heard) return; // in the session before
    found->heard = true;
    cozmo_ack(c, BODY_ACK_KIND_ACTION, which, found->tag);
}

static void look_at_joint(struct cozmo_body *c, uint8_t joint, uint32_t bit, enum body_ack_kind kind) {
    struct cozmo_order *order = &c->encode.joints[joint];
    if (!order->open || !order->acked) return;
    if (!(c->decode.robot_status & bit)) {
        order->settled = 0;
        return;
    }
    bool there = m_abs(c->decode.joints[joint].angle_rad - order->goal_rad) < JOINT_NEAR;
    if (++order->settled < SETTLED && !there) return;
    order->open = false;
    cozmo_ack(c, kind, joint, order->tag);
}

// No message says that a turn is over.
static void look_at_turn(struct cozmo_body *c) {
    struct cozmo_order *order = &c->encode.turn;
    const struct body_motion *m = &c->decode.motion;
    if (!order->open || !order->acked) return;
    order->turned_rad += angle_between(order->heading_rad, m->heading_rad);
    order->heading_rad = m->heading_rad;
    float left = order->relative ? order->goal_rad - order->turned_rad
                                 : angle_between(m->heading_rad, order->goal_rad);
    bool stands = m_abs(m->left_mps) < TURN_CREEP && m_abs(m->right_mps) < TURN_CREEP;
    order->settled = stands ? order->settled + 1 : 0;
    bool there = stands && m_abs(left) < 2 * TURN_NEAR;
    if (!there && order->settled < TURN_SETTLED) return;
    order->open = false;
    if (there) cozmo_ack(c, BODY_ACK_KIND_TURN, 0, order->tag);
}

void cozmo_encode_state(struct cozmo_body *c) {
    look_at_joint(c, BODY_MOTOR_HEAD, COZMO_HEAD_IN_POS, BODY_ACK_KIND_HEAD);
    look_at_joint(c, BODY_MOTOR_LIFT, COZMO_LIFT_IN_POS, BODY_ACK_KIND_LIFT);
    look_at_turn(c);
}

// ------------------------------------------------------------------------------------------------ sessions

void cozmo_encode_begin(struct cozmo_body *c) {
    struct cozmo_encode *o = &c->encode;
    const struct body_motion *m = &c->decode.motion;
    struct body_origin origin = {.origin = 1};
    if (c->again) origin = (struct body_origin){m->origin, m->x_m, m->y_m, m->heading_rad};
    o->wheels_told = o->lights_told = o->gates_told = o->camera = o->camera_told = false;
    send_origin(c, &origin);
    c->decode.lost_frame = o->frame; // where it is now only the soul can say
    encode_levels(c, &o->last, o->last.orders);
    for (uint8_t i = 0; i < 4; i++) {
        o->joint_speed[i].mode = BODY_JOINT_MODE_HOLD;
        if (o->joints[i].open) send_joint(c, &o->joints[i]);
    }
    // Wheels and new orders for joints go out with the next tick, in which they are still wanted.
}

// A turn that was cut off will not be finished, and a path neither: the robot stops when it hears us no more.
void cozmo_encode_end(struct cozmo_body *c) {
    struct cozmo_encode *o = &c->encode;
    end_path(c, BODY_ACK_KIND_PATH_STOPPED, (uint8_t)c->decode.segment);
    o->path.appended = o->path.run = 0;
    o->turn.open = false;
    o->last.cubes_count = 0; // cubes that are wanted must be asked for again
}
