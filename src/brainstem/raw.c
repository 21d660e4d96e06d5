#include "brainstem/raw.h"

#include <string.h>

#define G 9.81f
// Chosen, all of them.
#define LIGHT_S    2.0f // the long memory that light is compared with
#define LOUD_S     1.5f
#define UP_S       0.15f // a smoothed reading of gravity
#define TILT_S     0.3f  // a new position lasts so long before it is told
#define TILT_SHARE 0.7f  // an axis this upright points up
#define FREE_MPS2  3.0f  // falling is lighter than this …
#define FREE_S     0.10f // … for so long
#define THROW_S    0.06f // thrown: an upward push of so much, this long before the fall
#define THROW_MPS2 4.0f
#define SWING_RAD  0.9f // a swing turns so far one way and back
#define SWING_S    1.5f
#define KNOCK      70    // counts of the head's microphones …
#define KNOCK_S    0.15f // … that are over so soon: what lasts is no blow
#define HOLD_S     0.25f // how long an event is shown
#define SHAKE_MPS2 0.30f // of shaking for one count
#define EMPTY_V    3.3f
#define FULL_V     4.15f
#define VOLTS      (2.8f / 2048)
#define PRESSED    500

static const struct raw_row ROWS[RAW_COUNT] = {
    [RAW_HIT] = {"hit", 0, 6, 0},
    [RAW_NTC] = {"ntc", 2000, 10400, 2000},
    [RAW_BATTERY] = {"battery", 0, 100, 0},
    [RAW_IR] = {"ir", 0, 64, 0},
    [RAW_IR_ACTIVITY] = {"ir_activity", 0, 1, 0},
    [RAW_RFID] = {"rfid", 0, 255, 0},
    [RAW_HEAD] = {"head", 0, 1, 0},
    [RAW_CHIN] = {"chin", 0, 1, 0},
    [RAW_CHEEK_LEFT] = {"cheek_left", 0, 1, 0},
    [RAW_CHEEK_RIGHT] = {"cheek_right", 0, 1, 0},
    [RAW_BACK] = {"back", 0, 1, 0},
    [RAW_BACK2] = {"back2", 0, 1, 0},
    [RAW_LEFT_LEG] = {"left_leg", 0, 1, 0},
    [RAW_RIGHT_LEG] = {"right_leg", 0, 1, 0},
    [RAW_LEFT_ARM] = {"left_arm", 0, 1, 0},
    [RAW_RIGHT_ARM] = {"right_arm", 0, 1, 0},
    [RAW_RUMP] = {"rump", 0, 1, 0},
    [RAW_RUMP2] = {"rump2", 0, 1, 0},
    [RAW_FRONT_LEFT] = {"front_left", 0, 1, 0},
    [RAW_FRONT_RIGHT] = {"front_right", 0, 1, 0},
    [RAW_BACK_LEFT] = {"back_left", 0, 1, 0},
    [RAW_BACK_RIGHT] = {"back_right", 0, 1, 0},
    [RAW_CARD] = {"card", 0, 1, 0},
    [RAW_ULTRASONIC] = {"ultrasonic", 0, 31, 0},
    [RAW_LIGHT] = {"light", 0, 255, 0},
    [RAW_OBJECT] = {"object", 0, 100, 0},
    [RAW_MOUTH] = {"mouth", 0, 1, 0},
    [RAW_VOICE] = {"voice", 0, 31, 0},
    [RAW_SOUND_DIRECTION] = {"sound_direction", -128, 90, -128},
    [RAW_LIGHT_CHANGE] = {"light_change", -127, 127, 0},
    [RAW_LOUD] = {"loud", 0, 100, 0},
    [RAW_TILT] = {"tilt", 0, 6, 0},
    [RAW_TERMINAL] = {"terminal", 0, 64, 0},
    [RAW_POWER] = {"power", 0, 1, 0},
    [RAW_USB] = {"usb", 0, 1, 0},
    [RAW_WAKEUP] = {"wakeup", 0, 1, 0},
    [RAW_BATTERY_TEMPERATURE] = {"battery_temperature", 0, 100, 0},
    [RAW_NOON] = {"noon", 0, 1, 0},
    [RAW_SHAKE] = {"shake", 0, 255, 0},
    [RAW_LOUD_CHANGE] = {"loud_change", -127, 127, 0},
    [RAW_BEACON] = {"beacon", 0, 255, 0},
    [RAW_CURRENT] = {"current", 0, 5000, 0},
    [RAW_PACKET] = {"packet", 0, 400, 0},
};

const struct raw_row *raw_row(unsigned id) { return id < RAW_COUNT && ROWS[id].name ? &ROWS[id] : NULL; }

void raw_init(struct raw *raw, const struct body_model *model) {
    *raw = (struct raw){.model = model};
    for (unsigned i = 0; i < RAW_COUNT; i++) raw->values[i] = ROWS[i].rest;
}

static void put(struct raw *raw, enum raw_id id, float value) {
    raw->values[id] = (int)m_clamp(m_round(value), (float)ROWS[id].low, (float)ROWS[id].high);
}

// ------------------------------------------------------------------------------------------------ the head

// A remote control says each byte twice, the second time upside down.
static bool is_key(struct body_infrared f, uint16_t *key) {
    uint32_t c = f.code;
    if (f.bits != 32 || ((c ^ c >> 8) & 0x00ff00ff) != 0x00ff00ff) return false;
    *key = (uint16_t)((c & 0xff) << 8 | (c >> 16 & 0xff));
    return true;
}

static void read_light(struct raw *raw, const struct body_head_board *head) {
    for (uint32_t i = 0; i < head->infrared_count && i < RAW_KEYS; i++) {
        uint16_t key;
        if (is_key(head->infrared[i], &key))
            raw->keys[raw->key_count++] = key;
        else if (head->infrared[i].bits >= 8)
            raw->beacons[raw->beacon_count++] = head->infrared[i];
    }
    put(raw, RAW_IR, raw->key_count);
    put(raw, RAW_IR_ACTIVITY, head->carrier || head->infrared_count);
    if (raw->beacon_count) put(raw, RAW_BEACON, raw->beacons[raw->beacon_count - 1].code & 0xff);
}

static void read_head(struct raw *raw, const struct body_head_board *head, float dt) {
    if (!raw->heard) raw->light_mean = head->light, raw->loud_mean = head->loud;
    raw->heard = true;
    put(raw, RAW_NTC, head->ambient);
    put(raw, RAW_RFID, head->tag);
    put(raw, RAW_ULTRASONIC, head->ultrasound);
    put(raw, RAW_LIGHT, head->light);
    put(raw, RAW_LIGHT_CHANGE, head->light - raw->light_mean);
    put(raw, RAW_OBJECT, head->object);
    put(raw, RAW_MOUTH, head->mouth);
    put(raw, RAW_SOUND_DIRECTION, head->direction);
    put(raw, RAW_LOUD, head->loud);
    put(raw, RAW_LOUD_CHANGE, head->loud - raw->loud_mean);
    raw->light_mean += ((float)head->light - raw->light_mean) * m_min(dt / LIGHT_S, 1);
    raw->loud_mean += ((float)head->loud - raw->loud_mean) * m_min(dt / LOUD_S, 1);
    read_light(raw, head);
}

// ------------------------------------------------------------------------------------------------ motion

static uint8_t lies(const float up[3]) {
    if (up[2] > TILT_SHARE) return TILT_FEET;
    if (up[2] < -TILT_SHARE) return TILT_BACK;
    if (up[1] < -TILT_SHARE) return TILT_LEFT; // its left is below
    if (up[1] > TILT_SHARE) return TILT_RIGHT;
    if (up[0] < -TILT_SHARE) return TILT_NOSE;
    if (up[0] > TILT_SHARE) return TILT_TAIL;
    return TILT_NONE;
}

static void lie(struct raw *raw, const float accel[3], float size, float dt) {
    bool calm = size > G * 0.7f && size < G * 1.3f;
    for (int i = 0; i < 3; i++) {
        float share = accel[i] / m_max(size, 1);
        if (!raw->ready) raw->up[i] = share;
        if (calm) raw->up[i] += (share - raw->up[i]) * m_min(dt / UP_S, 1);
    }
    uint8_t now = lies(raw->up);
    raw->tilt_s = now == raw->tilt_next ? raw->tilt_s + dt : 0;
    raw->tilt_next = now;
    if (!raw->ready || raw->tilt_s >= TILT_S) put(raw, RAW_TILT, now);
}

static void hit(struct raw *raw, enum raw_hit what) {
    put(raw, RAW_HIT, (float)what);
    raw->hold_s = HOLD_S;
}

// What flies was dropped, or thrown when a push went before it.
static void fall(struct raw *raw, float size, float dt) {
    if (size >= FREE_MPS2) {
        if (raw->free_s > FREE_S) {
            bool thrown = raw->up_mps > THROW_MPS2 * THROW_S;
            uint8_t way = lies(raw->up);
            hit(raw, thrown              ? HIT_THROWN
                     : way == TILT_LEFT  ? HIT_DROP_LEFT
                     : way == TILT_RIGHT ? HIT_DROP_RIGHT
                                         : HIT_DROP);
        }
        float push = raw->free_s > 0 ? 0 : m_max(size - G, 0);
        raw->up_mps = m_max(raw->up_mps + push * dt - raw->up_mps * dt / 0.3f, 0);
        raw->free_s = 0;
    } else {
        raw->free_s += dt;
    }
}

// To and fro about any level axis, off the ground.
static void swing(struct raw *raw, float turn, bool stands, float dt) {
    if (raw->swing_rad * turn < 0 && m_abs(raw->swing_rad) > SWING_RAD / 2 && raw->swing_s < SWING_S) {
        if (!stands) hit(raw, HIT_SWING);
        raw->swing_rad = 0, raw->swing_s = 0;
    }
    bool turns = m_abs(turn) > 0.5f;
    if (turns && raw->swing_rad * turn < 0) raw->swing_rad = 0, raw->swing_s = 0;
    raw->swing_rad = turns ? raw->swing_rad + turn * dt : raw->swing_rad;
    raw->swing_s = raw->swing_rad != 0 ? raw->swing_s + dt : 0;
    if (raw->swing_s > SWING_S) raw->swing_rad = 0;
}

static void move(struct raw *raw, const struct body_pins *pins, float dt) {
    if (!pins->imu_count) return;
    const struct imu_model *m = &raw->model->imu;
    const struct body_imu_raw *imu = &pins->imu[pins->imu_count - 1];
    float accel[3], gyro[3], square = 0;
    for (int i = 0; i < 3; i++) {
        accel[i] = (float)imu->accel[i] * m->mps2_per_count;
        gyro[i] = (float)imu->gyro[i] * m->radps_per_count;
        square += accel[i] * accel[i];
    }
    float size = m_sqrt(square);
    bool stands = false;
    for (int i = 0; i < 4 && i < pins->analog_count; i++) stands |= pins->analog[i] != 0;
    raw->hold_s = m_max(raw->hold_s - dt, 0);
    if (raw->hold_s <= 0) put(raw, RAW_HIT, HIT_NONE);
    fall(raw, size, dt);
    swing(raw, m_abs(gyro[0]) > m_abs(gyro[1]) ? gyro[0] : gyro[1], stands, dt);
    uint8_t heard = pins->head_count ? pins->head[0].knock : raw->knock_before;
    bool knock = heard > KNOCK && (raw->knock_s > 0 || raw->knock_before < KNOCK / 2); // it comes at once
    raw->knock_before = heard;
    if (!knock && raw->knock_s > 0 && raw->knock_s < KNOCK_S && raw->hold_s <= 0) hit(raw, HIT_MICROPHONE);
    raw->knock_s = knock ? raw->knock_s + dt : 0;
    if (raw->free_s > 0) raw->knock_s = KNOCK_S; // a fall is something else
    lie(raw, accel, size, dt);
    raw->shake += (m_abs(size - G) - raw->shake) * m_min(dt / 0.4f, 1);
    put(raw, RAW_SHAKE, raw->shake / SHAKE_MPS2);
}

// ------------------------------------------------------------------------------------------------ all

static void read_battery(struct raw *raw, const struct body_pins *pins, float dt) {
    float volts = (float)pins->battery * VOLTS;
    raw->battery_v = raw->ready ? raw->battery_v + (volts - raw->battery_v) * m_min(dt / 5, 1) : volts;
    put(raw, RAW_BATTERY, (raw->battery_v - EMPTY_V) / (FULL_V - EMPTY_V) * 100);
    put(raw, RAW_BATTERY_TEMPERATURE, pins->cell_c);
    put(raw, RAW_CURRENT, pins->current_ma);
}

void raw_step(struct raw *raw, const struct body_pins *pins, float dt) {
    for (unsigned i = 0; i < 12 && i < pins->touches_count; i++)
        put(raw, (enum raw_id)(RAW_HEAD + i), pins->touches[i] > PRESSED);
    for (unsigned i = 0; i < 4 && i < pins->analog_count; i++)
        put(raw, (enum raw_id)(RAW_FRONT_LEFT + i), pins->analog[i] != 0);
    put(raw, RAW_CARD, (pins->flags & BODY_PIN_FLAG_CARD) != 0);
    put(raw, RAW_POWER, (pins->flags & BODY_PIN_FLAG_PLUG) != 0);
    put(raw, RAW_USB, (pins->flags & BODY_PIN_FLAG_USB) != 0);
    put(raw, RAW_WAKEUP, (pins->flags & BODY_PIN_FLAG_BUTTON) != 0);
    put(raw, RAW_NOON, (pins->flags & BODY_PIN_FLAG_NOON) != 0);
    read_battery(raw, pins, dt);
    raw->silent_s += dt;
    raw->key_count = raw->beacon_count = 0;
    if (pins->head_count) read_head(raw, &pins->head[0], raw->silent_s), raw->silent_s = 0;
    move(raw, pins, dt);
    raw->ready = true;
}
