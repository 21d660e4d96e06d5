#include "run/check/accuracy.h"

#include "base/plural.h"
#include "body/sim_camera.h"
#include "codec/picture/marker.h"
#include "robot/robot.h"
#include "run/check/map_truth.h"
#include "run/settings/settings.h"
#include "sense/feel/feel.h"
#include "sense/observation.h"
#include "world/camera/lens.h"
#include "world/plane/plane.h"
#include "world/view.h"

#include <stdlib.h>
#include <string.h>

// Chosen: what the oracle should see is what fills so much of a picture, and what it must not say is what a
// picture does not show at all. What lies between the two counts for neither.
#define SHOWN       0.97f
#define HIDDEN      0.05f
#define READABLE_PX 16.0f
#define UNREAD_PX   12.0f
#define ASKEW_RAD   1.13f // a little less than what the oracle still reads
#define FAR_M       2.9f
#define HEAD_M      0.16f
#define EDGE_M      0.030f // an edge is where nothing lies so far below a floor sensor
#define RANGE_M     0.3f   // beyond, its cone meets the table it stands on
// LATE_TICKS: what comes so soon after the truth is not wrong.
enum { LOOK_TICKS = 15, SIGHTS = 64, LATE_TICKS = 12 };

// What the oracle told of the last pictures, for its own eyes to be compared with.
enum { LOOKS = 8, NEAR_US = 34000 };
struct told_look {
    uint64_t time_us;
    bool blind;
    uint32_t count;
    struct body_sight list[16];
};

struct watched {
    uint32_t robot;
    struct told_look looks[LOOKS];
    uint32_t look_count;
    struct pose2 from_truth, from_own;
    uint32_t origin;
    bool begun;
    struct pose2 before;
    float floor_m; // under it
    uint32_t held_for, petted_for, edge_for, button_for, calm_for;
    struct touch touch;
    struct touch_config touch_config;
    struct range_filter range;
    struct lens *lens;
    struct cube_watch cube;
    struct accuracy_of of;
};
struct accuracy {
    struct play *play;
    uint32_t count, ticks;
    struct watched robots[SCENARIO_ROBOTS];
    struct scene_art *art;
    struct scene *scene;
    struct lens_sight sights[SIGHTS];
};

struct accuracy *accuracy_new(struct play *play) {
    struct accuracy *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->play = play;
    const struct scenario *s = play_scenario(play);
    struct scene_config room = scene_defaults();
    f->art = scene_art_new();
    f->scene = f->art ? scene_new(&room, f->art) : NULL;
    f->count = s->robot_count;
    for (uint32_t i = 0; i < f->count && f->scene; i++) {
        struct watched *r = &f->robots[i];
        r->robot = i + 1;
        r->touch_config = feel_defaults().touch;
        snprintf(r->of.name, sizeof r->of.name, "%s", s->robots[i].name);
        const struct eye_model *eye = world_eye(play_world(play), i + 1);
        if (!eye || !eye->lens.width) continue;
        struct lens_config lens = lens_defaults();
        lens.eye = *eye;
        lens.frames = 1, lens.noise = lens.vignetting = false;
        r->lens = lens_new(&lens, NULL);
    }
    if (f->scene) return f;
    accuracy_free(f);
    return NULL;
}

void accuracy_free(struct accuracy *f) {
    if (!f) return;
    for (uint32_t i = 0; i < f->count; i++) lens_free(f->robots[i].lens);
    scene_free(f->scene);
    scene_art_free(f->art);
    free(f);
}

// --- Place and posture -------------------------------------------------------------------------------------

static struct pose2 seen_from(struct pose2 origin, struct pose2 at) {
    struct vec2 d = vec2_sub(at.at, origin.at);
    return (struct pose2){vec2_turn(d, -origin.angle), angle_wrap(at.angle - origin.angle)};
}

static void place(struct watched *r, const struct world_truth *t, const struct body_senses *s) {
    const struct body_motion *m = &s->motion[0];
    struct pose2 truth = pose_on_plane(t->pose), own = {{m->x_m, m->y_m}, m->heading_rad};
    if (r->begun) {
        r->of.way_m += (double)m_hypot(truth.at.x - r->before.at.x, truth.at.y - r->before.at.y);
        r->of.turned_rad += (double)m_abs(angle_wrap(truth.angle - r->before.angle));
    }
    r->before = truth, r->floor_m = t->pose.at.z;
    bool lost = t->held || t->airborne || s->status & (BODY_STATUS_PICKED_UP | BODY_STATUS_LOST);
    if (!r->begun || m->origin != r->origin || lost) { // in a hand nobody counts wheels: from here on anew
        r->of.origins += r->begun && m->origin != r->origin;
        r->begun = true;
        r->origin = m->origin, r->from_truth = truth, r->from_own = own;
        return;
    }
    struct pose2 went = seen_from(r->from_truth, truth), thinks = seen_from(r->from_own, own);
    figure_note(&r->of.place_mm, (double)m_hypot(went.at.x - thinks.at.x, went.at.y - thinks.at.y) * 1000);
    figure_note(&r->of.heading_deg, (double)m_degrees(angle_wrap(went.angle - thinks.angle)));
    if (!(s->status & BODY_STATUS_HEAD_KNOWN)) return; // the sensor sits in the head
    struct vec3 up = quat_apply(quat_inverse(t->pose.turn), vec3(0, 0, 1));
    figure_note(&r->of.tilt_deg, (double)m_degrees(m_hypot(m->pitch_rad - m_asin(m_clamp(up.x, -1, 1)),
                                                           m->roll_rad - m_atan2(up.y, up.z))));
}

static void joints(struct watched *r, const struct world_truth *t, const struct body_model *m,
                   const struct body_senses *s) {
    if (s->joints_count <= BODY_MOTOR_HEAD || m->wheel_mps_max <= 0) return;
    if (s->status & BODY_STATUS_HEAD_KNOWN)
        figure_note(&r->of.head_deg, (double)m_degrees(s->joints[BODY_MOTOR_HEAD].angle_rad - t->head_rad));
    float lift = m->lift_pivot_m[2] + m->lift_arm_m * m_sin(s->joints[BODY_MOTOR_LIFT].angle_rad);
    if (s->status & BODY_STATUS_LIFT_KNOWN) figure_note(&r->of.lift_mm, (double)(lift - t->lift_m) * 1000);
}

// ------------------------------------------------------------------------------------------------ yes or no

// Right and missed are counted while it is true; wrong only when it has not been true for a while, for senses
// may take their time to end.
static void judge(struct accuracy_hits *h, bool truth, bool said, uint32_t *since) {
    *since = truth ? *since + (*since < 1u << 30) : 0;
    if (truth && said) h->right++;
    if (truth && !said && *since > LATE_TICKS) h->missed++;
    if (!truth && said) h->wrong++;
}

// A soul says so itself; for a body without one it is worked out as a soul would.
static bool feels_hand(struct watched *r, struct play *play, const struct body_senses *s) {
    struct life_view view;
    int life = play_life(play, r->robot - 1);
    touch_step(&r->touch, &r->touch_config, s);
    if (life < 0 || !soul_life_view(run_soul(play_run(play), (size_t)life), &view)) return r->touch.touched;
    return view.status & BODY_STATUS_TOUCHED;
}

static void yes_or_no(struct watched *r, struct play *play, const struct world_truth *t,
                      const struct body_model *m, const struct body_senses *s) {
    struct world *w = play_world(play);
    const struct world_robot_state *state = &world_memory(w)->robots[r->robot - 1];
    uint64_t now = (uint64_t)world_now_us(w);
    bool edge = false, over_one = false;
    for (uint32_t i = 0; i < m->cliff_count; i++) {
        struct vec3 at = pose_apply(t->pose, vec3(m->cliff_at_m[i][0], m->cliff_at_m[i][1], 0.010f));
        struct plane_hit hit = plane_ground(world_plane(w), at, state->body);
        float below = hit.body ? at.z - hit.at.z : 1;
        edge |= below > EDGE_M + 0.010f;
        over_one |= below > 0.012f;
    }
    bool handled =
        t->held || t->airborne || s->attitude != BODY_ATTITUDE_ON_TREADS || s->status & BODY_STATUS_PICKED_UP;
    r->calm_for = handled || now < state->petted_until_us + 1000000 ? 0 : r->calm_for + 1;
    if (r->calm_for > 2 * LATE_TICKS && (edge || !over_one)) // neither: a step too low to be an edge
        judge(&r->of.edges, edge, s->status & BODY_STATUS_CLIFF, &r->edge_for);
    if (t->held || r->calm_for > 2 * LATE_TICKS)
        judge(&r->of.held, t->held, s->status & BODY_STATUS_PICKED_UP, &r->held_for);
    bool petted = now < state->petted_until_us, felt = feels_hand(r, play, s);
    if (m->has_touch && (petted || r->calm_for > 2 * LATE_TICKS))
        judge(&r->of.petted, petted, felt, &r->petted_for);
    bool pressed = now < state->pressed_until_us;
    if (s->status & BODY_STATUS_BUTTON || pressed)
        judge(&r->of.button, pressed, s->status & BODY_STATUS_BUTTON, &r->button_for);
}

// --- Distance, sights, words -------------------------------------------------------------------------------

// Whether what lies straight ahead also fills most of the sensor's cone, with nothing before it: otherwise
// there is no one right answer.
static bool fills_the_cone(struct world *w, const struct world_truth *t, struct vec3 from, uint32_t self,
                           struct plane_hit ahead) {
    uint32_t same = 0;
    for (int i = 0; i < 12; i++) {
        float out = i < 4 ? 0.1f : 0.2f, around = (float)i * M_TAU_F / (i < 4 ? 4 : 8);
        struct vec3 way = quat_apply(t->pose.turn, vec3(1, out * m_cos(around), out * m_sin(around)));
        struct plane_hit hit = plane_ray(world_plane(w), from, way, RANGE_M * 1.1f, self);
        if (hit.body && hit.normal.z < 0.3f && hit.distance < 0.95f * ahead.distance) return false;
        same += hit.body == ahead.body && hit.normal.z < 0.3f;
    }
    return same >= 8;
}

// What is believed of its sensor's readings, as a soul would.
static void range(struct watched *r, struct world *w, const struct world_truth *t, const struct body_model *m,
                  const struct body_senses *s) {
    struct range_felt felt = range_feel(&r->range, s);
    if (!m->has_range || !felt.hit) return;
    if (t->lift_m > 0.034f && t->lift_m < 0.062f) return; // its own lift
    const struct world_robot_state *state = &world_memory(w)->robots[r->robot - 1];
    struct vec3 from = pose_apply(t->pose, vec3(m->range_at_m[0], m->range_at_m[1], m->range_at_m[2]));
    struct plane_hit hit =
        plane_ray(world_plane(w), from, quat_apply(t->pose.turn, vec3(1, 0, 0)), RANGE_M, state->body);
    if (!hit.body || hit.distance < 0.03f || hit.normal.z > 0.3f) return;
    if (vec3_dot(hit.normal, quat_apply(t->pose.turn, vec3(1, 0, 0))) > -0.94f)
        return; // askew: the cone meets what is nearer
    if (!fills_the_cone(w, t, from, state->body, hit)) return;
    double off = (double)(felt.distance_m - hit.distance) * 1000;
    double fine = hit.distance <= 0.2f ? 5 : (double)hit.distance * 1000 * 0.03;
    figure_note(&r->of.range_mm, off);
    figure_note(&r->of.range_share, off > -fine && off < fine ? 1 : 0);
}

// The same thing's best mark on the picture.
enum shown { SHOWS_NOTHING = 1, SHOWS_SOME, SHOWS_WELL };
static bool well_inside(const struct lens_model *lens, const struct lens_sight *s) {
    float margin = s->person ? HEAD_M / 2 * lens->fx / m_max(s->distance_m, 0.05f)
                             : 0; // there is more to a face than its features
    for (uint32_t i = 0; i < s->points; i++)
        if (!lens_inside(lens, (struct vec2){s->px[i].x - margin, s->px[i].y - margin}) ||
            !lens_inside(lens, (struct vec2){s->px[i].x + margin, s->px[i].y + margin}))
            return false;
    return true;
}

static enum shown shown(const struct lens_model *lens, const struct lens_sight *list, uint32_t count,
                        bool person, uint32_t thing) {
    enum shown best = SHOWS_NOTHING;
    for (uint32_t i = 0; i < count; i++) {
        const struct lens_sight *s = &list[i];
        if (s->person != person || s->thing != thing || !s->before) continue;
        float least = 1e9f, most = 0;
        for (uint32_t k = 0; k < 4 && !person; k++) {
            struct vec2 d = vec2_sub(s->px[(k + 1) % 4], s->px[k]);
            least = m_min(least, m_hypot(d.x, d.y)), most = m_max(most, m_hypot(d.x, d.y));
        }
        bool well = well_inside(lens, s) && s->share > SHOWN && s->distance_m < FAR_M &&
                    s->turned_rad < ASKEW_RAD && (person || least > READABLE_PX);
        bool none = s->share < HIDDEN || (!person && most < UNREAD_PX);
        enum shown now = well ? SHOWS_WELL : none ? SHOWS_NOTHING : SHOWS_SOME;
        if (now > best) best = now;
    }
    return best;
}

static void where_seen(struct watched *r, struct world *w, const struct world_truth *t,
                       const struct body_sight *s) {
    struct pose there;
    if (!world_where(w, s->name, &there)) return;
    struct vec3 right = pose_undo(t->pose, there.at), said = vec3(s->at_m[0], s->at_m[1], s->at_m[2]);
    figure_note(&r->of.sight_mm, (double)vec3_length(vec3_sub(said, right)) * 1000);
    figure_note(&r->of.sight_deg,
                (double)m_degrees(angle_wrap(m_atan2(said.y, said.x) - m_atan2(right.y, right.x))));
}

static void sights(struct accuracy *f, struct watched *r, struct world *w, const struct world_truth *t) {
    const struct world_memory *m = world_memory(w);
    struct body_sight said[16];
    uint32_t count = world_sights(w, r->robot, said, 16);
    if (!r->lens || m->lux < 5) return;
    struct lens_shot shot;
    sim_camera_shot(w, r->robot, &shot);
    shot.end = shot.start;
    world_scene(w, f->scene);
    uint32_t shows = lens_look(r->lens, f->scene, &shot, f->sights, SIGHTS);
    for (uint32_t i = 0; i < count; i++) {
        bool face = said[i].kind == BODY_SIGHT_KIND_FACE;
        if (!face && said[i].kind != BODY_SIGHT_KIND_OBJECT) continue;
        struct accuracy_hits *h = face ? &r->of.faces : &r->of.objects;
        enum shown is = shown(lens_of(r->lens), f->sights, shows, face, said[i].subject);
        if (is == SHOWS_NOTHING)
            h->wrong++;
        else
            h->right++, where_seen(r, w, t, &said[i]);
    }
    for (uint32_t i = 0; i < m->things_count + m->people_count; i++) {
        bool face = i >= m->things_count;
        uint32_t subject = face ? m->people[i - m->things_count].number : m->things[i].body;
        bool told = count == 16; // its list is full
        for (uint32_t k = 0; k < count; k++)
            told |= said[k].subject == subject && (said[k].kind == BODY_SIGHT_KIND_FACE) == face;
        if (told || shown(lens_of(r->lens), f->sights, shows, face, subject) != SHOWS_WELL) continue;
        if (face)
            r->of.faces.missed++;
        else
            r->of.objects.missed++;
    }
}

// ------------------------------------------------------------------------------------------------ its own
// eyes

static void keep_look(struct watched *r, const struct body_senses *s) {
    if (!s->look_count) return;
    struct told_look *look = &r->looks[r->look_count++ % LOOKS];
    *look = (struct told_look){.time_us = s->look[0].time_us, .blind = s->look[0].blind};
    for (uint32_t i = 0; i < s->sights_count; i++)
        if (s->sights[i].kind == BODY_SIGHT_KIND_OBJECT && s->sights[i].type >= 1 &&
            s->sights[i].type <= MARKER_COUNT)
            look->list[look->count++] = s->sights[i];
}

static const struct told_look *look_near(const struct watched *r, uint64_t time_us) {
    const struct told_look *best = NULL;
    uint64_t least = NEAR_US;
    for (uint32_t i = 0; i < LOOKS && i < r->look_count; i++) {
        uint64_t at = r->looks[i].time_us, off = at > time_us ? at - time_us : time_us - at;
        if (off < least) least = off, best = &r->looks[i];
    }
    return best;
}

// The oracle tells one marker of a thing, its own eyes all that they see: two of one cube mean the same.
static bool of_one_thing(uint32_t a, uint32_t b) {
    bool cube = MARKERS[a].kind != MARKER_CUSTOM && MARKERS[a].kind != MARKER_CHARGER;
    return a == b || (cube && MARKERS[a].kind == MARKERS[b].kind);
}

static void compare_corners(struct watched *r, const struct observation *o, const struct body_sight *s) {
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum += m_hypot(o->corners[k].x - s->corners_px[0][k], o->corners[k].y - s->corners_px[1][k]);
    figure_note(&r->of.own_px, (double)sum / 4);
}

static void own_eyes(struct watched *r, struct play *play, const struct body_senses *s) {
    keep_look(r, s);
    int life = play_life(play, r->robot - 1);
    const struct robot *robot = life < 0 ? NULL : robot_of(run_soul(play_run(play), (size_t)life));
    const struct settings *settings = play_settings(play, r->robot - 1);
    const struct observations *seen = robot ? robot_seen(robot) : NULL;
    if (!seen || seen->blind || settings->sight.by != SIGHT_BOTH) return;
    const struct told_look *look = look_near(r, seen->time_us);
    if (!look || look->blind) return;
    uint32_t found = 0;
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct observation *o = &seen->list[i];
        bool there = o->kind != OBSERVATION_MARKER;
        for (uint32_t k = 0; k < look->count; k++) {
            if (o->kind != OBSERVATION_MARKER || !of_one_thing(o->marker, look->list[k].type - 1)) continue;
            there = true, found |= 1u << k;
            if (o->marker == look->list[k].type - 1) compare_corners(r, o, &look->list[k]);
        }
        r->of.own.wrong += !there;
    }
    for (uint32_t k = 0; k < look->count; k++) {
        if (found >> k & 1)
            r->of.own.right++;
        else
            r->of.own.missed++;
    }
}

static void words(struct watched *r, struct world *w, const struct world_truth *t,
                  const struct body_senses *s) {
    for (uint32_t i = 0; i < s->hearings_count; i++) {
        const struct body_hearing *h = &s->hearings[i];
        struct pose there;
        r->of.words.right++;
        if (!*h->who || !world_where(w, h->who, &there)) continue;
        struct vec3 right = pose_undo(t->pose, there.at);
        figure_note(&r->of.hearing_deg,
                    (double)m_degrees(angle_wrap(h->direction_rad - m_atan2(right.y, right.x))));
    }
}

// ------------------------------------------------------------------------------------------------ beliefs

static bool in_tray(const struct world *w, struct vec3 at) {
    const struct world_memory *m = world_memory(w);
    for (uint32_t i = 0; i < m->things_count; i++) {
        const struct world_thing_state *t = &m->things[i];
        struct pose there;
        if (t->kind != WORLD_THING_KIND_HABITAT || !world_where(w, t->name, &there)) continue;
        struct vec3 in = pose_undo(there, at);
        if (m_abs(in.x) < t->size_m[0] / 2 && m_abs(in.y) < t->size_m[1] / 2) return true;
    }
    return false;
}

static struct soul *soul_of(const struct watched *r, struct play *play) {
    int life = play_life(play, r->robot - 1);
    return life < 0 ? NULL : run_soul(play_run(play), (size_t)life);
}

static void beliefs(struct watched *r, struct play *play, const struct world_truth *t) {
    struct soul *soul = soul_of(r, play);
    const struct life_event *events;
    struct life_view view;
    uint32_t lost;
    size_t count = soul ? soul_events(soul, &events, &lost) : 0;
    if (!soul || !robot_of(soul)) return;
    bool carries = soul_life_view(soul, &view) && view.status & BODY_STATUS_CARRYING;
    cube_watch_step(&r->cube, play_world(play), events, count, carries, &r->of.cube);
    for (size_t i = 0; i < count; i++) {
        uint32_t said = (uint32_t)events[i].numbers[0];
        if (events[i].kind != LIFE_EVENT_KIND_HABITAT || said == BELIEF_HABITAT_STATE_UNKNOWN) continue;
        if ((said == BELIEF_HABITAT_STATE_INSIDE) == in_tray(play_world(play), t->pose.at))
            r->of.habitat.right++;
        else
            r->of.habitat.wrong++;
    }
}

static void judge_map(struct watched *r, struct play *play) {
    struct soul *soul = soul_of(r, play);
    const struct robot *robot = soul ? robot_of(soul) : NULL;
    const struct world_robot_state *state = &world_memory(play_world(play))->robots[r->robot - 1];
    const struct body_model *model = body_model_find(state->creature);
    struct belief_place place;
    if (!robot || !model || !r->begun) return;
    robot_place(robot, &place);
    struct pose2 thinks = pose_on_plane((struct pose){vec3_of(place.pose.at_m), quat_of(place.pose.turn)});
    struct map_stand stand = {.origin =
                                  pose2_times(r->before, pose2_between(thinks, (struct pose2){{0, 0}, 0})),
                              .floor_m = r->floor_m,
                              .beam_m = model->range_at_m[2],
                              .self = state->body};
    map_truth(play_world(play), &stand, robot_map(robot), &r->of.map);
}

const struct accuracy_of *accuracy_at(struct accuracy *f, uint32_t robot) {
    if (robot >= f->count) return NULL;
    judge_map(&f->robots[robot], f->play);
    return &f->robots[robot].of;
}

// ------------------------------------------------------------------------------------------------ a tick

static void look(struct accuracy *f, struct watched *r, struct play *play) {
    struct world *w = play_world(play);
    const struct body_senses *s = play_senses(play, r->robot - 1);
    const struct body_model *m = body_model_find(world_memory(w)->robots[r->robot - 1].creature);
    struct world_truth t;
    if (!s || !m || !world_truth(w, r->robot, &t) || !s->time_us || !s->motion_count) return;
    place(r, &t, s);
    joints(r, &t, m, s);
    yes_or_no(r, play, &t, m, s);
    if (s->power_count) figure_note(&r->of.battery_mv, (double)(s->power[0].battery_v - t.battery_v) * 1000);
    range(r, w, &t, m, s);
    words(r, w, &t, s);
    own_eyes(r, play, s);
    beliefs(r, play, &t);
    if (f->ticks % LOOK_TICKS == 0) sights(f, r, w, &t);
}

void accuracy_look(struct accuracy *f, struct play *play, int life) {
    if (life <= 0) f->ticks++;
    for (uint32_t i = 0; i < f->count; i++) {
        int own = play_life(play, i);
        if (own == life || (own < 0 && life <= 0)) look(f, &f->robots[i], play);
    }
}

// ------------------------------------------------------------------------------------------------ telling

static const struct {
    const char *key, *words, *unit;
    size_t offset;
} ERRORS[] = {
    {"place", "place, by its own reckoning", "mm", offsetof(struct accuracy_of, place_mm)},
    {"heading", "heading", "degrees", offsetof(struct accuracy_of, heading_deg)},
    {"tilt", "pitch and roll", "degrees", offsetof(struct accuracy_of, tilt_deg)},
    {"head", "head", "degrees", offsetof(struct accuracy_of, head_deg)},
    {"lift", "lift", "mm", offsetof(struct accuracy_of, lift_mm)},
    {"battery", "battery", "mV", offsetof(struct accuracy_of, battery_mv)},
    {"range", "range", "mm", offsetof(struct accuracy_of, range_mm)},
    {"sight", "where things are seen", "mm", offsetof(struct accuracy_of, sight_mm)},
    {"sight_bearing", "in which direction", "degrees", offsetof(struct accuracy_of, sight_deg)},
    {"own_sight", "corners, by its own eyes", "px", offsetof(struct accuracy_of, own_px)},
    {"hearing", "where voices come from", "degrees", offsetof(struct accuracy_of, hearing_deg)},
    {"cube_side_delay", "until its cube's side is told", "s", offsetof(struct accuracy_of, cube.side_s)},
};
static const struct {
    const char *key, *words;
    size_t offset;
} HITS[] = {
    {"edges", "edges", offsetof(struct accuracy_of, edges)},
    {"held", "being in a hand", offsetof(struct accuracy_of, held)},
    {"petted", "being petted", offsetof(struct accuracy_of, petted)},
    {"button", "the button", offsetof(struct accuracy_of, button)},
    {"objects", "marked things", offsetof(struct accuracy_of, objects)},
    {"own_markers", "marked things, by its own", offsetof(struct accuracy_of, own)},
    {"faces", "faces", offsetof(struct accuracy_of, faces)},
    {"taps", "taps on its cube", offsetof(struct accuracy_of, cube.taps)},
    {"cube_sides", "which side of it is above", offsetof(struct accuracy_of, cube.sides)},
    {"habitat", "its habitat, or none", offsetof(struct accuracy_of, habitat)},
    {"map", "what stands in its way (map)", offsetof(struct accuracy_of, map)},
};
enum { ERROR_ROWS = sizeof ERRORS / sizeof *ERRORS, HIT_ROWS = sizeof HITS / sizeof *HITS };

static const struct accuracy_error *error_of(const struct accuracy_of *of, int row) {
    return (const struct accuracy_error *)(const void *)((const char *)of + ERRORS[row].offset);
}
static const struct accuracy_hits *hits_of(const struct accuracy_of *of, int row) {
    return (const struct accuracy_hits *)(const void *)((const char *)of + HITS[row].offset);
}
static double share(uint32_t of, uint32_t others) { return of + others ? (double)of / (of + others) : 1; }

static void print_one(const struct accuracy_of *of, FILE *to) {
    fprintf(to, "%s: %.2f m and %.0f degrees driven, %s\n", of->name, of->way_m,
            of->turned_rad * 180 / 3.14159265358979, PLURAL(of->origins, "new origin"));
    fprintf(to, "  %-28s %9s %9s %9s\n", "off by", "mean", "most", "at last");
    for (int i = 0; i < ERROR_ROWS; i++) {
        const struct accuracy_error *e = error_of(of, i);
        if (e->count)
            fprintf(to, "  %-28s %9.2f %9.2f %9.2f %s\n", ERRORS[i].words, figure_mean(e), e->most, e->last,
                    ERRORS[i].unit);
    }
    if (of->range_share.count)
        fprintf(to, "  %-28s %8.1f%% within 5 mm, or 3 %% beyond 20 cm\n", "range",
                100 * figure_mean(&of->range_share));
    if (of->map.right + of->map.wrong + of->map.missed)
        fprintf(to, "  %-28s %8.1f%% of its squares\n", "map overlaps the truth",
                100 * map_overlap(&of->map));
    bool head = false;
    for (int i = 0; i < HIT_ROWS; i++) {
        const struct accuracy_hits *h = hits_of(of, i);
        if (!h->right && !h->wrong && !h->missed) continue;
        if (!head) fprintf(to, "  %-28s %9s %9s %9s\n", "notices", "precision", "recall", "looks");
        head = true;
        fprintf(to, "  %-28s %8.1f%% %8.1f%% %9u\n", HITS[i].words, 100 * share(h->right, h->wrong),
                100 * share(h->right, h->missed), h->right + h->wrong + h->missed);
    }
}

void accuracy_print(struct accuracy *f, FILE *to) {
    for (uint32_t i = 0; i < f->count; i++) print_one(accuracy_at(f, i), to);
}

static void write_one(const struct accuracy_of *of, struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "name"), json_string(w, of->name);
    json_key(w, "way_m"), json_number(w, of->way_m);
    json_key(w, "turned_rad"), json_number(w, of->turned_rad);
    json_key(w, "new_origins"), json_uint(w, of->origins);
    for (int i = 0; i < ERROR_ROWS; i++) {
        const struct accuracy_error *e = error_of(of, i);
        if (!e->count) continue;
        json_key(w, ERRORS[i].key), json_open(w, '{');
        json_key(w, "unit"), json_string(w, ERRORS[i].unit);
        json_key(w, "mean"), json_number(w, figure_mean(e));
        json_key(w, "most"), json_number(w, e->most);
        json_key(w, "last"), json_number(w, e->last);
        json_key(w, "count"), json_uint(w, e->count);
        json_close(w, '}');
    }
    if (of->range_share.count) json_key(w, "range_within"), json_number(w, figure_mean(&of->range_share));
    json_key(w, "map_overlap"), json_number(w, map_overlap(&of->map));
    for (int i = 0; i < HIT_ROWS; i++) {
        const struct accuracy_hits *h = hits_of(of, i);
        json_key(w, HITS[i].key), json_open(w, '{');
        json_key(w, "right"), json_uint(w, h->right);
        json_key(w, "wrong"), json_uint(w, h->wrong);
        json_key(w, "missed"), json_uint(w, h->missed);
        json_close(w, '}');
    }
    json_close(w, '}');
}

static void tell_error(const struct accuracy_of *of, int row, figure_teller *tell, void *user) {
    const struct accuracy_error *e = error_of(of, row);
    char key[64], about[80];
    const char *which[] = {"mean", "most"};
    double is[] = {figure_mean(e), e->most};
    for (int i = 0; i < 2; i++) {
        snprintf(key, sizeof key, "%s_%s", ERRORS[row].key, which[i]);
        snprintf(about, sizeof about, "%s: off by, %s", ERRORS[row].words, which[i]);
        tell(user, &(struct figure){of->name, key, about, ERRORS[row].unit, e->count ? is[i] : FIGURE_NONE, 0,
                                    HUGE_VAL});
    }
}

static void tell_hits(const struct accuracy_of *of, int row, figure_teller *tell, void *user) {
    const struct accuracy_hits *h = hits_of(of, row);
    char key[64], about[80];
    const char *which[] = {"precision", "recall"};
    uint32_t others[] = {h->wrong, h->missed};
    for (int i = 0; i < 2; i++) {
        snprintf(key, sizeof key, "%s_%s", HITS[row].key, which[i]);
        snprintf(about, sizeof about, "%s: %s", HITS[row].words, which[i]);
        bool any = h->right + others[i] > 0;
        tell(user, &(struct figure){of->name, key, about, "of 1",
                                    any ? share(h->right, others[i]) : FIGURE_NONE, 1, 1});
    }
}

void accuracy_figures(struct accuracy *f, uint32_t robot, figure_teller *tell, void *user) {
    const struct accuracy_of *of = accuracy_at(f, robot);
    if (!of) return;
    tell(user, &(struct figure){of->name, "way", "driven", "m", of->way_m, -HUGE_VAL, HUGE_VAL});
    tell(user,
         &(struct figure){of->name, "new_origins", "new origins", "times", of->origins, -HUGE_VAL, HUGE_VAL});
    for (int i = 0; i < ERROR_ROWS; i++) tell_error(of, i, tell, user);
    for (int i = 0; i < HIT_ROWS; i++) tell_hits(of, i, tell, user);
}

void accuracy_write(struct accuracy *f, struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "figures"), json_open(w, '[');
    for (uint32_t i = 0; i < f->count; i++) write_one(accuracy_at(f, i), w);
    json_close(w, ']');
    json_close(w, '}');
}
