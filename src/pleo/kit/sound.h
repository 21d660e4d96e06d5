// Sounds for the robot from WAV files, and back.
//
//     sound_from_wav(file, &(struct usf_spec){.name = "growl", .adpcm = true, .rate = 11025, .loops = 1},
//     &out, fault);
//     sound_to_wav(&sound, &out, fault);
//
// Channels are mixed, the rate is converted, and it is made a little quieter (0.98), so that the peaks of the
// converted wave are not clipped. At most SOUND_SECONDS_MAX.
#pragma once

#include "codec/pleo/usf.h"

enum { SOUND_SECONDS_MAX = 600, SOUND_WAV_MAX = 256 << 20 };

enum err sound_from_wav(struct bytes wav, const struct usf_spec *spec, struct buf *out, struct fault *fault);
enum err sound_to_wav(const struct usf *sound, struct buf *out, struct fault *fault); // 8 bits, one channel
