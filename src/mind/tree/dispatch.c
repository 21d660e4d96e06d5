// Dispatchers: which child runs, by each one's rule.
#include "base/maths/maths.h"
#include "mind/tree/live.h"

#define NEVER_AGAIN 1e18

struct dispatcher {
    struct entries behaviors;
    struct node_ref delegate;
    bool interrupt, gentle, link, selector, forget;
    uint32_t runs;
    float active_s, save_s; // of a quiet one
    const struct json *preset;
};
#define FLAG(field, called, help)                                                                            \
    KNOB_NAMED(struct dispatcher, field, called, KNOB_TYPE_BOOL, "", 0, 1, 0, help)
#define BEHAVIORS  KNOB_OWN(struct dispatcher, behaviors, "behaviors", &KIND_ENTRIES, "its children")
#define LINK_SCOPE FLAG(link, "linkScope", "it is willing only while one of its children is")
#define STRICT_FLAGS                                                                                         \
    FLAG(interrupt, "interruptActiveBehavior", "a child further up takes over from the running one"),        \
        FLAG(gentle, "requireGentleInterruption", "only at a polite moment"),                                \
        FLAG(selector, "actAsSelector", "it ends with the first child that ends"),                           \
        FLAG(forget, "resetCooldownOnDeactivation", "rests are forgotten when it ends")
static const struct knob STRICT_LIST[] = {BEHAVIORS, LINK_SCOPE, STRICT_FLAGS};
static const struct knob PLAIN_LIST[] = {BEHAVIORS, LINK_SCOPE};
static const struct knob QUIET_LIST[] = {
    BEHAVIORS,
    KNOB_NAMED(struct dispatcher, active_s, "activeTime_s", KNOB_TYPE_F32, "s", 1, 1e6, 3600,
               "so long at most, awake"),
    KNOB_NAMED(struct dispatcher, save_s, "timeToPowerSave_s", KNOB_TYPE_F32, "s", 0, 1e6, 15, "not used")};
static const struct knob PASS_LIST[] = {
    KNOB_OWN(struct dispatcher, delegate, "delegateID", &KIND_NODE, "its only child")};
static const struct knob RERUN_LIST[] = {
    KNOB_OWN(struct dispatcher, delegate, "delegateID", &KIND_NODE, "its only child"),
    KNOB_NAMED(struct dispatcher, runs, "numRuns", KNOB_TYPE_U32, "", 1, 1e6, 1, "how often it runs"),
    KNOB_OWN(struct dispatcher, preset, "presetConditions", &KIND_ANY, "for developers")};
static const struct knobs STRICT = {"DispatcherStrictPriority", STRICT_LIST,
                                    sizeof STRICT_LIST / sizeof *STRICT_LIST, sizeof(struct dispatcher)};
static const struct knobs PLAIN = {"Dispatcher", PLAIN_LIST, 2, sizeof(struct dispatcher)};
static const struct knobs QUIET = {"QuietModeCoordinator", QUIET_LIST, 3, sizeof(struct dispatcher)};
static const struct knobs PASS = {"DispatcherPassThrough", PASS_LIST, 1, sizeof(struct dispatcher)};
static const struct knobs RERUN = {"DispatcherRerun", RERUN_LIST, 3, sizeof(struct dispatcher)};

// ------------------------------------------------------------------------------------------------ entries

static const struct dispatcher *config(const struct node *n) { return n->config; }
static const struct entry *entry_at(const struct node *n, int32_t i) { return &config(n)->behaviors.at[i]; }
static const struct node *child_at(const struct mind *m, const struct node *n, int32_t i) {
    return &m->tree->nodes[entry_at(n, i)->node.number];
}
static struct entry_state *state_at(struct mind *m, const struct node *n, int32_t i) {
    return &m->entries[entry_at(n, i)->number];
}
static int32_t count_of(const struct node *n) { return (int32_t)config(n)->behaviors.count; }

static double pace_of(const struct mind *m, const struct entry *e) {
    return e->ignoreFastForward ? 1 : m->live.fast_forward;
}

static double rests_until(const struct mind *m, const struct entry *e) {
    if (e->timer < 0) return m->entries[e->number].ready;
    double reset = m->live.timers[e->timer];
    return reset <= NEVER ? NEVER : reset + (double)e->cooldown_s / pace_of(m, e);
}

static double rest_left(struct mind *m, const struct node *n, int32_t i) {
    const struct entry *e = entry_at(n, i);
    if (e->timer >= 0 && m->live.timers[e->timer] <= NEVER) return -1;
    return rests_until(m, e) - m->live.now;
}

double dispatcher_rests_until(const struct mind *m, const struct node *n, const struct node *child) {
    bool rests = n->class == &CLASS_QUEUE || n->class == &CLASS_QUIET_MODE ||
                 n->class == &CLASS_STRICT_REST || n->class == &CLASS_RANDOM || n->class == &CLASS_SCORING;
    if (!rests) return NEVER; // others have no such list
    for (int32_t i = 0; i < count_of(n); i++)
        if (entry_at(n, i)->node.number == child->number) return rests_until(m, entry_at(n, i));
    return NEVER;
}

bool dispatcher_linked(const struct node *n) {
    if (n->class == &CLASS_PASS_THROUGH || n->class == &CLASS_RERUN) return true;
    bool lists = n->class == &CLASS_QUEUE || n->class == &CLASS_QUIET_MODE || n->class == &CLASS_STRICT ||
                 n->class == &CLASS_STRICT_REST || n->class == &CLASS_RANDOM || n->class == &CLASS_SCORING;
    return lists && config(n)->link;
}

static bool willing(struct mind *m, const struct node *n, int32_t i, bool rests) {
    const struct node *child = child_at(m, n, i);
    if (mind_active(m, child)) return true;
    return !(rests && rest_left(m, n, i) > 0) && mind_wants(m, child);
}

static void rest(struct mind *m, const struct node *n, int32_t i) {
    const struct entry *e = entry_at(n, i);
    struct entry_state *s = state_at(m, n, i);
    s->ended = m->live.now;
    if (e->timer >= 0) m->live.timers[e->timer] = m->live.now;
    float by = e->cooldown_random_factor;
    double cooldown =
        (double)e->cooldown_s * (1 + (by > 0 ? (double)mind_between(m, child_at(m, n, i), -by, by) : 0));
    s->ready = e->cooldown_s < 0 ? NEVER_AGAIN : m->live.now + cooldown / pace_of(m, e);
}

// True: the child that ran has ended since.
static bool notice_end(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    if (s->child < 0 || mind_active(m, child_at(m, n, s->child))) return false;
    rest(m, n, s->child);
    s->child = -1;
    return true;
}

static void start(struct mind *m, const struct node *n, int32_t i) {
    struct node_state *s = node_state(m, n);
    const struct node *child = child_at(m, n, i);
    uint32_t beaten = NODE_NONE;
    if (s->child >= 0) {
        beaten = child_at(m, n, s->child)->number;
        mind_pop_to(m, n, true);
        rest(m, n, s->child);
    }
    for (int32_t k = i + 1; k < count_of(n) && beaten == NODE_NONE; k++)
        if (willing(m, n, k, true)) beaten = child_at(m, n, k)->number;
    s->child = i;
    s->step++;
    state_at(m, n, i)->began = m->live.now;
    state_at(m, n, i)->runs++;
    mind_trace(m, MIND_TRACE_KIND_CHOSE, child->number, beaten, 0, 0);
    if (!mind_push(m, child)) s->child = -1;
}

static void begin_dispatcher(struct mind *m, const struct node *n) {
    for (int32_t i = 0; i < count_of(n); i++) {
        const struct entry *e = entry_at(n, i);
        if (e->resetLinkedTimerOnDispatcherActivation && e->timer >= 0)
            m->live.timers[e->timer] = m->live.now;
    }
}

static void end_dispatcher(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    if (s->child >= 0) rest(m, n, s->child);
    for (int32_t i = 0; config(n)->forget && i < count_of(n); i++) state_at(m, n, i)->ready = NEVER;
}

static bool wants_any(struct mind *m, const struct node *n, bool rests) {
    for (int32_t i = 0; i < count_of(n); i++)
        if (willing(m, n, i, rests)) return true;
    return false;
}
static bool wants_linked(struct mind *m, const struct node *n) {
    return !config(n)->link || wants_any(m, n, n->class != &CLASS_STRICT);
}

// ------------------------------------------------------------------------------------------- strict priority

static enum going strict(struct mind *m, const struct node *n, bool rests) {
    const struct dispatcher *d = config(n);
    bool ended = notice_end(m, n);
    if (ended && d->selector) return OVER;
    int32_t now = node_state(m, n)->child, best = -1;
    if (now >= 0 && !d->interrupt) return GOES_ON;
    for (int32_t i = 0; i < (now >= 0 ? now : count_of(n)) && best < 0; i++)
        if (willing(m, n, i, rests)) best = i;
    if (best < 0) return now >= 0 ? GOES_ON : OVER;
    if (now >= 0 && d->gentle && !mind_gentle(m, child_at(m, n, now))) return GOES_ON;
    start(m, n, best);
    return GOES_ON;
}

static enum going step_strict(struct mind *m, const struct node *n) { return strict(m, n, false); }
static enum going step_rest(struct mind *m, const struct node *n) { return strict(m, n, true); }

const struct mind_class CLASS_STRICT = {.name = "DispatcherStrictPriority",
                                        .help = "The first child that is willing.",
                                        .knobs = &STRICT,
                                        .dispatches = true,
                                        .wants = wants_linked,
                                        .begin = begin_dispatcher,
                                        .step = step_strict,
                                        .end = end_dispatcher};
const struct mind_class CLASS_STRICT_REST = {
    .name = "DispatcherStrictPriorityWithCooldown",
    .help = "The first child that is willing and does not rest after its last end.",
    .knobs = &STRICT,
    .dispatches = true,
    .wants = wants_linked,
    .begin = begin_dispatcher,
    .step = step_rest,
    .end = end_dispatcher};

// ------------------------------------------------------------------------------------------------ in a row

static enum going step_queue(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    notice_end(m, n);
    if (s->child >= 0) return GOES_ON;
    for (int32_t i = (int32_t)s->own[0]; i < count_of(n); i++) {
        s->own[0] = (float)(i + 1);
        if (willing(m, n, i, false)) return start(m, n, i), GOES_ON;
    }
    return OVER;
}
const struct mind_class CLASS_QUEUE = {.name = "DispatcherQueue",
                                       .help = "Each child once, in order; the unwilling are left out.",
                                       .knobs = &PLAIN,
                                       .dispatches = true,
                                       .wants = wants_linked,
                                       .begin = begin_dispatcher,
                                       .step = step_queue,
                                       .end = end_dispatcher};

// ------------------------------------------------------------------------------------------------ quietly

static bool wants_quiet(struct mind *m, const struct node *n) {
    return m->live.now < m->live.quiet_until && wants_any(m, n, false);
}
// Whoever fell asleep in it is not woken by its end.
static enum going step_quiet(struct mind *m, const struct node *n) {
    struct mind_live *l = &m->live;
    if (!l->asleep && node_age(m, n) > (double)config(n)->active_s) l->quiet_until = NEVER;
    if (!l->asleep && l->now >= l->quiet_until) return OVER;
    enum going going = strict(m, n, false);
    int32_t child = node_state(m, n)->child;
    l->aloud = child >= 0 && entry_at(n, child)->audioAllowed;
    return going;
}
static void end_quiet(struct mind *m, const struct node *n) {
    m->live.aloud = false;
    end_dispatcher(m, n);
}
const struct mind_class CLASS_QUIET_MODE = {
    .name = "QuietModeCoordinator",
    .help =
        "The first child that is willing, while it was told to be quiet. Its clips make no sound, but those "
        "of children whose audioAllowed is set.",
    .knobs = &QUIET,
    .dispatches = true,
    .wants = wants_quiet,
    .begin = begin_dispatcher,
    .step = step_quiet,
    .end = end_quiet};

// ------------------------------------------------------------------------------------------------ by chance

static int32_t draw(struct mind *m, const struct node *n) {
    double sum = 0, least = NEVER_AGAIN / 2;
    int32_t least_at = -1;
    for (int32_t i = 0; i < count_of(n); i++) {
        if (!(entry_at(n, i)->weight > 0)) continue;
        if (willing(m, n, i, true)) sum += (double)entry_at(n, i)->weight;
        double left = rest_left(m, n, i);
        if (left < least && willing(m, n, i, false)) least = left, least_at = i;
    }
    if (sum <= 0) return least_at;
    struct chance dice = mind_dice(m, n, "draw");
    double at = chance_unit64(&dice) * sum;
    int32_t last = -1;
    for (int32_t i = 0; i < count_of(n); i++) {
        if (!(entry_at(n, i)->weight > 0) || !willing(m, n, i, true)) continue;
        last = i, at -= (double)entry_at(n, i)->weight;
        if (at < 0) break;
    }
    return last;
}

static enum going step_random(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    if (notice_end(m, n)) return OVER;
    if (s->child >= 0) return GOES_ON;
    int32_t drawn = draw(m, n);
    if (drawn < 0) return OVER;
    start(m, n, drawn);
    return GOES_ON;
}
const struct mind_class CLASS_RANDOM = {
    .name = "DispatcherRandom",
    .help = "One of the willing children that do not rest, drawn by weight. When all rest: the willing one "
            "whose rest ends first.",
    .knobs = &PLAIN,
    .dispatches = true,
    .wants = wants_linked,
    .begin = begin_dispatcher,
    .step = step_random,
    .end = end_dispatcher};

// ------------------------------------------------------------------------------------------------ by score

static double score(struct mind *m, const struct node *n, int32_t i) {
    const struct entry *e = entry_at(n, i);
    const struct entry_state *s = state_at(m, n, i);
    double base = (double)e->flat_score;
    for (uint32_t k = 0; k < e->scorer_count; k++) {
        char emotion[48];
        text_copy(e->scorers[k].emotion, emotion, sizeof emotion);
        double one = graph_at(&e->scorers[k].graph, mood_value(&m->mood, emotion), GRAPH_FLAT);
        base = k ? base + one : one;
    }
    if (e->scorer_count) base /= e->scorer_count;
    bool runs = node_state(m, n)->child == i;
    if (runs)
        return e->activated.count ? base * graph_at(&e->activated, m->live.now - s->began, GRAPH_FLAT) : base;
    if (!e->repetition.count || !s->runs) return base;
    return base * graph_at(&e->repetition, m->live.now - s->ended, GRAPH_FLAT);
}

static enum going step_scoring(struct mind *m, const struct node *n) {
    notice_end(m, n);
    int32_t now = node_state(m, n)->child, best = now;
    double most = now >= 0 ? score(m, n, now) : 0;
    for (int32_t i = 0; i < count_of(n); i++) {
        if (i == now || !willing(m, n, i, true)) continue;
        double it = score(m, n, i);
        if (it > most) best = i, most = it;
    }
    if (best < 0) return OVER;
    if (best != now) start(m, n, best);
    return GOES_ON;
}
const struct mind_class CLASS_SCORING = {
    .name = "DispatcherScoring",
    .help = "The willing child with the highest score; the running one loses only to a strictly higher one.",
    .knobs = &PLAIN,
    .dispatches = true,
    .wants = wants_linked,
    .begin = begin_dispatcher,
    .step = step_scoring,
    .end = end_dispatcher};

// ------------------------------------------------------------------------------------------------ one child

static bool wants_delegate(struct mind *m, const struct node *n) {
    const struct node *child = node_of(m, &config(n)->delegate);
    return child && mind_wants(m, child);
}

static enum going step_pass(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    const struct node *child = node_of(m, &config(n)->delegate);
    if (!child) return OVER;
    if (mind_active(m, child)) return GOES_ON;
    uint32_t most = n->class == &CLASS_RERUN ? config(n)->runs : 1;
    if (s->step >= most || !mind_wants(m, child)) return OVER;
    s->step++;
    return mind_push(m, child) ? GOES_ON : OVER;
}
const struct mind_class CLASS_PASS_THROUGH = {.name = "DispatcherPassThrough",
                                              .help = "Its one child, while that runs.",
                                              .knobs = &PASS,
                                              .dispatches = true,
                                              .wants = wants_delegate,
                                              .step = step_pass};
const struct mind_class CLASS_RERUN = {.name = "DispatcherRerun",
                                       .help = "Its one child, so many times.",
                                       .knobs = &RERUN,
                                       .dispatches = true,
                                       .wants = wants_delegate,
                                       .step = step_pass};
