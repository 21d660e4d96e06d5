// The client of critter-voice: starts the helper, sends it text, receives samples and word times.
//
//     struct talker *talker = talker_new(NULL);                         // nothing is started yet
//     struct talk talk = {0};
//     // ERR_MISSING: there is no helper. ERR_TIMEOUT, ERR_CLOSED
//     if (talker_say(talker, &say, &talk, fault)) …
//     talk_free(&talk); talker_free(talker);
//
// If the helper dies or sends nothing for TALKER_PATIENCE_MS, it is ended and started again with the next
// text, at most TALKER_STARTS times in a row. A talker is for one thread at a time.
#pragma once

#include "voice/pipe_frame.h"

enum {
    TALKER_PATIENCE_MS = 8000,
    TALKER_STARTS = 3,
    TALKER_WORDS = 2048 // spelt-out words are reported more than once: up to once per byte of text
};

struct talk_word {
    uint32_t at, len, sample;
};
struct talk {
    int16_t *samples;
    size_t count, room, most; // most: the limit of samples kept (then ERR_LIMIT); 0: no limit
    uint32_t rate;
    struct talk_word words[TALKER_WORDS];
    uint32_t word_count;
};
struct talker;
// NULL: the usual places, or $CRITTER_VOICE ("none": no helper).
struct talker *talker_new(const char *program);
void talker_free(struct talker *talker);
bool talker_found(const struct talker *talker);
enum err talker_say(struct talker *talker, const struct frame_say *say, struct talk *out,
                    struct fault *fault);
void talk_free(struct talk *talk);
