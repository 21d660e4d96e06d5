#include "belief/habitat.h"

#include "base/hash.h"

#define WHITE       0.70f
#define DARK        0.45f
#define APART_RAD   1.05f // two sides look into directions this different
#define BEND_RAD    0.35f // more, and it is no straight stretch
#define FREE_M      0.40f
#define SAME_LINE_M 0.012f // a second side is met this far before the first, or it is that one again
#define NEAR_M      0.45f  // the tray's diagonal is 0.43
enum { INSIDE_SIDES = 2, FREE_SIDES = 3, LEARN = 30 };

const char *const HABITAT_STATES[] = {"Unknown", "InHabitat", "NotInHabitat"};
const char *const HABITAT_REASONS[] = {"NothingYet", "WhiteDetected", "CliffDetected", "NoWhiteFound",
                                       "TooLarge",   "PickedUp",      "Forced"};

static void decide(struct habitat *h, enum habitat_state state, enum habitat_reason reason) {
    h->state = state;
    h->reason = reason;
}

static void forget(struct habitat *h) {
    bool carried = h->carried;
    *h = (struct habitat){.carried = carried, .reason = HABITAT_PICKED_UP};
}

void habitat_force(struct habitat *h, enum habitat_state state) { decide(h, state, HABITAT_FORCED); }

static bool new_way(const float *known, uint32_t count, float heading) {
    for (uint32_t i = 0; i < count; i++)
        if (m_abs(angle_wrap(known[i] - heading)) < APART_RAD) return false;
    return true;
}

// `spot`: where the white lies.
static void meet_white(struct habitat *h, struct pose2 at, struct vec2 spot) {
    h->from = at;
    for (uint32_t i = 0; i < h->white_count; i++) {
        float dx = spot.x - h->white[i].at.x, dy = spot.y - h->white[i].at.y, s, c;
        m_sincos(h->white[i].heading, &s, &c);
        if (m_hypot(dx, dy) > NEAR_M) {
            decide(h, HABITAT_OUTSIDE, HABITAT_TOO_LARGE);
            return;
        }
        bool same_way = m_abs(angle_wrap(h->white[i].heading - at.angle)) < APART_RAD;
        // A line met squarely goes on to both sides, and nothing of a tray lies beyond it.
        if (same_way || dx * c + dy * s > -SAME_LINE_M) return;
    }
    if (h->white_count == HABITAT_SIDES) return;
    h->white[h->white_count].heading = at.angle;
    h->white[h->white_count++].at = spot;
    h->free_count = 0;
    if (h->white_count >= INSIDE_SIDES) decide(h, HABITAT_INSIDE, HABITAT_WHITE_SIDES);
}

static void go_on(struct habitat *h, struct pose2 at, bool drives) {
    if (!drives || !h->driving || m_abs(angle_wrap(at.angle - h->from.angle)) > BEND_RAD) h->from = at;
    h->driving = drives;
    if (m_hypot(at.at.x - h->from.at.x, at.at.y - h->from.at.y) < FREE_M) return;
    h->white_count = 0; // whatever line it was, it was not the tray's
    if (new_way(h->free, h->free_count, at.angle) && h->free_count < HABITAT_SIDES)
        h->free[h->free_count++] = at.angle;
    h->from = at;
    if (h->free_count >= FREE_SIDES) decide(h, HABITAT_OUTSIDE, HABITAT_FREE_SIDES);
}

static struct vec2 spot_of(const struct body_model *model, const struct body_senses *s, struct pose2 at) {
    bool left = s->cliffs_count > 1 && s->cliffs[BODY_CLIFF_FRONT_LEFT] > s->cliffs[BODY_CLIFF_FRONT_RIGHT];
    const float *sensor = model->cliff_at_m[left ? BODY_CLIFF_FRONT_LEFT : BODY_CLIFF_FRONT_RIGHT];
    if (s->cliffs_count < 2) sensor = model->cliff_at_m[0];
    return pose2_apply(at, (struct vec2){sensor[0], sensor[1]});
}

void habitat_step(struct habitat *h, const struct body_model *model, const struct body_senses *s) {
    bool up = s->status & (BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING);
    if (up && !h->carried) h->carried = true, forget(h);
    h->carried = up;
    if (up || !s->motion_count || !s->cliffs_count || h->state != HABITAT_UNKNOWN) return;
    struct pose2 at = {{s->motion[0].x_m, s->motion[0].y_m}, s->motion[0].heading_rad};
    float speed = (s->motion[0].left_mps + s->motion[0].right_mps) / 2;
    float front = s->cliffs_count > 1
                      ? m_max(s->cliffs[BODY_CLIFF_FRONT_LEFT], s->cliffs[BODY_CLIFF_FRONT_RIGHT])
                      : s->cliffs[0];
    if (s->status & BODY_STATUS_CLIFF) {
        decide(h, HABITAT_OUTSIDE, HABITAT_CLIFF);
        return;
    }
    bool white = front > WHITE && h->readings >= LEARN && h->floor < DARK;
    if (!white || h->readings < LEARN) {
        h->readings += h->readings < 1000000;
        h->floor += (front - h->floor) / (h->readings < LEARN ? (float)h->readings : (float)LEARN);
    }
    if (white && speed > 0)
        meet_white(h, at, spot_of(model, s, at));
    else
        go_on(h, at, m_abs(speed) > 0.005f);
}

uint64_t habitat_hash(const struct habitat *h) {
    uint32_t rest[] = {h->state,      h->reason,  h->readings, h->white_count,
                       h->free_count, h->driving, h->carried};
    uint64_t sum = hash64(hash64(0, rest, sizeof rest), &h->floor, sizeof h->floor);
    sum = hash64(hash64(sum, h->white, sizeof h->white), h->free, sizeof h->free);
    return hash64(sum, &h->from, sizeof h->from);
}
