#include "cozmo/client_internal.h"

static struct critter_cozmo_object *by_factory(struct critter_cozmo *c, uint32_t factory_id, bool make) {
    for (size_t i = 0; i < c->object_count; i++)
        if (c->objects[i].factory_id == factory_id) return &c->objects[i];
    if (!make || c->object_count == CLIENT_OBJECTS) return NULL;
    struct critter_cozmo_object *object = &c->objects[c->object_count++];
    *object = (struct critter_cozmo_object){.size = sizeof *object,
                                            .factory_id = factory_id,
                                            .up_axis = COZMO_UP_AXIS_UNKNOWN_AXIS,
                                            .battery = -1};
    return object;
}

static struct critter_cozmo_object *by_object(struct critter_cozmo *c, uint32_t object_id) {
    static struct critter_cozmo_object nobody;
    for (size_t i = 0; i < c->object_count; i++)
        if (c->objects[i].connected && c->objects[i].object_id == object_id) return &c->objects[i];
    return &nobody;
}

void client_objects(struct critter_cozmo *c, const struct cozmo_message *message) {
    struct critter_cozmo_object *object;
    switch (message->kind) {
    case COZMO_OBJECT_AVAILABLE:
        object = by_factory(c, message->object_available.factory_id, true);
        if (!object) return;
        object->type = message->object_available.object_type;
        object->rssi = message->object_available.rssi;
        break;
    case COZMO_OBJECT_CONNECTION_STATE:
        object = by_factory(c, message->object_connection_state.factory_id, true);
        if (!object) return;
        object->connected = message->object_connection_state.connected;
        object->object_id = object->connected ? message->object_connection_state.object_id : 0;
        if (message->object_connection_state.object_type > 0)
            object->type = message->object_connection_state.object_type;
        break;
    case COZMO_OBJECT_POWER_LEVEL:
        by_object(c, message->object_power_level.object_id)->battery =
            message->object_power_level.battery_level;
        break;
    case COZMO_OBJECT_MOVED:
        by_object(c, message->object_moved.object_id)->moving = 1;
        break;
    case COZMO_OBJECT_STOPPED_MOVING:
        by_object(c, message->object_stopped_moving.object_id)->moving = 0;
        break;
    case COZMO_OBJECT_UP_AXIS_CHANGED:
        by_object(c, message->object_up_axis_changed.object_id)->up_axis =
            message->object_up_axis_changed.axis;
        break;
    default:
        break;
    }
}

size_t critter_cozmo_object_count(const struct critter_cozmo *c) { return c->object_count; }

int critter_cozmo_objects(struct critter_cozmo *c, int on) {
    return client_tell(c, &(struct cozmo_message){.kind = COZMO_SET_ACCESSORY_DISCOVERY,
                                                  .set_accessory_discovery = {on != 0}});
}

int critter_cozmo_object_connect(struct critter_cozmo *c, uint32_t factory_id, int on, int wait_ms) {
    enum err err = client_tell(
        c, &(struct cozmo_message){.kind = COZMO_OBJECT_CONNECT,
                                   .object_connect = {.factory_id = factory_id, .connect = on != 0}});
    int64_t limit = loop_now_us() + 1000 * (int64_t)wait_ms;
    while (!err && wait_ms > 0) {
        const struct critter_cozmo_object *object = by_factory(c, factory_id, false);
        if (object && !object->connected == !on) return ERR_NONE;
        if (loop_now_us() >= limit)
            return client_fail(c, ERR_TIMEOUT, "object %08x did not answer", factory_id);
        err = client_wait(c, "ObjectConnectionState", limit - loop_now_us());
        if (err == ERR_TIMEOUT) return client_fail(c, err, "object %08x did not answer", factory_id);
    }
    return err;
}

static struct cozmo_light_state light_of(const struct critter_cozmo_light *light) {
    return (struct cozmo_light_state){.on_color = light->on,
                                      .off_color = light->off,
                                      .on_frames = light->on_frames,
                                      .off_frames = light->off_frames,
                                      .transition_on_frames = light->fade_on_frames,
                                      .transition_off_frames = light->fade_off_frames,
                                      .offset = light->offset};
}

int critter_cozmo_object_lights(struct critter_cozmo *c, uint32_t object_id,
                                const struct critter_cozmo_light lights[4], int rotation_frames) {
    struct cozmo_message which = {
        .kind = COZMO_CUBE_ID,
        .cube_id = {.object_id = object_id, .rotation_period_frames = (uint8_t)rotation_frames}};
    struct cozmo_message how = {.kind = COZMO_CUBE_LIGHTS};
    for (unsigned i = 0; i < 4; i++) how.cube_lights.states[i] = light_of(&lights[i]);
    enum err err = client_tell(c, &which);
    return err ? err : client_tell(c, &how);
}

int critter_cozmo_object_accel(struct critter_cozmo *c, uint32_t object_id, int on) {
    return client_tell(
        c, &(struct cozmo_message){.kind = COZMO_STREAM_OBJECT_ACCEL,
                                   .stream_object_accel = {.object_id = object_id, .enable = on != 0}});
}

int critter_cozmo_set_backpack(struct critter_cozmo *c, const struct critter_cozmo_light lights[5]) {
    struct cozmo_message middle = {.kind = COZMO_LIGHT_STATE_CENTER},
                         sides = {.kind = COZMO_LIGHT_STATE_SIDE};
    for (unsigned i = 0; i < 3; i++) middle.light_state_center.states[i] = light_of(&lights[1 + i]);
    sides.light_state_side.states[0] = light_of(&lights[0]);
    sides.light_state_side.states[1] = light_of(&lights[4]);
    enum err err = client_tell(c, &middle);
    return err ? err : client_tell(c, &sides);
}

int critter_cozmo_set_backpack_all(struct critter_cozmo *c, struct critter_cozmo_light light) {
    return critter_cozmo_set_backpack(
        c, (const struct critter_cozmo_light[5]){light, light, light, light, light});
}
int critter_cozmo_set_backpack_centre(struct critter_cozmo *c, struct critter_cozmo_light light) {
    return critter_cozmo_set_backpack(c, (const struct critter_cozmo_light[5]){[1] = light, light, light});
}
int critter_cozmo_set_backpack_off(struct critter_cozmo *c) {
    return critter_cozmo_set_backpack(c, (const struct critter_cozmo_light[5]){0});
}

static const struct critter_cozmo_object *of_type(const struct critter_cozmo *c, int type) {
    for (size_t i = 0; i < c->object_count; i++)
        if (c->objects[i].type == type) return &c->objects[i];
    return NULL;
}

int critter_cozmo_object_find(struct critter_cozmo *c, int type, int wait_ms,
                              struct critter_cozmo_object *out) {
    int64_t limit = loop_now_us() + 1000 * (int64_t)wait_ms;
    enum err err = of_type(c, type) ? ERR_NONE : (enum err)critter_cozmo_objects(c, 1);
    while (!err && !of_type(c, type)) {
        err = client_wait(c, "ObjectAvailable", limit - loop_now_us());
        if (err == ERR_TIMEOUT) err = client_fail(c, err, "no object of type %d is in reach", type);
    }
    if (err) return err;
    uint32_t factory = of_type(c, type)->factory_id;
    int64_t left = (limit - loop_now_us()) / 1000;
    if (!of_type(c, type)->connected)
        err = (enum err)critter_cozmo_object_connect(c, factory, 1, left > 1000 ? (int)left : 1000);
    for (size_t i = 0; !err && i < c->object_count; i++)
        if (c->objects[i].factory_id == factory) return critter_cozmo_object(c, i, out);
    return err;
}
