#include "belief/persons.h"

#include "base/hash.h"
#include "sense/pose.h"

#include <string.h>

#define FACE_M 0.16f // of the square round a face
enum { FORGET_US = 300000000 };

static void tell(struct persons *p, enum person_event kind, int32_t id) {
    if (p->event_count == PEOPLE_EVENTS) {
        p->event_lost++;
        return;
    }
    p->events[p->event_count].kind = (uint8_t)kind;
    p->events[p->event_count++].id = id;
}

void persons_begin(struct persons *p) { p->event_count = 0; }

static void forget(struct persons *p, uint32_t at) {
    p->count--;
    memmove(&p->list[at], &p->list[at + 1], (p->count - at) * sizeof p->list[0]);
}

static uint32_t known_at(const struct persons *p, uint64_t face) {
    uint32_t at = 0;
    while (at < p->known_count && p->known[at].face != face) at++;
    return at;
}

static struct person *met(struct persons *p, uint64_t face, uint64_t now_us) {
    uint32_t oldest = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->list[i].face == face) return &p->list[i];
        if (p->list[i].last_us < p->list[oldest].last_us) oldest = i;
    }
    if (p->count == BELIEF_PEOPLE_MAX) forget(p, oldest);
    struct person *person = &p->list[p->count++];
    memset(person, 0, sizeof *person);
    uint32_t known = known_at(p, face);
    person->id = known < p->known_count ? p->known[known].id : -(int32_t)++p->strangers;
    person->face = face;
    person->first_us = now_us;
    return person;
}

static void place(struct person *person, const struct observations *seen, const struct observation *o,
                  const struct pose *camera, uint32_t origin) {
    struct pose_square square;
    if (!camera || !pose_of_square(seen->lens, o->corners, FACE_M, &square)) return;
    int upright = 0; // of two answers the one whose face stands straighter
    struct pose at[2];
    float lean[2];
    for (int i = 0; i < 2; i++) {
        at[i] = pose_times(*camera, square.pose[i]);
        lean[i] = m_abs(1 - quat_apply(at[i].turn, vec3(0, 0, 1)).z);
    }
    if (lean[1] < lean[0]) upright = 1;
    person->at = (struct placed){at[upright], origin};
}

void persons_look(struct persons *p, const struct observations *seen, const struct pose *camera,
                  uint32_t origin) {
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct observation *o = &seen->list[i];
        if (o->kind != OBSERVATION_FACE) continue;
        struct person *person = met(p, o->face, seen->time_us);
        if (!person->visible) tell(p, PERSON_APPEARED, person->id);
        uint8_t expression = (uint8_t)(o->expression + 1); // 0: unknown
        if (person->visible && person->expression != expression) tell(p, PERSON_EXPRESSION, person->id);
        person->expression = expression;
        person->visible = true;
        person->last_us = seen->time_us;
        person->certainty = o->certainty;
        memcpy(person->corners, o->corners, sizeof person->corners);
        place(person, seen, o, camera, origin);
    }
}

void persons_step(struct persons *p, uint64_t now_us) {
    for (uint32_t i = p->count; i--;) {
        struct person *person = &p->list[i];
        if (person->visible && now_us >= person->last_us + PEOPLE_VISIBLE_US) {
            person->visible = false;
            tell(p, PERSON_DISAPPEARED, person->id);
        }
        if (now_us >= person->last_us + FORGET_US && person->id < 0) forget(p, i);
    }
}

uint64_t persons_know(struct persons *p, int32_t who, uint64_t face, int32_t id) {
    for (uint32_t i = 0; i < p->count && who; i++)
        if (p->list[i].id == who) face = p->list[i].face;
    uint32_t at = known_at(p, face);
    if (!face || id < 0 || (id && at == PEOPLE_KNOWN)) return 0;
    if (id) {
        p->known[at].face = face, p->known[at].id = id;
        if (at == p->known_count) p->known_count++;
    } else if (at < p->known_count) {
        p->known[at] = p->known[--p->known_count];
    }
    for (uint32_t i = 0; i < p->count; i++)
        if (p->list[i].face == face) p->list[i].id = id ? id : -(int32_t)++p->strangers;
    return face;
}

void persons_view(const struct persons *p, struct belief_people *out) {
    *out = (struct belief_people){.list_count = (uint8_t)p->count};
    for (uint32_t i = 0; i < p->count; i++) {
        const struct person *person = &p->list[i];
        struct belief_person *b = &out->list[i];
        *b = (struct belief_person){.id = person->id,
                                    .expression = person->expression,
                                    .certainty = person->certainty,
                                    .first_us = person->first_us,
                                    .last_us = person->last_us};
        b->pose.origin = person->at.origin;
        vec3_into(b->pose.at_m, person->at.pose.at), quat_into(b->pose.turn, person->at.pose.turn);
        for (int k = 0; k < 4; k++)
            b->corners_px[0][k] = person->corners[k].x, b->corners_px[1][k] = person->corners[k].y;
    }
}

uint64_t persons_hash(const struct persons *p) {
    const uint32_t counts[] = {p->strangers, p->known_count};
    uint64_t h = hash64(p->count, counts, sizeof counts);
    for (uint32_t i = 0; i < p->count && i < BELIEF_PEOPLE_MAX; i++) {
        const struct person *n = &p->list[i];
        uint64_t whole[] = {(uint64_t)(int64_t)n->id,
                            n->face,
                            n->first_us,
                            n->last_us,
                            n->expression,
                            n->visible,
                            n->at.origin};
        h = hash64(hash64(h, whole, sizeof whole), &n->certainty, sizeof n->certainty);
        h = hash64(hash64(h, &n->at.pose, sizeof n->at.pose), n->corners, sizeof n->corners);
    }
    for (uint32_t i = 0; i < p->known_count && i < PEOPLE_KNOWN; i++) {
        uint64_t whole[] = {p->known[i].face, (uint64_t)(int64_t)p->known[i].id};
        h = hash64(h, whole, sizeof whole);
    }
    return h;
}
