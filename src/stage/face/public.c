// include/critter/face.h over face.h and draw.h, for Cozmo's display.
#include "stage/face/draw.h"

#include "base/err_public.h"

#include <critter/face.h>
#include <string.h>

enum { WIDTH = 128, ROWS = 32, TALL = 64 };

static struct face inside(const struct critter_face *face) {
    struct face out;
    face_neutral(&out, &FACE_COZMO);
    face_from_numbers(&out, face->numbers, CRITTER_FACE_NUMBERS);
    return out;
}

static void outside(const struct face *face, struct critter_face *out) {
    float numbers[FACE_NUMBERS];
    face_to_numbers(face, numbers);
    memcpy(out->numbers, numbers, 5 * sizeof *numbers);
    for (unsigned eye = 0; eye < 2; eye++) // of each eye, the numbers that this display knows
        memcpy(out->numbers + 5 + eye * EYE_NUMBERS_COZMO, numbers + 5 + eye * EYE_NUMBERS,
               EYE_NUMBERS_COZMO * sizeof *numbers);
}

void critter_face_neutral(struct critter_face *face) {
    struct face own;
    face_neutral(&own, &FACE_COZMO);
    outside(&own, face);
}

enum critter_err critter_face_named(struct critter_face *face, const char *name) {
    struct face own;
    face_neutral(&own, &FACE_COZMO);
    enum err err = face_named(&own, &FACE_COZMO, name);
    if (!err) outside(&own, face);
    return err_public(err);
}

const char *critter_face_name(size_t index) { return face_name(index); }

void critter_face_blend(const struct critter_face *from, const struct critter_face *to, float share,
                        struct critter_face *out) {
    struct face a = inside(from), b = inside(to), between;
    face_blend(&a, &b, share, &between);
    outside(&between, out);
}

// Two rows of the display are one of the picture: lit when either is.
void critter_face_draw(const struct critter_face *face, uint8_t bits[512]) {
    uint8_t grey[WIDTH * TALL];
    struct face own = inside(face), rest;
    face_neutral(&rest, &FACE_COZMO);
    face_mend(&own, &rest, &FACE_COZMO);
    face_bits(&own, &FACE_COZMO, 2, grey);
    memset(bits, 0, 512);
    for (unsigned y = 0; y < TALL; y++)
        for (unsigned x = 0; x < WIDTH; x++)
            if (grey[y * WIDTH + x]) bits[y / 2 * (WIDTH / 8) + x / 8] |= (uint8_t)(0x80 >> x % 8);
}
