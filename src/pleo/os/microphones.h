// His two microphones, for the monitor: recorded to a WAV file, or told as how loud they are.
//
//     if (microphones_record(p, MICROPHONE_BOTH, 'a', "room.wav", 5, &fault)) …fault says why…
//     microphones_tick(p);              // takes what has come; the file is written when it is over
//     p->microphones.levels = true;                     // a line a second in the log
//
// The samples are kept in memory meanwhile and written at once, so a file is whole or not there. What does
// not fit on the drive is refused beforehand: ERR_LIMIT.
#pragma once

#include "base/err.h"
#include "border/card.h"

#include <stdbool.h>
#include <stdint.h>

struct pleo;
enum microphone_side { MICROPHONE_LEFT, MICROPHONE_RIGHT, MICROPHONE_BOTH };
enum { MICROPHONE_SECONDS = 60 };
struct microphones {
    int16_t *samples;            // NULL: nothing is recorded
    uint32_t count, most, heard; // samples; heard: of each ear, since the recording began
    uint8_t side;
    char drive, name[CARD_NAME_MAX];
    bool levels;
    int32_t loudest[2]; // left and right, in this second
    int32_t told_ms;
};

enum err microphones_record(struct pleo *p, enum microphone_side side, char drive, const char *name,
                            int32_t seconds, struct fault *fault);
void microphones_stop(struct pleo *p); // what was recorded is written
void microphones_tick(struct pleo *p); // also says whether samples are wanted
void microphones_end(struct pleo *p);
