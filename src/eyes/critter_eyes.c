#include "eyes/critter_eyes.h"

#include "base/maths/maths.h"
#include "eyes/exact.h"
#include "stage/face/draw.h"
#include "stage/face/eyes.h"

#include <string.h>

enum { TICK_MS = 33 };
#define TEAL 0.42f

struct own {
    struct eyes eyes;
    struct critter_eyes_display display;
    uint32_t tick;
};
_Static_assert(sizeof(struct own) <= sizeof(struct critter_eyes),
               "struct critter_eyes has no room for its own");

static struct own *own(struct critter_eyes *eyes) { return (struct own *)(void *)&eyes->own; }

static uint32_t ticks_of(uint32_t ms) {
    uint32_t ticks = ms / TICK_MS;
    return ticks ? ticks : 1;
}

bool critter_eyes_start(struct critter_eyes *eyes, const struct critter_eyes_display *display,
                        uint32_t seed) {
    struct own *o = own(eyes);
    if (display->width < CRITTER_EYES_LEAST || display->width > CRITTER_EYES_WIDTH_MOST ||
        display->height < CRITTER_EYES_LEAST)
        return false;
    memset(eyes, 0, sizeof *eyes);
    o->display = *display;
    if (display->hue == 0 && display->saturation == 0) o->display.hue = TEAL, o->display.saturation = 1;
    eyes_start(&o->eyes, display->one_bit ? &FACE_COZMO : &FACE_VECTOR, seed);
    return true;
}

const char *critter_eyes_name(size_t index) { return face_name(index); }

bool critter_eyes_mood(struct critter_eyes *eyes, const char *expression) {
    struct own *o = own(eyes);
    return !eyes_set_mood(&o->eyes, expression, o->tick);
}

bool critter_eyes_show(struct critter_eyes *eyes, const char *expression, uint32_t ms) {
    struct own *o = own(eyes);
    return !eyes_show(&o->eyes, expression, o->tick, ticks_of(ms));
}

void critter_eyes_look(struct critter_eyes *eyes, float x, float y, uint32_t ms) {
    struct own *o = own(eyes);
    if (m_finite(x) && m_finite(y)) eyes_look(&o->eyes, x, y, o->tick, ticks_of(ms));
}

void critter_eyes_blink(struct critter_eyes *eyes) { eyes_blink(&own(eyes)->eyes, own(eyes)->tick); }

void critter_eyes_speak(struct critter_eyes *eyes, float loud, float word) {
    eyes_speak(&own(eyes)->eyes, &(struct speaking_in){.loud = loud, .word = word, .end = SPEAKING_RESTS});
}

bool critter_eyes_tick(struct critter_eyes *eyes) {
    struct own *o = own(eyes);
    uint32_t before = o->eyes.number;
    bool first = o->tick == 0;
    eyes_step(&o->eyes, o->tick++);
    return first || o->eyes.number != before;
}

static void draw_bits(const struct own *o, const struct face_drawing *d, critter_eyes_line *line,
                      void *user) {
    uint8_t grey[CRITTER_EYES_WIDTH_MOST], bits[CRITTER_EYES_WIDTH_MOST / 8];
    unsigned width = o->display.width, bytes = (width + 7) / 8;
    for (unsigned y = 0; y < o->display.height; y++) {
        memset(grey, 0, width);
        memset(bits, 0, bytes);
        for (int e = 0; e < 2; e++) face_row(d, e, y, grey);
        for (unsigned x = 0; x < width; x++)
            if (grey[x]) bits[x / 8] |= (uint8_t)(0x80 >> x % 8);
        line(user, (uint16_t)y, bits, bytes);
    }
}

static void draw_colours(const struct own *o, const struct face_drawing *d, critter_eyes_line *line,
                         void *user) {
    uint8_t grey[CRITTER_EYES_WIDTH_MOST];
    uint16_t row[CRITTER_EYES_WIDTH_MOST];
    struct face_colours colours;
    face_colours(&o->eyes.face, o->display.hue, o->display.saturation, &colours);
    for (unsigned y = 0; y < o->display.height; y++) {
        face_colour_row(d, &colours, y, grey, row);
        line(user, (uint16_t)y, row, o->display.width * sizeof *row);
    }
}

void critter_eyes_draw(const struct critter_eyes *eyes, critter_eyes_line *line, void *user) {
    const struct own *o = (const struct own *)(const void *)&eyes->own;
    const struct face_view view = {o->eyes.style, o->display.width, o->display.height};
    struct face_drawing drawing;
    face_begin(&drawing, &o->eyes.face, &view, o->eyes.number);
    (o->display.one_bit ? draw_bits : draw_colours)(o, &drawing, line, user);
}
