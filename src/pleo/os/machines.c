#include "pleo/os/os_internal.h"

#include "pleo/os/natives/natives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 8192, MEMORY_MAX = 1 << 20, TURN_CALLS = 64, CLOSE_INSTRUCTIONS = 12000 };

// Header, data and stack, in bytes: of the first kit. The guide leaves them blank.
static const struct {
    const char *name;
    uint32_t most;
} LIMITS[VMS] = {{"sensor", 3072}, {"main", 4096}, {"aux", 2560}, {"user", 2048}};

const char *vm_name(enum vm vm) { return vm < VMS ? LIMITS[vm].name : "none"; }

bool machines_start(struct pleo *p) {
    p->machines.pool = amx_pool_new(POOL);
    for (int i = 0; i < VMS; i++)
        p->machines.at[i] = (struct machine){.pleo = p, .vm = (enum vm)i, .app = APP_NONE};
    return p->machines.pool;
}

void machines_end(struct pleo *p) {
    for (int i = 0; i < VMS; i++) amx_free(p->machines.at[i].amx);
    amx_pool_free(p->machines.pool);
}

void machine_next(struct machine *m, const struct resource *script) { m->next = script; }

bool machine_call(struct machine *m, const struct call *call) {
    if (!m->amx || m->call_count == CALLS) {
        m->lost += m->amx != NULL;
        return false;
    }
    uint32_t at = m->call_count++;
    for (; at > 0; at--) { // after all of the same priority
        struct call *before = &m->calls[(m->call_at + at - 1) % CALLS];
        if (before->priority >= call->priority) break;
        m->calls[(m->call_at + at) % CALLS] = *before;
    }
    m->calls[(m->call_at + at) % CALLS] = *call;
    return true;
}

static void fail(struct machine *m, enum halt end) {
    struct fault fault = {0};
    m->failures++;
    amx_describe(m->amx, end, &fault);
    log_say(m->pleo, LOG_ERROR, LOG_VM, "%s %s: %.80s", vm_name(m->vm), m->name, fault.said);
    pleo_event(m->pleo, PLEO_EVENT_KIND_SCRIPT_FAILED, m->vm, (float)end, 0);
}

bool machine_beside(struct machine *m, const char *name, const int32_t *cells, size_t count, int32_t *value) {
    int index = m->amx ? amx_find(m->amx, name) : -2;
    struct amx_arg args[4] = {{0}};
    if (index == -2 || count > 4) return false;
    for (size_t i = 0; i < count; i++) args[i] = (struct amx_arg){.kind = AMX_CELL, .cell = cells[i]};
    amx_budget(m->amx, m->pleo->config.knobs.instructions);
    enum halt end = amx_call_beside(m->amx, index, args, count, value);
    if (end == HALT_BUDGET || end == HALT_SLEEP) amx_abort(m->amx);
    if (end) fail(m, end);
    return !end;
}

void machine_unload(struct machine *m) {
    m->next = NULL, m->leaves = false;
    if (!m->amx) return;
    int index = amx_find(m->amx, "close");
    int32_t value;
    amx_abort(m->amx);
    if (m->begun && index != -2) {
        amx_budget(m->amx, CLOSE_INSTRUCTIONS);
        enum halt end = amx_call_at(m->amx, index, NULL, 0, &value);
        if (end == HALT_BUDGET || end == HALT_SLEEP) amx_abort(m->amx);
        if (end && end != HALT_SLEEP) fail(m, end);
    }
    pleo_event(m->pleo, PLEO_EVENT_KIND_SCRIPT_ENDED, m->vm, m->id, 0);
    log_say(m->pleo, LOG_INFO, LOG_VM, "%s: %s is unloaded", vm_name(m->vm), m->name);
    amx_free(m->amx);
    for (int i = 0; i < WAITS; i++)
        if (m->pleo->machines.waits[i].vm == m->vm) m->pleo->machines.waits[i].used = false;
    uint32_t failures = m->failures, lost = m->lost;
    *m = (struct machine){.pleo = m->pleo, .vm = m->vm, .app = APP_NONE, .failures = failures, .lost = lost};
    if (m->vm == VM_AUX) property_put(m->pleo, PROPERTY_BEHAVIOR_STATUS, 0);
}

// ------------------------------------------------------------------------------------------------ loading

static uint32_t word_at(struct bytes file, size_t at) {
    return (uint32_t)file.at[at] | (uint32_t)file.at[at + 1] << 8 | (uint32_t)file.at[at + 2] << 16 |
           (uint32_t)file.at[at + 3] << 24;
}

// Offsets of the published header: flags 8, code 12, data 16, top of the stack 24.
static bool fits(struct machine *m, struct bytes file, char *why, size_t room) {
    if (file.len < 60) return true; // the machine says what is wrong with it
    uint32_t code = word_at(file, 12), data = word_at(file, 16), top = word_at(file, 24);
    uint64_t need = (uint64_t)code + (top > data ? top - data : 0);
    bool overlays = file.at[8] & 1;
    if (need > LIMITS[m->vm].most) {
        snprintf(why, room, "header, data and stack take %llu bytes; the %s machine has %u",
                 (unsigned long long)need, vm_name(m->vm), LIMITS[m->vm].most);
        return false;
    }
    if (!overlays && data > code && data - code > POOL) {
        snprintf(why, room, "%u bytes of code without overlays; there is room for %d", data - code, POOL);
        return false;
    }
    return true;
}

static int64_t clock_us(void *user) { return (int64_t)((struct pleo *)user)->ms * 1000; }

static void load(struct machine *m, const struct resource *script) {
    struct pleo *p = m->pleo;
    struct fault fault = {0};
    char why[120] = "";
    struct amx_config config;
    amx_defaults(&config);
    config.memory_max = MEMORY_MAX;
    config.instructions = p->config.knobs.instructions;
    config.seed = p->config.seed;
    config.libraries = NATIVE_LIBRARIES, config.library_count = NATIVE_LIBRARY_COUNT;
    config.natives_missing_ok = true;
    config.pool = p->machines.pool;
    config.time = (struct amx_time){.now_us = clock_us, .user = p};
    config.user = m;
    struct amx *amx = fits(m, script->data, why, sizeof why)
                          ? amx_new(&config, script->data.at, script->data.len, &fault)
                          : NULL;
    if (!amx) {
        if (!why[0]) fault_text(&fault, why, sizeof why);
        log_say(p, LOG_ERROR, LOG_VM, "%s: %s is refused: %.80s", vm_name(m->vm), script->name, why);
        pleo_event(p, PLEO_EVENT_KIND_SCRIPT_FAILED, m->vm, HALT_FORMAT, 0);
        if (m->vm == VM_AUX) property_put(p, PROPERTY_BEHAVIOR_STATUS, 0);
        return;
    }
    m->amx = amx;
    m->id = script->id;
    m->app = (enum app_place)script->app;
    memcpy(m->name, script->name, sizeof m->name);
    if (m->vm == VM_AUX)
        property_put(p, PROPERTY_BEHAVIOR_STATUS, 1), property_put(p, PROPERTY_BEHAVIOR, m->id);
    pleo_event(p, PLEO_EVENT_KIND_SCRIPT_STARTED, m->vm, m->id, 0);
    log_say(p, LOG_INFO, LOG_VM, "%s: %s is loaded", vm_name(m->vm), m->name);
}

// ------------------------------------------------------------------------------------------------ a turn

static bool term_holds(struct pleo *p, const struct wait_term *t) {
    int32_t is = property_value(p, t->property);
    switch (t->compare) {
    case 1:
        return is == t->value;
    case 2:
        return is != t->value;
    case 3:
        return is < t->value;
    case 4:
        return is > t->value;
    default:
        return true;
    }
}

// All of its terms must hold.
static bool waits(struct machine *m) {
    if (!m->wait) return false;
    struct wait *w = &m->pleo->machines.waits[m->wait - 1];
    for (int i = 0; w->used && i < w->count; i++)
        if (!term_holds(m->pleo, &w->terms[i])) return true;
    w->used = false;
    m->wait = 0;
    return false;
}

// What is next: its init, what waits, or main again. False: nothing now.
static bool next_call(struct machine *m, struct call *call, int *index) {
    struct pleo *p = m->pleo;
    if (!m->begun) {
        m->begun = true;
        *call = (struct call){.kind = CALL_INIT};
        *index = amx_find(m->amx, "init");
        if (*index != -2) return true;
    }
    for (uint32_t n = m->call_count; n > 0; n--) {
        *call = m->calls[m->call_at];
        if (call->offered == p->tick + 1) break; // it was left as it is in this very tick
        m->call_at = (m->call_at + 1) % CALLS, m->call_count--;
        *index = amx_find(m->amx, call->kind == CALL_SENSOR ? "on_sensor" : "on_property");
        if (*index != -2) return true;
    }
    if (m->vm == VM_SENSOR || m->main_over || p->ms < m->main_ms) return false;
    if (m->vm == VM_MAIN && p->apps.config[1] && p->machines.at[VM_USER].amx &&
        !p->machines.at[VM_USER].main_over)
        return false; // app_wait_for_init
    *call = (struct call){.kind = CALL_MAIN};
    *index = amx_find(m->amx, "main");
    m->main_over = *index == -2;
    return !m->main_over;
}

static void over(struct machine *m, int32_t value, enum halt end) {
    struct pleo *p = m->pleo;
    if (end && end != HALT_EXIT) fail(m, end);
    if (m->now.kind == CALL_SENSOR && !end) {
        struct call again = m->now;
        again.offered = p->tick + 1;
        if (value)
            sensor_seen(p, again.id);
        else
            machine_call(m, &again); // left as it is: it is offered again, after all the others
    }
    if (m->now.kind == CALL_SENSOR && end) sensor_seen(p, m->now.id);
    if (m->now.kind != CALL_MAIN) return;
    m->main_ms = p->ms + (end && end != HALT_EXIT ? AGAIN_MS : 1); // at most once a tick
    if (m->vm != VM_MAIN) m->main_over = true;
    if (m->vm == VM_AUX) {
        property_put(p, PROPERTY_BEHAVIOR_STATUS, 0);
        m->leaves = true;
    }
}

static void turn(struct machine *m) {
    struct pleo *p = m->pleo;
    int64_t left = p->config.knobs.instructions;
    for (int calls = 0; calls < TURN_CALLS && left > 0; calls++) {
        if (m->next || m->leaves) {
            const struct resource *script = m->next;
            machine_unload(m);
            if (script) load(m, script);
            left -= 500; // loading takes its time, too
        }
        if (!m->amx || waits(m)) break;
        enum halt end;
        int32_t value = 0;
        uint64_t before = 0;
        amx_budget(m->amx, (uint64_t)left);
        if (amx_asleep(m->amx)) {
            if (p->ms < m->until_ms) break;
            before = amx_executed(m->amx);
            end = amx_resume(m->amx, &value);
        } else {
            int index;
            if (!next_call(m, &m->now, &index)) break;
            struct amx_arg args[3];
            size_t count = m->now.kind == CALL_SENSOR || m->now.kind == CALL_PROPERTY ? 3 : 0;
            for (size_t i = 0; i < count; i++)
                args[i] = (struct amx_arg){.kind = AMX_CELL, .cell = m->now.args[i]};
            end = amx_call_at(m->amx, index, args, count, &value);
        }
        uint64_t used = amx_executed(m->amx) - before;
        m->spent += (uint32_t)used;
        left -= (int64_t)used + 1;
        if (end == HALT_SLEEP) {
            m->until_ms = p->ms + (value > 0 ? value : 0);
            if (value <= 0 || m->wait) break; // the turn is over
        } else if (end == HALT_BUDGET) {
            m->until_ms = 0;
            break;
        } else {
            over(m, value, end);
        }
    }
}

void machines_tick(struct pleo *p) {
    static const enum vm ORDER[VMS] = {VM_USER, VM_SENSOR, VM_MAIN, VM_AUX};
    for (int i = 0; i < VMS; i++) p->machines.at[i].spent = 0;
    for (int i = 0; i < VMS; i++) turn(&p->machines.at[ORDER[i]]);
}
