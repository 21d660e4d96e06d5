// The lights of the backpack, each with its own small program, and the infrared light of the head.
//
// A program runs by itself: fade on, on, fade off, off, and again, in thirtieths of a second. If all four are
// 0, the on colour stays. The offset is a delay. While an animation runs, its key frames override the
// programs.
#include "body/firmware/cozmo/firmware_internal.h"

#include "codec/picture/colour.h"

#include <string.h>

// The body's order of lights: left, front, middle, back, right.
enum { LEFT, FRONT, MIDDLE, BACK, RIGHT };

struct body_colour fw_colour(uint16_t word) {
    bool infrared;
    struct rgb c = rgb_of_light(word, &infrared);
    return (struct body_colour){c.r, c.g, c.b, infrared ? 255 : 0};
}

static uint8_t mix(uint8_t off, uint8_t on, int64_t part, int64_t whole) {
    return (uint8_t)(off + (on - off) * part / whole);
}

struct body_colour fw_light_at(const struct cozmo_light_state *s, int64_t ms) {
    struct body_colour on = fw_colour(s->on_color), off = fw_colour(s->off_color);
    int64_t up = s->transition_on_frames, lit = s->on_frames, down = s->transition_off_frames,
            dark = s->off_frames;
    int64_t round = up + lit + down + dark;
    if (!round) return on;
    // In thirds of a tenth of a millisecond, so that a thirtieth of a second is a whole number.
    int64_t at = (ms * 3 - (int64_t)s->offset * 100) % (round * 100), part, whole;
    if (at < 0) at += round * 100;
    if (at < up * 100)
        part = at, whole = up * 100;
    else if (at < (up + lit) * 100)
        return on;
    else if (at < (up + lit + down) * 100)
        part = (up + lit + down) * 100 - at, whole = down * 100;
    else
        return off;
    return (struct body_colour){mix(off.r, on.r, part, whole), mix(off.g, on.g, part, whole),
                                mix(off.b, on.b, part, whole), mix(off.infrared, on.infrared, part, whole)};
}

void fw_begin_lights(struct cozmo_firmware *fw) {
    memset(fw->lights, 0, sizeof fw->lights);
    fw->head_light = false;
    fw->lights_dirty = true;
}

static void set(struct cozmo_firmware *fw, unsigned which, const struct cozmo_light_state *state) {
    fw->lights[which].state = *state;
    fw->lights_since_us[which] = fw->now_us;
    fw->lights_dirty = true;
}

bool fw_hear_center(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    for (unsigned i = 0; i < 3; i++) set(fw, FRONT + i, &message->light_state_center.states[i]);
    return true;
}

bool fw_hear_side(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    set(fw, LEFT, &message->light_state_side.states[0]);
    set(fw, RIGHT, &message->light_state_side.states[1]);
    return true;
}

bool fw_hear_head_light(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->head_light = message->set_head_light.enable;
    fw->lights_dirty = true;
    return true;
}

static void light(struct cozmo_firmware *fw, unsigned which, struct body_colour c) {
    if (which == LEFT || which == RIGHT) c.g = c.b = c.infrared = 0; // these two are red only
    if (!memcmp(&fw->shown[which], &c, sizeof c)) return;
    fw->shown[which] = c;
    fw->lights_dirty = true;
}

void fw_step_lights(struct cozmo_firmware *fw) {
    bool due = beat_due(&fw->light_beat, fw->now_us);
    if (!due && !fw->lights_dirty) return;
    for (unsigned i = 0; i < BODY_LIGHT_MAX; i++) {
        int64_t ms = (fw->now_us - fw->lights_since_us[i]) / 1000;
        light(fw, i, fw->anim.lights ? fw->anim.colours[i] : fw_light_at(&fw->lights[i].state, ms));
    }
    if (fw->lights_dirty) fw_obey(fw);
}
