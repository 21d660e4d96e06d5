// Sounds with a place: starts and ends them. microphone.c computes the samples when somebody listens.
#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

enum { ON_ITS_WAY_US = 200000 };
#define MUSIC_TOLD_S 3.0f // so long an oracle listens before it is told of music, beat after beat

static struct world_sound_state *room_for(struct world *w, struct fault *fault) {
    struct world_memory *m = &w->memory;
    if (m->sounds_count == WORLD_SOUNDS_MAX) {
        fault_set(fault, ERR_LIMIT, "there are %d sounds already", WORLD_SOUNDS_MAX);
        return NULL;
    }
    struct world_sound_state *s = &m->sounds[m->sounds_count];
    world_sound_state_defaults(s);
    s->since_us = world_time_us(w);
    s->number = ++m->numbers;
    return s;
}

enum err sound_start(struct world *w, const struct world_sound *v, struct fault *fault) {
    if (*v->name && world_name_taken(w, v->name))
        return fault_set(fault, ERR_DUPLICATE, "the name \"%s\" is taken", v->name);
    float seconds = v->seconds;
    uint8_t wave = 0;
    if (*v->wave || v->kind == WORLD_SOUND_KIND_WAVE) {
        float length;
        enum err err = wave_load(w, v->wave, &wave, &length, fault);
        if (err) return err;
        if (seconds == 1 || seconds > length) seconds = length;
    }
    struct world_sound_state *s = room_for(w, fault);
    if (!s) return ERR_LIMIT;
    s->wave = wave;
    if (*v->name)
        snprintf(s->name, sizeof s->name, "%s", v->name);
    else
        snprintf(s->name, sizeof s->name, "sound%u", s->number);
    s->kind = v->kind, s->hertz = v->hertz, s->tempo_bpm = v->tempo_bpm, s->level_db = v->level_db;
    vec3_into(s->at, vec3(v->x_m, v->y_m, v->z_m));
    s->until_us = seconds > 0 ? s->since_us + (uint64_t)(seconds * 1e6f) : UINT64_MAX;
    w->memory.sounds_count++;
    people_hear(w, vec3_of(s->at), s->level_db, 0, "", "");
    return ERR_NONE;
}

enum err sound_stop(struct world *w, const char *name, struct fault *fault) {
    struct world_memory *m = &w->memory;
    for (uint32_t i = 0; i < m->sounds_count; i++) {
        if (strcmp(m->sounds[i].name, name)) continue;
        m->sounds[i] = m->sounds[--m->sounds_count];
        return ERR_NONE;
    }
    return fault_set(fault, ERR_UNKNOWN, "no sound here is called \"%s\"", name);
}

// Where its samples come from: a file, a voice, or neither.
enum err world_say_path(const struct world_say *v, char *path, size_t room, struct fault *fault) {
    if (*v->voice && *v->wave) return fault_set(fault, ERR_TYPE, "say: a voice or a wave, not both");
    int len = *v->voice ? snprintf(path, room, "voice:%s:%s", v->voice, v->words)
                        : snprintf(path, room, "%s", v->wave);
    if ((size_t)len < room) return ERR_NONE;
    return fault_set(fault, ERR_LIMIT, "say: a voice says at most %zu letters", room - 24);
}

enum err sound_say(struct world *w, const struct world_say *v, struct fault *fault) {
    float seconds = 0.35f + 0.065f * (float)strlen(v->words); // an even speaker: fifteen letters a second
    uint8_t wave = 0;
    char path[sizeof w->memory.waves[0].path];
    enum err bad = world_say_path(v, path, sizeof path, fault);
    if (!bad && *path) bad = wave_load(w, path, &wave, &seconds, fault);
    if (bad) return bad;
    if (w->memory.sounds_count == WORLD_SOUNDS_MAX)
        return fault_set(fault, ERR_LIMIT, "there are %d sounds already", WORLD_SOUNDS_MAX);
    enum err err = people_say(w, v, seconds, fault);
    if (err) return err;
    struct world_sound_state *s = room_for(w, fault);
    for (uint32_t i = 0; i < w->memory.people_count; i++) {
        const struct world_person_state *p = &w->memory.people[i];
        if (strcmp(p->name, v->who)) continue;
        memcpy(s->at, p->at, sizeof s->at);
        s->hertz = p->voice_hertz;
        s->person = (uint8_t)(i + 1);
    }
    snprintf(s->name, sizeof s->name, "voice%u", s->number);
    s->kind = wave ? WORLD_SOUND_KIND_WAVE : WORLD_SOUND_KIND_VOICE;
    s->level_db = v->level_db;
    s->wave = wave;
    s->until_us = s->since_us + (uint64_t)(seconds * 1e6f);
    w->memory.sounds_count++;
    return ERR_NONE;
}

void sound_step(struct world *w) {
    struct world_memory *m = &w->memory;
    for (uint32_t i = 0; i < m->sounds_count; i++) {
        struct world_sound_state *s = &m->sounds[i];
        // What has ended is still on its way to whoever is far, or listens seldom.
        if (s->until_us < UINT64_MAX && !until(w, s->until_us + ON_ITS_WAY_US)) {
            m->sounds[i--] = m->sounds[--m->sounds_count];
            continue;
        }
        uint64_t age = world_time_us(w) - s->since_us;
        if (s->kind != WORLD_SOUND_KIND_MUSIC || age < (uint64_t)(MUSIC_TOLD_S * 1e6f)) continue;
        if (age % (uint64_t)(60e6f / s->tempo_bpm) < WORLD_STEP_US)
            people_hear(w, vec3_of(s->at), s->level_db, s->tempo_bpm, "", "");
    }
}
