#include "run/sound_told.h"

#include "stage/sound/sounds.h"

#include <inttypes.h>
#include <stdio.h>

static const char *object_named(float number) {
    static const char *const NAMES[] = {"Animation", "Procedural", "Behavior", "Speech", "Stream"};
    return number >= 0 && number < 5 ? NAMES[(int)number] : "All";
}

static void id(struct json_writer *out, const char *key, const struct audio_set *sounds, uint32_t number) {
    const char *name = sounds_name(sounds, number);
    char text[16];
    snprintf(text, sizeof text, "%" PRIu32, number);
    json_key(out, key);
    json_string(out, name ? name : text);
}

static uint32_t value_of(const struct life_event *event) {
    return (uint32_t)event->numbers[0] << 16 | (uint32_t)event->numbers[1];
}

bool sound_told(const struct life_event *event, const struct audio_set *sounds, uint64_t begun_us,
                struct json_writer *out) {
    static const struct {
        uint16_t kind;
        const char *type;
    } TYPES[] = {{LIFE_EVENT_KIND_SOUND_POSTED, "PostAudioEvent"},
                 {LIFE_EVENT_KIND_SOUNDS_STOPPED, "StopAllAudioEvents"},
                 {LIFE_EVENT_KIND_SOUND_STATE, "SetState"},
                 {LIFE_EVENT_KIND_SOUND_SWITCH, "SetSwitchState"}};
    size_t i = 0;
    while (i < 4 && TYPES[i].kind != event->kind) i++;
    if (i == 4) return false;
    json_open(out, '{');
    json_key(out, "type"), json_string(out, TYPES[i].type);
    switch (event->kind) {
    case LIFE_EVENT_KIND_SOUND_POSTED:
        id(out, "eventName", sounds, event->subject);
        json_key(out, "gameObjectId"), json_string(out, object_named(event->numbers[0]));
        json_key(out, "hasCallback"), json_bool(out, true); // its end is always told
        break;
    case LIFE_EVENT_KIND_SOUNDS_STOPPED:
        json_key(out, "eventName"), json_string(out, "");
        json_key(out, "gameObjectId"), json_string(out, object_named(event->numbers[0]));
        break;
    case LIFE_EVENT_KIND_SOUND_STATE:
        id(out, "stateGroupId", NULL, event->subject);
        id(out, "stateId", NULL, value_of(event));
        break;
    default:
        json_key(out, "gameObjectId"), json_string(out, object_named(event->numbers[2]));
        id(out, "switchGroupId", NULL, event->subject);
        id(out, "switchStateId", NULL, value_of(event));
    }
    json_key(out, "time");
    json_float(out, event->time_us > begun_us ? (float)((double)(event->time_us - begun_us) * 1e-6) : 0);
    json_close(out, '}');
    return true;
}
