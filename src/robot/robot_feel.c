// What reaches a robot, as what it felt.
#include "robot/robot_internal.h"

#include "border/lens_model.h"

// What a changed status bit is called, when it comes and when it goes.
static const struct {
    uint32_t bit;
    enum life_event_kind comes, goes;
} CHANGES[] = {
    {BODY_STATUS_PICKED_UP, LIFE_EVENT_KIND_PICKED_UP, LIFE_EVENT_KIND_PUT_DOWN},
    {BODY_STATUS_FALLING, LIFE_EVENT_KIND_FALLING, LIFE_EVENT_KIND_LANDED},
    {BODY_STATUS_CLIFF, LIFE_EVENT_KIND_CLIFF, LIFE_EVENT_KIND_CLIFF_GONE},
    {BODY_STATUS_BUTTON, LIFE_EVENT_KIND_BUTTON_DOWN, LIFE_EVENT_KIND_BUTTON_UP},
    {BODY_STATUS_TOUCHED, LIFE_EVENT_KIND_TOUCHED, LIFE_EVENT_KIND_TOUCH_ENDED},
    {BODY_STATUS_ON_CHARGER, LIFE_EVENT_KIND_ON_CHARGER, LIFE_EVENT_KIND_OFF_CHARGER},
    {BODY_STATUS_HELD, LIFE_EVENT_KIND_HELD, LIFE_EVENT_KIND_LET_GO},
    {BODY_STATUS_BATTERY_LOW, LIFE_EVENT_KIND_BATTERY_LOW, LIFE_EVENT_KIND_NONE},
    {BODY_STATUS_MOTORS_STALLED, LIFE_EVENT_KIND_STALLED, LIFE_EVENT_KIND_NONE},
    {BODY_STATUS_AWAY, LIFE_EVENT_KIND_BODY_LOST, LIFE_EVENT_KIND_BODY_FOUND},
};

// Once it knows where its head is, it looks up at whoever is there.
static void look_up(struct robot *robot) {
    robot->act.head = (struct body_joint_target){.joint = BODY_MOTOR_HEAD,
                                                 .mode = BODY_JOINT_MODE_ANGLE,
                                                 .angle_rad = 0.2f,
                                                 .speed_radps = 2,
                                                 .accel_radps2 = 10,
                                                 .tag = act_new_tag(&robot->act)};
}

// Chosen: a sample counts when it is pulled by half its weight more or less than usual, or turned faster than
// a hand turns what it looks at; so many of them, fading by a tenth a tick, are a shaking.
#define SHAKE_MPS2  5.0f
#define SHAKE_RADPS 5.0f
#define SHAKEN      12.0f
#define CALM        2.0f

static void feel_shaking(struct robot *robot, const struct body_senses *s) {
    robot->shaking *= 0.9f;
    for (uint32_t i = 0; i < s->imu_count; i++) {
        const float *a = s->imu[i].accel_mps2, *g = s->imu[i].gyro_radps;
        float pull = m_sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        float turn = m_sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        if (m_abs(pull - 9.81f) > SHAKE_MPS2 || turn > SHAKE_RADPS) robot->shaking += 1;
    }
    bool in_hand =
        s->status & (BODY_STATUS_HELD | BODY_STATUS_PICKED_UP) && !(s->status & BODY_STATUS_FALLING);
    if (!robot->shaken && in_hand && robot->shaking > SHAKEN) {
        robot->shaken = true;
        robot_tell(robot, LIFE_EVENT_KIND_SHAKEN, 0, robot->shaking, 0);
    }
    if (robot->shaking < CALM) robot->shaken = false;
}

static void feel_fallen(struct robot *robot, uint8_t attitude) {
    bool lies = attitude >= BODY_ATTITUDE_ON_LEFT_SIDE && attitude <= BODY_ATTITUDE_ON_BACK;
    if (lies && !robot->fallen) robot_tell(robot, LIFE_EVENT_KIND_FALLEN_OVER, 0, attitude, 0);
    if (attitude == BODY_ATTITUDE_ON_TREADS && robot->fallen)
        robot_tell(robot, LIFE_EVENT_KIND_STANDS_AGAIN, 0, 0, 0);
    if (lies || attitude == BODY_ATTITUDE_ON_TREADS) robot->fallen = lies;
}

// Noises, not words nor music: once, and then not again for two seconds.
enum { LOUD_REST_TICKS = 60 };
#define LOUD_DB 72.0f

static void hear(struct robot *robot, const struct body_senses *s) {
    for (uint32_t i = 0; i < s->hearings_count; i++) {
        const struct body_hearing *h = &s->hearings[i];
        if (h->level_db < LOUD_DB || h->words[0] || h->tempo_bpm > 0 || robot->tick < robot->loud_until)
            continue;
        robot->loud_until = robot->tick + LOUD_REST_TICKS;
        robot_tell(robot, LIFE_EVENT_KIND_LOUD_SOUND, 0, h->level_db, h->direction_rad);
    }
}

// Whoever is there and best seen is looked in the eyes, for two to six seconds; then it looks elsewhere for
// one to three, as one does.
enum { CONTACT_HOLD_TICKS = 12, CONTACT_LEAST = 61, CONTACT_MOST = 182, REST_LEAST = 30, REST_MOST = 91 };
static void see_faces(struct robot *robot) {
    const struct observation *best = NULL;
    for (uint32_t i = 0; robot->looked && i < robot->seen.count; i++)
        if (robot->seen.list[i].kind == OBSERVATION_FACE &&
            (!best || robot->seen.list[i].certainty > best->certainty))
            best = &robot->seen.list[i];
    if (!best || robot->tick < robot->contact_rest || robot->eyes.asleep) return;
    if (robot->eyes.gaze_until > robot->tick + CONTACT_HOLD_TICKS) return; // it was asked to look somewhere
    if (robot->tick >= robot->contact_until) {
        struct chance dice = chance_of(robot->config.seed, chance_stream("contact"), robot->tick);
        bool met = robot->contact_until + CONTACT_HOLD_TICKS > robot->tick && robot->contact_until;
        if (met) robot->contact_rest = robot->tick + REST_LEAST + chance_below(&dice, REST_MOST - REST_LEAST);
        uint32_t from = met ? robot->contact_rest : robot->tick;
        robot->contact_until = from + CONTACT_LEAST + chance_below(&dice, CONTACT_MOST - CONTACT_LEAST);
        if (met) return;
    }
    struct vec2 middle = {0, 0};
    for (int i = 0; i < 4; i++) middle = vec2_add(middle, vec2_scale(best->corners[i], 0.25f));
    struct vec3 in = lens_unproject(robot->seen.lens, middle);
    if (in.z > 0.01f)
        eyes_contact(&robot->eyes, -m_atan2(in.x, in.z), -m_atan2(in.y, in.z), robot->tick,
                     CONTACT_HOLD_TICKS);
}

// A fist against a raised lift is a greeting. A body that tells only of pokes (Cozmo's) is taken to have met
// one while its lift is up.
#define RAISED_M 0.060f
static void feel_blow(struct robot *robot, uint32_t status) {
    bool poked = status & BODY_STATUS_POKED, tells = robot->config.model->has_touch;
    bool bumped = status & BODY_STATUS_BUMPED || (poked && !tells && robot->view.lift_m > RAISED_M);
    if (bumped)
        robot_tell(robot, LIFE_EVENT_KIND_FIST_BUMPED, 0, 0, 0);
    else if (poked)
        robot_tell(robot, LIFE_EVENT_KIND_POKED, 0, 0, 0);
}

// A body that was without power comes back with sensors that find their level anew: what they say in their
// first moments is nothing that was done to it. It wakes as from sleep.
enum { UNHEARD_TICKS = 30, SETTLE_TICKS = 60 };
static bool settles(struct robot *robot, const struct body_senses *s) {
    if (!s->time_us) {
        robot->unheard++;
        return false;
    }
    if (robot->unheard > UNHEARD_TICKS) {
        robot->settles_until = robot->tick + SETTLE_TICKS;
        robot_tell(robot, LIFE_EVENT_KIND_WOKE, 0, 0, 0);
    }
    robot->unheard = 0;
    return robot->tick < robot->settles_until;
}

void robot_feel(struct robot *robot, const struct body_senses *s) {
    bool new_body = settles(robot, s);
    if (s->time_us) robot->body_us = s->time_us;
    if (!robot->tick) {
        robot->born_us = robot->body_us;
        robot_tell(robot, LIFE_EVENT_KIND_WOKE, 0, 0, 0);
    }
    if (!s->time_us) return; // a tick without news
    if (new_body) {
        robot->status = s->status;
        robot->attitude = s->attitude;
        view_follow(&robot->view, s, robot->config.model);
        return;
    }
    if (s->status & ~robot->status & BODY_STATUS_HEAD_KNOWN && robot->act.head.mode == BODY_JOINT_MODE_HOLD)
        look_up(robot);
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        bool now = s->status & CHANGES[i].bit, before = robot->status & CHANGES[i].bit;
        enum life_event_kind kind = now ? CHANGES[i].comes : CHANGES[i].goes;
        if (now != before && kind) robot_tell(robot, kind, 0, 0, 0);
    }
    feel_blow(robot, s->status);
    if (s->attitude != robot->attitude)
        robot_tell(robot, LIFE_EVENT_KIND_ATTITUDE, 0, robot->attitude, s->attitude);
    feel_fallen(robot, s->attitude);
    feel_shaking(robot, s);
    if (slip_monitor_step(&robot->slip, s, robot->config.model))
        robot_tell(robot, LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, 0, (float)robot->slip.what,
                   (float)robot->slip.side);
    hear(robot, s);
    see_faces(robot);
    robot->status = s->status;
    robot->attitude = s->attitude;
    view_follow(&robot->view, s, robot->config.model);
}
