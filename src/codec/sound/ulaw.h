// The sample format of Cozmo's speaker: eight bits, logarithmic, 744 to a frame of 1/30 s.
//
//     uint8_t frame[ULAW_FRAME];
//     ulaw_encode(ULAW_LIBRARY, samples, ULAW_FRAME, frame);
//     int16_t loud = ulaw_sample(ULAW_LIBRARY, frame[0]);
//
// Two laws are known and they disagree, so both ends must use the same one. `library` is what the public
// client library sends and real robots play: the telephone law with its offset of 132, not inverted, plus
// one. A zero byte is silence too, and what would be 256 (samples of -31612 and below) is 255. `engine` is
// the other: no offset, nothing added.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { ULAW_FRAME = 744, ULAW_RATE = 22320 };

enum ulaw_law { ULAW_LIBRARY, ULAW_ENGINE };

uint8_t ulaw_byte(enum ulaw_law law, int16_t sample);
int16_t ulaw_sample(enum ulaw_law law, uint8_t byte);
void ulaw_encode(enum ulaw_law law, const int16_t *samples, size_t count, uint8_t *out);
// Fills one frame of the speaker from at most ULAW_FRAME samples; the rest is silence (byte 0). Returns how
// many samples were used.
size_t ulaw_frame(enum ulaw_law law, const int16_t *samples, size_t count, uint8_t out[ULAW_FRAME]);
void ulaw_decode(enum ulaw_law law, const uint8_t *bytes, size_t count, int16_t *out);
