// Cubes and chargers: forwards their radio messages to the engine under the temporary ids of their
// connections.
//
// No document settles these, so they are chosen: a cube's power level is its voltage in hundredths of a volt.
// Its acceleration is in mm/s², like the robot's own. Taps within half a second count up. When several cubes
// feel a blow within 75 ms (through the table they share), the later ones are reported as filtered.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

#define G_MMPS2         9810.0f
#define CHARGER_REACH_M 4.0f
enum { CHARGER = COZMO_OBJECT_TYPE_CHARGER_BASIC, CHARGER_FACTORY = 0x0c4a0000 };
enum { TAPS_US = 500000, SAME_BLOW_US = 75000, FRAME_MS_X3 = 100 };

void fw_begin_objects(struct cozmo_firmware *fw) {
    for (unsigned i = 0; i < FW_OBJECTS; i++) {
        if (!fw->objects[i].used || fw->objects[i].type == CHARGER) continue;
        struct body_command *order = fw_order(fw);
        order->cubes_count = 1;
        order->cubes[0] =
            (struct body_cube_order){.device = fw->objects[i].factory, .op = BODY_CUBE_OP_DISCONNECT};
        fw_obey(fw);
    }
    memset(fw->objects, 0, sizeof fw->objects);
    fw->charger_beat = beat_of(1000000);
    fw->charger_beat.due_us = fw->now_us;
    fw->chosen_object = fw->chosen_rotation = 0;
}

static struct fw_object *by_factory(struct cozmo_firmware *fw, uint32_t factory) {
    for (unsigned i = 0; i < FW_OBJECTS; i++)
        if (fw->objects[i].used && fw->objects[i].factory == factory) return &fw->objects[i];
    return NULL;
}

static struct fw_object *by_id(struct cozmo_firmware *fw, uint32_t id) {
    for (unsigned i = 0; i < FW_OBJECTS; i++)
        if (fw->objects[i].used && fw->objects[i].id == id) return &fw->objects[i];
    return NULL;
}

static void tell_connection(struct cozmo_firmware *fw, const struct fw_object *o, bool connected) {
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_OBJECT_CONNECTION_STATE,
                                       .object_connection_state = {o->id, o->factory, o->type, connected}});
}

static void order_cube(struct cozmo_firmware *fw, uint32_t factory, enum body_cube_op op) {
    struct body_command *order = fw_order(fw);
    order->cubes_count = 1;
    order->cubes[0] = (struct body_cube_order){.device = factory, .op = (uint8_t)op};
    fw_obey(fw);
}

// ------------------------------------------------------------------------------------------------ chargers

// Chargers with lights have a radio, too. The world knows where they stand and whether they have power; what
// they shine is kept here.
static float charger_distance(const struct cozmo_firmware *fw, const struct world_thing_state *t) {
    struct pose there;
    struct world_truth here;
    if (!world_where(fw->config.world, t->name, &there) || !world_truth(fw->config.world, fw->robot, &here))
        return 1e9f;
    return vec3_length(vec3_sub(there.at, here.pose.at));
}

static const struct world_thing_state *charger_of(const struct cozmo_firmware *fw, uint32_t factory) {
    const struct world_memory *w = world_memory(fw->config.world);
    for (uint32_t i = 0; i < w->things_count; i++)
        if (w->things[i].kind == WORLD_THING_KIND_CHARGER && CHARGER_FACTORY + w->things[i].body == factory &&
            w->things[i].powered && charger_distance(fw, &w->things[i]) < CHARGER_REACH_M)
            return &w->things[i];
    return NULL;
}

static struct fw_object *new_object(struct cozmo_firmware *fw, uint32_t factory, uint8_t type) {
    for (unsigned i = 0; i < FW_OBJECTS; i++) {
        struct fw_object *o = &fw->objects[i];
        if (o->used) continue;
        *o = (struct fw_object){.id = ++fw->next_object, .factory = factory, .type = type, .used = true};
        tell_connection(fw, o, true);
        return o;
    }
    return NULL;
}

static void forget_object(struct cozmo_firmware *fw, struct fw_object *o) {
    tell_connection(fw, o, false);
    o->used = false;
}

static void step_chargers(struct cozmo_firmware *fw) {
    if (!beat_due(&fw->charger_beat, fw->now_us) || !fw->enabled) return;
    const struct world_memory *w = world_memory(fw->config.world);
    for (unsigned i = 0; i < FW_OBJECTS; i++) {
        struct fw_object *o = &fw->objects[i];
        if (o->used && o->type == CHARGER && !charger_of(fw, o->factory)) forget_object(fw, o);
    }
    for (uint32_t i = 0; i < w->things_count; i++) {
        uint32_t factory = CHARGER_FACTORY + w->things[i].body;
        if (w->things[i].kind != WORLD_THING_KIND_CHARGER || !fw->synced || !fw->discovery) continue;
        if (by_factory(fw, factory) || !charger_of(fw, factory)) continue;
        float metres = m_max(charger_distance(fw, &w->things[i]), 0.1f);
        int8_t rssi = (int8_t)m_clamp(-50 - 30 * m_log(metres) / 2.302585f, -120, 0);
        fw_say(fw, &(struct cozmo_message){.kind = COZMO_OBJECT_AVAILABLE,
                                           .object_available = {factory, CHARGER, rssi}});
    }
}

bool cozmo_firmware_charger_light(const struct cozmo_firmware *fw, unsigned which, struct body_colour *out) {
    for (unsigned i = 0; i < FW_OBJECTS; i++) {
        const struct fw_object *o = &fw->objects[i];
        if (!o->used || o->type != CHARGER || which > 2) continue;
        int64_t ms = (fw->now_us - o->lights_us) / 1000;
        unsigned turned = o->rotation ? (unsigned)(ms * 3 / (100 * o->rotation)) : 0;
        *out = fw_light_at(&o->lights[(which + turned) % 3], ms);
        return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------ messages

bool fw_hear_connect(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_object_connect *c = &message->object_connect;
    struct fw_object *known = by_factory(fw, c->factory_id);
    if (!fw->enabled) {
        fw->stats.refused++;
        return true;
    }
    if (known && c->connect) // it holds: say so again
        tell_connection(fw, known, true);
    else if (known && known->type == CHARGER)
        forget_object(fw, known);
    else if (c->connect && charger_of(fw, c->factory_id))
        new_object(fw, c->factory_id, CHARGER);
    else
        order_cube(fw, c->factory_id, c->connect ? BODY_CUBE_OP_CONNECT : BODY_CUBE_OP_DISCONNECT);
    return true;
}

bool fw_hear_stream(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct fw_object *o = by_id(fw, message->stream_object_accel.object_id);
    bool on = message->stream_object_accel.enable;
    if (o && o->type != CHARGER)
        order_cube(fw, o->factory, on ? BODY_CUBE_OP_STREAM_ON : BODY_CUBE_OP_STREAM_OFF);
    else
        fw->stats.refused++;
    return true;
}

bool fw_hear_discovery(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->discovery = message->set_accessory_discovery.enable;
    return true;
}

bool fw_hear_cube_id(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->chosen_object = message->cube_id.object_id;
    fw->chosen_rotation = message->cube_id.rotation_period_frames;
    return true;
}

static uint16_t frames_ms(unsigned frames) { return (uint16_t)(frames * FRAME_MS_X3 / 3); }

bool fw_hear_cube_lights(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    struct fw_object *o = by_id(fw, fw->chosen_object);
    if (!o) {
        fw->stats.refused++;
        return true;
    }
    if (o->type == CHARGER) {
        memcpy(o->lights, message->cube_lights.states, sizeof o->lights);
        o->rotation = fw->chosen_rotation;
        o->lights_us = fw->now_us;
        return true;
    }
    struct body_command *order = fw_order(fw);
    order->cubes_count = 1;
    struct body_cube_order *cube = &order->cubes[0];
    *cube = (struct body_cube_order){.device = o->factory, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
    cube->rotate_ms = frames_ms(fw->chosen_rotation);
    for (unsigned i = 0; i < 4; i++) {
        const struct cozmo_light_state *s = &message->cube_lights.states[i];
        int32_t delay = (int32_t)s->offset * FRAME_MS_X3 / 3;
        cube->lights[i] = (struct body_cube_light){.on = fw_colour(s->on_color),
                                                   .off = fw_colour(s->off_color),
                                                   .on_ms = frames_ms(s->on_frames),
                                                   .off_ms = frames_ms(s->off_frames),
                                                   .fade_on_ms = frames_ms(s->transition_on_frames),
                                                   .fade_off_ms = frames_ms(s->transition_off_frames),
                                                   // a delay runs against the clock
                                                   .offset_ms = (int16_t)(delay > 32767    ? -32767
                                                                          : delay < -32767 ? 32767
                                                                                           : -delay)};
    }
    fw_obey(fw);
    return true;
}

// --------------------------------------------------------------------------------- what comes over the radio

static void connected(struct cozmo_firmware *fw, const struct body_radio *r) {
    if (by_factory(fw, r->device)) return;
    if (!new_object(fw, r->device, r->type))
        order_cube(fw, r->device, BODY_CUBE_OP_DISCONNECT); // no more hands free
}

static void tapped(struct cozmo_firmware *fw, struct fw_object *o, const struct body_radio *r) {
    uint32_t now = fw_clock_ms(fw);
    float x = r->value[0], y = r->value[1], z = r->value[2];
    float size = m_sqrt(x * x + y * y + z * z);
    int8_t force = (int8_t)m_clamp(size * 32, 1, 127);
    if (fw->tap_object && fw->tap_object != o->id && fw->now_us - fw->tap_us < SAME_BLOW_US) {
        fw_say(fw,
               &(struct cozmo_message){.kind = COZMO_OBJECT_TAP_FILTERED,
                                       .object_tap_filtered = {now, o->id, (uint8_t)now, (uint8_t)force}});
        return;
    }
    o->taps = fw->now_us - o->tapped_us < TAPS_US ? (uint8_t)(o->taps + 1) : 1;
    o->tapped_us = fw->tap_us = fw->now_us;
    fw->tap_object = o->id;
    fw_say(fw, &(struct cozmo_message){
                   .kind = COZMO_OBJECT_TAPPED,
                   .object_tapped = {now, o->id, o->taps, (uint8_t)now, (int8_t)-force, force}});
}

// Sides are counted 1 … 6 as -x +x -y +y -z +z; 0: none.
static uint8_t axis(uint8_t side) { return side ? (uint8_t)(side - 1) : COZMO_UP_AXIS_UNKNOWN_AXIS; }

static void from_object(struct cozmo_firmware *fw, struct fw_object *o, const struct body_radio *r) {
    uint32_t now = fw_clock_ms(fw);
    float x = r->value[0] * G_MMPS2, y = r->value[1] * G_MMPS2, z = r->value[2] * G_MMPS2;
    switch (r->kind) {
    case BODY_RADIO_KIND_ACCEL:
        fw_say(fw,
               &(struct cozmo_message){.kind = COZMO_OBJECT_ACCEL, .object_accel = {now, o->id, x, y, z}});
        break;
    case BODY_RADIO_KIND_MOVED:
        fw_say(fw, &(struct cozmo_message){.kind = COZMO_OBJECT_MOVED,
                                           .object_moved = {now, o->id, x, y, z, axis(r->count)}});
        break;
    case BODY_RADIO_KIND_STILL:
        fw_say(fw, &(struct cozmo_message){.kind = COZMO_OBJECT_STOPPED_MOVING,
                                           .object_stopped_moving = {now, o->id}});
        break;
    case BODY_RADIO_KIND_UP_AXIS:
        fw_say(fw, &(struct cozmo_message){.kind = COZMO_OBJECT_UP_AXIS_CHANGED,
                                           .object_up_axis_changed = {now, o->id, axis(r->count)}});
        break;
    case BODY_RADIO_KIND_TAPPED:
        tapped(fw, o, r);
        break;
    case BODY_RADIO_KIND_VOLTAGE:
        fw_say(fw,
               &(struct cozmo_message){
                   .kind = COZMO_OBJECT_POWER_LEVEL,
                   .object_power_level = {o->id, 0, (uint8_t)m_clamp(m_round(r->value[0] * 100), 0, 255)}});
        break;
    case BODY_RADIO_KIND_LOST:
        forget_object(fw, o);
        break;
    default:
        break;
    }
}

void fw_step_objects(struct cozmo_firmware *fw) {
    step_chargers(fw);
    const struct body_senses *s = &fw->in->senses;
    for (uint32_t i = 0; i < s->radio_count; i++) {
        const struct body_radio *r = &s->radio[i];
        struct fw_object *o = by_factory(fw, r->device);
        if (r->kind == BODY_RADIO_KIND_SEEN && !o && fw->enabled && fw->synced && fw->discovery)
            fw_say(fw, &(struct cozmo_message){.kind = COZMO_OBJECT_AVAILABLE,
                                               .object_available = {r->device, r->type, r->rssi_dbm}});
        else if (r->kind == BODY_RADIO_KIND_CONNECTED && fw->session)
            connected(fw, r);
        else if (o)
            from_object(fw, o, r);
    }
}
