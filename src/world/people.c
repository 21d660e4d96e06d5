// People: where they stand, what their faces show, what they say. The oracle hears them and other sounds
// here.
#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

static struct world_person_state *person(struct world *w, const char *name, struct fault *fault) {
    for (uint32_t i = 0; *name && i < w->memory.people_count; i++)
        if (!strcmp(w->memory.people[i].name, name)) return &w->memory.people[i];
    fault_set(fault, ERR_UNKNOWN, "nobody here is called \"%s\"", name);
    return NULL;
}

enum err people_add(struct world *w, const struct world_person *v, struct fault *fault) {
    if (w->memory.people_count == WORLD_PEOPLE_MAX)
        return fault_set(fault, ERR_LIMIT, "a world holds at most %d people", WORLD_PEOPLE_MAX);
    if (!*v->name) return fault_set(fault, ERR_MISSING, "person: name: people have names");
    if (world_name_taken(w, v->name))
        return fault_set(fault, ERR_DUPLICATE, "the name \"%s\" is taken", v->name);
    struct world_person_state *p = &w->memory.people[w->memory.people_count++];
    world_person_state_defaults(p);
    snprintf(p->name, sizeof p->name, "%s", v->name);
    p->number = 1000 + ++w->memory.numbers;
    vec3_into(p->at, vec3(v->x_m, v->y_m, v->height_m));
    memcpy(p->goal, p->at, sizeof p->goal);
    p->heading = p->goal_heading = m_radians(v->heading_deg);
    p->speed = 0.8f;
    p->expression = v->expression, p->eyes_open = v->eyes_open, p->voice_hertz = v->voice_hertz;
    return ERR_NONE;
}

bool people_remove(struct world *w, const char *name) {
    struct world_person_state *p = person(w, name, NULL);
    if (!p) return false;
    memmove(p, p + 1, (size_t)(&w->memory.people[w->memory.people_count] - (p + 1)) * sizeof *p);
    w->memory.people_count--;
    return true;
}

enum err people_walk(struct world *w, const struct world_walk *v, struct fault *fault) {
    struct world_person_state *p = person(w, v->who, fault);
    if (!p) return ERR_UNKNOWN;
    vec3_into(p->goal, vec3(v->x_m, v->y_m, v->height_m));
    p->goal_heading = m_radians(v->heading_deg);
    p->speed = v->speed_mps;
    return ERR_NONE;
}

enum err people_look(struct world *w, const struct world_look *v, struct fault *fault) {
    struct world_person_state *p = person(w, v->who, fault);
    if (!p) return ERR_UNKNOWN;
    if (*v->at && !world_name_taken(w, v->at))
        return fault_set(fault, ERR_UNKNOWN, "nothing here is called \"%s\"", v->at);
    snprintf(p->looks_at, sizeof p->looks_at, "%s", v->at);
    p->expression = v->expression, p->eyes_open = v->eyes_open;
    return ERR_NONE;
}

void people_hear(struct world *w, struct vec3 at, float level_db, float tempo_bpm, const char *words,
                 const char *who) {
    struct world_memory *m = &w->memory;
    if (m->hearings_count == WORLD_SPEECH_MAX) {
        memmove(m->hearings, m->hearings + 1, (WORLD_SPEECH_MAX - 1) * sizeof *m->hearings);
        m->hearings_count--;
    }
    struct world_hearing_state *h = &m->hearings[m->hearings_count++];
    world_hearing_state_defaults(h);
    h->time_us = world_time_us(w);
    h->number = ++m->heard;
    vec3_into(h->at, at);
    h->level_db = level_db, h->tempo_bpm = tempo_bpm;
    snprintf(h->words, sizeof h->words, "%s", words);
    snprintf(h->who, sizeof h->who, "%s", who);
}

enum err people_say(struct world *w, const struct world_say *v, float seconds, struct fault *fault) {
    struct world_person_state *p = person(w, v->who, fault);
    if (!p) return ERR_UNKNOWN;
    snprintf(p->words, sizeof p->words, "%s", v->words);
    p->says_since_us = world_time_us(w);
    p->says_db = v->level_db;
    p->says_until_us = p->says_since_us + (uint64_t)(seconds * 1e6f);
    return ERR_NONE;
}

static void stroll(struct world_person_state *p) {
    struct vec3 at = vec3_of(p->at), way = vec3_sub(vec3_of(p->goal), at);
    float left = vec3_length(way), step = p->speed * STEP_SECONDS;
    if (left > 0)
        vec3_into(p->at, left <= step ? vec3_of(p->goal) : vec3_add(at, vec3_scale(way, step / left)));
    p->heading =
        angle_towards(p->heading, left > 0.3f ? m_atan2(way.y, way.x) : p->goal_heading, 3 * STEP_SECONDS);
}

void people_step(struct world *w) {
    for (uint32_t i = 0; i < w->memory.people_count; i++) {
        struct world_person_state *p = &w->memory.people[i];
        stroll(p);
        struct pose target;
        if (*p->looks_at && world_where(w, p->looks_at, &target))
            p->heading = angle_towards(p->heading, m_atan2(target.at.y - p->at[1], target.at.x - p->at[0]),
                                       3 * STEP_SECONDS);
        if (!p->says_until_us || until(w, p->says_until_us)) continue;
        // What was said is known when it is over.
        people_hear(w, vec3_of(p->at), p->says_db, 0, p->words, p->name);
        p->says_until_us = 0;
        p->words[0] = 0;
    }
}
