// A soul's body over a robot's end of the air that says anything at any time, and a soul that wants anything.
// The input is a script: a message's id, length and bytes; or time that passes; or bytes straight into the
// air; or a command. Whatever comes, the senses are finite, time never runs back, and what goes out is whole.
#include "body/cozmo/cozmo.h"
#include "link/cozmo/robot_link.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PASS, RAW, COMMAND, GOODBYE, FACE, SPEECH };

static const struct air_peer ROBOT = {0x7f000001, COZMO_PORT}, SOUL = {0x7f000001, 50000};

static void must(bool so) {
    if (!so) abort();
}

struct air { // what waits for the body, and the robot's end
    struct robot_link *robot;
    int64_t now_us;
    uint8_t raw[AIR_DATAGRAM_MAX];
    size_t raw_len;
    uint64_t time_us;
};

static size_t receive(void *user, struct air_peer *from, uint8_t *room, size_t size) {
    struct air *air = user;
    struct air_peer to;
    *from = ROBOT;
    if (air->raw_len) {
        size_t len = air->raw_len < size ? air->raw_len : size;
        memcpy(room, air->raw, len);
        air->raw_len = 0;
        return len;
    }
    return robot_link_poll(air->robot, air->now_us, &to, room, size);
}

static void send_to(void *user, struct air_peer to, struct bytes datagram) {
    struct air *air = user;
    struct air_frame frame;
    struct air_news news;
    struct cozmo_message m;
    must(air_peer_same(to, ROBOT) && datagram.len <= COZMO_MAX_FRAME_SIZE &&
         !air_frame_read(&frame, datagram));
    robot_link_feed(air->robot, air->now_us, SOUL, datagram);
    while (robot_link_take(air->robot, &news)) {
        if (news.kind != AIR_MESSAGE) continue;
        enum err err = air_decode(&news, COZMO_TO_ROBOT, COZMO_VERSION, &m);
        if (err) err = air_decode(&news, COZMO_TO_ROBOT, 2214, &m);
        must(!err);
        if (m.kind == COZMO_DRIVE_WHEELS)
            must(m_abs(m.drive_wheels.lwheel_speed_mmps) <= 201 &&
                 m_abs(m.drive_wheels.rwheel_speed_mmps) <= 201);
        if (m.kind == COZMO_SET_HEAD_ANGLE) must(m_abs(m.set_head_angle.angle_rad) < 1);
        if (m.kind == COZMO_SET_LIFT_HEIGHT)
            must(m.set_lift_height.height_mm > 30 && m.set_lift_height.height_mm < 95);
    }
}

static void look(struct air *air, struct body *body) {
    static struct senses_in in;
    border_clear_senses(&in);
    must(!body_collect(body, air->now_us, &in));
    const struct body_senses *s = &in.senses;
    must(s->time_us >= air->time_us);
    air->time_us = s->time_us;
    if (s->motion_count)
        must(m_finite(s->motion[0].x_m) && m_finite(s->motion[0].heading_rad) &&
             m_finite(s->motion[0].roll_rad) && m_finite(s->motion[0].left_mps) &&
             m_finite(s->motion[0].turn_radps));
    for (uint32_t i = 0; i < s->joints_count; i++)
        must(m_finite(s->joints[i].angle_rad) && m_finite(s->joints[i].speed_radps));
    for (uint32_t i = 0; i < s->imu_count; i++) must(m_finite(s->imu[i].accel_mps2[2]));
    for (uint32_t i = 0; i < s->radio_count; i++) must(m_finite(s->radio[i].value[0]));
    if (s->power_count) must(m_finite(s->power[0].battery_v));
    must(!s->picture_count == !in.picture);
    border_drop_senses(&in);
}

static void pass(struct air *air, struct body *body, unsigned steps) {
    for (unsigned i = 0; i < steps; i++) {
        air->now_us += 5000;
        body_step(body, air->now_us);
        if (i % 7 == 0) look(air, body);
    }
}

static void say(struct air *air, uint8_t id, const void *bytes, size_t len) {
    robot_link_send(air->robot, id, (struct bytes){bytes, len});
}

// As a robot begins.
static void greet(struct air *air, struct body *body) {
    static const char SIGNATURE[] = "\0\0\x11\0{\"version\": 2381}";
    static const uint8_t BODY[12] = {7, 0, 0, 0, 5};
    pass(air, body, 4);
    say(air, 0xee, SIGNATURE, sizeof SIGNATURE - 1);
    pass(air, body, 4);
    say(air, 0xed, BODY, sizeof BODY);
    pass(air, body, 4);
}

static void order(struct body *body, struct air *air, struct bytes bytes, struct frame *frame, uint8_t kind) {
    static struct command_out out;
    border_clear_command(&out);
    struct reader in = reader_of(bytes.at, bytes.len);
    if (kind == COMMAND && body_command_decode(&out.command, &in, BODY_VERSION)) border_clear_command(&out);
    if (kind != COMMAND) {
        frame->used = bytes.len < frame->size ? bytes.len : frame->size;
        if (frame->used) memcpy(frame->bytes, bytes.at, frame->used);
        uint16_t side = bytes.len > 1 ? bytes.at[0] : 0, high = bytes.len > 1 ? bytes.at[1] : 0;
        if (kind == FACE) {
            out.face = frame_hold(frame);
            out.command.face_count = 1;
            out.command.face[0] = (struct body_face_picture){side, side, high};
        } else {
            out.speech = frame_hold(frame);
            out.command.speech_count = 1;
            out.command.speech[0] = (struct body_speech){(uint32_t)side * 1000, (uint16_t)(high * 100)};
        }
    }
    body_obey(body, air->now_us, &out);
    border_drop_command(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct robot_link_config config;
    struct air air = {0};
    robot_link_defaults(&config);
    air.robot = robot_link_new(&config);
    struct body_cozmo_config own = body_cozmo_defaults();
    own.link.robot = ROBOT;
    own.socket = (struct body_cozmo_socket){.receive = receive, .send = send_to, .user = &air};
    struct body *body = body_cozmo_new(&own, NULL);
    struct frame_pool *pool = frame_pool_new(1, 4096);
    struct frame *frame = pool ? frame_take(pool) : NULL;
    must(air.robot && body && frame);
    greet(&air, body);
    struct reader in = reader_of(data, size > 1 << 14 ? 1 << 14 : size);
    for (unsigned steps = 0; reader_left(&in) && steps < 3000; steps++) {
        uint8_t id = read_u8(&in);
        uint16_t len = read_u8(&in);
        if (len > 0xf0) len = (uint16_t)((len - 0xf0) * 128);
        if (len > reader_left(&in)) len = (uint16_t)reader_left(&in);
        if (id == PASS) {
            pass(&air, body, len % 64);
            steps += len % 64;
            continue;
        }
        struct bytes bytes = read_bytes(&in, len);
        if (id == RAW && bytes.len) memcpy(air.raw, bytes.at, air.raw_len = bytes.len);
        if (id == GOODBYE) robot_link_close(air.robot);
        if (id == COMMAND || id == FACE || id == SPEECH) order(body, &air, bytes, frame, id);
        if (id >= 0xb0) say(&air, id, bytes.at, bytes.len);
        pass(&air, body, 1);
    }
    pass(&air, body, 20);
    body_free(body);
    robot_link_free(air.robot);
    frame_drop(frame);
    frame_pool_free(pool);
    return 0;
}
