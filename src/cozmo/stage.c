// The robot plays slots, thirty a second: each is a sound or a silence, and clocks the picture. It keeps up
// to 8192 bytes of them and says how many it played. Slots go out a little ahead of time, as far as its
// memory has room; with nothing to hear and nothing to see none do.
#include "cozmo/client_internal.h"

#include "base/system/file.h"
#include "codec/picture/dither.h"
#include "codec/picture/jpeg.h"
#include "codec/picture/monochrome.h"
#include "codec/picture/png.h"
#include "codec/picture/rle.h"
#include "codec/sound/resample.h"
#include "codec/sound/ulaw.h"
#include "codec/sound/wav.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 30,
    AHEAD_SOUND = 6, // slots under way when there is sound, against a shaky air
    AHEAD_SILENT = 1,
    REFRESH = 30,     // slots after which a picture is sent again; the robot forgets it after 30 s
    ROOM = 1024,      // of its memory stays free for what others say
    LATE_US = 500000, // a backlog longer than that is let go
    SOUND_MAX = 64 << 20,
    FILE_MAX = 64 << 20,
    PLACES = 8, // in the window, for what a slot may hold and commands besides
    PLACES_CLIP = 30,
};

static bool wanted(const struct critter_cozmo *c) {
    const struct client_stage *stage = &c->stage;
    return stage->sound.len || stage->sounding || stage->picture_shown || stage->picture_new ||
           client_clips_play(c) || client_clips_live(c);
}

void client_stage_begin(struct critter_cozmo *c) {
    c->stage.on = true;
    c->stage.slots = 0;
    c->stage.began_us = loop_now_us();
    send_credit_begin(&c->stage.credit, c->stage.began_us);
}

void client_stage_played(struct critter_cozmo *c, const struct cozmo_animation_state *from) {
    c->state.animation_bytes = (uint32_t)from->num_anim_bytes_played;
    c->state.audio_frames = (uint32_t)from->num_audio_frames_played;
    c->state.animation = from->tag;
    c->state.animation_drops = from->client_drop_count;
    send_credit_played(&c->stage.credit, loop_now_us(), c->state.animation_bytes,
                       !engine_link_waiting(c->link));
}

static bool has_room(const struct critter_cozmo *c) {
    unsigned places = client_clips_play(c) ? PLACES_CLIP : PLACES;
    return send_credit_room(&c->stage.credit, loop_now_us()) >= ROOM + ULAW_FRAME &&
           engine_link_room(c->link) >= places;
}

static int64_t slot_us(const struct client_stage *stage, uint64_t slot) {
    return stage->began_us + (int64_t)(slot * 1000000 / SLOTS);
}

static unsigned ahead_of(const struct critter_cozmo *c) {
    return c->stage.sound.len || client_clips_play(c) ? AHEAD_SOUND : AHEAD_SILENT;
}

int64_t client_stage_due(const struct critter_cozmo *c) {
    const struct client_stage *stage = &c->stage;
    if (!stage->on || c->over || !wanted(c)) return INT64_MAX;
    unsigned ahead = ahead_of(c);
    int64_t due = slot_us(stage, stage->slots > ahead ? stage->slots - ahead : 0);
    int64_t later = loop_now_us() + 10000;
    return due < later && !has_room(c) ? later : due;
}

static void send_picture(struct critter_cozmo *c) {
    struct client_stage *stage = &c->stage;
    struct cozmo_message image = {.kind = COZMO_DISPLAY_IMAGE,
                                  .display_image = {.image = {stage->picture, stage->picture_size}}};
    if (client_tell(c, &image)) return;
    send_credit_sent(&stage->credit, 3 + stage->picture_size);
    stage->picture_new = false;
    stage->picture_slot = stage->slots;
}

// A clip has the slots to itself; what the program plays and shows goes on after it.
static void send_clip(struct critter_cozmo *c) {
    struct client_stage *stage = &c->stage;
    if (!client_clips_send(c)) return;
    stage->slots++;
    if (!client_clips_play(c)) stage->picture_new = stage->picture_shown;
}

static void live_face(struct critter_cozmo *c) {
    struct client_stage *stage = &c->stage;
    uint8_t code[RLE_SEND_MAX];
    size_t size = client_live_face(c, code);
    if (!size) return;
    memcpy(stage->picture, code, size);
    stage->picture_size = size;
    stage->picture_shown = stage->picture_new = true;
}

static void send_slot(struct critter_cozmo *c) {
    struct client_stage *stage = &c->stage;
    if (client_clips_play(c)) {
        send_clip(c);
        return;
    }
    live_face(c);
    size_t left = stage->sound.len - stage->sound_at;
    if (left) {
        struct cozmo_message sound = {.kind = COZMO_OUTPUT_AUDIO};
        uint8_t frame[ULAW_FRAME] = {0}; // a zero byte is silence
        size_t taken = left < ULAW_FRAME ? left : ULAW_FRAME;
        memcpy(frame, stage->sound.at + stage->sound_at, taken);
        sound.output_audio.samples = (struct bytes){frame, sizeof frame};
        stage->sounding = true;
        if (client_tell(c, &sound)) return;
        stage->sound_at += taken;
        send_credit_sent(&stage->credit, 1 + ULAW_FRAME);
        if (stage->sound_at == stage->sound.len) {
            buf_clear(&stage->sound);
            stage->sound_at = 0;
        }
    } else {
        if (client_tell(c, &(struct cozmo_message){.kind = COZMO_OUTPUT_SILENCE})) return;
        send_credit_sent(&stage->credit, 1);
        if (stage->sounding) {
            stage->sounding = false;
            client_event(c, "audio_completed", 0, -1, (struct bytes){0});
        }
    }
    stage->slots++;
    if (stage->picture_new || (stage->picture_shown && stage->slots - stage->picture_slot >= REFRESH))
        send_picture(c);
}

void client_stage_tick(struct critter_cozmo *c, int64_t now_us) {
    struct client_stage *stage = &c->stage;
    if (!stage->on || c->over) return;
    if (!wanted(c) || now_us - slot_us(stage, stage->slots) > LATE_US) { // slots are not made up for
        stage->slots = (uint64_t)(now_us - stage->began_us) * SLOTS / 1000000;
        if (!wanted(c)) return;
    }
    for (;;) {
        unsigned ahead = ahead_of(c);
        if (stage->slots > ahead && slot_us(stage, stage->slots - ahead) > now_us) return;
        if (!has_room(c)) return;
        uint64_t before = stage->slots;
        send_slot(c);
        if (stage->slots == before || !wanted(c)) return;
    }
}

// Pictures

static enum err ready(struct critter_cozmo *c) {
    if (c->over) return client_over(c);
    if (!c->stage.on)
        return client_fail(c, ERR_STATE,
                           "the animation stream is off: connect with initialising and animations");
    return ERR_NONE;
}

static enum err show(struct critter_cozmo *c, const uint8_t bits[512]) {
    enum err err = ready(c);
    if (err) return err;
    struct rle_picture picture = {0};
    for (unsigned y = 0; y < 32; y++)
        for (unsigned x = 0; x < 128; x++)
            if (bits[y * 16 + x / 8] >> (7 - x % 8) & 1) rle_set(&picture, x, 2 * y, true);
    uint8_t code[RLE_CODE_MAX];
    struct writer out = writer_of(code, sizeof code);
    err = rle_encode(&picture, c->config.rows_64 ? RLE_ROWS_64 : RLE_ROWS_32, &out);
    if (err || writer_len(&out) > RLE_SEND_MAX)
        return client_fail(c, ERR_LIMIT,
                           "the picture is too restless: its code has %zu bytes, a frame holds %d", out.need,
                           RLE_SEND_MAX);
    struct client_stage *stage = &c->stage;
    client_face_is_ours(c);
    stage->picture_size = writer_len(&out);
    memcpy(stage->picture, code, stage->picture_size);
    stage->picture_shown = stage->picture_new = true;
    return ERR_NONE;
}
enum critter_err critter_cozmo_show(struct critter_cozmo *c, const uint8_t bits[512]) {
    return err_public(show(c, bits));
}

// Fitted into width x height, as the rows are drawn twice as high, in the middle.
static enum err show_fitted(struct critter_cozmo *c, const struct pixels *grey, unsigned width,
                            unsigned height) {
    unsigned fit = grey->height * width / grey->width;
    if (fit > height) fit = height, width = grey->width * height / grey->height;
    if (!width) width = 1;
    height = (fit + 1) / 2;
    if (!height) height = 1;
    struct pixels small = {0};
    uint8_t lit[128 * 32] = {0}, bits[512] = {0};
    enum err err = pixels_scale(grey, width, height, &small);
    if (!err) {
        unsigned left = (128 - width) / 2, top = (32 - height) / 2;
        err = dither(&(struct dither_picture){small.at, width, height, small.stride}, lit + top * 128 + left,
                     128);
    }
    pixels_free(&small);
    if (err) return client_fail(c, err, "the picture cannot be fitted: %s", err_name(err));
    for (unsigned i = 0; i < sizeof lit; i++)
        if (lit[i]) bits[i / 8] |= (uint8_t)(0x80 >> i % 8);
    return show(c, bits);
}

// As large as it goes; one with more detail than a frame holds, such as a photograph, smaller.
static enum err show_pixels(struct critter_cozmo *c, const struct pixels *picture) {
    struct pixels grey = {0};
    enum err err = pixels_convert(picture, 1, &grey);
    if (err) return client_fail(c, err, "the picture cannot be fitted: %s", err_name(err));
    for (unsigned width = 128; width >= 32; width -= 16) {
        err = show_fitted(c, &grey, width, width / 2);
        if (err != ERR_LIMIT) break;
    }
    pixels_free(&grey);
    return err;
}

enum critter_err critter_cozmo_show_grey(struct critter_cozmo *c, const uint8_t *grey, int width,
                                         int height) {
    struct pixels picture = {0};
    if (width <= 0 || height <= 0) return client_refuse(c, ERR_RANGE, "a picture of %d x %d", width, height);
    enum err err = pixels_new(&picture, (unsigned)width, (unsigned)height, 1);
    if (err) return client_refuse(c, err, "a picture of %d x %d: %s", width, height, err_name(err));
    for (int y = 0; y < height; y++)
        memcpy(pixels_at(&picture, 0, (unsigned)y), grey + (size_t)y * (size_t)width, (size_t)width);
    err = show_pixels(c, &picture);
    pixels_free(&picture);
    return err_public(err);
}

// Point by point, as somebody drew it.
static enum err show_drawing(struct critter_cozmo *c, struct bytes bytes) {
    struct rle_picture picture;
    uint8_t rows[MONOCHROME_HEIGHT][MONOCHROME_WIDTH / 8], bits[sizeof rows];
    enum err err = monochrome_from_file(bytes, &picture, &c->fault);
    if (err) return err;
    rle_to_rows(&picture, rows);
    memcpy(bits, rows, sizeof bits);
    return show(c, bits);
}

static enum err show_bytes(struct critter_cozmo *c, struct bytes bytes) {
    if (monochrome_is_drawing(bytes)) return show_drawing(c, bytes);
    struct pixels picture = {0};
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    how.channels = 1;
    bool png = bytes.len > 4 && !memcmp(bytes.at, "\x89PNG", 4);
    enum err err =
        png ? png_decode(bytes, 1, &picture, &c->fault) : jpeg_decode(bytes, &how, &picture, &c->fault);
    if (!err) err = show_pixels(c, &picture);
    pixels_free(&picture);
    return err;
}

enum critter_err critter_cozmo_show_picture(struct critter_cozmo *c, const void *picture, size_t size) {
    c->fault = (struct fault){0};
    return err_public(show_bytes(c, (struct bytes){picture, size}));
}

enum critter_err critter_cozmo_show_file(struct critter_cozmo *c, const char *path) {
    struct buf file = {0};
    c->fault = (struct fault){0};
    enum err err = file_read(path, FILE_MAX, &file, &c->fault);
    if (!err) err = show_bytes(c, (struct bytes){file.at, file.len});
    if (err) fault_in(&c->fault, path);
    buf_free(&file);
    return err_public(err);
}

enum err client_show_nothing(struct critter_cozmo *c) {
    static const uint8_t dark[512];
    enum err err = show(c, dark);
    c->stage.picture_shown = false; // sent once, not again and again
    return err;
}
enum critter_err critter_cozmo_show_nothing(struct critter_cozmo *c) {
    return err_public(client_show_nothing(c));
}

enum critter_err critter_cozmo_animations(struct critter_cozmo *c, int on) {
    struct client_stage *stage = &c->stage;
    if (c->over) return err_public(client_over(c));
    if (!c->ready) return client_refuse(c, ERR_STATE, "the body is off: initialise first");
    if (!on) {
        stage->on = false;
    } else if (!stage->began_us) { // opened without them
        enum err err = client_tell(c, &(struct cozmo_message){.kind = COZMO_ENABLE_ANIMATION_STATE});
        if (err) return err_public(err);
        client_stage_begin(c);
    } else {
        stage->on = true;
    }
    return CRITTER_OK;
}

// Sound

static enum err add_sound(struct critter_cozmo *c, const int16_t *samples, size_t count) {
    struct buf *sound = &c->stage.sound;
    sound->limit = SOUND_MAX;
    uint8_t *to = buf_extend(sound, count);
    if (!to) {
        enum err err = sound->err;
        sound->err = ERR_NONE;
        return client_fail(c, err, "too much sound is queued already");
    }
    ulaw_encode(c->config.engine_law ? ULAW_ENGINE : ULAW_LIBRARY, samples, count, to);
    return ERR_NONE;
}

static enum err play(struct critter_cozmo *c, const int16_t *samples, size_t count, int rate) {
    enum err err = ready(c);
    if (err || !count) return err;
    if (rate < 1000 || rate > RESAMPLE_RATE_MAX)
        return client_fail(c, ERR_RANGE, "%d samples a second", rate);
    if (count > SOUND_MAX) return client_fail(c, ERR_LIMIT, "%zu samples are too many", count);
    if (rate == ULAW_RATE) return add_sound(c, samples, count);
    size_t room = (size_t)((uint64_t)count * ULAW_RATE / (unsigned)rate) + 1;
    int16_t *out = malloc(room * sizeof *out);
    struct resample *resample = resample_new((unsigned)rate, ULAW_RATE);
    if (!out || !resample) {
        err = client_fail(c, ERR_MEMORY, "no memory for the sound");
    } else {
        size_t made = resample_push(resample, samples, count, out, room, NULL);
        made += resample_end(resample, out + made, room - made);
        err = add_sound(c, out, made);
    }
    resample_free(resample);
    free(out);
    return err;
}

enum critter_err critter_cozmo_play(struct critter_cozmo *c, const int16_t *samples, size_t count, int rate) {
    return err_public(play(c, samples, count, rate));
}

enum critter_err critter_cozmo_play_wav(struct critter_cozmo *c, const char *path) {
    struct buf file = {0};
    struct wav wav;
    c->fault = (struct fault){0};
    enum err err = file_read(path, FILE_MAX, &file, &c->fault);
    if (!err) err = wav_read((struct bytes){file.at, file.len}, &wav, &c->fault);
    if (err) {
        fault_in(&c->fault, path);
        buf_free(&file);
        return err_public(err);
    }
    int16_t *samples = malloc((wav.frames + 1) * sizeof *samples);
    if (!samples) err = client_fail(c, ERR_MEMORY, "no memory for the sound");
    for (size_t i = 0; samples && i < wav.frames; i++) { // all channels together
        int32_t sum = 0;
        for (unsigned channel = 0; channel < wav.channels; channel++) sum += wav_s16(&wav, i, channel);
        samples[i] = (int16_t)(sum / (int32_t)wav.channels);
    }
    if (!err) err = play(c, samples, wav.frames, (int)wav.rate);
    free(samples);
    buf_free(&file);
    return err_public(err);
}

void critter_cozmo_play_nothing(struct critter_cozmo *c) {
    buf_clear(&c->stage.sound);
    c->stage.sound_at = 0;
}

int critter_cozmo_playing_ms(const struct critter_cozmo *c) {
    return (int)((uint64_t)(c->stage.sound.len - c->stage.sound_at) * 1000 / ULAW_RATE);
}
