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
    for (size_t i = 0; i < c->object_count; i++)
        if (c->objects[i].connected && c->objects[i].object_id == object_id) return &c->objects[i];
    return NULL;
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
        object = by_object(c, message->object_power_level.object_id);
        if (object) object->battery = message->object_power_level.battery_level;
        break;
    case COZMO_OBJECT_MOVED:
        object = by_object(c, message->object_moved.object_id);
        if (object) object->moving = 1;
        break;
    case COZMO_OBJECT_STOPPED_MOVING:
        object = by_object(c, message->object_stopped_moving.object_id);
        if (object) object->moving = 0;
        break;
    case COZMO_OBJECT_UP_AXIS_CHANGED:
        object = by_object(c, message->object_up_axis_changed.object_id);
        if (object) object->up_axis = message->object_up_axis_changed.axis;
        break;
    default:
        break;
    }
}

size_t critter_cozmo_object_count(const struct critter_cozmo *c) { return c->object_count; }

static enum err announce(struct critter_cozmo *c, bool on) {
    return client_tell(
        c, &(struct cozmo_message){.kind = COZMO_SET_ACCESSORY_DISCOVERY, .set_accessory_discovery = {on}});
}
enum critter_err critter_cozmo_objects(struct critter_cozmo *c, int on) {
    return err_public(announce(c, on != 0));
}

enum critter_err critter_cozmo_get_object(struct critter_cozmo *c, size_t index,
                                          struct critter_cozmo_object *out) {
    if (index >= c->object_count)
        return client_refuse(c, ERR_RANGE, "there is no object %zu: %zu were announced", index,
                             c->object_count);
    client_give(out, &c->objects[index], sizeof c->objects[index]);
    return CRITTER_OK;
}

static enum err connect_it(struct critter_cozmo *c, uint32_t factory_id, bool on) {
    return client_tell(c,
                       &(struct cozmo_message){.kind = COZMO_OBJECT_CONNECT,
                                               .object_connect = {.factory_id = factory_id, .connect = on}});
}
enum critter_err critter_cozmo_object_connect(struct critter_cozmo *c, uint32_t factory_id, int on) {
    return err_public(connect_it(c, factory_id, on != 0));
}

static enum err connect_wait(struct critter_cozmo *c, uint32_t factory_id, bool on, int64_t limit_us) {
    enum err err = client_may_wait(c);
    if (!err) err = connect_it(c, factory_id, on);
    while (!err) {
        const struct critter_cozmo_object *object = by_factory(c, factory_id, false);
        if (object && !object->connected == !on) return ERR_NONE;
        err = client_wait(c, "ObjectConnectionState", limit_us - loop_now_us());
        if (err == ERR_TIMEOUT) return client_fail(c, err, "object %08x did not answer", factory_id);
    }
    return err;
}
enum critter_err critter_cozmo_object_connect_wait(struct critter_cozmo *c, uint32_t factory_id, int on,
                                                   int wait_ms) {
    return err_public(connect_wait(c, factory_id, on != 0, loop_now_us() + 1000 * (int64_t)wait_ms));
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

enum err client_object_lights(struct critter_cozmo *c, uint32_t object_id,
                              const struct critter_cozmo_light lights[4], int rotation_frames) {
    if (rotation_frames < 0 || rotation_frames > UINT8_MAX)
        return client_fail(c, ERR_RANGE, "lamps go round each 0 to 255 frames, not %d", rotation_frames);
    struct cozmo_message which = {
        .kind = COZMO_CUBE_ID,
        .cube_id = {.object_id = object_id, .rotation_period_frames = (uint8_t)rotation_frames}};
    struct cozmo_message how = {.kind = COZMO_CUBE_LIGHTS};
    for (unsigned i = 0; i < 4; i++) how.cube_lights.states[i] = light_of(&lights[i]);
    enum err err = client_tell(c, &which);
    return err ? err : client_tell(c, &how);
}

enum critter_err critter_cozmo_object_lights(struct critter_cozmo *c, uint32_t object_id,
                                             const struct critter_cozmo_light lights[4],
                                             int rotation_frames) {
    return err_public(client_object_lights(c, object_id, lights, rotation_frames));
}

enum critter_err critter_cozmo_object_accel(struct critter_cozmo *c, uint32_t object_id, int on) {
    return err_public(client_tell(
        c, &(struct cozmo_message){.kind = COZMO_STREAM_OBJECT_ACCEL,
                                   .stream_object_accel = {.object_id = object_id, .enable = on != 0}}));
}

enum err client_backpack(struct critter_cozmo *c, const struct critter_cozmo_light lights[5]) {
    struct cozmo_message middle = {.kind = COZMO_LIGHT_STATE_CENTER},
                         sides = {.kind = COZMO_LIGHT_STATE_SIDE};
    for (unsigned i = 0; i < 3; i++) middle.light_state_center.states[i] = light_of(&lights[1 + i]);
    sides.light_state_side.states[0] = light_of(&lights[0]);
    sides.light_state_side.states[1] = light_of(&lights[4]);
    enum err err = client_tell(c, &middle);
    return err ? err : client_tell(c, &sides);
}

enum critter_err critter_cozmo_set_backpack(struct critter_cozmo *c,
                                            const struct critter_cozmo_light lights[5]) {
    return err_public(client_backpack(c, lights));
}
enum critter_err critter_cozmo_set_backpack_all(struct critter_cozmo *c, struct critter_cozmo_light light) {
    return critter_cozmo_set_backpack(
        c, (const struct critter_cozmo_light[5]){light, light, light, light, light});
}
enum critter_err critter_cozmo_set_backpack_centre(struct critter_cozmo *c,
                                                   struct critter_cozmo_light light) {
    return critter_cozmo_set_backpack(c, (const struct critter_cozmo_light[5]){[1] = light, light, light});
}
enum critter_err critter_cozmo_set_backpack_off(struct critter_cozmo *c) {
    return critter_cozmo_set_backpack(c, (const struct critter_cozmo_light[5]){0});
}

static const struct critter_cozmo_object *of_type(const struct critter_cozmo *c, int type) {
    for (size_t i = 0; i < c->object_count; i++)
        if (c->objects[i].type == type) return &c->objects[i];
    return NULL;
}

enum critter_err critter_cozmo_object_find(struct critter_cozmo *c, int type,
                                           struct critter_cozmo_object *out) {
    const struct critter_cozmo_object *object = of_type(c, type);
    enum err err = ERR_NONE;
    if (!object) {
        err = announce(c, true);
        return err_public(err ? err
                              : client_fail(c, ERR_MISSING, "no object of type %d was announced yet", type));
    }
    if (!object->connected) err = connect_it(c, object->factory_id, true);
    if (!err) client_give(out, object, sizeof *object);
    return err_public(err);
}

enum critter_err critter_cozmo_object_find_wait(struct critter_cozmo *c, int type,
                                                struct critter_cozmo_object *out, int wait_ms) {
    int64_t limit_us = loop_now_us() + 1000 * (int64_t)wait_ms;
    enum err err = client_may_wait(c);
    if (!err && !of_type(c, type)) err = announce(c, true);
    while (!err && !of_type(c, type)) {
        err = client_wait(c, "ObjectAvailable", limit_us - loop_now_us());
        if (err == ERR_TIMEOUT) err = client_fail(c, err, "no object of type %d is in reach", type);
    }
    if (err) return err_public(err);
    const struct critter_cozmo_object *object = of_type(c, type); // a place of its own for the session
    if (!object->connected) err = connect_wait(c, object->factory_id, true, limit_us);
    if (!err) client_give(out, object, sizeof *object);
    return err_public(err);
}
