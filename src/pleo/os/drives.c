#include "pleo/os/os_internal.h"

#include <stdio.h>
#include <string.h>

#define HEAD "pleo drives 1"

void drives_start(struct pleo *p) { p->drives.active = -1; }

int drive_find(const struct pleo *p, const char *name) {
    for (uint32_t i = 0; i < p->drives.count; i++)
        if (!strcmp(p->drives.at[i].name, name)) return (int)i;
    return -1;
}

static bool call(struct pleo *p, const char *drive, const char *what, const int32_t *args, size_t count,
                 int32_t *value) {
    char name[64];
    int32_t ignored;
    snprintf(name, sizeof name, "%s_%s", drive, what);
    return machine_beside(&p->machines.at[VM_MAIN], name, args, count, value ? value : &ignored);
}

bool drive_add(struct pleo *p, const char *name, int32_t low, int32_t high, int32_t interval, bool emotion) {
    struct drives *d = &p->drives;
    bool fine = name[0] && strlen(name) < DRIVE_NAME && d->count < DRIVES && drive_find(p, name) < 0;
    for (const char *c = name; fine && *c; c++)
        fine = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
    if (!fine) {
        log_say(p, LOG_WARNING, LOG_DRIVE, "drive \"%.30s\" is not added", name);
        return false;
    }
    struct drive *to = &d->at[d->count++];
    *to = (struct drive){
        .emotion = emotion, .low = low, .high = high, .interval_ms = interval, .due_ms = p->ms};
    memcpy(to->name, name, strlen(name) + 1);
    call(p, name, "init", NULL, 0, NULL);
    return true;
}

bool behavior_add(struct pleo *p, const char *drive, int32_t script, int32_t interval) {
    struct drives *d = &p->drives;
    int its = drive_find(p, drive);
    if (its < 0 || d->behavior_count == BEHAVIORS || script < 0 || script > 0xffff) return false;
    d->behaviors[d->behavior_count++] = (struct behavior){
        .script = (uint16_t)script, .drive = (uint8_t)its, .interval_ms = interval, .due_ms = p->ms};
    return true;
}

bool behavior_set(struct pleo *p, const char *drive, int32_t script, int32_t value) {
    int its = drive_find(p, drive);
    for (uint32_t i = 0; its >= 0 && i < p->drives.behavior_count; i++) {
        struct behavior *b = &p->drives.behaviors[i];
        if (b->drive != its || b->script != script) continue;
        b->value = value;
        return true;
    }
    return false;
}

// The highest of equals is the one that has it, then the first.
static int best_drive(const struct drives *d) {
    int best = d->active;
    for (uint32_t i = 0; i < d->count; i++)
        if (!d->at[i].emotion && (best < 0 || d->at[i].value > d->at[best].value)) best = (int)i;
    return best;
}

static void value_drives(struct pleo *p) {
    for (uint32_t i = 0; i < p->drives.count; i++) {
        struct drive *d = &p->drives.at[i];
        if (d->interval_ms <= 0 || p->ms < d->due_ms) continue;
        d->due_ms = p->ms + d->interval_ms;
        call(p, d->name, "eval", NULL, 0, &d->value);
    }
}

static void change_drive(struct pleo *p, int to) {
    struct drives *d = &p->drives;
    if (to == d->active) return;
    if (d->active >= 0) call(p, d->at[d->active].name, "deactivate", NULL, 0, NULL);
    d->active = to;
    property_put(p, PROPERTY_DRIVE, to + 1);
    if (to < 0) return;
    for (uint32_t i = 0; i < d->behavior_count; i++)
        if (d->behaviors[i].drive == to) d->behaviors[i].due_ms = p->ms;
    pleo_event(p, PLEO_EVENT_KIND_DRIVE_WON, (uint32_t)to, 0, 0);
    log_say(p, LOG_INFO, LOG_DRIVE, "%s", d->at[to].name);
    call(p, d->at[to].name, "activate", NULL, 0, NULL);
}

static void choose_behavior(struct pleo *p) {
    struct drives *d = &p->drives;
    struct machine *aux = &p->machines.at[VM_AUX];
    struct behavior *best = NULL;
    bool looked = false;
    for (uint32_t i = 0; i < d->behavior_count; i++) {
        struct behavior *b = &d->behaviors[i];
        if (b->drive != d->active) continue;
        if (p->ms >= b->due_ms && b->interval_ms > 0) {
            int32_t id = b->script;
            b->due_ms = p->ms + b->interval_ms;
            call(p, d->at[d->active].name, "behavior_eval", &id, 1, &b->value);
            looked = true;
        }
        bool runs = aux->amx && aux->id == b->script;
        if (!best || b->value > best->value || (b->value == best->value && runs)) best = b;
    }
    bool runs = best && aux->amx && aux->id == best->script;
    if (!best || runs || aux->next || (aux->amx && !looked)) return;
    if (!aux->amx && !looked && best->interval_ms > 0) return; // one that ended is valued again first
    const struct resource *script = apps_by_id(p, p->machines.at[VM_MAIN].app, best->script);
    if (!script || script->type != URF_SCRIPT) return;
    pleo_event(p, PLEO_EVENT_KIND_BEHAVIOUR_CHOSEN, best->script, 0, 0);
    machine_next(aux, script);
}

void drives_tick(struct pleo *p) {
    struct drives *d = &p->drives;
    if (!d->count || !p->machines.at[VM_MAIN].amx) return;
    value_drives(p);
    change_drive(p, best_drive(d));
    if (d->active >= 0) choose_behavior(p);
}

void drives_end(struct pleo *p) {
    struct drives *d = &p->drives;
    for (uint32_t i = 0; i < d->count; i++) call(p, d->at[i].name, "exit", NULL, 0, NULL);
    *d = (struct drives){.active = -1};
    property_put(p, PROPERTY_DRIVE, 0);
}

bool drives_save(struct pleo *p, const char *path) {
    char drive, name[CARD_NAME_MAX], line[64];
    if (!files_name(p, path, &drive, name)) return false;
    struct file_ref file = files_make(p, drive, name, true);
    size_t at = 0;
    bool fine = file_is(&file);
    for (uint32_t i = 0; fine && i <= p->drives.count; i++) {
        int len =
            i ? snprintf(line, sizeof line, "%s %d\n", p->drives.at[i - 1].name, p->drives.at[i - 1].value)
              : snprintf(line, sizeof line, HEAD "\n");
        fine = file_put(p, &file, (uint32_t)at, line, (size_t)len) == (size_t)len;
        at += (size_t)len;
    }
    return fine;
}

bool drives_load(struct pleo *p, const char *path) {
    struct file_ref file = files_find(p, path);
    struct bytes whole = file_is(&file) ? file_whole(p, &file) : (struct bytes){0};
    struct text rest = {(const char *)whole.at, whole.len}, line, word;
    if (!whole.at || !text_split(&rest, '\n', &line) || !text_is(line, HEAD)) return false;
    while (text_split(&rest, '\n', &line)) {
        char name[DRIVE_NAME];
        int64_t value;
        text_split(&line, ' ', &word);
        text_copy(word, name, sizeof name);
        int its = drive_find(p, name);
        if (its >= 0 && !text_to_i64(line, &value) && value >= INT32_MIN && value <= INT32_MAX)
            p->drives.at[its].value = (int32_t)value;
    }
    return true;
}
