// Takes the robot's own sound, and steady noise, out of what it hears: the canceller and the suppressor of
// SpeexDSP.
//
//     struct cleaner *cleaner = cleaner_new(&config);        // NULL: no memory
//     cleaner_played(cleaner, samples, count, 22320, 0);     // what went to its speaker, as it goes
//     cleaner_run(cleaner, heard, clean);                    // 160 samples of one channel
//     cleaner_free(cleaner);
//
// What was played may reach the microphones at once, or up to a tenth of a second after it was handed in.
// With the canceller all comes out a chunk later than it went in, so that what is heard never comes before
// its cause.
// Nothing but cleaner_new and another rate allocates.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLEANER_CHUNK = 160, CLEANER_HZ = 15625 };
struct cleaner_config {
    bool echo, noise;
};
struct cleaner;
struct cleaner *cleaner_new(const struct cleaner_config *config);
void cleaner_free(struct cleaner *cleaner);
// phase: so many samples that were heard before it began to play are not run yet.
void cleaner_played(struct cleaner *cleaner, const int16_t *samples, size_t count, uint32_t rate_hz,
                    uint32_t phase);
bool cleaner_plays(const struct cleaner *cleaner); // it does, or did until just now
void cleaner_run(struct cleaner *cleaner, const int16_t heard[CLEANER_CHUNK], int16_t clean[CLEANER_CHUNK]);
