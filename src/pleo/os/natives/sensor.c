#include "pleo/os/natives/natives.h"

#include <string.h>

enum {
    CONFIG_VALUE = 1,
    CONFIG_RAW,
    CONFIG_ENABLED,
    CONFIG_TRIGGER,
    CONFIG_AUX,
    CONFIG_LAST,
    CONFIG_TIME,
    CONFIG_COUNT,
    CONFIG_BEACON_ID,
    CONFIG_TIMER,
    CONFIG_FILTER
};

// The sensor that a script means; NULL: none has that number.
static struct sensor *sensor_of(struct amx *amx, const int32_t *params, int *id) {
    *id = sensor_inside(its(amx), params[1]);
    return sensor_row(*id) ? &its(amx)->sensors.at[*id] : NULL;
}

NATIVE(sensor_read) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    return s ? s->value : 0;
}
// As the body tells it, before anything is made of it: of a raw sensor its newest value in this tick.
NATIVE(sensor_read_raw) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    const struct pleo_senses *in = &its(amx)->in->pleo;
    return !s ? 0 : id < in->values_count ? in->values[id] : s->value;
}
NATIVE(sensor_write) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    if (!s) return 0;
    if (id == SENSOR_TIMER) return timer_set(its(amx), params[2]), 1;
    sensor_set(its(amx), id, params[2], its(amx)->ms);
    return 1;
}
NATIVE(sensor_is_triggered) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    return s && s->triggered;
}
NATIVE(sensor_reset) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    if (s) sensor_seen(its(amx), id);
    return s != NULL;
}
NATIVE(sensor_data_size) {
    int id;
    return sensor_of(amx, params, &id) ? sensor_data_size(its(amx), id) : 0;
}
NATIVE(sensor_read_data) { // a byte a cell
    int id;
    uint8_t bytes[SENSOR_DATA];
    if (!sensor_of(amx, params, &id) || params[3] <= 0) return 0;
    size_t room = params[3] > SENSOR_DATA ? SENSOR_DATA : (size_t)params[3];
    int32_t *cells = amx_cells(amx, params[2], room);
    if (!cells) return 0;
    size_t len = sensor_data(its(amx), id, bytes, room);
    for (size_t i = 0; i < len; i++) cells[i] = bytes[i];
    if (len < room) cells[len] = 0;
    return (int32_t)len;
}
// A text is sent up to its end; a beacon's bytes are counted, and may be 0.
NATIVE(sensor_write_data) {
    struct pleo *p = its(amx);
    int id;
    char bytes[SENSOR_DATA + 1];
    int32_t most = arg(params, 3, SENSOR_DATA);
    if (!sensor_of(amx, params, &id) || most < 0) return 0;
    if (id == SENSOR_BEACON) {
        size_t len = most > 3 ? 3 : (size_t)most;
        int32_t *cells = len ? amx_cells(amx, params[2], len) : NULL;
        uint8_t said[3] = {0};
        if (len && !cells) return 0;
        for (size_t i = 0; i < len; i++) said[i] = (uint8_t)cells[i];
        peers_say(p, said, len);
        return (int32_t)len;
    }
    if (!native_text(amx, params[2], bytes, sizeof bytes)) return 0;
    size_t len = strlen(bytes);
    if (len > (size_t)most && !amx_text_packed(amx, params[2])) len = (size_t)most;
    if (id == SENSOR_PACKET) return head_send(p, (const uint8_t *)bytes, len) ? (int32_t)len : 0;
    if (id == SENSOR_TERMINAL) return log_print(p, bytes, len), (int32_t)len;
    return 0;
}
NATIVE(sensor_get_name) {
    int id;
    const char *name = sensor_of(amx, params, &id) ? sensor_row(id)->name : "";
    if (!amx_text_put(amx, params[2], (size_t)(params[3] > 0 ? params[3] : 0), false, name, strlen(name)))
        return 0;
    return (int32_t)strlen(name);
}
NATIVE(sensor_get_config) {
    struct pleo *p = its(amx);
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    if (!s) return 0;
    switch (params[2]) {
    case CONFIG_VALUE:
        return s->value;
    case CONFIG_RAW:
        return n_sensor_read_raw(amx, params);
    case CONFIG_ENABLED:
        return s->enabled;
    case CONFIG_TRIGGER:
        return s->low;
    case CONFIG_AUX:
        return s->high;
    case CONFIG_LAST: // how long ago
        return s->count ? p->ms - s->last_ms : -1;
    case CONFIG_TIME:
        return s->last_ms;
    case CONFIG_COUNT:
        return (int32_t)s->count;
    case CONFIG_BEACON_ID:
        return p->peers.own;
    case CONFIG_TIMER:
        return p->sensors.timer_ms;
    case CONFIG_FILTER:
        return (int32_t)p->sensors.packet_filter;
    default:
        return 0;
    }
}
NATIVE(sensor_set_config) {
    struct pleo *p = its(amx);
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    int32_t value = params[3];
    if (!s) return 0;
    switch (params[2]) {
    case CONFIG_VALUE:
        return s->value = value, 1;
    case CONFIG_ENABLED:
        return sensor_enable(p, id, value != 0), 1;
    case CONFIG_TRIGGER:
        return s->low = value, 1;
    case CONFIG_AUX:
        return s->high = value, 1;
    case CONFIG_COUNT:
        return s->count = (uint32_t)value, 1;
    case CONFIG_BEACON_ID:
        return p->peers.own = (uint8_t)value, 1;
    case CONFIG_TIMER:
        return timer_set(p, value), 1;
    case CONFIG_FILTER:
        return p->sensors.packet_filter = (uint32_t)value, 1;
    default:
        return 0; // the others only tell
    }
}
NATIVE(sensor_call_script) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    if (s) s->calls = params[2] != 0;
    return s != NULL;
}
// It triggers as if something had happened: for trying scripts.
NATIVE(sensor_test_add) {
    int id;
    struct sensor *s = sensor_of(amx, params, &id);
    if (s) sensor_fire(its(amx), id, s->value, its(amx)->ms);
    return s != NULL;
}

static const struct amx_native ROWS[] = {
    ROW(sensor_read, 1),         ROW(sensor_read_raw, 1),   ROW(sensor_write, 2),
    ROW(sensor_is_triggered, 1), ROW(sensor_reset, 1),      ROW(sensor_data_size, 1),
    ROW(sensor_read_data, 3),    ROW(sensor_write_data, 2), ROW(sensor_get_name, 3),
    ROW(sensor_get_config, 2),   ROW(sensor_set_config, 3), ROW(sensor_call_script, 2),
    ROW(sensor_test_add, 1)};
LIBRARY(sensor, "Sensor", ROWS);
