// The display and the speaker. The robot plays thirty slots a second; each is a piece of sound or silence,
// and clocks the picture. The robot buffers up to 8192 bytes of slots and reports how many it played. They
// are sent a little ahead of time, as far as its buffer has room. With nothing to play and nothing to show,
// none are sent.
#include "body/cozmo/cozmo_internal.h"

#include "codec/picture/dither.h"

#include <string.h>

enum {
    SLOTS = 30,
    AHEAD_SOUND =
        // slots under way when there is sound, against a shaky air; and one more for each that the air takes
    5,
    AHEAD_MOST = 9,
    AHEAD_SILENT = 1,
    REFRESH = 30,       // slots after which a picture is sent again; the robot forgets it after 30 s
    STREAM_US = 100000, // speech that came so lately goes on: half a slot waits for its other half
    BEGIN_SLOTS = 3,    // and so many are gathered before it begins, against a shaky air
    ROOM = 512,         // of its memory stays free for what others say
    WINDOW_LEFT = 12,   // places that commands keep
    LINES = RLE_UNITS,
    RATE_LEAST = 1000,
    PIECE = 1024,
};

static bool wanted(const struct cozmo_display *s) {
    return s->sound_ring.count || s->sounding || s->picture_shown || s->picture_new;
}

void cozmo_display_init(struct cozmo_body *c) {
    ring_init(&c->display.sound_ring, c->display.sound, 1, COZMO_SOUND);
}

void cozmo_display_begin(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    s->on = true;
    s->slots = s->picture_slot = 0;
    s->began_us = c->air_us;
    send_credit_begin(&s->credit, c->air_us);
    s->picture_new = s->picture_shown;
}

// Sound that comes too late is dropped.
void cozmo_display_end(struct cozmo_body *c) {
    c->display.on = c->display.sounding = false;
    ring_clear(&c->display.sound_ring);
}

void cozmo_display_free(struct cozmo_body *c) { resample_free(c->display.resample); }

void cozmo_display_played(struct cozmo_body *c, const struct cozmo_animation_state *from) {
    send_credit_played(&c->display.credit, c->air_us, (uint32_t)from->num_anim_bytes_played,
                       !engine_link_waiting(c->link));
}

static int64_t slot_us(const struct cozmo_display *s, uint64_t slot) {
    return s->began_us + (int64_t)(slot * 1000000 / SLOTS);
}

static bool streams(const struct cozmo_body *c) {
    return c->display.fed && c->air_us - c->display.fed_us < STREAM_US;
}

// Sound that begins is gathered first; until then there are silent slots.
static bool sounds(const struct cozmo_body *c) {
    const struct cozmo_display *s = &c->display;
    if (!s->sound_ring.count) return false;
    return s->sounding || !streams(c) || s->sound_ring.count >= BEGIN_SLOTS * ULAW_FRAME;
}

static unsigned ahead(const struct cozmo_body *c) {
    if (!sounds(c)) return AHEAD_SILENT;
    unsigned more = (unsigned)(engine_link_stats(c->link)->rtt_mean_us * SLOTS / 1000000);
    return AHEAD_SOUND + more < AHEAD_MOST ? AHEAD_SOUND + more : AHEAD_MOST;
}

static void send_picture(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    struct cozmo_message image = {.kind = COZMO_DISPLAY_IMAGE,
                                  .display_image = {.image = {s->picture, s->picture_size}}};
    if (!cozmo_tell_now(c, &image)) return;
    send_credit_sent(&s->credit, 3 + s->picture_size);
    s->picture_new = false;
    s->picture_slot = s->slots;
}

static bool send_sound(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    uint8_t frame[ULAW_FRAME] = {0}; // a zero byte is silence
    size_t count = s->sound_ring.count < ULAW_FRAME ? s->sound_ring.count : ULAW_FRAME;
    for (size_t i = 0; i < count; i++) frame[i] = *(uint8_t *)ring_at(&s->sound_ring, i);
    struct cozmo_message sound = {.kind = COZMO_OUTPUT_AUDIO, .output_audio = {{frame, sizeof frame}}};
    if (!cozmo_tell_now(c, &sound)) return false;
    ring_read(&s->sound_ring, NULL, count);
    send_credit_sent(&s->credit, 1 + ULAW_FRAME);
    s->sound_sent += count;
    s->sounding = true;
    return true;
}

static bool send_silence(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    if (!cozmo_tell_now(c, &(struct cozmo_message){.kind = COZMO_OUTPUT_SILENCE})) return false;
    send_credit_sent(&s->credit, 1);
    if (s->sounding) cozmo_ack(c, BODY_ACK_KIND_SOUND_DONE, 0, 0);
    s->sounding = false;
    return true;
}

static bool send_slot(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    bool sound = sounds(c);
    if (s->sounding && streams(c) && s->sound_ring.count < ULAW_FRAME) return false; // the rest comes
    if (!(sound ? send_sound(c) : send_silence(c))) return false;
    s->slots++;
    if (s->picture_new || (s->picture_shown && s->slots - s->picture_slot >= REFRESH)) send_picture(c);
    return true;
}

static void finish(struct cozmo_body *c);

void cozmo_display_tick(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    if (!s->on) return;
    if (s->fed && !streams(c)) finish(c);
    if (!wanted(s) || c->air_us - slot_us(s, s->slots) > COZMO_BACKLOG_US) { // slots are not made up for
        s->slots = (uint64_t)(c->air_us - s->began_us) * SLOTS / 1000000;
        if (!wanted(s)) return;
    }
    for (;;) {
        unsigned lead = ahead(c);
        if (s->slots > lead && slot_us(s, s->slots - lead) > c->air_us) return;
        if (send_credit_room(&s->credit, c->air_us) < ROOM + ULAW_FRAME || cozmo_room(c) < WINDOW_LEFT)
            return;
        if (!send_slot(c) || !wanted(s)) return;
    }
}

// ------------------------------------------------------------------------------------------------ pictures

// Each place of the small picture is the mean of what lies under it; 128 by 32, as rows are drawn twice as
// high.
static void fit(const uint8_t *grey, unsigned width, unsigned height, uint8_t out[LINES * RLE_COLUMNS]) {
    for (unsigned y = 0; y < LINES; y++) {
        unsigned y0 = y * height / LINES, y1 = (y + 1) * height / LINES;
        if (y1 <= y0) y1 = y0 + 1;
        for (unsigned x = 0; x < RLE_COLUMNS; x++) {
            unsigned x0 = x * width / RLE_COLUMNS, x1 = (x + 1) * width / RLE_COLUMNS, sum = 0;
            if (x1 <= x0) x1 = x0 + 1;
            for (unsigned v = y0; v < y1; v++)
                for (unsigned u = x0; u < x1; u++) sum += grey[(size_t)v * width + u];
            out[y * RLE_COLUMNS + x] = (uint8_t)(sum / ((y1 - y0) * (x1 - x0)));
        }
    }
}

void cozmo_display_face(struct cozmo_body *c, const struct body_face_picture *face,
                        const struct frame *frame) {
    struct cozmo_display *s = &c->display;
    uint8_t small[LINES * RLE_COLUMNS];
    struct rle_picture picture = {0};
    if (s->face_known && face->number == s->face_number) return;
    if (!face->width || !face->height || frame->used < (size_t)face->width * face->height) {
        c->about.faces_refused++;
        return;
    }
    fit(frame->bytes, face->width, face->height, small);
    dither(&(struct dither_picture){small, RLE_COLUMNS, LINES, RLE_COLUMNS}, small, RLE_COLUMNS);
    for (unsigned y = 0; y < LINES; y++)
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            if (small[y * RLE_COLUMNS + x]) rle_set(&picture, x, 2 * y, true);
    uint8_t code[RLE_CODE_MAX];
    struct writer out = writer_of(code, sizeof code);
    s->face_known = true;
    s->face_number = face->number;
    if (rle_encode(&picture, c->config.rows, &out) || writer_len(&out) > RLE_SEND_MAX) {
        c->about.faces_refused++; // too restless for one frame of the link: the one before stays
        return;
    }
    s->picture_size = writer_len(&out);
    memcpy(s->picture, code, s->picture_size);
    s->picture_shown = s->picture_new = true;
}

// ------------------------------------------------------------------------------------------------ sound

static void keep(struct cozmo_body *c, const int16_t *samples, size_t count) {
    uint8_t coded[PIECE];
    while (count) {
        size_t now = count < sizeof coded ? count : sizeof coded;
        ulaw_encode(c->config.law, samples, now, coded);
        ring_write(&c->display.sound_ring, coded, now); // what has no room is not heard
        samples += now, count -= now;
    }
}

static void push(struct cozmo_body *c, const int16_t *samples, size_t count) {
    struct cozmo_display *s = &c->display;
    int16_t out[PIECE];
    while (count) {
        size_t taken = 0, made = resample_push(s->resample, samples, count, out, PIECE, &taken);
        keep(c, out, made);
        if (!taken && !made) return;
        samples += taken, count -= taken;
    }
}

static void finish(struct cozmo_body *c) {
    struct cozmo_display *s = &c->display;
    int16_t out[PIECE];
    size_t made;
    s->fed = false;
    if (!s->resample) return;
    while ((made = resample_end(s->resample, out, PIECE))) keep(c, out, made);
    resample_reset(s->resample);
}

void cozmo_display_speech(struct cozmo_body *c, const struct body_speech *speech, const struct frame *frame) {
    struct cozmo_display *s = &c->display;
    const int16_t *samples = (const int16_t *)(const void *)frame->bytes;
    size_t count = frame->used / sizeof *samples;
    if (speech->samples < count) count = speech->samples;
    if (speech->rate_hz < RATE_LEAST || speech->rate_hz > RESAMPLE_RATE_MAX) return;
    if (speech->rate_hz != s->resample_hz) {
        finish(c);
        resample_free(s->resample);
        s->resample = speech->rate_hz == ULAW_RATE ? NULL : resample_new(speech->rate_hz, ULAW_RATE);
        s->resample_hz = speech->rate_hz;
    }
    s->fed = true;
    s->fed_us = c->air_us;
    if (s->resample)
        push(c, samples, count);
    else if (speech->rate_hz == ULAW_RATE)
        keep(c, samples, count);
    else
        s->resample_hz = 0; // no memory: tried again with the next
}

void cozmo_display_hush(struct cozmo_body *c) {
    ring_clear(&c->display.sound_ring);
    if (c->display.resample) resample_reset(c->display.resample);
    c->display.fed = false;
}

// Room is told in samples of the rate that was spoken last, as it is for who speaks.
void cozmo_display_collect(struct cozmo_body *c, struct body_senses *senses) {
    struct cozmo_display *s = &c->display;
    unsigned hz = s->resample_hz ? s->resample_hz : ULAW_RATE;
    uint64_t under_way = (s->credit.sent - s->credit.played) / (1 + ULAW_FRAME) * ULAW_FRAME;
    uint64_t played = s->sound_sent > under_way ? s->sound_sent - under_way : 0;
    senses->speaker_count = 1;
    senses->speaker[0] = (struct body_speaker){
        (uint32_t)(ring_space(&s->sound_ring) * (uint64_t)hz / ULAW_RATE), (uint32_t)played};
}
