// Requests that concern sound: carried out, and answered when what they began is over.
//
//     if (loud_ask(loud, &state, &desk, &envelope, &request)) return;       // it was one of them
//     count = loud_tell(loud, &state, &mouth, &desk, now_us, events, room);        // after loud_step: replies go to the desk, events come back
#pragma once

#include "robot/desk.h"
#include "robot/loud.h"
#include "robot/mouth.h"

enum { LOUD_ASKED = 16 };
struct loud_asked { // for whose end somebody waits
    uint32_t play, ticket;
    uint8_t door;
};
struct loud_desk {
    struct loud_asked asked[LOUD_ASKED], stream; // stream.play: 1 while there is one
};

bool loud_ask(struct loud *loud, struct loud_desk *state, struct desk *desk, const struct life_envelope *from,
              const struct life_message *request);
uint32_t loud_tell(struct loud *loud, struct loud_desk *state, struct mouth *mouth, struct desk *desk,
                   uint64_t now_us, struct life_event *events, uint32_t room);
