// What the robot sees, and what becomes of its cube, told as events.
//
// A thing or a face is told each time it was seen again: when the moment in which it was last seen is
// another.
#include "api/api_internal.h"

#include "base/maths/maths.h"
#include "robot/robot.h"

#include <stdlib.h>
#include <string.h>

enum { MM = 1000, BY_HUNDRED = 100, EXPRESSIONS = 5 };

struct observed {
    uint64_t things_us, people_us; // what was seen later is told
    uint32_t cube, cube_device;    // the thing that its cube is; it stays when the link is gone
};
struct observed *observed_new(void) {
    return calloc(1, sizeof(struct observed));
}
void observed_free(struct observed *observed) { free(observed); }

static uint32_t ms_of(uint64_t us) { return (uint32_t)(us / 1000); }

static void rect_of(const float corners[2][4], Vector__CladRect *out) {
    float low_x = corners[0][0], low_y = corners[1][0], high_x = low_x, high_y = low_y;
    for (int i = 1; i < 4; i++) {
        low_x = m_min(low_x, corners[0][i]), high_x = m_max(high_x, corners[0][i]);
        low_y = m_min(low_y, corners[1][i]), high_y = m_max(high_y, corners[1][i]);
    }
    out->x_top_left = low_x, out->y_top_left = low_y;
    out->width = high_x - low_x, out->height = high_y - low_y;
}

// ------------------------------------------------------------------------------------------------ things
static void tell_object(struct api *api, Vector__ObjectEvent *object) {
    Vector__Event event = VECTOR__EVENT__INIT;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_OBJECT_EVENT;
    event.object_event = object;
    events_tell(api, &event);
}

static Vector__ObjectType type_of(const struct belief_thing *thing) {
    if (thing->kind == BELIEF_THING_KIND_CHARGER) return VECTOR__OBJECT_TYPE__CHARGER_BASIC;
    if (thing->kind == BELIEF_THING_KIND_CUBE) return VECTOR__OBJECT_TYPE__BLOCK_LIGHTCUBE1;
    if (thing->kind != BELIEF_THING_KIND_CUSTOM) return VECTOR__OBJECT_TYPE__UNKNOWN_OBJECT;
    return (Vector__ObjectType)(VECTOR__OBJECT_TYPE__FIRST_CUSTOM_OBJECT_TYPE + thing->model - 1);
}

static Vector__ObjectFamily family_of(const struct belief_thing *thing) {
    static const Vector__ObjectFamily FAMILIES[] = {
        [BELIEF_THING_KIND_UNKNOWN] = VECTOR__OBJECT_FAMILY__UNKNOWN_FAMILY,
        [BELIEF_THING_KIND_CUBE] = VECTOR__OBJECT_FAMILY__LIGHT_CUBE,
        [BELIEF_THING_KIND_CHARGER] = VECTOR__OBJECT_FAMILY__CHARGER,
        [BELIEF_THING_KIND_CUSTOM] = VECTOR__OBJECT_FAMILY__CUSTOM_OBJECT,
        [BELIEF_THING_KIND_FIXED] = VECTOR__OBJECT_FAMILY__CUSTOM_OBJECT,
    };
    return FAMILIES[thing->kind];
}

static void tell_thing(struct api *api, const struct belief_thing *thing) {
    Vector__CladRect rect = VECTOR__CLAD_RECT__INIT;
    Vector__PoseStruct pose = VECTOR__POSE_STRUCT__INIT;
    Vector__RobotObservedObject seen = VECTOR__ROBOT_OBSERVED_OBJECT__INIT;
    Vector__ObjectEvent object = VECTOR__OBJECT_EVENT__INIT;
    rect_of(thing->corners_px, &rect);
    api_pose(&thing->pose, &pose);
    seen.timestamp = ms_of(thing->last_us);
    seen.object_family = family_of(thing);
    seen.object_type = type_of(thing);
    seen.object_id = (int32_t)thing->id;
    seen.img_rect = &rect, seen.pose = &pose;
    const float *q = thing->pose.turn;
    seen.top_face_orientation_rad =
        m_atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    seen.is_active = thing->device != 0;
    object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_ROBOT_OBSERVED_OBJECT;
    object.robot_observed_object = &seen;
    tell_object(api, &object);
}

// ------------------------------------------------------------------------------------------------ people
static void tell_person(struct api *api, const struct belief_person *person) {
    Vector__CladRect rect = VECTOR__CLAD_RECT__INIT;
    Vector__PoseStruct pose = VECTOR__POSE_STRUCT__INIT;
    Vector__RobotObservedFace seen;
    Vector__Event event = VECTOR__EVENT__INIT;
    uint32_t values[EXPRESSIONS] = {0};
    vector__robot_observed_face__init(&seen);
    rect_of(person->corners_px, &rect);
    api_pose(&person->pose, &pose);
    seen.face_id = person->id;
    seen.timestamp = ms_of(person->last_us);
    seen.pose = &pose, seen.img_rect = &rect;
    bool known = camera_sees_expressions(api) && person->expression <= EXPRESSIONS;
    seen.expression = known ? (Vector__FacialExpression)person->expression : 0;
    if (seen.expression) values[seen.expression - 1] = BY_HUNDRED; // a hundred in all, or nothing
    seen.expression_values = values, seen.n_expression_values = EXPRESSIONS;
    const char *name = faces_name(api, person->id);
    seen.name = (char *)(uintptr_t)name;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ROBOT_OBSERVED_FACE;
    event.robot_observed_face = &seen;
    events_tell(api, &event);
}

void observed_turn(struct api *api) {
    struct observed *o = api->observed;
    const struct robot *robot = api_robot(api);
    if (!robot) return;
    struct belief_things things;
    struct belief_people people;
    robot_things(robot, &things);
    robot_people(robot, &people);
    uint64_t things_us = o->things_us, people_us = o->people_us;
    for (unsigned i = 0; i < things.list_count; i++) {
        const struct belief_thing *thing = &things.list[i];
        if (thing->last_us <= o->things_us || thing->kind == BELIEF_THING_KIND_FIXED) continue;
        if (thing->last_us > things_us) things_us = thing->last_us;
        tell_thing(api, thing);
    }
    for (unsigned i = 0; i < people.list_count; i++) {
        if (people.list[i].last_us <= o->people_us) continue;
        if (people.list[i].last_us > people_us) people_us = people.list[i].last_us;
        tell_person(api, &people.list[i]);
    }
    o->things_us = things_us, o->people_us = people_us;
}

// ------------------------------------------------------------------------------------------------ its cube
static uint32_t id_of(struct api *api, uint32_t device) {
    struct observed *o = api->observed;
    const struct robot *robot = api_robot(api);
    struct belief_things things = {0};
    if (robot) robot_things(robot, &things);
    for (unsigned i = 0; i < things.list_count; i++)
        if (things.list[i].device == device) o->cube = things.list[i].id, o->cube_device = device;
    return o->cube_device == device ? o->cube : 0;
}

static void tell_link(struct api *api, const struct life_event *event, bool connected) {
    char factory[FACTORY_ID];
    Vector__ObjectConnectionState state;
    Vector__ObjectEvent object = VECTOR__OBJECT_EVENT__INIT;
    vector__object_connection_state__init(&state);
    api_factory_id(event->subject, factory);
    state.object_id = id_of(api, event->subject);
    state.factory_id = factory;
    state.object_type = VECTOR__OBJECT_TYPE__BLOCK_LIGHTCUBE1;
    state.connected = connected;
    object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_OBJECT_CONNECTION_STATE;
    object.object_connection_state = &state;
    tell_object(api, &object);
    if (connected || event->numbers[0] != 0) return;
    Vector__CubeConnectionLost lost = VECTOR__CUBE_CONNECTION_LOST__INIT; // nobody let it go
    object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_CUBE_CONNECTION_LOST;
    object.cube_connection_lost = &lost;
    tell_object(api, &object);
}

static void tell_cube(struct api *api, const struct life_event *event) {
    uint32_t ms = ms_of(event->time_us), id = id_of(api, event->subject);
    Vector__ObjectMoved moved = VECTOR__OBJECT_MOVED__INIT;
    Vector__ObjectStoppedMoving still = VECTOR__OBJECT_STOPPED_MOVING__INIT;
    Vector__ObjectTapped tapped = VECTOR__OBJECT_TAPPED__INIT;
    Vector__ObjectUpAxisChanged up = VECTOR__OBJECT_UP_AXIS_CHANGED__INIT;
    Vector__ObjectEvent object = VECTOR__OBJECT_EVENT__INIT;
    switch (event->kind) {
    case LIFE_EVENT_KIND_CUBE_MOVED:
        moved.timestamp = ms, moved.object_id = id;
        object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_OBJECT_MOVED;
        object.object_moved = &moved;
        break;
    case LIFE_EVENT_KIND_CUBE_STILL:
        still.timestamp = ms, still.object_id = id;
        object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_OBJECT_STOPPED_MOVING;
        object.object_stopped_moving = &still;
        break;
    case LIFE_EVENT_KIND_CUBE_TAPPED:
        tapped.timestamp = ms, tapped.object_id = id;
        object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_OBJECT_TAPPED;
        object.object_tapped = &tapped;
        break;
    default: // the same numbers for the sides
        up.timestamp = ms, up.object_id = id, up.up_axis = (Vector__UpAxis)event->numbers[0];
        object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_OBJECT_UP_AXIS_CHANGED;
        object.object_up_axis_changed = &up;
    }
    tell_object(api, &object);
}

// ------------------------------------------------------------------------------------------------ its body
static void tell_settings(struct api *api, const struct life_event *from) {
    Vector__CameraSettingsUpdate update = VECTOR__CAMERA_SETTINGS_UPDATE__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    update.auto_exposure_enabled = from->numbers[0] != 0;
    update.exposure_ms = (uint32_t)m_round(from->numbers[1] * 1000);
    update.gain = from->numbers[2];
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_CAMERA_SETTINGS_UPDATE;
    event.camera_settings_update = &update;
    events_tell(api, &event);
}

static void tell_movement(struct api *api, const struct life_event *from) {
    Vector__UnexpectedMovement movement = VECTOR__UNEXPECTED_MOVEMENT__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    movement.timestamp = ms_of(from->time_us);
    movement.movement_type = (Vector__UnexpectedMovementType)from->numbers[0]; // the same numbers
    movement.movement_side = (Vector__UnexpectedMovementSide)from->numbers[1];
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_UNEXPECTED_MOVEMENT;
    event.unexpected_movement = &movement;
    events_tell(api, &event);
}

static void tell_motion(struct api *api) {
    struct robot_motion seen;
    const struct robot *robot = robot_of(run_soul(api->config.run, api->config.life));
    if (!robot || !robot_motion(robot, &seen)) return;
    Vector__RobotObservedMotion motion = VECTOR__ROBOT_OBSERVED_MOTION__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    const struct {
        float *share;
        int32_t *x, *y;
    } regions[MOTION_REGIONS] = {
        [MOTION_ALL] = {&motion.img_area, &motion.img_x, &motion.img_y},
        [MOTION_LEFT] = {&motion.left_img_area, &motion.left_img_x, &motion.left_img_y},
        [MOTION_RIGHT] = {&motion.right_img_area, &motion.right_img_x, &motion.right_img_y},
        [MOTION_TOP] = {&motion.top_img_area, &motion.top_img_x, &motion.top_img_y},
        [MOTION_BOTTOM] = {&motion.bottom_img_area, &motion.bottom_img_x, &motion.bottom_img_y},
    };
    for (int i = 0; i < MOTION_REGIONS; i++)
        *regions[i].share = seen.share[i], *regions[i].x = (int32_t)m_round(seen.x_px[i]),
        *regions[i].y = (int32_t)m_round(seen.y_px[i]);
    motion.timestamp = ms_of(seen.time_us);
    motion.ground_area = seen.ground_share;
    motion.ground_x = (int32_t)m_round(seen.ground_x_m * MM);
    motion.ground_y = (int32_t)m_round(seen.ground_y_m * MM);
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ROBOT_OBSERVED_MOTION;
    event.robot_observed_motion = &motion;
    events_tell(api, &event);
}

void observed_in_reach(struct api *api, uint32_t device) {
    char factory[FACTORY_ID];
    Vector__ObjectAvailable available;
    Vector__ObjectEvent object = VECTOR__OBJECT_EVENT__INIT;
    vector__object_available__init(&available);
    api_factory_id(device, factory);
    available.factory_id = factory;
    object.object_event_type_case = VECTOR__OBJECT_EVENT__OBJECT_EVENT_TYPE_OBJECT_AVAILABLE;
    object.object_available = &available;
    tell_object(api, &object);
}

void observed_heard(struct api *api, const struct life_event *event) {
    switch (event->kind) {
    case LIFE_EVENT_KIND_CUBE_CONNECTED:
        observed_in_reach(api, event->subject);
        preferred_cube_connected(api, event->subject);
        return tell_link(api, event, true);
    case LIFE_EVENT_KIND_CUBE_LOST:
        return tell_link(api, event, false);
    case LIFE_EVENT_KIND_CUBE_MOVED:
    case LIFE_EVENT_KIND_CUBE_STILL:
    case LIFE_EVENT_KIND_CUBE_TAPPED:
    case LIFE_EVENT_KIND_CUBE_UP:
        return tell_cube(api, event);
    case LIFE_EVENT_KIND_CUBE_BATTERY_LOW:
        api->cube_volts = event->numbers[0], api->cube_device = event->subject, api->cube_us = event->time_us;
        return battery_tell_cube(api);
    case LIFE_EVENT_KIND_CAMERA_SET:
        return tell_settings(api, event);
    case LIFE_EVENT_KIND_MOTION_SEEN:
        return tell_motion(api);
    case LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT:
        return tell_movement(api, event);
    default:
        return;
    }
}
