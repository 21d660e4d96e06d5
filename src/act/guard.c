// What its mind wants of its treads on floor of which too little is known is cut short: belief/footing.h.
// Others may drive it where they like.
#include "act/act.h"

#define AHEAD_S 0.12f // so long until an order stops it

static bool leads_off(const struct act *act, float left, float right) {
    const struct footing *f = &act->config.belief->footing;
    float ahead = (left + right) / 2, turn = (right - left) / act->config.model->track_m;
    if (m_abs(ahead) < 0.004f && m_abs(turn) < 0.1f) return false;
    struct pose2 at = act->now.at, to = at;
    struct vec2 way = vec2_turn(vec2(ahead * AHEAD_S, 0), at.angle + turn * AHEAD_S / 2);
    to.at = vec2_add(at.at, way), to.angle = angle_wrap(at.angle + turn * AHEAD_S);
    return !footing_bears(f, at, to, ahead > m_abs(turn) * act->config.model->track_m);
}

static bool minds(const struct act *act) {
    bool mounts = act->now.status & BODY_STATUS_ON_CHARGER;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        const struct action *a = &act->actions.list[i];
        mounts |= a->state == ACTION_RUNS && (a->row == &ACTION_MOUNT || a->row == &ACTION_LEAVE);
    }
    return act->config.belief && act->config.belief->footing.needed && act_on_treads(act) && !act_busy(act) &&
           !mounts && !control_overrides(&act->control);
}

void act_guard(struct act *act) {
    if (!minds(act)) return;
    struct commander *c = &act->commander;
    bool told = c->rank[TRACK_WHEELS] != RANK_NOBODY && c->wheels.mode == BODY_WHEEL_MODE_SPEED;
    bool off = told ? leads_off(act, c->wheels.left_mps, c->wheels.right_mps)
                    : leads_off(act, act->left_mps, act->right_mps);
    if (!off) return;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &act->actions.list[i];
        if (a->state == ACTION_RUNS && a->locks & PLAYER_BODY)
            actions_end(&act->actions, act, a, LIFE_RESULT_PATH_PLANNING_FAILED_ABORT,
                        "an edge may lie under its treads there");
    }
    if (told) commander_wheels(c, RANK_REFLEX, &(struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED});
}
