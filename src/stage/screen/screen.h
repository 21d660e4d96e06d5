// What is on the face besides the eyes: pictures in layers behind and in front of them, and whole screens
// that cover everything.
//
//     struct screen screen;
//     screen_start(&screen, &(struct screen_config){&FACE_VECTOR, &library->sprites, &library->layouts});
//     screen_weather(&screen, TEXT("rain"), &(int){-12}, tick, 90);     // from triggers, for so many ticks
//     screen_step(&screen, tick, &player_out, eyes.number);             // once a life tick, after both
//     screen.number, screen.shows, screen.boxes[0 … screen.count-1]     // enough to draw it: see easel.h
//
// Of several requests the first in this order is shown: a fault, the boot movie, service screens, text, a
// program's picture, the camera (mirror mode), pictures of a scene or of the clip that plays. Each ends when
// its time is over; 0 ticks: it stays.
//
// A step allocates nothing and draws nothing; `number` grows whenever a drawing would differ. A screen is
// about 80 KB, most of it the two pictures of programs, and must not be moved. Sprites and layouts must
// outlive it.
#pragma once

#include "stage/clip/player.h"
#include "stage/draw/layouts.h"
#include "stage/draw/sprites.h"
#include "stage/face/face.h"

enum {
    SCREEN_BOXES = 64,
    SCREEN_LINES = 10,
    SCREEN_LETTERS = 30,
    SCREEN_PIXELS = 184 * 96,
    SCREEN_SCENE_BOXES = 32,
    SCREEN_CARDS = 5
};

enum screen_shows {
    SCREEN_EYES,     // only the eyes
    SCREEN_PICTURES, // boxes, with the eyes between them if `eyes` says so
    SCREEN_MIRROR,   // what the camera sees
    SCREEN_CLIENT,   // a program's picture
    SCREEN_TEXT,
    SCREEN_CARE, // service screens
    SCREEN_BOOT, // one box: the movie
    SCREEN_FAULT,
    SCREEN_SHOWS
};

struct screen_config {
    const struct face_style *style;
    const struct sprites *sprites; // NULL: none
    const struct layouts *layouts;
};
struct screen_box { // a picture to draw
    struct text asset;
    const struct sprite *sprite; // NULL: it is missing, and a marker is drawn
    uint32_t frame;
    int x, y, width, height;
    float alpha, odd_rows;
    bool inked;
    int8_t layer; // below 0: behind the eyes
};
struct screen_part { // of a scene
    int x, y, width, height;
    bool inked;
    int8_t layer;
    char asset[40];
};
struct screen_lines {
    char at[SCREEN_LINES][SCREEN_LETTERS + 1];
    uint32_t count;
};

struct screen {
    struct screen_config config;
    // What is to be drawn.
    uint32_t number;
    enum screen_shows shows;
    bool eyes;
    struct screen_box boxes[SCREEN_BOXES];
    uint32_t count, lost;
    uint16_t fault;
    struct screen_lines lines; // of text or service
    const uint16_t *client;    // width × height of the style
    uint32_t missing;          // boxes without a picture so far
    // What was requested.
    uint32_t eyes_number, clip_boxes;
    struct {
        struct screen_part parts[SCREEN_SCENE_BOXES];
        uint32_t count, since, until;
        bool on, eyeless;
    } scene;
    struct {
        bool on, changed;
        uint32_t until;
    } text, service, picture;
    struct screen_lines told, cared;
    bool mirror, mirror_changed;
    uint32_t booting_until;
    uint32_t boot_since;
    uint16_t faulty;
    uint16_t pixels[2][SCREEN_PIXELS]; // shown, and being received
};

void screen_start(struct screen *screen, const struct screen_config *config);
void screen_step(struct screen *screen, uint32_t tick, const struct player_out *clip, uint32_t eyes_number);

// Scenes of pictures. ERR_UNKNOWN: no such trigger, condition, card or picture; the display stays as it was.
enum err screen_compose(struct screen *screen, struct text trigger, uint32_t tick,
                        uint32_t ticks); // the layout and the image map of the same trigger
enum err screen_sprite(struct screen *screen, struct text sprite, uint32_t tick,
                       uint32_t ticks); // over the whole face
enum err screen_weather(struct screen *screen, struct text condition, const int *temperature, uint32_t tick,
                        uint32_t ticks); // either may be missing: no text, NULL. -999 … 999
// Digits and colons, as large as they fit in one line; what is no such text is ERR_RANGE.
enum err screen_digits(struct screen *screen, struct text digits, uint32_t tick, uint32_t ticks);
// Cards as "10_hearts", "king_spades" or "back"; an empty text leaves the place empty.
enum err screen_cards(struct screen *screen, const struct text dealer[SCREEN_CARDS],
                      const struct text player[SCREEN_CARDS], uint32_t tick, uint32_t ticks);
const char *screen_condition(uint32_t index); // the names of the weather; NULL after the last

// A program's picture: pixels arrive in pieces of any size, then it is shown. ERR_RANGE: outside the display.
enum err screen_piece(struct screen *screen, uint32_t from, const uint16_t *pixels, uint32_t count);
void screen_show_picture(struct screen *screen, uint32_t tick, uint32_t ticks);
bool screen_has_picture(const struct screen *screen);

void screen_set_mirror(struct screen *screen, bool on);
void screen_mirrored(struct screen *screen); // a new camera picture arrived
void screen_say(struct screen *screen, struct text words, uint32_t tick,
                uint32_t ticks); // wrapped at spaces; a newline begins a line
void screen_service(struct screen *screen, const struct screen_lines *lines, uint32_t tick,
                    uint32_t ticks);                    // NULL: ends it
void screen_boot(struct screen *screen, uint32_t tick); // plays the movie once; does nothing without one
void screen_skip_boot(struct screen *screen);
void screen_show_fault(struct screen *screen, uint16_t code); // the higher of two; 0: no fault any more
void screen_clear(struct screen *screen);                     // everything requested except the fault
// True while it covers what a clip's face would show.
uint64_t screen_hash(const struct screen *screen);
