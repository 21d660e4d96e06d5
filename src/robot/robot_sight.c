// Who looks: the world's oracle, or its own detectors over its camera's pictures (sense/see/see.h).
//
// Its own eyes take as long as they take: a picture that comes meanwhile is not looked at. What was found is
// told with the moment of its picture, as the oracle tells it.
#include "robot/robot_internal.h"

#include "base/hash.h"

#include <string.h>

enum { ANSWER_TICKS = 2, SIGHT_KIND = 0x516 };
#define STILL_RADPS 0.06f // slower, and the camera stands
#define STILL_RAD   0.004f
static bool own(const struct robot *robot) { return robot->config.sight.by != SIGHT_ORACLE; }
static bool awake(const struct robot *robot) { return robot->eye.model.lens.width && !robot_asleep(robot); }
// What an errand looks for in pictures; exposure and balance have one of their own (robot_see.c).
#define LOOKS                                                                                                \
    (1u << LIFE_VISION_MODE_MARKERS | 1u << LIFE_VISION_MODE_MOTION | 1u << LIFE_VISION_MODE_ILLUMINATION)
// Asleep, it opens no eye; its camera, at rest, still tells how light it is.
static bool dozes(const struct robot *robot) {
    return eye_is_there(&robot->eye) && robot_asleep(robot) && !robot->eye.wants && own(robot);
}
static bool looks(const struct robot *robot) { return awake(robot) && modes_on(&robot->sight.modes) & LOOKS; }

void robot_sight_start(struct robot *robot) {
    modes_start(&robot->sight.modes);
    if (!own(robot)) return;
    modes_want(&robot->sight.modes, MODES_SELF, LIFE_VISION_MODE_MARKERS, MODE_HIGH);
    modes_want(&robot->sight.modes, MODES_SELF, LIFE_VISION_MODE_ILLUMINATION, MODE_LOW);
}

// Somebody asks it to look for more than it needs itself.
void robot_sight_ask(struct robot *robot, uint32_t modes) {
    for (int i = 0; i < MODES; i++)
        modes_want(&robot->sight.modes, MODES_DOOR, (enum life_vision_mode)i,
                   modes >> i & 1 ? MODE_STANDARD : MODE_OFF);
}

uint16_t robot_sight_wants(const struct robot *robot) {
    if (!awake(robot)) return dozes(robot) ? BODY_WANT_METER : 0;
    uint16_t oracle = robot->config.sight.by == SIGHT_OWN ? 0 : BODY_WANT_SIGHTS;
    return (uint16_t)(oracle | (looks(robot) ? BODY_WANT_PICTURE : 0));
}

// ------------------------------------------------------------------------------------------------ what came
// of it

static void notice_motion(struct robot *robot, const struct see_found *found) {
    struct sight *s = &robot->sight;
    struct motion_config config = motion_defaults();
    bool still = found->compared && found->turned_radps < STILL_RADPS && robot->view.left_mps == 0 &&
                 robot->view.right_mps == 0;
    if (m_abs(found->head_rad - s->head_rad) > STILL_RAD) still = false;
    s->head_rad = found->head_rad;
    s->moved = motion_follow(&s->motion, &config, &found->motion, still);
    const struct motion_area *all = &found->motion.at[MOTION_ALL];
    if (s->moved)
        robot_tell_eye(robot, (struct eye_event){LIFE_EVENT_KIND_MOTION_SEEN, {all->share, all->x, all->y}});
}

static void tell_light(struct robot *robot) {
    robot_tell_eye(robot, (struct eye_event){LIFE_EVENT_KIND_LIGHT_CHANGED, {robot->sight.light.state}});
}

static void conclude(struct robot *robot, const struct see_found *found) {
    struct illumination_config light = illumination_defaults();
    if (see_ran(found, LIFE_VISION_MODE_MOTION)) notice_motion(robot, found);
    if (see_ran(found, LIFE_VISION_MODE_ILLUMINATION) &&
        illumination_follow(&robot->sight.light, &light, &found->light, found->exposure, found->time_us))
        tell_light(robot);
}

static void read_meter(struct robot *robot, const struct body_picture *p) {
    const struct eye_model *eye = &robot->eye.model;
    struct illumination_config light = illumination_defaults();
    float most = eye->exposure_high_ms * 0.001f * eye->gain_high, took = p->exposure_s * p->gain;
    if (took > 0 && illumination_meter(&robot->sight.light, &light, took, most, p->time_us))
        tell_light(robot);
}

void robot_sight_begin(struct robot *robot, const struct body_senses *senses) {
    struct sight *s = &robot->sight;
    bool brought = s->brought;
    robot->eye.open = looks(robot);
    s->brought = s->moved = false;
    if (brought) conclude(robot, &s->found);
    if (!own(robot)) return eye_look(&robot->eye, senses);
    robot->eye.looked = brought && see_ran(&s->found, LIFE_VISION_MODE_MARKERS) &&
                        see_observe(&s->found, sizeof s->found, &robot->eye.seen);
    if (robot->eye.looked) robot->eye.seen.lens = &robot->eye.model.lens;
}

const struct observations *robot_seen(const struct robot *robot) {
    return robot->eye.looked ? &robot->eye.seen : NULL;
}

// On the floor, where the lowest of what moves stands; 0: nobody can tell.
static bool on_floor(const struct robot *robot, const struct see_found *found, struct vec3 *out) {
    const struct lens_model *lens = &robot->eye.model.lens;
    struct vec2 px =
        vec2(found->motion.lowest.x * (float)lens->width, found->motion.lowest.y * (float)lens->height);
    return found->motion.lowest.share > 0 &&
           eye_on_floor(lens, eye_in_robot(robot->config.model, found->head_rad), px, out);
}

bool robot_motion(const struct robot *robot, struct robot_motion *out) {
    const struct sight *s = &robot->sight;
    const struct lens_model *lens = &robot->eye.model.lens;
    if (!s->moved) return false;
    *out = (struct robot_motion){.time_us = s->found.time_us};
    for (int i = 0; i < MOTION_REGIONS; i++) {
        if (!motion_in(&s->motion, (enum motion_region)i)) continue;
        out->share[i] = s->found.motion.at[i].share;
        out->x_px[i] = s->motion.middle[i].x * (float)lens->width;
        out->y_px[i] = s->motion.middle[i].y * (float)lens->height;
    }
    struct vec3 at;
    if (!on_floor(robot, &s->found, &at)) return true;
    out->ground_share = out->share[MOTION_ALL];
    out->ground_x_m = at.x, out->ground_y_m = at.y;
    return true;
}

// ------------------------------------------------------------------------------------------------ looking

static void hold_for_next(struct sight *s, struct frame *frame, bool motion) {
    frame_drop(s->before);
    s->before = motion && frame ? frame_hold(frame) : NULL;
}

// A Cozmo does not say how it took a picture: then as it was told.
static float exposure_of(const struct robot *robot, const struct body_picture *p) {
    const struct exposure *e = &robot->eye.exposure;
    return p->exposure_s > 0 ? p->exposure_s * p->gain : e->exposure_ms * 0.001f * e->gain;
}

void robot_sight_look(struct robot *robot, const struct senses_in *in) {
    struct sight *s = &robot->sight;
    const struct body_senses *senses = &in->senses;
    if (senses->picture_count && senses->picture[0].kind == BODY_PICTURE_KIND_METER)
        read_meter(robot, &senses->picture[0]);
    if (!looks(robot)) return hold_for_next(s, NULL, false);
    if (!senses->picture_count || s->looking || !robot->config.crew) return;
    const struct body_picture *p = &senses->picture[0];
    if (p->kind > BODY_PICTURE_KIND_COLOUR) return;
    uint32_t due = modes_due(&s->modes, s->pictures++) & LOOKS;
    if (!due) return;
    bool motion = due >> LIFE_VISION_MODE_MOTION & 1;
    struct see_order order = {.frame = in->picture ? frame_hold(in->picture) : NULL,
                              .before = motion && s->before ? frame_hold(s->before) : NULL,
                              .modes = due,
                              .width = robot->eye.model.lens.width,
                              .time_us = p->time_us,
                              .exposure = exposure_of(robot, p),
                              .head_rad = p->head_rad,
                              .turned_radps =
                                  vec3_length(vec3(p->gyro_radps[0], p->gyro_radps[1], p->gyro_radps[2])),
                              .markers = markers_defaults(),
                              .motion = motion_defaults(),
                              .light = illumination_defaults()};
    enum err err = ERR_NONE;
    errand_post(robot->config.crew,
                &(struct errand){.run = see_run,
                                 .drop = see_drop,
                                 .input = &order,
                                 .input_size = sizeof order,
                                 .answer_size = sizeof(struct see_found),
                                 .due = robot->tick + ANSWER_TICKS,
                                 .kind = SIGHT_KIND,
                                 .asker = robot->config.id},
                &err);
    s->looking = !err;
    hold_for_next(s, in->picture, motion);
}

bool robot_sight_answer(struct robot *robot, const struct errand_answer *answer) {
    struct sight *s = &robot->sight;
    if (answer->kind != SIGHT_KIND) return false;
    s->looking = false;
    s->brought = !answer->err && answer->answer_len == sizeof s->found;
    if (s->brought) memcpy(&s->found, answer->answer, sizeof s->found);
    return true;
}

uint64_t robot_sight_hash(const struct robot *robot) {
    const struct sight *s = &robot->sight;
    uint64_t h = HASH_RUN(1, s, modes, pictures);
    h = HASH_RUN(h, s, found, motion);
    h = HASH_RUN(h, s, light.last, light.next);
    h = HASH_RUN(h, s, light.next_us, head_rad);
    return HASH_RUN(h, s, brought, moved);
}
