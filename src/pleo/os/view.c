// What those who look see of him, and what his life can be compared by.
#include "pleo/os/os_internal.h"

#include "base/hash.h"
#include "base/maths/maths.h"

#include <stdio.h>
#include <string.h>

static uint8_t running(const struct machine *m) {
    if (m->next) return PLEO_RUNNING_LOADING;
    if (!m->amx) return PLEO_RUNNING_NONE;
    if (m->wait) return PLEO_RUNNING_WAITING;
    if (!amx_asleep(m->amx)) return PLEO_RUNNING_IDLE;
    return m->until_ms > m->pleo->ms ? PLEO_RUNNING_SLEEPING : PLEO_RUNNING_RUNNING;
}

static void look_at_properties(const struct pleo *p, struct pleo_view *v) {
    for (uint32_t i = 0; i < p->properties.count && v->properties_count < 64; i++)
        if (p->properties.values[i])
            v->properties[v->properties_count++] =
                (struct pleo_property){p->properties.ids[i], p->properties.values[i]};
}

static void look_at_log(const struct pleo *p, struct pleo_view *v) {
    enum { SHOWN = sizeof v->log / sizeof *v->log };
    uint32_t from = p->log.count > SHOWN ? p->log.count - SHOWN : 0;
    v->log_lines = p->log.count;
    for (uint32_t i = from; i < p->log.count; i++)
        text_copy(text_of(p->log.lines[i % LOG_LINES]), v->log[v->log_count++], sizeof v->log[0]);
}

void pleo_look(const struct pleo *p, struct pleo_view *v) {
    *v = (struct pleo_view){
        .time_us = p->now_us, .tick = p->tick, .off = p->power.off, .card = p->files.card != NULL};
    memcpy(v->joints_deg, p->joints.seen, sizeof v->joints_deg);
    for (int i = 0; i < PLEO_RAW_SENSORS; i++) v->raw[i] = (int16_t)p->sensors.at[i].value;
    if (p->apps.rules < APPS)
        snprintf(v->application, sizeof v->application, "%.32s", p->apps.at[p->apps.rules].name);
    for (int i = 0; i < MOTIONS; i++)
        if (p->motions.at[i].it) snprintf(v->motion, sizeof v->motion, "%s", p->motions.at[i].it->name);
    if (p->sounds.it) snprintf(v->sound, sizeof v->sound, "%s", p->sounds.it->name);
    if (p->commands.now.it) snprintf(v->command, sizeof v->command, "%s", p->commands.now.it->name);
    if (p->drives.active >= 0) snprintf(v->drive, sizeof v->drive, "%s", p->drives.at[p->drives.active].name);
    if (p->machines.at[VM_AUX].amx)
        snprintf(v->behaviour, sizeof v->behaviour, "%s", p->machines.at[VM_AUX].name);
    for (int i = 0; i < VMS; i++) {
        const struct machine *m = &p->machines.at[i];
        struct pleo_machine *to = &v->machines[i];
        if (m->amx) snprintf(to->script, sizeof to->script, "%s", m->name);
        to->state = running(m);
        to->instructions = m->spent;
        to->failures = m->failures;
    }
    look_at_properties(p, v);
    look_at_log(p, v);
}

static int16_t whole(float deg) { return (int16_t)m_round(deg); }

static void look_at_limbs(const struct joints *joints, struct pleo_limb *limbs) {
    for (int i = 0; i < JOINTS; i++) {
        const struct joint *j = &joints->at[i];
        limbs[i] = (struct pleo_limb){whole(joints->seen[i]),
                                      whole(j->told ? j->target_deg : joints->seen[i]), j->going, j->scripts};
    }
}

static void look_at_doing(const struct pleo *p, struct pleo_doing *d) {
    struct pleo_view v;
    pleo_look(p, &v);
    d->off = v.off, d->card = p->sensors.at[SENSOR_CARD].value;
    memcpy(d->application, v.application, sizeof d->application);
    memcpy(d->drive, v.drive, sizeof d->drive);
    memcpy(d->behaviour, v.behaviour, sizeof d->behaviour);
    memcpy(d->command, v.command, sizeof d->command);
    memcpy(d->motion, v.motion, sizeof d->motion);
    memcpy(d->sound, v.sound, sizeof d->sound);
    for (int i = 0; i < VMS; i++) {
        memcpy(d->scripts[i].name, v.machines[i].script, sizeof d->scripts[i].name);
        d->scripts[i].state = v.machines[i].state, d->scripts[i].failures = v.machines[i].failures;
    }
    d->drives_count = (uint8_t)p->drives.count;
    for (uint32_t i = 0; i < p->drives.count; i++) {
        text_copy(text_of(p->drives.at[i].name), d->drives[i].name, sizeof d->drives[i].name);
        d->drives[i].value = p->drives.at[i].value, d->drives[i].wins = p->drives.active == (int)i;
    }
}

bool pleo_inside(const struct soul *soul, struct pleo_inside *v) {
    if (soul->class != &pleo_soul_class) return false;
    struct pleo *p = (struct pleo *)(uintptr_t)soul;
    char room[40];
    memset(v, 0, sizeof *v); // they are compared as bytes
    v->time_us = p->now_us;
    look_at_limbs(&p->joints, v->limbs);
    look_at_doing(p, &v->doing);
    for (uint32_t i = 0; i < p->properties.count; i++) {
        struct pleo_named *to = &v->properties[v->property_count];
        if (!p->properties.values[i]) continue;
        to->id = p->properties.ids[i], to->value = p->properties.values[i];
        text_copy(text_of(property_name(p, to->id, room)), to->name, sizeof to->name);
        v->property_count++;
    }
    for (int i = 0; i < SENSORS; i++) {
        struct pleo_reading *to = &v->readings[v->reading_count];
        if (!sensor_row(i) || v->reading_count == PLEO_READINGS) continue;
        to->sensor = (uint8_t)i, to->value = p->sensors.at[i].value, to->times = p->sensors.at[i].count;
        text_copy(text_of(sensor_row(i)->name), to->name, sizeof to->name);
        v->reading_count++;
    }
    v->log_lines = p->log.count;
    return true;
}

bool pleo_log_line(struct soul *soul, uint32_t *next, const char **line) {
    if (soul->class != &pleo_soul_class) return false;
    const struct log *log = &((const struct pleo *)(const void *)soul)->log;
    if (*next >= log->count) return false;
    if (log->count - *next > LOG_LINES) *next = log->count - LOG_LINES;
    *line = log->lines[(*next)++ % LOG_LINES];
    return true;
}

// ------------------------------------------------------------------------------------------------ hashes

static uint64_t hash_machines(const struct pleo *p) {
    uint64_t h = p->tick;
    for (int i = 0; i < VMS; i++) {
        const struct machine *m = &p->machines.at[i];
        int64_t parts[] = {m->id,       m->begun,   m->main_over, m->call_count,
                           m->until_ms, m->main_ms, m->wait,      m->failures};
        h = hash64(h, parts, sizeof parts);
        if (m->amx) h = amx_hash(m->amx, h);
        for (uint32_t k = 0; k < m->call_count; k++)
            h = hash64(h + k, m->calls[(m->call_at + k) % CALLS].args, sizeof m->calls[0].args);
    }
    return h;
}

static uint64_t hash_sensors(const struct pleo *p) {
    uint64_t h = 0;
    for (int i = 0; i < SENSORS; i++) {
        const struct sensor *s = &p->sensors.at[i];
        int32_t parts[] = {s->value, s->told,      s->low,     s->high,          s->enabled,
                           s->calls, s->triggered, s->last_ms, (int32_t)s->count};
        h = hash64(h, parts, sizeof parts);
    }
    return h;
}

static uint64_t hash_properties(const struct pleo *p) {
    uint64_t h =
        hash64(p->properties.count, p->properties.ids, p->properties.count * sizeof *p->properties.ids);
    return hash64(h, p->properties.values, p->properties.count * sizeof *p->properties.values);
}

static uint64_t hash_playing(const struct pleo *p) {
    uint64_t h = p->sounds.it ? hash64(p->sounds.it->id, &p->sounds.at, sizeof p->sounds.at) : 0;
    for (int i = 0; i < MOTIONS; i++) {
        const struct playing_motion *m = &p->motions.at[i];
        if (m->it) h = hash64(h ^ m->it->id ^ (uint64_t)m->next << 16, &m->at_ms, sizeof m->at_ms);
    }
    for (int i = 0; i < JOINTS; i++) h = hash64(h, &p->joints.at[i].target_deg, sizeof(float));
    return h ^ (p->commands.now.it ? p->commands.now.it->id : 0);
}

static uint64_t hash_files(const struct pleo *p) {
    uint64_t h = p->files.card ? p->files.card->digest : 0;
    for (int i = 0; i < FILES_OWN; i++) {
        const struct file_own *own = &p->files.own[i];
        if (own->used) h = hash64(h + own->size + own->removed, own->name, sizeof own->name);
    }
    return hash64(h, p->files.sectors, sizeof p->files.sectors);
}

size_t pleo_hashes(const struct pleo *p, const char **names, uint64_t *hashes, size_t room) {
    static const struct {
        const char *name;
        uint64_t (*hash)(const struct pleo *p);
    } ROOMS[] = {{"machines", hash_machines},
                 {"sensors", hash_sensors},
                 {"properties", hash_properties},
                 {"playing", hash_playing},
                 {"files", hash_files}};
    enum { COUNT = sizeof ROOMS / sizeof *ROOMS };
    for (size_t i = 0; i < COUNT && i < room; i++) names[i] = ROOMS[i].name, hashes[i] = ROOMS[i].hash(p);
    return COUNT;
}
