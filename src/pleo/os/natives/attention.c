#include "pleo/os/natives/natives.h"

#include <string.h>

NATIVE(set_timer_interval) {
    int32_t before = its(amx)->sensors.timer_ms;
    timer_set(its(amx), params[1]);
    return before;
}
NATIVE(set_object_edge_parms) {
    return memcpy(its(amx)->sensors.edge_parms, params + 1, 8 * sizeof *params), 0;
}
NATIVE(p2p_reset) {
    struct peers *s = &its(amx)->peers;
    for (int i = 0; i < PEERS; i++)
        if (params[1] < 0 || s->at[i].id == params[1]) s->at[i].there = false;
    return 1;
}
NATIVE(p2p_stop_msg) { return (void)params, peers_say(its(amx), (const uint8_t[1]){0}, 0), 1; }
// A message has the recipient and two numbers; the highest bit of the second says that it is for everybody.
NATIVE(p2p_set_msg) {
    uint8_t said[3] = {(uint8_t)params[1], (uint8_t)params[2],
                       (uint8_t)((params[3] & 0x7f) | (params[4] ? 0x80 : 0))};
    return peers_say(its(amx), said, 3), 1;
}
NATIVE(p2p_get_msg) {
    const struct peer *peer = peer_find(its(amx), params[1]);
    if (!peer || peer->len < 3) return 0;
    bool all = peer->data[2] & 0x80;
    if (!all && peer->data[0] != its(amx)->peers.own) return 0; // for somebody else
    int32_t values[] = {peer->data[1], peer->data[2] & 0x7f, all, peer->repeats, peer->total};
    for (int i = 0; i < 5; i++) {
        int32_t *cell = amx_cells(amx, params[2 + i], 1);
        if (!cell) return 0;
        *cell = values[i];
    }
    return 1;
}
NATIVE(p2p_get_id) { return (void)params, its(amx)->peers.own; }
NATIVE(set_reward) { return trick_reward(its(amx), params[1], params[2], params[3], params[4]); }
NATIVE(get_last_step) { return trick_last_step(its(amx), params[1]); }
NATIVE(set_trick_step) { return trick_set(its(amx), params[1], params[2], params[3]); }
NATIVE(get_trick_cmd) { return trick_command(its(amx), params[1], params[2]); }
NATIVE(print_links) { return (void)params, tricks_print(its(amx)), 1; }
NATIVE(tricks_load_data) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && tricks_load(its(amx), path);
}
NATIVE(tricks_save_data) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && tricks_save(its(amx), path);
}
// How quickly the mean follows, of 256; and how far a change must go to trigger.
static int32_t ambient(struct amx *amx, const int32_t *params, int32_t *factor, int id) {
    if (params[1] < 1 || params[1] > 256 || params[2] < 0) return 0;
    *factor = params[1];
    its(amx)->sensors.at[id].low = -params[2], its(amx)->sensors.at[id].high = params[2];
    return 1;
}
NATIVE(set_ambient_sound_parms) { return ambient(amx, params, &its(amx)->sensors.sound_factor, 41); }
NATIVE(set_ambient_light_parms) { return ambient(amx, params, &its(amx)->sensors.light_factor, 31); }
NATIVE(get_ambient_sound_level) { return (void)params, its(amx)->sensors.mean_sound / 256; }
NATIVE(get_ambient_light_level) { return (void)params, its(amx)->sensors.mean_light / 256; }

static int32_t priority(struct amx *amx, int32_t sensor, int32_t value, int32_t more) {
    int id = sensor_inside(its(amx), sensor);
    if (id < SENSOR_DERIVED || !sensor_row(id)) return -1;
    struct sensor *s = &its(amx)->sensors.at[id];
    int32_t now = (more ? s->priority : value) + more;
    s->priority = (uint8_t)(now < 0 ? 0 : now > 10 ? 10 : now);
    return s->priority;
}
NATIVE(set_derived_sensor_priority) { return priority(amx, params[1], params[2], 0); }
NATIVE(inc_derived_sensor_priority) { return priority(amx, params[1], 0, 1); }
NATIVE(dec_derived_sensor_priority) { return priority(amx, params[1], 0, -1); }
NATIVE(set_joint_stuck_limit) { return params[1] >= 0 ? (its(amx)->sensors.stuck_limit = params[1], 1) : 0; }
NATIVE(mls_set_property) { return its(amx)->tricks.milestone_property = params[1], 1; }
NATIVE(mls_set_file_name) {
    char path[NATIVE_TEXT];
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    text_copy(text_of(path), its(amx)->tricks.milestone_file, sizeof its(amx)->tricks.milestone_file);
    return 1;
}
NATIVE(mls_set) { return milestone(its(amx), params[1], params[2]); }

static const struct amx_native ROWS[] = {ROW(set_timer_interval, 1),
                                         ROW(set_object_edge_parms, 8),
                                         ROW(p2p_reset, 1),
                                         ROW(p2p_stop_msg, 0),
                                         ROW(p2p_set_msg, 4),
                                         ROW(p2p_get_msg, 6),
                                         ROW(p2p_get_id, 0),
                                         ROW(set_reward, 4),
                                         ROW(get_last_step, 1),
                                         ROW(set_trick_step, 3),
                                         ROW(get_trick_cmd, 2),
                                         ROW(print_links, 0),
                                         ROW(tricks_load_data, 1),
                                         ROW(tricks_save_data, 1),
                                         ROW(set_ambient_sound_parms, 2),
                                         ROW(set_ambient_light_parms, 2),
                                         ROW(get_ambient_sound_level, 0),
                                         ROW(get_ambient_light_level, 0),
                                         ROW(set_derived_sensor_priority, 2),
                                         ROW(inc_derived_sensor_priority, 1),
                                         ROW(dec_derived_sensor_priority, 1),
                                         ROW(set_joint_stuck_limit, 1),
                                         ROW(mls_set_property, 1),
                                         ROW(mls_set_file_name, 1),
                                         ROW(mls_set, 3)};
LIBRARY(attention, "Attention", ROWS);
