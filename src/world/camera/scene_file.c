#include "world/camera/scene_file.h"

#include "base/plural.h"
#include "world/shape/limb.h"

#include <string.h>

// Everything is read through these: each leaves its target alone when the key is missing.

static enum err number(const struct json *o, const char *key, double low, double high, float scale,
                       float *out, struct fault *fault) {
    const struct json *value = json_get(o, key);
    if (!value) return ERR_NONE;
    double wide;
    enum err err = json_as_number(value, low, high, &wide, fault);
    if (!err) *out = (float)wide * scale;
    return err;
}

static enum err flag(const struct json *o, const char *key, bool *out, struct fault *fault) {
    const struct json *value = json_get(o, key);
    return value ? json_as_bool(value, out, fault) : ERR_NONE;
}

static enum err numbers(const struct json *o, const char *key, uint32_t least, uint32_t most, double low,
                        double high, float scale, float *out, struct fault *fault) {
    const struct json *list = json_get(o, key);
    if (!list) return ERR_NONE;
    char is[48];
    if (list->kind != JSON_LIST || list->count < least || list->count > most)
        return json_fault(list, fault, ERR_TYPE, "expected a list of %s, found %s", PLURAL(most, "number"),
                          json_found(list, is, sizeof is));
    for (const struct json *at = list->first; at; at = at->next) {
        double wide;
        enum err err = json_as_number(at, low, high, &wide, fault);
        if (err) return err;
        out[at->index] = (float)wide * scale;
    }
    return ERR_NONE;
}

static enum err colour_of(const struct json *value, struct rgb *out, struct fault *fault) {
    struct text text;
    enum err err = json_as_text(value, &text, fault);
    if (err) return err;
    uint8_t bytes[3];
    size_t len = 0;
    struct text digits = {text.at + 1, text.len ? text.len - 1 : 0};
    if (text.len != 7 || text.at[0] != '#' || hex_to_bytes(digits, bytes, 3, &len) || len != 3)
        return json_fault(value, fault, ERR_SYNTAX, "expected a colour such as \"#ff8000\"");
    *out = (struct rgb){bytes[0], bytes[1], bytes[2]};
    return ERR_NONE;
}

static enum err colour(const struct json *o, const char *key, struct rgb *out, struct fault *fault) {
    const struct json *value = json_get(o, key);
    return value ? colour_of(value, out, fault) : ERR_NONE;
}

static enum err one_of(const struct json *o, const char *key, const char *const *names, unsigned *out,
                       struct fault *fault) {
    const struct json *value = json_get(o, key);
    if (!value) return ERR_NONE;
    struct text text;
    enum err err = json_as_text(value, &text, fault);
    if (err) return err;
    size_t count = 0;
    for (; names[count]; count++)
        if (text_is(text, names[count])) {
            *out = (unsigned)count;
            return ERR_NONE;
        }
    char word[40];
    text_copy(text, word, sizeof word);
    const char *near = text_nearest(word, names, count);
    return json_fault(value, fault, ERR_UNKNOWN, "\"%s\" is none of them; %s \"%s\"", word,
                      near ? "did you mean" : "the first is", near ? near : names[0]);
}

static enum err pose(const struct json *o, struct pose *out, struct fault *fault) {
    float at[3] = {out->at.x, out->at.y, out->at.z}, roll = 0, pitch = 0, yaw = 0;
    enum err err;
    const float deg = M_PI_F / 180;
    if ((err = numbers(o, "at_mm", 2, 3, -1e5, 1e5, 0.001f, at, fault)) ||
        (err = number(o, "roll_deg", -360, 360, deg, &roll, fault)) ||
        (err = number(o, "pitch_deg", -360, 360, deg, &pitch, fault)) ||
        (err = number(o, "yaw_deg", -360, 360, deg, &yaw, fault)))
        return err;
    *out = (struct pose){{at[0], at[1], at[2]}, quat_euler(roll, -pitch, yaw)}; // pitch up is up
    return ERR_NONE;
}

static enum err look(const struct json *o, struct scene_look *out, struct fault *fault) {
    unsigned grain = (unsigned)out->grain;
    enum err err;
    if ((err = colour(o, "colour", &out->colour, fault)) ||
        (err = one_of(o, "grain", SCENE_GRAIN_NAMES, &grain, fault)) ||
        (err = number(o, "grain_mm", 1, 1e5, 0.001f, &out->grain_m, fault)) ||
        (err = number(o, "glow", 0, 16, 1, &out->glow, fault)))
        return err;
    out->grain = (enum scene_grain)grain;
    return ERR_NONE;
}

static enum err size(const struct json *o, struct vec3 *out, struct fault *fault) {
    float s[3] = {out->x, out->y, out->z};
    enum err err = numbers(o, "size_mm", 3, 3, 0.1, 1e5, 0.001f, s, fault);
    *out = vec3(s[0], s[1], s[2]);
    return err;
}

static enum err marker_of(const struct json *value, int *out, struct fault *fault) {
    struct text text;
    enum err err = json_as_text(value, &text, fault);
    if (err) return err;
    char word[40];
    text_copy(text, word, sizeof word);
    *out = marker_find(word);
    if (*out >= 0) return ERR_NONE;
    const char *names[MARKER_COUNT];
    for (int i = 0; i < MARKER_COUNT; i++) names[i] = MARKERS[i].name;
    const char *near = text_nearest(word, names, MARKER_COUNT);
    return json_fault(value, fault, ERR_UNKNOWN, "no marker is called \"%s\"; did you mean \"%s\"?", word,
                      near ? near : names[0]);
}

// --- Things ------------------------------------------------------------------------------------------------

static const char *const CUBES[] = {"vector", "cozmo1", "cozmo2", "cozmo3", NULL};
static const char *const CREATURES[] = {"vector", "cozmo", NULL};
static const char *const ROBOTS[] = {"vector", "cozmo", "pleo", NULL};

static enum err read_marker(const struct json *o, struct scene_thing *t, struct fault *fault) {
    const struct json *value = json_get(o, "marker");
    int marker = 0;
    if (!value) return json_fault(o, fault, ERR_MISSING, "expected \"marker\", a marker's name");
    enum err err = marker_of(value, &marker, fault);
    if (err) return err;
    t->marker = (unsigned)marker;
    t->width = (float)MARKERS[marker].size_mm * 0.001f;
    return number(o, "width_mm", 1, 10000, 0.001f, &t->width, fault);
}

static enum err read_cube(const struct json *o, struct scene_thing *t, struct fault *fault) {
    unsigned kind = 0;
    enum err err = one_of(o, "cube", CUBES, &kind, fault);
    if (err) return err;
    t->cube = (struct scene_cube){.pose = t->pose, .kind = (enum marker_kind)(MARKER_VECTOR_CUBE + kind)};
    const struct json *lights = json_get(o, "lights");
    if (!lights) return ERR_NONE;
    if (lights->kind != JSON_LIST || lights->count > 4)
        return json_fault(lights, fault, ERR_TYPE, "expected a list of at most four colours");
    for (const struct json *at = lights->first; at; at = at->next)
        if ((err = colour_of(at, &t->cube.lights[at->index], fault))) return err;
    return ERR_NONE;
}

static enum err read_custom(const struct json *o, struct scene_thing *t, struct fault *fault) {
    t->custom = (struct scene_custom){
        .pose = t->pose, .size = t->size, .markers = {0, -1, -1, -1, -1, -1}, .look = t->look};
    t->custom.marker_m = m_min(m_min(t->size.x, t->size.y), t->size.z) * 0.6f;
    enum err err = number(o, "width_mm", 1, 10000, 0.001f, &t->custom.marker_m, fault);
    const struct json *list = json_get(o, "markers");
    if (err || !list) return err;
    if (list->kind != JSON_LIST || list->count > 6)
        return json_fault(list, fault, ERR_TYPE, "expected a list of at most six markers' names or nulls");
    for (int i = 0; i < 6; i++) t->custom.markers[i] = -1;
    for (const struct json *at = list->first; at; at = at->next)
        if (at->kind != JSON_NULL && (err = marker_of(at, &t->custom.markers[at->index], fault))) return err;
    return ERR_NONE;
}

static enum err read_charger(const struct json *o, struct scene_thing *t, struct fault *fault) {
    t->charger = (struct scene_charger){.pose = t->pose, .powered = true};
    enum err err = one_of(o, "charger", CREATURES, &t->charger.index, fault);
    return err ? err : flag(o, "powered", &t->charger.powered, fault);
}

static enum err read_robot(const struct json *o, struct scene_robot *robot, struct pose at,
                           struct fault *fault) {
    unsigned creature = 0;
    const float deg = M_PI_F / 180;
    *robot = (struct scene_robot){.pose = at, .lift_rad = -11 * deg};
    enum err err;
    if ((err = one_of(o, "creature", ROBOTS, &creature, fault)) ||
        (err = number(o, "head_deg", -25, 45, deg, &robot->head_rad, fault)) ||
        (err = number(o, "lift_deg", -12, 46, deg, &robot->lift_rad, fault)))
        return err;
    robot->cozmo = creature == 1;
    robot->pleo = creature == 2;
    robot->joints[PLEO_NECK.up] = robot->head_rad;
    if ((err = numbers(o, "joints_deg", 1, 14, -180, 180, deg, robot->joints, fault))) return err;
    return colour(o, "eyes", &robot->eyes, fault);
}

static enum err read_person(const struct json *o, struct scene_thing *t, struct arena *arena,
                            struct fault *fault) {
    struct scene_person *p = &t->person;
    float gaze[2] = {0, 0};
    unsigned mood = 0;
    struct text name = TEXT("Ann");
    *p = (struct scene_person){.head = t->pose, .mood_share = 1, .eyes_open = 1, .size = 1};
    enum err err = json_get(o, "name") ? json_get_text(o, "name", &name, fault) : ERR_NONE;
    if (err || (err = one_of(o, "mood", SCENE_MOOD_NAMES, &mood, fault)) ||
        (err = number(o, "share", 0, 1, 1, &p->mood_share, fault)) ||
        (err = number(o, "eyes_open", 0, 1, 1, &p->eyes_open, fault)) ||
        (err = numbers(o, "gaze", 2, 2, -1, 1, 1, gaze, fault)) ||
        (err = number(o, "mouth_open", 0, 1, 1, &p->mouth_open, fault)) ||
        (err = number(o, "size", 0.1, 5, 1, &p->size, fault)) ||
        (err = flag(o, "head_only", &p->head_only, fault)))
        return err;
    p->mood = (enum scene_mood)mood;
    p->gaze = vec2(gaze[0], gaze[1]);
    p->name = arena_copy_text(arena, name.at, name.len);
    return p->name ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory");
}

static enum err read_hand(const struct json *o, struct scene_thing *t, struct fault *fault) {
    t->hand = (struct scene_hand){.pose = t->pose};
    enum err err = number(o, "closed", 0, 1, 1, &t->hand.closed, fault);
    if (!err) err = flag(o, "left", &t->hand.left, fault);
    return err ? err : colour(o, "colour", &t->hand.skin, fault);
}

#define PLACE "kind", "at_mm", "roll_deg", "pitch_deg", "yaw_deg"
#define LOOK  "colour", "grain", "grain_mm", "glow"
enum { KEYS_MOST = 16 };
static const struct {
    const char *name;
    const char *keys[KEYS_MOST];
    struct vec3 at, size; // where it is and how large when nothing is said
    struct rgb colour;
} KINDS[SCENE_KINDS] = {
    [SCENE_GROUND] = {"ground", {PLACE, LOOK, "half_mm"}, {0}, {0}, {190, 150, 110}},
    [SCENE_ROOM] = {"room", {PLACE, LOOK, "size_mm"}, {0}, {3, 3, 2.2f}, {205, 205, 195}},
    [SCENE_WALL] = {"wall", {PLACE, LOOK, "size_mm"}, {0}, {0.01f, 0.3f, 0.1f}, {200, 200, 190}},
    [SCENE_BOX] =
        {"box", {PLACE, LOOK, "size_mm"}, {0.2f, 0, 0.022f}, {0.044f, 0.044f, 0.044f}, {150, 120, 90}},
    [SCENE_BALL] =
        {"ball", {PLACE, LOOK, "size_mm"}, {0.2f, 0, 0.025f}, {0.05f, 0.05f, 0.05f}, {210, 60, 40}},
    [SCENE_MARKER] = {"marker", {PLACE, "marker", "width_mm"}, {0.3f, 0, 0.05f}, {0}, {0}},
    [SCENE_CUBE] = {"cube", {PLACE, "cube", "lights"}, {0.2f, 0, 0.022f}, {0}, {0}},
    [SCENE_CUSTOM] = {"custom",
                      {PLACE, LOOK, "size_mm", "markers", "width_mm"},
                      {0.3f, 0, 0.04f},
                      {0.08f, 0.08f, 0.08f},
                      {190, 170, 130}},
    [SCENE_CHARGER] = {"charger", {PLACE, "charger", "powered"}, {0.35f, 0, 0}, {0}, {0}},
    [SCENE_ROBOT] =
        {"robot", {PLACE, "creature", "head_deg", "lift_deg", "joints_deg", "eyes"}, {0.25f, 0, 0}, {0}, {0}},
    [SCENE_PERSON] = {"person",
                      {PLACE, "name", "mood", "share", "eyes_open", "gaze", "mouth_open", "size",
                       "head_only"},
                      {0.7f, 0, 0.35f},
                      {0},
                      {0}},
    [SCENE_HAND] = {"hand", {PLACE, "closed", "left", "colour"}, {0.25f, 0, 0.05f}, {0}, {0}},
};

static enum err only(const struct json *o, const char *const *keys, struct fault *fault) {
    size_t count = 0;
    while (count < KEYS_MOST && keys[count]) count++;
    return json_only(o, keys, count, fault);
}

static enum err read_thing(const struct json *o, struct scene_thing *t, struct arena *arena,
                           struct fault *fault) {
    const char *names[SCENE_KINDS + 1] = {NULL};
    for (int i = 0; i < SCENE_KINDS; i++) names[i] = KINDS[i].name;
    char is[48];
    if (o->kind != JSON_OBJECT)
        return json_fault(o, fault, ERR_TYPE, "expected a thing such as {\"kind\": \"cube\"}, found %s",
                          json_found(o, is, sizeof is));
    if (!json_get(o, "kind")) return json_fault(o, fault, ERR_MISSING, "expected \"kind\"");
    unsigned kind = 0;
    enum err err = one_of(o, "kind", names, &kind, fault);
    if (err || (err = only(o, KINDS[kind].keys, fault))) return err;
    t->kind = (enum scene_kind)kind;
    t->pose = (struct pose){KINDS[kind].at, {1, 0, 0, 0}};
    t->size = KINDS[kind].size;
    t->look.colour = KINDS[kind].colour;
    t->width = 2;
    if ((err = pose(o, &t->pose, fault)) || (err = size(o, &t->size, fault))) return err;
    switch (t->kind) {
    case SCENE_MARKER:
        return read_marker(o, t, fault);
    case SCENE_CUBE:
        return read_cube(o, t, fault);
    case SCENE_CHARGER:
        return read_charger(o, t, fault);
    case SCENE_ROBOT:
        return read_robot(o, &t->robot, t->pose, fault);
    case SCENE_PERSON:
        return read_person(o, t, arena, fault);
    case SCENE_HAND:
        return read_hand(o, t, fault);
    case SCENE_GROUND:
        err = number(o, "half_mm", 1, 1e5, 0.001f, &t->width, fault);
        break;
    default:
        break;
    }
    if (err || (err = look(o, &t->look, fault))) return err;
    return t->kind == SCENE_CUSTOM ? read_custom(o, t, fault) : ERR_NONE;
}

// --- The rest ----------------------------------------------------------------------------------------------

static enum err read_light(const struct json *o, struct scene_light *light, struct fault *fault) {
    static const char *const KEYS[KEYS_MOST] = {"lux", "ambient", "towards", "tint", "background"};
    float towards[3] = {light->towards.x, light->towards.y, light->towards.z};
    enum err err;
    if ((err = only(o, KEYS, fault)) || (err = number(o, "lux", 0, 200000, 1, &light->lux, fault)) ||
        (err = number(o, "ambient", 0, 1, 1, &light->ambient, fault)) ||
        (err = numbers(o, "towards", 3, 3, -1000, 1000, 1, towards, fault)) ||
        (err = colour(o, "tint", &light->tint, fault)) ||
        (err = colour(o, "background", &light->background, fault)))
        return err;
    light->towards = vec3(towards[0], towards[1], towards[2]);
    return ERR_NONE;
}

static enum err read_camera(const struct json *o, struct scene_file *file, struct fault *fault) {
    static const char *const KEYS[KEYS_MOST] = {"at_mm",  "roll_deg", "pitch_deg", "yaw_deg",     "creature",
                                                "serial", "head_deg", "lift_deg",  "exposure_ms", "gain",
                                                "lens",   "eyes",     "joints_deg"};
    struct pose at = pose_none();
    enum err err;
    int64_t serial = 0;
    if (o && ((err = only(o, KEYS, fault)) || (err = pose(o, &at, fault)))) return err;
    if ((err = read_robot(o, &file->self, at, fault))) return err;
    if (o && json_get(o, "serial") && (err = json_get_int(o, "serial", 0, UINT32_MAX, &serial, fault)))
        return err;
    const struct body_model *body = file->self.pleo    ? &pleo_model
                                    : file->self.cozmo ? &cozmo_model
                                                       : &vector_model;
    eye_of(body, (uint32_t)serial, &file->eye);
    file->shot =
        (struct lens_shot){.owner = 1, .exposure_ms = 16, .gain = 1, .head_rad = file->self.head_rad};
    struct pose eye =
        file->self.pleo ? neck_eye(&PLEO_NECK, file->self.joints) : eye_in_robot(body, file->self.head_rad);
    file->shot.start = file->shot.end = pose_times(at, eye);
    if (!o) return ERR_NONE;
    if ((err = number(o, "exposure_ms", 0, 10000, 1, &file->shot.exposure_ms, fault)) ||
        (err = number(o, "gain", 0, 1000, 1, &file->shot.gain, fault)))
        return err;
    const struct json *lens = json_get(o, "lens");
    return lens ? lens_read(lens, &file->eye.lens, fault) : ERR_NONE;
}

enum err scene_file_read(const struct json *json, struct arena *arena, struct scene_file *out,
                         struct fault *fault) {
    static const char *const KEYS[KEYS_MOST] = {"light", "camera", "things"};
    struct scene_file file = {.light = scene_light_defaults()};
    enum err err = only(json, KEYS, fault);
    const struct json *light = json_get(json, "light"), *list = json_get(json, "things");
    if (err || (light && (err = read_light(light, &file.light, fault))) ||
        (err = read_camera(json_get(json, "camera"), &file, fault)))
        return err;
    char is[48];
    if (list && (list->kind != JSON_LIST || list->count > SCENE_FILE_THINGS))
        return json_fault(list, fault, list->kind != JSON_LIST ? ERR_TYPE : ERR_LIMIT,
                          "expected a list of at most %d things, found %s", SCENE_FILE_THINGS,
                          json_found(list, is, sizeof is));
    if (list && !(file.things = arena_array(arena, struct scene_thing, list->count)))
        return fault_set(fault, ERR_MEMORY, "no memory for %s", PLURAL(list->count, "thing"));
    for (const struct json *at = list ? list->first : NULL; at; at = at->next)
        if ((err = read_thing(at, &file.things[file.count++], arena, fault))) return err;
    *out = file;
    return ERR_NONE;
}

static void draw_thing(const struct scene_thing *t, struct scene *scene, uint32_t id) {
    float yaw = quat_heading(t->pose.turn);
    struct pose2 flat = {{t->pose.at.x, t->pose.at.y}, yaw};
    switch (t->kind) {
    case SCENE_GROUND:
        scene_ground(scene, t->pose.at.z, t->width, t->look);
        break;
    case SCENE_ROOM:
        scene_room(scene, flat, t->size.x, t->size.y, t->size.z, t->look);
        break;
    case SCENE_WALL:
        scene_wall(scene, flat, t->size.y, t->size.z, t->size.x, t->look);
        break;
    case SCENE_BOX:
        scene_box(scene, t->pose, t->size, t->look);
        break;
    case SCENE_BALL:
        scene_ball(scene, t->pose, vec3_scale(t->size, 0.5f), t->look);
        break;
    case SCENE_MARKER: { // its paper looks along the pose's x: as the back of a cube
        struct pose paper = scene_cube_face(MARKER_BACK, 0);
        scene_marker(scene, id, pose_times(t->pose, paper), t->width, t->marker);
        break;
    }
    case SCENE_CUBE:
        scene_cube(scene, id, &t->cube);
        break;
    case SCENE_CUSTOM:
        scene_custom(scene, id, &t->custom);
        break;
    case SCENE_CHARGER:
        scene_charger(scene, id, &t->charger);
        break;
    case SCENE_ROBOT:
        scene_robot(scene, id, &t->robot);
        break;
    case SCENE_PERSON:
        scene_person(scene, id, &t->person);
        break;
    case SCENE_HAND:
        scene_hand(scene, &t->hand);
        break;
    case SCENE_KINDS:
        break;
    }
}

void scene_file_draw(const struct scene_file *file, struct scene *scene) {
    scene_robot(scene, 1, &file->self);
    for (uint32_t i = 0; i < file->count; i++) draw_thing(&file->things[i], scene, i + 2);
}

const char *const SCENE_FILE_EXAMPLE =
    "{\n"
    "  \"camera\": {\"creature\": \"vector\", \"serial\": 1, \"head_deg\": 12},\n"
    "  \"things\": [\n"
    "    {\"kind\": \"ground\", \"half_mm\": 2000, \"grain\": \"wood\", \"grain_mm\": 500},\n"
    "    {\"kind\": \"room\", \"at_mm\": [500, 0], \"grain\": \"bricks\", \"grain_mm\": 600},\n"
    "    {\"kind\": \"cube\", \"at_mm\": [170, 55, 22], \"yaw_deg\": 20, \"lights\": [\"#ff2000\", "
    "\"#00ff40\", \"#2040ff\", \"#ffd000\"]},\n"
    "    {\"kind\": \"charger\", \"at_mm\": [340, -90], \"yaw_deg\": -12},\n"
    "    {\"kind\": \"custom\", \"at_mm\": [420, 200, 40], \"yaw_deg\": 25, \"markers\": [\"circles2\", "
    "null, \"hexagons3\"], \"width_mm\": 50},\n"
    "    {\"kind\": \"robot\", \"creature\": \"cozmo\", \"at_mm\": [300, 30], \"yaw_deg\": 160, "
    "\"head_deg\": 10},\n"
    "    {\"kind\": \"person\", \"name\": \"Mia\", \"at_mm\": [650, 60, 330], \"yaw_deg\": 180, "
    "\"pitch_deg\": -25, \"mood\": \"happy\"},\n"
    "    {\"kind\": \"hand\", \"at_mm\": [240, -170, 45], \"yaw_deg\": 100, \"closed\": 0.3}\n"
    "  ]\n"
    "}\n";
