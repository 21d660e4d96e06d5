// The eyes alone, for small boards: a pair of eyes that blink, look about, feel and speak, in one C file
// without an operating system, allocation or libm.
//
//     static struct critter_eyes eyes;
//     critter_eyes_start(&eyes, &(struct critter_eyes_display){.width = 320, .height = 240}, 1);
//     for (;;) {                                    // every 33 ms
//         critter_eyes_mood(&eyes, "curious");      // when it changes; critter_eyes_name lists all 45
//         if (critter_eyes_tick(&eyes)) critter_eyes_draw(&eyes, put_line, NULL);
//     }
//
// `put_line` gets the picture line by line from the top. On a colour display a line is one uint16_t a
// pixel, red in the upper five bits; on a display of on and off (one_bit) eight pixels are a byte, the
// leftmost the highest bit. The line lies in a buffer that is used again after the call.
//
// Any size does: the face is as large as it fits, and in the middle. Blinks and glances come by themselves.
// The same seed and the same calls give the same pixels on every processor. Compile with -ffp-contract=off,
// and without -ffast-math, to keep that. One struct is one pair of eyes; several may live, each in one
// thread at a time. It owns nothing. critter_eyes.c and this file are all that is needed.
#ifndef CRITTER_EYES_H
#define CRITTER_EYES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CRITTER_EYES_WIDTH_MOST = 1024, CRITTER_EYES_LEAST = 8 };

struct critter_eyes_display {
    uint16_t width, height; // pixels: 8 to 1024 wide, at least 8 high
    bool one_bit;           // on or off
    // Of a colour display, 0 to 1 each; both 0: teal. A saturation of 0 with a hue is white.
    float hue, saturation;
};

struct critter_eyes {
    union { // nothing to look into
        uint64_t align;
        unsigned char bytes[2176];
    } own;
};

// They open their eyes. False: the display is none that is supported, and nothing was begun.
bool critter_eyes_start(struct critter_eyes *eyes, const struct critter_eyes_display *display, uint32_t seed);

// The name of an expression, "neutral" first; NULL after the last.
const char *critter_eyes_name(size_t index);

// What they show from now on. False: there is no such expression, and nothing changes. Each in either case
// of letters.
bool critter_eyes_mood(struct critter_eyes *eyes, const char *expression);

// What they show for so many milliseconds; then their mood again.
bool critter_eyes_show(struct critter_eyes *eyes, const char *expression, uint32_t ms);

// Looks at something for so many milliseconds: -1 left or top of the picture, 1 right or bottom. NaN or
// infinite: not.
void critter_eyes_look(struct critter_eyes *eyes, float x, float y, uint32_t ms);

// Blinks now.
void critter_eyes_blink(struct critter_eyes *eyes);

// Its voice in this tick, called before critter_eyes_tick: how loud it is, and the weight of a word that
// begins, each 0 to 1 (0: no word begins). A tick without this call is silent.
void critter_eyes_speak(struct critter_eyes *eyes, float loud, float word);

// Lives 33 milliseconds. True: the picture is another one now.
bool critter_eyes_tick(struct critter_eyes *eyes);

// Hands out the picture, all lines from the top.
typedef void critter_eyes_line(void *user, uint16_t y, const void *pixels, size_t bytes);
void critter_eyes_draw(const struct critter_eyes *eyes, critter_eyes_line *line, void *user);

#ifdef __cplusplus
}
#endif
#endif
