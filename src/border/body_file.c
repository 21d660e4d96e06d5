#include "border/body_file.h"

#include "base/data/knob.h"
#include "base/system/file.h"

#include <stdio.h>
#include <string.h>

const char *const BODY_FOLLOWS_NAMES[BODY_FOLLOWS_COUNT + 1] = {
    "nothing",     "head",         "lift",    "gaze_x", "gaze_y", "turn",  "drive",
    "stride_left", "stride_right", "stirred", "happy",  "lids",   "voice", NULL};

#define DEG (M_PI_F / 180)
#define NUMBER(strct, field, unit, low, high, initial, help)                                                 \
    KNOB_F32(struct strct, field, unit, low, high, initial, help)
#define COUNT(strct, field, low, high, initial, help)                                                        \
    KNOB_U32(struct strct, field, "", low, high, initial, help)
#define TABLE(called, strct, rows)                                                                           \
    { called, rows, sizeof(rows) / sizeof *(rows), sizeof(struct strct) }

struct size {
    float length_m, width_m, height_m;
};
static const struct knob SIZE_ROWS[] = {
    NUMBER(size, length_m, "m", 0.01, 3, 0.1f, "from its nose to its back"),
    NUMBER(size, width_m, "m", 0.01, 3, 0.06f, "from side to side"),
    NUMBER(size, height_m, "m", 0.01, 3, 0.07f, "from the floor to its top")};
struct going {
    float track_m, radius_m, speed_max_mps, turn_max_degps, stride_m;
};
static const struct knob WHEELS_ROWS[] = {
    NUMBER(going, track_m, "m", 0.01, 3, 0.1f, "between the left and the right wheel"),
    NUMBER(going, radius_m, "m", 0.002, 1, 0.02f, "of a wheel"),
    NUMBER(going, speed_max_mps, "m/s", 0.005, 10, 0.2f, "the fastest a wheel rolls"),
    NUMBER(going, turn_max_degps, "deg/s", 5, 1500, 180, "the fastest it turns on the spot"),
};
static const struct knob LEGS_ROWS[] = {
    NUMBER(going, track_m, "m", 0.01, 3, 0.1f, "between the left and the right feet"),
    NUMBER(going, speed_max_mps, "m/s", 0.005, 10, 0.1f, "the fastest it walks"),
    NUMBER(going, turn_max_degps, "deg/s", 5, 1500, 60, "the fastest it turns on the spot"),
    NUMBER(going, stride_m, "m", 0.005, 3, 0.05f, "how far it comes with a stride of both feet of a side"),
};
struct head {
    float low_deg, high_deg, speed_max_degps, height_m;
};
static const struct knob HEAD_ROWS[] = {
    NUMBER(head, low_deg, "deg", -90, 0, -22, "the lowest it looks"),
    NUMBER(head, high_deg, "deg", 0, 90, 45, "the highest it looks"),
    NUMBER(head, speed_max_degps, "deg/s", 5, 3000, 300, "the fastest it nods"),
    NUMBER(head, height_m, "m", 0, 3, 0.049f, "of its axis above the floor"),
};
struct lift {
    float low_m, high_m, arm_m, pivot_m, speed_max_degps;
};
static const struct knob LIFT_ROWS[] = {
    NUMBER(lift, low_m, "m", 0, 3, 0.032f, "of its hooks above the floor, when it is down"),
    NUMBER(lift, high_m, "m", 0, 3, 0.092f, "and when it is up"),
    NUMBER(lift, arm_m, "m", 0.01, 3, 0.066f, "the length of its arm"),
    NUMBER(lift, pivot_m, "m", 0, 3, 0.045f, "of the arm's axis above the floor"),
    NUMBER(lift, speed_max_degps, "deg/s", 5, 3000, 400, "the fastest the arm turns"),
};
static const char *const COLOURS[] = {"colour", "grey", "mono", NULL};
static const struct knob DISPLAY_ROWS[] = {
    COUNT(body_display, width, 8, BODY_SIDE_MAX, 184, "pixels across"),
    COUNT(body_display, height, 8, BODY_SIDE_MAX, 96, "pixels down"),
    KNOB_ENUM(struct body_display, colours, COLOURS, "colour", "what a pixel can show"),
};
struct counted {
    uint32_t count;
};
static const struct knob LIGHTS_ROWS[] = {COUNT(counted, count, 1, BODY_LIGHT_MAX, 3, "how many lights")};
static const struct knob EARS_ROWS[] = {COUNT(counted, count, 1, BODY_EARS, 1, "channels of its sound")};
static const struct knob TOUCH_ROWS[] = {COUNT(counted, count, 1, 16, 1, "places that feel a touch")};
static const struct knob CLIFF_ROWS[] = {COUNT(counted, count, 1, 4, 1, "sensors that look at the floor")};
struct speaker {
    uint32_t rate_hz;
};
static const struct knob SPEAKER_ROWS[] = {
    KNOB_U32(struct speaker, rate_hz, "Hz", 8000, 48000, 22050, "samples a second of its sound")};
struct camera {
    uint32_t width, height;
    float view_deg;
};
static const struct knob CAMERA_ROWS[] = {
    COUNT(camera, width, 32, LENS_SIDE_MAX, 640, "pixels across"),
    COUNT(camera, height, 24, LENS_SIDE_MAX, 360, "pixels down"),
    NUMBER(camera, view_deg, "deg", 10, 150, 60, "how much it sees from left to right"),
};
struct range {
    float ahead_m, height_m;
};
static const struct knob RANGE_ROWS[] = {
    NUMBER(range, ahead_m, "m", -3, 3, 0.012f, "where it sits, ahead of the front wheels"),
    NUMBER(range, height_m, "m", 0, 3, 0.018f, "and how high"),
};
struct battery {
    float low_v, full_v, low_charging_v;
};
static const struct knob BATTERY_ROWS[] = {
    NUMBER(battery, low_v, "V", 0.5, 40, 3.6f, "when it is to be charged"),
    NUMBER(battery, full_v, "V", 0.5, 40, 4.1f, "when it is full"),
    NUMBER(battery, low_charging_v, "V", 0.5, 40, 4.0f, "what counts as low while it is charged"),
};
#define JOINT(field, unit, low, high, initial, help)                                                         \
    KNOB_F32(struct body_joint_of_its_own, field, unit, low, high, initial, help)
static const struct knob JOINT_ROWS[] = {
    KNOB_TEXT(struct body_joint_of_its_own, name, "", "by which programs find it"),
    JOINT(low_deg, "deg", -720, 720, -45, "where it ends"),
    JOINT(high_deg, "deg", -720, 720, 45, "and at the other end"),
    JOINT(rest_deg, "deg", -720, 720, 0, "where it rests"),
    JOINT(speed_max_degps, "deg/s", 5, 3000, 300, "the fastest it turns"),
    KNOB_ENUM(struct body_joint_of_its_own, follows, BODY_FOLLOWS_NAMES, "nothing", "what it goes by"),
    JOINT(share, "", -1, 1, 1, "how much of its way it goes; below 0: the other way round"),
    JOINT(phase_deg, "deg", -360, 360, 0, "of a stride or a wag: where in it this joint begins"),
};
static const struct knobs JOINT_TABLE = TABLE("joints", body_joint_of_its_own, JOINT_ROWS);

// ------------------------------------------------------------------------------------------------ the parts

union measures {
    struct size size;
    struct going going;
    struct head head;
    struct lift lift;
    struct body_display display;
    struct counted counted;
    struct speaker speaker;
    struct camera camera;
    struct range range;
    struct battery battery;
};

static struct motor_model motor(float low_rad, float high_rad, float speed_radps) {
    return (struct motor_model){.counts_per_rad = 10000,
                                .speed_max_radps = speed_radps,
                                .stall_nm = 0.1f,
                                .low_rad = low_rad,
                                .high_rad = high_rad,
                                .two_channels = true,
                                .absolute = true};
}

static enum err wrong(const struct json *at, struct fault *fault, const char *low, const char *high) {
    return json_fault(at, fault, ERR_RANGE, "expected %s below %s", low, high);
}

static enum err take_size(struct body_file *f, const union measures *m, const struct json *at,
                          struct fault *fault) {
    const struct size *s = &m->size;
    float half = s->width_m / 2, lowest = s->height_m * 0.15f;
    f->model.low_m = vec3(-s->length_m * 0.8f, -half, lowest);
    f->model.high_m = vec3(s->length_m * 0.2f, half, s->height_m);
    f->model.rear_axle_m = -s->length_m / 2;
    f->model.mouth_m = vec3(s->length_m * 0.1f, 0, s->height_m * 0.7f);
    for (int i = 0; i < BODY_EARS; i++)
        f->model.ears_m[i] = vec3(i < 2 ? 0 : -s->length_m * 0.5f, i % 2 ? half / 2 : -half / 2, s->height_m);
    return ERR_NONE;
}

static enum err take_going(struct body_file *f, const union measures *m, const struct json *at,
                           struct fault *fault) {
    const struct going *g = &m->going;
    float radius = f->legs ? 0.02f : g->radius_m; // legs are counted as wheels are
    f->model.track_m = g->track_m;
    f->model.wheel_radius_m = radius;
    f->model.wheel_mps_max = g->speed_max_mps;
    f->model.turn_radps_max = g->turn_max_degps * DEG;
    f->stride_m = g->stride_m;
    struct motor_model wheel = motor(-1e9f, 1e9f, g->speed_max_mps / radius * 1.15f);
    f->model.motors[BODY_MOTOR_LEFT] = f->model.motors[BODY_MOTOR_RIGHT] = wheel;
    return ERR_NONE;
}
static enum err take_legs(struct body_file *f, const union measures *m, const struct json *at,
                          struct fault *fault) {
    if (body_model_has(&f->model, BODY_HAS(WHEELS)))
        return json_fault_key(at, fault, ERR_STATE, "expected wheels or legs, found both");
    f->legs = true;
    return take_going(f, m, at, fault);
}

static enum err take_head(struct body_file *f, const union measures *m, const struct json *at,
                          struct fault *fault) {
    const struct head *h = &m->head;
    if (h->low_deg >= h->high_deg) return wrong(at, fault, "low_deg", "high_deg");
    f->model.motors[BODY_MOTOR_HEAD] = motor(h->low_deg * DEG, h->high_deg * DEG, h->speed_max_degps * DEG);
    f->model.neck_m[0] = f->model.neck_m[1] = 0, f->model.neck_m[2] = h->height_m;
    return ERR_NONE;
}

static enum err take_lift(struct body_file *f, const union measures *m, const struct json *at,
                          struct fault *fault) {
    const struct lift *l = &m->lift;
    float low = (l->low_m - l->pivot_m) / l->arm_m, high = (l->high_m - l->pivot_m) / l->arm_m;
    if (l->low_m >= l->high_m) return wrong(at, fault, "low_m", "high_m");
    if (low < -1 || high > 1)
        return json_fault(at, fault, ERR_RANGE,
                          "an arm of %g m on a pivot %g m high does not reach %g … %g m", (double)l->arm_m,
                          (double)l->pivot_m, (double)l->low_m, (double)l->high_m);
    f->model.lift_arm_m = l->arm_m;
    f->model.lift_pivot_m[0] = f->model.low_m.x / 2, f->model.lift_pivot_m[1] = 0;
    f->model.lift_pivot_m[2] = l->pivot_m;
    f->model.fork_m = vec3(0.006f, f->model.high_m.y * 1.6f, 0.010f);
    f->model.motors[BODY_MOTOR_LIFT] = motor(m_asin(low), m_asin(high), l->speed_max_degps * DEG);
    return ERR_NONE;
}

static enum err take_display(struct body_file *f, const union measures *m, const struct json *at,
                             struct fault *fault) {
    f->display = m->display;
    return ERR_NONE;
}
static enum err take_lights(struct body_file *f, const union measures *m, const struct json *at,
                            struct fault *fault) {
    f->model.light_count = m->counted.count;
    return ERR_NONE;
}
static enum err take_speaker(struct body_file *f, const union measures *m, const struct json *at,
                             struct fault *fault) {
    f->speaker_hz = m->speaker.rate_hz;
    return ERR_NONE;
}
static enum err take_ears(struct body_file *f, const union measures *m, const struct json *at,
                          struct fault *fault) {
    f->microphone_count = m->counted.count;
    return ERR_NONE;
}
static enum err take_touch(struct body_file *f, const union measures *m, const struct json *at,
                           struct fault *fault) {
    f->touch_count = m->counted.count;
    f->model.has_touch = true;
    return ERR_NONE;
}

static enum err take_camera(struct body_file *f, const union measures *m, const struct json *at,
                            struct fault *fault) {
    const struct camera *c = &m->camera;
    float half = c->view_deg * DEG / 2, pixels = (float)c->width / 2 * m_cos(half) / m_sin(half);
    f->eye.lens = (struct lens_model){.width = c->width,
                                      .height = c->height,
                                      .fx = pixels,
                                      .fy = pixels,
                                      .cx = (float)c->width / 2,
                                      .cy = (float)c->height / 2};
    return lens_check(&f->eye.lens, fault);
}

// Spread over the rim of its trunk, the front ones first.
static enum err take_cliffs(struct body_file *f, const union measures *m, const struct json *at,
                            struct fault *fault) {
    f->model.cliff_count = m->counted.count;
    for (uint32_t i = 0; i < f->model.cliff_count; i++) {
        float side = f->model.cliff_count == 1 ? 0 : (i % 2 ? f->model.low_m.y : f->model.high_m.y) * 0.8f;
        f->model.cliff_at_m[i][0] = i < 2 ? f->model.high_m.x : f->model.low_m.x;
        f->model.cliff_at_m[i][1] = side;
    }
    return ERR_NONE;
}

static enum err take_range(struct body_file *f, const union measures *m, const struct json *at,
                           struct fault *fault) {
    f->model.has_range = true;
    f->model.range_at_m[0] = m->range.ahead_m, f->model.range_at_m[2] = m->range.height_m;
    return ERR_NONE;
}

static enum err take_battery(struct body_file *f, const union measures *m, const struct json *at,
                             struct fault *fault) {
    const struct battery *b = &m->battery;
    if (b->low_v >= b->full_v) return wrong(at, fault, "low_v", "full_v");
    f->model.battery_low_v = b->low_v, f->model.battery_full_v = b->full_v;
    f->model.battery_low_charging_v = m_clamp(b->low_charging_v, b->low_v, b->full_v);
    return ERR_NONE;
}

static enum err take_nothing(struct body_file *f, const union measures *m, const struct json *at,
                             struct fault *fault) {
    return ERR_NONE;
}

// In this order, whatever the file's.
#define PART(key, part, strct, rows, take)                                                                   \
    { key, BODY_HAS(part), TABLE(key, strct, rows), take }
#define PLAIN(key, part)                                                                                     \
    { key, BODY_HAS(part), {key, NULL, 0, 0}, take_nothing }
static const struct part {
    const char *key;
    uint32_t parts;
    struct knobs knobs;
    enum err (*take)(struct body_file *f, const union measures *m, const struct json *at,
                     struct fault *fault);
} PARTS[] = {
    {"size", 0, TABLE("size", size, SIZE_ROWS), take_size},
    PART("wheels", WHEELS, going, WHEELS_ROWS, take_going),
    PART("legs", WHEELS, going, LEGS_ROWS, take_legs),
    PART("head", HEAD, head, HEAD_ROWS, take_head),
    PART("lift", LIFT, lift, LIFT_ROWS, take_lift),
    PART("display", DISPLAY, body_display, DISPLAY_ROWS, take_display),
    PART("lights", LIGHTS, counted, LIGHTS_ROWS, take_lights),
    PART("speaker", SPEAKER, speaker, SPEAKER_ROWS, take_speaker),
    PART("microphones", MICROPHONES, counted, EARS_ROWS, take_ears),
    PART("camera", CAMERA, camera, CAMERA_ROWS, take_camera),
    PART("cliffs", CLIFFS, counted, CLIFF_ROWS, take_cliffs),
    PART("range", RANGE, range, RANGE_ROWS, take_range),
    PART("touch", TOUCH, counted, TOUCH_ROWS, take_touch),
    PLAIN("imu", IMU),
    PART("battery", BATTERY, battery, BATTERY_ROWS, take_battery),
    PLAIN("charger", CHARGER),
    PLAIN("cubes", CUBES),
};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS, OTHER_KEYS = 4 };
static const char *const OTHERS[OTHER_KEYS] = {"name", "creature", "joints", "brainstem"};

// Absent or false: it lacks it, and its measures are the usual ones. The trunk is always there.
static enum err read_part(const struct json *body, const struct part *part, struct body_file *f,
                          struct fault *fault) {
    const struct json *at = json_get(body, part->key);
    union measures measures;
    memset(&measures, 0, sizeof measures);
    if (part->knobs.count) knobs_defaults(&part->knobs, &measures);
    bool has = at && !(at->kind == JSON_BOOL && !at->boolean);
    if (has && at->kind != JSON_BOOL && at->kind != JSON_OBJECT)
        return json_fault(at, fault, ERR_TYPE, "expected true, false or an object");
    enum err err = ERR_NONE;
    if (has && at->kind == JSON_OBJECT)
        err = part->knobs.count ? knobs_read(&part->knobs, at, &measures, fault)
                                : json_only(at, NULL, 0, fault);
    bool measured = has || !part->parts ||
                    part->parts & (BODY_HAS(HEAD) | BODY_HAS(LIFT) | BODY_HAS(BATTERY)) ||
                    (part->parts == BODY_HAS(WHEELS) && part->take == take_going);
    if (!err && measured) err = part->take(f, &measures, at, fault);
    if (!err && has) f->model.lacks &= ~part->parts;
    return err;
}

// ------------------------------------------------------------------------------------------------ joints

static enum err read_joint(const struct json *at, struct body_file *f, struct fault *fault) {
    struct body_joint_of_its_own *joint = &f->joints[f->joint_count];
    knobs_defaults(&JOINT_TABLE, joint);
    enum err err = knobs_read(&JOINT_TABLE, at, joint, fault);
    if (!err && !joint->name[0]) err = json_fault(at, fault, ERR_MISSING, "there is no \"name\"");
    if (!err && joint->low_deg >= joint->high_deg) err = wrong(at, fault, "low_deg", "high_deg");
    if (!err && (joint->rest_deg < joint->low_deg || joint->rest_deg > joint->high_deg))
        err = json_fault(at, fault, ERR_RANGE, "expected rest_deg from low_deg to high_deg");
    static const char *const TAKEN[] = {"left", "right", "lift", "head"};
    for (int i = 0; i < 4 && !err; i++)
        if (!strcmp(joint->name, TAKEN[i]))
            err = json_fault(json_get(at, "name"), fault, ERR_DUPLICATE, "\"%s\" is a name of another motor",
                             joint->name);
    for (uint32_t i = 0; i < f->joint_count && !err; i++)
        if (!strcmp(joint->name, f->joints[i].name))
            err = json_fault(json_get(at, "name"), fault, ERR_DUPLICATE, "two joints are called \"%s\"",
                             joint->name);
    if (err) return err;
    f->model.motors[BODY_MOTOR_HEAD + 1 + f->joint_count++] =
        motor(joint->low_deg * DEG, joint->high_deg * DEG, joint->speed_max_degps * DEG);
    return ERR_NONE;
}

static enum err read_joints(const struct json *body, struct body_file *f, struct fault *fault) {
    const struct json *list = json_get(body, "joints");
    if (!list) return ERR_NONE;
    if (list->kind != JSON_LIST) return json_fault(list, fault, ERR_TYPE, "expected a list of joints");
    if (list->count > BODY_JOINTS_MAX)
        return json_fault(list, fault, ERR_LIMIT, "expected at most %d joints, found %u", BODY_JOINTS_MAX,
                          list->count);
    enum err err = ERR_NONE;
    for (const struct json *one = list->first; one && !err; one = one->next) err = read_joint(one, f, fault);
    return err;
}

// ------------------------------------------------------------------------------------------------ the file

static enum err read_name(const struct json *body, const char *key, char out[BODY_NAME_MAX],
                          struct fault *fault) {
    const struct json *at = json_get(body, key);
    struct text text;
    enum err err = at ? json_as_text(at, &text, fault) : ERR_NONE;
    if (!at || err) return err;
    if (!text.len || text.len >= BODY_NAME_MAX)
        return json_fault(at, fault, ERR_LIMIT, "expected 1 to %d bytes", BODY_NAME_MAX - 1);
    text_copy(text, out, BODY_NAME_MAX);
    return ERR_NONE;
}

static void begin(struct body_file *f) {
    memset(f, 0, sizeof *f);
    strcpy(f->name, "Critter"), strcpy(f->creature, "vector");
    f->model =
        (struct body_model){.motor_count = BODY_MOTOR_HEAD + 1,
                            .imu = {.mps2_per_count = 9.81f / 4096, .radps_per_count = DEG * 2000 / 32768},
                            .cliff_floor_counts = 400,
                            .described = true,
                            .lacks = (1u << BODY_PARTS) - 1};
    f->eye = (struct eye_model){.exposure_low_ms = 1,
                                .exposure_high_ms = 66,
                                .gain_low = 0.1f,
                                .gain_high = 4,
                                .rate_hz = 15,
                                .readout_ms = 20,
                                .full_well = 10000,
                                .read_noise = 4};
}

static void end(struct body_file *f) {
    static const char *const FIRST[] = {"left", "right", "lift", "head"};
    f->model.motor_count += f->joint_count;
    for (uint32_t i = 0; i < f->model.motor_count; i++)
        f->motor_names[i] = i <= BODY_MOTOR_HEAD ? FIRST[i] : f->joints[i - BODY_MOTOR_HEAD - 1].name;
    f->model.creature = body_model_find(f->creature)->creature;
    f->model.motor_names = f->motor_names;
    f->model.eye = &f->eye;
}

static bool lives(const char *creature) { return !strcmp(creature, "vector") || !strcmp(creature, "cozmo"); }

static enum err read_body(const struct json *body, struct body_file *f, struct fault *fault) {
    const char *keys[PART_COUNT + OTHER_KEYS];
    for (int i = 0; i < PART_COUNT; i++) keys[i] = PARTS[i].key;
    for (int i = 0; i < OTHER_KEYS; i++) keys[PART_COUNT + i] = OTHERS[i];
    if (body->kind != JSON_OBJECT) return json_fault(body, fault, ERR_TYPE, "expected an object");
    begin(f);
    enum err err = json_only(body, keys, PART_COUNT + OTHER_KEYS, fault);
    if (!err) err = read_name(body, "name", f->name, fault);
    if (!err) err = read_name(body, "creature", f->creature, fault);
    if (!err && !lives(f->creature))
        err = json_fault(json_get(body, "creature"), fault, ERR_UNKNOWN, "expected \"vector\" or \"cozmo\"");
    for (int i = 0; i < PART_COUNT && !err; i++) err = read_part(body, &PARTS[i], f, fault);
    if (!err && json_get(body, "brainstem")) err = json_get_bool(body, "brainstem", &f->brainstem, fault);
    if (!err) err = read_joints(body, f, fault);
    if (!err) end(f);
    return err;
}

enum err body_file_parse(struct text text, const char *name, struct body_file *out, struct fault *fault) {
    struct json_limits limits = {BODY_FILE_BYTES_MAX, 2000, 8};
    struct arena *arena = arena_new(16 << 10);
    struct json *body;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a body");
    enum err err = json_parse(text, name, arena, &limits, &body, fault);
    if (!err) err = read_body(body, out, fault);
    arena_free(arena);
    return err;
}

enum err body_file_read(const char *path, struct body_file *out, struct fault *fault) {
    struct buf text = {0};
    enum err err = file_read(path, BODY_FILE_BYTES_MAX, &text, fault);
    if (!err) err = body_file_parse((struct text){(const char *)text.at, text.len}, path, out, fault);
    buf_free(&text);
    return err;
}

enum err body_file_whole(const char *creature, struct body_file *out, struct fault *fault) {
    begin(out);
    enum err err = body_file_creature(out, creature, fault);
    if (err) return err;
    out->model = *body_model_find(creature);
    out->motor_names[0] = "left", out->motor_names[1] = "right";
    out->motor_names[BODY_MOTOR_LIFT] = "lift", out->motor_names[BODY_MOTOR_HEAD] = "head";
    out->brainstem = true;
    out->touch_count = out->model.has_touch, out->microphone_count = BODY_EARS;
    bool vector = !strcmp(creature, "vector");
    out->display = (struct body_display){vector ? 184 : 128, vector ? 96 : 64, BODY_COLOURS_COLOUR};
    return ERR_NONE;
}

void body_file_copy(struct body_file *to, const struct body_file *from) {
    *to = *from;
    for (uint32_t i = BODY_MOTOR_HEAD + 1; i < to->model.motor_count && to->joint_count; i++)
        to->motor_names[i] = to->joints[i - BODY_MOTOR_HEAD - 1].name;
    if (from->model.motor_names == from->motor_names) to->model.motor_names = to->motor_names;
    if (from->model.eye == &from->eye) to->model.eye = &to->eye;
}

enum err body_file_creature(struct body_file *f, const char *creature, struct fault *fault) {
    if (!lives(creature))
        return fault_set(fault, ERR_UNKNOWN, "expected vector or cozmo, found \"%.40s\"", creature);
    snprintf(f->creature, sizeof f->creature, "%s", creature);
    f->model.creature = body_model_find(creature)->creature;
    return ERR_NONE;
}

static void document(const struct knobs *knobs, struct buf *out) {
    buf_printf(out, "%s`%s`\n\n", out->len ? "\n" : "", knobs->name);
    knobs_document(knobs, out);
}

void body_file_manual(struct buf *out) {
    for (int i = 0; i < PART_COUNT; i++)
        if (PARTS[i].knobs.count) document(&PARTS[i].knobs, out);
    document(&JOINT_TABLE, out);
}
