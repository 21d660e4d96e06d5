// The other end of critter-voice: starts the helper, hands it text, takes samples and word times.
//
//     struct talker *talker = talker_new(NULL);                         // nothing is started yet
//     struct talk talk = {0};
//     if (talker_say(talker, &say, &talk, fault)) …                      // ERR_MISSING: there is no helper. ERR_TIMEOUT, ERR_CLOSED
//     talk_free(&talk); talker_free(talker);
//
// A helper that dies or goes silent (TALKER_PATIENCE_MS without a byte) is ended and started anew with the next text, at most TALKER_STARTS times
// in a row. For one thread at a time.
#pragma once

#include "voice/pipe_frame.h"

enum {
    TALKER_PATIENCE_MS = 8000,
    TALKER_STARTS = 3,
    TALKER_WORDS = 2048 // a word that is spelt out is told more than once: up to one for each byte of a text
};

struct talk_word {
    uint32_t at, len, sample;
};
struct talk {
    int16_t *samples;
    size_t count, room, most; // most: no more than so many are kept (then ERR_LIMIT); 0: no limit
    uint32_t rate;
    struct talk_word words[TALKER_WORDS];
    uint32_t word_count;
};
struct talker;
struct talker *
talker_new(const char *program); // NULL: where it usually is, or $CRITTER_VOICE ("none": nowhere)
void talker_free(struct talker *talker);
bool talker_found(const struct talker *talker);
enum err talker_say(struct talker *talker, const struct frame_say *say, struct talk *out,
                    struct fault *fault);
void talk_free(struct talk *talk);
