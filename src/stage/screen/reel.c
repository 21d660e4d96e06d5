#include "stage/screen/reel.h"

#include "base/maths/maths.h"
#include "base/ring.h"
#include "codec/picture/colour.h"
#include "stage/clip/sound.h"
#include "stage/face/draw.h"
#include "stage/screen/easel.h"

#include <stdlib.h>
#include <string.h>

enum {
    REFRESH = 30,      // slots after which picture and lights are sent again
    RING_ON = 15 * 30, // slots that a sound may outlast its clip
    STRAIGHT = 32767,
    ON_THE_SPOT = 0,
    INFRARED = 0x8000,
    EASEL_BYTES = 1 << 20,
};

struct reel {
    struct reel_config config;
    struct player player;
    struct audio *audio;
    struct ear ear;
    struct ring ring; // samples that wait for their slot
    int16_t samples[4 * AUDIO_TICK_MAX];
    struct player_out out;
    struct screen screen;
    struct easel *easel;
    struct face eyes;
    bool pictured; // a picture of a sequence was shown in this clip
    uint64_t tick;
    uint32_t slots, ringing; // since it began; since the clip is over
    uint8_t id, tag;
    bool plays, over, turning;
    size_t next_record, next_turn;
    unsigned parity;
    uint8_t picture[RLE_SEND_MAX];
    size_t picture_size;
    uint32_t picture_slot, lights_slot;
    struct body_colour lights[5];
    bool lit;
};

struct reel_config reel_defaults(void) {
    return (struct reel_config){.player = player_cozmo(), .seed = 1};
}

struct reel *reel_new(const struct reel_config *config) {
    struct reel *reel = calloc(1, sizeof *reel);
    if (!reel) return NULL;
    reel->config = *config;
    struct audio_config audio = audio_defaults("cozmo");
    audio.seed = config->seed;
    audio.level = AUDIO_HIGH; // the robot has a volume of its own
    reel->audio = audio_new(&audio, config->sounds);
    reel->config.player.seed = config->seed;
    ring_init(&reel->ring, reel->samples, sizeof *reel->samples,
              sizeof reel->samples / sizeof *reel->samples);
    screen_start(&reel->screen, &(struct screen_config){&FACE_COZMO, config->sprites, NULL});
    face_neutral(&reel->eyes, &FACE_COZMO);
    reel->easel = easel_new(EASEL_BYTES);
    if (reel->audio && reel->easel) return reel;
    reel_free(reel);
    return NULL;
}

void reel_free(struct reel *reel) {
    if (!reel) return;
    if (reel->audio) audio_free(reel->audio);
    easel_free(reel->easel);
    free(reel);
}

void reel_eyes(struct reel *reel, const struct face *eyes) { reel->eyes = *eyes; }

enum err reel_play(struct reel *reel, const struct clip *clip, uint8_t id, uint32_t loops,
                   struct fault *fault) {
    if (!id || id > REEL_ANIMATION_MOST)
        return fault_set(fault, ERR_RANGE, "an animation's number is 1 to %d", REEL_ANIMATION_MOST);
    player_start(&reel->player, &reel->config.player);
    struct player_play play = {.clip = clip, .loops = loops, .client = true};
    enum err err = player_play(&reel->player, &play, &reel->tag, fault);
    if (err) return err;
    audio_stop_object(reel->audio, AUDIO_ALL, 0);
    static const int16_t silence[ULAW_FRAME];
    ring_clear(&reel->ring);
    ring_write(&reel->ring, silence,
               ULAW_FRAME); // a step's sound is shorter than a slot: so much is borrowed
    reel->id = id;
    reel->plays = true;
    reel->over = reel->turning = reel->lit = reel->pictured = false;
    reel->slots = reel->ringing = 0;
    reel->next_record = reel->next_turn = 0;
    reel->picture_size = 0;
    return ERR_NONE;
}

void reel_stop(struct reel *reel) {
    if (!reel->plays || reel->over) return;
    player_stop(&reel->player, reel->tag);
    audio_stop_object(reel->audio, AUDIO_ALL, 50);
}

bool reel_plays(const struct reel *reel) { return reel && reel->plays; }

static void add(struct reel_slot *slot, struct cozmo_message message) {
    if (slot->count < REEL_MESSAGES) slot->messages[slot->count++] = message;
}
#define ADD(slot, ...) add((slot), (struct cozmo_message){__VA_ARGS__})

// ------------------------------------------------------------------------------------------------ key-frames

// Two bytes: sixteen bits of duration, or eight of it and none of variability, which was drawn here.
static void duration_bytes(const struct reel *reel, float seconds, uint8_t *low, uint8_t *high) {
    float most = reel->config.short_durations ? 255 : 65535;
    unsigned ms = (unsigned)m_round(m_clamp(seconds * 1000, 0, most));
    *low = (uint8_t)ms;
    *high = (uint8_t)(ms >> 8);
}

static void add_joints(struct reel *reel, struct reel_slot *slot) {
    uint8_t low, high;
    if (reel->out.news & PLAYER_HEAD) {
        duration_bytes(reel, reel->out.head.duration_s, &low, &high);
        ADD(slot, .kind = COZMO_ANIM_HEAD,
            .anim_head = {low, (int8_t)high, (int8_t)m_round(m_degrees(reel->out.head.angle_rad))});
    }
    if (reel->out.news & PLAYER_LIFT) {
        duration_bytes(reel, reel->out.lift.duration_s, &low, &high);
        ADD(slot, .kind = COZMO_ANIM_LIFT,
            .anim_lift = {low, high, (uint8_t)m_round(reel->out.lift.height_mm)});
    }
}

static void add_events(struct reel *reel, struct reel_slot *slot) {
    for (uint32_t i = 0; i < reel->out.event_count; i++)
        if (reel->out.events[i].cozmo_number >= 0)
            ADD(slot, .kind = COZMO_ANIM_EVENT, .anim_event = {(uint8_t)reel->out.events[i].cozmo_number});
}

static size_t coded(const struct rle_picture *picture, bool rows_64, uint8_t code[RLE_SEND_MAX]) {
    struct writer out = writer_of(code, RLE_SEND_MAX);
    return rle_encode(picture, rows_64 ? RLE_ROWS_64 : RLE_ROWS_32, &out) ? 0 : writer_len(&out);
}

size_t reel_face(const struct face *face, bool rows_64, unsigned parity, uint8_t code[RLE_SEND_MAX]) {
    uint8_t grey[RLE_COLUMNS * RLE_ROWS];
    struct rle_picture picture = {0};
    face_bits(face, &FACE_COZMO, rows_64 ? parity : 2, grey);
    for (unsigned y = 0; y < RLE_ROWS; y++)
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            if (grey[y * RLE_COLUMNS + x]) rle_set(&picture, x, y, true);
    return coded(&picture, rows_64, code);
}

// Eyes with pictures of sequences over and behind them. What is as bright as half of white is lit.
static size_t with_pictures(struct reel *reel, const struct face *eyes, unsigned parity,
                            uint8_t code[RLE_SEND_MAX]) {
    uint16_t pixels[RLE_COLUMNS * RLE_ROWS];
    uint8_t grey[RLE_COLUMNS * RLE_ROWS];
    struct raster raster = raster_over(pixels, RLE_COLUMNS, RLE_ROWS);
    struct rle_picture picture = {0};
    easel_draw(reel->easel, &reel->screen, &(struct easel_eyes){.face = eyes, .style = &FACE_COZMO}, NULL,
               &raster);
    raster_to_grey(&raster, grey);
    for (unsigned y = 0; y < RLE_ROWS; y++) {
        if (reel->config.rows_64 && (y & 1) != parity) continue;
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            if (grey[y * RLE_COLUMNS + x] > 0x80) rle_set(&picture, x, y, true);
    }
    return coded(&picture, reel->config.rows_64, code);
}

static size_t draw(struct reel *reel, uint8_t code[RLE_SEND_MAX]) {
    const struct face *eyes = reel->out.face_on ? &reel->out.face : &reel->eyes;
    if (reel->screen.count) return with_pictures(reel, eyes, reel->parity, code);
    return reel_face(eyes, reel->config.rows_64, reel->parity, code);
}

static void add_picture(struct reel *reel, struct reel_slot *slot) {
    uint8_t code[RLE_SEND_MAX];
    screen_step(&reel->screen, (uint32_t)reel->tick, &reel->out, 0);
    reel->pictured |= reel->screen.count > 0;
    if (!reel->out.face_on && !reel->pictured) return;
    bool again = reel->slots - reel->picture_slot >= REFRESH;
    size_t size = draw(reel, code);
    if (!again && size == reel->picture_size && !memcmp(code, reel->picture, size)) return;
    if (reel->config.rows_64) { // the other rows have their turn
        reel->parity ^= 1;
        size = draw(reel, code);
    }
    if (!size) return; // too restless: the one before stays
    memcpy(reel->picture, code, size);
    reel->picture_size = size;
    reel->picture_slot = reel->slots;
    struct cozmo_message message = {.kind = COZMO_DISPLAY_IMAGE, .display_image = {{reel->picture, size}}};
    for (uint32_t i = 0; i < slot->count; i++) {
        if (slot->messages[i].kind != COZMO_DISPLAY_IMAGE) continue;
        slot->messages[i] = message; // a slot shows one
        return;
    }
    add(slot, message);
}

static void add_lights(struct reel *reel, struct reel_slot *slot, const struct player_out *out) {
    bool again = out->lights_on && reel->slots - reel->lights_slot >= REFRESH;
    if (!(out->news & PLAYER_LIGHTS) && !again) return;
    struct cozmo_message m = {.kind = COZMO_ANIM_BACKPACK_LIGHTS};
    for (int i = 0; i < 5; i++)
        m.anim_backpack_lights.colors[i] =
            light_word((struct rgb){out->lights[i].r, out->lights[i].g, out->lights[i].b}, false);
    reel->lights_slot = reel->slots;
    add(slot, m);
}

// The key-frame's own numbers. One without a speed is to be there in its time, which is not told: the speed
// that the player found for it is.
static struct cozmo_turn_to_recorded_heading turn_of(const struct reel *reel, const struct clip_turn *key) {
    int16_t speed = key->speed_dps;
    if (!speed && reel->out.turn_began) speed = (int16_t)m_round(reel->out.turn.speed_dps);
    return (struct cozmo_turn_to_recorded_heading){
        .has_how = !reel->config.plain_turns,
        .how = {.offset_deg = key->offset_deg,
                .speed_deg_per_sec = speed,
                .accel_deg_per_sec2 = key->accel_dps2,
                .decel_deg_per_sec2 = key->decel_dps2,
                .tolerance_deg = key->tolerance_deg,
                .half_turns = key->half_turns,
                .shortest = key->shortest || !key->speed_dps},
    };
}

// The robot turns back by itself; how the player would steer is not told.
static void add_body(struct reel *reel, struct reel_slot *slot, const struct clip *clip) {
    const struct player_out *out = &reel->out;
    const struct clip_keys *keys = &clip->keys;
    bool steered = reel->player.turning || reel->turning;
    reel->turning = reel->player.turning;
    if (out->news & PLAYER_BODY && (!steered || reel->player.driving)) {
        float most = m_clamp(out->body.speed, INT16_MIN, INT16_MAX);
        int16_t radius = out->body.kind == DRIVE_SPIN ? ON_THE_SPOT
                         : out->body.kind == DRIVE_ARC
                             ? (int16_t)m_clamp(out->body.radius_mm, INT16_MIN, INT16_MAX)
                             : STRAIGHT;
        ADD(slot, .kind = COZMO_ANIM_BODY,
            .anim_body = {out->body.kind == DRIVE_STOP ? 0 : (int16_t)m_round(most), radius});
    }
    for (; reel->next_record < reel->player.next[CLIP_RECORD] && reel->next_record < keys->record.count;
         reel->next_record++)
        ADD(slot, .kind = COZMO_RECORD_HEADING);
    for (; reel->next_turn < reel->player.next[CLIP_TURN] && reel->next_turn < keys->turn.count;
         reel->next_turn++)
        ADD(slot, .kind = COZMO_TURN_TO_RECORDED_HEADING,
            .turn_to_recorded_heading = turn_of(reel, &keys->turn.at[reel->next_turn]));
}

// ------------------------------------------------------------------------------------------------ a slot

static void notice(struct reel *reel) {
    for (uint32_t i = 0; i < reel->out.notice_count; i++) {
        const struct player_notice *n = &reel->out.notices[i];
        if (n->tag != reel->tag) continue;
        if (n->kind == PLAY_LOOPED) reel->next_record = reel->next_turn = 0;
        reel->over |= n->kind == PLAY_ENDED || n->kind == PLAY_ABORTED;
    }
}

// A step of the life, which is a little shorter than a slot: one slot of a hundred holds two.
static void step(struct reel *reel, float heading_rad, struct reel_slot *slot) {
    const struct clip *clip = reel->player.play.clip;
    int16_t samples[AUDIO_TICK_MAX];
    if (!reel->over) {
        player_step(&reel->player, &(struct player_in){reel->tick, heading_rad}, &reel->out);
        clip_sound(reel->audio, &reel->out, false);
        add_joints(reel, slot);
        add_events(reel, slot);
        add_picture(reel, slot);
        add_lights(reel, slot, &reel->out);
        add_body(reel, slot, clip);
        notice(reel);
    }
    audio_step(reel->audio, reel->tick++);
    struct audio_notice heard;
    while (audio_notice(reel->audio, &heard)) continue;
    size_t count = audio_render(reel->audio, &reel->ear, samples, AUDIO_TICK_MAX);
    if (!count) {
        count = audio_tick_samples(reel->audio);
        memset(samples, 0, count * sizeof *samples);
    }
    ring_write(&reel->ring, samples, count);
}

static bool fill_sound(struct reel *reel, struct reel_slot *slot) {
    int16_t samples[ULAW_FRAME] = {0};
    ring_read(&reel->ring, samples, ULAW_FRAME);
    slot->sound = false;
    for (unsigned i = 0; i < ULAW_FRAME && !slot->sound; i++) slot->sound = samples[i] != 0;
    if (slot->sound) ulaw_encode(reel->config.law, samples, ULAW_FRAME, slot->samples);
    return slot->sound;
}

bool reel_slot(struct reel *reel, float heading_rad, struct reel_slot *out) {
    if (!reel_plays(reel)) return false;
    out->count = 0;
    if (!reel->slots) ADD(out, .kind = COZMO_START_ANIMATION, .start_animation = {reel->id});
    do step(reel, heading_rad, out);
    while (reel->ring.count < ULAW_FRAME);
    bool sound = fill_sound(reel, out);
    reel->slots++;
    bool rings = sound || audio_voices(reel->audio);
    if (reel->over && (!rings || ++reel->ringing >= RING_ON)) {
        ADD(out, .kind = COZMO_END_ANIMATION);
        reel->plays = false;
    }
    return true;
}

// Exactly what the robot will count when it plays them: an id each, and what follows it.
size_t reel_slot_bytes(const struct reel_slot *slot) {
    size_t bytes = slot->sound ? 1 + ULAW_FRAME : 1;
    for (uint32_t i = 0; i < slot->count; i++) {
        const struct cozmo_message *m = &slot->messages[i];
        size_t body = schema_size(cozmo_messages[m->kind].body, COZMO_VERSION).largest;
        if (m->kind == COZMO_DISPLAY_IMAGE) body = 2 + m->display_image.image.len;
        if (m->kind == COZMO_TURN_TO_RECORDED_HEADING && !m->turn_to_recorded_heading.has_how) body = 0;
        bytes += 1 + body;
    }
    return bytes;
}
