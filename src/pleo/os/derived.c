// Sensors that are computed from others: touches that mean something, edges and things before the nose, being
// lifted, bent or stuck.
#include "pleo/os/os_internal.h"

#include <stdlib.h>
#include <string.h>

// Chosen, all of them: the guide does not say.
enum {
    TAP_MS = 500,     // a shorter touch is a tap
    HOLD_MS = 1000,   // a longer one a hold
    STROKE_MS = 1200, // spots of one stroke follow each other so soon
    QUIET_MS = 400,   // after that it is known what the stroke was
    PETTED_MS = 2500, // without another stroke, petting is over
    SIDE_DEG = 15,    // a neck turned further looks to the side
    LIFT_MS = 300,
    BENT_DEG = 12, // a joint so far from where it was put is moved by somebody
    BENT_MS = 250,
    LYING_SHAKE = 4, // on its side and this calm, it lies
};

void sensors_touched(struct pleo *p, int id, bool down, int32_t ms) {
    struct sensors *s = &p->sensors;
    struct touch_state *t = &s->touch[id];
    int32_t flags = property_value(p, PROPERTY_HOLD_FLAGS), bit = 1 << (id - SENSOR_HEAD);
    if (down) {
        *t = (struct touch_state){.since_ms = ms};
        bool pets = id == SENSOR_HEAD || id == SENSOR_BACK || id == SENSOR_BACK2 || id == SENSOR_ARSE ||
                    id == SENSOR_ARSE2;
        if (!pets) return;
        if (s->stroke_count && ms - s->stroke_ms > STROKE_MS) s->stroke_count = 0;
        if (s->stroke_count < sizeof s->strokes) s->strokes[s->stroke_count++] = (uint8_t)id;
        s->stroke_ms = ms;
        return;
    }
    if (t->held) {
        property_put(p, PROPERTY_HOLD_FLAGS, flags & ~bit);
        sensor_fire(p, SENSOR_RELEASE, id, ms);
    } else if (ms - t->since_ms < TAP_MS) {
        sensor_fire(p, SENSOR_TAP, id, ms);
    }
    t->held = false;
}

static void hold(struct pleo *p) {
    for (int id = SENSOR_HEAD; id <= SENSOR_ARSE2; id++) {
        struct touch_state *t = &p->sensors.touch[id];
        if (!p->sensors.at[id].value || t->held || p->ms - t->since_ms < HOLD_MS) continue;
        t->held = true;
        property_put(p, PROPERTY_HOLD_FLAGS,
                     property_value(p, PROPERTY_HOLD_FLAGS) | 1 << (id - SENSOR_HEAD));
        sensor_fire(p, SENSOR_HOLD, id, p->ms);
    }
}

// Published numbers of strokes, by the parts that follow each other.
static int stroke_of(const uint8_t *spots, uint32_t count) {
    static const struct {
        const char *parts;
        int number;
    } STROKES[] = {{"ba", 2}, {"ab", 3}, {"hb", 4}, {"bh", 5}, {"hba", 6}, {"abh", 7}};
    char parts[9];
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        char part = spots[i] == SENSOR_HEAD ? 'h' : spots[i] < SENSOR_ARSE ? 'b' : 'a';
        if (!n || parts[n - 1] != part) parts[n++] = part;
    }
    parts[n] = 0;
    for (size_t i = 0; i < sizeof STROKES / sizeof *STROKES; i++)
        if (!strcmp(STROKES[i].parts, parts)) return STROKES[i].number;
    if (n == 1 && count > 1 && spots[0] != spots[1]) return parts[0] == 'b' ? 8 : parts[0] == 'a' ? 9 : 0;
    return 0;
}

static void petting(struct pleo *p) {
    struct sensors *s = &p->sensors;
    if (s->stroke_count && p->ms - s->stroke_ms > QUIET_MS) {
        int stroke = stroke_of(s->strokes, s->stroke_count);
        s->stroke_count = 0;
        if (stroke) s->petted = true, s->petted_ms = p->ms, sensor_fire(p, SENSOR_PETTED, stroke, p->ms);
    }
    if (!s->petted || p->ms - s->petted_ms < PETTED_MS) return;
    s->petted = false;
    sensor_fire(p, SENSOR_PETTED, 1, p->ms);
}

// True when the state that was looked for has lasted long enough and is another one.
static bool settled(struct edge_state *e, bool now, int32_t ms, int32_t lasts) {
    if (now != e->next) e->next = now, e->since_ms = ms;
    if (e->next == e->is || ms - e->since_ms < lasts) return false;
    e->is = e->next;
    return true;
}

// Where the neck looks: 0 ahead, 1 left, 2 right.
static int side(struct pleo *p) {
    float turn = joint_deg(p, JOINT_NECK_HORIZONTAL);
    return turn < -SIDE_DEG ? 1 : turn > SIDE_DEG ? 2 : 0;
}

static void edges_and_objects(struct pleo *p) {
    struct sensors *s = &p->sensors;
    const int32_t *parms = s->edge_parms;
    float height = joint_deg(p, JOINT_NECK_VERTICAL);
    int32_t seen = s->at[SENSOR_OBJECT].value;
    int at = side(p);
    bool low = height <= (float)parms[1], high = height >= (float)parms[0];
    for (int i = 0; i < 3; i++) {
        bool looks = i == at;
        struct edge_state *edge = &s->edges[i], *thing = &s->objects[i];
        bool void_below = low && looks && (edge->is ? seen < parms[5] : seen < parms[4]);
        bool there = high && looks && (thing->is ? seen > parms[2] : seen > parms[3]);
        if (settled(edge, void_below, p->ms, edge->is ? parms[7] : 0))
            sensor_set(p, SENSOR_EDGE_FRONT + i, edge->is, p->ms);
        if (settled(thing, there, p->ms, thing->is ? parms[6] : 0))
            sensor_set(p, SENSOR_OBJECT_FRONT + i, thing->is, p->ms);
    }
}

static void lifting(struct pleo *p) {
    struct sensors *s = &p->sensors;
    bool feet = false;
    for (int i = SENSOR_FOOT_FIRST; i <= SENSOR_FOOT_LAST; i++) feet |= s->at[i].value != 0;
    bool lies = s->at[SENSOR_TILT].value > 1 && s->at[SENSOR_SHAKE].value < LYING_SHAKE;
    if (settled(&s->lifted, !feet && !lies, p->ms, LIFT_MS))
        sensor_set(p, SENSOR_PICKED_UP, s->lifted.is, p->ms);
}

// A joint that was where it should be and is not any more, although nobody told it to move.
static void bending(struct pleo *p) {
    bool bent = false;
    for (int i = 0; i < JOINTS; i++) bent |= joint_bent(p, i, BENT_DEG);
    if (settled(&p->sensors.abused, bent, p->ms, BENT_MS))
        sensor_set(p, SENSOR_ABUSE, p->sensors.abused.is, p->ms);
}

static void sticking(struct pleo *p) {
    struct sensors *s = &p->sensors;
    for (int i = 0; i < JOINTS; i++) {
        bool now = p->joints.stall_detection && p->in->pleo.stalled >> i & 1, was = s->stuck >> i & 1;
        if (!now) s->stuck_ms[i] = p->ms;
        if (now != was && (!now || p->ms - s->stuck_ms[i] >= s->stuck_limit)) {
            s->stuck = (uint16_t)(s->stuck ^ 1u << i);
            sensor_fire(p, now ? SENSOR_STUCK : SENSOR_UNSTUCK, i, p->ms);
        }
    }
}

// Levels that change slowly, in 256ths.
static void ambient(struct pleo *p) {
    struct sensors *s = &p->sensors;
    s->mean_sound += (s->at[SENSOR_LOUD].value * 256 - s->mean_sound) * s->sound_factor / 4096;
    s->mean_light += (s->at[SENSOR_LIGHT].value * 256 - s->mean_light) * s->light_factor / 4096;
}

void sensors_derive(struct pleo *p) {
    hold(p);
    petting(p);
    edges_and_objects(p);
    lifting(p);
    bending(p);
    sticking(p);
    ambient(p);
}
