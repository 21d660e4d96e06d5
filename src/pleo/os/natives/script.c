#include "pleo/os/natives/natives.h"

static struct machine *machine_at(struct amx *amx, int32_t vm) {
    return vm >= 1 && vm <= VMS ? &its(amx)->machines.at[vm - 1] : NULL;
}
static int32_t run(struct amx *amx, const struct resource *script, int32_t vm) {
    struct machine *m = machine_at(amx, vm);
    if (!m || !script || script->type != URF_SCRIPT) return 0;
    machine_next(m, script);
    return 1;
}
NATIVE(vm_exec) {
    char name[NATIVE_TEXT];
    if (!native_text(amx, params[1], name, sizeof name)) return 0;
    return run(amx, apps_by_name(its(amx), URF_SCRIPT, native_bare(name)), arg(params, 2, VM_AUX + 1));
}
NATIVE(vm_exec_id) { return run(amx, native_resource(amx, params[1]), arg(params, 2, VM_AUX + 1)); }

// Handles count from 1.
static struct wait *wait_of(struct amx *amx, int32_t handle) {
    struct wait *w = handle >= 1 && handle <= WAITS ? &its(amx)->machines.waits[handle - 1] : NULL;
    return w && w->used ? w : NULL;
}
NATIVE(wait_new) {
    (void)params;
    for (int i = 0; i < WAITS; i++) {
        struct wait *w = &its(amx)->machines.waits[i];
        if (w->used) continue;
        *w = (struct wait){.used = true, .vm = (uint8_t)machine_of(amx)->vm};
        return i + 1;
    }
    return 0;
}
NATIVE(wait_add_property) {
    struct wait *w = wait_of(amx, params[1]);
    int32_t compare = arg(params, 4, 1);
    if (!w || w->count == WAIT_TERMS || compare < 0 || compare > 4) return 0;
    w->terms[w->count++] = (struct wait_term){params[2], params[3], (uint8_t)compare};
    return 1;
}
NATIVE(vm_wait) {
    struct machine *m = machine_at(amx, arg(params, 2, VM_AUX + 1));
    if (!m || !wait_of(amx, params[1])) return 0;
    m->wait = params[1];
    if (m == machine_of(amx)) amx_sleep(amx);
    return 0;
}
NATIVE(yield) { return (void)params, amx_sleep(amx), 0; }

static const struct amx_native ROWS[] = {ROW(vm_exec, 1),           ROW(vm_exec_id, 1), ROW(wait_new, 0),
                                         ROW(wait_add_property, 3), ROW(vm_wait, 1),    ROW(yield, 0)};
LIBRARY(script, "Script", ROWS);
