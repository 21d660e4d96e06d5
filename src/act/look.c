// Looking: towards somebody, a thing, a sound, a place, and all around.
#include "act/act.h"

// Chosen, but for the camera's own tilt.
#define EYE_TILT_RAD 0.07f
#define SEE_S        1.5f
#define DWELL_S      0.5f
#define SOUND_S      10.0f
#define SMALL_RAD    (3 * M_PI_F / 180)
enum { LOOKS = 8 };
enum step { TURN, WATCH };

// The head's angle to look at a point of the robot's own frame.
static float head_towards(const struct act *act, struct vec3 at) {
    const float *neck = act->config.model->neck_m;
    float far = m_max(m_hypot(at.x - neck[0], at.y), 0.05f);
    return m_atan2(at.z - neck[2], far) + EYE_TILT_RAD;
}

static enum life_result turn_by(struct act *act, struct action *a, float turn, float head) {
    act->job.step = TURN;
    act->job.since = act->now.tick;
    if (body_model_has(act->config.model, BODY_HAS(HEAD))) act_aim(act, BODY_MOTOR_HEAD, head);
    if (!body_model_has(act->config.model, BODY_HAS(WHEELS))) {
        a->own.phase = WAY_ARRIVED; // as far as its head goes
        return LIFE_RESULT_RUNNING;
    }
    struct nav_route route = route_start(act->now.at);
    if (m_abs(turn) > SMALL_RAD) {
        if (act->now.status & BODY_STATUS_ON_CHARGER) return LIFE_RESULT_SHOULDNT_DRIVE_ON_CHARGER;
        route_turn(&route, &act->profile.speeds, angle_wrap(act->now.at.angle + turn));
    }
    act_leg(act, a, &route);
    return LIFE_RESULT_RUNNING;
}

// Towards a point of its origin, by no more than so much.
static enum life_result look_at(struct act *act, struct action *a, struct vec3 at, float most) {
    struct vec2 in = pose2_undo(act->now.at, vec2(at.x, at.y));
    float turn = m_clamp(m_atan2(in.y, in.x), -m_abs(most), m_abs(most));
    return turn_by(act, a, turn, head_towards(act, vec3(vec2_length(in), 0, at.z)));
}

static enum life_result begin_person(struct act *act, struct action *a, const struct life_message *m) {
    const struct belief *b = act->config.belief;
    const struct person *who = NULL;
    act->job = (struct act_job){.owner = a->id};
    for (uint32_t i = 0; b && i < b->people.count; i++) {
        const struct person *p = &b->people.list[i];
        bool meant =
            m->look_at_person.person ? p->id == m->look_at_person.person : !who || p->last_us > who->last_us;
        if (meant && p->at.origin == b->origins.current) who = p;
    }
    if (!who) return LIFE_RESULT_NO_FACE;
    return look_at(act, a, who->at.pose.at, m->look_at_person.most_rad);
}

static enum life_result begin_thing(struct act *act, struct action *a, const struct life_message *m) {
    const struct thing *t = act_thing(act, m->look_at_thing.thing);
    act->job =
        (struct act_job){.owner = a->id, .thing = m->look_at_thing.thing, .most = m->look_at_thing.see};
    if (!t) return LIFE_RESULT_BAD_OBJECT;
    if (t->at.origin != act->config.belief->origins.current) return LIFE_RESULT_BAD_POSE;
    struct vec3 at = t->at.pose.at;
    if (t->kind == BELIEF_THING_KIND_CHARGER) at.z += t->size_m.z / 2;
    return look_at(act, a, at, m->look_at_thing.most_rad);
}

static enum life_result begin_sound(struct act *act, struct action *a, const struct life_message *m) {
    act->job = (struct act_job){.owner = a->id};
    bool heard = act->sound_tick && (float)(act->now.tick - act->sound_tick) < act_ticks(SOUND_S);
    if (!heard) return a->said = "it heard nothing", LIFE_RESULT_ABORT;
    float most = m_abs(m->look_at_sound.most_rad);
    float turn = m_clamp(angle_between(act->now.at.angle, act->sound_rad), -most, most);
    return turn_by(act, a, turn, 0.3f); // up, where people are
}

static enum life_result begin_place(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_look_at_place *r = &m->look_at_place;
    act->job = (struct act_job){.owner = a->id};
    return look_at(act, a, vec3(r->x_m, r->y_m, r->z_m), r->most_rad);
}

static enum life_result step_look(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    if (j->step == TURN) {
        enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
        if (result != LIFE_RESULT_SUCCESS) return result;
        bool aims = body_model_has(act->config.model, BODY_HAS(HEAD));
        if (aims && !act_aimed(act, BODY_MOTOR_HEAD) && (float)(act->now.tick - j->since) < act_ticks(3))
            return LIFE_RESULT_RUNNING;
        if (!j->most) return LIFE_RESULT_SUCCESS;
        j->step = WATCH, j->since = act->now.tick;
    }
    const struct thing *t = act_thing(act, j->thing);
    uint64_t ago = (uint64_t)(act->now.tick - j->since) * 33000;
    if (t && t->last_us + ago > act->now.body_us) return LIFE_RESULT_SUCCESS;
    if ((float)(act->now.tick - j->since) < act_ticks(SEE_S)) return LIFE_RESULT_RUNNING;
    return LIFE_RESULT_VISUAL_OBSERVATION_FAILED;
}

static void end_look(struct act *act, struct action *a, enum life_result result) {
    act_end_way(act, a, result);
}

// ------------------------------------------------------------------------------------------------ around

static bool sees_somebody(const struct act *act) {
    const struct belief *b = act->config.belief;
    for (uint32_t i = 0; b && i < b->people.count; i++)
        if (b->people.list[i].visible) return true;
    return false;
}

static bool sees_something_new(const struct act *act) {
    const struct belief *b = act->config.belief;
    uint64_t ago = (uint64_t)(act->now.tick - act->job.moved) * 33000;
    for (uint32_t i = 0; b && i < b->things.count; i++)
        if (b->things.list[i].visible && b->things.list[i].first_us + ago > act->now.body_us) return true;
    return false;
}

static enum life_result begin_around(struct act *act, struct action *a, const struct life_message *m) {
    act->job = (struct act_job){.owner = a->id, .moved = act->now.tick};
    act->job.most = (m->look_around.until_person ? 1 : 0) | (m->look_around.until_thing ? 2 : 0);
    return turn_by(act, a, 0, 0);
}

static enum life_result step_around(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    if ((j->most & 1 && sees_somebody(act)) || (j->most & 2 && sees_something_new(act)))
        return LIFE_RESULT_SUCCESS;
    if (a->own.phase != WAY_ARRIVED) {
        j->since = act->now.tick;
        enum life_result result = act_step_way(act, a);
        if (result != LIFE_RESULT_SUCCESS) return result;
    }
    if ((float)(act->now.tick - j->since) < act_ticks(DWELL_S)) return LIFE_RESULT_RUNNING;
    if (j->looks++ < LOOKS) return turn_by(act, a, M_TAU_F / LOOKS, j->looks % 2 ? 0.35f : 0);
    if (!j->most) return LIFE_RESULT_SUCCESS;
    return a->said = "it saw none", LIFE_RESULT_VISUAL_OBSERVATION_FAILED;
}

#define LOOK(words, begins, steps)                                                                           \
    {                                                                                                        \
        .name = words, .tracks = PLAYER_BODY | PLAYER_HEAD, .by_progress = true, .on_treads = true,          \
        .legs = true, .begin = begins, .step = steps, .end = end_look                                        \
    }
const struct action_row ACTION_LOOK_PERSON = LOOK("look at somebody", begin_person, step_look),
                        ACTION_LOOK_THING = LOOK("look at a thing", begin_thing, step_look),
                        ACTION_LOOK_SOUND = LOOK("look at a sound", begin_sound, step_look),
                        ACTION_LOOK_PLACE = LOOK("look at a place", begin_place, step_look),
                        ACTION_LOOK_AROUND = LOOK("look around", begin_around, step_around);
