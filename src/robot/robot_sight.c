// Who looks: the world's oracle, or its own detectors over its camera's pictures (sense/see/see.h).
//
// Its own eyes take as long as they take: a picture that comes meanwhile is not looked at. What was found is
// told with the moment of its picture, as the oracle tells it.
#include "robot/robot_internal.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_TICKS = 2, SIGHT_KIND = 0x516 };
#define STILL_RADPS 0.06f // slower, and the camera stands
#define STILL_RAD   0.004f
static bool own(const struct robot *robot) { return robot->config.sight.by != SIGHT_ORACLE; }
static bool awake(const struct robot *robot) { return robot->eye.model.lens.width && !robot_asleep(robot); }
// What an errand looks for in pictures; exposure and balance have one of their own (robot_see.c).
#define LOOKS                                                                                                \
    (1u << LIFE_VISION_MODE_MARKERS | 1u << LIFE_VISION_MODE_MARKERS_COMPOSITE |                             \
     1u << LIFE_VISION_MODE_FACES | 1u << LIFE_VISION_MODE_MOTION | 1u << LIFE_VISION_MODE_ILLUMINATION |    \
     COLOURED)
// Of them, those that need more than grey.
#define COLOURED                                                                                             \
    (1u << LIFE_VISION_MODE_BRIGHT_COLORS | 1u << LIFE_VISION_MODE_LASERS |                                  \
     1u << LIFE_VISION_MODE_OVERHEAD_EDGES | 1u << LIFE_VISION_MODE_OVERHEAD_MAP)
#define DIM_MEAN   40.0f // a grey value: darker pictures are put together while it stands
#define CLEAR_MEAN 50.0f
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
    modes_want(&robot->sight.modes, MODES_SELF, LIFE_VISION_MODE_FACES, MODE_STANDARD);
}

// Somebody asks it to look for more than it needs itself.
void robot_sight_ask(struct robot *robot, uint32_t modes) {
    struct sight *s = &robot->sight;
    if (modes >> LIFE_VISION_MODE_OVERHEAD_MAP & 1 && !s->mosaic) s->mosaic = calloc(1, sizeof *s->mosaic);
    for (int i = 0; i < MODES; i++)
        modes_want(&robot->sight.modes, MODES_DOOR, (enum life_vision_mode)i,
                   modes >> i & 1 ? MODE_STANDARD : MODE_OFF);
}

uint16_t robot_sight_wants(const struct robot *robot) {
    if (!awake(robot)) return dozes(robot) ? BODY_WANT_METER : 0;
    uint16_t oracle = robot->config.sight.by == SIGHT_OWN ? 0 : BODY_WANT_SIGHTS;
    bool colour = robot->eye.model.colour && modes_on(&robot->sight.modes) & COLOURED;
    uint16_t picture = (uint16_t)(BODY_WANT_PICTURE | (colour ? BODY_WANT_PICTURE_COLOUR : 0));
    return (uint16_t)(oracle | (looks(robot) ? picture : 0));
}

// ------------------------------------------------------------------------------------------------ what came
// of it

static void notice_motion(struct robot *robot, const struct see_found *found) {
    struct sight *s = &robot->sight;
    struct motion_config config = robot->config.sight.motion;
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

// Low light: pictures are put together until they are clear again.
static void notice_dimness(struct robot *robot, const struct see_found *found) {
    struct sight *s = &robot->sight;
    if (!own(robot) || found->put_together) return;
    bool dim = found->mean < (s->dim ? CLEAR_MEAN : DIM_MEAN);
    if (dim == s->dim) return;
    s->dim = dim;
    modes_want(&s->modes, MODES_SELF, LIFE_VISION_MODE_MARKERS_COMPOSITE, dim ? MODE_HIGH : MODE_OFF);
}

static void notice_spots(struct robot *robot, const struct see_found *found) {
    static const uint8_t KINDS[] = {LIFE_SALIENT_KIND_BRIGHT_COLOUR, LIFE_SALIENT_KIND_LASER};
    for (uint32_t i = 0; i < found->spots.count && i < SPOTS_MOST; i++) {
        const struct spot *p = &found->spots.list[i];
        if (p->kind > SPOT_LASER || !(m_abs(p->x) <= 1 && m_abs(p->y) <= 1)) continue;
        robot_tell_eye(robot,
                       (struct eye_event){LIFE_EVENT_KIND_SALIENT_POINT, {KINDS[p->kind], p->x, p->y}});
    }
}

// What it saw of the floor goes where it saw it; what it sees now is truer than what it saw before.
static void keep_floor(struct robot *robot, const struct see_found *found) {
    struct mosaic *m = robot->sight.mosaic;
    struct trail_spot then;
    uint32_t origin = robot->belief->origins.current;
    if (!m || !trail_at(&robot->belief->trail, found->time_us, &then)) return;
    if (m->origin != origin) memset(m->grey, 0, sizeof m->grey), m->at = then.pose, m->origin = origin;
    for (uint32_t i = 0; i < OVERHEAD_AHEAD; i++)
        for (uint32_t lane = 0; lane < OVERHEAD_LANES; lane++) {
            if (!found->floor[i][lane]) continue;
            struct vec2 at = pose2_undo(m->at, pose2_apply(then.pose, overhead_cell(i, lane)));
            float row = (float)MOSAIC_SIDE / 2 - at.x / OVERHEAD_CELL_M,
                  column = (float)MOSAIC_SIDE / 2 - at.y / OVERHEAD_CELL_M;
            if (row >= 0 && column >= 0 && row < MOSAIC_SIDE && column < MOSAIC_SIDE)
                m->grey[(uint32_t)row][(uint32_t)column] = found->floor[i][lane];
        }
}

static void conclude(struct robot *robot, const struct see_found *found) {
    struct illumination_config light = robot->config.sight.light;
    notice_dimness(robot, found);
    notice_spots(robot, found);
    if (see_ran(found, LIFE_VISION_MODE_OVERHEAD_MAP)) keep_floor(robot, found);
    if (see_ran(found, LIFE_VISION_MODE_MOTION)) notice_motion(robot, found);
    if (see_ran(found, LIFE_VISION_MODE_ILLUMINATION) &&
        illumination_follow(&robot->sight.light, &light, &found->light, found->exposure, found->time_us))
        tell_light(robot);
}

static void read_meter(struct robot *robot, const struct body_picture *p) {
    const struct eye_model *eye = &robot->eye.model;
    struct illumination_config light = robot->config.sight.light;
    float most = eye->exposure_high_ms * 0.001f * eye->gain_high, took = p->exposure_s * p->gain;
    if (took > 0 && illumination_meter(&robot->sight.light, &light, took, most, p->time_us))
        tell_light(robot);
}

// ------------------------------------------------------------------------------------------------ faces

#define FACE_M 0.16f // the net's square round a face is as wide as the oracle's

// Where it is in the room, as its size tells; false: nobody knows where the robot was then.
static bool place_face(const struct robot *robot, const struct see_found *found, const struct see_face *f,
                       struct vec3 *place, float *away_m) {
    const struct lens_model *lens = &robot->eye.model.lens;
    struct trail_spot then;
    if (!trail_at(&robot->belief->trail, found->time_us, &then)) return false;
    struct pose camera =
        pose_times(pose_of_plane(then.pose, 0), eye_in_robot(robot->config.model, found->head_rad));
    *away_m = lens->fx * FACE_M / f->side;
    *place = pose_apply(camera, vec3_scale(lens_unproject(lens, vec2(f->x, f->y)), *away_m));
    return true;
}

static uint32_t follow_face(struct robot *robot, const struct see_found *found, const struct see_face *f) {
    struct sight *s = &robot->sight;
    struct vec3 place;
    float away_m = 0;
    bool placed = place_face(robot, found, f, &place, &away_m);
    return tracks_follow(s->tracks, &s->faces_met, f, placed ? &place : NULL, away_m,
                         robot->belief->origins.current, found->time_us);
}

static void add_faces(struct robot *robot, const struct see_found *found, struct observations *out) {
    for (uint32_t i = 0; i < found->face_count && i < FACES_MOST && out->count < OBSERVATIONS; i++) {
        const struct see_face *f = &found->faces[i];
        bool fine = m_abs(f->x) < SEE_SIDE_MOST && m_abs(f->y) < SEE_SIDE_MOST && f->side > 1 &&
                    f->side < SEE_SIDE_MOST && f->score >= 0 && f->score <= 1;
        if (!fine) continue;
        float half = f->side / 2;
        struct observation *o = &out->list[out->count++];
        *o = (struct observation){.kind = OBSERVATION_FACE, .certainty = f->score, .side_px = 2 * half};
        o->face = follow_face(robot, found, f);
        for (int k = 0; k < 4; k++)
            o->corners[k] = vec2(f->x + (k & 1 ? half : -half), f->y + (k & 2 ? half : -half));
    }
}

void robot_sight_begin(struct robot *robot, const struct body_senses *senses) {
    struct sight *s = &robot->sight;
    bool brought = s->brought;
    robot->eye.open = looks(robot);
    s->brought = s->moved = false;
    s->told = brought;
    if (brought) conclude(robot, &s->found);
    if (!own(robot)) return eye_look(&robot->eye, senses);
    bool markers = see_ran(&s->found, LIFE_VISION_MODE_MARKERS) || s->found.put_together ||
                   see_ran(&s->found, LIFE_VISION_MODE_FACES);
    robot->eye.looked = brought && markers && see_observe(&s->found, see_found_size(false), &robot->eye.seen);
    if (robot->eye.looked) add_faces(robot, &s->found, &robot->eye.seen);
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

const uint8_t *robot_mosaic(const struct robot *robot, uint32_t *side) {
    *side = MOSAIC_SIDE;
    return robot->sight.mosaic ? &robot->sight.mosaic->grey[0][0] : NULL;
}

void robot_sight_edges(struct robot *robot, struct belief_around *around) {
    const struct sight *s = &robot->sight;
    if (!s->told || !see_ran(&s->found, LIFE_VISION_MODE_OVERHEAD_EDGES)) return;
    bool borders = s->found.border_count && s->found.border_count <= OVERHEAD_LANES;
    around->edges = borders ? s->found.borders : s->found.edges;
    around->edge_count = borders ? s->found.border_count : s->found.edge_count;
    if (around->edge_count > OVERHEAD_LANES) around->edge_count = 0;
    around->edges_us = s->found.time_us;
}

void robot_sight_end(struct robot *robot) {
    frame_drop(robot->sight.before);
    composite_drop(robot->sight.sum);
    free(robot->sight.mosaic);
}

// ------------------------------------------------------------------------------------------------ looking

static void hold_for_next(struct sight *s, struct frame *frame, bool motion) {
    frame_drop(s->before);
    s->before = motion && frame ? frame_hold(frame) : NULL;
}

// About the face that it followed a moment ago; else, and now and then all the same, at a share of the
// picture, and at all of it in so many pictures.
static void where_to_look(struct sight *s, uint64_t now_us, struct faces_config *out) {
    enum { PARTS = 8, ABOUT = 4 };
    const struct face_track *last = NULL;
    for (uint32_t i = 0; i < FACES_MOST; i++) {
        const struct face_track *t = &s->tracks[i];
        if (t->number && now_us - t->seen_us < TRACK_MOMENT_US && (!last || t->seen_us > last->seen_us))
            last = t;
    }
    out->parts = PARTS, out->part = s->face_parts++ / ABOUT % PARTS;
    if (last && s->face_parts % ABOUT) out->near = vec2(last->x, last->y), out->near_px = (float)last->side;
    if (!last) out->part = s->face_parts % PARTS;
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
    bool motion = due >> LIFE_VISION_MODE_MOTION & 1,
         composite = due >> LIFE_VISION_MODE_MARKERS_COMPOSITE & 1;
    if (composite && !s->sum) s->sum = composite_new();
    float turned = vec3_length(vec3(p->gyro_radps[0], p->gyro_radps[1], p->gyro_radps[2]));
    bool moved = turned >= STILL_RADPS || robot->view.left_mps != 0 || robot->view.right_mps != 0 ||
                 m_abs(p->head_rad - s->sum_head_rad) > STILL_RAD;
    s->sum_head_rad = p->head_rad;
    struct see_order order = {.frame = in->picture ? frame_hold(in->picture) : NULL,
                              .before = motion && s->before ? frame_hold(s->before) : NULL,
                              .modes = due,
                              .sum = composite && s->sum ? composite_hold(s->sum) : NULL,
                              .moved = moved,
                              .lens = robot->eye.model.lens,
                              .camera = eye_in_robot(robot->config.model, p->head_rad),
                              .time_us = p->time_us,
                              .exposure = exposure_of(robot, p),
                              .head_rad = p->head_rad,
                              .turned_radps = turned,
                              .faces = robot->config.faces,
                              .config = robot->config.sight};
    if (due >> LIFE_VISION_MODE_FACES & 1) where_to_look(s, p->time_us, &order.config.faces);
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
    bool whole = answer->answer_len == see_found_size(false) || answer->answer_len == see_found_size(true);
    s->brought = !answer->err && whole;
    if (!s->brought) return true;
    memset(&s->found.floor, 0, sizeof s->found.floor);
    memcpy(&s->found, answer->answer, answer->answer_len);
    return true;
}

uint64_t robot_sight_hash(const struct robot *robot) {
    const struct sight *s = &robot->sight;
    uint64_t h = HASH_RUN(1, s, modes, pictures);
    h = HASH_RUN(h, s, found, motion);
    uint32_t kept[] = {s->dim, s->told};
    h = hash64(hash64(h, kept, sizeof kept), &s->sum_head_rad, sizeof s->sum_head_rad);
    h = HASH_RUN(h, s, tracks, face_parts);
    if (s->mosaic) h = hash64(h, s->mosaic->grey, sizeof s->mosaic->grey);
    h = HASH_RUN(h, s, light.last, light.next);
    h = HASH_RUN(h, s, light.next_us, head_rad);
    return HASH_RUN(h, s, brought, moved);
}
