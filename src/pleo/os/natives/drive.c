#include "pleo/os/natives/natives.h"

#include <string.h>

static int32_t add(struct amx *amx, const int32_t *params, bool emotion) {
    char name[DRIVE_NAME + 8];
    return native_text(amx, params[1], name, sizeof name) &&
           drive_add(its(amx), name, params[2], params[3], params[4], emotion);
}
static struct drive *drive_of(struct amx *amx, int32_t address) {
    char name[DRIVE_NAME + 8];
    int at = native_text(amx, address, name, sizeof name) ? drive_find(its(amx), name) : -1;
    return at < 0 ? NULL : &its(amx)->drives.at[at];
}
NATIVE(drive_add) { return add(amx, params, false); }
NATIVE(emotion_add) { return add(amx, params, true); }
NATIVE(set_trigger_values) {
    struct drive *d = drive_of(amx, params[1]);
    if (d) d->low = params[2], d->high = params[3];
    return d != NULL;
}
NATIVE(drive_set_value) {
    struct drive *d = drive_of(amx, params[1]);
    if (d) d->value = params[2];
    return d != NULL;
}
NATIVE(behavior_add) { // the weights between are not used, as published
    char drive[DRIVE_NAME + 8];
    return native_text(amx, params[2], drive, sizeof drive) &&
           behavior_add(its(amx), drive, params[1], arg(params, 7, 1000));
}
NATIVE(behavior_set_value) {
    char drive[DRIVE_NAME + 8];
    return native_text(amx, params[1], drive, sizeof drive) &&
           behavior_set(its(amx), drive, params[2], params[3]);
}
NATIVE(drive_load) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && drives_load(its(amx), path);
}
NATIVE(drive_save) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && drives_save(its(amx), path);
}
NATIVE(drive_get_name) {
    const struct drives *d = &its(amx)->drives;
    bool there = params[1] >= 0 && params[1] < (int32_t)d->count;
    const char *name = there ? d->at[params[1]].name : "";
    return amx_text_put(amx, params[2], (size_t)(params[3] > 0 ? params[3] : 0), false, name, strlen(name)) &&
           there;
}

static const struct amx_native ROWS[] = {
    ROW(drive_add, 4),       ROW(emotion_add, 4),  ROW(set_trigger_values, 3),
    ROW(drive_set_value, 2), ROW(behavior_add, 2), ROW(behavior_set_value, 3),
    ROW(drive_load, 1),      ROW(drive_save, 1),   ROW(drive_get_name, 3)};
LIBRARY(drive, "Drive", ROWS);
