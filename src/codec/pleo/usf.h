// Pleo's sounds (.usf): a header of 48 bytes, then 8-bit samples or ADPCM.
//
//     struct usf sound;
//     if (usf_read(file, &sound, fault)) return fault->err;
//     size_t made = usf_decode(&sound, samples, room);          // 16 bits, as everywhere here
//
//     usf_write(&(struct usf_spec){.name = "growl", .rate = 11025, .loops = 1}, samples, count, &out, fault);
//
// The ADPCM takes the steps and indices of IMA, but counts in samples of 8 bits. It has no blocks, and the
// high nibble comes first. A sound of version 0 has no name and a header of 16 bytes. `data` is a view into
// the file, which must outlive it. Nothing allocates but usf_write, which appends to a buffer.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { USF_NAME = 32, USF_HEADER = 48, USF_BYTES_MAX = 16 << 20, USF_RATE_MAX = 65535 };

struct usf {
    unsigned version;        // 0 or 1
    char name[USF_NAME + 1]; // "" in version 0
    bool adpcm;
    bool fixed_pitch; // never played faster or slower
    unsigned rate;    // samples a second
    unsigned loops;   // how often it is played; 0: for ever
    size_t samples;
    struct bytes data;
};

// ERR_SHORT, ERR_SYNTAX, ERR_VERSION, ERR_RANGE, ERR_UNSUPPORTED, ERR_LIMIT: the fault names the field. A
// count of samples that the data does not hold is ERR_SHORT; 0xFFFFFFFF means all there are.
enum err usf_read(struct bytes file, struct usf *out, struct fault *fault);
// Returns the samples written: at most `room`, and at most `samples`.
size_t usf_decode(const struct usf *sound, int16_t *out, size_t room);

struct usf_spec {
    const char *name; // cut at USF_NAME bytes
    bool adpcm, fixed_pitch;
    unsigned rate, loops;
};

// Appends a whole file of version 1. ADPCM holds two samples a byte: an odd last sample is dropped.
// ERR_RANGE: the rate or the loops. ERR_LIMIT: longer than USF_BYTES_MAX.
enum err usf_write(const struct usf_spec *spec, const int16_t *samples, size_t count, struct buf *out,
                   struct fault *fault);
