#include "pleo/os/os_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Published: numbers, names, ranges, and when they trigger. Marked: what the guide leaves open, chosen.
static const struct sensor_row ROWS[SENSORS] = {
    [0] = {"hit", 0, 6, RULE_EVENT, 0, 0},
    [1] = {"ntc", 2000, 10400, RULE_EDGE, 0, 0},
    [2] = {"battery", 0, 100, RULE_STEP, 25, 0},
    [3] = {"ir", 0, 64, RULE_DATA, 0, 0},
    [4] = {"ir_activity", 0, 1, RULE_EVENT, 0, 0},
    [5] = {"rfid", 0, 255, RULE_EVENT, 0, 0},
    [6] = {"head", 0, 1, RULE_EDGE, 0, 0},
    [7] = {"chin", 0, 1, RULE_EDGE, 0, 0},
    [8] = {"cheekl", 0, 1, RULE_EDGE, 0, 0},
    [9] = {"cheekr", 0, 1, RULE_EDGE, 0, 0},
    [10] = {"back", 0, 1, RULE_EDGE, 0, 0},
    [11] = {"back2", 0, 1, RULE_EDGE, 0, 0},
    [12] = {"left_leg", 0, 1, RULE_EDGE, 0, 0},
    [13] = {"right_leg", 0, 1, RULE_EDGE, 0, 0},
    [14] = {"left_arm", 0, 1, RULE_EDGE, 0, 0},
    [15] = {"right_arm", 0, 1, RULE_EDGE, 0, 0},
    [16] = {"arse", 0, 1, RULE_EDGE, 0, 0},
    [17] = {"arse2", 0, 1, RULE_EDGE, 0, 0},
    [18] = {"front_left", 0, 1, RULE_EDGE, 0, 0},
    [19] = {"front_right", 0, 1, RULE_EDGE, 0, 0},
    [20] = {"back_left", 0, 1, RULE_EDGE, 0, 0},
    [21] = {"back_right", 0, 1, RULE_EDGE, 0, 0},
    [22] = {"card_detect", 0, 1, RULE_EDGE, 0, 0},
    [23] = {"ultra_sonic", 0, 31, RULE_EVENT, 0, 0},
    [25] = {"light", 0, 255, RULE_CROSS, 30, 150},
    [27] = {"object", 0, 100, RULE_CROSS, 10, 40},
    [28] = {"mouth", 0, 1, RULE_EDGE, 0, 0},
    [29] = {"vr", 0, 31, RULE_EVENT, 0, 0},
    [30] = {"sound_dir", -128, 90, RULE_EDGE, 0, 0},
    [31] = {"light_change", -127, 127, RULE_BEYOND, -30, 30},
    [32] = {"sound_loud", 0, 100, RULE_BAND, 30, 40},
    [33] = {"tilt", 0, 6, RULE_EDGE, 0, 0},
    [34] = {"terminal", 0, 64, RULE_DATA, 0, 0},
    [35] = {"power_detect", 0, 1, RULE_EDGE, 0, 0}, // chosen
    [36] = {"usb_detect", 0, 1, RULE_EDGE, 0, 0},
    [37] = {"wakeup", 0, 1, RULE_EDGE, 0, 0},
    [38] = {"battery_temp", 0, 100, RULE_CROSS, 51, 55},
    [39] = {"key_rtc", 0, 1, RULE_EDGE, 0, 0},
    [40] = {"shake", 0, 255, RULE_BAND, 10, 15},
    [41] = {"sound_loud_change", -127, 127, RULE_BEYOND, -40, 40}, // chosen
    [42] = {"beacon", 0, 255, RULE_DATA, 0, 0},
    [43] = {"battery_current", 0, 5000, RULE_NEVER, 0, 0},
    [44] = {"packet", 0, 400, RULE_DATA, 0, 0},
    [101] = {"edge_in_front", 0, 1, RULE_EDGE, 0, 0},
    [102] = {"edge_on_left", 0, 1, RULE_EDGE, 0, 0},
    [103] = {"edge_on_right", 0, 1, RULE_EDGE, 0, 0},
    [104] = {"object_in_front", 0, 1, RULE_EDGE, 0, 0},
    [105] = {"object_on_left", 0, 1, RULE_EDGE, 0, 0},
    [106] = {"object_on_right", 0, 1, RULE_EDGE, 0, 0},
    [107] = {"touch_tap", 0, 17, RULE_DATA, 0, 0},
    [108] = {"touch_hold", 0, 17, RULE_DATA, 0, 0},
    [109] = {"touch_release", 0, 17, RULE_DATA, 0, 0},
    [110] = {"touch_petted", 0, 9, RULE_DATA, 0, 0},
    [111] = {"abuse", 0, 1, RULE_EDGE, 0, 0},
    [112] = {"picked_up", 0, 1, RULE_EDGE, 0, 0},
    [113] = {"trackable_object", 0, 9, RULE_EDGE, 0, 0},
    [114] = {"face_detection", 0, 1, RULE_NEVER, 0, 0}, // published as not in use, like the next two
    [115] = {"rocking", 0, 1, RULE_NEVER, 0, 0},
    [117] = {"light_bright_change", 0, 3, RULE_NEVER, 0, 0},
    [118] = {"color_code", 0, 2, RULE_EVENT, 0, 0},
    [119] = {"edge", 0, 1, RULE_BUNDLE, 101, 103},
    [120] = {"touch_tap_hold", 0, 1, RULE_BUNDLE, 107, 110},
    [121] = {"sequence", 0, 65535, RULE_NEVER, 0, 0},
    [122] = {"joint_stuck", 0, 13, RULE_DATA, 0, 0},
    [123] = {"joint_unstuck", 0, 13, RULE_DATA, 0, 0},
    [124] = {"timer", 0, 65535, RULE_DATA, 0, 0},
    [125] = {"msg_received", 0, 255, RULE_DATA, 0, 0},
    [126] = {"msg_gone", 0, 255, RULE_DATA, 0, 0},
    [127] = {"milestone", 0, 65535, RULE_NEVER, 0, 0},
    [128] = {"plog", 0, 1, RULE_BUNDLE, 0, -1},
};
// Words that the voice recogniser knows, by the command's number: chosen, along the learning sticks' names.
static const struct {
    uint8_t number;
    const char *words;
} VOICE[] = {{1, "pleo"},   {2, "come"},  {3, "count"},  {4, "play"},     {5, "eat"},   {6, "bow"},
             {7, "sing"},   {8, "dance"}, {9, "tug"},    {10, "good"},    {11, "bad"},  {12, "hello"},
             {13, "sleep"}, {14, "walk"}, {15, "sit"},   {16, "stand"},   {17, "stop"}, {18, "wake up"},
             {19, "kiss"},  {20, "left"}, {21, "right"}, {22, "lie down"}};

const struct sensor_row *sensor_row(int id) {
    return id >= 0 && id < SENSORS && ROWS[id].name ? &ROWS[id] : NULL;
}

void sensors_start(struct pleo *p) {
    static const int32_t EDGE_PARMS[8] = {0, -40, 20, 40, 20, 40, 500, 500}; // published defaults
    struct sensors *s = &p->sensors;
    for (int i = 0; i < SENSORS; i++)
        s->at[i] = (struct sensor){
            .low = ROWS[i].low, .high = ROWS[i].high, .enabled = ROWS[i].name, .calls = true, .priority = 5};
    s->at[SENSOR_PLOG].enabled = false;
    memcpy(s->edge_parms, EDGE_PARMS, sizeof EDGE_PARMS);
    s->packet_filter = 0x7fffffff;
    s->stuck_limit = 500;
    s->sound_factor = s->light_factor = 16, s->sound_trigger = s->light_trigger = 40; // chosen
}

// ------------------------------------------------------------------------------------------------ triggers

// The first Pleo had no cheeks and one switch each on back and rump, and counted on from there.
int sensor_outside(const struct pleo *p, int id) {
    static const int8_t TOUCH[12] = {6, 7, -1, -1, 8, -1, 9, 10, 11, 12, 13, -1};
    if (!p->config.knobs.first_generation || id < SENSOR_HEAD || id >= SENSOR_DERIVED) return id;
    return id <= SENSOR_ARSE2 ? TOUCH[id - SENSOR_HEAD] : id - 4;
}

int sensor_inside(const struct pleo *p, int32_t id) {
    if (!p->config.knobs.first_generation) return id < 0 || id >= SENSORS ? -1 : (int)id;
    for (int i = 0; i < SENSORS; i++)
        if (sensor_outside(p, i) == id) return i;
    return -1;
}

void sensor_fire(struct pleo *p, int id, int32_t value, int32_t ms) {
    struct sensor *s = &p->sensors.at[id];
    int outside = sensor_outside(p, id);
    s->value = value;
    if (!s->enabled) return;
    s->told = value;
    s->triggered = true;
    s->last_ms = ms;
    s->count++;
    pleo_event(p, PLEO_EVENT_KIND_TRIGGERED, (uint32_t)id, (float)value, 0);
    log_say(p, LOG_DEBUG, LOG_SENSOR, "%s is %d", ROWS[id].name, value);
    if (s->calls && outside >= 0)
        machine_call(&p->machines.at[VM_SENSOR], &(struct call){.kind = CALL_SENSOR,
                                                                .id = (uint8_t)id,
                                                                .priority = s->priority,
                                                                .args = {ms, outside, value}});
}

void sensor_seen(struct pleo *p, int id) { p->sensors.at[id].triggered = false; }

static bool crosses(int32_t was, int32_t is, int32_t level) { return (was < level) != (is < level); }

static bool triggers(const struct sensor_row *row, struct sensor *s, int32_t was, int32_t is) {
    bool rises;
    switch (row->rule) {
    case RULE_EDGE:
        return was != is;
    case RULE_EVENT:
        return was != is && is != 0;
    case RULE_STEP:
        return abs(is - s->told) >= s->low;
    case RULE_CROSS:
        return crosses(was, is, s->low) || crosses(was, is, s->high);
    case RULE_BEYOND:
        return (is > s->high && was <= s->high) || (is < s->low && was >= s->low);
    case RULE_BAND:
        rises = !s->above && is > s->high;
        if (!rises && !(s->above && is < s->low)) return false;
        s->above = rises;
        return true;
    default:
        return false;
    }
}

void sensor_set(struct pleo *p, int id, int32_t value, int32_t ms) {
    struct sensor *s = &p->sensors.at[id];
    int32_t was = s->value;
    s->value = value;
    if (ROWS[id].name && triggers(&ROWS[id], s, was, value)) sensor_fire(p, id, value, ms);
}

void sensor_enable(struct pleo *p, int id, bool on) {
    p->sensors.at[id].enabled = on;
    if (ROWS[id].rule == RULE_BUNDLE)
        for (int32_t i = ROWS[id].low; i <= ROWS[id].high; i++) p->sensors.at[i].enabled = on;
    if (id == SENSOR_PLOG)
        p->log.types = on ? p->log.types | 1u << LOG_PLOG : p->log.types & ~(1u << LOG_PLOG);
}

// ------------------------------------------------------------------------------------------------ data

static void put_line(struct line *to, const char *text, size_t len) {
    to->len = (uint16_t)(len < sizeof to->bytes ? len : sizeof to->bytes);
    memcpy(to->bytes, text, to->len);
}

static void infrared(struct pleo *p, uint16_t key) {
    struct sensors *s = &p->sensors;
    char text[8];
    if (s->line_count == SENSOR_LINES) s->line_at = (s->line_at + 1) % SENSOR_LINES, s->line_count--;
    int len = snprintf(text, sizeof text, "%04X", key);
    put_line(&s->infrared[(s->line_at + s->line_count++) % SENSOR_LINES], text, (size_t)len);
    sensor_fire(p, SENSOR_IR, (int32_t)s->line_count, p->ms);
}

void sensors_line(struct pleo *p, const char *text, size_t len) {
    if (len > 64) len = 64; // published
    put_line(&p->sensors.terminal, text, len);
    sensor_fire(p, SENSOR_TERMINAL, (int32_t)len, p->ms);
}

// The first byte names the subsystem, and the filter has a bit for each letter.
void sensors_packet(struct pleo *p, const uint8_t *bytes, size_t len) {
    if (!len || len > SENSOR_DATA) return;
    bool heard = bytes[0] >= 'a' && bytes[0] <= 'z' && p->sensors.packet_filter >> (bytes[0] - 'a') & 1;
    if (!heard) return;
    memcpy(p->sensors.packet, bytes, len);
    p->sensors.packet_len = (uint16_t)len;
    sensor_fire(p, SENSOR_PACKET, (int32_t)len, p->ms);
}

int32_t sensor_data_size(const struct pleo *p, int id) {
    const struct sensors *s = &p->sensors;
    if (id == SENSOR_IR) return s->line_count ? s->infrared[s->line_at].len : 0;
    if (id == SENSOR_TERMINAL) return s->terminal.len;
    if (id == SENSOR_PACKET) return s->packet_len;
    return id == SENSOR_BEACON ? PEER_BYTES : 0;
}

size_t sensor_data(struct pleo *p, int id, uint8_t *out, size_t room) {
    struct sensors *s = &p->sensors;
    const void *from = id == SENSOR_TERMINAL ? (const void *)s->terminal.bytes : s->packet;
    size_t len = (size_t)sensor_data_size(p, id);
    if (id == SENSOR_BEACON) return peers_data(p, out, room);
    if (id == SENSOR_IR) from = s->infrared[s->line_at].bytes;
    if (len > room) len = room;
    memcpy(out, from, len);
    if (id == SENSOR_IR && s->line_count) {
        s->line_at = (s->line_at + 1) % SENSOR_LINES, s->line_count--;
        s->at[SENSOR_IR].value = (int32_t)s->line_count;
    }
    return len;
}

// ------------------------------------------------------------------------------------------------ a tick

static void hear_words(struct pleo *p) {
    const struct body_senses *in = &p->in->senses;
    for (uint32_t i = 0; i < in->hearings_count; i++) {
        char words[256];
        size_t len = 0;
        for (const char *c = in->hearings[i].words; *c && len < sizeof words - 1; c++)
            words[len++] = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
        words[len] = 0;
        const char *first = NULL;
        int32_t number = 0;
        for (size_t k = 0; k < sizeof VOICE / sizeof *VOICE; k++) { // the last known word of what was said
            const char *at = strstr(words, VOICE[k].words);
            if (at && (!first || at > first)) first = at, number = VOICE[k].number;
        }
        if (number) sensor_fire(p, SENSOR_VOICE, number, p->ms);
    }
}

void timer_set(struct pleo *p, int32_t interval_ms) {
    struct sensors *s = &p->sensors;
    s->timer_ms = interval_ms > 0 ? interval_ms : 0;
    s->timer_last = p->ms;
    s->timer_due = p->ms + s->timer_ms;
}

static void timer(struct pleo *p) {
    struct sensors *s = &p->sensors;
    if (!s->timer_ms || p->ms < s->timer_due) return;
    int32_t since = p->ms - s->timer_last;
    s->timer_last = p->ms;
    s->timer_due += s->timer_ms;
    if (s->timer_due <= p->ms) s->timer_due = p->ms + s->timer_ms;
    sensor_fire(p, SENSOR_TIMER, since > 65535 ? 65535 : since, p->ms);
}

// Numbers that reach scripts in other ways than by their value.
static bool is_plain(int id) {
    return id != SENSOR_IR && id != SENSOR_BEACON && id != SENSOR_TERMINAL && id != SENSOR_PACKET &&
           id != SENSOR_VOICE;
}

void sensors_tick(struct pleo *p) {
    const struct pleo_senses *in = &p->in->pleo;
    struct sensors *s = &p->sensors;
    if (!in->here) return;
    if (!p->awake) // the first values are no changes
        for (int i = 0; i < in->values_count; i++)
            if (is_plain(i)) {
                s->at[i].value = s->at[i].told = in->values[i];
                s->at[i].above = ROWS[i].rule == RULE_BAND && in->values[i] > ROWS[i].high;
            }
    for (uint32_t i = 0; i < in->changes_count; i++) {
        const struct pleo_change *c = &in->changes[i];
        int32_t ms = (int32_t)((c->time_us - p->born_us) / 1000);
        if (c->sensor >= PLEO_RAW_SENSORS || !ROWS[c->sensor].name || !is_plain(c->sensor)) continue;
        sensor_set(p, c->sensor, c->value, ms);
        if (c->sensor >= SENSOR_HEAD && c->sensor <= SENSOR_ARSE2)
            sensors_touched(p, c->sensor, c->value, ms);
    }
    for (int i = 0; i < in->values_count && in->lost; i++) // what found no room is still true
        if (is_plain(i) && ROWS[i].name) sensor_set(p, i, in->values[i], p->ms);
    for (uint32_t i = 0; i < in->keys_count; i++) infrared(p, in->keys[i]);
    hear_words(p);
    timer(p);
    sensors_derive(p);
}
