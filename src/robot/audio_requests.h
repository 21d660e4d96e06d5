// Requests that concern sound: carried out, and answered when what they began is over.
//
//     if (audio_requests_ask(sound, &state, &desk, &envelope, &request)) return;  // it was one of them
//     // after robot_audio_step: replies go to the desk, events come back
//     count = audio_requests_tell(sound, &state, &mouth, &desk, now_us, events, room, &lost);
#pragma once

#include "robot/desk.h"
#include "robot/mouth.h"
#include "robot/robot_audio.h"

enum { AUDIO_REQUESTS_MAX = 16 };
struct audio_request { // for whose end somebody waits
    uint32_t play, ticket;
    uint8_t door;
};
struct audio_requests {
    struct audio_request asked[AUDIO_REQUESTS_MAX], stream; // stream.play: 1 while there is one
};

bool audio_requests_ask(struct robot_audio *sound, struct audio_requests *state, struct desk *desk,
                        const struct life_envelope *from, const struct life_message *request);
uint32_t audio_requests_tell(struct robot_audio *sound, struct audio_requests *state, struct mouth *mouth,
                             struct desk *desk, uint64_t now_us, struct life_event *events, uint32_t room,
                             uint32_t *lost);
