// What could be seen and heard from here, computed from the truth: inside the picture, near enough, at a good
// angle, with nothing in between. It serves souls that do without pixels and samples.
#include "world/view.h"
#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

#define SMALLEST_PX 12.0f      // a marker below this is not read
#define SLANT       0.5f       // cosine of 60 degrees: what is seen more askew is not read
#define CORNER_PX   0.4f       // how far off a corner is found
#define MISSED      0.01f      // of what could be seen is not found
#define INSET       0.95f      // of the way to a corner must be free of other things
#define BLUR_RADPS  1.0471976f // 60 degrees a second
#define FARTHEST_M  3.0f
#define FACE_M      0.16f
#define FACE_NEAR_M 0.2f
#define FACE_FAR_M  2.5f
#define DARK_LUX    3.0f
#define QUIET_DB    30.0f // below it nothing is heard
enum { HAND_FAR_CM = 60 };

struct eye {
    const struct world *w;
    const struct lens_model *lens;
    uint32_t robot, body;
    struct pose pose, robot_pose;
    struct chance dice;
    bool noisy;
};

static bool project(const struct eye *eye, struct vec3 at, float px[2]) {
    struct vec2 spot;
    if (!lens_project(eye->lens, pose_undo(eye->pose, at), &spot) || !lens_inside(eye->lens, spot))
        return false;
    px[0] = spot.x, px[1] = spot.y;
    return true;
}

// Whether something stands between; `of` may be what is looked at.
static bool hidden(const struct eye *eye, struct vec3 at, uint32_t of) {
    struct vec3 way = vec3_sub(at, eye->pose.at);
    float far = vec3_length(way);
    struct plane_hit hit = plane_ray(eye->w->plane, eye->pose.at, way, far - 0.004f, eye->body);
    return hit.body && (hit.body != of || hit.distance < far - 0.06f);
}

static bool any_hidden(const struct eye *eye, struct vec3 centre, struct vec3 right, struct vec3 up,
                       float half, uint32_t of) {
    half *= INSET;
    for (int i = 0; i < 4; i++) {
        struct vec3 at = vec3_add(
            centre, vec3_add(vec3_scale(right, i & 1 ? half : -half), vec3_scale(up, i & 2 ? -half : half)));
        if (hidden(eye, at, of)) return true;
    }
    return hidden(eye, centre, of);
}

static bool corners(const struct eye *eye, struct vec3 centre, struct vec3 right, struct vec3 up, float half,
                    float px[4][2]) {
    for (int i = 0; i < 4; i++) { // upper left, upper right, lower left, lower right
        struct vec3 at = vec3_add(
            centre, vec3_add(vec3_scale(right, i & 1 ? half : -half), vec3_scale(up, i & 2 ? -half : half)));
        if (!project(eye, at, px[i])) return false;
    }
    return true;
}

static float noise(struct eye *eye, float deviation) {
    return eye->noisy ? noise_of(&eye->dice, deviation) : 0;
}

static bool missed(struct eye *eye) { return eye->noisy && chance_true(&eye->dice, MISSED); }

static void keep_corners(struct eye *eye, struct body_sight *s, float px[4][2]) {
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) s->corners_px[k][i] = px[i][k] + noise(eye, CORNER_PX);
}

static void locate(struct eye *eye, struct pose pose, struct body_sight *s) {
    struct pose in = pose_between(eye->robot_pose, pose);
    float far = vec3_length(vec3_sub(pose.at, eye->pose.at)), blur = 0.001f + far * 0.008f;
    in.at = vec3_add(in.at, vec3(noise(eye, blur), noise(eye, blur), noise(eye, blur / 2)));
    in.turn = quat_unit(quat_times(quat_yaw(noise(eye, 0.01f)), in.turn));
    vec3_into(s->at_m, in.at);
    quat_into(s->turn, in.turn);
}

static bool see_thing(struct eye *eye, const struct world_thing_state *t, struct body_sight *out) {
    uint32_t any = 0;
    for (int i = 0; i < 6; i++) any |= t->markers[i];
    if (!any) return false;
    struct pose pose = world_pose(eye->w, t->body);
    float reach = t->size_m[0] + t->size_m[1] + t->size_m[2], ahead = pose_undo(eye->pose, pose.at).z;
    if (ahead < -reach || ahead > FARTHEST_M + reach) return false;
    float best = 0, best_px[4][2];
    struct mark mark;
    for (uint32_t i = 0; mark_of(t, pose, i, &mark); i++) {
        struct vec3 way = vec3_sub(eye->pose.at, mark.centre);
        float facing = vec3_dot(mark.normal, vec3_unit(way)), px[4][2];
        if (!mark.code || facing < SLANT ||
            !corners(eye, mark.centre, mark.right, mark.up, mark.size_m / 2, px))
            continue;
        float wide = m_hypot(px[1][0] - px[0][0], px[1][1] - px[0][1]),
              high = m_hypot(px[2][0] - px[0][0], px[2][1] - px[0][1]);
        if (m_min(wide, high) < SMALLEST_PX || wide * high <= best ||
            any_hidden(eye, mark.centre, mark.right, mark.up, mark.size_m / 2, t->body))
            continue;
        best = wide * high;
        *out = (struct body_sight){.kind = BODY_SIGHT_KIND_OBJECT, .subject = t->body, .type = mark.code};
        memcpy(best_px, px, sizeof px);
        out->confidence = m_clamp(m_min(wide, high) / 40, 0, 1) * facing;
        snprintf(out->name, sizeof out->name, "%s", t->name);
    }
    if (best <= 0 || missed(eye)) return false;
    keep_corners(eye, out, best_px);
    locate(eye, pose, out);
    return true;
}

static bool see_face(struct eye *eye, const struct world_person_state *p, struct body_sight *out) {
    struct vec3 at = vec3_of(p->at), way = vec3_sub(eye->pose.at, at);
    struct vec3 ahead = vec3(m_cos(p->heading), m_sin(p->heading), 0);
    float far = vec3_length(way), facing = vec3_dot(ahead, vec3_unit(vec3(way.x, way.y, 0)));
    struct vec3 right = vec3(-ahead.y, ahead.x, 0); // the seer's right when it faces him
    float px[4][2];
    if (far > FACE_FAR_M || far < FACE_NEAR_M || facing < SLANT ||
        !corners(eye, at, right, vec3(0, 0, 1), FACE_M / 2, px) || hidden(eye, at, 0) || missed(eye))
        return false;
    // How somebody looks follows from the name (world/camera/scene.h), and so does what is told of it.
    *out = (struct body_sight){.kind = BODY_SIGHT_KIND_FACE,
                               .subject = p->number,
                               .expression = p->expression,
                               .face = chance_stream(p->name)};
    keep_corners(eye, out, px);
    out->confidence = m_clamp(1.2f - far / FACE_FAR_M, 0, 1) * facing * (p->eyes_open ? 1 : 0.8f);
    snprintf(out->name, sizeof out->name, "%s", p->name);
    locate(eye, (struct pose){at, quat_yaw(p->heading)}, out);
    return true;
}

static bool see_spot(struct eye *eye, struct pose pose, struct vec3 spot, uint32_t body,
                     enum body_sight_kind kind, float size, struct body_sight *out) {
    struct vec3 right = quat_apply(eye->pose.turn, vec3(0, -1, 0)),
                up = quat_apply(eye->pose.turn, vec3(0, 0, 1));
    float px[4][2];
    if (!corners(eye, spot, right, up, size / 2, px) || hidden(eye, spot, body)) return false;
    *out = (struct body_sight){.kind = (uint8_t)kind, .subject = body, .confidence = 0.9f};
    keep_corners(eye, out, px);
    locate(eye, pose, out);
    return true;
}

bool world_blind(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    if (!r || w->memory.lux < DARK_LUX || w->eyes[robot - 1].lens.width == 0) return true;
    float turn = vec3_length(vec3_of(r->turn)), head = m_abs(r->motors[BODY_MOTOR_HEAD].speed);
    return turn > BLUR_RADPS || head > BLUR_RADPS;
}

static uint32_t sights(const struct world *w, uint32_t robot, bool noisy, struct body_sight *out,
                       uint32_t most) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    if (!r || w->memory.lux < DARK_LUX) return 0;
    if (w->eyes[robot - 1].lens.width == 0) return 0; // it has none
    struct eye eye = {.w = w,
                      .lens = &w->eyes[robot - 1].lens,
                      .robot = robot,
                      .noisy = noisy,
                      .body = r->body,
                      .robot_pose = world_pose(w, r->body)};
    eye.pose = world_camera(w, robot);
    eye.dice = world_dice(w, "sight", robot);
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->memory.things_count && count < most; i++)
        count += see_thing(&eye, &w->memory.things[i], &out[count]);
    for (uint32_t i = 0; i < w->memory.people_count && count < most; i++)
        count += see_face(&eye, &w->memory.people[i], &out[count]);
    for (uint32_t i = 0; i < w->memory.robots_count && count < most; i++) {
        const struct world_robot_state *other = &w->memory.robots[i];
        if (i + 1 == robot) continue;
        struct pose pose = world_pose(w, other->body);
        if (!see_spot(&eye, pose, pose_apply(pose, vec3(-0.02f, 0, 0.04f)), other->body,
                      BODY_SIGHT_KIND_ROBOT, 0.05f, &out[count]))
            continue;
        out[count].type = i + 1;
        snprintf(out[count].name, sizeof out[count].name, "%s", other->name);
        count++;
    }
    for (uint32_t i = 0; i < w->memory.hands_count && count < most; i++) {
        if (w->memory.hands[i].body == r->body) continue; // it holds him from behind
        struct pose pose = world_pose(w, w->memory.hands[i].body);
        struct vec3 spot = vec3_add(pose.at, vec3(0, 0, 0.05f));
        if (vec3_length(vec3_sub(spot, eye.pose.at)) > HAND_FAR_CM * 0.01f) continue;
        count +=
            see_spot(&eye, pose, spot, w->memory.hands[i].body, BODY_SIGHT_KIND_HAND, 0.06f, &out[count]);
    }
    return count;
}

uint32_t world_sights(const struct world *w, uint32_t robot, struct body_sight *out, uint32_t most) {
    return sights(w, robot, w->config.noise, out, most);
}

bool world_sees(const struct world *w, uint32_t robot, const char *name) {
    enum { MOST = 64 };
    struct body_sight seen[MOST];
    uint32_t count = sights(w, robot, false, seen, MOST);
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(seen[i].name, name)) return true;
    return false;
}

uint32_t world_hearings(struct world *w, uint32_t robot, struct body_hearing *out, uint32_t most) {
    struct world_robot_state *r = world_robot(w, robot);
    if (!r) return 0;
    struct pose at = world_pose(w, r->body);
    struct chance dice = world_dice(w, "hearing", robot);
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->memory.hearings_count && count < most; i++) {
        const struct world_hearing_state *h = &w->memory.hearings[i];
        if (h->number <= r->heard) continue;
        r->heard = h->number;
        struct vec3 in = pose_undo(at, vec3_of(h->at));
        float metres = m_max(vec3_length(in), 0.1f), level = h->level_db - 20 * m_log(metres) / 2.302585f;
        if (level < QUIET_DB) continue;
        struct body_hearing *s = &out[count++];
        *s = (struct body_hearing){.time_us = h->time_us, .level_db = level, .tempo_bpm = h->tempo_bpm};
        s->direction_rad = m_atan2(in.y, in.x);
        if (w->config.noise) s->direction_rad = angle_wrap(s->direction_rad + noise_of(&dice, 0.15f));
        snprintf(s->words, sizeof s->words, "%s", h->words);
        snprintf(s->who, sizeof s->who, "%s", h->who);
    }
    return count;
}
