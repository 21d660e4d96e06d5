// Voices of people in the world, whom a recogniser of speech can understand: those of flite, a program of
// Debian's.
//
//     struct buf file = {0};
//     enum err err = flite_say("slt", "come here", &file, &fault);     // a WAV file
//     buf_free(&file);
//
// ERR_MISSING: flite is not installed. ERR_UNKNOWN: it has no such voice; the fault names those it has. The
// same words of the same voice are the same samples. It is waited for, some tenths of a second.
#pragma once

#include "base/buf.h"

#define FLITE_VOICES "slt, rms, awb, kal, kal16"
enum err flite_say(const char *voice, const char *words, struct buf *out, struct fault *fault);
