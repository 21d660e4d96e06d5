// Cubes, the charger and what programs define: by requests of the robot.
#include "api/api_internal.h"

#include "robot/robot.h"

#include <stdio.h>
#include <string.h>

enum { MM = 1000, SCAN_SECONDS = 3 };

// ----------------------------------------------------------------------------------------------- factory ids
// A cube is known by the address of its radio; ours tell a number of their own, which is its end.
void api_factory_id(uint32_t device, char out[FACTORY_ID]) {
    snprintf(out, FACTORY_ID, "ce:b1:%02x:%02x:%02x:%02x", device >> 24, device >> 16 & 255,
             device >> 8 & 255, device & 255);
}

uint32_t api_device_of(const char *factory_id) {
    uint8_t bytes[6];
    char hex[13];
    size_t count = 0, len;
    for (const char *c = factory_id; *c; c++)
        if (*c != ':' && count < sizeof hex - 1) hex[count++] = *c;
    hex[count] = 0;
    if (hex_to_bytes((struct text){hex, count}, bytes, sizeof bytes, &len) || len != sizeof bytes) return 0;
    return (uint32_t)bytes[2] << 24 | (uint32_t)bytes[3] << 16 | (uint32_t)bytes[4] << 8 | bytes[5];
}

static char *factory_text(struct api_call *call, uint32_t device) {
    char id[FACTORY_ID];
    api_factory_id(device, id);
    return api_text(call, text_of(id));
}

// ------------------------------------------------------------------------------------------- the cube's link
static void connected(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data;
    Vector__ConnectCubeResponse *out = api_new_reply(call, STATUS_DONE);
    if (!out) return;
    if (reply->kind == LIFE_CUBE_LINK && reply->cube_link.connected) {
        out->success = true;
        out->object_id = reply->cube_link.thing;
        if (!(out->factory_id = factory_text(call, reply->cube_link.device))) return;
    }
    api_reply(call, out);
}

void api_connect_cube(struct api_call *call, const void *request) {
    (void)request;
    struct life_message m = {.kind = LIFE_WANT_CUBE, .want_cube = {.level = LIFE_CUBE_LEVEL_INTERACTABLE}};
    api_ask(call, NULL, &m, connected, NULL);
}

static void heard(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data;
    Vector__CubesAvailableResponse *out = api_new_reply(call, STATUS_DONE);
    if (!out) return;
    size_t count = reply->kind == LIFE_CUBES_HEARD ? reply->cubes_heard.list_count : 0;
    out->factory_ids = arena_array(call->api->arena, char *, count);
    if (!out->factory_ids) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    for (size_t i = 0; i < count; i++) observed_in_reach(call->api, reply->cubes_heard.list[i].device);
    for (size_t i = 0; i < count; i++)
        if (!(out->factory_ids[out->n_factory_ids++] = factory_text(call, reply->cubes_heard.list[i].device)))
            return;
    api_reply(call, out);
}

void api_cubes_available(struct api_call *call, const void *request) {
    (void)request;
    struct life_message m = {.kind = LIFE_SCAN_CUBES, .scan_cubes = {.seconds = SCAN_SECONDS}};
    api_ask(call, NULL, &m, heard, NULL);
}

static void tell(struct api_call *call, const struct life_message *request) {
    api_tell(call->api, request);
    api_done(call, STATUS_ACK);
}

void api_disconnect_cube(struct api_call *call, const void *request) {
    (void)request;
    tell(call, &(struct life_message){.kind = LIFE_DROP_CUBE});
}

void api_flash_cube_lights(struct api_call *call, const void *request) {
    (void)request;
    tell(call, &(struct life_message){.kind = LIFE_FLASH_CUBE});
}

void api_forget_preferred_cube(struct api_call *call, const void *request) {
    (void)request;
    preferred_cube_is(call->api, 0);
    api_done(call, STATUS_ACK);
}

void api_set_preferred_cube(struct api_call *call, const void *message) {
    const Vector__SetPreferredCubeRequest *r = message;
    uint32_t device = api_device_of(r->factory_id);
    if (!device)
        return api_end(call, API_INVALID_ARGUMENT, "expected a factory id such as ce:b1:00:00:00:01");
    preferred_cube_is(call->api, device);
    api_done(call, STATUS_ACK);
}

static struct body_colour colour_of(const uint32_t *list, size_t count, size_t i) {
    uint32_t rgba = i < count ? list[i] : 0;
    return (struct body_colour){(uint8_t)(rgba >> 24), (uint8_t)(rgba >> 16), (uint8_t)(rgba >> 8), 0};
}

static uint16_t ms_of(const uint32_t *list, size_t count, size_t i) {
    return i >= count ? 0 : (uint16_t)(list[i] > UINT16_MAX ? UINT16_MAX : list[i]);
}

void api_set_cube_lights(struct api_call *call, const void *message) {
    const Vector__SetCubeLightsRequest *r = message;
    struct life_message m = {.kind = LIFE_LIGHT_CUBE, .light_cube = {.lights_count = 4}};
    for (size_t i = 0; i < 4; i++) {
        int32_t offset = i < r->n_offset ? r->offset[i] : 0;
        m.light_cube.lights[i] = (struct body_cube_light){
            .on = colour_of(r->on_color, r->n_on_color, i),
            .off = colour_of(r->off_color, r->n_off_color, i),
            .on_ms = ms_of(r->on_period_ms, r->n_on_period_ms, i),
            .off_ms = ms_of(r->off_period_ms, r->n_off_period_ms, i),
            .fade_on_ms = ms_of(r->transition_on_period_ms, r->n_transition_on_period_ms, i),
            .fade_off_ms = ms_of(r->transition_off_period_ms, r->n_transition_off_period_ms, i),
            .offset_ms = (int16_t)(offset < INT16_MIN   ? INT16_MIN
                                   : offset > INT16_MAX ? INT16_MAX
                                                        : offset),
        };
    }
    tell(call, &m);
}

// -------------------------------------------------------------------------------------- docking and carrying
// Programs send numbers below 0 for "whichever"; ours is 0 for that.
static uint32_t thing_of(int32_t object_id) { return object_id < 0 ? 0 : (uint32_t)object_id; }

static bool known_as(const struct api *api, uint32_t id, uint8_t kind) {
    const struct robot *robot = api_robot(api);
    struct belief_things things;
    if (!robot) return false;
    robot_things(robot, &things);
    for (unsigned i = 0; i < things.list_count; i++)
        if (things.list[i].kind == kind && things.list[i].state == BELIEF_THING_STATE_KNOWN &&
            (!id || things.list[i].id == id))
            return true;
    return false;
}

void api_go_to_object(struct api_call *call, const void *message) {
    const Vector__GoToObjectRequest *r = message;
    uint32_t id = thing_of(r->object_id);
    struct life_message m = {.kind = LIFE_GO_TO_THING};
    m.go_to_thing.thing = id;
    m.go_to_thing.distance_m = r->distance_from_object_origin_mm / MM;
    if (!api_tag_fits(call, r->id_tag)) return;
    if (id && (known_as(call->api, id, BELIEF_THING_KIND_CUSTOM) ||
               known_as(call->api, id, BELIEF_THING_KIND_FIXED)))
        return api_result(call, LIFE_RESULT_BAD_OBJECT);
    api_act_with(call, r->id_tag, r->num_retries, r->motion_prof, &m);
}

void api_dock_with_cube(struct api_call *call, const void *message) {
    const Vector__DockWithCubeRequest *r = message;
    struct life_message m = {.kind = LIFE_DOCK};
    m.dock.thing = thing_of(r->object_id);
    m.dock.distance_m = r->distance_from_marker_mm / MM;
    m.dock.angle_rad = r->approach_angle_rad;
    m.dock.use_angle = r->use_approach_angle;
    m.dock.straight = !r->use_pre_dock_pose;
    unsigned alignment = (unsigned)r->alignment_type; // the same numbers
    m.dock.alignment = (uint8_t)(alignment > LIFE_ALIGNMENT_CUSTOM ? LIFE_ALIGNMENT_UNKNOWN : alignment);
    api_act_with(call, r->id_tag, r->num_retries, r->motion_prof, &m);
}

void api_pickup_object(struct api_call *call, const void *message) {
    const Vector__PickupObjectRequest *r = message;
    struct life_message m = {.kind = LIFE_PICK_UP};
    m.pick_up.thing = thing_of(r->object_id);
    m.pick_up.angle_rad = r->approach_angle_rad;
    m.pick_up.use_angle = r->use_approach_angle;
    m.pick_up.straight = !r->use_pre_dock_pose;
    api_act_with(call, r->id_tag, r->num_retries, r->motion_prof, &m);
}

void api_place_object_on_ground_here(struct api_call *call, const void *message) {
    const Vector__PlaceObjectOnGroundHereRequest *r = message;
    api_act(call, r->id_tag, r->num_retries, &(struct life_message){.kind = LIFE_PLACE_HERE});
}

void api_roll_object(struct api_call *call, const void *message) {
    const Vector__RollObjectRequest *r = message;
    struct life_message m = {.kind = LIFE_ROLL};
    m.roll.thing = thing_of(r->object_id);
    m.roll.angle_rad = r->approach_angle_rad;
    m.roll.use_angle = r->use_approach_angle;
    m.roll.straight = !r->use_pre_dock_pose;
    api_act_with(call, r->id_tag, r->num_retries, r->motion_prof, &m);
}

void api_pop_a_wheelie(struct api_call *call, const void *message) {
    const Vector__PopAWheelieRequest *r = message;
    struct life_message m = {.kind = LIFE_WHEELIE};
    m.wheelie.thing = thing_of(r->object_id);
    m.wheelie.angle_rad = r->approach_angle_rad;
    m.wheelie.use_angle = r->use_approach_angle;
    m.wheelie.straight = !r->use_pre_dock_pose;
    api_act_with(call, r->id_tag, r->num_retries, r->motion_prof, &m);
}

void api_turn_towards_face(struct api_call *call, const void *message) {
    const Vector__TurnTowardsFaceRequest *r = message;
    struct life_message m = {.kind = LIFE_LOOK_AT_PERSON};
    m.look_at_person.person = r->face_id;
    m.look_at_person.most_rad = r->max_turn_angle_rad;
    api_act(call, r->id_tag, r->num_retries, &m);
}

// ------------------------------------------------------------------------------------------------ behaviours
void api_drive_off_charger(struct api_call *call, const void *request) {
    (void)request;
    struct life_message m = {.kind = LIFE_DRIVE_OFF_CHARGER, .drive_off_charger = {.distance_m = 0.1f}};
    api_behave(call, &m);
}

void api_drive_on_charger(struct api_call *call, const void *request) {
    (void)request;
    api_behave(call, &(struct life_message){.kind = LIFE_DRIVE_ON_CHARGER, .drive_on_charger = {.tries = 3}});
}

void api_look_around_in_place(struct api_call *call, const void *request) {
    (void)request;
    api_behave(call, &(struct life_message){.kind = LIFE_LOOK_AROUND});
}

void api_find_faces(struct api_call *call, const void *request) {
    (void)request;
    api_behave(call, &(struct life_message){.kind = LIFE_LOOK_AROUND, .look_around = {.until_person = true}});
}

static void found(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data, (void)reply;
    if (!known_as(call->api, 0, BELIEF_THING_KIND_CUBE)) return api_result(call, LIFE_RESULT_NOT_STARTED);
    api_behave(call, &(struct life_message){.kind = LIFE_ROLL});
}

// Wherever the cube is: it looks around for it first.
void api_roll_block(struct api_call *call, const void *request) {
    (void)request;
    if (known_as(call->api, 0, BELIEF_THING_KIND_CUBE))
        return api_behave(call, &(struct life_message){.kind = LIFE_ROLL});
    struct life_message m = {.kind = LIFE_LOOK_AROUND, .look_around = {.until_thing = true}};
    api_ask(call, NULL, &m, found, NULL);
}

// -------------------------------------------------------------------------------------- what programs define
static void defined(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data;
    Vector__DefineCustomObjectResponse *out = api_new_reply(call, STATUS_DONE);
    if (!out) return;
    out->success = reply->kind == LIFE_DONE && reply->done.verdict == LIFE_VERDICT_DONE;
    api_reply(call, out);
}

void api_define_custom_object(struct api_call *call, const void *message) {
    const Vector__DefineCustomObjectRequest *r = message;
    struct life_message m = {.kind = LIFE_DEFINE_THING};
    struct belief_custom_thing *to = &m.define_thing.thing;
    enum { THICK_MM = 10 }; // of a wall
    to->type = (uint8_t)(r->custom_type < 0 || r->custom_type > UINT8_MAX ? 0 : r->custom_type);
    to->unique = r->is_unique;
    const Vector__CustomBoxDefinition *box = r->custom_box;
    switch (r->custom_object_definition_case) {
    case VECTOR__DEFINE_CUSTOM_OBJECT_REQUEST__CUSTOM_OBJECT_DEFINITION_CUSTOM_BOX:
        to->shape = BELIEF_CUSTOM_SHAPE_BOX;
        to->symbols[0] = (uint8_t)box->marker_front, to->symbols[1] = (uint8_t)box->marker_back;
        to->symbols[2] = (uint8_t)box->marker_top, to->symbols[3] = (uint8_t)box->marker_bottom;
        to->symbols[4] = (uint8_t)box->marker_left, to->symbols[5] = (uint8_t)box->marker_right;
        to->size_m[0] = box->x_size_mm / MM, to->size_m[1] = box->y_size_mm / MM,
        to->size_m[2] = box->z_size_mm / MM;
        to->marker_m = box->marker_width_mm / MM;
        break;
    case VECTOR__DEFINE_CUSTOM_OBJECT_REQUEST__CUSTOM_OBJECT_DEFINITION_CUSTOM_CUBE:
        to->shape = BELIEF_CUSTOM_SHAPE_CUBE;
        to->symbols[0] = (uint8_t)r->custom_cube->marker;
        to->size_m[0] = to->size_m[1] = to->size_m[2] = r->custom_cube->size_mm / MM;
        to->marker_m = r->custom_cube->marker_width_mm / MM;
        break;
    case VECTOR__DEFINE_CUSTOM_OBJECT_REQUEST__CUSTOM_OBJECT_DEFINITION_CUSTOM_WALL:
        to->shape = BELIEF_CUSTOM_SHAPE_WALL;
        to->symbols[0] = (uint8_t)r->custom_wall->marker;
        to->size_m[0] = (float)THICK_MM / MM;
        to->size_m[1] = r->custom_wall->width_mm / MM, to->size_m[2] = r->custom_wall->height_mm / MM;
        to->marker_m = r->custom_wall->marker_width_mm / MM;
        break;
    default:
        return api_end(call, API_INVALID_ARGUMENT, "expected custom_box, custom_cube or custom_wall");
    }
    api_ask(call, NULL, &m, defined, NULL);
}

static void fixed(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data;
    if (reply->kind != LIFE_THING_MADE)
        return api_end(call, API_INTERNAL, reply->kind == LIFE_DONE ? reply->done.said : "no thing was made");
    Vector__CreateFixedCustomObjectResponse *out = api_new_reply(call, STATUS_DONE);
    if (!out) return;
    out->object_id = reply->thing_made.thing;
    api_reply(call, out);
}

void api_create_fixed_custom_object(struct api_call *call, const void *message) {
    const Vector__CreateFixedCustomObjectRequest *r = message;
    const Vector__PoseStruct *pose = r->pose;
    if (!pose) return api_end(call, API_INVALID_ARGUMENT, "expected a pose");
    bool turned = pose->q0 != 0 || pose->q1 != 0 || pose->q2 != 0 || pose->q3 != 0;
    struct life_message m = {.kind = LIFE_FIX_THING};
    m.fix_thing = (struct life_fix_thing){
        .origin = pose->origin_id,
        .at_m = {pose->x / MM, pose->y / MM, pose->z / MM},
        .turn = {turned ? pose->q0 : 1, pose->q1, pose->q2, pose->q3},
        .size_m = {r->x_size_mm / MM, r->y_size_mm / MM, r->z_size_mm / MM},
    };
    api_ask(call, NULL, &m, fixed, NULL);
}

static void deleted(struct api_call *call, const struct life_message *reply, void *data) {
    (void)reply, (void)data;
    api_done(call, STATUS_DONE);
}

void api_delete_custom_objects(struct api_call *call, const void *message) {
    const Vector__DeleteCustomObjectsRequest *r = message;
    static const uint8_t WHICH[] = {
        [VECTOR__CUSTOM_OBJECT_DELETION_MODE__DELETION_MASK_FIXED_CUSTOM_OBJECTS] = 1,
        [VECTOR__CUSTOM_OBJECT_DELETION_MODE__DELETION_MASK_CUSTOM_MARKER_OBJECTS] = 2,
        [VECTOR__CUSTOM_OBJECT_DELETION_MODE__DELETION_MASK_ARCHETYPES] = 3,
    };
    bool known = r->mode > 0 && (size_t)r->mode < sizeof WHICH && WHICH[r->mode];
    if (!known) return api_end(call, API_INVALID_ARGUMENT, "expected a deletion mode from 1 to 3");
    struct life_message m = {.kind = LIFE_DELETE_THINGS, .delete_things = {WHICH[r->mode]}};
    api_ask(call, NULL, &m, deleted, NULL);
}
