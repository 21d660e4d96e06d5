// Looking for the charger that it cannot see: here, where it left it, and then farther and farther off.
#include "base/maths/geometry.h"
#include "mind/class/classes.h"

struct find_home {
    struct text turn_trigger, after_trigger;
    float sweep_deg, window_s, low_mm, apart_mm, look_s;
    uint32_t turns, searches, before_after;
    bool afresh;
};
static const struct knob FIND_LIST[] = {
    CLASS_TEXT(find_home, turn_trigger, "searchTurnAnimTrigger", "a trigger: now and then while it looks"),
    CLASS_F32(find_home, sweep_deg, "minSearchAngleSweep_deg", "deg", 0, 720, 300, "it turns so far in all"),
    KNOB_NAMED(struct find_home, turns, "maxSearchTurns", KNOB_TYPE_U32, "", 1, 100, 12, "so often"),
    CLASS_F32(find_home, window_s, "recentSearchWindow_sec", "s", 0, 1e5, 240,
              "so long it does not look where it looked"),
    KNOB_NAMED(struct find_home, searches, "maxNumRecentSearches", KNOB_TYPE_U32, "", 1, 100, 4,
               "so many places, then it gives up"),
    CLASS_F32(find_home, low_mm, "minDrivingDist_mm", "mm", 10, 5000, 150, "not used"),
    CLASS_F32(find_home, apart_mm, "maxDrivingDist_mm", "mm", 50, 5000, 700, "how far apart the places are"),
    KNOB_NAMED(struct find_home, before_after, "numSearchesBeforePlayingPostSearchAnim", KNOB_TYPE_U32, "", 0,
               100, 1, "so many searches"),
    CLASS_TEXT(find_home, after_trigger, "postSearchAnimTrigger", "a trigger: after those, and nothing seen"),
    CLASS_FLAG(find_home, afresh, "evenIfKnown", false, "goes aside first, and looks though it knows it"),
    CLASS_F32(find_home, look_s, "look_s", "s", 0.1f, 10, 0.45f, "it looks so long each time")};
static const struct knobs FIND = CLASS_KNOBS(find_home, FIND_LIST);

enum { HERE, TURN, LOOK, GO, GONE };
enum { RINGS = 4 }; // of places round where it was put down
#define SAME_PLACE_M 0.3f
#define FAR_M        1.5f // from there on farther is no better
#define GO_S         40   // longer no way takes
#define BEFORE_M     0.3f // it looks at where it left from so far off

// own[0]: turned so far; own[1]: side; own[2]: turns; own[3]: places; when[0]: went on.
static float searched_near(const struct mind *m, float x, float y, float window_s) {
    float near = FAR_M;
    for (uint32_t i = 0; i < MIND_PLACES; i++) {
        const struct mind_place *p = &m->live.searched[i];
        if (!p->is || m->live.now - p->at > (double)(p->blocked ? 2 * window_s : window_s)) continue;
        near = m_min(near, m_hypot(p->x_m - x, p->y_m - y));
    }
    return near;
}

static void remember(struct mind *m, float x, float y, bool blocked) {
    struct mind_live *l = &m->live;
    l->searched[l->searched_count++ % MIND_PLACES] =
        (struct mind_place){.at = l->now, .x_m = x, .y_m = y, .is = true, .blocked = blocked};
}

static uint32_t go_to(struct mind *m, const struct node *n, float x, float y, float heading) {
    struct life_message r = {.kind = LIFE_GO_TO_POSE};
    r.go_to_pose = (struct life_go_to_pose){.x_m = x, .y_m = y, .heading_rad = heading};
    m->live.goal_x_m = x, m->live.goal_y_m = y;
    mind_glance(m, angle_wrap(m_atan2(y - m->live.y_m, x - m->live.x_m) - m->live.heading_rad), 0, 0.7f);
    return mind_ask(m, n, &r);
}

// To where it left it; else to the nearest place of a lattice round where it was put down, inner ones first,
// that it has not looked at.
static bool go_on(struct mind *m, const struct node *n) {
    const struct find_home *k = n->config;
    struct mind_live *l = &m->live;
    float home_x = l->home_x_m + BEFORE_M * m_cos(l->home_rad),
          home_y = l->home_y_m + BEFORE_M * m_sin(l->home_rad);
    if (l->home_known && searched_near(m, home_x, home_y, k->window_s) > SAME_PLACE_M)
        return go_to(m, n, home_x, home_y, angle_wrap(l->home_rad + M_PI_F));
    float least = 1e9f, to_x = l->x_m, to_y = l->y_m, apart = k->apart_mm / 1000;
    float x0 = l->put_x_m + apart * mind_between(m, n, -0.2f, 0.2f),
          y0 = l->put_y_m + apart * mind_between(m, n, -0.2f, 0.2f);
    for (int i = -RINGS; i <= RINGS; i++)
        for (int j = -RINGS; j <= RINGS; j++) {
            float x = x0 + apart * (float)i, y = y0 + apart * (float)j;
            if (searched_near(m, x, y, k->window_s) < 0.7f * apart) continue;
            float way = 0.5f * m_hypot(x - l->x_m, y - l->y_m) + m_hypot(x - l->put_x_m, y - l->put_y_m);
            if (way < least) least = way, to_x = x, to_y = y;
        }
    return go_to(m, n, to_x, to_y, m_atan2(to_y - l->y_m, to_x - l->x_m));
}

// Somewhere near, from where things look otherwise.
static bool go_aside(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    float way = mind_between(m, n, -M_PI_F, M_PI_F), far = mind_between(m, n, 0.2f, 0.4f);
    s->own[1] = way < 0 ? -1 : 1, s->own[3] = 1, s->failed = false;
    s->when[0] = m->live.now, s->step = TURN;
    return go_to(m, n, m->live.x_m + far * m_cos(way), m->live.y_m + far * m_sin(way), way);
}

static enum going step_find(struct mind *m, const struct node *n) {
    const struct find_home *k = n->config;
    struct node_state *s = node_state(m, n);
    if (m->live.charger && !k->afresh) return OVER;
    if (s->step == GONE && m->live.now - s->when[0] > GO_S) mind_let_go(m, n), s->failed = true;
    if (mind_waits(m, n)) return GOES_ON;
    switch (s->step) {
    case HERE:
        s->own[0] = s->own[2] = 0;
        if (k->afresh && s->own[3] < 1) return go_aside(m, n) ? GOES_ON : OVER;
        s->own[1] = mind_between(m, n, -1, 1) < 0 ? -1 : 1;
        bool known = searched_near(m, m->live.x_m, m->live.y_m, k->window_s) < SAME_PLACE_M;
        mind_head(m, n, 0, 0.3f);
        return s->step = known ? GO : LOOK, GOES_ON;
    case TURN:
        if (s->own[0] >= m_radians(k->sweep_deg) || s->own[2] >= (float)k->turns) {
            remember(m, m->live.x_m, m->live.y_m, false);
            s->own[3] += 1;
            if (s->own[3] >= (float)k->before_after) mind_play(m, n, k->after_trigger);
            return s->step = GO, GOES_ON;
        }
        float turn = m_radians(mind_between(m, n, 50, 70));
        s->own[0] += turn, s->own[2] += 1;
        mind_glance(m, s->own[1] * turn, 0, 0.5f);
        mind_turn(m, n, s->own[1] * turn, 2.2f);
        return s->step = LOOK, GOES_ON;
    case LOOK:
        if (s->own[2] < 1 || (uint32_t)s->own[2] % 3 || !mind_play(m, n, k->turn_trigger))
            mind_wait(m, n, k->look_s);
        return s->step = TURN, GOES_ON;
    case GO:
        if (s->own[3] >= (float)k->searches) return OVER;
        s->failed = false, s->step = GONE, s->when[0] = m->live.now;
        return go_on(m, n) ? GOES_ON : OVER;
    default:
        if (s->failed) remember(m, m->live.goal_x_m, m->live.goal_y_m, true), s->own[3] += 0.5f;
        return s->step = HERE, GOES_ON;
    }
}
static void end_find(struct mind *m, const struct node *n) { // on its way something stopped it
    if (node_state(m, n)->step == GONE && mind_waits(m, n) && !m->live.charger)
        remember(m, m->live.goal_x_m, m->live.goal_y_m, true);
}
static bool has_no_home(struct mind *m, const struct node *n) {
    const struct find_home *k = n->config;
    return (!m->live.charger || k->afresh) && !(m->live.status & BODY_STATUS_ON_CHARGER);
}
const struct mind_class CLASS_FIND_HOME = {
    .name = "FindHome",
    .needs = BODY_HAS(WHEELS) | BODY_HAS(CHARGER),
    .help =
        "Looks for its charger: here, where it left it, and farther and farther off. Over when it sees it.",
    .knobs = &FIND,
    .wants = has_no_home,
    .step = step_find,
    .end = end_find};
