#include "pleo/os/os_internal.h"

#include <string.h>

enum { PERCENT_LOW = 10, PERCENT_HIGH = 500, LAST_HANDLE = 99 };

void motions_start(struct pleo *p) { p->motions.percent = 100; }

// Scripts say a handle, a number of a resource, or any.
static bool is_meant(const struct playing_motion *m, int32_t which) {
    return m->it && (which == MOTION_ANY || which == m->handle || which == m->it->id);
}

static void tell(struct pleo *p) {
    const struct playing_motion *newest = NULL;
    for (int i = 0; i < MOTIONS; i++)
        if (p->motions.at[i].it) newest = &p->motions.at[i];
    property_put(p, PROPERTY_MOTION, newest ? newest->it->id : 0);
    float left =
        newest ? (float)(newest->it->motion->end * newest->it->motion->timebase_ms) - newest->at_ms : 0;
    property_put(p, PROPERTY_MOTION_TIME, left > 0 ? (int32_t)left : 0);
}

static void end_one(struct pleo *p, int place) {
    struct playing_motion *m = &p->motions.at[place];
    pleo_event(p, PLEO_EVENT_KIND_MOTION_ENDED, m->it->id, 0, 0);
    memmove(m, m + 1, (size_t)(MOTIONS - 1 - place) * sizeof *m);
    p->motions.at[MOTIONS - 1] = (struct playing_motion){0};
}

int motion_play(struct pleo *p, const struct resource *motion) {
    if (!motion || !motion->motion) return MOTION_INVALID;
    if (p->motions.at[MOTIONS - 1].it) end_one(p, 0);
    int place = 0;
    while (p->motions.at[place].it) place++;
    uint16_t owns = 0;
    for (size_t i = 0; i < motion->motion->joint_count; i++) {
        uint16_t letters = motion->motion->joints[i];
        int joint = letters == UMF_JOINT('E', 'Y') || letters == UMF_JOINT('J', 'W')
                        ? JOINT_HEAD
                        : joint_of_letters(letters);
        if (joint >= 0) owns |= (uint16_t)(1u << joint);
    }
    for (int i = 0; i < place; i++) p->motions.at[i].owns &= (uint16_t)~owns;
    p->motions.handle = (uint8_t)(p->motions.handle % LAST_HANDLE + 1);
    p->motions.at[place] = (struct playing_motion){.it = motion, .handle = p->motions.handle, .owns = owns};
    pleo_event(p, PLEO_EVENT_KIND_MOTION_STARTED, motion->id, 0, 0);
    log_say(p, LOG_DEBUG, LOG_MOTION, "%s begins", motion->name);
    tell(p);
    return p->motions.handle;
}

bool motion_stop(struct pleo *p, int32_t which) {
    bool any = false;
    for (int i = MOTIONS - 1; i >= 0; i--) {
        struct playing_motion *m = &p->motions.at[i];
        if (!is_meant(m, which)) continue;
        for (int j = 0; j < JOINTS; j++) // it stays where it is now
            if (m->owns >> j & 1 && !p->joints.at[j].scripts && p->out) joint_go(p, j, joint_deg(p, j), 0, 0);
        end_one(p, i);
        any = true;
    }
    if (any) tell(p);
    return any;
}

void motion_stop_all(struct pleo *p) { motion_stop(p, MOTION_ANY); }

bool motion_pause(struct pleo *p, int32_t which, bool pause) {
    bool any = false;
    for (int i = 0; i < MOTIONS; i++) {
        if (!is_meant(&p->motions.at[i], which)) continue;
        p->motions.at[i].paused = pause;
        any = true;
    }
    return any;
}

bool motion_playing(const struct pleo *p, int32_t which) {
    for (int i = 0; i < MOTIONS; i++)
        if (is_meant(&p->motions.at[i], which)) return true;
    return false;
}

static void sound_of(struct pleo *p, const struct playing_motion *m, int16_t id) {
    const struct resource *r = apps_by_id(p, (enum app_place)m->it->app, (uint16_t)id);
    if (r && r->sound) voice_play(p, r, true);
    if (r && r->command) command_sound(p, r, true);
}

static void begin_vector(struct pleo *p, const struct playing_motion *m, const struct umf_vector *v,
                         float scale) {
    const struct umf *motion = m->it->motion;
    if (v->joint == UMF_SOUND) return sound_of(p, m, v->position);
    if (v->joint == UMF_TRANSITION) return;
    float deg = v->position;
    int joint = joint_of_letters(v->joint);
    if (v->joint == UMF_JOINT('E', 'Y')) joint = JOINT_HEAD;
    if (v->joint == UMF_JOINT('J', 'W')) joint = JOINT_HEAD, deg = -deg; // chosen: an open jaw is below 0
    bool first = !v->start && !v->goal && !v->velocity && !v->position; // how the maker's tool begins a joint
    if (joint < 0 || first || !(m->owns >> joint & 1) || p->joints.at[joint].scripts) return;
    float seconds = (float)(v->goal - v->start + 1) * (float)motion->timebase_ms * 0.001f / scale;
    joint_go(p, joint, deg, 0, seconds);
}

void motions_tick(struct pleo *p) {
    float scale = (float)p->motions.percent / 100;
    bool any = false;
    for (int i = 0; i < MOTIONS; i++) {
        struct playing_motion *m = &p->motions.at[i];
        if (!m->it) break;
        any = true;
        if (m->paused) continue;
        const struct umf *motion = m->it->motion;
        // What begins within this tick is begun now.
        for (m->at_ms += PLEO_TICK_MS * scale; m->next < motion->count; m->next++) {
            const struct umf_vector *v = &motion->vectors[m->next];
            if ((float)(v->start * motion->timebase_ms) >= m->at_ms) break;
            begin_vector(p, m, v, scale);
        }
        if (m->next < motion->count || m->at_ms < (float)(motion->end * motion->timebase_ms)) continue;
        end_one(p, i--);
    }
    if (any) tell(p);
}
