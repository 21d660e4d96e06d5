#include "cli/say_face.h"

#include "cli/commands.h"

#include "base/maths/maths.h"
#include "cli/face_picture.h"
#include "codec/picture/png.h"
#include "stage/face/eyes.h"
#include "voice/accent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 33, BEFORE = 4, BEHIND = 14, COLUMNS = 8, FRAMES = 64, TEXT = 10 };

struct showing {
    const struct speech *speech;
    const struct speech_order *order;
    const struct face_style *style;
    uint8_t *loud;
    uint32_t levels, ticks, next, word; // next word; the one that is heard
    struct eyes eyes;
};

static enum err begin(struct showing *s, struct fault *fault) {
    s->style = strcmp(s->order->robot, "cozmo") ? &FACE_VECTOR : &FACE_COZMO;
    uint32_t room = (uint32_t)((uint64_t)s->speech->count * 1000 / s->speech->rate / TICK_MS) + 1;
    s->loud = malloc(room);
    if (!s->loud) return fault_set(fault, ERR_MEMORY, "no memory for a face");
    s->levels = accent_levels(s->speech, TICK_MS, s->loud, room);
    s->ticks = BEFORE + s->levels + BEHIND;
    s->word = UINT32_MAX;
    eyes_start(&s->eyes, s->style, s->order->seed);
    return eyes_set_mood(&s->eyes, s->order->mood, 0)
               ? fault_set(fault, ERR_UNKNOWN, "no face is called \"%s\"", s->order->mood)
               : ERR_NONE;
}

static void step(struct showing *s, uint32_t tick) {
    struct speaking_in in = {0};
    uint32_t at = tick - BEFORE;
    if (tick >= BEFORE && at < s->levels) in.loud = (float)s->loud[at] / 255;
    for (; tick >= BEFORE && s->next < s->speech->word_count; s->next++) {
        if (s->speech->words[s->next].ms >= (at + 1) * TICK_MS) break;
        struct accent accent = accent_of(s->speech, s->next, s->order->text, TICK_MS, s->loud, s->levels);
        in.word =
            m_max(in.word, (float)accent.weight / 255); // as the robot: of two in one tick the weightier
        in.end = accent.end;
        s->word = s->next;
    }
    if (tick >= BEFORE && at < s->levels + BEHIND - 6) eyes_speak(&s->eyes, &in);
    eyes_step(&s->eyes, tick);
}

static enum err moving(struct showing *s, const char *path, unsigned scale, struct fault *fault) {
    struct face_picture picture = {0};
    struct buf png = {0};
    struct apng apng;
    enum err err = face_picture_new(&picture, s->style->width, s->style->height, scale, fault);
    apng_begin(&apng, &png, 0);
    for (uint32_t tick = 0; tick < s->ticks && !err; tick++) {
        step(s, tick);
        face_picture_put(&picture, &s->eyes.face, s->style, &EYE_COLOURS[0], 0, 0);
        err = apng_frame(&apng, &picture.pixels, TICK_MS, fault);
    }
    if (!err) err = apng_end(&apng, fault);
    if (!err) err = call_write(path, png.at, png.len, fault);
    face_picture_free(&picture);
    buf_free(&png);
    return err;
}

// Under each face when it is, and the word that is heard; font.h has plain letters only.
static void label(const struct showing *s, struct face_picture *picture, uint32_t tick, unsigned x,
                  unsigned y) {
    char text[40] = "", heard[24] = "";
    if (s->word < s->speech->word_count) {
        const struct speech_word *w = &s->speech->words[s->word];
        size_t len = w->len < sizeof heard - 1 ? w->len : sizeof heard - 1;
        for (size_t i = 0, to = 0; i < len && s->order->text[w->at + i]; i++)
            if ((unsigned char)s->order->text[w->at + i] < 128) heard[to++] = s->order->text[w->at + i];
    }
    snprintf(text, sizeof text, "%.2f %s", ((double)tick - BEFORE) * TICK_MS / 1000, heard);
    face_picture_text(picture, text, x, y);
}

static enum err side_by_side(struct showing *s, const char *path, unsigned scale, struct fault *fault) {
    struct face_picture picture = {0};
    uint32_t every = (s->ticks + FRAMES - 1) / FRAMES, count = (s->ticks + every - 1) / every;
    unsigned width = s->style->width + 4u, height = s->style->height + TEXT + 2u;
    enum err err =
        face_picture_new(&picture, COLUMNS * width, (count + COLUMNS - 1) / COLUMNS * height, scale, fault);
    for (uint32_t tick = 0; tick < s->ticks && !err; tick++) {
        step(s, tick);
        if (tick % every) continue;
        uint32_t i = tick / every;
        unsigned x = i % COLUMNS * width, y = i / COLUMNS * height;
        face_picture_put(&picture, &s->eyes.face, s->style, &EYE_COLOURS[0], x, y);
        label(s, &picture, tick, x + 2, y + s->style->height + 1u);
    }
    if (!err) err = face_picture_write(&picture, path, fault);
    face_picture_free(&picture);
    return err;
}

enum err say_face(const struct speech *speech, const struct speech_order *order, const struct say_face *wish,
                  struct fault *fault) {
    enum err err = ERR_NONE;
    for (int i = 0; i < 2 && !err; i++) {
        const char *path = i ? wish->strip : wish->moving;
        struct showing s = {.speech = speech, .order = order};
        if (!path) continue;
        err = begin(&s, fault);
        if (!err) err = (i ? side_by_side : moving)(&s, path, (unsigned)wish->scale, fault);
        free(s.loud);
    }
    return err;
}
