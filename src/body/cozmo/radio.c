// Cubes and chargers. The robot uses temporary numbers for them, the soul their own.
#include "body/cozmo/cozmo_internal.h"

#include "codec/picture/colour.h"

#include <string.h>

#define G_MMPS2 9810.0f
enum { FRAME_MS_X3 = 100 }; // a thirtieth of a second, three times

static struct cozmo_device *by_factory(struct cozmo_body *c, uint32_t factory, bool make) {
    struct cozmo_device *free = NULL;
    for (unsigned i = 0; i < COZMO_DEVICES; i++) {
        struct cozmo_device *d = &c->devices[i];
        if (d->used && d->factory == factory) return d;
        if (!d->connected && (!free || (free->used && !d->used)))
            free = d; // one that is only seen makes room
    }
    if (!make || !free) return NULL;
    *free = (struct cozmo_device){.used = true, .factory = factory};
    return free;
}

static struct cozmo_device *by_object(struct cozmo_body *c, uint32_t object) {
    for (unsigned i = 0; i < COZMO_DEVICES; i++)
        if (c->devices[i].connected && c->devices[i].object == object) return &c->devices[i];
    return NULL;
}

static void tell_of(struct cozmo_body *c, const struct cozmo_device *d, struct body_radio radio) {
    if (!d || !(c->encode.last.wants & BODY_WANT_RADIO)) return;
    radio.device = d->factory;
    radio.type = d->type;
    ring_force(&c->decode.radio_ring, &radio);
}

// ------------------------------------------------------------------------------------------------ hearing

static void hear_available(struct cozmo_body *c, const struct cozmo_object_available *m) {
    struct cozmo_device *d = by_factory(c, m->factory_id, true);
    if (!d) return;
    d->type = m->object_type > 0 ? (uint8_t)m->object_type : 0;
    tell_of(c, d, (struct body_radio){.kind = BODY_RADIO_KIND_SEEN, .rssi_dbm = m->rssi});
}

static void hear_connection(struct cozmo_body *c, const struct cozmo_object_connection_state *m) {
    struct cozmo_device *d = by_factory(c, m->factory_id, true);
    if (!d) return;
    bool was = d->connected;
    d->connected = m->connected;
    d->object = m->connected ? m->object_id : 0;
    if (m->object_type > 0) d->type = (uint8_t)m->object_type;
    if (!m->connected) d->lights.op = BODY_CUBE_OP_NONE; // dark, when it comes again
    if (was == m->connected) return;
    tell_of(c, d,
            (struct body_radio){.kind = m->connected ? BODY_RADIO_KIND_CONNECTED : BODY_RADIO_KIND_LOST});
}

static uint8_t side(uint8_t axis) { return axis < COZMO_UP_AXIS_NUM_AXES ? (uint8_t)(axis + 1) : 0; }

static void hear_accel(struct cozmo_body *c, uint8_t kind, uint32_t object, uint8_t count, float x, float y,
                       float z) {
    if (!m_finite(x) || !m_finite(y) || !m_finite(z)) return;
    tell_of(
        c, by_object(c, object),
        (struct body_radio){.kind = kind, .count = count, .value = {x / G_MMPS2, y / G_MMPS2, z / G_MMPS2}});
}

bool cozmo_radio_hear(struct cozmo_body *c, const struct cozmo_message *m) {
    switch (m->kind) {
    case COZMO_OBJECT_AVAILABLE:
        hear_available(c, &m->object_available);
        return true;
    case COZMO_OBJECT_CONNECTION_STATE:
        hear_connection(c, &m->object_connection_state);
        return true;
    case COZMO_OBJECT_ACCEL:
        hear_accel(c, BODY_RADIO_KIND_ACCEL, m->object_accel.object_id, 0, m->object_accel.accel_x,
                   m->object_accel.accel_y, m->object_accel.accel_z);
        return true;
    case COZMO_OBJECT_MOVED:
        hear_accel(c, BODY_RADIO_KIND_MOVED, m->object_moved.object_id, side(m->object_moved.axis_of_accel),
                   m->object_moved.active_accel_x, m->object_moved.active_accel_y,
                   m->object_moved.active_accel_z);
        return true;
    case COZMO_OBJECT_STOPPED_MOVING:
        tell_of(c, by_object(c, m->object_stopped_moving.object_id),
                (struct body_radio){.kind = BODY_RADIO_KIND_STILL});
        return true;
    case COZMO_OBJECT_UP_AXIS_CHANGED:
        tell_of(c, by_object(c, m->object_up_axis_changed.object_id),
                (struct body_radio){.kind = BODY_RADIO_KIND_UP_AXIS,
                                    .count = side(m->object_up_axis_changed.axis)});
        return true;
    case COZMO_OBJECT_TAPPED:
        tell_of(c, by_object(c, m->object_tapped.object_id),
                (struct body_radio){.kind = BODY_RADIO_KIND_TAPPED,
                                    .count = m->object_tapped.num_taps,
                                    .value = {0, 0, (float)m->object_tapped.tap_pos / 32}});
        return true;
    case COZMO_OBJECT_POWER_LEVEL: // its scale is written down nowhere: taken for hundredths of a volt
        tell_of(c, by_object(c, m->object_power_level.object_id),
                (struct body_radio){.kind = BODY_RADIO_KIND_VOLTAGE,
                                    .value = {(float)m->object_power_level.battery_level / 100, 0, 0}});
        return true;
    case COZMO_OBJECT_TAP_FILTERED: // the robot thinks that it was another cube
        return true;
    default:
        return false;
    }
}

void cozmo_radio_begin(struct cozmo_body *c) {
    for (unsigned i = 0; i < COZMO_DEVICES; i++) c->devices[i].lights.op = BODY_CUBE_OP_NONE;
}

// With the robot the cubes are gone, too.
void cozmo_radio_end(struct cozmo_body *c) {
    for (unsigned i = 0; i < COZMO_DEVICES; i++) {
        struct cozmo_device *d = &c->devices[i];
        if (!d->connected) continue;
        d->connected = false;
        tell_of(c, d, (struct body_radio){.kind = BODY_RADIO_KIND_LOST});
    }
}

// ------------------------------------------------------------------------------------------------ telling

static uint16_t word_of(struct body_colour colour, bool red_only) {
    struct rgb rgb = {colour.r, red_only ? 0 : colour.g, red_only ? 0 : colour.b};
    return light_word(rgb, !red_only && colour.infrared > 127);
}

struct cozmo_light_state cozmo_steady(struct body_colour colour, bool red_only) {
    uint16_t word = word_of(colour, red_only);
    return (struct cozmo_light_state){.on_color = word, .off_color = word};
}

static uint8_t frames(uint16_t ms) {
    unsigned n = ((unsigned)ms * 3 + FRAME_MS_X3 / 2) / FRAME_MS_X3;
    return (uint8_t)(ms && !n ? 1 : n > 255 ? 255 : n);
}

static void tell_lights(struct cozmo_body *c, struct cozmo_device *d, const struct body_cube_order *order) {
    struct body_cube_order same = *order;
    same.op = BODY_CUBE_OP_LIGHTS;
    if (!d->connected || !memcmp(&same, &d->lights, sizeof same)) return;
    struct cozmo_message lights = {.kind = COZMO_CUBE_LIGHTS};
    for (unsigned i = 0; i < order->lights_count && i < 4; i++) {
        const struct body_cube_light *l = &order->lights[i];
        lights.cube_lights.states[i] =
            (struct cozmo_light_state){.on_color = word_of(l->on, false),
                                       .off_color = word_of(l->off, false),
                                       .on_frames = frames(l->on_ms),
                                       .off_frames = frames(l->off_ms),
                                       .transition_on_frames = frames(l->fade_on_ms),
                                       .transition_off_frames = frames(l->fade_off_ms),
                                       // the robot's is a delay, which runs against the clock
                                       .offset = (int16_t)(-(int32_t)l->offset_ms * 3 / FRAME_MS_X3)};
    }
    if (COZMO_TELL(c, COZMO_CUBE_ID,
                   .cube_id = {.object_id = d->object, .rotation_period_frames = frames(order->rotate_ms)}) &&
        cozmo_tell(c, &lights))
        d->lights = same;
}

static void encode(struct cozmo_body *c, const struct body_cube_order *order) {
    bool on = order->op == BODY_CUBE_OP_CONNECT || order->op == BODY_CUBE_OP_STREAM_ON;
    struct cozmo_device *d = by_factory(c, order->device, false);
    switch (order->op) {
    case BODY_CUBE_OP_CONNECT:
    case BODY_CUBE_OP_DISCONNECT:
        if (d && d->connected == on) return;
        COZMO_TELL(c, COZMO_OBJECT_CONNECT, .object_connect = {.factory_id = order->device, .connect = on});
        return;
    case BODY_CUBE_OP_STREAM_ON:
    case BODY_CUBE_OP_STREAM_OFF:
        if (d && d->connected)
            COZMO_TELL(c, COZMO_STREAM_OBJECT_ACCEL,
                       .stream_object_accel = {.object_id = d->object, .enable = on});
        return;
    case BODY_CUBE_OP_LIGHTS:
        if (d) tell_lights(c, d, order);
        return;
    default:
        return;
    }
}

// An order is carried out once, so whoever repeats it in each tick is heard in the first.
void cozmo_radio_encode(struct cozmo_body *c, const struct body_command *command) {
    const struct body_command *before = &c->encode.last;
    for (uint32_t i = 0; i < command->cubes_count; i++) {
        const struct body_cube_order *order = &command->cubes[i];
        bool again = i < before->cubes_count && !memcmp(order, &before->cubes[i], sizeof *order);
        if (order->op != BODY_CUBE_OP_NONE && !again) encode(c, order);
    }
}
