// A robot's sound events as pages for debugging read them: one JSON object each, in the form of Vector's own
// web pages.
//
//     if (sound_told(&event, sounds, begun_us, &writer)) …written…
//
//     {"type": "PostAudioEvent", "eventName": "Play__Critter__Happy", "gameObjectId": "Animation",
//      "hasCallback": true, "time": 12.4}
//     {"type": "StopAllAudioEvents", "eventName": "", "gameObjectId": "Behavior", "time": 12.4}
//     {"type": "SetState", "stateGroupId": "123", "stateId": "456", "time": 12.4}
//     {"type": "SetSwitchState", "gameObjectId": "All", "switchGroupId": "123", "switchStateId": "456",
//      "time": 12.4}
//
// Time counts from switching on. Ids are texts: names where they are known (sounds_name), else numbers.
#pragma once

#include "base/data/json.h"
#include "schema/life.h"

struct audio_set; // whose names are known; NULL: none
// False: not a sound event, and nothing is written.
bool sound_told(const struct life_event *event, const struct audio_set *sounds, uint64_t begun_us,
                struct json_writer *out);
