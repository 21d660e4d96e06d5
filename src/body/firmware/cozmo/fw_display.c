// The display: shows the last picture that could be decoded, for at most half a minute.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

enum { FORGET_US = 30000000, GLYPH_WIDE = 5, GLYPH_HIGH = 7, SCALE = 2 };

static void changed(struct cozmo_firmware *fw) {
    fw->display_changes++;
    fw->display_us = fw->now_us;
}

void fw_show(struct cozmo_firmware *fw, struct bytes code) {
    struct rle_picture picture;
    if (rle_decode(code, &picture, NULL)) {
        fw->stats.display_errors++;
        return;
    }
    fw->stats.pictures++;
    fw->display_us = fw->now_us;
    fw->display_lit = true;
    if (!memcmp(&picture, &fw->display, sizeof picture)) return;
    fw->display = picture;
    changed(fw);
}

void fw_show_blank(struct cozmo_firmware *fw) {
    fw->display = (struct rle_picture){0};
    fw->display_lit = false;
    changed(fw);
}

// What it has to say by itself: the letters of "COZMO 01", row by row, five bits each.
static const struct {
    char letter;
    uint8_t rows[GLYPH_HIGH];
} GLYPHS[] = {
    {'C', {0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}}, {'O', {0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}},
    {'Z', {0x1f, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1f}}, {'M', {0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11}},
    {'0', {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}}, {'1', {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}},
};

static const uint8_t *glyph(char letter) {
    for (size_t i = 0; i < sizeof GLYPHS / sizeof *GLYPHS; i++)
        if (GLYPHS[i].letter == letter) return GLYPHS[i].rows;
    return NULL;
}

static void draw(struct rle_picture *picture, const uint8_t *rows, unsigned left, unsigned top) {
    for (unsigned y = 0; y < GLYPH_HIGH * SCALE; y++)
        for (unsigned x = 0; x < GLYPH_WIDE * SCALE; x++)
            if (rows[y / SCALE] >> (GLYPH_WIDE - 1 - x / SCALE) & 1)
                rle_set(picture, left + x, top + 2 * y, true); // every other row, as all pictures
}

void fw_show_text(struct cozmo_firmware *fw, const char *text) {
    fw_show_blank(fw);
    unsigned step = (GLYPH_WIDE + 1) * SCALE, wide = (unsigned)strlen(text) * step;
    unsigned left = wide < RLE_COLUMNS ? (RLE_COLUMNS - wide) / 2 : 0;
    for (; *text; text++, left += step)
        if (glyph(*text)) draw(&fw->display, glyph(*text), left, (RLE_ROWS - 2 * GLYPH_HIGH * SCALE) / 2);
}

void fw_step_display(struct cozmo_firmware *fw) {
    if (fw->display_lit && fw->now_us - fw->display_us > FORGET_US) fw_show_blank(fw);
}

const struct rle_picture *cozmo_firmware_display(const struct cozmo_firmware *fw) { return &fw->display; }
uint64_t cozmo_firmware_display_changes(const struct cozmo_firmware *fw) { return fw->display_changes; }
