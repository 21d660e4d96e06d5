// What a face costs when somebody looks.
#include "bench.h"

#include "stage/face_draw.h"

static uint16_t screen[184 * 96];
static uint8_t grey[184 * 96];

static void vector(void *user) {
    struct face face;
    face_named(&face, &FACE_VECTOR, "curious");
    face_colour(&face, &FACE_VECTOR, 1, 0.42f, 1, screen);
    bench_sink(screen[90 * 184 / 2]);
}

static void cozmo(void *user) {
    struct face face;
    face_named(&face, &FACE_COZMO, "curious");
    face_bits(&face, &FACE_COZMO, 0, grey);
    bench_sink(grey[5000]);
}

BENCHES({.name = "Vector's face, 184 by 96", .a = vector, .no_allocation = true},
        {.name = "Cozmo's face, 128 by 64", .a = cozmo, .no_allocation = true})
