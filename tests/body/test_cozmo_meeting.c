// How a session with a robot begins, word by word: the test is the robot, and says what it likes.
#include "support/support.h"

#include "body/cozmo/cozmo.h"
#include "link/cozmo/robot_link.h"

#include <math.h>
#include <stdio.h>

static const struct air_peer ROBOT = {0xac1f0101, COZMO_PORT};

struct meeting {
    struct robot_link *robot;
    struct body *body;
    struct senses_in in;
    struct command_out out;
    int64_t now_us;
    uint16_t port;
    unsigned ports, heard[256], closed;
    struct cozmo_message last[256];
    unsigned version;
    bool silent, gone; // silent: the robot hears and says nothing; gone: the socket was closed
};

static size_t receive(void *user, struct air_peer *from, uint8_t *room, size_t size) {
    struct meeting *m = user;
    struct air_peer to;
    *from = ROBOT;
    return m->silent ? 0 : robot_link_poll(m->robot, m->now_us, &to, room, size);
}

static void send_to(void *user, struct air_peer to, struct bytes datagram) {
    struct meeting *m = user;
    struct air_news news;
    assert_true(air_peer_same(to, ROBOT));
    if (m->silent) return;
    robot_link_feed(m->robot, m->now_us, (struct air_peer){0xac1f0102, m->port}, datagram);
    while (robot_link_take(m->robot, &news)) {
        m->closed += news.kind == AIR_CLOSED;
        if (news.kind != AIR_MESSAGE) continue;
        m->heard[news.id]++;
        assert_int_equal(air_decode(&news, COZMO_TO_ROBOT, m->version, &m->last[news.id]), ERR_NONE);
    }
}

static enum err renew(void *user, struct fault *fault) {
    struct meeting *m = user;
    m->port++, m->ports++;
    return ERR_NONE;
}

static void close_it(void *user) { ((struct meeting *)user)->gone = true; }

static struct meeting *meet(uint32_t begin_ms) {
    struct meeting *m = calloc(1, sizeof *m);
    struct robot_link_config config;
    robot_link_defaults(&config);
    config.allow[0] = (struct air_network){0xac1f0100, 0xffffff00};
    m->robot = robot_link_new(&config);
    m->version = 2381;
    m->port = 40000;
    struct body_cozmo_config own = body_cozmo_defaults();
    assert_int_equal(own.link.robot.port, COZMO_PORT);
    own.link.robot = ROBOT;
    own.begin_ms = begin_ms;
    own.socket = (struct body_cozmo_socket){
        .receive = receive, .send = send_to, .renew = renew, .close = close_it, .user = m};
    m->body = body_cozmo_new(&own, NULL);
    assert_non_null(m->body);
    border_clear_senses(&m->in);
    border_clear_command(&m->out);
    return m;
}

static void part(struct meeting *m) {
    body_free(m->body);
    assert_true(m->gone);
    robot_link_free(m->robot);
    free(m);
}

static void pass(struct meeting *m, float seconds) {
    for (int64_t until = m->now_us + (int64_t)(seconds * 1e6f); m->now_us < until;) {
        m->now_us += 5000;
        body_step(m->body, m->now_us);
        if (m->now_us % 35000) continue;
        border_clear_senses(&m->in);
        assert_int_equal(body_collect(m->body, m->now_us, &m->in), ERR_NONE);
        border_drop_senses(&m->in);
        body_obey(m->body, m->now_us, &m->out);
    }
}

static void say(struct meeting *m, const struct cozmo_message *message) {
    assert_int_equal(robot_link_tell(m->robot, message, m->version), ERR_NONE);
    pass(m, 0.1f);
}

static void sign(struct meeting *m, const char *json) {
    say(m, &(struct cozmo_message){.kind = COZMO_FIRMWARE_SIGNATURE,
                                   .firmware_signature = {.signature = text_of(json)}});
}
static void come_up(struct meeting *m) {
    say(m, &(struct cozmo_message){.kind = COZMO_BODY_INFO, .body_info = {77, 5, 2}});
}
static void state_at(struct meeting *m, uint32_t stamp, uint32_t frame, float x_mm) {
    say(m, &(struct cozmo_message){.kind = COZMO_ROBOT_STATE,
                                   .robot_state = {.timestamp = stamp,
                                                   .pose_x = x_mm,
                                                   .pose_frame_id = frame,
                                                   .pose_origin_id = 1,
                                                   .accel_z = 9800,
                                                   .battery_voltage = 4,
                                                   .status = COZMO_HEAD_IN_POS | COZMO_LIFT_IN_POS,
                                                   .curr_path_segment = 255}});
}
static void feels(struct meeting *m, uint32_t stamp, uint32_t frame) { state_at(m, stamp, frame, 0); }
static struct body_cozmo_about about(struct meeting *m) {
    struct body_cozmo_about out;
    body_cozmo_about(m->body, &out);
    return out;
}
// The beginning of most stories: it says who it is, and that its body is up.
static void live(struct meeting *m) {
    sign(m, "{\"version\": 2381}");
    come_up(m);
}
static struct meeting *living(uint32_t begin_ms) {
    struct meeting *m = meet(begin_ms);
    pass(m, 0.2f);
    live(m);
    return m;
}
static void aim(struct meeting *m, uint8_t joint, float rad, uint16_t tag) {
    m->out.command.joints[m->out.command.joints_count++] = (struct body_joint_target){
        .joint = joint, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = rad, .tag = tag};
}
static bool away(struct meeting *m) { return m->in.senses.status & BODY_STATUS_AWAY; }

enum {
    ENABLE = 0x25,
    ORIGIN = 0x45,
    SYNC = 0x4b,
    ANIMATIONS = 0x9f,
    CLIFF = 0x60,
    HEAD = 0x37,
    STOP = 0x3b,
    CAMERA = 0x57
};

static void it_begins_step_by_step(void **state) {
    struct meeting *m = meet(5000);
    m->out.command.orders = BODY_ORDER_STOP_ON_CLIFF;
    pass(m, 0.2f);
    assert_int_equal(m->ports, 1);
    assert_int_equal(about(m).stage, BODY_COZMO_MEETING);
    assert_int_equal(m->heard[ENABLE], 0); // not before it says who it is
    sign(m, "{\"version\": 2381, \"build\": \"RELEASE\", \"wifiSig\": \"\"}");
    assert_int_equal(m->heard[ENABLE], 2); // the first may be lost with number 1
    assert_int_equal(m->heard[ORIGIN] + m->heard[SYNC] + m->heard[CLIFF], 0);
    come_up(m);
    assert_int_equal(m->heard[ORIGIN], 1);
    assert_int_equal(m->heard[SYNC], 1);
    assert_int_equal(m->heard[ANIMATIONS], 1);
    assert_int_equal(m->heard[CLIFF], 1);
    assert_true(m->last[CLIFF].enable_stop_on_cliff.enable);
    assert_in_range(m->last[SYNC].sync_time.timestamp, 5200, 5700);
    assert_int_equal(m->last[ORIGIN].set_origin.unknown5, 0x80000000);
    assert_true(away(m)); // it lives, but nothing was felt yet
    feels(m, m->last[SYNC].sync_time.timestamp + 30, m->last[ORIGIN].set_origin.pose_frame_id);
    assert_false(away(m));
    assert_int_equal(m->in.senses.status & BODY_STATUS_LOST, 0);
    come_up(m); // said twice: nothing begins twice
    sign(m, "{\"version\": 2381}");
    assert_int_equal(m->heard[ORIGIN] + m->heard[SYNC], 2);
    assert_int_equal(m->heard[ENABLE], 2);
    unsigned closed = m->closed;
    body_free(m->body); // a goodbye, and wheels that stand before it
    assert_int_equal(m->heard[STOP], 1);
    assert_int_equal(m->closed, closed + 1);
    robot_link_free(m->robot);
    free(m);
}

static void signatures_are_checked(void **state) {
    static const struct {
        const char *json, *trouble;
    } BAD[] = {
        {"", "signature:1"},
        {"\xff\xfe junk", "signature:1"},
        {"[1, 2]", "signature:1"},
        {"{\"build\": \"RELEASE\"}", "version"},
        {"{\"version\": \"2381\"}", "version"},
        {"{\"version\": -4}", "version"},
        {"{\"version\": 2381.5}", "version"},
        {"{\"version\": 2381", "signature:1"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct meeting *m = meet(0);
        pass(m, 0.2f);
        sign(m, BAD[i].json);
        if (!strstr(about(m).trouble, BAD[i].trouble)) fail_msg("%s: \"%s\"", BAD[i].json, about(m).trouble);
        assert_int_equal(m->heard[ENABLE], 0);
        assert_int_equal(m->closed, 1); // it said goodbye
        pass(m, 1.2f);                  // and tries again, from another port
        assert_int_equal(about(m).stage, BODY_COZMO_MEETING);
        assert_int_equal(m->ports, 2);
        live(m);
        assert_int_equal(about(m).sessions, 1);
        part(m);
    }
}

static void an_old_robot_is_spoken_to_in_its_layouts(void **state) {
    struct meeting *m = meet(0);
    m->version = 2214;
    pass(m, 0.2f);
    sign(m, "{\"version\": 2214}");
    come_up(m);
    aim(m, BODY_MOTOR_HEAD, 0.2f, 3);
    aim(m, BODY_MOTOR_LIFT, 0.2f, 4);
    pass(m, 0.2f);
    assert_int_equal(m->heard[HEAD], 1);
    assert_true(fabsf(m->last[HEAD].set_head_angle.angle_rad - 0.2f) < 1e-6f);
    assert_int_equal(about(m).firmware, 2214);
    part(m);
}

static void a_robot_that_stays_dumb_is_given_up(void **state) {
    struct meeting *m = meet(0);
    pass(m, 5.4f);
    assert_string_equal(about(m).trouble, "it answered, but did not say which firmware it runs");
    pass(m, 1.5f);
    sign(m, "{\"version\": 2381}");
    pass(m, 5.4f);
    assert_string_equal(about(m).trouble, "it answered, but did not say that its body is up");
    assert_true(away(m));
    part(m);
}

// It loses power with an order under way. The next session tells it again, and the soul not.
static void what_a_lost_robot_was_told_is_told_again(void **state) {
    struct meeting *m = living(1000);
    uint32_t frame = m->last[ORIGIN].set_origin.pose_frame_id;
    feels(m, 1800, frame);
    aim(m, BODY_MOTOR_HEAD, 0.4f, 9);
    pass(m, 0.1f);
    assert_int_equal(m->heard[HEAD], 1);
    unsigned actions = 0;
    say(m, &(struct cozmo_message){.kind = COZMO_ACKNOWLEDGE_ACTION,
                                   .acknowledge_action = {m->last[HEAD].set_head_angle.action_id}});
    m->silent = true; // its power goes before the head is there
    pass(m, 5.5f);
    assert_true(away(m));
    robot_link_close(m->robot);
    m->silent = false;
    uint64_t time = m->in.senses.time_us;
    pass(m, 6.5f); // the resets of a try that began in the dark, or of the next one
    assert_int_equal(about(m).stage, BODY_COZMO_MEETING);
    memset(m->heard, 0, sizeof m->heard);
    live(m);
    assert_int_equal(m->heard[HEAD], 1); // not finished: told again
    assert_in_range(m->last[SYNC].sync_time.timestamp, 1000 + time / 1000, 1000 + m->now_us / 1000);
    assert_true(m->last[ORIGIN].set_origin.pose_frame_id > frame);
    robot_link_tell(m->robot,
                    &(struct cozmo_message){.kind = COZMO_ACKNOWLEDGE_ACTION,
                                            .acknowledge_action = {m->last[HEAD].set_head_angle.action_id}},
                    2381);
    for (int i = 0; i < 20; i++) {
        m->now_us += 5000;
        body_step(m->body, m->now_us);
        border_clear_senses(&m->in);
        body_collect(m->body, m->now_us, &m->in);
        for (unsigned k = 0; k < m->in.senses.acks_count; k++)
            actions += m->in.senses.acks[k].kind == BODY_ACK_KIND_ACTION;
    }
    assert_int_equal(actions, 0); // the soul knows already that it was heard
    part(m);
}

// A connect packet in the middle means that it began anew: no five seconds are needed to know.
static void a_robot_that_begins_anew_is_noticed_at_once(void **state) {
    struct meeting *m = living(0);
    feels(m, 900, 1);
    pass(m, 3);
    assert_false(away(m));
    struct bytes reset = hex("434f5a0352450101 0100 0100 0000");
    robot_link_feed(m->robot, m->now_us, (struct air_peer){0xac1f0102, m->port}, reset);
    pass(m, 0.2f);
    assert_true(away(m));
    assert_string_equal(about(m).trouble, "the robot began anew");
    pass(m, 1.2f);
    assert_int_equal(about(m).stage, BODY_COZMO_MEETING);
    part(m);
}

// What waited for a window that was full is not said in the next session.
static void old_words_are_not_said_to_a_new_session(void **state) {
    struct meeting *m = living(0);
    feels(m, 900, 1);
    m->silent = true;
    for (unsigned i = 0; i < 120; i++) { // the robot acknowledges none of these
        m->out.command.volume = (uint16_t)(1000 + i);
        pass(m, 0.035f);
    }
    pass(m, 4);
    assert_true(away(m));
    robot_link_close(m->robot);
    memset(m->heard, 0, sizeof m->heard);
    m->silent = false;
    pass(m, 8);
    live(m);
    pass(m, 1);
    assert_int_equal(m->heard[0x64], 1); // the volume that is wanted now
    assert_int_equal(m->last[0x64].set_robot_volume.level, 1119);
    assert_int_equal(about(m).lost_messages, 0);
    part(m);
}

// Orders for cubes are carried out once, however long they stand in the command.
static void cube_orders_are_told_once(void **state) {
    struct meeting *m = living(0);
    m->out.command.cubes_count = 1;
    m->out.command.cubes[0] = (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_CONNECT};
    pass(m, 1);
    assert_int_equal(m->heard[0x05], 1);
    assert_int_equal(m->last[0x05].object_connect.factory_id, 77);
    say(m, &(struct cozmo_message){.kind = COZMO_OBJECT_CONNECTION_STATE,
                                   .object_connection_state = {5, 77, 1, true}});
    m->out.command.cubes[0].op = BODY_CUBE_OP_STREAM_ON;
    pass(m, 1);
    assert_int_equal(m->heard[0x08], 1);
    assert_int_equal(m->last[0x08].stream_object_accel.object_id, 5);
    m->out.command.cubes[0] = (struct body_cube_order){
        .device = 77, .op = BODY_CUBE_OP_LIGHTS, .rotate_ms = 100, .lights_count = 4};
    m->out.command.cubes[0].lights[3] =
        (struct body_cube_light){.on = {0, 255, 0, 0}, .on_ms = 500, .offset_ms = -200};
    pass(m, 1);
    assert_int_equal(m->heard[0x10], 1);
    assert_int_equal(m->heard[0x04], 1);
    assert_int_equal(m->last[0x10].cube_id.rotation_period_frames, 3);
    assert_int_equal(m->last[0x04].cube_lights.states[3].on_color, 31 << 5);
    assert_int_equal(m->last[0x04].cube_lights.states[3].on_frames, 15);
    assert_int_equal(m->last[0x04].cube_lights.states[3].offset, 6); // a delay of 200 ms
    part(m);
}

// A cube keeps its lights while it is connected, however often it says so; one that went was dark, and is
// told again.
static void a_cube_that_comes_again_is_lit_again(void **state) {
    struct meeting *m = living(0);
    const struct cozmo_message here = {.kind = COZMO_OBJECT_CONNECTION_STATE,
                                       .object_connection_state = {5, 77, 1, true}},
                               gone = {.kind = COZMO_OBJECT_CONNECTION_STATE,
                                       .object_connection_state = {5, 77, 1, false}};
    m->out.command.cubes[0] =
        (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
    m->out.command.cubes[0].lights[0].on = (struct body_colour){255, 0, 0, 0};
    const struct {
        const struct cozmo_message *says;
        unsigned told; // so often by then
    } STEPS[] = {{&here, 1}, {&here, 1}, {&gone, 1}, {&here, 2}, {&here, 2}};
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        m->out.command.cubes_count = 0; // each time it is another order, though the same
        say(m, STEPS[i].says);
        m->out.command.cubes_count = 1;
        pass(m, 0.5f);
        assert_int_equal(m->heard[0x04], STEPS[i].told);
    }
    part(m);
}

// A robot's clock may say anything at first: far ahead or behind, it is no reason to jump.
static void a_clock_far_off_is_not_believed(void **state) {
    static const uint32_t STAMPS[] = {0, 500, 50000000, 0x7fffffff, 0x80000000, 0xfff00000};
    for (size_t i = 0; i < sizeof STAMPS / sizeof *STAMPS; i++) {
        struct meeting *m = living(0);
        for (uint32_t k = 0; k < 10; k++) feels(m, STAMPS[i] + 100 * k, 0); // each says it, and 100 ms pass
        border_clear_senses(&m->in);
        assert_int_equal(body_collect(m->body, m->now_us, &m->in), ERR_NONE);
        const struct body_senses *s = &m->in.senses;
        if (s->time_us + 1000000 < (uint64_t)m->now_us || s->time_us > (uint64_t)m->now_us + 1000000)
            fail_msg("at %u ms: it is %lld us late, says the body", STAMPS[i],
                     (long long)(m->now_us - (int64_t)s->time_us));
        border_drop_senses(&m->in);
        part(m);
    }
}

// Exposure and gain are told when they change; a robot that lives anew hears them again.
static void its_camera_is_told(void **state) {
    struct meeting *m = living(0);
    m->out.command.camera_count = 1;
    m->out.command.camera[0] = (struct body_camera){.exposure_s = 0.020f, .gain = 1.5f};
    pass(m, 0.5f);
    assert_int_equal(m->heard[CAMERA], 1);
    const struct cozmo_set_camera_params *told = &m->last[CAMERA].set_camera_params;
    assert_true(told->exposure_ms == 20 && told->gain == 1.5f && !told->auto_exposure_enabled);
    m->out.command.camera[0].gain = 0.0f / 0.0f;
    pass(m, 0.2f);
    assert_int_equal(m->heard[CAMERA], 1);
    m->out.command.camera[0] = (struct body_camera){.own = true};
    pass(m, 0.5f);
    assert_int_equal(m->heard[CAMERA], 2);
    assert_true(told->auto_exposure_enabled);
    part(m);
}

// Seen somewhere else than it counts: it is told to count on from there.
static void a_fix_becomes_an_origin(void **state) {
    struct meeting *m = living(0);
    uint32_t frame = m->last[ORIGIN].set_origin.pose_frame_id;
    state_at(m, 900, frame, 0), state_at(m, 935, frame, 100), state_at(m, 970, frame, 200);
    unsigned origins = m->heard[ORIGIN];
    m->out.command.fix_count = 1;
    m->out.command.fix[0] = (struct body_fix){m->in.senses.time_us, 1, 0.2f, 0.05f, 0, 0.0005f, 0.001f};
    pass(m, 0.035f);
    m->out.command.fix_count = 0;
    pass(m, 0.2f);
    assert_int_equal(m->heard[ORIGIN], origins + 1);
    const struct cozmo_set_origin *told = &m->last[ORIGIN].set_origin;
    assert_true(told->pose_frame_id == frame + 1 && told->pose_origin_id == 1);
    assert_true(fabsf(told->pose_x - 200) < 1 && told->pose_y > 40 && told->pose_y < 50.1f);
    // While it counts in the old frame nothing is mended twice.
    m->out.command.fix_count = 1;
    state_at(m, 1005, frame, 203);
    assert_int_equal(m->heard[ORIGIN], origins + 1);
    part(m);
}

TESTS(cmocka_unit_test(a_cube_that_comes_again_is_lit_again),
      cmocka_unit_test(a_clock_far_off_is_not_believed), cmocka_unit_test(its_camera_is_told),
      cmocka_unit_test(a_fix_becomes_an_origin), cmocka_unit_test(it_begins_step_by_step),
      cmocka_unit_test(signatures_are_checked), cmocka_unit_test(an_old_robot_is_spoken_to_in_its_layouts),
      cmocka_unit_test(a_robot_that_stays_dumb_is_given_up),
      cmocka_unit_test(what_a_lost_robot_was_told_is_told_again),
      cmocka_unit_test(a_robot_that_begins_anew_is_noticed_at_once),
      cmocka_unit_test(old_words_are_not_said_to_a_new_session), cmocka_unit_test(cube_orders_are_told_once))
